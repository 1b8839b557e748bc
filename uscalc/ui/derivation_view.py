"""Why: the derivation of the selected player's rating."""

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from uscalc.explain.derive import derive
from uscalc.ui.colours import Colours
from uscalc.ui.derivation_html import derivation_html, empty_html
from uscalc.ui.notes import in_words
from uscalc.ui.session import Session
from uscalc.ui.theme import UNIT, Theme

SOON = 40
"""Milliseconds after which the page follows the table."""
NOBODY = "The section has no players. Open a file that has some."


class DerivationView(QTextBrowser):
    """Shows the answer first and then every step, for the shared selection."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None):
        super().__init__(parent)
        self._session = session
        self._theme = theme
        self._shown: object = None
        self.setObjectName("derivationView")
        self.setAccessibleName("Why this rating")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setAcceptDrops(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().setDocumentMargin(2 * UNIT)
        session.selected.connect(self._follow)
        # Writing a page takes longer than a frame: the table is painted first.
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON)
        self._soon.timeout.connect(self._show)
        session.rated.connect(self._soon.start)
        session.opened.connect(self.refresh)
        theme.changed.connect(self.refresh)
        self.refresh()

    def _follow(self) -> None:
        """Another round of the same player changes nothing here."""
        selection = self._session.selection
        if (selection.section, selection.system, selection.row) != self._shown:
            self._shown = None
            self._soon.start()

    def _show(self) -> None:
        """Writes the page, once it can be seen."""
        if self.isVisible():
            self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Catches up with what happened while another view was shown."""
        super().showEvent(event)
        self._soon.start()

    def toPlainText(self) -> str:
        """The page in words, of what is selected now."""
        if self._soon.isActive():
            self.refresh()
        return super().toPlainText()

    def refresh(self) -> None:
        """Writes the page anew, and stays where it was for the same player."""
        self._soon.stop()
        selection = self._session.selection
        player = selection.section, selection.system, selection.row
        bar = self.verticalScrollBar()
        place = bar.value() if player == self._shown else 0
        self._shown = player
        font = self._theme.font()
        self.document().setDefaultFont(font)
        self.setHtml(self._page(self._theme.colours, font.pointSizeF()))
        bar.setValue(place)

    def _page(self, colours: Colours, size: float) -> str:
        session, selection = self._session, self._session.selection
        player, rating = session.player, session.system_rating()
        if player is None or session.section is None:
            return empty_html("Nobody is here yet", (NOBODY,), colours)
        section = session.section_rating()
        if rating is None or player.number not in rating.places:
            findings = section.findings if section else ()
            stops = [
                f"{in_words(f, session.document)}."
                for f in findings
                if f.severity == "stops" and f.system in (None, selection.system)
            ]
            if session.section.kind == "unrated":
                stops = ["It is kept as a section that does not count for ratings."]
            title = "The section is not rated"
            more = len(stops) - 4
            tail = (f"And {more} more.",) if more > 0 else ()
            return empty_html(title, (*stops[:4], *tail), colours)
        names = {p.number: p.name for p in session.section.players}

        def name_of(number: int) -> str:
            return names.get(number, "")

        derivation = derive(
            rating.trace,
            rating.places[player.number],
            name_of,
            rating.worksheet(player.number),
        )
        return derivation_html(derivation, colours, size)
