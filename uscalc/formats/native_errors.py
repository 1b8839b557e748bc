"""What the models find wrong with an event file, as one line for a person."""

import difflib
import json
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from uscalc.engine.systems import SYSTEMS
from uscalc.formats import native_models as models
from uscalc.formats.errors import FormatError
from uscalc.formats.native_json import HUGE, Loc, describe

_MODELS: Final[Mapping[str, type[BaseModel]]] = {
    "sections": models.SectionModel,
    "players": models.PlayerModel,
    "ratings": models.RatingModel,
    "published": models.PublishedModel,
    "prize_floor": models.PrizeFloorModel,
    "matches": models.MatchesModel,
    "initial": models.InitialModel,
    "fide": models.ForeignModel,
    "cfc": models.ForeignModel,
}

Said = tuple[str, str]
"""What is wrong, and what to do."""


def first_error(root: Any, error: ValidationError, path: Path | None) -> FormatError:
    """The first thing that is wrong, with the number of the others.

    Unknown keys come first: a misspelt key is mostly the cause of a missing one.
    """
    details = sorted(
        error.errors(include_url=False), key=lambda e: e["type"] != "extra_forbidden"
    )
    loc, (wrong, remedy) = _explain(details[0])
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return FormatError(wrong, remedy + more, path=path, place=describe(root, loc))


def _explain(detail: ErrorDetails) -> tuple[Loc, Said]:
    """The place that the line names, and the words."""
    kind, loc = detail["type"], detail["loc"]
    if kind == "missing":
        return loc[:-1], (f'the key "{loc[-1]}" is missing', "add it")
    if kind == "extra_forbidden":
        return loc[:-1], _unknown_key(str(loc[-1]), _known_keys(loc[:-1]))
    if loc and loc[-1] == "[key]":
        return loc[:-2], _unknown_key(str(loc[-2]), SYSTEMS)
    shown = show(detail["input"])
    context = detail.get("ctx", {})
    if kind == "said":
        wrong = str(context["wrong"]).replace("{shown}", shown)
        return loc, (wrong, str(context["remedy"]))
    words = _WORDS.get(kind)
    if words is None:
        return loc, (f"{shown} cannot stand here: {detail['msg']}", "correct it")
    return loc, words(shown, context)


def _unknown_key(key: str, known: tuple[str, ...]) -> Said:
    near = difflib.get_close_matches(key.lower(), [k.lower() for k in known], 1)
    meant = [k for k in known if near and k.lower() == near[0]]
    remedy = (
        f'did you mean "{meant[0]}"?' if meant else f"known here are {', '.join(known)}"
    )
    return f"unknown key {show(key)}", remedy


def _known_keys(loc: Loc) -> tuple[str, ...]:
    """The keys of the object at a place."""
    names = [step for step in loc if isinstance(step, str)]
    if len(names) > 1 and names[-2] in ("ratings", "published"):
        del names[-1]
    model = _MODELS[names[-1]] if names else models.EventModel
    return tuple(model.model_fields)


def _choice(shown: str, context: Mapping[str, Any]) -> Said:
    expected = str(context["expected"]).replace("'", '"')
    return f"{shown} is none of the words known here", f"use {expected}"


_WORDS: Final[Mapping[str, Callable[[str, Mapping[str, Any]], Said]]] = {
    "float_type": lambda shown, _: (f"{shown} is not a number", "write a number"),
    "int_type": lambda shown, _: (
        f"{shown} is not a whole number",
        "write a whole number without quotes",
    ),
    "finite_number": lambda shown, _: (f"{shown} is not a number", "write a number"),
    "string_type": lambda shown, _: (
        f"{shown} is not text",
        "write it in quotation marks",
    ),
    "bool_type": lambda shown, _: (
        f"{shown} is neither true nor false",
        "write true or false",
    ),
    "list_type": lambda shown, _: (f"{shown} is not a list", "write a list: [...]"),
    "model_type": lambda shown, _: (
        f"{shown} is not an object",
        "write an object: {...}",
    ),
    "dict_type": lambda shown, _: (
        f"{shown} is not an object",
        "write an object: {...}",
    ),
    "greater_than_equal": lambda shown, context: (
        f"{shown} is too small",
        f"give at least {context['ge']:g}",
    ),
    "less_than_equal": lambda shown, context: (
        f"{shown} is too large",
        f"give at most {context['le']:g}",
    ),
    "literal_error": _choice,
}


def show(value: Any) -> str:
    """A value as the file has it, shortened."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "a number beyond all bounds"
    if isinstance(value, int) and abs(value) >= HUGE:
        return "a number beyond all bounds"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:39] + "…"
