"""Find the facts, and the results by opponent, that differ between states of an event."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from uscalc.counted import group_by_key
from uscalc.document.cells import BadCell, Entry, format_cell, parse_cell
from uscalc.document.facts.table import list_merged_keys
from uscalc.document.model import Player
from uscalc.engine.rounding import round_for_display


class FactChange(NamedTuple):
    """One fact with two values: that of the first state and that of the second."""

    key: str
    before: Any
    after: Any


def diff_facts(
    before: Any, after: Any, keys: Sequence[str] = ()
) -> Iterator[FactChange]:
    """Yield the facts that differ between two values of one class of the model.

    Without `keys`, all facts are compared except those that belong to one rating
    figure.
    """
    for key in keys or list_merged_keys(type(before)):
        one, other = getattr(before, key), getattr(after, key)
        if one != other:
            yield FactChange(key, one, other)


def equals_or_rounds_to(exact: float, rating: float) -> bool:
    """Return whether a rating equals the exact one, perhaps rounded."""
    return rating in (exact, round_for_display(exact))


Opponent = int | tuple[str, int] | None
"""A person by place; a pairing number that no person has; no opponent."""
EntryKey = tuple[str, bool, Opponent] | str
"""An entry in a form that can be compared: outcome and opponent, or points without a
game."""

POINTS_ALONE = {
    "full-bye": "full-point bye",
    "half-bye": "half-point bye",
    "forfeit-win": "forfeit win",
}
"""Outcomes without a game that give points; a page shows no others."""


class RowEntry(NamedTuple):
    """An entry of a row: its place, its text and its meaning.

    `row` is the row's position. `key` is None for text that isn't a result.
    """

    row: int
    round: int
    text: str
    key: EntryKey | None
    entry: Entry | None = None

    @property
    def opponent(self) -> Opponent:
        """The opponent."""
        return self.key[2] if isinstance(self.key, tuple) else None

    @property
    def is_unplayed(self) -> bool:
        """True for an unplayed game."""
        return self.entry is not None and self.entry.outcome == "to-play"


def read_row(player: Player, row: int, persons: Mapping[int, int]) -> list[RowEntry]:
    """Read the results of a row, without entries that give no points to anyone."""
    found = []
    for place, text in enumerate(player.results):
        entries = name_opponents(text, persons)
        if entries is None:
            found.append(RowEntry(row, place, text, None))
            continue
        for entry, who in entries:
            key = _make_key(entry, who)
            if key is not None:
                found.append(RowEntry(row, place, str(entry), key, entry))
    return found


def name_opponents(
    text: str, persons: Mapping[int, int]
) -> list[tuple[Entry, Opponent]] | None:
    """Return a cell's entries with their opponents; None for text that isn't a result.

    `persons` maps pairing numbers to places of persons.
    """
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return None
    return [
        (
            entry,
            None
            if entry.opponent is None
            else persons.get(entry.opponent, ("number", entry.opponent)),
        )
        for entry in cell
    ]


def _make_key(entry: Entry, who: Opponent) -> EntryKey | None:
    return (
        (entry.outcome, entry.one_sided, who)
        if entry.is_pairing
        else POINTS_ALONE.get(entry.outcome)
    )


class EntryDifference(NamedTuple):
    """A difference between two rows; one of the two entries may be missing."""

    ours: RowEntry | None
    theirs: RowEntry | None

    @property
    def names(self) -> set[Opponent]:
        """Return the persons that either entry names."""
        return {one.opponent for one in self if one is not None} - {None}

    @property
    def rounds(self) -> set[int]:
        """The rounds of the entries."""
        return {one.round for one in self if one is not None}


def diff_rows(
    ours: Sequence[RowEntry], theirs: Sequence[RowEntry]
) -> list[EntryDifference]:
    """Return the entries that only one of two rows has. Entries that belong together are paired.

    The same result in another round counts as equal: the page of a round robin has no
    rounds, and ratings don't depend on them. Unplayed games and unreadable text on the
    page are ignored.
    """
    here, there = list(ours), list(theirs)
    _pair_equal(here, there, lambda one: (one.round, one.key))
    shifted = _pair_equal(here, there, lambda one: one.key)
    silent = [one for one in there if one.is_unplayed or one.key is None]
    there = [one for one in there if one not in silent]
    for one in silent:
        # An unplayed game contradicts nothing that we have in its round.
        at = next((each for each in here if each.round == one.round), None)
        if at is not None:
            here.remove(at)
    found = _pair_equal(here, there, lambda one: (one.round, one.opponent))
    ways: list[Callable[[RowEntry], Hashable]] = [
        lambda one: one.round,
        lambda one: one.opponent,
    ]
    # If the rounds have shifted, the opponent shows better which games are the same.
    for way in reversed(ways) if shifted else ways:
        found += _pair_equal(here, there, way)
    found += [EntryDifference(one, None) for one in here]
    found += [EntryDifference(None, one) for one in there]
    return sorted(found, key=lambda one: min(one.rounds))


def _pair_equal(
    here: list[RowEntry], there: list[RowEntry], key: Callable[[RowEntry], Hashable]
) -> list[EntryDifference]:
    """Remove the entries with equal keys from both lists and return their pairs."""
    waiting = group_by_key((key(one), one) for one in there)
    found = []
    for one in list(here):
        of = key(one)
        if of is not None and waiting.get(of):
            other = waiting[of].pop(0)
            found.append(EntryDifference(one, other))
            here.remove(one)
            there.remove(other)
    return found


def count_results(row: Sequence[RowEntry]) -> Counter[object]:
    """Count the outcomes of each round, for any opponents."""
    return Counter(
        (one.round, one.key[0] if isinstance(one.key, tuple) else one.key)
        for one in row
    )


def count_games(row: Sequence[RowEntry]) -> Counter[object]:
    """Count the games with known opponents, in any round."""
    return Counter(one.key for one in row if isinstance(one.opponent, int))


def measure_agreement(one: Counter[object], other: Counter[object]) -> float:
    """Return the share of two rows that agrees, from 0 to 1; 0 if both are empty."""
    most = max(one.total(), other.total())
    return (one & other).total() / most if most else 0.0


CellContent = tuple[tuple[Entry, Opponent], ...] | str
"""A cell's entries with their opponents instead of numbers; or a draft as typed."""


class TableState(NamedTuple):
    """A section in one of its states: its players by person, and persons by number."""

    players: Mapping[int, Player]
    persons: Mapping[int, int]

    def get_text(self, person: int, place: int) -> str:
        """Return the text of a cell; empty if the row or round doesn't exist."""
        player = self.players.get(person)
        results = player.results if player is not None else ()
        return results[place] if place < len(results) else ""

    def read_cell(
        self, person: int, place: int, without: Collection[int] = ()
    ) -> CellContent:
        """Read a cell, without the entries against certain persons."""
        text = self.get_text(person, place)
        entries = name_opponents(text, self.persons)
        if entries is None:
            return " ".join(text.split())
        return tuple(
            (replace(entry, opponent=None), who)
            for entry, who in entries
            if who not in without
        )


def make_state(players: Mapping[int, Player]) -> TableState:
    """Return the state of players by person; a pairing number used twice is left out."""
    count = Counter(player.number for player in players.values())
    return TableState(
        players,
        {p.number: who for who, p in players.items() if count[p.number] == 1},
    )


def write_cell(text: str, content: CellContent, numbers: Mapping[int, int]) -> str:
    """Write a cell with the persons' numbers; keep the text if it means the same."""
    if isinstance(content, str):
        return text
    cell = tuple(
        replace(
            entry,
            opponent=numbers[who]
            if isinstance(who, int)
            else (who[1] if who is not None else None),
        )
        for entry, who in content
    )
    return text if parse_cell(text) == cell else format_cell(cell)


def is_same_content(one: CellContent, other: CellContent) -> bool:
    """Return whether two cells mean the same; a color may be missing in one of them."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return len(one) == len(other) and all(
        a == b
        or (
            a[1] == b[1]
            and replace(a[0], color=None) == replace(b[0], color=None)
            and None in (a[0].color, b[0].color)
        )
        for a, b in zip(one, other, strict=True)
    )


def adds_color(content: CellContent, to: CellContent) -> bool:
    """Return whether a cell with the same result has a color that the other lacks."""
    return (
        not isinstance(content, str)
        and not isinstance(to, str)
        and any(
            a.color is not None and b.color is None
            for (a, _), (b, _) in zip(content, to, strict=True)
        )
    )


def with_colors(
    now: CellContent, here: CellContent, before: CellContent
) -> CellContent:
    """Return the file's new content of a cell, with the colors that were typed here.

    Colors in `before` are the file's own; if the file removed them, they are not kept.
    """
    if isinstance(now, str) or isinstance(here, str) or isinstance(before, str):
        return now
    games: Counter[Opponent] = Counter()
    entries = []
    for entry, who in now:
        if (
            entry.color is None
            and isinstance(who, int)
            and _find_color(before, who, games[who]) is None
        ):
            entry = replace(entry, color=_find_color(here, who, games[who]))
        games[who] += 1
        entries.append((entry, who))
    return tuple(entries)


def _find_color(
    content: Sequence[tuple[Entry, Opponent]], who: int, place: int
) -> Literal["w", "b"] | None:
    """Return the color in a game against a person; None if it is unknown."""
    games = [entry.color for entry, other in content if other == who]
    return games[place] if place < len(games) else None


def is_unplayed_pairing(pairing: CellContent, played: CellContent) -> bool:
    """Return whether a cell has the same pairings as another cell, but unplayed."""
    return (
        not isinstance(pairing, str)
        and not isinstance(played, str)
        and all(entry.outcome == "to-play" for entry, _ in pairing)
        and [who for _, who in pairing] == [who for _, who in played]
    )


def has_result(content: CellContent) -> bool:
    """Return whether a cell has the result of a game."""
    return not isinstance(content, str) and any(
        entry.is_game or entry.outcome in ("forfeit-win", "forfeit-loss")
        for entry, _ in content
    )


def find_named_persons(content: CellContent) -> set[int]:
    """Return the persons that a cell names."""
    return (
        set()
        if isinstance(content, str)
        else {who for _, who in content if isinstance(who, int)}
    )


def trim_empty_rounds(texts: Sequence[str], length: int) -> tuple[str, ...]:
    """Return results without the empty rounds after round `length`."""
    rounds = list(texts)
    while len(rounds) > length and not rounds[-1].strip():
        rounds.pop()
    return tuple(rounds)
