"""What-if results in the crosstable: marked cells, actual values, and highlighted rows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QApplication

from tests.ui import driving as ui
from tests.ui.keys import Key
from tests.ui.what_if.trying import (
    cell_rect,
    followed,
    framed,
    glowing,
    moves,
    struck,
    table_image,
    try_result,
)
from uscalc.document.queries.scenario import Outcome
from uscalc.ui.crosstable.what_if_marks import GLOW


def signs_of_changes(found: dict[int, float]) -> dict[int, int]:
    return {number: 1 if moved > 0 else -1 for number, moved in found.items()}


@pytest.mark.parametrize("look", ["light", "dark"])
def test_what_if_results_mark_the_cell_and_each_row_that_moves(qtbot, window, look):
    window.theme.choose_look(look)
    assert framed(window) == set()
    assert glowing(window) == {}
    plain = struck(window, 3, "post")
    wanted = moves(window, 1, 5, "W")
    try_result(qtbot, window, 1, 5, "W")
    assert framed(window) == {(1, 5), (3, 5)}
    assert glowing(window) == signs_of_changes(wanted)
    assert struck(window, 3, "post") >= 15 > plain
    assert struck(window, 3, 5) >= 4
    # The rating of a player who isn't affected is unchanged, and so is the table's own
    # text.
    assert struck(window, next(n for n in range(1, 13) if n not in wanted), "post") < 15
    # A change of less than a point highlights the row without an actual value.
    assert 0 < abs(wanted[9]) < 0.5
    assert struck(window, 9, "post") < 15
    assert ui.text(window, 1, 5) == "?3"
    assert ui.text(window, 1, "post") == "1798"


def test_what_if_results_differ_from_actual_ones_in_shape_and_words(qtbot, window):
    wanted = moves(window, 1, 5, "W")
    try_result(qtbot, window, 1, 5, "W")
    colors = window.theme.colors
    for number, moved in wanted.items():
        image, rect = table_image(window), cell_rect(window, number, "change")
        tone = QColor(colors.gain if moved > 0 else colors.loss).rgb()
        across = range(rect.left(), rect.left() + 10)
        down = range(rect.top() + 4, rect.bottom() - 4)
        wide = [sum(image.pixel(x, y) == tone for x in across) for y in down]
        lines = [count for count in wide if count]
        assert len(lines) >= 4
        assert (lines[0] < lines[-1]) == (moved > 0)
    try_result(qtbot, window, 1, 5, "W")
    model, aloud = window.crosstable.model, Qt.ItemDataRole.AccessibleTextRole
    said = {
        what: str(model.index(0, ui.column_of(window, what)).data(aloud))
        for what in (5, "points", "post")
    }
    assert said[5].endswith("What-if: W3 (actual: ?3)")
    assert "1798" in said["post"]
    assert said["post"].endswith("What-if: 1806 (actual: 1798)")
    assert said["points"].endswith("What-if: 4 (actual: 3)")
    assert "What-if: 1806 (actual: 1798)" in ui.hint(window, 1, "post")
    assert "Imagined" not in ui.hint(window, 6, "post")
    # Copying and typing use the event, not the what-if results.
    ui.click(qtbot, window, 1, 5)
    window.named_actions["copy"].trigger()
    assert QGuiApplication.clipboard().text().strip() == "?3"
    qtbot.keyClick(ui.keyboard(window), Key.Key_F2)
    assert ui.keyboard(window).text() == "?3"  # type: ignore[attr-defined]
    ui.press(qtbot, window, Key.Key_Escape)
    assert framed(window) >= {(3, 5)}


@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_real_result_is_whole_in_the_frame_of_another(qtbot, window, look):
    window.theme.choose_look(look)
    for number, outcome in ((1, "L"), (2, "D"), (3, "W")):
        try_result(qtbot, window, 2, number, outcome)
    soft = QColor(window.theme.colors.soft).rgb()
    cells = ((2, 1), (8, 1), (2, 2), (6, 2), (2, 3), (3, 3))
    for width in (1280, 1160, 1040):
        window.resize(width, 800)
        QApplication.processEvents()
        image = table_image(window)
        for cell in cells:
            rect = cell_rect(window, *cell)
            assert width < 1280 or struck(window, *cell) >= 4
            assert not any(
                image.pixel(x, y) == soft
                for x in range(rect.right() - 3, rect.right())
                for y in range(rect.top() + 5, rect.bottom() - 5)
            )


def test_everything_in_a_highlighted_row_is_readable(window):
    from tests.ui.theme.test_contrast import contrast
    from uscalc.ui.theme.theme import DARK, LIGHT

    for colors in (LIGHT, DARK):
        for tone in (colors.gain, colors.loss):
            over, under = QColor(tone), QColor(colors.surface)
            parts = zip(over.getRgbF()[:3], under.getRgbF()[:3], strict=True)
            ground = QColor.fromRgbF(*(GLOW * a + (1 - GLOW) * b for a, b in parts))
            for role in ("text", "soft", "pale", "gain", "loss"):
                assert contrast(getattr(colors, role), ground.name()) >= 4.5


def test_filtered_rows_keep_their_highlight(qtbot, window):
    wanted = signs_of_changes(moves(window, 1, 5, "W"))
    try_result(qtbot, window, 1, 5, "W")
    window.crosstable.field.open_field()
    ui.type_text(qtbot, window, "bishop")
    qtbot.waitUntil(lambda: window.crosstable.model.rowCount() == 1)
    assert glowing(window) == {3: wanted[3]}
    assert framed(window) == {(3, 5)}
    ui.press(qtbot, window, Key.Key_Escape)
    assert glowing(window) == wanted


def test_the_ripple_goes_from_the_game_to_its_players_and_stays(qtbot, window):
    wanted = signs_of_changes(moves(window, 1, 5, "W"))
    view = try_result(qtbot, window, 1, 5, "W")
    back, on = (window.named_actions[name] for name in ("waveBack", "waveOn"))
    back.trigger()
    assert set(glowing(window)) == {1, 3}
    assert struck(window, 3, "post") >= 15
    assert struck(window, 4, "post") < 15
    back.trigger()
    assert glowing(window) == {}
    assert framed(window) == {(1, 5), (3, 5)}
    assert struck(window, 3, "post") < 15
    back.trigger()
    on.trigger()
    on.trigger()
    assert glowing(window) == wanted
    # Lines above and below mark the player whom the effect has just reached.
    image, row = table_image(window), cell_rect(window, 4, "rating")
    tone = QColor(window.theme.colors.loss).rgb()
    assert image.pixel(row.center().x(), row.top()) == tone
    before = cell_rect(window, 3, "rating")
    assert image.pixel(before.center().x(), before.top()) != tone
    # After another slider moved, the whole new ripple effect is shown.
    qtbot.keyClick(view.sliders[4], Key.Key_L)
    followed(qtbot, view)
    assert glowing(window) == signs_of_changes(moves(window, 1, 5, "L"))
    view = try_result(qtbot, window, 1, 5, "W")
    window.named_actions["waveBack"].trigger()
    ui.click(qtbot, window, 4, "name")
    followed(qtbot, view)
    assert set(glowing(window)) == {1, 3}


def test_edits_and_removals_meanwhile_change_the_what_if_ratings(qtbot, window):
    try_result(qtbot, window, 1, 5, "W")
    ui.enter(qtbot, window, 3, "rating", "1700")
    qtbot.waitUntil(lambda: window.session.what_if.up_to_date)
    assert glowing(window) == signs_of_changes(moves(window, 1, 5, "W"))
    view = try_result(qtbot, window, 1, 5, "W")
    ui.click(qtbot, window, 3, "name")
    ui.remove(qtbot, window, "removePlayers")
    # Move a slider before anything is rated again.
    view.what_if.set_result(Outcome(1, 1, "L"))
    qtbot.waitUntil(lambda: view.what_if.up_to_date)
    assert view.what_if.outcomes == (Outcome(1, 1, "L"),)
    assert framed(window) == {(1, 1), (7, 1)}
