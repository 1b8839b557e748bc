"""Find assumptions that could move a displayed rating.

An unknown fact is a list of alternatives: the section at the extremes of the fact's
possible values. Each is rated again; an unknown fact that moves no displayed rating is
not reported.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple

from uscalc.analysis.whatif import Base, Case, Moved, rerate
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rounding import shown
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

FEW: Final = 32
"""Up to this many alternatives are rated one by one."""


class Remade(NamedTuple):
    """A change that needs a full rating: its differences from the section as rated.

    `entrants` are the changed ones by place. `rules`, `end_date` and `dual` (whether
    the time control counts for Regular and Quick) are None if unchanged.
    """

    entrants: Mapping[int, Entrant]
    rules: Rules | None = None
    end_date: dt.date | None = None
    dual: bool | None = None

    def put_into(
        self, section: SectionInput, rules: Rules
    ) -> tuple[SectionInput, Rules]:
        """Return the section and the rules with the changes."""
        entrants = list(section.entrants)
        for place, entrant in self.entrants.items():
            entrants[place] = entrant
        other = replace(
            section,
            entrants=tuple(entrants),
            end_date=self.end_date or section.end_date,
            dual=section.dual if self.dual is None else self.dual,
        )
        return other, self.rules or rules


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown fact and its alternative values.

    `kind` is a key of `uscalc.document.queries.unknowns.SUMMARY`; `place` is the
    entrant, None for facts of all entrants. `taken` describes the assumption. Each
    alternative gives changed entrants by place; those of `remade` may change the rules
    as well, or make or unmake a match.
    """

    kind: str
    place: int | None
    taken: str
    alternatives: tuple[Mapping[int, Entrant], ...]
    remade: tuple[Remade, ...] = ()


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
    """Return the displayed rating; None for an unrated player without a game."""
    return None if player.post is None else int(shown(player.post))


def weighed(
    asked: Iterable[tuple[Base, Iterable[Unknown]]],
    monitor: Monitor = UNMONITORED,
) -> list[tuple[Assumption, ...]]:
    """Return each section's assumptions that change a displayed rating, the largest first.

    Stops early once `monitor` is cancelled; the result is then incomplete. `monitor`
    receives the progress.
    """
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
        # Loading the arrays takes a tenth of a second and 30 MB; a small section, and so
        # the start of a window, avoids it.
        from uscalc.analysis.arrays.alternatives import moved_by as weigh
    matter: list[list[Assumption]] = [[] for _ in cases]
    found_by = dict(weigh(cases, whose, monitor))
    for at, unknown in enumerate(unknowns):
        if unknown.remade and not monitor.is_cancelled():
            base = cases[sections[at]].base
            found_by[at] = _with_remade(base, unknown, found_by.get(at, ()))
    for at in sorted(found_by):
        if found_by[at]:
            matter[sections[at]].append(Assumption(unknowns[at], found_by[at]))
    return [
        tuple(sorted(found, key=lambda assumption: -assumption.points))
        for found in matter
    ]


def _with_remade(
    base: Base, unknown: Unknown, known: tuple[Moved, ...]
) -> tuple[Moved, ...]:
    """Return the moves of all alternatives, including those that need a full rating."""
    trace = base.trace
    moved = {one.place: one for one in known}
    for remade in unknown.remade:
        then = rate_section(*remade.put_into(trace.section, trace.rules))
        for place, player in enumerate(then.players):
            _note(moved, place, displayed(player), displayed(trace.players[place]))
    return tuple(sorted(moved.values()))


def _note(
    moved: dict[int, Moved], place: int, then: int | None, was: int | None
) -> None:
    """Widen the range of a displayed rating by another possible value."""
    if then is not None and was is not None and then != was:
        _, _, low, high = moved.get(place, (place, was, was, was))
        moved[place] = Moved(place, was, min(low, then), max(high, then))


def _one_by_one(
    cases: Sequence[Case], whose: Sequence[int], monitor: Monitor
) -> list[tuple[int, tuple[Moved, ...]]]:
    """Return the result of `moved_by`, each change rated by the engine."""
    found: dict[int, dict[int, Moved]] = {}
    changes = [(case.base, change) for case in cases for change in case.changes]
    for count, (at, (base, change)) in enumerate(zip(whose, changes, strict=True), 1):
        if monitor.is_cancelled():
            break
        for place, player in rerate(base, change).items():
            then, was = displayed(player), displayed(base.trace.players[place])
            _note(found.setdefault(at, {}), place, then, was)
        monitor.report(count, len(changes))
    return [(at, tuple(sorted(moved.values()))) for at, moved in found.items() if moved]
