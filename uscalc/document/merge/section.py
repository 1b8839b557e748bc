"""Merge one section: its players, their numbers, and every result."""

from msgspec.structs import replace

from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.alignment import (
    align,
    merge_order,
    number_as_in_file,
    number_players,
)
from uscalc.document.merge.differences import (
    CellContent,
    TableState,
    adds_color,
    find_named_persons,
    has_result,
    is_same_content,
    is_unplayed_pairing,
    make_state,
    trim_empty_rounds,
    with_colors,
    write_cell,
)
from uscalc.document.merge.facts import (
    REMEDY,
    MergeLedger,
    has_typed_facts,
    make_disagreement,
    merge_facts,
    merge_settings,
)
from uscalc.document.merge.news import (
    NewsKind,
    SectionReporter,
    make_move_news,
    name_player,
)
from uscalc.document.merge.people import make_person_key, match_players
from uscalc.document.model import Player, Section

NOBODY = Section()


def merge_section(
    ours: Section, base: Section | None, theirs: Section, ledger: MergeLedger
) -> tuple[Section, Section]:
    """Return the section with the file's changes, and the file's section to remember."""
    if theirs == base:
        return ours, theirs
    held, to_remember = merge_settings(ours, base or NOBODY, theirs, ledger)
    players, remembered = _SectionMerge(
        ours, base or NOBODY, theirs, ledger
    ).merge_rows()
    if players == ours.players:
        players = ours.players
    merged = replace(ours, **held, players=players)
    return (
        ours if merged == ours else merged,
        replace(theirs, **to_remember, players=remembered),
    )


class _SectionMerge:
    """The players of one section in its three states; a person is an index into `trios`."""

    def __init__(
        self, ours: Section, base: Section, theirs: Section, ledger: MergeLedger
    ) -> None:
        self._name = ours.name
        self._ledger = ledger
        self._trios = align(ours.players, base.players, theirs.players, match_players)
        self._ours = self._make_side(ours, 0)
        self._base = self._make_side(base, 1)
        self._theirs = self._make_side(theirs, 2)
        people = range(len(self._trios))
        here, before, now = (
            frozenset(state.players) for state in (self._ours, self._base, self._theirs)
        )
        self._removed_here = frozenset(
            who
            for who in people
            if who in before and who in now and who not in here
            if not ledger.take_theirs or not self._has_new_results(who)
        )
        self._gone = frozenset(
            who for who in people if who in before and who in here and who not in now
        )
        self._vanished = frozenset(
            who for who in people if who not in here and who not in now
        )
        self._ours = self._add_newcomers()
        self._reporter = SectionReporter(ours.name, theirs, self._theirs, self._ours)
        staying = [
            w for w in people if w not in self._removed_here and w not in self._vanished
        ]
        states = self._ours, self._base, self._theirs
        self._numbers = number_players(staying, *states, ledger)
        self._remembered_numbers = number_as_in_file(self._base, self._theirs)
        # If all players have the same numbers in both, equal texts mean the same.
        self._still = (
            not self._removed_here
            and self._base.persons.items() <= self._theirs.persons.items()
            and all(
                self._numbers[who] == player.number
                for who, player in self._ours.players.items()
            )
        )

    def _make_side(self, section: Section, side: int) -> TableState:
        return make_state(
            {
                who: section.players[place]
                for who, trio in enumerate(self._trios)
                if (place := trio[side]) is not None
            }
        )

    def _add_newcomers(self) -> TableState:
        """Return our state with the file's new players, at numbers unused here."""
        here = self._ours
        used = {player.number for player in here.players.values()}
        new = {
            number: who
            for number, who in self._theirs.persons.items()
            if who not in here.players
            and who not in self._removed_here
            and number not in used
        }
        return TableState(here.players, {**new, **here.persons})

    # Rows

    def merge_rows(self) -> tuple[tuple[Player, ...], tuple[Player, ...]]:
        """Return the merged rows, and those to remember as the file's."""
        rows: dict[int, Player] = {}
        remembered: dict[int, Player] = {}
        typed: set[int] = set()
        for who in self._ledger.monitor.watch(range(len(self._trios))):
            ours = self._ours.players.get(who)
            theirs = self._theirs.players.get(who)
            if who in self._vanished:
                continue
            if who in self._removed_here:
                assert theirs is not None
                remembered[who] = self._keep_removed(who, theirs)
            elif ours is None:
                assert theirs is not None
                rows[who] = self._add_player(who, theirs)
                remembered[who] = theirs
            elif theirs is None and who not in self._gone:
                rows[who] = self._keep_own_player(who, ours)
            else:
                rows[who], remembered[who] = self._merge_player(who, ours, theirs)
                if who in self._gone and self._has_typed_data(who, rows[who]):
                    typed.add(who)
        self._remove_departed(rows, remembered, typed)
        order = merge_order(self._trios, rows)
        last = sorted(
            remembered,
            key=lambda who: (who in self._gone, self._trios[who].in_file),
        )
        return (
            tuple(rows[who] for who in order),
            tuple(remembered[who] for who in last),
        )

    def _add_player(self, who: int, theirs: Player) -> Player:
        number = self._numbers[who]
        self._count_person("entry", who, f"entered as number {number}")
        results = tuple(
            self._write_own_cell(self._theirs, who, place)
            for place in range(len(theirs.results))
        )
        return replace(theirs, number=number, results=results)

    def _keep_own_player(self, who: int, ours: Player) -> Player:
        if self._numbers[who] != ours.number:
            self._count_person("number", who, f"now has number {self._numbers[who]}")
        results = tuple(
            self._write_own_cell(self._ours, who, place)
            for place in range(len(ours.results))
        )
        return replace(ours, number=self._numbers[who], results=results)

    def _merge_player(
        self, who: int, ours: Player, theirs: Player | None
    ) -> tuple[Player, Player]:
        base = self._base.players.get(who) or Player(ours.number)
        number = self._numbers[who]
        if theirs is None:
            theirs = replace(base, results=())
        elif number != ours.number:
            self._count_person("number", who, f"now has number {number}")
        merged, to_remember = merge_facts(
            ours, base, theirs, self._ledger, self._name, number
        )
        results, cells = self._merge_results(who, ours, base, theirs)
        return (
            replace(merged, number=number, results=results),
            replace(to_remember, number=self._remembered_numbers[who], results=cells),
        )

    def _keep_removed(self, who: int, theirs: Player) -> Player:
        """Return the file's row of a player removed here; add a finding for new games in it."""
        if not self._has_new_results(who):
            return theirs
        self._add_finding(
            f"{name_player(theirs)} was removed here but has new results in "
            "the linked file"
        )
        base = self._base.players[who]
        results = tuple(
            self._write_previous_cell(who, place) for place in range(len(base.results))
        )
        return replace(theirs, results=results)

    def _write_previous_cell(self, who: int, place: int) -> str:
        """Return the text of a cell in the file before, to remember as the file's."""
        return write_cell(
            self._base.get_text(who, place),
            self._base.read_cell(who, place),
            self._remembered_numbers,
        )

    def _names_removed_player(self, who: int, place: int) -> bool:
        """Return whether a new game in the file is against a player removed here."""
        before, now = (s.read_cell(who, place) for s in (self._base, self._theirs))
        return before != now and not self._removed_here.isdisjoint(
            find_named_persons(now)
        )

    def _has_new_results(self, who: int) -> bool:
        rounds = range(
            max(len(s.players[who].results) for s in (self._base, self._theirs))
        )
        return any(
            self._base.read_cell(who, place) != self._theirs.read_cell(who, place)
            for place in rounds
        )

    def _has_typed_data(self, who: int, row: Player) -> bool:
        ours, base = self._ours.players[who], self._base.players[who]
        return not self._ledger.take_theirs and (
            has_typed_facts(ours, base) or any(map(str.strip, row.results))
        )

    def _remove_departed(
        self, rows: dict[int, Player], remembered: dict[int, Player], typed: set[int]
    ) -> None:
        """Remove players who are gone from the file, unless typed data would be lost."""
        if not self._gone:
            return
        state = make_state(rows)
        staying = [who for who in rows if who not in self._gone or who in typed]
        named: set[int] = set()
        for who in self._ledger.monitor.watch(staying):
            for place in range(len(rows[who].results)):
                named |= find_named_persons(state.read_cell(who, place))
        for who in sorted(self._gone):
            if who in typed or who in named:
                self._add_finding(
                    (
                        f"{name_player(rows[who])} is no longer in this section of the "
                        "linked file. The player is kept because of your edits"
                    ),
                    self._numbers[who],
                )
            else:
                self._report_departure(
                    who, self._ledger.elsewhere.get(make_person_key(remembered[who]))
                )
                del rows[who], remembered[who]

    def _report_departure(self, who: int, to: str | None) -> None:
        """Report a player who is gone from the file, or is now in section `to`."""
        news = self._reporter.report_player("gone", who, "is no longer in the file")
        if to is not None:
            news = make_move_news(
                news.name, f"is now in {to} in the file", self._name, to
            )
        self._ledger.count_change("gone", (self._name, who), None, news)

    def _count_person(self, kind: NewsKind, who: int, became: str) -> None:
        news = self._reporter.report_player(kind, who, became)
        self._ledger.count_change(kind, (self._name, who), None, news)

    def _add_finding(self, message: str, player: int | None = None) -> None:
        self._ledger.findings.append(
            Finding(
                LINKED_FILE_DIFFERS, "warns", message, REMEDY, None, self._name, player
            )
        )

    # Results

    def _write_own_cell(self, state: TableState, who: int, place: int) -> str:
        content = state.read_cell(who, place, self._removed_here)
        return write_cell(state.get_text(who, place), content, self._numbers)

    def _merge_results(
        self, who: int, ours: Player, base: Player, theirs: Player
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return a row's results, and those to remember as the file's."""
        lengths = [len(player.results) for player in (ours, base, theirs)]
        held: list[str] = []
        remembered = list(theirs.results)
        for place in range(max(lengths)):
            if self._still and (
                self._base.get_text(who, place) == self._theirs.get_text(who, place)
            ):
                held.append(self._ours.get_text(who, place))
                continue
            here, before, now = (
                state.read_cell(who, place, self._removed_here)
                for state in (self._ours, self._base, self._theirs)
            )
            taken = self._choose_side(here, before, now)
            if taken == "theirs" and who not in self._gone:
                self._count_cell(who, place, here, now)
            elif taken == "neither":
                self._add_disagreement(who, place)
            if taken == "neither" or self._names_removed_player(who, place):
                remembered += [""] * (place + 1 - len(remembered))
                remembered[place] = self._write_previous_cell(who, place)
            if taken == "theirs":
                now = with_colors(now, here, before)
                held.append(
                    write_cell(self._theirs.get_text(who, place), now, self._numbers)
                )
            else:
                held.append(self._write_own_cell(self._ours, who, place))
        shrunk = lengths[2] < lengths[1]
        length = lengths[2] if shrunk or lengths[0] == lengths[1] else lengths[0]
        return trim_empty_rounds(held, length), tuple(remembered)

    def _choose_side(
        self, here: CellContent, before: CellContent, now: CellContent
    ) -> str:
        """Return the side whose cell is used; "neither" if both changed it."""
        if now == before:
            return "ours"
        if is_same_content(here, now):
            return "theirs" if adds_color(now, here) else "ours"
        if (
            is_same_content(here, before)
            or self._ledger.take_theirs
            or is_unplayed_pairing(here, now)
        ):
            return "theirs"
        return "ours" if is_unplayed_pairing(now, here) else "neither"

    def _add_disagreement(self, who: int, place: int) -> None:
        """Add one finding for a game that both sides changed, though both its cells differ."""
        numbers = self._numbers
        content = self._ours.read_cell(who, place)
        for other in find_named_persons(content) | find_named_persons(
            self._theirs.read_cell(who, place)
        ):
            first = numbers.get(other, numbers[who]) < numbers[who]
            if first and self._is_disputed(other, place):
                return
        self._ledger.findings.append(
            make_disagreement(
                "result",
                self._write_own_cell(self._ours, who, place),
                self._write_own_cell(self._theirs, who, place),
                self._name,
                self._numbers[who],
                place + 1,
            )
        )

    def _is_disputed(self, who: int, place: int) -> bool:
        if who not in self._ours.players or who in self._removed_here:
            return False
        contents = (s.read_cell(who, place, self._removed_here) for s in self._states)
        return self._choose_side(*contents) == "neither"

    @property
    def _states(self) -> tuple[TableState, TableState, TableState]:
        return self._ours, self._base, self._theirs

    def _count_cell(
        self, who: int, place: int, before: CellContent, now: CellContent
    ) -> None:
        game = (self._name, place, frozenset({who, *find_named_persons(now or before)}))
        if is_same_content(before, now):
            # Only a color was added to a known game.
            self._ledger.add_news(game, self._reporter.report_color(who, place, now))
        else:
            kind = _classify_change(before, now)
            self._ledger.count_change(
                kind, game, place + 1, self._reporter.report_cell(kind, who, place, now)
            )


def _classify_change(before: CellContent, now: CellContent) -> NewsKind:
    if has_result(before) or not now or isinstance(now, str):
        return "correction"
    if has_result(now):
        return "result"
    if any(entry.outcome == "to-play" for entry, _ in now):
        return "pairing"
    return "unpaired" if any(e.outcome == "unpaired" for e, _ in now) else "bye"
