"""Dated numbers stand in the rule data and nowhere in the engine."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import uscalc.engine
from uscalc.rules.load import rule_table

FOLDER = Path(uscalc.engine.__file__).parent
MODULES = sorted(FOLDER.glob("**/*.py"))
MAKES_A_DATE = {"date", "datetime", "fromisoformat", "fromordinal", "strptime"}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_date_is_made(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", getattr(function, "id", ""))
            assert name not in MAKES_A_DATE, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_date_is_written(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    alone = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in alone
        ):
            assert not re.search(r"\b(19|20)\d\d-\d\d", node.value), node.value


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_step_asks_for_the_edition_or_its_day(path: Path) -> None:
    if path.name == "table.py":
        return
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and node.attr in ("edition", "date"):
            owner = getattr(node.value, "id", "")
            assert owner != "rules", f"{path.name}:{node.lineno}"


def test_no_bonus_multiplier_stands_in_the_formula() -> None:
    dated = rule_table().parameters["bonus_multiplier"].dated
    multipliers = {row.value for row in dated}
    assert multipliers == {6.0, 8.0, 10.0, 12.0, 14.0}
    for node in nodes(FOLDER / "standard.py"):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            # 10 is the base of the winning expectancy there, and nothing else.
            assert node.value not in multipliers - {10.0}, node.lineno
    powers = [
        node.left
        for node in nodes(FOLDER / "standard.py")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow)
    ]
    tens = [
        node
        for node in nodes(FOLDER / "standard.py")
        if isinstance(node, ast.Constant) and node.value == 10
    ]
    assert len(tens) == len(powers)
