"""How far a section has come: which round is over, and what the ratings suppose."""

from collections.abc import Iterator
from dataclasses import dataclass

from uscalc.document.cells import BadCell, Entry, parse_cell
from uscalc.document.model import Document, Section

FINISHED = ("forfeit-win", "forfeit-loss")


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a section stands; rounds count from 1, and 0 is before the first.

    `over` is the last round with nothing left to play in it or before; `counted` the
    last round of which something counts, so that some of a later one may be finished;
    `goes_on` whether games are to come.
    """

    over: int
    counted: int
    goes_on: bool


def standing(document: Document, section: Section, more_rounds: bool) -> Standing:
    """How far a section is, by its results and those of the sections beside it."""
    played, to_play = _rounds(section)
    last = max(played, default=0)
    if to_play:
        return Standing(min(to_play) - 1, last, True)
    if more_rounds or _others_are_ahead(document, section, last):
        return Standing(last, last, True)
    return Standing(last, section.rounds, False)


def condition(now: Standing) -> str:
    """What the sheet supposes: "If the event ended after round 3"."""
    if not now.goes_on:
        return ""
    if now.counted == 0:
        return "Before round 1"
    if now.over >= now.counted:
        return f"If the event ended after round {now.counted}"
    begun = f"the finished games of round {now.counted}"
    if now.counted > now.over + 1:
        begun = f"the finished games of rounds {now.over + 1} to {now.counted}"
    if now.over == 0:
        return f"If the event ended with {begun}"
    return f"If the event ended after round {now.over} and {begun}"


def _others_are_ahead(document: Document, section: Section, last: int) -> bool:
    """Whether a section of the same days has a round to play that is not here yet."""
    end = document.end_of(section)
    return any(
        max(_rounds(other)[1], default=0) > last
        for other in document.sections
        if other is not section
        and other.kind != "unrated"
        and document.end_of(other) == end
    )


def _rounds(section: Section) -> tuple[set[int], set[int]]:
    """The rounds with a finished game, and those with a game to play."""
    played, to_play = set(), set()
    for round_number, entry in _entries(section):
        if entry.is_game or entry.outcome in FINISHED:
            played.add(round_number)
        elif entry.outcome == "to-play":
            to_play.add(round_number)
    return played, to_play


def _entries(section: Section) -> Iterator[tuple[int, Entry]]:
    for player in section.players:
        for place, text in enumerate(player.results):
            cell = parse_cell(text)
            if not isinstance(cell, BadCell):
                for entry in cell:
                    yield place + 1, entry
