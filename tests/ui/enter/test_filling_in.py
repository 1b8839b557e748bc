"""Facts of matches, prizes, dates and other ratings in the list of what is missing."""

import datetime as dt

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.driving import missing_kinds, press, problems_view, type_text
from tests.ui.keys import Key
from uscalc.document.edit.settings import set_section
from uscalc.document.model import (
    Document,
    MatchNetChanges,
    Player,
    PrizeFloor,
    RatingFacts,
    Section,
    SectionKind,
)
from uscalc.ui.enter.problems_table import LAST_FIX, PLACE, ProblemsModel
from uscalc.ui.window.main_window import MainWindow

END = dt.date(2025, 1, 5)
KNOWN = RatingFacts(
    1500.0, games=60, rounded=False, floor=100, wins=9, draws=9, events=9
)


def facts(rating: float, **more: object) -> RatingFacts:
    known = {name: getattr(KNOWN, name) for name in KNOWN.__slots__}
    return RatingFacts(**{**known, "rating": rating, **more})  # type: ignore[arg-type]


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
    """Open a section, and wait until a kind is listed among what is missing in it."""
    section = Section(
        "Open",
        start_date=start,
        end_date=END,
        time_control="G/120;d5",
        kind=kind,
        players=players,
    )
    window.show_view("view-problems")
    window.session.show_document(Document("Winter Open", END, (section,)), None)
    view = problems_view(window)
    qtbot.waitUntil(lambda: listed in missing_kinds(window))
    return view.model


def fill(qtbot: QtBot, window: MainWindow, kind: str, text: str) -> None:
    view = problems_view(window)
    row = missing_kinds(window).index(kind)
    view.table.setFocus()
    view.table.setCurrentIndex(view.model.index(row, PLACE))
    type_text(qtbot, window, text)
    press(qtbot, window, Key.Key_Return)


def first(window: MainWindow) -> RatingFacts:
    return window.session.document.sections[0].players[0].facts("R")


MATCH = (
    player(1, facts(1500.0), *["W2"] * 6),
    player(
        2, facts(1895.0, official=1895.0, matches=MatchNetChanges(0, 0)), *["L1"] * 6
    ),
)


def test_the_last_published_rating_of_a_match_is_listed_and_filled_in(qtbot, window):
    model = opened(qtbot, window, *MATCH, kind="match", listed="official")
    row = missing_kinds(window).index("official")
    assert str(model.index(row, PLACE).data()).startswith("Last published rating of")
    post = window.session.find_system_rating().find_post(1)  # type: ignore[union-attr]
    assert post == 1550.0
    fill(qtbot, window, "official", "1490")
    qtbot.waitUntil(lambda: first(window).official == 1490)
    session = window.session
    qtbot.waitUntil(lambda: session.up_to_date)
    rating = session.find_system_rating()
    changed = rating.find_post(1)
    # More than 400 points apart it is no match, and no 50 points limit the change.
    assert changed > 1600


def test_earlier_matches_are_listed_and_filled_in(qtbot, window):
    opened(qtbot, window, *MATCH, kind="match", listed="net")
    fill(qtbot, window, "net", "80 0")
    qtbot.waitUntil(lambda: first(window).matches == MatchNetChanges(80.0, 0.0))


@pytest.mark.parametrize(
    ("typed", "amount", "day"),
    [("$1,500", 1500.0, None), ("2019-05-01", None, dt.date(2019, 5, 1))],
)
def test_what_is_unknown_of_a_prize_is_filled_in(qtbot, window, typed, amount, day):
    prized = facts(1705.0, floor=None, peak=1706.0, prize_floor=PrizeFloor(1700))
    players = (
        player(1, prized, "L2", "L3"),
        player(2, facts(1600.0), "W1", "U"),
        player(3, facts(1600.0), "U", "W1"),
    )
    opened(qtbot, window, *players, listed="prize")
    fill(qtbot, window, "prize", typed)
    qtbot.waitUntil(lambda: first(window).prize_floor == PrizeFloor(1700, amount, day))


def test_whether_a_player_is_an_adult_is_filled_in(qtbot, window):
    from uscalc.document.model import BirthDate

    young = Player(
        1, "Inventa, P1", birth=BirthDate(dt.date(2023, 5, 5)), results=("W2", "L3")
    )
    players = (
        young,
        player(2, facts(1600.0), "L1", "U"),
        player(3, facts(1600.0), "U", "W1"),
    )
    opened(qtbot, window, *players, listed="adult")
    fill(qtbot, window, "adult", "adult")
    qtbot.waitUntil(
        lambda: window.session.document.sections[0].players[0].adult is True
    )


def test_data_entered_elsewhere_names_the_place(qtbot, window):
    """Another rating without a date, and the day that decides the rules."""
    quick = RatingFacts(1700.0, games=30, source="typed")
    fast = RatingFacts(1200.0, games=30, as_of=dt.date(2024, 1, 1), source="typed")
    new = Player(
        1,
        "Inventa, P1",
        ratings=(("Q", quick), ("B", fast)),
        results=("W2", "W3", "W4"),
    )
    players = (
        new,
        *(
            player(n, facts(1900.0), *["U"] * (n - 2), "L1", *["U"] * (4 - n))
            for n in (2, 3, 4)
        ),
    )
    winner = player(5, facts(1300.0), "W6", "W7", "W8")
    rest = tuple(
        player(n, facts(1700.0), *["U"] * (n - 6), "L5", *["U"] * (8 - n))
        for n in (6, 7, 8)
    )
    model = opened(
        qtbot,
        window,
        *players,
        winner,
        *rest,
        listed="source",
        start=dt.date(2024, 12, 28),
    )
    index = model.index(missing_kinds(window).index("source"), LAST_FIX)
    assert index.data() == "Open player details…"
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    # Both days are known, so there is nothing to fill in.
    assert "days" not in missing_kinds(window)
    session = window.session
    session.apply_edit(lambda now: set_section(now, 0, start_date=None))
    qtbot.waitUntil(
        lambda: session.assumptions is not None and not window.problems.looking
    )

    def says_where() -> bool:
        found = missing_kinds(window)
        if "days" not in found:
            return False
        index = model.index(found.index("days"), LAST_FIX)
        return bool(index.data() == "Open settings…")

    qtbot.waitUntil(says_where)
