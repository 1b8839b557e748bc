"""The stages of following a file, and how the bar describes them.

The state of the file and the work on its last reading are kept apart, because a file
may vanish while its content is still being merged.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Final


class LinkStage(Enum):
    """The stage of the work on what was read last."""

    NOTHING = "no file is followed"
    UNREAD = "the file was not read yet"
    CAME = "it was read, and is to be merged as soon as nobody is typing"
    WAITING = "it was read; somebody is in the middle of typing"
    MERGING = "it is merged beside the window"
    TAKING = "what was merged becomes the event's"
    THEIRS = "it is merged beside the window; where both changed, the file holds"
    IN_STEP = "the event has what the file says"
    COMPARING = "the same, and it is looked up where the two differ"
    BEHIND = "the same, without something that came in and was undone"
    STOPPED = "it was read, and a person wants nothing of it"
    STRANGER = "it holds another tournament, of which nothing is taken"


class FileTrouble(Enum):
    """Why the file cannot be read now."""

    NONE = "it can be"
    UNREADABLE = "it is there"
    GONE = "it is not there"


@dataclass(frozen=True, slots=True)
class LinkState:
    """One moment of following."""

    work: LinkStage = LinkStage.NOTHING
    trouble: FileTrouble = FileTrouble.NONE

    @property
    def busy(self) -> bool:
        """True if a reading is still to be merged."""
        return self.work in PENDING

    @property
    def passing(self) -> bool:
        """True for a state of a moment: the description before it stays until it ends."""
        return self.trouble is FileTrouble.NONE and self.work in PENDING - {
            LinkStage.WAITING
        }

    def describe_state(self, read_at: str, lacking: int = 0) -> str:
        """Describe the file's state; empty for a state of a moment.

        `read_at` is the time of the last reading, `lacking` the number of undone
        changes.
        """
        if self.trouble is FileTrouble.UNREADABLE:
            return "cannot be read now"
        if self.trouble is FileTrouble.GONE:
            return "not there now"
        if self.passing:
            return ""
        if self.work in (LinkStage.NOTHING, LinkStage.UNREAD):
            return "not read yet"
        if self.work is LinkStage.STRANGER:
            return "holds another tournament"
        if self.work is LinkStage.BEHIND:
            return f"behind the file: {lacking} change{'s' * (lacking != 1)}"
        if self.work is LinkStage.WAITING:
            return f"a save waits: that of {read_at}"
        taken = ", not taken over" if self.work is LinkStage.STOPPED else ""
        return f"read {read_at}{taken}"


PENDING: Final = frozenset(
    {
        LinkStage.CAME,
        LinkStage.WAITING,
        LinkStage.MERGING,
        LinkStage.TAKING,
        LinkStage.THEIRS,
    }
)
"""Stages in which a reading is still to be merged."""
NEWS: Final = frozenset({LinkStage.IN_STEP, LinkStage.COMPARING})
"""Stages in which the event has the last update."""
