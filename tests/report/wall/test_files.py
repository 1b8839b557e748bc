"""Wall charts as files contain exactly the chart, whatever the players' names are."""

import csv
import io
import re
from html import unescape

import pytest
from msgspec.structs import replace
from openpyxl import Workbook, load_workbook

from tests.report.wall import make
from tests.report.wall.read import Shown
from uscalc.document.model import RatingFacts
from uscalc.report.tables import clean_line
from uscalc.report.wall.model import WallChoices, WallSheet, make_wall_sheets
from uscalc.report.wall.outputs import (
    make_csv_bytes,
    make_wall_csv,
    make_wall_html,
    make_workbook,
)

FORMULA = re.compile(r"[=+\-@\t\r]")
FIGURE = re.compile(r"[+-]?\d+")


@pytest.fixture(scope="module")
def wall() -> tuple[WallSheet, ...]:
    """Return three sections: a crowd, one in two systems, and one that cannot be rated."""
    facts = (("R", RatingFacts(1500.0)), ("Q", RatingFacts(1400.0, games=3)))
    dual = make.section(
        replace(make.player(1, 1500, "W2", "?2"), ratings=facts),
        replace(make.player(2, 1400, "L1", "?1"), ratings=facts[:1]),
        name="Dual <b> & Co",
        systems=("R", "Q"),
    )
    broken = make.section(
        make.player(1, 1500, "W2"), make.player(2, 1400, "W1"), name="=Broken"
    )
    return make_wall_sheets(make.rate(make.crowd(41), dual, broken))


def sheets_with_rows(wall: tuple[WallSheet, ...]) -> tuple[WallSheet, ...]:
    return tuple(sheet for sheet in wall if sheet.rows)


def cells_of(sheet: WallSheet) -> list[list[str]]:
    return [
        [
            *(str(row.number), row.name, *row.results, row.points),
            *(text for figures in row.figures for text in figures.shown),
        ]
        for row in sheet.rows
    ]


def read_workbook(wall: tuple[WallSheet, ...], *more: str) -> Workbook:
    return load_workbook(io.BytesIO(make_workbook(wall, *more)))


def texts_of(wall: tuple[WallSheet, ...]) -> tuple[str, ...]:
    cells = [str(c.value) for page in read_workbook(wall) for row in page for c in row]
    page = unescape(make_wall_html(wall))
    return page, make_wall_csv(wall), "\n".join(cells)


def test_the_page_says_what_the_sheets_say(wall):
    shown = Shown(make_wall_html(wall))
    bodies = [row for row in shown.rows if row and row[0].isdigit()]
    assert bodies == [cells for sheet in wall for cells in cells_of(sheet)]
    assert shown.texts("h1") == [sheet.section for sheet in sheets_with_rows(wall)]
    said = shown.texts("p")
    for sheet in sheets_with_rows(wall):
        for text in (sheet.status, sheet.subtitle, *sheet.footer):
            assert not text or text in said


def test_pages_are_escaped_separate_and_self_contained(wall):
    page = make_wall_html(wall)
    shown = Shown(page)
    assert "script" not in shown.tags
    assert "b" not in shown.tags
    assert page.count("<bdi>") == sum(len(s.rows) + 2 for s in sheets_with_rows(wall))
    names = [row[1] for row in shown.rows if row and row[0].isdigit()]
    assert {" ".join(clean_line(name).split()) for name in make.HOSTILE} <= set(names)
    page = make_wall_html(wall, "a4", big=True)
    assert page.count("<section>") == len(sheets_with_rows(wall))
    assert "break-after: page" in page
    assert "display: table-header-group" in page
    assert "size: A4" in page
    assert "size: letter" in make_wall_html(wall, "letter")
    assert len(set(re.findall(r"--name: (\d+)px", page + make_wall_html(wall)))) == 2
    shown = Shown(make_wall_html(wall))
    assert not {"link", "img", "iframe", "object", "base"} & set(shown.tags)
    assert not re.search(r"https?:|url\(|@import", make_wall_html(wall))


def table_of(sheet_csv: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(sheet_csv)))


def test_the_values_are_those_of_the_sheets(wall):
    rows = table_of(make_wall_csv(wall))
    players = [row for row in rows if row["No."]]
    wanted = [(sheet, row) for sheet in wall for row in sheet.rows]
    for values, (sheet, row) in zip(players, wanted, strict=True):
        assert values["Name"].lstrip("'") == row.name.lstrip("'")
        assert (values["Points"], values["Status"]) == (row.points, sheet.status)
        for system, figures in zip(sheet.systems, row.figures, strict=True):
            assert values[f"{system} before"] == figures.before
            assert values[f"{system} after"] == figures.after
            change = values[f"{system} change"].replace("-", "\N{MINUS SIGN}")
            assert change == figures.change
            assert figures.official or "not official" in values["Note"]
    notes = {row["Note"] for row in rows if not row["No."]}
    for sheet in sheets_with_rows(wall):
        assert notes >= {*sheet.footer}


def test_formulas_and_worksheet_names_are_safe(wall):
    for row in csv.reader(io.StringIO(make_wall_csv(wall))):
        for cell in row:
            assert not FORMULA.match(cell) or FIGURE.fullmatch(cell), cell
    assert any("'=cmd()" in row for row in make_wall_csv(wall).splitlines())
    data = make_csv_bytes(wall)
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig") == make_wall_csv(wall)
    cells = [cell for page in read_workbook(wall) for row in page for cell in row]
    assert not {"f", "e"} & {cell.data_type for cell in cells}
    assert {"=cmd()|' /C calc'!A0", "#N/A"} <= {cell.value for cell in cells}
    two = (make.player(1, 1500, "W2"), make.player(2, 1400, "L1"))
    names = ("A/B: [x]?*", "Under 1000 of the Grand Annual Classic", "history", "''")
    made = [make.section(*two, name=name) for name in (*names, *names)]
    titles = [t.casefold() for t in read_workbook(make.sheets(*made)).sheetnames]
    assert len(set(titles)) == len(made)
    assert all(0 < len(title) <= 31 for title in titles)
    assert not any(set(title) & set("[]:*?/\\") for title in titles)
    assert "history" not in titles


def test_the_workbook_has_the_sheets_as_numbers_and_texts(wall):
    pages = read_workbook(wall, "a4").worksheets
    for page, sheet in zip(pages, sheets_with_rows(wall), strict=True):
        rows = [["" if v is None else v for v in row] for row in page.values]
        assert (rows[0][0], rows[1][0]) == (sheet.event, sheet.section)
        assert set(sheet.footer) <= {str(values[0]) for values in rows}
        expected = [
            [str(number(c) if place != 1 else c).rstrip("*") for place, c in cells]
            for cells in map(enumerate, cells_of(sheet))
        ]
        found = [
            [str(v).rstrip("*") for v in values[: len(expected[0])]]
            for values in rows
            if isinstance(values[0], int)
        ]
        assert found == expected
        assert page.page_setup.paperSize == 9


def number(text: str) -> object:
    """Return a figure as the number that a workbook returns."""
    plain = text.replace("\N{MINUS SIGN}", "-")
    if FIGURE.fullmatch(plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"\d+\.5", plain) else text


def test_what_only_the_director_has_to_know_is_in_no_file():
    unsourced = tuple(
        replace(one, ratings=(("R", RatingFacts(1500.0 + one.number)),))
        for one in (make.player(1, 1500, "W2"), make.player(2, 1400, "L1"))
    )
    broken = make.section(
        make.player(1, 1500, "W2"), make.player(2, 1400, "W1"), name="Broken"
    )
    rated = make.rate(make.section(*unsourced), broken)
    for content in ("ratings", "results", "both"):
        wall = make_wall_sheets(rated, False, WallChoices(content=content))
        remarks = [line for sheet in wall for line in sheet.about_director]
        assert remarks or content == "results"
        for text in texts_of(wall):
            for words in (*remarks, "not given", "not known", "Not rated"):
                assert words not in text


CHARTED = WallChoices(("name", "score"), "both")


@pytest.fixture(scope="module")
def charts() -> tuple[WallSheet, ...]:
    return make_wall_sheets(make.rate(make.crowd(41, 4)), False, CHARTED)


def test_two_lists_of_a_chart_are_the_same_players_in_every_file(charts):
    by_name, by_score = charts
    shown = Shown(make_wall_html(charts))
    rows = [row for row in shown.rows if row and row[0].isdigit()]
    assert rows == [cells for sheet in charts for cells in cells_of(sheet)]
    assert "landscape" not in make_wall_html(charts)
    book = read_workbook(charts)
    assert book.sheetnames == ["Crowd by name", "Crowd by score"]
    for page, sheet in zip(book.worksheets, charts, strict=True):
        numbers = [row[0].value for row in page if isinstance(row[0].value, int)]
        assert numbers == [row.number for row in sheet.rows]
    values = [row for row in table_of(make_wall_csv(charts)) if row["No."]]
    for row, of in zip(values, by_name.rows, strict=True):
        assert int(row["No."]) == of.number
        assert tuple(row[f"Rd {n + 1}"] for n in range(4)) == of.results
    assert {r.number for r in by_score.rows} == {r.number for r in by_name.rows}


@pytest.mark.parametrize("content", ["ratings", "both"])
def test_performance_ratings_are_a_column_of_every_file(content):
    rated = make.rate(make.crowd(9, 3))
    choices = WallChoices(("number",), content, performance=True)
    (sheet,) = wall = make_wall_sheets(rated, False, choices)
    (rating,) = rated.sections[0].ratings
    short = [rating.find_performance(row.number).short for row in sheet.rows]
    assert {text[0] for text in short} & set("\u2264\u2265<")
    assert [row.figures[0].performance for row in sheet.rows] == short
    rows = [row for row in Shown(make_wall_html(wall)).rows if row]
    assert [row[-1] for row in rows] == ["Perf", *short]
    table = [row for row in table_of(make_wall_csv(wall)) if row["No."]]
    assert [row["Regular performance"] for row in table] == short
    (page,) = read_workbook(wall).worksheets
    lines = [[cell.value for cell in row] for row in page]
    (heads,) = (line for line in lines if line[0] == "No.")
    place = heads.index("Perf")
    assert [str(line[place]) for line in lines if isinstance(line[0], int)] == short
    (plain,) = make_wall_sheets(rated, False, replace(choices, performance=False))
    assert "Perf" not in make_wall_html((plain,))


def test_browsers_and_letters_follow_the_choice(charts):
    by_name, by_score = charts
    assert make_wall_html((by_name,)).count("<tbody>") == 1
    scores = {row.points for row in by_score.rows}
    assert make_wall_html((by_score,)).count('<tbody class="group">') == len(scores)
    wall = make.sheets(make.crowd(4))
    assert "--name: 14pt" in make_wall_html(wall, size=14)
    big = make_wall_html(wall, "letter", True, 24)
    assert "--name: 24pt" in big
    assert "--small: 24pt" in big


def test_no_id_birth_date_or_age_is_in_any_file(wall):
    for text in texts_of(wall):
        assert not any(str(make.IDS + number) in text for number in range(1, 42))
        assert make.BORN.isoformat() not in text
        assert str(make.BORN.year) not in text
        assert not re.search(r"\b(age|born|birth)\b", text, re.IGNORECASE)
