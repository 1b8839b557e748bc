"""Unfinished typing, then another action: the text is entered in its place, or reported.

Each case runs twice: once with the unfinished text when the action begins, once with
the text already in the event. All documents in the undo history must be the same in
both, with the text as a step before that of the action.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from tests.ui import driving as ui
from tests.ui.keys import LEFT, Key
from tests.ui.pending_places import MODES, NEW_ROW, NUMBER, PLACES, SECTION, Mode, Place
from uscalc.document.model import Document, Edit
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event
from uscalc.formats.shared.files import read_fingerprint
from uscalc.ui.files.samples import SAMPLES
from uscalc.ui.frame.form import Form
from uscalc.ui.window.main_window import MainWindow
from uscalc.ui.window.room import WINDOW_COMMANDS

Action = Callable[[QtBot, MainWindow], object]
OF_A_FIELD: Final = {"undo", "redo", "cut", "copy", "paste", "removePlayers"}
"""Actions whose keys belong to the text field; the menu has them too."""
LOOKS: Final = {
    *("zoomOut", "zoomReset", "themeSystem", "themeLight", "themeDark", "guide"),
    *("shortcuts", "present", "lesson", "basics", "lessonPaper", "importList"),
    *("removeList", "nextStep", "previousStep", "recover", "fillEvent", "playerPage"),
    *("earlier", "showSolver", "showSteps", "showForecast"),
    *("waveOn", "waveBack", "wavePlay", "scoreNeeded", "ratingList"),
    *("showWhatIf", "service", "copySection", "myRating", "readNow"),
    *("unlink", "projector", "worksheet"),
}
"""Actions that only change the look, and those of a kind that others represent here."""
INTO_A_FORM: Final = "click into a form"
WEIGHTY: Final = (
    *("open another event", "quit", "save", "revert", "undo", "insertPlayer"),
    *("removePlayers", "movePlayerUp", "movePlayerDown", "addSection"),
    *("removeSection", "moveSectionLeft", "click on another row", "click on a tab"),
    INTO_A_FORM,
    *("drag of a tab", "switchSystem", "zoomIn", "settings"),
)
"""The only actions tried when a field isn't blank."""
PASTED: Final = "Pasted, Pia"


def _press_or_trigger(name: str) -> Action:
    """Run an action by its keys, or from the menu if its keys belong to the field."""

    def do(qtbot: QtBot, window: MainWindow) -> None:
        action = window.named_actions[name]
        keys = action.shortcut()
        focus = QApplication.focusWidget()
        done: list[str] = []
        spy = action.triggered.connect(lambda: done.append(name))
        if name not in OF_A_FIELD and not keys.isEmpty() and focus is not None:
            QTest.keyClick(focus, keys[0].key(), keys[0].keyboardModifiers())
        action.triggered.disconnect(spy)
        if not done:
            action.trigger()

    return do


def _tab(qtbot: QtBot, window: MainWindow) -> None:
    tabs = window.top.tabs
    QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(2).center())


def _drag(qtbot: QtBot, window: MainWindow) -> None:
    tabs = window.top.tabs
    start = tabs.tabRect(SECTION).center()
    end = tabs.tabRect(0).center() - QPoint(tabs.tabRect(0).width() // 4, 0)
    QTest.mousePress(tabs, LEFT, pos=start)
    for step in range(1, 11):
        QTest.mouseMove(tabs, start + (end - start) * step / 10)
    QTest.mouseRelease(tabs, LEFT, pos=end)


def _heading(qtbot: QtBot, window: MainWindow) -> None:
    header = window.crosstable.view.horizontalHeader()
    column = ui.column_of(window, "name")
    x = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
    QTest.mouseClick(header.viewport(), LEFT, pos=QPoint(x, header.height() // 2))


def _panel_tab(qtbot: QtBot, window: MainWindow) -> None:
    for panel in (window.right, window.below):
        tabs = panel.tabs
        here = [i for i in range(tabs.count()) if tabs.isTabVisible(i)]
        other = here[(here.index(tabs.currentIndex()) + 1) % len(here)]
        QTest.mouseClick(tabs, LEFT, pos=tabs.tabRect(other).center())


def _into_form(qtbot: QtBot, window: MainWindow) -> None:
    """Click a field of the player's form; if it is hidden, click its tab first."""
    view = window.get_view("view-player-details")
    if not view.isVisible():
        window.named_actions["showPlayer"].trigger()
    assert view.isVisible()
    fields = [view.findChild(QLineEdit, name) for name in ("playerName", "playerHome")]
    field = next(one for one in fields if one and not one.hasFocus())
    if field.isEnabled():
        # A real click raises the window above an open dialog; a sent event doesn't.
        window.activateWindow()
        QApplication.processEvents()
        ui.click_into(field)


def _open(qtbot: QtBot, window: MainWindow) -> None:
    ui.open_file(qtbot, window, other_file(window))


def other_file(window: MainWindow) -> Path:
    return window.session.path.with_name("other.uscalc")


ACTIONS: Final[dict[str, Action]] = {
    **{
        s.name: _press_or_trigger(s.name)
        for s in WINDOW_COMMANDS
        if s.name not in LOOKS
    },
    "click on another row": lambda qtbot, window: ui.click(qtbot, window, 3, "name"),
    INTO_A_FORM: _into_form,
    "click on a tab": _tab,
    "drag of a tab": _drag,
    "click on a system": lambda qtbot, window: ui.press_button(
        qtbot, window, "systemQ"
    ),
    "click on a heading": _heading,
    "click on a view": _panel_tab,
    "open another event": _open,
    "window left": lambda qtbot, window: window.close(),
}


@dataclass(frozen=True)
class Case:
    """A case: a place, the text there before or typed, and the action after it."""

    place: str
    mode: Mode
    action: str

    def __str__(self) -> str:
        return f"{self.place}, {self.mode}: {self.action}"


def cases() -> Iterator[Case]:
    """Yield all cases."""
    for place in PLACES.values():
        for mode in MODES:
            if mode in place.texts:
                actions = ACTIONS if mode == "blank" else WEIGHTY
                yield from (Case(place.name, mode, action) for action in actions)


@dataclass(frozen=True)
class Outcome:
    """The result: every document, the shown one, and the questions asked."""

    documents: tuple[Document, ...]
    place: int
    said: tuple[str, ...]
    asked: str
    saved: Document

    @property
    def shown(self) -> Document:
        return self.documents[self.place]


def check(qtbot: QtBot, window: MainWindow, folder: Path, case: Case) -> list[str]:
    """Return the problem with a case; empty if there is none."""
    place, session = PLACES[case.place], window.session
    before = place.document(case.mode)
    _begin(qtbot, window, folder, before, place)
    text = place.write(qtbot, window, case.mode)
    if (session.document is not before) != place.adds:
        return ["it is in the event before anything was done"]
    edit = Edit(before, "") if place.edit is None else place.edit(before, text)
    found = _own_only(place, before, edit.document)
    really = _do(qtbot, window, case)
    _begin(qtbot, window, folder, before, place)
    if place.name == "filter":
        place.write(qtbot, window, case.mode)
        QTest.keyClick(window.crosstable.field, Key.Key_Return)
    session.apply_edit(lambda _: edit if not edit.refused else Edit(before, ""))
    if place.adds:
        ui.click(
            qtbot, window, len(edit.document.sections[SECTION].players), place.cell
        )
    wanted = _do(qtbot, window, case)
    if really.documents != wanted.documents or really.place != wanted.place:
        found.append(_difference(wanted, really))
    if really.saved != wanted.saved:
        found.append("the file has something else")
    steps = len(really.documents) - 2
    if steps > 2:
        found.append(f"{steps} steps to undo")
    if edit.refused and place.name != "rule" and not _is_said(edit, text, really):
        found.append(f"refused, but said is {(*really.said, really.asked)}")
    return found


def _own_only(place: Place, before: Document, after: Document) -> list[str]:
    """Check the expectation itself: no other player's fields have changed."""
    if after is before or place.cell == 2 or place.adds:
        return []
    pairs = zip(before.sections, after.sections, strict=True)
    others = [
        (one.name, section)
        for section, (old, new) in enumerate(pairs)
        for one, two in zip(old.players, new.players, strict=True)
        if (one.id, one.name, one.ratings) != (two.id, two.name, two.ratings)
        and (section, one.number) != (SECTION, NUMBER)
    ]
    return [f"others would change: {others}"] if others else []


def _is_said(edit: Edit, text: str, outcome: Outcome) -> bool:
    quoted = f'"{text}"' if text.strip() else ""
    reason = edit.refused[0] if edit.refused[0] != "no number" else ""
    texts = (*outcome.said, outcome.asked)
    return any(quoted in said and reason.lower() in said.lower() for said in texts)


def _difference(wanted: Outcome, really: Outcome) -> str:
    if len(wanted.documents) != len(really.documents):
        return f"{len(really.documents)} documents, not {len(wanted.documents)}"
    pairs = zip(wanted.documents, really.documents, strict=True)
    for step, (one, two) in enumerate(pairs):
        if one != two:
            return f"step {step} is {two}, not {one}"
    return f"step {really.place} is shown, not {wanted.place}"


def _begin(
    qtbot: QtBot, window: MainWindow, folder: Path, document: Document, place: Place
) -> None:
    """Show the event with one undo step, as if it had been opened from a file."""
    session = window.session
    earlier = Document("Earlier", document.end_date, document.sections)
    path = folder / "event.uscalc"
    save_event(earlier, path)
    session.pending.discard_all()
    window.files.on_disk.watch_file(path, read_fingerprint(path))
    session.show_document(earlier, path)
    session.apply_edit(lambda _: Edit(document, "Given another name"))
    chained = replace(document, chain_sections=True)
    session.apply_edit(lambda _: Edit(chained, "Chained"))
    session.undo_edit()
    for _ in range(len(window.messages._questions) + 1):
        window.messages.close_message()
    window.spaces.switch_to("enter")
    window.crosstable.show_everybody()
    session.select(system="R")
    session.select(section=SECTION)
    ui.click(qtbot, window, NUMBER, place.cell)
    QApplication.clipboard().setText(PASTED)


def _do(qtbot: QtBot, window: MainWindow, case: Case) -> Outcome:
    """Do the action, note the question, and continue without saving."""
    said: list[str] = []
    session = window.session
    refused = session.refused.connect(lambda words: said.append(words))
    told = session.pending.unentered.connect(lambda _, words: said.append(words))
    ACTIONS[case.action](qtbot, window)
    QApplication.processEvents()
    ui.answer_removal(qtbot)
    focus = QApplication.focusWidget()
    action = window.named_actions.get(case.action)
    offered = action is None or action.isEnabled()
    nothing = case.action == "click on a view" or not offered
    if nothing and session.pending.typing and focus is not None:
        # Typing in a cell continues beside another view. In the last row, Enter would
        # begin another player.
        last = case.place == NEW_ROW
        QTest.keyClick(focus, Key.Key_Tab if last else Key.Key_Return)
    asked = _answer(window, case)
    ui.arrived(qtbot, window)
    session.refused.disconnect(refused)
    session.pending.unentered.disconnect(told)
    sees = [question.text for question in window.messages._questions]
    # A message shown before may have been replaced by the action's own message.
    kept = tuple(
        words for words in said if words in sees or words == window.messages.text
    )
    if case.action in (INTO_A_FORM, "click on a view"):
        # If another field or view gets the focus, the reason is below the field that
        # was left.
        kept += tuple(_below_fields(window))
    history = session.history
    unsaved = {"new", "carry", *(sample.action for sample in SAMPLES)}
    assert session.path is not None or case.action in unsaved
    path = session.path
    saved = history.document if path is None else open_event(path).document
    outcome = Outcome(tuple(history._documents), history._place, kept, asked, saved)
    _tidy(window)
    return outcome


def _below_fields(window: MainWindow) -> Iterator[str]:
    """Yield texts in fields that are not in the event, with the reason below each."""
    for form in window.findChildren(Form):
        for name, control in form._controls.items():
            if control.pending:
                yield f'"{control.words}" {form._problems[name].text()}'


def _answer(window: MainWindow, case: Case) -> str:
    """Answer the question about unsaved changes; close every other dialog."""
    asked = ""
    while (dialog := QApplication.activeModalWidget()) is not None:
        if isinstance(dialog, QMessageBox) and dialog.objectName() == "saveQuestion":
            asked = f"{dialog.text()}\n{dialog.informativeText()}"
            stay = case.action in ("quit", "window left")
            button = QMessageBox.StandardButton
            dialog.button(button.Cancel if stay else button.Discard).click()
        elif isinstance(dialog, QDialog):
            dialog.reject()
        else:
            dialog.close()
        QApplication.processEvents()
    return asked


def _tidy(window: MainWindow) -> None:
    """Close what the action opened beside the window."""
    for widget in QApplication.topLevelWidgets():
        if widget is not window and widget.isVisible() and widget.isWindow():
            widget.close()
    window.palette_of_commands.hide_palette()
    window.paste_panel.hide()
    for editor in window.top.tabs.findChildren(QWidget, "sectionName"):
        QTest.keyClick(editor, Key.Key_Escape)
    window.activateWindow()
    QApplication.processEvents()
