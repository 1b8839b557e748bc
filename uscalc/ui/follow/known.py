"""What is known of a followed file, and what the mark and the bar say of it."""

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
    """What is known of the followed file. `base` is what was merged last.

    `stranger` is what was read last where that is another tournament, and `lacking` the
    number of changes that were undone. `told` are the reader's findings that were said,
    and `said` are the words about the file until something else holds.
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
        """Return the file as it is called: of several that which was read last."""
        read = self.reading
        return candidates(link.path, None)[0] if read is None else read.path

    def words(self, state: State) -> str:
        """Return how the file is, and what came in last where the event has it."""
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
    """Return what the reader found doubtful; ratings that are missing are asked for elsewhere."""
    return frozenset(f for f in reading.opened.findings if f.code != CODE)


def untold(found: frozenset[Finding], told: frozenset[Finding]) -> str:
    """Return the first of the findings that were not told yet, and how many more there are."""
    news = sorted(map(str, found - told))
    if not news:
        return ""
    return f"{news[0]}." + (f" And {len(news) - 1} more." if len(news) > 1 else "")
