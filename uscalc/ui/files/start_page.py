"""The start page: it covers the window until you open an event or select a task."""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFrame,
    QGridLayout,
    QLabel,
    QMenuBar,
    QWidget,
)

from uscalc.ui.files.choice import ARROWS, ChoiceButton, find_neighbor
from uscalc.ui.files.samples import SAMPLES
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.scheduling import EventWatch, follow_focus
from uscalc.ui.session.folders import list_existing, recent_words
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    STRETCH,
    add_parts,
    discard_widget,
    make_column,
    make_grid,
    make_row,
    make_scroll_area,
    make_wrapped_label,
    name_widget,
    set_margins,
    turn_box,
)


class TaskCard(NamedTuple):
    """A large card for a task: its heading, a description, and its buttons.

    `buttons` has the name of each choice and the text of its button.
    """

    name: str
    title: str
    about: str
    buttons: tuple[tuple[str, str], ...]


TASKS: Final = (
    TaskCard(
        "tournamentCard",
        "Run a tournament",
        "Register players, enter results, print wall charts, and write the rating "
        "report.",
        (
            ("new", "&New event…"),
            ("open", "Open a S&wissSys or WinTD file…"),
            ("importList", "&Import a rating supplement…"),
        ),
    ),
    TaskCard(
        "estimateCard",
        "What will my rating be?",
        "Type your rating and your opponents. See what each result does, and what a "
        "target takes.",
        (("estimate", "R&ating estimator"),),
    ),
    TaskCard(
        "ratingsCard",
        "How do ratings work?",
        "Drag a newcomer's rating until the expected points meet the points scored. "
        "No formula is needed.",
        (("ratings", "Ratin&g of a newcomer"),),
    ),
)
"""The three tasks with their buttons."""
LETTERS: Final = "USCLMQ"
"""The underlined letter of each sample, in their order."""
MOST_RECENT: Final = 8
WIDEST: Final = 150
"""The greatest width of the page's contents, in digits."""
NARROW: Final = 100
"""If the page is narrower than this, in digits, the recent files are below the samples."""
TIGHT: Final = 62
"""If the page is narrower than this, in digits, the choices are in one column."""


class StartPage(QWidget):
    """Three tasks, six samples and the recent files.

    `task_selected` is emitted with the name of a task's button, `sample` with a sample,
    and `file` with a recent file. While the page is open, the window's messages are at
    its top; `return_messages` returns them to their place.
    """

    task_selected = Signal(str)
    sample = Signal(object)
    file = Signal(object)
    shown = Signal(bool)
    """Emitted with True after the page is shown, and with False after it is hidden."""

    def __init__(
        self, window: MainFrame, return_messages: Callable[[], object]
    ) -> None:
        super().__init__(window, autoFillBackground=True)
        self._main = window
        self._return_messages = return_messages
        name_widget(self, "startPage", "Start page")
        self._arranged: tuple[bool, int] | None = None
        self._titles: list[QLabel] = []
        self._build_page()
        self._show_fonts()
        window.theme.changed.connect(self._show_fonts)
        window.session.opened.connect(self.close_page)
        window.messages.left.connect(self._take_keyboard)
        EventWatch(self, partial(self.shown.emit, True), QEvent.Type.Show)
        EventWatch(self, partial(self.shown.emit, False), QEvent.Type.Hide)
        types = QEvent.Type.Resize, QEvent.Type.LayoutRequest
        EventWatch(window, self._place_page, *types)
        follow_focus(self._handle_focus_change)
        self.hide()

    # Building

    def _build_page(self) -> None:
        self._top = make_column(None, (UNIT, UNIT, UNIT, 0), None)
        content = name_widget(QWidget(), "startContent")
        self._row = make_row(content, 3 * UNIT, 3 * UNIT)
        left, side = make_column(spacing=2 * UNIT), make_column(spacing=UNIT)
        self._cards = make_row(spacing=2 * UNIT)
        for task in TASKS:
            self._cards.addWidget(self._make_card(task), 1)
        self.heading = make_wrapped_label(
            "startTitle", "heading", "What do you want to do?"
        )
        around = make_wrapped_label(
            "startSamples", "heading", "Look around with a sample event"
        )
        holder = name_widget(QWidget(), "startSampleGrid")
        self._samples = make_grid(holder, 2 * UNIT, 2 * UNIT)
        self._sample_buttons = [
            self._make_button(
                sample.action,
                _underline_letter(sample.title, letter),
                sample.shows,
                partial(self.sample.emit, sample),
            )
            for sample, letter in zip(SAMPLES, LETTERS, strict=True)
        ]
        add_parts(left, self.heading, self._cards, around, holder, STRETCH)
        add_parts(self._row, (left, 3), (side, 1))
        self._recent_title = make_wrapped_label(
            "startRecent", "heading", "Recent files"
        )
        self._headings = [self.heading, around, self._recent_title]
        self.none_yet = make_wrapped_label(
            "startNoFile", "note", "No files yet. Events that you open appear here."
        )
        self._files = make_column(spacing=UNIT // 2)
        self.back = self._make_button("startBack", "&Back", "", self.close_page)
        add_parts(
            side,
            self._recent_title,
            self.none_yet,
            self._files,
            self.back,
            STRETCH,
        )
        self._scroll = make_scroll_area("startScroll", "Start page", content)
        add_parts(make_column(self, spacing=None), self._top, (self._scroll, 1))

    def _make_card(self, task: TaskCard) -> QFrame:
        card = name_widget(QFrame(), task.name, task.title, "card")
        title = make_wrapped_label(f"{task.name}Title", "heading", task.title)
        self._titles.append(title)
        about = make_wrapped_label(f"{task.name}About", "label", task.about)
        column = add_parts(make_column(card, 2 * UNIT), title, about)
        column.addSpacing(UNIT)
        for choice, text in task.buttons:
            name = f"start{choice[0].upper()}{choice[1:]}"
            run = partial(self.task_selected.emit, choice)
            column.addWidget(self._make_button(name, text, "", run))
        column.addStretch(1)
        return card

    def _make_button(
        self, name: str, title: str, note: str, run: Callable[[], object]
    ) -> ChoiceButton:
        button = ChoiceButton(name, title, note)
        button.clicked.connect(lambda _checked=False: run())
        button.moved.connect(partial(self._move_from, button))
        return button

    def _show_fonts(self) -> None:
        theme = self._main.theme
        for label in self._headings:
            label.setFont(theme.make_font(1.15, True))
        for label in self._titles:
            label.setFont(theme.make_font(1.3, True))
        self._arranged = None
        self._arrange_parts()

    # Showing

    def show_page(self) -> None:
        """Show the page over the window, with the focus on its first choice."""
        # Offer to return to the event, unless it is an unchanged sample.
        session = self._main.session
        own = session.path is not None or session.document.link is not None
        self.back.setVisible(own or not session.history.saved)
        name = session.document.name or "the event"
        self.back.title.setText(f"&Back to {name.replace('&', '&&')}")
        self.back.setAccessibleName(f"Back to {name}")
        self._list_recent()
        messages = self._main.messages
        messages.close_notice()
        shown = not messages.isHidden()
        self._top.addWidget(messages)
        messages.setVisible(shown)
        self.show()
        self._place_page()
        self.raise_()
        self._take_keyboard()

    def close_page(self) -> None:
        """Hide the page, return the messages, and focus the event behind it."""
        if self.isHidden():
            return
        focus = self._main.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self.hide()
        self._return_messages()
        if here:
            self._main.crosstable.view.setFocus()

    @property
    def hides_sample(self) -> bool:
        """True if the page covers an unchanged sample, so that no way back is needed."""
        return self.isVisible() and self.back.isHidden()

    def _take_keyboard(self) -> None:
        if self.isVisible():
            self._give_keyboard(self.findChildren(ChoiceButton)[0])

    def _list_recent(self) -> None:
        while (item := self._files.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                discard_widget(widget)
        files = list(list_existing(self._main.preferences.recent))[:MOST_RECENT]
        for place, path in enumerate(files):
            name, _, folder = recent_words(path).partition(" – ")
            button = self._make_button(
                f"startRecent{place + 1}",
                name.replace("&", "&&"),
                folder,
                partial(self.file.emit, path),
            )
            button.setToolTip(str(path))
            self._files.addWidget(button)
        # Without files, an event to return to is all that there is.
        self.none_yet.setVisible(not files and self.back.isHidden())
        self._recent_title.setVisible(bool(files) or self.back.isHidden())

    # Place

    def _place_page(self) -> None:
        """Cover all of the window below the menu and beside the rail."""
        if self.isHidden():
            return
        window = self._main
        header, cover = window.menuWidget(), window.rect()
        if header is not None and header.isVisible():
            menu = header.findChild(QMenuBar) or header
            cover.setTop(menu.mapTo(window, menu.rect().bottomLeft()).y() + 1)
            cover.setLeft(header.geometry().left())
        self.setGeometry(cover)
        self._arrange_parts()
        children = window.children()
        above = children[children.index(self) :]
        if any(part in above for part in self._list_covered()):
            self.raise_()

    def _list_covered(self) -> list[QWidget]:
        """Return the parts of the window that the page covers."""
        center = self._main.centralWidget()
        docks = self._main.findChildren(QDockWidget)
        return [*docks] if center is None else [center, *docks]

    def _arrange_parts(self) -> None:
        """Put the parts below each other if the window is narrow."""
        digit = QFontMetrics(self._main.theme.make_font()).horizontalAdvance("0")
        sides = max(3 * UNIT, (self.width() - WIDEST * digit) // 2)
        set_margins(self._row, (sides, 3 * UNIT, sides, 3 * UNIT), 3 * UNIT)
        narrow, tight = self.width() < NARROW * digit, self.width() < TIGHT * digit
        across = 1 if tight else 3
        if self._arranged != (narrow, across):
            self._arranged = narrow, across
            turn_box(self._row, down=narrow)
            turn_box(self._cards, down=tight)
            _fill_grid(self._samples, self._sample_buttons, across)

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """On Esc, close a notice on the page or, if there is none, the page."""
        if event.key() == Qt.Key.Key_Escape:
            if not self._main.messages.close_notice():
                self.close_page()
        else:
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Keep Tab within the page, because the rest of the window is covered."""
        # All controls that can have the focus, from top to bottom.
        found = [
            widget
            for widget in self.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isVisible()
            and widget.isEnabled()
        ]
        messages = self._main.messages
        controls = sorted(
            found, key=lambda w: (not messages.isAncestorOf(w), w is self.back)
        )
        focus = QApplication.focusWidget()
        at = next((i for i, control in enumerate(controls) if control is focus), -1)
        if not controls:
            return False
        self._give_keyboard(controls[(at + (1 if forward else -1)) % len(controls)])
        return True

    def _move_from(self, button: ChoiceButton, key: int) -> None:
        buttons = [
            other
            for other in self.findChildren(ChoiceButton)
            if other.isVisible() or other is button
        ]
        places = [QRect(b.mapTo(self, b.rect().topLeft()), b.size()) for b in buttons]
        found = find_neighbor(places, buttons.index(button), ARROWS[key])
        if found is not None:
            self._give_keyboard(buttons[found])

    def _give_keyboard(self, control: QWidget) -> None:
        control.setFocus(Qt.FocusReason.TabFocusReason)
        self._scroll.ensureWidgetVisible(control, 0, 2 * UNIT)

    def _handle_focus_change(self, _old: QWidget | None, _now: QWidget | None) -> None:
        if self.isVisible():
            # A closing message focuses the table for a moment, which must not close the page.
            QTimer.singleShot(0, self, self._close_behind_keyboard)

    def _close_behind_keyboard(self) -> None:
        """Close the page if a command has focused a part of the window that it covers."""
        focus = QApplication.focusWidget()
        if focus is None or self.isHidden() or self.isAncestorOf(focus):
            return
        if any(part.isAncestorOf(focus) for part in self._list_covered()):
            self.close_page()


def _underline_letter(title: str, letter: str) -> str:
    """Return a title with this letter underlined where it first appears."""
    at = title.upper().index(letter)
    return f"{title[:at]}&{title[at:]}"


def _fill_grid(grid: QGridLayout, buttons: list[ChoiceButton], across: int) -> None:
    """Arrange the buttons in columns of equal width."""
    for place, button in enumerate(buttons):
        grid.addWidget(button, place // across, place % across)
    for column in range(3):
        grid.setColumnStretch(column, 1 if column < across else 0)
