"""A figure of a sheet as an event of its own, so that every step of it can be read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from uscalc.document.model import Document
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.sheet.answer import make_estimate_question
from uscalc.document.sheet.section import FoundPlayer, add_unplayed_games
from uscalc.document.sheet.sheet import (
    FIRST_OPPONENT,
    OWN_NUMBER,
    Estimate,
    EstimateLine,
    Result,
    make_estimate_document,
)
from uscalc.document.sheet.unrated import find_strengths

RESULTS: tuple[Result, ...] = ("L", "D", "W")


@dataclass(frozen=True, slots=True)
class ExplainedPlayer:
    """An event and the player in it: the section's place, and the pairing number."""

    document: Document
    section: int
    number: int


def make_estimate_event(
    sheet: Estimate, halves: Sequence[int], rulebook: RuleBook
) -> ExplainedPlayer:
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
        lines.append(EstimateLine(level, result, None, line.games))
    ended = replace(sheet, lines=tuple(lines))
    question = make_estimate_question(ended, rulebook)
    strengths = {
        question.section.entrants[place].number: strength
        for place, strength in find_strengths(question, question.section).items()
    }
    rated = tuple(
        line
        if line.rating is not None
        else EstimateLine(strengths[number], line.result)
        for number, line in enumerate(lines, FIRST_OPPONENT)
    )
    return ExplainedPlayer(
        make_estimate_document(replace(ended, lines=rated)), 0, OWN_NUMBER
    )


def make_crosstable_event(
    sheet: Estimate,
    document: Document,
    found: FoundPlayer,
    games: Sequence[tuple[int, str]],
) -> ExplainedPlayer:
    """Return the crosstable with the given results of the player's unplayed games.

    `games` are rounds and letters. A game against an opponent known by rating alone
    stays unplayed.
    """
    made, _ = add_unplayed_games(sheet, document, found)
    for round_, letter in games:
        edit = set_outcome(made, found.section, Outcome(round_, found.number, letter))
        made = made if edit.refused else edit.document
    return ExplainedPlayer(made, found.section, found.number)
