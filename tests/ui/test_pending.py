"""Pending text belongs to a field of a player: every place, every deed.

A tenth of the cases is drawn with a seed; `python tests/pending.py` runs all of them.
"""

import os
import random
from collections import defaultdict
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.pending_cases import Case, cases, check
from tests.ui.pending_places import PLACES, event
from uscalc.formats.native import save_event
from uscalc.ui.main_window import MainWindow

SEED = 19
ALL = os.environ.get("USCALC_PENDING") == "all"


def drawn() -> dict[str, list[Case]]:
    """The cases to run, by the place where one types."""
    found = list(cases())
    if not ALL:
        found = random.Random(SEED).sample(found, len(found) // 10)
    by_place = defaultdict(list)
    for case in found:
        by_place[case.place].append(case)
    return by_place


CASES = drawn()


@pytest.mark.parametrize("place", PLACES)
def test_what_is_half_typed_lands_on_its_own_whatever_is_done_next(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, place: str
) -> None:
    save_event(event(False, False), tmp_path / "other.uscalc")
    wrong = []
    for case in CASES[place]:
        found = check(qtbot, window, tmp_path, case)
        wrong += [f"{case}: {what}" for what in found]
    assert wrong == [], "\n".join(wrong)
