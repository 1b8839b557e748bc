"""Keep track of unfinished typing in all parts of the window."""

from abc import abstractmethod
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from uscalc.document.model import Identity
from uscalc.ui.widgets.controls import ChoiceControl

LONGEST_QUOTE = 200


class RejectedText(Struct, frozen=True):
    """A rejected text, with its place and the reason."""

    where: str
    text: str
    reason: str

    def __str__(self) -> str:
        """Return a line that quotes the text, so that the user doesn't lose what was typed."""
        text = " ".join(self.text.split())
        if len(text) > LONGEST_QUOTE:
            text = f"{text[:LONGEST_QUOTE]}…"
        quoted = f'"{text}"'
        if not text:
            return f"{self.where}: {self.reason}"
        if quoted in self.reason:
            return f"{self.where} was not accepted: {self.reason}"
        return f"{self.where}: {quoted} was not accepted: {self.reason}"


class TypingPlace(Protocol):
    """A part of the window with typed text that is not in the event yet."""

    @property
    def typing(self) -> bool:
        """True if there is unfinished typing here that was not rejected before."""

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return whether the focus is here, in a field for this player or section."""

    def commit_typed(self) -> None:
        """Enter the typed text; report it if it is rejected."""

    def discard_typed(self) -> None:
        """Forget the typed text."""


class PendingTexts(QObject):
    """All texts that the user is typing.

    They are entered before another command runs. Each place enters its texts as
    separate edits, while the document and the selection are still those for which they
    were typed. A rejected text is reported: `refused` is emitted if its editor closes
    immediately, and `unentered` if another command continues. A message with a key
    stays until it is closed, or until `mended` is emitted.
    """

    refused = Signal(str)
    unentered = Signal(str, str)
    mended = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._places: list[TypingPlace] = []
        self._refusals: list[RejectedText] = []
        self._of_action: tuple[RejectedText, ...] = ()
        self._reported: set[RejectedText] = set()
        self._settling = self._aloud = False

    def register_place(self, place: TypingPlace) -> None:
        """Add a widget or delegate to the places, for as long as it exists."""
        self._places.append(place)

    @property
    def typing(self) -> bool:
        """True if the user is typing."""
        return any(place.typing for place in self._list_living_places())

    def is_held(self, identity: Identity) -> bool:
        """Return whether a form for this player or section has the focus."""
        return any(
            place.has_keyboard_for(identity) for place in self._list_living_places()
        )

    def commit_all(self, aloud: bool = True) -> tuple[RejectedText, ...]:
        """Enter all unfinished typing, and return the rejected texts.

        `aloud` is True if another command follows. If the user only left a field, the
        reason appears below the field.
        """
        if self._settling:
            return ()
        self._settling, self._aloud, self._refusals = True, aloud, []
        try:
            for place in self._list_living_places():
                place.commit_typed()
        finally:
            self._settling = False
        return tuple(self._refusals)

    def commit_then(self, act: Callable[[], object]) -> None:
        """Enter all typed texts, then call `act`."""
        outer = self._of_action
        self._of_action = self.commit_all()
        try:
            act()
        finally:
            self._of_action = outer

    def left_out(self) -> tuple[RejectedText, ...]:
        """Return the texts that were rejected now, or when the current command began."""
        return tuple(dict.fromkeys((*self._of_action, *self.commit_all())))

    def discard_all(self) -> None:
        """Discard all unfinished typing, because the user decided to."""
        self._reported.clear()
        for place in self._list_living_places():
            place.discard_typed()

    def _list_living_places(self) -> tuple[TypingPlace, ...]:
        self._places = [place for place in self._places if isValid(place)]
        return tuple(self._places)

    # Reports of the places

    def report_rejected(self, refusal: RejectedText, stays: bool = False) -> None:
        """Report a rejected text.

        If `stays` is True, the text stays in its field, with the reason below.
        """
        self._refusals.append(refusal)
        if self._settling and self._aloud:
            if not stays or refusal not in self._reported:
                self._report_texts(refusal)
        elif not stays:
            self.refused.emit(str(refusal))

    def report_lost(self, refusal: RejectedText) -> None:
        """Report a text whose field closes before it was entered."""
        self._report_texts(refusal)
        self._reported.discard(refusal)

    def clear_rejected(self, where: str) -> None:
        """Withdraw the report of a rejected text, because it was entered or removed."""
        self._reported = {
            refusal for refusal in self._reported if refusal.where != where
        }
        self.mended.emit(where)

    def _report_texts(self, refusal: RejectedText) -> None:
        self._reported.add(refusal)
        self.unentered.emit(refusal.where, str(refusal))


Index = QModelIndex | QPersistentModelIndex


def open_editor(table: QAbstractItemView, index: QModelIndex) -> None:
    """Open the editor of a cell that can be edited, unless the table has an open one.

    Otherwise, Qt would print a warning.
    """
    editing = table.state() == QAbstractItemView.State.EditingState
    if index.flags() & Qt.ItemFlag.ItemIsEditable and not editing:
        table.edit(index)


class TypingDelegate(QStyledItemDelegate):
    """Keeps its open editor, so that the text can be entered before a command continues.

    A subclass makes and fills the editor.
    """

    def __init__(self, pending: PendingTexts, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor: QWidget | None = None
        self._filled = self._handing_over = False
        pending.register_place(self)

    @abstractmethod
    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return the editor of a cell."""

    @abstractmethod
    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Put the first text in an editor."""

    # Text being typed

    @property
    def typing(self) -> bool:
        """True if an editor is open."""
        return self._editor is not None

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return False; an editor closes as soon as it loses the focus."""
        return False

    def commit_typed(self) -> None:
        """Submit the open editor's text, and close it."""
        editor = self._editor
        # The editor may be committing its text at this moment.
        if editor is not None and not self._handing_over:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def discard_typed(self) -> None:
        """Do nothing, because an editor has no text after it was committed."""

    # Qt

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """Make an editor, and keep it until it closes."""
        self._editor = self.make_editor(parent, index)
        self._filled = False
        return self._editor

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """Forget the closed editor."""
        if editor is self._editor:
            self._editor = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill an editor only once, so that new figures don't replace the typed text."""
        if not self._filled:
            self._filled = True
            self.fill_editor(editor, index)

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: Index
    ) -> None:
        """Submit the typed text, or the key of the selected item."""
        self._handing_over = True
        try:
            if isinstance(editor, ChoiceControl):
                model.setData(index, editor.value)
            else:
                super().setModelData(editor, model, index)
        finally:
            self._handing_over = False
