"""Every place in the window for unfinished typing, and the edit that the text makes."""

import datetime as dt
from collections.abc import Callable
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.ui.driving import click, click_into, find_part, rules_page, settings_panel
from tests.ui.keys import LEFT, Key
from uscalc.document import model
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.edit.settings import Field, Target, make_fields, override_rule
from uscalc.document.edit.structure import add_player, rename_section, set_number
from uscalc.rules.resolve import load_rule_table
from uscalc.ui.enter.player_view import FOLDS
from uscalc.ui.rules.rules_model import OVERRIDE
from uscalc.ui.window.main_window import MainWindow

SETTINGS: Final = "settingsDialog"
Go = Callable[[QtBot, MainWindow], QWidget]
MakeEdit = Callable[[model.Document, str], model.Edit]
Mode = Literal["blank", "filled", "emptied", "wrong"]
MODES: Final[tuple[Mode, ...]] = ("blank", "filled", "emptied", "wrong")
SECTION, ROW = 1, 1
"""The owner of the text: the second player of the second of three sections."""
NUMBER = ROW + 1
DAY = dt.date(2025, 9, 1)
RULE = "bonus_multiplier"
NEW_ROW: Final = "a new empty row"
FORM_OF_NEW_ROW: Final = "form of a new empty row"
PERSON: Final = make_fields("person")
RATING: Final = make_fields("rating")
OFFICE: Final = make_fields("office")


def _facts(number: int, filled: bool, unrated: bool) -> model.RatingFacts:
    plain = model.RatingFacts() if unrated else model.RatingFacts(1400.0 + 10 * number)
    if not filled:
        return plain
    day = dt.date(2024, 1, number)
    plain = replace(
        plain,
        peak=1900.0 + number,
        floor=1100 + 100 * (number % 2),
        prize_floor=model.PrizeFloor(1200, 4000.0 + number, day),
        ceiling=2100.0 + number,
        wins=10 + number,
        draws=20 + number,
        events=30 + number,
        official=1400.0 + number,
        matches=model.MatchNetChanges(float(number), float(-number)),
    )
    if unrated:
        return replace(
            plain, initial=model.OfficialStartingRating(1300.0 + number, number)
        )
    return replace(plain, games=30 + number, as_of=day, record="mixed", source="typed")


def _player(section: int, number: int, filled: bool, unrated: bool) -> model.Player:
    facts = _facts(number, filled, unrated)
    known = f"{section}{number}"
    player = model.Player(
        number,
        f"Invented{known}, Ida",
        id=f"990000{known}",
        ratings=(("R", facts), ("Q", facts)),
        results=({1: "W2", 2: "L1", 3: "W4", 4: "L3"}[number], ""),
    )
    if not filled:
        return player
    return replace(
        player,
        state="MA",
        birth=model.BirthDate(dt.date(1990, 2, number)),
        adult=True,
        fide=model.ForeignRating(1700.0 + number, DAY),
        cfc=model.ForeignRating(1600.0 + number, DAY),
        published=tuple(
            (s, model.PublishedRating(1500.0 + number, number)) for s in ("R", "Q")
        ),
    )


def event(filled: bool, unrated: bool) -> model.Document:
    """Return three sections of four players, with all of their data or none."""
    sections = []
    for place, name in enumerate(("Alpha", "Beta", "Gamma")):
        players = [_player(place, n, filled, unrated) for n in (1, 2, 3, 4)]
        section = model.Section(name, systems=("R", "Q"), players=tuple(players))
        if filled:
            section = replace(
                section, start_date=DAY, end_date=DAY, time_control="G/60;d5"
            )
        sections.append(section)
    return model.Document("Invented Open", DAY, tuple(sections))


def without(document: model.Document, **values: object) -> model.Document:
    """Return the event with the player's own fields emptied."""
    before, section, after = document.sections
    players = tuple(replace(player, **values) for player in section.players)  # type: ignore[arg-type]
    return replace(
        document, sections=(before, replace(section, players=players), after)
    )


class Place(Struct, frozen=True):
    """A place for typing.

    `go` moves the focus there, and `write` types (in a choice, with the arrow keys).
    `edit` is the expected change of the document; None if the text isn't part of the
    event.
    """

    name: str
    texts: dict[Mode, str]
    go: Go
    edit: MakeEdit | None
    unrated: bool = False
    cell: str | int = "name"
    own: str = ""
    adds: bool = False
    """True if going there adds a player, whose row waits for the typed text."""

    def document(self, mode: Mode) -> model.Document:
        """Return the event before the edit."""
        document = event(mode != "blank", self.unrated)
        if mode == "blank" and self.own:
            # A player without a name is identified by the ID, and the other way around.
            empty = "" if self.own == "name" else None
            document = without(document, **{self.own: empty})
        return document

    def write(self, qtbot: QtBot, window: MainWindow, mode: Mode) -> str:
        """Type, and return the text that is there afterward."""
        control = self.go(qtbot, window)
        if isinstance(control, QComboBox):
            last = control.currentIndex() == control.count() - 1
            QTest.keyClick(control, Key.Key_Up if last else Key.Key_Down)
            return str(control.currentData())
        control.selectAll()
        QTest.keyClick(control, Key.Key_Backspace)
        QTest.keyClicks(control, self.texts[mode])
        return control.text()


def _shown(window: MainWindow, view: str, name: str) -> QWidget:
    if view == SETTINGS:
        shown: QWidget = settings_panel(window)
        # The dialog may have been left open behind the window.
        shown.window().activateWindow()
    else:
        shown = window.show_view(view)
    for fold, _, _ in FOLDS:
        button = window.findChild(QToolButton, f"player{fold.title()}FoldButton")
        if button is not None and not button.isChecked():
            button.click()
    # The field for a section's name and the field on a tab have the same name.
    control = find_part(shown, QWidget, name)
    assert control.isVisible(), name
    assert control.isEnabled(), name
    control.setFocus()
    return control


def _in_view(view: str, name: str) -> Go:
    return lambda qtbot, window: _shown(window, view, name)


def _editor(window: MainWindow, name: str) -> QLineEdit:
    found = [e for e in window.findChildren(QLineEdit, name) if e.isVisible()]
    assert found, name
    return found[-1]


def _in_cell(what: str | int) -> Go:
    def go(qtbot: QtBot, window: MainWindow) -> QWidget:
        QTest.keyClick(click(qtbot, window, NUMBER, what), Key.Key_F2)
        return _editor(window, "cellEditor")

    return go


def _on_tab(qtbot: QtBot, window: MainWindow) -> QWidget:
    tabs = window.top.tabs
    QTest.mouseDClick(tabs, LEFT, pos=tabs.tabRect(SECTION).center())
    return _editor(window, "sectionName")


def _in_rules(qtbot: QtBot, window: MainWindow) -> QWidget:
    window.named_actions["rules"].trigger()
    view = rules_page(window)
    names = [parameter.name for parameter in view.model.parameters]
    view.table.setCurrentIndex(view.model.index(names.index(RULE), OVERRIDE))
    QTest.keyClick(view.table, Key.Key_F2)
    return _editor(window, "ruleEditor")


def _in_new_row(qtbot: QtBot, window: MainWindow) -> QWidget:
    """Press Enter below the last player, which adds a row and opens its name."""
    last = window.crosstable.model.rowCount()
    QTest.keyClick(click(qtbot, window, last, "name"), Key.Key_Return)
    assert window.crosstable.model.rowCount() == last + 1
    return _editor(window, "cellEditor")


def _in_form_of_new_row(qtbot: QtBot, window: MainWindow) -> QWidget:
    """Do the same, and click the name in the form that shows the row."""
    window.show_view("view-player-details")
    _in_new_row(qtbot, window)
    control = find_part(window.get_view("view-player-details"), QLineEdit, "playerName")
    click_into(control)
    assert QApplication.focusWidget() is control
    return control


def _added(document: model.Document, text: str) -> model.Edit:
    """Return the player of a new row and the name, as one step."""
    name = " ".join(text.split())
    return (
        add_player(document, SECTION, None, name, "R")
        if name
        else model.Edit(document, "")
    )


def _in_filter(qtbot: QtBot, window: MainWindow) -> QWidget:
    window.crosstable.field.open_field()
    focus = QApplication.focusWidget()
    assert focus is window.crosstable.field
    return focus


def _title(name: str) -> str:
    return load_rule_table().parameters[name].title


TEXTS: Final = {
    **{"name": "Changed, Zoe", "memberId": "99000777", "home": "OR"},
    **{"birth": "2001-02-03", "rating": "1611", "games": "44", "asOf": "2025-01-02"},
    **{"peak": "1955", "floor": "1300", "prizeLevel": "1400", "prizeAmount": "5555"},
    **{"prizeDate": "2024-05-06", "ceiling": "2222", "wins": "71", "draws": "72"},
    **{"events": "73", "initialRating": "1333", "initialGames": "9"},
    **{"fideRating": "1811", "fideAsOf": "2025-03-04", "cfcRating": "1822"},
    **{"cfcAsOf": "2025-03-05", "official": "1591", "net180": "12", "net3years": "-8"},
    **{"publishedRating": "1622", "publishedGames": "37"},
}
TARGET: Final[dict[Mode, str]] = {"blank": "1800", "filled": "1800", "wrong": "18x"}
JOE: Final[dict[Mode, str]] = {"blank": "Smith, Joe"}
OF_EVENT: Final = {"name": "Renamed Open", "endDate": "2025-09-02"}
OF_SECTION: Final = {
    **{"name": "Renamed", "startDate": "2025-08-30", "endDate": "2025-08-31"},
    **{"timeControl": "G/90;d5", "rounds": "5"},
}
FREE: Final = ("name", "memberId", "home", "timeControl")
"""Fields that accept any text."""


def _texts(text: str, wrong: str | None = "1x") -> dict[Mode, str]:
    texts: dict[Mode, str] = {"blank": text, "filled": text, "emptied": ""}
    if wrong is not None:
        texts["wrong"] = wrong
    return texts


def _of_field(field: Field, text: str, prefix: str, view: str) -> Place:
    def edit(document: model.Document, typed: str) -> model.Edit:
        return field.make_edit(Target(document, SECTION, ROW, "R"), typed)

    texts = _texts(text, None if field.name in FREE else "1x")
    if field.choices:
        texts = {"blank": "", "filled": ""}
    name = f"{prefix}{field.name[:1].upper()}{field.name[1:]}"
    own = {"playerName": "name", "playerMemberId": "id"}.get(name, "")
    go = _in_view(view, name)
    return Place(name, texts, go, edit, unrated=field in OFFICE, own=own)


def _in_event(make: Callable[..., model.Edit], *at: object) -> MakeEdit:
    return lambda document, text: make(document, SECTION, ROW, *at, text)


def _rating(document: model.Document, text: str) -> model.Edit:
    games = document.sections[SECTION].players[ROW].facts("R").games
    if not text:
        return set_rating(document, SECTION, ROW, "R", None, None)
    return set_rating(document, SECTION, ROW, "R", float(text), games)


def _games(document: model.Document, text: str) -> model.Edit:
    if not text.isdecimal() and text:
        return model.Edit(document, "", ("no number",))
    rating = document.sections[SECTION].players[ROW].facts("R").rating
    count = int(text) if text else None
    return set_rating(document, SECTION, ROW, "R", rating, count)


def _number(document: model.Document, text: str) -> model.Edit:
    if not text:
        return model.Edit(document, "", ("no number",))
    return set_number(document, SECTION, ROW, int(text))


def _rename(document: model.Document, text: str) -> model.Edit:
    return rename_section(document, SECTION, text)


def _rule(document: model.Document, text: str) -> model.Edit:
    if not text:
        return model.Edit(document, "")
    if not text.isdecimal():
        return model.Edit(document, "", ("no number",))
    return override_rule(document, SECTION, RULE, int(text), _title(RULE))


def _of_cell(
    name: str, text: str, wrong: str | None, what: str | int, edit: MakeEdit
) -> Place:
    texts = _texts(text, wrong)
    return Place(f"cell of {name}", texts, _in_cell(what), edit, cell=what)


def _places() -> list[Place]:
    boxed = (f for f in (*PERSON, *RATING) if f.choices)
    forms = "floors", "foreign", "matches", "published"
    rare = (field for form in forms for field in make_fields(form))
    found = [
        _of_field(field, TEXTS[field.name], "player", "view-player-details")
        for field in (*PERSON, *RATING, *OFFICE, *rare)
        if field.name in TEXTS
    ]
    rating = next(place for place in found if place.name == "playerRating")
    found.append(replace(rating, name="playerRating of the unrated", unrated=True))
    found += [_of_field(field, "", "player", "view-player-details") for field in boxed]
    found += [
        _of_field(field, OF_EVENT[field.name], "event", SETTINGS)
        for field in make_fields("event")
        if field.name in OF_EVENT
    ]
    found += [
        _of_field(field, OF_SECTION.get(field.name, ""), "section", SETTINGS)
        for field in make_fields("section", [("2020", "2020")])
        if field.name in OF_SECTION or field.name == "kind"
    ]
    search = _in_view("view-registration", "listSearch")
    target = _in_view("view-forecast", "forecastTarget")
    found += [
        _of_cell("a name", "Changed, Zoe", None, "name", _in_event(set_name)),
        Place(NEW_ROW, JOE, _in_new_row, _added, adds=True),
        Place(FORM_OF_NEW_ROW, JOE, _in_form_of_new_row, _added, adds=True),
        _of_cell("a rating", "1611", "5000", "rating", _rating),
        _of_cell("games", "44", "4x", "games", _games),
        _of_cell("a number", "9", "3", "number", _number),
        _of_cell("a result", "D3", "oops", 2, _in_event(set_result, 1)),
        Place("name on a tab", _texts("Renamed", None), _on_tab, _rename),
        Place("rule", _texts("14", "14x"), _in_rules, _rule),
        Place("target of a forecast", TARGET, target, None),
        Place("search in a list", {"blank": "Inv"}, search, None),
        Place("filter", {"blank": "Invented"}, _in_filter, None),
    ]
    return found


PLACES: Final = {place.name: place for place in _places()}
