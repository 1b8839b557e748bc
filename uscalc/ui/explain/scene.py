"""The slope chart: each player's rating change after Steps 3, 4 and 5, and in the result."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from uscalc.counted import count_in_words
from uscalc.document.model import Player
from uscalc.engine.trace import PlayerTrace, StandardTrace
from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    ChartDot,
    ChartLabel,
    ChartLine,
    Mark,
    Role,
    Side,
)
from uscalc.ui.theme.figures import format_change, format_whole

Kind = Literal["unrated", "special", "bonus", "floor"]
STAGES: Final = (1, 3, 4, 5, 6)
"""The stages that have a rating: R0, Steps 3, 4 and 5, and the result."""
STAGE_NAMES: Final = ("R0", "Step 3", "Step 4", "Step 5", "Post")


class KindWords(NamedTuple):
    """A filter for players: its label, its hint, and the clause for a sentence."""

    title: str
    hint: str
    clause: str


KINDS: Final[dict[Kind, KindWords]] = {
    "unrated": KindWords(
        "Unrated", "Players without a pre-event rating", "was unrated"
    ),
    "special": KindWords(
        "Special formula",
        "Players rated with the special formula",
        "is rated with the special formula",
    ),
    "bonus": KindWords("Bonus", "Players with bonus points in Step 5", "has a bonus"),
    "floor": KindWords(
        "Floor",
        "Players whose rating was raised to a floor",
        "was raised to a floor",
    ),
}


def kinds_of(trace: PlayerTrace | None) -> frozenset[Kind]:
    """Return the filters that a player matches."""
    if trace is None:
        return frozenset()
    last, floors = trace.step5, trace.floors
    found: dict[Kind, bool] = {
        "unrated": trace.entrant.rating is None,
        "special": trace.formula == "special",
        "bonus": isinstance(last, StandardTrace) and last.bonus > 0,
        "floor": floors is not None and floors.acted,
    }
    return frozenset(kind for kind, holds in found.items() if holds)


def nobody_sentence(kinds: Iterable[Kind]) -> str:
    """Return the sentence for a section in which no player matches all these filters."""
    clauses = [words.clause for kind, words in KINDS.items() if kind in set(kinds)]
    *others, last = clauses
    said = f"{', '.join(others)} and {last}" if others else last
    return f"No player in this section {said}."


def ratings_at(trace: PlayerTrace) -> tuple[float, ...]:
    """Return the ratings at `STAGES`; a step that doesn't apply leaves the rating unchanged.

    Return an empty tuple for an unrated player without games, who gets no rating.
    """
    if trace.post is None:
        return ()
    found = [trace.start.r0]
    for step in (trace.step3, trace.step4, trace.step5):
        found.append(found[-1] if step is None else step.result)
    return (*found, trace.post)


def short_names(players: Sequence[Player]) -> list[str]:
    """Return names for a chart: the family name or, if several players have it, the full name."""
    parts = [player.name.split(",")[0].strip() for player in players]
    count = Counter(parts)
    return [
        part if part and count[part] == 1 else player.name or f"Player {player.number}"
        for part, player in zip(parts, players, strict=True)
    ]


MANY: Final = 40
"""More lines than this are drawn fainter."""
SLANTED: Final[tuple[Side, ...]] = (
    "above",
    "below",
    "above-right",
    "below-right",
    "above-left",
    "below-left",
)
"""The sides of a point where its value may be written, off the line."""
CROWD: Final = 150
"""The maximum number of lines that are readable."""
MOVERS: Final = 6
"""The number of largest changes that have a color and a name."""
FEW_NAMES: Final = 2 * (MOVERS + 1)
"""If there is room for fewer names than this, names too close to each other are left out."""
ROOM: Final = 0.06
"""The part of the height that is left free above and below the lines."""
BESIDE: Final = 0.2
"""The width of the strip right of the result for the lines to the names, as a part of a
step's width."""
LEAST: Final = 20.0
"""The least range of the chart in points, so that small changes look small."""


class PlayerSlope(NamedTuple):
    """A player's line; `ratings` are those at `STAGES`.

    `among` is True if the player matches the filters.
    """

    row: int
    name: str
    ratings: tuple[float, ...]
    unrated: bool = False
    among: bool = True

    @property
    def moves(self) -> tuple[float, ...]:
        """The difference from R0 at each stage."""
        return tuple(rating - self.ratings[0] for rating in self.ratings)


class ChangeScale(NamedTuple):
    """The range of changes in the chart; larger changes end at its edge."""

    low: float
    high: float

    def clamp_change(self, change: float) -> float:
        """Return a change, limited to the range."""
        return min(max(change, self.low), self.high)

    def arrow_beyond(self, change: float) -> str:
        """Return an arrow for a change beyond the range, or an empty text."""
        return "▲ " if change > self.high else "▼ " if change < self.low else ""


def stages_up_to(step: int) -> int:
    """Return the number of `STAGES` that are known after a step."""
    return sum(stage <= step for stage in STAGES)


def slope_chart(
    slopes: Sequence[PlayerSlope], chosen: int | None, step: int, source: str, room: int
) -> Chart | None:
    """Return the chart of changes up to a step, or None if no player has a rating.

    The selected player's line is bold; the largest changes have a color and a name, and
    all others are gray. A click on a point gives (row, step), and on a line (row, 0).
    `room` is the number of names that fit below each other. The axes always fit all
    steps, so that nothing moves from step to step.
    """
    shown = [s for s in slopes if s.ratings and (s.among or s.row == chosen)]
    if not shown:
        return None
    everybody = len(shown)
    heights = _make_change_scale(shown, chosen)
    movers = _find_movers(shown, chosen)
    title = _make_headline(shown, movers, chosen, step)
    shown = _select_drawn(shown, chosen)
    spare = max((heights.high - heights.low) * ROOM, 1.0)
    upto = stages_up_to(step)
    # The line ends where the names begin, so that it doesn't cross one.
    unchanged = ((0.0, 0.0), (float(upto - 1), 0.0))
    marks: list[Mark] = [ChartLine(unchanged, "pale", 1.0, hint="no change")]
    faint = 1.0 if len(shown) <= MANY else 0.5
    for slope in sorted(shown, key=lambda s: (s.row == chosen, s.row in movers)):
        marks += _make_marks(
            slope, _choose_role(slope, chosen, movers), upto, heights, faint
        )
    who = next((slope for slope in shown if slope.row == chosen), None)
    return Chart(
        title,
        Axis(
            0.0,
            len(STAGES) - 1 + BESIDE,
            ticks=tuple(AxisTick(float(i), name) for i, name in enumerate(STAGE_NAMES)),
            far=True,
        ),
        Axis(heights.low - spare, heights.high + spare, "points since R0"),
        tuple(marks),
        (
            *_make_end_labels(shown, movers, chosen, upto, room, heights),
            *_make_value_labels(who, upto),
        ),
        description=_describe_player(who, upto)
        if who
        else count_in_words(everybody, "player"),
        source=source,
    )


def _make_change_scale(shown: Sequence[PlayerSlope], chosen: int | None) -> ChangeScale:
    """Return a scale that fits the changes of rated players and of the selected player.

    An unrated player starts from an estimate, often hundreds of points away. Such a
    change would make all other lines flat.
    """
    known = [s for s in shown if not s.unrated or s.row == chosen] or shown
    low = min(min(slope.moves) for slope in known)
    high = max(max(slope.moves) for slope in known)
    spare = max(0.0, LEAST - (high - low)) / 2
    return ChangeScale(low - spare, high + spare)


def _find_movers(shown: Sequence[PlayerSlope], chosen: int | None) -> frozenset[int]:
    """Return the rows with the largest changes, which get a color and a name.

    Unrated players come last, because they start from an estimate.
    """
    others = [
        s for s in shown if s.row != chosen and format_whole(abs(s.moves[-1])) != "0"
    ]
    others.sort(key=lambda slope: (slope.unrated, -abs(slope.moves[-1])))
    return frozenset(slope.row for slope in others[:MOVERS])


def _make_headline(
    shown: Sequence[PlayerSlope], movers: frozenset[int], chosen: int | None, step: int
) -> str:
    """Return the chart's headline."""
    who = next((slope for slope in shown if slope.row == chosen), None)
    if who is not None:
        at = stages_up_to(step) - 1
        when = "" if at == len(STAGES) - 1 else f" after {STAGE_NAMES[at]}"
        start, end = format_whole(who.ratings[0]), format_whole(who.ratings[at])
        if at == 0:
            return f"{who.name} starts at {start}"
        moved = format_change(int(end) - int(start))
        if who.unrated:
            # R0 is an estimate, so the distance from it means little.
            return f"{who.name} is new: {end}{when or ', the first rating'}"
        return (
            f"{who.name} stays at {end}{when}"
            if moved == "0"
            else f"{who.name}: {start} \N{RIGHTWARDS ARROW} {end} ({moved}){when}"
        )
    if not movers:
        return "No ratings change"
    rated = (s for s in shown if s.row in movers and not s.unrated)
    ranked = sorted(rated, key=lambda s: s.moves[-1])
    if not ranked:
        return "First ratings of new players"
    down, up = ranked[0], ranked[-1]
    said = []
    if up.moves[-1] > 0:
        said.append(f"Largest gain: {up.name}, {format_change(up.moves[-1])}")
    if down.moves[-1] < 0:
        said.append(f"Largest loss: {down.name}, {format_change(down.moves[-1])}")
    return "; ".join(said)


def crowd_words(players: int) -> str:
    """Return the note that not every player has a line; empty if all have one."""
    if players <= CROWD:
        return ""
    return (
        f"The chart shows {CROWD} of {players:,} players: the selected player, unrated "
        "players, the largest changes, and a sample of the others."
    )


def _select_drawn(shown: list[PlayerSlope], chosen: int | None) -> list[PlayerSlope]:
    """Return the lines to draw; of too many, half the largest changes and a sample of the rest."""
    if len(shown) <= CROWD:
        return shown
    ranked = sorted(shown, key=lambda s: -_choose_priority(s, s.row == chosen))
    first, others = ranked[: CROWD // 2], ranked[CROWD // 2 :]
    others.sort(key=lambda slope: slope.ratings[-1])
    wanted = CROWD - len(first)
    return first + [others[i * len(others) // wanted] for i in range(wanted)]


def _choose_role(
    slope: PlayerSlope, chosen: int | None, movers: frozenset[int]
) -> Role:
    if slope.row == chosen:
        return "accent"
    if slope.row not in movers:
        return "pale"
    return "gain" if slope.moves[-1] > 0 else "loss"


def _make_marks(
    slope: PlayerSlope, role: Role, upto: int, heights: ChangeScale, faint: float
) -> list[Mark]:
    chosen, grey = role == "accent", role == "pale"
    strength = 0.72 * faint if grey else 1.0
    width = 2.5 if chosen else 1.0 if grey else 1.6
    moves = slope.moves[:upto]
    points = tuple((float(i), heights.clamp_change(y)) for i, y in enumerate(moves))
    rating = slope.ratings[upto - 1]
    hint = f"{slope.name}: {format_whole(slope.ratings[0])}"
    if len(points) > 1:
        change = "new" if slope.unrated else format_change(moves[-1])
        hint += f" to {format_whole(rating)} ({change})"
    marks: list[Mark] = []
    # Points come before the line, so that a click finds them first.
    if chosen or len(points) == 1:
        size = 4.0 if chosen else 2.5
        marks += [
            ChartDot(i, value, role, size, key=(slope.row, STAGES[int(i)]), hint=hint)
            for i, value in points
        ]
    if len(points) > 1:
        marks.append(
            ChartLine(
                points,
                role,
                width,
                dashed=slope.unrated and not chosen,
                strength=strength,
                key=(slope.row, 0),
                hint=hint,
            )
        )
    return marks


def _make_end_labels(
    shown: Sequence[PlayerSlope],
    movers: frozenset[int],
    chosen: int | None,
    upto: int,
    room: int,
    heights: ChangeScale,
) -> list[ChartLabel]:
    """Return the labels at the right end: name, change and rating after the last shown step.

    If not all fit, only the selected player and the largest changes have one. In a low
    chart, only one of several close labels is kept.
    """
    labels: list[ChartLabel] = []
    gap = max((heights.high - heights.low) / max(room, 1), 1.0)
    order = sorted(shown, key=lambda s: -_choose_priority(s, s.row == chosen))
    for slope in sorted(order, key=lambda s: (s.row != chosen, s.unrated)):
        role = _choose_role(slope, chosen, movers)
        at = heights.clamp_change(slope.moves[upto - 1])
        near = room < FEW_NAMES and any(abs(had.y - at) < gap for had in labels)
        if len(shown) > room and (role == "pale" or near):
            continue
        labels.append(
            ChartLabel(
                float(upto - 1),
                at,
                _end_words(slope, upto, heights),
                "soft" if role == "pale" else role,
                strong=role == "accent",
                place="right",
                optional=role != "accent",
                priority=_choose_priority(slope, role == "accent"),
                key=(slope.row, STAGES[upto - 1]),
            )
        )
    return labels


def _end_words(slope: PlayerSlope, upto: int, heights: ChangeScale) -> str:
    """Return a label: "Castle +34, 1762", or "Castle new, 1762" for an unrated player."""
    rating, moved = format_whole(slope.ratings[upto - 1]), slope.moves[upto - 1]
    if upto == 1 or format_change(moved) == "0":
        return f"{slope.name} {rating}"
    change = "new" if slope.unrated else format_change(moved)
    return f"{heights.arrow_beyond(moved)}{slope.name} {change}, {rating}"


def _choose_priority(slope: PlayerSlope, chosen: bool) -> float:
    return 1e6 * chosen + abs(slope.ratings[-1] - slope.ratings[0])


def _make_value_labels(who: PlayerSlope | None, upto: int) -> list[ChartLabel]:
    """Return the selected player's ratings at all stages before the last shown one."""
    if who is None:
        return []
    return [
        ChartLabel(
            float(i),
            value - who.ratings[0],
            format_whole(value),
            "accent",
            strong=True,
            sides=SLANTED,
            optional=True,
            priority=2,
            key=(who.row, STAGES[i]),
        )
        for i, value in enumerate(who.ratings[:upto])
        if i < upto - 1
    ]


def _describe_player(who: PlayerSlope, upto: int) -> str:
    """Describe the selected player's steps for screen readers."""
    said = ", ".join(
        f"{name} {format_whole(value)}"
        for name, value in zip(STAGE_NAMES, who.ratings[:upto], strict=False)
    )
    if upto == 1 or who.unrated:
        return f"{who.name}: {said}"
    return (
        f"{who.name}: {said}, "
        f"{format_change(who.ratings[upto - 1] - who.ratings[0])} in total"
    )
