"""The open event: its history and file, edits, and the shared selection."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Concatenate, ParamSpec

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from uscalc.document.history import History
from uscalc.document.model import (
    Document,
    Edit,
    Player,
    differ_in_results,
    find_player,
    find_section,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import find_counted_systems, find_section_systems
from uscalc.engine.inputs import System
from uscalc.ui.session.pending import PendingTexts, RejectedText


class Selection(Struct, frozen=True):
    """The shared selection of all views.

    `row` is the player's position in the section, None if no player is selected;
    `round` counts from 1, None if no round is selected.
    """

    section: int = 0
    system: System = "R"
    row: int | None = None
    round: int | None = None

    def move_to(
        self,
        section: int | None,
        system: System | None,
        row: int | None,
        round_number: int | None,
    ) -> "Selection":
        """Return the selection moved; another section begins with its first player."""
        moved = self
        if section is not None and section != self.section:
            moved = replace(moved, section=section, row=0, round=None)
        if system is not None:
            moved = replace(moved, system=system)
        if row is not None:
            moved = replace(moved, row=row, round=round_number)
        return moved

    def keep_player(self, before: Document, now: Document) -> "Selection":
        """Return the selection of the same player and section after an edit.

        If that player was removed, the row's present player is selected.
        """
        if self.section >= len(before.sections):
            return self
        section = before.sections[self.section]
        index = find_section(now, section.identity)
        if index is None:
            return self
        place = (
            find_player(now, section.players[self.row].identity)
            if self.row is not None and self.row < len(section.players)
            else None
        )
        return (
            replace(self, section=index)
            if place is None or place[0] != index
            else replace(self, section=index, row=place[1])
        )

    def fit_to(
        self, document: Document, systems_of: Callable[[int], Sequence[System]]
    ) -> "Selection":
        """Return the nearest selection that exists in a document."""
        sections = document.sections
        if not sections:
            return Selection()
        index = min(self.section, len(sections) - 1)
        systems = systems_of(index)
        system = self.system
        if system not in systems:
            system = systems[0] if systems else "R"
        players = len(sections[index].players)
        row = None if not players else min(self.row or 0, players - 1)
        return Selection(index, system, row, self.round)


P = ParamSpec("P")


class OpenEvent(QObject):
    """The event that is open in a window.

    `opened` is emitted when another event is shown; `edited` when its document changed,
    and then `restructured` if more than results changed, and `reverted` if an edit was
    undone; `selected` when the shared selection changed, and before it `switched` if
    the section or the system did; `refused` with the reason why an edit was not made;
    `filed` when the event is saved, or is linked to a different file name.
    """

    opened = Signal()
    edited = Signal()
    restructured = Signal()
    reverted = Signal()
    switched = Signal()
    selected = Signal()
    refused = Signal(str)
    filed = Signal()

    def __init__(
        self, document: Document, rulebook: RuleBook, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.rulebook = rulebook
        self.pending = PendingTexts(self)
        """The unfinished typing, which is entered before another command runs."""
        self.pending.refused.connect(self.refused)
        self.history = History(document)
        self.last_change = ""
        """The last change in words: an edit, or "Undone" with its name."""
        self.document = document
        """The shown document."""
        self.path: Path | None = None
        self._known_systems: dict[object, tuple[System, ...]] = {}
        self._show_selection(Selection())

    # The open event

    @property
    def player(self) -> Player | None:
        """The selected player."""
        row = self.selection.row
        return (
            None if self.section is None or row is None else self.section.players[row]
        )

    def show_document(
        self, document: Document, path: Path | None, *, saved: bool = True
    ) -> None:
        """Show another event. `path` is where Save writes it; if it is None, Save asks."""
        self.show_history(History(document, saved), path)

    def show_history(self, history: History, path: Path | None) -> None:
        """Show another event, together with its steps to undo and redo."""
        self.pending.commit_all()
        self.history, self.path = history, path
        self.document = history.document
        # First: the ratings depend on the selection.
        self._show_selection(Selection())
        self._reset_state()
        self._announce_opened()

    def _reset_state(self) -> None:
        """Reset everything that belongs to the previous event, without emitting signals."""

    def _announce_opened(self) -> None:
        self.opened.emit()
        self.switched.emit()
        self.selected.emit()

    def mark_saved_as(self, path: Path, document: Document | None = None) -> None:
        """Record that a document, by default the shown one, was saved in this file."""
        self.path = path
        self.history.mark_saved(document)
        self.filed.emit()

    # Editing

    def apply_edit(
        self,
        make: Callable[Concatenate[Document, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        """Make an edit of the document; return False if it changed nothing.

        Unfinished typing is entered before the edit.
        """
        self.pending.commit_all()
        edit = make(self.document, *args, **more)
        if edit.refused:
            self.refused.emit(f"{edit.name}: {'; '.join(edit.refused)}")
            return False
        return self._record_edit(edit)

    def enter_text(
        self,
        text: str,
        make: Callable[Concatenate[Document, P], Edit],
        *args: P.args,
        **more: P.kwargs,
    ) -> bool:
        """Make the edit of a typed text; if it is rejected, the message quotes the text."""
        self.pending.commit_all()
        edit = make(self.document, *args, **more)
        if edit.refused:
            self.pending.report_rejected(
                RejectedText(edit.name, text, "; ".join(edit.refused))
            )
            return False
        return self._record_edit(edit)

    def amend_document(self, document: Document) -> None:
        """Replace the document by one with the same visible content, without a step to undo."""
        before = self.document
        self.history.replace_shown(document)
        self._announce_change(before)

    def undo_edit(self) -> None:
        """Undo the unfinished typing or, if there is none, the last edit."""
        self.pending.commit_all()
        before = self.document
        if self.history.undo():
            self.last_change = _name_reversal("Undone", self.history.redo_name)
            self._announce_change(before)
            self.reverted.emit()

    def redo_edit(self) -> None:
        """Redo the last undone edit, unless the user typed something since."""
        self.pending.commit_all()
        before = self.document
        if self.history.redo():
            self.last_change = _name_reversal("Redone", self.history.undo_name)
            self._announce_change(before)

    def _record_edit(self, edit: Edit) -> bool:
        before = self.document
        changed = self.history.apply_edit(edit)
        if changed:
            self.last_change = edit.name
            self._announce_change(before)
        return changed

    def _announce_change(self, before: Document) -> None:
        """Keep the selection on its player, and announce that the document changed."""
        self.document = now = self.history.document
        selection = self.selection
        if differ_in_results(before, now):
            self._show_selection(selection)
            self.edited.emit()
            return
        self._show_selection(selection.keep_player(before, now))
        self.edited.emit()
        self.restructured.emit()
        self._announce_selection(selection)

    # Rating systems

    def list_systems(self) -> tuple[System, ...]:
        """Return the systems the selected section counts for, rated or not."""
        return self._list_systems_of(self.selection.section)

    def list_counted_systems(
        self, document: Document | None = None
    ) -> tuple[tuple[System, ...], ...]:
        """Return the systems that each section counts for, in this or another event."""
        return (
            find_counted_systems(document, self.rulebook)
            if document is not None
            else tuple(map(self._list_systems_of, range(len(self.document.sections))))
        )

    def _list_systems_of(self, index: int) -> tuple[System, ...]:
        sections = self.document.sections
        if index >= len(sections) or sections[index].kind == "unrated":
            return ()
        section = sections[index]
        end = self.document.end_date_of(section)
        # Keep them, because every edit asks several times and edits of players don't change them.
        given = section.kind, section.systems, section.time_control, section.online
        key = *given, section.rules, end
        if key not in self._known_systems:
            found = find_section_systems(section, index, end, self.rulebook)
            self._known_systems[key] = found[0]
        return self._known_systems[key]

    # Selecting

    def select(
        self,
        section: int | None = None,
        system: System | None = None,
        row: int | None = None,
        round_number: int | None = None,
    ) -> None:
        """Change the selection; another section begins with its first player."""
        moves = section, system, row, round_number
        moved = self.selection.move_to(*moves)
        if moved.fit_to(self.document, self._list_systems_of) == self.selection:
            return
        self.pending.commit_all()
        before = self.selection
        self._show_selection(before.move_to(*moves))
        self._announce_selection(before)

    def select_number(self, number: int) -> None:
        """Select the player with this pairing number in the selected section."""
        section = self.section
        for row, player in enumerate(section.players if section else ()):
            if player.number == number:
                self.select(row=row)
                return

    def _announce_selection(self, before: Selection) -> None:
        now = self.selection
        if (before.section, before.system) != (now.section, now.system):
            self.switched.emit()
        if before != now:
            self.selected.emit()

    def _show_selection(self, selection: Selection) -> None:
        """Select what exists in the document and is nearest to this selection."""
        self.selection = selection.fit_to(self.document, self._list_systems_of)
        sections = self.document.sections
        self.section = sections[self.selection.section] if sections else None
        """The selected section; None in an event without sections."""


def _name_reversal(verb: str, edit: str | None) -> str:
    """Return what an undo did, for example "Undone: Round 5, 1 beats 3"."""
    return f"{verb}: {(edit or '').replace(': ', ', ', 1)}"
