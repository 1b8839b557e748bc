"""Merge a file that another program keeps saving into the event linked to it.

Three states meet: the file as merged last (base), the file now, and the event with the
user's edits. A change on one side wins. If both sides changed one fact, the user's
value stays and a finding reports it. The finding returns with every merge until the two
agree, because the base keeps the older value.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import is_

from uscalc.document.change import Edit
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.facts import merge_settings
from uscalc.document.merge.ledger import REMEDY, MergeLedger
from uscalc.document.merge.match import ThreeWay, align, match_sections_by_name
from uscalc.document.merge.moves import move_to_file_sections
from uscalc.document.merge.news import ORDER, News, NewsKind, sort_news
from uscalc.document.merge.order import merge_order
from uscalc.document.merge.section import merge_section
from uscalc.document.model import Document, Section
from uscalc.monitor import UNMONITORED, Monitor


@dataclass(frozen=True, slots=True)
class MergeResult:
    """A document with the changes of a file, as one edit.

    The edit's document is the original one if the file changed nothing in it. `base` is
    the state to merge against next time. `findings` are the facts that both sides
    changed, `news` the changes by name.
    """

    edit: Edit
    base: Document
    findings: tuple[Finding, ...] = ()
    news: tuple[News, ...] = ()

    @property
    def linked(self) -> Document:
        """The document of the edit, its link up to date."""
        document = self.edit.document
        if document.link is None or document.link.base == self.base:
            return document
        return replace(document, link=replace(document.link, base=self.base))


def merge_file(
    document: Document,
    fresh: Document,
    base: Document,
    source: str = "the file",
    *,
    take_theirs: bool = False,
    monitor: Monitor = UNMONITORED,
) -> MergeResult:
    """Return the document with what changed between `base` and `fresh`.

    `source` names the other program in the edit's name. `take_theirs` gives the file
    the word where both changed a fact. `monitor` is checked between two players.
    """
    ledger = MergeLedger(take_theirs, monitor)
    if fresh == base:
        return MergeResult(Edit(document, ledger.name_edit(source)), fresh)
    held, kept = merge_settings(document, base, fresh, ledger)
    event = _EventMerge(
        *move_to_file_sections(document, base, fresh, ledger), fresh, ledger
    )
    sections, remembered = event.merge_sections()
    if len(sections) == len(document.sections) and all(
        map(is_, sections, document.sections)
    ):
        sections = document.sections
    merged = replace(document, **held, sections=sections)
    changed = merged != document
    edit = Edit(merged if changed else document, ledger.name_edit(source))
    news = sort_news(ledger.told.values()) if changed else ()
    if changed and not news:
        news = (ORDER,)
    remembered_event = replace(fresh, **kept, sections=remembered, link=None)
    return MergeResult(edit, remembered_event, tuple(ledger.findings), news)


def _get_table_position(finding: Finding) -> tuple[int, int, str]:
    return finding.player or 0, finding.round or 0, finding.message


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
        """Return the sections that hold, and those to be remembered as the file's."""
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
            for finding in sorted(found[place], key=_get_table_position)
        ]
        last = sorted(
            kept, key=lambda place: self._get_file_position(self._trios[place])
        )
        return tuple(held[i] for i in order), tuple(kept[i] for i in last)

    def _get_file_position(self, trio: ThreeWay) -> tuple[bool, int]:
        if trio.theirs is not None:
            return False, trio.theirs
        return True, trio.base or 0

    def _count_section(self, kind: NewsKind, trio: ThreeWay, section: Section) -> None:
        there = kind == "new-section"
        players = f"{len(section.players)} player{'s' * (len(section.players) != 1)}"
        said = (
            f'section "{section.name}" with {players}'
            if there
            else f'section "{section.name}" is no longer in the file'
        )
        about = f"section {section.name} {'new' if there else 'gone'}"
        news = News(kind, said, about=about)
        self._ledger.count_change(kind, trio, None, news)

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
        message = "it is no longer in the file; kept for what was typed here"
        self._ledger.findings.append(
            Finding(LINKED_FILE_DIFFERS, "warns", message, REMEDY, None, ours.name)
        )
        return ours, base
