"""Damaged files of every format, opened and then rated, explained, printed and saved.

`python tests/tools/fuzz.py N [--seed S] [--first M]` runs N mutants. Each must give an
event or a refusal in one line, in little time and memory, and an event must be saved
unchanged. Progress is printed every thousand mutants, so that an interrupted run can
continue.
"""

import argparse
import io
import json
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from rich.console import Console  # noqa: E402

from tests.formats.mutate import DAY, MOST_MEMORY, SLOWEST, bases, extremes, mutant  # noqa: E402
from tests.used_memory import peak  # noqa: E402
from uscalc.document.model import Document  # noqa: E402
from uscalc.document.rate.rated import DocumentRating  # noqa: E402
from uscalc.document.rate.whole import rate_document  # noqa: E402
from uscalc.formats import FormatError, OpenedEvent, open_event  # noqa: E402
from uscalc.formats.every import open_files  # noqa: E402
from uscalc.formats.native.reader import read_event  # noqa: E402
from uscalc.formats.native.write import write_event  # noqa: E402
from uscalc.report.as_html import make_derivation_html  # noqa: E402
from uscalc.report.as_json import make_rating_json  # noqa: E402
from uscalc.report.as_text import make_derivation_text, make_section_tables, print_to  # noqa: E402
from uscalc.report.derivation import make_derivation  # noqa: E402
from uscalc.report.wall.model import make_wall_sheets  # noqa: E402
from uscalc.report.wall.outputs import make_csv_bytes, make_wall_html  # noqa: E402
from uscalc.rules.resolve import resolve_rules  # noqa: E402
from uscalc.trace.build import build_graph  # noqa: E402
from uscalc.trace.verify import find_faults  # noqa: E402

OFTEN = 1_000
"""The number of mutants between two reports of progress."""
MOST_SHOWN = 3
"""The most times that the same event is rated and shown, perhaps with different players.

Nearly half of the files that can be opened give the same event as another mutant.
"""


def problem(files, folder, chance, seen=None) -> str | None:
    """Return the problem with how the files are handled; None if there is none.

    Without a folder for the files, they are opened from memory. `seen` has the events
    that were already rated and shown.
    """
    begun = time.process_time()
    try:
        opened = _open(files, folder)
    except FormatError as error:
        said = str(error)
        wrong = f"a refusal of several lines: {said!r}" if "\n" in said else None
    except Exception as error:
        wrong = _describe_error(error)
    else:
        try:
            wrong = next(_wrong(opened, chance, seen), None)
        except Exception as error:
            wrong = f"opened, then {_describe_error(error)}"
    taken = time.process_time() - begun
    return wrong or (f"it took {taken:.1f} s" if taken > SLOWEST else None)


def _describe_error(error: Exception) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error} ({where})"


def _open(files: Mapping[str, bytes], folder: Path | None) -> OpenedEvent:
    if folder is None and len(files) > 1:
        return open_files(files, None, DAY)
    if folder is None:
        with tempfile.TemporaryDirectory() as made:
            return _open(files, Path(made))
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return open_event(folder / next(iter(files)), DAY)


def _wrong(opened, chance, seen) -> Iterator[str]:
    """Yield the problem with an event after it was opened."""
    document = opened.document
    for finding in opened.findings:
        str(finding)
    text = write_event(document)
    again = read_event(text.encode())
    if again != document:
        yield f"saved and opened, it is another event: {_differs(document, again)}"
    if write_event(again) != text:
        yield "saved twice, it is not the same file"
    if seen is not None:
        same = hash(repr(document))
        seen[same] += 1
        if seen[same] > MOST_SHOWN:
            return
    shown = None
    for lenient in (False, True):
        rated = rate_document(document, resolve_rules, lenient)
        said = _json(rated)
        differs = repr(again) != repr(document)
        if differs and _json(rate_document(again, resolve_rules, lenient)) != said:
            yield "saved and opened, it has other ratings"
        if repr(rated) != shown:
            shown = repr(rated)
            _show(rated, chance)


def _differs(one: Document, other: Document) -> str:
    for a, b in zip(one.sections, other.sections, strict=False):
        for p, q in zip(a.players, b.players, strict=False):
            if p != q:
                return f"{p} became {q}"
    return "in its sections"


def _json(rated: DocumentRating) -> str:
    made = make_rating_json(rated, list(range(len(rated.sections))))
    return json.dumps(made, allow_nan=False)


def _show(rated: DocumentRating, chance: random.Random) -> None:
    """Explain a player of each rating, verify the trace, and print everything."""
    console = Console(file=io.StringIO(), width=160)
    for section in rated.sections:
        print_to(console, *make_section_tables(section))
        broken = [str(found) for found in section.findings]
        for rating in section.ratings if section.section.players else ():
            number = chance.choice(section.section.players).number
            derivation = make_derivation(section.section, rating, number, broken)
            print_to(console, make_derivation_text(derivation))
            make_derivation_html(derivation)
            if rating.find_post(number) is not None:
                trace = build_graph(rating.trace, rating.places[number], "").to_json("")
                assert not find_faults(json.loads(json.dumps(trace, allow_nan=False)))
    wall = make_wall_sheets(rated, False)
    make_wall_html(wall, "letter", False)
    make_csv_bytes(wall)


def run(count: int, seed: int = 1, first: int = 0, progress: bool = False) -> list[str]:
    """Return the problems of this many mutants of every base in turn, and of the extremes."""
    found = []
    seen: Counter[int] = Counter()
    with tempfile.TemporaryDirectory() as made:
        for name, files in extremes().items():
            folder = Path(made) / name.replace(" ", "-")
            folder.mkdir()
            if wrong := problem(files, folder, random.Random(seed)):
                found.append(f"{name}: {wrong}")
        every = list(bases().items())
        folder = Path(made) / "one"
        folder.mkdir()
        for i in range(first, first + count):
            if progress and i > first and i % OFTEN == 0:
                print(f"{i - first} done, {len(found)} problems", flush=True)
            name, files = every[i % len(every)]
            chance = random.Random(seed * 1_000_003 + i)
            changed = mutant(files, chance)
            place = None if len(files) > 1 else folder
            if wrong := problem(changed, place, chance, seen):
                found.append(f"{name}, mutant {i} of seed {seed}: {wrong}")
                if progress:
                    print(found[-1], flush=True)
    if (used := peak()) > MOST_MEMORY:
        found.append(f"the process took {used} MB")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args()
    begun = time.process_time()
    found = run(options.count, options.seed, options.first, progress=True)
    taken = time.process_time() - begun
    print(f"{options.count} mutants in {taken:.0f} s, {peak()} MB", end="; ")
    print(f"{len(found)} problems" if found else "nothing found")
    print("\n".join(line for line in found if "mutant" not in line), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
