"""Crosstables of spreadsheets: headers, cells, encodings, what they cannot say."""

import codecs
import datetime as dt
from pathlib import Path

import pytest

from uscalc.document.model import RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, Opened, open_event, open_text
from uscalc.formats.tables.cells import result_token

DAY = dt.date(2025, 5, 4)
WINTD = """\
Lantern Open,,,,,,
,,,,,,
No.,Name,USCF ID,Rtng,St,Rd 1,Rd 2
1,"Inventa, Ada",90000001,1403/5,NY,W 2,D3 b
2,"Inventa, Béa",90000002,1403P5,NY,L1,B
3,"Inventa, Cy",,unr,NY,H,d 1
"""


def opened(text: str) -> Opened:
    return open_text(text, DAY)


def only(text: str) -> Section:
    (found,) = opened(text).document.sections
    return found


def test_wintd_layout() -> None:
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
def test_delimiters_and_encodings(
    delimiter: str, encoding: str, tmp_path: Path
) -> None:
    rows = [
        ["#", "Player", "ID", "Rate", "1", "2"],
        ["1", "Inventa Ada", "90000001", "1500", "W2", "D2"],
        ["2", "Inventa Béa", "90000002", "1400", "L1", "D1"],
    ]
    path = tmp_path / "table.txt"
    path.write_text("\r\n".join(map(delimiter.join, rows)), encoding=encoding)
    section = open_event(path, DAY).document.sections[0]
    assert [player.name for player in section.players] == [rows[1][1], rows[2][1]]
    assert section.players[1].results == ("L1", "D1")


@pytest.mark.parametrize("title", ["1", "R1", "Rd 1", "Rd. 1", "Rnd 1", "Round 1"])
def test_titles_of_rounds_end_in_their_number(title: str) -> None:
    text = f"No,Name,Rating,{title}\n1,Ada,1500,W2\n2,Bea,1500,L1\n"
    assert only(text).players[0].results == ("W2",)


@pytest.mark.parametrize("title", ["1.Rd", "1.Rd.", "1. Round"])
def test_titles_may_begin_with_it(title: str) -> None:
    text = f"No;Name;Rtg;{title}\n1;Ada;1500;2w1\n2;Bea;1500;1b0\n"
    assert only(text).players[0].results == ("W2w",)


@pytest.mark.parametrize(
    ("cell", "token"),
    [
        ("W12", "W12"),
        ("w 12", "W12"),
        ("L3b", "L3b"),
        ("D5 (W)", "D5w"),
        ("=5", "D5"),
        ("B", "B"),
        ("bye", "B"),
        ("H0", "H"),
        ("U--", "U--"),
        ("X7", "X7"),
        ("F", "F"),
        ("12w1", "W12w"),
        ("3b½", "D3b"),
        ("3s½", "D3b"),
        ("3 b 0.5", "D3b"),
        ("5w0", "L5w"),
        ("5w+", "X5"),
        ("5b-", "F5"),
        ("-1", "B"),
        ("-½", "H"),
        ("-0", "U"),
        ("−1", "B"),
        ("+", "X"),
        ("-", "F"),
        ("", ""),
        ("1.5", "1.5"),
        ("W", "W"),
    ],
)
def test_cells(cell: str, token: str) -> None:
    assert result_token(cell) == token


def test_a_table_without_a_date_asks_for_it() -> None:
    with pytest.raises(EndDateNeededError):
        open_text(WINTD)


def test_blank_and_odd_ratings_are_findings() -> None:
    text = "No,Name,Rating,1\n1,Ada,,B\n2,Bea,high,B\n"
    assert [f.code for f in opened(text).findings] == ["blank-ratings", "odd-rating"]


def test_rows_without_a_number_end_nothing_and_are_passed_over() -> None:
    text = "No,Name,Rtng,1\n1,Ada,1500,W2\n,,,\n,Club,x,y\n2,Bea,1500,L1\nTotal,,,\n"
    assert [player.number for player in only(text).players] == [1, 2]


def test_players_without_numbers_are_numbered_by_rows() -> None:
    result = opened("Name,Rating,Rd 1\nAda,1500,W2\nBea,1400,L1\n")
    assert [p.number for p in result.document.sections[0].players] == [1, 2]
    assert any("order of their rows" in sentence for sentence in result.assumed)


def test_opponents_named_by_rank_are_found_by_what_agrees() -> None:
    text = "Rk.;SNo;Name;Rtg;1.Rd;2.Rd\n1;7;Ada;1500;3w1;2b½\n"
    text += "2;1;Bea;1400;-1;1w½\n3;4;Cy;1300;1b0;-0\n"
    result = opened(text)
    assert not check_section(result.document.sections[0], 0)
    assert any("named by rank" in sentence for sentence in result.assumed)


def test_several_tables_become_sections() -> None:
    text = "Open\n" + WINTD.split("\n", 2)[2] + "\n\nReserve\n"
    text += "No.,Name,Rd 1\n1,Ada,W2\n2,Bea,L1\n"
    names = [section.name for section in opened(text).document.sections]
    assert names == ["Section 1", "Reserve"]


def test_a_mark_of_byte_order_is_no_part_of_the_header() -> None:
    text = codecs.BOM_UTF8.decode() + "No,Name,Rtng,1\n1,Ada,1500,B\n"
    assert only(text).players[0].number == 1
