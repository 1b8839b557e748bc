"""The twelve usual changes of docs/changing.md, each made in a copy of the program.

The page is right: exactly the named files change, and the result appears where the page
says.
"""

import json
import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import pytest

from tests.cli.running import run_python
from tests.made_up import CHANGES, ROOM, ROOT, changed_copy

TEXT: Final = (ROOT / "docs" / "changing.md").read_text(encoding="utf-8")
PARTS: Final = {
    int(number): (title, body)
    for number, title, body in re.findall(
        r"^## (\d+)\. ([^\n]+)\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL
    )
}
WINDOW: Final = pytest.mark.skipif(find_spec("PySide6") is None, reason="needs Qt")
COLUMN, VIEW, FACT, TRIED = 2, 4, 11, 12
SAMPLE: Final = "resources/samples/autumn-open.uscalc"


def files_named(number: int, what: str) -> set[str]:
    line = re.search(rf"^{what}: (.*)$", PARTS[number][1], re.MULTILINE)
    return set() if line is None else set(re.findall(r"`([^`]+)`", line[1]))


def run(tree: Path, *command: str) -> str:
    environment = {
        **{name: None for name in os.environ if name.startswith("QT_")},
        **{"PYTHONPATH": str(tree), "QT_QPA_PLATFORM": "offscreen"},
        **{"NO_COLOR": "1", "COLUMNS": "200"},
    }
    done = run_python(*command, cwd=tree, seconds=300, **environment)
    assert done.returncode in (0, 1), done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def uscalc(tree: Path, *arguments: str) -> str:
    return run(tree, "-m", "uscalc", *arguments)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tree = changed_copy(tmp_path_factory.mktemp("changed") / "program")
    place = run(tree, "-c", "import uscalc; print(uscalc.__file__)")
    assert place.startswith(str(tree))
    return tree


@pytest.fixture(scope="module")
def shown(tree: Path) -> Any:
    return json.loads(run(tree, str(ROOT / "tests" / "made_up_window.py")))


def test_there_are_twelve_changes_and_most_need_few_files():
    assert list(PARTS) == list(range(1, 13))
    assert PARTS.keys() == CHANGES.keys()
    for number, most in ((COLUMN, 2), (VIEW, 2), (FACT, 2), (TRIED, 4)):
        assert len(CHANGES[number].touched) <= most
    assert not CHANGES[TRIED].files


@pytest.mark.parametrize("number", PARTS)
def test_a_change_touches_the_files_that_the_page_names(number):
    added = {path.replace("<room>", ROOM) for path in files_named(number, "Add")}
    assert files_named(number, "Change") == CHANGES[number].touched
    assert added == CHANGES[number].files.keys()
    named = re.findall(r"`([\w./-]+/[\w./-]+)`", PARTS[number][1])
    assert named
    for path in named:
        assert (ROOT / path).exists(), path


def test_every_name_on_the_page_exists_in_the_program():
    sources = "\n".join(path.read_text("utf-8") for path in ROOT.glob("uscalc/**/*.py"))
    words = set(re.findall(r"\w+", sources)) | {"pyproject", "toml"}
    for _, body in PARTS.values():
        for owner, name in re.findall(r"`(?:(\w+)\.)?([A-Za-z]\w+)`", body):
            assert {owner, name} - {""} <= words, name


def test_an_added_format_and_edition_are_used(tree):
    rated = json.loads(uscalc(tree, "rate", SAMPLE, "--rules", "2026", "--json"))
    assert rated["sections"][0]["ratings"][0]["rules"]["edition"] == "2026"
    assert "2026" in uscalc(tree, "editions")
    slip = tree / "slip.txt"
    slip.write_text("SLIP\nCloud, Ann\nDrizzle, Bo\n", encoding="utf-8")
    uscalc(tree, "convert", str(slip), str(tree / "slip.uscalc"))
    written = json.loads((tree / "slip.uscalc").read_text(encoding="utf-8"))
    names = [player["name"] for player in written["sections"][0]["players"]]
    assert names == ["Cloud, Ann", "Drizzle, Bo"]
    said = uscalc(tree, "rate", SAMPLE).splitlines()
    lines = [line for line in said if "weather" in line]
    assert lines
    for line in lines:
        assert re.match(r"Assumed: \d+ unknown weathers could change \d+ ratings", line)
    said = " ".join(uscalc(tree, "explain", SAMPLE, "--player", "12", "--full").split())
    assert "The search comes to rest, because" in said
    rated = json.loads(uscalc(tree, "rate", SAMPLE, "--json"))
    rules = rated["sections"][0]["ratings"][0]["rules"]
    assert rules["bonus_multiplier"] == 2
    assert rules["overridden"] == ["bonus_multiplier"]
    pytest.importorskip("importlinter")
    code = (
        "import sys; from importlinter.cli import lint_imports; "
        "sys.exit(lint_imports(no_cache=True))"
    )
    assert "0 broken" in run(tree, "-c", code)


def test_an_added_fact_is_read_written_merged_and_checked(tree):
    event = json.loads((tree / SAMPLE).read_text(encoding="utf-8"))
    player = event["sections"][0]["players"][0]
    player["club"] = "Rook House"
    (tree / "club.uscalc").write_text(json.dumps(event), encoding="utf-8")
    uscalc(tree, "convert", "club.uscalc", "again.uscalc")
    again = json.loads((tree / "again.uscalc").read_text(encoding="utf-8"))
    assert again["sections"][0]["players"][0]["club"] == "Rook House"
    assert "club" not in again["sections"][0]["players"][1]
    code = "from uscalc.formats.native.models import make_event_schema; print(make_event_schema())"
    said = json.loads(run(tree, "-c", code))["$defs"]["Player"]["properties"]["club"]
    assert said["description"] == "The club; default unknown."
    assert said["anyOf"] == [{"type": "string"}, {"type": "null"}]
    code = (
        "from uscalc.formats.opened import FormatError\n"
        "from uscalc.formats.native.reader import read_event\n"
        "from uscalc.resources import get_resource_path\n"
        "data = get_resource_path('samples', 'autumn-open.uscalc').read_bytes()\n"
        'data = data.replace(b\'{"number": 2,\', b\'{"number": 2, "club": 7,\', 1)\n'
        "try:\n    read_event(data)\nexcept FormatError as error:\n    print(error)\n"
    )
    assert "player 2, club: 7 isn't text. Write it in quotation marks" in run(
        tree, "-c", code
    )
    code = (
        "from msgspec.structs import replace\nfrom uscalc.document.merge.merge import merge_file\n"
        "from uscalc.formats import open_event\nfrom uscalc.resources import get_resource_path\n"
        "base = open_event(get_resource_path('samples', 'autumn-open.uscalc')).document\n"
        "section = base.sections[0]\nfirst, second, *others = section.players\n"
        "def having(one, two):\n"
        "    players = (replace(first, club=one), replace(second, club=two), *others)\n"
        "    sections = (replace(section, players=players), *base.sections[1:])\n"
        "    return replace(base, sections=sections)\n"
        "found = merge_file(having('Mine', None), having('Theirs', 'New'), base, 'it')\n"
        "print([p.club for p in found.edit.document.sections[0].players[:2]])\n"
        "print(*found.findings, sep='\\n')\n"
    )
    printed = run(tree, "-c", code)
    assert "['Mine', 'New']" in printed
    assert 'The club is "Mine" here and "Theirs" in the linked file' in printed


@WINDOW
def test_a_column_is_headed_painted_read_sorted_and_followed(shown):
    assert (shown["heading"], shown["hint"]) == ("Won", "Games won so far")
    wins = [int(text) for text in shown["wins"]]
    assert wins[:4] == [2, 2, 1, 3]
    assert shown["accessible"] == "Won of Castle, Ada: 2"
    assert shown["painted"] > 4
    by_wins = sorted(wins, reverse=True)
    assert [int(text) for text in shown["sorted"]] == by_wins != wins
    assert shown["after a win"] == "3"


@WINDOW
def test_a_view_a_command_and_a_question_are_found_everywhere(shown):
    for place in ("tabs", "space-reportMenu", "palette"):
        assert "Rain" in shown[place]
    assert shown["shown"] is True
    assert shown["picture"] > 8
    for place in ("playersMenu", "cellMenu", "palette"):
        assert "Count players" in shown[place]
    assert "Whether it rained on each board" in shown["shortcuts"]
    assert "Say how many players the section has" in shown["shortcuts"]
    assert shown["told"] == "Counted: twelve or so"
    assert shown["asked"] == "Did it rain?"


@WINDOW
def test_a_fact_is_typed_and_a_rating_before_the_event_is_tried(shown):
    hint = "The chess club that the player is from."
    assert shown["fact"] == ["Club", hint, "not known"]
    assert shown["fact typed"] == ["Rook House", "Rook House"]
    assert re.fullmatch(r"Player \d+: club", shown["edit"])
    words, direction, real, tried = shown["tried"]
    assert (words, direction) == ("Try 100 points more", 1)
    assert 50 < tried - real < 150
    before, after = shown["applied"]
    assert after == before + 100
    assert shown["applied name"] == f"What if: player 1, rating {after:g}"


@WINDOW
def test_a_font_size_reaches_the_paper(tree):
    code = (
        "from uscalc.ui.printing.plan import lay_out\nfrom PySide6.QtGui import QGuiApplication\n"
        "app = QGuiApplication([])\nfrom uscalc.formats import open_event\n"
        "from uscalc.resources import get_resource_path\n"
        "from uscalc.rules.resolve import resolve_rules\n"
        "from uscalc.document.rate.whole import rate_document\n"
        "from uscalc.report.wall.model import make_wall_sheets\n"
        "event = open_event(get_resource_path('samples', 'autumn-open.uscalc')).document\n"
        "pages = lay_out(make_wall_sheets(rate_document(event, resolve_rules)), big=True)\n"
        "texts = [item for item in pages[0].items if hasattr(item, 'face')]\n"
        "print(max(text.face.size for text in texts))\n"
    )
    assert run(tree, "-c", code).strip() == "720"
