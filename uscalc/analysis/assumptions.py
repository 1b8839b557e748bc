"""Find the assumptions that could change a displayed rating.

For each unknown fact, the section is rated again with the lowest and highest possible
values. A fact that changes no displayed rating is not reported.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.whatif import (
    AlternativesCase,
    MovedRating,
    RatedBase,
    rerate_changed,
)
from uscalc.counted import group_by_key
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor

MOST_RATED_ONE_BY_ONE: Final = 32
"""The most alternatives that the engine rates one by one; more are rated with arrays."""


class SectionChange(NamedTuple):
    """A change of the whole section, which needs a full rating.

    `entrants` are the changed ones by place. `rules`, `end_date` and `dual` (whether
    the time control counts for Regular and Quick) are None if unchanged.
    """

    entrants: Mapping[int, Entrant]
    rules: Rules | None = None
    end_date: dt.date | None = None
    dual: bool | None = None

    def apply_to(
        self, section: SectionInput, rules: Rules
    ) -> tuple[SectionInput, Rules]:
        """Return the section and the rules with the changes."""
        other = replace(
            section.with_entrants(self.entrants),
            end_date=self.end_date or section.end_date,
            dual=section.dual if self.dual is None else self.dual,
        )
        return other, self.rules or rules


class UnknownFact(Struct, frozen=True):
    """An unknown fact with its alternative values.

    `kind` is a key of `uscalc.document.queries.unknowns.SUMMARY`. `place` is the
    entrant, None for facts about all entrants. `taken` describes the assumption. Each
    of `alternatives` maps places to changed entrants; those in `remade` may also change
    the rules, or whether the section is a match.
    """

    kind: str
    place: int | None
    taken: str
    alternatives: tuple[Mapping[int, Entrant], ...]
    remade: tuple[SectionChange, ...] = ()


class RelevantAssumption(Struct, frozen=True, dict=True):
    """An unknown fact that could change displayed ratings, and these ratings."""

    unknown: UnknownFact
    moved: tuple[MovedRating, ...]

    @cached_property
    def points(self) -> int:
        """The largest possible change of a displayed rating, in points."""
        return max([max(now - low, high - now) for _, now, low, high in self.moved])


def get_displayed_rating(player: PlayerTrace) -> int | None:
    """Return the displayed rating; None for an unrated player without a game."""
    return None if player.post is None else int(round_for_display(player.post))


def find_relevant_assumptions_of_sections(
    asked: Iterable[tuple[RatedBase, Iterable[UnknownFact]]],
    monitor: Monitor = UNMONITORED,
) -> list[tuple[RelevantAssumption, ...]]:
    """Return each section's assumptions that change a displayed rating, the largest first.

    Stops early once `monitor` is canceled; the result is then incomplete. `monitor`
    receives the progress.
    """
    unknowns: list[UnknownFact] = []
    sections: list[int] = []
    cases = []
    for number, (base, own) in enumerate(asked):
        of_section = list(own)
        unknowns += of_section
        sections += [number] * len(of_section)
        changes = [change for unknown in of_section for change in unknown.alternatives]
        cases.append(AlternativesCase(base, changes))
    unknown_of = [
        at for at, unknown in enumerate(unknowns) for _ in unknown.alternatives
    ]
    weigh = _find_moved_one_by_one
    if len(unknown_of) > MOST_RATED_ONE_BY_ONE:
        # Small sections don't use arrays: loading them takes 0.1 s and 30 MB, and would
        # slow down the start of a window.
        from uscalc.analysis.arrays.alternatives import find_moved_ratings as weigh
    found_by = dict(weigh(cases, unknown_of, monitor))
    for at, unknown in enumerate(unknowns):
        if unknown.remade and not monitor.is_canceled():
            base = cases[sections[at]].base
            found_by[at] = _add_section_changes(base, unknown, found_by.get(at, ()))
    matter = group_by_key(
        (sections[at], RelevantAssumption(unknowns[at], found_by[at]))
        for at in sorted(found_by)
        if found_by[at]
    )
    return [
        tuple(sorted(matter.get(i, ()), key=lambda assumption: -assumption.points))
        for i in range(len(cases))
    ]


def _add_section_changes(
    base: RatedBase, unknown: UnknownFact, known: tuple[MovedRating, ...]
) -> tuple[MovedRating, ...]:
    """Return the ratings that any alternative changes, including those that need a full rating."""
    trace = base.trace
    moved = {one.place: one for one in known}
    for remade in unknown.remade:
        for place, player in enumerate(
            rate_section(*remade.apply_to(trace.section, trace.rules)).players
        ):
            _widen_range(
                moved,
                place,
                get_displayed_rating(player),
                get_displayed_rating(trace.players[place]),
            )
    return tuple(sorted(moved.values()))


def _widen_range(
    moved: dict[int, MovedRating], place: int, then: int | None, was: int | None
) -> None:
    """Extend the range of a displayed rating to another possible value."""
    if then is not None and was is not None and then != was:
        _, _, low, high = moved.get(place, (place, was, was, was))
        moved[place] = MovedRating(place, was, min(low, then), max(high, then))


def _find_moved_one_by_one(
    cases: Sequence[AlternativesCase], unknown_of: Sequence[int], monitor: Monitor
) -> list[tuple[int, tuple[MovedRating, ...]]]:
    """Return what `find_moved_ratings` returns, with each change rated by the engine."""
    found: dict[int, dict[int, MovedRating]] = {}
    changes = [(case.base, change) for case in cases for change in case.changes]
    for count, (at, (base, change)) in enumerate(
        zip(unknown_of, changes, strict=True), 1
    ):
        if monitor.is_canceled():
            break
        for place, player in rerate_changed(base, change).items():
            then, was = (
                get_displayed_rating(player),
                get_displayed_rating(base.trace.players[place]),
            )
            _widen_range(found.setdefault(at, {}), place, then, was)
        monitor.report(count, len(changes))
    return [(at, tuple(sorted(moved.values()))) for at, moved in found.items() if moved]
