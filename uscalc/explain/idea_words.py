"""The idea of a rating in words: what the two sums say, and what is special here."""

from uscalc.engine.special import CAP
from uscalc.engine.trace import Move
from uscalc.explain.answer import FLOOR_NAMES, sentence_case, standard_figures
from uscalc.explain.idea import Bend, Idea, Row, Special, Standard, Wall, walls_of
from uscalc.explain.numbers import (
    MINUS,
    RESULTS,
    decimals_for,
    exact,
    games,
    number,
    points,
    rating,
    whole,
)

SAME = 5e-8
"""Two sums closer than this meet."""
NO_BONUS = {
    "match": "A match gives no bonus.",
    "few-games": "Fewer than three games give no bonus.",
    "repeats": "An opponent was met too often for a bonus.",
}


def score_words(value: float, decimals: int = 2) -> str:
    """Write points or an expected score, with at most `decimals` decimals."""
    return number(value, decimals)


def place_words(r: float) -> str:
    """Return a dragged rating: whole, or with decimals where the marker caught."""
    return whole(r) if abs(r - round(r)) < 1e-9 else rating(r)


def sums_words(idea: Idea, r: float, decimals: int = 2) -> str:
    """Return the two sums: "at 1500 expected 2.9 of 4, scored 3.5"."""
    if isinstance(idea, Special):
        expected = idea.expected(r)
    else:
        r, expected = idea.r0, idea.done.expected
    return (
        f"at {place_words(r)} expected {score_words(expected, decimals)} of "
        f"{score_words(idea.worth, decimals)}, "
        f"scored {score_words(idea.scored, decimals)}"
    )


def earlier_words(idea: Special) -> str:
    """Describe the row of earlier games."""
    row, n_eff = idea.prior, idea.done.n_eff
    if not n_eff:
        return f"No earlier game; the search begins at {rating(row.rating)}"
    if idea.step == 3:
        return f"No earlier game; one draw against {rating(row.rating)} is lent"
    n = idea.player.start.n
    count = number(n_eff, 1)
    one = count == "1"
    if n is None or number(n, 1) == count:
        what = f"{count} earlier game{'' if one else 's'}"
    else:
        what = f"{n} earlier {'game' if n == 1 else 'games'}, counting as {count}"
    against = rating(row.rating)
    if idea.record == "all_wins":
        return f"{what}, all won: wins against {against}"
    if idea.record == "all_losses":
        return f"{what}, all lost: losses against {against}"
    return f"{what}: {'a draw' if one else 'draws'} against {against}"


def row_name(idea: Idea, row: Row) -> str:
    """Return the name of a row's player."""
    if row.game is None:
        assert isinstance(idea, Special)
        return earlier_words(idea)
    return f"{row.name} {rating(row.rating)}"


def row_words(idea: Idea, row: Row, r: float) -> str:
    """Return a row as text for screen readers."""
    if isinstance(idea, Special):
        held = row.worth * idea.part(row, r)
        expected = f"expected {score_words(held)} of {score_words(row.worth)}"
        at = place_words(r)
    else:
        held = idea.done.expectations[row.game or 0]
        expected, at = f"expected {score_words(held)}", place_words(idea.r0)
    if row.game is None:
        return f"{row_name(idea, row)}: at {at} {expected}"
    imagined = ", imagined" if row.imagined else ""
    return (
        f"Round {row.round}: {row_name(idea, row)}, {RESULTS[row.score]}{imagined}: "
        f"at {at} {expected}"
    )


def state_words(idea: Idea, r: float, caught: bool) -> str:
    """Describe the picture at a rating, and the next action."""
    if isinstance(idea, Standard):
        return _standard(idea)
    off = idea.difference(r)
    digits = _digits(idea, idea.expected(r), off)
    said = sentence_case(sums_words(idea, r, digits))
    if caught:
        return f"{said}: the sums meet, and {place_words(r)} is the special rating."
    if abs(off) <= SAME:
        return f"{said}. The sums meet here too; every rating on this stretch fits."
    if off < 0:
        return (
            f"{said}. {score_words(-off, digits)} too little is expected: R must rise."
        )
    return f"{said}. {score_words(off, digits)} too much is expected: R must fall."


def _digits(idea: Special, expected: float, off: float) -> int:
    """Return the decimals with which the two sums show their correct difference."""

    def fits(decimals: int) -> bool:
        held, scored = (
            exact(score_words(value, decimals)) for value in (expected, idea.scored)
        )
        return abs(held - scored) == exact(score_words(abs(off), decimals))

    return decimals_for(2, fits, 4)


def _standard(idea: Standard) -> str:
    done, surplus = idea.done, idea.surplus
    figures = standard_figures(idea.r0, done, surplus, whole(done.raw))
    digits = len(figures.surplus.partition(".")[2])
    said = sentence_case(sums_words(idea, idea.r0, digits))
    what = "more than expected" if surplus >= 0 else "less than expected"
    sign = MINUS if done.gain < 0 else "+"
    said += (
        f": {figures.surplus} {what}. Times K, {figures.k}, that is "
        f"{sign}{figures.gain}."
    )
    if done.bonus and done.threshold is not None:
        said += (
            f" What lies beyond {figures.threshold} counts twice: "
            f"+{figures.bonus} more."
        )
    elif done.threshold is not None and done.gain > 0:
        said += f" The bonus mark, {number(done.threshold, 2)}, is not reached."
    return f"{said} {rating(idea.r0)} becomes {rating(done.raw)}."


def question(idea: Idea, name: str) -> str:
    """Return the question that the picture asks."""
    if isinstance(idea, Standard):
        return (
            f"{name} scored {points(idea.scored)} of {idea.games}. "
            f"Is that more than a player rated {rating(idea.r0)} should?"
        )
    return (
        f"{name} scored {points(idea.done.score)} of {idea.games}. "
        "At which rating is just that expected? Drag R."
    )


def notes(idea: Idea, found: bool) -> tuple[str, ...]:
    """Describe special features of this picture; those that reveal the answer only once found."""
    said: list[str] = []
    if isinstance(idea, Special):
        said += _records(idea)
        if found:
            said += _stretch(idea)
        gap = _gap(idea, found)
        if gap:
            said.append(gap)
    else:
        if idea.player.no_bonus:
            said.append(NO_BONUS[idea.player.no_bonus])
        found = True
    if found:
        said += _limits(idea)
        said += [text for wall in walls_of(idea) if (text := _wall(idea, wall))]
    return tuple(said)


def _records(idea: Special) -> list[str]:
    prior, r0 = idea.prior, idea.player.start.r0
    if idea.record == "all_wins":
        return [
            f"Every earlier game was won, so they count as wins against "
            f"{rating(prior.rating)}, 400 below {rating(r0)}: their bar is full from "
            f"{rating(r0)} up, and nothing there pulls R down."
        ]
    if idea.record == "all_losses":
        return [
            f"Every earlier game was lost, so they count as losses against "
            f"{rating(prior.rating)}, 400 above {rating(r0)}: their bar is empty from "
            f"{rating(r0)} down, and nothing there pulls R up."
        ]
    if not idea.done.n_eff:
        return [
            "There is no earlier game: that row is empty, and its ends are only "
            "places where the walk may stop."
        ]
    return []


def _stretch(idea: Special) -> list[str]:
    zeros = idea.curve.zeros
    if not zeros.wide:
        return []
    if zeros.low is None:
        where = f"Every rating up to {rating(zeros.high or 0.0)}"
    elif zeros.high is None:
        where = f"Every rating from {rating(zeros.low)} up"
    else:
        where = f"Every rating from {rating(zeros.low)} to {rating(zeros.high)}"
    return [
        f"{where} fits, as no bar fills or empties there. The search comes from "
        f"{rating(idea.done.start)} and ends at the first that fits, "
        f"{rating(idea.catch)}."
    ]


def _gap(idea: Special, found: bool) -> str:
    """Describe a flat stretch between bars where the sums do not meet."""
    for piece in idea.curve.pieces[1:-1]:
        if not piece.flat or piece.low is None or piece.high is None:
            continue
        near = min(abs(idea.catch - end) for end in (piece.low, piece.high))
        told = found or near > 1.0
        if told and abs(idea.difference(piece.low)) > SAME:
            return (
                f"From {rating(piece.low)} to {rating(piece.high)} no bar fills or "
                "empties: the sum stays as it is, and the curve is flat."
            )
    return ""


def _limits(idea: Idea) -> list[str]:
    player = idea.player
    if idea.step == 5 and player.match is not None and player.match.limited_by:
        return [
            f"A match moves a rating only so far: {rating(player.match.uncapped)} "
            f"becomes {rating(player.match.result)}."
        ]
    return []


def _wall(idea: Idea, wall: Wall) -> str:
    if not wall.acted:
        return ""
    floors = idea.player.floors
    if wall.kind == "cap":
        assert isinstance(idea, Special)
        return (
            f"The sums meet at {rating(idea.catch)}, but the special formula gives no "
            f"rating above {whole(CAP)}."
        )
    if wall.kind == "minimum":
        return f"No rating is below {whole(wall.level)}."
    if wall.kind == "ceiling" or floors is None:
        return f"The ceiling holds the rating down at {rating(wall.level)}."
    return (
        f"{sentence_case(FLOOR_NAMES[wall.kind])} holds the rating up: "
        f"{rating(floors.before)} becomes {whole(wall.level)}."
    )


def wall_name(wall: Wall) -> str:
    """Return the label of a limit."""
    if wall.kind == "cap":
        return f"highest {whole(wall.level)}"
    if wall.kind == "minimum":
        return f"lowest {whole(wall.level)}"
    if wall.kind == "ceiling":
        return f"ceiling {rating(wall.level)}"
    return f"floor {whole(wall.level)}"


# The walk


def walk_words(idea: Special, stop: int) -> str:
    """Describe the rating that a move of the search reached, and the next move."""
    moves = idea.done.moves
    if stop >= len(moves):
        return state_words(idea, idea.catch, True)
    move = moves[stop]
    digits = _digits(idea, idea.expected(move.m), move.f)
    said = sentence_case(sums_words(idea, move.m, digits))
    off = score_words(abs(move.f), digits)
    what = "too little" if move.f < 0 else "too much"
    way = "rises" if move.f < 0 else "falls"
    return f"{said}: {off} {what}, so R {way}. {_next(idea, move)}"


def _next(idea: Special, move: Move) -> str:
    bend = idea.bend(move.knot)
    whose = "" if bend is None else f", where {bend_words(idea, bend, move.f < 0)}"
    where = f"The next bend is {rating(move.knot)}{whose}"
    if move.why == "flat":
        return f"{where}; no bar changes on the way, and R goes there."
    if move.why == "beyond":
        what = "too little" if move.f < 0 else "too much"
        return f"{where}; that is still {what}, and R goes there."
    return f"{where}; the sums meet before it, at {rating(move.to)}."


def bend_words(idea: Special, bend: Bend, rising: bool) -> str:
    """Name the bars that begin to fill or are full at a knot, as the marker passes it."""
    begins = "begins to fill" if rising else "is empty"
    full = "is full" if rising else "begins to empty"
    said = [
        *(f"the bar of {_whose(idea, i)} {begins}" for i in bend.begins[:2]),
        *(f"the bar of {_whose(idea, i)} {full}" for i in bend.full[:2]),
    ]
    more = len(bend.begins) + len(bend.full) - len(said)
    if more:
        said.append(f"{more} more {'bar bends' if more == 1 else 'bars bend'}")
    return " and ".join(said)


def _whose(idea: Special, place: int) -> str:
    row = idea.rows[place]
    return row.name if row.game is not None else "the earlier games"


def title(idea: Idea, name: str) -> str:
    """Return the title of a picture."""
    if isinstance(idea, Special):
        return f"Step {idea.step}: where is {points(idea.done.score)} of " + (
            f"{games(idea.games)} expected of {name}?"
        )
    return f"Step {idea.step}: {name} beside what is expected at {rating(idea.r0)}"
