"""A section that SwissSys saves into another file after every round, followed."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import ROUND_PLAYERS, ROUND_RESULTS, swisssys_round
from tests.ui.driving import open_file
from uscalc.ui.follow.states import Work
from uscalc.ui.shell.main_window import MainWindow

PATIENCE = 20_000


def save(folder: Path, section: str, played: int) -> Path:
    path = folder / f"{section}.S{played}C"
    results = [row[: 1 + played] for row in ROUND_RESULTS]
    path.write_bytes(swisssys_round(ROUND_PLAYERS, results))
    return path


def test_the_next_round_comes_in_from_its_own_file(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    open_file(qtbot, window, save(tmp_path, "Open", 1))
    linked = window.files.following.linked
    linked.watch.poll.setInterval(50)
    qtbot.waitUntil(lambda: linked.state.work is Work.IN_STEP, timeout=PATIENCE)
    assert window.session.document.sections[0].rounds == 1
    # Another section's round says nothing of this one.
    save(tmp_path, "Reserve", 2)
    before = window.session.document
    for _ in range(2):
        with qtbot.waitSignal(linked.watch.looked, timeout=PATIENCE):
            pass
    assert window.session.document is before
    save(tmp_path, "Open", 2)
    qtbot.waitUntil(
        lambda: window.session.document.sections[0].rounds == 2, timeout=PATIENCE
    )
    assert window.session.history.undo_name == "Round 2 from SwissSys: 1 result"
    assert window.bottom.link.accessibleName().startswith("follows Open.S1C, read")
