"""A line of a sheet as players type it: `1710w`, `W1710`, `beat Jane Doe (1710)`.

One opponent and one result, in any order, in letters, words or points. An ambiguous
line is refused with a form that has one meaning; nothing is guessed.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from uscalc.document.facts.typed import EXAMPLES, ParsedRating, parse_rating
from uscalc.document.model import HIGHEST_RATING, LOWEST_RATING
from uscalc.document.sheet.sheet import EstimateLine, Result
from uscalc.document.sheet.tokens import (
    AGAINST,
    COLORS,
    FILLERS,
    NOT_RATED,
    OWN_FILLERS,
    RESULTS,
    THEN,
    TO_PLAY,
    Token,
    plain_text,
    split_tokens,
)

SHOWN: Final = 30
SAYS_NOTHING: Final = ("skip", "score", "word")
"""Kinds of tokens among which a lone number isn't a result."""
_OWN: Final = re.compile(
    r"\d{3,4}(?:\.\d{1,20})?\s{0,9}(?:/|\(?p\.?)\s{0,9}\d{1,5}\s{0,9}\)?[.,]?",
    re.IGNORECASE,
)
FORM: Final = "Write 1702w, 1702d, or 1702l, or only 1702 for an unplayed game"


@dataclass(frozen=True, slots=True)
class BadLine:
    """The reason why a line can't be read, with a form that can; without a period."""

    reason: str


@dataclass(slots=True)
class _LineMeaning:
    """The meanings found in the pieces of a line."""

    line: EstimateLine | None = None
    at: int = 0
    results: list[tuple[Result, Token]] = field(default_factory=list)
    w: list[Token] = field(default_factory=list)
    color: str | None = None
    pair: Token | None = None
    numbers: list[Token] = field(default_factory=list)
    to_play: bool = False
    not_rated: str = ""
    against: bool = False
    names: list[Token] = field(default_factory=list)
    wrong: str = ""


@lru_cache(maxsize=4096)
def read_line(text: str, given: Result | None = None) -> EstimateLine | BadLine | None:
    """Parse a line; None if it is blank.

    `given` is a result known from elsewhere; one in the text takes precedence.
    """
    if not text.strip():
        return None
    said = _LineMeaning()
    for token in split_tokens(text):
        _take_token(said, token)
    result = _find_result(said)
    if isinstance(result, BadLine):
        return result
    result = result or given
    wrong = _find_problem(said, text, result)
    if wrong is not None:
        return wrong
    assert said.line is not None
    line = said.line
    return EstimateLine(line.rating, result, line.rating_to, line.games)


def remove_result(text: str) -> str:
    """Return the line without its result; everything else stays."""
    said = _LineMeaning()
    found = list(split_tokens(text))
    for token in found:
        _take_token(said, token)
    if isinstance(_find_result(said), BadLine):
        return text
    gone = _find_result_tokens(said)
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


def read_own_rating(text: str) -> ParsedRating | BadLine | None:
    """Parse a player's own rating; None if it is blank."""
    if not text.strip():
        return None
    written = parse_rating(text)
    if written is not None:
        if written.kind == "blank":
            return None
        if written.kind != "unknown" and written.is_possible:
            return written
    found = list(split_tokens(text))
    ratings = [one for one in found if one.kind in ("rating", "unrated")]
    rest = [one for one in found if one.kind not in ("rating", "unrated")]
    known = all(o.kind == "word" and o.text in OWN_FILLERS for o in rest)
    if len(ratings) == 1 and known:
        written = _parse_token_rating(ratings[0])
        if written is not None and written.is_possible:
            return written
    shown = _quote_text(text)
    if written is not None and not written.is_possible:
        return BadLine(f"{shown} isn't a valid rating. {_BOUNDS}")
    return BadLine(f"{shown} isn't a valid rating. Examples: {EXAMPLES}")


def is_own_rating(text: str) -> bool:
    """Return True if a line is only a rating with its games, such as 1702/18.

    Players write their own rating so; an opponent has a result or a word beside it.
    """
    return _OWN.fullmatch(plain_text(text).strip()) is not None and isinstance(
        read_own_rating(text), ParsedRating
    )


def format_line(line: EstimateLine) -> str:
    """Format a line without its result."""
    if line.rating is None:
        return "unr"
    if line.rating_to is not None:
        return f"{line.rating:.0f}-{line.rating_to:.0f}"
    whole = line.rating == int(line.rating)
    text = f"{line.rating:.0f}" if whole else repr(line.rating)
    return text if line.games is None else f"{text}/{line.games}"


# The meaning of a piece

_BOUNDS: Final = f"Ratings are from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"


def _take_token(said: _LineMeaning, token: Token) -> None:
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


def _take_word(said: _LineMeaning, token: Token) -> None:
    text = token.text
    if text == "w":
        said.w.append(token)
    elif text in RESULTS:
        said.results.append((RESULTS[text], token))
    elif text in COLORS:
        said.color = COLORS[text]
    elif text in TO_PLAY:
        said.to_play = True
    elif text in NOT_RATED:
        said.not_rated = text
    elif text in AGAINST:
        said.against = True
    elif text not in FILLERS:
        said.names.append(token)


def _take_opponent(said: _LineMeaning, token: Token) -> None:
    if said.line is not None:
        said.wrong = said.wrong or "two ratings"
        return
    said.at = token.start
    if token.kind == "range":
        low, high = (int(one) for one in re.findall(r"\d+", token.text))
        said.line = EstimateLine(float(low), None, float(high))
        said.to_play = True
        return
    written = _parse_token_rating(token)
    if written is None:
        said.wrong = f"{_quote_text(token.text)} isn't a valid rating. {FORM}"
        return
    said.line = EstimateLine(written.rating, None, None, written.games)


def _take_ended(said: _LineMeaning, token: Token) -> None:
    """Take an opponent's final rating that follows a name; only an unrated one uses it."""
    assert said.line is not None
    written = _parse_token_rating(token)
    if said.line.rating is None and written is not None:
        said.line = EstimateLine(written.rating, None, None, written.games)


def _parse_token_rating(token: Token) -> ParsedRating | None:
    """Parse the rating of a piece, by the grammar of all ratings."""
    if token.kind in ("rose", "ended"):
        # Unrated before, and rated by the event: that rating says more of the strength.
        text = re.sub(rf"^.*?{THEN}\s*", "", token.text)
    else:
        text = re.sub(rf"\s*[,(]?\s*{THEN}.*", "", token.text)
    return (
        parse_rating(text)
        if token.kind == "unrated"
        else parse_rating(re.sub(r"\s*games?|[()]|(?<=p)\.", "", text))
    )


# The meaning of the whole line


def _find_result_tokens(said: _LineMeaning) -> list[Token]:
    """Return the pieces that give the result; a second w gives the color."""
    if said.results:
        return [token for _, token in said.results]
    if said.w:
        return said.w[:1]
    return [said.pair] if said.pair is not None else []


def _find_result(said: _LineMeaning) -> Result | BadLine | None:
    """Return the result; a w beside another result, or beside a w, means White."""
    found = {result for result, _ in said.results}
    if len(found) > 1:
        return BadLine(f"more than one result: {_name_results(found)}. {FORM}")
    color = "white" if said.w and (found or len(said.w) > 1) else said.color
    result: Result | None = next(iter(found), "W" if said.w else None)
    if said.pair is None:
        return result
    left, right = re.split(r"\s*[-:]\s*", said.pair.text)
    if left == right and left not in ("0", "1"):
        by_pair: Result | None = "D"
    elif left == right:
        return BadLine(f'"{said.pair.text}" isn\'t a result. {FORM}')
    elif color is None:
        by_pair = None
    else:
        by_pair = "W" if (left == "1") is (color == "white") else "L"
    if by_pair is None and result is None:
        return BadLine(
            f'"{said.pair.text}" doesn\'t show which side was yours. Write w '
            "or l, as in 1702w"
        )
    if result is not None and by_pair is not None and result != by_pair:
        return BadLine(
            f"more than one result: {_name_results({result, by_pair})}. {FORM}"
        )
    return result or by_pair


_NAMES: Final[dict[Result, str]] = {"W": "a win", "D": "a draw", "L": "a loss"}


def _name_results(found: set[Result]) -> str:
    names = [_NAMES[letter] for letter in ("W", "D", "L") if letter in found]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _find_problem(
    said: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    """Return why the line is refused, if it is; decide the meaning of a lone number."""
    shown = _quote_text(text)
    if said.not_rated and said.line is None and _is_bye_or_forfeit(said, text):
        return BadLine("byes and forfeits aren't rated. Remove this line")
    # A single letter beside a result is an initial.
    named = result is not None and len(said.not_rated) == 1
    if said.not_rated and said.line is not None and not named:
        return BadLine(
            f'"{said.not_rated}" means a bye or forfeit, which isn\'t rated. '
            "Remove this line, or write a game as 1702w, 1702d, or 1702l"
        )
    if said.wrong == "two ratings":
        return BadLine(f"{shown} has two ratings. Write one game a line, such as 1702w")
    if said.wrong:
        return BadLine(said.wrong)
    if said.line is None:
        return BadLine(_explain_no_rating(said, shown))
    return _find_opponent_problem(said, text, result) or _take_numbers(
        said, text, result
    )


def _is_bye_or_forfeit(said: _LineMeaning, text: str) -> bool:
    """Return True for a bye in words, or a forfeit as in crosstables (X12)."""
    return not said.numbers or text.strip()[:1].casefold() in ("x", "f")


def _explain_no_rating(said: _LineMeaning, shown: str) -> str:
    if len(said.numbers) == 1:
        number = said.numbers[0].text
        if number.isdecimal() and len(number) <= 3 and (said.w or said.results):
            return (
                f"{number} isn't a valid rating ({LOWEST_RATING:.0f} to "
                f"{HIGHEST_RATING:.0f}). For player {number} of a crosstable, "
                "write the rating, as in W1702"
            )
        return f"{number[:SHOWN]} isn't a valid rating. {_BOUNDS}"
    return (
        f"{shown} has no rating. Write the rating followed by w, d, or l, as in 1702w"
    )


def _find_opponent_problem(
    said: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    line = said.line
    assert line is not None
    for end in (line.rating, line.rating_to):
        if end is not None and not LOWEST_RATING <= end <= HIGHEST_RATING:
            return BadLine(f"{end:g} isn't a valid rating. {_BOUNDS}")
    if line.rating_to is not None and line.rating is not None:
        if line.rating > line.rating_to:
            return BadLine(
                f"{_quote_text(text)} isn't a valid range. Write the lower rating "
                "first, such as 1600-1800"
            )
        if result is not None:
            return BadLine(
                "a played game needs the opponent’s rating, not a range. Write "
                "it like 1702w"
            )
    if said.to_play and result is not None and line.rating_to is None:
        return BadLine(f"both a result and an unplayed game. {FORM}")
    if not said.names:
        return None
    first = said.names[0]
    word = text[first.start : first.end][:SHOWN]
    # A word after the rating should be a result, so it isn't a name.
    named = said.against and all(name.start < said.at for name in said.names)
    if result is None and not said.to_play and not named:
        return BadLine(f'"{word}" isn\'t a result. {FORM}')
    if all(len(name.text) == 1 for name in said.names):
        return BadLine(f'"{word}" isn\'t recognized. {FORM}')
    return None


def _take_numbers(
    said: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    """Take a 1 or 0 after the rating as a result, and a number before it as the round."""
    first = next((t for t in split_tokens(text) if t.kind not in SAYS_NOTHING), None)
    for token in said.numbers:
        if token == first and token.text.isdecimal() and len(token.text) <= 2:
            if result is None and token.text in ("0", "1"):
                return BadLine(
                    f"{_quote_text(text)} may be a round or a result. Write 1702w or "
                    "1702l"
                )
            continue
        if token.text.isdecimal() and len(token.text) > 2:
            return BadLine(f"{token.text[:SHOWN]} isn't a valid rating. {_BOUNDS}")
        return BadLine(f'"{token.text[:SHOWN]}" isn\'t recognized. {FORM}')
    return None


def _quote_text(text: str) -> str:
    clean = " ".join(text.split())
    return f'"{clean[:SHOWN]}"' if len(clean) <= SHOWN else f'"{clean[:SHOWN]}…"'
