"""Broken figures of how games came out fail when they are read, with file and row."""

from pathlib import Path

import pytest

from uscalc.resources import get_resource_path
from uscalc.rules.chances import load_chance_model, read_chance_models
from uscalc.rules.values import RuleDataError

TEXT = (get_resource_path("rules") / "chances.toml").read_text(encoding="utf-8")


def read(folder: Path, text: str) -> str:
    """What reading says of a text."""
    path = folder / "chances.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleDataError) as caught:
        read_chance_models(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("span = 1000", "span = 0", "fit 1: span: 0 must be greater than 0"),
        ("span = 1000", "", "fit 1: span: missing"),
        ("span = 1000", "span = 1000\nspam = 1", "fit 1: spam: unknown key"),
        ("drawn_fall = 0.48", 'drawn_fall = "0.48"', "fit 1: drawn_fall: '0.48'"),
        ("0.42, 0.52]", "0.42]", "fit 1: weight: [-0.25, 0.42] isn't a list of three"),
        (
            "up_to = 8",
            "up_to = 2",
            "fit 1, few_games: the rows must be in ascending order",
        ),
        ("[84.7, 84.5]", "[84.7]", "isn't a pair of numbers"),
        ("\n[[fit]]\n", "\n[[fits]]\n", "fit"),
    ],
)
def test_a_row_that_is_wrong(tmp_path, old, new, said):
    assert old in TEXT
    found = read(tmp_path, TEXT.replace(old, new, 1))
    assert found.startswith("chances.toml")
    assert said in found


def test_without_a_fit(tmp_path):
    assert read(tmp_path, "fit = []\n") == "chances.toml: no fit found"


def test_a_later_fit_is_new_rows_and_takes_over(tmp_path):
    path = tmp_path / "chances.toml"
    later = TEXT.replace("2026-11-22", "2031-01-02").replace("1000", "1234", 1)
    path.write_text(TEXT + later, encoding="utf-8")
    fits = read_chance_models(path)
    assert fits[0] == load_chance_model()
    assert (fits[-1].date.year, fits[-1].span) == (2031, 1234)
    assert "must come before newer fits" in read(tmp_path, later + TEXT)
