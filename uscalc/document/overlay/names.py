"""Names as two programs write them: the order, capitals and initials say nothing."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from uscalc.document.names import GENERATIONS

SUFFIXES: Final = GENERATIONS | {"dr", "mr", "mrs", "ms"}
MISTYPED: Final = 2
"""Letters or digits that a slip makes others, at most."""
CUT_AT: Final = 30
"""Letters after which pages and reports cut a name off."""


@lru_cache(maxsize=16384)
def words_of(name: str) -> tuple[str, ...]:
    """The words of a name, plain letters only, in the order of the alphabet."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    kept = [
        letter if letter.isalnum() else "" if _joins(letter) else " "
        for letter in plain
    ]
    words = "".join(kept).split()
    told = [word for word in words if word not in SUFFIXES]
    return tuple(sorted(told or words))


def _joins(letter: str) -> bool:
    """Whether a sign stands within a word: O'Neil is ONEIL on a page."""
    return letter in "'’`" or unicodedata.combining(letter) != 0


def same_name(one: str, other: str) -> bool:
    """Whether two spellings are of one name; nothing is no name.

    A middle name may be missing or an initial in one of them, but not in each another.
    """
    fewer, more = sorted((words_of(one), words_of(other)), key=len)
    if not fewer:
        return False
    if fewer == more:
        return True
    if len(fewer) < 2:
        return False
    left = list(more)
    cut = max(len(one), len(other)) >= CUT_AT
    # Whole words first, so that an initial takes none of theirs.
    for word in sorted(fewer, key=len, reverse=True):
        found = next((each for each in left if _same_word(word, each, cut)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _same_word(one: str, other: str, cut: bool) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    return (cut or len(shorter) == 1) and longer.startswith(shorter)


def alike(one: str, other: str) -> bool:
    """Whether two names may be one, misspelled: a word or most letters agree."""
    first, second = words_of(one), words_of(other)
    if any(len(word) > 2 for word in set(first) & set(second)):
        return True
    return _near("".join(first), "".join(second))


def _near(one: str, other: str) -> bool:
    """Whether not more than a third of the letters are others."""
    longest = max(len(one), len(other))
    return longest > 0 and 3 * distance(one, other) <= longest


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """How many letters are to be put in, taken out, changed or swapped with the next."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, against in enumerate(other, 1):
            least = min(
                before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != against)
            )
            swapped = (
                i > 1 and j > 1 and letter == other[j - 2] and against == one[i - 2]
            )
            row.append(min(least, earlier[j - 2] + 1) if swapped else least)
    return row[-1]


def in_manner_of(name: str, ours: str) -> str:
    """A page's name as ours is written: "ADA INVENTA" as "Inventa, Ada"."""
    words = name.split()
    if ours != ours.upper() and name == name.upper():
        words = [_capital(word) for word in words]
    last, comma, _first = ours.partition(",")
    own = [word for word in words if not _is_generation(word)]
    count = sum(not _is_generation(word) for word in last.split())
    if not comma or "," in name or not 0 < count < len(own):
        return " ".join(words)
    behind = [word for word in words if _is_generation(word)]
    return f"{' '.join(own[-count:])}, {' '.join([*own[:-count], *behind])}"


def _is_generation(word: str) -> bool:
    """Whether it stands behind a name and is no part of it: Jr., III."""
    return word.rstrip(".").casefold() in GENERATIONS


def _capital(word: str) -> str:
    """A word in small letters, each part of it with a capital; figures stay as such."""
    if _is_generation(word) and not word.casefold().startswith(("j", "s")):
        return word
    letters = list(word.lower())
    for place, letter in enumerate(letters):
        if letter.isalpha() and (place == 0 or letters[place - 1] in "-'’."):
            letters[place] = letter.upper()
    return "".join(letters)
