"""Merge a file that another program keeps saving into the event linked to it.

Three states are compared: the file as it was last merged (base), the file now, and the
event with the user's edits. A change on one side is used. If both sides changed one
fact, the user's value is kept and a finding reports it. The finding returns with every
merge until the two agree, because the base keeps the older value.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import is_
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import parse_entries
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.alignment import (
    ThreeWay,
    align,
    match_sections_by_name,
    merge_order,
)
from uscalc.document.merge.facts import REMEDY, MergeLedger, merge_settings
from uscalc.document.merge.news import (
    ORDER,
    News,
    NewsKind,
    make_move_news,
    name_player,
    sort_news,
)
from uscalc.document.merge.people import make_person_key
from uscalc.document.merge.section import merge_section
from uscalc.document.model import Document, Edit, Place, Player, Section
from uscalc.monitor import UNMONITORED, Monitor


class SectionMove(NamedTuple):
    """A player who moves to another section, with the pairing number there."""

    place: Place
    to: int
    number: int


def move_to_file_sections(
    ours: Document, base: Document, theirs: Document, ledger: MergeLedger
) -> tuple[Document, Document]:
    """Return the event and the base with each player in the section that the file has.

    The user's edits move with the player. Players with results stay in their old
    section; then only the news says that it is one person.
    """
    to_theirs = match_sections_by_name(base.sections, theirs.sections)
    here, before, now = (
        _find_unique_places(document) for document in (ours, base, theirs)
    )
    movers = [
        person
        for person, (section, _) in now.items()
        if person in before and to_theirs.get(before[person][0]) != section
    ]
    if not movers:
        return ours, base
    ledger.elsewhere = {who: theirs.sections[now[who][0]].name for who in movers}
    to_ours = match_sections_by_name(base.sections, ours.sections)
    from_theirs = {place: section for section, place in to_theirs.items()}
    idle = [
        [_find_idle_rows(s) for s in document.sections] for document in (ours, base)
    ]
    moves: tuple[list[SectionMove], list[SectionMove]] = ([], [])
    for who in ledger.monitor.watch(movers):
        target = from_theirs.get(now[who][0])
        at, was = here.get(who), before[who]
        if target is None or target not in to_ours or at is None:
            continue
        unmoved = at[0] == to_ours.get(was[0])
        if not (unmoved and at[1] in idle[0][at[0]] and was[1] in idle[1][was[0]]):
            continue
        player = _get_player(theirs, now[who])
        section = ours.sections[to_ours[target]]
        taken = (*section.players, *base.sections[target].players)
        numbers = {p.number for p in taken} | {
            move.number for move in moves[1] if move.to == target
        }
        free = player.number not in numbers
        number = player.number if free else max(numbers) + 1
        moves[0].append(SectionMove(at, to_ours[target], number))
        moves[1].append(SectionMove(was, target, number))
        sentence = (
            f"moved here from {ours.sections[at[0]].name}, as number {player.number}"
        )
        news = make_move_news(name_player(player), sentence, section.name, section.name)
        ledger.count_change("moved", who, None, news)
    return _apply_moves(ours, moves[0]), _apply_moves(base, moves[1])


def _find_unique_places(document: Document) -> Mapping[str, Place]:
    """Return the positions of the people who have only one row."""
    found = [
        (make_person_key(player), (index, row))
        for index, section in enumerate(document.sections)
        for row, player in enumerate(section.players)
    ]
    count = Counter(person for person, _ in found)
    return {person: at for person, at in found if person and count[person] == 1}


def _get_player(document: Document, place: Place) -> Player:
    section, row = place
    return document.sections[section].players[row]


def _find_idle_rows(section: Section) -> frozenset[int]:
    """Return the rows without a result, in their own cells and in opponents' cells."""
    named = {
        entry.opponent
        for player in section.players
        for text in player.results
        for entry in parse_entries(text)
    }
    return frozenset(
        row
        for row, player in enumerate(section.players)
        if player.number not in named and not any(map(str.strip, player.results))
    )


def _apply_moves(document: Document, moves: Sequence[SectionMove]) -> Document:
    """Return the document with the moved players at the end of their new sections."""
    gone = {move.place for move in moves}
    sections = [
        replace(
            section,
            players=(
                *(p for row, p in enumerate(section.players) if (i, row) not in gone),
                *(
                    replace(
                        _get_player(document, move.place),
                        number=move.number,
                        results=(),
                    )
                    for move in moves
                    if move.to == i
                ),
            ),
        )
        for i, section in enumerate(document.sections)
    ]
    return replace(document, sections=tuple(sections)) if moves else document


class MergeResult(Struct, frozen=True):
    """A document with the changes of a file, as one edit.

    If the file changed nothing, the edit's document is the original one. `base` is the
    state to merge against next time. `findings` are the facts that both sides changed;
    `news` are the changes with the players' names.
    """

    edit: Edit
    base: Document
    findings: tuple[Finding, ...] = ()
    news: tuple[News, ...] = ()

    @property
    def linked(self) -> Document:
        """The document of the edit, with the link updated."""
        document = self.edit.document
        return (
            document
            if document.link is None or document.link.base == self.base
            else replace(document, link=replace(document.link, base=self.base))
        )


def merge_file(
    document: Document,
    fresh: Document,
    base: Document,
    source: str = "the file",
    *,
    take_theirs: bool = False,
    monitor: Monitor = UNMONITORED,
) -> MergeResult:
    """Return the document with the changes from `base` to `fresh`.

    `source` names the other program in the edit's name. With `take_theirs`, the file's
    value is used if both sides changed a fact. `monitor` is checked between two
    players.
    """
    ledger = MergeLedger(take_theirs, monitor)
    if fresh == base:
        return MergeResult(Edit(document, ledger.name_edit(source)), fresh)
    held, to_remember = merge_settings(document, base, fresh, ledger)
    sections, remembered = _EventMerge(
        *move_to_file_sections(document, base, fresh, ledger), fresh, ledger
    ).merge_sections()
    if len(sections) == len(document.sections) and all(
        map(is_, sections, document.sections)
    ):
        sections = document.sections
    merged = replace(document, **held, sections=sections)
    changed = merged != document
    edit = Edit(merged if changed else document, ledger.name_edit(source))
    news = sort_news(ledger.news.values()) if changed else ()
    if changed and not news:
        news = (ORDER,)
    remembered_event = replace(fresh, **to_remember, sections=remembered, link=None)
    return MergeResult(edit, remembered_event, tuple(ledger.findings), news)


class _EventMerge:
    """The sections of one event in its three states."""

    def __init__(
        self, ours: Document, base: Document, theirs: Document, ledger: MergeLedger
    ) -> None:
        self._ledger = ledger
        self._states: tuple[Sequence[Section], ...] = (
            ours.sections,
            base.sections,
            theirs.sections,
        )
        self._trios = align(*self._states[:3], match_sections_by_name)

    def merge_sections(self) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
        """Return the merged sections, and those to remember as the file's."""
        held: dict[int, Section] = {}
        kept: dict[int, Section] = {}
        found: dict[int, list[Finding]] = {}
        for place, trio in enumerate(self._trios):
            before = len(self._ledger.findings)
            merged, remembered = self._merge_one(trio)
            if merged is not None:
                held[place] = merged
            if remembered is not None:
                kept[place] = remembered
            found[place] = self._ledger.findings[before:]
        order = merge_order(self._trios, held)
        events = [f for f in self._ledger.findings if not f.section_name]
        self._ledger.findings = events + [
            replace(finding, section=index, section_name=held[place].name)
            for index, place in enumerate(order)
            for finding in sorted(
                found[place], key=lambda f: (f.player or 0, f.round or 0, f.message)
            )
        ]
        last = sorted(
            kept,
            key=lambda at: (self._trios[at].theirs is None, self._trios[at].in_file),
        )
        return tuple(held[i] for i in order), tuple(kept[i] for i in last)

    def _count_section(self, kind: NewsKind, trio: ThreeWay, section: Section) -> None:
        there = kind == "new-section"
        players = f"{len(section.players)} player{'s' * (len(section.players) != 1)}"
        sentence = (
            f'section "{section.name}" with {players}'
            if there
            else f'section "{section.name}" is no longer in the file'
        )
        about = f"section {section.name} {'new' if there else 'gone'}"
        self._ledger.count_change(kind, trio, None, News(kind, sentence, about=about))

    def _merge_one(self, trio: ThreeWay) -> tuple[Section | None, Section | None]:
        ours, base, theirs = (
            None if place is None else sections[place]
            for place, sections in zip(trio, self._states, strict=True)
        )
        if ours is None:
            if theirs is not None and base is None:
                self._count_section("new-section", trio, theirs)
                return theirs, theirs
            return None, theirs
        if theirs is not None:
            return merge_section(ours, base, theirs, self._ledger)
        if base is None:
            return ours, None
        if ours == base or self._ledger.take_theirs:
            self._count_section("gone-section", trio, ours)
            return None, None
        message = (
            "The section is no longer in the linked file. It is kept because "
            "of your edits"
        )
        self._ledger.findings.append(
            Finding(LINKED_FILE_DIFFERS, "warns", message, REMEDY, None, ours.name)
        )
        return ours, base
