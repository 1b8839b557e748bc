"""Explain the search of the special formula: its start, every move, and its end."""

from math import isfinite

from msgspec.structs import replace

from uscalc.counted import choose_plural
from uscalc.engine.special import EPSILON, compute_provisional_expectancy
from uscalc.engine.trace import PlayerTrace, SpecialTrace, WalkMove
from uscalc.explain.answer_special import (
    find_flat_range,
    find_uncapped_result,
)
from uscalc.explain.curve import make_objective_curve
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_name,
    make_number,
    make_rating,
    make_sum,
    make_value_at,
)
from uscalc.explain.model import DerivationLine, make_line
from uscalc.explain.numbers import (
    MarkedText,
    PlayerDirectory,
    describe_knot_owners,
    describe_rating_range,
    fill_template,
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
    usual = done.p > 0 and find_flat_range(player, done) is None
    lines = [
        make_line(
            f"{key}.walk",
            _describe_search_start(done, first),
            None,
            "",
            section,
            detail=not first,
        ),
        *_explain_first_points(key, player, done, people, section),
        *(
            _explain_move(f"{key}.move{i}", i, move, player, done, people, section)
            for i, move in enumerate(done.moves, 1)
        ),
        replace(
            _explain_f_value(f"{key}.f", _describe_end(done), done, done.end, section),
            brief=fill_template("{end}.", end=_state_end(done)),
        ),
        make_line(
            f"{key}.end",
            _describe_nearby_count(player, done),
            None,
            format_rating(done.end),
            section,
            brief="M is the result of this step." if usual else "",
        ),
    ]
    if done.tie_break is not None:
        lines.append(_explain_tie_break(key, player, done, section))
    return tuple(lines)


def _describe_search_start(done: SpecialTrace, first: bool) -> MarkedText:
    """Describe the start of the search; explain M, f and the knots on first use."""
    at = format_rating(done.start)
    if not first:
        return fill_template(
            "The {walk} starts at R'0 again, {at}. {m_walk} is the rating that it is trying.",
            at=at,
        )
    return fill_template(
        "Next, find the rating {m_walk} at which the expected score equals {s_prime}. "
        "{f:f(M)} is the expected score at M{prior} minus S'. If f(M) is negative, M "
        "is too low; if it is positive, M is too high. The graph of f bends only at "
        "the {knot:knots}, 400 points above and below each opponent and R'0. So "
        "the {walk} moves from knot to knot until f is 0. It starts with M at R'0, "
        "{at}.",
        prior=", including the N' games against R'0," if done.n_eff else "",
        at=at,
    )


def _explain_first_points(
    key: str,
    player: PlayerTrace,
    done: SpecialTrace,
    people: PlayerDirectory,
    section: str,
) -> list[DerivationLine]:
    """Write out f at the start of the search and at the first knot, if there is a move."""
    if not done.moves:
        return []
    move = done.moves[0]
    side = "below" if move.f > 0 else "above"
    at_start = fill_template(
        "f at the start of the search, {at}, is the sum of the expected scores of the "
        "games{prior}, minus {s_prime}.",
        at=format_rating(move.m),
        prior=" and of the N' games against R'0" if done.n_eff else "",
    )
    at_knot = fill_template(
        "f at the next {knot} {side}, {at}. This knot is {whose}.",
        side=side,
        at=format_rating(move.knot),
        whose=_describe_knot_owner(move.knot, player, done, people),
    )
    return [
        replace(
            _explain_f_value(f"{key}.f.{name}", text, done, at, section, value),
            detail=True,
        )
        for name, text, at, value in (
            ("start", at_start, move.m, move.f),
            ("knot", at_knot, move.knot, move.f_knot),
        )
    ]


def _describe_knot_owner(
    knot: float, player: PlayerTrace, done: SpecialTrace, people: PlayerDirectory
) -> str:
    """Describe where a knot is: "400 above Player 7"."""
    return describe_knot_owners(
        make_objective_curve(done, player.entrant).get_makers(knot), people
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
    expected = [compute_provisional_expectancy(at, s) for s in done.strengths]
    prior = compute_provisional_expectancy(at, done.prior)

    def typeset_formula(extra: int) -> TypesetFormula:
        terms = [make_number(value, 5 + extra) for value in expected]
        if done.n_eff:
            terms.append(
                make_number(done.n_eff, 5 + extra) * make_number(prior, 5 + extra)
            )
        return join_equal(
            make_value_at("f", make_rating(at)),
            make_sum(terms) - make_number(done.target, 5 + extra),
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
        m, knot = make_rating(move.m, extra), make_rating(move.knot, extra)
        f, f_knot = make_number(move.f, 5 + extra), make_number(move.f_knot, 5 + extra)
        # The documents write the fraction with its larger rating first.
        slope = (
            (knot - m) / (f_knot - f)
            if move.knot > move.m
            else (m - knot) / (f - f_knot)
        )
        return join_equal(make_name("M*"), m - f * slope)

    text = f"Move {i}: {describe_move(move, player, done, people)}"
    if move.why == "beyond" and move.slope_root is not None:
        text += (
            f" The straight line would reach 0 only at M* = "
            f"{format_rating(move.slope_root)}, "
            "beyond the knot."
        )
    return make_line(
        key,
        text,
        typeset_formula if move.why == "root" else None,
        format_rating(move.to),
        section,
        detail=True,
    )


def describe_move(
    move: WalkMove, player: PlayerTrace, done: SpecialTrace, people: PlayerDirectory
) -> str:
    """Describe one move: where M is, the next knot, and where M goes."""
    down = move.f > 0
    at, side, way = (
        ("positive, so M is too high", "below", "down")
        if down
        else ("negative, so M is too low", "above", "up")
    )
    lead = (
        f"f({format_rating(move.m)}) is {format_multiplier(move.f)}. It is {at}. The "
        f"next knot {side} is "
        f"{format_rating(move.knot)}, "
        f"{_describe_knot_owner(move.knot, player, done, people)}. There f is "
    )
    f_knot = format_multiplier(move.f_knot)
    if move.why == "flat":
        return (
            f"{lead}{f_knot} too, because f is flat between them, so M moves {way} to "
            "the knot."
        )
    before, past = ("positive", "negative") if down else ("negative", "positive")
    if move.why == "beyond":
        return f"{lead}{f_knot}, still {before}, so M moves {way} to the knot."
    if abs(move.f_knot) <= EPSILON:
        return f"{lead}0, so M moves {way} to the knot."
    return (
        f"{lead}{f_knot}, already {past}. The straight line between the two points is "
        f"0 at M*, so M moves {way} to M*."
    )


def _describe_end(done: SpecialTrace) -> MarkedText:
    return fill_template(
        "{end}. The {walk} ends here, because f is within "
        "\N{GREEK SMALL LETTER EPSILON} = {epsilon} of 0.",
        end=_state_end(done),
        epsilon=f"{EPSILON:.7f}",
    )


def _state_end(done: SpecialTrace) -> MarkedText:
    """State that f is 0, where, and after how many moves, without a period."""
    count = len(done.moves)
    moves = f"After {count} {choose_plural(count, 'move')}"
    return fill_template(
        "{moves}, at M = {at}, the expected score is exactly {s_prime} and f is 0",
        moves=moves if count else "Before the first move",
        at=format_rating(done.end),
    )


def _describe_nearby_count(player: PlayerTrace, done: SpecialTrace) -> MarkedText:
    """Describe how many ratings are near the end, and what happens if none is."""
    opponents = len(done.strengths)
    among = (
        f"the ratings of the {opponents} opponents and R'0"
        if opponents > 1
        else "the opponent's rating and R'0"
    )
    counted = (
        f"Among {among}, p = {done.p} {'is' if done.p == 1 else 'are'} within 400 "
        "points of "
        f"{format_rating(done.end)}"
    )
    if not done.p:
        return fill_template(
            "{counted}, so R0 decides among all ratings at which {f} is 0.",
            counted=counted,
        )
    flat = find_flat_range(player, done)
    also = (
        fill_template(
            " f is 0 {reach}. This is a {flat:plateau}, and the search stops at the "
            "first rating on it.",
            reach=describe_rating_range(*flat),
        )
        if flat is not None
        else fill_template("")
    )
    return fill_template(
        "{counted}, so this is the result. If p were 0, {r0} would decide among all "
        "ratings at which {f} is 0.{also}",
        counted=counted,
        also=also,
    )


def _explain_tie_break(
    key: str, player: PlayerTrace, done: SpecialTrace, section: str
) -> DerivationLine:
    tie = done.tie_break
    assert tie is not None
    r0 = format_rating(player.start.r0)
    chosen = {
        "prior": f"R0, {r0}, is on the plateau and is the result.",
        "below": f"R0, {r0}, is below the plateau, so the lower end of the plateau is the result.",
        "above": f"R0, {r0}, is above the plateau, so the upper end of the plateau is the result.",
    }[tie.why]

    def typeset_formula(extra: int) -> TypesetFormula:
        found = make_rating(player.start.r0, extra)
        if isfinite(tie.below):
            found = make_call("max", make_rating(tie.below, extra), found)
        if isfinite(tie.above):
            found = make_call("min", make_rating(tie.above, extra), found)
        return found

    return make_line(
        f"{key}.tie",
        f"The plateau, where f is 0, goes "
        f"{describe_rating_range(tie.below, tie.above)}. {chosen}",
        typeset_formula if isfinite(tie.below) or isfinite(tie.above) else None,
        format_rating(find_uncapped_result(player, done)),
        section,
    )
