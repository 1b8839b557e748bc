"""The order of names on a wall: where a person looks for one."""

import unicodedata
from typing import Final

from uscalc.document.names import parted

_PLAIN: Final = str.maketrans(
    {
        "\N{LATIN SMALL LETTER O WITH STROKE}": "o",
        "\N{LATIN SMALL LETTER L WITH STROKE}": "l",
        "\N{LATIN SMALL LETTER D WITH STROKE}": "d",
        "\N{LATIN SMALL LETTER H WITH STROKE}": "h",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "\N{LATIN SMALL LETTER AE}": "ae",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN SMALL LETTER ETH}": "d",
        "\N{LATIN SMALL LETTER THORN}": "th",
    }
)
"""Letters that are no letter with a mark, and stand where these do."""
_PASSED_OVER: Final = frozenset("'`´.\u2018\u2019\u02bc\u02bb\u2032")
"""What "O'Brien" and "St. Clair" are looked up without."""

NameKey = tuple[bool, tuple[str, ...], str]


def name_key(name: str) -> NameKey:
    """Return what names are sorted by: capitals, accents and apostrophes make no difference.

    The family name comes first, with a comma or without one: "Ada Castle" stands where
    "Castle, Ada" does. It is shorter than the same with more words behind it: "Smith, Zoe"
    stands before "Smith-Jones, Amy". A name without a letter or a figure stands last.
    """
    parts = tuple(_plain(part) for part in parted(name))
    return not any(parts), parts, name


def _plain(text: str) -> str:
    """Small letters without marks; what is neither letter nor figure, a gap."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    kept = (
        c if c.isalnum() else " "
        for c in apart
        if not unicodedata.combining(c) and c not in _PASSED_OVER
    )
    return " ".join("".join(kept).split())
