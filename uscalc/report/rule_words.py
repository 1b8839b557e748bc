"""Describe a rule's value and its dates in words."""

from typing import Any

from uscalc.counted import format_day
from uscalc.engine.rules import AgeFormula, Conversion, TimeControlBounds
from uscalc.engine.table import DatedValue
from uscalc.explain.numbers import format_number


def describe_value(value: Any) -> str:
    """Describe a parameter's value."""
    if value is None:
        return "none"
    if isinstance(value, Conversion):
        return "; ".join(
            f"{format_number(p.intercept)} + {format_number(p.slope, 4)} x"
            + (
                ""
                if p.up_to is None
                else f" {'to' if p.inclusive else 'below'} {p.up_to:g}"
            )
            for p in value.pieces
        )
    if isinstance(value, AgeFormula):
        words = f"{value.base:g} + {value.per_year:g} x age to {value.oldest:g} years"
        if value.infant_age:
            words += f", {value.infant:g} below {value.infant_age:g}"
        return f"{words}, then {value.adult:g}; else {value.child:g}"
    if isinstance(value, TimeControlBounds):
        return _describe_bounds(value)
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    if isinstance(value, float | int):
        return format_number(float(value))
    return str(value).replace("-", " ")


def _describe_bounds(value: TimeControlBounds) -> str:
    bounds = (
        ("Blitz {:g} to {:g}", (value.blitz_from, value.blitz_to)),
        ("Quick from {:g}", (value.quick_from,)),
        ("Quick above {:g}", (value.quick_above,)),
        ("Regular from {:g}", (value.regular_from,)),
        ("both up to {:g}", (value.dual_to,)),
        ("Online Quick up to {:g}", (value.online_quick_to,)),
    )
    parts = [words.format(*limits) for words, limits in bounds if limits[0] is not None]
    return f"{', '.join(parts)} ({value.basis.replace('-', ' ')})"


def describe_differences(value: DatedValue) -> tuple[str, ...]:
    """Return a note for each document that gives another value or another first day.

    First days are in the US order.
    """
    days = {f": {other.start}": f": {format_day(other.start)}" for other in value.dates}
    return tuple(
        next(
            (
                text.removesuffix(printed) + shown
                for printed, shown in days.items()
                if text.endswith(printed)
            ),
            text,
        )
        for text in value.differs
    )


def describe_days(value: DatedValue) -> str:
    """Describe the dates on which a value is in force."""
    start, end = value.start, value.end
    if start is None:
        return "always" if end is None else f"to {format_day(end)}"
    return (
        f"from {format_day(start)}"
        if end is None
        else f"{format_day(start)} to {format_day(end)}"
    )
