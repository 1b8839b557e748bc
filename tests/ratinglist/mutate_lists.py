"""Seeded mutations of supplements: imported or refused, and nothing is left behind.

Run `python -m tests.ratinglist.mutate_lists --count N` for any number of mutations.
"""

import argparse
import datetime as dt
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.formats.mutate import MOST_MEMORY, SLOWEST, mutant
from tests.formats.report_files import zipped
from tests.ratinglist import list_files as lists
from tests.used_memory import peak
from uscalc.formats.opened import FormatError
from uscalc.ratinglist.importing import ImportOrder, import_list
from uscalc.ratinglist.roles import ROLE_NAMES, Role
from uscalc.ratinglist.store import ListError, open_lookup, read_about
from uscalc.ratinglist.understand import ListAnalysis, analyze_file

DAY = dt.date(2025, 11, 1)
MEMBERS = [*lists.members(12), lists.member(1, MEM_NAME="O'BRIENNA, ÉVA-LYNN")]
LARGE = 20_000_000
"""The unpacked size of a bomb in bytes; packed, it is a thousand times smaller."""


def bases() -> dict[str, bytes]:
    """Return a small list in each format."""
    return {
        "dbf": lists.dbf(MEMBERS),
        "second form": lists.dbf(MEMBERS, lists.SECOND_FORM),
        "combined": lists.dbf(MEMBERS, lists.COMBINED),
        "zip": zipped({"A.DBF": lists.dbf(MEMBERS), "b.txt": b"notes"}),
        "tsv": lists.tsv(MEMBERS).encode(),
        "utf-16": lists.tsv(MEMBERS, lists.COMBINED).encode("utf-16"),
    }


def extremes() -> dict[str, bytes]:
    """Return files that need more resources than any list does."""
    whole = lists.dbf(MEMBERS)
    head = b"MEM_ID\tMEM_NAME\tREGULAR\n"
    return {
        "four billion records": whole[:4] + b"\xff" * 4 + whole[8:],
        "four billion bytes": whole[:8] + b"\xff" * 4 + whole[12:],
        "records of no width": whole[:10] + b"\0\0" + whole[12:],
        "no header": whole[:8] + b"\0\0" + whole[10:],
        "bomb": zipped({"A.DBF": whole[:32] + bytes(LARGE)}),
        "bomb of text": zipped({"A.txt": head + b"1\tA\t1500\n" * (LARGE // 9)}),
        "many files": zipped({f"{i}.DBF": b"\3" for i in range(2000)}),
        "zip in zip": zipped({"b.zip": zipped({"A.DBF": whole})}),
        "a million tabs": head + b"\t" * 1_000_000,
        "long cells": head + b"1\t" + b"x" * 60_000 + b"\t1500\n",
        "many titles": b"\t".join(b"MEM_NAME" for _ in range(5000)) + b"\n1\t2\n",
        "no line ends": head.strip() + b"\t1" * 1_000_000,
        "empty lines": head + b"\n" * 500_000,
        "zeros": bytes(3_000_000),
        "tabs and zeros": b"\t\0" * 1_000_000,
        "words of marks": head + "90000001\t{}\t1500\n".format("'" * 5000).encode(),
        "combining": head + ("1\ta" + "\u0301" * 20_000 + "\t1500\n").encode(),
    }


def problem(content: bytes, folder: Path) -> str | None:
    """Return the problem with how a list is handled; None if there is none."""
    file, lists_folder = folder / "list.dat", folder / "lists"
    file.write_bytes(content)
    begun = time.process_time()
    try:
        _take(file, lists_folder)
    except FormatError as error:
        if "\n" in str(error) or not error.remedy:
            return f"a refusal that says too little: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    taken = time.process_time() - begun
    if lists_folder.is_dir() and any(lists_folder.iterdir()):
        return f"left behind: {[path.name for path in lists_folder.iterdir()]}"
    return f"it took {taken:.1f} s" if taken > SLOWEST else None


def _take(file: Path, folder: Path) -> None:
    """Import a list with any answers, look up members in it, and remove it."""
    understood = analyze_file(file)
    imported = import_list(
        ImportOrder(file, understood.table, _answers(understood), DAY), folder
    )
    try:
        with open_lookup(read_about(imported.file)) as lookup:
            for entry in lookup.search_members("a b")[:3]:
                lookup.find_by_id(entry.id)
            lookup.search_members("invemta")
    except ListError as error:
        raise AssertionError(f"imported, then {error}") from error
    finally:
        imported.file.unlink(missing_ok=True)


def _answers(understood: ListAnalysis) -> tuple[Role | None, ...]:
    """Return the roles that the titles name, and unused roles for other columns."""
    free = [role for role in ROLE_NAMES if role not in understood.roles]
    wanted: list[Role] = ["id", "name", "R", "Q"]
    order: list[Role] = [role for role in wanted if role in free]
    answers = iter(order)
    return tuple(role or next(answers, "unused") for role in understood.roles)


def run(count: int, seed: int = 1) -> list[str]:
    """Return the problems of this many mutants of every base in turn, and of the extremes."""
    found = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, content in extremes().items():
            if wrong := problem(content, folder):
                found.append(f"{name}: {wrong}")
        every = list(bases().items())
        for i in range(count):
            name, content = every[i % len(every)]
            changed = mutant({"a": content}, random.Random(seed * 1_000_003 + i))["a"]
            if wrong := problem(changed, folder):
                found.append(f"{name}, mutation {i} of seed {seed}: {wrong}")
    if peak() > MOST_MEMORY:
        found.append(f"the process took {peak()} MB")
    return found


def main() -> int:
    """Run as many mutations as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.process_time()
    found = run(options.count, options.seed)
    print("\n".join(found) or "nothing found")
    taken = time.process_time() - begun
    print(f"{options.count} mutations in {taken:.0f} s, {peak()} MB")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
