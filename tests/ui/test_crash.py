"""A window that is killed loses no edit older than a second, and no file."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from uscalc.formats import open_event
from uscalc.formats.journal import journals, read_snapshot

KILLS = 50
SEED = 20251109
OLD = 1.0
ROOT = Path(__file__).parents[2]

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


def number_in(document: Any) -> int:
    """Which edit a document is from; 0 before the first."""
    name = document.sections[0].players[0].name
    return int(name.split()[1]) if name.startswith("edit ") else 0


def kept(folder: Path) -> int:
    """The last edit that can be had back. Fails on a file that cannot be read."""
    numbers = [0]
    for journal in journals(folder / "own" / "journals"):
        numbers.append(number_in(read_snapshot(journal).document))
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
def test_the_kills_met_windows_at_work(killed: list[dict[str, Any]]) -> None:
    edits = [len(one["edits"]) for one in killed]
    assert sum(count > 0 for count in edits) > KILLS // 2
    assert sum(edits) > 3 * KILLS
    ages = [one["killed"] - one["edits"][0][1] for one in killed if one["edits"]]
    assert sum(age > OLD for age in ages) > KILLS // 5
    kinds = {(Path(one["folder"]) / "event.uscalc").exists() for one in killed}
    assert kinds == {True, False}
