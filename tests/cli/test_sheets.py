"""uscalc sheets: from a file to sheets for the wall, without a display."""

import csv
import io
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PageObject, PdfReader

from tests.cli.running import WITHOUT_QT, event, player
from tests.made_files.samples import made
from tests.pdf_text import page_texts
from tests.report.wall.read import Shown

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "samples" / "autumn-open.uscalc"
SECTIONS = ("Open I", "Open II", "Under 1000", "Under 700", "Under 400", "Extra game")

NEEDS_QT = pytest.mark.skipif(
    find_spec("PySide6") is None, reason="a PDF is painted by Qt"
)


def run(*args: object, start: tuple[str, ...] = ("-m", "uscalc")) -> tuple[int, str]:
    environment = {k: v for k, v in os.environ.items() if "DISPLAY" not in k}
    environment.pop("QT_QPA_PLATFORM", None)
    done = subprocess.run(
        [sys.executable, *start, *map(str, args)],
        cwd=ROOT,
        env={**environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


@NEEDS_QT
def test_a_real_event_of_six_sections_becomes_six_sheets(tmp_path):
    event = made("swisssys", "golden-autumn.sjson")
    for name in ("wall.pdf", "wall.html", "wall.xlsx", "wall.csv"):
        code, said = run("sheets", event, tmp_path / name, "--blanks-unrated")
        # Quick ratings that the file does not carry are findings.
        assert code == 1
        assert said.count("\n") == 5
    shown = Shown((tmp_path / "wall.html").read_text("utf-8"))
    assert tuple(shown.texts("h1")) == SECTIONS
    rows = list(
        csv.DictReader(io.StringIO((tmp_path / "wall.csv").read_text("utf-8-sig")))
    )
    assert tuple(dict.fromkeys(row["Section"] for row in rows)) == SECTIONS
    extra = [row for row in rows if row["Section"] == "Extra game" and row["No."]]
    assert all(row["Regular after"] and row["Quick after"] for row in extra)
    assert tuple(load_workbook(tmp_path / "wall.xlsx").sheetnames) == SECTIONS
    pages = page_texts((tmp_path / "wall.pdf").read_bytes())
    for section in SECTIONS:
        assert sum(section in page for page in pages) >= 1
    names = [row["Name"] for row in rows if row["No."]]
    assert len(names) > 150
    text = "\n".join(pages)
    assert all(name in text for name in names)
    assert "Unofficial" in text


def paper_of(page: PageObject) -> set[int]:
    """Both sides in points, upright or turned."""
    return {round(float(page.mediabox.width)), round(float(page.mediabox.height))}


@NEEDS_QT
def test_options_choose_section_paper_and_type(tmp_path):
    wall = tmp_path / "wall.pdf"
    assert run("sheets", SAMPLE, wall, "--paper", "a4", "--big")[0] == 0
    big = PdfReader(wall).pages
    assert paper_of(big[0]) == {595, 842}
    assert len(big) > 1
    assert run("sheets", SAMPLE, wall, "--section", "open", "--force")[0] == 0
    normal = PdfReader(wall).pages
    assert paper_of(normal[0]) == {612, 792}
    assert len(normal) == 1
    code, said = run("sheets", SAMPLE, wall, "--section", "Closed", "--force")
    assert (code, said.count("\n")) == (2, 1)
    assert 'no section named "Closed"' in said


@NEEDS_QT
def test_one_players_page(tmp_path):
    for name in ("one.html", "one.pdf"):
        assert run("sheets", SAMPLE, tmp_path / name, "--player", "12") == (0, "")
    assert "Fianchetto, Tom" in (tmp_path / "one.html").read_text("utf-8")
    pages = page_texts((tmp_path / "one.pdf").read_bytes())
    assert "Step 5" in "".join(pages)
    code, said = run("sheets", SAMPLE, tmp_path / "none.html", "--player", "99")
    assert code == 2
    assert "no rated section has a player 99" in said


def test_a_double_forfeit_is_a_loss_on_both_sides_of_the_sheet(tmp_path):
    players = [player(1, 1700, "W2", "F2"), player(2, 1600, "L1", "F1")]
    file = tmp_path / "event.uscalc"
    file.write_text(event(players), encoding="utf-8")
    assert run("sheets", file, tmp_path / "wall.csv", "--show", "both") == (0, "")
    rows = list(
        csv.DictReader(io.StringIO((tmp_path / "wall.csv").read_text("utf-8-sig")))
    )
    assert {"F2", "F1"} <= {cell for row in rows for cell in row.values()}
    assert {float(row["Points"]) for row in rows if row["No."]} == {1.0, 0.0}
    assert run("sheets", file, tmp_path / "wall.html", "--show", "results") == (0, "")
    assert "forfeit loss" in (tmp_path / "wall.html").read_text("utf-8")


@pytest.mark.parametrize("name", ["wall.html", "wall.csv", "wall.xlsx"])
def test_everything_but_pdf_is_written_without_qt(tmp_path, name):
    out = tmp_path / name
    assert run("sheets", SAMPLE, out, start=("-c", WITHOUT_QT)) == (0, "")
    assert out.stat().st_size > 500


def test_a_pdf_without_qt_is_refused_with_a_way_out(tmp_path):
    out = tmp_path / "wall.pdf"
    code, said = run("sheets", SAMPLE, out, start=("-c", WITHOUT_QT))
    assert code == 2
    assert "PySide6-Essentials" in said
    assert "write .html" in said
    assert not out.exists()


def test_an_impossible_output_is_refused_in_one_line(tmp_path):
    for out, words in (
        (tmp_path / "wall.doc", "end the name in .pdf, .html, .xlsx, .csv"),
        (tmp_path / "missing" / "wall.html", "can't be written"),
        (tmp_path, "end the name in"),
    ):
        code, said = run("sheets", SAMPLE, out)
        assert (code, said.count("\n")) == (2, 1)
        assert words in said
