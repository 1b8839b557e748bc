"""Starting ratings by lists of priority (2009 section 1; 2015 sections 2.1 to 2.5).

A list is walked from the top; the first line whose source the player has decides.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final, NamedTuple

from uscalc.counted import counted
from uscalc.engine.age import age_rating
from uscalc.engine.inputs import SourceRating, StartFacts
from uscalc.engine.rules import Rules
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.engine.trace import ListLine, Start

ESTABLISHED_ABOVE: Final = 25
MOST_GAMES: Final = 10
FIDE_TEN_ABOVE: Final = 2150.0
CFC_FIVE_ABOVE: Final = 1500.0


class Line(NamedTuple):
    """One line: a system, "fide" or "cfc", and what it must have and counts for.

    `least` games it must be based on; `established` True: it must be established,
    False: it must not. `n` is the games it counts for: a number, "own" (its own, ten
    at most) or "graded" (by the height of the foreign rating).
    """

    source: str
    n: int | str
    least: int = 0
    established: bool | None = None


_FIDE = Line("fide", "graded")
_CFC = Line("cfc", "graded")
_FIDE_0 = Line("fide", 0)
_CFC_0 = Line("cfc", 0)

LIST_2009: Final[Mapping[System, tuple[Line, ...]]] = {
    "R": (_FIDE, _CFC, Line("Q", 0, least=4)),
    "Q": (_FIDE, _CFC, Line("R", "own", least=4)),
}
LIST_2015: Final[Mapping[System, tuple[Line, ...]]] = {
    "R": (_FIDE, _CFC, Line("Q", 0, least=4)),
    "Q": (Line("R", "own", least=4), _FIDE, _CFC),
    "B": (
        Line("R", 10, established=True),
        _FIDE,
        _CFC,
        Line("R", "own", least=4, established=False),
        Line("Q", 0, least=4),
    ),
    "OQ": (
        Line("OB", 10),
        Line("Q", 0),
        Line("B", 0),
        Line("R", 0),
        _FIDE_0,
        _CFC_0,
    ),
    "OB": (
        Line("OQ", 0),
        Line("B", 0),
        Line("Q", 0),
        Line("R", 0),
        _FIDE_0,
        _CFC_0,
    ),
}


def listed_rating(
    lines: tuple[Line, ...], facts: StartFacts, event_end: date, rules: Rules
) -> Start:
    """Return R0 and N by the first line that applies, then by age, then 750."""
    walked = []
    for line in lines:
        source = _source(line.source, facts)
        reason = _obstacle(line, source)
        walked.append(
            ListLine(line.source, _wording(line), reason is None, reason or "")
        )
        if reason is None and source is not None:
            r0 = source.rating
            if line.source == "fide":
                r0 = rules.fide_conversion(r0)
            elif line.source == "cfc":
                r0 = rules.cfc_conversion(r0)
            n = _games(line, source)
            return Start(r0, n, "list", lines=tuple(walked), exact_r0=source.rating)
    by_age = age_rating(facts, event_end, event_end, rules)
    known = by_age.how != "child" or facts.birth_date is not None
    walked.append(ListLine("age", "age", known, "" if known else "no birth date"))
    if not known:
        walked.append(ListLine("none", "nothing known", True, ""))
    return Start(by_age.rating, 0, by_age.how, by_age.age, lines=tuple(walked))


def _source(key: str, facts: StartFacts) -> SourceRating | None:
    if key == "fide":
        return facts.fide
    if key == "cfc":
        return facts.cfc
    return next((source for system, source in facts.others if system == key), None)


def _obstacle(line: Line, source: SourceRating | None) -> str | None:
    """Return why a line does not apply; None when it does."""
    if source is None:
        return "no such rating"
    games = source.games
    if games is not None and games < line.least:
        return f"based on {counted(games, 'game')}"
    established = games is None or games > ESTABLISHED_ABOVE
    if line.established is True and not established:
        return "not established"
    if line.established is False and established:
        return "established"
    return None


def _games(line: Line, source: SourceRating) -> int:
    if isinstance(line.n, int):
        return line.n
    if line.n == "own":
        return MOST_GAMES if source.games is None else min(MOST_GAMES, source.games)
    if line.source == "fide":
        return 10 if source.rating > FIDE_TEN_ABOVE else 5
    return 5 if source.rating > CFC_FIVE_ABOVE else 0


def _wording(line: Line) -> str:
    """Return what a line asks for, in words."""
    if line.source in ("fide", "cfc"):
        return f"{line.source.upper()} rating"
    words = f"{SYSTEM_NAMES[line.source]} rating"  # type: ignore[index]
    if line.established is True:
        return f"established {words}"
    if line.established is False:
        words = f"non-established {words}"
    return f"{words} on {line.least} games or more" if line.least else words
