"""Rating list: look a member up by ID or name, and fill the selected player."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from uscalc.document.fill.entry import CHOICE, Found, ListEntry
from uscalc.document.fill.listed import FillRow, fill_listed, plan_listed
from uscalc.engine.pause import Pause
from uscalc.ratinglist.matching import alike
from uscalc.ratinglist.store import ListError, RatingList, looking_up
from uscalc.ui.rating_list.fill_model import AS_IT_IS, changes_text
from uscalc.ui.rating_list.lists import NO_LISTS, RatingLists, Trouble
from uscalc.ui.rating_list.model import MembersModel
from uscalc.ui.rating_list.parts import ListChoice, ListTable
from uscalc.ui.scheduling.following import following
from uscalc.ui.scheduling.worker import Worker
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.buttons import plain_button
from uscalc.ui.widgets.flow import Flow
from uscalc.ui.widgets.labels import plain_line, text_label

TYPE: Final = "Type a member ID or a name: beginnings of its words, in any order."
LOOKING: Final = "Looking which lists are here…"
CHOOSE: Final = "Choose the member, and what would change is shown here."
PREVIEW_LINES: Final = 3
MOST: Final = 50


class RatingListView(QWidget):
    """Follows the selected player; `asks` do what the buttons below say."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        lists: RatingLists,
        ask_import: Callable[[], object],
        ask_fill: Callable[[bool], object],
    ) -> None:
        super().__init__()
        self._session = session
        self._lists = lists
        self._place: object = None
        self._answered: tuple[str, RatingList | None] | None = None
        self._fill: FillRow | None = None
        self._worker = Worker(self)
        session.closing.connect(self._worker.close)
        self._worker.done.connect(self._came)
        self.setObjectName("ratingListView")
        self.setAccessibleName("Rating list")
        self.setProperty("page", True)
        self._build(theme, ask_import, ask_fill)
        following(
            self,
            self._follow,
            session.selected,
            session.opened,
            session.edited,
            lists.changed,
        )

    def _build(
        self,
        theme: Theme,
        ask_import: Callable[[], object],
        ask_fill: Callable[[bool], object],
    ) -> None:
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._halves.setContentsMargins(2 * UNIT, UNIT, 2 * UNIT, UNIT)
        self._halves.setSpacing(3 * UNIT)
        column = QVBoxLayout()
        column.setSpacing(UNIT)
        self._halves.addLayout(column, 5)
        # The first of the view's controls is where the keyboard goes.
        self.search = SearchLine(self)
        row = QHBoxLayout()
        row.setSpacing(UNIT)
        self.choice = ListChoice(self._lists, "listChoice", self)
        row.addWidget(self.choice, 1)
        self.import_button = plain_button(
            "listImport", "&Import…", "Import a rating list"
        )
        self.import_button.clicked.connect(ask_import)
        row.addWidget(self.import_button)
        column.addWidget(self.search)
        self.search.setPlaceholderText("Member ID or name")
        self.search.textChanged.connect(self._ask)
        self.said = text_label("listSaid", "label")
        column.addWidget(self.said)
        self.model = MembersModel(self)
        self.table = ResultTable(theme)
        self.table.setModel(self.model)
        self.table.selectionModel().currentRowChanged.connect(self._preview)
        self.table.activated.connect(self.fill_player)
        self.search.down.connect(self.table.setFocus)
        column.addWidget(self.table, 1)
        column = QVBoxLayout()
        column.setSpacing(UNIT)
        self._halves.addLayout(column, 4)
        column.addLayout(row)
        self.player_label = text_label("listPlayer", "heading")
        column.addWidget(self.player_label)
        self.preview = text_label("listPreview", "label")
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        column.addWidget(self.preview)
        column.addStretch(1)
        buttons = Flow()
        self.fill_button = plain_button(
            "listFillPlayer", "&Fill player", "Fill the selected player in"
        )
        self.fill_button.clicked.connect(self.fill_player)
        self.section_button = plain_button(
            "listFillSection", "Section…", "Fill the section from the list"
        )
        self.section_button.clicked.connect(lambda: ask_fill(False))
        self.event_button = plain_button(
            "listFillEvent", "Event…", "Fill the whole event from the list"
        )
        self.event_button.clicked.connect(lambda: ask_fill(True))
        buttons.addWidget(self.fill_button)
        label = plain_line("listFillAll", "label", "  Fill all:")
        for widget in (label, self.section_button, self.event_button):
            buttons.addWidget(widget)
        column.addLayout(buttons)
        self._theme = theme
        theme.changed.connect(self._arrange)
        self._arrange()

    def _arrange(self) -> None:
        """Room for a preview of some lines, so that nothing jumps."""
        line = self.fontMetrics().lineSpacing()
        self.preview.setFixedHeight(PREVIEW_LINES * line)
        self.table.set_digits(self.model.widths())

    def minimumSizeHint(self) -> QSize:
        """What it needs at its width; lines that wrap are not as high as when narrow.

        Else bringing it to the front would take the room from the table above it.
        """
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None:
            return least
        # Its width says nothing before it was laid out.
        width = self.width() if self.isVisible() else super().sizeHint().width()
        width = max(width, least.width())
        height = layout.totalMinimumHeightForWidth(width)
        return QSize(least.width(), min(least.height(), height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Members and player stand side by side where the view is wide."""
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        wide = self.width() > self.height()
        self._halves.setDirection(
            direction.LeftToRight if wide else direction.TopToBottom
        )

    # Following

    def _follow(self) -> None:
        session = self._session
        player, selection = session.player, session.selection
        place = session.document.name, selection.section, selection.row
        if place != self._place:
            self._place = place
            wanted = "" if player is None else player.id or player.name
            quiet = self.search.blockSignals(True)
            self.search.setText(wanted)
            self.search.blockSignals(quiet)
            self.search.selectAll()
        self._ask()

    def _ask(self) -> None:
        """Searches beside the window, unless that is what is shown already."""
        chosen, text = self._lists.chosen, self.search.text()
        if self._answered == (text, chosen) and chosen is not None:
            self._preview()
            return
        self._answered = None
        if chosen is None or not text.strip():
            self._show((text, chosen), ())
        else:
            self._worker.ask(lambda asked: _search(chosen, text, asked.pause))

    def _came(self, result: object) -> None:
        if isinstance(result, Trouble):
            self._lists.report(result)
        elif isinstance(result, tuple):
            asked, entries = result
            self._show(asked, entries)

    def _show(
        self, asked: tuple[str, RatingList | None], entries: tuple[ListEntry, ...]
    ) -> None:
        text, chosen = asked
        self._answered = asked
        self.model.show_entries(entries, () if chosen is None else chosen.systems)
        self.table.set_digits(self.model.widths())
        if not self._lists.ready:
            said = LOOKING
        elif chosen is None:
            said = NO_LISTS
        elif not text.strip():
            said = TYPE
        elif not entries:
            said = f"Nobody in the list of {chosen.date} fits."
        else:
            count = f"{len(entries)} or more" if len(entries) >= MOST else len(entries)
            members = "1 member fits" if len(entries) == 1 else f"{count} members fit"
            said = f"{members}, the nearest first."
        self.said.setText(said)
        for button in (self.section_button, self.event_button):
            button.setEnabled(
                chosen is not None and bool(self._session.document.sections)
            )
        if entries:
            player = self._session.player
            same = (i for i, e in enumerate(entries) if player and e.id == player.id)
            self.table.setCurrentIndex(self.model.index(next(same, 0), 0))
        self._preview()

    @property
    def searching(self) -> bool:
        """Whether what is shown is not yet what was asked for."""
        return self._answered is None

    # Filling

    def _preview(self) -> None:
        """What filling the player from the chosen member would change."""
        session, chosen = self._session, self._lists.chosen
        player, row = session.player, session.selection.row
        place = self.table.currentIndex().row()
        self._fill = None
        name = "" if player is None else f"{player.number}  {player.name or 'no name'}"
        self.player_label.setText(name or "No player is selected.")
        self.fill_button.setText(f"&Fill player {player.number}" if player else "&Fill")
        known = chosen is not None and 0 <= place < len(self.model.entries)
        if player is None or row is None or chosen is None or not known:
            self.preview.setText("" if chosen is None else CHOOSE)
            self.fill_button.setEnabled(False)
            return
        entry = self.model.entries[place]
        doubt = ""
        if not alike(player.name, entry.name):
            doubt = f"the list has {entry.name} there"
        found = Found(session.selection.section, row, entry, CHOICE, doubt)
        (self._fill,) = plan_listed(session.document, (found,), chosen.date)
        text = changes_text(self._fill.changes)
        if text == AS_IT_IS:
            text = "Everything is as the list has it already."
        cautions = "".join(f"\n! {text}" for text in self._fill.cautions)
        self.preview.setText(f"{text}{cautions}")
        self.fill_button.setEnabled(bool(self._fill.changes))

    def fill_player(self) -> None:
        """Fills the selected player from the chosen member, as one step."""
        chosen = self._lists.chosen
        # What is typed in another field may change what is filled in.
        self._session.pending.settle()
        if self._fill is None or chosen is None or not self._fill.changes:
            return
        self._session.edit(fill_listed, (self._fill.found,), chosen.date)


class SearchLine(QLineEdit):
    """Return and the arrow down go to what was found."""

    down = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("listSearch")
        self.setAccessibleName("Member ID or name")
        self.setProperty("form", True)
        self.setMaxLength(100)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Goes down to the members."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.down.emit()
            return
        super().keyPressEvent(event)


class ResultTable(ListTable):
    """The members; Return fills the player from the one that is chosen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__("listMembers", "Members found", theme)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return chooses, on every system alike."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


def _search(chosen: RatingList, text: str, pause: Pause) -> object:
    try:
        with looking_up(chosen) as lookup:
            return (text, chosen), lookup.search(text, MOST, pause)
    except ListError as error:
        return Trouble(chosen, str(error))
