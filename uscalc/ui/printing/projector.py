"""Project standings: ask for the lists, and show them page by page on a screen, live."""

from collections.abc import Collection
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QGuiApplication,
    QHideEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QScreen,
)
from PySide6.QtWidgets import QDialog, QWidget

from uscalc.document.model import Identity
from uscalc.report.tables import clean_name
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.printing.output import make_check, make_choice
from uscalc.ui.printing.page import paint_page
from uscalc.ui.printing.print_panel import LAG
from uscalc.ui.printing.projected_pages import (
    PROJECTED_LISTS,
    ProjectedList,
    ProjectorRequest,
    Screenful,
    make_screenfuls,
)
from uscalc.ui.printing.section_ticks import SectionTicks
from uscalc.ui.scheduling import RefreshSchedule, Worker, make_timer
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    STRETCH,
    FieldLabel,
    add_action,
    add_parts,
    make_column,
    make_page,
    make_row,
    make_running_text,
    make_scroll_area,
    make_text_label,
    name_widget,
    set_up_dialog,
)
from uscalc.ui.widgets.dialogs import AcceptCancelButtons

FORWARD: Final = (
    *(Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown),
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter),
)
BACK: Final = (
    *(Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp),
    Qt.Key.Key_Backspace,
)
NO_LISTS: Final = "No standings yet. They appear here when players are entered."


class ProjectorChoices(NamedTuple):
    """The lists, the seconds for each page, and the sections that are left out."""

    lists: tuple[ProjectedList, ...] = ("standings", "ratings")
    seconds: int = 10
    left_out: Collection[Identity] = ()


def find_projector_screen(own: QScreen) -> QScreen:
    """Return a screen other than the window's, or `own` if there is no other."""
    others = (screen for screen in QGuiApplication.screens() if screen is not own)
    return next(others, own)


class ProjectorWindow(QWidget):
    """Fills a screen with one page after another, without any controls."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window, Qt.WindowType.Window)
        self._main = window
        self._session = window.session
        self.choices = ProjectorChoices()
        self.screenfuls: tuple[Screenful, ...] = ()
        self.place = 0
        """The index of the shown page."""
        name_widget(self, "projector", "Standings")
        self.setWindowTitle("Standings")
        self.setCursor(Qt.CursorShape.BlankCursor)
        self._worker = Worker(self, self._show_screenfuls, self._session.closing)
        self._next = make_timer(self, 0, partial(self.turn_page, 1), repeats=True)
        signals = self._session.rated, self._session.opened, window.theme.changed
        self.following = RefreshSchedule(self, self._refresh, *signals, wait=LAG)
        self._session.closing.connect(self.end_projection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.addAction(window.named_actions["projector"])
        for name, text, run in (
            ("projectorOn", "Next page (Space)", partial(self.turn_page, 1)),
            ("projectorBack", "Previous page (Left)", partial(self.turn_page, -1)),
            ("projectorEnd", "End (Esc)", self.end_projection),
        ):
            add_action(self, name, text, run)

    # Beginning and end

    def start_projection(self, choices: ProjectorChoices) -> None:
        """Fill the screen with the first page."""
        self.choices, self.place, self.screenfuls = choices, 0, ()
        own = self._main.screen()
        screen = find_projector_screen(own)
        self.setGeometry(screen.geometry())
        self._next.setInterval(choices.seconds * 1000)
        self.showFullScreen()
        self._next.start()
        # On a second screen, the focus stays in the window, for entering results.
        (self if screen is own else self._main).activateWindow()

    def end_projection(self) -> None:
        """End the projection, and return to the window."""
        self._next.stop()
        if self.isVisible():
            self.hide()
            self._main.activateWindow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop turning the pages while the window is hidden."""
        super().hideEvent(event)
        self._next.stop()

    def closeEvent(self, event: QCloseEvent) -> None:
        """End the projection when the user closes its window."""
        event.ignore()
        QTimer.singleShot(0, self, self.end_projection)

    # The pages

    @property
    def busy(self) -> bool:
        """Return whether pages are being made."""
        late = not self._session.up_to_date
        return self._worker.busy or self.following.behind or late

    def _refresh(self) -> None:
        """Make the pages of the current ratings, in the background."""
        rated, choices = self._session.rating, self.choices
        left_out = frozenset(
            place
            for place, section in enumerate(rated.document.sections)
            if section.identity in choices.left_out
        )
        wanted = ProjectorRequest(
            rated,
            choices.lists,
            left_out,
            self.width() / max(self.height(), 1),
            self._main.theme.colors,
        )
        self._worker.start_job(partial(make_screenfuls, wanted))

    def _show_screenfuls(self, found: tuple[Screenful, ...]) -> None:
        """Show the new pages, beginning at the current place in the lists."""
        places = [screenful.place for screenful in found]
        if self.shown is not None and self.shown.place in places:
            self.place = places.index(self.shown.place)
        self.screenfuls = found
        self.place = min(self.place, max(len(found) - 1, 0))
        self._show_place()

    @property
    def shown(self) -> Screenful | None:
        """The shown page; None if there is none."""
        return self.screenfuls[self.place] if self.screenfuls else None

    def turn_page(self, by: int) -> None:
        """Show the next (1) or previous (-1) page for the full time."""
        if self.screenfuls:
            self.place = (self.place + by) % len(self.screenfuls)
            self._show_place()
        if self.isVisible():
            self._next.start()

    def _show_place(self) -> None:
        shown = self.shown
        self.setAccessibleDescription(NO_LISTS if shown is None else shown.page.about)
        self.update()

    # Keys and painting

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages, or end the projection on Esc."""
        key = Qt.Key(event.key())
        if key in FORWARD:
            self.turn_page(1)
        elif key in BACK:
            self.turn_page(-1)
        elif key == Qt.Key.Key_Escape:
            self.end_projection()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the pages for the new shape."""
        super().resizeEvent(event)
        self.following.refresh_later()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the page as high as the screen."""
        colors = self._main.theme.colors
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(colors.surface))
            if (shown := self.shown) is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                width, height = shown.page.size
                scale = min(self.height() / height, self.width() / width)
                painter.scale(scale, scale)
                paint_page(painter, shown.page)
            elif not self.busy:
                font = painter.font()
                font.setPixelSize(max(self.height() // 20, 1))
                painter.setFont(font)
                painter.setPen(QColor(colors.soft))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                painter.drawText(self.rect(), flags, NO_LISTS)


def projector_of(window: MainFrame) -> ProjectorWindow:
    """Return the window's projector; make it at the first call."""
    return window.get_or_make(ProjectorWindow, lambda: ProjectorWindow(window))


KEPT: Final = "projector"
"""The group of preferences that stores the choices."""
ONE_SCREEN: Final = (
    "No second screen found, so the standings will fill this one. Press Space or an "
    "arrow key to turn pages, Esc to end."
)
OTHER_SCREEN: Final = (
    "The standings will fill the other screen, and you can keep working here. To end, "
    "use this command again, or press Esc on that screen."
)


class ProjectorDialog(QDialog):
    """Asks what to project; the last choices are selected."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        self._window = window
        self._projector = projector_of(window)
        set_up_dialog(self, "projectorDialog", "Project standings")
        kept = window.preferences
        known = kept.read_choice(
            KEPT, "lists", " ".join(ProjectorChoices().lists)
        ).split()
        self.lists = {
            name: make_check(f"projectorList-{name}", words, self._enable_start)
            for name, (words, _, _) in PROJECTED_LISTS.items()
        }
        for name, check in self.lists.items():
            check.setChecked(name in known)
        seconds = [
            (str(count), f"{count} seconds") for count in (5, 8, 10, 15, 20, 30, 60)
        ]
        self.seconds = make_choice("projectorSeconds", "Time for each page", seconds)
        usual = str(ProjectorChoices().seconds)
        self.seconds.show_text(usual)
        self.seconds.show_known(kept.read_choice(KEPT, "seconds", usual))
        self.sections = SectionTicks("projector", self._enable_start)
        self.sections.show_sections(
            {
                section.identity: clean_name(section.name) or f"Section {place}"
                for place, section in enumerate(window.session.document.sections, 1)
            }
        )
        self.sections.tick_all(self._projector.choices.left_out)
        self._lay_out()
        self._enable_start()
        self.accepted.connect(self._start)

    def _lay_out(self) -> None:
        own = self._window.screen()
        text = ONE_SCREEN if find_projector_screen(own) is own else OTHER_SCREEN
        label = FieldLabel("&Time for each page", self.seconds)
        page = make_page("projectorSectionsPage")
        add_parts(make_column(page), self.sections, STRETCH)
        area = make_scroll_area("projectorArea", "Sections", page)
        self._buttons = AcceptCancelButtons(self, "projector", "&Start")
        add_parts(
            make_column(self, DIALOG_MARGINS, UNIT // 2),
            make_text_label("projectorListsTitle", "part", "Lists"),
            *self.lists.values(),
            make_text_label("projectorSectionsTitle", "part", "Sections"),
            (area, 1),
            add_parts(make_row(), label, self.seconds, STRETCH),
            make_running_text("projectorNote", "note", text),
            self._buttons,
        )
        self.setMinimumWidth(48 * self.fontMetrics().horizontalAdvance("0"))

    def _enable_start(self) -> None:
        lists = any(check.isChecked() for check in self.lists.values())
        document = self._window.session.document
        out = len(self.sections.find_left_out(document))
        self._buttons.yes.setEnabled(lists and out < max(len(document.sections), 1))

    def _start(self) -> None:
        """Start the projection, and remember the choices."""
        lists = tuple(name for name, check in self.lists.items() if check.isChecked())
        kept = self._window.preferences
        kept.remember_choice(KEPT, "lists", " ".join(lists))
        kept.remember_choice(KEPT, "seconds", self.seconds.value)
        self._projector.start_projection(
            ProjectorChoices(lists, int(self.seconds.value), self.sections.left_out)
        )


def toggle_projector(window: MainFrame) -> None:
    """End the projection, or ask what to project."""
    projector = projector_of(window)
    if projector.isVisible():
        projector.end_projection()
    else:
        ProjectorDialog(window).open()
