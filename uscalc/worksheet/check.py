"""What is said of a figure that somebody has typed into a blank."""

import re
from typing import Final, Literal, NamedTuple

from uscalc.explain.numbers import MINUS
from uscalc.worksheet.model import Blank, rounded

Judged = Literal["right", "near", "wrong", "unread"]
_SIGNS: Final = str.maketrans({MINUS: "-", "\N{EN DASH}": "-", ",": "."})
_NUMBER: Final = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
_NEAR: Final = 3.0
"""So many units of the last place are a slip of rounding."""


class Verdict(NamedTuple):
    """How a typed figure is judged, and a sentence that does not give it away."""

    judged: Judged
    words: str


def check(blank: Blank, typed: str) -> Verdict:
    """Judge what was typed into a blank; more decimals than asked are welcome."""
    value = read(typed)
    if value is None:
        return Verdict("unread", "That is not a number; type digits, such as 12.5.")
    unit = 10.0**-blank.decimals
    away = abs(value - blank.exact)
    if rounded(value, blank.decimals) == rounded(blank.exact, blank.decimals):
        return Verdict("right", "Right.")
    if value and abs(value + blank.exact) <= unit / 2:
        return Verdict("wrong", "Look at the sign.")
    if _fewer(typed, blank.decimals) and away <= 0.5 * 10.0 ** -_decimals(typed):
        return Verdict("near", f"So far right; {blank.digits} are asked.")
    if away <= _NEAR * unit:
        return Verdict("near", "Very near; look at how you rounded.")
    return Verdict("wrong", "Not that.")


def read(typed: str) -> float | None:
    """Return the number that a text stands for; a comma may be the decimal point."""
    text = "".join(typed.split()).translate(_SIGNS)
    if not _NUMBER.fullmatch(text):
        return None
    return float(text)


def _decimals(typed: str) -> int:
    return len("".join(typed.split()).replace(",", ".").partition(".")[2])


def _fewer(typed: str, asked: int) -> bool:
    return _decimals(typed) < asked
