"""The walk of the special formula, move by move: where it begins, goes and ends."""

from math import isfinite

from uscalc.engine.special import EPSILON, compute_provisional_expectancy
from uscalc.engine.trace import PlayerTrace, SpecialTrace, WalkMove
from uscalc.explain.answer_special import (
    describe_flat_range,
    find_flat_range,
    find_uncapped_result,
)
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_sum,
    make_value_at,
)
from uscalc.explain.model import DerivationLine, make_line
from uscalc.explain.numbers import (
    MarkedText,
    PlayerDirectory,
    describe_knot_owners,
    fill_template,
    find_knot_owners,
    format_multiplier,
    format_rating,
)


def explain_walk(
    key: str,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    section: str,
    first: bool,
) -> tuple[DerivationLine, ...]:
    """Explain the search: its start, f at its first two points, every move, and the end."""
    lines = [
        make_line(f"{key}.walk", _describe_search_start(done, first), None, "", section)
    ]
    if done.moves:
        lines += _explain_first_points(key, player, done, people, section)
    lines += [
        _explain_move(f"{key}.move{i}", i, move, player, done, people, section)
        for i, move in enumerate(done.moves, 1)
    ]
    lines.append(
        _explain_f_value(f"{key}.f", _describe_end(done), done, done.end, section)
    )
    lines.append(
        make_line(
            f"{key}.end",
            _describe_nearby_count(done),
            None,
            format_rating(done.end),
            section,
        )
    )
    if done.tie_break is not None:
        lines.append(_explain_tie_break(key, player, done, section))
    return tuple(lines)


def _describe_search_start(done: SpecialTrace, first: bool) -> MarkedText:
    """Explain M, f and the knots on their first use."""
    at = format_rating(done.start)
    if not first:
        return fill_template(
            "The {walk} begins at the prior again: {m_walk} = {at}.", at=at
        )
    prior = " and of the prior" if done.n_eff else ""
    return fill_template(
        "Now the rating is looked for at which exactly {s_prime} is expected. {m_walk} is "
        "the rating that is tried, and {f:f(M)} what is expected at M, of the "
        "games{prior}, less S': below 0 M is too low, above 0 too high. Drawn over the "
        "ratings f is a line of straight pieces that bends at {knot:knots} only: 400 "
        "above and 400 below each opponent and the prior. So the {walk} goes from knot to "
        "knot until f is 0. It begins at the prior, M = {at}.",
        prior=prior,
        at=at,
    )


def _explain_first_points(
    key: str,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    section: str,
) -> list[DerivationLine]:
    """Write out f at the start of the search and at its first knot."""
    move = done.moves[0]
    side = "below" if move.f > 0 else "above"
    at_start = fill_template(
        "f where the walk begins, at {at}: what is expected there of each game in "
        "turn{prior}, less {s_prime}.",
        at=format_rating(move.m),
        prior=", then of the prior's" if done.n_eff else "",
    )
    at_knot = fill_template(
        "f at the next {knot} {side}, {z} = {at}: {whose}.",
        side=side,
        z="z_a" if move.f > 0 else "z_b",
        at=format_rating(move.knot),
        whose=_describe_knot_owner(move.knot, player, done, people),
    )
    return [
        _explain_f_value(f"{key}.f.start", at_start, done, move.m, section, move.f),
        _explain_f_value(
            f"{key}.f.knot", at_knot, done, move.knot, section, move.f_knot
        ),
    ]


def _describe_knot_owner(
    knot: float, player: PlayerTrace, done: SpecialTrace, people: PlayerDirectory
) -> str:
    """Name the maker of a knot: "400 above Player 7"."""
    return describe_knot_owners(
        find_knot_owners(knot, player.entrant, done.strengths, done.prior), people
    )


def _explain_f_value(
    key: str,
    text: MarkedText,
    done: SpecialTrace,
    at: float,
    section: str,
    value: float | None = None,
) -> DerivationLine:
    """Write out f at a rating, term by term; at the search's end if no value is given."""

    def typeset_expected_score(strength: float, extra: int) -> TypesetFormula:
        value = compute_provisional_expectancy(at, strength)
        return make_figure(format_multiplier(value, extra), value)

    def typeset_formula(extra: int) -> TypesetFormula:
        terms = [typeset_expected_score(strength, extra) for strength in done.strengths]
        if done.n_eff:
            weighs = make_figure(format_multiplier(done.n_eff, extra), done.n_eff)
            terms.append(weighs * typeset_expected_score(done.prior, extra))
        sought = make_figure(format_multiplier(done.target, extra), done.target)
        return join_equal(
            make_value_at("f", make_figure(format_rating(at), at)),
            make_sum(terms) - sought,
        )

    return make_line(
        key,
        text,
        typeset_formula,
        format_multiplier(done.f_end if value is None else value),
        section,
    )


def _explain_move(
    key: str,
    i: int,
    move: WalkMove,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    section: str,
) -> DerivationLine:

    def typeset_formula(extra: int) -> TypesetFormula:
        m, knot = (make_figure(format_rating(r, extra), r) for r in (move.m, move.knot))
        f, f_knot = (
            make_figure(format_multiplier(v, extra), v) for v in (move.f, move.f_knot)
        )
        # The documents write the fraction with its larger rating first.
        slope = (
            (knot - m) / (f_knot - f)
            if move.knot > move.m
            else (m - knot) / (f - f_knot)
        )
        return join_equal(make_name("M*"), m - f * slope)

    root = typeset_formula if move.why == "root" else None
    text = f"Move {i}: {describe_move(move, player, done, people)}"
    if move.why == "beyond" and move.slope_root is not None:
        text += f" The straight piece would be 0 at M*, {format_rating(move.slope_root)}, past it."
    return make_line(key, text, root, format_rating(move.to), section, detail=True)


def describe_move(
    move: WalkMove, player: PlayerTrace, done: SpecialTrace, people: PlayerDirectory
) -> str:
    """Describe one move: the position of M, the next knot, and the move."""
    down = move.f > 0
    at, side, way = (
        ("above 0, so M is too high", "below", "falls")
        if down
        else ("below 0, so M is too low", "above", "rises")
    )
    said = (
        f"f({format_rating(move.m)}) is {format_multiplier(move.f)}, {at}. The next knot {side} is "
        f"{format_rating(move.knot)}, "
        f"{_describe_knot_owner(move.knot, player, done, people)}; f there is "
    )
    f_knot = format_multiplier(move.f_knot)
    if move.why == "flat":
        return f"{said}{f_knot} too, for f is flat between: M {way} to that knot."
    if move.why == "beyond":
        still = "above" if down else "below"
        return f"{said}{f_knot}, still {still} 0: M {way} to that knot."
    if abs(move.f_knot) <= EPSILON:
        return f"{said}0: M {way} to that knot."
    past = "below" if down else "above"
    return (
        f"{said}{f_knot}, {past} 0 already: M {way} to where the straight piece between "
        "the two is 0."
    )


def _describe_end(done: SpecialTrace) -> MarkedText:
    predict = "the games and the prior predict" if done.n_eff else "the games predict"
    where = "There" if done.moves else "There already"
    return fill_template(
        "{where}, at {at}, {predict} just {s_prime}: f is 0, closer than "
        "\N{GREEK SMALL LETTER EPSILON} = {epsilon}, and the {walk} ends{moves}.",
        epsilon=f"{EPSILON:.7f}",
        where=where,
        at=format_rating(done.end),
        predict=predict,
        moves=_describe_move_count(len(done.moves)),
    )


def _describe_move_count(moves: int) -> str:
    if not moves:
        return " where it began"
    return " after 1 move" if moves == 1 else f" after {moves} moves"


def _describe_nearby_count(done: SpecialTrace) -> MarkedText:
    """State how many ratings must be near the end, how many are, and the alternative."""
    opponents = len(done.strengths)
    among = (
        f"the {opponents + 1} ratings, those of the {opponents} opponents and the prior,"
        if opponents > 1
        else "the 2 ratings, the opponent's and the prior,"
    )
    needed = f"At least one of {among} must be within 400 points of {format_rating(done.end)}"
    if not done.p:
        return fill_template(
            "{needed}. None is, p = 0: R0 has to choose among the ratings at which {f} is 0.",
            needed=needed,
        )
    are = f"{'1 is' if done.p == 1 else f'{done.p} are'}, p = {done.p}"
    flat = find_flat_range(done)
    also = (
        fill_template(
            " f is 0 {reach}, a {flat:flat piece}: the walk stops where it meets that.",
            reach=describe_flat_range(flat),
        )
        if flat is not None
        else fill_template("")
    )
    return fill_template(
        "{needed}; {are}, so it stands. Were none so near, {r0} would have to choose "
        "among the ratings at which {f} is 0.{also}",
        needed=needed,
        are=are,
        also=also,
    )


def _explain_tie_break(
    key: str, player: PlayerTrace, done: SpecialTrace, section: str
) -> DerivationLine:
    tie = done.tie_break
    assert tie is not None
    r0 = format_rating(player.start.r0)
    chosen = {
        "prior": f"R0, {r0}, lies on the flat piece and is taken.",
        "below": f"R0, {r0}, lies below the flat piece; its lower end is taken.",
        "above": f"R0, {r0}, lies above the flat piece; its upper end is taken.",
    }[tie.why]

    def typeset_formula(extra: int) -> TypesetFormula:
        start = player.start.r0
        found = make_figure(format_rating(start, extra), start)
        if isfinite(tie.below):
            found = make_call(
                "max", make_figure(format_rating(tie.below, extra), tie.below), found
            )
        if isfinite(tie.above):
            found = make_call(
                "min", make_figure(format_rating(tie.above, extra), tie.above), found
            )
        return found

    return make_line(
        f"{key}.tie",
        f"f is 0 {describe_flat_range(tie)}. {chosen}",
        typeset_formula if isfinite(tie.below) or isfinite(tie.above) else None,
        format_rating(find_uncapped_result(player, done)),
        section,
    )
