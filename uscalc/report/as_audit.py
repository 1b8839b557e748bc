"""The audit for programs and for a terminal."""

import dataclasses
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.document.queries.audit import Audited
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import change, rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import printable


def audit_json(rows: Sequence[Audited]) -> Json:
    """Every published rating beside the computed one, and how many agree."""
    return {
        "published": len(rows),
        "exact": sum(row.agrees for row in rows),
        "within_one": sum(abs(row.off) <= 1 for row in rows),
        "differences": [dataclasses.asdict(row) for row in rows if not row.agrees],
    }


def audit_parts(title: str, rows: Sequence[Audited]) -> Iterator[RenderableType]:
    """A line that counts, and a table of the differences."""
    exact = sum(row.agrees for row in rows)
    near = sum(abs(row.off) <= 1 for row in rows)
    yield Text(
        f"{title}: {exact} of {len(rows)} published ratings come out exactly, "
        f"{near} within one point."
    )
    differing = [row for row in rows if not row.agrees]
    if not differing:
        return
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in ("#", "Name", "", "Computed", "Published", "Off", "Likely cause"):
        right = name in ("#", "Computed", "Published", "Off")
        table.add_column(name, justify="right" if right else "left")
    for row in differing:
        table.add_row(
            str(row.number),
            Text(printable(row.name)),
            SYSTEM_NAMES[row.system],
            rating(row.computed),
            rating(row.published),
            change(row.off),
            Text(f"{row.cause}; settled by {row.settle}"),
        )
    yield table
