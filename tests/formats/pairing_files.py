"""Invented tournaments as pairing programs save them: SwissSys files and workbooks."""

import datetime as dt
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

from openpyxl import Workbook

from tests.build import require

Json = dict[str, Any]


def sjson_player(number: int, *results: str, **more: Any) -> Json:
    """Return a player; `more` are fields, with underscores for the spaces in their names."""
    value: Json = {
        "Pair number": number,
        "Rating": 1500 + number,
        "Results": list(results),
        "Name": f"Inventa, Player{number}",
        "ID": f"{90000000 + number}",
    }
    value |= {key.replace("_", " "): field for key, field in more.items()}
    return {key: field for key, field in value.items() if field is not None}


def sjson_section(*players, name="Open", time_control="G/90;d5", **more) -> Json:
    return {
        "Section name": name,
        "Type": 0,
        "Section time control": time_control,
        "Players": list(players),
        **{key.replace("_", " "): field for key, field in more.items()},
    }


def sjson(*sections: Json, **overview: Any) -> bytes:
    """Return a whole tournament; a field of the overview given as None is left out."""
    head: Json = {
        "Program": "SwissSys",
        "Version": 11.7,
        "Tournament title": "Lantern Open",
        "Tournament time controls": "G/60;d5",
        "Starting date": "2025-05-03",
        "Ending date": "2025-05-04",
    }
    head |= {key.replace("_", " "): field for key, field in overview.items()}
    head = {key: field for key, field in head.items() if field is not None}
    return json.dumps({"Overview": head, "Sections": list(sections)}).encode()


PAIR: Sequence[Json] = (
    sjson_player(1, "+;2;W;1;2;2;0", "=;2;B;1;2;2;0"),
    sjson_player(2, "-;1;B;1;1;1;0", "=;1;W;1;1;1;0"),
)


def workbook(sheets, change=lambda made: None) -> bytes:
    made = Workbook()
    made.remove(require(made.active))
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    change(made)
    held = io.BytesIO()
    made.save(held)
    return held.getvalue()


def old_workbook(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """Return the same as a workbook of the older type."""
    import xlwt

    made = xlwt.Workbook()
    day = xlwt.easyxf(num_format_str="YYYY-MM-DD")
    for name, rows in sheets.items():
        sheet = made.add_sheet(name)
        for i, row in enumerate(rows):
            for j, value in enumerate(row):
                if isinstance(value, dt.date):
                    sheet.write(i, j, value, day)
                elif value is not None:
                    sheet.write(i, j, value)
    held = io.BytesIO()
    made.save(held)
    return held.getvalue()


ROUND_SETTINGS: Sequence[Sequence[Any]] = (
    ("Tournament title", "Lantern Open"),
    ("Section name", "Open"),
    ("Time control", "G/90;d5"),
    ("Starting date", dt.date(2025, 5, 3)),
    ("Ending date", dt.date(2025, 5, 4)),
    ("Final round", 4),
)


def swisssys_round(players, results, settings=ROUND_SETTINGS) -> bytes:
    """Return a section after a round, on SwissSys's three sheets."""
    return old_workbook({"Settings": settings, "Players": players, "Results": results})


ROUND_PLAYERS: Sequence[Sequence[Any]] = (
    ("Pair", "Name", "ID", "Rating", "State"),
    (1, "Inventa, Ada", 90000001, "1403/5", "NY"),
    (2.0, "Inventa, Béa", "90000002", 1500.0, "NY"),
)
ROUND_RESULTS: Sequence[Sequence[Any]] = (
    ("Pair", "Rd 1", "Rd 2"),
    (2, "-;1;B;1;1;1;0", "D1w"),
    (1, "+;2;W;1;2;2;0", "D2b"),
)
