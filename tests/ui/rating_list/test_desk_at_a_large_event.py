"""A hundred thousand members: at most eight keys for a walk-in, and the window responds."""

import datetime as dt
import random
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ratinglist import list_files as lists
from tests.ui.driving import keyboard, press, section_of, text
from tests.ui.keys import Key
from uscalc.document.model import Edit, EventReport
from uscalc.ratinglist.cells import capitalize_name
from uscalc.ratinglist.importing import ImportOrder, import_list
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.store import load_lists, open_lookup
from uscalc.ratinglist.understand import analyze_file
from uscalc.ui.rating_list.lists import get_rating_lists
from uscalc.ui.rating_list.view import RatingListView
from uscalc.ui.scheduling import at_rest
from uscalc.ui.window.main_window import MainWindow

COUNT = 100_000
MOST_KEYS = 8
SAMPLE = 12
DAY = dt.date(2025, 8, 1)
STATES = [f"{one}{other}" for one in "ACDHI" for other in "AEIKLMNORT"]
HOME = STATES[7]
CONSONANTS, VOWELS = "bcdfghjklmnprstvwz", "aeiou"


def word(chance: random.Random, syllables: int) -> str:
    pairs = (
        chance.choice(CONSONANTS) + chance.choice(VOWELS) for _ in range(syllables)
    )
    return "".join(pairs).upper() + chance.choice(CONSONANTS).upper()


def crowd() -> Iterator[lists.Member]:
    """Yield invented members with two hundred given names, and family names of all lengths."""
    chance = random.Random(15)
    given = [word(chance, chance.choice((1, 2, 2))) for _ in range(200)]
    for number in range(COUNT):
        family = word(chance, chance.choice((2, 2, 3)))
        name = f"{family}, {chance.choice(given)}"
        rating = str(chance.randrange(100, 2700))
        state = chance.choice(STATES)
        yield lists.member(number, MEM_NAME=name, R_LPB_RAT=rating, STATE=state)


@pytest.fixture(scope="module")
def list_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("crowd")
    file = folder / "CROWD.DBF"
    with file.open("wb") as to:
        to.write(lists.dbf_head(lists.SUPPLEMENT, COUNT))
        to.writelines(lists.dbf_rows(lists.SUPPLEMENT, crowd()))
    roles = (*analyze_file(file).roles[:-1], "Q")
    return import_list(ImportOrder(file, file.name, roles, DAY), folder).file  # type: ignore[arg-type]


@pytest.fixture
def desk(qtbot: QtBot, window: MainWindow, list_file: Path) -> RatingListView:
    own = window.folders.lists
    own.mkdir(parents=True, exist_ok=True)
    (own / list_file.name).symlink_to(list_file)
    found = get_rating_lists(window)
    found.refresh()
    qtbot.waitUntil(lambda: bool(found.lists))
    return window.get_view("view-registration")


def shortest(lookup: MemberLookup, name: str, member: str) -> str | None:
    """Return the fewest letters for a known name: beginnings of family and given name.

    At most six keys, with the arrow keys to the member's line; None for a name that
    needs more.
    """
    family, given = name.split(", ")
    for most, arrows in product(range(3, MOST_KEYS - 1), range(2)):
        for own in range(min(most - 2, len(given)), -1, -1):
            begun = family[: most - own - bool(own)] + (
                " " + given[:own] if own else ""
            )
            if len(begun) + arrows > MOST_KEYS - 2 or len(begun) != most:
                continue
            hits = lookup.search_members(begun.lower(), home=HOME)
            if [entry.id for entry in hits[: arrows + 1]][arrows:] == [member]:
                return begun.lower() + "\n" * arrows
    return None


def sampled(list_file: Path) -> Sequence[tuple[lists.Member, str]]:
    """Return random members of the event's state, with the text to type for each."""
    chance = random.Random(7)
    near = [member for member in crowd() if member["STATE"] == HOME]
    people = chance.sample(near, 10 * SAMPLE)
    (stored,) = load_lists(list_file.parent).lists
    found = []
    with open_lookup(stored) as lookup:
        for person in people:
            typed = shortest(lookup, person["MEM_NAME"], person["MEM_ID"])
            if typed is not None:
                found.append((person, typed))
    # Nearly every name needs at most six keys.
    assert len(found) >= 9 * SAMPLE
    return found[:SAMPLE]


def test_a_walk_in_takes_eight_keys_at_most(qtbot, window, desk, list_file):
    views = "view-player-details", "view-steps", "view-registration"
    places = *views, "view-rating-rules", None
    known, report = len(section_of(window).players), EventReport(state=HOME)
    window.session.apply_edit(lambda now: Edit(replace(now, report=report), "State"))
    for count, (person, typed) in enumerate(sampled(list_file), known + 1):
        # F4 works from anywhere in the window.
        place = places[count % len(places)]
        if place is None or not window.panel_of(place).has_view(place):
            window.crosstable.view.setFocus()
        else:
            window.show_view(place)
        keys = 1
        press(qtbot, window, Key.Key_F4)
        for letter in typed:
            if letter == "\n":
                press(qtbot, window, Key.Key_Down)
            else:
                qtbot.keyClicks(keyboard(window), letter)
            keys += 1
        # A person checks which member is selected.
        qtbot.waitUntil(lambda: not desk.searching)
        press(qtbot, window, Key.Key_Return)
        keys += 1
        assert keys <= MOST_KEYS
        players = section_of(window).players
        assert (len(players), players[-1].id) == (count, person["MEM_ID"])
        assert players[-1].name == capitalize_name(person["MEM_NAME"])
        assert text(window, count, "rating") == person["R_LPB_RAT"]


def test_nothing_waits_for_a_search(qtbot, window, desk):
    press(qtbot, window, Key.Key_F4)
    line = desk.search
    QTest.keyClicks(line, "b")
    assert desk.searching
    QTest.keyClicks(line, "a")
    assert line.text() == "ba"
    qtbot.waitUntil(lambda: not desk.searching)
    begun = [entry.name.split(", ") for entry in desk.model.entries]
    assert begun
    assert all(any(one.startswith("Ba") for one in name) for name in begun)
    # The result of an earlier search never appears after that of a later one.
    QTest.keyClicks(line, "zu")
    for _ in range(3):
        QTest.keyClick(line, Key.Key_Backspace)
    qtbot.waitUntil(lambda: not desk.searching)
    QApplication.processEvents()
    assert line.text() == "b"
    begun = [entry.name.split(", ") for entry in desk.model.entries]
    assert all(any(one.startswith("B") for one in name) for name in begun)
    QTest.keyClicks(line, "a")
    QTest.keyClick(line, Key.Key_Backspace)
    QTest.keyClick(line, Key.Key_Backspace)
    assert not desk.searching
    for _ in range(20):
        qtbot.waitUntil(at_rest)
        QApplication.processEvents()
    assert desk.model.rowCount() == 0
