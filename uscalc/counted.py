"""Write counts in words, with agreeing nouns and verbs; dates; sentences; group values."""

import datetime as dt
from collections.abc import Hashable, Iterable
from typing import TypeVar

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


def make_sentence(words: object) -> str:
    """Return words, such as those of an error, with a capital letter and a period."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!…' else '.'}"


def join_sentences(*texts: str) -> str:
    """Return texts, such as a problem and its fix, as sentences in one line."""
    return " ".join(make_sentence(text) for text in texts if text)


def format_day(day: dt.date) -> str:
    """Return a date in the US order: "9/1/2025"."""
    return f"{day.month}/{day.day}/{day.year}"
