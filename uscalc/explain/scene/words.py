"""Sentences about a scene, its pieces of the curve f, and its line of the explanation.

A spot of the curve is a piece or a knot: 2i is the piece below knot i, and 2i + 1 is
knot i itself.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from msgspec.structs import replace

from uscalc.counted import count_in_words
from uscalc.engine.special import LANDING
from uscalc.explain.numbers import format_number, format_rating
from uscalc.explain.picture import BarKnot, SpecialPicture, StepPicture
from uscalc.explain.picture_words import (
    describe_knot,
    describe_row,
    describe_state,
    format_dragged_rating,
    name_bar_owner,
)
from uscalc.explain.scene.scene import Scene

Points = tuple[tuple[float, float], ...]
ON: Final = 2 * LANDING
START: Final = ("r0", "unrated")
EARLIER: Final = ("n", "n_star", "n_eff", "formula")
RESULT: Final = ("post", "floor", "match")
"""The lines of Steps 1 and 2, and the first parts of the keys of the result's lines."""


def find_spot(picture: SpecialPicture, r: float, near: float) -> int:
    """Return the piece at a rating, or a knot within `near` points."""
    knots = [bend.r for bend in picture.bends]
    i = bisect_left(knots, r)
    close = [j for j in (i - 1, i) if 0 <= j < len(knots)]
    best = min(close, key=lambda j: abs(knots[j] - r))
    return (
        2 * best + 1
        if abs(knots[best] - r) <= near + ON
        else 2 * bisect_right(knots, r)
    )


def list_spot_rows(picture: SpecialPicture, spot: int | None) -> tuple[int, ...]:
    """Return the rows, by index, whose bars fill on a piece, or make a knot."""
    if spot is None:
        return ()
    if spot % 2:
        bend = picture.bends[spot // 2]
        rows = {*bend.begins, *bend.full}
        return tuple(i for i in sorted(rows) if picture.rows[i].worth)
    piece = picture.curve.pieces[spot // 2]
    if piece.low is None or piece.high is None:
        return ()
    low, high = piece.low, piece.high
    return tuple(
        i
        for i, row in enumerate(picture.rows)
        if row.worth and row.low <= low + ON and row.high >= high - ON
    )


def list_lit_rows(scene: Scene) -> tuple[int, ...]:
    """Return the rows of the selected piece or knot, or of a line about earlier games."""
    picture = scene.picture
    if not isinstance(picture, SpecialPicture):
        return ()
    if scene.line in EARLIER:
        # The row of earlier games is the last one.
        return (len(picture.rows) - 1,)
    return list_spot_rows(picture, scene.spot)


def stack_bars(
    picture: SpecialPicture, bounds: tuple[float, float]
) -> tuple[tuple[Points, Points], ...]:
    """Return the lower and upper line of each bar's part of f, stacked up to the curve.

    The lowest line is at minus the score, and the highest one is f.
    """
    low, high = bounds
    places = [low, *(b.r for b in picture.bends if low < b.r < high), high]
    heights: list[Sequence[float]] = [
        list(
            accumulate(
                (row.worth * picture.compute_fill(row, r) for row in picture.rows),
                initial=-picture.scored,
            )
        )
        for r in places
    ]
    return tuple(
        (
            tuple((r, up[i]) for r, up in zip(places, heights, strict=True)),
            tuple((r, up[i + 1]) for r, up in zip(places, heights, strict=True)),
        )
        for i in range(len(picture.rows))
    )


MOST_NAMED: Final = 5


def describe_part(scene: Scene, game: int | None, marker: bool) -> str:
    """Return one sentence about the marker or a row, and the rating that results."""
    picture = scene.picture
    if marker and isinstance(picture, SpecialPicture):
        return describe_state(picture, scene.at, scene.caught)
    row = None if marker else scene.find_row(game)
    said = (
        f"R0 {format_dragged_rating(scene.at)}"
        if row is None
        else describe_row(picture, row, scene.at)
    )
    return (
        f"{said}."
        if scene.waits
        else f"{said}. Step {scene.step} gives {format_rating(picture.result)}."
    )


def describe_spot(scene: Scene) -> str:
    """Describe the selected piece or knot of the curve; empty if none is selected."""
    picture, spot = scene.picture, scene.spot
    return (
        describe_place(picture, spot)
        if spot is not None and isinstance(picture, SpecialPicture)
        else ""
    )


def describe_place(picture: SpecialPicture, spot: int) -> str:
    """Describe a piece or a knot of the curve."""
    if spot % 2:
        bend: BarKnot = picture.bends[spot // 2]
        return f"Knot at {format_rating(bend.r)}: {describe_knot(picture, bend, True)}."
    piece, rows = picture.curve.pieces[spot // 2], list_spot_rows(picture, spot)
    where = (
        f"From {format_rating(piece.low or 0.0)} to {format_rating(piece.high or 0.0)}"
    )
    if piece.low is None:
        where = f"Below {format_rating(piece.high or 0.0)}"
    elif piece.high is None:
        where = f"Above {format_rating(piece.low)}"
    if not rows:
        return f"{where}, no bar fills, so f stays the same."
    names = [name_bar_owner(picture, i) for i in rows[:MOST_NAMED]]
    more = len(rows) - len(names)
    if more:
        names.append(f"{more} more")
    who = ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]
    bars, verb = ("bar", "fills") if len(rows) == 1 else ("bars", "fill")
    rise = sum(picture.rows[i].worth for i in rows) / 8.0
    return (
        f"{where}, the {bars} of {who} {verb}: f rises by {format_number(rise, 2)} for "
        "every 100 points."
    )


def name_trials(picture: StepPicture) -> str:
    """Name the trial values of a picture in a few words; empty if there are none."""
    causes = picture.causes
    ratings = sum(
        row.rating != row.true_rating for row in picture.rows if row.game is not None
    )
    results = sum(row.score != row.true_score for row in picture.rows)
    parts = []
    if causes.r0 is not None:
        parts.append(f"own rating {format_dragged_rating(causes.r0)}")
    if causes.games is not None:
        parts.append(count_in_words(causes.games, "earlier game"))
    counts = (ratings, "trial rating"), (results, "what-if result")
    parts += [count_in_words(count, words) for count, words in counts if count]
    return ", ".join(parts)


def add_scene_notes(scene: Scene, title: str, shows_r: bool = True) -> str:
    """Return a picture's title with its tried values, and R unless it is the solution."""
    notes = []
    if isinstance(scene.picture, SpecialPicture) and shows_r and not scene.caught:
        notes.append(f"R at {format_dragged_rating(scene.at)}")
    tried = name_trials(scene.picture)
    if tried:
        notes.append(f"tried: {tried}")
    return f"{title} ({'; '.join(notes)})" if notes else title


LINE: Final = re.compile(r"step(?P<step>[345])\.(?P<what>.+)")
MOVE: Final = re.compile(r"move(?P<move>\d+)")
ENDS: Final = ("f", "end", "tie", "cap", "minimum", "result")
"""The lines about the end of the search."""


def _is_about_result(key: str) -> bool:
    return key.partition(".")[0] in RESULT


def has_moment(key: str) -> bool:
    """Return whether `go_to_line` can show a line of the explanation."""
    return (
        key in (*START, *EARLIER)
        or _is_about_result(key)
        or LINE.fullmatch(key) is not None
    )


def go_to_line(scene: Scene, key: str) -> Scene:
    """Return the scene at the moment that a line is about: its step, and R or M.

    Step 1 is where R starts, Step 2 the row of earlier games or K, and the result is
    the end of the last step.
    """
    found, steps = LINE.fullmatch(key), scene.subject.steps
    if key in START:
        if isinstance(scene.picture, SpecialPicture):
            scene = scene.put_marker(scene.picture.player.start.r0)
    elif key in EARLIER:
        # In Step 3, N' is always 1.
        scene = scene.select_step(max(scene.step, min(4, max(steps))))
    elif _is_about_result(key):
        scene = _go_to_moment(scene.select_step(max(steps)), "result")
    elif found is not None:
        scene = _go_to_moment(scene.select_step(int(found["step"])), found["what"])
    else:
        return scene
    return replace(scene, line=key)


def _go_to_moment(scene: Scene, what: str) -> Scene:
    """Return the scene at a moment of its step, with R or M."""
    picture, search = scene.picture, scene.start_from("prior").search
    if not isinstance(picture, SpecialPicture) or search is None:
        return scene
    scene = scene.start_from("prior")
    move = MOVE.fullmatch(what)
    if move is not None:
        return scene.to_position(float(move["move"]))
    if what == "f.knot" and search.moves:
        return scene.put_marker(search.moves[0].knot)
    return scene.to_position(float(scene.moves) if what in ENDS else 0.0)


def points_at_marker(scene: Scene) -> bool:
    """Return whether the user came from a line about the marker: the start or the result."""
    return scene.line in START or (
        isinstance(scene.picture, SpecialPicture) and _is_about_result(scene.line)
    )


def points_at_change(scene: Scene) -> bool:
    """Return whether the user came from a line about K or the change of a rating."""
    return not isinstance(scene.picture, SpecialPicture) and (
        scene.line in EARLIER or _is_about_result(scene.line)
    )


def find_line(scene: Scene) -> str:
    """Return the key of the line of the explanation that a scene is about."""
    step = f"step{scene.step}"
    if scene.line:
        return scene.line
    if not isinstance(scene.picture, SpecialPicture):
        return f"{step}.expected"
    if scene.position is None:
        return f"{step}.f" if scene.caught else f"{step}.walk"
    stop = int(scene.position)
    if stop == scene.moves:
        return f"{step}.f"
    return f"{step}.move{stop}" if stop else f"{step}.walk"
