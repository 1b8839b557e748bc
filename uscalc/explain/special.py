"""Explain the special formula in words and numbers."""

from uscalc.engine.special import REACH, compute_provisional_expectancy, find_knots
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.explain.answer_special import find_uncapped_result
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_number,
    make_rating,
)
from uscalc.explain.model import DerivationLine, DerivationTable, make_line
from uscalc.explain.numbers import (
    MINUS,
    PlayerDirectory,
    fill_template,
    format_multiplier,
    format_number,
    format_points,
    format_rating,
    format_rating_column,
)
from uscalc.explain.since import describe_change
from uscalc.explain.special_walk import explain_walk


def explain_special_step(
    step: int,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    first: bool,
) -> tuple[DerivationLine, ...]:
    """Explain the prior, the score to match, the search, and its end.

    `first` means that no earlier step had a search, so its parts are explained here.
    """
    section = str(people.section.rules.citations.special)
    key = f"step{step}"
    lines = [
        _explain_prior(step, player, done, section),
        _explain_target(step, player, done, section),
        _explain_expectancy_example(key, player, done, people, section, first),
        *explain_walk(key, player, done, people, section, first),
    ]
    if done.capped:
        lines.append(
            make_line(
                f"{key}.cap",
                f"The result of this formula is at most {format_number(done.raw)}."
                f"{describe_change('special_cap', people.section.rules)}",
                lambda extra: make_call(
                    "min",
                    make_figure(format_number(done.raw)),
                    make_rating(find_uncapped_result(player, done), extra),
                ),
                format_rating(done.raw),
                section,
            )
        )
    return tuple(lines)


def make_knot_table(
    player: PlayerTrace, done: SpecialTrace, people: PlayerDirectory
) -> DerivationTable:
    """Return a table of the knots xᵢ and yᵢ of each rating Rᵢ."""
    ratings = [done.prior, *done.strengths]
    columns = (
        [
            "0: R'0",
            *(
                f"{i}: {people.get_name_with_number(place, listed=True)}"
                for i, place in enumerate(player.entrant.opponents, 1)
            ),
        ],
        format_rating_column(ratings),
        format_rating_column([value - REACH for value in ratings]),
        format_rating_column([value + REACH for value in ratings]),
    )
    count = len(find_knots(done.strengths, done.prior))
    return DerivationTable(
        ("i", "Rᵢ", "xᵢ", "yᵢ"),
        tuple(zip(*columns, strict=True)),
        f"Each rating Rᵢ makes two knots: xᵢ = Rᵢ {MINUS} 400 and yᵢ = Rᵢ + 400. The "
        f"number of different knots is Q = {count}.",
        detail=True,
    )


def _explain_prior(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> DerivationLine:
    """Explain R'0, which represents the earlier games, and the number they count for."""
    weighs = format_multiplier(done.n_eff)
    if step == 3:
        text = fill_template(
            "The {prior}, R'0, is the starting rating {r0}. In Step 3 only, it counts "
            "as "
            "{n_eff} = 1 pretend draw against a player with that rating."
        )
    elif done.n_eff == 0:
        text = fill_template(
            "The {prior}, R'0, is {r0}. Because {n_eff} is 0, it adds no games. "
            "It is only the start of the {walk}."
        )
    elif done.prior < player.start.r0:
        text = fill_template(
            "All earlier games were wins. Therefore the {prior}, R'0, is 400 points "
            "below {r0}, and they count as {n_eff} = {weighs} wins against a player with "
            "that rating.",
            weighs=weighs,
        )
    elif done.prior > player.start.r0:
        text = fill_template(
            "All earlier games were losses. Therefore the {prior}, R'0, is 400 points "
            "above {r0}, and they count as {n_eff} = {weighs} losses against a player with "
            "that rating.",
            weighs=weighs,
        )
    else:
        text = fill_template(
            "The {prior}, R'0, is {r0}. The earlier games count as {n_eff} = {weighs} "
            "draws against a player with that rating.",
            weighs=weighs,
        )

    def typeset_made(extra: int) -> TypesetFormula:
        start, reach = player.start.r0, make_figure("400")
        r0 = make_rating(start, extra)
        if step != 3 and done.n_eff and done.prior != start:
            r0 = r0 - reach if done.prior < start else r0 + reach
        return join_equal(make_name("R'0"), r0)

    return make_line(
        f"step{step}.prior",
        text,
        typeset_made,
        format_rating(done.prior),
        section,
        detail=_repeats_step_4(step, player),
    )


def _repeats_step_4(step: int, player: PlayerTrace) -> bool:
    """Return whether the prior and the score to match are those of Step 4."""
    return step == 5 and player.step4 is not None


def _explain_target(
    step: int, player: PlayerTrace, done: SpecialTrace, section: str
) -> DerivationLine:
    """Explain S': the score together with that of the earlier games."""
    if done.n_eff == 0:
        text = fill_template("{s_prime}, the score to match, is the score {s}.")
    elif done.prior < player.start.r0:
        text = fill_template(
            "{s_prime}, the score to match, is the score {s} plus a point for each of "
            "the {n_eff} wins."
        )
    elif done.prior > player.start.r0:
        text = fill_template(
            "{s_prime}, the score to match, is the score {s}: losses add nothing."
        )
    else:
        text = fill_template(
            "{s_prime}, the score to match, is the score {s} plus half a point for "
            "each of the {n_eff} draws."
        )

    def typeset_made(extra: int) -> TypesetFormula:
        score = make_figure(format_points(done.score))
        n_eff = make_number(done.n_eff, 5 + extra)
        if not done.n_eff or done.prior > player.start.r0:
            return join_equal(make_name("S'"), score)
        earlier = n_eff if done.prior < player.start.r0 else n_eff / make_figure("2")
        return join_equal(make_name("S'"), score + earlier)

    return make_line(
        f"step{step}.target",
        text,
        typeset_made,
        format_multiplier(done.target),
        section,
        detail=_repeats_step_4(step, player),
    )


def _explain_expectancy_example(
    key: str,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    section: str,
    first: bool,
) -> DerivationLine:
    """Explain the expected score of the first game at the search's start, as an example."""
    strength, at = done.strengths[0], done.start

    def typeset_formula(extra: int) -> TypesetFormula:
        apart = make_rating(at, extra) - make_rating(strength, extra)
        inside = make_figure("0.5") + apart / make_figure("800")
        if at <= strength - REACH:
            inside = make_call("max", make_figure("0"), inside)
        elif at >= strength + REACH:
            inside = make_call("min", make_figure("1"), inside)
        return join_equal(make_name("PWe"), inside)

    text = fill_template(
        "The expected score of a game, {pwe}, is 0 up to 400 points below the "
        "opponent. It rises evenly to 1 at 400 points above, and stays 1 from there. "
        "For "
        "example, {at} against {who}, {strength}.",
        at=format_rating(at),
        who=people.get_name_with_number(player.entrant.own[0].opponent),
        strength=format_rating(strength),
    )
    return make_line(
        f"{key}.pwe",
        text,
        typeset_formula,
        format_multiplier(compute_provisional_expectancy(at, strength)),
        section,
        detail=not first,
    )
