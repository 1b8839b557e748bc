"""The parts of a name: by which family name a person is called and looked for."""

from functools import lru_cache
from typing import Final

GENERATIONS: Final = frozenset({"jr", "sr", "ii", "iii", "iv"})
"""Suffixes of a name that are no part of the family name."""
BEFORE_FAMILY: Final = frozenset(
    {
        *("van", "von", "der", "den", "ter", "ten", "zu", "zum", "zur", "af", "av"),
        *("de", "del", "della", "di", "da", "do", "dos", "das", "du", "la", "le"),
        *("st", "saint", "san", "santa", "el", "al", "bin", "ibn"),
    }
)
"""Words with which a family name of several begins: van der Berg, de la Torre."""


@lru_cache(maxsize=8192)
def split_name(name: str) -> tuple[str, str]:
    """Return the family name and the rest of a name, in whichever order it is written.

    "Castle, Ada" and "Ada Castle" have the same parts. Without a comma the last word is
    the family name, with the small words before it. "Jr." follows the given name in
    both orders. A single word is a family name. Results are cached, because the names
    of an event are split again and again.
    """
    family, _, given = (part.strip() for part in name.partition(","))
    words, others = _split_words(family), _split_words(given)
    if all(map(_is_generation, others)):
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
    """Return the family name."""
    return split_name(name)[0]


def _split_words(text: str) -> list[str]:
    """Return the words in which there is a letter or a figure."""
    return [word for word in text.split() if any(c.isalnum() for c in word)]


def _find_name_end(words: list[str]) -> int:
    """Return where the name itself ends; of "Jr." alone one word is left."""
    end = len(words)
    while end > 1 and _is_generation(words[end - 1]):
        end -= 1
    return end


def _is_generation(word: str) -> bool:
    return _normalize_word(word) in GENERATIONS


def _normalize_word(word: str) -> str:
    return "".join(c for c in word.casefold() if c.isalnum())
