"""Every check of a report: its message, its place, its severity, and what passes."""

import datetime as dt
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tests.made_files.samples import sample
from tests.shared_data import shared
from uscalc.document import model
from uscalc.document.findings import Finding
from uscalc.document.reporting.check import check_report
from uscalc.document.reporting.findings import GRADES, find_address, summarize_findings
from uscalc.document.reporting.rounds import lay_out_section
from uscalc.formats import open_event
from uscalc.rules.resolve import resolve_rules

END = dt.date(2025, 9, 1)
SAID = model.EventReport(
    affiliate="A6000001",
    chief_td="90000099",
    city="Sampletown",
    state="MA",
    zip="00000",
    country="USA",
)
RESULTS = (
    ("W2w", "L3b", "W4w"),
    ("L1b", "W4w", "D3b"),
    ("W4b", "W1w", "D2w"),
    ("L3w", "L2b", "L1b"),
)
NAMES = ("Inventa, Ada", "Madeup, Bo", "Novak, Cy", "Quill, Di")


def player(number: int, **more: Any) -> model.Player:
    given = {
        "name": NAMES[(number - 1) % 4],
        "id": f"9000000{number}",
        "ratings": (("R", model.RatingFacts(1500.0 + 10 * number, games=40)),),
        "results": RESULTS[(number - 1) % 4],
    }
    return model.Player(number, **(given | more))


def section(*players: model.Player, **more: Any) -> model.Section:
    given = {
        "name": "Open",
        "start_date": dt.date(2025, 8, 31),
        "time_control": "G/90;d5",
        "players": players or tuple(player(n) for n in (1, 2, 3, 4)),
    }
    return model.Section(**(given | more))


def event(*sections: model.Section, **more: Any) -> model.Document:
    given = {"name": "Lantern Open", "report": SAID}
    return model.Document(
        end_date=END, sections=sections or (section(),), **(given | more)
    )


def changed(number: int, **more: Any) -> model.Document:
    """Return the event with one player changed."""
    rows = (player(n, **(more if n == number else {})) for n in (1, 2, 3, 4))
    return event(section(*rows))


def report_problems(document: model.Document, **more: Any) -> tuple[Finding, ...]:
    return check_report(document, resolve_rules, END, **more)


def list_places(document: model.Document, **more: Any) -> set[tuple[object, ...]]:
    """Return severity, address and fact of each finding, with its player and round."""
    return {
        (GRADES[f.severity][8:], find_address(f), f.about, f.player, f.round)
        for f in report_problems(document, **more)
    }


def reporting(**more: str) -> model.Document:
    return event(report=replace(SAID, **more))


def having(**more: Any) -> model.Document:
    return event(section(**more))


def test_a_correct_event_passes_and_late_or_expired_data_is_queried():
    assert report_problems(event()) == ()
    assert summarize_findings(()) == "Ready to submit. No errors or warnings."
    for days, late in ((10, False), (11, True)):
        day = END + dt.timedelta(days)
        about = {f.about for f in check_report(event(), resolve_rules, day)}
        assert about == ({"end date"} if late else set())
    assert check_report(event(), resolve_rules) == ()
    gone, good = {"90000002": END - dt.timedelta(1)}, {"90000002": END}
    wanted = {("asked", "player", "membership", 2, None)}
    assert list_places(event(), expiries=gone) == wanted
    assert list_places(event(), expiries=good) == set()
    rows = [player(n, id="25000000") for n in (1, 2, 3, 4)]
    found = list_places(event(section(*rows), section(*rows, name="Side")))
    assert found == {("refused", "player", "member ID", n, None) for n in (1, 2, 3, 4)}


def pair(one: str, other: str, **more: Any) -> model.Document:
    """An event of two players with these results."""
    results = one.split(), other.split()
    players = (player(n, results=tuple(row)) for n, row in enumerate(results, 1))
    return event(section(*players, **more))


def ending(cell: str) -> model.Document:
    return changed(1, results=("W2w", "L3b", cell))


def match_with(facts: model.RatingFacts) -> model.Document:
    other = player(2, results=("L1",), ratings=(("R", facts),))
    return event(section(player(1, results=("W2",)), other, kind="match"))


def read_place(name: str) -> tuple[object, ...]:
    """Read address, fact, player and round after the arrow in the name of a case."""
    where, about, *place = name.partition(" -> ")[2].split(", ")
    return where, about, *(*map(int, place), None, None)[:2]


REFUSED: dict[str, model.Document] = {
    "no affiliate -> event, affiliate": reporting(affiliate=""),
    "an odd affiliate -> event, affiliate": reporting(affiliate="6000001"),
    "no chief director -> event, chief director": reporting(chief_td=""),
    "a short chief director -> event, chief director": reporting(chief_td="9000009"),
    "a wide city -> event, city": reporting(city="S" * 22),
    "a city with an accent -> event, city": reporting(city="Cañon"),
    "a wide name -> event, name": event(name="N" * 36),
    "no section -> event, sections": event(section(kind="unrated")),
    "all begin after the event -> event, dates": event(
        section(start_date=dt.date(2025, 9, 2), end_date=dt.date(2025, 9, 3))
    ),
    "a start after the end -> section, dates": having(
        start_date=END, end_date=dt.date(2025, 8, 30)
    ),
    "an end after the event -> section, dates": having(end_date=dt.date(2025, 9, 2)),
    "a wide section -> section, name": having(name="N" * 31),
    "no time control -> section, time control": having(time_control=None),
    "an odd time control -> section, time control": having(time_control="fast"),
    "under five minutes -> section, time control": having(time_control="G/3;d1"),
    "a wide control -> section, time control": having(time_control="G/9" + "0" * 40),
    "a director of letters -> section, chief director": having(
        report=model.SectionReport(chief_td="nobody")
    ),
    "no such type -> section, type": having(report=model.SectionReport(type="Q")),
    "no players -> section, players": having(players=()),
    "no results -> section, results": event(
        section(*(player(n, results=("", "")) for n in (1, 2, 3, 4)))
    ),
    "fewer rounds than it says -> section, rounds": having(planned_rounds=4),
    "nobody has an ID -> section, member ID": event(
        section(*(player(n, id=None) for n in (1, 2, 3, 4)))
    ),
    "a number twice -> player, pairing number, 2": event(
        section(player(1), player(2), player(2, id="90000005"))
    ),
    "numbers with a gap -> player, pairing number, 5": event(
        section(player(1, results=("W5",)), player(5, id="90000005", results=("L1",)))
    ),
    "no ID -> player, member ID, 2": changed(2, id=None),
    "an ID of nine digits -> player, member ID, 2": changed(2, id="900000021"),
    "nobody's ID -> player, member ID, 2": changed(2, id="25000000"),
    "an ID of zeros -> player, member ID, 2": changed(2, id="00000000"),
    "a wide player -> player, name, 2": changed(2, name="N" * 31),
    "an accent -> player, name, 2": changed(2, name="Niño, Bo"),
    "a long state -> player, state, 2": changed(2, state="Mass"),
    "a match with somebody new -> player, match, 2": match_with(model.RatingFacts()),
    "a match with somebody provisional -> player, match, 2": match_with(
        model.RatingFacts(1500.0, games=25)
    ),
    "no such opponent -> game, result, 1, 3": ending("W9w"),
    "a player against himself -> game, result, 1, 3": ending("W1w"),
    "results that differ -> game, result, 1, 3": ending("D4w"),
    "a bye with an opponent -> game, result, 1, 3": ending("B4"),
    "no opponent -> game, result, 1, 3": ending("W"),
    "a forfeit nobody lost -> game, result, 1, 3": ending("X4"),
    "a game to come -> game, result, 1, 2": pair("W2 ?2", "L1 ?1"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_errors_that_us_chess_rejects(name):
    document = REFUSED[name]
    assert ("refused", *read_place(name)) in list_places(document)
    assert all(f.message and f.remedy for f in report_problems(document))


TWICE = section(
    player(1, id="90000001", results=("W2",)),
    player(2, id="90000012", name="Other, Eve", results=("L1",)),
    name="Side",
)


def row(number: int, **more: Any) -> model.Player:
    """Return one of many rows with different names, whose players meet in pairs."""
    other = number + 1 if number % 2 else number - 1
    code = "W" if number % 2 else "L"
    given = {
        "name": f"Invented{number}, Ida",
        "id": f"900000{number:02}",
        "results": (f"{code}{other}",),
    }
    return player(number, **(given | more))


def at(rating: float) -> dict[str, Any]:
    return {"ratings": (("R", model.RatingFacts(rating, games=40)),)}


def six_players(of_last: dict[str, Any], **of_all: Any) -> model.Document:
    rows = [row(n, **of_all) for n in range(1, 6)]
    return event(section(*rows, row(6, **(of_all | of_last))))


ASKED: dict[str, model.Document] = {
    "no place -> event, place": reporting(city="", zip=""),
    "a member in two rounds at once -> player, member ID, 1": event(section(), TWICE),
    "a name under two IDs -> player, member ID, 2": changed(2, name="Inventa,  ada"),
    "no name -> player, name, 2": changed(2, name=" "),
    "a performance far below the rating -> player, performance, 4": event(
        section(player(1, **at(1900.0)), player(2), player(3), player(4, **at(2000.0)))
    ),
    "a rating far above the others -> player, rating, 6": six_players(at(1900.0)),
    "an odd state -> player, state, 6": six_players({"state": "OR"}, state="MA"),
    "an age unlike the others -> player, age, 6": six_players(
        {"birth": model.BirthDate(dt.date(1970, 1, 1))},
        birth=model.BirthDate(dt.date(2015, 1, 1)),
    ),
    "both with White -> game, color, 1, 1": changed(1, results=("W2b", "L3b", "W4w")),
    "too many hours a day -> section, dates": having(
        start_date=None, time_control="G/150;d10"
    ),
    "an odd letter -> section, system": having(report=model.SectionReport(system="Q")),
    "the lesser system's letter -> section, system": having(
        time_control="G/60;d5", report=model.SectionReport(system="Q")
    ),
    "a name twice, closer -> player, member ID, 2": changed(2, name="inventa,Ada"),
    "too many hours of two games a round -> section, dates": pair(
        "W2|W2 W2|W2", "L1|L1 L1|L1", start_date=None, time_control="G/120;d5"
    ),
    "one of four far above -> player, rating, 3": changed(3, **at(1760.0)),
    "odd systems -> section, system": having(systems=("R", "Q")),
}


@pytest.mark.parametrize("name", ASKED)
def test_warnings_that_us_chess_queries(name):
    assert list_places(ASKED[name]) == {("asked", *read_place(name))}


@pytest.mark.parametrize(
    ("start", "remedy"),
    [
        (None, "Enter the first and last day"),
        (END, "Correct the section's first day or the time control"),
    ],
)
def test_play_of_more_than_12_hours_asks_for_missing_days(start, remedy):
    (finding,) = report_problems(having(start_date=start, time_control="G/150;d10"))
    assert finding.message == (
        "At this time control, the schedule implies 16 hours of play on 9/1/2025"
    )
    assert finding.remedy == remedy
    # Three rounds of 5.33 hours fit into two days; two rounds of 6 hours fit into one.
    two_days = having(start_date=END - dt.timedelta(1), time_control="G/150;d10")
    assert report_problems(two_days) == ()


def in_round_4(player: model.Player) -> model.Player:
    return replace(player, results=("", "", "", *player.results))


PASSES: dict[str, model.Document] = {
    "a re-entry": event(
        section(
            player(1, results=("W2", "U", "U")),
            player(2, results=("L1", "D3", "W3")),
            player(3, id="90000001", name=NAMES[0], results=("U", "D2", "L2")),
        )
    ),
    "blank states, no level, no points": event(),
    "one-sided codes": changed(1, results=("W2w", "L3b", "W4w"), state=None),
    "byes and forfeits without an opponent": pair("W2 B X", "L1 H F"),
    "a forfeit of both": pair("W2 F2", "L1 F1"),
    "two games in a round": pair(
        "W2|D2 L2|L2", "L1|D1 W1|W1", report=model.SectionReport(type="2")
    ),
    "results on one side": pair("N2 R2", "U U"),
    "a member in two sections one after the other": event(
        section(start_date=dt.date(2025, 8, 30), end_date=dt.date(2025, 8, 31)),
        replace(TWICE, start_date=END, end_date=END),
    ),
    "a member in two sections in other rounds": event(
        section(), replace(TWICE, players=tuple(map(in_round_4, TWICE.players)))
    ),
    "a match of the established": pair("W2", "L1", kind="match"),
    "a letter of two systems": having(
        time_control="G/45;d5", report=model.SectionReport(system="R")
    ),
    "an over-the-board letter online": having(
        online=True, report=model.SectionReport(system="R")
    ),
    "an event's state that is blank": reporting(state=""),
    "a section that is not rated": event(
        section(), model.Section("Skittles", kind="unrated", players=(model.Player(7),))
    ),
    "several states": six_players({"state": "OR"}, state=None),
    "five rounds of ninety minutes": pair("W2 D2 D2 D2 D2", "L1 D1 D1 D1 D1"),
    **{
        f"time control {text}": having(time_control=text)
        for text in ("G/60;d5", "G/90;+30", "40/90,SD/30;d5", "90+30", "G/45; d5")
    },
}


@pytest.mark.parametrize("name", PASSES)
def test_reports_that_pass(name):
    assert [str(f) for f in report_problems(PASSES[name])] == []


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"ratings": (), "cfc": model.ForeignRating(1700.0), "state": "ON"},
            ("This unrated player has a CFC rating (1700)", "Tell US Chess"),
        ),
        (
            {"ratings": (), "cfc": model.ForeignRating(1700.0), "state": "TX"},
            ("only a resident of Canada, but the state is TX",),
        ),
        ({"ratings": (), "state": "QC"}, ("from QC, Canada, has no CFC rating",)),
        ({}, None),
        ({"state": "ON"}, None),
        ({"ratings": (), "state": "TX"}, None),
    ],
)
def test_residents_of_canada_are_asked_about_cfc_ratings(facts, words):
    asked = [f for f in report_problems(changed(1, **facts)) if f.about == "CFC rating"]
    assert [(f.player, f.severity) for f in asked] == ([(1, "warns")] if words else [])
    assert all(word in f.text for f in asked for word in words)


def test_several_facts_are_asked_for_and_accents_fixed():
    (finding,) = report_problems(changed(2, name="Łukasz Nuñez, José"))
    assert finding.remedy == 'Write it as "Lukasz Nunez, Jose"'
    assert report_problems(changed(2, name="Lukasz Nunez, Jose")) == ()
    (finding,) = report_problems(changed(2, name="Wolkenschieberin-Brücke, Wilhelmina"))
    assert finding.remedy == "Use plain letters, and shorten it by 5"
    assert report_problems(changed(2, name="Wolkenschieber-Brucke, Wilhelm")) == ()
    for missing, said in (
        ({"zip": ""}, "ZIP code is missing. Enter it in"),
        ({"zip": "", "country": ""}, "ZIP code and country are missing. Enter them"),
    ):
        (finding,) = report_problems(event(report=replace(SAID, **missing)))
        assert said in str(finding)


def test_every_finding_is_one_line_for_any_text():
    odd = "O\npen\u2028\x07"
    people = player(1, id="1\n2", name="A\rb", state="M\nA"), player(2), player(3)
    said = report_problems(
        event(
            section(*people, name=odd, time_control="G\n/60"),
            name=odd,
            report=replace(SAID, chief_td="a\nb", other_tds="\x00", zip="\n" * 20),
        )
    )
    assert len(said) > 8
    for finding in said:
        for text in (str(finding), finding.message, finding.remedy):
            assert text.splitlines() == [text]
            assert text.isprintable()


# The rounds of a section in a report: one code for each game, or one for two.


def reported_section(*rows: tuple[str, ...], **more: object) -> model.Section:
    players = tuple(model.Player(n, results=row) for n, row in enumerate(rows, 1))
    return model.Section(**({"players": players} | more))


def test_codes_and_types_follow_from_the_games():
    rows = (("W2w", "B", "X2", "N2", "?2", ""), ("l1b", "h", "F1b", "U", "?1", "Z"))
    assert lay_out_section(reported_section(*rows)).rows == (
        ("W2W", "B0", "X2", "N2", "U0", "U0"),
        ("L1B", "H0", "F1B", "U0", "U0", "Z0"),
    )
    robin = (("W2", "W3", "B"), ("L1", "B", "W3"), ("B", "L1", "L2"))
    for rows, more, kind in (
        (robin, {}, "R"),
        ((("W2",), ("L1",)), {}, "S"),
        ((("W2|W2",), ("L1|L1",)), {"kind": "match"}, "M"),
        (robin, {"report": model.SectionReport(type="O")}, "O"),
        ((("W2",), ("L1",)), {"report": model.SectionReport(type="M")}, "S"),
    ):
        assert lay_out_section(reported_section(*rows, **more)).type == kind


@pytest.mark.parametrize(
    ("one", "two", "codes"),
    [
        ("W2|W2", "L1|L1", ("$2", "L1")),
        ("W2|D2", "D1|L1", ("#2", "D1")),
        ("L2|W2", "W1|L1", ("W2", "W1")),
        ("D2|D2", "D1|D1", ("%2", "%1")),
    ],
)
def test_two_games_against_one_are_one_code(one, two, codes):
    laid = lay_out_section(reported_section((one,), (two,)))
    assert (laid.type, laid.rounds) == ("2", 1)
    assert tuple(row[0] for row in laid.rows) == codes


def test_both_sides_of_every_game_are_in_the_same_round():
    rows = (("W2|D2", "W2"), ("D1|L1", "L1"))
    laid = lay_out_section(
        reported_section(*rows, report=model.SectionReport(type="2"))
    )
    assert (laid.type, laid.rows) == ("S", (("W2", "D2", "W2"), ("L1", "D1", "L1")))
    rows = (("W2|L3",), ("W3|L1",), ("W1|L2",), ("B",))
    laid = lay_out_section(reported_section(*rows))
    assert laid.rounds == 3
    played = 0
    for cells in zip(*laid.rows, strict=True):
        games = [(at, cell) for at, cell in enumerate(cells, 1) if cell[0] in "WL"]
        for number, cell in games:
            mirror = {"W": "L", "L": "W"}[cell[0]]
            assert cells[int(cell[1:]) - 1] == f"{mirror}{number}"
        played += len(games)
    assert played == 6
    laid = lay_out_section(reported_section(("W2",), ("L1",), planned_rounds=3))
    assert laid.rows == (("W2", "U0", "U0"), ("L1", "U0", "U0"))


# Real events were rated, so hardly any of their games can be refused.

LACKING = {"affiliate", "chief director", "place", "member ID"}
"""Facts that US Chess pages don't have, or have without names and IDs."""


def doubts(document: model.Document) -> Counter[tuple[str, str, str]]:
    return Counter(
        (f.severity, find_address(f), f.about)
        for f in check_report(document, resolve_rules)
        if f.about not in LACKING
    )


def test_rated_events_have_hardly_any_errors():
    files = sorted(shared("realdata").glob("*.uscalc"))
    players = 0
    found: Counter[tuple[str, str, str]] = Counter()
    for file in files:
        document = open_event(file).document
        players += sum(len(s.players) for s in document.sections)
        found += doubts(document)
    assert len(files) > 200
    assert not [key for key in found if key[1] == "game"]
    refused = sum(n for key, n in found.items() if key[0] == "stops")
    asked = sum(n for key, n in found.items() if key[0] == "warns")
    assert refused <= len(files) // 10
    assert asked <= players // 40


@pytest.mark.parametrize("name", ["club-april", "shared/mcc-2026-04", "shared/oct2025"])
def test_accepted_reports_are_not_rejected(name):
    found = check_report(open_event(sample("dbf", name)).document, resolve_rules)
    assert [str(f) for f in found if f.severity == "stops"] == []
    assert len(found) <= 3
