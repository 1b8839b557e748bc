"""Errors of pydantic about a damaged event file, each in one plain sentence."""

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, Final, get_args, get_type_hints

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import is_typeddict

from uscalc.formats.errors import FormatError
from uscalc.formats.native.text import Loc, describe_place, show_value

LONGEST_KEY: Final = 100
"""Characters; a longer one is like none that is known."""

Said = tuple[str, str]
"""The problem, and the fix."""


def make_refusal(
    error: ValidationError, root: Any, kind: Any, path: Path | None
) -> FormatError:
    """Return the first error in a value of a kind.

    The others are counted. Unknown keys come first: a misspelled key is usually the
    cause of a missing one.
    """
    details = error.errors(include_url=False)
    first = min(details, key=lambda detail: detail["type"] != "extra_forbidden")
    loc, (wrong, remedy) = _explain_error(first, kind)
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return FormatError(wrong, remedy + more, path=path, place=describe_place(root, loc))


def _explain_error(detail: ErrorDetails, kind: Any) -> tuple[Loc, Said]:
    """Return the place of an error, and its words."""
    fault, loc = detail["type"], detail["loc"]
    if fault == "missing":
        return loc[:-1], (f'the key "{loc[-1]}" is missing', "add it")
    if fault == "extra_forbidden":
        return loc[:-1], _explain_unknown_key(loc[-1], _list_known_keys(kind, loc[:-1]))
    if loc and loc[-1] == "[key]":
        return loc[:-2], _explain_unknown_key(loc[-2], _list_known_keys(kind, loc[:-2]))
    shown = show_value(detail["input"])
    context = detail.get("ctx", {})
    if fault == "said":
        wrong = str(context["wrong"]).replace("{shown}", shown)
        return loc, (wrong, str(context["remedy"]))
    words = _ERROR_WORDS.get(fault)
    if words is None:
        return loc, (f"{shown} cannot stand here: {detail['msg']}", "correct it")
    return loc, (f"{shown} {words[0]}", words[1](context))


def _list_known_keys(kind: Any, loc: Loc) -> Sequence[str]:
    """Return the known keys at a place below a kind of value."""
    for step in loc:
        known = get_type_hints(kind) if is_typeddict(kind) else {}
        kind = known[str(step)] if known else get_args(kind)[-1]
        if NoneType in get_args(kind):
            kind = get_args(kind)[0]
    return (
        tuple(get_type_hints(kind)) if is_typeddict(kind) else _list_known_words(kind)
    )


def _list_known_words(kind: Any) -> Sequence[str]:
    """Return the words that are the keys of such a mapping."""
    words: Sequence[str] = get_args(get_args(kind)[0])
    return words


def _explain_unknown_key(key: object, known: Sequence[str]) -> Said:
    near = difflib.get_close_matches(
        str(key)[:LONGEST_KEY].lower(), [k.lower() for k in known], 1
    )
    meant = [k for k in known if near and k.lower() == near[0]]
    remedy = (
        f'did you mean "{meant[0]}"?' if meant else f"known here are {', '.join(known)}"
    )
    return f"unknown key {show_value(key)}", remedy


def _make_fixed_remedy(remedy: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda _: remedy


_ERROR_WORDS: Final[Mapping[str, tuple[str, Callable[[Mapping[str, Any]], str]]]] = {
    "float_type": ("is not a number", _make_fixed_remedy("write a number")),
    "finite_number": ("is not a number", _make_fixed_remedy("write a number")),
    "int_type": (
        "is not a whole number",
        _make_fixed_remedy("write a whole number without quotes"),
    ),
    "string_type": ("is not text", _make_fixed_remedy("write it in quotation marks")),
    "bool_type": (
        "is neither true nor false",
        _make_fixed_remedy("write true or false"),
    ),
    "list_type": ("is not a list", _make_fixed_remedy("write a list: [...]")),
    "too_long": ("is too long", lambda said: f"give at most {said['max_length']}"),
    "dict_type": ("is not an object", _make_fixed_remedy("write an object: {...}")),
    "model_type": ("is not an object", _make_fixed_remedy("write an object: {...}")),
    "greater_than_equal": (
        "is too small",
        lambda said: f"give at least {said['ge']:g}",
    ),
    "less_than_equal": ("is too large", lambda said: f"give at most {said['le']:g}"),
    "literal_error": (
        "is none of the words known here",
        lambda said: "use " + str(said["expected"]).replace("'", '"'),
    ),
}
