"""What was taken for granted and would move a displayed rating if it were otherwise.

An unknown fact stands as a list of alternatives: what the section would look like at
the extremes of what the fact may be. Each is rated again; an unknown that moves no
displayed rating is not worth a word.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from uscalc.analysis.progress import Done, Wanted, always, nobody
from uscalc.analysis.whatif import Base, rerate
from uscalc.engine.inputs import Entrant
from uscalc.engine.rounding import shown
from uscalc.engine.trace import PlayerTrace

FEW: Final = 32
"""So many alternatives are rated one by one."""


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


class Case(NamedTuple):
    """A rated section and alternatives of it: changed entrants by place."""

    base: Base
    changes: Sequence[Mapping[int, Entrant]]

    @property
    def wide(self) -> int:
        """How many strengths an alternative has, that of nobody among them."""
        return len(self.base.trace.players) + 1


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
    (found,) = weighed([(base, unknowns)], wanted, done)
    return found


def weighed(
    asked: Iterable[tuple[Base, Iterable[Unknown]]],
    wanted: Wanted = always,
    done: Done = nobody,
) -> list[tuple[Assumption, ...]]:
    """What `assumptions_that_matter` says of each of several sections, all at once."""
    unknowns: list[Unknown] = []
    sections: list[int] = []
    cases = []
    for number, (base, own) in enumerate(asked):
        of_section = list(own)
        unknowns += of_section
        sections += [number] * len(of_section)
        changes = [change for unknown in of_section for change in unknown.alternatives]
        cases.append(Case(base, changes))
    whose = [at for at, unknown in enumerate(unknowns) for _ in unknown.alternatives]
    weigh = _one_by_one
    if len(whose) > FEW:
        # Arrays take a tenth of a second and 30 MB to be there; a small section, and
        # with it the start of a window, does without.
        from uscalc.analysis.weighing import moved_by as weigh
    matter: list[list[Assumption]] = [[] for _ in cases]
    for at, moved in weigh(cases, whose, wanted, done):
        matter[sections[at]].append(Assumption(unknowns[at], moved))
    return [
        tuple(sorted(found, key=lambda assumption: -assumption.points))
        for found in matter
    ]


def _one_by_one(
    cases: Sequence[Case], whose: Sequence[int], wanted: Wanted, done: Done
) -> list[tuple[int, tuple[Moved, ...]]]:
    """What `weighing.moved_by` gives, each change by the engine."""
    found: dict[int, dict[int, Moved]] = {}
    changes = [(case.base, change) for case in cases for change in case.changes]
    for count, (at, (base, change)) in enumerate(zip(whose, changes, strict=True), 1):
        if not wanted():
            break
        for place, player in rerate(base, change).items():
            then, was = displayed(player), displayed(base.trace.players[place])
            if then is not None and was is not None and then != was:
                moved = found.setdefault(at, {})
                _, _, low, high = moved.get(place, (place, was, was, was))
                moved[place] = Moved(place, was, min(low, then), max(high, then))
        done(count, len(changes))
    return [(at, tuple(sorted(moved.values()))) for at, moved in found.items()]
