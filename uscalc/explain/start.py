"""Explain Step 1: the rating and number of games that a player starts from."""

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec.structs import replace

from uscalc.counted import choose_plural, count_in_words
from uscalc.engine.initial import compute_age_formula, compute_age_rating
from uscalc.engine.inputs import SOURCE_NAMES, SYSTEM_NAMES
from uscalc.engine.rules import AgeFormula, Conversion, Rules
from uscalc.engine.trace import BlendSource, PlayerTrace, SectionTrace, StartTrace
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_number,
    make_rating,
    make_sum,
)
from uscalc.explain.model import DerivationLine, DerivationTable, make_line
from uscalc.explain.numbers import (
    MINUS,
    fill_template,
    format_deciding_digits,
    format_game_count,
    format_number,
    format_number_column,
    format_rating,
    format_rating_column,
    format_significant,
    format_weight_column,
)
from uscalc.explain.since import (
    cite_parameter,
    describe_departure,
    describe_missing_rule,
)

SOURCE_HEADS: Final = (*("Source k", "Xₖ", "Gₖ", "Dₖ", "Pₖ", "Zₖ", "Sₖ", "Wₖ"),)
"""The columns of the table in the rating rules (2025, section 2), without the date."""


TABLE_TITLE: Final = (
    "Xₖ: the converted rating. Gₖ: the game factor. Dₖ: days from the date of that "
    "rating to the end of the section. Pₖ: the rating by age on that date. Zₖ: how far "
    "Xₖ is "
    "above Pₖ. Sₖ: the staleness factor. Wₖ: the adjusted weight."
)


def explain_start(
    player: PlayerTrace, trace: SectionTrace
) -> tuple[DerivationLine, ...]:
    """Explain the source of R0 and N."""
    start, rules = player.start, trace.rules
    system = SYSTEM_NAMES[trace.section.system]
    steps = str(rules.citations.steps)
    if start.how == "rated":
        based = (
            fill_template("The number of earlier games, {n}, is unknown.")
            if start.n is None
            else fill_template(
                "It is based on {n} = {count} {games}.",
                count=str(start.n),
                games=choose_plural(start.n, "game"),
            )
        )
        text = fill_template(
            "{r0} is the {system} pre-event rating. {based}", system=system, based=based
        )
        return (make_line("r0", text, None, format_rating(start.r0), steps),)
    if start.how == "fixed":
        unchanged = "This rating is used unchanged in every step."
        return (make_line("r0", unchanged, None, format_rating(start.r0)),)
    text = fill_template(
        "Unrated in {system}: {step1:Step 1} sets a starting rating, {r0}, and its "
        "number of "
        "games, {n}.{since}",
        system=system,
        since=""
        if start.how == "office"
        else describe_departure("initial", rules, "The rule for starting ratings"),
    )
    section, unusable = _cite_start(start, trace), _find_unusable_source(player, trace)
    listed = str(rules.citations.cite_starting_rating(trace.section.system))
    return (
        make_line("unrated", text, None, "", steps),
        *(
            make_line(
                f"list.{i}",
                f"{i}. {entry.text}: "
                f"{'this applies' if entry.applies else entry.reason}.",
                None,
                "",
                listed,
                detail=any(earlier.applies for earlier in start.lines[: i - 1]),
            )
            for i, entry in enumerate(start.lines, 1)
        ),
        *(
            replace(found, detail=place > 0 and not found.key.endswith(".converted"))
            for place, source in enumerate(start.sources)
            for found in _explain_source(source, rules, section, unusable)
        ),
        *_explain_list_decision(player, rules, section),
        make_line(
            "n",
            fill_template(
                "{n}, the number of games that this starting rating counts for.{given}",
                given=_explain_given_games(start, rules),
            ),
            None,
            str(start.n),
            section if start.how == "office" else listed,
        ),
    )


def _cite_start(start: StartTrace, trace: SectionTrace) -> str:
    """Cite the section that gives a starting rating."""
    citations = trace.rules.citations
    if start.how == "office":
        return str(citations.office)
    if start.how == "age":
        return cite_parameter("age_formula", trace.rules)
    if start.how == "adult" or (start.how == "child" and not start.lines):
        return cite_parameter("under_three", trace.rules)
    # A list ends with a value for players without any other data.
    return str(citations.cite_starting_rating(trace.section.system))


def make_source_table(start: StartTrace) -> tuple[DerivationTable, ...]:
    """Return a table of the averaged ratings; empty if there are none."""
    sources = start.sources
    if not sources:
        return ()
    columns = (
        [SOURCE_NAMES[source.key] for source in sources],
        format_rating_column([source.x for source in sources]),
        [format_number(source.g) for source in sources],
        [str(source.d) for source in sources],
        format_rating_column([source.p for source in sources]),
        format_number_column([source.z for source in sources], 2),
        format_weight_column([source.s for source in sources]),
        format_weight_column([source.w for source in sources]),
    )
    return (
        DerivationTable(SOURCE_HEADS, tuple(zip(*columns, strict=True)), TABLE_TITLE),
    )


def _find_conversion(key: str, rules: Rules) -> Conversion | None:
    """Return the conversion of a foreign rating to US Chess; None for other ratings."""
    return {"fide": rules.fide_conversion, "cfc": rules.cfc_conversion}.get(key)


def make_conversion_formula(
    conversion: Conversion, original: float, extra: int = 0
) -> TypesetFormula:
    """Return the conversion of a foreign rating as a formula: 20 + 1.02 · 2160."""
    piece = conversion.find_piece(original)
    given = make_rating(original, extra)
    grown = (
        given
        if piece.slope == 1.0
        else make_figure(format_number(piece.slope, 6)) * given
    )
    if not piece.intercept:
        return grown
    return (
        grown - make_figure(format_number(-piece.intercept, 6))
        if piece.intercept < 0
        else make_figure(format_number(piece.intercept, 6)) + grown
    )


def _find_unusable_source(player: PlayerTrace, trace: SectionTrace) -> str:
    """Describe which age is assumed without a usable birth date, or return ""."""
    end, facts = trace.section.end_date, player.entrant.start
    how = compute_age_rating(facts, end, end, trace.rules).how
    if how == "age":
        return ""
    age = "to be an adult" if how == "adult" else "not to be an adult"
    return f" No usable birth date: the player is assumed {age}."


def _explain_source(
    source: BlendSource, rules: Rules, section: str, unusable: str
) -> tuple[DerivationLine, ...]:
    who, key = SOURCE_NAMES[source.key], f"source.{source.key}"
    where = {"fide": rules.citations.fide, "cfc": rules.citations.cfc}.get(source.key)
    lines = []
    conversion = _find_conversion(source.key, rules)
    if conversion is not None:
        lines.append(
            make_line(
                f"{key}.converted",
                f"{who} {format_rating(source.original)}, converted to a US Chess "
                "rating, Xₖ."
                + describe_departure(
                    f"{source.key}_conversion", rules, "The conversion"
                ),
                lambda extra: join_equal(
                    make_name("Xₖ"),
                    make_conversion_formula(conversion, source.original, extra),
                ),
                format_rating(source.x),
                cite_parameter(f"{source.key}_conversion", rules),
            )
        )
    dated = (
        "has no date and is assumed current"
        if source.assumed_current
        else f"is {count_in_words(source.d, 'day')} old"
    )
    x, z, s = (
        format_rating(source.x),
        format_number(source.z, 5),
        format_significant(source.s),
    )
    side = "above" if source.x >= source.p else "below"

    most = make_figure("6")

    lines += [
        make_line(
            f"{key}.z",
            f"Zₖ: how far {who} {x} is {side} {format_rating(source.p)}, in units of "
            f"350 points, but at most 6. {format_rating(source.p)} is the rating by "
            f"age on the date of that rating.{unusable}",
            lambda extra: join_equal(
                make_name("Zₖ"),
                make_call(
                    "min",
                    most,
                    (make_rating(source.x, extra) - make_rating(source.p, extra))
                    / make_figure("350"),
                ),
            ),
            z,
            f"{section} and {rules.citations.age.section}",
        ),
        make_line(
            f"{key}.s",
            f"The {who} rating {dated}. Sₖ is the part of its weight that is left. The "
            "farther a rating is above the rating by age, the more slowly its weight "
            "fades.",
            lambda extra: join_equal(
                make_name("Sₖ"),
                make_call(
                    "exp",
                    make_figure("0.06")
                    * (make_number(source.z, 5 + extra) - most)
                    * (make_figure(str(source.d)) / make_figure("365.25")),
                ),
            ),
            s,
            section,
        ),
        make_line(
            key,
            f"The {who} rating counts for at most {format_game_count(source.g)}, Gₖ. "
            "Its weight Wₖ is the part of Gₖ that is left.",
            lambda extra: join_equal(
                make_name("Wₖ"),
                make_figure(format_number(source.g))
                * make_figure(format_significant(source.s, extra), source.s),
            ),
            format_significant(source.w),
            f"{section} and {where.section}" if where is not None else section,
        ),
    ]
    return tuple(lines)


def _explain_list_decision(
    player: PlayerTrace, rules: Rules, section: str
) -> tuple[DerivationLine, ...]:
    start = player.start
    if start.how == "blend":
        return _explain_blend(start, section)
    if start.how == "age" and start.age is not None:
        return (_explain_age_rating(start, start.age, rules, section),)
    formula: TypesetFormula | Callable[[int], TypesetFormula] | None = None
    if start.how == "office":
        text = (
            "US Chess set this starting rating and its number of games. Both are from "
            "the "
            "event file." + describe_missing_rule(rules.citations.office)
        )
    elif start.how == "list":
        text = "The player's first rating in the order of the list."
        source = next(entry.source for entry in start.lines if entry.applies)
        conversion = _find_conversion(source, rules)
        if start.exact_r0 is not None and conversion is not None:
            formula = partial(make_conversion_formula, conversion, start.exact_r0)
            text = (
                "The player's first rating in the order of the list, converted to a US "
                "Chess rating."
            ) + describe_departure(f"{source}_conversion", rules, "The conversion")
            section = cite_parameter(f"{source}_conversion", rules)
    else:
        age = "to be an adult" if start.how == "adult" else "not to be an adult"
        text = f"No usable birth date: the player is assumed {age}."
        if player.entrant.start.birth_date is not None:
            # The given birth date makes the player too young.
            text += describe_departure("under_three", rules)
    return (make_line("r0", text, formula, format_rating(start.r0), section),)


def _explain_age_rating(
    start: StartTrace, age: float, rules: Rules, section: str
) -> DerivationLine:
    terms = rules.age_formula
    typeset_formula: Callable[[int], TypesetFormula] | None = None
    if age < terms.infant_age:
        why = f"below {format_number(terms.infant_age)}"
    elif age <= terms.oldest:
        typeset_formula = partial(make_age_formula, terms, age, 4)
        plus = f", plus {format_number(terms.base)}" if terms.base else ""
        why = f"{format_number(terms.per_year)} points per year{plus}"
    else:
        why = f"above {format_number(terms.oldest)}"
    text = (
        f"Rating by age: {format_number(age, 4)} years old on the last day of the "
        f"event, {why}."
    )
    if _is_age_rule_changed(age, rules):
        text += describe_departure("age_formula", rules)
    return make_line("r0", text, typeset_formula, format_rating(start.r0), section)


def make_age_formula(
    formula: AgeFormula, age: float, decimals: int, extra: int = 0
) -> TypesetFormula:
    """Return the rating by age as a formula: 300 + 50 · 12.5."""
    grown = make_number(formula.per_year) * make_number(age, decimals + extra)
    return make_number(formula.base) + grown if formula.base else grown


def _is_age_rule_changed(age: float, rules: Rules) -> bool:
    """Return whether the edition in force prints another rating for this age."""
    origin = rules.get_origin("age_formula")
    if not origin.differs:
        return age < rules.age_formula.infant_age
    return compute_age_formula(origin.prints, age) != compute_age_formula(
        rules.age_formula, age
    )


def _explain_given_games(start: StartTrace, rules: Rules) -> str:
    """Describe the printed number of games for a rating set by US Chess, or return ""."""
    return (
        f" The {rules.citations.office.edition} edition prints 0 for such a rating."
        if start.how == "office" and start.n
        else ""
    )


def _explain_blend(start: StartTrace, section: str) -> tuple[DerivationLine, ...]:
    assert start.exact_r0 is not None
    assert start.exact_n is not None
    exact, mean = start.exact_n, start.exact_r0

    def typeset_weights(extra: int) -> list[TypesetFormula]:
        return [make_figure(format_significant(s.w, extra), s.w) for s in start.sources]

    def typeset_average(extra: int) -> TypesetFormula:
        products = [
            w * make_figure(format_rating(s.x, extra), s.x)
            for w, s in zip(typeset_weights(extra), start.sources, strict=True)
        ]
        average = make_sum(products) / make_figure(
            format_significant(exact, extra), exact
        )
        digits = format_deciding_digits(mean, 4).rstrip("0").rstrip(".")
        # A whole average would repeat the value beside it.
        return (
            average
            if digits == format_rating(start.r0)
            else join_equal(average, make_figure(digits.replace("-", MINUS), mean))
        )

    return (
        make_line(
            "weight",
            "The sum of the weights. The number of games below is this sum, rounded "
            "up, but "
            "at most 10.",
            lambda extra: make_sum(typeset_weights(extra)),
            format_significant(exact),
            section,
        ),
        make_line(
            "r0",
            fill_template("{r0}: the weighted average of these ratings, rounded."),
            typeset_average,
            format_rating(start.r0),
            section,
        ),
    )
