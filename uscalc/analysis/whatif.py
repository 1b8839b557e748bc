"""Rate again only what a change can reach, bit for bit as a full rating would.

A changed player is rated again in every step; other players only where the strength of an
opponent in that step has changed. The cost depends on the number of opponents, not on the
size of the section. Where many changes affect one player, `rerate_player` is faster than
`rerate_changed`, which follows a change to all players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

from uscalc.engine.inputs import Entrant, RatedGame, SectionInput
from uscalc.engine.section import (
    ONE_PASS,
    PlayerPlan,
    finish_player,
    list_step_1_facts,
    plan_player,
    run_step_3,
    run_step_4_or_5,
)
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace, StepTrace


@dataclass(frozen=True)
class RatedBase:
    """A rated section, for what-if questions.

    `opponents_of` lists, for each entrant, the entrants with a game against it.
    """

    trace: SectionTrace
    _plans: dict[int, PlayerPlan] = field(default_factory=dict, compare=False)

    @cached_property
    def opponents_of(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the places whose own games have it as opponent."""
        found: list[dict[int, None]] = [{} for _ in self.trace.players]
        for place, player in enumerate(self.trace.players):
            for opponent in player.entrant.opponents:
                found[opponent][place] = None
        return tuple(tuple(places) for places in found)

    def get_plan(self, place: int) -> PlayerPlan:
        """Return Steps 1 and 2 of a place as rated; computed once."""
        found = self._plans.get(place)
        if found is None:
            found = self.plan_changed(place, self.trace.players[place].entrant)
            self._plans[place] = found
        return found

    def plan_changed(self, place: int, entrant: Entrant) -> PlayerPlan:
        """Return Steps 1 and 2 of a changed entrant.

        Step 1 is kept where it would start from the same facts.
        """
        trace = self.trace
        old = trace.players[place]
        same = list_step_1_facts(entrant) == list_step_1_facts(old.entrant)
        start = old.start if same else None
        return plan_player(entrant, trace.section, trace.rules, self.is_match, start)

    @cached_property
    def strengths(self) -> tuple[float, ...]:
        """Each entrant's strength as an opponent in Step 5."""
        return tuple(map(_get_final_strength, self.trace.players))

    @cached_property
    def is_match(self) -> bool:
        """True if the section was rated as a match."""
        return any(player.match is not None for player in self.trace.players)


class AlternativesCase(NamedTuple):
    """A rated section and alternatives of it: changed entrants by place."""

    base: RatedBase
    changes: Sequence[Mapping[int, Entrant]]

    @property
    def wide(self) -> int:
        """The number of strengths of an alternative, including one for no opponent."""
        return len(self.base.trace.players) + 1


class MovedRating(NamedTuple):
    """A displayed rating that may be any from `low` to `high`."""

    place: int
    shown: int
    low: int
    high: int

    @property
    def points(self) -> int:
        """The largest possible distance from the displayed rating."""
        return max(self.shown - self.low, self.high - self.shown)


def _get_final_strength(player: PlayerTrace) -> float:
    return next(
        (step.result for step in (player.step4, player.step3) if step is not None),
        player.start.r0,
    )


def rerate_changed(
    base: RatedBase, changed: Mapping[int, Entrant]
) -> dict[int, PlayerTrace]:
    """Return the new traces of everybody whose trace changes, by place.

    `changed` gives new entrants by place; their games must name places of the section,
    and the games of a pair must be changed on both sides by the caller. Not for a
    change that makes or unmakes a match.
    """
    return _Rerating(base, changed).run_steps()


def rerate_section_after(base: RatedBase, changed: Mapping[int, Entrant]) -> RatedBase:
    """Return the whole section after a change, as the base of the next one.

    The conditions of `rerate_changed` apply. Entrants whom the change does not reach keep the
    same trace object.
    """
    section = base.trace.section
    entrants, players = list(section.entrants), list(base.trace.players)
    met_by = list(base.opponents_of)
    for place, entrant in changed.items():
        old, new = set(entrants[place].opponents), set(entrant.opponents)
        entrants[place] = entrant
        for opponent in old - new:
            met_by[opponent] = tuple([i for i in met_by[opponent] if i != place])
        for opponent in new - old:
            met_by[opponent] = tuple(sorted((*met_by[opponent], place)))
    for place, player in rerate_changed(base, changed).items():
        players[place] = player
    trace = base.trace._replace(
        section=replace(section, entrants=tuple(entrants)), players=tuple(players)
    )
    after = RatedBase(trace)
    # Known already: looking it up again would double the cost.
    vars(after).update(opponents_of=tuple(met_by), is_match=base.is_match)
    return after


class _Rerating:
    """One re-rating: the new values in each step, by place; missing ones are unchanged."""

    def __init__(self, base: RatedBase, changed: Mapping[int, Entrant]) -> None:
        self.base = base
        self.section = base.trace.section
        self.rules = base.trace.rules
        self.old = base.trace.players
        self.changed = changed
        self.plans: dict[int, PlayerPlan] = {}
        self.step3: dict[int, SpecialTrace | None] = {}
        self.step4: dict[int, StepTrace | None] = {}

    def run_steps(self) -> dict[int, PlayerTrace]:
        for place in self.changed:
            self._get_plan(place)
        start_moved = {
            place
            for place in self.changed
            if self.plans[place].start.r0 != self.old[place].start.r0
        }
        one_pass = self.section.kind in ONE_PASS
        step4_input = set(start_moved)
        if not one_pass:
            step4_input |= self._run_step_3(start_moved)
        step5_input = (
            self._run_step_4(step4_input) if not one_pass else set(step4_input)
        )
        result = {}
        for place in (
            self._find_reached(step5_input) | set(self.step3) | set(self.step4)
        ):
            planned = self._get_plan(place)
            step5 = None
            if planned.formula != "none":
                strength = self._start_strength if one_pass else self._step5_strength
                step5 = run_step_4_or_5(
                    planned, tuple([strength(j) for j in planned.entrant.opponents])
                )
            result[place] = finish_player(
                planned,
                self.step3.get(place, self.old[place].step3),
                self.step4.get(place, self.old[place].step4),
                step5,
                self.section,
                self.rules,
            )
        return result

    def _get_plan(self, place: int) -> PlayerPlan:
        if place not in self.changed:
            return self.base.get_plan(place)
        if place not in self.plans:
            self.plans[place] = self.base.plan_changed(place, self.changed[place])
        return self.plans[place]

    def _find_reached(self, moved: Iterable[int]) -> set[int]:
        """Return the changed entrants, and those who met an entrant whose strength changed.

        Entrants with a new opponent are among the changed.
        """
        return set(self.changed).union(
            *(self.base.opponents_of[place] for place in moved)
        )

    def _run_step_3(self, start_moved: set[int]) -> set[int]:
        """Run Step 3 for the players reached; return those with a new strength in Step 4."""
        moved = set()
        for place in self._find_reached(start_moved):
            planned = self._get_plan(place)
            self.step3[place] = (
                run_step_3(
                    planned,
                    tuple([self._start_strength(j) for j in planned.entrant.opponents]),
                )
                if planned.needs_step3
                else None
            )
        for place in set(self.step3) | start_moved:
            old = self.old[place]
            before = old.start.r0 if old.step3 is None else old.step3.result
            if self._step4_strength(place) != before:
                moved.add(place)
        return moved

    def _run_step_4(self, moved: set[int]) -> set[int]:
        """Run Step 4 for the players reached; return those with a new strength in Step 5."""
        for place in self._find_reached(moved):
            planned = self._get_plan(place)
            self.step4[place] = (
                run_step_4_or_5(
                    planned,
                    tuple([self._step4_strength(j) for j in planned.entrant.opponents]),
                )
                if planned.formula != "none"
                else None
            )
        return {
            place
            for place in self.step4
            if self._step5_strength(place) != _get_final_strength(self.old[place])
        }

    def _start_strength(self, place: int) -> float:
        planned = self.plans.get(place)
        return (self.old[place] if planned is None else planned).start.r0

    def _step4_strength(self, place: int) -> float:
        first = self.step3.get(place, self.old[place].step3)
        return self._start_strength(place) if first is None else first.result

    def _step5_strength(self, place: int) -> float:
        done = self.step4.get(place, self.old[place].step4)
        return self._step4_strength(place) if done is None else done.result


def rerate_player(
    base: RatedBase, changed: Mapping[int, Entrant], place: int
) -> PlayerTrace:
    """Return the player's trace after a change, bit for bit that of a full rating.

    The conditions of `rerate_changed` apply.
    """
    return _OnDemandRerating(base, changed).rate_player(place)


def rerate_players(
    base: RatedBase, changed: Mapping[int, Entrant], places: Iterable[int]
) -> list[PlayerTrace]:
    """Return the traces of several players after one change; see `rerate_player`."""
    one = _OnDemandRerating(base, changed)
    return [one.rate_player(place) for place in places]


class _OnDemandRerating:
    """The steps on demand; each is computed once, and only if its input has changed."""

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
        if self.one_pass or (found is None and place not in self.changed):
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

    Results are given from the view of `one`. `mirrored` False: the game counts for
    `one` alone.
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
    """Return the section with each unplayed game decided by `one`'s half points, `halves`."""
    more: dict[int, list[RatedGame]] = {}
    for game, points in zip(pending, halves, strict=True):
        more.setdefault(game.one, []).append(
            RatedGame(game.other, points / 2, game.round)
        )
        if game.mirrored:
            more.setdefault(game.other, []).append(
                RatedGame(game.one, (WIN - points) / 2, game.round)
            )
    entrants = list(section.entrants)
    for place, games in more.items():
        entrants[place] = add_games(entrants[place], games)
    return replace(section, entrants=tuple(entrants))


def add_games(entrant: Entrant, games: Sequence[RatedGame]) -> Entrant:
    """Return the entrant with more games, each in its round."""
    own = sorted((*entrant.own, *games), key=lambda game: game.round)
    return replace(entrant, own=tuple(own))
