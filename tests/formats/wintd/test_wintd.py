"""WinTD tournaments: arrays by their shape, results, byes, teams, and what is never read."""

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import codes, post
from tests.formats.crosstables import draw_player, paired_games
from tests.formats.report_files import zipped
from tests.formats.wintd_files import (
    MEMBER,
    NONE,
    PAIR,
    game,
    of_document,
    player,
    ptoz,
    section,
    tournament,
)
from uscalc.document import model
from uscalc.document.rate.check import check_section
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats import EndDateNeededError, FormatError, open_event
from uscalc.formats.every import open_files
from uscalc.formats.native.write import write_event
from uscalc.formats.opened import OpenedEvent
from uscalc.formats.shared.bundle import read_zip
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 5, 4)
BYE = game(0, NONE, 3)


def opened(*arrays: Any, **head: Any) -> OpenedEvent:
    return open_files({"Json": tournament(*arrays, **head)})


def only_section(*arrays: Any, **head: Any) -> model.Section:
    (found,) = opened(*arrays, **head).document.sections
    return found


def results(*arrays: Any) -> list[tuple[str, ...]]:
    shown = only_section(*arrays)
    assert not check_section(shown, 0)
    return [one.results for one in shown.players]


def results_of_two(*games: Any, **more: Any) -> list[tuple[str, ...]]:
    """Return the results of two players after games that both have, one each round."""
    rows = [player(n, *range(len(games))) for n in (1, 2)]
    return results(rows, [section(roundsPaired=len(games), **more)], games)


def test_the_event_its_section_and_players(tmp_path):
    path = tmp_path / "lantern.ptoz"
    path.write_bytes(ptoz(tournament(*PAIR)))
    result = open_event(path)
    document = result.document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    (shown,) = document.sections
    assert (shown.name, shown.time_control) == ("Open", "G/90;d5")
    assert (shown.start_date, shown.kind) == (dt.date(2025, 5, 3), "event")
    one, other = shown.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Player1", "90000001")
    assert (one.results, other.results) == (("W2w", "D2b"), ("L1b", "D1w"))
    assert one.facts("R") == model.RatingFacts(rating=1501.0)
    assert all(one.facts(system).unknown for system in SYSTEMS if system != "R")
    assert (shown.planned_rounds, shown.played_rounds) == (4, None)
    assert (result.format, result.findings) == ("wintd", ())


def test_letters_are_of_windows_and_no_contact_data_is_read():
    rows = [player(1, 0, 1, name="Inventa, Žofie"), player(2, 0, 1, name="Inventa, Bé")]
    text = json.dumps(json.loads(tournament(rows, *PAIR[1:])), ensure_ascii=False)
    for encoding in ("utf-8", "utf-8-sig", "cp1252"):
        result = open_files({"Json": text.encode(encoding)})
        names = [p.name for p in result.document.sections[0].players]
        assert names == ["Inventa, Žofie", "Inventa, Bé"]
        told = any("Windows" in said for said in result.assumed)
        assert told == (encoding == "cp1252")
    text = write_event(opened(*PAIR).document)
    assert "example.org" not in text
    assert "555" not in text


def test_arrays_may_have_other_names_and_places():
    plain = json.loads(tournament(*PAIR))
    arrays = {key: plain.pop(key) for key in ("players", "sections", "games")}
    renamed = {"A": arrays["games"], "Body": {"B": arrays["players"]}}
    root = {"Tournament": {**plain, **renamed}, "C": arrays["sections"], "D": []}
    again = open_files({"Json": json.dumps(root).encode()})
    assert again.document == opened(*PAIR).document
    with pytest.raises(FormatError, match="several arrays could be the games"):
        opened(*PAIR, others=[game(0, 1, 1)])
    files = {"Json": tournament(*PAIR), "readme.txt": b"hello"}
    assert open_files(read_zip(zipped(files), None)).format == "wintd"
    bomb = tournament(*PAIR, note="a" * 3_000_000)
    with pytest.raises(FormatError, match="200 times"):
        read_zip(ptoz(bomb), None)


@pytest.mark.parametrize(
    ("result", "cells"),
    [
        *((1, ("W2w", "L1b")), (0, ("D2w", "D1b")), (-1, ("L2w", "W1b"))),
        *((2, ("X2", "F1")), (-2, ("F2", "X1")), (99, ("?2w", "?1b"))),
        *((98, ("H", "H")), (-98, ("F", "F"))),
    ],
)
def test_results(result, cells):
    assert results_of_two(game(0, 1, result)) == [(cell,) for cell in cells]


def test_byes_and_rounds_not_paired_are_read():
    assert results_of_two(game(0, 1, 1, color1=0, color2=0)) == [("W2",), ("L1",)]
    shown = only_section([], [section()], [])
    assert (shown.name, shown.players) == ("Open", ())
    rows = [player(1, 0, 1), player(2, 0)]
    games = [game(0, 1, 1), game(0, NONE, 0, 2)]
    assert results(rows, [section(roundsPaired=1)], games) == [("W2w",), ("L1b",)]
    rows = [player(1, 0), player(2, 0, status=1), player(3)]
    found = results(rows, [section(roundsPaired=2)], [game(0, 1, 1)])
    assert found == [("W2w", "U"), ("L1b", "U"), ("U", "U")]
    assert only_section([player(1)], [section(USCFratable=0)], []).kind == "unrated"


def test_byes():
    byes = {3: "B", 1: "B", 0: "H", -1: "U"}
    rows = [player(1, *range(len(byes)))]
    games = [game(0, NONE, result, i + 1) for i, result in enumerate(byes)]
    assert results(rows, [section(roundsPaired=4)], games) == [tuple(byes.values())]
    mirrored = [game(NONE, 0, 0), game(NONE, 0, -1, 2), game(NONE, 0, 3, 3)]
    rows = [player(1, 0, 1, 2)]
    assert results(rows, [section(roundsPaired=3)], mirrored) == [("H", "B", "B")]


@pytest.mark.parametrize(
    ("result", "cell"), [(99, ""), (2, "X"), (-2, "F"), (98, "H"), (-98, "F")]
)
def test_a_bye_without_its_points_has_the_meaning_of_its_result(result, cell):
    shown = only_section([player(1, 0)], [section()], [game(0, NONE, result)])
    assert shown.players[0].results[0] == cell


def test_reentries_states_and_split_results_are_read():
    rows = [player(1, 0), player(2, 1)]
    games = [game(0, 1, 0, split=-1), game(0, 1, 1, split=1)]
    assert results(rows, [section(roundsPaired=1)], games) == [("R2w",), ("S1b",)]
    assert results_of_two(game(0, 1, 1, split=-1)) == [("N2w",), ("U",)]
    assert results_of_two(game(0, 1, 2, split=1)) == [("U",), ("F",)]
    again = player(2, reentryFor=0, id="", rating=0, birthdate=None)
    shown = only_section([player(1, birthdate="5/17/2009"), again], [section()], [])
    assert [p.id for p in shown.players] == ["90000001"] * 2
    assert shown.players[1].facts("R") == model.RatingFacts(rating=1501.0)
    assert shown.players[1].birth == model.BirthDate(dt.date(2009, 5, 17))
    rows = [player(1, stateOrFed="ny"), player(2, stateOrFed="CAN"), player(3)]
    players = only_section(rows, [section()], []).players
    assert [p.state for p in players] == ["NY", None, None]


def test_a_match_of_several_games_a_round():
    match = game(0, 1, 1, type=2)
    single = [game(1, 0, -1, type=4, sequence=1), game(0, 1, 0, type=4, sequence=0)]
    assert results_of_two(match)[0] == ("W2w",)
    rows = [player(1, 0), player(2, 0)]
    arrays = rows, [section(roundsPaired=1, gamesPerMatch=2)], [match, *single]
    assert results(*arrays) == [("D2w|W2b",), ("D1b|L1w",)]
    for tied in ({"games": [2, 1]}, [2, 1]):
        elsewhere = [{**one, "r1": 0, "r2": 0} for one in single]
        arrays = rows, [section(roundsPaired=1)], [{**match, "match": tied}, *elsewhere]
        assert results(*arrays) == [("D2w|W2b",), ("D1b|L1w",)]
    back = [{**one, "r1": 0, "r2": 0, "match": 0} for one in single]
    assert results(rows, [section(roundsPaired=1)], [match, *back])[0] == ("D2w|W2b",)


def test_the_members_of_teams_play():
    rows = [
        player(1, 0, type="T", name="Lamps", members=[2, 3]),
        player(2, 0, type="T", name="Wicks", members=[4, 5]),
        *(player(n, section=MEMBER, pairno=NONE) for n in (11, 12, 13, 14)),
    ]
    games = [
        game(0, 1, 1, type=1),
        game(2, 4, 1, type=4, sequence=0),
        game(5, 3, 0, type=4, sequence=1),
    ]
    shown = only_section(rows, [section(roundsPaired=1)], games)
    assert not check_section(shown, 0)
    members = [f"{p.number} {p.name[-2:]} {p.results[0]}" for p in shown.players]
    assert members == ["1 11 W3w", "2 12 D4b", "3 13 L1b", "4 14 D2w"]
    result = opened(rows, [section(roundsPaired=1)], games[:1])
    assert "team-matches" in codes(result)
    assert [p.results for p in result.document.sections[0].players] == [("U",)] * 4
    for row in rows[:2]:
        row["tnmt"]["members"] = []
    assert "teams-alone" in codes(opened(rows, [section()], games[:1]))


def test_deleted_records_are_ignored_and_unnumbered_players_come_last():
    rows = [player(1, pairno=NONE), player(2, status=-1), player(3, pairno=3)]
    rows += [player(4, section=NONE), player(5, section=1)]
    result = opened(rows, [section(roundsPaired=0), section("Gone", id=-1)], [])
    (shown,) = result.document.sections
    players = [(p.number, p.id) for p in shown.players]
    assert players == [(3, "90000003"), (4, "90000001")]
    assert any("without a pairing number" in said for said in result.assumed)


def test_birth_dates_in_whatever_form():
    texts = ("2009-05-17", "5/17/2009", "2009", "about ten", "")
    rows = [player(n, birthdate=said) for n, said in enumerate(texts, 1)]
    day = model.BirthDate(dt.date(2009, 5, 17))
    year = model.BirthDate(dt.date(2009, 7, 1), year_only=True)
    shown = only_section(rows, [section()], []).players
    assert [p.birth for p in shown] == [day, day, year, None, None]


def test_the_main_rating_and_the_record_of_us_chess():
    own = {"ID": "90000009", "Quick": 1300}
    rows = [player(1, rating=1403, id="1234567890", USCF=own)]
    shown = only_section(rows, [section()], []).players[0]
    assert (shown.id, shown.facts("R").rating) == ("90000009", 1403.0)
    assert shown.facts("Q").rating == 1300.0
    rows = [player(1, rating=1903, USCF={"regular": "1950/7"})]
    fide = only_section(rows, [section(mainRating=2)], []).players[0]
    assert fide.fide == model.ForeignRating(1903.0)
    assert fide.facts("R") == model.RatingFacts(rating=1950.0, games=7)
    assert fide.id is None
    abroad = player(1, rating=None, FIDE={"Standard": 1875, "id": "2000001"})
    rows = [abroad, player(2, FIDE={"standard": 0})]
    shown = only_section(rows, [section()], []).players
    assert [p.fide for p in shown] == [model.ForeignRating(1875.0), None]
    quick = opened([player(1)], [section(mainRating=0, TC="G/15;d3")], [])
    assert quick.document.sections[0].players[0].facts("Q").rating == 1501.0
    assert any("Quick" in said for said in quick.assumed)
    other = opened([player(1)], [section(mainRating=1002)], [])
    assert other.document.sections[0].players[0].facts("R").unknown
    assert "main-rating" in codes(other)
    blank = opened([player(1, rating=0), player(2, rating=None)], [section()], [])
    assert codes(blank) == ["blank-ratings"]
    assert "odd-rating" in codes(opened([player(1, rating=12)], [section()], []))


def test_games_outside_the_section_or_round_are_noted():
    rows = [player(1, 0), player(2, 0, section=1)]
    parts = [section(roundsPaired=1), section("Reserve", id=1, roundsPaired=1)]
    result = opened(rows, parts, [game(0, 1, 1)])
    assert [s.players[0].results for s in result.document.sections] == [("X",), ("F",)]
    assert codes(result) == ["other-section"] * 2
    rows = [player(1, 0), player(2, NONE, 0)]
    result = opened(rows, [section()], [game(0, 1, 1, r2=2)])
    shown = result.document.sections[0]
    assert [p.results for p in shown.players] == [("N2w", "U"), ("U", "S1b")]
    assert not check_section(shown, 0)
    assert codes(result) == ["rounds-apart"] * 2
    same = opened([player(1, 0), player(2, 0)], [section()], [game(0, 1, 1)])
    apart, together = (
        rate_document(one.document, resolve_rules).sections[0] for one in (result, same)
    )
    assert [post(apart, n) for n in (1, 2)] == [post(together, n) for n in (1, 2)]


def test_unknown_results_and_dates_are_asked_for():
    rows = [player(1, 0), player(2, 0)]
    shown = only_section(rows, [section(roundsPaired=1)], [game(0, 1, 7)])
    assert [p.results for p in shown.players] == [("result 7 of WinTD",)] * 2
    assert [f.code for f in check_section(shown, 0)] == ["odd-token"] * 2
    with pytest.raises(EndDateNeededError):
        opened(*PAIR, beginDate=None, endDate=None)
    with pytest.raises(EndDateNeededError, match='read the end date "Sunday"'):
        opened(*PAIR, endDate="Sunday")
    assert opened(*PAIR, endDate=None).document.end_date == dt.date(2025, 5, 3)
    result = opened([player(1, type="C"), player(2, type="P")], [section()], [])
    assert codes(result) == ["no-player"] * 2
    result = opened([player(1), player(2)], [section()], [game(0, 1, 1)])
    assert any("left over" in said for said in result.left_out)


@pytest.mark.parametrize(
    ("players", "games", "said"),
    [
        ([player(1, 3)], [BYE], '"Inventa, Player1", round 1'),
        ([player(1, 0), player(2, 0)], [BYE], "is not this"),
        ([player(1)], [game(0, 5, 1)], "games, position 0"),
        ([player(1)], [game(0, 0, "x")], '"result" isn\'t a whole'),
        ([player(1, section=4)], [], "section 4 doesn't exist"),
        ([player(1, reentryFor=9)], [], "position 9"),
        ([player(1, members=["x"])], [], "team member x"),
        ([player(1, pairno=0)], [], "0 isn't a pairing number"),
        ([player(1), {}], [], "players, position 1"),
        ([player(1)], None, "no array of sections"),
        ([player(1, *[0] * 100)], [BYE], "100 rounds"),
    ],
)
def test_what_does_not_fit_is_one_line_with_its_place(players, games, said):
    sections = [] if games is None else [section()]
    with pytest.raises(FormatError) as refused:
        opened(players, sections, games or [])
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert refused.value.remedy


names = st.text(st.sampled_from("abc Éž,'"), max_size=9).map(str.split).map(" ".join)
births = st.none() | st.dates(dt.date(1930, 1, 1), DAY).map(model.BirthDate)
states = st.sampled_from(["NY", None])


@st.composite
def tournaments(draw: st.DrawFn) -> model.Document:
    """Generate everything that the format holds of an event."""
    sections = []
    for index in range(draw(st.integers(1, 3))):
        count = draw(st.integers(1, 7))
        rows = draw(paired_games(count, draw(st.integers(0, 4))))
        players = []
        for number in range(1, count + 1):
            more = {"name": draw(names), "birth": draw(births), "state": draw(states)}
            one = draw_player(draw, number, rows[number], section=index, **more)
            players.append(one)
        sections.append(
            model.Section(
                name=f"S{index}",
                start_date=dt.date(2025, 5, 3),
                time_control="G/90;d5",
                kind=draw(st.sampled_from(["event", "unrated"])),
                planned_rounds=draw(st.none() | st.integers(4, 9)),
                report=model.SectionReport(fide_rated=draw(st.sampled_from("YN"))),
                players=tuple(players),
            )
        )
    return model.Document("Lantern Open", DAY, tuple(sections), chain_sections=True)


@given(tournaments())
def test_what_is_written_is_read_as_the_same_event(document):
    assert open_files({"Json": of_document(document)}).document == document
