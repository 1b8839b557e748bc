"""Reads the tables of the guide that is worked by hand."""

from pathlib import Path
from typing import Any

from uscalc.engine.guide import GuideTables
from uscalc.rules.data import RuleDataError, innermost, read_data
from uscalc.rules.keys import KeyFaultError, Keys, figure, several, whole


def read_guide(path: Path, edition: str) -> GuideTables:
    """The guide's tables; `edition` is its key. Raises RuleDataError."""
    place = path.name
    try:
        keys = Keys(read_data(path))
        tables = GuideTables(
            edition,
            keys.take("expectancy", several(_pair)),
            keys.take("k_games", several(whole)),
            keys.take("k_rows", several(_k_row)),
            keys.take("cutoff", several(figure)),
            keys.take("least_games", whole),
            keys.take("few_games", whole),
            keys.take("swing", figure),
        )
        keys.done()
    except KeyFaultError as error:
        raise RuleDataError(f"{place}: {innermost(error)}") from error
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


def _pair(raw: Any) -> tuple[float, float]:
    first, second = several(figure)(raw)
    return first, second


def _k_row(raw: Any) -> tuple[float, tuple[float, ...]]:
    keys = Keys(raw)
    row = keys.take("rating", figure), keys.take("k", several(figure))
    keys.done()
    return row
