"""A section copied as a table: for spreadsheets, mail and forums."""

import csv
import datetime as dt
import html
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import require
from tests.often import often
from tests.report.wall.make import BORN, HOSTILE, IDS, crowd, player, rate, section
from tests.report.wall.read import Shown
from uscalc.counted import make_harmless
from uscalc.document.model import BirthDate
from uscalc.document.rate.rated import DocumentRating
from uscalc.explain.derive import derive_rating
from uscalc.report.player_page import make_player_html, make_player_page
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


def table_of(rated: DocumentRating, index: int = 0) -> TextTable:
    section = rated.document.sections[index]
    return make_section_table(section, "R", rated.sections[index].in_system("R"))


def texts_of(table: TextTable) -> tuple[str, ...]:
    return format_tsv(table), format_aligned(table), format_html_table(table)


def test_copied_tables_have_the_crosstables_figures():
    first = player(1, 1500, "w2", "B")
    made = section(first, player(2, 612, "l 1", "?7", games=4))
    rated = rate(section(first, player(2, 612, "l 1", "U", games=4)))
    table = make_section_table(made, "R", rated.sections[0].in_system("R"))
    assert table.heads == (
        *("No.", "Name", "Pre", "Rd 1", "Rd 2", "Points", "Post", "Change"),
    )
    assert table.rows[0][:6] == ("1", "Person 1, Test", "1500", "W2", "B", "2")
    assert table.rows[1][:6] == ("2", "Person 2, Test", "612/4", "L1", "?7", "0")
    assert table.rows[1][6].endswith("/5")
    unrated = make_section_table(made, "R", None)
    assert [row[6:] for row in unrated.rows] == [("", ""), ("", "")]
    one = section(player(1, 1500, "w2"), player(2, 1450, "l1"), name="A")
    for row in table_of(rate(one, replace(one, name="B"), chained=True), 1).rows:
        before, after, change = int(row[2]), int(row[-2]), row[-1]
        assert before not in (1500, 1450)
        assert before + int(change.replace("\N{MINUS SIGN}", "-")) == after


def test_copied_rows_read_as_tables():
    table = table_of(rate(crowd(20)))
    text = io.StringIO(format_tsv(table))
    rows = list(csv.reader(text, delimiter="\t", quotechar="\0"))
    assert rows[0] == list(table.heads)
    for got, row in zip(rows[1:], table.rows, strict=True):
        assert got[:2] == [row[0], make_harmless(row[1])]
        assert got[-1].replace("-", "\N{MINUS SIGN}") == row[-1]
    shown = Shown(format_html_table(table))
    assert shown.rows[0] == list(table.heads)
    assert [row[0] for row in shown.rows[1:]] == [row[0] for row in table.rows]
    assert set(shown.tags) == {"table", "tr", "th", "td", "bdi"}
    lines = format_aligned(table).splitlines()
    assert len(lines) == len(table.rows) + 2
    end = lines[1].index(" ")
    plain = [line for line in lines if line.isascii()]
    assert len(plain) > 10
    assert {line[end : end + 2] for line in plain} == {"  "}
    columns = zip(table.heads, *table.rows, strict=True)
    wide = [max(map(measure_width, column)) for column in columns]
    assert [measure_width(part) for part in lines[1].split("  ")] == wide


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
    for text in texts_of(table):
        text.encode("utf-8")


@often(60)
@given(names)
def test_a_cleaned_name_is_one_printable_line_and_keeps_its_letters(name):
    once = clean_line(name)
    assert clean_line(once) == once
    assert "\n" not in once
    assert not set(once) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069\t\r")
    assert [c for c in once if c.isalnum()] == [c for c in name if c.isalnum()]


def test_unusual_names_are_readable():
    assert clean_line("Tu\u202ern\u202ced, \u2067Tess") == "Turned, Tess"
    assert clean_line("נ\u200fב") == "נ\u200fב"
    assert clean_line("half \ud800 pair") == "half \N{REPLACEMENT CHARACTER} pair"
    assert format_person("A" * 60) == "A" * 60
    assert format_person("A" * 100_000) == "A" * 299 + "\N{HORIZONTAL ELLIPSIS}"
    assert format_person("\u202e \t") == NO_NAME
    made = section(replace(player(1, 1500), name=""))
    assert make_section_table(made, "R", None).rows[0][1] == NO_NAME
    for text in texts_of(table_of(rate(crowd(20)))):
        assert not any(str(IDS + number) in text for number in range(1, 21))
        assert str(BORN.year) not in text


@pytest.mark.parametrize("number", [2, 3, 20])
def test_the_page_has_every_line_of_the_derivation(number):
    rated = rate(crowd(24))
    page = make_player_page(rated, 0, number)
    page_html = make_player_html(page)
    shown = " ".join(html.unescape(page_html).split())
    rating = rated.sections[0].ratings[0]
    people = rated.document.sections[0].players
    names = {p.number: format_person(p.name) for p in people}
    derivation = derive_rating(rating.trace, rating.places[number], names.__getitem__)
    by_age = rating.find_trace(number).start.how == "age"
    lines = list(derivation.iterate_lines())
    assert len(lines) > 3
    for line in lines:
        if not by_age or line.key != "r0":
            assert line.text in shown
            assert line.value in shown
    formulas = [line for line in lines if line.typeset and line.key != "r0"]
    assert len(formulas) > 2
    assert page_html.count("<math>") >= sum(len(line.typeset) for line in formulas)
    for chapter in derivation.chapters:
        for words in (chapter.title, *(game.expectation for game in chapter.games)):
            assert words in shown
    for words in (page.status, page.name, "If the event ended after round 2"):
        assert words in shown


def test_a_players_page_is_escaped_and_private():
    rated = rate(crowd(24))
    page = make_player_page(rated, 0, 1)
    assert page.name == "<script>alert('x')</script>"
    shown = Shown(make_player_html(page))
    assert "script" not in shown.tags
    assert shown.texts("h1") == [page.name]
    for number in range(1, 25):
        page = require(make_player_page(rated, 0, number))
        text = make_player_html(page)
        assert not any(str(IDS + n) in text for n in range(1, 25))
        assert str(BORN) not in text
    rated = rate(section(player(1, 1500, "W2"), player(2, 1400, "W1")))
    assert make_player_page(rated, 0, 1) is None
    assert make_player_page(rate(crowd(8)), 0, 99) is None


def test_a_rating_by_age_does_not_tell_the_age():
    born = BirthDate(dt.date(2012, 2, 29))
    young = replace(player(1, None, "W2"), birth=born)
    rated = rate(section(young, player(2, 1400, "L1")))
    start = rated.sections[0].ratings[0].find_trace(1).start
    assert start.how == "age"
    text = html.unescape(make_player_html(require(make_player_page(rated, 0, 1))))
    based = "The rating is based on the age on the last day of the event."
    assert f"{based} The age itself isn't printed." in text
    for told in (f"{start.age:.1f}", f"{start.age:.4f}", "2012", "years"):
        assert told not in text, told
