"""Make one HTML file of the guide and its linked pages, with the pictures inside."""

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from uscalc.report.data_pages import CHANCES_PAGE as CHANCES
from uscalc.report.data_pages import DOCUMENTS_PAGE as DOCUMENTS
from uscalc.report.data_pages import GLOSSARY_PAGE as WORDS
from uscalc.report.tables import render_template
from uscalc.resources import get_resource_path

if TYPE_CHECKING:
    from markdown_it.token import Token

PAGES: Final = ("guide.md", CHANCES, WORDS, DOCUMENTS)
"""The pages in their order; a link to one of them leads to its place in the file."""
KINDS: Final = {".png": "image/png", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class MarkdownPage:
    """A page made from Markdown, whose texts are already escaped."""

    name: str
    html: str

    def __html__(self) -> str:
        return self.html


def make_guide_html() -> str:
    """Return the whole guide as one page, for a browser and for paper."""
    return render_template("guide.html", pages=[_render_page(name) for name in PAGES])


def _render_page(name: str) -> MarkdownPage:
    # Imported only when the page is requested.
    from markdown_it import MarkdownIt

    maker = MarkdownIt("commonmark", {"html": False}).enable("table")
    text = get_resource_path("help", name).read_text(encoding="utf-8")
    tokens = maker.parse(text)
    _name_headings(tokens, name)
    for token in _iterate_tokens(tokens):
        if token.type == "image":
            token.attrSet("src", _embed_picture(str(token.attrGet("src"))))
        elif token.type == "link_open":
            token.attrSet("href", _resolve_link(str(token.attrGet("href")), name))
    return MarkdownPage(
        _make_page_key(name), maker.renderer.render(tokens, maker.options, {})
    )


def _iterate_tokens(tokens: "Iterable[Token]") -> "Iterator[Token]":
    for token in tokens:
        yield token
        yield from _iterate_tokens(token.children or ())


def _name_headings(tokens: "list[Token]", page: str) -> None:
    """Give every heading an anchor; the first one of a page gets the page's name."""
    taken: set[str] = set()
    for opening, said in pairwise(tokens):
        if opening.type != "heading_open":
            continue
        name = (
            _make_page_key(page)
            if opening.tag == "h1"
            else _make_anchor(said.content, page)
        )
        while name in taken:
            # N and N* have the same letters.
            name += "-"
        taken.add(name)
        opening.attrSet("id", name)


def _resolve_link(target: str, page: str) -> str:
    """Return where a link of a page leads within the file."""
    name, _, heading = target.partition("#")
    at = name or page
    if at not in PAGES:
        return target
    return f"#{_make_anchor(heading, at) if heading else _make_page_key(at)}"


def _make_anchor(heading: str, page: str) -> str:
    words = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
    return f"{_make_page_key(page)}-{words}"


def _make_page_key(page: str) -> str:
    return page.removesuffix(".md")


def _embed_picture(name: str) -> str:
    """Return a picture of the help folder as a data URL."""
    path = get_resource_path("help", name)
    data = b64encode(path.read_bytes()).decode("ascii")
    return f"data:{KINDS[path.suffix]};base64,{data}"
