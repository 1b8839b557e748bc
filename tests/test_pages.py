"""The pages for visitors and contributors are short, and name files that exist."""

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted(ROOT.glob("docs/*.md")),
    *sorted(ROOT.glob("docs/releases/*.md")),
]
PLACES: Final = ("", "uscalc", "uscalc/ui", "tests", "packaging", "resources/rules")
MADE: Final = {"dist/", "docs/releases/VERSION.md"}
"""Files that a release makes."""


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_exist_and_paragraphs_are_short(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / link).exists(), link
    quoted = re.findall(r"`(?:python )?([\w.-]+/[\w./-]*)", text)
    for path in {path for path in quoted if not path.startswith(".venv")} - MADE:
        names = (path, f"{path}.py")
        assert any((ROOT / at / name).exists() for at in PLACES for name in names), path
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*] |\d+\. |\|))", text):
        assert len(paragraph.split()) <= 90, paragraph


def test_the_readme_is_short_and_the_allowed_phrases_are_used():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 60
    assert "unofficial until US Chess publishes them" in text
    assert "not affiliated with US Chess" in text
    path = ROOT / "docs" / "allowed-phrases.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 100
    for line in lines:
        name, _rule, phrase = line.split(": ", 2)
        assert phrase in (ROOT / name).read_text(encoding="utf-8"), line
