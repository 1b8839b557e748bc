"""Derive one player's rating from the trace of a section, step by step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from uscalc.engine.guide import GuideWorksheet
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.rules import PASSES, Conversion, Rules
from uscalc.engine.special import compute_provisional_expectancy
from uscalc.engine.trace import (
    PlayerTrace,
    SectionTrace,
    SpecialTrace,
    StandardTrace,
    StepTrace,
)
from uscalc.explain.answer import explain_answer
from uscalc.explain.formula import make_call, make_figure, make_rating
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
from uscalc.explain.picture import list_steps
from uscalc.explain.result import explain_result
from uscalc.explain.since import (
    cite_parameter,
    cite_section_and_parameter,
    describe_change,
    describe_departure,
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
"""The parameter that converts the opponents' FIDE ratings, by section type."""
ELIGIBLE: Final[Mapping[str, str]] = {
    "any-rated": "FIDE events abroad count for players with a Regular rating.",
    "established": "FIDE events abroad count only for players with an established Regular "
    "rating.",
}
"""The players for whom such events count, by variant of the rule."""
AUTOMATIC: Final = 2200
"""A US player with this FIDE rating or more need not opt in (2015 to 2025, section 6)."""


def explain_foreign_event(
    step: int, player: PlayerTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Explain when an event abroad counts, and convert the opponents' FIDE ratings."""
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
            lines.append(
                make_line(
                    f"step{step}.fide{place}",
                    f"{people.get_name_with_number(place)}: FIDE "
                    f"{format_rating(fide.rating)}, converted to a US Chess "
                    f"rating.{since}",
                    partial(make_conversion_formula, conversion, fide.rating),
                    format_rating(conversion(fide.rating)),
                    cite_parameter(parameter, rules),
                )
            )
            since = ""  # State this once, where it is first used.
    return tuple(lines)


def _explain_eligibility(
    step: int, player: PlayerTrace, rules: Rules
) -> DerivationLine:
    """Explain for which players the event counts, and whether this one must opt in."""
    fide = player.entrant.start.fide
    counted = (
        f"{ELIGIBLE[rules.foreign_fide]}{describe_departure('foreign_fide', rules)} "
        if rules.foreign_fide in ELIGIBLE
        else ""
    )
    if fide is None:
        own = (
            "This player's FIDE rating isn't given, so uscalc doesn't check whether "
            "the "
            "event counts."
        )
    elif fide.rating >= AUTOMATIC:
        own = (
            f"This player's FIDE rating is {format_rating(fide.rating)}, so the event "
            "counts automatically."
        )
    else:
        own = (
            f"This player's FIDE rating is {format_rating(fide.rating)}, so the event "
            "counts only if the player opted in. uscalc doesn't check this."
        )
    return make_line(
        f"step{step}.foreign",
        f"{counted}Such an event counts automatically for members with a USA flag and "
        f"a FIDE rating of {AUTOMATIC} or more. Other members must opt in before the "
        f"event. {own}",
        None,
        "",
        cite_parameter("foreign_fide", rules),
    )


def explain_score(player: PlayerTrace, people: PlayerDirectory) -> DerivationLine:
    """Explain the score S and the number of games m, which every formula uses."""
    text = fill_template(
        "The score {s} is {points}, and the number of rated games {m} is {count}.",
        points=format_points(player.entrant.score),
        count=str(player.entrant.m),
    )
    citations = people.section.rules.citations
    where = citations.special if player.formula == "special" else citations.standard
    return make_line("score", text, section=str(where))


def explain_no_rating(player: PlayerTrace, people: PlayerDirectory) -> DerivationLine:
    """Explain that a player without a rated game is not rated."""
    return make_line(
        "nothing",
        fill_template(
            "This player has no rated game here and stays unrated."
            if player.entrant.rating is None
            else "This player has no rated game here, so the rating and {n} don't change."
        ),
        None,
        "",
        str(people.section.rules.citations.games),
    )


def describe_unrated_rounds(
    idle: Sequence[tuple[int, str]], section: str
) -> tuple[DerivationLine, ...]:
    """List the rounds without a rated game, with the reason for each."""
    if not idle:
        return ()
    listed = ", ".join(
        f"{number} ({why})" if why else str(number) for number, why in idle
    )
    rounds = "rounds" if idle[1:] else "round"
    text = f"No rated game, so not counted: {rounds} {listed}."
    return (make_line("idle", text, None, "", section),)


def explain_skipped_step_3(
    player: PlayerTrace, people: PlayerDirectory
) -> DerivationLine:
    """Explain why Step 3 doesn't apply to a player."""
    why = (
        fill_template("This player has a pre-event rating")
        if player.entrant.rating is not None
        else fill_template(
            "For this player, Step 1 gives {n} = {count}", count=str(player.start.n)
        )
    )
    estimated = sum(
        people.get_trace(place).step3 is not None
        for place in dict.fromkeys(player.entrant.opponents)
    )
    tail = (
        "Step 3 estimates the rating of one opponent, for Step 4."
        if estimated == 1
        else f"Step 3 estimates the ratings of {estimated} opponents, for Step 4."
    )
    return make_line(
        "step3.skipped",
        fill_template(
            "Step 3 applies only to unrated players for whom Step 1 gives no games ({n} = "
            "0). {why}."
            "{tail}",
            why=why,
            tail=f" {tail}" if estimated else "",
        ),
        None,
        "",
        str(people.section.rules.citations.steps),
        detail=not estimated,
        brief=tail if estimated else "",
    )


def explain_start_of_step(
    step: int, player: PlayerTrace, people: PlayerDirectory
) -> DerivationLine:
    """Explain from which rating a step starts, and which opponents' ratings it uses."""
    rules = people.section.rules
    text, brief = _describe_opening(step, player, rules)
    section = str(rules.citations.steps)
    conversion = CONVERSIONS.get(people.section.section.kind)
    if conversion is not None:
        # An event abroad has one pass, which uses the opponents' converted ratings.
        section = cite_section_and_parameter(
            str(rules.citations.foreign), conversion, rules
        )
    return make_line(f"step{step}.from", text, None, "", section, brief=brief)


def _describe_opening(
    step: int, player: PlayerTrace, rules: Rules
) -> tuple[MarkedText, MarkedText]:
    """Describe the start of a step, in full and briefly."""
    own = (
        "starting rating from Step 1"
        if player.entrant.rating is None
        else "pre-event rating"
    )
    r0 = format_rating(player.start.r0)
    if step == 3:
        template = (
            "Step 3 starts from the player's {own}, {r0} = {at}, and uses the "
            "opponents' "
            "pre-event ratings (from Step 1 if unrated)."
        )
        brief = "Step 3 starts from {r0} = {at}, with the opponents' ratings in the table below."
    elif step == 4 and rules.passes > PASSES:
        last = rules.passes - 1
        template = brief = (
            f"These rules have {rules.passes} passes.{{changed}} Step 4 is calculated "
            f"{last} times. Each pass starts from {{r0}} = {{at}} and uses the "
            f"opponents' ratings from the pass before. This is pass {last}; Step 5 is "
            "the last pass."
        )
    elif step == 4:
        template = (
            "Step 4 starts from the player's {own}, {r0} = {at}, and uses the "
            "opponents' "
            "ratings in the table. The result has one purpose: the opponents' Step 5 "
            "uses it as this player's rating."
        )
        table = ", with the opponents' ratings in the table below"
        brief = (
            f"Step 4 starts from {{r0}} = "
            f"{{at}}{table if player.formula == 'special' else ''}. "
            "The opponents' Step 5 uses the result as this player's rating."
        )
    elif player.step4 is None:
        template = (
            "The calculation starts from {r0} = {at} and uses the opponents' ratings "
            "in the "
            "table.{changed}"
        )
        brief = ""
    elif player.step4.strengths == (player.step5 or player.step4).strengths:
        template = (
            "Step 5 starts from the player's {own} again, {r0} = {at}, not from the "
            "result "
            "of Step 4. The opponents' ratings are the same as in Step 4, and so is "
            "everything below."
        )
        brief = "The opponents' ratings are the same as in Step 4, and so is everything below."
    else:
        template = (
            "Step 5 starts from the player's {own} again, {r0} = {at}, not from the "
            "result "
            "of Step 4. Only the opponents' ratings change: Step 5 uses their Step 4 "
            "results."
        )
        brief = (
            f"Step 5 starts from {{r0}} = {{at}} again; {_list_kept_values(player)} as "
            "in Step 4."
        )
    changed = describe_change("passes", rules)
    return (
        fill_template(template, own=own, at=r0, changed=changed),
        fill_template(brief, at=r0, changed=changed),
    )


def _list_kept_values(player: PlayerTrace) -> str:
    """Return the values of Step 4 that Step 5 uses again, as the beginning of a clause."""
    if player.formula == "special":
        return "{prior:R'0} and {s_prime} are"
    if isinstance(player.step4, StandardTrace) and player.step4.threshold is not None:
        return "{k} and the {bonus} threshold are"
    return "{k} is"


def derive_rating(
    trace: SectionTrace,
    place: int,
    name_of: Callable[[int], str],
    worked: GuideWorksheet | None = None,
    idle: Sequence[tuple[int, str]] = (),
) -> Derivation:
    """Return the full derivation of one player's rating."""
    people = PlayerDirectory(trace, name_of)
    player = trace.players[place]
    unrated = str(trace.rules.citations.games)
    if trace.section.kind in CONVERSIONS:
        # A game against a player without a FIDE rating isn't counted either.
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
        chapters += [
            DerivationChapter(
                fill_template("{step2:Step 2}: effective games"),
                explain_effective_games(player, trace),
                key="step2",
            ),
            *_derive_steps(player, people, idle_lines),
        ]
    if player.step5 is not None:
        chapters.append(
            DerivationChapter(
                make_marked_text("The result"),
                explain_result(player, trace),
                key="result",
            )
        )
    heading = f"{people.get_name(place)}, {SYSTEM_NAMES[trace.section.system]}"
    if worked is not None:
        exactly = [replace(one, words="Exactly: " + one.words) for one in chapters]
        made = Derivation(
            heading,
            explain_guide_answer(worked, player),
            (*explain_worksheet(worked, people), *exactly),
        )
        return replace(
            made,
            rules=f"{CITED}, by hand. The exact steps after it use the "
            f"{_describe_rules(made, trace)}",
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
    """Yield Steps 3 to 5, or the single pass of an event abroad."""
    if player.step3 is None and player.step4 is not None:
        yield DerivationChapter(
            fill_template("{step3:Step 3}: not needed for this player"),
            (explain_skipped_step_3(player, people),),
            key="step3",
        )
    for i, (step, done) in enumerate(list_steps(player).items()):
        chapter = _derive_step(step, player, done, people, first=i == 0)
        if i == 0:
            chapter = replace(
                chapter, lines=(explain_score(player, people), *idle, *chapter.lines)
            )
        yield chapter


def _describe_reentry(
    player: PlayerTrace, people: PlayerDirectory
) -> tuple[DerivationLine, ...]:
    """Explain that several pairing numbers belong to one member."""
    numbers = player.entrant.numbers
    if len(numbers) == 1:
        return ()
    listed = f"{', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"
    text = f"Pairing numbers {listed} are one member; the games are rated together."
    return (
        make_line("reentry", text, section=str(people.section.rules.citations.steps)),
    )


TITLES: Final = {
    3: "{step3:Step 3}: a first estimate, used only by opponents",
    4: "{step4:Step 4}: an intermediate rating, used only by opponents",
    5: "{step5:Step 5}: the same calculation with the opponents' Step 4 ratings",
}


def _derive_step(
    step: int,
    player: PlayerTrace,
    done: StepTrace,
    people: PlayerDirectory,
    first: bool,
) -> DerivationChapter:
    tables: tuple[DerivationTable, ...] = ()
    if isinstance(done, StandardTrace):
        lines = explain_standard_step(step, player, done, people)
        at = player.start.r0
    else:
        lines = explain_special_step(step, player, done, people, first)
        tables = (make_knot_table(player, done, people),)
        at = done.end
    lines = (
        explain_start_of_step(step, player, people),
        *explain_foreign_event(step, player, people),
        *lines,
    )
    if done.result != done.raw:
        lines = (
            *lines,
            make_line(
                f"step{step}.minimum",
                "The result of a step is at least 100.",
                lambda extra: make_call(
                    "max",
                    make_figure("100"),
                    make_rating(done.raw, extra),
                ),
                format_rating(done.result),
                str(people.section.rules.citations.steps),
            ),
        )
    title = (
        make_marked_text("The rating, in one pass")
        if step == 5 and player.step4 is None
        else fill_template(TITLES[step])
    )
    games = _list_game_rows(step, player, done, people)
    return DerivationChapter(
        title,
        lines,
        games,
        f"step{step}",
        tables,
        format_rating(at),
        games_last=isinstance(done, SpecialTrace),
    )


def _list_game_rows(
    step: int, player: PlayerTrace, done: StepTrace, people: PlayerDirectory
) -> tuple[DerivationGameRow, ...]:
    """List the games with the opponents' ratings and expected scores of a step."""
    expectations = (
        [compute_provisional_expectancy(done.end, s) for s in done.strengths]
        if isinstance(done, SpecialTrace)
        else list(done.expectations)
    )
    return tuple(
        DerivationGameRow(
            game.round,
            people.get_trace(game.opponent).entrant.number,
            people.get_name(game.opponent),
            RESULTS[game.score],
            strength,
            describe_strength_source(
                people.get_trace(game.opponent), step, people.section.rules.passes
            ),
            f"{expectation:.4f}",
            game.score,
            expectation,
            describe_strength_history(people.get_trace(game.opponent)),
        )
        for game, strength, expectation in zip(
            player.entrant.own,
            format_rating_column(done.strengths),
            expectations,
            strict=True,
        )
    )
