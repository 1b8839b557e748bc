"""Find results that differ: one difference for each group of connected cells.

A game is in two cells, and a wrong opponent in up to four. An entry that only one side
has includes its games with others.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from uscalc.document.cells import Entry, describe_cell, describe_entry
from uscalc.document.edit.cells import read_cell
from uscalc.document.merge.differences import EntryDifference, RowEntry
from uscalc.document.model import Player
from uscalc.document.overlay.changes import (
    AddPlayer,
    Cause,
    PageChange,
    PageDifference,
    RemovePlayer,
    SetEntry,
)
from uscalc.document.overlay.match import Member
from uscalc.document.overlay.table import PageTable, is_mirrored


@dataclass(frozen=True, slots=True)
class ResultDifference:
    """A difference between the two rows of one person."""

    place: int
    apart: EntryDifference

    @property
    def round(self) -> int:
        """The round here; the page's if there is no entry here."""
        said = self.apart.ours or self.apart.theirs
        assert said is not None
        return said.round


def diff_results(
    table: PageTable, elsewhere: dict[int, str]
) -> Iterator[PageDifference]:
    """Yield differences of entries, then of results, then results not entered here yet.

    `elsewhere` names the other section of people who are missing here or there.
    """
    nodes = [
        ResultDifference(at, one)
        for at, _, _ in table.shared
        for one in table.diff_member(at)
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
                if entry in node.apart.names or not node.apart.names & set(entries)
            ]
    yield from (
        writer.make_entry_difference(at, group, elsewhere.get(at, ""))
        for at, group in by_entry.items()
    )
    still: dict[int, list[ResultDifference]] = {}
    for group in results:
        if all(writer.is_open(node) for node in group):
            for node in group:
                still.setdefault(node.round, []).append(node)
        else:
            yield writer.make_result_difference(group)
    yield from (
        writer.make_open_difference(place, still[place]) for place in sorted(still)
    )


def _group_nodes(
    nodes: list[ResultDifference], alone: list[int]
) -> Iterator[tuple[list[ResultDifference], list[int]]]:
    """Yield nodes that are about the same games, with the entries that they hang on."""
    leader: dict[object, object] = {}

    def find(key: object) -> object:
        while leader.setdefault(key, key) != key:
            key = leader[key]
        return key

    of: dict[object, list[int]] = {}
    for at, node in enumerate(nodes):
        of.setdefault(node.place, []).append(at)
    entries = set(alone)
    for at, node in enumerate(nodes):
        find(at)
        for who in node.apart.names:
            if who in entries:
                leader[find(at)] = find(("entry", who))
                continue
            for other in of.get(who, ()):
                back = nodes[other].apart
                if node.place in back.names and back.rounds & node.apart.rounds:
                    leader[find(at)] = find(other)
    for entry in alone:
        find(("entry", entry))
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
        said = node.apart.ours
        if said is not None:
            return self._describe_entry(said, self.ours)
        there = node.apart.theirs
        row = None if there is None else self.table.find_row(there)
        if there is None or row is None:
            return ""
        return describe_cell(
            self.table.ours, read_cell(self.table.ours.players[row], there.round)
        )

    def _describe_theirs(self, node: ResultDifference) -> str:
        said = node.apart.theirs
        if said is not None:
            mapped = None if said.entry is None else self._renumber_entry(said)
            return said.text if mapped is None else describe_entry(mapped, self.theirs)
        text = self._find_absence(node)
        return describe_cell(self.table.theirs, text) if text else "no game"

    @staticmethod
    def _describe_entry(said: RowEntry, names: dict[int, str]) -> str:
        if said.entry is None:
            return f'"{said.text}" isn\'t a valid result'
        return describe_entry(said.entry, names)

    def _renumber_entry(self, said: RowEntry) -> Entry:
        """Return an entry of the page with our number."""
        assert said.entry is not None
        number = said.entry.opponent
        if number is None:
            return said.entry
        return replace(said.entry, opponent=self.table.numbers.get(number, number))

    def _find_absence(self, node: ResultDifference) -> str:
        """Return the page's code for a round without a game; empty without one."""
        ours = node.apart.ours
        person = self.table.both[node.place].theirs
        if ours is None or person is None:
            return ""
        texts = [read_cell(player, ours.round).strip() for player in person.players]
        alone = [text for text in texts if text[:1].upper() in ("U", "F", "Z")]
        return alone[0][:1].upper() if alone else ""

    # Corrections

    def make_change(self, node: ResultDifference) -> SetEntry | None:
        """Return the entry as the page has it, in the place of ours."""
        ours, theirs = node.apart
        after = self._find_absence(node)
        if theirs is not None and theirs.entry is not None:
            entry = self._renumber_entry(theirs)
            if ours is not None and ours.entry is not None and entry.color is None:
                same = ours.who == theirs.who
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
        """Return the difference of a member on one side only, with the games of others."""
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
        """Return a row of the page in the form it gets here."""
        player = person.players[place]
        row = person.rows[place]
        results = list(player.results)
        cells: dict[int, list[str]] = {}
        at = next(i for i, one in enumerate(self.table.both) if one.theirs is person)
        for one in self.table.there[at]:
            if one.row == row and one.entry is not None:
                cells.setdefault(one.round, []).append(str(self._renumber_entry(one)))
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
            return None in node.apart, players[person.rows[0]].number

        first = min(nodes, key=weight)
        person = self.table.both[first.place].ours
        assert person is not None
        cause, because = self._find_cause(nodes, first)
        places = {node.place for node in nodes}
        others = len(places | set().union(*(node.apart.names for node in nodes))) - len(
            {first.place} | first.apart.names
        )
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
            ours, theirs = node.apart
            if ours is not None and ours.key is None:
                return "ours", "the text here isn't a result"
            if ours is not None and not is_mirrored(table.here, node.place, ours):
                return "ours", "the two players' results conflict here"
            if theirs is not None and not is_mirrored(table.there, node.place, theirs):
                return "theirs", "US Chess has a different result for these players"
        if first.apart.ours is None:
            return "theirs", "this result is only on the US Chess page"
        if first.apart.theirs is None:
            return "ours", "this result isn't on the US Chess page"
        return "ours", "US Chess rated it with the other result"

    # Results that are not entered yet

    def is_open(self, node: ResultDifference) -> bool:
        """Return True if the page only has the result of a game that is open here."""
        ours, theirs = node.apart
        if ours is not None:
            return ours.to_come
        return theirs is not None and theirs.round not in self.entered

    def make_open_difference(
        self, place: int, nodes: list[ResultDifference]
    ) -> PageDifference:
        """Return a round's results that are open here."""
        said = [(node.place, node.apart.theirs or node.apart.ours) for node in nodes]
        games = len({frozenset((at, one.who if one else None)) for at, one in said})
        one = games == 1
        return self.table.make_difference(
            "open",
            "not entered",
            f"{games} result{'s' * (not one)}",
            "theirs",
            f"US Chess has {'this result' if one else 'these results'}",
            self._make_changes(nodes),
            round_=place + 1,
            adds=True,
        )


def _describe_member(person: Member) -> str:
    """Return an entry in a few words: its ID, and how often it played."""
    games = sum(
        text.strip()[:1].upper() in ("W", "L", "D", "N", "R", "S")
        for player in person.players
        for text in player.results
    )
    played = f"{games} game{'s' * (games != 1)}"
    return f"{person.id}, {played}" if person.id else played
