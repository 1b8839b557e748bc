"""Share the common parts of the readers of pairing programs' files."""

import datetime as dt
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import count_in_words, format_day
from uscalc.document.edit.unknown_ratings import has_no_ratings
from uscalc.document.findings import BLANK_RATINGS_CODE as BLANK_RATINGS_CODE
from uscalc.document.findings import Finding
from uscalc.document.model import (
    MAX_ROUNDS,
    UNRATED,
    Document,
    Player,
    RatingFacts,
    Section,
)
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.engine.table import RuleTable
from uscalc.engine.timecontrol import find_systems, parse_time_control
from uscalc.formats.opened import (
    EndDateNeededError,
    FormatReader,
    OpenedEvent,
    check,
)
from uscalc.formats.shared import loose
from uscalc.formats.shared.loose import UNKNOWN
from uscalc.rules.resolve import load_rule_table


def count_blank_entries(document: Document) -> int:
    """Return the number of entries without any rating."""
    return sum(has_no_ratings(p) for s in document.sections for p in s.players)


def make_blank_finding(document: Document) -> Finding | None:
    """Return the one question about all entries without a rating, or None."""
    blank = [p for s in document.sections for p in s.players if has_no_ratings(p)]
    if not blank:
        return None
    count, people = len(blank), len({p.id or id(p) for p in blank})
    entries = "1 entry has" if count == 1 else f"{count} entries have"
    of_people = f" ({people} players)" if people != count else ""
    return Finding(
        BLANK_RATINGS_CODE,
        "warns",
        (
            f"{entries} no rating{of_people}; the file doesn't say whether "
            "they are unrated"
        ),
        "Mark them unrated, or look up their ratings",
    )


def mark_blanks_unrated(document: Document) -> Document:
    """Return the event with every entry without a rating marked as unrated."""

    def settled(player: Player) -> Player:
        if not has_no_ratings(player):
            return player
        return replace(
            player, ratings=tuple((system, UNRATED) for system, _ in player.ratings)
        )

    return replace(
        document,
        sections=tuple(
            replace(section, players=tuple(map(settled, section.players)))
            for section in document.sections
        ),
    )


MOST_PLAYERS: Final = 9999
"""Per section; the formats have four digits for a pairing number."""

MOST_SECTIONS: Final = 300
_SHOWN: Final = 80
_NOTHING: Final = " 0./-_"
"""The characters that programs write in place of a missing value."""
Value = TypeVar("Value")


class ReadingNotes(Struct):
    """Notes for the user about a reading, collected while it goes on."""

    assumed: list[str] = []
    left_out: list[str] = []
    findings: list[Finding] = []
    notes: list[Finding] = []
    systems: list[tuple[System, ...]] = []
    """For each section, the systems whose ratings it needs."""

    def keep(self, what: str, written: object, value: Value, *place: Any) -> Value:
        """Return a value as it was read; note a written one that was changed or left out.

        `place` is the section's position, its name, and a pairing number, if known.
        """
        text = "" if written is None else str(written).strip()
        message = ""
        if value is None and text.strip(_NOTHING):
            message = f"The {what} \"{text[:_SHOWN]}\" can't be read and isn't imported"
        elif isinstance(value, str) and value != text:
            message = f'The {what} "{text[:_SHOWN]}" was read as "{value[:_SHOWN]}"'
        if message and text:
            self.notes.append(Finding("changed", "notes", message, "Check it", *place))
        return value

    def list_objects(self, value: object, what: str) -> list[dict[str, Any]]:
        """Return the objects of a list; note how many other items were skipped."""
        found = loose.list_objects(value)
        count = len(value) - len(found) if isinstance(value, list) else 0
        if count:
            items = count_in_words(count, "item")
            self.left_out.append(f"Not imported: {items} of the {what} without data.")
        return found

    def assume_chained_sections(self, sections: Sequence[object]) -> None:
        """Note that players of several sections are rated in order, if there are several."""
        if len(sections) > 1:
            self.assumed.append(
                "Players in several sections are rated in section order."
            )


def make_opened(
    document: Document, notes: ReadingNotes, reader: FormatReader
) -> OpenedEvent:
    """Return the result of a reader: the event, with everything noted about it.

    The question about entries without a rating comes first, once for the whole event.
    """
    blank = make_blank_finding(document)
    return OpenedEvent(
        document=document,
        format=reader.key,
        format_name=reader.name,
        understood=describe_sections(document),
        assumed=tuple(notes.assumed),
        left_out=(*describe_missing_ratings(document, notes.systems), *notes.left_out),
        findings=(*((blank,) if blank else ()), *notes.findings),
        notes=tuple(notes.notes),
    )


class BaseSectionReader:
    """Base class of the readers of one section: the section's name, its position, and the notes."""

    def __init__(self, name: str, index: int, notes: ReadingNotes) -> None:
        self.name = name
        self.index = index
        self.notes = notes

    def add_finding(
        self,
        code: str,
        message: str,
        remedy: str,
        player: int | None = None,
        round_number: int | None = None,
    ) -> None:
        """Add a warning about the section, one of its players, or a player's round."""
        self.notes.findings.append(
            Finding(
                code,
                "warns",
                message,
                remedy,
                self.index,
                self.name,
                player,
                round_number,
            )
        )

    def keep(
        self, what: str, written: object, value: Value, player: int | None = None
    ) -> Value:
        """Return a value as it was read; see `ReadingNotes.keep`."""
        return self.notes.keep(what, written, value, self.index, self.name, player)

    def read_rating(self, value: Any, player: int) -> RatingFacts:
        """Return a rating, or unknown if nothing was written.

        Unreadable text also gives unknown, and a finding about the player with that
        pairing number.
        """
        if loose.is_blank_rating(value):
            return UNKNOWN
        facts = loose.parse_rating_facts(value)
        if facts is None:
            shown = value if isinstance(value, float) else loose.clean_text(value)[:24]
            self.add_finding(
                "odd-rating",
                f'"{shown}" isn\'t a valid rating; the rating is unknown',
                "Enter the rating, or mark the player unrated",
                player,
            )
        return facts or UNKNOWN

    def assume_rating_system(self, system: System | None, source: str = "file") -> None:
        """Note the assumed system of ratings whose system the file doesn't name.

        `system` is None if the time control does not decide it; Regular needs no note.
        """
        if system is None:
            self.notes.assumed.append(
                f'Ratings of section "{self.name}" are assumed Regular, because '
                "its time control gives no rating system."
            )
        elif system != "R":
            self.notes.assumed.append(
                f'Ratings of section "{self.name}" are assumed to be '
                f"{SYSTEM_NAMES[system]} ratings; the {source} doesn't name their "
                "rating system."
            )


def resolve_days(
    start: dt.date | None,
    end: dt.date | None,
    notes: ReadingNotes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the first and last day of an event.

    An event with only a first day ended on that day; a first day after the last one is
    dropped. Raises `needed` if no day is known.
    """
    if end is None and start is not None:
        end = start
        notes.assumed.append(
            f"No end date; the start date {format_day(start)} is used."
        )
    if end is None:
        raise needed
    if start is not None and start > end:
        notes.left_out.append(
            f"Start date {format_day(start)} is after the end date and isn't imported."
        )
        start = None
    return start, end


def parse_days(
    began: object,
    ended: object,
    given: dt.date | None,
    notes: ReadingNotes,
    needed: EndDateNeededError,
) -> tuple[dt.date | None, dt.date]:
    """Return the first and last day that a file gives; `given` may replace the last.

    A text that isn't a date is noted. A last day that cannot be read is never replaced
    by the first day.
    """
    start, end = loose.parse_date(began), loose.parse_date(ended)
    for written, day in ((began, start), (ended, end)):
        if day is None and (text := loose.clean_text(written)[:40]):
            notes.left_out.append(f'Can\'t read the date "{text}".')
            if written is ended and given is None:
                raise type(needed)(
                    f'can\'t read the end date "{text}"',
                    needed.remedy,
                    path=needed.path,
                )
    return resolve_days(start, end or given, notes, needed)


def reject_excess(count: int, what: str, most: int, path: Path | None) -> None:
    """Reject more sections or players than any event has. Raises FormatError."""
    check(
        count <= most,
        f"the file has {count:,} {what}; the limit is {most:,}",
        "Check that this is the right file",
        path=path,
    )


def describe_sections(document: Document) -> tuple[str, ...]:
    """Return a sentence for each section: its players, rounds and time control."""
    return tuple(
        f'Section "{section.name}": {count_in_words(len(section.players), "player")}, '
        f"{count_in_words(section.rounds, 'round')}"
        + (f", {section.time_control}." if section.time_control else ".")
        for section in document.sections
    )


def fill_all_systems(
    given: Mapping[System, RatingFacts],
) -> tuple[tuple[System, RatingFacts], ...]:
    """Return the given ratings, and unknown ones in all other systems."""
    return tuple((system, given.get(system, UNKNOWN)) for system in SYSTEMS)


def describe_missing_ratings(
    document: Document, systems: Sequence[Sequence[System]]
) -> Iterator[str]:
    """Yield a sentence for each system in which the file lacks some ratings.

    `systems` are those in which each section needs ratings.
    """
    have: Counter[str] = Counter()
    entries: Counter[str] = Counter()
    for section, needed in zip(document.sections, systems, strict=True):
        for player in section.players:
            for system in needed:
                entries[system] += 1
                have[system] += not player.facts(system).unknown
    yield from (
        f"{SYSTEM_NAMES[system]} ratings: the file has {have[system]} of "
        f"{entries[system]}; the others are unknown."
        for system in SYSTEMS
        if have[system] < entries[system]
    )


def with_rounds(
    section: Section,
    notes: ReadingNotes,
    index: int,
    planned: object,
    played: object = None,
) -> Section:
    """Return the section with a file's numbers of planned and played rounds.

    Impossible numbers, and numbers that the section's results contradict, are dropped
    and noted.
    """
    whole, over = loose.parse_whole_number(planned), loose.parse_whole_number(played)
    if whole is not None and not max(section.rounds, 1) <= whole <= MAX_ROUNDS:
        whole = None
    if over is not None and not 0 <= over <= section.rounds:
        over = None
    notes.keep("number of rounds", planned, whole, index, section.name)
    notes.keep("number of rounds played", played, over, index, section.name)
    return replace(section, planned_rounds=whole, played_rounds=over)


def find_odd_facts(
    rating: str, member: str, section: int, name: str, player: int
) -> Iterator[Finding]:
    """Yield findings about an unreadable rating or member ID of a player."""

    def finding(code: str, message: str, remedy: str) -> Finding:
        return Finding(code, "warns", message, remedy, section, name, player)

    if not loose.is_blank_rating(rating) and loose.parse_rating_facts(rating) is None:
        yield finding(
            "odd-rating",
            f'"{rating[:24]}" isn\'t a valid rating; the rating is unknown',
            "Enter the rating, or mark the player unrated",
        )
    if re.search(r"[1-9]", member, re.ASCII) and loose.parse_member_id(member) is None:
        yield finding(
            "odd-id",
            f'"{member[:24]}" isn\'t a valid member ID; not imported',
            "Enter the ID",
        )


def trim_empty_rounds(tokens: list[str]) -> tuple[str, ...]:
    """Return results without the empty rounds at the end."""
    while tokens and not tokens[-1]:
        tokens.pop()
    return tuple(tokens)


_OVER_THE_BOARD: Final[System] = "R"


def find_systems_by_time(
    time_control: str | None, end: dt.date, table: RuleTable | None = None
) -> tuple[System, ...]:
    """Return the systems of an over-the-board section; empty if its time is unreadable."""
    control = parse_time_control(time_control) if time_control else None
    if control is None:
        return ()
    times = (table or load_rule_table()).parameters["time_control"]
    return find_systems(control, False, times.find_value_on(end, _OVER_THE_BOARD).value)


RoundOrder = list[int | None]
"""For each round, the column of a row's result; None if the player sits out."""


def order_columns_by_rounds(owners: Sequence[int], size: int) -> list[RoundOrder]:
    """Return each row's columns in the order of the rounds.

    `owners` are the rows that the columns belong to, each equally often. The table
    doesn't show in which round two players met, so the usual round robin tables decide.
    A second meeting comes one full cycle later.
    """
    cycle = size if size % 2 else size - 1
    meetings = len(owners) // size
    orders: list[RoundOrder] = [[None] * (cycle * meetings) for _ in range(size)]
    for row, order in enumerate(orders):
        counts = [0] * size
        for column, owner in enumerate(owners):
            if owner != row:
                order[counts[owner] * cycle + _find_meeting_round(row, owner, size)] = (
                    column
                )
            counts[owner] += 1
    return orders


def _find_meeting_round(one: int, other: int, size: int) -> int:
    """Return the round, from 0, in which two rows meet by the circle method.

    With an even number of rows the last one stays in its place.
    """
    cycle = size if size % 2 else size - 1
    return (
        2 * min(one, other) % cycle
        if max(one, other) == cycle
        else (one + other) % cycle
    )
