"""The whole text of a derivation for each path, so that every change of words is visible.

To write the texts after an intended change, run `USCALC_WRITE_GOLDEN=1 pytest` on this
file, then read the difference.
"""

import os
from pathlib import Path

import pytest

from tests.explain.lessons import MORE, taught
from tests.explain.make import derive, rules_of
from tests.explain.reader import printed
from tests.explain.test_paths import PATHS
from uscalc.explain.lesson.model import Lesson
from uscalc.explain.lesson.words import describe_picture
from uscalc.report.lessons import prepare_basics_lesson

FOLDER = Path(__file__).with_name("derivations")
OTHER_RULES = {
    "standard": (
        *("2009", "2015", "2020", "2012-01-01", "2014-01-01", "2014-10-01"),
        "2025-09-01",
    ),
    "standard with bonus": ("2009", "2020", "2018-01-01", "2024-06-01"),
    "reduced k": ("2020", "2014-01-01"),
    "special on a knot": ("2015",),
    "ceiling": ("2020",),
    "match": ("2014-01-01", "2025-09-01"),
    **dict.fromkeys(("special", "peak floor", "title floor"), ("2025-09-01",)),
    "foreign": ("2015", "2024-06-01", "2025-09-01"),
    "foreign, youth": ("2024-06-01",),
    "unrated by age": ("2015", "2003-06-01", "2016-01-01"),
    "unrated from sources": ("2024-06-01", "2025-09-01"),
    "unrated by the office": ("2016-01-01", "2025-09-01"),
    "unrated infant": ("2025-09-01",),
    "unrated, nothing known": ("2009-12-01", "2016-01-01"),
    "unrated adult": ("2009", "2016-01-01"),
}
"""Editions, and days between them, under whose rules a path has another text."""
KEPT = [(p, edition) for p in PATHS for edition in ("2025", *OTHER_RULES.get(p, ()))]

ALONE = (
    *("standard, count unknown", "standard with bonus", "given floor", "ceiling"),
    *("floor above everything", "the highest peak floor", "earned floor", "special"),
    *("earned floor, past not known", "special across a plateau"),
    *("unrated, nothing known", "unrated on some games", "unrated on many games"),
)
LESSONS = [
    *((path, "2025") for path in (*ALONE, "standard", "a peak that is rounded")),
    *(("standard", "2012-01-01"), ("a peak that is rounded", "2009")),
]


def file_of(path: str, edition: str) -> Path:
    return FOLDER / f"{path.replace(',', '').replace(' ', '-')}-{edition}.txt"


def compare(text: str, kept: Path) -> None:
    if os.environ.get("USCALC_WRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def text_of_lesson(lesson: Lesson) -> str:
    slides = [
        f"{slide.key}: {asked.title}\n{asked.fact}\n{asked.text}\n"
        f"{describe_picture(asked)}\n"
        f"{slide.answer.right:g}: {slide.answer.text}\n{slide.answer.notes}\n"
        for slide in lesson.slides
        for asked in (slide.question,)
    ]
    return "\n".join(slides)


@pytest.mark.parametrize(("path", "edition"), KEPT)
def test_the_text_equals_the_golden_text(path, edition):
    text = printed(derive(PATHS[path](rules_of(edition)))) + "\n"
    compare(text, file_of(path, edition))


@pytest.mark.parametrize(("path", "edition"), LESSONS)
def test_a_lesson_has_its_golden_text(path, edition):
    made = taught("", (PATHS | MORE)[path](rules_of(edition)), 0)
    compare(text_of_lesson(made.lesson), file_of(f"lesson {path}", edition))


def test_lessons_on_ratings_and_kept_texts_are_complete():
    compare(text_of_lesson(prepare_basics_lesson()), file_of("lesson", "basics"))
    lessons = [(f"lesson {path}", edition) for path, edition in LESSONS]
    kept = [*KEPT, *lessons, ("lesson", "basics")]
    assert set(FOLDER.iterdir()) == {file_of(*names) for names in kept}
