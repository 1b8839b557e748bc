"""Find out how far a section is: the last complete round, and what ratings assume."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from uscalc.document.cells import BadCell, Entry, Outcome, parse_cell
from uscalc.document.model import Document, Player, Section
from uscalc.document.queries.rounds import rounds_over
from uscalc.report.tables import clean_line

FINISHED = ("forfeit-win", "forfeit-loss")


@dataclass(frozen=True, slots=True)
class SectionProgress:
    """How far a section is; rounds count from 1, and 0 is before the first.

    `over` is the last round up to which nothing is left to play. `counted` is the last
    round of which something counts; its games may be partly unplayed. `goes_on` says
    whether there are unplayed games, and `planned` is the number of rounds or None.
    """

    over: int
    counted: int
    goes_on: bool
    planned: int | None = None


def find_progress(
    document: Document, section: Section, more_rounds: bool
) -> SectionProgress:
    """Return how far a section is, by its results, its rounds and the other sections.

    `more_rounds` is the director's statement that more rounds follow. It is used only
    if the number of planned rounds is unknown.
    """
    played, to_play = _split_rounds(section)
    last = max(played, default=0)
    planned = get_planned_rounds(section)
    if to_play:
        return SectionProgress(min(to_play) - 1, last, True, planned)
    over = last
    if planned is not None:
        over = rounds_over(section)
        if section.played_rounds is None:
            over = max(over, last)
        more = over < planned
    else:
        more = more_rounds or _is_behind_others(document, section, last)
    if more:
        return SectionProgress(min(over, last), last, True, planned)
    return SectionProgress(last, section.rounds, False, planned)


def get_planned_rounds(section: Section) -> int | None:
    """Return the number of planned rounds; None if it is unknown or impossible."""
    planned = section.planned_rounds
    if planned is None:
        return None
    played, to_play = _split_rounds(section)
    return planned if planned >= max(played | to_play, default=1) else None


def describe_condition(now: SectionProgress) -> str:
    """Return what the ratings assume: "If the event ended after round 3 of 5"."""
    if not now.goes_on:
        return ""
    if now.counted == 0:
        return f"Before round 1{_describe_planned(now)}"
    if now.over == 0:
        return f"If the event ended with {_describe_started_rounds(now)}"
    return f"If the event ended {_describe_round_over(now)}"


def describe_progress(now: SectionProgress) -> str:
    """Return how far the results go: "After round 3 of 5"."""
    if now.counted == 0:
        return f"Before round 1{_describe_planned(now)}"
    if not now.goes_on and now.planned is not None:
        return "Final results"
    if now.goes_on and now.over == 0:
        return f"With {_describe_started_rounds(now)}"
    said = _describe_round_over(now) if now.goes_on else f"after round {now.counted}"
    return said[0].upper() + said[1:]


def _describe_round_over(now: SectionProgress) -> str:
    if now.over >= now.counted:
        return f"after round {now.counted}{_describe_planned(now)}"
    return f"after round {now.over} and {_describe_started_rounds(now)}"


def _describe_started_rounds(now: SectionProgress) -> str:
    """Describe the rounds of which some games are finished."""
    if now.counted > now.over + 1:
        first = now.over + 1
        return f"the finished games of rounds {first} to {now.counted}{_describe_planned(now)}"
    return f"the finished games of round {now.counted}{_describe_planned(now)}"


def _describe_planned(now: SectionProgress) -> str:
    return "" if now.planned is None else f" of {now.planned}"


def _is_behind_others(document: Document, section: Section, last: int) -> bool:
    """Return whether a section of the same days has a later round to play."""
    end = document.end_date_of(section)
    return any(
        max(_split_rounds(other)[1], default=0) > last
        for other in document.sections
        if other is not section
        and other.kind != "unrated"
        and document.end_date_of(other) == end
    )


def _split_rounds(section: Section) -> tuple[set[int], set[int]]:
    """Return the rounds with a finished game, and those with an unplayed one."""
    played, to_play = set(), set()
    for round_number, entry in _iterate_entries(section):
        if entry.is_game or entry.outcome in FINISHED:
            played.add(round_number)
        elif entry.outcome == "to-play":
            to_play.add(round_number)
    return played, to_play


def _iterate_entries(section: Section) -> Iterator[tuple[int, Entry]]:
    for player in section.players:
        for place, text in enumerate(player.results):
            cell = parse_cell(text)
            if not isinstance(cell, BadCell):
                for entry in cell:
                    yield place + 1, entry


LETTERS: Final[dict[Outcome, str]] = {
    "win": "W",
    "draw": "D",
    "loss": "L",
    "full-bye": "B",
    "half-bye": "H",
    "unpaired": "U",
    "forfeit-win": "X",
    "forfeit-loss": "F",
    "no-result": "Z",
    "to-play": "v",
}
WORDS: Final[dict[str, str]] = {
    "W": "won",
    "D": "drew",
    "L": "lost, with the opponent's number",
    "v": "is to play",
    "B": "a bye of a point",
    "H": "a bye of half a point",
    "U": "not paired",
    "X": "won by forfeit",
    "F": "lost by forfeit",
    "Z": "no result",
}
GAMES: Final = "WDL"
LONGEST: Final = 12
"""Characters of a cell that isn't a result; a longer text would displace the others."""


def make_chart_cells(player: Player, rounds: int) -> tuple[str, ...]:
    """Return a player's result in every round.

    "W12", "H", "v7"; empty if there is none.
    """
    cells = [_format_cell(text) for text in player.results[:rounds]]
    return (*cells, *[""] * (rounds - len(cells)))


def make_chart_key(cells: Iterable[str]) -> str:
    """Return the meaning of the letters in the cells, on one line; empty for none."""
    found = {part[:1] for cell in cells for part in cell.split("/")}
    if found & set(GAMES):
        found |= set(GAMES)
    return "; ".join(_explain_letters(found)) + "." if found & set(WORDS) else ""


def _explain_letters(found: set[str]) -> Iterator[str]:
    if found & set(GAMES):
        games = (f"{letter}: {WORDS[letter]}" for letter in GAMES)
        yield ", ".join(games)
    for letter, words in WORDS.items():
        if letter in found and letter not in GAMES:
            yield f"{letter}: {words}"


def _format_cell(text: str) -> str:
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        typed = clean_line(text)
        if len(typed) <= LONGEST:
            return typed
        return typed[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return "/".join(_format_entry(entry) for entry in cell)


def _format_entry(entry: Entry) -> str:
    """Return the letter and the opponent; a wall chart shows no color."""
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{LETTERS[entry.outcome]}{low}-{high}"
    return f"{LETTERS[entry.outcome]}{entry.opponent or ''}"
