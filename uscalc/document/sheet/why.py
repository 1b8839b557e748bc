"""A figure of a sheet as an event of its own, so that every step of it can be read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from uscalc.document.model import Document
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.sheet.answer import sheet_question
from uscalc.document.sheet.section import Found, with_games_to_come
from uscalc.document.sheet.sheet import (
    FIRST_OPPONENT,
    ME,
    Result,
    Sheet,
    SheetLine,
    sheet_document,
)
from uscalc.document.sheet.unrated import strengths_now

RESULTS: tuple[Result, ...] = ("L", "D", "W")


@dataclass(frozen=True, slots=True)
class Shown:
    """An event and the player in it: the section's place, and the pairing number."""

    document: Document
    section: int
    number: int


def of_sheet(sheet: Sheet, halves: Sequence[int], rulebook: RuleBook) -> Shown:
    """Return the sheet's event with the given results of unplayed games.

    Without results, unplayed games are left out. Unrated opponents have the strength
    that the sheet gave them, opponents known by a range its middle. Raise
    BadSheetError.
    """
    lines, left = [], list(halves)
    for line in sheet.lines:
        result = line.result
        if result is None:
            if not left:
                continue
            result = RESULTS[left.pop(0)]
        level = line.rating
        if level is not None and line.rating_to is not None:
            level = (level + line.rating_to) / 2.0
        lines.append(SheetLine(level, result, None, line.games))
    ended = replace(sheet, lines=tuple(lines))
    question = sheet_question(ended, rulebook)
    strengths = {
        question.section.entrants[place].number: strength
        for place, strength in strengths_now(question, question.section).items()
    }
    rated = tuple(
        line if line.rating is not None else SheetLine(strengths[number], line.result)
        for number, line in enumerate(lines, FIRST_OPPONENT)
    )
    return Shown(sheet_document(replace(ended, lines=rated)), 0, ME)


def of_crosstable(
    sheet: Sheet, document: Document, found: Found, games: Sequence[tuple[int, str]]
) -> Shown:
    """Return the crosstable with the given results of the player's unplayed games.

    `games` are rounds and letters. A game against an opponent known by rating alone
    stays unplayed.
    """
    made, _ = with_games_to_come(sheet, document, found)
    for round_, letter in games:
        edit = set_outcome(made, found.section, Outcome(round_, found.number, letter))
        made = made if edit.refused else edit.document
    return Shown(made, found.section, found.number)
