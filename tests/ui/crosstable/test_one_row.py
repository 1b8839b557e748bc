"""The texts painted in a row of the table belong to one player."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from tests.often import often
from tests.ui import table_life
from tests.ui.bar_font import bars_and_boxes, read
from tests.ui.driving import click, press, text, type_text
from tests.ui.keys import LEFT, Key
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme


@pytest.fixture
def theme(qapp: QApplication, tmp_path: Path) -> Iterator[Theme]:
    """Yield the look of the window in a font that can be read from the screen."""
    with bars_and_boxes(qapp, tmp_path):
        theme = Theme(qapp, "light")
        yield theme
    theme.deleteLater()
    Theme(qapp, "light").deleteLater()


@pytest.fixture
def session(qapp: QApplication) -> Iterator[Session]:
    session = Session(table_life.event(60, 5), resolve_rules)
    session.threshold = 1e9
    yield session
    session.close()


class Painted(QObject):
    """Notes the largest part of a widget that was painted at once, from 0 to 1."""

    def __init__(self, port: QObject) -> None:
        super().__init__(port)
        self.most = 0.0
        port.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            port = watched.parent().viewport()  # type: ignore[attr-defined]
            area = sum(rect.width() * rect.height() for rect in event.region())
            self.most = max(self.most, area / (port.width() * port.height()))
        return False


def test_rows_that_a_result_scrolls_are_moved_and_still_read_right(qtbot, window):
    table_life.settle(qtbot, window)
    table = window.crosstable
    view, bar = table.view, table.view.verticalScrollBar()
    last = view.rowAt(view.viewport().height() - 1) - 1
    for row in (last, last + 1, last + 2):
        # The click scrolls to the row; the later scrolling must happen by itself.
        click(qtbot, window, row + 1, 2)
        table_life.settle(qtbot, window)
        letter = {"W": "d", "D": "l", "L": "w"}[text(window, row + 1, 2)[0]]
        type_text(qtbot, window, letter + text(window, row + 1, 2)[1:])
        table_life.settle(qtbot, window)
        painted, before = Painted(view.viewport()), bar.value()
        press(qtbot, window, Key.Key_Return)
        table_life.settle(qtbot, window)
        view.viewport().removeEventFilter(painted)
        if row > last:
            assert bar.value() > before
        assert painted.most < 0.5
        table_life.check(window)


Walk = st.lists(
    st.tuples(st.sampled_from(table_life.STEPS), st.integers(0, 10_000)),
    min_size=4,
    max_size=14,
)


@often(
    25,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
    ],
)
@given(
    players=st.sampled_from((3, 5, 16, 17, 18, 40, 150, 400)),
    rounds=st.integers(1, 11),
    walk=Walk,
)
def test_every_painted_row_is_one_players(qtbot, window, players, rounds, walk):
    window.session.show_document(table_life.event(players, rounds), None)
    table_life.settle(qtbot, window)
    table_life.check(window)
    for step, value in walk:
        table_life.take(qtbot, window, step, value)
        table_life.check(window)


def test_a_click_chooses_the_cell_whose_content_is_drawn_there(qtbot, window):
    chance = random.Random(11)
    table, port = window.crosstable, window.crosstable.view.viewport()
    clicks = 0
    for _ in range(40):
        table_life.take(
            qtbot, window, chance.choice(table_life.STEPS), chance.randrange(10_000)
        )
        table_life.come_to_rest(qtbot, window)
        offset = port.mapTo(window, QPoint(0, 0))
        shot = table_life.screen(window)
        for _ in range(25):
            clicks += 1
            place = QPoint(
                chance.randrange(port.width()), chance.randrange(port.height())
            )
            index = table.view.indexAt(place)
            if not index.isValid():
                continue
            name = table.model.index(index.row(), 1)
            rects = [table.view.visualRect(i) for i in (index, name)]
            if not all(port.rect().contains(rect) for rect in rects):
                continue
            said, who = (read(shot, rect.translated(offset)) for rect in rects)
            qtbot.mouseClick(port, LEFT, pos=place)
            player = window.session.player
            assert player.name == who
            current, row = table.at.index, window.session.selection.row
            if table.model.columns.specs[current.column()].kind != "games":
                expected = table_life.written(window, player, row, current.column())
                assert said.split("/")[0] == expected
            shot = table_life.screen(window)
    assert clicks == 1000
