"""What the solver shows of a player: the steps, their curves and both walks."""

from dataclasses import dataclass
from functools import cached_property

from uscalc.document.model import Section
from uscalc.document.rate.rating import SystemRating
from uscalc.engine.trace import PlayerTrace, SectionTrace, SpecialTrace
from uscalc.explain.curve import ObjectiveCurve, make_objective_curve
from uscalc.explain.numbers import PlayerDirectory, format_points, format_whole_rating
from uscalc.explain.walk import (
    StartAt,
    WalkStop,
    compare_step_curves,
    compare_walk_starts,
    compute_walk_from,
    describe_plateau,
    list_walk_stops,
)


def people_of(trace: SectionTrace, section: Section) -> PlayerDirectory:
    """Return the people of a section by the names in its table."""
    names = {player.number: player.name for player in section.players}
    return PlayerDirectory(trace, lambda number: names.get(number, ""))


def special_steps(player: PlayerTrace) -> dict[int, SpecialTrace]:
    """Return the steps of a player that the special formula gave."""
    steps = {3: player.step3, 4: player.step4, 5: player.step5}
    return {i: done for i, done in steps.items() if isinstance(done, SpecialTrace)}


def solved_rows(section: Section, rating: SystemRating) -> list[int]:
    """Return the rows whose players the special formula rates."""
    return [
        row
        for row, player in enumerate(section.players)
        if player.number in rating.places
        and rating.find_trace(player.number).formula == "special"
    ]


@dataclass(frozen=True)
class SolvedStep:
    """One player in one step, from one start; each part is made when asked for."""

    people: PlayerDirectory
    player: PlayerTrace
    step: int
    start: StartAt

    @cached_property
    def steps(self) -> dict[int, SpecialTrace]:
        """Every step that can be shown."""
        return special_steps(self.player)

    @property
    def done(self) -> SpecialTrace:
        """The shown step as the trace has it."""
        return self.steps[self.step]

    @cached_property
    def curve(self) -> ObjectiveCurve:
        """f in the shown step."""
        return make_objective_curve(self.done, self.player.entrant)

    @cached_property
    def ghosts(self) -> tuple[tuple[int, ObjectiveCurve], ...]:
        """f in the other steps."""
        return tuple(
            (step, make_objective_curve(done, self.player.entrant))
            for step, done in self.steps.items()
            if step != self.step
        )

    @cached_property
    def closed(self) -> SpecialTrace:
        """The walk from the closed form."""
        return compute_walk_from("closed form", self.player, self.done)

    @property
    def walk(self) -> SpecialTrace:
        """The walk from the chosen start."""
        return self.done if self.start == "prior" else self.closed

    @cached_property
    def stops(self) -> tuple[WalkStop, ...]:
        """The walk stop by stop."""
        return list_walk_stops(self.walk, self.start, self.curve, self.people)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What is worth knowing beside the walk."""
        notes = [compare_walk_starts(self.done, self.closed, self.curve)]
        if notes[0].startswith("Both"):
            notes.append(describe_plateau(self.curve))
        before = [step for step in self.steps if step < self.step]
        if before:
            earlier = before[-1]
            notes.append(
                compare_step_curves(
                    self.steps[earlier], self.done, earlier, self.player, self.people
                )
            )
        return tuple(note for note in notes if note)


def make_headline(solved: SolvedStep, name: str) -> str:
    """Return what the picture finds: "Tom Castle's 3.5 of 5 makes 1762"."""
    last, comma, first = name.partition(", ")
    who = f"{first} {last}" if comma else name
    done, player = solved.done, solved.player
    said = (
        f"{who}'s {format_points(done.score)} of {player.entrant.m} makes "
        f"{format_whole_rating(solved.walk.end)}"
    )
    if solved.step != 5:
        return f"{said} in Step {solved.step}"
    if player.post is not None and format_whole_rating(
        player.post
    ) != format_whole_rating(solved.walk.end):
        return (
            f"{said}; the rating after the event is {format_whole_rating(player.post)}"
        )
    return said
