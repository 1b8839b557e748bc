"""What was taken for granted and would move a displayed rating if it were otherwise.

An unknown fact stands as a list of alternatives: what the section would look like at
the extremes of what the fact may be. Each is rated again; an unknown that moves no
displayed rating is not worth a word.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from uscalc.analysis.alternatives import (
    Done,
    Wanted,
    always,
    nobody,
    outcomes,
    shown_now,
)
from uscalc.analysis.whatif import Base
from uscalc.engine.inputs import Entrant
from uscalc.engine.rounding import shown
from uscalc.engine.trace import PlayerTrace


@dataclass(frozen=True, slots=True)
class Unknown:
    """A fact that is not known, and what else it may be.

    `kind` is "games", "record", "start", "counts", "floor" or "rounded"; `place` whose
    fact it is, None for the ratings of everybody. `taken` says in words what was
    assumed. Each alternative gives changed entrants by place.
    """

    kind: str
    place: int | None
    taken: str
    alternatives: tuple[Mapping[int, Entrant], ...]


class Moved(NamedTuple):
    """A displayed rating that may be anything from `low` to `high`."""

    place: int
    shown: int
    low: int
    high: int

    @property
    def points(self) -> int:
        """How far it may be from what is shown."""
        return max(self.shown - self.low, self.high - self.shown)


@dataclass(frozen=True)
class Assumption:
    """An unknown that matters, and every displayed rating it may move."""

    unknown: Unknown
    moved: tuple[Moved, ...]

    @cached_property
    def points(self) -> int:
        """The most that any displayed rating may move."""
        return max([max(now - low, high - now) for _, now, low, high in self.moved])


def displayed(player: PlayerTrace) -> int | None:
    """The rating as it is shown; None for the unrated without a game."""
    return None if player.post is None else int(shown(player.post))


def assumptions_that_matter(
    base: Base,
    unknowns: Iterable[Unknown],
    wanted: Wanted = always,
    done: Done = nobody,
) -> tuple[Assumption, ...]:
    """Those that change a displayed rating, the one that moves most points first.

    Looks at no more of them once `wanted` says no; what was found then is not all.
    `done` is told how far it is.
    """
    asked = list(unknowns)
    whose = [at for at, unknown in enumerate(asked) for _ in unknown.alternatives]
    changes = [change for unknown in asked for change in unknown.alternatives]
    now = shown_now(base)
    moved = []
    for found in outcomes(base, changes, wanted, done):
        other = found.shown != now[found.places]
        of = np.array(whose, dtype=np.int64)[found.alternatives[other]]
        moved.append((of, found.places[other], found.shown[other]))
    if not moved:
        return ()
    of, places, then = (np.concatenate(column) for column in zip(*moved, strict=True))
    order = np.lexsort((places, of))
    of, places, then = of[order], places[order], then[order]
    first = np.flatnonzero(
        (np.diff(of, prepend=-1) != 0) | (np.diff(places, prepend=-1) != 0)
    )
    if not first.size:
        return ()
    of, places = of[first], places[first]
    shown = now[places]
    low = np.minimum(np.minimum.reduceat(then, first), shown)
    high = np.maximum(np.maximum.reduceat(then, first), shown)
    columns = (column.tolist() for column in (places, shown, low, high))
    lines = list(map(Moved, *columns))
    ends = [*(np.flatnonzero(np.diff(of)) + 1).tolist(), len(lines)]
    matter = []
    for begin, end in pairwise([0, *ends]):
        unknown = asked[int(of[begin])]
        matter.append(Assumption(unknown, tuple(lines[begin:end])))
    matter.sort(key=lambda assumption: -assumption.points)
    return tuple(matter)
