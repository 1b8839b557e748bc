"""Crosstables of spreadsheets: headings, cells, encodings, and what they can't hold."""

import codecs
import datetime as dt
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.formats.crosstables import UNKNOWN, draw_player, paired_games
from tests.formats.pairing_files import PAIR, sjson, sjson_section
from tests.formats.pairing_files import workbook as book
from tests.formats.report_files import zipped
from tests.shared_data import load_cases
from uscalc import formats
from uscalc.document.model import Document, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats.every import find_readable_files, open_files
from uscalc.formats.tables.cells import parse_result
from uscalc.formats.tables.workbook import MOST_ROWS, read

DAY = dt.date(2025, 5, 4)
WINTD = """\
Lantern Open,,,,,,
,,,,,,
No.,Name,USCF ID,Rtng,St,Rd 1,Rd 2
1,"Inventa, Ada",90000001,1403/5,NY,W 2,D3 b
2,"Inventa, Béa",90000002,1403P5,NY,L1,B
3,"Inventa, Cy",,unr,NY,H,d 1
"""


def opened(text: str) -> formats.OpenedEvent:
    return formats.open_text(text, DAY)


def only_section(text: str) -> Section:
    (found,) = opened(text).document.sections
    return found


def test_wintd_layout():
    result = opened(WINTD)
    assert result.format == "csv"
    assert not result.findings
    document = result.document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    (section,) = document.sections
    assert not check_section(section, 0)
    one, two, three = section.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Ada", "90000001")
    assert one.facts("R") == RatingFacts(rating=1403.0, games=5) == two.facts("R")
    assert one.facts("Q").unknown
    assert one.results == ("W2", "D3b")
    assert (three.id, three.facts("R")) == (None, RatingFacts())
    assert any("time control" in sentence for sentence in result.left_out)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_delimiters_and_encodings(delimiter, encoding, tmp_path):
    rows = [
        ["#", "Player", "ID", "Rate", "1", "2"],
        ["1", "Inventa Ada", "90000001", "1500", "W2", "D2"],
        ["2", "Inventa Béa", "90000002", "1400", "L1", "D1"],
    ]
    path = tmp_path / "table.txt"
    path.write_text("\r\n".join(map(delimiter.join, rows)), encoding=encoding)
    section = formats.open_event(path, DAY).document.sections[0]
    assert [player.name for player in section.players] == [rows[1][1], rows[2][1]]
    assert section.players[1].results == ("L1", "D1")


@pytest.mark.parametrize(
    "title",
    [*("1", "R1", "Rd 1", "Rd. 1", "Rnd 1", "Round 1"), *("1.Rd", "1.Rd.", "1. Round")],
)
def test_titles_of_rounds_have_their_number(title):
    text = f"No;Name;Rating;{title}\n1;Ada;1500;2w1\n2;Bea;1500;1b0\n"
    assert only_section(text).players[0].results == ("W2w",)


@pytest.mark.parametrize(("cell", "token"), load_cases("test_csv_table", "cells"))
def test_cells(cell, token):
    assert parse_result(cell) == token


def test_unusual_numbers_and_blanks_are_findings():
    with pytest.raises(formats.EndDateNeededError):
        formats.open_text(WINTD)
    text = "No,Name,Rating,1\n1,Ada,,B\n2,Bea,high,B\n"
    assert [f.code for f in opened(text).findings] == ["blank-ratings", "odd-rating"]
    text = "No,Name,Rtng,1\n1,Ada,1500,W2\n,,,\n,Club,x,y\n2,Bea,1500,L1\nTotal,,,\n"
    assert [player.number for player in only_section(text).players] == [1, 2]
    text = "Plr#,Name,ID,Rtng,1\n1,Ada,USCF 90000001,1500,B\n2,Bea,none,1500,B\n"
    assert [(f.code, f.player) for f in opened(text).findings] == [("odd-id", 1)]
    rows = "{}Name,Rd 1\n{},Ada,W2\n{},Bea,L1\n".format
    section = only_section(rows("No.,", "1.0", "2."))
    assert [player.number for player in section.players] == [1, 2]
    for number in ("", "b2"):
        with pytest.raises(formats.FormatError, match='"Bea" has games but no number'):
            opened(rows("No.,", "1", number))


def test_players_are_found_by_row_or_rank():
    result = opened("Name,Rating,Rd 1\nAda,1500,W2\nBea,1400,L1\n")
    assert [p.number for p in result.document.sections[0].players] == [1, 2]
    assert any("row order" in sentence for sentence in result.assumed)
    text = "Rk.;SNo;Name;Rtg;1.Rd;2.Rd\n1;7;Ada;1500;3w1;2b½\n"
    text += "2;1;Bea;1400;-1;1w½\n3;4;Cy;1300;1b0;-0\n"
    result = opened(text)
    assert not check_section(result.document.sections[0], 0)
    assert any("read as ranks" in sentence for sentence in result.assumed)
    result = opened("Place,Name,Rd 1\n1-2,Ada,D2\n,Bea,D1\n3,Cy,B\nTotal,,3\n")
    players = result.document.sections[0].players
    assert [(p.number, p.name) for p in players] == [(1, "Ada"), (2, "Bea"), (3, "Cy")]
    assert not check_section(result.document.sections[0], 0)


def test_lines_with_known_words_are_imported():
    text = """\
sep=;
From the Tournament-Database of Chess-Results https://chess-results.com
Lantern Open;;;
Organizer(s) : Lantern Club;;;
Time control (Rapid);G/30;d5;
Number of rounds : 3;;;
Date : 2025/05/03 to 2025/05/04;;;
Final Ranking crosstable after 1 Rounds
Rk.;Name;Rtg;1.Rd
1;Ada;1500;2w1
2;Bea;1400;1b0
Annotation:
""".replace("G/30;d5;", "G/30,d5;")
    document = formats.open_text(text).document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    (section,) = document.sections
    assert section.name == "Section 1"
    assert (section.start_date, section.planned_rounds) == (dt.date(2025, 5, 3), 3)
    assert section.time_control == "G/30,d5"
    parts = ("Event: A", "Section: U1600", "Start date: 5/3/2025", "End date: 5/4/2025")
    text = "\n".join((*parts, "Time control: quick", "No;Name;Rtg;1", "1;Ada;1500;B"))
    result = formats.open_text(text)
    assert (result.document.name, result.document.end_date) == ("A", DAY)
    assert result.document.sections[0].name == "U1600"
    assert any('time control "quick"' in said for said in result.left_out)
    with pytest.raises(formats.EndDateNeededError, match='read the end date "in May"'):
        formats.open_text("Dates: in May\nNo;Name;1\n1;Ada;B\n")


SQUARE = """\
Rk.;Name;Rtg;1;2;3;Pts
1;Ada;1500;*;½;1;1.5
2;Bea;1400;½;*;+;1.5
3;Cy;1300;0;-;*;0
"""


def test_a_round_robins_square_gets_opponents_and_rounds():
    result = opened(SQUARE)
    (section,) = result.document.sections
    assert not check_section(section, 0)
    games = [sorted(player.results) for player in section.players]
    assert games == [["D2", "U", "W3"], ["D1", "U", "X3"], ["F2", "L1", "U"]]
    assert any("grid" in said for said in result.assumed)
    both = opened(SQUARE.replace("½;*;+", "½;*;-")).document.sections[0]
    assert sorted(both.players[1].results) == ["D1", "F", "U"]
    to_come = opened(SQUARE.replace("½", "")).document.sections[0]
    assert sorted(to_come.players[0].results) == ["", "U", "W3"]


@pytest.mark.parametrize(
    "text",
    [
        SQUARE.replace("0;-;*", "½;-;*"),
        SQUARE.replace("*;½", "1;½"),
        SQUARE.replace("½;1", "½;11"),
        SQUARE.replace(";3;Pts", ";Pts"),
    ],
)
def test_a_table_that_is_not_a_square_is_not_read_as_one(text):
    (section,) = opened(text).document.sections
    assert {finding.code for finding in check_section(section, 0)} >= {"odd-token"}


def test_tables_have_their_own_names_and_titles():
    titles = ("Last Name;First Name", "First;Last")
    for title, name in zip(titles, ("Inventa;Ada", "Ada;Inventa"), strict=True):
        text = f"No.;{title};ID;Rd 1\n1;{name};90000001;W2\n2;Bea;;;L1\n"
        assert [(p.name, p.id, p.results) for p in only_section(text).players] == [
            *(("Inventa, Ada", "90000001", ("W2",)), ("Bea", None, ("L1",)))
        ]
    entries = "Lantern Open\nNo.,Name,Rtng\n1,Ada,1500\n2,Bea,1400\n\n"
    result = opened(entries + "No.,Name,Rtng,Rd 1\n1,Ada,1500,W2\n2,Bea,1400,L1\n")
    (section,) = result.document.sections
    assert (result.document.name, section.name) == ("Lantern Open", "Section 1")
    text = "Open\n" + WINTD.split("\n", 2)[2] + "\n\nReserve\n"
    text += "No.,Name,Rd 1\n1,Ada,W2\n2,Bea,L1\n"
    names = [section.name for section in opened(text).document.sections]
    assert names == ["Section 1", "Reserve"]
    text = codecs.BOM_UTF8.decode() + "No,Name,Rtng,1\n1,Ada,1500,B\n"
    assert only_section(text).players[0].number == 1
    head = "Lantern Open\nNo.,Name,Rd 1,Rd 2\n"
    one, other = head + "1,Ada,W3,B\n2,Bea,H,L3\n", head + "3,Cy,L1,W2\n"
    players = only_section(one + "Page 2\n" + other).players
    assert [p.number for p in players] == [1, 2, 3]
    # The players of two sections never meet, and have the same numbers.
    apart = head + "1,Ada,W2\n2,Bea,L1\n"
    assert len(opened(apart + apart).document.sections) == 2
    assert len(opened(apart + head + "3,Cy,W4\n4,Dee,L3\n").document.sections) == 2


# Crosstables in workbooks: numbers, sheets, merged titles, damaged workbooks.

SHEET = "xl/worksheets/sheet1.xml"
HEAD = ["No.", "Name", "USCF ID", "Rtng", "St", "Rd 1", "Rd 2"]
ROWS: list[list[Any]] = [
    [1, "Inventa, Ada", 90000001, "1403/5", "NY", "W   2", "D   3"],
    [2.0, "Inventa, Béa", "90000002", 1500.0, "NY", "L   1", "B"],
    [3, "Inventa, Cy", None, "unr.", "NY", "H", "D   1"],
]


def opened_book(data: bytes) -> formats.OpenedEvent:
    return open_files({"a.xlsx": data}, None, DAY)


def with_part(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """Return the workbook with one of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    return zipped({**parts, name: change(parts[name])})


def merged(made: Workbook) -> None:
    made.worksheets[0].merge_cells("A1:G1")


def test_wintds_export(tmp_path):
    path = tmp_path / "lantern.xlsx"
    path.write_bytes(book({"Sheet1": [["Lantern Open"], [], HEAD, *ROWS]}, merged))
    with pytest.raises(formats.EndDateNeededError):
        formats.open_event(path)
    result = formats.open_event(path, DAY)
    assert (result.format, result.findings) == ("xlsx", ())
    assert (result.document.name, result.document.end_date) == ("Lantern Open", DAY)
    (section,) = result.document.sections
    assert section.name == "Section 1"
    assert not check_section(section, 0)
    one, two, three = section.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Ada", "90000001")
    assert one.facts("R") == RatingFacts(rating=1403.0, games=5)
    assert (two.number, two.facts("R").rating, two.results) == (2, 1500.0, ("L1", "B"))
    assert (three.id, three.facts("R")) == (None, RatingFacts())
    assert three.results == ("H", "D1")


def test_swiss_managers_table_takes_the_national_rating():
    rows: list[list[Any]] = [
        ["From the Tournament-Database of Chess-Results https://chess-results.com"],
        ["Lantern Open"],
        ["Last update 04.05.2025 18:00:12"],
        ["Final Ranking crosstable after 2 Rounds"],
        ["Rk.", "SNo", None, "Name", "RtgI", "RtgN", "FED", "1.Rd", "2.Rd", "Pts"],
        [1, 2, "CM", "Inventa Bea", 1900, 1950, "USA", "1w1", -1, 2],
        [2, 1, None, "Inventa Ada", 0, 1403, "USA", "2b0", "-½", 0.5],
    ]
    document = opened_book(book({"Crosstable": rows})).document
    (section,) = document.sections
    assert (document.name, section.name) == ("Lantern Open", "Section 1")
    assert not check_section(section, 0)
    found = [(p.number, p.results, p.facts("R").rating) for p in section.players]
    assert found == [(2, ("W1w", "B"), 1950.0), (1, ("L2b", "H"), 1403.0)]


def test_each_sheet_is_a_section_once():
    sheets = {
        "Open": [HEAD, *ROWS],
        "Prizes": [["Place", "Name", "Amount"], [1, "Ada", 100]],
        "Reserve": [["No", "Name", "1"], [1, "Dee", "W2"], [2, "Eve", "L1"]],
        "Wall Chart": [HEAD, *ROWS],
    }
    result = opened_book(book(sheets))
    assert [section.name for section in result.document.sections] == ["Open", "Reserve"]
    assert any('"Wall Chart"' in said for said in result.left_out)


def test_formulas_give_the_last_computed_value():
    made = book({"Open": [HEAD, *ROWS, ["=1+3", "Inventa, Dee", None, "=700+7"]]})
    result = opened_book(made)
    assert len(result.document.sections[0].players) == 3
    assert any("2 formulas without a value" in said for said in result.left_out)
    empty, value = rb"(<f>1\+3</f>)<v( ?/|></v)>", rb"\1<v>4</v>"
    data = with_part(made, SHEET, lambda part: re.sub(empty, value, part))
    assert opened_book(data).document.sections[0].players[3].number == 4


def test_far_rows_and_texts_are_read_quickly():
    rows = [HEAD, [1, dt.date(2025, 5, 4), None, 1403.5, None, "H", True]]
    (player,) = opened_book(book({"Open": rows})).document.sections[0].players
    assert (player.name, player.facts("R").rating) == ("2025-05-04", 1403.5)
    assert player.results == ("H",)
    (section,) = opened_book(book({"Open": [HEAD, *ROWS]})).document.sections
    assert [p.state for p in section.players] == ["NY"] * 3
    above = [["line"] for _ in range(MOST_ROWS)]
    with pytest.raises(formats.FormatError, match=f"first {MOST_ROWS:,} rows"):
        read(book({"Open": [*above, HEAD, *ROWS]}), None, DAY)

    def move_far(part: bytes) -> bytes:
        row = part.replace(b'<row r="4"', b'<row r="1048576"')
        return row.replace(b'"A4"', b'"XFD1048576"')

    data = with_part(book({"Open": [HEAD, *ROWS]}), SHEET, move_far)
    assert len(opened_book(data).document.sections[0].players) == 2


def test_a_workbook_without_a_crosstable_is_refused_or_skipped(tmp_path):
    path = tmp_path / "budget.xlsx"
    path.write_bytes(book({"Budget": [["Name", "Amount"], ["Room", 100]]}))
    with pytest.raises(formats.FormatError, match="no header row"):
        formats.open_event(path)
    assert find_readable_files([tmp_path]) == []
    (tmp_path / "a.sjson").write_bytes(sjson(sjson_section(*PAIR)))
    assert formats.open_event(tmp_path).format == "swisssys"
    (tmp_path / "a.sjson").unlink()
    path.write_bytes(book({"Open": [HEAD, *ROWS]}))
    assert find_readable_files([tmp_path]) == [path]
    assert formats.open_event(tmp_path, DAY).format == "xlsx"


def test_damaged_and_hostile_workbooks_are_one_line_and_print_nothing(capsys):
    good = book({"Open": [HEAD, *ROWS]})
    doctype, many = b'<!DOCTYPE a [<!ENTITY b "c">]>', b"<c/>" * 700_000 + b"</row>"
    changes = {
        "entities": (SHEET, lambda part: doctype + part),
        "no xml": (SHEET, lambda part: part[: len(part) // 2]),
        "many cells": (SHEET, lambda part: part.replace(b"</row>", many)),
        "no such style": (
            *("xl/styles.xml", lambda part: part.replace(b'xfId="0"', b'xfId="9999"')),
        ),
    }
    for name, data in {
        "without sheets": zipped({"xl/workbook.xml": b"<workbook/>"}),
        "cut": good[: len(good) // 2],
        **{name: with_part(good, *change) for name, change in changes.items()},
    }.items():
        with pytest.raises(formats.FormatError) as refused:
            read(data, Path("a.xlsx"), DAY)
        assert "\n" not in str(refused.value), name
        assert refused.value.remedy, name
    assert capsys.readouterr().out == ""


facts = (
    st.just(UNKNOWN)
    | st.just(RatingFacts())
    | st.builds(
        RatingFacts,
        st.integers(100, 3000).map(float),
        games=st.none() | st.integers(1, 25),
    )
)
names = st.text(st.sampled_from("abcÉž'"), min_size=1, max_size=9)


def shown(value: RatingFacts) -> Any:
    if value.unknown:
        return None
    if value.rating is None:
        return "unr."
    rating = int(value.rating)
    return rating if value.games is None else f"{rating}/{value.games}"


@st.composite
def tables(draw: st.DrawFn) -> Document:
    sections = []
    for index in range(draw(st.integers(1, 2))):
        count = draw(st.integers(1, 6))
        rows = draw(paired_games(count, draw(st.integers(1, 3)), False, False))
        players = tuple(
            draw_player(draw, n, rows[n], facts, index, name=f"{index}{draw(names)}")
            for n in range(1, count + 1)
        )
        sections.append(Section(name=f"S{index}", players=players))
    return Document("Lantern Open", DAY, tuple(sections), chain_sections=True)


@given(tables())
def test_what_is_written_is_read_as_the_same_event(document):
    sheets: dict[str, Any] = {}
    for section in document.sections:
        rounds = (f"Rd {number}" for number in range(1, section.rounds + 1))
        rows = (
            [p.number, p.name, p.id, shown(p.facts("R")), *p.results]
            for p in section.players
        )
        head = ["No.", "Name", "ID", "Rating", *rounds]
        sheets[section.name] = [["Lantern Open"], head, *rows]
    assert opened_book(book(sheets)).document == document


@pytest.mark.parametrize("numbered", [True, False])
def test_skipped_rows_are_noted(numbered):
    above = [[f"line {n}"] for n in range(MOST_ROWS)]
    beyond = book({"Open": [HEAD, *ROWS, *above]})
    if not numbered:
        address = rb' r="[A-Z]*\d+"'
        beyond = with_part(beyond, SHEET, lambda part: re.sub(address, b"", part))
    result = opened_book(beyond)
    assert len(result.document.sections[0].players) == 3
    said = f"Not imported: rows below row {MOST_ROWS:,} of a sheet."
    assert said in result.left_out
    assert said not in opened_book(book({"Open": [HEAD, *ROWS]})).left_out
