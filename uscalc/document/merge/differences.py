"""Find the facts, and the results by opponent, in which states of an event differ."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

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
    """Yield the facts in which two values of one class of the model differ.

    Without `keys`, every fact is compared but those that go with one rating figure.
    """
    for key in keys or list_merged_keys(type(before)):
        one, other = getattr(before, key), getattr(after, key)
        if one != other:
            yield FactChange(key, one, other)


def rounds_to(exact: float, rating: float) -> bool:
    """Return True if a rating is the exact one, perhaps without its decimals."""
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

    `key` is None for text that is no result. `row` is the row's position.
    """

    row: int
    round: int
    text: str
    key: EntryKey | None
    entry: Entry | None = None

    @property
    def who(self) -> Opponent:
        """Whom it names."""
        return self.key[2] if isinstance(self.key, tuple) else None

    @property
    def to_come(self) -> bool:
        """True for a game that isn't played yet."""
        return self.entry is not None and self.entry.outcome == "to-play"


def read_row(player: Player, row: int, persons: Mapping[int, int]) -> list[RowEntry]:
    """Read the results of a row; leave out entries that give no one a point."""
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
    """Return a cell's entries with their opponents; None for text that is no result.

    `persons` are places of persons by pairing number.
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
    if entry.is_game or entry.outcome == "to-play":
        return entry.outcome, entry.one_sided, who
    return POINTS_ALONE.get(entry.outcome)


class EntryDifference(NamedTuple):
    """A difference between two rows: an entry of ours, one of the page's, or neither."""

    ours: RowEntry | None
    theirs: RowEntry | None

    @property
    def names(self) -> set[Opponent]:
        """The persons that either of the two names."""
        return {one.who for one in self if one is not None} - {None}

    @property
    def rounds(self) -> set[int]:
        """The rounds of the two entries."""
        return {one.round for one in self if one is not None}


def diff_rows(
    ours: Sequence[RowEntry], theirs: Sequence[RowEntry]
) -> list[EntryDifference]:
    """Return the entries that two rows don't share, paired where they belong together.

    The same result in another round counts as equal: the page of a round robin has no
    rounds, and ratings don't depend on them. Unplayed games and unreadable text on the
    page are no evidence.
    """
    here, there = list(ours), list(theirs)
    _pair_equal(here, there, lambda one: (one.round, one.key))
    shifted = _pair_equal(here, there, lambda one: one.key)
    silent = [one for one in there if one.to_come or one.key is None]
    there = [one for one in there if one not in silent]
    for one in silent:
        # An unplayed game contradicts nothing that we have in its round.
        at = next((each for each in here if each.round == one.round), None)
        if at is not None:
            here.remove(at)
    found = _pair_equal(here, there, lambda one: (one.round, one.who))
    ways: list[Callable[[RowEntry], object]] = [
        lambda one: one.round,
        lambda one: one.who,
    ]
    # Where rounds are others, the opponent tells better which games are one.
    for way in reversed(ways) if shifted else ways:
        found += _pair_equal(here, there, way)
    found += [EntryDifference(one, None) for one in here]
    found += [EntryDifference(None, one) for one in there]
    return sorted(found, key=lambda one: min(one.rounds))


def _pair_equal(
    here: list[RowEntry], there: list[RowEntry], key: Callable[[RowEntry], object]
) -> list[EntryDifference]:
    """Remove the entries with equal keys from both lists and return their pairs."""
    waiting: dict[object, list[RowEntry]] = {}
    for one in there:
        waiting.setdefault(key(one), []).append(one)
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
    """Return the games with persons who are known, in whatever round."""
    return Counter(one.key for one in row if isinstance(one.who, int))


def measure_agreement(one: Counter[object], other: Counter[object]) -> float:
    """Return the share of two rows that agrees, from 0 to 1; 0 if both are empty."""
    most = max(one.total(), other.total())
    return (one & other).total() / most if most else 0.0


CellContent = tuple[tuple[Entry, Opponent], ...] | str
"""A cell's entries with their opponents instead of numbers; or a draft as typed."""


class TableState(NamedTuple):
    """A section as one side has it: its players by person, and persons by number."""

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
    """Return the state of players by person; a number of two players leads to no one."""
    count = Counter(player.number for player in players.values())
    return TableState(
        players,
        {p.number: who for who, p in players.items() if count[p.number] == 1},
    )


def write_cell(text: str, said: CellContent, numbers: Mapping[int, int]) -> str:
    """Write a cell with the persons' numbers; keep the text if it means the same."""
    if isinstance(said, str):
        return text
    cell = tuple(
        replace(
            entry,
            opponent=numbers[who]
            if isinstance(who, int)
            else (who[1] if who is not None else None),
        )
        for entry, who in said
    )
    return text if parse_cell(text) == cell else format_cell(cell)


def is_same_content(one: CellContent, other: CellContent) -> bool:
    """Return True if two cells mean the same; a color may be missing in one of them."""
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    return len(one) == len(other) and all(
        a == b
        or (
            a[1] == b[1]
            and _without_color(a[0]) == _without_color(b[0])
            and _colors_agree(a[0], b[0])
        )
        for a, b in zip(one, other, strict=True)
    )


def adds_color(said: CellContent, to: CellContent) -> bool:
    """Return True if a cell with the same result has a color that the other lacks."""
    if isinstance(said, str) or isinstance(to, str):
        return False
    return any(
        a.color is not None and b.color is None
        for (a, _), (b, _) in zip(said, to, strict=True)
    )


def with_colors(
    now: CellContent, here: CellContent, before: CellContent
) -> CellContent:
    """Return the file's new content of a cell, with the colors that were typed here.

    Only colors that the file never had are kept: those in `before` are the file's own.
    """
    if isinstance(now, str) or isinstance(here, str) or isinstance(before, str):
        return now
    games: Counter[Opponent] = Counter()
    kept = []
    for entry, who in now:
        place, color = games[who], None
        games[who] += 1
        if entry.color is None and isinstance(who, int):
            color = (
                None
                if _find_color(before, who, place) is not None
                else _find_color(here, who, place)
            )
        kept.append((replace(entry, color=entry.color or color), who))
    return tuple(kept)


def _find_color(
    said: Sequence[tuple[Entry, Opponent]], who: int, place: int
) -> Literal["w", "b"] | None:
    """Return the color in a game against a person; None where none is given."""
    games = [entry.color for entry, other in said if other == who]
    return games[place] if place < len(games) else None


def is_unplayed_pairing(pairing: CellContent, played: CellContent) -> bool:
    """Return True if a cell has the games of the other as unplayed pairings."""
    if isinstance(pairing, str) or isinstance(played, str) or not pairing:
        return False
    return all(entry.outcome == "to-play" for entry, _ in pairing) and [
        who for _, who in pairing
    ] == [who for _, who in played]


def has_result(said: CellContent) -> bool:
    """Return True if a cell has the result of a game."""
    return not isinstance(said, str) and any(
        entry.is_game or entry.outcome in ("forfeit-win", "forfeit-loss")
        for entry, _ in said
    )


def find_named_persons(said: CellContent) -> set[int]:
    """Return the persons that a cell names."""
    if isinstance(said, str):
        return set()
    return {who for _, who in said if isinstance(who, int)}


def trim_empty_rounds(texts: Sequence[str], length: int) -> tuple[str, ...]:
    """Return results without empty rounds at the end that are beyond a length."""
    kept = list(texts)
    while len(kept) > length and not kept[-1].strip():
        kept.pop()
    return tuple(kept)


def _without_color(entry: Entry) -> Entry:
    return replace(entry, color=None)


def _colors_agree(one: Entry, other: Entry) -> bool:
    return one.color is None or other.color is None
