"""Rate again only the players whom a change affects, exactly as a full rating would.

A changed player is rated again in every step; other players only if the strength of an
opponent in that step has changed. The cost depends on the number of opponents, not on
the size of the section. If many changes affect one player, `rerate_player` is faster
than `rerate_changed`, which computes the effect on all players.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.engine.initial import compute_initial_rating
from uscalc.engine.inputs import (
    Entrant,
    InitialRatingFacts,
    RatedGame,
    SectionInput,
)
from uscalc.engine.rules import PASSES
from uscalc.engine.section import (
    ONE_PASS,
    PlayerPlan,
    finish_player,
    plan_player,
    rate_section,
    run_step_3,
    run_step_4_or_5,
)
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StartTrace,
    StepTrace,
)


class RatedBase(Struct, frozen=True, dict=True, eq=False):
    """A rated section, from which what-if results are computed."""

    trace: SectionTrace
    _plans: dict[int, PlayerPlan] = {}

    @cached_property
    def opponents_of(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the places that have it as opponent in their own games."""
        found: list[dict[int, None]] = [{} for _ in self.trace.players]
        for place, player in enumerate(self.trace.players):
            for opponent in player.entrant.opponents:
                found[opponent][place] = None
        return tuple(tuple(places) for places in found)

    @cached_property
    def start_of(self) -> Callable[[InitialRatingFacts], StartTrace]:
        """A function that runs Step 1 for an unrated entrant; it remembers its results."""
        return cache(
            partial(
                compute_initial_rating,
                target=self.trace.section.system,
                event_end=self.trace.section.end_date,
                rules=self.trace.rules,
            )
        )

    def get_plan(self, place: int) -> PlayerPlan:
        """Return Steps 1 and 2 of a place as rated; computed once."""
        if place not in self._plans:
            entrant = self.trace.players[place].entrant
            self._plans[place] = self.plan_changed(place, entrant)
        return self._plans[place]

    def plan_changed(self, place: int, entrant: Entrant) -> PlayerPlan:
        """Return Steps 1 and 2 of a changed entrant.

        Step 1 is reused if its facts are unchanged.
        """
        trace = self.trace
        old = trace.players[place]
        was = old.entrant
        is_same_start = (
            entrant.fixed == was.fixed
            and entrant.rating == was.rating
            and entrant.games == was.games
            and entrant.start == was.start
        )
        start = old.start if is_same_start else None
        return plan_player(entrant, trace.section, trace.rules, self.is_match, start)

    @cached_property
    def strengths(self) -> "StepStrengths":
        """Each entrant's strength as an opponent, in each step that uses it."""
        players = self.trace.players
        start = [player.start.r0 for player in players]
        step4 = [
            player.start.r0 if player.step3 is None else player.step3.result
            for player in players
        ]
        step5 = [
            before if player.step4 is None else player.step4.result
            for player, before in zip(players, step4, strict=True)
        ]
        return StepStrengths(tuple(start), tuple(step4), tuple(step5))

    @cached_property
    def is_match(self) -> bool:
        """True if the section was rated as a match."""
        return any(player.match is not None for player in self.trace.players)


class StepStrengths(NamedTuple):
    """The strengths of all entrants as opponents, in order: in Steps 3, 4 and 5."""

    start: tuple[float, ...]
    step4: tuple[float, ...]
    step5: tuple[float, ...]


class AlternativesCase(NamedTuple):
    """A rated section and alternatives to it: changed entrants by place."""

    base: RatedBase
    changes: Sequence[Mapping[int, Entrant]]

    @property
    def wide(self) -> int:
        """The number of strengths in an alternative, including one for a missing opponent."""
        return len(self.base.trace.players) + 1


class MovedRating(NamedTuple):
    """A displayed rating that may have any value from `low` to `high`."""

    place: int
    shown: int
    low: int
    high: int

    @property
    def points(self) -> int:
        """The largest possible distance from the displayed rating."""
        return max(self.shown - self.low, self.high - self.shown)


def rerate_changed(
    base: RatedBase, changed: Mapping[int, Entrant]
) -> dict[int, PlayerTrace]:
    """Return the trace of every player whose trace changes, by place.

    `changed` maps places to new entrants. Their games must name places of the section,
    and the caller must change a game on both sides. A change that makes the section a
    match, or ends one, needs a full rating instead.
    """
    section, rules, old = base.trace.section, base.trace.rules, base.trace.players
    if rules.passes != PASSES:
        return _rerate_everyone(base, changed)
    plans = {place: base.plan_changed(place, one) for place, one in changed.items()}
    before = base.strengths
    strengths = list(before.start)
    for place, planned in plans.items():
        strengths[place] = planned.start.r0
    moved = {place for place in changed if strengths[place] != before.start[place]}
    step3: dict[int, SpecialTrace | None] = {}
    step4: dict[int, StepTrace | None] = {}
    if section.kind not in ONE_PASS:
        # Step 3, only for unrated players with N = 0.
        after = list(before.step4)
        for place in _find_reached(base, changed, moved):
            planned = plans.get(place) or base.get_plan(place)
            first = None
            if planned.needs_step3:
                opponents = tuple([strengths[j] for j in planned.entrant.opponents])
                first = run_step_3(planned, opponents)
            step3[place] = first
            after[place] = strengths[place] if first is None else first.result
        strengths = after
        moved = {place for place in step3 if strengths[place] != before.step4[place]}

        # Step 4.
        after = list(before.step5)
        for place in _find_reached(base, changed, moved):
            planned = plans.get(place) or base.get_plan(place)
            opponents = tuple([strengths[j] for j in planned.entrant.opponents])
            rated = planned.formula != "none"
            done = run_step_4_or_5(planned, opponents) if rated else None
            step4[place] = done
            after[place] = strengths[place] if done is None else done.result
        strengths = after
        moved = {place for place in step4 if strengths[place] != before.step5[place]}

    # Step 5, and the post-event rating.
    result = {}
    for place in _find_reached(base, changed, moved) | set(step3) | set(step4):
        planned = plans.get(place) or base.get_plan(place)
        opponents = tuple([strengths[j] for j in planned.entrant.opponents])
        rated = planned.formula != "none"
        step5 = run_step_4_or_5(planned, opponents) if rated else None
        result[place] = finish_player(
            planned,
            step3.get(place, old[place].step3),
            step4.get(place, old[place].step4),
            step5,
            section,
            rules,
        )
    return result


def _rerate_everyone(
    base: RatedBase, changed: Mapping[int, Entrant]
) -> dict[int, PlayerTrace]:
    """Return what `rerate_changed` returns, from a full rating."""
    section, rules, old, _ = base.trace
    again = rate_section(section.with_entrants(changed), rules).players
    return {
        place: now
        for place, (was, now) in enumerate(zip(old, again, strict=True))
        if place in changed or was != now
    }


def _find_reached(
    base: RatedBase, changed: Iterable[int], moved: Iterable[int]
) -> set[int]:
    """Return the changed entrants, and those who met an entrant whose strength changed.

    Entrants with a new opponent are among `changed`.
    """
    return set(changed).union(*(base.opponents_of[place] for place in moved))


def rerate_section_after(base: RatedBase, changed: Mapping[int, Entrant]) -> RatedBase:
    """Return the whole section after a change, as the base for further changes.

    The conditions of `rerate_changed` apply. Entrants whom the change does not affect
    keep the same trace object.
    """
    section = base.trace.section
    players, met_by = list(base.trace.players), list(base.opponents_of)
    for place, entrant in changed.items():
        old = set(section.entrants[place].opponents)
        new = set(entrant.opponents)
        for opponent in old - new:
            met_by[opponent] = tuple([i for i in met_by[opponent] if i != place])
        for opponent in new - old:
            met_by[opponent] = tuple(sorted((*met_by[opponent], place)))
    for place, player in rerate_changed(base, changed).items():
        players[place] = player
    trace = base.trace._replace(
        section=section.with_entrants(changed), players=tuple(players)
    )
    plans = dict(base._plans)
    for place in changed:
        plans.pop(place, None)
    after = RatedBase(trace, plans)
    # Set the known values, because computing them again would double the time.
    vars(after).update(opponents_of=tuple(met_by), is_match=base.is_match)
    return after


def rerate_player(
    base: RatedBase, changed: Mapping[int, Entrant], place: int
) -> PlayerTrace:
    """Return a player's trace after a change, exactly as a full rating would.

    The conditions of `rerate_changed` apply.
    """
    return rerate_players(base, changed, (place,))[0]


def rerate_players(
    base: RatedBase, changed: Mapping[int, Entrant], places: Iterable[int]
) -> list[PlayerTrace]:
    """Return the traces of several players after one change; see `rerate_player`."""
    if base.trace.rules.passes != PASSES:
        found = _rerate_everyone(base, changed)
        return [found.get(place, base.trace.players[place]) for place in places]
    one = _OnDemandRerating(base, changed)
    return [one.rate_player(place) for place in places]


class _OnDemandRerating:
    """The steps after a change, each computed when needed, and only if its input has changed."""

    def __init__(self, base: RatedBase, changed: Mapping[int, Entrant]) -> None:
        self.base = base
        self.section = base.trace.section
        self.rules = base.trace.rules
        self.old = base.trace.players
        self.changed = changed
        self.one_pass = self.section.kind in ONE_PASS
        self.plans = {
            place: base.plan_changed(place, entrant)
            for place, entrant in changed.items()
        }
        self.thirds: dict[int, SpecialTrace | None] = {}
        self.fourths: dict[int, StepTrace | None] = {}

    def rate_player(self, place: int) -> PlayerTrace:
        old = self.old[place]
        strengths = tuple(
            [self._list_step_5_strengths(j) for j in self._get_entrant(place).opponents]
        )
        third, fourth = (
            self._get_step_3_strength(place),
            self._get_step_4_strength(place),
        )
        same = place not in self.changed and third is old.step3 and fourth is old.step4
        if same and (old.step5 is None or old.step5.strengths == strengths):
            return old
        planned = self._get_plan(place)
        fifth = (
            run_step_4_or_5(planned, strengths) if planned.formula != "none" else None
        )
        return finish_player(planned, third, fourth, fifth, self.section, self.rules)

    def _get_entrant(self, place: int) -> Entrant:
        return self.changed.get(place) or self.old[place].entrant

    def _get_plan(self, place: int) -> PlayerPlan:
        return self.plans.get(place) or self.base.get_plan(place)

    def _get_start_strength(self, place: int) -> float:
        """Return the strength of Step 1; only a change can affect it."""
        changed = place in self.changed
        return (self.plans[place] if changed else self.old[place]).start.r0

    def _get_step_3_strength(self, place: int) -> SpecialTrace | None:
        if place in self.thirds:
            return self.thirds[place]
        found = self.old[place].step3
        same = found is None or self.changed.keys().isdisjoint(
            self.old[place].entrant.opponents
        )
        if self.one_pass or (same and place not in self.changed):
            return found
        planned = self._get_plan(place)
        strengths = tuple(
            [self._get_start_strength(j) for j in planned.entrant.opponents]
        )
        if not planned.needs_step3:
            found = None
        elif place in self.changed or found is None or found.strengths != strengths:
            found = run_step_3(planned, strengths)
        self.thirds[place] = found
        return found

    def _list_step_4_strengths(self, place: int) -> float:
        third = self._get_step_3_strength(place)
        return self._get_start_strength(place) if third is None else third.result

    def _get_step_4_strength(self, place: int) -> StepTrace | None:
        if self.one_pass:
            return None
        if place in self.fourths:
            return self.fourths[place]
        found = self.old[place].step4
        strengths = tuple(
            [self._list_step_4_strengths(j) for j in self._get_entrant(place).opponents]
        )
        if place in self.changed:
            planned = self.plans[place]
            found = (
                run_step_4_or_5(planned, strengths)
                if planned.formula != "none"
                else None
            )
        elif found is not None and found.strengths != strengths:
            found = run_step_4_or_5(self._get_plan(place), strengths)
        self.fourths[place] = found
        return found

    def _list_step_5_strengths(self, place: int) -> float:
        if self.one_pass:
            return self._get_start_strength(place)
        fourth = self._get_step_4_strength(place)
        return self._list_step_4_strengths(place) if fourth is None else fourth.result


LOSS, DRAW, WIN = 0, 1, 2
OUTCOMES: Final = (LOSS, DRAW, WIN)
"""The possible half points of the first player of a game."""


class PendingGame(NamedTuple):
    """An unplayed game between two places of a section, in a round counted from 1.

    Results are those of `one`. If `mirrored` is False, the game counts only for `one`.
    """

    one: int
    other: int
    round: int
    mirrored: bool = True

    def list_places(self) -> tuple[int, ...]:
        """Return the places whose score the game changes."""
        return (self.one, self.other) if self.mirrored else (self.one,)


def decide_games(
    section: SectionInput, pending: Sequence[PendingGame], halves: Sequence[int]
) -> SectionInput:
    """Return the section with results in each unplayed game: `one` scores `halves` half points."""
    more: dict[int, list[RatedGame]] = {}
    for game, points in zip(pending, halves, strict=True):
        more.setdefault(game.one, []).append(
            RatedGame(game.other, points / 2, game.round)
        )
        if game.mirrored:
            more.setdefault(game.other, []).append(
                RatedGame(game.one, (WIN - points) / 2, game.round)
            )
    entrants = section.entrants
    return section.with_entrants(
        {place: add_games(entrants[place], games) for place, games in more.items()}
    )


def add_games(entrant: Entrant, games: Sequence[RatedGame]) -> Entrant:
    """Return the entrant with more games, each in its round."""
    return replace(
        entrant, own=tuple(sorted((*entrant.own, *games), key=lambda game: game.round))
    )
