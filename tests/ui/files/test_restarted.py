"""A start after a crash, while the linked file went on."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.ui.driving import press_button, text
from tests.ui.files.test_linked import results, settle
from tests.ui.files.test_recovery import leave_behind
from tests.ui.window.test_first_start import start
from uscalc.document.model import Link
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event

__all__ = ["start"]


@pytest.mark.parametrize("typed", ["club.uscalc", "whole path"])
def test_typed_facts_precede_the_merge(qtbot, start, folders, file, monkeypatch, typed):
    saved = file.path.parent / "club.uscalc"
    read = open_event(file.path).document
    save_event(replace(read, link=Link(str(file.path), read)), saved)
    leave_behind(folders, saved, "Typed, Tina")
    file.save_result(1, 2, 5)
    monkeypatch.chdir(saved.parent)
    window = start(Path(typed) if typed == saved.name else saved)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: linked.busy)
    assert window.session.history.saved
    press_button(qtbot, window, "messageWayOut")
    settle(qtbot, window)
    assert text(window, 1, "name") == "Typed, Tina"
    assert results(window)[1] == ("W5w",)
