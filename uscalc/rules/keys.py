"""Tables of the rule data taken key by key: each key once, none left over."""

import datetime as dt
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final, TypeVar

T = TypeVar("T")
Kind = Callable[[Any], T]
"""Gives the value as the program has it. Raises ValueError for any other."""

_REQUIRED: Final[Any] = object()


class KeyFaultError(ValueError):
    """A key is missing, unknown, or has a value that cannot stand there.

    `path` are the keys and positions that lead there from the outermost table.
    """

    def __init__(self, path: tuple[str | int, ...], said: str) -> None:
        self.path = path
        self.said = said
        super().__init__(f"{path[-1]}: {said}" if path else said)


class Keys:
    """A table that is taken apart; `done` says that nothing more is wanted of it."""

    def __init__(self, raw: Any) -> None:
        if not isinstance(raw, Mapping):
            raise KeyFaultError((), f"{raw!r} is no table")
        self._left = dict(raw)

    def take(self, key: str, kind: Kind[T], default: Any = _REQUIRED) -> T:
        """The value of a key. Raises KeyFaultError."""
        value = self._left.pop(key, default)
        if value is _REQUIRED:
            raise KeyFaultError((key,), "it is missing")
        if value is default:
            taken: T = value
            return taken
        try:
            return kind(value)
        except KeyFaultError as error:
            raise KeyFaultError((key, *error.path), error.said) from error
        except ValueError as error:
            raise KeyFaultError((key,), str(error)) from error

    def done(self) -> None:
        """Refuses what was not taken. Raises KeyFaultError."""
        for key in self._left:
            raise KeyFaultError((key,), "nothing reads this key")


def several(kind: Kind[T]) -> Kind[tuple[T, ...]]:
    """A list of such values."""

    def read(raw: Any) -> tuple[T, ...]:
        if not isinstance(raw, list):
            raise ValueError(f"{raw!r} is no list")
        found = []
        for place, value in enumerate(raw):
            try:
                found.append(kind(value))
            except KeyFaultError as error:
                raise KeyFaultError((place, *error.path), error.said) from error
        return tuple(found)

    return read


def by_key(kind: Kind[T]) -> Kind[dict[str, T]]:
    """A table of such values."""

    def read(raw: Any) -> dict[str, T]:
        keys = Keys(raw)
        return {key: keys.take(key, kind) for key in tuple(raw)}

    return read


def anything(raw: Any) -> Any:
    """Whatever stands there; it is looked at later."""
    return raw


def text(raw: Any) -> str:
    """A text."""
    if not isinstance(raw, str):
        raise ValueError(f"{raw!r} is no text")
    return raw


def flag(raw: Any) -> bool:
    """True or false."""
    if not isinstance(raw, bool):
        raise ValueError(f"{raw!r} is neither true nor false")
    return raw


def day(raw: Any) -> dt.date:
    """A date, without a time."""
    if not isinstance(raw, dt.date) or isinstance(raw, dt.datetime):
        raise ValueError(f"{raw!r} is no date")
    return raw


def whole(raw: Any) -> int:
    """A whole number."""
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise ValueError(f"{raw!r} is no whole number")
    return raw


def figure(raw: Any) -> float:
    """A finite number."""
    if not isinstance(raw, int | float) or isinstance(raw, bool) or not isfinite(raw):
        raise ValueError(f"{raw!r} is no finite number")
    return float(raw)


def one_of(known: tuple[T, ...]) -> Kind[T]:
    """One of some words."""

    def read(raw: Any) -> T:
        for word in known:
            if raw == word:
                return word
        raise ValueError(f"{raw!r} is none of {', '.join(map(str, known))}")

    return read
