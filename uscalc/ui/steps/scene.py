"""The slope chart: a line a player from R0 over Steps 3, 4 and 5 to the result."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from uscalc.ui.charts.scene import (
    Axis,
    AxisTick,
    Chart,
    Dot,
    Label,
    Line,
    Mark,
    Role,
    Side,
)
from uscalc.ui.steps.data import STAGE_NAMES, STAGES
from uscalc.ui.wording.figures import change_text, whole

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
"""Where a figure stands at its point: not on the line itself."""
CROWD: Final = 150
"""The most lines that an eye, and a screen, can do anything with."""
ROOM: Final = 0.06
"""The part of the height that is left free above and below the lines."""
BESIDE: Final = 0.2
"""The part of a step's width right of the result, where the names' leaders run."""
LEAST: Final = 20.0
"""Points that the chart is high at least, so that equal ratings lie in its middle."""


class Slope(NamedTuple):
    """A player in the chart; `ratings` are those at `STAGES`, `among` the filtered."""

    row: int
    name: str
    ratings: tuple[float, ...]
    unrated: bool = False
    among: bool = True


def stages_up_to(step: int) -> int:
    """How many of `STAGES` are there once a step is done."""
    return sum(stage <= step for stage in STAGES)


def slope_chart(
    slopes: Sequence[Slope], chosen: int | None, step: int, source: str, room: int
) -> Chart | None:
    """The lines up to a step, the chosen player's strong; None where nobody has one.

    What a mark says when it is clicked is (row, step), step 0 for a line between two.
    `room` is how many names fit below each other. The axes are those of the whole way
    whatever is shown, so that nothing jumps.
    """
    shown = [s for s in slopes if s.ratings and (s.among or s.row == chosen)]
    if not shown:
        return None
    everybody = len(shown)
    low = min(min(slope.ratings) for slope in shown)
    high = max(max(slope.ratings) for slope in shown)
    shown = _drawn(shown, chosen)
    spare = max((high - low) * ROOM, (LEAST - (high - low)) / 2, 1.0)
    upto = stages_up_to(step)
    last = float(len(STAGES) - 1)
    marks: list[Mark] = []
    faint = 1.0 if len(shown) <= MANY else 0.5
    for slope in sorted(shown, key=lambda slope: (slope.row == chosen, slope.unrated)):
        marks += _marks(slope, slope.row == chosen, upto, last, faint)
    ticks = tuple(AxisTick(float(i), name) for i, name in enumerate(STAGE_NAMES))
    who = next((slope for slope in shown if slope.row == chosen), None)
    title = "Ratings step by step"
    return Chart(
        f"{title}: {who.name}" if who else title,
        Axis(0.0, last + BESIDE, ticks=ticks, far=True),
        Axis(low - spare, high + spare),
        tuple(marks),
        (
            *_ends(shown, chosen, upto, room),
            *_values(who, upto),
        ),
        description=_words(who, upto) if who else f"{everybody} players",
        source=source,
    )


def crowd_words(players: int) -> str:
    """What must be said where not every player has a line; mostly nothing."""
    if players <= CROWD:
        return ""
    return (
        f"The chart draws {CROWD} of {players:,} players: who is selected, the unrated, "
        "those who moved most, and of the others one here and there."
    )


def _drawn(shown: list[Slope], chosen: int | None) -> list[Slope]:
    """Of a crowd half are those who matter most, half lie evenly among the others."""
    if len(shown) <= CROWD:
        return shown
    ranked = sorted(shown, key=lambda s: -_priority(s, s.row == chosen))
    first, others = ranked[: CROWD // 2], ranked[CROWD // 2 :]
    others.sort(key=lambda slope: slope.ratings[-1])
    wanted = CROWD - len(first)
    return first + [others[i * len(others) // wanted] for i in range(wanted)]


def _role(slope: Slope, chosen: bool) -> Role:
    if chosen:
        return "accent"
    return "warning" if slope.unrated else "pale"


def _marks(
    slope: Slope, chosen: bool, upto: int, last: float, faint: float
) -> list[Mark]:
    role = _role(slope, chosen)
    strength = 1.0 if chosen else (0.9 if slope.unrated else 0.55) * faint
    width = 2.5 if chosen else 1.5 if slope.unrated and faint == 1.0 else 1.0
    points = tuple((float(i), y) for i, y in enumerate(slope.ratings[:upto]))
    x, y = points[-1]
    hint = f"{slope.name}: {whole(slope.ratings[0])}"
    if len(points) > 1:
        hint += f" to {whole(y)}"
    marks: list[Mark] = []
    if x < last:
        # What is not shown yet is a level, so that an eye finds the name at its end.
        level = ((x, y), (last, y))
        marks.append(Line(level, "line", 1.0, True, key=(slope.row, 0)))
    # A point is meant before the line through it.
    if chosen or len(points) == 1:
        size = 4.0 if chosen else 2.5
        marks += [
            Dot(i, value, role, size, key=(slope.row, STAGES[int(i)]), hint=hint)
            for i, value in points
        ]
    if len(points) > 1:
        marks.append(
            Line(
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


def _ends(
    shown: Sequence[Slope], chosen: int | None, upto: int, room: int
) -> list[Label]:
    """Names with the rating that is shown, at the right.

    Where there is no room for all, those who moved most are named, and of neighbours
    closer to each other than their names only one.
    """
    labels: list[Label] = []
    ends = [slope.ratings[upto - 1] for slope in shown]
    gap = max((max(ends) - min(ends)) / max(room, 1), 1.0)
    for slope in sorted(shown, key=lambda s: -_priority(s, s.row == chosen)):
        here, rating = slope.row == chosen, slope.ratings[upto - 1]
        if len(shown) > room and any(abs(had.y - rating) < gap for had in labels):
            continue
        role = _role(slope, here)
        labels.append(
            Label(
                float(len(STAGES) - 1),
                rating,
                f"{slope.name} {whole(rating)}",
                "soft" if role == "pale" else role,
                strong=here,
                place="right",
                optional=not here,
                priority=_priority(slope, here),
                key=(slope.row, STAGES[upto - 1]),
            )
        )
    return labels


def _priority(slope: Slope, chosen: bool) -> float:
    moved = abs(slope.ratings[-1] - slope.ratings[0])
    return 1e6 * chosen + 1e4 * slope.unrated + moved


def _values(who: Slope | None, upto: int) -> list[Label]:
    """The chosen player's figures at the stages before the last."""
    if who is None:
        return []
    return [
        Label(
            float(i),
            value,
            whole(value),
            "accent",
            strong=True,
            sides=SLANTED,
            optional=True,
            priority=2,
            key=(who.row, STAGES[i]),
        )
        for i, value in enumerate(who.ratings[:upto])
        if i < len(STAGES) - 1
    ]


def _words(who: Slope, upto: int) -> str:
    """The chosen player's way, for those who do not see it."""
    said = ", ".join(
        f"{name} {whole(value)}"
        for name, value in zip(STAGE_NAMES, who.ratings[:upto], strict=False)
    )
    moved = change_text(who.ratings[upto - 1] - who.ratings[0])
    return f"{who.name}: {said}" + (f", together {moved}" if upto > 1 else "")
