"""Read rule data files, and describe their errors."""

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Loc = tuple[str | int, ...]
"""The keys and positions that lead to a value."""


class RuleDataError(ValueError):
    """An error in the rule data; names the file, the parameter and the row."""


def read_data(path: Path) -> Mapping[str, Any]:
    """Return the content of a TOML file. Raises RuleDataError."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError) as error:
        raise RuleDataError(f"{path.name}: {error}") from error


def read_validated_data(
    kind: "TypeAdapter[Any]", path: Path, place: Callable[[Loc], str]
) -> Any:
    """Return a file's content, validated; `place` names the table of a value in it.

    Raises RuleDataError.
    """
    from pydantic import ValidationError

    raw = read_data(path)
    try:
        return kind.validate_python(raw)
    except ValidationError as error:
        loc, key, wrong = describe_validation_error(error)
        at = f"{path.name}{place(loc)}"
        # If the place is the key's own table, it already contains the key.
        said = (wrong,) if not key or at.endswith(f", {key}") else (key, wrong)
        raise RuleDataError(": ".join((at, *said))) from None


def describe_validation_error(error: "ValidationError") -> tuple[Loc, str, str]:
    """Return the place of the first error, its innermost key, and a description."""
    first = error.errors(include_url=False)[0]
    loc = tuple(part for part in first["loc"] if part != "[key]")
    shown = repr(first["input"])
    if first["type"] == "said":
        wrong = str(first["ctx"]["wrong"]).replace("{shown}", shown)
    else:
        words = _WORDS.get(first["type"], f"{{shown}}: {first['msg'].lower()}")
        wrong = words.replace("{shown}", shown)
    keys = [part for part in loc if isinstance(part, str)]
    return loc, keys[-1] if keys else "", wrong


_WORDS: Final[Mapping[str, str]] = {
    "missing": "it is missing",
    "extra_forbidden": "nothing reads this key",
    "string_type": "{shown} is no text",
    "bool_type": "{shown} is neither true nor false",
    "date_type": "{shown} is no date",
    "int_type": "{shown} is no whole number",
    "float_type": "{shown} is no finite number",
    "finite_number": "{shown} is no finite number",
    "list_type": "{shown} is no list",
    "dict_type": "{shown} is no table",
}
