"""Which systems a pairing program's one or two ratings belong to, by the time control.

This only finds a place for a rating that a file gives without saying its system. What
a section is rated in is decided by the rules.
"""

import datetime as dt
from typing import Final

from uscalc.engine.rules import TimeControlBounds
from uscalc.engine.systems import System
from uscalc.engine.timecontrol import parse_time_control, systems_of

_WITHOUT_DELAY: Final = TimeControlBounds(
    basis="main-time",
    blitz_from=None,
    blitz_to=None,
    quick_above=None,
    quick_from=5,
    regular_from=30,
    dual_to=60,
    online_quick_to=None,
)
_WITHOUT_BLITZ: Final = TimeControlBounds(
    basis="main-time-plus-delay",
    blitz_from=None,
    blitz_to=None,
    quick_above=None,
    quick_from=5,
    regular_from=30,
    dual_to=65,
    online_quick_to=None,
)
_PRESENT: Final = TimeControlBounds(
    basis="main-time-plus-delay",
    blitz_from=5,
    blitz_to=10,
    quick_above=10,
    quick_from=None,
    regular_from=30,
    dual_to=65,
    online_quick_to=None,
)
_FROM: Final = (
    (dt.date(2013, 3, 1), _PRESENT),
    (dt.date(2012, 8, 11), _WITHOUT_BLITZ),
)


def systems_by_time(time_control: str | None, end: dt.date) -> tuple[System, ...]:
    """The systems of a section over the board; none where the time cannot be read."""
    control = parse_time_control(time_control) if time_control else None
    if control is None:
        return ()
    bounds = next((b for first, b in _FROM if end >= first), _WITHOUT_DELAY)
    return systems_of(control, False, bounds)
