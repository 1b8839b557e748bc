"""Time controls: parsed as printed, and the systems that they are rated in.

(Introduction of every edition; 2020 and 2025: its first footnote.)
"""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from uscalc.engine.inputs import System
from uscalc.engine.rules import TimeControlBounds


class TimeControl(NamedTuple):
    """A time control: main time in minutes, and delay or increment in seconds per move."""

    minutes: float
    seconds: float


BASIS: Final[Mapping[str, Callable[[TimeControl], float]]] = {
    "main-time": lambda control: control.minutes,
    "main-time-plus-delay": lambda control: control.minutes + control.seconds,
}
"""The time that is compared with the limits: main time in minutes, or plus delay in seconds.
"""

LEAST_STAGE: Final = 5.0
"""Stages shorter than this are probably hours (`40/2, SD/1`); they are not guessed."""

_NUMBER: Final = r"(\d{1,3}(?:\.\d)?)"
_SEPARATOR = re.compile(r"\s*[,.;&]\s*(?=(?:sd|g|\d+\s*/))", re.IGNORECASE)
_EXTRA = re.compile(
    r"[\s;,/]*(?:\(?(?<![a-z])(?P<kind>\+|inc\.?|increment|d|t/?d|delay)\s*[/:]?\s*"
    rf"(?P<seconds>{_NUMBER})\s*(?:s|sec\.?|seconds|\"|'')?\s*(?:delay|inc(?:rement)?\.?)?\)?)$",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    rf"(?:g(?:ame)?|sd)?\s*[/\s:-]?\s*{_NUMBER}\s*(?:min(?:\.|utes)?|m|')?$",
    re.IGNORECASE,
)
_STAGE = re.compile(
    rf"\d{{1,3}}\s*(?:moves\s*)?/\s*{_NUMBER}\s*(?:min|m|')?$", re.IGNORECASE
)
_PLUS = re.compile(rf"{_NUMBER}\s*'?\s*\+\s*{_NUMBER}\s*(?:'|''|\"|s|sec)?$")


def parse_time_control(text: str) -> TimeControl | None:
    """Read `G/90;d5`, `40/120, SD/30; d10`, `90+30`, `G/3 inc 2`; None: unreadable.

    The main time is the sum of the stages.
    """
    rest = text.strip()
    seconds = 0.0
    if found := _PLUS.fullmatch(rest):
        return TimeControl(float(found[1]), float(found[2]))
    if found := _EXTRA.search(rest):
        seconds = float(found["seconds"])
        rest = rest[: found.start()].strip()
    stages = [part.strip() for part in _SEPARATOR.split(rest)]
    minutes = 0.0
    for i, stage in enumerate(stages):
        moves = _STAGE.fullmatch(stage)
        ends = i in (0, len(stages) - 1)
        found = moves or (_WHOLE.fullmatch(stage) if ends else None)
        if found is None:
            return None
        stage_minutes = float(found[1])
        if stage_minutes < LEAST_STAGE and (moves or len(stages) > 1):
            return None
        minutes += stage_minutes
    return None if minutes <= 0.0 else TimeControl(minutes, seconds)


def find_systems(
    control: TimeControl, online: bool, bounds: TimeControlBounds
) -> tuple[System, ...]:
    """Return the systems in which a time control is rated; empty if it is too fast."""
    time = BASIS[bounds.basis](control)
    if (
        bounds.blitz_from is not None
        and bounds.blitz_to is not None
        and bounds.blitz_from <= time <= bounds.blitz_to
    ):
        return ("OB",) if online else ("B",)
    quick = (bounds.quick_from is not None and time >= bounds.quick_from) or (
        bounds.quick_above is not None and time > bounds.quick_above
    )
    regular = time >= bounds.regular_from
    if online:
        if bounds.online_quick_to is not None:
            return ("OQ",) if quick and time <= bounds.online_quick_to else ()
        if regular:
            return ("OR",)
        return ("OQ",) if quick else ()
    if regular:
        dual = bounds.dual_to is not None and time <= bounds.dual_to
        return ("R", "Q") if dual else ("R",)
    return ("Q",) if quick else ()
