"""Files whose names are no text in the system's encoding: opened, followed and kept."""

import os
from pathlib import Path

import pytest

from tests.ui.driving import enter, open_file, text
from uscalc.formats import open_event
from uscalc.formats.native.journal import list_journals, read_snapshot
from uscalc.ui.storage.preferences import Preferences

TABLE = "Number,Name,Rating,R1\n1,Inventa Ada,1500,W2\n2,Erdacht Bo,1400,L1\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder whose own name is no text either."""
    made = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        made.mkdir()
    except OSError:
        pytest.skip("every name is a text here")
    return made


def test_an_event_of_any_name_is_opened_and_saved(qtbot, window, other_event, folder):
    path = folder / os.fsdecode(b"op\xff\xfe.uscalc")
    path.write_bytes(other_event.read_bytes())
    open_file(qtbot, window, path)
    assert window.session.path == path
    enter(qtbot, window, 1, 1, "d2")
    assert window.recovery.flush()
    (journal,) = list_journals(window.folders.journals)
    assert read_snapshot(journal).source == path
    window.files.saving.save_event()
    assert open_event(path).document == window.session.document
    assert Preferences(window.folders.settings).recent == [path]
    assert len(list(window.folders.backups.rglob("*.uscalc"))) == 1


def test_a_followed_file_of_any_name_is_followed_again(qtbot, window, folder):
    path = folder / os.fsdecode(b"t\xe4ble.csv")
    path.write_text(TABLE)
    window.files.opening.read_file(path, window.session.document.end_date)
    linked = window.files.following.linked
    qtbot.waitUntil(lambda: "read " in linked.words)
    enter(qtbot, window, 2, 2, "w1")
    assert window.recovery.flush()
    (journal,) = list_journals(window.folders.journals)
    document = window.session.document
    assert read_snapshot(journal).document == document
    own = folder / os.fsdecode(b"\xe4.uscalc")
    window.files.saving.write_file(own)
    assert window.session.history.saved
    again = open_event(own).document
    assert again == document
    assert again.link is not None
    assert Path(again.link.path) == path
    open_file(qtbot, window, own)
    path.write_text(TABLE.replace("Erdacht Bo", "Erdacht Bob"))
    window.files.following.linked.read_now()
    qtbot.waitUntil(lambda: text(window, 2, "name") == "Erdacht Bob")
    assert text(window, 2, 2) == "W1"
