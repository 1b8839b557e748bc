"""Find results that differ: one difference for each group of connected cells.

A game is in two cells, and a wrong opponent in up to four. A member on one side only is
one difference together with the games against others.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import choose_plural, count_in_words, group_by_key
from uscalc.document.cells import Entry, describe_cell, describe_entry, read_cell
from uscalc.document.merge.differences import EntryDifference, RowEntry, diff_rows
from uscalc.document.model import Player
from uscalc.document.overlay.changes import (
    AddPlayer,
    Cause,
    PageChange,
    PageDifference,
    RemovePlayer,
    SetEntry,
)
from uscalc.document.overlay.table import Member, PageTable, is_mirrored


class ResultDifference(Struct, frozen=True):
    """A difference between the two rows of one person."""

    place: int
    difference: EntryDifference

    @property
    def round(self) -> int:
        """The round in the event, or in the page if the event has no such entry."""
        entry = self.difference.ours or self.difference.theirs
        assert entry is not None
        return entry.round


def diff_results(
    table: PageTable, elsewhere: dict[int, str]
) -> Iterator[PageDifference]:
    """Yield differences of members, then of results, then results not entered here yet.

    `elsewhere` names the other section of members who are missing here or on the page.
    """
    nodes = [
        ResultDifference(at, one)
        for at, _, _ in table.shared
        for one in diff_rows(table.here[at], table.there[at])
    ]
    alone = [at for at in range(len(table.both)) if table.is_alone(at)]
    writer = _ResultWriter(table)
    results: list[list[ResultDifference]] = []
    by_entry: dict[int, list[ResultDifference]] = {at: [] for at in alone}
    for group, entries in _group_nodes(nodes, alone):
        if not entries:
            results.append(group)
        for entry in entries:
            by_entry[entry] += [
                node
                for node in group
                if entry in node.difference.names
                or not node.difference.names & set(entries)
            ]
    yield from (
        writer.make_entry_difference(at, group, elsewhere.get(at, ""))
        for at, group in by_entry.items()
    )
    yield from (
        writer.make_result_difference(group)
        for group in results
        if not writer.are_open(group)
    )
    still = group_by_key(
        (node.round, node)
        for group in results
        if writer.are_open(group)
        for node in group
    )
    yield from (
        writer.make_open_difference(place, still[place]) for place in sorted(still)
    )


def _group_nodes(
    nodes: list[ResultDifference], alone: list[int]
) -> Iterator[tuple[list[ResultDifference], list[int]]]:
    """Yield groups of nodes about the same games, with the one-sided members they concern."""
    leader: dict[object, object] = {}

    def find(key: object) -> object:
        while leader.setdefault(key, key) != key:
            key = leader[key]
        return key

    of: dict[object, list[int]] = group_by_key(
        (node.place, at) for at, node in enumerate(nodes)
    )
    entries = set(alone)
    for at, node in enumerate(nodes):
        find(at)
        for who in node.difference.names:
            if who in entries:
                leader[find(at)] = find(("entry", who))
                continue
            for other in of.get(who, ()):
                back = nodes[other].difference
                if node.place in back.names and back.rounds & node.difference.rounds:
                    leader[find(at)] = find(other)
    groups: dict[object, tuple[list[ResultDifference], list[int]]] = {}
    for entry in alone:
        groups.setdefault(find(("entry", entry)), ([], []))[1].append(entry)
    for at, node in enumerate(nodes):
        groups.setdefault(find(at), ([], []))[0].append(node)
    yield from groups.values()


class _ResultWriter:
    """Describe groups of connected cells, with the changes that correct them."""

    def __init__(self, table: PageTable) -> None:
        self.table = table
        self.ours = {player.number: player.name for player in table.ours.players}
        self.theirs = {
            table.numbers[player.number]: player.name
            for player in table.theirs.players
            if player.number in table.numbers
        } | self.ours
        self.entered = {
            place
            for player in table.ours.players
            for place, text in enumerate(player.results)
            if text.strip()
        }

    # The two sides in words

    def _describe_ours(self, node: ResultDifference) -> str:
        entry = node.difference.ours
        if entry is not None:
            return self._describe_entry(entry, self.ours)
        there = node.difference.theirs
        row = None if there is None else self.table.find_row(there)
        if there is None or row is None:
            return ""
        return describe_cell(
            self.table.ours, read_cell(self.table.ours.players[row], there.round)
        )

    def _describe_theirs(self, node: ResultDifference) -> str:
        entry = node.difference.theirs
        if entry is not None:
            mapped = None if entry.entry is None else self._renumber_entry(entry)
            return entry.text if mapped is None else describe_entry(mapped, self.theirs)
        text = self._find_absence(node)
        return describe_cell(self.table.theirs, text) if text else "no game"

    @staticmethod
    def _describe_entry(row_entry: RowEntry, names: dict[int, str]) -> str:
        return (
            f'"{row_entry.text}" isn\'t a valid result'
            if row_entry.entry is None
            else describe_entry(row_entry.entry, names)
        )

    def _renumber_entry(self, row_entry: RowEntry) -> Entry:
        """Return an entry of the page with our pairing number."""
        assert row_entry.entry is not None
        number = row_entry.entry.opponent
        if number is None:
            return row_entry.entry
        return replace(row_entry.entry, opponent=self.table.numbers.get(number, number))

    def _find_absence(self, node: ResultDifference) -> str:
        """Return the page's code for a round without a game; empty without one."""
        ours = node.difference.ours
        person = self.table.both[node.place].theirs
        if ours is None or person is None:
            return ""
        texts = [read_cell(player, ours.round).strip() for player in person.players]
        alone = [text for text in texts if text[:1].upper() in ("U", "F", "Z")]
        return alone[0][:1].upper() if alone else ""

    # Corrections

    def make_change(self, node: ResultDifference) -> SetEntry | None:
        """Return the change that replaces our entry by the page's."""
        ours, theirs = node.difference
        after = self._find_absence(node)
        if theirs is not None and theirs.entry is not None:
            entry = self._renumber_entry(theirs)
            if ours is not None and ours.entry is not None and entry.color is None:
                same = ours.opponent == theirs.opponent
                entry = replace(entry, color=ours.entry.color if same else None)
            after = str(entry)
        if ours is not None:
            return SetEntry(ours.row, ours.round, ours.text, after)
        assert theirs is not None
        row = self.table.find_row(theirs)
        return None if row is None else SetEntry(row, theirs.round, "", after)

    def _make_changes(self, nodes: list[ResultDifference]) -> tuple[PageChange, ...]:
        return tuple(change for node in nodes if (change := self.make_change(node)))

    # Differences

    def make_entry_difference(
        self, at: int, nodes: list[ResultDifference], elsewhere: str
    ) -> PageDifference:
        """Return the difference of a member on one side only, with the games against others."""
        ours, theirs = self.table.both[at]
        if theirs is not None:
            rows = [self._make_added_row(theirs, k) for k in range(len(theirs.rows))]
            because = "this player is only on the US Chess page"
            if elsewhere:
                because += f'; here in "{elsewhere}"'
            return self.table.make_difference(
                "entry",
                "not entered",
                _describe_member(theirs),
                "theirs",
                because,
                tuple(map(AddPlayer, rows)) + self._make_changes(nodes),
                player=rows[0].number,
                name=theirs.name,
            )
        assert ours is not None
        because = "this player isn't on the US Chess page"
        if elsewhere:
            because += f'; there in "{elsewhere}"'
        return self.table.make_difference(
            "entry",
            _describe_member(ours),
            "not there",
            "ours",
            because,
            self._make_changes(nodes) + tuple(map(RemovePlayer, ours.rows)),
            player=ours.player.number,
            name=ours.name,
        )

    def _make_added_row(self, person: Member, place: int) -> Player:
        """Return a row of the page in the event's form."""
        player = person.players[place]
        row = person.rows[place]
        results = list(player.results)
        at = next(i for i, one in enumerate(self.table.both) if one.theirs is person)
        cells = group_by_key(
            (one.round, str(self._renumber_entry(one)))
            for one in self.table.there[at]
            if one.row == row and one.entry is not None
        )
        for round_, texts in cells.items():
            results[round_] = "|".join(texts)
        number = self.table.numbers.get(player.number, player.number)
        return replace(player, number=number, results=tuple(results))

    def make_result_difference(self, nodes: list[ResultDifference]) -> PageDifference:
        """Return the difference of a group of nodes, described by its clearest one."""
        players = self.table.ours.players

        def weight(node: ResultDifference) -> tuple[bool, int]:
            person = self.table.both[node.place].ours
            assert person is not None
            return None in node.difference, players[person.rows[0]].number

        first = min(nodes, key=weight)
        person = self.table.both[first.place].ours
        assert person is not None
        cause, because = self._find_cause(nodes, first)
        places = {node.place for node in nodes}
        others = len(
            places | set().union(*(node.difference.names for node in nodes))
        ) - len({first.place} | first.difference.names)
        if others > 0:
            because += f"; also {others} more player{'s' * (others != 1)}"
        return self.table.make_difference(
            "result",
            self._describe_ours(first),
            self._describe_theirs(first),
            cause,
            because,
            self._make_changes(nodes),
            player=person.player.number,
            name=person.name,
            round_=first.round + 1,
        )

    def _find_cause(
        self, nodes: list[ResultDifference], first: ResultDifference
    ) -> tuple[Cause, str]:
        table = self.table
        for node in nodes:
            ours, theirs = node.difference
            if ours is not None and ours.key is None:
                return "ours", "the text here isn't a result"
            if ours is not None and not is_mirrored(table.here, node.place, ours):
                return "ours", "the two players' results conflict here"
            if theirs is not None and not is_mirrored(table.there, node.place, theirs):
                return "theirs", "US Chess has a different result for these players"
        if first.difference.ours is None:
            return "theirs", "this result is only on the US Chess page"
        if first.difference.theirs is None:
            return "ours", "this result isn't on the US Chess page"
        return "ours", "US Chess rated it with the other result"

    # Results that are not entered yet

    def are_open(self, nodes: list[ResultDifference]) -> bool:
        """Return whether the page only adds the results of games that are unplayed here."""
        return all(map(self._is_open, nodes))

    def _is_open(self, node: ResultDifference) -> bool:
        ours, theirs = node.difference
        return (
            ours.is_unplayed
            if ours is not None
            else theirs is not None and theirs.round not in self.entered
        )

    def make_open_difference(
        self, place: int, nodes: list[ResultDifference]
    ) -> PageDifference:
        """Return the results of a round that are missing here."""
        entries = [
            (node.place, node.difference.theirs or node.difference.ours)
            for node in nodes
        ]
        games = len(
            {frozenset((at, one.opponent if one else None)) for at, one in entries}
        )
        return self.table.make_difference(
            "open",
            "not entered",
            count_in_words(games, "result"),
            "theirs",
            f"US Chess has {choose_plural(games, 'this result', 'these results')}",
            self._make_changes(nodes),
            round_=place + 1,
            adds=True,
        )


def _describe_member(person: Member) -> str:
    """Describe an entry in a few words: its ID, and its number of games."""
    games = sum(
        text.strip()[:1].upper() in ("W", "L", "D", "N", "R", "S")
        for player in person.players
        for text in player.results
    )
    played = count_in_words(games, "game")
    return f"{person.id}, {played}" if person.id else played
