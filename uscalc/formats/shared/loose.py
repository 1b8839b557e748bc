"""Parse values of other programs' files leniently; unclear ones are dropped."""

import codecs
import datetime as dt
import math
import re
from typing import Any, Final

from uscalc.document.facts.typed import parse_rating
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    UNRATED,
    BirthDate,
    RatingFacts,
)

HIGHEST_NUMBER: Final = 99_999
"""The largest pairing number that a crosstable may have."""

UNKNOWN: Final = RatingFacts(unknown=True)

_ISO: Final = re.compile(r"(\d{4})-?(\d\d)-?(\d\d)(?:T.*)?", re.ASCII)
_SLASHED: Final = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)", re.ASCII)
_AMERICAN: Final = re.compile(r"(\d\d?)[/-](\d\d?)[/-](\d{4})", re.ASCII)
_MEMBER: Final = re.compile(r"0*([1-9]\d{4,8})", re.ASCII)


def clean_text(value: Any) -> str:
    """Return a text on one line, an integer as text, or an empty text otherwise."""
    if isinstance(value, str):
        return " ".join(value.split())
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else ""


def parse_whole_number(value: Any) -> int | None:
    """Return a whole number, which may be written as text or with a zero fraction."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if math.isfinite(value) and value.is_integer() else None
    stripped = value.strip() if isinstance(value, str) else ""
    found = re.fullmatch(r"-?\d{1,9}", stripped, re.ASCII)
    return None if found is None else int(stripped)


def list_objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list; anything else is skipped."""
    return (
        [item for item in value if isinstance(item, dict)]
        if isinstance(value, list)
        else []
    )


def parse_date(value: Any) -> dt.date | None:
    """Return a date written 2025-09-01, 20250901, 2025/09/01 or 9/1/2025."""
    stripped = clean_text(value)
    if found := _ISO.fullmatch(stripped) or _SLASHED.fullmatch(stripped):
        year, month, day = found.groups()
    elif found := _AMERICAN.fullmatch(stripped):
        month, day, year = found.groups()
    else:
        return None
    try:
        return dt.date(int(year), int(month), int(day))
    except ValueError:
        return None


def parse_birth(value: Any) -> BirthDate | None:
    """Return a birth date in one of these forms, or a year alone."""
    if (day := parse_date(value)) is not None:
        return BirthDate(day)
    year = parse_whole_number(value)
    return (
        BirthDate(dt.date(year, 7, 1), year_only=True)
        if year is not None and 1900 <= year <= 2100
        else None
    )


def parse_member_id(value: Any) -> str | None:
    """Return a member ID unchanged; None for zeros or any other text."""
    stripped = clean_text(value)
    return stripped if _MEMBER.fullmatch(stripped) else None


def parse_state(value: Any) -> str | None:
    """Return a state of two letters; None for a federation, which has three."""
    state = clean_text(value).upper()
    return state if len(state) == 2 and state.isascii() and state.isalpha() else None


def is_blank_rating(value: Any) -> bool:
    """Return whether the rating was left empty, so that nothing is known about it."""
    if value is None:
        return True
    is_written = isinstance(value, str | int) and not isinstance(value, bool)
    written = parse_rating(clean_text(value)) if is_written else None
    return written is not None and written.kind in ("blank", "unknown")


def parse_known_rating(value: Any) -> RatingFacts:
    """Return a rating as `parse_rating_facts` does; unknown if that is None or blank."""
    return (None if is_blank_rating(value) else parse_rating_facts(value)) or UNKNOWN


def normalize_letters(text: str) -> str:
    """Return the lowercase letters of a title or key, for comparing such names."""
    return "".join(filter(str.isalpha, text)).lower()


def begins_json_object(head: bytes) -> bool:
    """Return whether a file with this beginning is a JSON object."""
    return head.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"{")


def parse_rating_facts(value: Any) -> RatingFacts | None:
    """Return a rating, for example `1643`, `1403/5`, `1403P5` or `unr`; None for anything else."""
    if isinstance(value, float):
        return (
            RatingFacts(rating=value)
            if LOWEST_RATING <= value <= HIGHEST_RATING
            else None
        )
    written = parse_rating(clean_text(value))
    if written is None or not written.is_possible:
        return None
    if written.rating is None:
        return UNRATED if written.kind == "unrated" else None
    return RatingFacts(rating=written.rating, games=written.games)


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
    """Return the visible lines of a text; in HTML each table cell is a line."""
    if _HTML.search(text):
        text = _extract_visible_text(text)
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\t", " ").splitlines()


def _extract_visible_text(page: str) -> str:
    """Return the text of a page without building a tree, because its nesting may be wrong.

    Line ends count only in `pre`; elsewhere, tags break lines.
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
    # Its table of entities is large, and few files have any markup.
    import html

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
