"""Pure edits of results, names and ratings."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from uscalc.counted import choose_plural
from uscalc.document.cells import (
    BadCell,
    Cell,
    Entry,
    Outcome,
    describe_entry,
    format_cell,
    parse_cell,
    parse_entries,
    with_cell,
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
    Section,
    make_edit,
    with_player,
    with_players,
)
from uscalc.engine.inputs import SYSTEM_NAMES, System


def set_result(
    document: Document, section_index: int, row: int, round_index: int, text: str
) -> Edit:
    """Write a result, and the opponent's side of the game.

    The opponent's cell changes too if it is empty, if it has the other side of the old
    result, or if it has this game without a result. A cell with a different game is
    kept, and the two cells become a finding. If the old opponent now has no game and
    another player's cell names that opponent, the opponent gets that game; see
    `mirror`. Text that isn't a result is kept as typed. If the new result has no color,
    the color of a game against the same opponent is kept.
    """
    player = document.sections[section_index].players[row]
    before = read_cell(player, round_index)
    new, old = parse_cell(text), parse_cell(before)
    if isinstance(new, BadCell):
        written = " ".join(text.split())
        words = f'"{written[:20]}"'
    else:
        if not isinstance(old, BadCell):
            new = keep_colors(old, new)
        written = format_cell(new)
        words = " and ".join(map(describe_entry, new)) or "cleared"
    name = f"Round {round_index + 1}: {player.number} {words}"
    return (
        Edit(document, name)
        if written == before or (not isinstance(new, BadCell) and old == new)
        else write_both_sides(document, section_index, row, round_index, written, name)
    )


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
    already decided. The edit's name mentions a cell that becomes empty, and any other
    player who loses by forfeit.
    """
    section = document.sections[section_index]
    cells: Cells = {row: written}
    old = parse_entries(read_cell(section.players[row], round_index))
    new = parse_entries(written)
    if section.kind not in ONE_SIDED_KINDS:
        mirror_games(section, cells, row, round_index, old, new, answers)
    players = list(section.players)
    for place, value in cells.items():
        if value != read_cell(players[place], round_index):
            players[place] = with_cell(players[place], round_index, value)
            if written and not value:
                name += f"; {players[place].number} is now blank"
    if any(entry.outcome == "forfeit-loss" for entry in new):
        before = _find_double_forfeits(section.players, row, round_index)
        for number in _find_double_forfeits(players, row, round_index):
            if number not in before:
                name += f"; {number} loses by forfeit too"
    return make_edit(document, with_players(document, section_index, players), name)


def _find_double_forfeits(
    players: Sequence[Player], row: int, round_index: int
) -> list[int]:
    """Return the opponents who, like the row's player, lose by forfeit in a round."""
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
    """Change a player's name; line ends and double spaces are removed."""
    player = document.sections[section_index].players[row]
    named = replace(player, name=" ".join(name.split()))
    return make_edit(
        document,
        with_player(document, section_index, row, named),
        f"Name of player {player.number}",
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

    `rating` is None for unrated, or for `unknown`. `games` is None if a rated player's
    number is unknown. Facts of the old rating alone (date, source, rounding) are
    removed.
    """
    player = document.sections[section_index].players[row]
    name = f"{SYSTEM_NAMES[system]} rating of player {player.number}"
    refused = tuple(_find_rating_problems(rating, games))
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
    ratings = dict(player.ratings) | {system: facts}
    changed = replace(player, ratings=tuple(ratings.items()))
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

    An empty text removes the rating, but an unknown rating stays unknown. A number of
    games that the text doesn't mention is kept.
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


def _find_rating_problems(rating: float | None, games: int | None) -> Iterator[str]:
    if rating is not None and not (
        math.isfinite(rating) and LOWEST_RATING <= rating <= HIGHEST_RATING
    ):
        yield f"a rating is from {LOWEST_RATING:.0f} to {HIGHEST_RATING:.0f}"
    if games is not None and games < 0:
        yield "a number of games is 0 or more"


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
"""The outcomes that short texts mean in a cell that has an opponent."""


def parse_bare_outcome(text: str) -> Outcome | None:
    """Return the outcome of a text without an opponent; None for other texts."""
    return BARE_OUTCOMES.get(text.strip().upper())


def is_unplayed_game(text: str) -> bool:
    """Return whether a cell is one game against a player, without a result yet."""
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
    """Return the edit for a text typed into a result cell.

    A result without an opponent is for the game already in the cell: opponent and color
    are kept. If the cell doesn't have exactly one opponent, the text is refused. If the
    text repeats the cell, only the opponent's side is written, if it is empty.
    """
    section = document.sections[section_index]
    before = read_cell(section.players[row], round_index)
    cell = parse_cell(before)
    outcome = parse_bare_outcome(text)
    if outcome is not None and not isinstance(cell, BadCell) and cell:
        if len(cell) == 1 and cell[0].opponent is not None:
            text = format_cell((with_outcome(cell[0], outcome),))
        elif len(cell) > 1 or isinstance(parse_cell(text), BadCell):
            return Edit(
                document,
                f"Round {round_index + 1}, player {section.players[row].number}",
                (_explain_missing_opponent(text.strip(), before, cell),),
            )
    edit = set_result(document, section_index, row, round_index, text)
    return (
        write_both_sides(document, section_index, row, round_index, before, edit.name)
        if edit.document is document and not edit.refused and _repeats_cell(cell, text)
        else edit
    )


def _repeats_cell(cell: Cell | BadCell, text: str) -> bool:
    """Return whether a text means the same as a cell; the text may omit the colors."""
    new = parse_cell(text)
    return (
        not isinstance(cell, BadCell)
        and not isinstance(new, BadCell)
        and bool(cell)
        and keep_colors(cell, new) == cell
    )


def with_outcome(entry: Entry, outcome: Outcome) -> Entry:
    """Return the entry with another result; only a game can be one-sided."""
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
        "has none. Type a full result, for example W12"
    )


def list_remaining_rounds(section: Section, row: int) -> tuple[int, ...]:
    """Return the rounds after a player's last result, from 0, including planned ones."""
    player = section.players[row]
    rounds = max(section.rounds, section.planned_rounds or 0)
    last = -1
    for place in range(rounds):
        cell = parse_cell(read_cell(player, place))
        waits = not cell or (
            isinstance(cell, tuple) and all(e.outcome == "to-play" for e in cell)
        )
        if not waits:
            last = place
    return tuple(range(last + 1, rounds))


def withdraw_player(document: Document, section_index: int, row: int) -> Edit:
    """Mark a player as unpaired (U) in every remaining round.

    The name of the edit lists the rounds, and the opponents who lose their game by it.
    The edit is refused if no round remains.
    """
    section = document.sections[section_index]
    name = f"Withdraw player {section.players[row].number}"
    rounds = list_remaining_rounds(section, row)
    if not rounds:
        reason = "No unplayed round is left. Add a round first (Ctrl+Shift+Ins)"
        return Edit(document, name, (reason,))
    freed: list[str] = []
    for place in rounds:
        entries = parse_entries(read_cell(section.players[row], place))
        opponents = {entry.opponent for entry in entries if entry.opponent is not None}
        document = set_result(document, section_index, row, place, "U").document
        freed += [
            f"player {other.number} has no opponent in round {place + 1}"
            for other in document.sections[section_index].players
            if other.number in opponents and not read_cell(other, place)
        ]
    name += f": U in {_join_rounds(rounds)}"
    return Edit(document, "; ".join((name, *freed)))


def _join_rounds(rounds: Sequence[int]) -> str:
    """Return consecutive rounds in words: "round 4", "rounds 4 to 6"."""
    word = choose_plural(len(rounds), "round")
    last = f" to {rounds[-1] + 1}" if len(rounds) > 1 else ""
    return f"{word} {rounds[0] + 1}{last}"
