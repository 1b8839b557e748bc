"""Step 1 as nodes: the rating R0 and the number of games N from which a player starts."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from msgspec.structs import asdict, replace

from uscalc.engine.initial import (
    CFC_FIVE_ABOVE,
    DAYS_IN_A_YEAR,
    DECAY,
    FIDE_FULL_ABOVE,
    FIDE_TEN_ABOVE,
    HALF_FACTOR,
    LEAST_CREDIBLE_AGE,
    LIST_2009,
    LIST_2015,
    MOST_BLENDED_GAMES,
    MOST_LISTED_GAMES,
    ROUNDING_SLACK,
    UNDER_THREE,
    Z_CAP,
    Z_UNIT,
    compute_age,
    compute_age_rating,
    compute_game_factor,
)
from uscalc.engine.inputs import SYSTEM_NAMES, SourceRating
from uscalc.engine.trace import BlendSource
from uscalc.trace.graph import GraphBuilder

SOURCE_NAMES: Final[Mapping[str, str]] = dict[str, str](
    SYSTEM_NAMES.items(), fide="FIDE", cfc="CFC"
)
CONVERSIONS: Final = {"fide": "fide_conversion", "cfc": "cfc_conversion"}
"""The parameters of the rules that convert ratings of other federations."""


def add_start(build: GraphBuilder, place: int) -> tuple[str, str | None]:
    """Add R0 and N of a player; None for an N that is unknown."""
    if place not in build.starts:
        build.starts[place] = _add_start(build, place)
    return build.starts[place]


def _add_start(build: GraphBuilder, place: int) -> tuple[str, str | None]:
    start = build.get_player(place).start

    def add_games(value: int | None, label: str) -> str | None:
        return (
            None
            if value is None
            else build.add_input("N", float(value), label, place, 1)
        )

    if start.how == "fixed":
        label = "Rating of an opponent who isn't rated in this section"
        return build.add_input("R0", start.r0, label, place, 1), None
    if start.how == "rated":
        r0 = build.add_input("R0", start.r0, "Pre-event rating", place, 1)
        return r0, add_games(start.n, "Games the pre-event rating is based on")
    if start.how == "office":
        r0 = build.add_input(
            "R0", start.r0, "Starting rating set by US Chess", place, 1
        )
        return r0, add_games(start.n, "Games set by US Chess")
    if start.how == "list":
        return _add_listed(build, place)
    if start.how == "blend":
        return _add_blend(build, place)
    r0 = _add_age_rating(build, place, build.trace.section.end_date, "R0")
    return r0, build.add(
        "N", 0.0, "rule_value", (), "Games of a new player", place, 1, "start"
    )


def _add_day(
    build: GraphBuilder, place: int, symbol: str, day: date, label: str
) -> str:
    """Add a date as a day number, counted as Python's `date.toordinal` does."""
    return build.add_input(
        symbol, float(day.toordinal()), f"{label} ({day.isoformat()})", place, 1
    )


def _add_age(build: GraphBuilder, place: int, day: date) -> str:
    born = build.get_player(place).entrant.start.birth_date
    assert born is not None
    return build.reuse(
        f"age {day}",
        place,
        1,
        lambda: build.add(
            "age",
            compute_age(day, born),
            "age",
            (
                _add_day(build, place, "day", day, "Day"),
                _add_day(build, place, "born", born, "Birth date"),
            ),
            "Age in years",
            place,
            1,
            "age",
            days_in_a_year=DAYS_IN_A_YEAR,
        ),
    )


def _add_age_rating(build: GraphBuilder, place: int, day: date, symbol: str) -> str:
    """Add the rating by age on a day, or the one for an adult or a child."""
    facts, rules = build.get_player(place).entrant.start, build.rules
    end = build.trace.section.end_date
    found = compute_age_rating(facts, day, end, rules)
    formula = rules.age_formula
    if facts.birth_date is None:
        reason = "No birth date; " + (
            "entered as an adult" if facts.adult else "not entered as an adult"
        )
        return build.add(
            symbol,
            found.rating,
            "rule_value",
            (),
            f"Rating without a birth date ({found.how})",
            place,
            1,
            "age_formula",
            reason=reason,
        )
    return build.add(
        symbol,
        found.rating,
        "age_rating",
        (_add_age(build, place, day), _add_age(build, place, end)),
        "Rating by age",
        place,
        1,
        "age_formula",
        base=formula.base,
        per_year=formula.per_year,
        oldest=formula.oldest,
        adult=formula.adult,
        infant_age=formula.infant_age,
        infant=formula.infant,
        least_age=LEAST_CREDIBLE_AGE,
        under_least_age=UNDER_THREE[rules.under_three](formula, facts.adult),
    )


def _add_source_rating(
    build: GraphBuilder, place: int, key: str, symbol: str
) -> tuple[str, SourceRating]:
    """Add a rating of another system or federation, converted where it needs to be."""
    facts = build.get_player(place).entrant.start
    known: dict[str, SourceRating | None] = {"fide": facts.fide, "cfc": facts.cfc}
    known.update(facts.others)
    source = known[key]
    assert source is not None
    name = SOURCE_NAMES[key]
    given = build.add_input(key, source.rating, f"{name} rating", place, 1)
    if key not in CONVERSIONS:
        return given, source
    conversion = getattr(build.rules, CONVERSIONS[key])
    converted = build.add(
        symbol,
        conversion(source.rating),
        "convert",
        (given,),
        f"{name} rating converted",
        place,
        1,
        CONVERSIONS[key],
        pieces=[asdict(piece) for piece in conversion.pieces],
    )
    return converted, source


def _add_listed(build: GraphBuilder, place: int) -> tuple[str, str]:
    trace = build.get_player(place)
    *skipped, line = trace.start.lines
    r0, source = _add_source_rating(build, place, line.source, "R0")
    counted = _get_listed_games(build, len(skipped))
    games = trace.start.n
    assert games is not None
    args: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}
    name = SOURCE_NAMES[line.source]
    if counted == "graded":
        above = FIDE_TEN_ABOVE if line.source == "fide" else CFC_FIVE_ABOVE
        low = 5.0 if line.source == "fide" else 0.0
        args = (
            build.add_input(line.source, source.rating, f"{name} rating", place, 1),
        )
        parameters = {"above": above, "high": low + 5.0, "low": low}
    elif counted == "own" and source.games is not None:
        args = (
            build.add_input(
                "games", float(source.games), f"Games of the {name} rating", place, 1
            ),
        )
        parameters = {"most": float(MOST_LISTED_GAMES)}
    op = "graded" if "above" in parameters else "minimum_of" if args else "rule_value"
    return r0, build.add(
        "N",
        float(games),
        op,
        args,
        "Games that the rating counts for",
        place,
        1,
        "start",
        skipped=[f"{one.text}: {one.reason}" for one in skipped],
        **parameters,
    )


def _get_listed_games(build: GraphBuilder, index: int) -> int | str:
    """Return the number of games that a line of the priority list counts for."""
    system = build.trace.section.system
    lines = LIST_2015.get(system, ())
    if build.rules.initial == "list-2009":
        lines = LIST_2009.get(system) or lines
    return lines[index].n


def _add_blend(build: GraphBuilder, place: int) -> tuple[str, str]:
    start = build.get_player(place).start
    assert start.exact_r0 is not None
    assert start.exact_n is not None
    weighed = [_add_blend_source(build, place, source) for source in start.sources]
    weight = build.add(
        "sum W",
        start.exact_n,
        "sum",
        tuple(w for _, w in weighed),
        "Sum of the weights",
        place,
        1,
        "start",
    )
    mean = build.add(
        "mean",
        start.exact_r0,
        "weighted_mean",
        tuple(name for pair in weighed for name in pair),
        "Weighted average of the other ratings",
        place,
        1,
        "start",
    )
    r0 = build.add(
        "R0", start.r0, "round_half_up", (mean,), "Starting rating", place, 1, "start"
    )
    assert start.n is not None
    return r0, build.add(
        "N",
        float(start.n),
        "count_blended_games",
        (weight,),
        "Games that the average counts for",
        place,
        1,
        "start",
        most=float(MOST_BLENDED_GAMES),
        slack=ROUNDING_SLACK,
    )


def _add_blend_source(
    build: GraphBuilder, place: int, row: BlendSource
) -> tuple[str, str]:
    """Add the converted rating X and the weight W of one source."""
    x, source = _add_source_rating(build, place, row.key, "X")
    end = build.trace.section.end_date
    name = SOURCE_NAMES[row.key]
    first = _add_day(build, place, "end", end, "Last day of the section")
    label = f"Date of the {name} rating"
    second = (
        build.add_assumed(
            "as of",
            float(end.toordinal()),
            f"{label} ({end.isoformat()})",
            place,
            1,
            "The rating has no date and is assumed current",
        )
        if source.as_of is None
        else _add_day(build, place, "as of", source.as_of, label)
    )
    days = build.add(
        "D",
        float(row.d),
        "difference",
        (first, second),
        f"Age of the {name} rating in days",
        place,
        1,
        "start",
    )
    z = build.add(
        "Z",
        row.z,
        "rating_gap",
        (x, _add_age_rating(build, place, source.as_of or end, "P")),
        "Distance from the rating by age",
        place,
        1,
        "start",
        unit=Z_UNIT,
        most=Z_CAP,
    )
    staleness = build.add(
        "S",
        row.s,
        "staleness",
        (z, days),
        "Weight left at this age",
        place,
        1,
        "start",
        decay=DECAY,
        center=Z_CAP,
        days_in_a_year=DAYS_IN_A_YEAR,
    )
    games = _add_game_factor(build, place, row, source)
    return x, build.add(
        "W", row.w, "product", (games, staleness), "Weight", place, 1, "start"
    )


def _add_game_factor(
    build: GraphBuilder, place: int, row: BlendSource, source: SourceRating
) -> str:
    """Add G, the number of games that a rating counts for before it is stale."""
    name = SOURCE_NAMES[row.key]
    label = f"Games that the {name} rating counts for"
    if row.key == "fide":
        return build.add(
            "G",
            row.g,
            "graded",
            (build.add_input("fide", source.rating, "FIDE rating", place, 1),),
            label,
            place,
            1,
            "fide",
            above=FIDE_FULL_ABOVE,
            high=2 * HALF_FACTOR,
            low=HALF_FACTOR,
        )
    if row.key == "cfc" or source.games is None:
        return build.add("G", row.g, "rule_value", (), label, place, 1, "start")
    most = compute_game_factor(
        build.trace.section.system, row.key, replace(source, games=None)
    )
    games = build.add_input(
        "games", float(source.games), f"Games of the {name} rating", place, 1
    )
    return build.add(
        "G", row.g, "minimum_of", (games,), label, place, 1, "start", most=most
    )
