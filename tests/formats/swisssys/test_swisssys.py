"""SwissSys tournaments: results, ratings, unknown data, and fields that are never read."""

import datetime as dt
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import codes
from tests.formats.crosstables import draw_player, paired_games
from tests.formats.pairing_files import (
    PAIR,
    ROUND_PLAYERS,
    ROUND_RESULTS,
    ROUND_SETTINGS,
    old_workbook,
    sjson,
    sjson_player,
    sjson_section,
    swisssys_round,
)
from tests.made_files.samples import sample
from uscalc import formats
from uscalc.document.model import BirthDate, Document, Player, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats.every import find_readable_files, open_files
from uscalc.formats.native.write import write_event
from uscalc.formats.shared.pairing import mark_blanks_unrated
from uscalc.formats.swisssys.reader import parse_result

UNKNOWN = RatingFacts(unknown=True)


def opened(*sections: Any, **overview: Any) -> formats.OpenedEvent:
    return formats.open_text(sjson(*sections, **overview).decode())


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
        # Numbers that the results contradict, or that no section can have, are dropped.
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
        *(("+;12;W;5;12;12;0", "W12w"), ("-;12;B;5;12;12;0", "L12b")),
        *(("=;12;-;5;12;12;0", "D12"), ("~;12;W;5;12;12;0", "?12w")),
        *(("~;-1;-;0;-1;-1;0", ""), ("H;-1;-;0;-1;-1;0", "H"), ("", "")),
        *(("Z;7;W;3;7;7;0", "H"), ("B;0;-;0;0;0;0", "B"), ("U;-1;-;0;-1;-1;0", "U")),
        *(("X;23;-;9;23;23;0", "X23"), ("F;4;*;9;4;4;0", "F4")),
        *(("X;-1;-;0;-1;-1;0", "X"), ("Q;3;W;5;12;12;0", "Q;3;W;5;12;12;0")),
        ("+;-1;W;5;12;12;0", "+;-1;W;5;12;12;0"),
    ],
)
def test_results_of_seven_fields(said, token):
    assert parse_result(said) == token


@pytest.mark.parametrize(
    ("time_control", "systems"),
    [
        *(("G/90;d5", "R"), ("G/45;d5", "RQ"), ("G/25;+5", "RQ"), ("G/15;d3", "Q")),
        *(("G/5;d0", "B"), ("None", "R")),
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
    with pytest.raises(formats.EndDateNeededError):
        opened(Ending_date=None, Starting_date=None)
    data = sjson(Ending_date="", Starting_date="").decode()
    assert formats.open_text(data, dt.date(2025, 6, 1)).document.end_date.month == 6
    result = opened(sjson_section(sjson_player(1, "+;2;W;1;2;2;1.5"), Type=2))
    assert codes(result) == ["section-type", "game-points"]
    assert not opened(sjson_section(*PAIR, Type=3)).findings
    with pytest.raises(formats.FormatError, match="no pairing number"):
        opened(sjson_section({"Name": "Inventa, Nobody"}))
    assert player("H;-1;-;0;-1;-1;0", "~;-1;-;0;-1;-1;0").results == ("H",)


@pytest.mark.parametrize("said", [9999, 42, "odd", -3, [1], 1e300])
def test_an_unreadable_rating_is_unknown_with_a_finding(said):
    result = opened(sjson_section(sjson_player(1, Rating=said)))
    assert result.document.sections[0].players[0].facts("R").unknown
    assert "odd-rating" in codes(result)


def test_birth_dates_are_read_and_addresses_never():
    row = {"Birth date": "05/17/2009", "Email": "a@example.org", "Phone": "555-0100"}
    assert player(**row).birth == BirthDate(dt.date(2009, 5, 17))
    year = BirthDate(dt.date(2009, 7, 1), year_only=True)
    assert player(Birth_year=2009).birth == year
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
    result = formats.open_event(sample("swisssys", f"{name}.sjson"))
    assert codes(result) == found
    sections = result.document.sections
    assert sum(len(section.players) for section in sections) == players
    assert not [f for i, s in enumerate(sections) for f in check_section(s, i)]
    tokens = [t for s in sections for p in s.players for t in p.results]
    assert sum(token[0] in "WDL" for token in tokens) == 2 * games


# SwissSys workbooks of a section after a round, and other workbooks of that type.

DAY = dt.date(2025, 5, 4)


def opened_round(*sheets: Any, **more: Any) -> formats.OpenedEvent:
    return open_files({"Open.S2C": swisssys_round(*sheets, **more)})


def refusal(*sheets: Any, **more: Any) -> str:
    with pytest.raises(formats.FormatError) as refused:
        opened_round(*sheets, **more)
    assert "\n" not in str(refused.value)
    assert refused.value.remedy
    return str(refused.value)


def test_the_section_and_its_players():
    result = opened_round(ROUND_PLAYERS, ROUND_RESULTS)
    assert (result.format, result.findings) == ("swisssys-round", ())
    document = result.document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    (section,) = document.sections
    assert not check_section(section, 0)
    assert (section.name, section.time_control) == ("Open", "G/90;d5")
    assert (section.start_date, section.planned_rounds) == (dt.date(2025, 5, 3), 4)
    one, other = section.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Ada", "90000001")
    assert one.facts("R") == RatingFacts(rating=1403.0, games=5)
    assert one.facts("Q").unknown
    assert (one.results, other.results) == (("W2w", "D2b"), ("L1b", "D1w"))
    assert other.facts("R") == RatingFacts(rating=1500.0)


def test_the_file_after_the_last_round_is_read_with_a_note(tmp_path):
    for played in range(3):
        results = [row[: 1 + played] for row in ROUND_RESULTS]
        path = tmp_path / f"Open.S{played}C"
        path.write_bytes(swisssys_round(ROUND_PLAYERS, results))
    (tmp_path / "Reserve.S9C").write_bytes(swisssys_round(ROUND_PLAYERS, ROUND_RESULTS))
    (tmp_path / "Open.S8C").write_bytes(b"something else")
    result = formats.open_event(tmp_path / "Open.S1C")
    assert result.document.sections[0].rounds == 2
    assert any("Open.S2C in the same folder" in said for said in result.assumed)
    last = formats.open_event(tmp_path / "Open.S2C")
    assert last.document == result.document
    assert not any("beside" in said for said in last.assumed)
    found = [path.name for path in find_readable_files([tmp_path])]
    assert found == ["Open.S2C", "Reserve.S9C"]
    # A later round of another tournament with the same section name is not used.
    others = [ROUND_PLAYERS[0], (1, "Strangea, X", 90000041, 1, ""), (2, "Strangea, Y")]
    (tmp_path / "Open.S7C").write_bytes(swisssys_round(others, ROUND_RESULTS))
    assert formats.open_event(tmp_path / "Open.S1C") == result


def test_settings_titles_and_dates_may_differ_or_be_missing():
    for results in ((), (("Pair",), (1,), (2,)), (("Pair", "Name"),)):
        section = opened_round(ROUND_PLAYERS, results).document.sections[0]
        assert [player.results for player in section.players] == [(), ()]
    plain = opened_round(ROUND_PLAYERS, ROUND_RESULTS).document
    rows = [[row[0] for row in ROUND_SETTINGS], [row[1] for row in ROUND_SETTINGS]]
    assert opened_round(ROUND_PLAYERS, ROUND_RESULTS, settings=rows).document == plain
    with pytest.raises(formats.EndDateNeededError):
        opened_round(ROUND_PLAYERS, ROUND_RESULTS, settings=[("Section", "Open")])
    settings = [*ROUND_SETTINGS[:4], ("Ending date", "Sunday")]
    with pytest.raises(formats.EndDateNeededError, match='read the end date "Sunday"'):
        opened_round(ROUND_PLAYERS, ROUND_RESULTS, settings=settings)
    rows = [ROUND_PLAYERS[0], (1, "Inventa, Ada", None, "high"), (2, "Bea", None, None)]
    codes = [f.code for f in opened_round(rows, [("Pair",)]).findings]
    assert codes == ["blank-ratings", "odd-rating"]
    for title in ("#", "Pair number", "Pair #"):
        players = [(title, *ROUND_PLAYERS[0][1:]), *ROUND_PLAYERS[1:]]
        results = [(title, *ROUND_RESULTS[0][1:]), *ROUND_RESULTS[1:]]
        assert opened_round(players, results).document == plain
    # Results can be listed by name.
    names = {"Pair": "Name", 1: "Inventa, Ada", 2: "Inventa, Béa"}
    rows = [(names[row[0]], *row[1:]) for row in ROUND_RESULTS]
    assert opened_round(ROUND_PLAYERS, rows).document == plain


def test_titles_that_are_not_understood_are_refused_and_shown():
    untitled = [("Col A", "Col B"), (1, 2)]
    assert "sheet Players" in refusal(untitled, ROUND_RESULTS)
    same = [*ROUND_PLAYERS[:2], (1, *ROUND_PLAYERS[2][1:])]
    games = [("White", "Black", "Result"), (1, 2, "1-0")]
    for players, results, said in (
        (untitled, ROUND_RESULTS, "Col A | Col B"),
        (ROUND_PLAYERS, games, "White | Black | Result"),
        (ROUND_PLAYERS, [ROUND_RESULTS[0], (7, "B")], '"7" on the sheet Results'),
        (ROUND_PLAYERS, [*ROUND_RESULTS, ROUND_RESULTS[1]], '"2" appears twice'),
        (
            same,
            ROUND_RESULTS,
            '2 players on the sheet Players have the same number "1"',
        ),
        ([ROUND_PLAYERS[0], ("x", "Ada")], [("Pair",)], '"x" isn\'t a pairing number'),
    ):
        assert said in refusal(players, results)


def test_a_missing_library_is_named_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlrd", None)
    path = tmp_path / "Open.S2C"
    path.write_bytes(swisssys_round(ROUND_PLAYERS, ROUND_RESULTS))
    with pytest.raises(formats.FormatError, match=r"xlrd, .*uscalc\[xls\]"):
        formats.open_event(path)


TABLE = [
    ["Lantern Open"],
    ["No.", "Name", "ID", "Rtng", "Rd 1"],
    [1, "Inventa, Ada", 90000001.0, 1500, "W   2"],
    [2, "Inventa, Bea", None, "unr.", "L   1"],
]


def test_older_workbooks_and_bare_streams_are_read(tmp_path):
    path = tmp_path / "table.xls"
    path.write_bytes(old_workbook({"Open": TABLE, "Notes": [["Name"], ["Ada"]]}))
    result = formats.open_event(path, DAY)
    (section,) = result.document.sections
    assert (result.format, section.name) == ("xls", "Open")
    assert [p.results for p in section.players] == [("W2",), ("L1",)]
    assert section.players[0].id == "90000001"
    assert find_readable_files([tmp_path]) == [path]
    path.write_bytes(old_workbook({"Budget": [["Name", "Amount"], ["Room", 100]]}))
    with pytest.raises(formats.FormatError, match="no header row"):
        formats.open_event(path)
    assert find_readable_files([tmp_path]) == []
    from xlrd.compdoc import CompDoc

    stream = CompDoc(old_workbook({"Open": TABLE}), sys.stderr)
    content, start, size = stream.locate_named_stream("Workbook")
    path.write_bytes(bytes(content[start : start + size]))
    players = formats.open_event(path, DAY).document.sections[0].players
    assert [p.results for p in players] == [("W2",), ("L1",)]


@pytest.mark.parametrize("installed", [True, False])
def test_other_compound_files_are_refused_with_reason(installed, tmp_path, monkeypatch):
    if not installed:
        monkeypatch.setitem(sys.modules, "xlrd", None)
    path = tmp_path / "table.xlsx"
    good = old_workbook({"Open": TABLE})
    other = good.replace("Workbook".encode("utf-16-le"), b"W" * 16)
    reasons = {"EncryptedPackage": "encrypted. Save", "": "contains no workbook"}
    for name, said in reasons.items():
        path.write_bytes(other + name.encode("utf-16-le"))
        with pytest.raises(formats.FormatError, match=said):
            formats.open_event(path, DAY)


def test_damaged_workbooks_are_one_line():
    good = swisssys_round(ROUND_PLAYERS, ROUND_RESULTS)
    without = old_workbook({"Settings": [["Players"], ["Results"]]})
    for data in (good[:3000], good[:512], without, good[:8] + bytes(4000)):
        with pytest.raises(formats.FormatError) as refused:
            open_files({"Open.S2C": data}, None, DAY)
        assert "\n" not in str(refused.value)
        assert refused.value.remedy


def test_an_empty_sheet_is_refused_with_what_is_missing():
    sheets = {"players": ROUND_PLAYERS, "results": ROUND_RESULTS}
    assert "no end date" in refusal(**sheets, settings=[])
    assert "a number and a name" in refusal([], ROUND_RESULTS)


@st.composite
def sections(draw: st.DrawFn) -> Document:
    count = draw(st.integers(1, 6))
    rows = draw(paired_games(count, draw(st.integers(0, 3)), several=False))
    players = tuple(draw_player(draw, n, rows[n]) for n in range(1, count + 1))
    start = dt.date(2025, 5, 3)
    section = Section("Open", start, time_control="G/90;d5", players=players)
    return Document("Lantern Open", DAY, (section,), chain_sections=True)


SIGNS = {"W": "+", "D": "=", "L": "-", "?": "~"}


def result_field(token: str) -> str:
    color = {"w": "W", "b": "B"}.get(token[-1], "-")
    opponent = "".join(filter(str.isdigit, token)) or "0"
    return f"{SIGNS.get(token[0], token[0])};{opponent};{color};1;0;0;0"


@given(sections())
def test_what_is_written_is_read_as_the_same_event(document):
    (section,) = document.sections
    players = [
        ["Pair", "Name", "ID", "Rating"],
        *([p.number, p.name, p.id, p.facts("R").rating] for p in section.players),
    ]
    results = [
        ["Pair", *(f"Round {i + 1}" for i in range(section.rounds))],
        *([p.number, *map(result_field, p.results)] for p in section.players),
    ]
    settings = [row for row in ROUND_SETTINGS if row[0] != "Final round"]
    assert opened_round(players, results, settings=settings).document == document
