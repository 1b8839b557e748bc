"""The help pages in a window of the program, without a browser or a network."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QKeyEvent,
    QKeySequence,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QTextBrowser,
    QWidget,
)

from uscalc.explain.glossary import GlossarySketch
from uscalc.report.data_pages import (
    CHANCES_PICTURE,
    PICTURES,
    make_chances_sketch,
    read_glossary,
)
from uscalc.report.help_pages import (
    START_PAGE,
    find_sections,
    make_anchors,
    make_guide_html,
    read_contents,
    read_page,
)
from uscalc.resources import get_help_path
from uscalc.rules.chances import load_chance_model
from uscalc.ui.charts.word_note import sketch_image
from uscalc.ui.session.folders import replace_own_file
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    NO_MARGINS,
    add_parts,
    bring_to_front,
    make_column,
    make_plain_line,
    make_splitter,
    name_widget,
    set_up_dialog,
    write_label,
)
from uscalc.ui.widgets.dialogs import CloseButton
from uscalc.ui.widgets.text_pieces import iterate_blocks

MISSING: Final = "# Help\n\nThe page {} is missing. Install the program again."
NOTHING_FOUND: Final = "No page has these words"
PLACE: Final = Qt.ItemDataRole.UserRole
PAGES_OF_VIEWS: Final = {
    "crosstable": "cell-codes.md",
    "view-player-details": "register-players.md#player-details",
    "view-results": "enter-results.md",
    "view-registration": "register-players.md",
    "view-problems": "fix-problems.md",
    "view-explanation": "explain-a-rating.md",
    "view-rating-explorer": "rating-explorer.md",
    "view-knot-path": "explain-space.md#knot-path",
    "view-steps": "explain-space.md#steps",
    "view-rating-rules": "rate-earlier-event.md",
    "view-what-if": "try-results.md",
    "view-forecast": "try-results.md#forecast",
    "view-rating-estimator": "estimate-and-plan.md",
    "view-goal-planner": "estimate-and-plan.md#goal-planner",
    "view-season": "season.md",
    "view-wall-charts": "post-wall-charts.md",
    "view-rating-report": "submit-rating-report.md",
    "view-compare-with-us-chess": "compare-with-us-chess.md",
    "view-lesson": "lesson-in-20-minutes.md",
    "view-practice": "practice-and-worksheets.md",
    "view-worksheets": "practice-and-worksheets.md#worksheets",
    "view-challenges": "challenges.md",
}
"""The page that F1 opens in each view, with a heading on it."""


class GuideText(QTextBrowser):
    """Shows the pages of the help folder and their pictures, and nothing else."""

    page_shown = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(openLinks=False)
        self._theme = theme
        self._folder = get_help_path()
        self._visited: list[str] = []
        self.place = ""
        name_widget(self, "guideText", "Help page")
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(2 * UNIT)
        self.anchorClicked.connect(self.follow_link)
        theme.changed.connect(self.write_page)

    def follow_link(self, link: QUrl) -> None:
        """Follow a link to a page or a heading; ignore any other link."""
        page = link.path() or self._page
        known = {START_PAGE, *(found.name for found in read_contents())}
        if link.scheme() or page not in known:
            return
        anchor = link.fragment()
        self.show_place(f"{page}#{anchor}" if anchor else page)

    def show_place(self, place: str) -> None:
        """Show a page, at the heading after # if there is one."""
        if place == self.place:
            return
        if self.place:
            self._visited.append(self.place)
        self._go_to(place)

    def go_back(self) -> None:
        """Show the previous place."""
        if self._visited:
            self._go_to(self._visited.pop())

    @property
    def can_go_back(self) -> bool:
        """True if there is a previous place."""
        return bool(self._visited)

    @property
    def _page(self) -> str:
        return self.place.partition("#")[0]

    def _go_to(self, place: str) -> None:
        before, self.place = self._page, place
        if self._page != before:
            self.write_page()
        self._show_heading(place.partition("#")[2])
        self.page_shown.emit()

    def write_page(self) -> None:
        """Write the page in the current colors and type size."""
        try:
            text = read_page(self._page)
        except OSError:
            text = MISSING.format(self._page)
        self.document().setDefaultFont(self._theme.make_font())
        features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
        self.document().setMarkdown(text, features)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _show_heading(self, wanted: str) -> None:
        headings = [
            block
            for block in iterate_blocks(self.document())
            if block.blockFormat().headingLevel()
        ]
        anchors = make_anchors(block.text() for block in headings)
        for block, anchor in zip(headings, anchors, strict=True):
            if anchor == wanted:
                place = self.document().documentLayout().blockBoundingRect(block)
                self.verticalScrollBar().setValue(int(place.y()))
                return
        self.verticalScrollBar().setValue(0)

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture from the help folder, no wider than the page.

        Load nothing from any other place.
        """
        folder = self._folder.resolve()
        path = (folder / QUrl(name).path()).resolve()
        if kind != QTextDocument.ResourceType.ImageResource.value or (
            folder not in path.parents
        ):
            return None
        if (
            path.parent == (folder / PICTURES).resolve()
            and path.stem in read_glossary()
        ):
            return self._draw_sketch(read_glossary()[path.stem].sketch)
        if path == (folder / CHANCES_PICTURE).resolve():
            return self._draw_sketch(make_chances_sketch(load_chance_model()))
        image = QImage(str(path))
        room = max(self.viewport().width() - 6 * UNIT, 40 * UNIT)
        if image.width() > room:
            smooth = Qt.TransformationMode.SmoothTransformation
            ratio = self.devicePixelRatioF()
            image = image.scaledToWidth(int(room * ratio), smooth)
            image.setDevicePixelRatio(ratio)
        return image

    def _draw_sketch(self, sketch: GlossarySketch) -> QImage:
        """Return one of the program's drawings, in the current colors and type size."""
        ratio, theme = self.devicePixelRatioF(), self._theme
        scale = ratio * theme.zoom / 100
        image = sketch_image(sketch, theme.colors, theme.make_font(), scale)
        image.setDevicePixelRatio(ratio)
        return image


class GuideContents(QWidget):
    """The table of contents, or the places that contain the typed words."""

    def __init__(self, text: GuideText) -> None:
        super().__init__()
        self._text = text
        self.line = name_widget(
            QLineEdit(placeholderText="Search the help", clearButtonEnabled=True),
            "guideSearch",
            "Search the help",
        )
        self.line.textChanged.connect(self.list_places)
        self.line.installEventFilter(self)
        self.list = name_widget(QListWidget(), "guideContents", "Contents of the help")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.currentItemChanged.connect(self._show_current)
        add_parts(make_column(self, NO_MARGINS), self.line, self.list)
        text.page_shown.connect(self._mark_page)
        self.list_places()

    def list_places(self) -> None:
        """List all pages by group or, if something is typed, the places that match."""
        with QSignalBlocker(self.list):
            self.list.clear()
            if self.line.text().strip():
                self._list_found()
            else:
                group = ""
                self._add("Start", START_PAGE)
                for page in read_contents():
                    if page.group != group:
                        group = page.group
                        self._add(group)
                    self._add(page.title, page.name)
        self._mark_page()

    def _list_found(self) -> None:
        titles = {page.name: page.title for page in read_contents()}
        for section in find_sections(self.line.text()):
            title, place = titles[section.page], section.page
            if section.anchor:
                title = f"{title}: {section.heading}"
                place = f"{place}#{section.anchor}"
            self._add(title, place)
        if not self.list.count():
            self._add(NOTHING_FOUND)

    def _add(self, title: str, place: str = "") -> None:
        """Add a line that leads to a place; without a place, the line is a group's title."""
        item = QListWidgetItem(title)
        item.setToolTip(title)
        item.setData(PLACE, place)
        if not place:
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        self.list.addItem(item)

    def _show_current(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(PLACE):
            self._text.show_place(item.data(PLACE))

    def _mark_page(self) -> None:
        """Select the line of the shown heading or, if it has none, of its page."""
        shown = self._text.place
        listed = [self.list.item(row).data(PLACE) for row in range(self.list.count())]
        with QSignalBlocker(self.list):
            places = shown, shown.partition("#")[0]
            rows = (listed.index(place) for place in places if place in listed)
            self.list.setCurrentRow(next(rows, -1))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the arrow keys and Enter in the search field act on the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                if self.list.currentRow() < 0:
                    self.list.setCurrentRow(0)
                return True
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                QApplication.sendEvent(self.list, event)
                return True
        return super().eventFilter(watched, event)


class GuideWindow(QDialog):
    """A window with the help, which can stay open beside the main window.

    `folder` is the place for the page that opens in the browser.
    """

    def __init__(self, theme: Theme, window: QWidget, folder: Path) -> None:
        super().__init__(window)
        self._folder = folder
        set_up_dialog(self, "guidePage", "Help")
        # Closing only hides this window, because the main window shows it again.
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.text = GuideText(theme)
        self.contents = GuideContents(self.text)
        buttons = CloseButton(self, "guide", "Close the help, or read it elsewhere")
        back = name_widget(
            buttons.addButton("B&ack", buttons.ButtonRole.ActionRole),
            "guideBack",
            "Back to the page before",
            "plain",
        )
        back.setShortcut(QKeySequence("Alt+Left"))
        back.clicked.connect(self.text.go_back)
        self.text.page_shown.connect(lambda: back.setEnabled(self.text.can_go_back))
        name_widget(
            buttons.addButton("Open in &browser", buttons.ButtonRole.ActionRole),
            "guideBrowser",
            "Open all help pages as one page in the browser, where you can print them",
            "plain",
        ).clicked.connect(self._open_in_browser)
        for button in buttons.findChildren(QPushButton):
            # Enter must reach the search field and the list, not a button.
            button.setAutoDefault(False)
            button.setDefault(False)
        self._status = make_plain_line("guideSaid", "note", wraps=True)
        self._status.hide()
        parts = make_splitter("guideParts", self.contents, self.text)
        parts.setStretchFactor(1, 1)
        scale = theme.zoom / 100
        parts.setSizes([int(260 * scale), int(740 * scale)])
        add_parts(
            make_column(self, UNIT, spacing=None), (parts, 1), self._status, buttons
        )
        self.resize(
            min(int(1000 * scale), window.width()),
            min(int(720 * scale), window.height()),
        )
        self.contents.line.setFocus()

    def show_help(self, view: str = "") -> None:
        """Show the page of a view, given by its object name, or the start of the help."""
        bring_to_front(self)
        self.contents.line.clear()
        self.text.show_place(PAGES_OF_VIEWS.get(view, START_PAGE))

    def _open_in_browser(self) -> None:
        """Write all pages as one web page, and open it."""
        from uscalc.formats.opened import FormatError

        path = self._folder / "guide.html"
        try:
            replace_own_file(path, make_guide_html().encode("utf-8"))
        except FormatError as error:
            text = f"The page can't be saved: {error}"
        else:
            shown = QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
            text = "" if shown else f"The help is one page in {path}."
        write_label(self._status, text)
        self._status.setVisible(bool(text))
