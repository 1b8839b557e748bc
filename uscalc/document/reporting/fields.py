"""The limits of a report's fields: widths, ASCII, and the forms of its numbers."""

import re
import unicodedata
from typing import Final

from uscalc.counted import clip_text
from uscalc.document.model import PLACEHOLDER_ID

EVENT_NAME: Final = 35
SECTION_NAME: Final = 30
PLAYER_NAME: Final = 30
CITY: Final = 21
COUNTRY: Final = 21
TIME_CONTROL: Final = 40
STATE: Final = 2
ZIP: Final = 10
OTHER_TDS: Final = 254
MOST_SECTIONS: Final = 99
MOST_ROUNDS: Final = 99
MOST_PLAYERS: Final = 9999

_AFFILIATE: Final = re.compile(r"A\d{7}", re.ASCII)
_MEMBER: Final = re.compile(r"\d{8}", re.ASCII)
_LETTERS: Final = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "Æ": "AE",
        "œ": "oe",
        "Œ": "OE",
        "ø": "o",
        "Ø": "O",
        "ł": "l",
        "Ł": "L",
        "đ": "d",
        "Đ": "D",
        "ð": "d",
        "þ": "th",
        "ı": "i",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "½": "1/2",
    }
)


def to_ascii(text: str) -> str:
    """Return a text as printable ASCII on one line; accents are removed."""
    split = unicodedata.normalize("NFKD", " ".join(text.split()).translate(_LETTERS))
    letters = "".join(letter for letter in split if not unicodedata.combining(letter))
    return "".join(letter if " " <= letter <= "~" else "?" for letter in letters)


def is_affiliate(text: str) -> bool:
    """Return whether a text is a possible affiliate ID: A and seven digits."""
    return _AFFILIATE.fullmatch(text) is not None


def is_member(text: str | None) -> bool:
    """Return whether a text can be a member ID."""
    return (
        text is not None
        and _MEMBER.fullmatch(text) is not None
        and text != PLACEHOLDER_ID
        and int(text) > 0
    )


def find_text_problem(text: str, width: int) -> tuple[str, str] | None:
    """Return the problem with a text in a field of the report, and the fix; None if it fits."""
    odd = next((letter for letter in text if not " " <= letter <= "~"), None)
    if odd is not None:
        written = to_ascii(text)
        shown = f'"{odd}"' if odd.isprintable() else "a control character"
        problem = (
            f'"{_clip_line(text)}" contains {shown}; rating reports allow '
            "plain (ASCII) characters only"
        )
        if "?" in written.replace("?", "", text.count("?")):
            return problem, "Remove that character"
        over = len(written) - width
        return problem, (
            f"Use plain letters, and shorten it by {over}"
            if over > 0
            else f'Write it as "{_clip_line(written)}"'
        )
    if len(text) > width:
        return (
            f'"{_clip_line(text)}" has {len(text)} characters; the limit is {width}',
            f"Shorten it by {len(text) - width}",
        )
    return None


def _clip_line(text: str) -> str:
    return clip_text(" ".join(text.split()), 48)
