"""The player's own data in an estimate: rating, games, rating system, and end date."""

import datetime as dt
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from uscalc.counted import format_day, make_sentence
from uscalc.document.facts.typed import (
    ParsedRating,
    TypedError,
    parse_birth,
    parse_count,
    parse_floor,
    parse_optional_date,
)
from uscalc.document.model import BY_DATE, WinRecord
from uscalc.document.sheet.line import BadLine, read_own_rating
from uscalc.document.sheet.section import FilledEstimate
from uscalc.document.sheet.sheet import Estimate
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.estimate.row import SheetField
from uscalc.ui.estimate.split_pane import (
    GO_ON,
    SELECT,
    give_focus,
    make_field_grid,
    restore_texts,
)
from uscalc.ui.widgets.building import (
    add_parts,
    make_column,
    make_running_text,
    name_widget,
)
from uscalc.ui.widgets.controls import ChoiceControl, make_choice
from uscalc.ui.widgets.layouts import FoldingPart

MOST_GAMES: Final = 500
"""The most games that can be entered; a larger number is probably a rating."""


class OwnFacts(QWidget):
    """The fields for the player's own data.

    `changed` is emitted for every key, `below` when the focus goes on to the lines of
    games, and `pasted` with a text of several lines. `offered` is the rating of the
    last sheet, which Enter in the empty field accepts.
    """

    changed = Signal()
    below = Signal()
    pasted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.offered = ""
        self.day_typed = False
        """True if the user typed the last day."""
        name_widget(self, "myOwn", look="page")
        self.rating = SheetField("myRatingBefore", "Your rating", "1780, or new", "")
        self.games = SheetField(
            "myGames",
            "Number of games your rating is based on",
            "established",
            "Number of games your rating is based on. Leave blank if established (26 "
            "or "
            f"more). {GO_ON}",
        )
        self.system = self._make_choice(
            "mySystem",
            "Rating system",
            [(s, SYSTEM_NAMES[s]) for s in SYSTEMS],
            "The rating system of the event.",
        )
        self.end = SheetField(
            "myEnd",
            "End date",
            "9/1/2025",
            f"End date of the event. It determines which rating rules apply. {GO_ON}",
        )
        self.name = SheetField(
            "myName",
            "Name of this estimate",
            "automatic",
            f"Name for this estimate, for example Spring Open (optional). {GO_ON}",
        )
        self.record = self._make_choice(
            "myRecord",
            "Results of your earlier games",
            [
                ("", "unknown"),
                ("mixed", "mixed"),
                ("all_wins", "all won"),
                ("all_losses", "all lost"),
            ],
            "Whether you won or lost all the games that your rating is based on.",
        )
        self.floor = SheetField(
            "myFloor",
            "Rating floor",
            "none",
            f"Your rating floor (optional). Your rating can't fall below it. {GO_ON}",
        )
        self.birth = SheetField(
            "myBirth",
            "Birth year",
            "unknown",
            f"Birth year. Used to set a starting rating for unrated players. {GO_ON}",
        )
        first = make_field_grid(
            "myFirst", (("R&ating", self.rating), ("&Based on", self.games)), 2
        )
        self.count = make_running_text("myGamesNote", "note")
        more = make_field_grid(
            "myMore",
            (
                ("System", self.system),
                ("End date", self.end),
                ("Earlier games", self.record),
                ("Floor", self.floor),
                ("Birth year", self.birth),
                ("Name", self.name),
            ),
            2,
        )
        self.fold = FoldingPart("my", "Event", more)
        add_parts(make_column(self), first, self.count, self.fold)
        for field in self.list_fields():
            field.textChanged.connect(self._handle_typing)
            field.done.connect(lambda by, at=field: self._finish_field(at, by))
            field.pasted.connect(self.pasted)
        self.end.textEdited.connect(self._mark_day_typed)
        for box in (self.system, self.record):
            box.currentIndexChanged.connect(self._handle_typing)
        self.restore_texts({})

    def focus_first_field(self) -> None:
        """Focus the field of the rating."""
        give_focus(self.rating)

    def list_fields(self) -> tuple[SheetField, ...]:
        """Return all text fields, in the order of the keyboard."""
        return tuple(self.findChildren(SheetField))

    def list_controls(self) -> tuple[SheetField | ChoiceControl, ...]:
        """Return all text fields and choices."""
        return (*self.list_fields(), self.system, self.record)

    def restore_texts(self, texts: Mapping[str, str]) -> None:
        """Restore saved texts; controls without one are reset."""
        restore_texts(self.list_controls(), texts)
        self.fold.button.setChecked(False)
        self.day_typed = False
        self._show_note()

    def take_rating(self, text: str) -> bool:
        """Use a text as the own rating if the field is empty; return whether it was used."""
        if self.rating.text().strip():
            return False
        self.rating.setText(text)
        return True

    def take_day(self, day: dt.date) -> None:
        """Enter the last day of a crosstable; Undo restores the previous text."""
        if self.end.text() != format_day(day):
            self.end.selectAll()
            self.end.insert(format_day(day))
        self.day_typed = False

    def ask_day(self) -> None:
        """Clear and focus the end date."""
        self.fold.button.setChecked(True)
        self.end.selectAll()
        self.end.del_()
        self.day_typed = False
        give_focus(self.end)

    def _mark_day_typed(self, _text: str) -> None:
        self.day_typed = True

    def take_filled(self, found: FilledEstimate) -> None:
        """Enter the data that a crosstable has about the player."""
        self.restore_texts(
            {
                "myRatingBefore": found.rating,
                "mySystem": found.system,
                "myEnd": "" if found.end_date is None else format_day(found.end_date),
                "myFloor": "" if found.floor is None else f"{found.floor}",
                "myBirth": "" if found.birth_year is None else f"{found.birth_year}",
            }
        )

    def offer_rating(self, rating: str) -> None:
        """Offer a rating for the empty field."""
        self.offered = rating
        words = f"{rating} (last time)" if rating else "1780, or new"
        self.rating.setPlaceholderText(words)

    @property
    def known(self) -> bool:
        """True if a rating is entered, or the player is unrated."""
        return isinstance(read_own_rating(self.rating.text()), ParsedRating)

    def make_rating_hint(self) -> str:
        """Return the hint of the rating's field: valid input, and where Enter goes."""
        if self.known:
            return GO_ON
        if self.offered and not self.rating.text().strip():
            return (
                f"Press Enter to use {self.offered}, your rating last time, or type a "
                "new rating."
            )
        return "Type your rating (or new if you have none) and press Enter."

    def read_facts(self) -> Estimate | str | None:
        """Return a sheet without games, or what is wrong with the data; None without a rating."""
        written = read_own_rating(self.rating.text())
        if isinstance(written, BadLine):
            return f"{written.reason}."
        if written is None:
            return None
        try:
            typed = self._parse_games()
            end = parse_optional_date(self.end.text())
            birth = parse_birth(self.birth.text())
            floor = parse_floor(self.floor.text())
        except TypedError as error:
            return make_sentence(error)
        if end is None:
            return "No end date. Enter the last day of the event, for example 9/1/2025."
        return Estimate(
            written.rating,
            (),
            end,
            written.games if typed is None else typed,
            cast("WinRecord | None", self.record.currentData() or None),
            cast("System", self.system.currentData()),
            floor,
            None if birth is None else birth.date.year,
        )

    def _parse_games(self) -> int | None:
        """Return the typed number of games; raise TypedError if it may be a rating."""
        typed = parse_count(self.games.text())
        if typed is not None and typed > MOST_GAMES:
            raise TypedError(
                f"{typed} games? Opponents' ratings have their own fields. If you have "
                f"more than {MOST_GAMES} games, leave this blank"
            )
        return typed

    # Building

    def _make_choice(
        self, name: str, words: str, choices: list[tuple[str, str]], hint: str
    ) -> ChoiceControl:
        box = make_choice(name, words, choices, hint=words)
        box.setProperty("hint", f"{hint} {SELECT}")
        return box

    def _handle_typing(self) -> None:
        self._show_note()
        self.changed.emit()

    def _show_note(self) -> None:
        """Show what the collapsed part contains: the rating system and the rules."""
        system = cast("System", self.system.currentData())
        note = SYSTEM_NAMES[system]
        with suppress(TypedError):
            if end := parse_optional_date(self.end.text()):
                edition = resolve_rules(BY_DATE, end, system).edition
                note += f", {format_day(end)}, {edition} rating rules"
        self.fold.set_note(note)

    # The keyboard

    def _finish_field(self, field: SheetField, by: int) -> None:
        """Go to the next or previous field; from the last one, go to the opponents."""
        if field is self.rating and not field.text().strip():
            field.setText(self.offered)
        if field is self.rating and by == 1 and not self.known:
            # Stay, because the other fields are useless without a rating.
            return
        if field is self.games and by == 1:
            try:
                self._parse_games()
            except TypedError:
                return
        shown = [one for one in self.list_fields() if one.isVisible()]
        place = shown.index(field) + (1 if by > 0 else -1)
        if place < len(shown):
            give_focus(shown[max(place, 0)])
        else:
            self.below.emit()
