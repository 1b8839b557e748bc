"""The player's own facts on a sheet: the rating, what it is based on, and the rest."""

import datetime as dt
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QVBoxLayout, QWidget

from uscalc.analysis.chances import USUAL_DRAWS, BadSettingError, check_draws
from uscalc.document.edit.typed import (
    TypedError,
    typed_birth,
    typed_count,
    typed_date,
    typed_level,
    typed_number,
)
from uscalc.document.model import BY_DATE, Record
from uscalc.document.sheet.sheet import Sheet, SheetLine
from uscalc.document.written import EXAMPLES, parse_rating
from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS, System
from uscalc.rules.resolve import rules_for
from uscalc.ui.my_rating.result import ENDS
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.controls import ChoiceControl
from uscalc.ui.widgets.fold import Fold
from uscalc.ui.widgets.labels import FieldLabel

RECORDS: Final = (
    ("", "not known"),
    ("mixed", "mixed"),
    ("all_wins", "all won"),
    ("all_losses", "all lost"),
)


class Own(NamedTuple):
    """What a sheet says of the player; as in `uscalc.document.sheet.sheet.Sheet`."""

    rating: float | None
    games: int | None
    record: Record | None
    system: System
    end_date: dt.date
    floor: int | None
    birth_year: int | None
    draws: float

    def sheet(self, lines: tuple[SheetLine, ...]) -> Sheet:
        """The sheet with these lines."""
        return Sheet(
            self.rating,
            lines,
            self.end_date,
            self.games,
            self.record,
            self.system,
            self.floor,
            self.birth_year,
        )


class SheetField(QLineEdit):
    """A line of a sheet; `done` comes with Return and the arrows: 1 on, -1 back."""

    done = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return and down go on, up goes back."""
        key = Qt.Key(event.key())
        if key in ENDS:
            self.done.emit(1)
        elif key == Qt.Key.Key_Up:
            self.done.emit(-1)
        else:
            super().keyPressEvent(event)


class OwnFacts(QWidget):
    """`changed` comes with every key, `below` when the keyboard goes on to the lines."""

    changed = Signal()
    below = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._row = 0
        self.setObjectName("myOwn")
        self.setProperty("page", True)
        self.rating = self._line("myRatingBefore", "Your rating", "1780, or new")
        self.games = self._line(
            "myGames",
            "Games it is based on; nothing for an established rating",
            "established",
        )
        self.system = self._choice(
            "mySystem", "Rating system", [(s, SYSTEM_NAMES[s]) for s in SYSTEMS], "R"
        )
        self.end = self._line("myEnd", "Last day of the event", "2025-09-01")
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        self.end.setText(today)
        self.record = self._choice(
            "myRecord", "Record of the games it is based on", list(RECORDS), ""
        )
        self.floor = self._line("myFloor", "Floor", "none known")
        self.birth = self._line("myBirth", "Year of birth", "not known")
        self.draws = self._line("myDraws", "Factor for draws", f"{USUAL_DRAWS:g}")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(UNIT)
        column.addWidget(
            self._grid("myFirst", (("&Rating", self.rating), ("&Based on", self.games)))
        )
        more = self._grid(
            "myMore",
            (
                ("&System", self.system),
                ("&Ends on", self.end),
                ("Ear&lier games", self.record),
                ("&Floor", self.floor),
                ("B&orn in", self.birth),
                ("&Draws \N{MULTIPLICATION SIGN}", self.draws),
            ),
        )
        self.fold = Fold("my", "Event and rules", more)
        column.addWidget(self.fold)
        self.rating.done.connect(lambda by: self._go(self.games) if by > 0 else None)
        self.games.done.connect(self._from_games)
        for field in (self.rating, self.games, self.end, self.floor, self.birth):
            field.textChanged.connect(self._typed)
        self.draws.textChanged.connect(self._typed)
        for box in (self.system, self.record):
            box.currentIndexChanged.connect(self._typed)
        self._note()

    def begin(self) -> None:
        """Gives the rating the keyboard."""
        self._go(self.rating)

    def clear(self) -> None:
        """Empties the rating and what it is based on; the event stays."""
        for field in (self.rating, self.games, self.floor, self.birth):
            field.clear()
        self.record.setCurrentIndex(0)

    def read(self) -> Own | str | None:
        """What stands here; None while there is no rating, else what is wrong."""
        text = self.rating.text().strip()
        if not text:
            return None
        written = parse_rating(text)
        if written is None or written.kind == "unknown":
            return f'"{text[:20]}" is no rating; write {EXAMPLES}.'
        if written.kind == "blank":
            return None
        rating, games = written.rating, written.games
        try:
            typed = typed_count(self.games.text())
            end = typed_date(self.end.text())
            birth = typed_birth(self.birth.text())
            floor = typed_level(self.floor.text())
            draws = typed_number(self.draws.text(), f"{USUAL_DRAWS:g}")
            if draws is not None:
                check_draws(draws)
        except (TypedError, BadSettingError) as error:
            text = str(error)
            return f"{text[:1].upper()}{text[1:]}."
        if end is None:
            return (
                "The last day of the event decides the rules; write it as 2025-09-01."
            )
        record = cast("Record | None", self.record.currentData() or None)
        return Own(
            rating,
            games if typed is None else typed,
            record,
            cast("System", self.system.currentData()),
            end,
            floor,
            None if birth is None else birth.date.year,
            USUAL_DRAWS if draws is None else draws,
        )

    # Building

    def _line(self, name: str, words: str, empty: str) -> SheetField:
        field = SheetField()
        field.setObjectName(name)
        field.setAccessibleName(words)
        field.setToolTip(words)
        field.setPlaceholderText(empty)
        field.setProperty("form", True)
        field.setMaxLength(24)
        return field

    def _choice(
        self, name: str, words: str, choices: list[tuple[str, str]], first: str
    ) -> ChoiceControl:
        box = ChoiceControl(choices)
        box.call(name, words)
        box.setToolTip(words)
        box.show_text(first)
        return box

    def _grid(
        self, name: str, rows: tuple[tuple[str, SheetField | ChoiceControl], ...]
    ) -> QWidget:
        holder = QWidget()
        holder.setObjectName(name)
        holder.setProperty("page", True)
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(UNIT)
        grid.setVerticalSpacing(UNIT)
        for place, (words, control) in enumerate(rows):
            label = FieldLabel(words, control)
            grid.addWidget(label, place // 2, 2 * (place % 2))
            grid.addWidget(control, place // 2, 2 * (place % 2) + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return holder

    def _typed(self) -> None:
        self._note()
        self.changed.emit()

    def _note(self) -> None:
        """What the folded part holds: the system, and by which rules it is rated."""
        system = cast("System", self.system.currentData())
        note = SYSTEM_NAMES[system]
        try:
            end = typed_date(self.end.text())
        except TypedError:
            end = None
        if end is not None:
            note += f", {end.isoformat()}, rules of {rules_for(BY_DATE, end, system).edition}"
        self.fold.set_note(note)

    # The keyboard

    def _from_games(self, by: int) -> None:
        if by > 0:
            self.below.emit()
        else:
            self._go(self.rating)

    def _go(self, field: QLineEdit) -> None:
        field.setFocus(Qt.FocusReason.TabFocusReason)
        field.selectAll()
