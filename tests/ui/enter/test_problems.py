"""Problems: one list of errors, warnings and missing data, each fixed or filled in there."""

import datetime as dt
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from tests import build
from tests.formats.pairing_files import sjson, sjson_player, sjson_section
from tests.ui import driving as ui
from tests.ui.driving import text
from tests.ui.keys import CONTROL, LEFT, Key
from uscalc.document.edit.cells import set_result, write_rating
from uscalc.document.edit.settings import set_player, set_section
from uscalc.document.model import (
    BirthDate,
    Document,
    Edit,
    MatchNetChanges,
    Player,
    PrizeFloor,
    RatingFacts,
    Section,
    SectionKind,
    with_player,
)
from uscalc.formats import open_event
from uscalc.monitor import Monitor
from uscalc.ui.enter.problems_table import LAST_FIX, PLACE, ProblemsModel
from uscalc.ui.enter.problems_view import LOOKING, NO_PLAYERS, NO_PROBLEMS, STOPPED
from uscalc.ui.session import rated_event
from uscalc.ui.session.problems import ProblemRow
from uscalc.ui.window.main_window import MainWindow


def contradict(qtbot: QtBot, window: MainWindow) -> None:
    """Let rows 2 and 8 contradict each other in round 1."""
    assert (text(window, 2, 1), text(window, 8, 1)) == ("D8", "D2")

    def write(document: Document) -> Edit:
        player = document.sections[0].players[1]
        other = replace(player, results=("W8", *player.results[1:]))
        return Edit(with_player(document, 0, 1, other), "As a file has it")

    window.session.apply_edit(write)
    qtbot.waitUntil(lambda: window.problems.count_group("error") == 1)


def leave_a_hole(qtbot: QtBot, window: MainWindow) -> None:
    """Give row 4 a bye in round 2, so that row 3 has nothing."""
    window.session.apply_edit(set_result, 0, 3, 1, "H")
    qtbot.waitUntil(lambda: window.problems.count_group("warning") == 1)


def share_an_id(qtbot: QtBot, window: MainWindow) -> None:
    """Give row 6 the member ID of row 1."""
    first = ui.section_of(window).players[0].id
    window.session.apply_edit(lambda now: set_player(now, 0, 5, id=first))
    qtbot.waitUntil(lambda: window.problems.count_group("error") == 1)


def listed(window: MainWindow) -> list[str]:
    """Return the first column of the list."""
    model = ui.problems_view(window).model
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def see(qtbot: QtBot, window: MainWindow) -> None:
    """Open the list, and wait for its contents."""
    window.show_view("view-problems")
    rows = window.problems.rows
    qtbot.waitUntil(
        lambda: (
            [r for r in ui.problems_view(window).model.rows if type(r) is ProblemRow]
            == list(rows)
        )
    )


def test_enter_goes_to_the_cell_and_a_fix_is_one_step_to_undo(qtbot, window):
    contradict(qtbot, window)
    ui.press_keys(qtbot, window, Key.Key_F8, Key.Key_Return)
    assert (window.session.selection.row, window.session.selection.round) == (1, 1)
    assert window.crosstable.view.hasFocus()
    ui.press_button(qtbot, window, "problemsButton")
    qtbot.waitUntil(lambda: "Round 1, Knightly and Gambit" in listed(window))
    ui.click_fix(qtbot, window, "Round 1, Knightly and Gambit", "Keep W8")
    qtbot.waitUntil(lambda: window.problems.count_group("error") == 0)
    assert (text(window, 2, 1), text(window, 8, 1)) == ("W8", "L2")
    ui.press(qtbot, window, Key.Key_Z, CONTROL)
    assert (text(window, 2, 1), text(window, 8, 1)) == ("W8", "D2")


def test_right_goes_from_fix_to_fix_and_left_back_to_the_place(qtbot, window):
    contradict(qtbot, window)
    ui.press(qtbot, window, Key.Key_F8)
    table = ui.problems_view(window).table

    def here() -> str:
        return str(table.currentIndex().data())

    said = [here()]
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Right, *[Key.Key_Left] * 2):
        ui.press(qtbot, window, key)
        said.append(here())
    place = "Round 1, Knightly and Gambit"
    assert said == [place, "Keep W8", "Keep D2", "Keep D2", "Keep W8", place]
    ui.press_keys(qtbot, window, Key.Key_Right, Key.Key_Right, Key.Key_Space)
    qtbot.waitUntil(lambda: window.problems.count_group("error") == 0)
    assert (text(window, 2, 1), text(window, 8, 1)) == ("D8", "D2")


def test_a_selected_fix_stays_selected_when_the_list_grows(qtbot, window):
    contradict(qtbot, window)
    ui.press(qtbot, window, Key.Key_F8)
    table = ui.problems_view(window).table
    ui.press(qtbot, window, Key.Key_Right)
    assert table.currentIndex().data() == "Keep W8"
    leave_a_hole(qtbot, window)
    see(qtbot, window)
    assert table.currentIndex().data() == "Keep W8"
    ui.press(qtbot, window, Key.Key_Return)
    qtbot.waitUntil(lambda: window.problems.count_group("error") == 0)


def test_a_fix_by_hand_opens_the_result_or_the_shown_id(qtbot, window):
    fresh = window.session.document
    ui.enter(qtbot, window, 3, 2, "w?4?")
    see(qtbot, window)
    ui.click_fix(qtbot, window, "Round 2, Bishop", "Correct the result…")
    line = ui.editor(window)
    assert line.text() == text(window, 3, 2)
    line.setText("d4")
    qtbot.keyClick(line, Key.Key_Return)
    qtbot.waitUntil(lambda: text(window, 3, 2) == "D4")
    window.session.show_document(fresh, None)
    first = ui.section_of(window).players[0].id
    share_an_id(qtbot, window)
    see(qtbot, window)
    ui.click_fix(qtbot, window, "Castle and King", "Correct the ID…")
    line = ui.editor(window)
    assert line.text() == first
    assert window.named_actions["memberIds"].isChecked()


def test_problems_are_listed_in_order_and_counted(qtbot, window):
    fresh = window.session.document
    leave_a_hole(qtbot, window)
    share_an_id(qtbot, window)
    qtbot.waitUntil(lambda: window.session.assumptions is not None)
    see(qtbot, window)
    groups = (
        "Errors (must fix)",
        "Warnings (confirm)",
        "Missing data, largest effect first",
    )
    headings = [listed(window).index(words) for words in groups]
    assert headings == sorted(headings)
    assert headings[0] == 0
    stakes = [
        row.missing.assumption.points for row in window.problems.rows if row.missing
    ]
    assert stakes == sorted(stakes, reverse=True)
    window.session.show_document(fresh, None)
    qtbot.waitUntil(lambda: bool(window.problems.count_group("missing")))
    contradict(qtbot, window)
    qtbot.waitUntil(lambda: bool(window.problems.count_group("missing")))
    see(qtbot, window)
    items = ui.problems_view(window).model.rows
    rows = [item for item in items if isinstance(item, ProblemRow)]
    assert [row.group for row in rows][:2] == ["error", "missing"]
    assert ui.problem_count(window) == f"1 error, {len(rows) - 1} missing items"
    assert all(row.fixes for row in rows)
    window.session.show_document(fresh, None)
    leave_a_hole(qtbot, window)
    contradict(qtbot, window)
    qtbot.waitUntil(lambda: not window.problems.looking)
    see(qtbot, window)
    table, seen = ui.problems_view(window).table, set()
    for _ in range(len(window.problems.rows)):
        seen.add(table.currentIndex().row())
        QApplication.processEvents()
        qtbot.keyClick(ui.keyboard(window), Key.Key_Down)
    assert len(seen) == len(window.problems.rows)


def test_a_click_on_a_link_opens_the_field_and_typing_fills_it_in(qtbot, window):
    qtbot.waitUntil(lambda: bool(window.problems.rows))
    see(qtbot, window)
    ui.click_fix(
        qtbot, window, "Highest rating of Queen, Vera", "Enter highest rating…"
    )
    line = ui.problems_view(window).findChild(QLineEdit, "missingEditor")
    assert line.isVisible()
    assert line.placeholderText() == "1720 or floor 1500"
    QTest.keyClicks(line, "1700")
    qtbot.keyClick(line, Key.Key_Return)
    qtbot.waitUntil(lambda: ui.section_of(window).players[6].facts("R").peak == 1700)


def test_the_section_is_named_where_there_are_several(qtbot, window, other_event):
    window.session.show_document(open_event(other_event).document, None)
    window.session.apply_edit(set_result, 1, 0, 0, "W7")
    qtbot.waitUntil(lambda: bool(window.problems.count_group("error")))
    see(qtbot, window)
    assert "Lower & last: Round 1, Player 1" in listed(window)
    ui.click_fix(qtbot, window, "Lower & last: Round 1")
    assert window.session.selection.section == 1


def test_without_problems_the_view_shows_the_next_step(qtbot, window):
    window.show_view("view-problems")
    view = ui.problems_view(window)
    document = window.session.document
    window.session.show_document(Document("Empty", document.end_date, ()), None)
    qtbot.waitUntil(lambda: view.empty.text() == NO_PLAYERS)
    assert view.model.rowCount() == 0
    assert ui.problem_count(window) == "No problems"
    known = document
    for row in range(12):
        known = write_rating(known, 0, row, "R", "1500/5").document
    window.session.show_document(known, None)
    qtbot.waitUntil(lambda: not view.problems.looking)
    for row in [r for r in view.problems.rows if r.missing]:
        assert row.missing
        assert row.missing.assumption.points
    if not view.problems.rows:
        assert view.empty.text() == NO_PROBLEMS


def test_the_dot_has_the_color_of_the_worst_problem(qtbot, window):
    def dot() -> str:
        pixels = window.bottom.problems.icon().pixmap(16, 16).toImage()
        color = pixels.pixelColor(pixels.rect().center())
        return color.name() if color.alpha() else "none"

    document = window.session.document
    window.session.show_document(Document("Empty", document.end_date, ()), None)
    assert (ui.problem_count(window), window.problems.worst) == ("No problems", None)
    height = window.bottom.height()
    assert dot() == "none"
    window.session.show_document(document, None)
    qtbot.waitUntil(lambda: window.problems.worst == "missing")
    assert dot() == window.theme.colors.warning
    # The bar keeps its height, so the table keeps its rows.
    assert window.bottom.height() == height
    leave_a_hole(qtbot, window)
    contradict(qtbot, window)
    assert dot() == window.theme.colors.error
    assert window.bottom.problems.accessibleName().startswith("1 error, 1 warning, ")
    window.theme.choose_look("dark")
    assert dot() == window.theme.colors.error


def ask(window: MainWindow, said: list[str]) -> None:
    window.messages.ask_question(
        "sample",
        "Is the event a match?",
        (("Yes", lambda: said.append("yes")), ("No", lambda: said.append("no"))),
        place="Section type",
    )


def test_a_question_is_answered_in_its_bar_or_the_list(qtbot, window):
    said: list[str] = []
    ask(window, said)
    ui.press_button(qtbot, window, "messageClose")
    assert not window.messages.isVisible()
    assert window.problems.count_group("warning") == 1
    see(qtbot, window)
    ui.click_fix(qtbot, window, "Section type", "No")
    assert said == ["no"]
    qtbot.waitUntil(lambda: window.problems.count_group("warning") == 0)
    ask(window, said)
    see(qtbot, window)
    ui.click_fix(qtbot, window, "Section type", "Yes")
    assert not window.messages.isVisible()
    ask(window, said)
    ui.press_button(qtbot, window, "messageWayOut2")
    assert said == ["no", "yes", "no"]
    assert window.problems.count_group("warning") == 0
    ask(window, said)
    window.session.show_document(window.session.document, None)
    assert window.problems.count_group("warning") == 0
    assert not window.messages.isVisible()


def test_a_text_that_was_not_entered_stays_until_it_is_dismissed(qtbot, window):
    window.session.pending.unentered.emit("Round 1, player 1", '"q" is not entered')
    window.messages.close_message()
    see(qtbot, window)
    assert ui.problem_row(window, '"q" is not entered')
    ui.click_fix(qtbot, window, '"q" is not entered', "Dismiss")
    assert window.problems.count_group("error") == 0


def event() -> Document:
    """Return two players with unknown numbers of games."""
    return build.event(
        build.player(1, "W2", rating=1400.0, games=None),
        build.player(2, "L1", rating=1300.0, games=None),
    )


def test_progress_is_shown_and_canceled_until_a_change(qtbot, window, monkeypatch):
    ended: list[bool] = []

    def endless(_section: object, _rating: object, monitor: Monitor) -> None:
        monitor.report(30, 80)
        while not monitor.is_canceled():
            pass
        ended.append(True)

    window.show_view("view-problems")
    view = ui.problems_view(window)
    working, session = view.working, window.session
    with monkeypatch.context() as patched:
        patched.setattr(rated_event, "find_assumptions", endless)
        session.show_document(event(), None)
        qtbot.waitUntil(lambda: working.isVisible() and working.bar.value() == 30)
        assert working.bar.maximum() == 80
        assert view.heading.text() == LOOKING
        # They are side by side in the line at the top, and nothing is cut off.
        bar, button = (
            part.rect().translated(part.mapTo(view, part.rect().topLeft()))
            for part in (working.bar, working.cancel)
        )
        assert bar.right() < button.left()
        assert button.right() < view.paste.x()
        assert button.width() >= working.cancel.sizeHint().width()
        qtbot.mouseClick(working.cancel, LEFT)
        qtbot.waitUntil(lambda: bool(ended))
    assert view.heading.text() == STOPPED
    assert not working.isVisible()
    assert view.table.hasFocus() or not view.table.isVisible()
    session.apply_edit(lambda shown: set_result(shown, 0, 0, 0, "D2"))
    qtbot.waitUntil(
        lambda: session.assumptions is not None and not view.problems.looking
    )
    assert view.model.rowCount() > 1
    assert not working.isVisible()
    assert LOOKING not in view.heading.text()
    assert STOPPED not in view.heading.text()


END = dt.date(2025, 1, 5)
KNOWN = RatingFacts(
    1500.0, games=60, rounded=False, floor=100, wins=9, draws=9, events=9
)


def facts(rating: float, **more: Any) -> RatingFacts:
    return replace(KNOWN, rating=rating, **more)


def player(number: int, own: RatingFacts | None, *results: str) -> Player:
    ratings = () if own is None else (("R", own),)
    return Player(number, f"Inventa, P{number}", ratings=ratings, results=results)  # type: ignore[arg-type]


def opened(
    qtbot: QtBot,
    window: MainWindow,
    *players: Player,
    listed: str,
    kind: SectionKind = "event",
    start: dt.date = END,
) -> ProblemsModel:
    """Open a section, and wait until a kind of missing data is listed."""
    days = {"start_date": start, "end_date": END}
    section = Section(
        "Open", **days, time_control="G/120;d5", kind=kind, players=players
    )
    window.show_view("view-problems")
    window.session.show_document(Document("Winter Open", END, (section,)), None)
    view = ui.problems_view(window)
    qtbot.waitUntil(lambda: listed in ui.missing_kinds(window))
    return view.model


def fill(qtbot: QtBot, window: MainWindow, kind: str, text: str) -> None:
    view = ui.problems_view(window)
    row = ui.missing_kinds(window).index(kind)
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(row, PLACE))
    ui.press_keys(qtbot, window, text, Key.Key_Return)


def first(window: MainWindow) -> RatingFacts:
    return ui.players_of(window)[0].facts("R")


PUBLISHED = facts(1895.0, official=1895.0, matches=MatchNetChanges(0, 0))
MATCH = player(1, facts(1500.0), *["W2"] * 6), player(2, PUBLISHED, *["L1"] * 6)


def test_the_data_of_a_match_are_listed_and_filled_in(qtbot, window):
    model = opened(qtbot, window, *MATCH, kind="match", listed="official")
    row = ui.missing_kinds(window).index("official")
    assert str(model.index(row, PLACE).data()).startswith("Last published rating of")
    assert window.session.find_system_rating().find_post(1) == 1550.0
    fill(qtbot, window, "net", "80 0")
    qtbot.waitUntil(lambda: first(window).matches == MatchNetChanges(80.0, 0.0))
    fill(qtbot, window, "official", "1490")
    qtbot.waitUntil(lambda: first(window).official == 1490)
    session = window.session
    qtbot.waitUntil(lambda: session.up_to_date)
    changed = session.find_system_rating().find_post(1)
    # The players are more than 400 points apart, so there is no match and no limit of
    # 50 points.
    assert changed > 1600


@pytest.mark.parametrize(
    ("typed", "amount", "day"),
    [("$1,500", 1500.0, None), ("2019-05-01", None, dt.date(2019, 5, 1))],
)
def test_what_is_unknown_of_a_prize_is_filled_in(qtbot, window, typed, amount, day):
    prized = facts(1705.0, floor=None, peak=1706.0, prize_floor=PrizeFloor(1700))
    others = (player(n, facts(1600.0), *once(n - 2, "W1")[:2]) for n in (2, 3))
    opened(qtbot, window, player(1, prized, "L2", "L3"), *others, listed="prize")
    fill(qtbot, window, "prize", typed)
    qtbot.waitUntil(lambda: first(window).prize_floor == PrizeFloor(1700, amount, day))


def test_whether_a_player_is_an_adult_is_filled_in(qtbot, window):
    players = (
        Player(
            1, "Inventa, P1", birth=BirthDate(dt.date(2023, 5, 5)), results=("W2", "L3")
        ),
        player(2, facts(1600.0), "L1", "U"),
        player(3, facts(1600.0), "U", "W1"),
    )
    opened(qtbot, window, *players, listed="adult")
    fill(qtbot, window, "adult", "adult")
    qtbot.waitUntil(lambda: ui.players_of(window)[0].adult is True)


def once(at: int, result: str) -> list[str]:
    """Return three rounds with one result."""
    return [result if place == at else "U" for place in range(3)]


def test_data_entered_elsewhere_names_the_place(qtbot, window):
    """Another rating without a date, and the day that decides the rules."""
    quick = RatingFacts(1700.0, games=30, source="typed")
    other = (
        ("Q", quick),
        ("B", replace(quick, rating=1200.0, as_of=dt.date(2024, 1, 1))),
    )
    model = opened(
        qtbot,
        window,
        Player(1, "Inventa, P1", ratings=other, results=("W2", "W3", "W4")),
        *(player(n, facts(1900.0), *once(n - 2, "L1")) for n in (2, 3, 4)),
        player(5, facts(1300.0), "W6", "W7", "W8"),
        *(player(n, facts(1700.0), *once(n - 6, "L5")) for n in (6, 7, 8)),
        listed="source",
        start=dt.date(2024, 12, 28),
    )
    index = model.index(ui.missing_kinds(window).index("source"), LAST_FIX)
    assert index.data() == "Open player details…"
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    # Both days are known, so there is nothing to fill in.
    assert "days" not in ui.missing_kinds(window)
    session = window.session
    session.apply_edit(lambda now: set_section(now, 0, start_date=None))
    qtbot.waitUntil(
        lambda: session.assumptions is not None and not window.problems.looking
    )

    def says_where() -> bool:
        found = ui.missing_kinds(window)
        if "days" not in found:
            return False
        index = model.index(found.index("days"), LAST_FIX)
        return bool(index.data() == "Open settings…")

    qtbot.waitUntil(says_where)


def test_what_reading_a_file_changed_is_listed_as_a_note(qtbot, window, tmp_path):
    path = tmp_path / "club.sjson"
    first = sjson_player(1, State="Ohio", Rating=1500)
    path.write_bytes(sjson(sjson_section(first, sjson_player(2, Rating=1400))))
    ui.open_file(qtbot, window, path)
    qtbot.waitUntil(lambda: window.problems.count_group("note") > 0)
    notes = [row for row in window.problems.rows if row.group == "note"]
    assert 'The state "Ohio" can\'t be read' in " ".join(row.text for row in notes)
    assert window.problems.rows[-len(notes) :] == tuple(notes)
    assert not any(row.fixes for row in notes)
    assert ui.problem_count(window) == "No problems"
    window.show_view("view-problems")
    qtbot.waitUntil(lambda: ui.problems_view(window).isVisible())
    assert ui.problem_row(window, "Ohio") > 0
