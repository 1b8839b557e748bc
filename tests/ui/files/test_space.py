"""The space in which an event opens."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from uscalc.document.model import Document, Player, PublishedRating, Section
from uscalc.ui.files.loading import NEW, SPACES, choose_space
from uscalc.ui.storage.preferences import Preferences

PLAYER = Player(1, "Castle, Ada")
PLAIN = Document("Open", dt.date(2026, 3, 1), (Section("Open", players=(PLAYER,)),))
PUBLISHED = replace(
    PLAIN,
    sections=(
        Section(
            "Open",
            players=(replace(PLAYER, published=(("R", PublishedRating(1800.0)),)),),
        ),
    ),
)


@pytest.mark.parametrize("source", [NEW, "swisssys", "swisssys-round", "wintd"])
@pytest.mark.parametrize("document", [PLAIN, PUBLISHED])
def test_a_new_event_and_a_pairing_file_open_in_enter(source, document):
    assert choose_space(document, source, None) == "enter"


@pytest.mark.parametrize("source", ["uscalc", "trf", "msa"])
def test_published_ratings_open_in_report_and_others_in_explain(source):
    assert choose_space(PUBLISHED, source, None) == "report"
    assert choose_space(PLAIN, source, None) == "explain"


@pytest.mark.parametrize("space", SPACES)
@pytest.mark.parametrize("source", [NEW, "uscalc", "swisssys"])
def test_an_event_opens_where_it_was_left(space, source):
    assert choose_space(PUBLISHED, source, space) == space


def test_what_is_no_space_is_ignored():
    assert choose_space(PLAIN, "uscalc", "cellar") == "explain"


def test_the_spaces_of_fifty_files_are_remembered(tmp_path: Path):
    settings = tmp_path / "window.ini"
    files = [tmp_path / f"event {place}, β.uscalc" for place in range(51)]
    for place, path in enumerate(files):
        Preferences(settings).remember_space(path, SPACES[place % 5])
    kept = Preferences(settings)
    assert kept.read_space(files[0]) is None
    for place, path in enumerate(files[1:], 1):
        assert kept.read_space(path) == SPACES[place % 5]
    kept.remember_space(files[1], "teach")
    kept.remember_space(files[0], "report")
    assert Preferences(settings).read_space(files[1]) == "teach"
    assert Preferences(settings).read_space(files[2]) is None


def test_the_window_enters_the_space_of_each_event(qtbot, window, other_event):
    opening = window.files.opening
    with qtbot.waitSignal(window.session.opened):
        opening.open_file(other_event)
    assert window.spaces.current.name == "explain"
    opening.remember_space("what-if")
    opening.show_new(PLAIN)
    assert window.spaces.current.name == "enter"
    opening.remember_space("teach")
    with qtbot.waitSignal(window.session.opened):
        opening.open_file(other_event)
    assert window.spaces.current.name == "what-if"
