"""Convert crosstable pages to plain lines, whether saved as HTML or copied."""

import codecs
import html
import re
from typing import Final

_TAG: Final = re.compile(r"<[^<>]*>")
_BREAK: Final = re.compile(r"</?(?:br|p|tr|td|th|table|div|hr|h\d)\b[^<>]*>", re.I)
_PRE: Final = re.compile(r"<(/?)pre\b[^<>]*>", re.I)
_HTML: Final = re.compile(r"<(?:!doctype|html|body|pre|table|td)\b", re.I)
_SPACES: Final = re.compile(r"\s+")


def decode_text(data: bytes) -> str:
    """Decode a text in the encoding in which a browser or an editor saved it."""
    for mark in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        if data.startswith(mark):
            return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def split_plain_lines(text: str) -> list[str]:
    """Return the lines as a reader sees them; in HTML each table cell is a line."""
    if _HTML.search(text):
        text = _extract_visible_text(text)
    text = text.replace("\N{NO-BREAK SPACE}", " ").replace("\t", " ")
    return text.splitlines()


def _extract_visible_text(page: str) -> str:
    """Return the text of a page without building a tree: its nesting may be wrong.

    Line ends count in `pre` only; elsewhere the tags that break a line do.
    """
    page = _remove_comments(page)
    pieces = []
    inside, start = False, 0
    for tag in _PRE.finditer(page):
        pieces.append(_strip_tags(page[start : tag.start()], inside))
        inside, start = not tag[1], tag.end()
    pieces.append(_strip_tags(page[start:], inside))
    return "\n".join(pieces)


def _strip_tags(markup: str, preformatted: bool) -> str:
    if not preformatted:
        markup = _SPACES.sub(" ", markup)
    return html.unescape(_TAG.sub("", _BREAK.sub("\n", markup)))


def _remove_comments(page: str) -> str:
    pieces = []
    position = 0
    while (start := page.find("<!--", position)) >= 0:
        end = page.find("-->", start)
        if end < 0:
            break
        pieces.append(page[position:start])
        position = end + len("-->")
    return "".join([*pieces, page[position:]])
