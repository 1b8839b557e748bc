"""Published: every difference of the event and its page, to be taken over."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, QUrl, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.overlay.difference import Difference
from uscalc.document.overlay.take import take
from uscalc.formats import FormatError
from uscalc.ui.published.model import (
    HERE,
    PLAYER,
    SECTION,
    THERE,
    WHAT,
    WHY,
    PublishedModel,
)
from uscalc.ui.published.words import COMPARING, NOTHING, READING, found_words
from uscalc.ui.published.work import Compared, compare, rate, read_page
from uscalc.ui.scheduling.following import following
from uscalc.ui.scheduling.worker import Asked, Worker
from uscalc.ui.session.home import begin_at_home
from uscalc.ui.session.laid_page import LaidPage
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.labels import text_label
from uscalc.ui.widgets.plain_table import PlainTable
from uscalc.ui.widgets.working import Working
from uscalc.ui.wording.hints import plain_hint

DIGITS = (9, 3, 10, 12, 10, 10, 7, 8)
NO_PAGE = "No published page lies over this event yet."
NO_ROW = "Choose a difference first."
LATE = "The comparison is behind the last edit; take over again in a moment."
IS_A_FACT = "No cell says that: Audit looks for the facts behind it."


class PublishedView(QWidget):
    """Reads a page, compares beside the window, and makes the edits that are asked for."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        show_audit: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._show_audit = show_audit
        self._found: Compared | None = None
        self._said = NOTHING
        self._showing = False
        """Whether rows come and go; nobody has chosen one of them then."""
        self.setObjectName("publishedView")
        self.setAccessibleName("Published")
        self.setProperty("page", True)
        self.setAcceptDrops(True)
        self.model = PublishedModel()
        self.model.setParent(self)
        self.heading = text_label("publishedHeading", "label")
        # Its lines are counted when the width is known; the panel may stay low.
        self.heading.setMinimumHeight(1)
        self.heading.setContentsMargins(2 * UNIT, UNIT // 2, 2 * UNIT, UNIT // 2)
        self.table = PublishedTable(self.model, theme)
        self.table.entered.connect(self.take)
        self.working = Working(
            "published", "How far the comparison is", "Stop comparing", self._cancel
        )
        self.open = plain_button(
            "publishedOpen",
            "Open page…",
            "Choose a saved page, or a saved answer of the ratings service",
            self.ask_file,
        )
        self.pasted = plain_button(
            "publishedPaste",
            "Paste page",
            "Lay the page that was copied over the event",
            self.paste,
        )
        self.one = plain_button(
            "publishedTake",
            "Take over",
            "Write the chosen difference as the page has it (Return); can be undone",
            self.take,
        )
        self.all = plain_button(
            "publishedTakeAll",
            "Take all",
            "Write every difference as the page has it, as one step; can be undone",
            self.take_all,
        )
        self.audit = plain_button(
            "publishedAudit",
            "Audit",
            "Look for the facts behind published ratings that do not come out",
            self.go_to_audit,
        )
        self._lay_out()
        self._reader = Worker(self)
        self._reader.done.connect(self._read)
        self._worker = Worker(self)
        self._worker.done.connect(self._came)
        for worker in (self._reader, self._worker):
            session.closing.connect(worker.close)
        session.opened.connect(self._reader.forget)
        self.table.selectionModel().currentChanged.connect(self._choose)
        self.following = following(
            self, self.refresh, session.edited, session.opened, session.laid
        )
        self._show(None)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, UNIT // 2, UNIT, UNIT // 2)
        row.setSpacing(UNIT)
        row.addWidget(self.heading, 1)
        buttons = (self.working, self.one, self.all, self.audit, self.open, self.pasted)
        for widget in buttons:
            row.addWidget(widget, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addStretch(0)

    @property
    def complete(self) -> bool:
        """Whether everything is compared as the event stands, ratings after too."""
        found = self._found
        return (
            found is not None
            and found.posts is not None
            and found.document is self._session.document
            and found.page is self._session.page
        )

    # A page

    def ask_file(self) -> None:
        """Lets the person choose a saved page."""
        dialog = QFileDialog(self.window(), "Lay a published page over this event")
        dialog.setObjectName("layPageDialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters(["All files (*)", "Pages (*.html *.htm *.txt *.json)"])
        begin_at_home(dialog, self._session)
        dialog.fileSelected.connect(lambda path: self.lay(Path(path)))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def paste(self) -> None:
        """Lays the page on the clipboard over the event."""
        self.lay_text(QGuiApplication.clipboard().text())

    def lay(self, path: Path) -> None:
        """Lays the page in a file over the event."""
        self._have_read(path, "")

    def lay_text(self, text: str) -> None:
        """Lays a copied page over the event."""
        if text.strip():
            self._have_read(None, text)
        else:
            self._session.refused.emit("There is no text to paste.")

    def _have_read(self, path: Path | None, text: str) -> None:
        event = self._session.document
        self.working.begin()
        self._write(READING)
        self._reader.ask(lambda _: read_page(path, text, event))

    def _read(self, result: object) -> None:
        self.working.end()
        if isinstance(result, LaidPage):
            self._session.lay(result)
            return
        self._write(self._said)
        if isinstance(result, FormatError):
            self._session.refused.emit(f"It cannot be compared: {result}")

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes one file, or a copied page."""
        data = event.mimeData()
        if len(_files(data.urls())) == 1 or (data.hasText() and not data.hasUrls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Lays over what was dropped."""
        data = event.mimeData()
        event.acceptProposedAction()
        files = _files(data.urls())
        if len(files) == 1:
            self.lay(files[0])
        else:
            self.lay_text(data.text())

    # Comparing

    def refresh(self) -> None:
        """Compares the event as it stands with the page that lies over it."""
        session, page = self._session, self._session.page
        if page is None:
            self._worker.forget()
            self.working.end()
            self._show(None)
            return
        if self._found is not None and self._found.page is not page:
            self._show(None)
        document, counted = session.document, session.counted()
        self.working.begin()
        if self._found is None:
            self._write(COMPARING)
        self._worker.ask(lambda asked: compare(document, page, counted, asked.pause))

    def _came(self, result: object) -> None:
        if not isinstance(result, Compared):
            return
        self._show(result)
        if result.posts is not None:
            self.working.end()
            return
        rulebook = self._session.rulebook

        def rated(asked: Asked) -> Compared:
            return rate(result, rulebook, asked.pause)

        self._worker.ask(rated)

    def _cancel(self) -> None:
        self._worker.forget()
        self._reader.forget()
        self.working.end()
        if self._found is None:
            self._session.lay(None)
        self._write(self._said)
        self.setFocus()

    def _show(self, found: Compared | None) -> None:
        """Shows what was found, the row that was chosen still the chosen one."""
        row = self.table.currentIndex().row()
        self._found = found
        rows = () if found is None else found.differences
        if rows != self.model.rows:
            self._showing = True
            self.model.show_rows(rows)
            several = len({one.section for one in rows}) > 1
            self.table.setColumnHidden(SECTION, not several)
            self.table.measure()
            self.table.go_to(min(max(row, 0), len(rows) - 1) if rows else None)
            self._showing = False
        self.table.setVisible(bool(rows))
        # Who has no row to stand on still has a place for the keyboard.
        self.setFocusProxy(self.table if rows else self.open)
        self.all.setEnabled(any(one.changes for one in rows))
        self.audit.setVisible(any(one.kind == "post" for one in rows))
        for button in (self.one, self.all):
            button.setVisible(bool(rows))
        # A head line needs the room more than a second way to another page.
        self.pasted.setVisible(not rows)
        if rows and self._has_keyboard():
            self.table.setFocus()
        self._follow_row()
        self._said = NOTHING if found is None else found_words(found)
        self._write(self._said)

    def _has_keyboard(self) -> bool:
        """Whether the keyboard is in the view, but not in the table yet."""
        focus = self.window().focusWidget()
        return (
            focus is not None and self.isAncestorOf(focus) and focus is not self.table
        )

    # The chosen row

    @property
    def chosen(self) -> Difference | None:
        """The difference that is chosen."""
        row = self.table.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def _follow_row(self) -> None:
        self.one.setEnabled(self.chosen is not None and bool(self.chosen.changes))

    def _choose(self, index: QModelIndex, _before: QModelIndex) -> None:
        """The crosstable shows the place."""
        self._follow_row()
        one, session = self.chosen, self._session
        if one is None or not index.isValid() or self._showing:
            return
        found = self._found
        if found is None or found.document is not session.document:
            return
        if one.section >= len(session.document.sections):
            return
        session.select(section=one.section, system=one.system)
        for row, player in enumerate(session.document.sections[one.section].players):
            if player.number == one.player:
                session.select(row=row, round_number=one.round)
                break

    # What is done with it

    def take(self) -> None:
        """Writes the chosen difference as the page has it; a fact leads to Audit."""
        one = self.chosen
        if self._found is None:
            self._session.refused.emit(NO_PAGE)
        elif one is None:
            self._session.refused.emit(NO_ROW)
        elif one.kind == "post":
            self.go_to_audit()
        else:
            self._take([one])

    def take_all(self) -> None:
        """Writes everything as the page has it, as one step."""
        if self._found is None:
            self._session.refused.emit(NO_PAGE)
            return
        self._take([one for one in self.model.rows if one.changes])

    def _take(self, differences: Sequence[Difference]) -> bool:
        """One edit of the document that was compared, and of no other."""
        session, found = self._session, self._found
        session.pending.settle()
        if found is None or found.document is not session.document:
            session.refused.emit(LATE)
            return False
        return session.edit(take, differences)

    def go_to_audit(self) -> None:
        """Shows Audit of the section; its published ratings are taken over first."""
        rows = self.model.rows
        posts = [one for one in rows if one.kind == "post"]
        one = self.chosen
        if one is None or one.kind != "post":
            one = posts[0] if posts else None
        if one is None:
            self._session.refused.emit(NO_PAGE if self._found is None else NO_ROW)
            return
        missing = [
            each
            for each in rows
            if each.kind == "new-published" and each.section == one.section
        ]
        if missing and not self._take(missing):
            return
        self._session.select(section=one.section)
        self._session.select(system=one.system)
        self._show_audit()

    def _write(self, text: str) -> None:
        self.heading.setText(text)
        self.heading.setToolTip(plain_hint(text))
        self.heading.setAccessibleName(text)


class PublishedTable(PlainTable):
    """Return takes a row over."""

    entered = Signal()

    def __init__(self, model: PublishedModel, theme: Theme) -> None:
        super().__init__(
            "published",
            "Differences of the event and its published page",
            model,
            theme,
            DIGITS.__getitem__,
            stretch=WHY,
            chosen=lambda: self.currentIndex().row(),
            texts=(WHAT, HERE, THERE, PLAYER, SECTION, WHY),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and Enter."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


def _files(urls: Sequence[QUrl]) -> list[Path]:
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
