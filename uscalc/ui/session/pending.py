"""Keep track of unfinished typing anywhere in the window."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Signal,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from uscalc.document.model import Identity

LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True)
class RejectedText:
    """A rejected text, with its place and the reason."""

    where: str
    text: str
    reason: str

    def __str__(self) -> str:
        """Return one line that quotes the text, so that nothing typed is lost unseen."""
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
    """A place with typed text that is not in the event yet."""

    @property
    def typing(self) -> bool:
        """True if there is unfinished typing here that was not rejected before."""

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return whether the keyboard is here to type for this player or section."""

    def commit_typed(self) -> None:
        """Enter the typed text, and report a rejection."""

    def discard_typed(self) -> None:
        """Forget what was typed."""


class PendingTexts(QObject):
    """All texts that are being typed. They are entered before the user moves elsewhere.

    Each place is asked in turn, and enters its texts as separate edits, while the
    document and the selection are still those for which they were typed. A rejected
    text is reported: `refused` where its editor closes at once, `unentered` where
    another command goes on (with a key: the message stays until it is closed, or until
    `mended` is emitted).
    """

    refused = Signal(str)
    unentered = Signal(str, str)
    mended = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._places: list[TypingPlace] = []
        self._refusals: list[RejectedText] = []
        self._of_action: tuple[RejectedText, ...] = ()
        self._said: set[RejectedText] = set()
        self._settling = self._aloud = False

    def register_place(self, place: TypingPlace) -> None:
        """Make a widget or delegate one of the places, for as long as it lives."""
        self._places.append(place)

    @property
    def typing(self) -> bool:
        """True if the user is typing."""
        return any(place.typing for place in self._list_living_places())

    def is_held(self, identity: Identity) -> bool:
        """Return whether a form has the keyboard for this very player or section."""
        return any(
            place.has_keyboard_for(identity) for place in self._list_living_places()
        )

    def commit_all(self, aloud: bool = True) -> tuple[RejectedText, ...]:
        """Enter all unfinished typing, and return the rejected texts.

        `aloud` is True if another command follows. If the user only left a field, the
        reason appears below it.
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
        """Enter all typed texts, then act."""
        outer = self._of_action
        self._of_action = self.commit_all()
        try:
            act()
        finally:
            self._of_action = outer

    def left_out(self) -> tuple[RejectedText, ...]:
        """Return the texts rejected now or at the start of the running action."""
        return tuple(dict.fromkeys((*self._of_action, *self.commit_all())))

    def discard_all(self) -> None:
        """Discard all unfinished typing, as the user decided."""
        self._said.clear()
        for place in self._list_living_places():
            place.discard_typed()

    def _list_living_places(self) -> tuple[TypingPlace, ...]:
        self._places = [place for place in self._places if isValid(place)]
        return tuple(self._places)

    # Reports of the places

    def report_rejected(self, refusal: RejectedText, stays: bool = False) -> None:
        """Report a rejected text; it may stay in its field, with the reason below."""
        self._refusals.append(refusal)
        if self._settling and self._aloud:
            if not stays or refusal not in self._said:
                self._report_texts(refusal)
        elif not stays:
            self.refused.emit(str(refusal))

    def report_lost(self, refusal: RejectedText) -> None:
        """Report a text that leaves its field without being entered."""
        self._report_texts(refusal)
        self._said.discard(refusal)

    def clear_rejected(self, where: str) -> None:
        """Withdraw a rejection, because the text was entered or removed."""
        self._said = {refusal for refusal in self._said if refusal.where != where}
        self.mended.emit(where)

    def _report_texts(self, refusal: RejectedText) -> None:
        self._said.add(refusal)
        self.unentered.emit(refusal.where, str(refusal))


Index = QModelIndex | QPersistentModelIndex


class TypingDelegate(QStyledItemDelegate):
    """Knows its open editor, so that it can be settled before something else goes on.

    A kind of it says how an editor is made, filled and read.
    """

    def __init__(self, pending: PendingTexts, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor: QWidget | None = None
        self._filled = self._handing_over = False
        pending.register_place(self)

    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return the editor of a cell."""
        raise NotImplementedError

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Fill an editor with its first text."""
        raise NotImplementedError

    def read_editor(self, editor: QWidget) -> object:
        """Return the typed text or the selected value."""
        raise NotImplementedError

    # Text being typed

    @property
    def typing(self) -> bool:
        """True if an editor is open."""
        return self._editor is not None

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return False: an editor closes when the keyboard leaves it."""
        return False

    def commit_typed(self) -> None:
        """Submit the open editor's text, and close it."""
        editor = self._editor
        # Where the editor itself hands over, an edit of it is being made right now.
        if editor is not None and not self._handing_over:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)

    def discard_typed(self) -> None:
        """Do nothing: no text stays in an editor after it was committed."""

    # Qt

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        """Make an editor, and remember it until it is closed."""
        self._editor = self.make_editor(parent, index)
        self._filled = False
        return self._editor

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """Forget the closed editor."""
        if editor is self._editor:
            self._editor = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill an editor once: typed text outlasts figures that change meanwhile."""
        if not self._filled:
            self._filled = True
            self.fill_editor(editor, index)

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: Index
    ) -> None:
        """Submit the typed text or the selected value."""
        self._handing_over = True
        try:
            model.setData(index, self.read_editor(editor))
        finally:
            self._handing_over = False
