"""A section that SwissSys saves into another file after every round, followed."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.formats.pairing_files import ROUND_PLAYERS, ROUND_RESULTS, swisssys_round
from tests.ui.driving import open_file
from uscalc.ui.files.link_states import LinkStage

Row = Sequence[Any]


def save(
    folder: Path, section: str, played: int, players: Sequence[Row] = ROUND_PLAYERS
) -> Path:
    path = folder / f"{section}.S{played}C"
    results = [row[: 1 + played] for row in ROUND_RESULTS]
    path.write_bytes(swisssys_round(players, results))
    return path


STRANGERS: Sequence[Row] = (
    ROUND_PLAYERS[0],
    *(
        (number, f"Strangea, {number}", 90000040 + number, 1200, "")
        for number in (1, 2)
    ),
)


def test_the_next_round_comes_in_from_its_own_file(qtbot, window, tmp_path):
    open_file(qtbot, window, save(tmp_path, "Open", 1))
    linked = window.files.following.linked
    linked.watch.poll.setInterval(50)
    qtbot.waitUntil(lambda: linked.state.work is LinkStage.IN_STEP)
    assert window.session.document.sections[0].rounds == 1
    # Another section's round says nothing of this one.
    save(tmp_path, "Reserve", 2)
    before = window.session.document
    for _ in range(2):
        with qtbot.waitSignal(linked.watch.looked):
            pass
    assert window.session.document is before
    save(tmp_path, "Open", 2)
    qtbot.waitUntil(lambda: window.session.document.sections[0].rounds == 2)
    assert window.session.history.undo_name == "Round 2 from SwissSys: 1 result"
    name = window.bottom.link.accessibleName
    assert name().startswith("Linked to Open.S2C · synced")
    # The other program may take older rounds away, be it the one that was opened.
    linked.watch.patience.setInterval(100)
    (tmp_path / "Open.S1C").unlink()
    for _ in range(3):
        with qtbot.waitSignal(linked.watch.looked):
            pass
    assert name().startswith("Linked to Open.S2C · synced")
    # Of another tournament's section of this name nothing is taken, newer as it is.
    save(tmp_path, "Open", 4, STRANGERS)
    save(tmp_path, "Open", 3)
    qtbot.waitUntil(lambda: name().startswith("Linked to Open.S3C · synced"))
    assert window.session.document.sections[0].players[0].name == "Inventa, Ada"
    # Where nothing else is left, it is asked whose that is.
    for played in (2, 3):
        (tmp_path / f"Open.S{played}C").unlink()
    qtbot.waitUntil(
        lambda: window.messages.text.startswith(
            "Open.S4C now contains a different tournament"
        )
    )
    (tmp_path / "Open.S4C").unlink()
    qtbot.waitUntil(lambda: name().endswith("file not found"))
