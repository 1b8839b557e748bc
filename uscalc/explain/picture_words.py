"""Sentences of the rating explorer: the two sums, and special features of a step."""

from uscalc.engine.special import CAP, REACH
from uscalc.engine.trace import SpecialTrace, WalkMove
from uscalc.explain.answer import (
    FLOOR_NAMES,
    StandardFigures,
    format_standard_figures,
    to_sentence_case,
)
from uscalc.explain.numbers import (
    MINUS,
    RESULTS,
    describe_rating_range,
    find_sufficient_decimals,
    format_game_count,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
    parse_exact,
    speak_name,
)
from uscalc.explain.picture import (
    BarKnot,
    GameBar,
    LimitMark,
    SpecialPicture,
    StandardPicture,
    StepPicture,
    list_limits,
)

SAME = 5e-8
"""Two sums that differ by less than this are equal."""
KNOTS = (
    f"A bar fills from {REACH:.0f} points below to {REACH:.0f} above the opponent. "
    "Where a "
    "bar begins or ends, the curve bends (a knot)."
)
DRAG_R = " Drag R to find it."
"""The end of a question whose answer is not shown yet."""
NO_BONUS = {
    "match": "A match gives no bonus.",
    "few-games": "Fewer than three games give no bonus.",
    "repeats": "An opponent was met too often for a bonus.",
}


def format_score(value: float, decimals: int = 2) -> str:
    """Return points or an expected score as text, with at most `decimals` decimals."""
    return format_number(value, decimals)


def format_dragged_rating(r: float) -> str:
    """Return the marker's rating: a whole number or, at the solution, with decimals."""
    return format_whole_rating(r) if abs(r - round(r)) < 1e-9 else format_rating(r)


def describe_sums(picture: StepPicture, r: float, decimals: int = 2) -> str:
    """Return the two sums: "at 1500 expected 2.9 of 4, scored 3.5"."""
    if isinstance(picture, SpecialPicture):
        expected = picture.compute_expected(r)
    else:
        r, expected = picture.r0, picture.done.expected
    return (
        f"at {format_dragged_rating(r)} expected {format_score(expected, decimals)} of "
        f"{format_score(picture.worth, decimals)}, "
        f"scored {format_score(picture.scored, decimals)}"
    )


def describe_earlier_games(picture: SpecialPicture) -> str:
    """Describe the row of earlier games."""
    row, n_eff = picture.prior, picture.done.n_eff
    if not n_eff:
        return f"No earlier games; R'0 is {format_rating(row.rating)}"
    if picture.step == 3:
        return f"No earlier games; one pretend draw against {format_rating(row.rating)} is added"
    n = picture.player.start.n
    count = format_number(n_eff, 1)
    one = count == "1"
    same = n is None or format_number(n, 1) == count
    what = f"{count if same else n} earlier game{'' if one and same else 's'}"
    one_draw, kept = ("a draw", "") if same else ("draw", f"{count} ")
    won, how = {
        "all_wins": (", all won", "win" if one else "wins"),
        "all_losses": (", all lost", "loss" if one else "losses"),
    }.get(picture.record, ("", one_draw if one else "draws"))
    return f"{what}{won}, counted as {kept}{how} against {format_rating(row.rating)}"


def name_row(picture: StepPicture, row: GameBar) -> str:
    """Return the text of a row: the player's name and rating, for example."""
    if row.game is None:
        assert isinstance(picture, SpecialPicture)
        return describe_earlier_games(picture)
    return f"{row.name} {format_rating(row.rating)}"


def describe_row(picture: StepPicture, row: GameBar, r: float) -> str:
    """Return a row as text for screen readers."""
    if isinstance(picture, SpecialPicture):
        held = row.worth * picture.compute_fill(row, r)
        expected = f"expected {format_score(held)} of {format_score(row.worth)}"
        at = format_dragged_rating(r)
    else:
        expected, at = (
            f"expected {format_score(picture.done.expectations[row.game or 0])}",
            format_dragged_rating(picture.r0),
        )
    if row.game is None:
        return f"{name_row(picture, row)}: at {at} {expected}"
    return (
        f"Round {row.round}: {name_row(picture, row)}, {RESULTS[row.score]}"
        f"{describe_trial(row)}: at {at} {expected}"
    )


def describe_trial(row: GameBar) -> str:
    """Return what is tried in a row, in parentheses; empty if nothing is."""
    if row.score != row.true_score:
        return " (what if)"
    return " (trial rating)" if row.is_tried else ""


def describe_state(picture: StepPicture, r: float, caught: bool) -> str:
    """Describe the picture at a rating, and the next action."""
    if isinstance(picture, StandardPicture):
        return _describe_standard(picture)
    off = picture.compute_difference(r)
    digits = _choose_decimals(picture, picture.compute_expected(r), off)
    said = to_sentence_case(describe_sums(picture, r, digits))
    if caught:
        return (
            f"{said}. The two scores are equal, so {format_dragged_rating(r)} is the "
            "special rating."
        )
    if abs(off) <= SAME:
        return (
            f"{said}. The two scores are equal here, and everywhere in this range."
            if picture.curve.zeros.is_range
            else f"{said}. The two scores are equal here."
        )
    if not round(r - picture.catch_rating):
        return f"{said}. The two scores are equal here, to the nearest rating point."
    size = format_score(abs(off), digits)
    side, what, sign = ("low", "short", MINUS) if off < 0 else ("high", "over", "")
    return (
        f"{said}. R is too {side}: the expected score is {size} {what}, so f(R) = "
        f"{sign}{size}."
    )


def _choose_decimals(picture: SpecialPicture, expected: float, off: float) -> int:
    """Return the decimals with which the two sums show their correct difference."""

    def fits(decimals: int) -> bool:
        held, scored = (
            parse_exact(format_score(value, decimals))
            for value in (expected, picture.scored)
        )
        size = parse_exact(format_score(abs(off), decimals))
        # A difference must not be shown as zero unless it is zero.
        return abs(held - scored) == size and bool(size or abs(off) <= SAME)

    return find_sufficient_decimals(2, fits, 4)


def describe_surplus(picture: StandardPicture) -> str:
    """Return the two sums and their difference, without the rating that results."""
    surplus = format_picture_figures(picture).surplus
    digits = len(surplus.partition(".")[2])
    said = to_sentence_case(describe_sums(picture, picture.r0, digits))
    side = "above" if picture.above_expected >= 0 else "below"
    return f"{said}: {surplus} points {side} expected."


def format_picture_figures(picture: StandardPicture) -> StandardFigures:
    """Return the figures of the formula, rounded so that they agree with each other."""
    done = picture.done
    return format_standard_figures(
        picture.r0, done, picture.above_expected, format_whole_rating(done.raw)
    )


def _describe_standard(picture: StandardPicture) -> str:
    done, figures = picture.done, format_picture_figures(picture)
    sign = MINUS if done.gain < 0 else "+"
    said = (
        f"{describe_surplus(picture)} Times K ({figures.k}), this gives "
        f"{sign}{figures.gain} rating points."
    )
    if done.bonus and done.threshold is not None:
        said += (
            f" Points beyond the bonus threshold, {figures.threshold}, count twice: "
            f"+{figures.bonus} more."
        )
    elif done.threshold is not None and done.gain > 0:
        said += (
            f" The bonus threshold, {format_number(done.threshold, 2)}, is not reached."
        )
    return f"{said} {format_rating(picture.r0)} becomes {format_rating(done.raw)}."


def formulate_question(picture: StepPicture, name: str, guessed: bool = False) -> str:
    """Return the question that the picture asks.

    If `guessed` is True, the new rating is to be guessed.
    """
    if isinstance(picture, StandardPicture):
        if guessed:
            return (
                f"{name}, rated {format_rating(picture.r0)}, scored "
                f"{format_points(picture.scored)} of {picture.games}. "
                "What is the new rating?"
            )
        return (
            f"{name} scored {format_points(picture.scored)} of {picture.games}. "
            f"Is that more than expected of a player rated {format_rating(picture.r0)}?"
        )
    added = ""
    if picture.done.n_eff:
        # Earlier points are included in the sums, so the question mentions them.
        what = "a pretend draw" if picture.step == 3 else "earlier games"
        added = (
            f"; with {what}, {format_score(picture.scored)} of "
            f"{format_score(picture.worth)}"
        )
    return (
        f"{name} scored {format_points(picture.done.score)} of {picture.games}{added}. "
        f"For which rating would {format_score(picture.scored)} of "
        f"{format_score(picture.worth)} be exactly what we expect?{DRAG_R}"
    )


def list_notes(picture: StepPicture, found: bool) -> tuple[str, ...]:
    """Return notes on special features of the step; some only if the result is shown."""
    said: list[str] = []
    if isinstance(picture, SpecialPicture):
        said += _describe_record(picture)
        if found:
            said += _describe_flat_range(picture)
        said += _describe_gap(picture, found)
    elif picture.player.no_bonus:
        said.append(NO_BONUS[picture.player.no_bonus])
    if found:
        said += _describe_limits(picture)
        said += [
            text
            for wall in list_limits(picture)
            if (text := _describe_limit(picture, wall))
        ]
    return tuple(said)


def _describe_record(picture: SpecialPicture) -> list[str]:
    prior, r0 = picture.prior, picture.player.start.r0
    if picture.record == "all_wins":
        return [
            f"All earlier games were won, so they count as wins against "
            f"{format_rating(prior.rating)}, 400 below {format_rating(r0)}: their bar "
            "is full from "
            f"{format_rating(r0)} up, so they never pull R down."
        ]
    if picture.record == "all_losses":
        return [
            f"All earlier games were lost, so they count as losses against "
            f"{format_rating(prior.rating)}, 400 above {format_rating(r0)}: their "
            f"bar is empty from "
            f"{format_rating(r0)} down, so they never pull R up."
        ]
    return (
        []
        if picture.done.n_eff
        else ["No earlier games: that row has no points, but its two ends are knots."]
    )


def _describe_flat_range(picture: SpecialPicture) -> list[str]:
    zeros = picture.curve.zeros
    if not zeros.is_range:
        return []
    return [
        f"Every rating {describe_rating_range(*zeros)} fits, because no bar fills or "
        "empties "
        f"there. The search starts at {format_rating(picture.done.start)} and ends at the "
        f"first rating that fits, {format_rating(picture.catch_rating)}."
    ]


def _describe_gap(picture: SpecialPicture, found: bool) -> list[str]:
    """Return a note on the first flat part of the curve where f(R) isn't zero, if any.

    A part that ends at the result is left out until the result is found.
    """
    for piece in picture.curve.pieces[1:-1]:
        if not piece.flat or piece.low is None or piece.high is None:
            continue
        near = min(abs(picture.catch_rating - end) for end in (piece.low, piece.high))
        is_harmless = found or near > 1.0
        if is_harmless and abs(picture.compute_difference(piece.low)) > SAME:
            return [
                f"From {format_rating(piece.low)} to {format_rating(piece.high)} no "
                "bar fills or empties, so the curve is flat."
            ]
    return []


def _describe_limits(picture: StepPicture) -> list[str]:
    player = picture.player
    if picture.step == 5 and player.match is not None and player.match.limited_by:
        return [
            f"The rating change in a match is limited: "
            f"{format_rating(player.match.uncapped)} "
            f"becomes {format_rating(player.match.result)}."
        ]
    return []


def _describe_limit(picture: StepPicture, wall: LimitMark) -> str:
    if not wall.acted:
        return ""
    floors = picture.player.floors
    if wall.kind == "cap":
        assert isinstance(picture, SpecialPicture)
        return (
            f"The two scores are equal at {format_rating(picture.catch_rating)}, but the "
            f"special formula gives no rating above {format_whole_rating(CAP)}."
        )
    if wall.kind == "minimum":
        return f"No rating is below {format_whole_rating(wall.level)}."
    if wall.kind == "ceiling" or floors is None:
        return f"The ceiling limits the rating to {format_rating(wall.level)}."
    return (
        f"{to_sentence_case(FLOOR_NAMES[wall.kind])} raises the rating: "
        f"{format_rating(floors.before)} becomes {format_whole_rating(wall.level)}."
    )


def name_limit(wall: LimitMark) -> str:
    """Return the label of a limit."""
    if wall.kind == "ceiling":
        return f"ceiling {format_rating(wall.level)}"
    name = {"cap": "highest", "minimum": "lowest"}.get(wall.kind, "floor")
    return f"{name} {format_whole_rating(wall.level)}"


# The search


def describe_walk_move(picture: SpecialPicture, search: SpecialTrace, stop: int) -> str:
    """Return the rating that a move of the search has reached, and what the next move does."""
    moves = search.moves
    if stop >= len(moves):
        return (
            describe_state(picture, picture.catch_rating, True)
            if search is picture.done
            else describe_state(picture, search.end, False)
        )
    move = moves[stop]
    digits = _choose_decimals(picture, picture.compute_expected(move.m), move.f)
    said = to_sentence_case(describe_sums(picture, move.m, digits))
    off = format_score(abs(move.f), digits)
    what, way = ("short", "rises") if move.f < 0 else ("over", "falls")
    return f"{said}: {off} {what}, so R {way}. {_describe_next_move(picture, move)}"


def _describe_next_move(picture: SpecialPicture, move: WalkMove) -> str:
    bend = picture.find_knot(move.knot)
    whose = (
        "" if bend is None else f", where {describe_knot(picture, bend, move.f < 0)}"
    )
    where = f"The next knot is {format_rating(move.knot)}{whose}"
    if move.why == "flat":
        return f"{where}; no bar changes before it, so R moves there."
    if move.why == "beyond":
        what = "too low" if move.f < 0 else "too high"
        return f"{where}; that is still {what}, so R moves there."
    return (
        f"{where}. The two scores become equal before it, at {format_rating(move.to)}."
    )


def describe_knot(picture: SpecialPicture, bend: BarKnot, rising: bool) -> str:
    """Name the bars that begin to fill or are full at a knot, as the marker passes it."""
    begins = "begins to fill" if rising else "is empty"
    full = "is full" if rising else "begins to empty"
    said = [
        *(f"the bar of {name_bar_owner(picture, i)} {begins}" for i in bend.begins[:2]),
        *(f"the bar of {name_bar_owner(picture, i)} {full}" for i in bend.full[:2]),
    ]
    more = len(bend.begins) + len(bend.full) - len(said)
    if more:
        said.append(f"{more} more {'bar changes' if more == 1 else 'bars change'}")
    return " and ".join(said)


def name_bar_owner(picture: SpecialPicture, place: int) -> str:
    """Return the name of the player whose bar is in a row."""
    row = picture.rows[place]
    return speak_name(row.name) if row.game is not None else "the earlier games"


def make_title(picture: StepPicture, name: str) -> str:
    """Return the title of a picture."""
    if isinstance(picture, SpecialPicture):
        return (
            f"Step {picture.step}: at what rating is {name} expected to score "
            f"{format_points(picture.done.score)} of {format_game_count(picture.games)}?"
        )
    return (
        f"Step {picture.step}: actual and expected score of {name} at "
        f"{format_rating(picture.r0)}"
    )
