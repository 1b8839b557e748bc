"""Twelve changes that a new contributor might make, each as the passages to write."""

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.rules import added_edition

ROOT: Final = Path(__file__).resolve().parent.parent
ROOM: Final = "rain"


@dataclass(frozen=True)
class Change:
    """Passages replaced by others (an empty one is written at the end), and new files."""

    passages: tuple[tuple[str, str, str], ...] = ()
    files: dict[str, str] = field(default_factory=dict)

    @property
    def touched(self) -> set[str]:
        return {path for path, _, _ in self.passages}

    def make(self, tree: Path) -> None:
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
        kind="wins", title="Won", hint="Games won so far", where="after", side="right",
        follows="results", width=3, text=lambda cell: str(_wins(cell)), sort=_wins,
        high_first=True,
    ),
"""
WINS: Final = """def _wins(cell: CrosstableCell) -> int:
    return sum(text.startswith("W") for text in cell.player.results)


"""
READER: Final = '''"""Names in lines, as a club writes them on a slip."""

import datetime as dt

from uscalc.document.model import Document, Player, Section
from uscalc.formats.opened import FormatReader, OpenedEvent


def recognizes(head):
    return head.startswith(b"SLIP")


def read(data, path=None, end_date=None):
    names = data.decode("utf-8").splitlines()[1:]
    players = tuple(Player(i, name) for i, name in enumerate(names, 1))
    section = Section("Open", players=players)
    document = Document("Slip", end_date or dt.date.today(), (section,))
    return OpenedEvent(document, READER.key, READER.name)


READER = FormatReader("rain", "slip of names", 10_000, recognizes, read)
'''
VIEW: Final = '''"""A view with a chart of the pairing numbers."""

from uscalc.ui.charts.scene import Axis, Chart, ChartDot
from uscalc.ui.charts.view import ChartView


class RainView(ChartView):
    """A dot for each player."""

    def __init__(self, session, theme):
        super().__init__(theme, "view-rain")
        self.setAccessibleName("Rain")
        players = session.section.players if session.section else ()
        dots = tuple(ChartDot(p.number, p.number % 3, size=8.0) for p in players)
        across, up = Axis(0, len(players) + 1), Axis(-1, 3)
        self.show_chart(Chart("Rain", across, up, dots))
'''
VIEW_ROOM: Final = '''"""The view of this room: a dot for each player."""

from uscalc.ui.specs import PictureSpec, ViewSpec, prepare_nothing


def _make(window):
    from uscalc.ui.rain.view import RainView

    return RainView(window.session, window.theme)


VIEW = ViewSpec(
    name="view-rain", title="Rain", where="below", action="showRain",
    hint="Whether it rained on each board", make=_make, keys=("Ctrl+Alt+N",),
    pictures=(PictureSpec("rain", "A dot for each player", prepare_nothing),),
)
'''
COMMAND: Final = """    CommandSpec(
        "countPlayers", "Count players", "Say how many players the section has",
        lambda window: window.session.refused.emit("Counted: twelve or so"),
        ("Ctrl+Alt+U",), (MenuPlace("players", 1), MenuPlace("cells", 2)),
    ),
    CommandSpec(
        "addPlayer",
"""
QUESTION: Final = '''"""Was it raining? Asked once, in the bar."""

RAIN = "rain"


class Rain:
    """One question of an event of this name."""

    def __init__(self, session, messages):
        self._session, self._messages = session, messages

    def review(self):
        """Ask if the name says so."""
        wet = self._session.document.name == "Wet Open"
        if wet and not self._messages.has_question(RAIN):
            ways = (("It rained", lambda: None), ("It was dry", lambda: None))
            self._messages.ask_question(RAIN, "Did it rain?", ways)
'''
UNKNOWN: Final = """    yield UnknownFact(
        "rain",
        place,
        "whether it rained is not known; taken as dry",
        ({place: entrant.with_facts(rating=entrant.rating + 40)},),
    )
    if facts.games is None:
        known = facts.source"""

FACT: Final = """    Fact(
        "club", OPTIONAL_TEXT, "The club; default unknown.", "Club",
        "The chess club that the player is from.", "not known", form="person",
    ),
    Fact(
        "birth",
"""

TRY_COMMAND: Final = """    CommandSpec(
        "tryHigherRating", "Try 100 points more",
        "Show what 100 points more before the event would change", _try_higher_rating,
        ("Ctrl+Alt+T",), (MenuPlace("space-what-if", 3.5),),
    ),
    CommandSpec(
        "waveOn",
"""
TRY_RATING: Final = """def _try_higher_rating(window: "MainFrame") -> None:
    from uscalc.document.queries.scenario import FactSet

    session = window.session
    player, system = session.player, session.selection.system
    before = None if player is None else player.facts(system).rating
    if player is not None and before is not None:
        change = FactSet(player.number, system, "rating", before + 100)
        session.what_if.set_result(change)


WHAT_IF_VIEW: Final"""
SAME_PLAYER: Final = """    return tuple(
        o
        for o in outcomes
        if (
            _is_same_player(one, other, o.player)
            if isinstance(o, FactSet)
            else o.round <= rounds and _is_same_game(one, other, o)
        )
    )
"""
SAME_GAME: Final = """    return tuple(
        o for o in outcomes if o.round <= rounds and _is_same_game(one, other, o)
    )
"""


def within(path: str, *pairs: tuple[str, str]) -> tuple[tuple[str, str, str], ...]:
    return tuple((path, old, new) for old, new in pairs)


def with_text_before(path: str, old: str, new: str) -> tuple[tuple[str, str, str], ...]:
    return ((path, old, new + old),)


def widened(path: str, *olds: str) -> tuple[tuple[str, str, str], ...]:
    """Return the passages in which any change replaces an outcome."""
    return tuple((path, old, old.replace("Outcome", "Change")) for old in olds)


PARAMETERS: Final = "resources/rules/parameters.toml"
TABLE: Final = "uscalc/ui/crosstable/table.py"
CROSSTABLE: Final = "uscalc/ui/crosstable/room.py"
READERS: Final = "uscalc/formats/every.py"
VIEWS: Final = "uscalc/ui/window/views.py"
UNKNOWNS: Final = "uscalc/document/queries/unknowns.py"
SCENARIO: Final = "uscalc/document/queries/scenario.py"
GAMES: Final = "uscalc/document/queries/games.py"
MODEL: Final = "uscalc/ui/session/what_if_model.py"
WHAT_IF: Final = "uscalc/ui/what_if/room.py"
WALK: Final = "uscalc/explain/special_walk.py"
BIG: Final = "BIG: Final = TypeSizes(34, 20, 14, 56,"
SUMMARY: Final = "SUMMARY: Final = {\n"

CHANGES: Final[dict[int, Change]] = {
    1: Change(
        (
            ("resources/rules/documents.toml", "", added_edition.DOCUMENT),
            ("resources/rules/sections.toml", "", added_edition.SECTIONS),
            *within(
                PARAMETERS,
                (added_edition.LAST, added_edition.LAST_AND_NEW),
                (added_edition.PRINTED, added_edition.PRINTED_AND_NEW),
            ),
        )
    ),
    2: Change(
        with_text_before(TABLE, '    ColumnSpec(\n        kind="post",\n', COLUMN)
        + with_text_before(TABLE, "COLUMNS: Final", WINS)
    ),
    3: Change(
        (
            *with_text_before(
                READERS,
                "from uscalc.formats.report2c import reader as report2c\n",
                "from uscalc.formats.rain import reader as rain\n",
            ),
            *with_text_before(READERS, "    trf.READER,", "    rain.READER,\n"),
            ("pyproject.toml", '"msa | report2c', '"msa | rain | report2c'),
        ),
        {
            "uscalc/formats/rain/__init__.py": '"""Slips of names."""\n',
            "uscalc/formats/rain/reader.py": READER,
        },
    ),
    4: Change(
        (
            *with_text_before(
                VIEWS,
                "from uscalc.ui.rating_list import room as rating_list\n",
                "from uscalc.ui.rain import room as rain\n",
            ),
            (VIEWS, "  report.REPORT_VIEW,\n", "  report.REPORT_VIEW, rain.VIEW,\n"),
            *with_text_before("pyproject.toml", "| rating_list", "| rain "),
        ),
        {
            "uscalc/ui/rain/__init__.py": '"""Whether it rained."""\n',
            "uscalc/ui/rain/view.py": VIEW,
            "uscalc/ui/rain/room.py": VIEW_ROOM,
        },
    ),
    5: Change((("uscalc/ui/printing/heading.py", BIG, BIG.replace("56", "72")),)),
    6: Change(
        within(
            UNKNOWNS,
            ("    if facts.games is None:\n        known = facts.source", UNKNOWN),
            (SUMMARY, f'{SUMMARY}    "rain": ("weather", "weathers"),\n'),
        )
    ),
    7: Change(within(WALK, ("{walk} ends here", "{walk} comes to rest"))),
    8: Change(((CROSSTABLE, '    CommandSpec(\n        "addPlayer",\n', COMMAND),)),
    9: Change(
        within(
            "uscalc/ui/files/event_questions.py",
            (
                "        self.blanks.review_systems()\n",
                "        self.blanks.review_systems()\n"
                "        from uscalc.ui.files.rain import Rain\n\n"
                "        Rain(self._session, self._messages).review()\n",
            ),
        ),
        {"uscalc/ui/files/rain.py": QUESTION},
    ),
    10: Change(
        within(
            "resources/samples/autumn-open.uscalc",
            ('"G/60;d5",\n', '"G/60;d5",\n      "rules": {"bonus_multiplier": 2},\n'),
        )
    ),
    11: Change(
        (
            *with_text_before(
                "uscalc/document/model.py",
                "    birth: BirthDate | None = None\n",
                "    club: str | None = None\n",
            ),
            ("uscalc/document/facts/player.py", '    Fact(\n        "birth",\n', FACT),
        )
    ),
    12: Change(
        (
            *within(
                SCENARIO,
                (
                    "section_index: int, outcome: Outcome\n) -> tuple",
                    'section_index: int, outcome: "Change"\n) -> tuple',
                ),
                (
                    'its round and its two pairing numbers."""\n',
                    'its round and its two pairing numbers."""\n'
                    "    if isinstance(outcome, FactSet):\n"
                    "        return 0, frozenset({outcome.player})\n",
                ),
                (
                    "outcomes: Sequence[Outcome], new: Outcome\n) -> tuple[Outcome, ...]:",
                    'outcomes: "Sequence[Change]", new: "Change"\n) -> "tuple[Change, ...]":',
                ),
                (
                    "    outcomes: Sequence[Outcome],\n    player: int,\n"
                    "    round_: int,\n) -> tuple[Outcome, ...]:",
                    '    outcomes: "Sequence[Change]",\n    player: int,\n'
                    '    round_: int,\n) -> "tuple[Change, ...]":',
                ),
            ),
            *within(
                GAMES,
                ("import Outcome\n", "import Change, FactSet, Outcome\n"),
                (SAME_GAME, SAME_PLAYER),
            ),
            *widened(GAMES, "outcomes: Sequence[Outcome]\n) -> tuple[Outcome, ...]:"),
            *within(
                MODEL,
                (
                    "        for outcome in self.outcomes:\n",
                    "        for outcome in self.outcomes:\n"
                    "            if isinstance(outcome, FactSet):\n                continue\n",
                ),
                (
                    "    Outcome,\n    add_outcome,\n",
                    "    Change,\n    FactSet,\n    Outcome,\n    add_outcome,\n",
                ),
            ),
            *widened(
                MODEL,
                "    def set_result(self, outcome: Outcome) -> None:",
                "        self.outcomes: tuple[Outcome, ...] = ()\n",
                "        self._elsewhere: dict[int, tuple[Outcome, ...]] = {}\n",
                "    def _list_possible(self) -> tuple[Outcome, ...]:",
                "    def _set_outcomes(self, wanted: Sequence[Outcome]) -> None:",
                "    def _show_outcomes(self, outcomes: tuple[Outcome, ...]) -> None:",
                "    def _drop_unchanged(self, wanted: Sequence[Outcome]) -> tuple[Outcome, ...]:",
            ),
            (WHAT_IF, '    CommandSpec(\n        "waveOn",\n', TRY_COMMAND),
            (WHAT_IF, "WHAT_IF_VIEW: Final", TRY_RATING),
        )
    ),
}


def changed_copy(tree: Path) -> Path:
    """Return a copy of the program with every change in it, in a new folder."""
    ignore = shutil.ignore_patterns("__pycache__")
    for name in ("uscalc", "resources", "docs/help"):
        shutil.copytree(ROOT / name, tree / name, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", tree)
    for change in CHANGES.values():
        change.make(tree)
    return tree
