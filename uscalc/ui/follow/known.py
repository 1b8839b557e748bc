"""The known state of a linked file, and its description in the bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Link
from uscalc.formats.shared.blanks import CODE
from uscalc.ui.follow.reader import Reading, candidates
from uscalc.ui.follow.states import NEWS, State, Trouble, Work
from uscalc.ui.follow.updates import Update


@dataclass(frozen=True, slots=True)
class Known:
    """The known state of the linked file. `base` is the state that was merged last.

    `stranger` is the last reading if it is another tournament, and `lacking` the number
    of undone changes. `told` are the reader's findings that were shown, and `said` is
    the description until the state changes.
    """

    reading: Reading | None = None
    stranger: Reading | None = None
    read_at: str = ""
    said: str = ""
    news: str = ""
    lacking: int = 0
    base: Document | None = None
    findings: tuple[Finding, ...] = ()
    told: frozenset[Finding] = frozenset()

    def file(self, link: Link) -> Path:
        """Return the linked file; of several candidates the one that was read last."""
        read = self.reading
        return candidates(link.path, None)[0] if read is None else read.path

    def words(self, state: State) -> str:
        """Describe the file's state, and the last update if the event has it."""
        if state.passing:
            return self.said or State().words("")
        as_read = state.trouble is Trouble.NONE and state.work in NEWS
        news = f": {self.news}" if self.news and as_read else ""
        return f"{state.words(self.read_at, self.lacking)}{news}"


def hint_of(path: str, work: Work, updates: Sequence[Update]) -> str:
    """Return what is followed, at length."""
    said = f"What is saved in {path} comes in here."
    if work is Work.BEHIND:
        said += " What was undone comes in again with F5."
    if work is Work.WAITING:
        said += " It waits until nothing is half typed and no dialog is open."
    if updates:
        said += f" Last, at {updates[-1].time}: {updates[-1].in_short}."
    return said


def found_by(reading: Reading) -> frozenset[Finding]:
    """Return the reader's findings, except ratings that are asked for elsewhere."""
    return frozenset(f for f in reading.opened.findings if f.code != CODE)


def untold(found: frozenset[Finding], told: frozenset[Finding]) -> str:
    """Return the first finding that was not shown yet, and the number of others."""
    news = sorted(map(str, found - told))
    if not news:
        return ""
    return f"{news[0]}." + (f" And {len(news) - 1} more." if len(news) > 1 else "")
