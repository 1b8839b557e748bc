"""What a person types into a form: read exactly, or refused in words; never guessed."""

import datetime as dt
import math

from uscalc.document.edit.settings import parse_birth
from uscalc.document.model import Birth

SHOWN = 20
NOT_KNOWN = ("", "?", "-", "not known", "unknown", "est")


class TypedError(ValueError):
    """What was typed cannot be read; the message says what to type."""


def typed_number(text: str, example: str = "1450 or 554.22") -> float | None:
    """A figure; None where nothing stands. Raises TypedError."""
    clean = text.strip().replace("\N{MINUS SIGN}", "-").replace(",", ".")
    if clean.lower() in NOT_KNOWN:
        return None
    try:
        value = float(clean)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or not clean.lstrip("+-")[:1].isdigit():
        raise TypedError(f'"{text.strip()[:SHOWN]}" is no figure; write {example}')
    return value


def typed_count(text: str) -> int | None:
    """A whole number, 0 or more; None where nothing stands. Raises TypedError."""
    clean = text.strip().lower().rstrip(".")
    if clean in NOT_KNOWN:
        return None
    if not (clean.isascii() and clean.isdecimal()) or len(clean) > 9:
        raise TypedError(
            f'"{text.strip()[:SHOWN]}" is no count; write 0, 12, or nothing'
        )
    return int(clean)


def typed_level(text: str) -> int | None:
    """A floor: a whole number of points. Raises TypedError."""
    value = typed_number(text, "1500")
    if value is None:
        return None
    if value != int(value):
        raise TypedError(f'"{text.strip()[:SHOWN]}" is no floor; write a whole number')
    return int(value)


def typed_date(text: str) -> dt.date | None:
    """A date as 2025-09-01; None where nothing stands. Raises TypedError."""
    clean = text.strip()
    if not clean or clean == "?":
        return None
    try:
        if len(clean) == len("2025-09-01"):
            return dt.date.fromisoformat(clean)
    except ValueError:
        pass
    raise TypedError(f'"{clean[:SHOWN]}" is no date; write it like 2025-09-01')


def typed_birth(text: str) -> Birth | None:
    """A birth date, or its year; None where nothing stands. Raises TypedError."""
    clean = text.strip()
    if not clean or clean == "?":
        return None
    birth = parse_birth(clean)
    if birth is None:
        raise TypedError(
            f'"{clean[:SHOWN]}" is no birth date; write 2009-05-17, or 2009 alone'
        )
    return birth


def number_text(value: float | None) -> str:
    """A figure as it was typed: nothing is rounded away."""
    if value is None:
        return ""
    return f"{value:.0f}" if value == int(value) else repr(value)


def date_text(value: dt.date | None) -> str:
    """A date as it is typed."""
    return "" if value is None else value.isoformat()


def birth_text(birth: Birth | None) -> str:
    """A birth date as it is typed; the year alone where no more is known."""
    if birth is None:
        return ""
    return f"{birth.date.year:04d}" if birth.year_only else birth.date.isoformat()
