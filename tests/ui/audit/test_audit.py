"""Audit: published ratings beside computed ones, and what lies between."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.shared_data import shared
from uscalc.document.edit.cells import set_result
from uscalc.document.queries.audit import audit_system
from uscalc.formats import open_event
from uscalc.ui.audit import view as audit_view
from uscalc.ui.audit.model import CAUSE, NAME, OFF
from uscalc.ui.audit.view import NOTHING, STOPPED, AuditView
from uscalc.ui.shell.main_window import MainWindow

LONG = 30_000


@pytest.fixture
def audit(window: MainWindow) -> AuditView:
    view = window.show_view("auditView")
    assert isinstance(view, AuditView)
    return view


def event(tmp_path: Path, *published: float) -> Path:
    """Two players, the first based on a number of games that the file leaves open."""
    ratings: list[dict[str, Any]] = [
        {"rating": 1500},
        {"rating": 1400, "games": 60},
    ]
    players = [
        {
            "number": number,
            "name": f"Player {number}",
            "ratings": {"R": ratings[number - 1]},
            "results": [("W2", "L1")[number - 1]],
            "published": {"R": {"rating": published[number - 1]}},
        }
        for number in (1, 2)
    ]
    section = {"name": "Open", "systems": ["R"], "players": players}
    path = tmp_path / "published.uscalc"
    whole = {
        "format": "uscalc-event",
        "version": 1,
        "name": "Published",
        "end_date": "2025-09-01",
        "sections": [section],
    }
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def test_an_event_without_published_ratings_has_a_sentence(
    qtbot: QtBot, audit: AuditView
) -> None:
    qtbot.waitUntil(lambda: audit.heading.text() == NOTHING, timeout=LONG)


def test_a_difference_stands_first_with_its_likeliest_cause(
    qtbot: QtBot, window: MainWindow, audit: AuditView, tmp_path: Path
) -> None:
    window.session.open(open_event(event(tmp_path, 1555, 1383)).document, None)
    rating = window.session.system_rating()
    section = window.session.section_rating()
    assert rating is not None
    assert section is not None
    wanted = {row.number: row for row in audit_system(section, rating) or ()}
    assert not wanted[1].agrees
    qtbot.waitUntil(lambda: audit.model.rowCount() == 2, timeout=LONG)
    model = audit.model
    assert model.index(0, NAME).data() == "Player 1"
    assert model.index(0, CAUSE).data() == wanted[1].cause
    assert "facts" in wanted[1].cause
    assert model.index(1, OFF).data() == "agrees"
    assert audit.heading.text().startswith("1 of 2 published ratings come out exactly")


def test_a_click_chooses_the_player(
    qtbot: QtBot, window: MainWindow, audit: AuditView, tmp_path: Path
) -> None:
    window.session.open(open_event(event(tmp_path, 1555, 1383)).document, None)
    qtbot.waitUntil(lambda: audit.model.rowCount() == 2, timeout=LONG)
    place = audit.table.visualRect(audit.model.index(1, NAME)).center()
    qtbot.mouseClick(audit.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.session.player is not None
    assert window.session.player.number == 2


def test_a_real_section_is_counted(
    qtbot: QtBot, window: MainWindow, audit: AuditView
) -> None:
    path = sorted(shared("realdata").glob("*.uscalc"))[0]
    window.session.open(open_event(path).document, None)
    qtbot.waitUntil(
        lambda: "published ratings come out exactly" in audit.heading.text(),
        timeout=LONG,
    )
    assert audit.model.rowCount() > 0


def test_looking_for_causes_can_be_stopped(window: MainWindow, tmp_path: Path) -> None:
    window.session.open(open_event(event(tmp_path, 1555, 1383)).document, None)
    rating = window.session.system_rating()
    section = window.session.section_rating()
    assert rating is not None
    assert section is not None
    assert audit_system(section, rating, lambda: False) is None


def test_how_far_it_is_is_shown_and_cancel_ends_it_until_the_next_change(
    qtbot: QtBot,
    window: MainWindow,
    audit: AuditView,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended: list[bool] = []

    def endless(
        _section: object,
        _rating: object,
        wanted: Callable[[], bool],
        done: Callable[[int, int], object],
    ) -> None:
        done(3, 10)
        while wanted():
            pass
        ended.append(True)

    with monkeypatch.context() as patched:
        patched.setattr(audit_view, "audit_system", endless)
        window.session.open(open_event(event(tmp_path, 1555, 1383)).document, None)
        working = audit.working
        qtbot.waitUntil(working.isVisible, timeout=LONG)
        assert (working.bar.value(), working.bar.maximum()) == (3, 10)
        qtbot.mouseClick(working.cancel, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(ended), timeout=LONG)
    assert audit.heading.text() == STOPPED
    assert not working.isVisible()
    assert audit.model.rowCount() == 0
    session = window.session
    session.edit(lambda shown: set_result(shown, 0, 0, 0, "D2"))
    qtbot.waitUntil(lambda: audit.model.rowCount() == 2, timeout=LONG)
    assert not working.isVisible()
