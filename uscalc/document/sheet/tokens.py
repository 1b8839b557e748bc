"""Split a line of an estimate into tokens: words and numbers, with their positions."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Final, NamedTuple

from uscalc.document.sheet.sheet import Result


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RESULTS: Final[tuple[tuple[Result, str], ...]] = (
    ("W", "w win won wins beat beats beaten defeated + 1.0"),
    ("D", "d draw drew drawn draws tie tied half remis = 1/2 0.5 .5 0,5"),
    ("L", "l loss lost lose loses losses - 0.0"),
)
RESULTS: Final = {word: letter for letter, text in _RESULTS for word in text.split()}
COLORS: Final = {
    **dict.fromkeys(("white", "whites", "wh"), "white"),
    **dict.fromkeys(("b", "black", "blacks", "blk"), "black"),
}
TO_PLAY: Final = _split_words(
    "? next play plays playing upcoming pending tba tomorrow tonight later"
)
AGAINST: Final = _split_words("vs v versus against")
"""Words before an opponent; without a result, the game is unplayed."""
NOT_RATED: Final = _split_words("bye byes forfeit forfeits forfeited ff x f h u noshow")
"""Words for a round without a rated game."""
FILLERS: Final = _split_words(
    "with to by over as a an the on at in of who is was rated rating rtg elo opponent "
    "opp round rd r game games uscf i my me him her and then est established prov "
    "provisional player someone somebody pre ended finished out"
)
OWN_FILLERS: Final = _split_words(
    "my rating rtg is i am r est established prov provisional uscf now"
)
_PLAIN: Final = str.maketrans(
    {
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{NO-BREAK SPACE}": " ",
        "\N{RIGHTWARDS ARROW}": ">",
        "\N{DIVISION SLASH}": "/",
        "\N{FRACTION SLASH}": "/",
    }
)
"""Plain characters for typographic ones, one for one, so that positions stay the same.
"""
_RATING: Final = (
    r"\*?\d{3,4}(?:\.\d{1,20}|,\d{2})?(?!\d)"
    r"(?:\s*(?:/|\(?p\.?)\s*\d{1,5}(?!\d)(?:\s*games?\b)?\s*\)?)?\*?"
)
_UNRATED: Final = r"\b(?:unrated|unr\.?|new|nr|n/r)"
THEN: Final = r"(?:-?>|\b(?:ended|finished)\b(?:\s+at\b)?)"
"""The text between the pre-event rating and the post-event rating."""
_GRAMMAR: Final = rf"""
      (?P<score>   (?<![\d.,/])\d{{1,2}}(?:[.,]5|½)?\s*(?:out\s+)?of\s+\d{{1,2}}(?!\d) )
    | (?P<skip>    \d{{8}}(?!\d) | \(\s*(?:[1-9]\d?[.,]5|[2-9]\d?[.,]0)\s*\) )
    | (?P<pair>    (?:1/2|½|0\.5)\s*[-:]\s*(?:1/2|½|0\.5)(?!\d)
                 | [01]\s*[-:]\s*[01](?![\d./]) )
    | (?P<round>   \A\s*(?:round|rd|r|game|g)\s*\.?\s*\d{{1,2}}(?!\d)\s*[-:.)]?
                 | \A\s*\#?\d{{1,2}}\s*[:.)](?!\d) )
    | (?P<range>   \??\s*\d{{3,4}}\s*(?:-(?!>)|\.\.|\bto\b)\s*\d{{3,4}}(?!\d) )
    | (?P<became>  {_RATING}\s*[,(]?\s*{THEN}\s*\d{{3,4}}(?:\.\d+)?
                   (?:\s*[p/]\s*\d{{1,5}})? )
    | (?P<rose>    {_UNRATED}\s*[,(]?\s*{THEN}\s*{_RATING} )
    | (?P<ended>   {THEN}\s*{_RATING} )
    | (?P<points>  (?:1/2|½|0?\.5|0,5)(?![\d/]) | [01]\.0(?!\d) )
    | (?P<rating>  {_RATING} )
    | (?P<number>  \d+(?:[.,]\d+)? )
    | (?P<unrated> {_UNRATED}(?=[wdl]?(?![^\W\d_])) )
    | (?P<word>    [^\W\d_]+(?:['’][^\W\d_]+)* )
    | (?P<sign>    [=+?] | \A\s*-(?=\*?\d{{3,4}}(?!\d)) | (?<=\d)-\s*\Z )
    """


def _bound_spaces(grammar: str) -> str:
    """Limit the spaces between two pieces of a grammar, so that it runs in linear time."""
    grammar = re.sub(r"(?<!\\A)\\s\*(?!\\Z)", r"\\s{0,9}", grammar)
    return grammar.replace(r"\s+", r"\s{1,9}")


_TOKENS: Final = re.compile(_bound_spaces(_GRAMMAR), re.VERBOSE | re.IGNORECASE)


class Token(NamedTuple):
    """A piece of a line with a meaning, and its position."""

    kind: str
    text: str
    start: int
    end: int


def split_tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a line; text between them has no meaning."""
    for found in _TOKENS.finditer(plain_text(text)):
        kind = found.lastgroup or ""
        if kind == "word" and len(found[0]) == 2:
            both = found[0].casefold()
            if set(both) <= set("wdlb") and both not in ("bb",):
                for place in (0, 1):
                    at = found.start() + place
                    yield Token("word", both[place], at, at + 1)
                continue
        yield Token(kind, found[0].casefold().strip(), found.start(), found.end())


def plain_text(text: str) -> str:
    """Return the text with plain dashes and digits, at unchanged positions."""
    plain = text.translate(_PLAIN)
    if plain.isascii():
        return plain
    return "".join(
        str(unicodedata.decimal(one)) if one.isdecimal() else one for one in plain
    )
