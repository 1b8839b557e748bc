"""Missing data of a large event: how far looking for them is, and its end by hand."""

from tests import build
from tests.ui.driving import problems_view
from tests.ui.keys import LEFT
from uscalc.document.edit.cells import set_result
from uscalc.document.model import Document
from uscalc.monitor import Monitor
from uscalc.ui.enter.problems_view import LOOKING, STOPPED
from uscalc.ui.session import rated_event


def event() -> Document:
    """Two players whose numbers of games are not known."""
    return build.event(
        build.player(1, "W2", rating=1400.0, games=None),
        build.player(2, "L1", rating=1300.0, games=None),
    )


def test_progress_is_shown_and_cancel_holds_until_a_change(qtbot, window, monkeypatch):
    ended: list[bool] = []

    def endless(_section: object, _rating: object, monitor: Monitor) -> None:
        monitor.report(30, 80)
        while not monitor.is_canceled():
            pass
        ended.append(True)

    window.show_view("view-problems")
    view = problems_view(window)
    working, session = view.working, window.session
    with monkeypatch.context() as patched:
        patched.setattr(rated_event, "find_assumptions", endless)
        session.show_document(event(), None)
        qtbot.waitUntil(lambda: working.isVisible() and working.bar.value() == 30)
        assert working.bar.maximum() == 80
        assert view.heading.text() == LOOKING
        # Beside each other in the head line, and nothing cut off.
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
