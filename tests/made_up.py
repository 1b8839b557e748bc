"""Eleven changes that a newcomer could make, each as the passages that are written."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.rules.added_edition import (
    DOCUMENT,
    LAST,
    LAST_AND_NEW,
    PRINTED,
    PRINTED_AND_NEW,
    SECTIONS,
)

ROOT: Final = Path(__file__).resolve().parent.parent
ROOM: Final = "rain"


@dataclass(frozen=True)
class Change:
    """Passages replaced by others (an empty one: written at the end), and new files."""

    passages: tuple[tuple[str, str, str], ...] = ()
    files: dict[str, str] = field(default_factory=dict)

    @property
    def touched(self) -> set[str]:
        """The files that are there and get other."""
        return {path for path, _, _ in self.passages}

    def make(self, tree: Path) -> None:
        """Makes it in a copy of the program."""
        for path, old, new in self.passages:
            text = (tree / path).read_text(encoding="utf-8")
            assert not old or text.count(old) == 1, (path, old, text.count(old))
            text = text.replace(old, new) if old else text + new
            (tree / path).write_text(text, encoding="utf-8")
        for path, text in self.files.items():
            assert not (tree / path).exists(), path
            (tree / path).parent.mkdir(exist_ok=True)
            (tree / path).write_text(text, encoding="utf-8")


COLUMN: Final = """    ColumnSpec(
        kind="wins",
        title="Won",
        hint="Games won so far",
        where="after",
        side="right",
        follows="results",
        width=3,
        text=lambda cell: str(_wins(cell)),
        sort=_wins,
        high_first=True,
    ),
"""
WINS: Final = """def _wins(cell: Cell) -> int:
    return sum(text.startswith("W") for text in cell.player.results)


"""
READER: Final = '''"""Names in lines, as a club writes them on a slip."""

import datetime as dt
from pathlib import Path
from typing import Final

from uscalc.document.model import Document, Player, Section
from uscalc.formats.opened import Opened

KEY: Final = "rain"
NAME: Final = "slip of names"
LIMIT: Final = 10_000


def recognises(head: bytes) -> bool:
    """Whether it begins as a slip does."""
    return head.startswith(b"SLIP")


def read(
    data: bytes, path: Path | None = None, end_date: dt.date | None = None
) -> Opened:
    """An event of these players, without a game."""
    names = data.decode("utf-8").splitlines()[1:]
    players = tuple(Player(i, name) for i, name in enumerate(names, 1))
    end = end_date or dt.date.today()
    return Opened(Document("Slip", end, (Section("Open", players=players),)), KEY, NAME)
'''
VIEW: Final = '''"""A view with a chart of the pairing numbers."""

from uscalc.ui.charts.scene import Axis, Chart, Dot
from uscalc.ui.charts.view import ChartView
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme


class RainView(ChartView):
    """A dot for each player."""

    def __init__(self, session: Session, theme: Theme) -> None:
        super().__init__(theme, "rainView")
        self.setAccessibleName("Rain")
        section = session.section
        players = section.players if section else ()
        dots = tuple(Dot(p.number, p.number % 3, size=8.0) for p in players)
        across, up = Axis(0, len(players) + 1), Axis(-1, 3)
        self.show_chart(Chart("Rain", across, up, dots))
'''
VIEW_ROOM: Final = '''"""What this room shows: a dot for each player."""

from typing import TYPE_CHECKING, Final

from uscalc.ui.specs import PictureSpec
from uscalc.ui.specs import ViewSpec, as_it_is

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import Frame
    from uscalc.ui.rain.view import RainView


def _make(window: "Frame") -> "RainView":
    from uscalc.ui.rain.view import RainView

    return RainView(window.session, window.theme)


VIEW: Final = ViewSpec(
    name="rainView",
    title="Rain",
    where="below",
    action="showRain",
    hint="Whether it rained on each board",
    make=_make,
    pictures=(PictureSpec("rain", "A dot for each player", as_it_is),),
    keys=("Ctrl+Alt+N",),
)
'''
COMMAND: Final = """    CommandSpec(
        "countPlayers",
        "Count players",
        "Say how many players the section has",
        lambda window: window.session.refused.emit("Counted: twelve or so"),
        ("Ctrl+Alt+U",),
        (Place("players", 1), Place("cells", 2)),
    ),
    CommandSpec(
        "addPlayer",
"""
QUESTION: Final = '''"""Was it raining? Asked once, in the bar."""

from uscalc.ui.session.session import Session
from uscalc.ui.widgets.message_bar import MessageBar

RAIN = "rain"


class Rain:
    """One question of an event of this name."""

    def __init__(self, session: Session, messages: MessageBar) -> None:
        self._session = session
        self._messages = messages

    def review(self) -> None:
        """Asks where the name says so."""
        wet = self._session.document.name == "Wet Open"
        if wet and not self._messages.asks(RAIN):
            ways = (("It rained", lambda: None), ("It was dry", lambda: None))
            self._messages.ask(RAIN, "Did it rain?", ways)
'''
UNKNOWN: Final = """    yield Unknown(
        "rain",
        place,
        "whether it rained is not known; taken as dry",
        ({place: entrant.but(rating=entrant.rating + 40)},),
    )
    if facts.games is None:
        known = facts.source"""

FACT: Final = """    Fact(
        "club",
        OPTIONAL_TEXT,
        "The club; default unknown.",
        "Club",
        "The chess club that the player is from.",
        "not known",
        form="person",
    ),
    Fact(
        "birth",
"""

CHANGES: Final[dict[int, Change]] = {
    1: Change(
        (
            ("resources/rules/documents.toml", "", DOCUMENT),
            ("resources/rules/sections.toml", "", SECTIONS),
            ("resources/rules/parameters.toml", LAST, LAST_AND_NEW),
            ("resources/rules/parameters.toml", PRINTED, PRINTED_AND_NEW),
        )
    ),
    2: Change(
        (
            (
                "uscalc/ui/crosstable/table.py",
                '    ColumnSpec(\n        kind="post",\n',
                f'{COLUMN}    ColumnSpec(\n        kind="post",\n',
            ),
            (
                "uscalc/ui/crosstable/table.py",
                "COLUMNS: Final",
                f"{WINS}COLUMNS: Final",
            ),
        )
    ),
    3: Change(
        (
            (
                "uscalc/formats/every.py",
                "from uscalc.formats.report2c import reader as report2c\n",
                "from uscalc.formats.rain import reader as rain\n"
                "from uscalc.formats.report2c import reader as report2c\n",
            ),
            (
                "uscalc/formats/every.py",
                "    msa,\n    trf,",
                "    msa,\n    rain,\n    trf,",
            ),
            ("pyproject.toml", '"msa | report2c', '"msa | rain | report2c'),
        ),
        {
            "uscalc/formats/rain/__init__.py": '"""Slips of names."""\n',
            "uscalc/formats/rain/reader.py": READER,
        },
    ),
    4: Change(
        (
            (
                "uscalc/ui/window/views.py",
                "from uscalc.ui.rating_list import room as rating_list\n",
                "from uscalc.ui.rain import room as rain\n"
                "from uscalc.ui.rating_list import room as rating_list\n",
            ),
            (
                "uscalc/ui/window/views.py",
                "    curves.VIEW,\n",
                "    curves.VIEW,\n    rain.VIEW,\n",
            ),
            (
                "pyproject.toml",
                "| published | rating_list",
                "| published | rain | rating_list",
            ),
        ),
        {
            "uscalc/ui/rain/__init__.py": '"""Whether it rained."""\n',
            "uscalc/ui/rain/view.py": VIEW,
            "uscalc/ui/rain/room.py": VIEW_ROOM,
        },
    ),
    5: Change(
        (
            (
                "uscalc/ui/printing/heading.py",
                "BIG: Final = Look(34, 20, 14, 56, 24, 12, 5.0, 1.26, 0.5)",
                "BIG: Final = Look(34, 20, 14, 72, 24, 12, 5.0, 1.26, 0.5)",
            ),
        )
    ),
    6: Change(
        (
            (
                "uscalc/document/queries/unknowns.py",
                "    if facts.games is None:\n        known = facts.source",
                UNKNOWN,
            ),
            (
                "uscalc/document/queries/unknowns.py",
                "SUMMARY: Final = {\n",
                'SUMMARY: Final = {\n    "rain": ("weather", "weathers"),\n',
            ),
        )
    ),
    7: Change(
        (
            (
                "uscalc/explain/special_walk.py",
                "and the {walk} ends{moves}.",
                "and the {walk} comes to rest{moves}.",
            ),
        )
    ),
    8: Change(
        (
            (
                "uscalc/ui/crosstable/room.py",
                '    CommandSpec(\n        "addPlayer",\n',
                COMMAND,
            ),
        )
    ),
    9: Change(
        (
            (
                "uscalc/ui/files/asking.py",
                "        self.blanks.review()\n",
                "        self.blanks.review()\n"
                "        from uscalc.ui.files.rain import Rain\n\n"
                "        Rain(self._session, self._messages).review()\n",
            ),
        ),
        {"uscalc/ui/files/rain.py": QUESTION},
    ),
    10: Change(
        (
            (
                "resources/samples/autumn-open.uscalc",
                '      "time_control": "G/60;d5",\n',
                '      "time_control": "G/60;d5",\n'
                '      "rules": {"bonus_multiplier": 2},\n',
            ),
        )
    ),
    11: Change(
        (
            (
                "uscalc/document/model.py",
                "    birth: Birth | None = None\n",
                "    club: str | None = None\n    birth: Birth | None = None\n",
            ),
            ("uscalc/document/facts/player.py", '    Fact(\n        "birth",\n', FACT),
        )
    ),
}


def changed_copy(tree: Path) -> Path:
    """The program with every change in it, in a folder that is not there yet."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("uscalc", "resources"):
        shutil.copytree(ROOT / name, tree / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tree)
    for change in CHANGES.values():
        change.make(tree)
    return tree
