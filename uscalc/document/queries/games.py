"""List the games that are removed with a player, a round or a section, each once."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import choose_plural, group_by_key
from uscalc.document.cells import (
    BadCell,
    Entry,
    describe_entry,
    parse_cell,
    parse_entries,
)
from uscalc.document.model import FOREIGN, Document, Player, Section
from uscalc.document.names import rate_similarity
from uscalc.document.queries.scenario import Outcome
from uscalc.engine.trace import SectionTrace


class LostGame(Struct, frozen=True):
    """A game that an edit would delete, as entered for one of its players.

    `round` counts from 1. `words` describe the result: "beats 7, Rook, Vera".
    """

    round: int
    player: Player
    words: str

    def describe_for(self, player: Player) -> str:
        """Return the round and the result; name its player unless it is `player`."""
        return (
            f"Round {self.round}: {self.words}" if self.player is player else str(self)
        )

    def __str__(self) -> str:
        """Return the round, both players and the result."""
        name = self.player.name or "no name"
        return f"Round {self.round}: {self.player.number}, {name}, {self.words}"


def list_games_lost_with_players(
    section: Section, rows: Collection[int]
) -> tuple[LostGame, ...]:
    """Return the games of the players in these rows, by round.

    A game that only the opponent's cell has counts too. Byes are not games.
    """
    gone = {section.players[row].number for row in rows}
    first = [section.players[row] for row in sorted(rows)]
    others = [p for row, p in enumerate(section.players) if row not in set(rows)]
    games = _list_games(section, (*first, *others))
    return tuple(game for game, pair in games if not gone.isdisjoint(pair))


def list_games_lost_with_round(
    section: Section, round_index: int
) -> tuple[LostGame, ...]:
    """Return the games of a round, by pairing number."""
    games = _list_games(section, section.players)
    return tuple(game for game, _ in games if game.round == round_index + 1)


def list_games_lost_with_section(section: Section) -> tuple[LostGame, ...]:
    """Return every game of a section, by round."""
    return tuple(game for game, _ in _list_games(section, section.players))


def _list_games(
    section: Section, players: Collection[Player]
) -> list[tuple[LostGame, frozenset[int]]]:
    """Return each game once, from the side of the player who comes first."""
    names = {player.number: player.name for player in section.players}
    found: list[tuple[LostGame, frozenset[int]]] = []
    for place in range(section.rounds):
        # Two players may meet twice in a round: the second is another game.
        meetings: dict[tuple[int, int], int] = {}
        for player in players:
            listed: dict[int, int] = {}
            for entry in _list_entries(player, place):
                assert entry.opponent is not None
                other = entry.opponent
                listed[other] = listed.get(other, 0) + 1
                if listed[other] <= meetings.get((other, player.number), 0):
                    continue
                meetings[player.number, other] = (
                    meetings.get((player.number, other), 0) + 1
                )
                game = LostGame(place + 1, player, describe_entry(entry, names))
                found.append((game, frozenset((player.number, other))))
    return found


def _list_entries(player: Player, place: int) -> Iterator[Entry]:
    cells = player.results[place : place + 1]
    entries = (entry for text in cells for entry in parse_entries(text))
    return (entry for entry in entries if entry.opponent is not None)


def select_applicable(
    before: Document, now: Document, index: int, outcomes: Sequence[Outcome]
) -> tuple[Outcome, ...]:
    """Return the outcomes of a section whose games are certainly the same as before."""
    if not outcomes or len(before.sections) != len(now.sections):
        # It is unknown which section was added or removed.
        return ()
    one, other = before.sections[index], now.sections[index]
    if one == other:
        return tuple(outcomes)
    if one in now.sections or other in before.sections:
        # The section has moved, or another one has moved here.
        return ()
    if one.name != other.name and replace(other, name=one.name) != one:
        return ()
    rounds = _count_same_rounds(one, other)
    return tuple(
        o for o in outcomes if o.round <= rounds and _is_same_game(one, other, o)
    )


def _is_same_game(one: Section, other: Section, outcome: Outcome) -> bool:
    """Return whether the same two players meet in that round of both sections."""
    opponent = _find_opponent(one, outcome)
    return (
        opponent is not None
        and opponent == _find_opponent(other, outcome)
        and _is_same_player(one, other, outcome.player)
        and _is_same_player(one, other, opponent)
    )


def _find_opponent(section: Section, outcome: Outcome) -> int | None:
    row = _find_row(section, outcome.player)
    results = () if row is None else section.players[row].results
    if not 1 <= outcome.round <= len(results):
        return None
    cell = parse_cell(results[outcome.round - 1])
    return None if isinstance(cell, BadCell) or len(cell) != 1 else cell[0].opponent


def _is_same_player(one: Section, other: Section, number: int) -> bool:
    """Return whether a pairing number belongs to the same person in both sections."""
    row, place = _find_row(one, number), _find_row(other, number)
    if row is None or place is None:
        return False
    before, now = one.players[row], other.players[place]
    other_name = rate_similarity(before.name, now.name) == "different"
    if before.id and before.id == now.id and not other_name:
        return True
    same_name = before.name == now.name and not (before.id and now.id)
    if same_name and _is_listed_once(one, before) and _is_listed_once(other, now):
        return True
    # If neither name nor number identifies the player, the row does: if only its
    # results changed, or one fact in this row and nothing in others.
    if row != place:
        return False
    if replace(now, results=before.results) == before:
        return True
    rest = one.players[:row] + one.players[row + 1 :]
    return rest == other.players[:row] + other.players[row + 1 :] and (
        same_name or replace(now, name=before.name, id=before.id) == before
    )


def _find_row(section: Section, number: int) -> int | None:
    return next((i for i, p in enumerate(section.players) if p.number == number), None)


def _is_listed_once(section: Section, player: Player) -> bool:
    return (
        bool(player.name)
        and sum(player.name == each.name for each in section.players) == 1
    )


def _count_same_rounds(one: Section, other: Section) -> int:
    """Return how many rounds, from the first, are certainly unchanged."""
    if one.rounds == other.rounds:
        return one.rounds
    fewer, more = sorted((_list_columns(one), _list_columns(other)), key=len)
    gap = len(more) - len(fewer)
    return next(
        (
            first
            for first in range(len(fewer) + 1)
            if more[:first] + more[first + gap :] == fewer
        ),
        0,
    )


def _list_columns(section: Section) -> list[tuple[str, ...]]:
    return [
        tuple("".join(player.results[r : r + 1]) for player in section.players)
        for r in range(section.rounds)
    ]


SEVERAL: Final = 2
"""The number of games from which a section may be a match."""


def count_games_of_two(section: Section) -> int:
    """Return how often the two players of an ordinary section met; 0 for other sections."""
    if section.kind != "event" or len(section.players) != 2:
        return 0
    one, other = section.players
    return sum(
        entry.is_game and entry.opponent == other.number
        for text in one.results
        for entry in parse_entries(text)
    )


ELIGIBILITY = ("membership", "USA flag", "opt-in")
"""The conditions for a rating from FIDE events abroad (2025, section 6)."""
LIMITS = {"180 days": "limit for 180 days", "3 years": "limit for 3 years"}


class UncheckedLimits(NamedTuple):
    """A player, by pairing number, and the limits that could not be checked.

    `why` gives the reason in words.
    """

    number: int
    what: tuple[str, ...]
    why: str


def list_unchecked_limits(trace: SectionTrace) -> Iterator[UncheckedLimits]:
    """Yield each rated player with an unchecked limit, in the section's order.

    A match has limits for 180 days and 3 years. They can't be checked without the
    earlier net changes (2015 to 2025, section 7; 2009, section 3).
    """
    for player in trace.players:
        number = player.entrant.number
        match = player.match
        if match is not None and match.unchecked:
            limits = tuple(LIMITS[name] for name in match.unchecked)
            yield UncheckedLimits(number, limits, "the earlier net change isn't known")
        if trace.section.kind in FOREIGN and player.step5 is not None:
            yield UncheckedLimits(
                number, ELIGIBILITY, "event files don't have this information"
            )


def describe_unchecked_limits(trace: SectionTrace) -> tuple[str, ...]:
    """Describe the unchecked limits in sentences, with players of one kind together."""
    together = group_by_key(
        ((found.what, found.why), str(found.number))
        for found in list_unchecked_limits(trace)
    )
    return tuple(
        f"Not checked for {choose_plural(len(numbers), 'player', 'players')} "
        f"{', '.join(numbers)}: {', '.join(what)}, because {why}."
        for (what, why), numbers in together.items()
    )
