"""Days and editions that decide are in the rule data, and nowhere in the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

import uscalc
import uscalc.engine
from tests.shared_data import load_cases
from uscalc.rules.resolve import load_rule_table

T = TypeVar("T")
PACKAGE = Path(uscalc.__file__).parent
EVERYWHERE = sorted(PACKAGE.glob("**/*.py"))
FOLDER = Path(uscalc.engine.__file__).parent
MODULES = sorted(FOLDER.glob("**/*.py"))
YEAR = re.compile(r"(?<!\d)(19|20)\d\d(?!\d)")
SAMPLE_DAYS = {
    *("2009-05-17", "2025-08-30", "2025-09-01"),
    *("5/17/2009", "8/30/2025", "9/1/2025", "10/6/2025", "11/1/2025"),
    *("3/1/2026", "11/22/2026"),
}
"""Days that show how a date is written; none of them is a day of the rule data."""
NAMES_WITH_YEARS: dict[str, dict[str, tuple[str, ...]]] = load_cases(
    "test_no_dates_in_code", "names_with_years"
)
NUMBERS_LIKE_YEARS: dict[str, dict[str, tuple[int, ...]]] = load_cases(
    "test_no_dates_in_code", "numbers_like_years"
)
MAKES_A_DATE = {"date", "datetime", "fromisoformat", "fromordinal", "strptime"}


@cache
def nodes(path: Path) -> list[ast.AST]:
    return [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module without its docstrings."""
    alone = {
        id(node.value)
        for node in nodes(path)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes(path):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in alone
        ):
            yield node.lineno, node.value


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def excepted(path: Path, reasons: dict[str, dict[str, tuple[T, ...]]]) -> list[T]:
    """Return texts that a module may have for some other reason."""
    return [x for by_path in reasons.values() for x in by_path.get(name_of(path), ())]


def test_no_text_or_number_is_a_year_without_a_reason():
    names = {name_of(path) for path in EVERYWHERE}
    for reasons in (NAMES_WITH_YEARS, NUMBERS_LIKE_YEARS):
        for by_path in reasons.values():
            assert by_path.keys() <= names
    for path in EVERYWHERE:
        names = excepted(path, NAMES_WITH_YEARS)
        met = set()
        for line, text in texts(path):
            left = text
            for name in (*SAMPLE_DAYS, *sorted(names, key=len, reverse=True)):
                if name in left:
                    met.add(name)
                    left = left.replace(name, "")
            assert not YEAR.search(left), f"{path}:{line}: {text}"
        assert set(names) <= met, f"{path}: an exception that is not needed"
    for path in EVERYWHERE:
        found = {
            int(node.value): node.lineno
            for node in nodes(path)
            if isinstance(node, ast.Constant)
            and type(node.value) in (int, float)
            and 1900 <= node.value <= 2100
        }
        known = excepted(path, NUMBERS_LIKE_YEARS)
        assert set(found) == set(known), f"{path}: {found}"
    for path in EVERYWHERE:
        for node in nodes(path):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("date", "datetime"):
                    written = isinstance(node.args[0], ast.Constant)
                    assert not written, f"{path}:{node.lineno}"
    table = load_rule_table()
    days = {
        str(day)
        for parameter in table.parameters.values()
        for row in parameter.dated
        for day in (row.start, row.end)
    }
    days |= {str(day) for e in table.editions.values() for day in (e.date, e.in_force)}
    assert not days & SAMPLE_DAYS


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_date_is_made(path):
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", getattr(function, "id", ""))
            assert name not in MAKES_A_DATE, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_step_depends_on_the_edition_or_its_day(path):
    if path.name == "table.py":
        return
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and node.attr in ("edition", "date"):
            owner = getattr(node.value, "id", "")
            assert owner != "rules", f"{path.name}:{node.lineno}"
