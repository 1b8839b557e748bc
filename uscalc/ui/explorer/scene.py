"""Charts of the knot path: f(R) with its knots, and the search on it."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Final

from msgspec import Struct

from uscalc.counted import choose_plural, count_in_words
from uscalc.engine.trace import SpecialTrace
from uscalc.explain.curve import (
    CurveKnot,
    KnotMaker,
    ObjectiveCurve,
    make_objective_curve,
)
from uscalc.explain.numbers import (
    MINUS,
    PlayerDirectory,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
)
from uscalc.explain.picture import SpecialPicture
from uscalc.explain.picture_words import (
    describe_state,
    format_dragged_rating,
    name_bar_owner,
)
from uscalc.explain.scene.scene import Scene
from uscalc.explain.scene.words import (
    describe_place,
    describe_spot,
    find_spot,
    stack_bars,
)
from uscalc.explain.walk import (
    R_PRIOR,
    WalkStop,
    compare_step_curves,
    compare_walk_starts,
    compute_walk_from,
    describe_makers,
    describe_plateau,
    interpolate_stops,
    list_walk_stops,
)
from uscalc.ui.charts.scene import (
    Axis,
    Chart,
    ChartArea,
    ChartBand,
    ChartDot,
    ChartLabel,
    ChartLine,
    ChartRule,
    ChartStroke,
    Mark,
    Overlay,
    Side,
)

MOST_ON_A_KNOT: Final = 2
ROWS: Final = 3
"""The number of rows of knot labels below the axis."""
MOST_BANDS: Final = 48
"""The most shades that the eye can distinguish; further knots share them."""
MOST_STRONG_LABELS: Final = 9
MANY_STOPS: Final = 24
MOST_PLACES: Final = 60
HIGHEST_SHADE: Final = 0.9
CLEAR: Final = 0.08
"""The part of the axis on each side of the zero that is kept free of the labels of other steps."""
SAME_LINE: Final = 0.03
"""Two curves nearer than this part of the height look like one line."""
MOST_PARTS: Final = 24
"""The most bars that are shown as parts of the curve."""
BANDS: Final = (0.10, 0.18)
LIT: Final = 0.5
HOVERED: Final = 0.3
"""The opacity of a bar's part of the curve: usually, if selected, and under the mouse."""
ABOVE: Final[tuple[Side, ...]] = ("above-left", "above", "left", "above-right")
UNDER: Final[tuple[Side, ...]] = ("below-right", "below", "right", "below-left")
BELOW: Final[tuple[Side, ...]] = (
    "below-right",
    "above-left",
    "below",
    "above",
    "right",
    "left",
)


def solver_chart(
    title: str,
    source: str,
    step: int,
    curve: ObjectiveCurve,
    stops: Sequence[WalkStop],
    ghosts: Sequence[tuple[int, ObjectiveCurve]],
    people: PlayerDirectory,
    bounds: tuple[float, float],
    chosen: float | None = None,
    bands: Sequence[ChartArea] = (),
) -> Chart:
    """Return the chart of f in one step, with pale curves of the other steps; no search yet.

    `bounds` are the ends of the rating axis, and `bands` the bars as parts of f.
    `chosen` is the rating that R0 decides on if p = 0, when no rating is within 400
    points of M.
    """
    curves = [curve, *(ghost for _, ghost in ghosts)]
    low, high = bounds
    bottom = min(c.knots[0].f for c in curves)
    top = max(c.knots[-1].f for c in curves)
    room = 0.08 * ((top - bottom) or 1.0)
    marks: list[Mark] = [
        *_shade_saturation(curve, low, high),
        *bands,
        ChartRule(y=0.0, hint="f(R) = 0"),
    ]
    labels = [
        ChartLabel(low, 0.0, "f(R) = 0", "pale", sides=("above-right", "below-right"))
    ]
    for ghost_step, ghost in ghosts:
        marks.append(
            ChartLine(
                ghost.list_points(low, high),
                "pale",
                1.2,
                dashed=True,
                strength=0.75,
                hint=f"f(R) in Step {ghost_step}",
            )
        )
        others = [other for step, other in ghosts if step != ghost_step]
        labels.append(_ghost_label(ghost_step, ghost, curve, others, low, high))
    marks += _mark_curve(curve, low, high, people, 2.2)
    labels += [_knot_label(knot, people) for knot in curve.knots]
    marks += [ChartDot(stop.m, stop.f, "pale", 2.5, hollow=True) for stop in stops]
    if chosen is not None:
        f, text = curve.compute_f(chosen), f"R0 selects {format_rating(chosen)}"
        marks.append(ChartDot(chosen, f, "text", 5.0))
        labels.append(ChartLabel(chosen, f, text, "text", strong=True))
    return Chart(
        title,
        Axis(low, high, "rating R"),
        Axis(bottom - room, top + room, "f(R): expected minus actual score"),
        tuple(marks),
        tuple(labels),
        _in_words(step, curve, stops, people),
        source,
        rows=ROWS,
    )


def make_bands(
    picture: SpecialPicture,
    bounds: tuple[float, float],
    rows: Sequence[int] | None = None,
    strength: float | None = None,
) -> tuple[ChartArea, ...]:
    """Return the bars as parts of f, stacked up to the curve: all bars, or those of `rows`.

    `strength` is the opacity; without it, neighboring bars get two slightly different
    ones.
    """
    stacked = stack_bars(picture, bounds)
    return tuple(
        ChartArea(
            *stacked[i],
            strength=strength or BANDS[i % 2],
            hint=f"The part of {name_bar_owner(picture, i)}",
        )
        for i in (range(len(stacked)) if rows is None else rows)
        if picture.rows[i].worth
    )


def step_chart(
    title: str,
    source: str,
    heading: str,
    curve: ObjectiveCurve,
    end: float,
    bounds: tuple[float, float, float, float],
    people: PlayerDirectory,
) -> Chart:
    """Return the small chart of f in one step, with its zero marked."""
    low, high, bottom, top = bounds
    room = 0.08 * ((top - bottom) or 1.0)
    marks: list[Mark] = [
        *_shade_saturation(curve, low, high),
        ChartRule(y=0.0, hint="f(R) = 0"),
        *_mark_curve(curve, low, high, people, 2.0),
        ChartDot(
            end, curve.compute_f(end), "loss", 4.0, hint=f"zero at {format_rating(end)}"
        ),
    ]
    labels = [
        *(_knot_label(knot, people) for knot in curve.knots),
        ChartLabel(end, curve.compute_f(end), format_rating(end), "loss", strong=True),
    ]
    return Chart(
        title,
        Axis(low, high),
        Axis(bottom - room, top + room, heading),
        tuple(marks),
        tuple(labels),
        f"{heading}, over {len(curve.knots)} knots.",
        source,
    )


def _shade_saturation(curve: ObjectiveCurve, low: float, high: float) -> list[Mark]:
    """Shade the background, darker where more opponents count 0 or 1 in the expected score."""
    edges = [low, *(knot.r for knot in curve.knots), high]
    found: list[tuple[float, float, int, int]] = []
    levels = min(curve.games, MOST_BANDS)
    for (left, right), piece in zip(pairwise(edges), curve.pieces, strict=True):
        out = piece.zeros + piece.ones
        level = -(-out * levels // curve.games)
        if found and found[-1][2] == level:
            found[-1] = (found[-1][0], right, level, found[-1][3])
        elif right > left:
            found.append((left, right, level, out))
    return [
        ChartBand(
            left,
            right,
            role="line",
            strength=HIGHEST_SHADE * level / levels,
            hint=f"{out} of {count_in_words(curve.games, 'game')} "
            f"{choose_plural(out, 'counts', 'count')} exactly 0 or 1 here",
        )
        for left, right, level, out in found
        if level
    ]


def _mark_curve(
    curve: ObjectiveCurve,
    low: float,
    high: float,
    people: PlayerDirectory,
    width: float,
) -> list[Mark]:
    """Return f as a line, with its plateaus and its knots."""
    return [
        *_mark_plateaus(curve),
        ChartLine(curve.list_points(low, high), "accent", width, hint="f(R)"),
        *(mark for knot in curve.knots for mark in _knot_marks(knot, people)),
    ]


def _mark_plateaus(curve: ObjectiveCurve) -> list[Mark]:
    """Mark the plateaus, where f has the same value between two knots."""
    marks: list[Mark] = []
    for piece, (left, right) in zip(
        curve.pieces[1:-1], pairwise(curve.knots), strict=True
    ):
        if piece.flat:
            zero = abs(left.f) < 1e-6
            marks.append(
                ChartLine(
                    ((left.r, left.f), (right.r, right.f)),
                    "gain" if zero else "pale",
                    8.0,
                    strength=0.45 if zero else 0.3,
                    hint=(
                        f"flat from {format_rating(left.r)} to {format_rating(right.r)}: "
                        + (
                            "every rating here fits"
                            if zero
                            else "no opponent is within 400 points"
                        )
                    ),
                )
            )
    return marks


def _knot_marks(knot: CurveKnot, people: PlayerDirectory) -> list[Mark]:
    words = f"knot {format_rating(knot.r)}: {describe_makers(knot.makers, people)}"
    if not knot.deciding:
        return [ChartStroke(knot.r, 6.0, "pale", 1.0, hint=words)]
    return [
        ChartRule(x=knot.r, role="soft", width=1.0, hint=words),
        ChartStroke(knot.r, 12.0, "text", 2.5, hint=words),
    ]


def _knot_label(knot: CurveKnot, people: PlayerDirectory) -> ChartLabel:
    return ChartLabel(
        knot.r,
        knot.f,
        knot_text(knot.makers, people),
        "text" if knot.deciding else "pale",
        strong=knot.deciding,
        place="bottom",
        optional=True,
        priority=1.0 if knot.deciding else 0.0,
    )


def knot_text(makers: Sequence[KnotMaker], people: PlayerDirectory) -> str:
    """Return the label of a knot: "Castle+400" is 400 points above Castle's rating."""
    said = []
    for place, side in makers[:MOST_ON_A_KNOT]:
        sign = "+" if side == "plus" else MINUS
        whose = R_PRIOR if place is None else people.get_name(place).split(",")[0]
        said.append(f"{whose}{sign}400")
    more = len(makers) - len(said)
    return " ".join(said) + (f" and {more}" if more else "")


def _ghost_label(
    step: int,
    ghost: ObjectiveCurve,
    curve: ObjectiveCurve,
    others: Sequence[ObjectiveCurve],
    low: float,
    high: float,
) -> ChartLabel:
    """Return the label of a pale curve, where it is farthest from the drawn curve."""
    places = [knot.r for knot in (*ghost.knots, *curve.knots) if low < knot.r < high]
    places = places[:: 1 + len(places) // MOST_PLACES]
    # The line of R is usually near the zero, and would cross a label there.
    clear = [r for r in places if abs(r - curve.zeros.low) > CLEAR * (high - low)]
    places = clear or places
    far = max(places, key=lambda r: abs(ghost.compute_f(r) - curve.compute_f(r)))
    here = ghost.compute_f(far)
    gaps = [other.compute_f(far) - here for other in (curve, *others)]
    same = SAME_LINE * (curve.knots[-1].f - curve.knots[0].f)
    above = min((gap for gap in gaps if gap > same), default=inf)
    below = min((-gap for gap in gaps if gap < -same), default=inf)
    is_above = above > below or (above == below and gaps[0] <= 0.0)
    return ChartLabel(
        far,
        here,
        f"Step {step}",
        "pale",
        sides=ABOVE if is_above else UNDER,
        optional=True,
        priority=2.0,
    )


def _in_words(
    step: int, curve: ObjectiveCurve, stops: Sequence[WalkStop], people: PlayerDirectory
) -> str:
    """Describe the chart for screen readers."""
    moves = len(stops) - 1
    deciding = [
        f"{format_rating(knot.r)} ({describe_makers(knot.makers, people)})"
        for knot in curve.knots
        if knot.deciding
    ]
    return (
        f"f(R) in Step {step} rises from {format_number(curve.knots[0].f, 2)} to "
        f"{format_number(curve.knots[-1].f, 2)} over {len(curve.knots)} knots. The search takes "
        f"{moves} {'move' if moves == 1 else 'moves'} from {format_rating(stops[0].m)} to "
        f"{format_rating(stops[-1].m)}. Deciding knots: {' and '.join(deciding)}."
    )


class SolvedStep(Struct, frozen=True, dict=True):
    """The curve and the search of a scene; each part is computed when first needed."""

    scene: Scene
    picture: SpecialPicture
    """The shown step as a picture."""

    @property
    def people(self) -> PlayerDirectory:
        """The players of the section."""
        return self.scene.subject.people

    @cached_property
    def steps(self) -> dict[int, SpecialTrace]:
        """The steps that use the special formula; tried values apply to the shown step only."""
        player = self.scene.subject.player
        steps = {3: player.step3, 4: player.step4, 5: player.step5}
        special = {i: x for i, x in steps.items() if isinstance(x, SpecialTrace)}
        return {**special, self.picture.step: self.picture.done}

    def is_of(self, scene: Scene) -> bool:
        """Return whether this is the solution of `scene`."""
        mine = self.scene
        return (
            mine.picture is scene.picture
            and mine.subject is scene.subject
            and (mine.start, mine.bounds) == (scene.start, scene.bounds)
        )

    def describe(self, scene: Scene) -> tuple[str, str]:
        """Return the line with R or M and its f, and the sentence about this point."""
        if scene.marks_r:
            r, f = scene.at, self.picture.curve.compute_f(scene.at)
            value = f"R = {format_dragged_rating(r)}   f(R) = {format_number(f, 4)}"
            said = describe_state(self.picture, r, scene.caught)
            said = f"{said} {describe_place(self.picture, find_spot(self.picture, r, 0.0))}"
        else:
            stop = self.stops[int(scene.reached)]
            value = f"M = {format_rating(stop.m)}   f(M) = {format_number(stop.f, 4)}"
            said = stop.sentence
        return value, describe_spot(scene) or said

    @cached_property
    def longest_place(self) -> str:
        """The longest description of a piece or knot; the view reserves room for it."""
        spots = range(2 * len(self.picture.bends) + 1)
        return max((describe_place(self.picture, spot) for spot in spots), key=len)

    @cached_property
    def bands(self) -> tuple[ChartArea, ...]:
        """The bars as parts of the curve; empty if there are too many to tell apart."""
        return (
            ()
            if len(self.picture.rows) > MOST_PARTS
            else make_bands(self.picture, self.scene.bounds)
        )

    @cached_property
    def ghosts(self) -> tuple[tuple[int, ObjectiveCurve], ...]:
        """The curves of f in the other steps, by step."""
        return tuple(
            (step, make_objective_curve(done, self.picture.player.entrant))
            for step, done in self.steps.items()
            if step != self.picture.step
        )

    @cached_property
    def closed(self) -> SpecialTrace:
        """The search that starts at the closed form."""
        return compute_walk_from("closed form", self.picture.player, self.picture.done)

    @cached_property
    def walk(self) -> SpecialTrace:
        """The search from the selected start."""
        return self.picture.done if self.scene.start == "prior" else self.closed

    @cached_property
    def stops(self) -> tuple[WalkStop, ...]:
        """The stops of the search: its start, and M after each move."""
        return list_walk_stops(
            self.walk, self.scene.start, self.picture.curve, self.people
        )

    @cached_property
    def labels(self) -> tuple[ChartLabel, ...]:
        """The number of each stop; if there are many stops, only labels that fit are drawn."""
        last, many = len(self.stops) - 1, len(self.stops) > MOST_STRONG_LABELS
        # The last label has the resulting rating.
        texts = [*map(str, range(last)), f"{last}: {format_rating(self.stops[last].m)}"]
        return tuple(
            ChartLabel(
                stop.m,
                stop.f,
                texts[stop.number],
                "loss",
                strong=True,
                sides=BELOW,
                optional=stop.number not in (0, last) and many,
                priority=1.0 if stop.number in (0, last) else 0.0,
            )
            for stop in self.stops
        )

    @cached_property
    def dots(self) -> tuple[ChartDot, ...]:
        """A ring for each stop, smaller if there are many."""
        size = 4.0 if len(self.stops) <= MANY_STOPS else 2.5
        return tuple(ChartDot(s.m, s.f, "loss", size, hollow=True) for s in self.stops)

    def draw_search(self, position: float) -> Overlay:
        """Return the search up to a position: 2.5 is halfway from stop 2 to stop 3."""
        done = min(int(position), len(self.stops) - 1)
        m = interpolate_stops([stop.m for stop in self.stops], position)
        f = self.picture.curve.compute_f(m)
        # The length of the upright line is f(M), the distance from zero.
        marks = (
            ChartLine(((m, f), (m, 0.0)), "loss", 1.5, hint="f(M)"),
            ChartDot(m, f, "loss", 5.0),
        )
        return Overlay(marks, self.labels, done + 1, self.dots[: done + 1])

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """The notes on the start, the plateau, and the difference from the step before."""
        notes = [
            compare_walk_starts(self.picture.done, self.closed, self.picture.curve)
        ]
        if notes[0].startswith("Both"):
            notes.append(describe_plateau(self.picture.curve))
        step = self.picture.step
        earlier = max((i for i in self.steps if i < step), default=None)
        if earlier is not None:
            notes.append(
                compare_step_curves(
                    self.steps[earlier],
                    self.picture.done,
                    earlier,
                    self.picture.player,
                    self.people,
                )
            )
        return tuple(note for note in notes if note)


def make_headline(solved: SolvedStep, name: str) -> str:
    """Return the headline: "Tom Castle scored 3.5 points in 5 games: rating 1762"."""
    done, player = solved.picture.done, solved.picture.player
    said = (
        f"{name} scored {format_points(done.score)} "
        f"{choose_plural(done.score, 'point')} in "
        f"{count_in_words(player.entrant.m, 'game')}: rating "
        f"{format_whole_rating(solved.walk.end)}"
    )
    if solved.picture.step != 5:
        return f"{said} in Step {solved.picture.step}"
    if player.post is not None and format_whole_rating(
        player.post
    ) != format_whole_rating(solved.walk.end):
        return f"{said}; the post-event rating is {format_whole_rating(player.post)}"
    return said
