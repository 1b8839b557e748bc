"""Answers of the rating service: several files make one event, and decimals are kept."""

import datetime as dt
import json
from typing import Any

import pytest

from tests.build import codes
from tests.formats.report_files import put, zipped
from tests.formats.service_files import (
    NUMBER,
    PAIR,
    event,
    facts,
    rating,
    row,
    section,
    standings,
)
from tests.shared_data import load_cases
from uscalc.document.model import Player, PublishedRating, RatingFacts
from uscalc.formats import EndDateNeededError, FormatError, open_event, open_text
from uscalc.formats.every import find_readable_files, open_files
from uscalc.formats.service.reader import list_answer_pages

DAY = dt.date(2025, 5, 4)


def only_player(record: Any, *outcomes: tuple[str, int | None]) -> Player:
    text = standings(row(1, *outcomes, ratings=[record])).decode()
    return open_text(text, DAY).document.sections[0].players[0]


WHOLE = {
    f"{NUMBER}.json": event(facts(1), facts(2, name="Quick", ratingSystem="Q")),
    "section-1.json": section(1, timeControl="G/61;d5"),
    "standings-1.json": standings(),
    "standings-2.json": standings(row(1, ("Win", 2), ratings=[rating("Q")])),
}


@pytest.mark.parametrize("name", [*WHOLE, ""])
def test_any_answer_or_their_folder_opens_the_event(name, tmp_path):
    opened = open_event(put(WHOLE, tmp_path) / name)
    assert opened.format == "ratings-service"
    assert not opened.findings
    document = opened.document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    assert not document.chain_sections
    one, two = document.sections
    assert (one.name, one.systems) == ("Section 1", ("R", "Q"))
    assert (one.time_control, one.end_date) == ("G/61;d5", dt.date(2025, 5, 3))
    assert (two.name, two.systems) == ("Quick", ("Q",))
    first = one.players[0]
    assert (first.name, first.id) == ("Inventa Player1", "90000001")
    assert first.results == ("W2w", "H")
    assert first.published_in("Q") == PublishedRating(1510.75)


def test_folders_and_archives_of_answers_are_opened_by_number(tmp_path):
    put(WHOLE, tmp_path)
    path = tmp_path / "answers.zip"
    path.write_bytes(zipped(WHOLE))
    assert open_event(path).document == open_files(WHOLE).document
    found = find_readable_files([tmp_path])
    assert [p.name for p in found] == [f"{NUMBER}.json", "answers.zip"]
    other = "202506010002"
    files = {
        f"{NUMBER}.json": event(facts(1)),
        f"{NUMBER}-section-1-standings.json": standings(),
        f"{other}.json": event(facts(1), id=other, name="Other Open"),
        f"{other}-section-1-standings.json": standings(PAIR[0]),
    }
    put(files, tmp_path)
    opened = open_event(tmp_path / f"{other}.json")
    assert opened.document.name == "Other Open"
    assert len(opened.document.sections[0].players) == 1
    with pytest.raises(FormatError, match="several events"):
        open_event(tmp_path)


@pytest.mark.parametrize(
    ("outcome", "opponent", "token"), load_cases("test_service_json", "outcomes")
)
def test_outcomes(outcome, opponent, token):
    assert only_player(rating(), (outcome, opponent)).results == (token,)


def test_games_before_are_counted_also_for_reentered_members():
    two = (("Win", 2), ("Draw", 3), ("ByeFull", None))
    provisional = only_player(rating(postProvisionalGameCount=9), *two).facts("R")
    known = {"games": 7, "source": "published", "rounded": False}
    assert provisional == RatingFacts(rating=1500.25, **known)
    assert only_player(rating(), *two).facts("R").games is None
    text = standings(row(1, *two, ratings=[rating(postProvisionalGameCount=1)]))
    opened = open_text(text.decode(), DAY)
    assert codes(opened) == ["games-differ"]
    assert opened.document.sections[0].players[0].facts("R").games is None
    record = [rating(postProvisionalGameCount=9)]
    rows = (
        row(1, ("Loss", 3), ratings=record),
        row(2, ("Win", 3), ratings=record, memberId="90000001"),
    )
    players = open_text(standings(*rows).decode(), DAY).document.sections[0].players
    assert [entry.facts("R").games for entry in players] == [7, 7]
    record = {"ratingSystem": "R", "rating": 1500, "gamesPlayed": 11, "floor": 1300}
    member = {"id": "90000001", "ratings": [{**record, "isProvisional": True}]}
    files = {"standings.json": standings(), "m.json": json.dumps(member).encode()}
    facts_ = open_files(files, end_date=DAY).document.sections[0].players[0].facts("R")
    assert (facts_.games, facts_.floor) == (11, 1300)


def test_missing_ratings_and_addresses_are_given():
    assert only_player(rating(before=None), ("Win", 2)).facts("R") == RatingFacts()
    assert only_player(rating(before=None, after=None)).facts("R").unknown
    whole = {"ratingSystem": "R", "preRating": 1500, "postRating": 1510}
    assert only_player(whole).facts("R").rounded is None
    assert only_player(whole).published_in("R") == PublishedRating(1510.0)
    wild = rating(before=1e308, after=-5.0)
    assert only_player(wild).facts("R").unknown
    assert only_player(wild).published == ()
    files = {"e.json": event(facts(1))}
    found = [page.address for page in list_answer_pages(NUMBER, files)]
    assert found[0].endswith(f"rated-events/{NUMBER}")
    assert found[1].endswith(f"{NUMBER}/sections/1")
    assert found[2].endswith(f"{NUMBER}/sections/1/standings")


def test_unusual_pages_and_sections_are_noted(tmp_path):
    opened = open_files({"e.json": event(facts(1), facts(2)), "1.json": standings()})
    assert [s.name for s in opened.document.sections] == ["Section 1"]
    assert any("sections/2/standings" in sentence for sentence in opened.left_out)
    alone = open_text(event(facts(1), facts(2)).decode())
    assert [len(s.players) for s in alone.document.sections] == [0, 0]
    with pytest.raises(EndDateNeededError):
        open_text(standings().decode())
    files = {
        "e.json": event(facts(1, ratingSystem="OB", format="Match")),
        "s.json": standings(row(1, ratings=[rating("OB")])),
    }
    (found,) = open_files(files).document.sections
    assert (found.online, found.kind, found.systems) == (True, "match", ("OB",))
    assert codes(open_text(standings(hasNextPage=True).decode(), DAY)) == ["more-pages"]
    files = {"standings.json": standings(), "torn.json": event()[:-4]}
    path = put(files, tmp_path) / "standings.json"
    assert any("torn.json" in s for s in open_event(path, DAY).left_out)


def test_standings_find_their_section_by_system_or_stay_out(tmp_path):
    quick = standings(row(1, ("Win", 2), ratings=[rating("Q")]))
    files = {
        "e.json": event(facts(1, ratingSystem="R"), facts(2, ratingSystem="Q")),
        "standings.json": standings(row(1, ("Win", 2), ratings=[rating("R")])),
        "standings (1).json": quick,
    }
    one, two = open_files(files).document.sections
    assert (one.players[0].facts("R").rating, two.systems) == (1500.25, ("Q",))
    files["e.json"] = event(facts(1), facts(2), facts(3))
    files["standings.json"] = standings()
    files["standings (1).json"] = standings(PAIR[0])
    assert any("an't tell which section" in s for s in open_files(files).left_out)
    with pytest.raises(FormatError, match="an't tell which section"):
        open_event(put(files, tmp_path) / "standings.json")
