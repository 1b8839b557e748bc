"""The files of rule data, and how their faults are told."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from uscalc.rules.keys import KeyFaultError


class RuleDataError(ValueError):
    """The rule data are wrong: names the file, the parameter and the row."""


def read_data(path: Path) -> Mapping[str, Any]:
    """What stands in a file. Raises RuleDataError."""
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except (OSError, ValueError) as error:
        raise RuleDataError(f"{path.name}: {error}") from error


def innermost(error: KeyFaultError) -> str:
    """The innermost key, and what is wrong with it."""
    key = [part for part in error.path if isinstance(part, str)][-1:]
    return ": ".join((*key, error.said))
