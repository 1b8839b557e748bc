"""Functions that a room names as text, so that they are imported late, exist."""

import ast
from pathlib import Path
from pkgutil import resolve_name

import pytest

import uscalc.ui

ROOMS = sorted(Path(uscalc.ui.__file__).parent.rglob("*.py"))
LATE = {"call_later", "make_for_event"}


def list_late_names(path: Path) -> list[str]:
    """The "module:name" texts in a file, with the constants of the file filled in."""
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        node.target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and isinstance(node.value, ast.Constant)
    }
    return [
        eval(ast.unparse(node.args[0]), {}, constants)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LATE
    ]


@pytest.mark.parametrize("name", [n for path in ROOMS for n in list_late_names(path)])
def test_a_function_named_in_a_room_can_be_called(name):
    assert callable(resolve_name(name))


def test_functions_are_named_in_rooms():
    assert sum(len(list_late_names(path)) for path in ROOMS) > 30
