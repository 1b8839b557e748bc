"""Normalize names and member IDs: without case, accents and word order."""

import unicodedata
from typing import Final

LONGEST: Final = 40
"""Letters of a word that count; longer ones are no names."""
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
    """Return the words of a name, in order: small plain letters and digits only."""
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
    """Return the words that a name is found by: O'Brien as obrien and as o brien too."""
    found = dict.fromkeys(split_words(name))
    for mark in _APOSTROPHES:
        if mark in name:
            found |= dict.fromkeys(split_words(name.replace(mark, " ")))
    return " ".join(found)


def make_index_key(name: str) -> str:
    """Return the same for a name in any order of its words."""
    return " ".join(sorted(split_words(name)))


def make_member_key(member: str) -> str:
    """Return a member ID as a key; empty for no ID, such as 00000000."""
    return "".join(c for c in member.upper() if c.isalnum()).lstrip("0")


def differs_by_one_letter(one: str, other: str) -> bool:
    """Return True if two words are equal but for one letter.

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
