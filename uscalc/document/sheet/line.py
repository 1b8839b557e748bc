"""A line of a sheet as players type it: `1710w`, `W1710`, `beat Jane Doe (1710)`.

One opponent and one result, in any order, in letters, words or points. An ambiguous
line is refused with a form that has one meaning; nothing is guessed.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple

from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.document.sheet.sheet import Result, SheetLine
from uscalc.document.sheet.words import (
    AGAINST,
    COLOURS,
    FILLERS,
    NOT_RATED,
    OWN_FILLERS,
    RESULTS,
    TO_PLAY,
)
from uscalc.document.written import EXAMPLES, WrittenRating, parse_rating

SHOWN: Final = 30
SAYS_NOTHING: Final = ("skip", "score", "word")
"""Pieces among which a lone number is not a result."""
_OWN: Final = re.compile(
    r"\d{3,4}(?:\.\d{1,20})?\s{0,9}(?:/|\(?p\.?)\s{0,9}\d{1,5}\s{0,9}\)?[.,]?",
    re.IGNORECASE,
)
FORM: Final = "write 1702w, 1702d or 1702l, and a game to come as 1702"
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
"""A letter for a letter, so that a place in the text stays that place."""
_RATING: Final = (
    r"\*?\d{3,4}(?:\.\d{1,20}|,\d{2})?(?!\d)"
    r"(?:\s*(?:/|\(?p\.?)\s*\d{1,5}(?!\d)(?:\s*games?\b)?\s*\)?)?\*?"
)
_UNRATED: Final = r"\b(?:unrated|unr\.?|new|nr|n/r)"
_THEN: Final = r"(?:-?>|\b(?:ended|finished)\b(?:\s+at\b)?)"
"""Between the rating before an event and the one after it."""
_GRAMMAR: Final = rf"""
      (?P<score>   (?<![\d.,/])\d{{1,2}}(?:[.,]5|½)?\s*(?:out\s+)?of\s+\d{{1,2}}(?!\d) )
    | (?P<skip>    \d{{8}}(?!\d) | \(\s*(?:[1-9]\d?[.,]5|[2-9]\d?[.,]0)\s*\) )
    | (?P<pair>    (?:1/2|½|0\.5)\s*[-:]\s*(?:1/2|½|0\.5)(?!\d)
                 | [01]\s*[-:]\s*[01](?![\d./]) )
    | (?P<round>   \A\s*(?:round|rd|r|game|g)\s*\.?\s*\d{{1,2}}(?!\d)\s*[-:.)]?
                 | \A\s*\#?\d{{1,2}}\s*[:.)](?!\d) )
    | (?P<range>   \??\s*\d{{3,4}}\s*(?:-(?!>)|\.\.|\bto\b)\s*\d{{3,4}}(?!\d) )
    | (?P<became>  {_RATING}\s*[,(]?\s*{_THEN}\s*\d{{3,4}}(?:\.\d+)?
                   (?:\s*[p/]\s*\d{{1,5}})? )
    | (?P<rose>    {_UNRATED}\s*[,(]?\s*{_THEN}\s*{_RATING} )
    | (?P<ended>   {_THEN}\s*{_RATING} )
    | (?P<points>  (?:1/2|½|0?\.5|0,5)(?![\d/]) | [01]\.0(?!\d) )
    | (?P<rating>  {_RATING} )
    | (?P<number>  \d+(?:[.,]\d+)? )
    | (?P<unrated> {_UNRATED}(?=[wdl]?(?![^\W\d_])) )
    | (?P<word>    [^\W\d_]+(?:['’][^\W\d_]+)* )
    | (?P<sign>    [=+?] | \A\s*-(?=\*?\d{{3,4}}(?!\d)) | (?<=\d)-\s*\Z )
    """


def _bounded(grammar: str) -> str:
    """Limit the spaces between two pieces of a grammar, so that it runs in linear time."""
    grammar = re.sub(r"(?<!\\A)\\s\*(?!\\Z)", r"\\s{0,9}", grammar)
    return grammar.replace(r"\s+", r"\s{1,9}")


_TOKENS: Final = re.compile(_bounded(_GRAMMAR), re.VERBOSE | re.IGNORECASE)


class Token(NamedTuple):
    """A piece of a line with a meaning, and its place."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class BadLine:
    """The reason why a line can't be read, with a form that can; without a period."""

    reason: str


@dataclass(slots=True)
class _Said:
    """The meanings found in the pieces of a line."""

    line: SheetLine | None = None
    at: int = 0
    results: list[tuple[Result, Token]] = field(default_factory=list)
    w: list[Token] = field(default_factory=list)
    colour: str | None = None
    pair: Token | None = None
    numbers: list[Token] = field(default_factory=list)
    to_play: bool = False
    not_rated: str = ""
    against: bool = False
    names: list[Token] = field(default_factory=list)
    wrong: str = ""


def tokens(text: str) -> Iterator[Token]:
    """Yield the pieces of a line; text between them has no meaning."""
    clean = _plain(text)
    for found in _TOKENS.finditer(clean):
        kind = found.lastgroup or ""
        if kind == "word" and len(found[0]) == 2:
            both = found[0].casefold()
            if set(both) <= set("wdlb") and both not in ("bb",):
                for place in (0, 1):
                    at = found.start() + place
                    yield Token("word", both[place], at, at + 1)
                continue
        yield Token(kind, found[0].casefold().strip(), found.start(), found.end())


def _plain(text: str) -> str:
    """Return the text with plain dashes and digits, one letter for each letter."""
    plain = text.translate(_PLAIN)
    if plain.isascii():
        return plain
    return "".join(
        str(unicodedata.decimal(one)) if one.isdecimal() else one for one in plain
    )


@lru_cache(maxsize=4096)
def read_line(text: str, given: Result | None = None) -> SheetLine | BadLine | None:
    """Parse a line; None if it is blank.

    `given` is a result known from elsewhere; one in the text takes precedence.
    """
    if not text.strip():
        return None
    said = _Said()
    for token in tokens(text):
        _take(said, token)
    result = _result(said)
    if isinstance(result, BadLine):
        return result
    result = result or given
    wrong = _wrong(said, text, result)
    if wrong is not None:
        return wrong
    assert said.line is not None
    line = said.line
    return SheetLine(line.rating, result, line.rating_to, line.games)


def without_result(text: str) -> str:
    """Return the line without its result; everything else stays."""
    said = _Said()
    found = list(tokens(text))
    for token in found:
        _take(said, token)
    if isinstance(_result(said), BadLine):
        return text
    gone = _result_tokens(said)
    # A w that stays is White; alone it would be read as a win.
    white = [token for token in said.w if token not in gone]
    gone += [token for token in found if token.text in TO_PLAY]
    kept, place = "", 0
    for token in sorted((*gone, *white), key=lambda one: one.start):
        kept += text[place : token.start].rstrip() + " "
        kept += "white " if token in white else ""
        place = token.end
    kept = " ".join((kept + text[place:]).split())
    return kept.strip(" ,;:|=-").removesuffix(" .")


def read_own(text: str) -> WrittenRating | BadLine | None:
    """Parse a player's own rating; None if it is blank."""
    if not text.strip():
        return None
    written = parse_rating(text)
    if written is not None:
        if written.kind == "blank":
            return None
        if written.kind != "unknown" and written.possible:
            return written
    found = list(tokens(text))
    ratings = [one for one in found if one.kind in ("rating", "unrated")]
    rest = [one for one in found if one.kind not in ("rating", "unrated")]
    known = all(o.kind == "word" and o.text in OWN_FILLERS for o in rest)
    if len(ratings) == 1 and known:
        written = _written(ratings[0])
        if written is not None and written.possible:
            return written
    shown = _quoted(text)
    if written is not None and not written.possible:
        return BadLine(f"{shown} is no rating; {_BOUNDS}")
    return BadLine(f"{shown} is no rating; write {EXAMPLES}")


def is_own(text: str) -> bool:
    """Return True if a line is only a rating with its games, such as 1702/18.

    Players write their own rating so; an opponent has a result or a word beside it.
    """
    return _OWN.fullmatch(_plain(text).strip()) is not None and isinstance(
        read_own(text), WrittenRating
    )


def line_text(line: SheetLine) -> str:
    """Format a line without its result."""
    if line.rating is None:
        return "unr"
    if line.rating_to is not None:
        return f"{line.rating:.0f}-{line.rating_to:.0f}"
    whole = line.rating == int(line.rating)
    text = f"{line.rating:.0f}" if whole else repr(line.rating)
    return text if line.games is None else f"{text}/{line.games}"


# The meaning of a piece

_BOUNDS: Final = f"ratings are from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"


def _take(said: _Said, token: Token) -> None:
    kind, text = token.kind, token.text
    if kind == "word":
        _take_word(said, token)
    elif kind == "ended" and said.line is not None and not said.wrong:
        _take_ended(said, token)
    elif kind in ("rating", "became", "rose", "ended", "range", "unrated"):
        _take_opponent(said, token)
    elif kind == "number":
        if said.line is not None and text in ("0", "1"):
            said.results.append(("W" if text == "1" else "L", token))
        else:
            said.numbers.append(token)
    elif kind == "pair":
        said.pair = token
    elif kind in ("points", "sign"):
        if text in TO_PLAY:
            said.to_play = True
        else:
            points = {"½": "1/2"}.get(text, text)
            said.results.append((RESULTS[points], token))


def _take_word(said: _Said, token: Token) -> None:
    text = token.text
    if text == "w":
        said.w.append(token)
    elif text in RESULTS:
        said.results.append((RESULTS[text], token))
    elif text in COLOURS:
        said.colour = COLOURS[text]
    elif text in TO_PLAY:
        said.to_play = True
    elif text in NOT_RATED:
        said.not_rated = text
    elif text in AGAINST:
        said.against = True
    elif text not in FILLERS:
        said.names.append(token)


def _take_opponent(said: _Said, token: Token) -> None:
    if said.line is not None:
        said.wrong = said.wrong or "two ratings"
        return
    said.at = token.start
    if token.kind == "range":
        low, high = (int(one) for one in re.findall(r"\d+", token.text))
        said.line = SheetLine(float(low), None, float(high))
        said.to_play = True
        return
    written = _written(token)
    if written is None:
        said.wrong = f"{_quoted(token.text)} is no rating; {FORM}"
        return
    said.line = SheetLine(written.rating, None, None, written.games)


def _take_ended(said: _Said, token: Token) -> None:
    """Take an opponent's final rating that follows a name; only an unrated one uses it."""
    assert said.line is not None
    written = _written(token)
    if said.line.rating is None and written is not None:
        said.line = SheetLine(written.rating, None, None, written.games)


def _written(token: Token) -> WrittenRating | None:
    """Parse the rating of a piece, by the grammar of all ratings."""
    if token.kind in ("rose", "ended"):
        # Unrated before, and rated by the event: that rating says more of the strength.
        text = re.sub(rf"^.*?{_THEN}\s*", "", token.text)
    else:
        text = re.sub(rf"\s*[,(]?\s*{_THEN}.*", "", token.text)
    if token.kind == "unrated":
        return parse_rating(text)
    return parse_rating(re.sub(r"\s*games?|[()]|(?<=p)\.", "", text))


# The meaning of the whole line


def _result_tokens(said: _Said) -> list[Token]:
    """Return the pieces that give the result; a second w gives the color."""
    if said.results:
        return [token for _, token in said.results]
    if said.w:
        return said.w[:1]
    return [said.pair] if said.pair is not None else []


def _result(said: _Said) -> Result | BadLine | None:
    """Return the result; a w beside another result, or beside a w, means White."""
    found = {result for result, _ in said.results}
    if len(found) > 1:
        return BadLine(f"it says {_two(found)}; {FORM}")
    colour = said.colour
    if said.w and (found or len(said.w) > 1):
        colour = "white"
    result: Result | None = next(iter(found), "W" if said.w else None)
    if said.pair is None:
        return result
    left, right = re.split(r"\s*[-:]\s*", said.pair.text)
    if left == right and left not in ("0", "1"):
        by_pair: Result | None = "D"
    elif left == right:
        return BadLine(f'"{said.pair.text}" is no result; {FORM}')
    elif colour is None:
        by_pair = None
    else:
        by_pair = "W" if (left == "1") is (colour == "white") else "L"
    if by_pair is None and result is None:
        return BadLine(
            f'"{said.pair.text}" does not say which side was yours; write w or l, as in '
            "1702w"
        )
    if result is not None and by_pair is not None and result != by_pair:
        return BadLine(f"it says {_two({result, by_pair})}; {FORM}")
    return result or by_pair


_NAMES: Final[dict[Result, str]] = {"W": "a win", "D": "a draw", "L": "a loss"}


def _two(found: set[Result]) -> str:
    names = [_NAMES[letter] for letter in ("W", "D", "L") if letter in found]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _wrong(said: _Said, text: str, result: Result | None) -> BadLine | None:
    """Return why the line is refused, if it is; decide the meaning of a lone number."""
    shown = _quoted(text)
    if said.not_rated and said.line is None and _is_cell(said, text):
        return BadLine("a bye or a forfeit is no rated game; leave it out")
    # A single letter beside a result is an initial.
    named = result is not None and len(said.not_rated) == 1
    if said.not_rated and said.line is not None and not named:
        return BadLine(
            f'"{said.not_rated}" means a bye or a forfeit, which is not rated; leave it '
            f"out, or {FORM}"
        )
    if said.wrong == "two ratings":
        return BadLine(f"{shown} has two ratings; write one game in a line, as 1702w")
    if said.wrong:
        return BadLine(said.wrong)
    if said.line is None:
        return BadLine(_no_rating(said, shown))
    return _wrong_opponent(said, text, result) or _wrong_numbers(said, text, result)


def _is_cell(said: _Said, text: str) -> bool:
    """Return True for a bye in words, or a forfeit as in crosstables (X12)."""
    return not said.numbers or text.strip()[:1].casefold() in ("x", "f")


def _no_rating(said: _Said, shown: str) -> str:
    if len(said.numbers) == 1:
        number = said.numbers[0].text
        if number.isdecimal() and len(number) <= 3 and (said.w or said.results):
            return (
                f"{number} is no rating (those are from {LOWEST_RATING:.0f} to "
                f"{HIGHEST_RATING:.0f}); for player {number} of a crosstable write the "
                "rating, as in W1702"
            )
        return f"{number[:SHOWN]} is no rating; {_BOUNDS}"
    return f"{shown} has no rating; write one with w, d or l behind it, as in 1702w"


def _wrong_opponent(said: _Said, text: str, result: Result | None) -> BadLine | None:
    line = said.line
    assert line is not None
    for end in (line.rating, line.rating_to):
        if end is not None and not LOWEST_RATING <= end <= HIGHEST_RATING:
            return BadLine(f"{end:g} is no rating; {_BOUNDS}")
    if line.rating_to is not None and line.rating is not None:
        if line.rating > line.rating_to:
            return BadLine(
                f"{_quoted(text)} is no range; write the lower end first, as 1600-1800"
            )
        if result is not None:
            return BadLine(
                "a game that has been played needs the opponent\N{RIGHT SINGLE QUOTATION MARK}s "
                "rating, not a range; write it as 1702w"
            )
    if said.to_play and result is not None and line.rating_to is None:
        return BadLine(f"it says a result and a game to come; {FORM}")
    if not said.names:
        return None
    first = said.names[0]
    word = text[first.start : first.end][:SHOWN]
    # A word after the rating should be a result, so it isn't a name.
    named = said.against and all(name.start < said.at for name in said.names)
    if result is None and not said.to_play and not named:
        return BadLine(f'"{word}" does not say what came of the game; {FORM}')
    if all(len(name.text) == 1 for name in said.names):
        return BadLine(f'"{word}" is not understood; {FORM}')
    return None


def _wrong_numbers(said: _Said, text: str, result: Result | None) -> BadLine | None:
    """Take a 1 or 0 after the rating as a result, and a number before it as the round."""
    first = next((t for t in tokens(text) if t.kind not in SAYS_NOTHING), None)
    for token in said.numbers:
        if token == first and token.text.isdecimal() and len(token.text) <= 2:
            if result is None and token.text in ("0", "1"):
                return BadLine(
                    f"{_quoted(text)} may be a round or a result; write 1702w or 1702l"
                )
            continue
        if token.text.isdecimal() and len(token.text) > 2:
            return BadLine(f"{token.text[:SHOWN]} is no rating; {_BOUNDS}")
        return BadLine(f'"{token.text[:SHOWN]}" is not understood; {FORM}')
    return None


def _quoted(text: str) -> str:
    clean = " ".join(text.split())
    return f'"{clean[:SHOWN]}"' if len(clean) <= SHOWN else f'"{clean[:SHOWN]}…"'
