"""Any sequence of edits, undo, redo and save, killed anywhere: all of it comes back."""

import datetime as dt
import tempfile
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from tests.document.test_history import Editing
from tests.often import often
from uscalc.document.history import History, HistoryState
from uscalc.document.model import Edit, Link
from uscalc.formats.native import journal, journal_writing
from uscalc.formats.native.journal import JournalSnapshot, read_snapshot
from uscalc.formats.native.journal_writing import JournalFile

NOW = dt.datetime(2026, 3, 1, 14, 2, 30)
MODULES = (journal, journal_writing)


class Killing(Editing):
    """The same edits, with a journal that is written now and then, and read."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "window.journal")
        self.journal = JournalFile(self.path)
        self.noted: JournalSnapshot | None = None
        self.steps, self.room = journal.STEPS, journal_writing.ROOM

    def teardown(self) -> None:
        for module in MODULES:
            module.STEPS = self.steps
        journal_writing.ROOM = self.room
        self.folder.cleanup()

    @initialize(
        every=st.booleans(),
        steps=st.sampled_from([2, 200]),
        room=st.sampled_from([0, 1_000_000]),
    )
    def prepare(self, every: bool, steps: int, room: int) -> None:
        self.every = every
        for module in MODULES:
            module.STEPS = steps
        journal_writing.ROOM = room

    def begun(self) -> bool:
        return bool(self.documents)

    @precondition(begun)
    @rule(again=st.booleans())
    def follow_a_file(self, again: bool) -> None:
        shown = self.history.document
        base = replace(shown, link=None)
        if again and shown.link is not None:
            self.make(Edit(replace(shown, link=None), "Unlink file"))
        else:
            self.make(Edit(replace(shown, link=Link("club.S1C", base)), "Follow"))

    @precondition(lambda self: self.place > 0)
    @rule()
    def amend(self) -> None:
        shown = self.history.document
        self.documents[self.place] = replace(shown, chain_sections=True)
        self.history.replace_shown(self.documents[self.place])

    @precondition(lambda self: self.place > 1)
    @rule()
    def join(self) -> None:
        """A row and its name become one step, as when a player is typed in."""
        self.history.join_steps(self.documents[self.place - 1])
        del self.documents[self.place - 1]
        self.place -= 1

    @precondition(begun)
    @rule()
    def note(self) -> None:
        self.noted = JournalSnapshot(self.history.past, None, "abc", NOW)
        self.journal.write(self.noted)

    @precondition(begun)
    @rule()
    def start_again(self) -> None:
        """A killed window's work goes on in another one, with a journal of its own."""
        self.note()
        if len(self.documents) > journal.STEPS:
            return
        self.history = History.from_state(read_snapshot(self.path).past)
        past = self.history.past
        if self.saved is not None and past.saved is not None:
            self.saved = past.documents[past.saved]
        self.documents = list(past.documents)
        self.journal = JournalFile(self.path)

    @invariant()
    def what_was_noted_comes_back(self) -> None:
        if not self.documents:
            return
        if self.every:
            self.note()
        if self.noted is None:
            return
        read = read_snapshot(self.path)
        wanted, found = self.noted.past, read.past
        assert replace(read, past=wanted) == self.noted
        if len(wanted.names) <= journal.STEPS:
            assert found == wanted
            return
        # So many steps on both sides, and nothing else than what they were.
        first = wanted.place - found.place
        last = first + len(found.documents)
        assert found.place >= min(wanted.place, journal.STEPS)
        ahead = len(wanted.names) - wanted.place
        assert len(found.names) - found.place >= min(ahead, journal.STEPS)
        shift = None if wanted.saved is None else wanted.saved - first
        saved = shift if shift is not None and 0 <= shift < last - first else None
        assert found == HistoryState(
            wanted.documents[first:last],
            wanted.names[first : last - 1],
            found.place,
            saved,
        )


Killing.TestCase.settings = often(60, stateful_step_count=40)
TestKilling = Killing.TestCase
