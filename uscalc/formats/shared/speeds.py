"""Find the systems of a pairing program's one or two ratings by the time control.

This only finds a place for a rating whose system the file does not name. A section's
own rules decide in which systems it is rated.
"""

import datetime as dt
from typing import Final

from uscalc.engine.systems import System
from uscalc.engine.table import RuleTable
from uscalc.engine.timecontrol import find_systems, parse_time_control
from uscalc.rules.resolve import load_rule_table

_OVER_THE_BOARD: Final[System] = "R"


def find_systems_by_time(
    time_control: str | None, end: dt.date, table: RuleTable | None = None
) -> tuple[System, ...]:
    """Return the systems of an over-the-board section; none if its time cannot be read."""
    control = parse_time_control(time_control) if time_control else None
    if control is None:
        return ()
    times = (table or load_rule_table()).parameters["time_control"]
    return find_systems(control, False, times.find_value_on(end, _OVER_THE_BOARD).value)
