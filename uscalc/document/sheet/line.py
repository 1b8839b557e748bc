"""Parse a line of an estimate as players type it: `1710w`, `W1710`, `beat Jane Doe (1710)`.

A line has one opponent and one result, in any order, in letters, words or points. An
ambiguous line is refused with a form that has one meaning; nothing is guessed.
"""

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

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


class BadLine(Struct, frozen=True):
    """The reason why a line can't be read, with a readable form; without a period."""

    reason: str


class _LineMeaning(Struct):
    """The meanings of a line's tokens, collected one by one."""

    line: EstimateLine | None = None
    at: int = 0
    results: list[tuple[Result, Token]] = []
    w: list[Token] = []
    color: str | None = None
    pair: Token | None = None
    numbers: list[Token] = []
    to_play: bool = False
    not_rated: str = ""
    against: bool = False
    names: list[Token] = []
    wrong: str = ""


@lru_cache(maxsize=4096)
def read_line(text: str, given: Result | None = None) -> EstimateLine | BadLine | None:
    """Parse a line; None if it is blank.

    `given` is a result entered elsewhere; a result in the text takes precedence.
    """
    if not text.strip():
        return None
    meaning = _LineMeaning()
    for token in split_tokens(text):
        _take_token(meaning, token)
    result = _find_result(meaning)
    if isinstance(result, BadLine):
        return result
    result = result or given
    if (wrong := _find_problem(meaning, text, result)) is not None:
        return wrong
    assert meaning.line is not None
    return replace(meaning.line, result=result)


def remove_result(text: str) -> str:
    """Return the line without its result; the other text is kept."""
    meaning = _LineMeaning()
    found = list(split_tokens(text))
    for token in found:
        _take_token(meaning, token)
    if isinstance(_find_result(meaning), BadLine):
        return text
    gone = _find_result_tokens(meaning)
    # A w that isn't part of a result means White. Alone in the rest of the text, it
    # would be read as a win.
    white = [token for token in meaning.w if token not in gone]
    gone += [token for token in found if token.text in TO_PLAY]
    rest, place = "", 0
    for token in sorted((*gone, *white), key=lambda one: one.start):
        rest += text[place : token.start].rstrip() + " "
        rest += "white " if token in white else ""
        place = token.end
    return " ".join((rest + text[place:]).split()).strip(" ,;:|=-").removesuffix(" .")


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
    impossible = written is not None and not written.is_possible
    fix = _BOUNDS if impossible else f"Examples: {EXAMPLES}"
    return BadLine(f"{_quote_text(text)} isn't a valid rating. {fix}")


def is_own_rating(text: str) -> bool:
    """Return whether a line is only a rating with its games, for example 1702/18.

    That is how players write their own rating; an opponent's line has a result or a
    word too.
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


def _take_token(meaning: _LineMeaning, token: Token) -> None:
    kind, text = token.kind, token.text
    if kind == "word":
        _take_word(meaning, token)
    elif kind == "ended" and meaning.line is not None and not meaning.wrong:
        _take_ended(meaning, token)
    elif kind in ("rating", "became", "rose", "ended", "range", "unrated"):
        _take_opponent(meaning, token)
    elif kind == "number" and meaning.line is not None and text in ("0", "1"):
        meaning.results.append(("W" if text == "1" else "L", token))
    elif kind == "number":
        meaning.numbers.append(token)
    elif kind == "pair":
        meaning.pair = token
    elif kind in ("points", "sign") and text in TO_PLAY:
        meaning.to_play = True
    elif kind in ("points", "sign"):
        meaning.results.append((RESULTS[{"½": "1/2"}.get(text, text)], token))


def _take_word(meaning: _LineMeaning, token: Token) -> None:
    text = token.text
    if text == "w":
        meaning.w.append(token)
    elif text in RESULTS:
        meaning.results.append((RESULTS[text], token))
    elif text in COLORS:
        meaning.color = COLORS[text]
    elif text in TO_PLAY:
        meaning.to_play = True
    elif text in NOT_RATED:
        meaning.not_rated = text
    elif text in AGAINST:
        meaning.against = True
    elif text not in FILLERS:
        meaning.names.append(token)


def _take_opponent(meaning: _LineMeaning, token: Token) -> None:
    if meaning.line is not None:
        meaning.wrong = meaning.wrong or "two ratings"
        return
    meaning.at = token.start
    if token.kind == "range":
        low, high = (int(one) for one in re.findall(r"\d+", token.text))
        meaning.line = EstimateLine(float(low), None, float(high))
        meaning.to_play = True
        return
    written = _parse_token_rating(token)
    if written is None:
        meaning.wrong = f"{_quote_text(token.text)} isn't a valid rating. {FORM}"
        return
    meaning.line = EstimateLine(written.rating, None, None, written.games)


def _take_ended(meaning: _LineMeaning, token: Token) -> None:
    """Read an opponent's final rating after a name; it is used only for an unrated one."""
    assert meaning.line is not None
    written = _parse_token_rating(token)
    if meaning.line.rating is None and written is not None:
        meaning.line = EstimateLine(written.rating, None, None, written.games)


def _parse_token_rating(token: Token) -> ParsedRating | None:
    """Parse a token as a rating, by the grammar of all ratings."""
    # For an unrated opponent, the rating after the event says more about the strength.
    text = (
        re.sub(rf"^.*?{THEN}\s*", "", token.text)
        if token.kind in ("rose", "ended")
        else re.sub(rf"\s*[,(]?\s*{THEN}.*", "", token.text)
    )
    return (
        parse_rating(text)
        if token.kind == "unrated"
        else parse_rating(re.sub(r"\s*games?|[()]|(?<=p)\.", "", text))
    )


# The meaning of the whole line


def _find_result_tokens(meaning: _LineMeaning) -> list[Token]:
    """Return the tokens that give the result; a second w gives the color."""
    if meaning.results:
        return [token for _, token in meaning.results]
    if meaning.w:
        return meaning.w[:1]
    return [meaning.pair] if meaning.pair is not None else []


def _find_result(meaning: _LineMeaning) -> Result | BadLine | None:
    """Return the result; a w next to another result, or to another w, means White."""
    found = {result for result, _ in meaning.results}
    if len(found) > 1:
        return BadLine(f"more than one result: {_name_results(found)}. {FORM}")
    color = "white" if meaning.w and (found or len(meaning.w) > 1) else meaning.color
    result: Result | None = next(iter(found), "W" if meaning.w else None)
    if meaning.pair is None:
        return result
    left, right = re.split(r"\s*[-:]\s*", meaning.pair.text)
    if left == right and left not in ("0", "1"):
        by_pair: Result | None = "D"
    elif left == right:
        return BadLine(f'"{meaning.pair.text}" isn\'t a result. {FORM}')
    elif color is None:
        by_pair = None
    else:
        by_pair = "W" if (left == "1") is (color == "white") else "L"
    if by_pair is None and result is None:
        return BadLine(
            f'"{meaning.pair.text}" doesn\'t show which side was yours. Write w '
            "or l, as in 1702w"
        )
    if result is not None and by_pair is not None and result != by_pair:
        return BadLine(
            f"more than one result: {_name_results({result, by_pair})}. {FORM}"
        )
    return result or by_pair


def _name_results(found: set[Result]) -> str:
    words = {"W": "a win", "D": "a draw", "L": "a loss"}
    names = [name for letter, name in words.items() if letter in found]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _find_problem(
    meaning: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    """Return why the line is refused, or None; also decide the meaning of a single number."""
    shown = _quote_text(text)
    if meaning.not_rated and meaning.line is None and _is_bye_or_forfeit(meaning, text):
        return BadLine("byes and forfeits aren't rated. Remove this line")
    # A single letter beside a result is an initial.
    named = result is not None and len(meaning.not_rated) == 1
    if meaning.not_rated and meaning.line is not None and not named:
        return BadLine(
            f'"{meaning.not_rated}" means a bye or forfeit, which isn\'t rated. '
            "Remove this line, or write a game as 1702w, 1702d, or 1702l"
        )
    if meaning.wrong == "two ratings":
        return BadLine(
            f"{shown} has two ratings. Write one game a line, for example 1702w"
        )
    if meaning.wrong:
        return BadLine(meaning.wrong)
    if meaning.line is None:
        return BadLine(_explain_no_rating(meaning, shown))
    return _find_opponent_problem(meaning, text, result) or _take_numbers(
        meaning, text, result
    )


def _is_bye_or_forfeit(meaning: _LineMeaning, text: str) -> bool:
    """Return whether a line is a bye in words, or a forfeit as in crosstables (X12)."""
    return not meaning.numbers or text.strip()[:1].casefold() in ("x", "f")


def _explain_no_rating(meaning: _LineMeaning, shown: str) -> str:
    if len(meaning.numbers) == 1:
        number = meaning.numbers[0].text
        if number.isdecimal() and len(number) <= 3 and (meaning.w or meaning.results):
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
    meaning: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    line = meaning.line
    assert line is not None
    for end in (line.rating, line.rating_to):
        if end is not None and not LOWEST_RATING <= end <= HIGHEST_RATING:
            return BadLine(f"{end:g} isn't a valid rating. {_BOUNDS}")
    if line.rating_to is not None and line.rating is not None:
        if line.rating > line.rating_to:
            return BadLine(
                f"{_quote_text(text)} isn't a valid range. Write the lower rating "
                "first, for example 1600-1800"
            )
        if result is not None:
            return BadLine(
                "a played game needs the opponent’s rating, not a range. Write "
                "it like 1702w"
            )
    if meaning.to_play and result is not None and line.rating_to is None:
        return BadLine(f"both a result and an unplayed game. {FORM}")
    if not meaning.names:
        return None
    first = meaning.names[0]
    word = text[first.start : first.end][:SHOWN]
    # A word after the rating should be a result, so it isn't a name.
    named = meaning.against and all(name.start < meaning.at for name in meaning.names)
    if result is None and not meaning.to_play and not named:
        return BadLine(f'"{word}" isn\'t a result. {FORM}')
    if all(len(name.text) == 1 for name in meaning.names):
        return BadLine(f'"{word}" isn\'t recognized. {FORM}')
    return None


def _take_numbers(
    meaning: _LineMeaning, text: str, result: Result | None
) -> BadLine | None:
    """Read a 1 or 0 after the rating as a result, and a number before it as the round."""
    first = next((t for t in split_tokens(text) if t.kind not in SAYS_NOTHING), None)
    for token in meaning.numbers:
        if token == first and token.text.isdecimal() and len(token.text) <= 2:
            if result is None and token.text in ("0", "1"):
                return BadLine(
                    f"{_quote_text(text)} may be a round or a result. Write 1702w or "
                    "1702l"
                )
            continue
        return (
            BadLine(f"{token.text[:SHOWN]} isn't a valid rating. {_BOUNDS}")
            if token.text.isdecimal() and len(token.text) > 2
            else BadLine(f'"{token.text[:SHOWN]}" isn\'t recognized. {FORM}')
        )
    return None


def _quote_text(text: str) -> str:
    clean = " ".join(text.split())
    return f'"{clean[:SHOWN]}"' if len(clean) <= SHOWN else f'"{clean[:SHOWN]}…"'
