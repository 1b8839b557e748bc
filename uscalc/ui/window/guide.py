"""The guide, read inside the program: no browser and no network is needed."""

from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QDialog,
    QTextBrowser,
    QWidget,
)

from uscalc.explain.glossary import GlossarySketch
from uscalc.report.data_pages import CHANCES_PAGE as CHANCES
from uscalc.report.data_pages import (
    CHANCES_PICTURE,
    PICTURES,
    make_chances_sketch,
    read_glossary,
)
from uscalc.report.data_pages import GLOSSARY_PAGE as WORDS
from uscalc.resources import get_resource_path
from uscalc.rules.chances import load_chance_model
from uscalc.ui.charts.note import sketch_image
from uscalc.ui.explain.style import iterate_blocks
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import CloseButton
from uscalc.ui.widgets.labels import make_plain_line, write_label

GUIDE = "guide.md"
MISSING = "# Guide\n\nThe page {} is missing from this installation."


def find_anchor(view: str) -> str:
    """Return the anchor of a view's section: its heading is the title of the view."""
    return "the-crosstable" if view == "crosstable" else view.removeprefix("view-")


class GuideText(QTextBrowser):
    """Shows the pages of the help folder and their pictures, and nothing else."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._folder = get_resource_path("help")
        self._page = ""
        name_widget(self, "guideText", "Guide")
        self.setOpenLinks(False)
        self.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.document().setDocumentMargin(2 * UNIT)
        self.anchorClicked.connect(self.follow_link)
        theme.changed.connect(self.write_page)

    def follow_link(self, link: QUrl) -> None:
        """Follow a link to a page or a heading; any other link is left alone."""
        name, heading = link.path(), link.fragment()
        if link.scheme() or name not in ("", GUIDE, "documents.md", WORDS, CHANCES):
            return
        if name and name != self._page:
            self._page = name
            self.write_page()
        if heading:
            self._show_heading(heading)

    def write_page(self) -> None:
        """Write the page in the current colors and size."""
        path = self._folder / self._page
        try:
            text = path.read_text(encoding="utf-8")
        except OSError:
            text = MISSING.format(self._page)
        self.document().setDefaultFont(self._theme.make_font())
        features = QTextDocument.MarkdownFeature.MarkdownDialectGitHub
        self.document().setMarkdown(text, features)
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)

    def _show_heading(self, wanted: str) -> None:
        for block in iterate_blocks(self.document()):
            words = block.text().lower().replace(" ", "-")
            if block.blockFormat().headingLevel() and words == wanted:
                place = self.document().documentLayout().blockBoundingRect(block)
                self.verticalScrollBar().setValue(int(place.y()))
                return

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture of the help folder, no wider than the page; nothing from elsewhere."""
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
        """Return one of our drawings, in the current colors and size."""
        ratio, theme = self.devicePixelRatioF(), self._theme
        scale = ratio * theme.zoom / 100
        image = sketch_image(sketch, theme.colors, theme.make_font(), scale)
        image.setDevicePixelRatio(ratio)
        return image


class GuideWindow(QDialog):
    """A window with the guide, which can stay open beside the main window.

    `folder` is the place for the page that opens in the browser.
    """

    def __init__(self, theme: Theme, window: QWidget, folder: Path) -> None:
        super().__init__(window)
        self._folder = folder
        set_up_dialog(self, "guidePage", "Guide")
        self.text = GuideText(theme)
        buttons = CloseButton(self, "guide", "Close the guide, or read it elsewhere")
        page = name_widget(
            buttons.addButton("Open in &browser", buttons.ButtonRole.ActionRole),
            "guideBrowser",
            "Open the guide as one page in the browser, where you can print it",
            "plain",
        )
        page.clicked.connect(self._in_browser)
        self._said = make_plain_line("guideSaid", "note")
        self._said.setWordWrap(True)
        self._said.hide()
        add_parts(make_column(self, UNIT, spacing=None), self.text, self._said, buttons)
        self.resize(
            min(int(900 * theme.zoom / 100), window.width()),
            min(int(720 * theme.zoom / 100), window.height()),
        )
        self.text.follow_link(QUrl(GUIDE))

    def show_section(self, view: str) -> None:
        """Show the section of a view, by its objectName, or else the beginning."""
        self.text.follow_link(QUrl(f"#{find_anchor(view)}"))

    def _in_browser(self) -> None:
        """Write the guide as one page, and has it shown."""
        from uscalc.formats.opened import FormatError
        from uscalc.formats.shared.files import replace_file
        from uscalc.report.data_pages import make_guide_html

        path = self._folder / "guide.html"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, make_guide_html().encode("utf-8"))
        except (OSError, FormatError) as error:
            said = f"The page can't be saved: {error}"
        else:
            shown = QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
            said = "" if shown else f"The guide is one page in {path}."
        write_label(self._said, said)
        self._said.setVisible(bool(said))
