"""The text of a derivation for each path, kept whole: a change of words is seen.

To write them anew after a change that is wanted: `USCALC_WRITE_GOLDEN=1 pytest` on this
file, then read the difference.
"""

import os
from pathlib import Path

import pytest

from tests.engine.make import rules
from tests.explain.make import told
from tests.explain.reader import printed
from tests.explain.test_paths import PATHS
from tests.shared_data import load_cases

FOLDER = Path(__file__).with_name("derivations")
KEPT = load_cases("test_derivations", "kept")


@pytest.mark.parametrize(("path", "edition"), KEPT)
def test_the_text_is_the_one_that_was_read(path: str, edition: str) -> None:
    text = printed(told(PATHS[path](rules(edition)))) + "\n"
    name = f"{path.replace(',', '').replace(' ', '-')}-{edition}.txt"
    kept = FOLDER / name
    if os.environ.get("USCALC_WRITE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        kept.write_text(text, encoding="utf-8")
    assert text == kept.read_text(encoding="utf-8")


def test_no_kept_text_is_left_over() -> None:
    wanted = {
        f"{path.replace(',', '').replace(' ', '-')}-{edition}.txt"
        for path, edition in KEPT
    }
    assert {path.name for path in FOLDER.iterdir()} == wanted
