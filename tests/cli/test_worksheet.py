"""uscalc worksheet: exercises for a class, and every way in which they cannot be made."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.running import PAIR, SAMPLE, event, player, refused, run
from tests.pdf_text import page_texts

NEEDS_QT = pytest.mark.skipif(
    find_spec("PySide6") is None, reason="a PDF is painted by Qt"
)
KINDS = (
    *("all", "expectation", "k", "bonus", "special", "special-1", "special-3"),
    *("special-7", "two-passes"),
)


def made(*args: object) -> None:
    """It is done, and nothing is said."""
    done = run("worksheet", *args)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_written_and_has_its_answers(tmp_path, kind):
    out, key = tmp_path / "sheet.html", tmp_path / "key.html"
    made(out, "--kind", kind, "--level", 2)
    made(key, "--kind", kind.upper(), "--level", 2, "--key")
    sheet, answers = out.read_text("utf-8"), key.read_text("utf-8")
    assert sheet.startswith("<!DOCTYPE html>")
    titles = re.findall(r"<h2>.*?</h2>", sheet)
    assert titles
    assert titles == re.findall(r"<h2>.*?</h2>", answers)
    blanks = sheet.count('class="blank"')
    assert blanks == answers.count('class="answer"') > 0
    assert answers.count('class="working"') == blanks
    assert 'class="answer"' not in sheet
    assert 'class="working"' not in sheet


def test_a_section_gives_its_names_as_text_with_every_rule_it_needs(tmp_path):
    made(tmp_path / "sheet.html", "--kind", "bonus", "--level", 3)
    sheet = (tmp_path / "sheet.html").read_text("utf-8")
    box = re.search(r'<div class="rules">(.*?)</div>', sheet, re.DOTALL)
    for said in ("The US Chess Rating System, 7/26/2025", "section 4.2", "K = 800"):
        assert said in box[1]
    out = tmp_path / "sheet.html"
    made(SAMPLE, out, "--kind", "special-7")
    sheet = out.read_text("utf-8")
    assert "Fianchetto, Tom" in sheet
    assert "Autumn Open, Open, Regular." in sheet
    made(SAMPLE, out, "--kind", "expectation", "--level", 1, "--force")
    ratings = re.findall(r"<td><bdi>(\d+)</bdi></td>", out.read_text("utf-8"))
    assert ratings
    assert all(rating.endswith("00") for rating in ratings)
    wicked = "<script>alert(1)</script>"
    file = tmp_path / "event.uscalc"
    people = [player(1, 1700, "W2"), {**player(2, 1600, "L1"), "name": wicked}]
    file.write_text(event(people), encoding="utf-8")
    made(file, tmp_path / "sheet.html", "--kind", "expectation")
    sheet = (tmp_path / "sheet.html").read_text("utf-8")
    assert "<script" not in sheet
    assert "&lt;script&gt;" in sheet


@NEEDS_QT
def test_pdfs_come_without_a_display_on_both_papers(tmp_path):
    for paper, width in (("letter", 612), ("a4", 595)):
        out = tmp_path / f"{paper}.pdf"
        done = run(*("worksheet", out, "--kind", "k", "--paper", paper), DISPLAY="")
        assert (done.returncode, done.stderr) == (0, "")
        pages = PdfReader(out).pages
        assert round(float(pages[0].mediabox.width)) == width
        assert "K, the value of a point" in page_texts(out.read_bytes())[0]


@pytest.mark.parametrize("suffix", ["html", pytest.param("pdf", marks=NEEDS_QT)])
def test_the_same_seed_gives_the_same_file_up_to_the_date_of_a_pdf(tmp_path, suffix):
    found = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        out = tmp_path / f"{name}.{suffix}"
        made(out, "--kind", "bonus", "--seed", seed)
        data = out.read_bytes()
        found.append(undated(data) if suffix == "pdf" else data)
    assert found[0] == found[1]
    assert found[0] != found[2]


def undated(data: bytes) -> bytes:
    """A PDF without its date, and the number that Qt gives it by lot."""
    for pattern in (
        rb"\(D:\d{14}[^)]*\)",
        rb'xmp:\w+Date="[^"]*"',
        rb"uuid:[0-9a-f-]+",
        rb"/ID \[[^\]]*\]",
    ):
        data, count = re.subn(pattern, b"", data)
        assert count
    return data


def test_what_is_asked_wrongly_is_one_line_with_the_fix(tmp_path):
    out = tmp_path / "sheet.html"
    assert "special-3" in refused("worksheet", out, "--kind", "endgame")
    assert "1<=x<=3" in refused("worksheet", out, "--level", "4")
    assert "--seed" in refused("worksheet", out, "--seed", "seven")
    assert "[FILE] OUT" in refused("worksheet")
    assert "[FILE] OUT" in refused("worksheet", SAMPLE, out, out)
    assert ".pdf or .html" in refused("worksheet", tmp_path / "sheet.doc")
    assert ".pdf or .html" in refused("worksheet", SAMPLE)
    assert "FILE" in refused("worksheet", out, "--section", "Open")
    assert "no section named" in refused(
        "worksheet", SAMPLE, out, "--section", "Closed"
    )
    assert "no rules for 1850" in refused("worksheet", SAMPLE, out, "--rules", "1850")
    assert not out.exists()


def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folder.html"
    folder.mkdir()
    return folder


def test_files_that_give_no_exercise_are_one_line(tmp_path):
    out = tmp_path / "sheet.html"
    assert "missing.uscalc" in refused("worksheet", tmp_path / "missing.uscalc", out)
    broken = tmp_path / "broken.uscalc"
    broken.write_text("{", encoding="utf-8")
    assert "broken.uscalc" in refused("worksheet", broken, out)
    empty = tmp_path / "empty.uscalc"
    empty.write_text(event([]), encoding="utf-8")
    assert "omit FILE" in refused("worksheet", empty, out)
    pair = tmp_path / "pair.uscalc"
    pair.write_text(event(PAIR), encoding="utf-8")
    said = refused("worksheet", pair, out, "--kind", "special-7")
    assert "special-7" in said
    assert "omit FILE" in said
    contradicting = tmp_path / "contradicting.uscalc"
    both = [player(1, 1700, "W2"), player(2, 1600, "W1")]
    contradicting.write_text(event(both), encoding="utf-8")
    refused("worksheet", contradicting, out)
    assert not out.exists()
