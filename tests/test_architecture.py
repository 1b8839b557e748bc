"""docs/architecture.md agrees with the folders and the contracts of the program.

The page is compared with the program, and with a copy that has one more room and one
more format, because adding these must not make the page wrong.
"""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

import uscalc
from tests.made_up import changed_copy

ROOT: Final = Path(uscalc.__file__).resolve().parent.parent
PAGE: Final = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=["as it is", "changed"])
def program(request, tmp_path_factory) -> Path:
    if request.param == "as it is":
        return ROOT
    return changed_copy(tmp_path_factory.mktemp("changed") / "program")


def folders_of(program: Path) -> set[str]:
    top = program / "uscalc"
    found = set()
    for init in top.glob("*/**/__init__.py"):
        folder = init.parent
        is_room = folder.parent.name == "ui" and (folder / "room.py").exists()
        is_format = folder.parent.name == "formats" and (folder / "reader.py").exists()
        if not (is_room or is_format):
            found.add(folder.relative_to(top).as_posix())
    return found


def test_the_page_lists_the_real_folders_layers_and_names(program):
    listed = re.findall(r"^\| `([\w/]+)` \|", PAGE, re.MULTILINE)
    assert listed == sorted(listed)
    assert set(listed) == folders_of(program)
    with (program / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = (c["layers"] for c in contracts if c.get("containers") == ["uscalc"])
    lines = re.search(r"```\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    assert [re.split(r"  +", line)[0] for line in lines] == layers
    paths = set(re.findall(r"`((?:[\w.]+/)+[\w.]*)`", PAGE)) - {"packaging/"}
    assert len(paths) > 20
    for path in paths:
        places = (program / path, program / "uscalc" / path)
        assert any(place.exists() for place in places), path
    sources = "\n".join(
        path.read_text(encoding="utf-8") for path in program.glob("uscalc/**/*.py")
    )
    for name in re.findall(r"`([A-Z]\w+|[a-z]+_[a-z_]+)`", PAGE):
        assert re.search(rf"\b{name}\b", sources), name
