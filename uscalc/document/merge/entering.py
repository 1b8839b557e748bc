"""Register players: from a list, as unrated ones, or from another section; pure."""

import datetime as dt
from dataclasses import replace

from uscalc.document.cells import parse_entries
from uscalc.document.edit.structure import (
    add_player,
    add_section,
    is_empty,
    remove_players,
)
from uscalc.document.edit.unknown_ratings import UNKNOWN, default_ratings, with_rating
from uscalc.document.merge.listed import ListEntry, fill_player
from uscalc.document.model import (
    Document,
    Edit,
    Player,
    Section,
    with_player,
    with_players,
)
from uscalc.engine.inputs import SYSTEMS


def enter_listed(
    document: Document, section: int, entry: ListEntry, as_of: dt.date
) -> Edit:
    """Enter a member of a list as the next player; other facts are unknown."""
    edit = _append_row(document, section, entry.name)
    if edit.refused:
        return edit
    section, row = _find_last_row(edit.document, section)
    there = edit.document.sections[section]
    blank = there.players[row]
    for system, listed in entry.ratings:
        if not listed.readable:
            blank = with_rating(blank, system, UNKNOWN)
    player = fill_player(blank, entry, as_of, edit.document.end_date_of(there))
    return Edit(
        with_player(edit.document, section, row, player), _name_edit("entered", player)
    )


def enter_new(document: Document, section: int, name: str, member: str | None) -> Edit:
    """Enter a player whom no list has as the next one, unrated in every system.

    In systems that are not answered for yet, the rating is unknown.
    """
    edit = _append_row(document, section, name)
    if edit.refused:
        return edit
    section, row = _find_last_row(edit.document, section)
    player = replace(
        edit.document.sections[section].players[row],
        id=member or None,
        ratings=tuple(
            (each, dict(default_ratings(document, each))[each]) for each in SYSTEMS
        ),
    )
    return Edit(
        with_player(edit.document, section, row, player), _name_edit("entered", player)
    )


def enter_in_section(document: Document, section: int, row: int, to: int) -> Edit:
    """Enter a player once more: in a higher section too, or as a re-entry.

    All facts are copied, except results and published ratings.
    """
    person = document.sections[section].players[row]
    edit = _append_row(document, to, person.name)
    if edit.refused:
        return edit
    _, last = _find_last_row(edit.document, to)
    blank = edit.document.sections[to].players[last]
    player = replace(
        person,
        number=blank.number,
        results=blank.results,
        published=(),
        identity=blank.identity,
    )
    entered = with_player(edit.document, to, last, player)
    if to == section:
        return Edit(entered, _name_edit("re-entered", player))
    into = document.sections[to].name
    return Edit(entered, _name_edit(f'entered in "{into}" too', player))


def move_up(document: Document, section: int, row: int, to: int) -> Edit:
    """Move a player without results into another section."""
    player = document.sections[section].players[row]
    name = _name_edit(f'moved to "{document.sections[to].name}"', player)
    if to == section:
        return Edit(document, name, ("the player is there already",))
    if not can_move(document, section, row):
        reason = "there are results already; enter the player in the other section too"
        return Edit(document, name, (reason,))
    entered = enter_in_section(document, section, row, to)
    if entered.refused:
        return entered
    left = remove_players(entered.document, section, [row]).document
    _, last = _find_last_row(left, to)
    moved = replace(left.sections[to].players[last], identity=player.identity)
    return Edit(with_player(left, to, last, moved), name)


def can_move(document: Document, section: int, row: int) -> bool:
    """Return True if a player has no result yet, be it on the other side only."""
    player = document.sections[section].players[row]
    return not any(map(str.strip, player.results)) and not _is_opponent(
        document.sections[section], player.number
    )


def _is_opponent(section: Section, number: int) -> bool:
    """Return True if any cell names the player with a pairing number."""
    return any(
        entry.opponent == number
        for player in section.players
        for text in player.results
        for entry in parse_entries(text)
    )


def find_next_number(section: Section | None) -> int:
    """Return the pairing number of who is entered next: that of an empty last row, if any."""
    if section is None or not section.players:
        return 1
    if _is_last_row_empty(section):
        return section.players[-1].number
    return max(player.number for player in section.players) + 1


def _is_last_row_empty(section: Section) -> bool:
    """Return True if the last row is empty and no one has a game with it."""
    players = section.players
    return bool(
        players
        and is_empty(players[-1])
        and not _is_opponent(section, players[-1].number)
    )


def _append_row(document: Document, section: int, name: str) -> Edit:
    """Return a row at the end of a section, which is made where the event has none.

    It takes the place of an empty last row.
    """
    if not document.sections:
        section, first = 0, add_section(document)
        edit = add_player(first.document, section, None, name, None)
        return edit if not edit.refused else replace(edit, document=document)
    edit = add_player(document, section, None, name, None)
    if edit.refused or not _is_last_row_empty(document.sections[section]):
        return edit
    *before, empty, player = edit.document.sections[section].players
    seated = replace(player, number=empty.number, identity=empty.identity)
    return replace(
        edit, document=with_players(edit.document, section, [*before, seated])
    )


def _find_last_row(document: Document, section: int) -> tuple[int, int]:
    section = min(section, len(document.sections) - 1)
    return section, len(document.sections[section].players) - 1


def _name_edit(what: str, player: Player) -> str:
    who = player.name or player.id or f"Player {player.number}"
    return f"{who} {what}"
