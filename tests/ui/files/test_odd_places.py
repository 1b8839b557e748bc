"""A path that isn't a regular file, in place of the open or the linked file."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.ui.driving import arrived, come_back, enter, open_file, text
from tests.ui.files.test_files import TABLE
from uscalc.formats import open_event
from uscalc.ui.files.link_states import GONE
from uscalc.ui.files.saving import CONFLICT_KEY

pytestmark = pytest.mark.skipif(
    not hasattr(os, "mkfifo"), reason="there are no such files here"
)


def gigabytes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(6_000_000_000)


PLACES: dict[str, Callable[[Path], None]] = {
    "pipe": lambda path: os.mkfifo(path),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": Path.mkdir,
    "gigabytes": gigabytes,
}


@pytest.fixture(autouse=True)
def _nothing_freezes() -> Iterator[None]:
    """Make whoever waits for a pipe fail instead of waiting forever."""

    def give_up(*_: object) -> None:
        raise TimeoutError("the window waits")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=PLACES)
def put(request: pytest.FixtureRequest) -> Callable[[Path], None]:
    """Put it in place of a file."""

    def instead(path: Path) -> None:
        path.unlink()
        PLACES[request.param](path)

    return instead


def test_a_pipe_for_an_open_file_is_reported(qtbot, window, other_event, tmp_path, put):
    open_file(qtbot, window, other_event)
    enter(qtbot, window, 1, 1, "d2")
    put(other_event)
    come_back(qtbot, window)
    assert window.messages.text
    assert text(window, 1, 1) == "D2"
    for _ in range(2):
        window.files.saving.save_event()
        asked = window.messages.has_question(CONFLICT_KEY)
        assert asked or "two.uscalc" in window.messages.text
        window.files.opening.revert_to_saved()
        arrived(qtbot, window)
        assert text(window, 1, 1) == "D2"
    # Whatever is there, it is never copied as a backup.
    window.files.saving.write_file(other_event)
    assert "can't be written" in window.messages.text or other_event.is_file()
    assert not any(path.is_file() for path in window.folders.backups.rglob("*"))
    elsewhere = tmp_path / "else.uscalc"
    window.files.saving.write_file(elsewhere)
    assert open_event(elsewhere).document == window.session.document


def test_a_pipe_for_a_linked_file_is_reported(qtbot, window, tmp_path, put):
    path = tmp_path / "table.csv"
    path.write_text(TABLE)
    window.files.opening.read_file(path, window.session.document.end_date)
    linked = window.files.following.linked
    linked.watch.patience.setInterval(200)
    qtbot.waitUntil(lambda: "read " in linked.words)
    put(path)
    linked.read_now()
    qtbot.waitUntil(lambda: window.messages.has_question(GONE))
    assert "table.csv" in window.messages.text
    enter(qtbot, window, 2, 2, "w1")
    QApplication.processEvents()
    if path.is_dir() and not path.is_symlink():
        path.rmdir()
    else:
        path.unlink()
    path.write_text(TABLE.replace("Erdacht Bo", "Erdacht Bob"))
    linked.read_now()
    qtbot.waitUntil(lambda: text(window, 2, "name") == "Erdacht Bob")
    assert not window.messages.has_question(GONE)
    assert text(window, 2, 2) == "W1"
