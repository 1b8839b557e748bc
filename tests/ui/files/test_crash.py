"""A window that is killed loses no edit older than a second, and no file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.ui.crashing import number_in
from uscalc.formats import open_event
from uscalc.formats.native.journal import journals, read_snapshot

KILLS = 50
SEED = 20251109
OLD = 1.0
ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="there is no killing and forking here"
)


@pytest.fixture(scope="session")
def killed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """What fifty windows had done when they were killed."""
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tests.ui.crashing",
            str(tmp_path_factory.mktemp("killed")),
            str(KILLS),
            str(SEED),
        ],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def kept(folder: Path) -> int:
    """The last edit that can be had back. Fails on a file that cannot be read."""
    numbers = [0]
    for journal in journals(folder / "own" / "journals"):
        numbers += map(number_in, read_snapshot(journal).past.documents)
    event = folder / "event.uscalc"
    if event.exists():
        numbers.append(number_in(open_event(event).document))
    return max(numbers)


@pytest.mark.xdist_group("crash")
def test_no_edit_older_than_a_second_is_lost(killed: list[dict[str, Any]]) -> None:
    assert len(killed) == KILLS
    lost = []
    for one in killed:
        had = kept(Path(one["folder"]))
        old = [n for n, at in one["edits"] if at < one["killed"] - OLD]
        if old and old[-1] > had:
            lost.append((one["folder"], old[-1], had))
    assert lost == []


@pytest.mark.xdist_group("crash")
def test_undo_and_redo_come_back_as_they_were(killed: list[dict[str, Any]]) -> None:
    """The journal is a state that was, and no older one than a second ago."""
    met, untold = set(), 0
    for one in killed:
        folder = Path(one["folder"])
        for journal in journals(folder / "own" / "journals"):
            past = read_snapshot(journal).past
            found = {
                "edits": [number_in(document) for document in past.documents],
                "names": list(past.names),
                "place": past.place,
                "saved": past.saved,
            }
            states = [state for state, _ in one["states"]]
            old = [s for s, at in one["states"] if at < one["killed"] - OLD]
            if found in states:
                last = max(i for i, state in enumerate(states) if state == found)
                assert last >= len(old) - 1
            else:
                # What was done last may have been kept, and then not told any more.
                untold += 1
            met.add((past.place > 2, past.place < len(past.names), past.saved))
    assert untold <= 2
    assert sum(many for many, _, _ in met) > 1
    assert any(undone for _, undone, _ in met)
    assert len({saved for _, _, saved in met}) > 2


@pytest.mark.xdist_group("crash")
def test_the_kills_met_windows_at_work(killed: list[dict[str, Any]]) -> None:
    edits = [len(one["edits"]) for one in killed]
    assert sum(count > 0 for count in edits) > KILLS // 2
    assert sum(edits) > 3 * KILLS
    ages = [one["killed"] - one["edits"][0][1] for one in killed if one["edits"]]
    assert sum(age > OLD for age in ages) > KILLS // 5
    kinds = {(Path(one["folder"]) / "event.uscalc").exists() for one in killed}
    assert kinds == {True, False}
