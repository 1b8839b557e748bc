"""What was taken for granted and would move a displayed rating if it were otherwise.

An unknown fact stands as a list of alternatives: what the section would look like at
the extremes of what the fact may be. Each is rated again; an unknown that moves no
displayed rating is not worth a word.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from uscalc.analysis.whatif import Base, rerate
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


@dataclass(frozen=True, slots=True)
class Moved:
    """A displayed rating that may be anything from `low` to `high`."""

    place: int
    shown: int
    low: int
    high: int

    @property
    def points(self) -> int:
        """How far it may be from what is shown."""
        return max(self.shown - self.low, self.high - self.shown)


@dataclass(frozen=True, slots=True)
class Assumption:
    """An unknown that matters, and every displayed rating it may move."""

    unknown: Unknown
    moved: tuple[Moved, ...]

    @property
    def points(self) -> int:
        """The most that any displayed rating may move."""
        return max(moved.points for moved in self.moved)


def displayed(player: PlayerTrace) -> int | None:
    """The rating as it is shown; None for the unrated without a game."""
    return None if player.post is None else int(shown(player.post))


def assumptions_that_matter(
    base: Base, unknowns: Iterable[Unknown]
) -> tuple[Assumption, ...]:
    """Those that change a displayed rating, the one that moves most points first."""
    found = []
    for unknown in unknowns:
        ranges: dict[int, tuple[int, int, int]] = {}
        for alternative in unknown.alternatives:
            for place, player in rerate(base, alternative).items():
                now, then = displayed(base.trace.players[place]), displayed(player)
                if now is None or then is None or now == then:
                    continue
                _, low, high = ranges.get(place, (now, now, now))
                ranges[place] = (now, min(low, then), max(high, then))
        if ranges:
            moved = tuple(Moved(place, *ranges[place]) for place in sorted(ranges))
            found.append(Assumption(unknown, moved))
    found.sort(key=lambda assumption: -assumption.points)
    return tuple(found)
