"""SwissSys' workbooks of a section after a round, and other workbooks of that kind."""

import datetime as dt
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formats.crosstables import draw_player, paired_games
from tests.formats.pairing_files import (
    ROUND_PLAYERS,
    ROUND_RESULTS,
    ROUND_SETTINGS,
    old_workbook,
    swisssys_round,
)
from uscalc.document.model import Document, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, FormatError, OpenedEvent, open_event
from uscalc.formats.every import find_readable_files, open_files

DAY = dt.date(2025, 5, 4)


def opened(*sheets: Any, **more: Any) -> OpenedEvent:
    return open_files({"Open.S2C": swisssys_round(*sheets, **more)})


def refusal(*sheets: Any, **more: Any) -> str:
    with pytest.raises(FormatError) as refused:
        opened(*sheets, **more)
    assert "\n" not in str(refused.value)
    assert refused.value.remedy
    return str(refused.value)


def test_the_section_and_its_players():
    result = opened(ROUND_PLAYERS, ROUND_RESULTS)
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
    other = swisssys_round(ROUND_PLAYERS, ROUND_RESULTS)
    (tmp_path / "Reserve.S9C").write_bytes(other)
    (tmp_path / "Open.S8C").write_bytes(b"something else")
    result = open_event(tmp_path / "Open.S1C")
    assert result.document.sections[0].rounds == 2
    assert any("Open.S2C in the same folder" in said for said in result.assumed)
    last = open_event(tmp_path / "Open.S2C")
    assert last.document == result.document
    assert not any("beside" in said for said in last.assumed)
    found = [path.name for path in find_readable_files([tmp_path])]
    assert found == ["Open.S2C", "Reserve.S9C"]
    # A later round of another tournament that has the same name is not its own.
    others = [ROUND_PLAYERS[0], (1, "Strangea, X", 90000041, 1, ""), (2, "Strangea, Y")]
    (tmp_path / "Open.S7C").write_bytes(swisssys_round(others, ROUND_RESULTS))
    assert open_event(tmp_path / "Open.S1C") == result


def test_settings_titles_and_dates_may_differ_or_be_missing():
    for results in ((), (("Pair",), (1,), (2,)), (("Pair", "Name"),)):
        section = opened(ROUND_PLAYERS, results).document.sections[0]
        assert [player.results for player in section.players] == [(), ()]
    rows = [[row[0] for row in ROUND_SETTINGS], [row[1] for row in ROUND_SETTINGS]]
    assert (
        opened(ROUND_PLAYERS, ROUND_RESULTS, settings=rows).document
        == opened(ROUND_PLAYERS, ROUND_RESULTS).document
    )
    with pytest.raises(EndDateNeededError):
        opened(ROUND_PLAYERS, ROUND_RESULTS, settings=[("Section", "Open")])
    settings = [*ROUND_SETTINGS[:4], ("Ending date", "Sunday")]
    with pytest.raises(EndDateNeededError, match='read the end date "Sunday"'):
        opened(ROUND_PLAYERS, ROUND_RESULTS, settings=settings)
    rows = [ROUND_PLAYERS[0], (1, "Inventa, Ada", None, "high"), (2, "Bea", None, None)]
    codes = [f.code for f in opened(rows, [("Pair",)]).findings]
    assert codes == ["blank-ratings", "odd-rating"]
    plain = opened(ROUND_PLAYERS, ROUND_RESULTS).document
    for title in ("#", "Pair number", "Pair #"):
        players = [(title, *ROUND_PLAYERS[0][1:]), *ROUND_PLAYERS[1:]]
        results = [(title, *ROUND_RESULTS[0][1:]), *ROUND_RESULTS[1:]]
        assert opened(players, results).document == plain


def test_results_can_be_listed_by_name():
    names = {1: "Inventa, Ada", 2: "Inventa, Béa"}
    rows = [
        ("Name", *ROUND_RESULTS[0][1:]),
        *((names[row[0]], *row[1:]) for row in ROUND_RESULTS[1:]),
    ]
    assert (
        opened(ROUND_PLAYERS, rows).document
        == opened(ROUND_PLAYERS, ROUND_RESULTS).document
    )


def test_titles_that_are_not_understood_are_refused_and_shown():
    said = refusal([("Col A", "Col B"), (1, 2)], ROUND_RESULTS)
    assert "sheet Players" in said
    assert "Col A | Col B" in said
    said = refusal(ROUND_PLAYERS, [("White", "Black", "Result"), (1, 2, "1-0")])
    assert "White | Black | Result" in said
    assert '"7" on the sheet Results' in refusal(
        ROUND_PLAYERS, [ROUND_RESULTS[0], (7, "B")]
    )
    twice = [*ROUND_RESULTS, ROUND_RESULTS[1]]
    assert '"2" appears twice' in refusal(ROUND_PLAYERS, twice)
    same = [*ROUND_PLAYERS[:2], (1, *ROUND_PLAYERS[2][1:])]
    assert '2 players on the sheet Players have the same number "1"' in refusal(
        same, ROUND_RESULTS
    )
    assert '"x" isn\'t a pairing number' in refusal(
        [ROUND_PLAYERS[0], ("x", "Ada")], [("Pair",)]
    )


def test_a_missing_library_is_named_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "xlrd", None)
    path = tmp_path / "Open.S2C"
    path.write_bytes(swisssys_round(ROUND_PLAYERS, ROUND_RESULTS))
    with pytest.raises(FormatError, match=r"xlrd, .*uscalc\[xls\]"):
        open_event(path)


TABLE = [
    ["Lantern Open"],
    ["No.", "Name", "ID", "Rtng", "Rd 1"],
    [1, "Inventa, Ada", 90000001.0, 1500, "W   2"],
    [2, "Inventa, Bea", None, "unr.", "L   1"],
]


def test_crosstables_in_older_workbooks(tmp_path):
    path = tmp_path / "table.xls"
    path.write_bytes(old_workbook({"Open": TABLE, "Notes": [["Name"], ["Ada"]]}))
    result = open_event(path, DAY)
    (section,) = result.document.sections
    assert (result.format, section.name) == ("xls", "Open")
    assert [p.results for p in section.players] == [("W2",), ("L1",)]
    assert section.players[0].id == "90000001"
    assert find_readable_files([tmp_path]) == [path]
    path.write_bytes(old_workbook({"Budget": [["Name", "Amount"], ["Room", 100]]}))
    with pytest.raises(FormatError, match="no header row"):
        open_event(path)
    assert find_readable_files([tmp_path]) == []


def test_a_workbook_without_a_compound_file_around_it(tmp_path):
    from xlrd.compdoc import CompDoc

    stream = CompDoc(old_workbook({"Open": TABLE}), sys.stderr)
    content, start, size = stream.locate_named_stream("Workbook")
    path = tmp_path / "table.xls"
    path.write_bytes(bytes(content[start : start + size]))
    assert [p.results for p in open_event(path, DAY).document.sections[0].players] == [
        ("W2",),
        ("L1",),
    ]


@pytest.mark.parametrize("installed", [True, False])
def test_other_compound_files_are_refused_with_the_reason(
    installed, tmp_path, monkeypatch
):
    if not installed:
        monkeypatch.setitem(sys.modules, "xlrd", None)
    path = tmp_path / "table.xlsx"
    good = old_workbook({"Open": TABLE})
    for name, said in (
        ("EncryptedPackage", "encrypted. Save"),
        ("", "contains no workbook"),
    ):
        path.write_bytes(
            good.replace("Workbook".encode("utf-16-le"), b"W" * 16)
            + name.encode("utf-16-le")
        )
        with pytest.raises(FormatError, match=said):
            open_event(path, DAY)


def test_damaged_workbooks_are_one_line():
    good = swisssys_round(ROUND_PLAYERS, ROUND_RESULTS)
    without = old_workbook({"Settings": [["Players"], ["Results"]]})
    for data in (good[:3000], good[:512], without, good[:8] + bytes(4000)):
        with pytest.raises(FormatError) as refused:
            open_files({"Open.S2C": data}, None, DAY)
        assert "\n" not in str(refused.value)
        assert refused.value.remedy


@st.composite
def sections(draw: st.DrawFn) -> Document:
    count = draw(st.integers(1, 6))
    rows = draw(paired_games(count, draw(st.integers(0, 3)), several=False))
    players = tuple(draw_player(draw, n, rows[n]) for n in range(1, count + 1))
    start = dt.date(2025, 5, 3)
    section = Section("Open", start, time_control="G/90;d5", players=players)
    return Document("Lantern Open", DAY, (section,), chain_sections=True)


SIGNS = {"W": "+", "D": "=", "L": "-", "?": "~"}


def said(token: str) -> str:
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
        *([p.number, *map(said, p.results)] for p in section.players),
    ]
    settings = [row for row in ROUND_SETTINGS if row[0] != "Final round"]
    assert opened(players, results, settings=settings).document == document
