"""Typed text never becomes markup, because every page is made in a way that escapes it.

The window's pieces are made of `Markup`, pages and charts by templates. Both escape
every inserted text automatically.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

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
            given = [*node.args, *node.keywords]
            if not all(isinstance(one, ast.Constant) for one in given):
                yield f"{node.lineno}: Markup of what is not written there"
        names = [a.name for a in node.names] if isinstance(node, ast.ImportFrom) else []
        if "escape" in names and getattr(node, "module", "") != "re":
            yield f"{node.lineno}: an escape"
        if isinstance(node, ast.FunctionDef) and node.name.lstrip("_") == "escape":
            yield f"{node.lineno}: an escape of our own"
        called = name_of(node) == "escape" and isinstance(node, ast.Attribute)
        if called and name_of(node.value) != "re":
            yield f"{node.lineno}: an escape"
    for node in ast.walk(tree):
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        marked = isinstance(text, str) and (TAG.search(text) or ENTITY.search(text))
        if marked and node not in allowed:
            yield f"{node.lineno}: a tag outside of Markup"


def test_no_page_is_escaped_by_hand_and_templates_escape():
    writes = {path.relative_to(PACKAGE).as_posix(): path for path in SOURCES}
    texts = {name: text_of(path) for name, path in writes.items()}
    found = [
        f"{name}:{fault}"
        for name, text in texts.items()
        if not name.startswith(READS)
        for fault in faults(text)
    ]
    assert len(writes) > 500
    assert found == []
    for word in (r"Environment\(", r"\bimport jinja2|from jinja2"):
        knows = [name for name, text in texts.items() if re.search(word, text)]
        assert knows == ["report/tables.py"]
    assert "autoescape=True" in texts["report/tables.py"]
    assert len(TEMPLATES) > 3
    for path in TEMPLATES:
        source = text_of(path)
        assert not re.search(r"\|\s*safe\b|autoescape|\bMarkup\b", source), path.name
    tree = ast.parse(texts["report/tables.py"])
    at_once = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    assert "jinja2" not in {node.module for node in at_once}


def test_the_check_sees_what_is_put_together_by_hand():
    for source in (
        *("from html import escape", "from markupsafe import escape"),
        *("import html; html.escape(name)", "def _escape(text): ..."),
        *('page = f"<b>{name}</b>"', 'page = "<td>" + name'),
        *("page = '<td style=\"x\">' + name", 'name.replace("<", "&lt;")'),
        *('Markup(f"<b>{name}</b>")', 'Markup("<b>%s</b>" % name)', "Markup(name)"),
    ):
        assert list(faults(source))
