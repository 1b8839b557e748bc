"""The event file as it is written: readable, comparable, whole or not at all."""

import dataclasses
import datetime as dt
import json
import os
import stat

import pytest
from hypothesis import given

from tests.formats.strategies import documents
from uscalc.document.model import (
    BirthDate,
    Document,
    OfficialStartingRating,
    Player,
    PrizeFloor,
    PublishedRating,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.formats import open_event
from uscalc.formats.native.reader import read_event, save_event
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import FormatError

DOCUMENT = Document(
    "Lantern Open",
    dt.date(2025, 9, 1),
    (
        Section(
            "Open",
            end_date=dt.date(2025, 8, 31),
            systems=("R",),
            rules=RulesChoice("2020", (("bonus_multiplier", 12.0),)),
            players=(
                Player(
                    1,
                    "Ferro, Ada",
                    id="12345678",
                    birth=BirthDate(dt.date(2009, 7, 1), year_only=True),
                    ratings=(
                        (
                            "R",
                            RatingFacts(1643.0, games=30, prize_floor=PrizeFloor(1500)),
                        ),
                        ("Q", RatingFacts(unknown=True)),
                    ),
                    results=("W2", "B"),
                    published=(("R", PublishedRating(1650.12, 33)),),
                ),
                Player(
                    2,
                    ratings=(("R", RatingFacts(initial=OfficialStartingRating(400))),),
                ),
            ),
        ),
        Section("Empty", kind="unrated"),
    ),
)

TEXT = """\
{
  "format": "uscalc-event",
  "version": 1,
  "name": "Lantern Open",
  "end_date": "2025-09-01",
  "sections": [
    {
      "name": "Open",
      "end_date": "2025-08-31",
      "systems": ["R"],
      "rules": {"edition": "2020", "bonus_multiplier": 12},
      "players": [
        {"number": 1, "name": "Ferro, Ada", "id": "12345678", "birth_date": "2009", \
"ratings": {"R": {"rating": 1643, "games": 30, "prize_floor": 1500}, \
"Q": {"rating": "unknown"}}, "results": ["W2", "B"], \
"published": {"R": {"rating": 1650.12, "games": 33}}},
        {"number": 2, "name": "", \
"ratings": {"R": {"rating": null, "initial": {"rating": 400}}}}
      ]
    },
    {
      "name": "Empty",
      "kind": "unrated",
      "players": []
    }
  ]
}
"""


def test_one_key_of_a_head_and_one_player_a_line():
    assert write_event(DOCUMENT) == TEXT


def test_an_event_without_sections_is_a_head():
    text = write_event(Document("A", dt.date(2025, 1, 1), chain_sections=True))
    assert list(json.loads(text)) == [
        "format",
        "version",
        "name",
        "end_date",
        "chain_sections",
    ]


@given(documents)
def test_what_is_written_is_read_back(document):
    text = write_event(document)
    assert read_event(text.encode()) == document
    assert write_event(read_event(text.encode())) == text


def test_keys_keep_the_order_of_the_documentation():
    facts = RatingFacts(
        1500.0,
        games=3,
        as_of=dt.date(2025, 1, 1),
        source="typed",
        rounded=True,
        record="all_losses",
        peak=1600.0,
        wins=1,
        draws=1,
        events=1,
        floor=1400,
        prize_floor=PrizeFloor(1800, 5000.0),
        life_master=True,
        ceiling=2000.0,
        official=1500.0,
    )
    player = Player(1, "A", ratings=(("R", facts),))
    document = dataclasses.replace(DOCUMENT, sections=(Section(players=(player,)),))
    written = json.loads(write_event(document))["sections"][0]["players"][0]
    assert " ".join(written["ratings"]["R"]) == (
        "rating games as_of source rounded record peak wins draws events floor "
        "prize_floor life_master ceiling official"
    )


def test_a_file_is_saved_and_opened(tmp_path):
    path = tmp_path / "Lantern.USCALC"
    save_event(DOCUMENT, path)
    opened = open_event(path)
    assert opened.document == DOCUMENT
    assert opened.format == "uscalc"
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_permissions_of_an_existing_file_are_kept(tmp_path):
    path = tmp_path / "event.uscalc"
    path.write_text("old")
    path.chmod(0o640)
    save_event(DOCUMENT, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_link_is_followed_and_stays(tmp_path):
    target = tmp_path / "deep" / "event.uscalc"
    target.parent.mkdir()
    target.write_text("old")
    link = tmp_path / "link.uscalc"
    link.symlink_to(target)
    save_event(DOCUMENT, link)
    assert link.is_symlink()
    assert target.read_text() == TEXT


FULL = OSError(28, "No space left on device")
SAID = "can't be written: no space left on device. Choose another folder."


@pytest.mark.parametrize(
    ("function", "error", "raised", "said"),
    [
        ("replace", FULL, FormatError, SAID),
        ("fsync", FULL, FormatError, SAID),
        ("replace", KeyboardInterrupt(), KeyboardInterrupt, ""),
    ],
)
def test_a_failure_leaves_the_old_file_and_no_other(
    function, error, raised, said, tmp_path, monkeypatch
):
    path = tmp_path / "event.uscalc"
    path.write_text("old")

    def fail(*_):
        raise error

    monkeypatch.setattr(os, function, fail)
    with pytest.raises(raised) as caught:
        save_event(DOCUMENT, path)
    assert str(caught.value) == (said and f"{path}: {said}")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["event.uscalc"]


def test_a_protected_file_is_not_overwritten(tmp_path, monkeypatch):
    path = tmp_path / "event.uscalc"
    path.write_text("old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(FormatError, match="permission denied"):
        save_event(DOCUMENT, path)
    assert path.read_text() == "old"


def test_a_missing_target_folder_is_explained(tmp_path):
    with pytest.raises(FormatError, match="can't be written"):
        save_event(DOCUMENT, tmp_path / "no" / "event.uscalc")
    with pytest.raises(FormatError, match="this is a folder"):
        save_event(DOCUMENT, tmp_path)


@pytest.mark.parametrize("name", ["\ud800", float("nan")])
def test_values_that_no_file_can_hold_are_refused_with_the_reason(name, tmp_path):
    broken = dataclasses.replace(DOCUMENT, name=name)
    with pytest.raises(FormatError, match="can't be saved"):
        save_event(broken, tmp_path / "event.uscalc")
    assert not os.listdir(tmp_path)
