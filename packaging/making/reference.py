"""Makes the help's reference pages from the tables of the program itself."""

from collections.abc import Iterable, Iterator
from functools import partial

import click

from making.notebooks import NOTEBOOK_PAGES, make_notebook_page
from making.python_api import make_python_api_page
from uscalc.checked import LONGEST_SHORT_LIST
from uscalc.cli.commands import load_commands
from uscalc.document.cells import MOST_GAMES, describe_entry, parse_cell
from uscalc.document.facts.table import FACTS
from uscalc.formats.every import READERS
from uscalc.ui.theme.menu_text import strip_menu_marks
from uscalc.ui.window.room import WINDOW_COMMANDS
from uscalc.ui.window.shortcuts import EVERYWHERE, IN_THE_TABLE, ON_THE_BOARDS

CELLS = (
    *("W12", "D12", "L12", "W12b", "B", "H", "U", "X12", "F12", "?12", "?1400-1600"),
    *("N12", "R12", "S12", "Z12"),
)
"""An example of each result that a cell can hold."""
FACT_TITLES = {
    "Document": "Event",
    "EventReport": "Rating report: event",
    "Section": "Section",
    "SectionReport": "Rating report: section",
    "Player": "Player",
    "RatingFacts": "Ratings of a player",
    "PrizeFloor": "Prize floor",
    "MatchNetChanges": "Earlier matches",
    "OfficialStartingRating": "US Chess starting rating",
    "ForeignRating": "FIDE rating",
    "PublishedRating": "Published rating",
}


def make_cell_codes_page() -> str:
    """Returns the codes of the crosstable's cells, and the keys that act on them."""
    return _join_paragraphs(
        "# Cell codes and keys",
        "Type results in the crosstable the way they are written on a wall chart. The "
        "opponent's cell is filled in too. Capital and small letters are the same.",
        "## Codes",
        _make_table(("Code", "Meaning"), ((_code(c), _describe(c)) for c in CELLS)),
        "The letter `w` or `b` after the number is the color of this player. In a cell "
        "with a pairing, type only the result: `w`, `l` or `d`. To change the opponent, "
        "type a number after the letter. Two results in one cell are separated by `|`.",
        "If two cells contradict each other, both are kept and marked: see "
        "[Fix conflicting results](fix-conflicts.md).",
        "## Ratings",
        "Type *Pre* and *Games* the way they are printed: `1450`, `1450/12` for a rating "
        "based on 12 games, `unr` for an unrated player. `26+` in *Games* means that the "
        "number of games is missing, and the player is assumed to be established.",
        "## Dates",
        "Type a date as `11/22/2026`, `11-22-26`, `Nov 22 2026` or `2026-11-22`. In "
        "numbers the month comes first.",
        "## Keys in the crosstable",
        _make_table(("Keys", "What they do"), IN_THE_TABLE),
        "## Keys in Results",
        _make_table(("Keys", "What they do"), ON_THE_BOARDS),
    )


def make_shortcuts_page() -> str:
    """Returns every command of the window with its keys."""
    commands = [
        (", ".join(c.keys), strip_menu_marks(c.text), c.hint) for c in WINDOW_COMMANDS
    ]
    return _join_paragraphs(
        "# Shortcuts",
        "Press Ctrl+K and type part of a command's name to run any of these. On a Mac, "
        "Ctrl is the Command key.",
        "## With keys",
        _make_table(("Keys", "Command", "What it does"), (c for c in commands if c[0])),
        _make_table(("Keys", "What they do"), EVERYWHERE),
        "The keys of the crosstable and of Results are on "
        "[their own page](cell-codes.md).",
        "## By name, with Ctrl+K",
        _make_table(("Command", "What it does"), (c[1:] for c in commands if not c[0])),
    )


def make_formats_page() -> str:
    """Returns the formats that the program reads and writes."""
    return _join_paragraphs(
        "# File formats",
        "uscalc recognizes a file by its content, not by its name. Open a file with "
        "Ctrl+O, drop it on the window, or name it on the command line.",
        "## Formats that uscalc reads",
        _make_table(
            ("Format", "Largest file"),
            ((one.name, f"{one.limit / 1_000_000:g} MB") for one in READERS),
        ),
        "A zip file or a folder with one of these is read too. Workbooks of the older "
        "kind (`.xls`) and SwissSys sections (`.S1C` and so on) need the package `xlrd`, "
        "which the installers include.",
        "A SwissSys or WinTD file stays linked: see "
        "[Import a SwissSys or WinTD file](import-pairing-file.md).",
        "## Changes while reading a file",
        "The import log names every value that isn't imported as the file has it, for "
        "example an unreadable birth date, a skipped line or an assumed date. You find it",
        "- in *Problems* (F8), under **Import notes**, until you close the event\n"
        "- in `uscalc convert FILE OUT.uscalc --json` and `uscalc rate FILE --json`, "
        "under `import`\n"
        "- in Python, in `uscalc.read(FILE).problems`",
        "Each entry has the section, the player's pairing number if there is one, the "
        "message, and a code: `changed`, `assumed`, `left-out`, or that of a warning. "
        "Spaces at the ends of a text, and another program's way of writing results, "
        "aren't changes.",
        "## Formats that uscalc writes",
        _make_table(
            ("For", "Formats"),
            (
                ("the event", "`.uscalc`: see [The event file](event-file.md)"),
                (
                    "other programs",
                    "`.csv`, `.xlsx`, `.json`, `.trf`: see [Export an event](export-event.md)",
                ),
                ("wall charts and standings", "PDF, web page, `.xlsx`, `.csv`"),
                ("the rating report", "three `.DBF` files"),
                ("derivations", "text, web page, JSON"),
                ("charts", "PNG, SVG, PDF"),
                ("lessons", "PDF"),
                ("worksheets", "PDF, web page"),
            ),
        ),
    )


def make_commands_page() -> str:
    """Returns every command of the command line with its options."""
    return _join_paragraphs(
        "# Commands and options",
        "This page shows the output of `uscalc COMMAND --help` for each command. For examples see "
        "[Use the command line](command-line.md).",
        *(
            text
            for path, found in _iterate_commands()
            for text in _describe_command(path, found)
        ),
    )


def make_event_file_page() -> str:
    """Returns the keys of the event file."""
    return _join_paragraphs(
        "# The event file",
        "An event is a file `*.uscalc`: JSON text that other programs can read and "
        "write. `uscalc schema` prints its JSON Schema, which is exact about types and "
        "bounds. A missing key has its default value. An event has at most "
        f"{LONGEST_SHORT_LIST} sections of at most {LONGEST_SHORT_LIST} rounds, and a "
        f"player at most {MOST_GAMES} games in a round.",
        *(
            text
            for owner, facts in FACTS.items()
            for text in (
                f"## {FACT_TITLES[owner.__name__]}",
                _make_table(
                    ("Key", "Meaning"),
                    (
                        (f"`{fact.file_key or fact.key}`", fact.meaning)
                        for fact in facts
                        if fact.meaning
                    ),
                ),
            )
        ),
    )


REFERENCE_PAGES = {
    "cell-codes.md": make_cell_codes_page,
    "shortcuts.md": make_shortcuts_page,
    "formats.md": make_formats_page,
    "command-line-options.md": make_commands_page,
    "event-file.md": make_event_file_page,
    "python-api.md": make_python_api_page,
    **{
        page: partial(make_notebook_page, name) for page, name in NOTEBOOK_PAGES.items()
    },
}
"""The maker of each page, by its file."""


def _describe(text: str) -> str:
    cell = parse_cell(text)
    if not isinstance(cell, tuple):
        raise ValueError(f"{text}: {cell.reason}")
    (entry,) = cell
    color = {"w": ", as White", "b": ", as Black", None: ""}[entry.color]
    alone = ", rated for this player only" if entry.one_sided else ""
    return f"{describe_entry(entry)}{color}{alone}"


def _iterate_commands() -> Iterator[tuple[str, click.Command]]:
    """Yields every command that has a help page, with its words."""
    for name, command in sorted(load_commands().commands.items()):
        if isinstance(command, click.Group):
            for part, inner in sorted(command.commands.items()):
                yield f"{name} {part}", inner
        elif not command.hidden:
            yield name, command


def _describe_command(path: str, command: click.Command) -> tuple[str, ...]:
    context = click.Context(command, info_name=f"uscalc {path}")
    usage = " ".join(command.collect_usage_pieces(context))
    records = [
        record
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None
        and record[1]
        and "--help" not in record[0]
    ]
    parts = (
        f"## uscalc {path}",
        " ".join((command.help or "").split()),
        f"    uscalc {path} {usage}",
        *(
            (_make_table(("Option", "Meaning"), ((_code(o), m) for o, m in records)),)
            if records
            else ()
        ),
    )
    return parts


def _code(text: str) -> str:
    return f"`{text}`"


def _make_table(heads: tuple[str, ...], rows: Iterable[Iterable[str]]) -> str:
    lines = [heads, ("---",) * len(heads), *rows]
    return "\n".join(
        f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines
    )


def _join_paragraphs(*paragraphs: str) -> str:
    return "\n\n".join(paragraphs) + "\n"
