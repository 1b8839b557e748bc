"""The explanation in the window as it stands at 1280x800."""

from uscalc.ui.explain.explanation_view import ExplanationView


def test_no_value_is_cut_beside_a_wide_formula(qtbot, window):
    window.resize(1280, 800)
    window.spaces.switch_to("explain")
    view = window.show_view("view-explanation")
    assert isinstance(view, ExplanationView)
    for row in range(12):
        window.session.select(row=row)
        qtbot.waitUntil(lambda: not view.behind)
        assert view.text.horizontalScrollBar().maximum() == 0, row
