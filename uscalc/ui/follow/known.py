"""The known state of a linked file, and its description in the bar."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Link
from uscalc.formats.shared.blanks import BLANK_RATINGS_CODE
from uscalc.ui.follow.reader import FileReading, list_candidates
from uscalc.ui.follow.states import NEWS, FileTrouble, LinkStage, LinkState
from uscalc.ui.follow.updates import FileUpdate


@dataclass(frozen=True, slots=True)
class LinkKnowledge:
    """The known state of the linked file. `base` is the state that was merged last.

    `stranger` is the last reading if it is another tournament, and `lacking` the number
    of undone changes. `told` are the reader's findings that were shown, and `said` is
    the description until the state changes.
    """

    reading: FileReading | None = None
    stranger: FileReading | None = None
    read_at: str = ""
    said: str = ""
    news: str = ""
    lacking: int = 0
    base: Document | None = None
    findings: tuple[Finding, ...] = ()
    told: frozenset[Finding] = frozenset()

    def get_file(self, link: Link) -> Path:
        """Return the linked file; of several candidates the one that was read last."""
        read = self.reading
        return list_candidates(link.path, None)[0] if read is None else read.path

    def describe_link(self, state: LinkState) -> str:
        """Describe the file's state, and the last update if the event has it."""
        if state.passing:
            return self.said or LinkState().describe_state("")
        as_read = state.trouble is FileTrouble.NONE and state.work in NEWS
        news = f": {self.news}" if self.news and as_read else ""
        return f"{state.describe_state(self.read_at, self.lacking)}{news}"


def make_hint(path: str, work: LinkStage, updates: Sequence[FileUpdate]) -> str:
    """Return what is followed, at length."""
    said = f"What is saved in {path} comes in here."
    if work is LinkStage.BEHIND:
        said += " What was undone comes in again with F5."
    if work is LinkStage.WAITING:
        said += " It waits until nothing is half typed and no dialog is open."
    if updates:
        said += f" Last, at {updates[-1].time}: {updates[-1].in_short}."
    return said


def find_reader_findings(reading: FileReading) -> frozenset[Finding]:
    """Return the reader's findings, except ratings that are asked for elsewhere."""
    return frozenset(f for f in reading.opened.findings if f.code != BLANK_RATINGS_CODE)


def new_findings_message(found: frozenset[Finding], told: frozenset[Finding]) -> str:
    """Return the first finding that was not shown yet, and the number of others."""
    news = sorted(map(str, found - told))
    if not news:
        return ""
    return f"{news[0]}." + (f" And {len(news) - 1} more." if len(news) > 1 else "")
