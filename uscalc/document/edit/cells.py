"""Pure edits of results, names and ratings."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from uscalc.document.cells import (
    BadCell,
    Cell,
    Entry,
    Outcome,
    describe_entry,
    format_cell,
    parse_cell,
    parse_entries,
)
from uscalc.document.cells import read_cell as read_cell
from uscalc.document.edit.mirror import (
    NO_ANSWERS,
    Cells,
    is_double_forfeit,
    keep_colors,
    mirror_games,
)
from uscalc.document.facts.typed import EXAMPLES, parse_rating
from uscalc.document.model import (
    HIGHEST_RATING,
    LOWEST_RATING,
    ONE_SIDED_KINDS,
    Document,
    Edit,
    Player,
    with_player,
    with_players,
)
from uscalc.engine.inputs import SYSTEM_NAMES, System


def set_result(
    document: Document, section_index: int, row: int, round_index: int, text: str
) -> Edit:
    """Write a result, and the opponent's side of the game with it.

    The opponent's cell follows when it is empty, when it held the mirror of the old
    result, or when it has this very game without a result. A cell with a different game
    is kept, and so becomes a finding. An opponent who is released takes the game that
    another player already has against them; see `mirror`. Text that isn't a result is
    kept as typed. A color stays if another result against the same opponent is written
    without one.
    """
    player = document.sections[section_index].players[row]
    before = read_cell(player, round_index)
    new, old = parse_cell(text), parse_cell(before)
    if isinstance(new, BadCell):
        written = " ".join(text.split())
    else:
        if not isinstance(old, BadCell):
            new = keep_colors(old, new)
        written = format_cell(new)
    name = f"Round {round_index + 1}: {_describe_result(player.number, written)}"
    if written == before or (not isinstance(new, BadCell) and old == new):
        return Edit(document, name)
    return write_both_sides(document, section_index, row, round_index, written, name)


def write_both_sides(
    document: Document,
    section_index: int,
    row: int,
    round_index: int,
    written: str,
    name: str,
    answers: Mapping[int, Outcome] = NO_ANSWERS,
) -> Edit:
    """Write a text into a cell, and the opponents' cells that follow from it.

    `answers` gives opponents' outcomes by a game's position in the cell, if they are
    decided already. The edit's name gives the cell that becomes empty, and any other
    player who loses by forfeit.
    """
    section = document.sections[section_index]
    cells: Cells = {row: written}
    old = parse_entries(read_cell(section.players[row], round_index))
    new = parse_entries(written)
    if section.kind not in ONE_SIDED_KINDS:
        mirror_games(section, cells, row, round_index, old, new, answers)
    players = list(section.players)
    changed = False
    for place, value in cells.items():
        if value != read_cell(players[place], round_index):
            changed = True
            players[place] = _with_cell(players[place], round_index, value)
            if written and not value:
                name += f"; {players[place].number} is now blank"
    if not changed:
        return Edit(document, name)
    if any(entry.outcome == "forfeit-loss" for entry in new):
        before = _find_double_forfeits(section.players, row, round_index)
        for number in _find_double_forfeits(players, row, round_index):
            if number not in before:
                name += f"; {number} loses by forfeit too"
    return Edit(with_players(document, section_index, players), name)


def _find_double_forfeits(
    players: Sequence[Player], row: int, round_index: int
) -> list[int]:
    """Return the opponents who also lose by forfeit in a round in which the row does."""
    mine = players[row].number
    lost = [
        entry
        for entry in parse_entries(read_cell(players[row], round_index))
        if entry.outcome == "forfeit-loss"
    ]
    return [
        player.number
        for entry in lost
        for player in players
        if player.number == entry.opponent
        for other in parse_entries(read_cell(player, round_index))
        if other.opponent == mine and is_double_forfeit(entry, other)
    ]


def set_name(document: Document, section_index: int, row: int, name: str) -> Edit:
    """Give a player another name; line ends and double spaces are taken out."""
    section = document.sections[section_index]
    player = section.players[row]
    clean = " ".join(name.split())
    called = f"Name of player {player.number}"
    if clean == player.name:
        return Edit(document, called)
    return Edit(
        with_player(document, section_index, row, replace(player, name=clean)), called
    )


def set_rating(
    document: Document,
    section_index: int,
    row: int,
    system: System,
    rating: float | None,
    games: int | None,
    unknown: bool = False,
) -> Edit:
    """Change a player's pre-event rating and number of games.

    `rating` None: unrated, or `unknown`. `games` None with a rating: unknown. Facts of
    the old rating alone (its date, its source, its rounding) go with it.
    """
    section = document.sections[section_index]
    player = section.players[row]
    name = f"{SYSTEM_NAMES[system]} rating of player {player.number}"
    refused = _find_rating_problems(rating, games)
    if refused:
        return Edit(document, name, refused)
    if rating is None:
        games = None
    facts = player.facts(system)
    if (facts.rating, facts.games, facts.unknown) == (rating, games, unknown):
        return Edit(document, name)
    if rating != facts.rating:
        facts = replace(facts, as_of=None, rounded=None, source="typed")
    facts = replace(facts, rating=rating, games=games, unknown=unknown)
    known = [pair for pair in player.ratings if pair[0] != system]
    place = next(
        (i for i, pair in enumerate(player.ratings) if pair[0] == system), len(known)
    )
    known.insert(place, (system, facts))
    changed = replace(player, ratings=tuple(known))
    return Edit(with_player(document, section_index, row, changed), name)


def write_rating(
    document: Document,
    section_index: int,
    row: int,
    system: System,
    text: str,
    name: str = "",
) -> Edit:
    """Change a player's rating as typed or pasted.

    An empty text removes the rating, but keeps an unknown one unknown. Games that the
    text doesn't mention stay.
    """
    facts = document.sections[section_index].players[row].facts(system)
    written = parse_rating(text)
    if written is None:
        wrong = f'"{text.strip()[:20]}" isn\'t a valid rating. Examples: {EXAMPLES}'
        return Edit(document, name, (wrong,))
    if facts.unknown and not text.strip():
        return Edit(document, name)
    if written.kind == "unknown":
        return set_rating(document, section_index, row, system, None, None, True)
    games = written.games
    if games is None and written.rating is not None and facts.rating is not None:
        games = facts.games
    return set_rating(document, section_index, row, system, written.rating, games)


def _find_rating_problems(rating: float | None, games: int | None) -> tuple[str, ...]:
    problems = []
    if rating is not None and not (
        math.isfinite(rating) and LOWEST_RATING <= rating <= HIGHEST_RATING
    ):
        problems.append(f"a rating is from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}")
    if games is not None and games < 0:
        problems.append("a number of games is 0 or more")
    return tuple(problems)


def _describe_result(number: int, text: str) -> str:
    """Describe a player's cell for the name of the edit that wrote it."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return f'{number} "{text[:20]}"'
    if not cell:
        return f"{number} cleared"
    return f"{number} {' and '.join(describe_entry(entry) for entry in cell)}"


def _with_cell(player: Player, round_index: int, text: str) -> Player:
    results = list(player.results)
    results += [""] * (round_index + 1 - len(results))
    results[round_index] = text
    return replace(player, results=tuple(results))


BARE_OUTCOMES: Final[dict[str, Outcome]] = {
    "W": "win",
    "1": "win",
    "L": "loss",
    "0": "loss",
    "D": "draw",
    "5": "draw",
    "\N{VULGAR FRACTION ONE HALF}": "draw",
    "=": "draw",
    "X": "forfeit-win",
    "+": "forfeit-win",
    "F": "forfeit-loss",
    "-": "forfeit-loss",
    "Z": "no-result",
    "?": "to-play",
}
"""The outcomes that short texts mean in a paired cell."""


def parse_bare_outcome(text: str) -> Outcome | None:
    """Return the outcome that a text without an opponent means; None for other texts."""
    return BARE_OUTCOMES.get(text.strip().upper())


def is_unplayed_game(text: str) -> bool:
    """Return True if a cell is one game against a player and has no result yet."""
    cell = parse_cell(text)
    return (
        not isinstance(cell, BadCell)
        and len(cell) == 1
        and cell[0].outcome == "to-play"
        and cell[0].opponent is not None
    )


def set_typed_result(
    document: Document, section_index: int, row: int, round_index: int, text: str
) -> Edit:
    """Return the edit that a text typed into a result cell means.

    Without an opponent, a result is that of the game already in the cell: opponent and
    color stay. If the cell has no single opponent, it is refused. Typed again, a result
    is written once more on the opponent's side, if that is empty by now.
    """
    section = document.sections[section_index]
    before = read_cell(section.players[row], round_index)
    cell = parse_cell(before)
    outcome = parse_bare_outcome(text)
    if outcome is not None and not isinstance(cell, BadCell) and cell:
        known = isinstance(parse_cell(text), BadCell) or len(cell) > 1
        if len(cell) == 1 and cell[0].opponent is not None:
            text = format_cell((with_outcome(cell[0], outcome),))
        elif known:
            name = f"Round {round_index + 1}, player {section.players[row].number}"
            return Edit(
                document, name, (_explain_missing_opponent(text.strip(), before, cell),)
            )
    edit = set_result(document, section_index, row, round_index, text)
    if edit.document is document and not edit.refused and _repeats_cell(cell, text):
        return write_both_sides(
            document, section_index, row, round_index, before, edit.name
        )
    return edit


def _repeats_cell(cell: Cell | BadCell, text: str) -> bool:
    """Return True if a text means the same as a cell, whose colors it may leave out."""
    new = parse_cell(text)
    if isinstance(cell, BadCell) or isinstance(new, BadCell):
        return False
    return bool(cell) and keep_colors(cell, new) == cell


def with_outcome(entry: Entry, outcome: Outcome) -> Entry:
    """Return the same game with another result; only games can be rated for one alone."""
    game = outcome in ("win", "draw", "loss")
    return replace(entry, outcome=outcome, one_sided=entry.one_sided and game)


def _explain_missing_opponent(text: str, before: str, cell: Cell) -> str:
    if len(cell) > 1:
        return (
            f'"{text}" is ambiguous: this cell has two games. Retype the full '
            f"entry ({before})"
        )
    return (
        f'"{text}" needs an opponent number, because the current entry ({before}) '
        "has none. Type a full result, such as W12"
    )
