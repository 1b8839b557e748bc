"""Step 1 in words: the rating and game count a player starts from."""

from collections.abc import Callable
from functools import partial
from typing import Final

from uscalc.counted import counted
from uscalc.engine.initial import age_rating, formula_rating
from uscalc.engine.rules import Conversion, Rules
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import PlayerTrace, SectionTrace, Source, Start
from uscalc.explain.formula import Formula, call, equals, figure, name, total
from uscalc.explain.model import Line, Table, line
from uscalc.explain.numbers import (
    MINUS,
    deciding,
    even,
    even_numbers,
    even_weights,
    games,
    number,
    rating,
    say,
    weight,
)
from uscalc.explain.since import cited, departure, lacking

SOURCES: dict[str, str] = {"fide": "FIDE", "cfc": "CFC"}
SOURCES.update(SYSTEM_NAMES.items())

SOURCE_HEADS: Final = (*("Source k", "X_k", "G_k", "D_k", "P_k", "Z_k", "S_k", "W_k"),)
"""The columns of the documents' own table (2025, section 2) but for the date."""


TABLE_TITLE: Final = (
    "X_k: the rating converted. G_k: the game factor. D_k: days from its date to the "
    "end of the section. P_k: the rating by age on its date. Z_k: how far X_k lies "
    "above P_k. S_k: the staleness factor. W_k: the adjusted weight."
)


def start_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """Explain the source of R0 and N."""
    start, rules = player.start, trace.rules
    system = SYSTEM_NAMES[trace.section.system]
    steps = str(rules.citations.steps)
    if start.how == "rated":
        based = (
            say("on a number of games, {n}, that is not known")
            if start.n is None
            else say(
                "on {n} = {count} {games}", count=str(start.n), games=_games(start.n)
            )
        )
        text = say(
            "{r0}, the {system} rating before the event, is based {based}.",
            system=system,
            based=based,
        )
        return (line("r0", text, None, rating(start.r0), steps),)
    if start.how == "fixed":
        text = say("A strength that stays as given in every step.")
        return (line("r0", text, None, rating(start.r0)),)
    text = say(
        "Unrated in {system}: {step1:Step 1} sets a starting rating, {r0}, and the number "
        "of games, {n}, that it counts for.{since}",
        system=system,
        since=""
        if start.how == "office"
        else departure("initial", rules, "The rule for starting ratings"),
    )
    section, unusable = _cited(start, trace), _unusable(player, trace)
    listed = str(rules.citations.starting(trace.section.system))
    return (
        line("unrated", text, None, "", steps),
        *_list_lines(start, listed),
        *(
            found
            for source in start.sources
            for found in _source_lines(source, rules, section, unusable)
        ),
        *_decision(player, rules, section),
        line(
            "n",
            say("It counts as {n} games.{given}", given=_given(start, rules)),
            None,
            str(start.n),
            section if start.how == "office" else listed,
        ),
    )


def _games(count: int) -> str:
    return "game" if count == 1 else "games"


def _cited(start: Start, trace: SectionTrace) -> str:
    """Return the section that gave a starting rating."""
    citations = trace.rules.citations
    if start.how == "office":
        return str(citations.office)
    if start.how == "age":
        return cited("age_formula", trace.rules)
    if start.how == "adult" or (start.how == "child" and not start.lines):
        return cited("under_three", trace.rules)
    # A list has a value for players without any other data.
    return str(citations.starting(trace.section.system))


def source_table(start: Start) -> tuple[Table, ...]:
    """Return the blended sources side by side; None if none were blended."""
    sources = start.sources
    if not sources:
        return ()
    columns = (
        [SOURCES[source.key] for source in sources],
        even([source.x for source in sources]),
        [number(source.g) for source in sources],
        [str(source.d) for source in sources],
        even([source.p for source in sources]),
        even_numbers([source.z for source in sources], 2),
        even_weights([source.s for source in sources]),
        even_weights([source.w for source in sources]),
    )
    return (Table(SOURCE_HEADS, tuple(zip(*columns, strict=True)), TABLE_TITLE),)


def _list_lines(start: Start, section: str) -> tuple[Line, ...]:
    return tuple(
        line(
            f"list.{i}",
            f"{i}. {entry.text}: {'this decides' if entry.applies else entry.reason}.",
            None,
            "",
            section,
        )
        for i, entry in enumerate(start.lines, 1)
    )


def converted(
    key: str, original: float, rules: Rules, extra: int = 0
) -> Formula | None:
    """Explain the conversion of a foreign rating to US Chess; None for other ratings."""
    conversions = {"fide": rules.fide_conversion, "cfc": rules.cfc_conversion}
    if key not in conversions:
        return None
    return conversion_formula(conversions[key], original, extra)


def conversion_formula(
    conversion: Conversion, original: float, extra: int = 0
) -> Formula:
    """Return a conversion with a foreign rating: 20 + 1.02 · 2160."""
    piece = conversion.piece(original)
    given = figure(rating(original, extra), original)
    grown = figure(number(piece.slope, 6)) * given
    if piece.slope == 1.0:
        grown = given
    if not piece.intercept:
        return grown
    if piece.intercept < 0:
        return grown - figure(number(-piece.intercept, 6))
    return figure(number(piece.intercept, 6)) + grown


def _unusable(player: PlayerTrace, trace: SectionTrace) -> str:
    """Return the age assumed at an older rating's date, if none is usable."""
    end, facts = trace.section.end_date, player.entrant.start
    how = age_rating(facts, end, end, trace.rules).how
    if how == "age":
        return ""
    taken = "to be an adult" if how == "adult" else "not to be an adult"
    return f" Without a usable birth date the player is assumed {taken}."


def _source_lines(
    source: Source, rules: Rules, section: str, unusable: str
) -> tuple[Line, ...]:
    who, key = SOURCES[source.key], f"source.{source.key}"
    factors = {"fide": rules.citations.fide, "cfc": rules.citations.cfc}
    where = factors.get(source.key)
    lines = []
    if converted(source.key, source.original, rules) is not None:
        lines.append(
            line(
                f"{key}.converted",
                f"{who} {rating(source.original)} as a US Chess rating, X_k."
                + departure(f"{source.key}_conversion", rules, "The conversion"),
                lambda extra: equals(
                    name("X_k"),
                    converted(source.key, source.original, rules, extra)
                    or figure(rating(source.x)),
                ),
                rating(source.x),
                cited(f"{source.key}_conversion", rules),
            )
        )
    dated = (
        "has no date and is taken as current"
        if source.assumed_current
        else f"is {counted(source.d, 'day')} old"
    )
    x, z, s = rating(source.x), number(source.z, 5), weight(source.s)
    side = "above" if source.x >= source.p else "below"

    def unusual(extra: int) -> Formula:
        above = figure(rating(source.x, extra), source.x)
        above -= figure(rating(source.p, extra), source.p)
        return equals(name("Z_k"), call("min", figure("6"), above / figure("350")))

    def stale(extra: int) -> Formula:
        strength = figure(number(source.z, 5 + extra), source.z) - figure("6")
        years = figure(str(source.d)) / figure("365.25")
        return equals(name("S_k"), call("exp", figure("0.06") * strength * years))

    lines += [
        line(
            f"{key}.z",
            f"{who} {x} lies so far {side} the {rating(source.p)} that the rule for ages "
            "would have given the player on its day, in units of 350 points, 6 at most: "
            f"Z_k.{unusable}",
            unusual,
            z,
            f"{section} and {rules.citations.age.section}",
        ),
        line(
            f"{key}.s",
            f"It {dated}. S_k is the part of its weight left: a rating fades the "
            "slower the higher it lies for the age.",
            stale,
            s,
            section,
        ),
        line(
            key,
            f"{who} counts for {games(source.g)} at most, G_k; with the rest of its "
            "weight, for this many, W_k.",
            lambda extra: equals(
                name("W_k"),
                figure(number(source.g)) * figure(weight(source.s, extra), source.s),
            ),
            weight(source.w),
            f"{section} and {where.section}" if where is not None else section,
        ),
    ]
    return tuple(lines)


def _decision(player: PlayerTrace, rules: Rules, section: str) -> tuple[Line, ...]:
    start = player.start
    if start.how == "blend":
        return _blend(start, section)
    if start.how == "age" and start.age is not None:
        return (_by_age(start, start.age, rules, section),)
    formula: Formula | Callable[[int], Formula] | None = None
    if start.how == "office":
        text = (
            "US Chess set this starting rating and its number of games; both are given "
            "in the event file." + lacking(rules.citations.office)
        )
    elif start.how == "list":
        text = "The first source on the list that the player has."
        source = next(entry.source for entry in start.lines if entry.applies)
        if start.exact_r0 is not None:
            foreign = start.exact_r0
            if converted(source, foreign, rules) is not None:
                formula = partial(_converted, source, foreign, rules)
                text = (
                    "The first source on the list that the player has, as a US Chess "
                    "rating."
                ) + departure(f"{source}_conversion", rules, "The conversion")
                section = cited(f"{source}_conversion", rules)
    else:
        taken = "an adult" if start.how == "adult" else "not known to be an adult"
        text = f"No usable birth date: taken as {taken}."
        if player.entrant.start.birth_date is not None:
            # It is given, but makes the player too young.
            text += departure("under_three", rules)
    return (line("r0", text, formula, rating(start.r0), section),)


def _converted(source: str, original: float, rules: Rules, extra: int) -> Formula:
    formula = converted(source, original, rules, extra)
    assert formula is not None
    return formula


def _by_age(start: Start, age: float, rules: Rules, section: str) -> Line:
    terms = rules.age_formula
    years = number(age, 4)
    text = f"By age: {years} years on the last day."
    formula: Callable[[int], Formula] | None = None
    if age < terms.infant_age:
        text = (
            f"By age: {years} years on the last day, below {number(terms.infant_age)}."
        )
    elif age <= terms.oldest:

        def formula(extra: int) -> Formula:
            grown = figure(number(terms.per_year)) * figure(number(age, 4 + extra), age)
            return figure(number(terms.base)) + grown if terms.base else grown

        text = (
            f"By age: {years} years on the last day, {number(terms.per_year)} points for "
            "each."
        )
        if terms.base:
            text = f"{text[:-1]}, and {number(terms.base)}."
    else:
        text = f"By age: {years} years on the last day, above {number(terms.oldest)}."
    if _matters(age, rules):
        text += departure("age_formula", rules)
    return line("r0", text, formula, rating(start.r0), section)


def _matters(age: float, rules: Rules) -> bool:
    """Return whether the edition in force gives this age another rating."""
    origin = rules.origin("age_formula")
    if not origin.differs:
        return age < rules.age_formula.infant_age
    return formula_rating(origin.prints, age) != formula_rating(rules.age_formula, age)


def _given(start: Start, rules: Rules) -> str:
    """Return the printed number of games for a rating that US Chess set."""
    if start.how != "office" or not start.n:
        return ""
    return f" The {rules.citations.office.edition} edition prints 0 for such a rating."


def _blend(start: Start, section: str) -> tuple[Line, ...]:
    assert start.exact_r0 is not None
    assert start.exact_n is not None
    exact, mean = start.exact_n, start.exact_r0

    def weights(extra: int) -> list[Formula]:
        return [figure(weight(s.w, extra), s.w) for s in start.sources]

    def average(extra: int) -> Formula:
        products = [
            w * figure(rating(s.x, extra), s.x)
            for w, s in zip(weights(extra), start.sources, strict=True)
        ]
        printed = figure(_trimmed(deciding(mean, 4)), mean)
        return equals(total(products) / figure(weight(exact, extra), exact), printed)

    return (
        line(
            "weight",
            "The sum of the weights; rounded up, and 10 at most, it gives the number of "
            "games below.",
            lambda extra: total(weights(extra)),
            weight(exact),
            section,
        ),
        line(
            "r0",
            say("{r0}: the average of the sources by weight, rounded."),
            average,
            rating(start.r0),
            section,
        ),
    )


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".").replace("-", MINUS)
