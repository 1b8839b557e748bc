"""A supplement of 100,000 invented members: the import, and looking up members."""

import datetime as dt
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from tests.cli.running import run_python
from tests.ratinglist import list_files
from tests.tools.benchmarks.figures import Figure, milliseconds, ratio
from uscalc.ratinglist.importing import ImportOrder
from uscalc.ratinglist.lookup import MemberLookup
from uscalc.ratinglist.roles import Role
from uscalc.ratinglist.store import add_list, load_lists, open_lookup

MEMBERS = 100_000
ASKED = 400
IMPORT_TIMES, ID_MILLISECONDS, NAME_MILLISECONDS, MEGABYTES = 30.0, 1.0, 20.0, 100
ROLES: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")
DAY = dt.date(2025, 11, 1)
IN_A_PROCESS = """
import datetime as dt, sys
from pathlib import Path
from tests.used_memory import peak
from uscalc.ratinglist.importing import ImportOrder
from uscalc.ratinglist.store import add_list
file, folder = map(Path, sys.argv[1:])
roles = ("id", "name", "state", "expires", "R", "Q")
add_list(ImportOrder(file, file.name, roles, dt.date(2025, 11, 2)), folder)
print(peak())
"""


def benchmarks() -> list[Figure]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        file = list_files.write_dbf(folder / "TARATSUP.DBF", MEMBERS)
        plain_seconds = _plain_table(folder / "plain.sqlite")
        begun = time.perf_counter()
        add_list(ImportOrder(file, file.name, ROLES, DAY), folder / "lists")
        taken = time.perf_counter() - begun
        name = f"import of a rating list of {MEMBERS:,} members, against a bare table"
        figures = [ratio(name, taken, plain_seconds, IMPORT_TIMES)]
        (one,) = load_lists(folder / "lists").lists
        with open_lookup(one) as lookup:
            figures += _look_ups(lookup)
        if sys.platform != "win32":
            figures.append(_memory(file, folder / "again"))
        return figures


def _plain_table(path: Path) -> float:
    """Insert the same members into a table with one key, as the yardstick."""
    rows = [
        (row["MEM_ID"], row["MEM_NAME"], row["R_LPB_RAT"], row["Q_LPB_RAT"])
        for row in list_files.members(MEMBERS)
    ]
    begun = time.perf_counter()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE m (id TEXT PRIMARY KEY, name, r, q)")
        connection.executemany("INSERT INTO m VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    return time.perf_counter() - begun


def _look_ups(lookup: MemberLookup) -> list[Figure]:
    chance = random.Random(4)
    ids = [str(90000000 + chance.randrange(MEMBERS)) for _ in range(ASKED)]

    names = [lookup.find_by_id(member)[0].name for member in ids]
    asked = {
        "by ID": ids,
        "by name": names,
        "by beginnings": [f"{n.split()[-1][:1]} {n[:2]}" for n in names],
        "by name, one letter wrong": [_wrong(name, chance) for name in names],
    }
    figures: list[Figure] = []
    for words, texts in asked.items():
        ask, limit = lookup.search_members, NAME_MILLISECONDS
        if texts is ids:
            ask, limit = lookup.find_by_id, ID_MILLISECONDS
        name = f"look-up {words} among {MEMBERS:,} members"
        figures += milliseconds(name, _times(ask, texts), limit)
    return figures


def _wrong(name: str, chance: random.Random) -> str:
    family, _, given = name.partition(", ")
    place = chance.randrange(len(family))
    return f"{family[:place]}{chance.choice('AEIOU')}{family[place + 1 :]} {given}"


def _times(ask: Callable[[str], object], texts: Sequence[str]) -> list[float]:
    times = []
    for text in texts:
        begun = time.perf_counter()
        ask(text)
        times.append((time.perf_counter() - begun) * 1e3)
    return times


def _memory(file: Path, folder: Path) -> Figure:
    done = run_python("-c", IN_A_PROCESS, file, folder)
    name = "memory of a process that imports the list"
    return Figure(name, float(done.stdout), MEGABYTES, "MB")
