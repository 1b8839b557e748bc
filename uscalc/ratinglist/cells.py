"""Parse ratings and years as rating lists write them: 1794, 1403/5, 612P4, 1650*."""

import re
import unicodedata
from typing import Final

from uscalc.document.facts.typed import parse_rating
from uscalc.document.merge.listed import ListedRating

_YEAR: Final = re.compile(r"(?:19|20)\d\d", re.ASCII)
NOT_READABLE: Final = ListedRating(readable=False)
UNRATED: Final = ListedRating()
HIGHEST_FOREIGN: Final = 3000.0


def parse_listed_rating(text: str) -> ListedRating:
    """Return a rating with its number of games; unreadable for anything else."""
    written = parse_rating(text)
    if written is None or written.kind == "unknown" or not written.is_possible:
        return NOT_READABLE
    if written.rating is None:
        return UNRATED
    return ListedRating(written.rating, written.games)


def join_games(rating: str, games: str) -> str:
    """Return a rating joined with its number of games from another column."""
    written = parse_rating(rating)
    if (
        not games
        or written is None
        or written.rating is None
        or written.games is not None
    ):
        return rating
    # An invalid count makes the rating unreadable: it must not pass as established.
    return f"{rating.rstrip('* ')}/{games}"


def parse_birth_year(text: str) -> int | None:
    """Return a year of birth, or that of a birth date; None if unreadable."""
    found = _YEAR.match(text)
    return int(found[0]) if found else None


def parse_fide_rating(text: str) -> float | None:
    """Return a FIDE rating; None for an empty cell."""
    listed = parse_listed_rating(text)
    return listed.rating if listed.readable else None


LONGEST: Final = 40
"""The maximum number of letters of a word that are compared."""
MOST_WORDS: Final = 12
_APOSTROPHES: Final = "'’‘`´"
_PLAIN: Final = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ð": "d",
        "ı": "i",
    }
)


def split_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in order, as lowercase letters without accents, and digits."""
    if name.isascii():
        text = name.lower()
    else:
        whole = unicodedata.normalize("NFKD", name.casefold().translate(_PLAIN))
        text = "".join(c for c in whole if not unicodedata.combining(c))
    for mark in _APOSTROPHES:
        if mark in text:
            text = text.replace(mark, "")
    if not text.isalnum():
        text = "".join(c if c.isalnum() else " " for c in text)
    return tuple(word[:LONGEST] for word in text.split()[:MOST_WORDS])


def make_search_text(name: str) -> str:
    """Return the words for searching a name: O'Brien as obrien and also as o brien."""
    found = dict.fromkeys(split_words(name))
    for mark in _APOSTROPHES:
        if mark in name:
            found |= dict.fromkeys(split_words(name.replace(mark, " ")))
    return " ".join(found)


def make_index_key(name: str) -> str:
    """Return a key that is equal for the words of a name in any order."""
    return " ".join(sorted(split_words(name)))


_WORD: Final = re.compile(r"[^\W\d_]+(?:['’`][^\W\d_]+)*")
_AS_WRITTEN: Final = frozenset({"II", "III", "IV"})
_NO_INITIALS: Final = frozenset({"JR", "SR", "ST", "DR", "NG"})


def capitalize_name(name: str) -> str:
    """Return a name in capitals in its usual spelling: "Smith, John".

    Supplements write names in capitals. A name with a small letter stays.
    """
    if name != name.upper():
        return name
    family, comma, given = (part.strip() for part in name.partition(","))
    return (
        f"{_capitalize_words(family)}, {_capitalize_words(given, True)}".strip()
        if comma
        else _capitalize_words(family)
    )


def _capitalize_words(text: str, given: bool = False) -> str:
    def capitalize(found: re.Match[str]) -> str:
        word = found[0]
        initials = given and len(word) == 2 and not set("AEIOUY") & set(word)
        if (word in _AS_WRITTEN and (given or found.start())) or (
            initials and word not in _NO_INITIALS
        ):
            return word
        return _capitalize_word(word)

    return _WORD.sub(capitalize, text)


def _capitalize_word(word: str) -> str:
    """Return O'Brien, Ja'Marcus and Sa'ad with their capitals."""
    parts = re.split("(['’`])", word)
    return "".join(
        _capitalize_part(part)
        if not place or len(parts[0]) == 1 or len(part) > 2
        else part.lower()
        for place, part in enumerate(parts)
    )


def _capitalize_part(part: str) -> str:
    return (
        f"Mc{part[2:].capitalize()}"
        if part.startswith("MC") and len(part) > 3
        else part.capitalize()
    )


def make_member_key(member: str) -> str:
    """Return a member ID as a key; empty for no ID, for example 00000000."""
    return "".join(c for c in member.upper() if c.isalnum()).lstrip("0")


def differs_by_one_letter(one: str, other: str) -> bool:
    """Return whether two words are equal except for one letter.

    A letter may be changed, missing, extra, or swapped with the next one.
    """
    if one == other:
        return True
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1:
        return False
    start = 0
    while start < len(one) and one[start] == other[start]:
        start += 1
    if len(one) < len(other):
        return one[start:] == other[start + 1 :]
    rest, its = one[start + 1 :], other[start + 1 :]
    if rest == its:
        return True
    swapped = one[start : start + 2] == other[start : start + 2][::-1]
    return swapped and rest[1:] == its[1:]
