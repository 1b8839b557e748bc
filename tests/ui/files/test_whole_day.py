"""A day with a pairing program: forty saves, and random actions between them.

The day is drawn at random and knows no program; a writer makes its files. After each
save, the event must contain the file's data and the typed data, every change must be
named, and another tournament under the linked name must change nothing.

`USCALC_DAYS="20 5"` plays 20 days from seed 5 on.
"""

import os
import random
import shutil
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from tests.ui.driving import click, enter, open_file, press, press_button, type_text
from tests.ui.files.played import RESULTS, Part, another, tournament
from tests.ui.files.writers import WRITERS, Writer
from tests.ui.keys import Key
from uscalc.document.edit.cells import set_rating
from uscalc.document.findings import LINKED_FILE_DIFFERS
from uscalc.document.model import Document, with_player
from uscalc.formats import open_event
from uscalc.ui.files.link import LinkedFileController
from uscalc.ui.files.link_states import LinkStage

GIVEN = os.environ.get("USCALC_DAYS", "1 1")
DAYS, FIRST = map(int, GIVEN.split() if " " in GIVEN else (GIVEN, "1"))
SAVES: Final = 40
IN_THE_PROGRAM: Final = ("result", "entry", "withdrawal", "pair_again", "correction")
"""Actions after which the pairing program saves."""
ONCE: Final = (
    *("entry", "entry", "withdrawal", "withdrawal", "pair_again", "correction"),
    *("stranger", "stranger", "vanishing_share", "unreadable", "undo", "undo"),
    *("other_events", "type_games", "type_games", "type_name", "type_ahead"),
)
"""Actions that each day has at some time; the rest are results."""


class Day:
    """A day: the window, the pairing program's file, and what was typed."""

    def __init__(self, qtbot, window, writer: Writer, others: list[Path], seed: int):
        self.qtbot, self.window, self.writer = qtbot, window, writer
        self.lot = lot = random.Random(seed)
        self.others, self.saves = others, 0
        self.played = tournament(lot)
        self.typed: dict[tuple[int, str], dict[str, object]] = {}
        self.told: list[tuple[str, ...]] = []
        """Words that an update must have in one line."""
        self.seen = 0
        self.share = others[-1].with_name("share")
        self.share.mkdir()
        self.path = self.share / f"club{writer.suffix}"
        self.own = self.share.with_name("mine.uscalc")
        self.path.write_bytes(writer.write(self.played))
        open_file(qtbot, window, self.path)
        self.hurry()
        window.files.saving.write_file(self.own)
        self.in_step()

    @property
    def linked(self) -> LinkedFileController:
        return self.window.files.following.linked

    @property
    def chip(self) -> str:
        return self.window.bottom.link.accessibleName()

    def hurry(self) -> None:
        """Check more often than every two seconds, and give up sooner."""
        self.linked.watch.poll.setInterval(50)
        self.linked.watch.patience.setInterval(200)

    # What is expected

    def expected(self) -> Document:
        """Return the expected event: the file's data and the typed data."""
        document = open_event(self.path).document
        for (at, member), facts in self.typed.items():
            players = document.sections[at].players
            row = next(i for i, p in enumerate(players) if p.id == member)
            if "games" in facts:
                rating, games = players[row].facts("R").rating, facts["games"]
                document = set_rating(document, at, row, "R", rating, games).document
            if "name" in facts:
                player = document.sections[at].players[row]
                named = replace(player, name=str(facts["name"]))
                document = with_player(document, at, row, named)
        return document

    def shown(self) -> Document:
        return replace(self.window.session.document, link=None)

    def in_step(self) -> None:
        """Wait until everything is merged, and check that it was named."""
        expected = self.expected()
        self.qtbot.waitUntil(
            lambda: self.rests(LinkStage.IN_STEP) and self.shown() == expected
        )
        assert self.chip.startswith(f"Linked to {self.path.name} · synced ")
        codes = {finding.code for finding in self.window.session.findings}
        assert LINKED_FILE_DIFFERS not in codes
        new = list(self.linked.updates[self.seen :])
        self.seen = len(self.linked.updates)
        lines = [str(news) for update in new for news in update.news]
        for told in self.told:
            assert any(all(word in line for word in told) for line in lines), told
        if new:
            assert new[-1].in_short
        self.told.clear()

    def rests(self, work: LinkStage) -> bool:
        return self.linked.state.work is work and not self.linked.busy

    # The pairing program

    def save(self) -> None:
        """Save in place, by renaming, or in two halves."""
        self.saves += 1
        data = self.writer.write(self.played)
        how = self.lot.choice(("place", "rename", "halves"))
        if how == "rename":
            beside = self.path.with_suffix(".tmp")
            beside.write_bytes(data)
            os.replace(beside, self.path)
            return
        if how == "halves":
            self.path.write_bytes(data[: len(data) // 2])
        self.path.write_bytes(data)

    def part(self) -> Part:
        return self.lot.choice(self.played.parts)

    def name(self, part: Part, number: int) -> str:
        return next(e.name for e in part.entrants if e.number == number)

    def tell(self, part: Part, at: int | None, *names: str) -> None:
        place = f"{part.name}:" if at is None else f"{part.name}, round {at}:"
        self.told.append((place, *names))

    def result(self) -> None:
        """Enter one or two results, or pair a new round if the last one is over."""
        part = self.part()
        boards = part.open_boards()
        if not boards:
            if len(part.rounds) < part.planned:
                self.pair(part, again=False)
            else:
                self.correction()
            return
        for white, black in self.lot.sample(boards, min(len(boards), 2)):
            at = len(part.rounds)
            part.decide(at, white, black, self.lot.choice(RESULTS))
            self.tell(part, at, self.name(part, white), self.name(part, black))

    def pair(self, part: Part, *, again: bool) -> None:
        before = dict(part.rounds[-1]) if again else {}
        if again:
            part.pair_again(self.lot)
        else:
            part.pair(self.lot)
        at = len(part.rounds)
        for number, cell in part.rounds[-1].items():
            if cell == before.get(number):
                continue
            names = [self.name(part, number)]
            if cell.opponent:
                names.append(self.name(part, cell.opponent))
            if cell.outcome == "unpaired":
                names.append("is not paired")
            self.tell(part, at, *names)

    def pair_again(self) -> None:
        for part in self.played.parts:
            if part.rounds and all(
                cell.outcome not in RESULTS for cell in part.rounds[-1].values()
            ):
                self.pair(part, again=True)
                return
        self.result()

    def correction(self) -> None:
        part = self.part()
        games = part.decided()
        if not games:
            return
        at, white, black = self.lot.choice(games)
        was = part.rounds[at - 1][white].outcome
        part.decide(at, white, black, self.lot.choice([o for o in RESULTS if o != was]))
        names = self.name(part, white), self.name(part, black)
        self.tell(part, at, "corrected", *names)

    def entry(self) -> None:
        part = self.part()
        number = max(e.number for e in part.entrants) + 1
        entrant = self.played.somebody(number, self.lot)
        part.enter(entrant)
        self.tell(part, None, entrant.name, "entered")

    def withdrawal(self) -> None:
        """Withdraw a player, who is not paired in later rounds."""
        part = self.part()
        active = [e.number for e in part.entrants if e.active]
        if len(active) > 5:
            part.withdraw(self.lot.choice(active))
        self.result()

    # What happens between two saves

    def stranger(self) -> None:
        """Save an unrelated tournament under the linked name."""
        before, updates = self.window.session.document, len(self.linked.updates)
        self.path.write_bytes(self.writer.write(another(self.lot)))
        said = f"{self.path.name} now contains a different tournament"
        self.qtbot.waitUntil(lambda: said in self.window.messages.text)
        assert self.rests(LinkStage.STRANGER)
        assert '"River Classic", 11/10/2024' in self.window.messages.text
        assert "0 of the" in self.window.messages.text
        ways = "Use as this event", "Open as a separate event", "Unlink"
        assert self.window.messages.ways == ways
        assert self.chip == f"Linked to {self.path.name} · contains another tournament"
        if self.lot.random() < 0.5:
            press_button(self.qtbot, self.window, "messageClose")
        # It isn't merged later either, even on request.
        self.window.named_actions["readNow"].trigger()
        self.qtbot.waitUntil(lambda: said in self.window.messages.text)
        assert self.window.session.document is before
        assert len(self.linked.updates) == updates
        self.play_on()
        assert said not in self.window.messages.text

    def play_on(self) -> None:
        """Save results, and wait until they are merged."""
        self.result()
        self.save()
        self.in_step()

    def vanishing_share(self) -> None:
        before = self.window.session.document
        away = self.share.with_name("elsewhere")
        self.share.rename(away)
        self.qtbot.waitUntil(lambda: self.chip.endswith("· file not found"))
        assert self.window.session.document is before
        away.rename(self.share)
        self.play_on()

    def unreadable(self) -> None:
        """Write half a file, another kind of file, and a folder of the name."""
        before, whole = self.window.session.document, self.path.read_bytes()
        for content in (whole[: len(whole) // 2], b'{"shopping": ["bread"]}', None):
            self.path.unlink()
            if content is None:
                self.path.mkdir()
            else:
                self.path.write_bytes(content)
            self.window.named_actions["readNow"].trigger()
            self.qtbot.waitUntil(lambda: self.chip.endswith("· can't be read now"))
            assert self.window.session.document is before
        self.path.rmdir()
        self.play_on()

    def undo(self) -> None:
        """Undo the last save, and check that the window reports to be behind."""
        name = self.window.session.history.undo_name or ""
        if f" from {self.writer.program}" not in name:
            return
        brought = len(self.linked.updates[-1].news)
        self.window.named_actions["undo"].trigger()
        self.qtbot.waitUntil(lambda: self.rests(LinkStage.BEHIND))
        changes = "1 change" if brought == 1 else f"{brought} changes"
        assert self.chip == f"Linked to {self.path.name} · {changes} behind the file"
        how = self.lot.choice(("catchUp", "readNow", "redo", "save"))
        if how == "save":
            self.result()
            self.save()
        else:
            self.window.named_actions[how].trigger()
        self.in_step()

    def other_events(self) -> None:
        """Open five other events, one after the other; none of them has the mark."""
        self.window.files.saving.write_file(self.own)
        for path in self.others:
            self.window.session.history.mark_saved()
            open_file(self.qtbot, self.window, path)
            self.qtbot.waitUntil(
                lambda: self.linked.link is None or self.rests(LinkStage.IN_STEP)
            )
            assert self.path.name not in self.chip
            assert not self.linked.updates
        self.result()
        self.save()
        self.window.session.history.mark_saved()
        open_file(self.qtbot, self.window, self.own)
        self.hurry()
        assert self.linked.updates[: self.seen]
        self.in_step()

    def row(self) -> int:
        """Return a player of the first section with a known rating.

        It isn't the last player, because Enter there would begin another one.
        """
        self.window.session.select(0)
        players = self.window.session.document.sections[0].players[:-1]
        rated = [p.number for p in players if p.facts("R").rating is not None]
        return self.lot.choice(rated)

    def type_games(self) -> None:
        number, games = self.row(), self.lot.randint(5, 25)
        player = self.window.session.document.sections[0].players[number - 1]
        assert player.number == number
        rating = player.facts("R").rating
        enter(self.qtbot, self.window, number, "rating", f"{rating:.0f}/{games}")
        self.typed.setdefault((0, player.id or ""), {})["games"] = games
        self.in_step()

    def type_name(self) -> None:
        """Type half a name while the program saves."""
        number = self.row()
        player = self.window.session.document.sections[0].players[number - 1]
        click(self.qtbot, self.window, number, "name")
        type_text(self.qtbot, self.window, "Typ")
        before = self.window.session.document
        self.result()
        self.save()
        self.qtbot.waitUntil(lambda: self.chip.endswith(" are waiting"))
        assert self.linked.busy
        said = "Waiting for you to finish typing or close the dialog."
        assert said in self.window.bottom.link.toolTip()
        assert self.window.session.document is before
        type_text(self.qtbot, self.window, "ed, Ann")
        press(self.qtbot, self.window, Key.Key_Return)
        self.typed.setdefault((0, player.id or ""), {})["name"] = "Typed, Ann"
        self.in_step()

    def type_ahead(self) -> None:
        """Type a result here before the program has it."""
        part = self.played.parts[0]
        last = part.entrants[-1].number
        boards = [board for board in part.open_boards() if board[0] != last]
        if not boards:
            return
        white, black = self.lot.choice(boards)
        self.window.session.select(0)
        at = len(part.rounds)
        enter(self.qtbot, self.window, white, at, "w")
        part.decide(at, white, black, "win")
        self.save()
        self.in_step()

    def do(self, action: str) -> None:
        getattr(self, action)()
        if action in IN_THE_PROGRAM:
            self.save()
            self.in_step()


@pytest.fixture
def others(sample: Path, other_event: Path, tmp_path, writer: Writer) -> list[Path]:
    """Return five events without a link, or linked to other files."""
    copy = tmp_path / "copy.uscalc"
    shutil.copy(sample, copy)
    river = tmp_path / f"river{writer.suffix}"
    river.write_bytes(writer.write(another(random.Random(0))))
    return [sample, river, copy, other_event, river]


@pytest.mark.parametrize("seed", range(FIRST, FIRST + DAYS))
@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.program)
def test_a_day_ends_with_filed_and_typed_data(qtbot, window, writer, others, seed):
    day = Day(qtbot, window, writer, others, seed)
    actions = [*ONCE, *["result"] * (SAVES - len(ONCE))]
    day.lot.shuffle(actions)
    # A day begins with a round.
    actions[:0] = ["result"] * 4
    for action in actions:
        day.do(action)
    while day.saves < SAVES:
        day.do("result")
    assert day.shown() == day.expected()
