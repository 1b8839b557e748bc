"""Make an event from the rating service's answers, which the user opens in a browser."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QWidget,
)

from uscalc.counted import join_sentences
from uscalc.formats import FormatError, OpenedEvent
from uscalc.formats.native.text import parse_json
from uscalc.formats.service.files import identify_answer
from uscalc.formats.service.reader import (
    EVENT_NUMBER_DIGITS,
    AnswerPage,
    find_event_number,
    list_answer_pages,
    read_files,
)
from uscalc.formats.shared.files import read_bytes
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    STRETCH,
    FieldLabel,
    add_parts,
    make_column,
    make_plain_button,
    make_row,
    make_text_label,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import (
    AcceptCancelButtons,
    make_file_dialog,
    make_text_field,
    resize_to,
)

INTRO: Final = (
    "uscalc never goes online. Enter the event ID, open each link in "
    "your browser, then save the page or copy its text and add it "
    "here. The event page lists its sections."
)
_PAGE = Qt.ItemDataRole.UserRole


class ServiceAnswersDialog(QDialog):
    """Collects answers of the rating service; `done` is called with the event that they give."""

    def __init__(
        self, theme: Theme, done: Callable[[OpenedEvent], object], window: QWidget
    ) -> None:
        super().__init__(window)
        self._done = done
        self._files: dict[str, bytes] = {}
        self._pages: list[AnswerPage] = []
        set_up_dialog(self, "serviceDialog", "Import from the US Chess ratings site")
        self.setAcceptDrops(True)
        words = "Event ID, twelve digits"
        self.number = make_text_field("serviceNumber", words, "202509014242")
        self.list = name_widget(
            QListWidget(), "serviceAddresses", "Links, and which pages are loaded"
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.text = name_widget(
            QPlainTextEdit(
                placeholderText="Paste the page for the selected link here, or drop saved files "
                "anywhere in this window.",
                tabChangesFocus=True,
            ),
            "serviceText",
            "Pasted page for the selected link",
        )
        self.text.setAcceptDrops(False)
        self.status = make_text_label("serviceSaid", "note")
        self.status.setMinimumHeight(2 * QFontMetrics(theme.make_font()).lineSpacing())
        buttons = AcceptCancelButtons(self, "service", "&Open")
        self.accept_button = buttons.yes
        add_parts(
            make_column(self, 3 * UNIT),
            make_text_label("serviceIntro", "note", INTRO),
            FieldLabel("Event &ID", self.number),
            self.number,
            (self.list, 3),
            self._make_copy_buttons(),
            (self.text, 2),
            self.status,
            buttons,
        )
        resize_to(self, 104, 40)
        self.number.textChanged.connect(self.refresh)
        self.text.textChanged.connect(self._add_pasted)
        self.list.currentRowChanged.connect(self._enable_copying)
        self.refresh()
        self.number.setFocus()

    def _make_copy_buttons(self) -> QHBoxLayout:
        self.copy_one = make_plain_button(
            "serviceCopy", "Copy &link", pressed=self._copy_one
        )
        self.copy_all = make_plain_button(
            "serviceCopyAll", "Copy &all links", pressed=self._copy_all
        )
        choose = make_plain_button("serviceFiles", "Browse…", pressed=self.ask_files)
        return add_parts(make_row(), self.copy_one, self.copy_all, STRETCH, choose)

    # Addresses

    def refresh(self) -> None:
        """List the addresses again, and select the first one without an answer."""
        number = "".join(self.number.text().split())
        self._pages = list_answer_pages(number, self._files)
        self.list.clear()
        for page in self._pages:
            sign = "✓" if page.there else "○"
            item = QListWidgetItem(f"{sign}  {page.gives}:  {page.address}")
            item.setData(_PAGE, page.address)
            item.setToolTip(page.address)
            self.list.addItem(item)
        missing = [row for row, page in enumerate(self._pages) if not page.there]
        # The page of a section is optional, but its results and ratings are required.
        first = [row for row in missing if self._pages[row].part != "section"]
        self.list.setCurrentRow((first or missing or [0])[0])
        self._enable_copying()
        self.accept_button.setEnabled(bool(self._files))
        self._show_status(number)

    def _show_status(self, number: str) -> None:
        waiting = sum(not page.there and page.part != "section" for page in self._pages)
        if self._pages and self._files and not waiting:
            text = "All pages are loaded."
        elif self._pages:
            count = "1 page is" if waiting == 1 else f"{waiting} pages are"
            text = f"{count} still missing."
            if self._files:
                text += " You can open the event without them."
        elif number:
            text = (
                f"An event ID has {EVENT_NUMBER_DIGITS} digits; this has {len(number)}."
            )
        else:
            text = ""
        self.status.setText(text)

    def _enable_copying(self) -> None:
        marked = self.list.currentItem() is not None
        for button in (self.copy_one, self.copy_all):
            button.setEnabled(marked)

    def _copy_one(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            QGuiApplication.clipboard().setText(str(item.data(_PAGE)))
            self.status.setText("Link copied.")

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(
            "\n".join(page.address for page in self._pages)
        )
        self.status.setText("Links copied.")

    # Answers

    def ask_files(self) -> None:
        """Ask for files with saved answers."""
        dialog = make_file_dialog(
            self,
            "serviceFilesDialog",
            "Saved pages",
            mode=QFileDialog.FileMode.ExistingFiles,
        )
        dialog.filesSelected.connect(self.add_files)
        dialog.open()

    def add_files(self, names: list[str]) -> None:
        """Add saved answers, and list the files that are not answers."""
        refused = []
        for name in names:
            path = Path(name)
            try:
                refusal = self._add_answer(path.name, read_bytes(path))
            except FormatError as error:
                refusal = error.message
            if refusal:
                refused.append(f"{path.name}: {refusal}.")
        self.refresh()
        if refused:
            self.status.setText(" ".join(refused))

    def _add_pasted(self) -> None:
        """Add a pasted answer when it is complete."""
        text = self.text.toPlainText().strip()
        if not text:
            return
        row = self.list.currentRow()
        page = self._pages[row] if 0 <= row < len(self._pages) else None
        name = f"pasted {len(self._files) + 1}"
        if page is not None and page.section is not None:
            # Standings do not name their section, so use that of the selected address.
            name = f"section {page.section} {page.part}, {name}"
        refusal = self._add_answer(f"{name}.json", text.encode("utf-8", "replace"))
        if refusal:
            self.status.setText(f"Couldn't use this text: {refusal}.")
            return
        with QSignalBlocker(self.text):
            self.text.clear()
        self.refresh()

    def _add_answer(self, name: str, content: bytes) -> str:
        """Add an answer; return what is wrong with it, or an empty text."""
        try:
            value = parse_json(content, None)
        except FormatError as error:
            return error.message
        if identify_answer(value) is None:
            return "this is not a US Chess ratings page"
        while name in self._files and self._files[name] != content:
            name = f"again {name}"
        self._files[name] = content
        number = find_event_number({name: content})
        if number and not self.number.text().strip():
            self.number.show_text(number)
        return ""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the dropped files."""
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        if urls:
            event.acceptProposedAction()
            self.add_files([url.toLocalFile() for url in urls])

    def accept(self) -> None:
        """Open the event that the answers give, or show why this is not possible."""
        try:
            opened = read_files(self._files)
        except FormatError as error:
            self.status.setText(join_sentences(error.message, error.remedy))
            return
        super().accept()
        self._done(opened)
