"""The walk of the special formula, move by move: where it begins, goes and ends."""

from math import isfinite

from uscalc.engine.special import EPSILON, provisional_expectancy
from uscalc.engine.trace import Move, PlayerTrace, SpecialTrace
from uscalc.explain.answer_special import chosen_end, flat_piece, range_words
from uscalc.explain.formula import Formula, call, equals, figure, name, of, total
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import (
    People,
    Words,
    fine,
    knot_owners,
    knot_words,
    rating,
    say,
)


def walk_lines(
    key: str,
    player: PlayerTrace,
    done: SpecialTrace,
    people: People,
    section: str,
    first: bool,
) -> tuple[Line, ...]:
    """Explain the search: its start, f at its first two points, every move, and the end."""
    lines = [line(f"{key}.walk", _begins(done, first), None, "", section)]
    if done.moves:
        lines += _first_points(key, player, done, people, section)
    lines += [
        _move_line(f"{key}.move{i}", i, move, player, done, people, section)
        for i, move in enumerate(done.moves, 1)
    ]
    lines.append(_f_line(f"{key}.f", _end_sentence(done), done, done.end, section))
    lines.append(line(f"{key}.end", _stands(done), None, rating(done.end), section))
    if done.tie_break is not None:
        lines.append(_tie_line(key, player, done, section))
    return tuple(lines)


def _begins(done: SpecialTrace, first: bool) -> Words:
    """Explain M, f and the knots on their first use."""
    at = rating(done.start)
    if not first:
        return say("The {walk} begins at the prior again: {m_walk} = {at}.", at=at)
    prior = " and of the prior" if done.n_eff else ""
    return say(
        "Now the rating is looked for at which exactly {s_prime} is expected. {m_walk} is "
        "the rating that is tried, and {f:f(M)} what is expected at M, of the "
        "games{prior}, less S': below 0 M is too low, above 0 too high. Drawn over the "
        "ratings f is a line of straight pieces that bends at {knot:knots} only: 400 "
        "above and 400 below each opponent and the prior. So the {walk} goes from knot to "
        "knot until f is 0. It begins at the prior, M = {at}.",
        prior=prior,
        at=at,
    )


def _first_points(
    key: str, player: PlayerTrace, done: SpecialTrace, people: People, section: str
) -> list[Line]:
    """Write out f at the start of the search and at its first knot."""
    move = done.moves[0]
    side = "below" if move.f > 0 else "above"
    at_start = say(
        "f where the walk begins, at {at}: what is expected there of each game in "
        "turn{prior}, less {s_prime}.",
        at=rating(move.m),
        prior=", then of the prior's" if done.n_eff else "",
    )
    at_knot = say(
        "f at the next {knot} {side}, {z} = {at}: {whose}.",
        side=side,
        z="z_a" if move.f > 0 else "z_b",
        at=rating(move.knot),
        whose=_whose(move.knot, player, done, people),
    )
    return [
        _f_line(f"{key}.f.start", at_start, done, move.m, section, move.f),
        _f_line(f"{key}.f.knot", at_knot, done, move.knot, section, move.f_knot),
    ]


def _whose(knot: float, player: PlayerTrace, done: SpecialTrace, people: People) -> str:
    """Name the maker of a knot: "400 above Player 7"."""
    owners = knot_owners(knot, player.entrant, done.strengths, done.prior)
    return knot_words(owners, people)


def _f_line(
    key: str,
    text: Words,
    done: SpecialTrace,
    at: float,
    section: str,
    value: float | None = None,
) -> Line:
    """Write out f at a rating, term by term; at the search's end if no value is given."""

    def expected(strength: float, extra: int) -> Formula:
        value = provisional_expectancy(at, strength)
        return figure(fine(value, extra), value)

    def formula(extra: int) -> Formula:
        terms = [expected(strength, extra) for strength in done.strengths]
        if done.n_eff:
            weighs = figure(fine(done.n_eff, extra), done.n_eff)
            terms.append(weighs * expected(done.prior, extra))
        sought = figure(fine(done.target, extra), done.target)
        return equals(of("f", figure(rating(at), at)), total(terms) - sought)

    return line(
        key,
        text,
        formula,
        fine(done.f_end if value is None else value),
        section,
    )


def _move_line(
    key: str,
    i: int,
    move: Move,
    player: PlayerTrace,
    done: SpecialTrace,
    people: People,
    section: str,
) -> Line:

    def formula(extra: int) -> Formula:
        m, knot = (figure(rating(r, extra), r) for r in (move.m, move.knot))
        f, f_knot = (figure(fine(v, extra), v) for v in (move.f, move.f_knot))
        # The documents write the fraction with its larger rating first.
        slope = (m - knot) / (f - f_knot)
        if move.knot > move.m:
            slope = (knot - m) / (f_knot - f)
        return equals(name("M*"), m - f * slope)

    root = formula if move.why == "root" else None
    text = f"Move {i}: {move_sentence(move, player, done, people)}"
    if move.why == "beyond" and move.slope_root is not None:
        text += (
            f" The straight piece would be 0 at M*, {rating(move.slope_root)}, past it."
        )
    return line(key, text, root, rating(move.to), section, detail=True)


def move_sentence(
    move: Move, player: PlayerTrace, done: SpecialTrace, people: People
) -> str:
    """Describe one move: the position of M, the next knot, and the move."""
    down = move.f > 0
    at, side, way = (
        ("above 0, so M is too high", "below", "falls")
        if down
        else ("below 0, so M is too low", "above", "rises")
    )
    said = (
        f"f({rating(move.m)}) is {fine(move.f)}, {at}. The next knot {side} is "
        f"{rating(move.knot)}, {_whose(move.knot, player, done, people)}; f there is "
    )
    f_knot = fine(move.f_knot)
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


def _end_sentence(done: SpecialTrace) -> Words:
    predict = "the games and the prior predict" if done.n_eff else "the games predict"
    where = "There" if done.moves else "There already"
    return say(
        "{where}, at {at}, {predict} just {s_prime}: f is 0, closer than "
        "\N{GREEK SMALL LETTER EPSILON} = {epsilon}, and the {walk} ends{moves}.",
        epsilon=f"{EPSILON:.7f}",
        where=where,
        at=rating(done.end),
        predict=predict,
        moves=_after(len(done.moves)),
    )


def _after(moves: int) -> str:
    if not moves:
        return " where it began"
    return " after 1 move" if moves == 1 else f" after {moves} moves"


def _stands(done: SpecialTrace) -> Words:
    """State how many ratings must be near the end, how many are, and the alternative."""
    opponents = len(done.strengths)
    among = (
        f"the {opponents + 1} ratings, those of the {opponents} opponents and the prior,"
        if opponents > 1
        else "the 2 ratings, the opponent's and the prior,"
    )
    needed = f"At least one of {among} must be within 400 points of {rating(done.end)}"
    if not done.p:
        return say(
            "{needed}. None is, p = 0: R0 has to choose among the ratings at which {f} is 0.",
            needed=needed,
        )
    are = f"{'1 is' if done.p == 1 else f'{done.p} are'}, p = {done.p}"
    flat = flat_piece(done)
    also = say("")
    if flat is not None:
        also = say(
            " f is 0 {reach}, a {flat:flat piece}: the walk stops where it meets that.",
            reach=range_words(flat),
        )
    return say(
        "{needed}; {are}, so it stands. Were none so near, {r0} would have to choose "
        "among the ratings at which {f} is 0.{also}",
        needed=needed,
        are=are,
        also=also,
    )


def _tie_line(key: str, player: PlayerTrace, done: SpecialTrace, section: str) -> Line:
    tie = done.tie_break
    assert tie is not None
    r0 = rating(player.start.r0)
    chosen = {
        "prior": f"R0, {r0}, lies on the flat piece and is taken.",
        "below": f"R0, {r0}, lies below the flat piece; its lower end is taken.",
        "above": f"R0, {r0}, lies above the flat piece; its upper end is taken.",
    }[tie.why]

    def formula(extra: int) -> Formula:
        start = player.start.r0
        found = figure(rating(start, extra), start)
        if isfinite(tie.below):
            low = figure(rating(tie.below, extra), tie.below)
            found = call("max", low, found)
        if isfinite(tie.above):
            high = figure(rating(tie.above, extra), tie.above)
            found = call("min", high, found)
        return found

    return line(
        f"{key}.tie",
        f"f is 0 {range_words(tie)}. {chosen}",
        formula if isfinite(tie.below) or isfinite(tie.above) else None,
        rating(chosen_end(player, done)),
        section,
    )
