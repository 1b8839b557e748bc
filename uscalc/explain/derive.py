"""Derive one player's rating from a section's trace, step by step, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from uscalc.engine.guide import Worksheet
from uscalc.engine.rules import Conversion, Rules
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.answer import answer
from uscalc.explain.formula import Formula, call, figure
from uscalc.explain.guide import CITED, guide_answer, guide_chapters
from uscalc.explain.model import Chapter, Derivation, GameRow, Line, Table, line
from uscalc.explain.numbers import (
    RESULTS,
    People,
    Words,
    even,
    points,
    rating,
    say,
    strength_history,
    strength_source,
    words,
)
from uscalc.explain.result import result_lines
from uscalc.explain.since import also_cited, by_guide, cited, departure, header
from uscalc.explain.special import knot_table, special_lines
from uscalc.explain.standard import effective_lines, standard_lines
from uscalc.explain.start import conversion_formula, source_table, start_lines

CONVERSIONS: Final[Mapping[str, str]] = {
    "foreign-fide": "fide_conversion",
    "foreign-fide-youth": "fide_youth_conversion",
}
"""The parameter that converts the opponents' FIDE ratings, by the kind of section."""
ELIGIBLE: Final[Mapping[str, str]] = {
    "any-rated": "A player with a Regular rating is rated from FIDE events abroad.",
    "established": "Only a player with an established Regular rating is rated from FIDE "
    "events abroad.",
}
"""The players rated from such events, by the variant of the rule."""
AUTOMATIC: Final = 2200
"""From this FIDE rating on a US player needs not opt in (2015 to 2025, section 6)."""


def foreign_lines(step: int, player: PlayerTrace, people: People) -> tuple[Line, ...]:
    """Return the condition for a rating from abroad, and opponents' conversions."""
    kind, rules = people.section.section.kind, people.section.rules
    if kind not in CONVERSIONS:
        return ()
    parameter = CONVERSIONS[kind]
    conversion: Conversion | None = getattr(rules, parameter)
    lines = [_automatic(step, player, rules)]
    since = departure(parameter, rules, "The conversion")
    for place in dict.fromkeys(player.entrant.opponents):
        fide = people.trace(place).entrant.start.fide
        if fide is not None and conversion is not None:
            who = people.numbered(place)
            text = f"{who}: FIDE {rating(fide.rating)} as a US Chess rating.{since}"
            section = cited(parameter, rules)
            key = f"step{step}.fide{place}"
            lines.append(_converted(key, text, fide.rating, conversion, section))
            since = ""  # Stated once, at its first use.
    return tuple(lines)


def _automatic(step: int, player: PlayerTrace, rules: Rules) -> Line:
    """Explain which players are rated, and whether this one is rated without opting in."""
    fide = player.entrant.start.fide
    text = ""
    if rules.foreign_fide in ELIGIBLE:
        text = f"{ELIGIBLE[rules.foreign_fide]}{departure('foreign_fide', rules)} "
    text += (
        f"A member with a USA flag and a FIDE rating of {AUTOMATIC} or more is rated from "
        "such events automatically. Other members must have opted in before the event. "
    )
    if fide is None:
        text += "This player's FIDE rating is not given, so neither is checked."
    elif fide.rating >= AUTOMATIC:
        text += f"This player's FIDE rating is {rating(fide.rating)}: automatic."
    else:
        text += (
            f"This player's FIDE rating is {rating(fide.rating)}: only after opting in, "
            "which is not checked."
        )
    return line(f"step{step}.foreign", text, None, "", cited("foreign_fide", rules))


def _converted(
    key: str, text: str, fide: float, conversion: Conversion, section: str
) -> Line:
    def formula(extra: int) -> Formula:
        return conversion_formula(conversion, fide, extra)

    return line(key, text, formula, rating(conversion(fide)), section)


def score_line(player: PlayerTrace, people: People) -> Line:
    """Return S and m, which every formula uses."""
    m = player.entrant.m
    text = say(
        "The score {s} is {points}, and the number of rated games {m} is {count}.",
        points=points(player.entrant.score),
        count=str(m),
    )
    citations = people.section.rules.citations
    where = citations.special if player.formula == "special" else citations.standard
    return line("score", text, None, "", str(where))


def nothing_line(player: PlayerTrace, people: People) -> Line:
    """Explain that a player without a rated game is not rated."""
    text = say("No game of this player is rated here, so the rating and {n} stay.")
    if player.entrant.rating is None:
        text = say("No game of this player is rated here: the player stays unrated.")
    return line("nothing", text, None, "", str(people.section.rules.citations.games))


def idle_rounds(idle: Sequence[tuple[int, str]], section: str) -> tuple[Line, ...]:
    """Return the rounds without a rated game, with what replaced it."""
    if not idle:
        return ()
    said = ", ".join(
        f"{number} ({why})" if why else str(number) for number, why in idle
    )
    rounds, counts = ("rounds", "They count") if idle[1:] else ("round", "It counts")
    text = f"Without a rated game: {rounds} {said}. {counts} for nothing here."
    return (line("idle", text, None, "", section),)


def skipped(player: PlayerTrace, people: People) -> Line:
    """Explain why Step 3 does nothing for a player."""
    if player.entrant.rating is not None:
        why = say("this one came with a rating")
    else:
        why = say("to this one Step 1 gives {n} = {count}", count=str(player.start.n))
    estimated = sum(
        people.trace(place).step3 is not None
        for place in dict.fromkeys(player.entrant.opponents)
    )
    tail = ""
    if estimated:
        tail = f" Of the opponents it estimates {estimated}, for Step 4 below."
    text = say(
        "It makes a first estimate only of who comes unrated and to whom Step 1 gives no "
        "games, {n} = 0; {why}.{tail}",
        why=why,
        tail=tail,
    )
    return line(
        "step3.skipped", text, None, "", str(people.section.rules.citations.steps)
    )


def opening_line(step: int, player: PlayerTrace, people: People) -> Line:
    """Describe the player's initial rating in a step, and the opponents' ratings."""
    text = _opening(step, player)
    rules = people.section.rules
    section = str(rules.citations.steps)
    conversion = CONVERSIONS.get(people.section.section.kind)
    if conversion is not None:
        # Such an event has one pass and ratings of its own for the opponents.
        section = also_cited(str(rules.citations.foreign), conversion, rules)
    return line(f"step{step}.from", text, None, "", section)


def _opening(step: int, player: PlayerTrace) -> Words:
    rated = player.entrant.rating is not None
    own = "own rating before the event" if rated else "own starting rating of Step 1"
    r0 = rating(player.start.r0)
    if step == 3:
        return say(
            "Step 3 starts from the player's {own}, {r0} = {at}, and the opponents' ratings "
            "before the event; of those who came unrated, from Step 1.",
            own=own,
            at=r0,
        )
    if step == 4:
        return say(
            "Step 4 starts from the player's {own}, {r0} = {at}. The opponents count as the "
            "table says. Its result serves one purpose: in Step 5 the player counts so as "
            "an opponent.",
            own=own,
            at=r0,
        )
    if player.step4 is None:
        return say(
            "The player starts from {r0} = {at}. The opponents count as the table says.",
            at=r0,
        )
    same = player.step4.strengths == (player.step5 or player.step4).strengths
    theirs = (
        "The opponents' ratings are the same as in Step 4, and so is all that follows."
        if same
        else "Only the opponents' ratings are new: those that Step 4 gave them."
    )
    return say(
        "Step 5 starts from the player's {own} again, {r0} = {at}, not from the result of Step "
        "4. {theirs}",
        own=own,
        at=r0,
        theirs=theirs,
    )


def derive(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    worked: Worksheet | None = None,
    idle: Sequence[tuple[int, str]] = (),
) -> Derivation:
    """Return the whole derivation of one player's rating."""
    people = People(trace, name_of)
    player = trace.players[place]
    system = SYSTEM_NAMES[trace.section.system]
    unrated = str(trace.rules.citations.games)
    if trace.section.kind in CONVERSIONS:
        # A game against a player without a FIDE rating is left out too.
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
    """Yield Steps 3 to 5, or the only pass of a foreign event."""
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
    """Return the exact steps, marked for their place beside the worksheet."""
    return [replace(chapter, words="Exactly: " + chapter.words) for chapter in chapters]


def _reentry(player: PlayerTrace, people: People) -> tuple[Line, ...]:
    """Explain that several pairing numbers are one member."""
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
    """Return the games with the strengths and expectations of this step."""
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
