"""Tasks with a screen reader: what it receives over AT-SPI, and keys alone."""

import re
import shutil
from functools import partial

import pytest

from tests.ui.screen_reader import ROOT, ScreenReader, Stop, find_missing, read_window

pytestmark = pytest.mark.skipif(bool(find_missing()), reason=find_missing())
GENERIC = ("", "filler", "unknown", "invalid", "layered pane")
"""Roles that say nothing."""
SPACES = ("Enter", "Explain", "What if", "Report", "Teach")


@pytest.fixture
def reader(tmp_path):
    """Open a window with the sample of twelve players, in which one game is unplayed."""
    event = tmp_path / "open.uscalc"
    shutil.copy(ROOT / "resources/samples/autumn-open.uscalc", event)
    with read_window(tmp_path / "home", str(event)) as reader:
        yield reader


def hear(reader: ScreenReader, *keys: str) -> list[str]:
    """Press keys; return the announcements."""
    reader.spoken.clear()
    reader.press(*keys)
    return list(reader.spoken)


def run_command(reader: ScreenReader, words: str) -> Stop:
    reader.press("ctrl+k")
    reader.type_text(words)
    return reader.press("Return")


def go_to(reader: ScreenReader, key: str, words: str) -> Stop:
    """Press a key until the focus is on something with these words."""
    stops = [reader.focus]
    for _ in range(25):
        if words in f"{stops[-1].name} {stops[-1].description}":
            return stops[-1]
        stops.append(reader.press(key))
    raise AssertionError(f"{words!r} was not among {stops}")


def test_a_new_rating_why_and_a_what_if_result_are_read(reader):
    assert reader.focus.name == "Name of Castle, Ada: Castle, Ada"
    table = reader.find("table", "Players and results")
    post = go_to(reader, "Right", "Post of Castle, Ada")
    assert post.name == "Post of Castle, Ada: 1798"
    assert reader.press("Right").name == "Change of Castle, Ada: +4"
    assert reader.row_heading_of(table, 0) == "Castle, Ada"
    assert reader.column_heading_of(table, 3) == "Pre"
    reader.press("ctrl+2")
    reader.press("Down")
    reader.find("label", "Knightly, Ben, Regular")
    text = reader.text_of(reader.find("label", "Why this rating"))
    assert re.search(r"1717 ≈ 1702 \+ [\d.]+", text)
    assert "Step 5" in text
    reader.press("Up")
    reader.press("ctrl+3")
    go_to(reader, "F6", "What if")
    assert go_to(reader, "Tab", "Round 1 against") == Stop(
        "slider",
        "Round 1 against Queen, Vera",
        "Drag, or press L, D or W; Delete restores the real result",
    )
    (said,) = hear(reader, "l")
    assert re.fullmatch(r"Post-event rating 17\d\d −\d+", said)
    assert hear(reader, "Delete") == ["Post-event rating 1798 +4"]


def test_a_result_is_entered_and_undone_and_a_problem_fixed(reader):
    reader.press("ctrl+1")
    board = reader.press("ctrl+b")
    assert board.name == "Board 1: 1  Castle, Ada, against 3  Bishop, Alma: open"
    assert hear(reader, "w") == ["Round 5: 1 beats 3"]
    assert hear(reader, "ctrl+z") == ["Undone: Round 5, 1 beats 3"]
    reader.press("F8")
    assert go_to(reader, "Down", "Earlier results of Skewer, Max").role == "cell"
    assert reader.press("Return").name == "Rating of Skewer, Max: 1181"
    run_command(reader, "player details")
    assert go_to(reader, "Tab", "Earlier results:").role == "combo box"
    assert len(hear(reader, "Down", "Return")) == 1
    reader.press("F8")
    names = [reader.press("Home").name, *(reader.press("Down").name for _ in range(3))]
    assert "Earlier results of Skewer, Max" not in names


def test_the_marker_of_the_explorer_is_moved_and_heard(reader):
    reader.press("ctrl+5")
    marker = reader.wait_for_focus("slider")
    assert marker.name == "R0: at 1794 expected 2.88 of 4, scored 3"
    assert "Enter or Space: grab" in marker.description
    # In Teach, no result is heard before a guess.
    assert hear(reader, "Return") == ["Grabbed. R0 1794."]
    assert hear(reader, "Escape") == ["Canceled. R0 1794."]
    assert go_to(reader, "shift+Tab", "Guess: a rating").role == "text"
    assert hear(reader, "1", "8", "0", "0", "Return")[-1] == "1 guess: 1800."
    go_to(reader, "Tab", "Show the answer, and how far off the guesses were")
    assert hear(reader, "space") == ["Answer: 1798. 1800 is 2 too high."]
    assert hear(reader, "Return") == ["Grabbed. R0 1794. Step 5 gives 1797.67."]
    assert hear(reader, "Right") == ["R0 1800. Step 5 gives 1802.90."]
    assert hear(reader, "shift+Right") == ["R0 1801. Step 5 gives 1803.77."]
    assert hear(reader, "Escape") == ["Canceled. R0 1794. Step 5 gives 1797.67."]


def test_commands_are_found_and_a_practice_answer_is_judged_aloud(reader):
    assert reader.press("ctrl+k").name == "Command name"
    reader.type_text("challenges")
    assert reader.press("Return") == Stop("list", "Cards")
    card = reader.press("Down")
    assert card.role == "list item"
    assert card.name.endswith("Not solved.")
    assert run_command(reader, "practice").name.startswith("Expected score")
    reader.type_text("0.01")
    (said,) = hear(reader, "Return")
    assert said.startswith("Too low.")


def test_a_wall_chart_is_saved(reader, tmp_path):
    assert reader.press("ctrl+p") == Stop("push button", "Print")
    assert "page 1 of 1" in reader.description_of(reader.find("graphic", "Preview"))
    assert go_to(reader, "shift+Tab", "Save").role == "push button"
    reader.press("space")
    reader.wait_for_focus("text")
    reader.press("ctrl+a")
    reader.type_text(str(tmp_path / "wall.pdf"))
    reader.press("Return")
    reader.wait_for((tmp_path / "wall.pdf").exists, "the file")


def test_a_member_is_registered_and_the_event_saved_aloud(reader, tmp_path):
    assert reader.press("F4") == Stop("text", "Name or member ID", "Name or member ID")
    reader.type_text("Novice, Nia")
    assert hear(reader, "Return") == ["Novice, Nia entered"]
    reader.find("cell", "Name of Novice, Nia")
    (said,) = hear(reader, "ctrl+s")
    assert said.startswith("Saved")
    assert "Novice, Nia" in (tmp_path / "open.uscalc").read_text("utf-8")


def test_every_space_says_which_it_is_and_its_focus_stops_have_names_and_roles(reader):
    for place, space in enumerate(SPACES, 1):
        stops = {reader.press(f"ctrl+{place}")}
        button = reader.find("check box", space)
        reader.wait_for(partial(reader.is_checked, button), f"{space} in the rail")
        for _ in range(5):
            for key in ("F6", *["Tab"] * 5):
                stops.add(reader.press(key))
        for stop in stops:
            assert stop.role not in GENERIC, stop
            assert stop.name.strip(), stop
            assert stop.role != "combo box" or stop.description, stop
        assert len(stops) > 15, space
