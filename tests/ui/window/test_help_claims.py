"""The claims of the help pages are true: keys, labels, options, messages, folders."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import pytest
from platformdirs.macos import MacOS

from uscalc.cli.commands import load_commands
from uscalc.document.cells import BadCell, parse_cell
from uscalc.report.help_pages import read_contents, read_page
from uscalc.resources import get_help_path
from uscalc.ui.session.folders import Folders
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.shortcuts import EVERYWHERE, IN_THE_TABLE, ON_THE_BOARDS
from uscalc.ui.window.views import SPACES

ROOT: Final = Path(__file__).resolve().parents[3]
MADE_FROM_DATA: Final = ("documents.md", "glossary.md", "command-line-options.md")
PAGES: Final = {
    page.name: read_page(page.name)
    for page in read_contents()
    if page.name not in MADE_FROM_DATA
}
PICTURE: Final = re.compile(
    r"!\[([^\]]*)\]\(pictures/([\w-]+)\.png\)\n\n\*(.+)\*$", re.M
)
KEY: Final = re.compile(
    r"(?<![\w+])(?:(?:Ctrl|Alt|Shift)\+)+"
    r"(?:F\d+|PgUp|PgDown|Del|Ins|Left|Right|Enter|[A-Z]\b|[0-9+,-])|\bF\d{1,2}\b"
)
KEYS_OF_VIEWS: Final = {
    *(f"Alt+{digit}" for digit in range(1, 6)),
    *("Alt+I", "Alt+C", "Alt+G", "Ctrl+Enter", "Shift+Enter"),
}
"""Keys that a view or a panel handles itself; the tests of each view try them."""


@pytest.fixture(autouse=True)
def recipes(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    yield
    for name in list(sys.modules):
        if name.split(".")[0] in ("making", "help_pictures"):
            del sys.modules[name]


@pytest.fixture(scope="module")
def texts() -> set[str]:
    """Return all texts of the program, as they are on the screen."""
    found: set[str] = set()
    for path in (ROOT / "uscalc").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(re.sub("&(?=[A-Za-z])", "", node.value))
    return found


@pytest.fixture(scope="module")
def all_text(texts: set[str]) -> str:
    return "\n".join(texts)


def strip_pictures(text: str) -> str:
    return PICTURE.sub("", text)


@pytest.mark.parametrize("page", PAGES)
def test_a_key_beside_a_command_is_its_key_and_every_key_does_something(page):
    keys = {strip_menu_marks(spec.text): spec.keys for spec in WINDOW_COMMANDS}
    claims = re.findall(r"\*([^*\n]+)\* \(((?:Ctrl|Alt|Shift|F\d)[^)]*)\)", PAGES[page])
    for name, key in claims:
        assert key in keys[strip_menu_marks(name)], name
    known = {key for spec in WINDOW_COMMANDS for key in spec.keys} | KEYS_OF_VIEWS
    for listed, _ in (*EVERYWHERE, *IN_THE_TABLE, *ON_THE_BOARDS):
        known |= set(KEY.findall(listed))
    assert set(KEY.findall(strip_pictures(PAGES[page]))) <= known


@pytest.mark.parametrize("page", PAGES)
def test_every_label_in_italics_is_a_text_of_the_program(page, texts):
    text = re.sub(r"\*\*.+?\*\*|`[^`\n]*`", "", strip_pictures(PAGES[page]))
    labels = set(re.findall(r"(?<![*\w])\*([^*\n|]+)\*(?![*\w])", text))
    assert labels <= texts | {strip_menu_marks(text) for text in texts}


def test_a_command_that_asks_is_named_with_its_dots():
    asking = {strip_menu_marks(c.text) for c in WINDOW_COMMANDS if "…" in c.text}
    for name, text in PAGES.items():
        for label in re.findall(r"\*([^*\n]+)\*", text):
            assert label not in asking, (name, label)


@pytest.mark.parametrize("page", PAGES)
def test_every_quoted_message_is_one_of_the_program(page, all_text):
    for message in re.findall(r'\*\*"([^"]+)"\*\*', PAGES[page]):
        for part in message.split("…"):
            assert part.strip() in all_text, message


def list_options(command: click.Command) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts}


@pytest.mark.parametrize("page", PAGES)
def test_every_option_is_one_of_its_command_or_of_some_command(page):
    text, commands = PAGES[page], load_commands().commands
    fenced = re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S)
    lines = [x for kind, block in fenced if not kind for x in block.splitlines()]
    lines += re.findall(r"`(uscalc [^`\n]+)`", text)
    for line in lines:
        name, *rest = line.partition("uscalc ")[2].split() or [""]
        if not name or name == "COMMAND":
            continue
        options = {word for word in rest if re.match(r"--\w", word)}
        assert options <= list_options(commands[name]) | {"--help"}, line
    known = set().union(*map(list_options, commands.values())) | {"--help"}
    assert set(re.findall(r"`(--[\w-]+)`", text)) <= known


def test_every_choice_of_printing_is_one_of_its_command():
    sheets = {p.opts[0]: p for p in load_commands().commands["sheets"].params}
    for option, values in re.findall(
        r"\| `(--\w+)` \| ((?:`\w+`(?: \([\w ]+\))?(?:, |;))*`\w+`)",
        PAGES["print-options.md"],
    ):
        choices = sheets[option].type.to_info_dict()["choices"]
        assert re.findall(r"`(\w+)`", values) == list(choices), option


@pytest.mark.parametrize("page", PAGES)
def test_every_result_in_code_can_be_typed(page):
    for code in re.findall(r"`([wdlxfWDLXF]\d+[wb]?|\?\d[\d-]*)`", PAGES[page]):
        assert not isinstance(parse_cell(code), BadCell), code


def test_the_table_of_spaces_is_that_of_the_window():
    assert re.findall(
        r"^\| ([^|]+) \| (Ctrl\+\d) \| [^|]+ \| ([^|]+) \|$", PAGES["window.md"], re.M
    ) == [
        (space.title, f"Ctrl+{place}", ", ".join(view.title for view in space.views))
        for place, space in enumerate(SPACES, start=1)
    ]


def test_every_folder_and_file_of_the_program_is_where_the_page_has_it(monkeypatch):
    page = PAGES["file-locations.md"]
    monkeypatch.setenv("HOME", "/home/ann")
    rows = dict(re.findall(r"^\| (State|Settings|Data) \| (.+) \|$", page, re.M)[:3])
    apple = MacOS("uscalc", appauthor=False)
    folders = Folders.find_usual({"HOME": "/home/ann"})
    for name, linux, mac in (
        ("State", folders.state, apple.user_state_dir),
        ("Settings", folders.config, apple.user_config_dir),
        ("Data", folders.data, apple.user_data_dir),
    ):
        wanted = [str(linux), r"%LOCALAPPDATA%\uscalc", mac]
        listed = [cell.strip("` ") for cell in rows[name].split("|")]
        if sys.platform.startswith("linux"):
            assert [cell.replace("~", "/home/ann") for cell in listed] == wanted
    inside = set(
        re.findall(r"^\| (?:State|Settings|Data) \| `([\w.]+)` \|", page, re.M)
    )
    paths = (folders.journals, folders.backups, folders.locks, folders.sheets)
    paths += (folders.walls, folders.lists, folders.settings)
    assert inside == {path.name for path in paths} | {"uscalc.log"}


def test_the_pages_made_from_the_program_are_fresh():
    from making.reference import REFERENCE_PAGES

    for name, make_page in REFERENCE_PAGES.items():
        assert read_page(name) == make_page(), "run python packaging/help_pages.py"


def test_every_picture_has_a_recipe_alt_text_and_a_caption_with_its_numbers():
    from help_pictures import PICTURES
    from uscalc.ui.window.tour import RECIPES

    made = {picture.name: picture for picture in PICTURES}
    shown = [found for text in PAGES.values() for found in PICTURE.findall(text)]
    assert len(shown) == sum(text.count("](pictures/") for text in PAGES.values()) - 1
    assert {name for _, name, _ in shown} == set(made)
    assert {path.stem for path in get_help_path("pictures").glob("*.png")} == set(made)
    assert {one.recipe for one in PICTURES} <= {recipe.name for recipe in RECIPES}
    for alt, name, caption in shown:
        assert len(alt) > 20
        numbers = re.findall(r"\((\d)\)", caption)
        assert len(numbers) == len(made[name].callouts), name
        assert numbers == sorted(numbers)
