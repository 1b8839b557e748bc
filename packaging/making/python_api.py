"""Makes the help's page of the Python API from the docstrings of its names."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import uscalc
from uscalc import api
from uscalc.seasons import HistoryEntry, RatingChange

RETURNED = (
    *(api.Forecast, api.Estimate, api.RuleSet, api.RuleValue),
    *(HistoryEntry, RatingChange),
)
"""Values that the API returns; nobody needs their names."""


def make_python_api_page() -> str:
    """Returns every public name: its signature, its docstring, its methods."""
    public = [getattr(uscalc, name) for name in uscalc.__all__]
    functions = [one for one in public if inspect.isfunction(one)]
    classes = [one for one in public if inspect.isclass(one)]
    parts = [
        "# Python API",
        "`import uscalc` has these names. Each keeps its meaning until version 2. "
        "Values never change: a method that changes something returns a new value. "
        "Every error is a `uscalc.Error`. The examples run in the folder of the program's "
        "source. For complete programs see [Use from Python](python.md).",
        "## Functions",
        *(part for one in functions for part in _describe_function(one, "")),
        "## Classes",
        *(part for one in classes for part in _describe_class(one)),
        "## Returned values",
        *(part for one in RETURNED for part in _describe_class(one)),
    ]
    return "\n\n".join(parts) + "\n"


def _describe_class(kind: Any) -> Iterator[str]:
    yield f"### {kind.__name__}"
    yield _make_code(kind.__name__ + _describe_signature(kind))
    yield from _format_docstring(kind)
    for name, member in vars(kind).items():
        function = getattr(member, "fget", member)
        if name.startswith("_") or not inspect.isfunction(function):
            continue
        if isinstance(member, property):
            result = _describe_signature(function).partition(" -> ")[2]
            yield _make_code(f"{kind.__name__}.{name}: {result}")
            yield from _format_docstring(function)
        else:
            yield from _describe_function(function, f"{kind.__name__}.")


def _describe_function(function: Any, owner: str) -> Iterator[str]:
    name = function.__name__
    if not owner:
        yield f"### {name}"
    yield _make_code(owner + name + _describe_signature(function))
    yield from _format_docstring(function)


def _describe_signature(function: Any) -> str:
    """Returns the parameters that a user may give, with short names of types."""
    signature = inspect.signature(function)
    public = [
        one
        for name, one in signature.parameters.items()
        if not name.startswith("_") and name != "self"
    ]
    text = str(signature.replace(parameters=public)).replace("'", '"')
    # An annotation of a class that comes later is a text.
    text = re.sub(r'(: |-> )"([^"]+)"', r"\1\2", text)
    text = re.sub(r"\b(?:uscalc|collections|typing|datetime)(?:\.[a-z]+)*\.", "", text)
    return re.sub(r"str \| PathLike\[str\]", "Path", text).removesuffix(" -> None")


def _make_code(text: str) -> str:
    return f"```python\n{text}\n```"


def _format_docstring(of: Any) -> Iterator[str]:
    for paragraph in (inspect.getdoc(of) or "").split("\n\n"):
        example = paragraph.startswith(">>>")
        yield _make_code(paragraph) if example else " ".join(paragraph.split("\n"))
