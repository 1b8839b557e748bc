"""An event from the ratings service: addresses to open elsewhere, and their answers."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetrics, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QWidget,
)

from uscalc.formats import FormatError, Opened
from uscalc.formats.native.text import parse_json
from uscalc.formats.service.files import part_of
from uscalc.formats.service.pages import DIGITS, Page, event_number, pages
from uscalc.formats.service.reader import read_files
from uscalc.formats.storage.files import read_bytes
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_column, make_row, name_widget
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.dialog_buttons import AcceptOrCancel
from uscalc.ui.widgets.dialog_size import resize_to
from uscalc.ui.widgets.labels import text_label

INTRO: Final = (
    "The program never goes online. Type the event's number, open each address in a "
    "browser on any computer, and bring the answers here: saved files, or the text "
    "copied from the page. The event's own answer names its sections."
)
_PAGE = Qt.ItemDataRole.UserRole


class ServiceDialog(QDialog):
    """`done` gets the event of the answers that were brought."""

    def __init__(
        self, theme: Theme, done: Callable[[Opened], object], window: QWidget
    ) -> None:
        super().__init__(window)
        self._done = done
        self._files: dict[str, bytes] = {}
        self._pages: list[Page] = []
        name_widget(self, "serviceDialog", "From the ratings service")
        self.setWindowTitle("From the ratings service")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        column = make_column(self, (3 * UNIT,) * 4)
        intro = text_label("serviceIntro", "note")
        intro.setText(INTRO)
        column.addWidget(intro)
        label = name_widget(QLabel("&Number of the event"), "serviceNumberLabel")
        label.setProperty("role", "label")
        self.number = name_widget(
            TextControl("202509014242"),
            "serviceNumber",
            "Number of the event, twelve digits",
        )
        label.setBuddy(self.number)
        column.addWidget(label)
        column.addWidget(self.number)
        self.list = name_widget(
            QListWidget(), "serviceAddresses", "Addresses, and which answers are there"
        )
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        column.addWidget(self.list, 3)
        column.addLayout(self._copying())
        self.text = name_widget(
            QPlainTextEdit(), "serviceText", "Answer of the marked address, pasted"
        )
        self.text.setPlaceholderText(
            "Paste the answer of the marked address here, or drop files anywhere."
        )
        self.text.setTabChangesFocus(True)
        self.text.setAcceptDrops(False)
        column.addWidget(self.text, 2)
        self.said = text_label("serviceSaid", "note")
        self.said.setMinimumHeight(2 * QFontMetrics(theme.font()).lineSpacing())
        column.addWidget(self.said)
        buttons = AcceptOrCancel(self, "service", "&Open it")
        self.accept_button = buttons.yes
        column.addWidget(buttons)
        resize_to(self, 104, 40)
        self.number.textChanged.connect(self.refresh)
        self.text.textChanged.connect(self._pasted)
        self.list.currentRowChanged.connect(self._marked)
        self.refresh()
        self.number.setFocus()

    def _copying(self) -> QHBoxLayout:
        row = make_row()
        self.copy_one = plain_button(
            "serviceCopy", "Copy &address", pressed=self._copy_one
        )
        self.copy_all = plain_button(
            "serviceCopyAll", "Copy a&ll", pressed=self._copy_all
        )
        choose = plain_button("serviceFiles", "Choose &files…", pressed=self.ask_files)
        for button in (self.copy_one, self.copy_all):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(choose)
        return row

    # Addresses

    def refresh(self) -> None:
        """List the addresses anew and marks the first whose answer is missing."""
        number = "".join(self.number.text().split())
        self._pages = pages(number, self._files)
        self.list.clear()
        for page in self._pages:
            sign = "✓" if page.there else "○"
            item = QListWidgetItem(f"{sign}  {page.gives}:  {page.address}")
            item.setData(_PAGE, page.address)
            item.setToolTip(page.address)
            self.list.addItem(item)
        missing = [row for row, page in enumerate(self._pages) if not page.there]
        # A section's own page is of use, but results and ratings are what it takes.
        first = [row for row in missing if self._pages[row].part != "section"]
        self.list.setCurrentRow((first or missing or [0])[0])
        self._marked()
        self.accept_button.setEnabled(bool(self._files))
        self._say(number)

    def _say(self, number: str) -> None:
        waiting = sum(not page.there and page.part != "section" for page in self._pages)
        if self._pages and self._files and not waiting:
            text = "All that it takes is here."
        elif self._pages:
            count = "1 answer is" if waiting == 1 else f"{waiting} answers are"
            text = f"{count} still to come."
            if self._files:
                text += " What is here can be opened as it is."
        elif number:
            text = f"An event's number has {DIGITS} digits; this has {len(number)}."
        else:
            text = ""
        self.said.setText(text)

    def _marked(self) -> None:
        marked = self.list.currentItem() is not None
        for button in (self.copy_one, self.copy_all):
            button.setEnabled(marked)

    def _copy_one(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            QGuiApplication.clipboard().setText(str(item.data(_PAGE)))
            self.said.setText("The address is copied.")

    def _copy_all(self) -> None:
        QGuiApplication.clipboard().setText(
            "\n".join(page.address for page in self._pages)
        )
        self.said.setText("The addresses are copied.")

    # Answers

    def ask_files(self) -> None:
        """Let the person choose saved answers."""
        dialog = name_widget(QFileDialog(self, "Saved answers"), "serviceFilesDialog")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self.take_files)
        dialog.open()

    def take_files(self, names: list[str]) -> None:
        """Take saved answers, and names the files that are none."""
        refused = []
        for name in names:
            path = Path(name)
            try:
                refusal = self._take(path.name, read_bytes(path))
            except FormatError as error:
                refusal = error.message
            if refusal:
                refused.append(f"{path.name}: {refusal}.")
        self.refresh()
        if refused:
            self.said.setText(" ".join(refused))

    def _pasted(self) -> None:
        """Take a pasted answer as soon as it is whole."""
        text = self.text.toPlainText().strip()
        if not text:
            return
        row = self.list.currentRow()
        page = self._pages[row] if 0 <= row < len(self._pages) else None
        name = f"pasted {len(self._files) + 1}"
        if page is not None and page.section is not None:
            # Standings do not say of which section they are: the marked address does.
            name = f"section {page.section} {page.part}, {name}"
        refusal = self._take(f"{name}.json", text.encode("utf-8", "replace"))
        if refusal:
            self.said.setText(f"This text is not taken: {refusal}.")
            return
        self.text.blockSignals(True)
        self.text.clear()
        self.text.blockSignals(False)
        self.refresh()

    def _take(self, name: str, content: bytes) -> str:
        """Keep an answer, or returns the reason why it is none."""
        try:
            value = parse_json(content, None)
        except FormatError as error:
            return error.message
        if part_of(value) is None:
            return "it is no answer of the ratings service"
        while name in self._files and self._files[name] != content:
            name = f"again {name}"
        self._files[name] = content
        number = event_number({name: content})
        if number and not self.number.text().strip():
            self.number.show_text(number)
        return ""

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the files that were dropped."""
        urls = [url for url in event.mimeData().urls() if url.isLocalFile()]
        if urls:
            event.acceptProposedAction()
            self.take_files([url.toLocalFile() for url in urls])

    def accept(self) -> None:
        """Open the event of what is here, or says why it cannot be."""
        try:
            opened = read_files(self._files)
        except FormatError as error:
            self.said.setText(
                f"{error.message[:1].upper()}{error.message[1:]}; {error.remedy}."
            )
            return
        super().accept()
        self._done(opened)
