"""Write counts in words, dates and sentences; group values; mark texts like formulas."""

import datetime as dt
from collections.abc import Hashable, Iterable
from typing import Final, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


def group_by_key(pairs: Iterable[tuple[Key, Value]]) -> dict[Key, list[Value]]:
    """Return the values of each key, keys and values in the order of the pairs."""
    found: dict[Key, list[Value]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def count_in_words(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun: "1 game", "2 games", "1,000 games".

    `many` is the plural if it isn't `one` with an s. Both may include a verb:
    `count_in_words(2, "game is", "games are")`.
    """
    return f"{count:,} {choose_plural(count, one, many)}"


def choose_plural(count: float, one: str, many: str | None = None) -> str:
    """Return the word that agrees with a count, without the count: "game" or "games"."""
    return one if count == 1 else many or f"{one}s"


def add_article(figure: str) -> str:
    """Return a figure with its spoken article: "an 1800", "a 2150"."""
    whole = figure.partition(".")[0]
    hundreds = whole[:-2] if len(whole) == 4 else whole
    vowel = whole.startswith("8") or hundreds in ("11", "18")
    return f"{'an' if vowel else 'a'} {figure}"


_TURNING: Final = dict.fromkeys(
    map(ord, "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
)


def drop_direction_marks(text: str) -> str:
    """Return a text without the marks that turn all text after them, even beyond a name."""
    return text if text.isascii() else text.translate(_TURNING)


def clip_text(text: str, most: int) -> str:
    """Return a text or, if it is longer than `most` characters, its beginning with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def make_sentence(words: object) -> str:
    """Return words, for example those of an error, with a capital letter and a period."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!…' else '.'}"


def join_sentences(*texts: str) -> str:
    """Return texts, for example a problem and its fix, as sentences in one line."""
    return " ".join(make_sentence(text) for text in texts if text)


def format_day(day: dt.date) -> str:
    """Return a date in the US order: "9/1/2025"."""
    return f"{day.month}/{day.day}/{day.year}"


FORMULA_STARTS: Final = (
    *("=", "+", "-", "@", "\t", "\r", "\n"),
    *("\uff1d", "\uff0b", "\uff0d", "\uff20"),
)
"""The beginnings of texts that a spreadsheet would read as a formula.

In some countries the wide characters count too.
"""
HARMLESS: Final = "'"
"""A spreadsheet shows a text as text if it begins with this."""


def make_harmless(text: str) -> str:
    """Return a text that no spreadsheet runs as a formula. A sign alone isn't a formula.

    A text that looks marked already gets one more mark, so that `strip_mark` restores
    every text.
    """
    plain = text.lstrip(HARMLESS)
    formula = len(plain) > 1 and plain.startswith(FORMULA_STARTS)
    return f"{HARMLESS}{text}" if formula else text


def strip_mark(text: str) -> str:
    """Return a text without the mark that `make_harmless` gave it."""
    plain = text.removeprefix(HARMLESS)
    return plain if plain != text and make_harmless(plain) == text else text
