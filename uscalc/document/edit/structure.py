"""Edit the structure of an event: players, rounds and sections."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from uscalc.document.cells import BadCell, Cell, format_cell, parse_cell
from uscalc.document.edit.unknown_ratings import make_default_ratings
from uscalc.document.model import (
    Document,
    Edit,
    Identity,
    Player,
    Section,
    make_edit,
    with_players,
    with_section,
)
from uscalc.engine.inputs import System

MAX_NUMBER = 99_999


def add_player(
    document: Document,
    section_index: int,
    at: int | None = None,
    name: str = "",
    system: System | None = "R",
) -> Edit:
    """Add a row, at the end or before row `at`, with the next free number.

    `system` is the rating system on screen, in which a blank means unrated. With None,
    the player's ratings are unknown in every system.
    """
    section = document.sections[section_index]
    number = max((player.number for player in section.players), default=0) + 1
    if number > MAX_NUMBER:
        return Edit(
            document,
            "Player added",
            (f"The highest pairing number is {MAX_NUMBER}. Renumber the players",),
        )
    player = Player(
        number,
        " ".join(name.split()),
        ratings=make_default_ratings(document, system),
        results=("",) * section.rounds,
    )
    players = list(section.players)
    players.insert(len(players) if at is None else at, player)
    return Edit(
        with_players(document, section_index, players), f"Player {number} added"
    )


def is_empty(player: Player) -> bool:
    """Return whether a row has nothing but its number."""
    unrated = all(facts.rating is None for _, facts in player.ratings)
    nothing = replace(player, number=1, results=(), ratings=()) == Player(1)
    return unrated and nothing and not any(map(str.strip, player.results))


def remove_players(document: Document, section_index: int, rows: Sequence[int]) -> Edit:
    """Remove rows, and the other side of their games."""
    section = document.sections[section_index]
    if not rows:
        return Edit(document, "No player removed")
    gone = {section.players[row].number for row in rows}
    remaining = [
        player for row, player in enumerate(section.players) if row not in set(rows)
    ]
    still = {player.number for player in remaining}

    def drop_entries(cell: Cell) -> Cell:
        return tuple(
            entry
            for entry in cell
            if entry.opponent not in gone or entry.opponent in still
        )

    remaining = [_change_cells(player, drop_entries) for player in remaining]
    numbers = ", ".join(str(number) for number in sorted(gone))
    name = f"Player{'s' if len(gone) > 1 else ''} {numbers} removed"
    return Edit(with_players(document, section_index, remaining), name)


def move_player(document: Document, section_index: int, row: int, to: int) -> Edit:
    """Move a row to another place; numbers and results stay."""
    players = list(document.sections[section_index].players)
    player = players.pop(row)
    players.insert(to, player)
    name = f"Player {player.number} moved"
    if row == to:
        return Edit(document, name)
    return Edit(with_players(document, section_index, players), name)


def swap_places(document: Document, section_index: int, one: int, other: int) -> Edit:
    """Exchange two players' rows; the numbers and results stay in the rows.

    All personal facts move with the players, published ratings included.
    """
    players = list(document.sections[section_index].players)
    first, second = players[one], players[other]
    name = f"Players {first.number} and {second.number} swap places"
    if one == other:
        return Edit(document, name, ("Select two players",))
    players[one] = replace(second, number=first.number, results=first.results)
    players[other] = replace(first, number=second.number, results=second.results)
    return Edit(with_players(document, section_index, players), name)


def renumber_players(document: Document, section_index: int) -> Edit:
    """Renumber the rows 1, 2, 3, and so on; results are updated."""
    section = document.sections[section_index]
    numbers = [player.number for player in section.players]
    name = "Players renumbered"
    if len(set(numbers)) < len(numbers):
        return Edit(document, name, ("Two players have the same number",))
    mapping = {number: i for i, number in enumerate(numbers, 1)}
    if all(old == new for old, new in mapping.items()):
        return Edit(document, name)
    for player in section.players:
        for round_index, text in enumerate(player.results):
            cell = parse_cell(text)
            for entry in () if isinstance(cell, BadCell) else cell:
                # A result with an unused number must not name a player by accident.
                named = entry.opponent
                if named is not None and named <= len(numbers) and named not in mapping:
                    reason = (
                        f"In round {round_index + 1}, player {player.number} has "
                        f'"{entry}", but no player has that number. Correct the result '
                        "first"
                    )
                    return Edit(document, name, (reason,))
    return Edit(_apply_numbers(document, section_index, mapping), name)


def set_number(document: Document, section_index: int, row: int, number: int) -> Edit:
    """Change a player's pairing number, and every result that names it."""
    section = document.sections[section_index]
    old = section.players[row].number
    name = f"Player {old} becomes {number}"
    if not 1 <= number <= MAX_NUMBER:
        return Edit(document, name, (f"A pairing number is from 1 to {MAX_NUMBER}",))
    if number == old:
        return Edit(document, name)
    if any(player.number == number for player in section.players):
        return Edit(document, name, (f"Player {number} already exists",))
    if sum(player.number == old for player in section.players) > 1:
        # It is unknown which of the two players the results mean, so they keep the number.
        players = list(section.players)
        players[row] = replace(players[row], number=number)
        return Edit(with_players(document, section_index, players), name)
    return Edit(_apply_numbers(document, section_index, {old: number}), name)


def add_round(document: Document, section_index: int) -> Edit:
    """Add an empty round."""
    section = document.sections[section_index]
    rounds = section.rounds + 1
    players = [
        replace(p, results=p.results + ("",) * (rounds - len(p.results)))
        for p in section.players
    ]
    name = f"Round {rounds} added"
    return (
        Edit(with_players(document, section_index, players), name)
        if players
        else Edit(document, name, ("Add players before you add rounds",))
    )


def remove_round(document: Document, section_index: int, round_index: int) -> Edit:
    """Remove a round with all its results; later rounds move up."""
    section = document.sections[section_index]
    name = f"Round {round_index + 1} removed"
    if not 0 <= round_index < section.rounds:
        return Edit(document, name, ("That round doesn't exist",))
    players = [
        replace(p, results=p.results[:round_index] + p.results[round_index + 1 :])
        for p in section.players
    ]
    return Edit(with_players(document, section_index, players), name)


def add_section(document: Document, section: Section | None = None) -> Edit:
    """Add a section at the end: the given one, or an empty one with the last one's settings."""
    if section is not None:
        new = section
    elif document.sections:
        last = document.sections[-1]
        # The settings of a match apply only to its two players.
        kind = "event" if last.kind == "match" else last.kind
        new = replace(
            last,
            name=_find_free_name(document),
            kind=kind,
            players=(),
            identity=Identity(),
        )
    else:
        new = Section(name=_find_free_name(document))
    changed = replace(document, sections=(*document.sections, new))
    return Edit(changed, f'Section "{new.name}" added')


def remove_section(document: Document, index: int) -> Edit:
    """Remove a section with all its players."""
    sections = document.sections[:index] + document.sections[index + 1 :]
    name = f'Section "{document.sections[index].name}" removed'
    return Edit(replace(document, sections=sections), name)


def move_section(document: Document, index: int, to: int) -> Edit:
    """Move a section to another place among the tabs."""
    sections = list(document.sections)
    sections.insert(to, sections.pop(index))
    name = f'Section "{document.sections[index].name}" moved'
    if index == to:
        return Edit(document, name)
    return Edit(replace(document, sections=tuple(sections)), name)


def rename_section(document: Document, index: int, name: str) -> Edit:
    """Rename a section."""
    section = document.sections[index]
    clean = " ".join(name.split())
    called = f'Section "{section.name}" renamed'
    if not clean:
        return Edit(document, called, ("Enter a section name",))
    return make_edit(
        document, with_section(document, index, replace(section, name=clean)), called
    )


def _find_free_name(document: Document) -> str:
    names = {section.name for section in document.sections}
    number = len(names) + 1
    while f"Section {number}" in names:
        number += 1
    return f"Section {number}"


def _apply_numbers(
    document: Document, section_index: int, mapping: Mapping[int, int]
) -> Document:
    def map_cell(cell: Cell) -> Cell:
        return tuple(
            replace(entry, opponent=mapping.get(entry.opponent, entry.opponent))
            if entry.opponent is not None
            else entry
            for entry in cell
        )

    players = [
        replace(
            _change_cells(player, map_cell),
            number=mapping.get(player.number, player.number),
        )
        for player in document.sections[section_index].players
    ]
    return with_players(document, section_index, players)


def _change_cells(player: Player, change: Callable[[Cell], Cell]) -> Player:
    """Return a player with every readable cell changed; unreadable text is kept as typed."""
    results = []
    for text in player.results:
        cell = parse_cell(text)
        if not isinstance(cell, BadCell) and (new := change(cell)) != cell:
            text = format_cell(new)
        results.append(text)
    return replace(player, results=tuple(results))
