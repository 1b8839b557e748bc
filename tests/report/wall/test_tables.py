"""A section copied as a table: for spreadsheets, mails and forums."""

import csv
import io
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.report.wall.make import BORN, HOSTILE, IDS, crowd, player, rate, section
from tests.report.wall.read import Shown
from uscalc.counted import make_harmless
from uscalc.report.tables import (
    NO_NAME,
    TextTable,
    clean_line,
    format_aligned,
    format_html_table,
    format_person,
    format_tsv,
    measure_width,
)
from uscalc.report.tables_section import make_section_table

names = st.text(max_size=40) | st.sampled_from(HOSTILE)


def table_of(count: int = 20) -> TextTable:
    rated = rate(crowd(count))
    return make_section_table(
        rated.document.sections[0], "R", rated.sections[0].in_system("R")
    )


def test_the_table_has_what_the_crosstable_has():
    made = section(player(1, 1500, "w2", "B"), player(2, 612, "l 1", "?7", games=4))
    rated = rate(
        section(player(1, 1500, "w2", "B"), player(2, 612, "l 1", "U", games=4))
    )
    table = make_section_table(made, "R", rated.sections[0].in_system("R"))
    assert table.heads == (
        *("No.", "Name", "Pre", "Rd 1", "Rd 2", "Points", "Post", "Change"),
    )
    assert table.rows[0][:6] == ("1", "Person 1, Test", "1500", "W2", "B", "2")
    assert table.rows[1][:6] == ("2", "Person 2, Test", "612/4", "L1", "?7", "0")
    assert table.rows[1][6].endswith("/5")
    unrated = make_section_table(made, "R", None)
    assert [row[6:] for row in unrated.rows] == [("", ""), ("", "")]


def test_a_copied_row_adds_up_where_an_earlier_section_moved_the_rating():
    one = section(player(1, 1500, "w2"), player(2, 1450, "l1"), name="A")
    rated = rate(one, replace(one, name="B"), chained=True)
    table = make_section_table(
        rated.document.sections[1], "R", rated.sections[1].in_system("R")
    )
    for row in table.rows:
        before, after, change = int(row[2]), int(row[-2]), row[-1]
        assert before not in (1500, 1450)
        assert before + int(change.replace("\N{MINUS SIGN}", "-")) == after


def test_a_spreadsheet_reads_the_rows_back():
    table = table_of()
    rows = list(
        csv.reader(io.StringIO(format_tsv(table)), delimiter="\t", quotechar="\0")
    )
    assert rows[0] == list(table.heads)
    assert len(rows) == len(table.rows) + 1
    for got, row in zip(rows[1:], table.rows, strict=True):
        assert got[0] == row[0]
        assert got[1] == make_harmless(row[1])
        assert got[-1].replace("-", "\N{MINUS SIGN}") == row[-1]


def test_a_mail_shows_the_rows_as_a_table():
    table = table_of()
    shown = Shown(format_html_table(table))
    assert shown.rows[0] == list(table.heads)
    assert [row[0] for row in shown.rows[1:]] == [row[0] for row in table.rows]
    assert set(shown.tags) == {"table", "tr", "th", "td", "bdi"}


def test_a_forum_shows_even_columns():
    table = table_of()
    lines = format_aligned(table).splitlines()
    assert len(lines) == len(table.rows) + 2
    ends = [lines[1].index(" ", place) for place in (0,)]
    plain = [line for line in lines if line.isascii()]
    assert len(plain) > 10
    assert {line[ends[0] : ends[0] + 2] for line in plain} == {"  "}
    wide = [measure_width(part) for part in lines[1].split("  ")]
    assert wide == [
        max(measure_width(row[place]) for row in (table.heads, *table.rows))
        for place in range(len(table.heads))
    ]


@often(60)
@given(st.lists(names, min_size=1, max_size=6))
def test_no_name_breaks_a_table_or_runs(typed):
    rows = tuple((str(n), format_person(name), "+1") for n, name in enumerate(typed))
    table = TextTable(
        ("No.", "Name", "Change"), rows, ("right", "left", "right"), frozenset({1})
    )
    lines = format_tsv(table).split("\n")[:-1]
    assert [line.count("\t") for line in lines] == [2] * (len(rows) + 1)
    for line in lines[1:]:
        name = line.split("\t")[1]
        assert len(name) == 1 or not name.startswith(("=", "+", "-", "@"))
    assert format_aligned(table).count("\n") == len(rows) + 2
    shown = Shown(format_html_table(table))
    assert set(shown.tags) == {"table", "tr", "th", "td", "bdi"}
    assert len(shown.rows) == len(rows) + 1
    for text in (format_tsv(table), format_aligned(table), format_html_table(table)):
        text.encode("utf-8")


@often(60)
@given(names)
def test_a_cleaned_name_is_one_printable_line_and_keeps_its_letters(name):
    once = clean_line(name)
    assert clean_line(once) == once
    assert "\n" not in once
    assert not set(once) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\t\r")
    assert [c for c in once if c.isalnum()] == [c for c in name if c.isalnum()]


def test_marks_that_turn_the_line_leave_no_gap():
    assert clean_line("Tu\u202ern\u202ced, \u2067Tess") == "Turned, Tess"
    assert clean_line("נ\u200fב") == "נ\u200fב"
    assert clean_line("half \ud800 pair") == "half \N{REPLACEMENT CHARACTER} pair"


def test_a_name_without_end_is_cut():
    assert format_person("A" * 60) == "A" * 60
    assert format_person("A" * 100_000) == "A" * 299 + "\N{HORIZONTAL ELLIPSIS}"


def test_who_has_no_name_is_shown_all_the_same():
    assert format_person("\u202e \t") == NO_NAME
    made = section(replace(player(1, 1500), name=""))
    assert make_section_table(made, "R", None).rows[0][1] == NO_NAME


def test_no_id_or_birth_date_is_copied():
    table = table_of()
    for text in (format_tsv(table), format_aligned(table), format_html_table(table)):
        assert not any(str(IDS + number) in text for number in range(1, 21))
        assert str(BORN.year) not in text
