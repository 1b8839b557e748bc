"""Undo and redo: the documents of an event, and the names of the edits between them."""

from msgspec import Struct

from uscalc.document.model import Document, Edit


class HistoryState(Struct, frozen=True):
    """A history as a value: its documents, oldest first, and the names of the edits between.

    `place` is the position of the shown document, `saved` that of the last saved one,
    None if none of them was saved.
    """

    documents: tuple[Document, ...]
    names: tuple[str, ...] = ()
    place: int = 0
    saved: int | None = None

    @property
    def document(self) -> Document:
        """The document that is shown."""
        return self.documents[self.place]


class History:
    """The undo history: the documents of one event, oldest first, and the index of the shown one.

    Documents are immutable and share unchanged parts, so all of them are stored.
    """

    def __init__(self, document: Document, saved: bool = True) -> None:
        self._documents = [document]
        self._names: list[str] = []
        self._place = 0
        self._saved: Document | None = document if saved else None

    @classmethod
    def from_state(cls, past: HistoryState) -> "History":
        """Return a history that continues an earlier one."""
        history = cls(past.documents[0], saved=False)
        history._documents = list(past.documents)
        history._names = list(past.names)
        history._place = past.place
        if past.saved is not None:
            history._saved = past.documents[past.saved]
        return history

    @property
    def past(self) -> HistoryState:
        """The whole history as a value."""
        # Look at the shown document first, because the history may have the same one
        # twice.
        places = (self._place, *range(len(self._documents)))
        saved = (place for place in places if self._documents[place] is self._saved)
        return HistoryState(
            tuple(self._documents), tuple(self._names), self._place, next(saved, None)
        )

    @property
    def document(self) -> Document:
        """The shown document."""
        return self._documents[self._place]

    @property
    def saved(self) -> bool:
        """True if the shown document was saved and has not changed since."""
        return self.document is self._saved

    @property
    def undo_name(self) -> str | None:
        """The name of the edit that Undo reverses; None if there is none."""
        return self._names[self._place - 1] if self._place else None

    @property
    def redo_name(self) -> str | None:
        """The name of the edit that Redo repeats; None if there is none."""
        return self._names[self._place] if self._place < len(self._names) else None

    def apply_edit(self, edit: Edit) -> bool:
        """Show the document of an edit; return False if the edit changed nothing.

        Edits that were undone are discarded.
        """
        if edit.document is self.document:
            return False
        del self._documents[self._place + 1 :]
        del self._names[self._place :]
        self._documents.append(edit.document)
        self._names.append(edit.name)
        self._place += 1
        return True

    def replace_shown(self, document: Document) -> None:
        """Replace the shown document without a step to undo.

        The new document counts as not saved.
        """
        self._documents[self._place] = document

    def join_steps(self, between: Document, *, named: int = 0) -> None:
        """Make the last two edits one step, named as the first (`named` 0) or the second (1).

        Nothing changes unless `between` is the document between them.
        """
        last = self._place - 1
        if last >= 1 and self._documents[last] is between:
            del self._documents[last]
            del self._names[last - named]
            self._place = last

    def undo(self) -> bool:
        """Show the previous document; return False if there is none."""
        if not self._place:
            return False
        self._place -= 1
        return True

    def redo(self) -> bool:
        """Show the document that was undone last; return False if there is none."""
        if self._place == len(self._names):
            return False
        self._place += 1
        return True

    def mark_saved(self, document: Document | None = None) -> None:
        """Record that a document, by default the shown one, is on disk."""
        self._saved = self.document if document is None else document
