"""Derive one player's rating from a section's trace, step by step, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.rules import Conversion, Rules
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.answer import explain_answer
from uscalc.explain.formula import TypesetFormula, make_call, make_figure
from uscalc.explain.guide import CITED, explain_guide_answer, explain_worksheet
from uscalc.explain.model import (
    Derivation,
    DerivationChapter,
    DerivationGameRow,
    DerivationLine,
    DerivationTable,
    make_line,
)
from uscalc.explain.numbers import (
    RESULTS,
    MarkedText,
    PlayerDirectory,
    describe_strength_history,
    describe_strength_source,
    fill_template,
    format_points,
    format_rating,
    format_rating_column,
    make_marked_text,
)
from uscalc.explain.result import explain_result
from uscalc.explain.since import (
    cite_parameter,
    cite_section_and_parameter,
    describe_departure,
    describe_guide_header,
    describe_rules_followed,
)
from uscalc.explain.special import explain_special_step, make_knot_table
from uscalc.explain.standard import explain_effective_games, explain_standard_step
from uscalc.explain.start import (
    explain_start,
    make_conversion_formula,
    make_source_table,
)

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


def explain_foreign_event(
    step: int, player: PlayerTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Return the condition for a rating from abroad, and opponents' conversions."""
    kind, rules = people.section.section.kind, people.section.rules
    if kind not in CONVERSIONS:
        return ()
    parameter = CONVERSIONS[kind]
    conversion: Conversion | None = getattr(rules, parameter)
    lines = [_explain_eligibility(step, player, rules)]
    since = describe_departure(parameter, rules, "The conversion")
    for place in dict.fromkeys(player.entrant.opponents):
        fide = people.get_trace(place).entrant.start.fide
        if fide is not None and conversion is not None:
            who = people.get_name_with_number(place)
            text = (
                f"{who}: FIDE {format_rating(fide.rating)} as a US Chess rating.{since}"
            )
            section = cite_parameter(parameter, rules)
            key = f"step{step}.fide{place}"
            lines.append(
                _make_conversion_line(key, text, fide.rating, conversion, section)
            )
            since = ""  # Stated once, at its first use.
    return tuple(lines)


def _explain_eligibility(
    step: int, player: PlayerTrace, rules: Rules
) -> DerivationLine:
    """Explain which players are rated, and whether this one is rated without opting in."""
    fide = player.entrant.start.fide
    text = (
        f"{ELIGIBLE[rules.foreign_fide]}{describe_departure('foreign_fide', rules)} "
        if rules.foreign_fide in ELIGIBLE
        else ""
    )
    text += (
        f"A member with a USA flag and a FIDE rating of {AUTOMATIC} or more is rated from "
        "such events automatically. Other members must have opted in before the event. "
    )
    if fide is None:
        text += "This player's FIDE rating is not given, so neither is checked."
    elif fide.rating >= AUTOMATIC:
        text += f"This player's FIDE rating is {format_rating(fide.rating)}: automatic."
    else:
        text += (
            f"This player's FIDE rating is {format_rating(fide.rating)}: only after opting in, "
            "which is not checked."
        )
    return make_line(
        f"step{step}.foreign", text, None, "", cite_parameter("foreign_fide", rules)
    )


def _make_conversion_line(
    key: str, text: str, fide: float, conversion: Conversion, section: str
) -> DerivationLine:
    def typeset_formula(extra: int) -> TypesetFormula:
        return make_conversion_formula(conversion, fide, extra)

    return make_line(
        key, text, typeset_formula, format_rating(conversion(fide)), section
    )


def explain_score(player: PlayerTrace, people: PlayerDirectory) -> DerivationLine:
    """Return S and m, which every formula uses."""
    m = player.entrant.m
    text = fill_template(
        "The score {s} is {points}, and the number of rated games {m} is {count}.",
        points=format_points(player.entrant.score),
        count=str(m),
    )
    citations = people.section.rules.citations
    where = citations.special if player.formula == "special" else citations.standard
    return make_line("score", text, None, "", str(where))


def explain_no_rating(player: PlayerTrace, people: PlayerDirectory) -> DerivationLine:
    """Explain that a player without a rated game is not rated."""
    text = fill_template(
        "No game of this player is rated here: the player stays unrated."
        if player.entrant.rating is None
        else "No game of this player is rated here, so the rating and {n} stay."
    )
    return make_line(
        "nothing", text, None, "", str(people.section.rules.citations.games)
    )


def describe_unrated_rounds(
    idle: Sequence[tuple[int, str]], section: str
) -> tuple[DerivationLine, ...]:
    """Return the rounds without a rated game, with what replaced it."""
    if not idle:
        return ()
    said = ", ".join(
        f"{number} ({why})" if why else str(number) for number, why in idle
    )
    rounds, counts = ("rounds", "They count") if idle[1:] else ("round", "It counts")
    text = f"Without a rated game: {rounds} {said}. {counts} for nothing here."
    return (make_line("idle", text, None, "", section),)


def explain_skipped_step_3(
    player: PlayerTrace, people: PlayerDirectory
) -> DerivationLine:
    """Explain why Step 3 does nothing for a player."""
    why = (
        fill_template("this one came with a rating")
        if player.entrant.rating is not None
        else fill_template(
            "to this one Step 1 gives {n} = {count}", count=str(player.start.n)
        )
    )
    estimated = sum(
        people.get_trace(place).step3 is not None
        for place in dict.fromkeys(player.entrant.opponents)
    )
    tail = (
        f" Of the opponents it estimates {estimated}, for Step 4 below."
        if estimated
        else ""
    )
    text = fill_template(
        "It makes a first estimate only of who comes unrated and to whom Step 1 gives no "
        "games, {n} = 0; {why}.{tail}",
        why=why,
        tail=tail,
    )
    return make_line(
        "step3.skipped", text, None, "", str(people.section.rules.citations.steps)
    )


def explain_start_of_step(
    step: int, player: PlayerTrace, people: PlayerDirectory
) -> DerivationLine:
    """Describe the player's initial rating in a step, and the opponents' ratings."""
    text = _describe_opening(step, player)
    rules = people.section.rules
    section = str(rules.citations.steps)
    conversion = CONVERSIONS.get(people.section.section.kind)
    if conversion is not None:
        # Such an event has one pass and ratings of its own for the opponents.
        section = cite_section_and_parameter(
            str(rules.citations.foreign), conversion, rules
        )
    return make_line(f"step{step}.from", text, None, "", section)


def _describe_opening(step: int, player: PlayerTrace) -> MarkedText:
    rated = player.entrant.rating is not None
    own = "own rating before the event" if rated else "own starting rating of Step 1"
    r0 = format_rating(player.start.r0)
    if step == 3:
        return fill_template(
            "Step 3 starts from the player's {own}, {r0} = {at}, and the opponents' ratings "
            "before the event; of those who came unrated, from Step 1.",
            own=own,
            at=r0,
        )
    if step == 4:
        return fill_template(
            "Step 4 starts from the player's {own}, {r0} = {at}. The opponents count as the "
            "table says. Its result serves one purpose: in Step 5 the player counts so as "
            "an opponent.",
            own=own,
            at=r0,
        )
    if player.step4 is None:
        return fill_template(
            "The player starts from {r0} = {at}. The opponents count as the table says.",
            at=r0,
        )
    same = player.step4.strengths == (player.step5 or player.step4).strengths
    theirs = (
        "The opponents' ratings are the same as in Step 4, and so is all that follows."
        if same
        else "Only the opponents' ratings are new: those that Step 4 gave them."
    )
    return fill_template(
        "Step 5 starts from the player's {own} again, {r0} = {at}, not from the result of Step "
        "4. {theirs}",
        own=own,
        at=r0,
        theirs=theirs,
    )


def derive_rating(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    worked: GuideWorksheet | None = None,
    idle: Sequence[tuple[int, str]] = (),
) -> Derivation:
    """Return the whole derivation of one player's rating."""
    people = PlayerDirectory(trace, name_of)
    player = trace.players[place]
    system = SYSTEM_NAMES[trace.section.system]
    unrated = str(trace.rules.citations.games)
    if trace.section.kind in CONVERSIONS:
        # A game against a player without a FIDE rating is left out too.
        unrated += f"; {trace.rules.citations.foreign}"
    idle_lines = describe_unrated_rounds(idle, unrated)
    first = (*_describe_reentry(player, people), *explain_start(player, trace))
    chapters = [
        DerivationChapter(
            fill_template("{step1:Step 1}: where the player starts"),
            first
            if player.formula != "none"
            else (*first, explain_no_rating(player, people), *idle_lines),
            key="step1",
            tables=make_source_table(player.start),
        )
    ]
    if player.formula != "none":
        lines = explain_effective_games(player, trace)
        title = fill_template("{step2:Step 2}: effective games")
        chapters.append(DerivationChapter(title, lines, key="step2"))
        chapters += _derive_steps(player, people, idle_lines)
    if player.step5 is not None:
        lines = explain_result(player, trace)
        chapters.append(
            DerivationChapter(make_marked_text("The result"), lines, key="result")
        )
    heading = f"{people.get_name(place)}, {system}"
    if worked is not None:
        sheet = explain_worksheet(worked, people)
        said = explain_guide_answer(worked, player)
        exactly = [replace(one, words="Exactly: " + one.words) for one in chapters]
        made = Derivation(heading, said, (*sheet, *exactly))
        return replace(
            made, rules=describe_guide_header(CITED, _describe_rules(made, trace))
        )
    made = Derivation(heading, explain_answer(player, people), tuple(chapters))
    return replace(made, rules=_describe_rules(made, trace))


def _describe_rules(made: Derivation, trace: SectionTrace) -> str:
    return describe_rules_followed(
        trace.rules, (line.text for line in made.iterate_lines())
    )


def _derive_steps(
    player: PlayerTrace, people: PlayerDirectory, idle: tuple[DerivationLine, ...]
) -> Iterator[DerivationChapter]:
    """Yield Steps 3 to 5, or the only pass of a foreign event."""
    begun = False
    if player.step3 is None and player.step4 is not None:
        title = fill_template("{step3:Step 3}: not for this player")
        yield DerivationChapter(
            title, (explain_skipped_step_3(player, people),), key="step3"
        )
    for step, done in ((3, player.step3), (4, player.step4), (5, player.step5)):
        if done is None:
            continue
        found = _derive_step(step, player, done, people, not begun)
        if not begun:
            found = replace(
                found, lines=(explain_score(player, people), *idle, *found.lines)
            )
        begun = True
        yield found


def _describe_reentry(
    player: PlayerTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Explain that several pairing numbers are one member."""
    numbers = player.entrant.numbers
    if len(numbers) == 1:
        return ()
    listed = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    text = f"Numbers {listed} are one member, whose games are rated together."
    cited = str(people.section.rules.citations.steps)
    return (make_line("reentry", text, None, "", cited),)


TITLES: Final = {
    3: "{step3:Step 3}: a first estimate, for the opponents only",
    4: "{step4:Step 4}: an intermediate rating, for the opponents",
    5: "{step5:Step 5}: the same with the opponents' Step 4 ratings",
}


def _derive_step(
    step: int,
    player: PlayerTrace,
    done: StepTrace,
    people: PlayerDirectory,
    first: bool,
) -> DerivationChapter:
    rules = people.section.rules
    opening = explain_start_of_step(step, player, people)
    tables: tuple[DerivationTable, ...] = ()
    if isinstance(done, StandardTrace):
        lines = explain_standard_step(step, player, done, people)
        at = player.start.r0
    else:
        lines = explain_special_step(step, player, done, people, first)
        tables = (make_knot_table(player, done, people),)
        at = done.end
    lines = (opening, *explain_foreign_event(step, player, people), *lines)
    if done.result != done.raw:
        lines = (
            *lines,
            make_line(
                f"step{step}.minimum",
                "No result of a step is below 100.",
                lambda extra: make_call(
                    "max",
                    make_figure("100"),
                    make_figure(format_rating(done.raw, extra), done.raw),
                ),
                format_rating(done.result),
                str(rules.citations.steps),
            ),
        )
    one_pass = step == 5 and player.step4 is None
    title = (
        make_marked_text("The rating, in one pass")
        if one_pass
        else fill_template(TITLES[step])
    )
    games = _list_game_rows(step, player, done, people)
    return DerivationChapter(
        title, lines, games, f"step{step}", tables, expected_at=format_rating(at)
    )


def _list_game_rows(
    step: int, player: PlayerTrace, done: StepTrace, people: PlayerDirectory
) -> tuple[DerivationGameRow, ...]:
    """Return the games with the strengths and expectations of this step."""
    expectations = (
        [format_provisional_expectancy(done, strength) for strength in done.strengths]
        if isinstance(done, SpecialTrace)
        else list(done.expectations)
    )
    strengths = format_rating_column(done.strengths)
    return tuple(
        DerivationGameRow(
            game.round,
            people.get_trace(game.opponent).entrant.number,
            people.get_name(game.opponent),
            RESULTS[game.score],
            strength,
            describe_strength_source(people.get_trace(game.opponent), step),
            f"{expectation:.4f}",
            game.score,
            expectation,
            describe_strength_history(people.get_trace(game.opponent)),
        )
        for game, strength, expectation in zip(
            player.entrant.own, strengths, expectations, strict=True
        )
    )


def format_provisional_expectancy(done: SpecialTrace, strength: float) -> float:
    """Return PWe at the step's own result, for the table of games."""
    return min(1.0, max(0.0, 0.5 + (done.end - strength) / 800.0))
