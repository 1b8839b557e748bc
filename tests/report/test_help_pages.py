"""The help pages are short, listed and linked; they can be searched, and joined to one page."""

import re
from html.parser import HTMLParser
from typing import Final

import pytest

from making.data_pages import CHANCES_PAGE as CHANCES
from making.data_pages import (
    DOCUMENTS_PAGE,
    make_chances_page,
    make_documents_page,
    make_glossary_page,
    make_picture_name,
    make_svg,
)
from making.data_pages import GLOSSARY_PAGE as WORDS
from uscalc.report import data_pages
from uscalc.report.help_pages import (
    START_PAGE,
    find_sections,
    make_anchors,
    make_guide_html,
    read_contents,
    read_page,
)
from uscalc.resources import get_help_path
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import load_rule_table

PAGES: Final = (START_PAGE, *(page.name for page in read_contents()))
GENERATED: Final = (
    *("chances.md", "documents.md", "glossary.md", "cell-codes.md", "shortcuts.md"),
    *("formats.md", "command-line-options.md", "event-file.md"),
    *("python-api.md", "notebook-season.md", "notebook-editions.md"),
    "notebook-changed-rules.md",
)
WRITTEN: Final = tuple(page for page in PAGES if page not in GENERATED)
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")
RUN: Final = "run python packaging/help_pages.py"


def test_every_page_is_listed_once_and_found_by_its_words():
    files = {path.name for path in get_help_path().glob("*.md")}
    assert sorted(PAGES) == sorted(files)
    for page in read_contents():
        assert read_page(page.name).startswith(f"# {page.title}\n"), page.name
    first, *others = find_sections("rating REPORT")
    assert (first.page, first.anchor) == ("submit-rating-report.md", "")
    assert others
    assert find_sections("double forfeit")
    assert find_sections("no such words anywhere") == []


@pytest.mark.parametrize("page", WRITTEN)
def test_a_page_is_short(page):
    text = re.sub(r"^```\w+\n.*?^```$", "", read_page(page), flags=re.M | re.S)
    assert len(text.split()) <= 500
    for paragraph in text.split("\n\n"):
        if not paragraph.startswith(("|", "```")):
            for item in re.split(r"^(?:- |\d+\. )", paragraph, flags=re.M):
                assert len(item.split()) <= 90, item


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_a_heading(page):
    for target in LINK.findall(read_page(page)):
        name, _, anchor = target.partition("#")
        assert (get_help_path() / (name or page)).is_file(), target
        if anchor:
            heads = re.findall(r"^#{1,3} (.+)$", read_page(name or page), re.M)
            assert anchor in make_anchors(heads), target


class PageParser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []
        self.headings = 0

    def handle_starttag(self, tag, attributes) -> None:
        named = {name: value or "" for name, value in attributes}
        self.ids += [named["id"]] if "id" in named else []
        self.links += [named["href"]] if tag == "a" else []
        self.pictures += [named["src"]] if tag == "img" else []
        self.headings += tag in ("h1", "h2", "h3")


def test_the_joined_page_has_its_pictures_links_and_headings_and_runs_nothing():
    html = make_guide_html()
    parsed = PageParser()
    parsed.feed(html)
    wanted = sum(len(re.findall(r"!\[", read_page(page))) for page in PAGES)
    assert len(parsed.pictures) == wanted > 30
    for source in parsed.pictures:
        assert re.match(r"data:image/(png|svg\+xml);base64,[\w+/=]{100}", source)
    assert len(parsed.links) > 60
    for link in parsed.links:
        assert link.startswith("#"), link
        assert link[1:] in parsed.ids, link
    assert len(parsed.ids) == len(set(parsed.ids)) == parsed.headings
    page = re.sub(r"data:image/[^\"]*", "", html)
    assert "<script" not in page
    assert "http" not in page
    assert "url(" not in page


def test_the_page_on_the_documents_matches_the_rule_data():
    written = get_help_path(DOCUMENTS_PAGE).read_text(encoding="utf-8")
    assert written == make_documents_page(load_rule_table()), RUN
    for parameter in load_rule_table().parameters.values():
        assert f"`{parameter.name}`" in written
        assert parameter.departs in written
    part = written.partition("## Conflicts between")[2]
    part = part.partition("## How ambiguous points are interpreted")[0]
    for words in ("exactly $2,000", "8/7/2008", "5/1/2017", "G/10"):
        assert words in part
    assert "50 or more rated games" in part
    for reading in load_rule_table().readings:
        assert (reading.text in part) is reading.conflict


def test_the_page_of_the_words_and_its_drawings_match_the_glossary():
    written = get_help_path(WORDS).read_text(encoding="utf-8")
    assert written == make_glossary_page(), RUN
    for entry in data_pages.read_glossary().values():
        assert f"## {entry.word}\n\n{entry.meaning}\n" in written
        picture = get_help_path(make_picture_name(entry.key))
        assert picture.read_text(encoding="utf-8") == make_svg(entry.sketch), RUN
    kept = {path.stem for path in get_help_path(data_pages.PICTURES).iterdir()}
    assert kept == set(data_pages.read_glossary())


def test_the_page_on_chances_and_its_drawing_are_as_the_data_make_them():
    model = load_chance_model()
    written = get_help_path(CHANCES).read_text(encoding="utf-8")
    assert written == make_chances_page(model), RUN
    drawn = get_help_path(data_pages.CHANCES_PICTURE).read_text(encoding="utf-8")
    assert drawn == make_svg(data_pages.make_chances_sketch(model)), RUN
    pairs = sum(len(held.pairs) for held in model.held)
    assert drawn.count("<circle") == pairs + len(model.held)
    for held in model.held:
        assert held.what in drawn
