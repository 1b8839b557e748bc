"""Days and editions that decide stand in the rule data, and nowhere in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

import uscalc
import uscalc.engine
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
"""Days that show how a day is written. None of them is a day of the rule data."""
NAMES_WITH_YEARS: dict[str, dict[str, tuple[str, ...]]] = {
    "a variant is named by the year it came from; the rule data choose it by name": {
        "engine/standard.py": ("2001", "2013"),
        "analysis/arrays/plans.py": ("2001", "2013"),
        "engine/initial.py": ("list-2009", "list-2015", "blend-2020"),
        "explain/standard.py": ("2001", "2013"),
        "explain/since.py": ("2001", "2013", "list-2009", "list-2015", "blend-2020"),
    },
    "the guide of 2001 is a variant of its own, worked by hand from its tables": {
        "analysis/arrays/engine.py": ("the guide of 2001",),
        "analysis/one_player.py": ("the guide of 2001",),
        "document/rate/in_system.py": ("the 2001 guide",),
        "document/facts/event.py": ("the guide of 2001",),
        "explain/guide.py": ("2001 guide",),
        "report/as_text.py": ("the guide of 2001",),
        "report/wall/words.py": ("the guide of 2001",),
        "rules/resolve.py": ("guide-2001.toml",),
        "ui/editions/model.py": ("The guide of 2001", "2001 guide"),
        "ui/settings/view.py": ("guide of 2001",),
    },
    "a sample shows what can be typed": {
        "cli/common.py": ("such as 2025.",),
        "cli/sheets.py": ("such as 2025.",),
        "document/facts/typed.py": ("2009",),
        "formats/native/values.py": ('or "2009"',),
        "ui/missing/paste.py": ("99000011\t1794\t60\t1990",),
        "ui/my_rating/room.py": ("1910",),
        "document/facts/missing.py": ("or 2009",),
    },
    "the description of a key in the event file names the day of its default": {
        "document/facts/rating.py": ("from 2014-09-01 on",),
    },
    "a prize in dollars": {
        "engine/floors.py": ("over-2000-dollars",),
        "explain/since.py": ("over-2000-dollars",),
    },
}
NUMBERS_LIKE_YEARS: dict[str, dict[str, tuple[int, ...]]] = {
    "a rating in points": {
        "analysis/one_player.py": (2000,),
        "engine/initial.py": (2000,),
        "engine/floors.py": (2000, 2100),
        "explain/lesson/lessons.py": (1900, 2000, 2010),
    },
    "a number of milliseconds, characters, pixels or things kept": {
        "formats/msa/table.py": (2000,),
        "ui/follow/watch.py": (2000,),
        "ui/what_if/view.py": (2000,),
        "ui/what_if/who.py": (2000,),
        "ui/widgets/screen_room.py": (1920,),
    },
    "dates that people type lie between these years": {
        "document/dates.py": (1900, 2100),
    },
    "a year of birth between these can be meant by four digits": {
        "formats/shared/loose.py": (1900, 2100),
    },
    "the head of a table counts its years from one": {
        "formats/report2c/table.py": (1900,),
    },
    "a byte of a table's header counts the years from here": {
        "formats/report2c/table.py": (1900,),
    },
}
MAKES_A_DATE = {"date", "datetime", "fromisoformat", "fromordinal", "strptime"}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of a module, without those that stand alone to say what it is for."""
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
            yield node.lineno, node.value


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def excepted(path: Path, reasons: dict[str, dict[str, tuple[T, ...]]]) -> list[T]:
    """What a module may have, for whatever reason."""
    return [x for by_path in reasons.values() for x in by_path.get(name_of(path), ())]


def test_every_exception_is_of_a_module() -> None:
    names = {name_of(path) for path in EVERYWHERE}
    for reasons in (NAMES_WITH_YEARS, NUMBERS_LIKE_YEARS):
        for by_path in reasons.values():
            assert by_path.keys() <= names


def test_no_text_names_a_year_without_a_reason() -> None:
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


def test_no_number_is_a_year_without_a_reason() -> None:
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


def test_no_day_is_written_in_figures() -> None:
    for path in EVERYWHERE:
        for node in nodes(path):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("date", "datetime"):
                    written = isinstance(node.args[0], ast.Constant)
                    assert not written, f"{path}:{node.lineno}"


def test_a_sample_day_is_no_day_of_the_rule_data() -> None:
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
def test_no_date_is_made(path: Path) -> None:
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            name = getattr(function, "attr", getattr(function, "id", ""))
            assert name not in MAKES_A_DATE, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_step_asks_for_the_edition_or_its_day(path: Path) -> None:
    if path.name == "table.py":
        return
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and node.attr in ("edition", "date"):
            owner = getattr(node.value, "id", "")
            assert owner != "rules", f"{path.name}:{node.lineno}"


def test_no_bonus_multiplier_stands_in_the_formula() -> None:
    dated = load_rule_table().parameters["bonus_multiplier"].dated
    multipliers = {row.value for row in dated}
    assert multipliers == {6.0, 8.0, 10.0, 12.0, 14.0}
    for node in nodes(FOLDER / "standard.py"):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            # 10 is the base of the winning expectancy there, and nothing else.
            assert node.value not in multipliers - {10.0}, node.lineno
    powers = [
        node.left
        for node in nodes(FOLDER / "standard.py")
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Pow)
        and isinstance(node.left, ast.Constant)
    ]
    tens = [
        node
        for node in nodes(FOLDER / "standard.py")
        if isinstance(node, ast.Constant) and node.value == 10
    ]
    assert len(tens) == len(powers)
