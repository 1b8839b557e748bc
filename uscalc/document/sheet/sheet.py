"""The estimate of one player: the player's rating, and a line for each opponent of an event."""

import datetime as dt
from collections import Counter
from typing import Final, Literal

from msgspec import Struct

from uscalc.document.model import (
    BY_DATE,
    HIGHEST_RATING,
    LOWEST_RATING,
    BirthDate,
    Document,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
    WinRecord,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display

Result = Literal["W", "D", "L"]
ONE_SIDED: Final = {"W": "N", "D": "R", "L": "S"}
SCORES: Final = {"W": 1.0, "D": 0.5, "L": 0.0}
OWN_NUMBER: Final = 1
FIRST_OPPONENT: Final = 2


class BadEstimateError(ValueError):
    """An estimate can't be answered; the message gives the line and the fix."""


class EstimateLine(Struct, frozen=True):
    """An opponent's rating, or a range of ratings, and the result; None if unplayed.

    `rating` None is an unrated opponent. `games` is the number that a provisional
    rating is based on, None if unknown.
    """

    rating: float | None
    result: Result | None = None
    rating_to: float | None = None
    games: int | None = None


class Estimate(Struct, frozen=True):
    """The facts that a player enters about an event.

    `rating` is None for an unrated player. `games` is the number that a provisional
    rating is based on, None for an established rating. `rules` and `end_date` decide
    the rules.
    """

    rating: float | None
    lines: tuple[EstimateLine, ...]
    end_date: dt.date
    games: int | None = None
    record: WinRecord | None = None
    system: System = "R"
    floor: int | None = None
    birth_year: int | None = None
    rules: RulesChoice = BY_DATE


def make_estimate_document(sheet: Estimate) -> Document:
    """Return the estimate as an event of type estimate, in which the player is number 1.

    Raise BadEstimateError.
    """
    _check_estimate(sheet)
    numbered = list(enumerate(sheet.lines, FIRST_OPPONENT))
    opponents = (
        Player(number, ratings=((sheet.system, _make_opponent_facts(line)),))
        for number, line in numbered
        if line.rating_to is None
    )
    me = Player(
        OWN_NUMBER,
        birth=(
            BirthDate(dt.date(sheet.birth_year, 7, 1), year_only=True)
            if sheet.birth_year is not None
            else None
        ),
        ratings=((sheet.system, make_own_facts(sheet)),),
        results=tuple(_format_result(line, number) for number, line in numbered),
    )
    section = Section(
        "Rating estimator",
        kind="estimate",
        systems=(sheet.system,),
        rules=sheet.rules,
        players=(me, *opponents),
    )
    return Document("Rating estimator", sheet.end_date, (section,))


def make_own_facts(sheet: Estimate) -> RatingFacts:
    """Return the player's pre-event facts from the estimate."""
    if sheet.rating is None:
        return RatingFacts(record=sheet.record, floor=sheet.floor)
    return RatingFacts(
        sheet.rating,
        games=sheet.games,
        source="official" if sheet.games is None else None,
        record=sheet.record,
        floor=sheet.floor,
    )


def _make_opponent_facts(line: EstimateLine) -> RatingFacts:
    return (
        RatingFacts(line.rating, games=line.games)
        if line.rating is None or line.games is not None
        else RatingFacts(line.rating, source="official")
    )


def _format_result(line: EstimateLine, number: int) -> str:
    if line.result is not None:
        return f"{ONE_SIDED[line.result]}{number}"
    return (
        f"?{number}"
        if line.rating_to is None
        else f"?{line.rating:.0f}-{line.rating_to:.0f}"
    )


def check_own_rating(sheet: Estimate) -> None:
    """Raise BadEstimateError if the player's own rating isn't valid."""
    if sheet.rating is not None and not _is_valid_rating(sheet.rating):
        raise BadEstimateError(
            f"{sheet.rating:g} isn't a valid rating. Enter one from "
            f"{LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
        )
    if sheet.games is not None and sheet.games < 0:
        raise BadEstimateError("the number of games must be 0 or more")


def _check_estimate(sheet: Estimate) -> None:
    if not sheet.lines:
        raise BadEstimateError("no opponent yet. Enter a rating in the first line")
    check_own_rating(sheet)
    for place, line in enumerate(sheet.lines, 1):
        if line.rating is None:
            continue
        ends = (line.rating, line.rating_to or line.rating)
        if not all(_is_valid_rating(end) for end in ends) or ends[0] > ends[1]:
            raise BadEstimateError(
                f"line {place}: the opponent's rating must be from "
                f"{LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
            )
        if line.rating_to is not None and line.result is not None:
            raise BadEstimateError(
                f"line {place}: a played game needs the opponent's rating, not a range"
            )


def _is_valid_rating(value: float) -> bool:
    return LOWEST_RATING <= value <= HIGHEST_RATING


def find_numbers(
    sheet: Estimate, document: Document, index: int, rulebook: RuleBook
) -> tuple[int, ...]:
    """Find the pairing numbers whose rating and games in a section are the estimate's.

    A number fits if its displayed pre-event rating is the estimate's, and if it has
    every result of the estimate, against a player with that rating.
    """
    if not 0 <= index < len(document.sections):
        return ()
    rating = rate_document(document, rulebook).sections[index].in_system(sheet.system)
    if rating is None:
        return ()
    played = Counter(
        (_find_displayed_rating(line.rating), SCORES[line.result])
        for line in sheet.lines
        if line.result is not None
    )
    entrants = rating.trace.section.entrants
    shown = _find_displayed_rating(sheet.rating)
    return tuple(
        entrant.number
        for entrant in entrants
        if _find_displayed_rating(entrant.rating) == shown
        and played
        <= Counter(
            (_find_displayed_rating(entrants[game.opponent].rating), game.score)
            for game in entrant.own
        )
    )


def _find_displayed_rating(rating: float | None) -> float | None:
    """Return a rating as lists print it; None for unrated."""
    return None if rating is None else round_for_display(rating)
