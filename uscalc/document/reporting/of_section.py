"""Check each section, as US Chess would: its dates, its time control, its rounds."""

from collections.abc import Iterator, Mapping
from typing import Final

from uscalc.counted import count_in_words, format_day
from uscalc.document.cells import (
    MIRROR,
    BadCell,
    Entry,
    parse_cell,
    parse_entries,
    read_cell,
)
from uscalc.document.edit.mirror import is_double_forfeit
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, Section
from uscalc.document.rate.check import find_cell_problems, map_rows_by_number
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.reporting import fields
from uscalc.document.reporting.findings import (
    Placed,
    check_text,
    make_error,
    make_warning,
)
from uscalc.document.reporting.rounds import DOUBLE, TYPES, lay_out_section
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.table import UnknownRuleError
from uscalc.engine.timecontrol import TimeControl, find_systems, parse_time_control

SHORTEST: Final = 5
"""The shortest time control, in minutes plus seconds of delay."""
LONGEST_DAY: Final = 12
"""More hours of play in a day than this give a Warning."""
MOVES: Final = 60
"""The assumed number of moves in a game, for counting the seconds of each move."""
LETTERS: Final[dict[str, tuple[frozenset[str], ...]]] = {
    "R": (frozenset("R"), frozenset("RQ")),
    "D": (frozenset("RQ"),),
    "Q": (frozenset("Q"),),
    "B": (frozenset("B"),),
}
"""The systems that each letter of S_R_SYSTEM may mean: pairing programs write R for both."""


def check_section(
    document: Document, at: Placed, rulebook: RuleBook
) -> Iterator[Finding]:
    """Yield the findings about a section that concern none of its players alone."""
    section = at[1]
    yield from check_text("name", section.name, fields.SECTION_NAME, at)
    yield from _check_dates(document, at)
    yield from _check_time_control(document, at, rulebook)
    yield from (
        make_error(
            what, f'"{text}" isn\'t a valid member ID', "Enter the eight digits", at
        )
        for what, text in (
            ("chief director", section.report.chief_td),
            ("assistant director", section.report.assistant_td),
        )
        if text and not fields.is_member(text)
    )
    if section.report.type and section.report.type not in TYPES:
        yield make_error(
            "type",
            f'"{section.report.type}" isn\'t a valid tournament type',
            f"Use one of {', '.join(TYPES)}",
            at,
        )
    yield from _check_rounds(at)


def _check_dates(document: Document, at: Placed) -> Iterator[Finding]:
    section, end = at[1], document.end_date
    own_end = document.end_date_of(section)
    if (start := section.start_date) is not None and start > own_end:
        yield make_error(
            "dates",
            f"Start date {format_day(start)} is after end date {format_day(own_end)}",
            "Correct one of the two dates in Event and section settings",
            at,
        )
    if own_end > end:
        yield make_error(
            "dates",
            f"The section ends on {format_day(own_end)}, after the event "
            f"({format_day(end)})",
            "Correct the last day of the section or of the event",
            at,
        )


def _check_time_control(
    document: Document, at: Placed, rulebook: RuleBook
) -> Iterator[Finding]:
    section = at[1]
    text = section.time_control or ""
    yield from check_text("time control", text, fields.TIME_CONTROL, at)
    if not text:
        yield make_error(
            "time control",
            "Time control is missing",
            "Enter it in Event and section settings, for example G/60;d5",
            at,
        )
        return
    control = parse_time_control(text)
    if control is None:
        yield make_error(
            "time control",
            f'Time control "{text}" isn\'t ratable',
            "Enter it like G/60;d5, G/90;+30, or 40/90,SD/30;d5",
            at,
        )
        return
    if control.minutes + control.seconds < SHORTEST:
        yield make_error(
            "time control",
            f'Time control "{text}" is under {SHORTEST} minutes',
            f"Correct it: minutes plus seconds must be at least {SHORTEST}",
            at,
        )
        return
    derived = _find_systems(document, section, control, rulebook)
    if not derived:
        yield make_error(
            "time control",
            f'Time control "{text}" isn\'t ratable',
            "Correct it, or remove the section",
            at,
        )
        return
    yield from _check_other_signs(section, at, derived)
    yield from _check_hours(document, at, control)


def _find_systems(
    document: Document, section: Section, control: TimeControl, rulebook: RuleBook
) -> tuple[System, ...]:
    try:
        rules = rulebook(section.rules, document.end_date_of(section), "R")
    except UnknownRuleError:
        return ()
    return find_systems(control, section.online, rules.time_control)


def _check_other_signs(
    section: Section, at: Placed, derived: tuple[System, ...]
) -> Iterator[Finding]:
    """Yield signs of a system other than the time control's, which US Chess uses."""
    words = " and ".join(SYSTEM_NAMES[system] for system in derived)
    letter = section.report.system
    # Sections played online have the same letters as sections played over the board.
    played = {system.removeprefix("O") for system in derived}
    if letter and played not in LETTERS.get(letter, ()):
        yield make_warning(
            "system",
            (
                f"The report's rating system letter is {letter}, but time control "
                f'"{section.time_control}" counts for {words}'
            ),
            "Correct the time control, or clear the letter",
            at,
        )
    if section.systems is not None and set(section.systems) != set(derived):
        ours = " and ".join(SYSTEM_NAMES[system] for system in section.systems)
        yield make_warning(
            "system",
            (
                f"Rated in {ours or 'no system'} here, but time control "
                f'"{section.time_control}" counts for {words}'
            ),
            (
                "US Chess uses only the time control. Fix the time control or "
                "the rating systems"
            ),
            at,
        )


def _check_hours(
    document: Document, at: Placed, control: TimeControl
) -> Iterator[Finding]:
    section = at[1]
    end = document.end_date_of(section)
    start = section.start_date or end
    days = (end - start).days + 1
    if days < 1:
        return
    game = 2 * (control.minutes + control.seconds * MOVES / 60)
    laid = lay_out_section(section)
    hours = laid.rounds * (2 if laid.type == DOUBLE else 1) * game / 60 / days
    if hours > LONGEST_DAY:
        on = (
            f"on {format_day(end)}"
            if days == 1
            else f"a day from {format_day(start)} to {format_day(end)}"
        )
        yield make_warning(
            "dates",
            (
                f"At this time control, the schedule implies {round(hours, 1):g} "
                f"hours of play {on}"
            ),
            # Without a first day, the section was only assumed to last one day.
            "Enter the first and last day"
            if section.start_date is None
            else "Correct the section's first day or the time control",
            at,
        )


def _check_rounds(at: Placed) -> Iterator[Finding]:
    section = at[1]
    if not section.players:
        yield make_error(
            "players",
            "The section has no players",
            "Enter them, or remove the section",
            at,
        )
        return
    if len(section.players) > fields.MOST_PLAYERS:
        yield make_error(
            "players",
            (
                f"The section has {len(section.players):,} players; a rating "
                f"report allows {fields.MOST_PLAYERS:,}"
            ),
            "Split it into several sections",
            at,
        )
    last, games = _find_last_round(section)
    if not games:
        yield make_error(
            "results",
            "The section has no results",
            "Enter them, or remove the section",
            at,
        )
        return
    planned = section.planned_rounds or section.rounds
    if last < planned:
        yield make_error(
            "rounds",
            (f"{count_in_words(planned, 'round')} planned, but results for {last}"),
            "Enter the results, or correct the number of rounds",
            at,
        )
    if (rounds := lay_out_section(section).rounds) > fields.MOST_ROUNDS:
        yield make_error(
            "rounds",
            (
                f"With one game a round, the section has {rounds} rounds; a rating "
                f"report allows {fields.MOST_ROUNDS}"
            ),
            "Split it into several sections",
            at,
        )


def _find_last_round(section: Section) -> tuple[int, bool]:
    """Return the last round with a pairing or bye, and whether it has results."""
    last, games = 0, False
    for player in section.players:
        for place, text in enumerate(player.results, 1):
            cell = parse_cell(text)
            if isinstance(cell, BadCell):
                last = max(last, place)
                continue
            games = games or any(entry.is_game for entry in cell)
            if any(entry.outcome != "unpaired" for entry in cell):
                last = max(last, place)
    return last, games


def check_games(at: Placed) -> Iterator[Finding]:
    """Yield findings about cells that a report cannot have, and about unusual cells."""
    section = at[1]
    rows = map_rows_by_number(section)
    problems = find_cell_problems(section, rows)
    for (row, place), problem in sorted(problems.items()):
        yield make_error(
            "result",
            problem.message,
            problem.remedy,
            at,
            section.players[row].number,
            place + 1,
        )
    for row, player in enumerate(section.players):
        for place, text in enumerate(player.results):
            if (row, place) not in problems:
                for entry in parse_entries(text):
                    yield from _check_entry(at, rows, player, place, entry)


def _check_entry(
    at: Placed, rows: Mapping[int, int], player: Player, place: int, entry: Entry
) -> Iterator[Finding]:
    here = (at, player.number, place + 1)
    if entry.outcome == "to-play":
        yield make_error("result", "Result is missing", "Enter the result", *here)
        return
    there = rows.get(entry.opponent or 0)
    if there is None:
        return
    sides = _find_entries_against(at[1], there, place, player.number)
    unplayed = entry.outcome in ("forfeit-win", "forfeit-loss", "no-result")
    if unplayed and not any(_is_consistent(entry, side) for side in sides):
        yield make_error(
            "result",
            f'"{entry}" conflicts with player {entry.opponent}\'s result',
            "Enter X for the player who won by forfeit and F for the other",
            *here,
        )
    same = [s for s in sides if entry.color is not None and s.color == entry.color]
    opposite = any(s.color not in (None, entry.color) for s in sides)
    first = player.number < (entry.opponent or 0)
    if entry.is_game and same and not opposite and first:
        color = "White" if entry.color == "w" else "Black"
        yield make_warning(
            "color",
            f"Players {player.number} and {entry.opponent} both have {color}",
            "Correct one of the two colors, or delete both",
            *here,
        )


def _find_entries_against(
    section: Section, row: int, place: int, number: int
) -> list[Entry]:
    """Return a player's entries against an opponent; a forfeit may lack the opponent."""
    cell = parse_entries(read_cell(section.players[row], place))
    return [e for e in cell if e.opponent in (number, None)]


def _is_consistent(entry: Entry, side: Entry) -> bool:
    """Return whether the two sides of an unplayed game are consistent."""
    return side.outcome == MIRROR[entry.outcome] or is_double_forfeit(entry, side)
