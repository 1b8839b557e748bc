"""A killed window loses nothing that was in its journal, and no file.

`python tests/tools/crash.py KILLS` kills more windows, and measures what is lost.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run_python

KILLS = 4
SEED = 1

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="there is no killing and forking here"
)


@pytest.fixture(scope="session")
def killed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """Return what some killed windows recovered, and what was wrong with it."""
    folder = tmp_path_factory.mktemp("killed")
    done = run_python(
        *("-m", "tests.ui.crashing", folder, KILLS, SEED), cwd=ROOT, seconds=600
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_saved_work_is_restored_completely_with_its_undo_steps(killed):
    assert len(killed) == KILLS
    assert [(one["how"], wrong) for one in killed for wrong in one["wrong"]] == []


def test_the_kills_met_windows_at_work(killed):
    assert sum(one["states"] for one in killed) > 3 * KILLS
    assert any(one["journalled"] for one in killed)
    assert any(one["offered"] for one in killed)
    assert any(one["how"] == "from outside" for one in killed)
    assert any(one["orphans"] for one in killed)
