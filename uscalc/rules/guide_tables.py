"""Reads the tables of the guide that is worked by hand."""

from pathlib import Path

from uscalc.engine.guide import GuideTables
from uscalc.rules.data import RuleDataError, read_checked
from uscalc.rules.models import guide


def read_guide(path: Path, edition: str) -> GuideTables:
    """Return the guide's tables; `edition` is its key. Raises RuleDataError."""
    place = path.name
    tables: GuideTables = read_checked(guide(edition), path, lambda _: "")
    columns = len(tables.k_games)
    if len(tables.cutoff) != columns or any(
        len(factors) != columns for _, factors in tables.k_rows
    ):
        raise RuleDataError(f"{place}: a row has not as many values as k_games")
    for name, xs in (
        ("expectancy", [x for x, _ in tables.expectancy]),
        ("k_games", list(tables.k_games)),
        ("k_rows", [x for x, _ in tables.k_rows]),
    ):
        if not xs or sorted(set(xs)) != xs:
            raise RuleDataError(f"{place}, {name}: the rows do not ascend")
    return tables
