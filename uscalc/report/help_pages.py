"""Read, search and join the help pages, the Markdown files of docs/help."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from uscalc.report.tables import render_template
from uscalc.resources import get_help_path

if TYPE_CHECKING:
    from markdown_it.token import Token


START_PAGE: Final = "index.md"
"""The first page, whose list of links is the table of contents."""
KINDS: Final = {".png": "image/png", ".svg": "image/svg+xml"}
_GROUP: Final = re.compile(r"^## (.+)$|^- \[([^\]]+)\]\(([\w-]+\.md)\)", re.MULTILINE)
_HEADING: Final = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)


class HelpPage(NamedTuple):
    """A page of the table of contents: its group, its title, its file."""

    group: str
    title: str
    name: str


class HelpSection(NamedTuple):
    """A part of a page, from one heading to the next."""

    page: str
    heading: str
    anchor: str
    text: str


def read_contents() -> tuple[HelpPage, ...]:
    """Return the pages in the order of the start page, which is not included."""
    pages: list[HelpPage] = []
    group = ""
    for found in _GROUP.finditer(read_page(START_PAGE)):
        if found[1]:
            group = found[1]
        else:
            pages.append(HelpPage(group, found[2], found[3]))
    return tuple(pages)


def read_page(name: str) -> str:
    """Return the Markdown of a page; OSError if it is missing."""
    return get_help_path(name).read_text(encoding="utf-8")


def make_anchors(headings: Iterable[str]) -> Iterator[str]:
    """Yield the anchor of each heading of a page, as on the documentation site."""
    taken: set[str] = set()
    for heading in headings:
        words = re.sub(r"[^\w\s-]", "", heading.lower()).strip()
        name = anchor = re.sub(r"[-\s]+", "-", words)
        count = 0
        while name in taken:
            count += 1
            name = f"{anchor}_{count}"
        taken.add(name)
        yield name


@cache
def read_sections() -> tuple[HelpSection, ...]:
    """Return the sections of all pages, in the order of the table of contents."""
    return tuple(
        section for page in read_contents() for section in _split_page(page.name)
    )


def find_sections(typed: str) -> list[HelpSection]:
    """Return the sections with all words typed; those with them in the heading come first."""
    words = typed.casefold().split()
    found = [
        section
        for section in read_sections()
        if all(word in f"{section.heading} {section.text}".casefold() for word in words)
    ]
    return sorted(
        found,
        key=lambda section: -sum(word in section.heading.casefold() for word in words),
    )


def make_guide_html() -> str:
    """Return all help pages as one web page, for a browser and for paper."""
    names = (START_PAGE, *(page.name for page in read_contents()))
    return render_template(
        "guide.html", pages=[_render_page(name, names) for name in names]
    )


def _split_page(name: str) -> Iterator[HelpSection]:
    text = read_page(name)
    found = list(_HEADING.finditer(text))
    ends = [*(heading.start() for heading in found[1:]), len(text)]
    anchors = make_anchors(heading[2] for heading in found)
    for heading, end, anchor in zip(found, ends, anchors, strict=True):
        # The beginning of a page is shown from the very top.
        place = "" if heading[1] == "#" else anchor
        yield HelpSection(name, heading[2], place, text[heading.end() : end])


class _RenderedPage(Struct, frozen=True):
    """A page made from Markdown, whose texts are already escaped."""

    html: str

    def __html__(self) -> str:
        return self.html


def _render_page(name: str, names: tuple[str, ...]) -> _RenderedPage:
    # Imported only when the page is requested.
    from markdown_it import MarkdownIt

    maker = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = maker.parse(read_page(name))
    _name_headings(tokens, name)
    for token in _iterate_tokens(tokens):
        if token.type == "image":
            token.attrSet("src", _embed_picture(str(token.attrGet("src"))))
        elif token.type == "link_open":
            page, _, anchor = str(token.attrGet("href")).partition("#")
            if (page or name) in names:
                key = _make_page_key(page or name)
                token.attrSet("href", f"#{key}-{anchor}" if anchor else f"#{key}")
    return _RenderedPage(maker.renderer.render(tokens, maker.options, {}))


def _iterate_tokens(tokens: "Iterable[Token]") -> "Iterator[Token]":
    for token in tokens:
        yield token
        yield from _iterate_tokens(token.children or ())


def _name_headings(tokens: "list[Token]", page: str) -> None:
    """Give every heading an id; the first one of a page gets the page's key."""
    found = [
        (opening, content.content)
        for opening, content in pairwise(tokens)
        if opening.type == "heading_open"
    ]
    key = _make_page_key(page)
    anchors = make_anchors(text for _, text in found)
    for (opening, _), anchor in zip(found, anchors, strict=True):
        opening.attrSet("id", key if opening.tag == "h1" else f"{key}-{anchor}")


def _make_page_key(page: str) -> str:
    return page.removesuffix(".md")


def _embed_picture(name: str) -> str:
    """Return a picture of the help folder as a data URL."""
    path = get_help_path(name)
    data = b64encode(path.read_bytes()).decode("ascii")
    return f"data:{KINDS[path.suffix]};base64,{data}"
