"""Make the pages of wall charts, and remember what was printed for each event."""

import contextlib
import datetime as dt
import json
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from msgspec import Struct, to_builtins
from msgspec.structs import replace
from PySide6.QtCore import QObject

from uscalc.document.model import Document
from uscalc.document.rate.rated import DocumentRating
from uscalc.engine.inputs import SYSTEMS
from uscalc.formats import FormatError
from uscalc.formats.shared.files import read_bytes
from uscalc.monitor import Monitor
from uscalc.report.wall.model import (
    CONTENTS,
    LARGEST,
    ORDERS,
    SMALLEST,
    USUAL_CHOICES,
    HangingList,
    HangingLists,
    WallChoices,
    WallSheet,
    find_changed_lists,
    find_changed_pages,
    make_mark,
    make_sheet_mark,
    make_wall_sheets,
    name_lists,
)
from uscalc.report.wall.outputs import (
    PAPERS,
    Paper,
    make_csv_bytes,
    make_wall_html,
    make_workbook,
)
from uscalc.ui.printing.output import PrintJob, make_pdf_file
from uscalc.ui.printing.page import PrintedPage, TextItem
from uscalc.ui.printing.plan import WallPlan, lay_out_sheets, make_plan
from uscalc.ui.session.folders import replace_own_file
from uscalc.ui.session.session import Session

MOST_EVENTS: Final = 200
"""The most events whose printed lists are remembered."""
LARGEST_FILE: Final = 4_000_000
LAST_CHOICES_FILE: Final = "last.json"
"""The file with the choices of the last printing, whichever event it was."""


class PrintChoices(Struct, frozen=True):
    """The choices of the last printing; `points` is None for the automatic type size."""

    paper: Paper = "letter"
    big: bool = False
    points: float | None = None
    choices: WallChoices = USUAL_CHOICES
    more: bool = False


USUAL_PRINTING: Final = PrintChoices()


class PrintHistory(QObject):
    """The lists printed for the open event with their time, and the last choices."""

    def __init__(self, session: Session, folder: Path, parent: QObject) -> None:
        super().__init__(parent)
        self._session, self._folder = session, folder
        self.hanging: dict[str, HangingList] = {}
        self.since: dt.datetime | None = None
        self.printed = USUAL_PRINTING
        session.opened.connect(self._load_history)
        self._load_history()

    def _load_history(self) -> None:
        """Load the history of the open event."""
        found = _read_json(self._path)
        self.hanging = _parse_hanging(found.get("hanging"))
        self.since = _parse_since(found.get("since")) if self.hanging else None
        last = _read_json(self._folder / LAST_CHOICES_FILE)
        usual = _parse_choices(last.get("printed"))
        # Reset systems and rounds, which depend on the event; keep the director's other choices.
        usual = replace(usual, choices=replace(usual.choices, systems=()), more=False)
        self.printed = _parse_choices(found.get("printed"), usual)

    @property
    def _path(self) -> Path:
        """The file with this event's history; its name is made from the event's path or name."""
        document = self._session.document
        path = self._session.path
        known = f"{document.name}\n{document.end_date}" if path is None else f"{path}"
        mark = sha256(known.encode("utf-8", "surrogateescape")).hexdigest()
        return self._folder / f"{mark[:32]}.json"

    def save_choices(self, printed: PrintChoices) -> str:
        """Save the choices; return the problem or an empty text."""
        self.printed = printed
        return self._save()

    def add_printed(self, lists: dict[str, HangingList], now: dt.datetime) -> str:
        """Record lists as printed at `now`; return the problem or an empty text."""
        self.hanging.update(lists)
        self.since = now.replace(microsecond=0)
        return self._save()

    def _save(self) -> str:
        printed = to_builtins(self.printed)
        record = {
            "printed": printed,
            "since": None if self.since is None else self.since.isoformat(),
            "hanging": {name: to_builtins(hung) for name, hung in self.hanging.items()},
        }
        try:
            for path, what in (
                (self._folder / LAST_CHOICES_FILE, {"printed": printed}),
                (self._path, record),
            ):
                replace_own_file(path, json.dumps(what).encode("ascii"))
            self._remove_oldest()
        except (OSError, FormatError) as error:
            return f"Couldn't save the print history: {str(error).removesuffix('.')}."
        return ""

    def _remove_oldest(self) -> None:
        """Delete the records of the events that were printed longest ago."""
        paths = [
            path
            for path in self._folder.glob("*.json")
            if path not in (self._path, self._folder / LAST_CHOICES_FILE)
        ]
        # Never remove the record just written, even if the clock is wrong.
        paths.sort(key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in paths[MOST_EVENTS - 1 :]:
            with contextlib.suppress(OSError):
                path.unlink()


# The files may be damaged, so ignore unknown values.


def _read_json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_bytes(path, LARGEST_FILE))
    except (OSError, FormatError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _parse_hanging(found: object) -> dict[str, HangingList]:
    hanging = {}
    for name, hung in found.items() if isinstance(found, dict) else ():
        match hung:
            case {"sheet": str(sheet), "pages": [*pages]}:
                hanging[name] = HangingList(sheet, tuple(map(str, pages)))
    return hanging


def _parse_since(found: object) -> dt.datetime | None:
    try:
        return dt.datetime.fromisoformat(str(found))
    except ValueError:
        return None


def _parse_choices(found: object, usual: PrintChoices = USUAL_PRINTING) -> PrintChoices:
    """Return the saved choices; missing or invalid ones have their usual value."""
    if not isinstance(found, dict):
        return usual
    given = found.get("choices")
    kept = given if isinstance(given, dict) else {}
    lists = _select_known(kept.get("lists"), ORDERS) or usual.choices.lists
    content = kept.get("content")
    points = found.get("points")
    return PrintChoices(
        paper=next((one for one in PAPERS if one == found.get("paper")), usual.paper),
        big=found.get("big") is True,
        points=points
        if isinstance(points, int | float) and SMALLEST <= points <= LARGEST
        else None,
        choices=WallChoices(
            lists,
            content if content in CONTENTS else usual.choices.content,
            _select_known(kept.get("systems"), SYSTEMS),
            kept.get("performance") is True,
        ),
        more=found.get("more") is True,
    )


def _select_known(found: object, known: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the values of a list that are known, each only once."""
    given = found if isinstance(found, list) else []
    return tuple(dict.fromkeys(one for one in given if one in known))


class WallPages(NamedTuple):
    """All lists of an event, and those to print, with their plan.

    `changed` are the positions of the sections whose lists differ from those on the
    wall, and `hung` the lists that are on the wall after this printing.
    """

    document: Document
    sheets: tuple[WallSheet, ...]
    printed: tuple[WallSheet, ...]
    changed: frozenset[int]
    plan: WallPlan | None = None
    hung: HangingLists = MappingProxyType({})


def make_wall_pages(
    rated: DocumentRating,
    asked: PrintChoices,
    left_out: frozenset[int],
    hanging: HangingLists,
    only_changed: bool,
    monitor: Monitor,
) -> PrintJob:
    """Return the pages to print, all in the type size chosen for the event.

    `left_out` are the positions of sections that are not printed, `hanging` the lists
    on the wall. If `only_changed` is True, only pages that differ from those on the
    wall are printed.
    """
    sheets = make_wall_sheets(rated, asked.more, asked.choices)
    monitor.check()
    news = [s for s in find_changed_lists(sheets, hanging) if s.rows]
    changed, new = frozenset(s.place for s in news), set(map(id, news))
    printed = tuple(
        sheet
        for sheet in sheets
        if sheet.rows
        and sheet.place not in left_out
        and (not only_changed or id(sheet) in new)
    )
    shown = WallPages(rated.document, sheets, printed, changed)
    if not printed:
        return PrintJob((), "", {}, shown)
    paper, big, points = asked.paper, asked.big, asked.points
    plan = make_plan(sheets, paper, big, points, monitor)
    names = dict(zip(map(id, sheets), name_lists(sheets), strict=True))
    pages: list[PrintedPage] = []
    hung: dict[str, HangingList] = {}
    for sheet, own in lay_out_sheets(printed, plan, monitor):
        marks = tuple(_make_page_mark(page) for page in own)
        name = names[id(sheet)]
        hung[name] = HangingList(make_sheet_mark(sheet), marks)
        old = hanging.get(name) if only_changed else None
        pages += [own[n] for n in find_changed_pages(marks, old)]
    return PrintJob(
        tuple(pages),
        f"{sheets[0].event}: wall charts",
        {
            ".pdf": make_pdf_file,
            ".html": lambda made, _: make_wall_html(
                printed, paper, big, points, made.printed_at
            ).encode("utf-8"),
            ".xlsx": lambda _, __: make_workbook(printed, paper, big),
            ".csv": lambda _, __: make_csv_bytes(printed),
        },
        shown._replace(plan=plan, hung=hung),
        stamped=True,
    )


def _make_page_mark(page: PrintedPage) -> str:
    """Return a fingerprint of a page's texts, which doesn't depend on the type size."""
    return make_mark(
        tuple(item.text for item in page.items if isinstance(item, TextItem))
    )
