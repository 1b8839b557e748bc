"""The event is exported from the File menu, and the window stays usable meanwhile."""

import pytest
from PySide6.QtWidgets import QFileDialog

import uscalc
from tests.ui.driving import choose_path, enter, find_part
from uscalc.exports import FILE_TYPES
from uscalc.formats import open_event
from uscalc.ui.scheduling import at_rest


def export(qtbot, window, path):
    window.named_actions["export"].trigger()
    choose_path(window, "exportDialog", path)
    qtbot.waitUntil(at_rest)


@pytest.mark.parametrize("suffix", [one for one in FILE_TYPES if one != ".uscalc"])
def test_the_file_is_the_one_of_the_api(qtbot, window, tmp_path, suffix):
    out, other = tmp_path / f"out{suffix}", tmp_path / f"other{suffix}"
    export(qtbot, window, out)
    document = window.session.document
    event = uscalc.Event(document.name, document.end_date, _document=document)
    left_out = uscalc.write(event, other, section=window.session.section.name)
    if suffix in (".trf", ".csv", ".json"):
        assert out.read_bytes() == other.read_bytes()
    else:
        assert open_event(out).document == open_event(other).document
    shown = window.messages.text
    assert f"to out{suffix}." in shown
    assert all(line in shown for line in left_out)


def test_the_name_follows_the_format_of_the_dialog(window, tmp_path):
    window.named_actions["export"].trigger()
    dialog = find_part(window, QFileDialog, "exportDialog")
    filters = dialog.nameFilters()
    suffixes = (".csv", ".xlsx", ".json", ".trf", ".csv", ".xlsx")
    assert set(suffixes) == set(FILE_TYPES) - {".uscalc"}
    for chosen, suffix in zip(filters, suffixes, strict=True):
        dialog.filterSelected.emit(chosen)
        assert dialog.defaultSuffix() == suffix.removeprefix(".")
        (selected,) = dialog.selectedFiles()
        assert selected.endswith(suffix)
    dialog.reject()


def test_a_crosstable_is_sorted_by_pre_event_rating(qtbot, window, tmp_path):
    enter(qtbot, window, 1, "rating", "600")
    out, other = tmp_path / "out.csv", tmp_path / "other.csv"
    window.named_actions["export"].trigger()
    dialog = find_part(window, QFileDialog, "exportDialog")
    (chosen,) = (one for one in dialog.nameFilters() if "CSV by pre-event" in one)
    dialog.selectNameFilter(chosen)
    choose_path(window, "exportDialog", out)
    qtbot.waitUntil(at_rest)
    document = window.session.document
    event = uscalc.Event(document.name, document.end_date, _document=document)
    uscalc.write(event, other, order="rating")
    assert out.read_bytes() == other.read_bytes()
    uscalc.write(event, other, overwrite=True)
    assert out.read_bytes() != other.read_bytes()


def test_the_message_says_that_a_report_lacks_other_sections(qtbot, window, tmp_path):
    window.named_actions["addSection"].trigger()
    window.named_actions["previousSection"].trigger()
    export(qtbot, window, tmp_path / "out.trf")
    assert "export the others" in window.messages.text
    export(qtbot, window, tmp_path / "out.json")
    assert "export the others" not in window.messages.text


@pytest.mark.parametrize("name", ["out.docx", "none/out.csv", "out.uscalc"])
def test_a_file_that_cannot_be_written_is_a_message(qtbot, window, tmp_path, name):
    export(qtbot, window, tmp_path / name)
    assert window.messages.text.startswith("Couldn't export")
    assert list(tmp_path.iterdir()) == []
