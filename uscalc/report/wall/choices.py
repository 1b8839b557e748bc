"""Define the choices for wall charts: lists, content and systems."""

import unicodedata
from dataclasses import dataclass
from typing import Final, Literal

from uscalc.document.names import split_name
from uscalc.engine.inputs import System

ListOrder = Literal["score", "name", "number"]
ORDERS: Final[tuple[ListOrder, ...]] = ("score", "name", "number")
WallContent = Literal["ratings", "results", "both"]
CONTENTS: Final[tuple[WallContent, ...]] = ("ratings", "results", "both")


@dataclass(frozen=True, slots=True)
class WallChoices:
    """The complete lists to print, what they show, and in which systems.

    No system means all systems in which a section is rated.
    """

    lists: tuple[ListOrder, ...] = ("score",)
    content: WallContent = "ratings"
    systems: tuple[System, ...] = ()

    @property
    def of_ratings(self) -> bool:
        """Return whether ratings are shown."""
        return self.content != "results"

    @property
    def of_results(self) -> bool:
        """Return whether every round is shown."""
        return self.content != "ratings"

    def shows_system(self, system: System) -> bool:
        """Return whether the ratings of a system are shown."""
        return self.of_ratings and (not self.systems or system in self.systems)


SMALLEST: Final = 8
LARGEST: Final = 48
"""Type sizes that can be selected, in points."""
USUAL_CHOICES: Final = WallChoices()


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
"""Letters that have no accent to remove, and the letters that they are sorted as."""
_PASSED_OVER: Final = frozenset("'`´.\u2018\u2019\u02bc\u02bb\u2032")
"""Characters without which "O'Brien" and "St. Clair" are looked up."""

NameKey = tuple[bool, tuple[str, ...], str]


def make_name_key(name: str) -> NameKey:
    """Return the sort key of a name, which ignores capitals, accents and apostrophes.

    The family name comes first, with or without a comma: "Ada Castle" is sorted like
    "Castle, Ada". A name is sorted before longer names that begin with it: "Smith, Zoe"
    before "Smith-Jones, Amy". A name without a letter or a digit comes last.
    """
    parts = tuple(_normalize_letters(part) for part in split_name(name))
    return not any(parts), parts, name


def _normalize_letters(text: str) -> str:
    """Return lowercase letters without accents, with a space for all other characters."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    kept = (
        c if c.isalnum() else " "
        for c in apart
        if not unicodedata.combining(c) and c not in _PASSED_OVER
    )
    return " ".join("".join(kept).split())
