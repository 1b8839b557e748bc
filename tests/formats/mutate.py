"""Seeded mutations of files of every format: only an event or a refusal may come out.

Run by itself, with any number of mutations: `python -m tests.formats.mutate --count N`.
"""

import argparse
import datetime as dt
import random
import struct
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

from tests.formats import msa_pages, pairing_files, report_files, service_files
from uscalc.formats import FormatError, Opened, open_event
from uscalc.formats.every import open_files
from uscalc.formats.native.write import write_event

DAY = dt.date(2025, 5, 4)
SLOWEST = 2.0
MOST_MEMORY = 512
"""MB."""
LARGEST = 40_000
"""Bytes of a mutant: what grows beyond is cut, the extremes are tried by themselves."""

CSV = (
    "Lantern Open\nNo.,Name,ID,Rating,Rd 1,Rd 2\n"
    '1,"Inventa, Ada",90000001,1403/5,W2,D3b\n2,Béa,90000002,unr,1b0,-½\n'
)
TRF = "\n".join(
    (
        "012 Lantern Open",
        "052 2025/05/04",
        "001    1 m    Inventa, Ada                      1500 USA    90000001"
        " 2009/05/17  1.0    1     2 w 1",
        "001    2      Inventa, Bea                      1400 USA    90000002"
        "             0.0    2     1 b 0",
    )
)
TEXTS = (
    *(b'null true false NaN 1e999 -1 0 {} [] "" \\ud800 \xff \0 9999999999'.split()),
    *(
        b"; | , \t \n \" ' { } [ ] : - ~ + = W2 ?5 U0 B0 1403/5 P 2025-13-45".split(
            b" "
        )
    ),
    b"PK\x05\x06",
    b"<pre>",
    b"-----",
    b"\r\n",
)


def bases() -> dict[str, dict[str, bytes]]:
    """A small event in each format, its files by name."""
    swisssys = pairing_files.sjson(
        pairing_files.sjson_section(*pairing_files.PAIR, time_control="G/45;d5"),
        pairing_files.sjson_section(
            pairing_files.sjson_player(1, "~;2;W;1;2;2;0", Rating=None, Provisional=3),
            pairing_files.sjson_player(2, "~;1;B;1;1;1;0", ID2="90000009"),
            name="Extra",
        ),
    )
    report = report_files.report()
    service = {
        "event.json": service_files.event(service_files.facts()),
        "section-1.json": service_files.section(),
        "standings-1.json": service_files.standings(),
    }
    page = msa_pages.page((msa_pages.head(), msa_pages.table(*msa_pages.PAIR)))
    document = open_files({"a.sjson": swisssys}).document
    return {
        "swisssys": {"a.sjson": swisssys},
        "report": report,
        "report zipped": {"a.zip": report_files.zipped(report)},
        "service": service,
        "service zipped": {"a.zip": report_files.zipped(service)},
        "csv": {"a.csv": CSV.encode()},
        "tsv": {"a.txt": CSV.replace(",", "\t").encode("utf-16")},
        "trf": {"a.trf": TRF.encode()},
        "msa": {"a.html": page.encode()},
        "native": {"a.uscalc": write_event(document).encode()},
    }


def _flip(data: bytearray, chance: random.Random) -> None:
    for _ in range(chance.choice((1, 1, 2, 8))):
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def _replace(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] = chance.randrange(256)


def _cut_end(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)) :]


def _cut_out(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    del data[start : start + chance.randrange(1, 200)]


def _double(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    piece = data[start : start + chance.randrange(1, 300)]
    data[start:start] = piece * chance.choice((1, 1, 2, 20))


def _swap(data: bytearray, chance: random.Random) -> None:
    start, length = chance.randrange(len(data)), chance.randrange(1, 100)
    other = chance.randrange(len(data))
    piece = bytes(data[start : start + length])
    moved = bytes(data[other : other + length])
    data[start : start + length] = moved
    data[other : other + length] = piece


def _insert(data: bytearray, chance: random.Random) -> None:
    place = chance.randrange(len(data))
    data[place:place] = chance.choice(TEXTS) * chance.choice((1, 1, 3))


def _overwrite(data: bytearray, chance: random.Random) -> None:
    place, text = chance.randrange(len(data)), chance.choice(TEXTS)
    data[place : place + len(text)] = text


def _digits(data: bytearray, chance: random.Random) -> None:
    places = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
    for place in chance.sample(places, min(len(places), chance.randrange(1, 6))):
        data[place] = chance.choice(b"0123456789-.eE")


def _number(data: bytearray, chance: random.Random) -> None:
    value = chance.choice((0, 1, 2**15, 2**16 - 1, 2**31 - 1, 2**32 - 1))
    text = struct.pack("<I", value)
    place = chance.randrange(min(len(data), 64))
    data[place : place + 4] = text


STEPS: tuple[Callable[[bytearray, random.Random], None], ...] = (
    _flip,
    _replace,
    _cut_end,
    _cut_out,
    _double,
    _swap,
    _insert,
    _overwrite,
    _digits,
    _number,
)


def mutant(files: Mapping[str, bytes], chance: random.Random) -> dict[str, bytes]:
    """The files with one of them changed in one to three steps."""
    name = chance.choice(sorted(files))
    data = bytearray(files[name])
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        if data:
            chance.choice(STEPS)(data, chance)
    return {**files, name: bytes(data[:LARGEST])}


def extremes() -> dict[str, dict[str, bytes]]:
    """Files that ask for more than any event needs."""
    deep = b"[" * 100_000 + b"]" * 100_000
    nested = b'{"a":' * 100_000 + b"1" + b"}" * 100_000
    report = report_files.report()
    crowded = dict(report)
    for name, data in report.items():
        crowded[name] = data[:4] + b"\xff\xff\xff\xff" + data[8:]
    wide = dict(report)
    for name, data in report.items():
        wide[name] = data[:8] + b"\xff\xff\xff\xff" + data[12:]
    bomb = BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for i in range(40):
            archive.writestr(f"TDEXPORT{i}.DBF", b"\3" + b"\0" * 1_000_000)
    files = report_files.zipped({f"{i}.DBF": b"\3" for i in range(2000)})
    signs = b'{"Overview": {"Program": "SwissSys", "Tournament title": '
    tables = "No.,Name,Rd 1\n1,A,B\n" * 20_000
    return {
        "deep list": {"a.json": deep},
        "deep object": {"a.json": nested},
        "deep in a tournament": {"a.sjson": signs + deep + b"}}"},
        "deep in an answer": {"a.json": b'{"items": [{"roundOutcomes": ' + deep},
        "deep in an event": {"a.uscalc": b'{"format": "uscalc-event", "a": ' + deep},
        "four billion records": crowded,
        "four billion bytes": wide,
        "bomb": {"a.zip": bomb.getvalue()},
        "many files": {"a.zip": files},
        "zip in zip": {"a.zip": report_files.zipped({"b.zip": bomb.getvalue()})},
        "long digits": {"a.sjson": signs + b"1" * 1_000_000 + b"}}"},
        "long line": {"a.csv": b"No.,Name,1\n1," + b"x" * 2_000_000},
        "many quotes": {"a.csv": b"No.,Name,1\n" + b'"' * 1_000_001},
        "many commas": {"a.csv": b"No.,Name,1\n" + b"," * 3_000_000},
        "many tables": {"a.csv": tables.encode()},
        "many headers": {"a.csv": b"No.,Name,1\n" * 200_000},
        "zeros": {"a": bytes(3_000_000)},
        "marks": {"a.txt": b"|" * 2_000_000},
    }


def problem(files: Mapping[str, bytes], folder: Path | None = None) -> str | None:
    """What is wrong with how the files are taken; None where all is well.

    Without a folder to put them into they are opened from memory.
    """
    begun = time.process_time()
    try:
        opened = _open(files, folder)
    except FormatError as error:
        str(error)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    else:
        try:
            write_event(opened.document)
            [str(finding) for finding in opened.findings]
        except Exception as error:
            return f"opened, then {type(error).__name__}: {error}"
    taken = time.process_time() - begun
    return f"it took {taken:.1f} s" if taken > SLOWEST else None


def _open(files: Mapping[str, bytes], folder: Path | None) -> Opened:
    if folder is None and len(files) > 1:
        return open_files(files, None, DAY)
    if folder is None:
        with tempfile.TemporaryDirectory() as made:
            return _open(files, Path(made))
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return open_event(folder / next(iter(files)), DAY)


def run(count: int, seed: int = 1) -> list[str]:
    """The problems of so many mutants of every base in turn, and of the extremes."""
    found = []
    with tempfile.TemporaryDirectory() as made:
        for name, files in extremes().items():
            folder = Path(made) / name.replace(" ", "-")
            folder.mkdir()
            if wrong := problem(files, folder):
                found.append(f"{name}: {wrong}")
        every = list(bases().items())
        folder = Path(made) / "one"
        folder.mkdir()
        for i in range(count):
            name, files = every[i % len(every)]
            chance = random.Random(seed * 1_000_003 + i)
            changed = mutant(files, chance)
            if wrong := problem(changed, None if len(files) > 1 else folder):
                found.append(f"{name}, mutation {i} of seed {seed}: {wrong}")
    used = _memory()
    if used > MOST_MEMORY:
        found.append(f"the process took {used} MB")
    return found


def _memory() -> int:
    """The most memory that the process ever had, in MB; 0 where nothing tells."""
    if sys.platform == "win32":
        return 0
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used // (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> int:
    """Runs as many mutations as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begun = time.process_time()
    found = run(options.count, options.seed)
    print("\n".join(found) or "nothing found")
    taken = time.process_time() - begun
    print(f"{options.count} mutations in {taken:.0f} s, {_memory()} MB")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
