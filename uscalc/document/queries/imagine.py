"""What-if results of games, and the event with them."""

from collections.abc import Sequence
from dataclasses import dataclass

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.change import Edit
from uscalc.document.model import Document, Section
from uscalc.document.queries.scenario import OUTCOMES, Outcome, game_of, set_outcome

LETTERS = {"win": "W", "draw": "D", "loss": "L"}


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of one player that can have a what-if result.

    `round` counts from 1, `opponent` is a pairing number, `letter` the real
    W, D or L; None before it is played.
    """

    round: int
    opponent: int
    letter: str | None


def own_games(section: Section, row: int) -> tuple[OwnGame, ...]:
    """Return the games of a row against players of the section, by round.

    Rounds with several games, byes and forfeits are left out, and cells that are broken.
    """
    numbers = {player.number for player in section.players}
    found = []
    for index, text in enumerate(section.players[row].results):
        cell = parse_cell(text)
        if isinstance(cell, BadCell) or len(cell) != 1:
            continue
        (entry,) = cell
        if entry.opponent not in numbers or entry.opponent is None:
            continue
        if entry.is_game or entry.outcome == "to-play":
            letter = LETTERS.get(entry.outcome)
            found.append(OwnGame(index + 1, entry.opponent, letter))
    return tuple(found)


def with_outcome(
    document: Document, section: int, outcomes: Sequence[Outcome], new: Outcome
) -> tuple[Outcome, ...]:
    """Return the outcomes with one more; it replaces the one of the same game."""
    game = game_of(document, section, new)
    kept = [o for o in outcomes if game_of(document, section, o) != game]
    return (*kept, new)


def without_outcome(
    document: Document,
    section: int,
    outcomes: Sequence[Outcome],
    player: int,
    round_: int,
) -> tuple[Outcome, ...]:
    """Return the outcomes without that of a player's game in a round."""
    game = game_of(document, section, Outcome(round_, player, "D"))
    return tuple(o for o in outcomes if game_of(document, section, o) != game)


def imagine(document: Document, section: int, outcomes: Sequence[Outcome]) -> Edit:
    """Return the document in which all these outcomes are so, as one edit.

    Refused with every reason where a game is not there any more.
    """
    imagined, refused = document, []
    for outcome in outcomes:
        edit = set_outcome(imagined, section, outcome)
        refused += [
            f"round {outcome.round}, player {outcome.player}: {reason}"
            for reason in edit.refused
        ]
        imagined = edit.document
    name = "Results from What if"
    if len(outcomes) == 1:
        (only,) = outcomes
        said = OUTCOMES[only.letter]
        name = f"What if: round {only.round}, player {only.player}: {said}"
    elif outcomes:
        name = f"{len(outcomes)} results from What if"
    if refused:
        return Edit(document, name, tuple(refused))
    return Edit(imagined, name)
