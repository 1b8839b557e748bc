"""The derivation of one player's rating from a section's trace, step by step."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.engine.guide import Worksheet
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.answer import answer
from uscalc.explain.effective import effective_lines
from uscalc.explain.foreign import CONVERSIONS, foreign_lines
from uscalc.explain.formula import call, figure
from uscalc.explain.guide import CITED, guide_answer, guide_chapters
from uscalc.explain.model import Chapter, Derivation, GameRow, Line, Table, line
from uscalc.explain.numbers import even, rating
from uscalc.explain.opening import (
    idle_rounds,
    nothing_line,
    opening_line,
    score_line,
    skipped,
)
from uscalc.explain.people import RESULTS, People, strength_history, strength_source
from uscalc.explain.result import result_lines
from uscalc.explain.since import by_guide, header
from uscalc.explain.special import knot_table, special_lines
from uscalc.explain.standard import standard_lines
from uscalc.explain.start import source_table, start_lines
from uscalc.explain.words import say, words


def derive(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    worked: Worksheet | None = None,
    idle: Sequence[tuple[int, str]] = (),
) -> Derivation:
    """Return everything that led to one player's rating.

    `place` is the entrant's place in the trace, `name_of` gives a name for a pairing
    number. `worked` is the guide's worksheet where the guide of 2001 is followed: it
    comes first, and the exact steps after it. `idle` are the rounds in which no game of
    the player is rated, each with what there was instead. Only figures of the trace are
    used; nothing is rated again.
    """
    people = People(trace, name_of)
    player = trace.players[place]
    system = SYSTEM_NAMES[trace.section.system]
    unrated = str(trace.rules.citations.games)
    if trace.section.kind in CONVERSIONS:
        # There a game against who has no FIDE rating is left out too.
        unrated += f"; {trace.rules.citations.foreign}"
    idle_lines = idle_rounds(idle, unrated)
    first = (*_reentry(player, people), *start_lines(player, trace))
    chapters = [
        Chapter(
            say("{step1:Step 1}: where the player starts"),
            first
            if player.formula != "none"
            else (*first, nothing_line(player, people), *idle_lines),
            key="step1",
            tables=source_table(player.start),
        )
    ]
    if player.formula != "none":
        lines = effective_lines(player, trace)
        title = say("{step2:Step 2}: effective games")
        chapters.append(Chapter(title, lines, key="step2"))
        chapters += _steps(player, people, idle_lines)
    if player.step5 is not None:
        lines = result_lines(player, trace)
        chapters.append(Chapter(words("The result"), lines, key="result"))
    heading = f"{people.name(place)}, {system}"
    if worked is not None:
        sheet = guide_chapters(worked, people)
        said = guide_answer(worked, player)
        made = Derivation(heading, said, (*sheet, *_exactly(chapters)))
        return replace(made, rules=by_guide(CITED, _header(made, trace)))
    made = Derivation(heading, answer(player, people), tuple(chapters))
    return replace(made, rules=_header(made, trace))


def _header(made: Derivation, trace: SectionTrace) -> str:
    return header(trace.rules, (line.text for line in made.lines()))


def _steps(
    player: PlayerTrace, people: People, idle: tuple[Line, ...]
) -> Iterator[Chapter]:
    """Step 3 to 5, or the one pass where there is no other."""
    begun = False
    if player.step3 is None and player.step4 is not None:
        title = say("{step3:Step 3}: not for this player")
        yield Chapter(title, (skipped(player, people),), key="step3")
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        if done is None:
            continue
        found = _step(step, player, done, people, not begun)
        if not begun:
            found = replace(
                found, lines=(score_line(player, people), *idle, *found.lines)
            )
        begun = True
        yield found


def _exactly(chapters: list[Chapter]) -> list[Chapter]:
    """Return the exact steps as they stand beside the worksheet."""
    return [replace(chapter, words="Exactly: " + chapter.words) for chapter in chapters]


def _reentry(player: PlayerTrace, people: People) -> tuple[Line, ...]:
    """Return says that several pairing numbers are one member."""
    numbers = player.entrant.numbers
    if len(numbers) == 1:
        return ()
    listed = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    text = f"Numbers {listed} are one member, whose games are rated together."
    cited = str(people.section.rules.citations.steps)
    return (line("reentry", text, None, "", cited),)


TITLES: Final = {
    3: "{step3:Step 3}: a first estimate, for the opponents only",
    4: "{step4:Step 4}: an intermediate rating, for the opponents",
    5: "{step5:Step 5}: the same with the opponents' Step 4 ratings",
}


def _step(
    step: int, player: PlayerTrace, done: StepTrace, people: People, first: bool
) -> Chapter:
    rules = people.section.rules
    opening = opening_line(step, player, people)
    tables: tuple[Table, ...] = ()
    if isinstance(done, StandardTrace):
        lines = standard_lines(step, player, done, people)
        at = player.start.r0
    else:
        lines = special_lines(step, player, done, people, first)
        tables = (knot_table(player, done, people),)
        at = done.end
    lines = (opening, *foreign_lines(step, player, people), *lines)
    if done.result != done.raw:
        lines = (
            *lines,
            line(
                f"step{step}.minimum",
                "No result of a step is below 100.",
                lambda extra: call(
                    "max", figure("100"), figure(rating(done.raw, extra), done.raw)
                ),
                rating(done.result),
                str(rules.citations.steps),
            ),
        )
    one_pass = step == 5 and player.step4 is None
    title = words("The rating, in one pass") if one_pass else say(TITLES[step])
    games = _games(step, player, done, people)
    return Chapter(title, lines, games, f"step{step}", tables, expected_at=rating(at))


def _games(
    step: int, player: PlayerTrace, done: StepTrace, people: People
) -> tuple[GameRow, ...]:
    """Return the games with the strength and the expectation that this step used."""
    if isinstance(done, SpecialTrace):
        expectations = [provisional(done, strength) for strength in done.strengths]
    else:
        expectations = list(done.expectations)
    strengths = even(done.strengths)
    return tuple(
        GameRow(
            game.round,
            people.trace(game.opponent).entrant.number,
            people.name(game.opponent),
            RESULTS[game.score],
            strength,
            strength_source(people.trace(game.opponent), step),
            f"{expectation:.4f}",
            game.score,
            expectation,
            strength_history(people.trace(game.opponent)),
        )
        for game, strength, expectation in zip(
            player.entrant.own, strengths, expectations, strict=True
        )
    )


def provisional(done: SpecialTrace, strength: float) -> float:
    """Return PWe at the step's own result, for the table of games."""
    return min(1.0, max(0.0, 0.5 + (done.end - strength) / 800.0))
