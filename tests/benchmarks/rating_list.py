"""A rating list of 100,000 invented members: importing it, and looking people up."""

import datetime as dt
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from tests.benchmarks.figures import Figure
from tests.ratinglist import list_files
from uscalc.ratinglist.importing import Order
from uscalc.ratinglist.lookup import Lookup
from uscalc.ratinglist.roles import Role
from uscalc.ratinglist.store import add_list, looking_up, shelf

MEMBERS = 100_000
ASKED = 400
IMPORT_SECONDS, ID_SECONDS, NAME_SECONDS, MEGABYTES = 20.0, 0.001, 0.020, 100
ROLES: tuple[Role, ...] = ("id", "name", "state", "expires", "R", "Q")
DAY = dt.date(2025, 11, 1)
IN_A_PROCESS = """
import datetime as dt, resource, sys
from pathlib import Path
from uscalc.ratinglist.importing import Order
from uscalc.ratinglist.store import add_list
file, folder = map(Path, sys.argv[1:])
roles = ("id", "name", "state", "expires", "R", "Q")
add_list(Order(file, file.name, roles, dt.date(2025, 11, 2)), folder)
used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(used / (1e6 if sys.platform == "darwin" else 1e3))
"""


def benchmarks() -> list[Figure]:
    """Import, look-ups and memory, each against its limit."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        file = list_files.write_dbf(folder / "TARATSUP.DBF", MEMBERS)
        plain, plain_seconds = _plain_table(folder / "plain.sqlite")
        begun = time.perf_counter()
        add_list(Order(file, file.name, ROLES, DAY), folder / "lists")
        taken = time.perf_counter() - begun
        figures = [
            Figure(
                f"import of a rating list of {MEMBERS:,} members, against a bare table",
                taken / plain_seconds,
                IMPORT_SECONDS / plain_seconds,
                taken,
                plain_seconds,
            )
        ]
        (one,) = shelf(folder / "lists").lists
        with looking_up(one) as lookup, closing(sqlite3.connect(plain)) as bare:
            figures += _look_ups(lookup, bare)
        if sys.platform != "win32":
            figures.append(_memory(file, folder / "again"))
        return figures


def _plain_table(path: Path) -> tuple[Path, float]:
    """The yardstick: the same members into a table with one key and nothing else."""
    rows = [
        (row["MEM_ID"], row["MEM_NAME"], row["R_LPB_RAT"], row["Q_LPB_RAT"])
        for row in list_files.members(MEMBERS)
    ]
    begun = time.perf_counter()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE m (id TEXT PRIMARY KEY, name, r, q)")
        connection.executemany("INSERT INTO m VALUES (?, ?, ?, ?)", rows)
        connection.commit()
    return path, time.perf_counter() - begun


def _look_ups(lookup: Lookup, bare: sqlite3.Connection) -> list[Figure]:
    chance = random.Random(4)
    ids = [str(90000000 + chance.randrange(MEMBERS)) for _ in range(ASKED)]

    def plain(member: str) -> object:
        return bare.execute("SELECT * FROM m WHERE id = ?", (member,)).fetchall()

    yardstick = _p95(plain, ids)
    names = [lookup.by_id(member)[0].name for member in ids]
    asked = (
        ("by ID", lookup.by_id, ids, ID_SECONDS),
        ("by name", lookup.search, names, NAME_SECONDS),
        (
            "by beginnings",
            lookup.search,
            [f"{n.split()[-1][:1]} {n[:2]}" for n in names],
            NAME_SECONDS,
        ),
        (
            "by name, one letter wrong",
            lookup.search,
            [_wrong(name, chance) for name in names],
            NAME_SECONDS,
        ),
    )
    figures = []
    for words, ask, texts, limit in asked:
        taken = _p95(ask, texts)
        figures.append(
            Figure(
                f"look-up {words} among {MEMBERS:,} members, p95, "
                "against a primary key",
                taken / yardstick,
                limit / yardstick,
                taken,
                yardstick,
            )
        )
    return figures


def _wrong(name: str, chance: random.Random) -> str:
    family, _, given = name.partition(", ")
    place = chance.randrange(len(family))
    return f"{family[:place]}{chance.choice('AEIOU')}{family[place + 1 :]} {given}"


def _p95(ask: Callable[[str], object], texts: Sequence[str]) -> float:
    times = []
    for text in texts:
        begun = time.perf_counter()
        ask(text)
        times.append(time.perf_counter() - begun)
    return statistics.quantiles(times, n=20)[-1]


def _memory(file: Path, folder: Path) -> Figure:
    """The most memory of a process that imports the list and does nothing else."""
    begun = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS, str(file), str(folder)],
        capture_output=True,
        text=True,
        check=True,
    )
    used = float(done.stdout)
    taken = time.perf_counter() - begun
    return Figure(
        f"memory of a process that imports the list ({used:.0f} MB of {MEGABYTES})",
        used / MEGABYTES,
        1.0,
        taken,
        taken,
    )
