"""Typed text never becomes markup, because every page is made in a way that escapes it.

The window's pieces are made of `Markup`, pages and charts by templates. Both escape
every inserted text automatically.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import uscalc
from uscalc.resources import get_resource_path

PACKAGE = Path(uscalc.__file__).parent
SOURCES = sorted(PACKAGE.glob("**/*.py"))
TEMPLATES = sorted(Path(str(get_resource_path("templates"))).glob("*"))
TAG = re.compile(
    r"(?<!\?P)</?[a-z][a-z0-9]*(\s[^<>]*)?/?>|<[a-z][a-z0-9]*\s+[a-z-]+=[\"']"
)
ENTITY = re.compile(r"&(lt|gt|amp|quot|#\w+);")
READS = ("formats/shared/text_lines.py", "formats/msa/")
"""Readers of other people's pages know their tags."""


def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def name_of(node: ast.expr) -> str:
    """Return the last part of a dotted name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """Return texts that are statements of their own, for example docstrings."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def faults(source: str) -> Iterator[str]:
    """Yield places where a page is put together without escaping, or by hand."""
    tree = ast.parse(source)
    allowed = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) == "Markup":
            allowed |= set(node.args)
            if any(
                not isinstance(a, ast.Constant) for a in [*node.args, *node.keywords]
            ):
                yield f"{node.lineno}: Markup of what is not written there"
        names = [a.name for a in node.names] if isinstance(node, ast.ImportFrom) else []
        if "escape" in names and getattr(node, "module", "") != "re":
            yield f"{node.lineno}: an escape"
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") == "escape":
            yield f"{node.lineno}: an escape of our own"
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr == "escape"
            and name_of(node.value) != "re"
        ):
            yield f"{node.lineno}: an escape"
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if node not in allowed and (
            TAG.search(node.value) or ENTITY.search(node.value)
        ):
            yield f"{node.lineno}: a tag outside of Markup"


def test_no_page_is_escaped_by_hand_and_templates_escape():
    writes = {path.relative_to(PACKAGE).as_posix(): path for path in SOURCES}
    found = [
        f"{name}:{fault}"
        for name, path in writes.items()
        if not name.startswith(READS)
        for fault in faults(text_of(path))
    ]
    assert len(writes) > 500
    assert found == []
    makes = [path for path in SOURCES if "Environment(" in text_of(path)]
    assert [path.name for path in makes] == ["tables.py"]
    assert "autoescape=True" in text_of(makes[0])
    assert len(TEMPLATES) > 3
    for path in TEMPLATES:
        source = text_of(path)
        assert not re.search(r"\|\s*safe\b|autoescape|\bMarkup\b", source), path.name
    knows = [
        path
        for path in SOURCES
        if re.search(r"\bimport jinja2|from jinja2", text_of(path))
    ]
    assert [path.name for path in knows] == ["tables.py"]
    tree = ast.parse(text_of(knows[0]))
    at_once = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert "jinja2" not in {node.module for node in at_once}


@pytest.mark.parametrize(
    "source",
    [
        "from html import escape",
        "from markupsafe import escape",
        "import html; html.escape(name)",
        "def _escape(text): ...",
        'page = f"<b>{name}</b>"',
        'page = "<td>" + name',
        "page = '<td style=\"x\">' + name",
        'name.replace("<", "&lt;")',
        'Markup(f"<b>{name}</b>")',
        'Markup("<b>%s</b>" % name)',
        "Markup(name)",
    ],
)
def test_the_check_sees_what_is_put_together_by_hand(source):
    assert list(faults(source))


@pytest.mark.parametrize(
    "source",
    [
        'Markup("<b>%s</b>") % name',
        'Markup("<br>").join(lines)',
        'a < b and c > d, "1 < 2", "a <- b"',
        'def f():\n    """Makes a <b> of it."""',
    ],
)
def test_the_check_lets_the_one_way_pass(source):
    assert list(faults(source)) == []
