"""The states of following a file, and what leads from one to the next.

No Qt and no files here: the follower reports what happened and does what it is told.
The state of the file and the work on what was read last are kept apart, because a file
may vanish while its content is still being merged.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final


class Work(Enum):
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


class Trouble(Enum):
    """Why the file cannot be read now."""

    NONE = "it can be"
    UNREADABLE = "it is there"
    GONE = "it is not there"


class Event(Enum):
    """What happened."""

    ANOTHER = "another event is shown, or it follows another file"
    UNLINKED = "the event follows no file any more"
    READ = "the file was read"
    AGAIN = "the file was read, and says what it said before"
    STRANGER = "the file was read, and holds another tournament"
    WELCOME = "a person takes that for the one that is followed"
    UNREADABLE = "the file could not be read for a while"
    GONE = "the file was not there for a while"
    RANG = "it is time to try again"
    FREE = "nobody is typing"
    TYPING = "somebody is in the middle of typing"
    MERGED = "what was merged fits the event as it is"
    LACKS = "the same of a comparison, and the file has more than the event"
    READ_NOW = "a person wants to have what the file says"
    OUTDATED = "what was merged fits the event no more"
    TAKEN = "what was merged is the event's"
    DIFFERS = "an edit came, after which the two may differ elsewhere"
    WANTS_THEIRS = "a person wants the file to hold where both changed"
    STOP = "a person wants no merge now"


class Do(Enum):
    """What is to be done, in this order."""

    FORGET = "drop everything that is known of the file, and what is at work on it"
    WATCH = "watch the file that the event names"
    UNWATCH = "watch no file"
    READ_AGAIN = "read the file, changed or not"
    KEEP = "keep what was read"
    ASK_WHOSE = "ask what to do about another tournament"
    LET_IN = "take what was read for the tournament that is followed"
    LOOK_UP = "find out whether somebody is typing, and tell"
    LATER = "try again in a moment"
    MERGE = "enter what is half typed, and merge beside the window"
    MERGE_THEIRS = "the same; where both changed, the file holds"
    COMPARE = "find where the two differ, beside the window"
    TAKE = "make what was merged the event's, and tell when it is"
    FIND = "show where the two differ"
    DROP = "drop what is at work"
    SAY_UNREADABLE = "say that the file cannot be read"
    SAY_GONE = "say that the file is not there"
    SHOW = "say in the bottom bar how it is"


@dataclass(frozen=True, slots=True)
class State:
    """One moment of following."""

    work: Work = Work.NOTHING
    trouble: Trouble = Trouble.NONE

    @property
    def busy(self) -> bool:
        """Whether something that was read is still to come in."""
        return self.work in PENDING

    @property
    def passing(self) -> bool:
        """Whether it is over in a moment: what was said before holds until then."""
        return self.trouble is Trouble.NONE and self.work in PENDING - {Work.WAITING}

    def words(self, read_at: str, lacking: int = 0) -> str:
        """Return the file's state for a person; nothing of one that is passing.

        `read_at` is when it was read last, `lacking` how many changes were undone.
        """
        if self.trouble is Trouble.UNREADABLE:
            return "cannot be read now"
        if self.trouble is Trouble.GONE:
            return "not there now"
        if self.passing:
            return ""
        if self.work in (Work.NOTHING, Work.UNREAD):
            return "not read yet"
        if self.work is Work.STRANGER:
            return "holds another tournament"
        if self.work is Work.BEHIND:
            return f"behind the file: {lacking} change{'s' * (lacking != 1)}"
        if self.work is Work.WAITING:
            return f"a save waits: that of {read_at}"
        taken = ", not taken over" if self.work is Work.STOPPED else ""
        return f"read {read_at}{taken}"


@dataclass(frozen=True, slots=True)
class Step:
    """What comes next, and what is to be done for it."""

    state: State
    deeds: tuple[Do, ...] = ()


PENDING: Final = frozenset(
    {Work.CAME, Work.WAITING, Work.MERGING, Work.TAKING, Work.THEIRS}
)
"""Something that was read is still to come in."""
NEWS: Final = frozenset({Work.IN_STEP, Work.COMPARING})
"""What came in last is in the event."""
ALL: Final = tuple(Work)


def _but(*others: Work) -> tuple[Work, ...]:
    """Return every state but these."""
    return tuple(work for work in Work if work not in others)


_Deeds = tuple[Do, ...]
_Row = tuple[Event, tuple[Work, ...], Work | None, _Deeds]
_STAYS: Final = None
W, E = Work, Event

# Each row: what happened, in which states, what comes next, and what is to be done.
_ROWS: Final[tuple[_Row, ...]] = (
    (E.ANOTHER, ALL, W.UNREAD, (Do.FORGET, Do.WATCH, Do.SHOW)),
    (E.UNLINKED, (W.NOTHING,), _STAYS, (Do.FORGET, Do.SHOW)),
    (E.UNLINKED, _but(W.NOTHING), W.NOTHING, (Do.FORGET, Do.UNWATCH, Do.SHOW)),
    (
        E.READ,
        _but(W.NOTHING, W.TAKING),
        W.CAME,
        (Do.DROP, Do.KEEP, Do.SHOW, Do.LOOK_UP),
    ),
    (E.READ, (W.TAKING,), W.CAME, (Do.DROP, Do.KEEP, Do.SHOW, Do.LATER)),
    # What was undone stays so, though the file is written anew or comes back.
    (E.AGAIN, (W.BEHIND, W.COMPARING), _STAYS, (Do.KEEP, Do.SHOW)),
    (
        E.AGAIN,
        _but(W.NOTHING, W.TAKING, W.BEHIND, W.COMPARING),
        W.CAME,
        (Do.DROP, Do.KEEP, Do.SHOW, Do.LOOK_UP),
    ),
    (E.AGAIN, (W.TAKING,), W.CAME, (Do.DROP, Do.KEEP, Do.SHOW, Do.LATER)),
    (E.AGAIN, (W.NOTHING,), _STAYS, ()),
    # After the file was let go it is nobody's.
    (E.READ, (W.NOTHING,), _STAYS, ()),
    (
        E.STRANGER,
        _but(W.NOTHING),
        W.STRANGER,
        (Do.DROP, Do.KEEP, Do.SHOW, Do.ASK_WHOSE),
    ),
    (E.STRANGER, (W.NOTHING,), _STAYS, ()),
    (E.WELCOME, (W.STRANGER,), W.CAME, (Do.LET_IN, Do.SHOW, Do.LOOK_UP)),
    (E.WELCOME, _but(W.STRANGER), _STAYS, ()),
    (E.UNREADABLE, _but(W.NOTHING), _STAYS, (Do.SHOW, Do.SAY_UNREADABLE)),
    (E.UNREADABLE, (W.NOTHING,), _STAYS, ()),
    (E.GONE, _but(W.NOTHING), _STAYS, (Do.SHOW, Do.SAY_GONE)),
    (E.GONE, (W.NOTHING,), _STAYS, ()),
    (E.RANG, (W.CAME, W.WAITING, W.THEIRS), _STAYS, (Do.LOOK_UP,)),
    (E.RANG, _but(W.CAME, W.WAITING, W.THEIRS), _STAYS, ()),
    (E.FREE, (W.CAME, W.WAITING), W.MERGING, (Do.MERGE,)),
    (E.FREE, (W.THEIRS,), _STAYS, (Do.MERGE_THEIRS,)),
    (E.FREE, _but(W.CAME, W.WAITING, W.THEIRS), _STAYS, ()),
    (E.TYPING, (W.CAME, W.MERGING), W.WAITING, (Do.SHOW, Do.LATER)),
    (E.TYPING, (W.WAITING, W.THEIRS), _STAYS, (Do.LATER,)),
    (E.TYPING, _but(W.CAME, W.WAITING, W.MERGING, W.THEIRS), _STAYS, ()),
    (E.MERGED, (W.MERGING, W.THEIRS), W.TAKING, (Do.TAKE,)),
    (E.MERGED, (W.COMPARING,), W.IN_STEP, (Do.FIND, Do.SHOW)),
    (E.MERGED, _but(W.MERGING, W.THEIRS, W.COMPARING), _STAYS, ()),
    (E.LACKS, (W.COMPARING,), W.BEHIND, (Do.FIND, Do.SHOW)),
    (E.LACKS, _but(W.COMPARING), _STAYS, ()),
    # What it says was read already, and was undone.
    (E.READ_NOW, (W.BEHIND,), W.CAME, (Do.SHOW, Do.LOOK_UP)),
    (
        E.READ_NOW,
        (W.COMPARING,),
        W.CAME,
        (Do.READ_AGAIN, Do.DROP, Do.SHOW, Do.LOOK_UP),
    ),
    (
        E.READ_NOW,
        _but(W.BEHIND, W.COMPARING, W.NOTHING),
        _STAYS,
        (Do.READ_AGAIN,),
    ),
    (E.READ_NOW, (W.NOTHING,), _STAYS, ()),
    (E.OUTDATED, (W.MERGING,), W.CAME, (Do.LATER,)),
    (E.OUTDATED, (W.THEIRS,), _STAYS, (Do.LATER,)),
    (E.OUTDATED, (W.COMPARING,), _STAYS, (Do.COMPARE,)),
    (E.OUTDATED, _but(W.MERGING, W.THEIRS, W.COMPARING), _STAYS, ()),
    (E.TAKEN, (W.TAKING,), W.IN_STEP, (Do.FIND, Do.SHOW)),
    (E.TAKEN, _but(W.TAKING), _STAYS, ()),
    (
        E.DIFFERS,
        (W.IN_STEP, W.COMPARING, W.BEHIND),
        W.COMPARING,
        (Do.SHOW, Do.COMPARE),
    ),
    # What is still to come in is merged with the event as it is then.
    (E.DIFFERS, _but(W.IN_STEP, W.COMPARING, W.BEHIND), _STAYS, ()),
    (
        E.WANTS_THEIRS,
        _but(W.NOTHING, W.UNREAD, W.TAKING, W.STRANGER),
        W.THEIRS,
        (Do.DROP, Do.SHOW, Do.MERGE_THEIRS),
    ),
    (
        E.WANTS_THEIRS,
        (W.NOTHING, W.UNREAD, W.TAKING, W.STRANGER),
        _STAYS,
        (),
    ),
    (
        E.STOP,
        (W.CAME, W.WAITING, W.MERGING, W.THEIRS),
        W.STOPPED,
        (Do.DROP, Do.SHOW),
    ),
    (E.STOP, _but(W.CAME, W.WAITING, W.MERGING, W.THEIRS), _STAYS, ()),
)

_TROUBLE: Final[Mapping[Event, Trouble]] = {
    Event.ANOTHER: Trouble.NONE,
    Event.UNLINKED: Trouble.NONE,
    Event.READ: Trouble.NONE,
    Event.AGAIN: Trouble.NONE,
    Event.STRANGER: Trouble.NONE,
    Event.UNREADABLE: Trouble.UNREADABLE,
    Event.GONE: Trouble.GONE,
}
"""What each of these says of the file; the others say nothing of it."""


def _table(rows: tuple[_Row, ...]) -> dict[tuple[Work, Event], tuple[Work, _Deeds]]:
    table: dict[tuple[Work, Event], tuple[Work, _Deeds]] = {}
    for event, works, following, deeds in rows:
        for work in works:
            if (work, event) in table:
                raise ValueError(f"two rows for {event} in {work}")
            table[work, event] = following or work, deeds
    return table


TABLE: Final = _table(_ROWS)
"""For every state of the work and every event: the next, and what is to be done."""


def step(state: State, event: Event) -> Step:
    """Return what comes of an event in a state."""
    work, deeds = TABLE[state.work, event]
    trouble = _TROUBLE.get(event, state.trouble)
    if work is Work.NOTHING:
        trouble = Trouble.NONE
    return Step(State(work, trouble), deeds)
