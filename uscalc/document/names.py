"""Split names into parts, and measure how similar two spellings are."""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal

GENERATIONS: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
"""Suffixes of a name that are no part of the family name."""
BEFORE_FAMILY: Final = frozenset(
    {
        *("van", "von", "der", "den", "ter", "ten", "zu", "zum", "zur", "af", "av"),
        *("de", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le"),
        *("st", "saint", "san", "santa", "el", "al", "bin", "ibn"),
    }
)
"""Words that begin a family name of several words: van der Berg, de la Torre."""


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, str]:
    """Return the family name and the rest of a name, whatever order it is written in.

    "Castle, Ada" and "Ada Castle" have the same parts. Without a comma, the last word
    is the family name, with the small words before it. "Jr." follows the given name in
    both orders. A single word is a family name. Results are cached, because the names
    of an event are split repeatedly.
    """
    family, _, given = (part.strip() for part in name.partition(","))
    words, others = _split_words(family), _split_words(given)
    if all(map(is_generation, others)):
        words += others
        end = _find_name_end(words)
        begin = end - 1
        while begin > 1 and _normalize_word(words[begin - 1]) in BEFORE_FAMILY:
            begin -= 1
        if begin < 1:
            return " ".join(words[:end]) or family, " ".join(words[end:])
        return " ".join(words[begin:end]), " ".join([*words[:begin], *words[end:]])
    end = _find_name_end(words)
    return " ".join(words[:end]) or family, " ".join([*others, *words[end:]])


def get_family_name(name: str) -> str:
    """Return the family name; the whole name if its last word is only a number."""
    family = split_name(name)[0]
    return family if any(c.isalpha() for c in family) else name.strip()


def _split_words(text: str) -> list[str]:
    """Return the words that contain a letter or a digit."""
    return [word for word in text.split() if any(c.isalnum() for c in word)]


def _find_name_end(words: list[str]) -> int:
    """Return the index after the last word before "Jr." or the like; of "Jr." alone, 1."""
    end = len(words)
    while end > 1 and is_generation(words[end - 1]):
        end -= 1
    return end


def is_generation(word: str) -> bool:
    """Return whether a word is a suffix, for example Jr. or III."""
    return _normalize_word(word) in GENERATIONS


def _normalize_word(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalnum())


SUFFIXES: Final = GENERATIONS | {"dr", "mr", "mrs", "ms"}
MISTYPED: Final = 2
"""The maximum number of letters or digits that a single typing mistake changes."""
CUT_AT: Final = 30
"""Letters after which pages and reports cut a name off."""
NO_NAME: Final = frozenset({"player"})
"""Words in place of a name: Player 12."""
Likeness = Literal["equal", "spelling", "similar", "different", "unknown"]
"""How alike two names are.

Equal: the same words, in any order. Spelling: one of the two has an initial or no middle
name, or divides its words differently. Similar: they may be one name, misspelled.
Unknown: one of the two is missing, or is a number.
"""


@lru_cache(maxsize=16384)
def split_words(name: str) -> tuple[str, ...]:
    """Return the words of a name in plain letters, in alphabetical order."""
    return tuple(sorted(_plain_words(name)))


def _plain_words(name: str) -> list[str]:
    """Return the words of a name in plain letters, in their order."""
    letters = [
        letter if letter.isalnum() else "" if _joins_word_parts(letter) else " "
        for letter in unicodedata.normalize("NFKD", name.casefold())
    ]
    words = "".join(letters).split()
    return [word for word in words if word not in SUFFIXES] or words


def _joins_word_parts(letter: str) -> bool:
    """Return whether a sign joins two parts of a word: O'Neil becomes ONEIL."""
    return letter in "'’`" or unicodedata.combining(letter) != 0


def is_same_name(one: str, other: str) -> bool:
    """Return whether two texts spell the same name; an empty text isn't a name.

    One of them may lack a middle name, or have only its initial. If each has a middle
    name that the other lacks, they differ.
    """
    fewer, more = sorted((split_words(one), split_words(other)), key=len)
    if fewer == more:
        return bool(fewer)
    if len(fewer) < 2:
        return False
    left = list(more)
    cut = max(len(one), len(other)) >= CUT_AT
    # Compare whole words first, so that an initial isn't matched with one of them.
    for word in sorted(fewer, key=len, reverse=True):
        found = next((each for each in left if _is_same_word(word, each, cut)), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _is_same_word(one: str, other: str, cut: bool) -> bool:
    if one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    return (cut or len(shorter) == 1) and longer.startswith(shorter)


def are_names_similar(one: str, other: str) -> bool:
    """Return whether two names may be one, misspelled: a word or most letters agree.

    Small words of a family name, for example van and der, are ignored.
    """
    first, second = split_words(one), split_words(other)
    common = set(first) & set(second) - BEFORE_FAMILY
    return any(len(word) > 2 for word in common) or _is_near(
        "".join(first), "".join(second)
    )


def _is_near(one: str, other: str) -> bool:
    """Return whether at most a third of the letters differ."""
    longest = max(len(one), len(other))
    return longest > 0 and 3 * count_edits(one, other) <= longest


def count_edits(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the letters to insert, remove, change or swap with the next one."""
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


@lru_cache(maxsize=16384)
def rate_similarity(one: str, other: str) -> Likeness:
    """Return the similarity of two names; see `Likeness`.

    Jr. and Sr. are two people. A name with Jr. and the same name without it are
    similar.
    """
    if not (_is_name(one) and _is_name(other)):
        return "unknown"
    first, second = _find_generations(one), _find_generations(other)
    if first and second and first != second:
        return "different"
    if is_same_name(one, other) or _join_letters(one) == _join_letters(other):
        if first != second:
            return "similar"
        return "equal" if split_words(one) == split_words(other) else "spelling"
    return (
        "similar"
        if are_names_similar(one, other)
        or _is_near(_join_letters(one), _join_letters(other))
        else "different"
    )


def _is_name(name: str) -> bool:
    """Return whether the text is a name, not only a number, for example Player 12."""
    return any(not word.isdigit() and word not in NO_NAME for word in split_words(name))


def _find_generations(name: str) -> frozenset[str]:
    plain = "".join(c if c.isalnum() else " " for c in name.casefold())
    return frozenset(plain.split()) & GENERATIONS


def _join_letters(name: str) -> str:
    """Return the letters of a name, the family name first."""
    return "".join("".join(_plain_words(part)) for part in split_name(name))
