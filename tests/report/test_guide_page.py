"""The guide as one file: every page, every picture, and links that lead somewhere."""

import re
from html.parser import HTMLParser

import pytest

from uscalc.report.data_pages import PAGES, make_guide_html
from uscalc.resources import get_resource_path


class Seen(HTMLParser):
    """What stands in a page."""

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
def seen() -> Seen:
    found = Seen()
    found.feed(make_guide_html())
    return found


def test_every_picture_is_inside(seen):
    wanted = sum(
        len(re.findall(r"!\[", get_resource_path("help", page).read_text("utf-8")))
        for page in PAGES
    )
    assert len(seen.pictures) == wanted > 40
    for source in seen.pictures:
        assert re.match(r"data:image/(png|svg\+xml);base64,[\w+/=]{100}", source)


def test_every_link_leads_to_a_place_of_the_page(seen):
    assert len(seen.links) > 6
    for link in seen.links:
        assert link.startswith("#"), link
        assert link[1:] in seen.ids, link


def test_every_heading_is_a_place_of_its_own(seen):
    assert len(seen.ids) == len(set(seen.ids)) == seen.headings


def test_nothing_is_fetched_and_nothing_runs():
    page = re.sub(r"data:image/[^\"]*", "", make_guide_html())
    assert "<script" not in page
    assert "http" not in page
    assert "url(" not in page
