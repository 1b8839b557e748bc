"""A delegate of a table in whose editor something may be half typed."""

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from uscalc.document.model import Identity
from uscalc.ui.widgets.pending import PendingTexts

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
        """Return what was typed or chosen."""
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
        """Hand over the open editor's text, and close it."""
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
        """Make an editor, and remembers it until it is gone."""
        self._editor = self.make_editor(parent, index)
        self._filled = False
        return self._editor

    def destroyEditor(self, editor: QWidget, index: Index) -> None:
        """Forget the editor that is gone."""
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
        """Hand over what was typed or chosen."""
        self._handing_over = True
        try:
            model.setData(index, self.read_editor(editor))
        finally:
            self._handing_over = False
