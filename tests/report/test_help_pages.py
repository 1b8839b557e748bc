"""The help pages: short, listed, linked; searched, and joined to one web page."""

import re
from html.parser import HTMLParser
from typing import Final

import pytest

from uscalc.report.help_pages import (
    START_PAGE,
    find_sections,
    make_anchors,
    make_guide_html,
    read_contents,
    read_page,
)
from uscalc.resources import get_help_path

PAGES: Final = (START_PAGE, *(page.name for page in read_contents()))
GENERATED: Final = (
    *("chances.md", "documents.md", "glossary.md", "cell-codes.md", "shortcuts.md"),
    *("formats.md", "command-line-options.md", "event-file.md"),
    *("python-api.md", "notebook-season.md", "notebook-editions.md"),
)
WRITTEN: Final = tuple(page for page in PAGES if page not in GENERATED)
LINK: Final = re.compile(r"\]\(([^)\s]+)\)")


def list_anchors(page: str) -> set[str]:
    return set(make_anchors(re.findall(r"^#{1,3} (.+)$", read_page(page), re.M)))


def test_every_page_is_listed_once_under_its_own_title():
    files = {path.name for path in get_help_path().glob("*.md")}
    assert sorted(PAGES) == sorted(files)
    for page in read_contents():
        assert read_page(page.name).startswith(f"# {page.title}\n"), page.name


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
        assert not anchor or anchor in list_anchors(name or page), target


def test_the_words_typed_find_the_section_that_is_about_them():
    first, *others = find_sections("rating REPORT")
    assert (first.page, first.anchor) == ("submit-rating-report.md", "")
    assert others
    assert find_sections("double forfeit")
    assert find_sections("no such words anywhere") == []


class PageParser(HTMLParser):
    """Collects the ids, links and pictures of a page."""

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


@pytest.fixture(scope="module")
def html() -> str:
    return make_guide_html()


@pytest.fixture(scope="module")
def parsed(html) -> PageParser:
    found = PageParser()
    found.feed(html)
    return found


def test_every_picture_is_inside(parsed):
    wanted = sum(len(re.findall(r"!\[", read_page(page))) for page in PAGES)
    assert len(parsed.pictures) == wanted > 30
    for source in parsed.pictures:
        assert re.match(r"data:image/(png|svg\+xml);base64,[\w+/=]{100}", source)


def test_every_link_leads_to_a_place_of_the_page(parsed):
    assert len(parsed.links) > 60
    for link in parsed.links:
        assert link.startswith("#"), link
        assert link[1:] in parsed.ids, link


def test_every_heading_is_a_place_of_its_own(parsed):
    assert len(parsed.ids) == len(set(parsed.ids)) == parsed.headings


def test_nothing_is_fetched_and_nothing_runs(html):
    page = re.sub(r"data:image/[^\"]*", "", html)
    assert "<script" not in page
    assert "http" not in page
    assert "url(" not in page
