"""How the bar describes a followed file, and the list of what came in from it."""

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.formats.pairing_files import sjson_player
from tests.ui.driving import find_part, open_file, press
from tests.ui.keys import SHIFT, Key
from uscalc.ui.files.link_states import FileTrouble, LinkStage, LinkState
from uscalc.ui.files.updates_dialog import UpdatesDialog
from uscalc.ui.widgets.plain_table import PADDING
from uscalc.ui.window.main_window import MainWindow


def updates(window: MainWindow) -> UpdatesDialog:
    dialog = find_part(window, UpdatesDialog)
    return dialog


def lines(dialog: UpdatesDialog) -> list[tuple[str, str, str]]:
    model = dialog.table.model()
    return [
        tuple(str(model.index(row, at).data()) for at in range(3))
        for row in range(model.rowCount())
    ]  # type: ignore[misc]


def comes(qtbot: QtBot, window: MainWindow, count: int) -> None:
    linked = window.files.following.linked
    linked.watch.poll.setInterval(50)
    qtbot.waitUntil(
        lambda: (
            len(linked.updates) == count
            and linked.state.work is LinkStage.IN_STEP
            and not linked.busy
        )
    )


def test_every_save_is_listed_by_name_the_newest_first(qtbot, window, file):
    open_file(qtbot, window, file.path)
    comes(qtbot, window, 0)
    words = [a.text().replace("&", "") for a in window.bottom.link.menu().actions()]
    assert {"Sync history…", "Reapply undone updates"} <= set(words)
    press(qtbot, window, Key.Key_F5, SHIFT)
    dialog = updates(window)
    assert not dialog.table.isVisible()
    nothing = find_part(dialog, QLabel, "updatesNothing")
    assert nothing.isVisible()
    assert nothing.text().startswith("No updates in this session.")
    # Open, it follows what comes in.
    file.result(1, 1, 4)
    file.result(1, 2, 5, drawn=True)
    file.save()
    comes(qtbot, window, 1)
    assert dialog.table.isVisible()
    assert not nothing.isVisible()
    time = window.files.following.linked.updates[0].time
    first = [
        (time, "club.sjson", "round 1: 2 results"),
        ("", "Open, round 1", "Inventa, Player1 beats Inventa, Player4"),
        ("", "Open, round 1", "Inventa, Player2 draws with Inventa, Player5"),
    ]
    assert lines(dialog) == first
    strong = QFontMetrics(window.theme.make_font(strong=True))
    assert dialog.table.columnWidth(0) >= strong.horizontalAdvance(time) + 2 * PADDING
    file.players.append(sjson_player(7, "U;0;-;0;0;0;0", Name="Ortiza, Ana"))
    file.save()
    comes(qtbot, window, 2)
    later = window.files.following.linked.updates[1].time
    assert lines(dialog) == [
        (later, "club.sjson", "Ortiza entered"),
        ("", "Open", "Ortiza, Ana entered as number 7"),
        *first,
    ]
    assert dialog.state.text().endswith(": Ortiza entered.")
    # What is undone stays listed, and the line above says that it is behind.
    window.named_actions["undo"].trigger()
    qtbot.waitUntil(lambda: dialog.state.text().endswith("1 change behind the file."))
    assert len(lines(dialog)) == 5
    press(qtbot, dialog, Key.Key_Escape)
    assert not dialog.isVisible()


def test_the_list_is_the_events_own_and_stays(qtbot, window, file, sample, tmp_path):
    own = tmp_path / "mine.uscalc"
    open_file(qtbot, window, file.path)
    comes(qtbot, window, 0)
    file.result(1, 1, 4)
    file.save()
    comes(qtbot, window, 1)
    window.files.saving.write_file(own)
    window.named_actions["updates"].trigger()
    dialog = updates(window)
    assert len(lines(dialog)) == 2
    open_file(qtbot, window, sample)
    assert lines(dialog) == []
    assert dialog.state.text() == "This event isn't linked to a file."
    open_file(qtbot, window, own)
    comes(qtbot, window, 1)
    assert len(lines(dialog)) == 2
    # The same window is brought forward; there is only one.
    window.named_actions["updates"].trigger()
    assert len(window.findChildren(UpdatesDialog)) == 1


# How the bar describes a followed file


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (LinkState(LinkStage.UNREAD), "not read yet"),
        (LinkState(LinkStage.WAITING), "changes from 2:02 PM are waiting"),
        (LinkState(LinkStage.IN_STEP), "synced 2:02 PM"),
        (LinkState(LinkStage.COMPARING), "synced 2:02 PM"),
        (LinkState(LinkStage.STOPPED), "read 2:02 PM, not imported"),
        (LinkState(LinkStage.STRANGER), "contains another tournament"),
        (LinkState(LinkStage.BEHIND), "3 changes behind the file"),
        (LinkState(LinkStage.MERGING), ""),
        (LinkState(LinkStage.MERGING, FileTrouble.UNREADABLE), "can't be read now"),
        (LinkState(LinkStage.IN_STEP, FileTrouble.GONE), "file not found"),
    ],
)
def test_the_bar_shows_the_state_of_the_linked_file(state, words):
    assert state.describe_state("2:02 PM", 3) == words


def test_undone_changes_are_one_and_short_states_have_no_words():
    assert (
        LinkState(LinkStage.BEHIND).describe_state("14:02", 1)
        == "1 change behind the file"
    )
    for work in LinkStage:
        state = LinkState(work)
        assert (state.describe_state("14:02") == "") is state.passing
        assert state.busy or not state.passing
