"""The stages of the work on a linked file, and the texts that describe them.

The state of the file and the work on its last reading are separate, because a file may
disappear while its content is still being merged.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import count_in_words, format_day
from uscalc.document.findings import Finding
from uscalc.document.merge.alignment import compare_events
from uscalc.document.merge.news import News, summarize_news
from uscalc.document.model import Document, Edit, Link
from uscalc.formats.shared.pairing import BLANK_RATINGS_CODE
from uscalc.ui.files.reader import FileReading, list_candidates


class LinkStage(Enum):
    """A stage of the work on the last reading of the file."""

    NOTHING = "no file is linked"
    UNREAD = "the linked file hasn't been read yet"
    CAME = "the file was read, and will be merged when the user isn't typing"
    WAITING = "the file was read; the user is typing"
    MERGING = "merging in the background"
    TAKING = "the merged event is being applied"
    THEIRS = "merging in the background; the file wins where both changed"
    IN_STEP = "the event has the file's content"
    COMPARING = "in sync; the differences are being found"
    BEHIND = "in sync, except for updates that the user undid"
    STOPPED = "the file was read, but the user stopped the merge"
    STRANGER = "the file contains another tournament; nothing is merged"


class FileTrouble(Enum):
    """The reason why the file cannot be read now, as the status bar shows it."""

    NONE = ""
    UNREADABLE = "can't be read now"
    GONE = "file not found"


class LinkState(Struct, frozen=True):
    """The state of the linked file and of the work on it."""

    work: LinkStage = LinkStage.NOTHING
    trouble: FileTrouble = FileTrouble.NONE

    @property
    def busy(self) -> bool:
        """True if the last reading is not merged yet."""
        return self.work in PENDING

    @property
    def passing(self) -> bool:
        """True for a brief state, during which the previous description stays."""
        return self.trouble is FileTrouble.NONE and self.work not in STAGE_WORDS

    def describe_state(self, read_at: str, lacking: int = 0) -> str:
        """Describe the file's state; an empty text for a brief state.

        `read_at` is the time of the last reading, and `lacking` the number of undone
        changes.
        """
        if self.trouble is not FileTrouble.NONE:
            return str(self.trouble.value)
        words = STAGE_WORDS.get(self.work, "")
        return words.format(time=read_at, changes=count_in_words(lacking, "change"))


STAGE_WORDS: Final[Mapping[LinkStage, str]] = {
    LinkStage.NOTHING: "not read yet",
    LinkStage.UNREAD: "not read yet",
    LinkStage.WAITING: "changes from {time} are waiting",
    LinkStage.IN_STEP: "synced {time}",
    LinkStage.COMPARING: "synced {time}",
    LinkStage.BEHIND: "{changes} behind the file",
    LinkStage.STOPPED: "read {time}, not imported",
    LinkStage.STRANGER: "contains another tournament",
}
"""The description of each stage that may last; the others end in a moment."""
PENDING: Final = frozenset(
    {
        LinkStage.CAME,
        LinkStage.WAITING,
        LinkStage.MERGING,
        LinkStage.TAKING,
        LinkStage.THEIRS,
    }
)
"""The stages in which a reading is still to be merged."""
MERGEABLE: Final = frozenset({LinkStage.CAME, LinkStage.WAITING, LinkStage.THEIRS})
"""The stages in which a merge begins as soon as the user isn't typing."""
NEWS: Final = frozenset({LinkStage.IN_STEP, LinkStage.COMPARING})
"""The stages in which the event has the last update."""


MOST: Final = 1000
"""The most updates that are remembered for an event; a day has about forty."""


class FileUpdate(Struct, frozen=True):
    """One save of the linked file: its time, the file's name, and the changes."""

    time: str
    file: str
    news: tuple[News, ...]

    @property
    def in_short(self) -> str:
        """All changes on one line."""
        return summarize_news(self.news)


class _FollowedEvent(Struct):
    """A linked event after its last update, to recognize it later."""

    path: str
    base: Document
    updates: list[FileUpdate] = []


class UpdateHistory:
    """The updates of each event. An event is recognized by its linked file and its tournament."""

    def __init__(self) -> None:
        self._events: list[_FollowedEvent] = []

    def get_updates(self, link: Link) -> Sequence[FileUpdate]:
        """Return an event's updates, the oldest first."""
        found = self._find_event(link)
        return found.updates if found else ()

    def add_update(self, link: Link, base: Document, update: FileUpdate) -> None:
        """Add an update, and remember the file's state after it."""
        found = self._find_event(link)
        if found is None:
            found = _FollowedEvent(link.path, link.base)
            self._events.append(found)
        found.base = base
        found.updates.append(update)
        del found.updates[:-MOST]

    def _find_event(self, link: Link) -> _FollowedEvent | None:
        return next(
            (
                event
                for event in self._events
                if event.path == link.path
                and (
                    event.base is link.base
                    or compare_events(event.base, link.base).same
                )
            ),
            None,
        )


class LinkKnowledge(Struct, frozen=True):
    """All that is known about the linked file.

    `base` is the state that was merged last. `stranger` is the last reading if it is
    another tournament, and `lacking` the number of undone changes. `shown_findings` are
    the reader's findings that were already shown. `description` is the last description
    of a state that lasts.
    """

    reading: FileReading | None = None
    stranger: FileReading | None = None
    read_at: str = ""
    description: str = ""
    news: str = ""
    lacking: int = 0
    base: Document | None = None
    findings: tuple[Finding, ...] = ()
    shown_findings: frozenset[Finding] = frozenset()

    def get_file(self, link: Link) -> Path:
        """Return the linked file; of several candidates, the one that was read last."""
        read = self.reading
        return list_candidates(link.path, None)[0] if read is None else read.path

    def describe_link(self, state: LinkState) -> str:
        """Describe the file's state, and the last update if the event has it."""
        if state.passing:
            return self.description or LinkState().describe_state("")
        as_read = state.trouble is FileTrouble.NONE and state.work in NEWS
        news = f": {self.news}" if self.news and as_read else ""
        return f"{state.describe_state(self.read_at, self.lacking)}{news}"


def make_hint(path: str, work: LinkStage, updates: Sequence[FileUpdate]) -> str:
    """Return a sentence for each fact about the linked file, for the tooltip."""
    text = f"Changes saved in {path} are imported here automatically."
    if work is LinkStage.BEHIND:
        text += " Press F5 to reapply undone updates."
    if work is LinkStage.WAITING:
        text += " Waiting for you to finish typing or close the dialog."
    if updates:
        text += f" Last update at {updates[-1].time}: {updates[-1].in_short}."
    return text


def find_reader_findings(reading: FileReading) -> frozenset[Finding]:
    """Return the reader's findings, except those about ratings that a question asks for."""
    return frozenset(f for f in reading.opened.findings if f.code != BLANK_RATINGS_CODE)


def new_findings_message(found: frozenset[Finding], shown: frozenset[Finding]) -> str:
    """Return the first finding that was not shown yet, and the number of the others."""
    news = sorted(map(str, found - shown))
    return (
        news[0] + (f" And {len(news) - 1} more." if len(news) > 1 else "")
        if news
        else ""
    )


GONE: Final = "linked-gone"
DIFFERS: Final = "linked-differs"
ANOTHER: Final = "linked-another"
"""The keys of the questions about a missing file, about conflicts, and about another tournament."""


def describe_trouble(name: str, reason: str) -> str:
    """Return why the file can't be read; an empty `reason` means that it is missing."""
    return (
        (
            f"Can't read {name}: {reason}. uscalc will keep trying. Your "
            "event is unchanged."
        )
        if reason
        else (
            f"{name} has been moved or deleted. Syncing resumes when it's "
            "available again. Your event is unchanged."
        )
    )


def describe_both_tournaments(name: str, before: Document, now: Document) -> str:
    """Describe the two tournaments, and how many members they share.

    `before` is the last merged state or, before the first merge, the open event.
    """
    among, was = (
        ("known before", "It contained")
        if before.link is None
        else ("entered here", "The open event is")
    )
    found = compare_events(before, now)
    again = (
        f"{found.found} of the {count_in_words(found.members, 'member')} {among}"
        if found.members
        else "no members entered before"
    )
    return (
        f"{name} now contains a different tournament ({again}): "
        f"{_describe_event(now)}. Nothing was imported. {was} "
        f"{_describe_event(before)}."
    )


def _describe_event(event: Document) -> str:
    players = sum(len(section.players) for section in event.sections)
    title = " ".join(event.name.split())[:48]
    return (
        f'"{title}", {format_day(event.end_date)} '
        f"({count_in_words(len(event.sections), 'section')}, "
        f"{count_in_words(players, 'player')})"
    )


def link_file(document: Document, path: Path) -> Edit:
    """Return the event linked to a file, based on the last merge if there was one."""
    base = replace(document, sections=(), link=None)
    link = replace(document.link or Link("", base), path=str(path.absolute()))
    return Edit(replace(document, link=link), f"Link to {path.name}")
