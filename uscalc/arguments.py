"""Checks the arguments of a call against the annotations of the function."""

import datetime as dt
import inspect
import reprlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from numbers import Integral, Real
from os import PathLike
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

WORDS: Final[Mapping[object, str]] = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    dt.date: "a date",
    PathLike: "a path",
    NoneType: "None",
    Any: "any value",
}


class ArgumentError(Exception):
    """An argument that a function doesn't take: where, what is wrong, and the fix."""

    def __init__(self, place: str, problem: str, fix: str) -> None:
        self.place, self.problem, self.fix = place, problem, fix
        super().__init__(problem)


def check_arguments(
    function: Callable[..., object], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Raise ArgumentError for the first argument that doesn't fit its annotation.

    Numbers of NumPy fit, too. Parameters that begin with an underscore aren't checked.
    """
    signature, hints = _read_annotations(function)
    try:
        given = signature.bind(*args, **kwargs).arguments
    except TypeError as error:
        taken = ", ".join(name for name in hints if not name.startswith("_"))
        raise ArgumentError("arguments", str(error), f"Use {taken}") from None
    for name, value in given.items():
        if name in hints and not name.startswith("_"):
            wrong = _find_misfit(value, hints[name])
            if wrong is not None:
                shown, words = reprlib.repr(wrong[0]), _describe_hint(wrong[1])
                raise ArgumentError(
                    f'argument "{name}"', f"{shown} isn't {words}", f"Use {words}"
                )


@cache
def _read_annotations(
    function: Callable[..., object],
) -> tuple[inspect.Signature, Mapping[str, Any]]:
    hints = get_type_hints(function)
    hints.pop("return", None)
    return inspect.signature(function), hints


def _find_misfit(value: Any, hint: Any) -> tuple[Any, Any] | None:
    """Return the value that doesn't fit, or the part of it, with the expected value."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    wrong = (value, hint)
    if hint is Any:
        return None
    if kind in (Union, UnionType):
        return None if any(_find_misfit(value, one) is None for one in inner) else wrong
    if kind is Literal:
        return None if value in inner else wrong
    if hint is float or hint is int:
        number = Real if hint is float else Integral
        fits = isinstance(value, number) and not isinstance(value, bool)
        return None if fits and abs(value) <= sys.float_info.max else wrong
    if kind is tuple:
        fits = isinstance(value, tuple | list) and len(value) == len(inner)
        return _find_first_misfit(zip(value, inner, strict=True)) if fits else wrong
    if not isinstance(value, kind):
        return wrong
    if kind is Sequence:
        return _find_first_misfit((item, inner[0]) for item in value)
    if kind is Mapping:
        pairs = (zip(item, inner, strict=True) for item in value.items())
        return _find_first_misfit(pair for item in pairs for pair in item)
    return None


def _find_first_misfit(pairs: Iterable[tuple[Any, Any]]) -> tuple[Any, Any] | None:
    found = (_find_misfit(value, hint) for value, hint in pairs)
    return next((wrong for wrong in found if wrong is not None), None)


def _describe_hint(hint: Any) -> str:
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType, Literal):
        words = [repr(one) if kind is Literal else _describe_hint(one) for one in inner]
        return f"{', '.join(words[:-1])} or {words[-1]}"
    if kind is tuple:
        return f"a tuple ({', '.join(map(_describe_hint, inner))})"
    if kind is Sequence:
        return f"a sequence, each item {_describe_hint(inner[0])}"
    if kind is Mapping:
        key, value = map(_describe_hint, inner)
        return f"a mapping from {key} to {value}"
    article = "an" if kind.__name__[0] in "AEIO" else "a"
    return WORDS.get(kind, f"{article} {kind.__name__}")
