"""Accept differences: change the event to the page's version."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from uscalc.document.audit.put import apply_keys
from uscalc.document.cells import BadCell, format_cell, parse_cell, parse_entries
from uscalc.document.change import Edit, with_player, with_players, with_section
from uscalc.document.edit.cells import read_cell
from uscalc.document.edit.unsaid import with_rating
from uscalc.document.model import Document, Player, RatingSource
from uscalc.document.overlay.difference import (
    AddPlayer,
    AddSection,
    PageChange,
    PageDifference,
    RemovePlayer,
    SetCell,
    SetEntry,
    SetKeys,
    SetPlayer,
    SetPublished,
    SetRating,
    SetSection,
)
from uscalc.document.queries.lost_games import LostGame, lost_with_players
from uscalc.engine.systems import SYSTEMS

_ORDER: Final[tuple[type, ...]] = (
    SetSection,
    SetPlayer,
    SetRating,
    SetPublished,
    SetEntry,
    AddPlayer,
    SetKeys,
    SetCell,
    RemovePlayer,
    AddSection,
)
"""Rows come at the end and go last, so that every change finds its own."""


def accept_differences(
    document: Document, differences: Sequence[PageDifference]
) -> Edit:
    """Return the edit that accepts some differences."""
    there = apply_differences(document, differences)
    return Edit(document if there == document else there, _name_edit(differences))


def list_removed_games(
    document: Document, differences: Iterable[PageDifference]
) -> tuple[LostGame, ...]:
    """Return the games of the players whom the differences would remove."""
    rows: dict[int, set[int]] = {}
    for one in differences:
        for change in one.changes:
            if isinstance(change, RemovePlayer):
                rows.setdefault(one.section, set()).add(change.row)
    return tuple(
        game
        for section, gone in rows.items()
        for game in lost_with_players(document.sections[section], gone)
    )


def _name_edit(differences: Sequence[PageDifference]) -> str:
    count, facts = len(differences), all(one.is_fact for one in differences)
    if count != 1:
        if facts:
            return f"Facts behind {count} ratings after put in"
        return f"{count} differences as on the page"
    one = differences[0]
    who = "" if one.player is None else f" of player {one.player}"
    if facts:
        return f"Fact behind the {one.what.lower()}{who} put in"
    return f"{one.what}{who} as on the page"


def apply_differences(
    document: Document, differences: Iterable[PageDifference]
) -> Document:
    """Return the document with the differences accepted."""
    found = dict.fromkeys(
        (one.section, change) for one in differences for change in one.changes
    )
    ordered = sorted(
        found,
        key=lambda pair: (
            _ORDER.index(type(pair[1])),
            -pair[1].row if isinstance(pair[1], RemovePlayer) else 0,
        ),
    )
    for index, change in ordered:
        document = _apply_change(document, index, change)
    return document


def _apply_change(document: Document, index: int, change: PageChange) -> Document:
    if isinstance(change, AddSection):
        return replace(document, sections=(*document.sections, change.section))
    section = document.sections[index]
    if isinstance(change, SetSection):
        return with_section(document, index, replace(section, **dict(change.values)))
    players = section.players
    if isinstance(change, SetKeys):
        return apply_keys(document, index, change.put)
    if isinstance(change, SetCell):
        rows = [
            _with_cell(player, change) if player.number == change.number else player
            for player in players
        ]
        return with_players(document, index, rows)
    if isinstance(change, AddPlayer):
        return with_players(document, index, (*players, change.player))
    if isinstance(change, RemovePlayer):
        rest = players[: change.row] + players[change.row + 1 :]
        return with_players(document, index, rest)
    new = _change_player(players[change.row], change)
    return with_player(document, index, change.row, new)


def _change_player(
    player: Player, change: SetPlayer | SetRating | SetPublished | SetEntry
) -> Player:
    match change:
        case SetPlayer(_, values):
            return replace(player, **dict(values))
        case SetRating(_, system, rating, games, rounded):
            facts = replace(player.facts(system), games=games, unknown=False)
            if rating != facts.rating:
                # Details of the old figure alone are dropped with it.
                source: RatingSource | None = None if rating is None else "published"
                facts = replace(
                    facts, rating=rating, as_of=None, source=source, rounded=rounded
                )
            return with_rating(player, system, facts)
        case SetPublished(_, system, published):
            known = dict(player.published) | {system: published}
            ordered = tuple((key, known[key]) for key in SYSTEMS if key in known)
            return replace(player, published=ordered)
        case SetEntry(_, place, before, after):
            text = _replace_entry(read_cell(player, place), before, after)
            return _with_cell(player, SetCell(player.number, place, text))


def _with_cell(player: Player, change: SetCell) -> Player:
    results = list(player.results)
    results += [""] * (change.round + 1 - len(results))
    results[change.round] = change.text
    return replace(player, results=tuple(results))


def _replace_entry(text: str, before: str, after: str) -> str:
    """Return a cell with another entry in the place of one."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return after if before == text else text
    entries = [str(entry) for entry in cell]
    if before in entries:
        at = entries.index(before)
        entries[at : at + 1] = [after] if after else []
    elif after:
        # An entry without a game is replaced by one that was played.
        entries = [each for each in entries if _is_played(each)]
        entries.append(after)
    new = parse_cell("|".join(entries))
    return text if new == cell or isinstance(new, BadCell) else format_cell(new)


def _is_played(text: str) -> bool:
    return any(
        entry.is_game or entry.outcome == "to-play" for entry in parse_entries(text)
    )
