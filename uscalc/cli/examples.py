"""Examples of the commands, which `--help` shows below the options."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import click

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "audit": (
            "uscalc audit crosstable.html",
            "uscalc audit crosstable.html --adopt corrected.uscalc",
            "uscalc audit results --carry --summary",
        ),
        "carry": ("uscalc carry autumn-open.uscalc next.uscalc --end-date 3/1/2026",),
        "convert": (
            "uscalc convert club-april.sjson club-april.uscalc --blanks-unrated",
            "uscalc convert autumn-open.uscalc crosstable.xlsx --order rating",
        ),
        "doctor": ("uscalc doctor",),
        "editions": (
            "uscalc editions",
            "uscalc editions autumn-open.uscalc --section Open",
        ),
        "explain": (
            "uscalc explain autumn-open.uscalc --player 1",
            "uscalc explain autumn-open.uscalc --player 1 --rules 2015",
            "uscalc explain autumn-open.uscalc --player 10 --full",
            "uscalc explain autumn-open.uscalc --player 12 --json",
        ),
        "forecast": (
            "uscalc forecast autumn-open.uscalc",
            "uscalc forecast autumn-open.uscalc --player 3 --target 1660",
        ),
        "guide": ("uscalc guide guide.html",),
        "lesson": (
            "uscalc lesson basics.pdf",
            "uscalc lesson autumn-open.uscalc handout.pdf --player 1 --handout",
        ),
        "list find": ("uscalc list find Knight", "uscalc list find 90000001"),
        "list import": ("uscalc list import supplement.csv --date 11/1/2025",),
        "list show": ("uscalc list show",),
        "plan": (
            "uscalc plan --rating 1780 --target 1800 --by June --against 1700",
            'uscalc plan --rating 1450/7 --target 1500 --by "6 months" '
            "--against 1400-1600",
        ),
        "rate": (
            "uscalc rate autumn-open.uscalc",
            "uscalc rate results --json --jobs 2",
        ),
        "report": (
            "uscalc report autumn-open.uscalc --check",
            "uscalc report autumn-open.uscalc upload --anyway",
        ),
        "schema": ("uscalc schema", "uscalc schema --trace"),
        "season": (
            "uscalc season results",
            "uscalc season results --csv season.csv",
        ),
        "sheets": (
            "uscalc sheets autumn-open.uscalc wall.html",
            "uscalc sheets autumn-open.uscalc wall.csv --order rating",
        ),
        "tour": ("uscalc tour pictures autumn-open.uscalc --size 1280x800",),
        "verify": ("uscalc verify trace.json",),
        "what-if": (
            "uscalc what-if autumn-open.uscalc --set 1:1=L",
            "uscalc what-if autumn-open.uscalc --rating 4=1850",
        ),
        "worksheet": (
            "uscalc worksheet practice.html",
            "uscalc worksheet autumn-open.uscalc answers.html --kind k --key",
        ),
    }
)
"""Command lines by command; tests run each of them."""


def add_examples(command: click.Command, name: str) -> None:
    """Add its examples to the help of a command, or of each command of a group."""
    if isinstance(command, click.Group):
        for inner, part in command.commands.items():
            add_examples(part, f"{name} {inner}")
    else:
        lines = "".join(f"\n  {line}" for line in EXAMPLES[name])
        command.epilog = f"\b\nExamples:{lines}"
