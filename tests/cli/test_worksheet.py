"""uscalc worksheet: exercises for a class, and every reason why they can't be made."""

import csv
import io
import json
import re
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PageObject, PdfReader

from tests.cli.running import (
    PAIR,
    SAMPLE,
    WITHOUT_QT,
    event,
    player,
    refused,
    run,
    run_python,
)
from tests.made_files.samples import made
from tests.pdf_text import page_texts
from tests.report.wall.read import Shown

pytestmark = pytest.mark.skipif(
    find_spec("PySide6") is None, reason="a PDF is painted by Qt"
)


def made_sheet(*args: object) -> None:
    done = run("worksheet", *args)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("kind", ["all", "special-3", "two-passes"])
def test_every_kind_is_written_and_has_its_answers(tmp_path, kind):
    out, key = tmp_path / "sheet.html", tmp_path / "key.html"
    made_sheet(out, "--kind", kind, "--level", 2)
    made_sheet(key, "--kind", kind.upper(), "--level", 2, "--key")
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


def test_a_section_gives_its_own_names_and_figures(tmp_path):
    out = tmp_path / "sheet.html"
    made_sheet(SAMPLE, out, "--kind", "special-7")
    sheet = out.read_text("utf-8")
    assert "Autumn Open, Open, Regular." in sheet
    assert "Fianchetto, Tom" in sheet
    made_sheet(SAMPLE, out, "--kind", "expectation", "--level", 1, "--force")
    ratings = re.findall(r"<td><bdi>(\d+)</bdi></td>", out.read_text("utf-8"))
    assert {rating[-2:] for rating in ratings} == {"00"}


def test_pdfs_are_made_without_a_display_on_both_paper_sizes(tmp_path):
    for paper, size in (("letter", {612, 792}), ("a4", {595, 842})):
        out = tmp_path / f"{paper}.pdf"
        done = run(*("worksheet", out, "--kind", "k", "--paper", paper), DISPLAY="")
        assert (done.returncode, done.stderr) == (0, "")
        assert paper_of(PdfReader(out).pages[0]) == size
        assert "K, the value of a point" in page_texts(out.read_bytes())[0]


def test_the_same_seed_gives_the_same_worksheet(tmp_path):
    found = []
    for name, seed in (("a", 7), ("b", 7), ("c", 8)):
        out = tmp_path / f"{name}.pdf"
        made_sheet(out, "--kind", "bonus", "--seed", seed)
        found.append(page_texts(out.read_bytes()))
    assert found[0] == found[1] != found[2]


def test_a_wrong_request_gives_one_line_with_the_fix(tmp_path):
    out = tmp_path / "sheet.html"
    for words, said in (
        ((out, "--kind", "endgame"), "special-3"),
        *(((out, "--level", "4"), "1<=x<=3"), ((out, "--seed", "seven"), "--seed")),
        *(((), "[FILE] OUT"), ((SAMPLE, out, out), "[FILE] OUT")),
        *(((tmp_path / "sheet.doc",), ".pdf or .html"), ((SAMPLE,), ".pdf or .html")),
        ((out, "--section", "Open"), "FILE"),
        ((SAMPLE, out, "--section", "Closed"), "no section named"),
        ((SAMPLE, out, "--rules", "1850"), "no rules for 1850"),
        ((tmp_path / "missing.uscalc", out), "missing.uscalc"),
    ):
        assert said in refused("worksheet", *words)
    assert not out.exists()


def test_files_that_give_no_exercise_are_one_line(tmp_path):
    file, out = tmp_path / "event.uscalc", tmp_path / "sheet.html"
    both = [player(1, 1700, "W2"), player(2, 1600, "W1")]
    for text, said, kind in (
        ("{", "event.uscalc", "all"),
        (event([]), "omit FILE", "all"),
        (event(PAIR), "special-7", "special-7"),
        (event(PAIR), "omit FILE", "special-7"),
        (event(both), "event.uscalc", "all"),
    ):
        file.write_text(text, encoding="utf-8")
        assert said in refused("worksheet", file, out, "--kind", kind)
    assert not out.exists()


def made_lesson(*args: object) -> None:
    done = run("lesson", *args)
    assert (done.returncode, done.stdout) in ((0, ""), (1, "")), done.stderr


def test_each_question_is_a_page_and_each_answer_the_next(tmp_path):
    out = tmp_path / "slides.pdf"
    made_lesson(SAMPLE, out, "--player", 12)
    texts = page_texts(out.read_bytes())
    assert len(texts) == 18
    assert paper_of(PdfReader(out).pages[0]) == {960, 540}
    asked, told = texts[0::2], texts[1::2]
    for before, after in zip(asked, told, strict=True):
        assert len(after) > len(before)
    step_4 = next(i for i, text in enumerate(asked) if text.startswith("Step 4"))
    assert "1765" not in asked[step_4]
    assert "1765: the expected score there is 3.5 out of 5." in told[step_4]


def test_a_handout_reveals_nothing(tmp_path):
    handout = tmp_path / "handout.pdf"
    made_lesson(SAMPLE, handout, "--player", 12, "--handout", "--paper", "a4")
    assert paper_of(PdfReader(handout).pages[0]) == {595, 842}
    said = " ".join(page_texts(handout.read_bytes()))
    assert said.count("The answer, and why") == 7
    assert "Name" in said
    for figure in ("663.52", "1685", "1765", "1761.95", "1762", "1981", "115"):
        assert figure not in said.split(), figure
    assert "____" in said
    assert "Where will the first rating be?" not in said
    assert "solve for a new one" not in said


def test_notes_have_question_answer_and_what_to_say(tmp_path):
    out = tmp_path / "notes.pdf"
    made_lesson(out, "--notes")
    said = " ".join(page_texts(out.read_bytes()))
    assert said.count("Answer:") == len(PdfReader(out).pages) * 3 - 1
    assert "lose on purpose" in said
    assert "How ratings work: notes" in said
    assert "Made-up players." in said


def test_a_lesson_without_a_file_is_about_how_ratings_work_in_large_type(tmp_path):
    out = tmp_path / "slides.pdf"
    made_lesson(out)
    texts = page_texts(out.read_bytes())
    assert len(texts) == 16
    assert texts[0].startswith("The meaning of a rating")
    assert "76" not in texts[0].split()
    assert "About 76:" in texts[1]
    sizes: list[float] = []
    for page in PdfReader(out).pages:
        height = float(page.mediabox.height)

        def measure(text, cm, tm, _font, size, height=height) -> None:
            if text.strip():
                sizes.append(size * abs(tm[3] * cm[3] or tm[3]) / height)

        page.extract_text(visitor_text=measure)
    assert len(sizes) > 100
    # The PDF writer rounds a little.
    assert min(sizes) >= 1 / 20 - 1e-3


def test_a_player_is_named_by_section_and_needs_a_rated_game(tmp_path):
    out = tmp_path / "o.pdf"
    file = two_sections(tmp_path, player(3, 1500.0, "U"))
    said = refused("lesson", file, out, "--player", 1)
    assert 'select one with --section: 1 "Open", 2 "Reserve"' in said
    said = refused("lesson", file, out, "--player", 3, "--section", "Open")
    assert "player 3 has no rated game" in said
    assert not out.exists()
    made_lesson(file, out, "--player", 1, "--section", "Reserve")
    assert "Player 1" in page_texts(out.read_bytes())[0]


def test_a_wrong_call_gets_one_line(tmp_path):
    for args, said in (
        ((), "give the output file"),
        (("a", "b", "c"), "give the output file"),
        (("slides.html",), "end the name in .pdf"),
        (("slides",), "end the name in .pdf"),
        (("o.pdf", "--handout", "--notes"), "not both"),
        (("o.pdf", "--paper", "a4"), "applies only with --handout or --notes"),
        (("o.pdf", "--player", "3"), "--player applies only with FILE"),
        (("o.pdf", "--rules", "2020"), "--rules applies only with FILE"),
        (("o.pdf", "--end-date", "2025-01-01"), "applies only with FILE"),
        ((SAMPLE, "o.pdf"), "no player given; use --player"),
        ((SAMPLE, "o.pdf", "--player", "99"), "no rated section has player 99"),
        ((SAMPLE, "o.pdf", "--player", "x"), "--player"),
        ((SAMPLE, "o.pdf", "--player", "1", "--rules", "1999"), "1999"),
        ((SAMPLE, "o.pdf", "--player", "1", "--section", "no"), "no"),
        (("not there.uscalc", "o.pdf", "--player", "1"), "not there.uscalc"),
    ):
        whole = [
            tmp_path / str(one) if str(one).endswith((".pdf", ".html")) else one
            for one in args
        ]
        assert said in refused("lesson", *whole)
        assert list(tmp_path.iterdir()) == []


def two_sections(tmp_path: Path, *others: object) -> Path:
    """Write an event of two sections with the same numbers, outside the folder of outputs."""
    whole = json.loads(event([*PAIR, *others]))
    whole["sections"].append({**whole["sections"][0], "name": "Reserve"})
    file = tmp_path / "event.uscalc"
    file.write_text(json.dumps(whole))
    return file


SECTIONS = ("Open I", "Open II", "Under 1000", "Under 700", "Under 400", "Extra game")


def run_sheets(*args: object, anew: tuple[str, ...] = ()) -> tuple[int, str]:
    none = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
    call = partial(run_python, *anew) if anew else run
    done = call("sheets", *args, **none)
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_a_real_event_of_six_sections_becomes_six_sheets(tmp_path):
    event = made("swisssys", "golden-autumn.sjson")
    for name in ("wall.pdf", "wall.html", "wall.xlsx", "wall.csv"):
        code, said = run_sheets(event, tmp_path / name, "--blanks-unrated")
        # Missing Quick ratings are findings.
        assert (code, said.count("\n")) == (1, 5)
    shown = Shown((tmp_path / "wall.html").read_text("utf-8"))
    assert tuple(shown.texts("h1")) == SECTIONS
    table = (tmp_path / "wall.csv").read_text("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    assert tuple(dict.fromkeys(row["Section"] for row in rows)) == SECTIONS
    extra = [row for row in rows if row["Section"] == "Extra game" and row["No."]]
    assert all(row["Regular after"] and row["Quick after"] for row in extra)
    assert tuple(load_workbook(tmp_path / "wall.xlsx").sheetnames) == SECTIONS
    text = "\n".join(page_texts((tmp_path / "wall.pdf").read_bytes()))
    names = [row["Name"] for row in rows if row["No."]]
    assert len(names) > 150
    assert all(name in text for name in (*SECTIONS, *names, "Unofficial"))


def paper_of(page: PageObject) -> set[int]:
    return {round(float(page.mediabox.width)), round(float(page.mediabox.height))}


def test_options_choose_section_paper_and_type(tmp_path):
    wall = tmp_path / "wall.pdf"
    assert run_sheets(SAMPLE, wall, "--paper", "a4", "--big")[0] == 0
    big = PdfReader(wall).pages
    assert paper_of(big[0]) == {595, 842}
    assert len(big) > 1
    assert run_sheets(SAMPLE, wall, "--section", "open", "--force")[0] == 0
    (normal,) = PdfReader(wall).pages
    assert paper_of(normal) == {612, 792}
    page = tmp_path / "one.html"
    for words, said in (
        (("--section", "Closed"), 'no section named "Closed"'),
        (("--player", "99"), "no rated section has a player 99"),
    ):
        assert said in refused("sheets", SAMPLE, page, *words)
    assert run_sheets(SAMPLE, page, "--player", "12") == (0, "")
    assert "Fianchetto, Tom" in page.read_text("utf-8")
    assert run_sheets(SAMPLE, tmp_path / "one.pdf", "--player", "12") == (0, "")
    assert "Step 5" in "".join(page_texts((tmp_path / "one.pdf").read_bytes()))


@pytest.mark.parametrize("name", ["wall.html", "wall.csv", "wall.xlsx"])
def test_everything_but_pdf_is_written_without_qt(tmp_path, name):
    out = tmp_path / name
    assert run_sheets(SAMPLE, out, anew=("-c", WITHOUT_QT)) == (0, "")
    assert out.stat().st_size > 500


def test_impossible_sheets_are_refused_with_a_fix(tmp_path):
    out = tmp_path / "wall.pdf"
    code, said = run_sheets(SAMPLE, out, anew=("-c", WITHOUT_QT))
    assert code == 2
    assert "PySide6-Essentials" in said
    assert "write .html" in said
    assert not out.exists()
    for out, words in (
        (tmp_path / "wall.doc", "end the name in .pdf, .html, .xlsx, .csv"),
        (tmp_path / "missing" / "wall.html", "can't be written"),
        (tmp_path, "end the name in"),
    ):
        assert words in refused("sheets", SAMPLE, out)
