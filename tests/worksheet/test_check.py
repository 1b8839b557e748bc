"""What is said of a typed figure."""

import pytest

from uscalc.worksheet.model import ExerciseBlank, judge_answer

BLANK = ExerciseBlank("e0", "E", "expectation", 1.2367, 2, "Add.", "0.64 + 0.5967")
LOSS = ExerciseBlank("gain0", "Change", "gain", -19.23, 1, "Times K.", "", signed=True)


@pytest.mark.parametrize(
    ("typed", "judged"),
    [
        ("1.24", "right"),
        ("1,24", "right"),
        (" 1.237 ", "right"),
        ("1.23", "near"),
        ("1.2", "near"),
        ("1", "near"),
        ("1.4", "wrong"),
        ("-1.24", "wrong"),
        ("", "unread"),
        ("one", "unread"),
        ("1.2.4", "unread"),
        ("\N{SUPERSCRIPT TWO}", "unread"),
        ("nan", "unread"),
        ("1e400", "unread"),
        ("9" * 400, "unread"),
        ("9" * 15, "wrong"),
        (".", "unread"),
    ],
)
def test_a_figure_is_right_to_the_digits_asked(typed, judged):
    assert judge_answer(BLANK, typed).judged == judged


def test_signs_are_checked_and_verdicts_reveal_nothing():
    for typed in ("-19.2", "\N{MINUS SIGN}19.2", "\N{EN DASH}19.2"):
        assert judge_answer(LOSS, typed).judged == "right"
    assert "sign" in judge_answer(LOSS, "19.2").words
    for typed in ("1.23", "1.2", "5", "x", "-1.24"):
        assert "1.24" not in judge_answer(BLANK, typed).words
