"""uscalc lesson: slides, handout and notes, and every way in which they cannot be made."""

import json
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.running import PAIR, SAMPLE, event, player, refused, run
from tests.pdf_text import page_texts

pytestmark = pytest.mark.skipif(
    find_spec("PySide6") is None, reason="a PDF is painted by Qt"
)


def made(*args: object) -> subprocess.CompletedProcess[str]:
    done = run("lesson", *args)
    assert (done.returncode, done.stdout) in ((0, ""), (1, "")), done.stderr
    return done


def test_pages_handouts_and_notes_have_their_parts(tmp_path):
    out = tmp_path / "slides.pdf"
    made(SAMPLE, out, "--player", 12)
    pages = PdfReader(out).pages
    texts = page_texts(out.read_bytes())
    assert len(texts) == 18
    box = pages[0].mediabox
    assert (round(float(box.width)), round(float(box.height))) == (960, 540)
    asked, told = texts[0::2], texts[1::2]
    for before, after in zip(asked, told, strict=True):
        assert len(after) > len(before)
    step_4 = next(i for i, text in enumerate(asked) if text.startswith("Step 4"))
    assert "1765" not in asked[step_4]
    assert "1765: the expected score there is 3.5 out of 5." in told[step_4]
    slides, handout = tmp_path / "slides.pdf", tmp_path / "handout.pdf"
    made(SAMPLE, slides, "--player", 12)
    made(SAMPLE, handout, "--player", 12, "--handout", "--paper", "a4")
    pages = PdfReader(handout).pages
    assert round(float(pages[0].mediabox.width)) == 595
    said = " ".join(page_texts(handout.read_bytes()))
    assert said.count("The answer, and why") == 7
    assert "Name" in said
    # Nor those that the next question is built on.
    for figure in ("663.52", "1685", "1765", "1761.95", "1762", "1981", "115"):
        assert figure not in said.split(), figure
    assert "____" in said
    # What later questions answer is asked by the slides alone.
    assert "Where will the first rating be?" not in said
    assert "solve for a new one" not in said
    out = tmp_path / "notes.pdf"
    made(out, "--notes")
    said = " ".join(page_texts(out.read_bytes()))
    assert said.count("Answer:") == len(PdfReader(out).pages) * 3 - 1
    assert "lose on purpose" in said
    assert "How ratings work: notes" in said
    assert "Made-up players." in said


def test_type_in_the_file_is_a_twentieth_of_the_page(tmp_path):
    out = tmp_path / "slides.pdf"
    made(out)
    sizes: list[float] = []
    for page in PdfReader(out).pages:
        height = float(page.mediabox.height)

        def measure(text, cm, tm, _font, size, height=height) -> None:
            if text.strip():
                sizes.append(size * abs(tm[3] * cm[3] or tm[3]) / height)

        page.extract_text(visitor_text=measure)
    assert len(sizes) > 100
    # The writer rounds a little.
    assert min(sizes) >= 1 / 20 - 1e-3


def test_a_lesson_without_a_file_is_repeatable_and_a_file_needs_a_clear_player(
    tmp_path,
):
    out = tmp_path / "basics.pdf"
    made(out)
    texts = page_texts(out.read_bytes())
    assert len(texts) == 16
    assert texts[0].startswith("The meaning of a rating")
    assert "76" not in texts[0].split()
    assert "About 76:" in texts[1]
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    for out in (one, other):
        made(out)
    assert page_texts(one.read_bytes()) == page_texts(other.read_bytes())
    file, out = two_sections(tmp_path), tmp_path / "o.pdf"
    said = refused("lesson", file, out, "--player", 1)
    assert 'select one with --section: 1 "Open", 2 "Reserve"' in said
    assert not out.exists()
    made(file, out, "--player", 1, "--section", "Reserve")
    assert "Player 1" in page_texts(out.read_bytes())[0]
    file = two_sections(tmp_path, player(3, 1500.0, "U"))
    said = refused(
        "lesson", file, tmp_path / "o.pdf", "--player", 3, "--section", "Open"
    )
    assert "player 3 has no rated game" in said


@pytest.mark.parametrize(
    ("args", "said"),
    [
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
    ],
)
def test_a_wrong_call_gets_one_line(tmp_path, args, said):
    whole = [
        tmp_path / str(one) if str(one).endswith((".pdf", ".html")) else one
        for one in args
    ]
    assert said in refused("lesson", *whole)
    assert list(tmp_path.iterdir()) == []


def two_sections(tmp_path: Path, *others: object) -> Path:
    """An event of two sections with the same numbers, outside the folder of outputs."""
    whole = json.loads(event([*PAIR, *others]))
    whole["sections"].append({**whole["sections"][0], "name": "Reserve"})
    file = tmp_path / "event.uscalc"
    file.write_text(json.dumps(whole))
    return file
