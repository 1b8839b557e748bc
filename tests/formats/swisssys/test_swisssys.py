"""SwissSys tournaments: results, ratings, what is left unknown and never read."""

import datetime as dt
from typing import Any

import pytest

from tests.build import codes
from tests.formats.pairing_files import PAIR, sjson, sjson_player, sjson_section
from tests.made_files.samples import sample
from uscalc.document.model import BirthDate, Player, RatingFacts
from uscalc.document.rate.check import check_section
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats import EndDateNeededError, FormatError, open_event, open_text
from uscalc.formats.native.write import write_event
from uscalc.formats import OpenedEvent
from uscalc.formats.shared.pairing import mark_blanks_unrated
from uscalc.formats.swisssys.reader import parse_result

UNKNOWN = RatingFacts(unknown=True)


def opened(*sections: Any, **overview: Any) -> OpenedEvent:
    return open_text(sjson(*sections, **overview).decode())


def player(*results: str, time_control: str = "G/90;d5", **more: Any) -> Player:
    section = sjson_section(sjson_player(1, *results, **more))
    section["Section time control"] = time_control
    return opened(section).document.sections[0].players[0]


def test_the_event_its_sections_and_players():
    result = opened(
        sjson_section(*PAIR),
        sjson_section(name="Under_700", time_control="", Section_title="Under 700"),
    )
    document = result.document
    assert (document.name, document.end_date) == ("Lantern Open", dt.date(2025, 5, 4))
    assert document.chain_sections
    one, two = document.sections
    assert (one.name, one.start_date) == ("Open", dt.date(2025, 5, 3))
    assert (one.time_control, one.systems, one.online) == ("G/90;d5", None, False)
    assert (two.name, two.time_control) == ("Under 700", "G/60;d5")
    first = one.players[0]
    assert (first.number, first.name) == (1, "Inventa, Player1")
    assert (first.id, first.results) == ("90000001", ("W2w", "D2b"))
    assert first.facts("R") == RatingFacts(rating=1501.0)
    assert all(first.facts(system).unknown for system in SYSTEMS if system != "R")
    assert result.format == "swisssys"
    assert not result.findings


@pytest.mark.parametrize(
    ("final", "played", "taken"),
    [
        (5, 1, (5, 1)),
        ("4", 2, (4, 2)),
        (2, None, (2, None)),
        # What its own results contradict, and what no section has, is not taken.
        (1, 3, (None, None)),
        (0, -1, (None, None)),
        (100, True, (None, None)),
        ("five", "1.5", (None, None)),
    ],
)
def test_the_rounds_that_are_planned_and_played(final, played, taken):
    one = sjson_section(*PAIR, Final_round=final, Rounds_played=played)
    (section,) = opened(one).document.sections
    assert (section.planned_rounds, section.played_rounds) == taken


@pytest.mark.parametrize(
    ("said", "token"),
    [
        ("+;12;W;5;12;12;0", "W12w"),
        ("-;12;B;5;12;12;0", "L12b"),
        ("=;12;-;5;12;12;0", "D12"),
        ("~;12;W;5;12;12;0", "?12w"),
        ("~;-1;-;0;-1;-1;0", ""),
        ("H;-1;-;0;-1;-1;0", "H"),
        ("Z;7;W;3;7;7;0", "H"),
        ("B;0;-;0;0;0;0", "B"),
        ("U;-1;-;0;-1;-1;0", "U"),
        ("X;23;-;9;23;23;0", "X23"),
        ("F;4;*;9;4;4;0", "F4"),
        ("X;-1;-;0;-1;-1;0", "X"),
        ("+;-1;W;5;12;12;0", "+;-1;W;5;12;12;0"),
        ("Q;3;W;5;12;12;0", "Q;3;W;5;12;12;0"),
        ("", ""),
    ],
)
def test_results_of_seven_fields(said, token):
    assert parse_result(said) == token


@pytest.mark.parametrize(
    ("time_control", "systems"),
    [
        ("G/90;d5", ["R"]),
        ("G/45;d5", ["R", "Q"]),
        ("G/25;+5", ["R", "Q"]),
        ("G/15;d3", ["Q"]),
        ("G/5;d0", ["B"]),
        ("None", ["R"]),
    ],
)
def test_the_time_control_decides_the_ratings_system(time_control, systems):
    ratings = player(time_control=time_control, Rating=1234, Rating2=1111).ratings
    known = [(system, facts.rating) for system, facts in ratings if not facts.unknown]
    assert known == list(zip(systems, [1234.0, 1111.0], strict=False))


def test_a_rating_not_given_is_unknown_and_asked_about_once():
    result = opened(
        sjson_section(
            sjson_player(1, Rating=None),
            sjson_player(2, Rating=0),
            sjson_player(3),
            time_control="G/45;d5",
        ),
        sjson_section(sjson_player(1, Rating=None), name="Extra"),
    )
    first = result.document.sections[0].players
    assert first[0].ratings == tuple((system, UNKNOWN) for system in SYSTEMS)
    assert first[2].facts("Q") == UNKNOWN
    assert codes(result) == ["blank-ratings"]
    assert "3 entries have no rating (2 players)" in result.findings[0].message
    settled = mark_blanks_unrated(result.document).sections
    assert settled[0].players[0].facts("Q") == RatingFacts()
    assert settled[0].players[2] == first[2]


def test_member_data_may_be_missing_or_odd_with_a_finding():
    assert player(Provisional=7).facts("R").games == 7
    assert player(Rating="unr").facts("R") == RatingFacts()
    assert player(Rating="1403/5").facts("R") == RatingFacts(rating=1403.0, games=5)
    result = opened(sjson_section(sjson_player(1, Provisional=True)))
    assert codes(result) == ["provisional-games"]
    assert player(ID="2000001", ID2="90000009").id == "90000009"
    assert player(ID="90000001", ID2="").id == "90000001"
    assert player(ID="00000000").id is None
    assert opened(Ending_date=None).document.end_date == dt.date(2025, 5, 3)
    with pytest.raises(EndDateNeededError):
        opened(Ending_date=None, Starting_date=None)
    data = sjson(Ending_date="", Starting_date="").decode()
    assert open_text(data, dt.date(2025, 6, 1)).document.end_date.month == 6
    result = opened(sjson_section(sjson_player(1, "+;2;W;1;2;2;1.5"), Type=2))
    assert codes(result) == ["section-type", "game-points"]
    assert not opened(sjson_section(*PAIR, Type=3)).findings
    with pytest.raises(FormatError, match="no pairing number"):
        opened(sjson_section({"Name": "Inventa, Nobody"}))
    assert player("H;-1;-;0;-1;-1;0", "~;-1;-;0;-1;-1;0").results == ("H",)


@pytest.mark.parametrize("said", [9999, 42, "odd", -3, [1], 1e300])
def test_an_unreadable_rating_is_unknown_with_a_finding(said):
    result = opened(sjson_section(sjson_player(1, Rating=said)))
    assert result.document.sections[0].players[0].facts("R").unknown
    assert "odd-rating" in codes(result)


def test_birth_dates_enter_and_addresses_never():
    row = {"Birth date": "05/17/2009", "Email": "a@example.org", "Phone": "555-0100"}
    assert player(**row).birth == BirthDate(dt.date(2009, 5, 17))
    assert player(Birth_year=2009).birth == BirthDate(
        dt.date(2009, 7, 1), year_only=True
    )
    written = write_event(opened(sjson_section(sjson_player(1, **row))).document)
    assert "2009-05-17" in written
    assert "example" not in written
    assert "555" not in written


@pytest.mark.parametrize(
    ("said", "state"), [("NY", "NY"), ("ma", "MA"), ("CAN", None), (None, None)]
)
def test_the_state_is_kept(said, state):
    assert player(State=said).state == state


@pytest.mark.parametrize(
    ("name", "found", "players", "games"),
    [
        ("club-april", ["blank-ratings"], 50, 117),
        ("golden-autumn", ["blank-ratings"], 159, 257),
        ("shared/club-april", ["blank-ratings", "provisional-games"], 50, 97),
        ("shared/golden-autumn", ["blank-ratings"], 159, 263),
    ],
)
def test_the_samples(name, found, players, games):
    result = open_event(sample("swisssys", f"{name}.sjson"))
    assert codes(result) == found
    sections = result.document.sections
    assert sum(len(section.players) for section in sections) == players
    assert not [f for i, s in enumerate(sections) for f in check_section(s, i)]
    tokens = [t for s in sections for p in s.players for t in p.results]
    assert sum(token[0] in "WDL" for token in tokens) == 2 * games
