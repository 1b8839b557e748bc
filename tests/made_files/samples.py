"""Every made file by name, in a folder of this run: `made("msa", "dual-1.html")`.

Pages come from published sections in `tests/data/realdata`, and from an invented one
with a floor. All other files come from invented events. If you change a generator,
nothing else needs a change here.
"""

import atexit
import datetime as dt
import shutil
import tempfile
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from tests.made_files.events import Shape, invented_event
from tests.made_files.msa import copied_text, html_page, member_id
from tests.made_files.pairing import swisssys_file, trf_file
from tests.shared_data import DATA, shared
from uscalc.document.model import Document, Player, PublishedRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.formats.native.reader import read_event
from uscalc.formats.report2c.writer import make_report_files
from uscalc.rules.resolve import resolve_rules

SECTIONS = {
    **{"big-1": "201703111152-02", "dual-1": "200802190121-01"},
    **{"dual-2": "200505158511-01", "forfeit-1": "201911174132-05"},
    **{"match-1": "201606278642-05", "robin-1": "201307207962-02"},
    **{"single-2": "200201197540-01", "unrated-1": "200407187620-01"},
    "unrated-2": "201902020782-02",
}
"""The published section that each page is made from."""
COPIED = ("dual-1", "dual-2", "unrated-1")
FLOORED = "single-1"
"""A page on which one rating matches only with a floor, and all others match without it."""
FLOOR_OF, FLOOR = 1, 1700
"""The number of the player with the floor, and the floor."""
HTML = [f"{name}.html" for name in (*SECTIONS, FLOORED)]
PAGES = tuple(sorted([*HTML, *(f"{name}-pasted.txt" for name in COPIED)]))
EVENTS = ("club-april", "golden-autumn")
"""Invented events: `.sjson` in `swisssys`, a folder in `dbf`, `.trf` in `trf`."""
BESIDE = "shared/"
"""The prefix of names of other people's files, which are not included."""
REPORT_DAY = dt.date(2026, 5, 1)
CONTROL = "G/25;+5"


@cache
def published(name: str) -> Document:
    if name == FLOORED:
        return _floored()
    path = DATA / "realdata" / f"{SECTIONS[name]}.uscalc"
    document = read_event(path.read_bytes(), path)
    (section,) = document.sections
    players = tuple(replace(p, id=member_id(p)) for p in section.players)
    return replace(document, sections=(replace(section, players=players),))


def _floored() -> Document:
    day = dt.date(2025, 11, 22)
    shape = Shape("SECTION 1", 16, 4, 1500, "G/90;d5")
    event = invented_event("Event 202511220013", day, day, [shape])
    (section,) = event.sections
    players = []
    for player in section.players:
        results = tuple(text.rstrip("wb") for text in player.results)
        name = f"Player {player.number:03}"
        players.append(replace(player, name=name, results=results))
    with_floor = tuple(_floor(p) if p.number == FLOOR_OF else p for p in players)
    section = replace(section, systems=("R",), players=with_floor)
    rated = rate_document(replace(event, sections=(section,)), resolve_rules)
    (rating,) = rated.sections[0].ratings
    for row, player in enumerate(players):
        after = PublishedRating(float(round_for_display(rating.find_post(row + 1))))
        players[row] = replace(player, published=(("R", after),))
    return replace(event, sections=(replace(section, players=tuple(players)),))


def _floor(player: Player) -> Player:
    facts = replace(player.facts("R"), floor=FLOOR)
    return replace(player, ratings=(("R", facts),))


@cache
def invented(name: str) -> Document:
    if name == "club-april":
        days = dt.date(2026, 4, 1), dt.date(2026, 4, 29)
        lower = Shape("U1700", 27, 5, 1400, blank=2, provisional=1)
        shapes = [Shape("Open", 23, 5, 1800), lower]
    else:
        days = dt.date(2025, 10, 18), dt.date(2025, 10, 18)
        shapes = [
            Shape("Open I", 26, 3, 1400, "G/45;d5"),
            Shape("Open II", 25, 3, 1200, "G/45;d5", blank=1),
            Shape("Under 1000", 30, 4, 850, CONTROL, blank=1),
            Shape("Under 700", 30, 4, 550, CONTROL, blank=1),
            Shape("Under 400", 40, 4, 300, CONTROL, blank=10),
            Shape("Extra game", 8, 1, 600, CONTROL, blank=4, quick=True),
        ]
    return invented_event(name.replace("-", " ").title(), *days, shapes)


@cache
def _makers() -> dict[tuple[str, ...], Callable[[], bytes]]:
    found: dict[tuple[str, ...], Callable[[], bytes]] = {}
    for name in (*SECTIONS, FLOORED):
        robin = name.startswith("robin")
        found["msa", f"{name}.html"] = partial(html_page, published(name), robin)
    for name in COPIED:
        found["msa", f"{name}-pasted.txt"] = partial(copied_text, published(name))
    for name in EVENTS:
        event = invented(name)
        found["swisssys", f"{name}.sjson"] = partial(swisssys_file, event)
        found["trf", f"{name}.trf"] = partial(trf_file, event)
        for file, content in make_report_files(event, REPORT_DAY).items():
            found["dbf", name, file] = partial(bytes, content)
    return found


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="uscalc-made-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def made(*parts: str) -> Path:
    """Return the path of a made file, or of a folder of them."""
    names = [name for name in _makers() if name[: len(parts)] == parts]
    assert names, f"there is no made file {'/'.join(parts)}"
    for name in names:
        path = _folder().joinpath(*name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_makers()[name]())
    return _folder().joinpath(*parts)


def sample(kind: str, name: str) -> Path:
    """Return a made file, or one of `../shared/samples` where the name says "shared/"."""
    if name.startswith(BESIDE):
        return shared("samples", kind, name.removeprefix(BESIDE))
    return made(kind, name)
