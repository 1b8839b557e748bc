"""Days of a followed file drawn by lot, beside a simple account of what must be seen."""

import json
import random
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from pytestqt.qtbot import QtBot

from tests.ui.driving import enter, open_file
from tests.ui.swisssys import Tournament
from uscalc.ui.files.states import LinkStage
from uscalc.ui.window.main_window import MainWindow

PATIENCE: Final = 20_000
DEEDS: Final = (
    "result",
    "result by rename",
    "vanish",
    "back",
    "half",
    "stranger",
    "no file",
    "type games",
    "undo",
    "redo",
    "read now",
    "another event",
)
PAIRS: Final = ((1, 4), (2, 5), (3, 6))


@dataclass
class Day:
    """What there must be: by the file, by the person, and by what was merged last.

    A document is the outcome of each board and the games typed for each player; its
    base, the outcomes that were merged.
    """

    file: dict[int, str] = field(default_factory=lambda: dict.fromkeys((1, 2, 3), "?"))
    shown: tuple[dict[int, str], dict[int, int]] = field(
        default_factory=lambda: (dict.fromkeys((1, 2, 3), "?"), {})
    )
    past: list[tuple[dict[int, str], dict[int, int]]] = field(default_factory=list)
    future: list[tuple[dict[int, str], dict[int, int]]] = field(default_factory=list)
    seen: dict[int, str] | None = None
    on_disk: str = "whole"
    followed: bool = True

    def make(self, outcomes: dict[int, str], games: dict[int, int]) -> None:
        if (outcomes, games) != self.shown:
            self.past.append(self.shown)
            self.shown, self.future = (outcomes, games), []

    def read(self) -> None:
        """What comes of a file that is whole: all of it, as nobody types results."""
        if self.followed and self.on_disk == "whole":
            self.seen = dict(self.file)
            self.make(dict(self.file), dict(self.shown[1]))

    def saved(self) -> None:
        """A file that says what it said before brings nothing that was undone."""
        if self.file != self.seen:
            self.read()

    @property
    def chip(self) -> str:
        if not self.followed:
            return "Follows no file"
        said = {"whole": "read ", "gone": "not there now"}
        # Whatever is read comes in, so that only undo leaves something out.
        undone = sum(self.file[board] != self.shown[0][board] for board in self.file)
        if undone and self.on_disk == "whole":
            changes = "1 change" if undone == 1 else f"{undone} changes"
            return f"follows club.sjson, behind the file: {changes}"
        return f"follows club.sjson, {said.get(self.on_disk, 'cannot be read now')}"


class Desk:
    """The real window, the real file, and the account, doing the same."""

    def __init__(
        self, qtbot: QtBot, window: MainWindow, folder: Path, other: Path
    ) -> None:
        self.qtbot, self.window, self.other = qtbot, window, other
        self.file = Tournament(folder / "club.sjson")
        self.file.pair(*PAIRS)
        self.file.save()
        self.day = Day()
        self.open()

    def open(self) -> None:
        self.window.session.history.mark_saved()
        open_file(self.qtbot, self.window, self.file.path)
        watch = self.window.files.following.linked.watch
        watch.poll.setInterval(30)
        watch.patience.setInterval(200)
        self.day = Day(file=dict(self.day.file))
        self.day.shown = (dict(self.day.file), {})
        self.day.seen = dict(self.day.file)

    def do(self, deed: str, lot: random.Random) -> None:
        day, file = self.day, self.file
        if deed in ("result", "result by rename"):
            board = lot.choice((1, 2, 3))
            first, second = PAIRS[board - 1]
            day.file[board] = outcome = lot.choice("WLD")
            winner, loser = (second, first) if outcome == "L" else (first, second)
            file.result(1, winner, loser, drawn=outcome == "D")
            self._clear()
            file.save() if deed == "result" else file.save_by_rename()
            self._now("whole")
        elif deed == "back":
            self._clear()
            file.save()
            self._now("whole")
        elif deed == "vanish":
            self._clear()
            self._now("gone")
        elif deed == "half":
            self._clear()
            file.save_half()
            self._now("half")
        elif deed == "stranger":
            self._clear()
            file.path.write_text(json.dumps({"shopping": ["bread", "milk"]}))
            self._now("stranger")
        elif deed == "no file":
            self._clear()
            file.path.mkdir()
            (file.path / "notes.txt").write_text("A folder of this name.")
            self._now("folder")
        elif deed == "type games" and day.followed:
            # Return in the last row would begin another player.
            number, games = lot.randint(1, 5), lot.randint(5, 25)
            rating = file.number(number)["Rating"]
            enter(self.qtbot, self.window, number, "rating", f"{rating}/{games}")
            day.make(dict(day.shown[0]), {**day.shown[1], number: games})
        elif deed == "undo":
            self.window.named_actions["undo"].trigger()
            if day.past:
                day.future.append(day.shown)
                day.shown = day.past.pop()
        elif deed == "redo":
            self.window.named_actions["redo"].trigger()
            if day.future:
                day.past.append(day.shown)
                day.shown = day.future.pop()
        elif deed == "read now" and day.followed:
            self.window.named_actions["readNow"].trigger()
            day.read()
        elif deed == "another event":
            self.window.session.history.mark_saved()
            open_file(self.qtbot, self.window, self.other)
            day.followed = False
            day.past, day.future = [], []
            self.see()
            if day.on_disk != "whole":
                self._clear()
                file.save()
            self.open()

    def _clear(self) -> None:
        path = self.file.path
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)

    def _now(self, on_disk: str) -> None:
        self.day.on_disk = on_disk
        self.day.saved()

    def see(self) -> None:
        """Waits until it is as it must be, and stays so after the file was looked at."""
        self.qtbot.waitUntil(self.right, timeout=PATIENCE)
        if self.day.followed:
            linked = self.window.files.following.linked
            for _ in range(2):
                with self.qtbot.waitSignal(linked.watch.looked, timeout=PATIENCE):
                    pass
            self.qtbot.waitUntil(self.rests, timeout=PATIENCE)
        assert self.right(), (self.shown(), self.day.shown, self.chip())

    def right(self) -> bool:
        day = self.day
        chip = self.chip().startswith(day.chip)
        if not day.followed:
            return chip and self.window.session.document.name == "Two Sections"
        return self.rests() and chip and self.shown() == day.shown

    def rests(self) -> bool:
        linked = self.window.files.following.linked
        at_rest = LinkStage.IN_STEP, LinkStage.UNREAD, LinkStage.BEHIND
        return linked.state.work in at_rest and not linked.busy

    def chip(self) -> str:
        return self.window.bottom.link.accessibleName()

    def shown(self) -> tuple[dict[int, str], dict[int, int]]:
        players = self.window.session.document.sections[0].players
        by_number = {p.number: p for p in players}
        outcomes = {
            board: by_number[first].results[0][0]
            for board, (first, _) in enumerate(PAIRS, 1)
        }
        games = {
            number: facts.games
            for number, player in by_number.items()
            if (facts := player.facts("R")).games is not None
        }
        return outcomes, games


@pytest.mark.parametrize("seed", range(4))
def test_the_bar_and_the_event_say_what_the_day_did(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, other_event: Path, seed: int
) -> None:
    lot = random.Random(seed)
    folder = tmp_path / "pairing"
    folder.mkdir()
    desk = Desk(qtbot, window, folder, other_event)
    desk.see()
    for _ in range(16):
        desk.do(lot.choice(DEEDS), lot)
        desk.see()
