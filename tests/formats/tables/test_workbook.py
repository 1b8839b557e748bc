"""Crosstables in workbooks: numbers as figures, sheets, merged titles, bad workbooks."""

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
from uscalc.document.model import Document, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, FormatError, OpenedEvent, open_event
from uscalc.formats.every import find_readable_files, open_files
from uscalc.formats.tables.workbook import MOST_ROWS, read

DAY = dt.date(2025, 5, 4)
HEAD = ["No.", "Name", "USCF ID", "Rtng", "St", "Rd 1", "Rd 2"]
ROWS: list[list[Any]] = [
    [1, "Inventa, Ada", 90000001, "1403/5", "NY", "W   2", "D   3"],
    [2.0, "Inventa, Béa", "90000002", 1500.0, "NY", "L   1", "B"],
    [3, "Inventa, Cy", None, "unr.", "NY", "H", "D   1"],
]


def opened(data: bytes) -> OpenedEvent:
    return open_files({"a.xlsx": data}, None, DAY)


def with_part(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The workbook with one of its parts changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    return zipped({**parts, name: change(parts[name])})


def merged(made: Workbook) -> None:
    made.worksheets[0].merge_cells("A1:G1")


def test_wintds_export(tmp_path):
    path = tmp_path / "lantern.xlsx"
    path.write_bytes(book({"Sheet1": [["Lantern Open"], [], HEAD, *ROWS]}, merged))
    with pytest.raises(EndDateNeededError):
        open_event(path)
    result = open_event(path, DAY)
    assert (result.format, result.findings) == ("xlsx", ())
    assert (result.document.name, result.document.end_date) == ("Lantern Open", DAY)
    (section,) = result.document.sections
    assert section.name == "Section 1"
    assert not check_section(section, 0)
    one, two, three = section.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Ada", "90000001")
    assert one.facts("R") == RatingFacts(rating=1403.0, games=5)
    assert (two.number, two.facts("R").rating, two.results) == (2, 1500.0, ("L1", "B"))
    assert (three.id, three.facts("R"), three.results) == (
        None,
        RatingFacts(),
        ("H", "D1"),
    )


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
    document = opened(book({"Crosstable": rows})).document
    (section,) = document.sections
    assert (document.name, section.name) == ("Lantern Open", "Section 1")
    assert not check_section(section, 0)
    assert [(p.number, p.results, p.facts("R").rating) for p in section.players] == [
        (2, ("W1w", "B"), 1950.0),
        (1, ("L2b", "H"), 1403.0),
    ]


def test_each_sheet_is_a_section_once():
    other = [["No", "Name", "1"], [1, "Dee", "W2"], [2, "Eve", "L1"]]
    result = opened(
        book(
            {
                "Open": [HEAD, *ROWS],
                "Prizes": [["Place", "Name", "Amount"], [1, "Ada", 100]],
                "Reserve": other,
                "Wall Chart": [HEAD, *ROWS],
            }
        )
    )
    names = [section.name for section in result.document.sections]
    assert names == ["Open", "Reserve"]
    assert any('"Wall Chart"' in said for said in result.left_out)


def test_formulas_give_what_was_computed_last():
    result = opened(
        book({"Open": [HEAD, *ROWS, ["=1+3", "Inventa, Dee", None, "=700+7"]]})
    )
    assert len(result.document.sections[0].players) == 3
    assert any("2 formulas without a value" in said for said in result.left_out)
    data = with_part(
        book({"Open": [HEAD, *ROWS, ["=1+3", "Inventa, Dee", None, "=700+7"]]}),
        "xl/worksheets/sheet1.xml",
        lambda part: (
            part.replace(b"<f>1+3</f><v />", b"<f>1+3</f><v>4</v>")
            .replace(b"<f>1+3</f><v></v>", b"<f>1+3</f><v>4</v>")
            .replace(b"<f>1+3</f><v/>", b"<f>1+3</f><v>4</v>")
        ),
    )
    assert opened(data).document.sections[0].players[3].number == 4


def test_workbook_values_keep_their_texts_and_state():
    rows = [HEAD, [1, dt.date(2025, 5, 4), None, 1403.5, None, "H", True]]
    (player,) = opened(book({"Open": rows})).document.sections[0].players
    assert (player.name, player.facts("R").rating) == ("2025-05-04", 1403.5)
    assert player.results == ("H",)
    (section,) = opened(book({"Open": [HEAD, *ROWS]})).document.sections
    assert [p.state for p in section.players] == ["NY"] * 3
    above = [["line"] for _ in range(MOST_ROWS)]
    with pytest.raises(FormatError, match=f"first {MOST_ROWS:,} rows"):
        read(book({"Open": [*above, HEAD, *ROWS]}), None, DAY)


def test_a_workbook_without_a_crosstable_is_refused_and_passed_over(tmp_path):
    path = tmp_path / "budget.xlsx"
    path.write_bytes(book({"Budget": [["Name", "Amount"], ["Room", 100]]}))
    with pytest.raises(FormatError, match="no header row"):
        open_event(path)
    assert find_readable_files([tmp_path]) == []
    (tmp_path / "a.sjson").write_bytes(sjson(sjson_section(*PAIR)))
    assert open_event(tmp_path).format == "swisssys"
    (tmp_path / "a.sjson").unlink()
    path.write_bytes(book({"Open": [HEAD, *ROWS]}))
    assert find_readable_files([tmp_path]) == [path]
    assert open_event(tmp_path, DAY).format == "xlsx"


def test_damaged_and_hostile_workbooks_are_one_line():
    good = book({"Open": [HEAD, *ROWS]})
    sheet = "xl/worksheets/sheet1.xml"
    bad = {
        "without sheets": zipped({"xl/workbook.xml": b"<workbook/>"}),
        "entities": with_part(
            good, sheet, lambda part: b'<!DOCTYPE a [<!ENTITY b "c">]>' + part
        ),
        "no xml": with_part(good, sheet, lambda part: part[: len(part) // 2]),
        "many cells": with_part(
            good,
            sheet,
            lambda part: part.replace(b"</row>", b"<c/>" * 700_000 + b"</row>"),
        ),
        "cut": good[: len(good) // 2],
    }
    for name, data in bad.items():
        with pytest.raises(FormatError) as refused:
            read(data, Path("a.xlsx"), DAY)
        assert "\n" not in str(refused.value), name
        assert refused.value.remedy, name


def test_a_row_far_below_takes_no_time():
    data = with_part(
        book({"Open": [HEAD, *ROWS]}),
        "xl/worksheets/sheet1.xml",
        lambda part: part.replace(b'<row r="4"', b'<row r="1048576"').replace(
            b'"A4"', b'"XFD1048576"'
        ),
    )
    assert len(opened(data).document.sections[0].players) == 2


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
    return (
        int(value.rating) if value.games is None else f"{value.rating:g}/{value.games}"
    )


@st.composite
def tables(draw: st.DrawFn) -> Document:
    sections = []
    for index in range(draw(st.integers(1, 2))):
        count = draw(st.integers(1, 6))
        rows = draw(paired_games(count, draw(st.integers(1, 3)), False, False))
        sections.append(
            Section(
                name=f"S{index}",
                players=tuple(
                    draw_player(
                        *(draw, number, rows[number], facts, index),
                        name=f"{index}{draw(names)}",
                    )
                    for number in range(1, count + 1)
                ),
            )
        )
    return Document("Lantern Open", DAY, tuple(sections), chain_sections=True)


@given(tables())
def test_what_is_written_is_read_as_the_same_event(document):
    sheets: dict[str, Any] = {
        section.name: [
            ["Lantern Open"],
            [
                "No.",
                "Name",
                "ID",
                "Rating",
                *(f"Rd {i + 1}" for i in range(section.rounds)),
            ],
            *(
                [p.number, p.name, p.id, shown(p.facts("R")), *p.results]
                for p in section.players
            ),
        ]
        for section in document.sections
    }
    assert opened(book(sheets)).document == document


@pytest.mark.parametrize("numbered", [True, False])
def test_skipped_rows_are_noted(numbered):
    above = [[f"line {n}"] for n in range(MOST_ROWS)]
    beyond = book({"Open": [HEAD, *ROWS, *above]})
    if not numbered:
        beyond = with_part(
            beyond,
            "xl/worksheets/sheet1.xml",
            lambda part: re.sub(rb' r="[A-Z]*\d+"', b"", part),
        )
    result = opened(beyond)
    assert len(result.document.sections[0].players) == 3
    said = f"Not imported: rows below row {MOST_ROWS:,} of a sheet."
    assert said in result.left_out
    assert said not in opened(book({"Open": [HEAD, *ROWS]})).left_out
