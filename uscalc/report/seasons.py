"""Show a season as tables, JSON and CSV: histories of members, and what a change does."""

import csv
import io
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.console import RenderableType
from rich.text import Text

from uscalc.counted import count_in_words, format_day, make_harmless
from uscalc.document.findings import to_single_line
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.explain.numbers import format_change_fixed, format_rating
from uscalc.report.as_json import Json, make_finding_json
from uscalc.report.as_text import make_table
from uscalc.report.comparisons import make_disagreements_json
from uscalc.seasons import (
    HistoryEntry,
    RatingChange,
    Season,
    SeasonEvent,
    count_rated_again,
)
from uscalc.version import __version__

HISTORY: Final = (
    *("Date", "Event", "Section", "System"),
    *("Pre", "Post", "Change", "Games"),
)
SHOWN: Final = 0.005
"""The smallest change that two decimals show."""

Changes = Sequence[RatingChange]


def make_season_json(
    season: Season, members: Sequence[str], changes: Changes | None
) -> Json:
    """Convert the events and the histories of members; numbers are unrounded.

    `changes` are those of a late or corrected event, None without one.
    """
    return {
        "format": "uscalc.season/1",
        "engine": __version__,
        "events": [
            {
                "file": event.filed.file,
                "event": event.filed.document.name,
                "end_date": event.end_date.isoformat(),
                "findings": [make_finding_json(one) for one in event.findings],
                "disagreements": make_disagreements_json(event.disagreements),
                "without_id": event.unidentified,
            }
            for event in season.events
        ],
        "members": [
            {
                "member": member,
                "name": season.histories[member][-1].name,
                "history": [
                    {
                        "file": entry.file,
                        "event": entry.event,
                        "date": entry.date.isoformat(),
                        "section": entry.section,
                        "system": entry.system,
                        "number": entry.number,
                        "pre": entry.pre,
                        "post": entry.post,
                        "change": entry.change,
                        "games": entry.games,
                    }
                    for entry in season.histories[member]
                ],
            }
            for member in members
        ],
    } | (
        {}
        if changes is None
        else {"changes": [{**one._asdict(), "change": one.change} for one in changes]}
    )


def make_season_parts(season: Season) -> Iterator[RenderableType]:
    """Yield a table of the members, with their first and last rating in each system."""
    titles = (
        *("Member ID", "Name", "System", "Events"),
        *("First pre", "Last post", "Change", "Games"),
    )
    rows = []
    for member, history in season.histories.items():
        by_system = sorted(history, key=lambda entry: entry.system)
        for system, group in groupby(by_system, lambda entry: entry.system):
            entries = list(group)
            first, last = entries[0], entries[-1]
            rows.append(
                (
                    member,
                    Text(to_single_line(last.name)),
                    system,
                    str(len({entry.file for entry in entries})),
                    format_start(first.pre),
                    format_rating(last.post),
                    format_difference(first.pre, last.post),
                    str(sum(entry.games for entry in entries)),
                )
            )
    if rows:
        yield make_table(titles, range(3), rows)
    listed = any(event.disagreements for event in season.events)
    yield Text(f"{summarize_season(season)}{' --json lists them.' * listed}")


def summarize_season(season: Season) -> str:
    """Describe the events, the members, and the data in the files that the season can't use."""
    parts = [
        f"{count_in_words(len(season.events), 'event')}, "
        f"{count_in_words(len(season.histories), 'member')}."
    ]
    if missing := sum(event.unidentified for event in season.events):
        entries = count_in_words(missing, "entry has", "entries have")
        parts.append(f"{entries} no member ID and can't be linked to other events.")
    if differing := sum(len(event.disagreements) for event in season.events):
        figures = count_in_words(differing, "figure", "figures")
        parts.append(
            f"{figures} in the files differ from the season, which uses its own."
        )
    return " ".join(parts)


def make_history_parts(history: Sequence[HistoryEntry]) -> Iterator[RenderableType]:
    """Yield a member's name and a table of the events."""
    yield Text(to_single_line(history[-1].name), style="bold")
    rows = (
        (
            format_day(entry.date),
            Text(to_single_line(entry.event)),
            Text(to_single_line(entry.section)),
            entry.system,
            format_start(entry.pre),
            format_rating(entry.post),
            format_difference(entry.pre, entry.post),
            str(entry.games),
        )
        for entry in history
    )
    yield make_table(HISTORY, range(4), rows)


def make_changes_parts(changes: Changes) -> Iterator[RenderableType]:
    """Yield a table of the last ratings that change, the largest change first."""
    yield Text("Changed ratings at the end of the season", style="bold")
    shown = select_visible(changes)
    titles = ("Member ID", "Name", "System", "Before", "After", "Change")
    rows = (
        (
            one.member,
            Text(to_single_line(one.name)),
            one.system,
            "" if one.before is None else format_rating(one.before),
            "" if one.after is None else format_rating(one.after),
            format_difference(one.before, one.after),
        )
        for one in shown
    )
    if shown:
        yield make_table(titles, range(3), rows)
    elif not changes:
        yield Text("No ratings change.")
    if small := describe_small_changes(len(changes) - len(shown)):
        yield Text(small)


def select_visible(changes: Changes) -> list[RatingChange]:
    """Return the changes that two decimals show."""
    return [
        one
        for one in changes
        if None in (one.before, one.after) or abs(one.change) >= SHOWN
    ]


def describe_small_changes(count: int) -> str:
    """Describe a number of changes that two decimals don't show."""
    moves = count_in_words(count, "rating changes", "ratings change")
    return f"{moves} by less than 0.01 points." if count else ""


def describe_entry(entry: HistoryEntry) -> str:
    """Describe a member's ratings before and after a section, in one line."""
    arrow = "\N{RIGHTWARDS ARROW}"
    change = format_difference(entry.pre, entry.post)
    return to_single_line(
        f"{entry.event}, {format_day(entry.date)}, {entry.section}, "
        f"{SYSTEM_NAMES[entry.system]}: {format_start(entry.pre)} {arrow} "
        f"{format_rating(entry.post)}{change and f' ({change})'}, "
        f"{count_in_words(entry.games, 'game')}"
    )


def describe_effect(
    condition: str, before: Season, after: Season, changes: Changes
) -> str:
    """Describe what a tried change does; `condition` is a clause: "If Ada Castle had won"."""
    count = len(changes)
    ratings = count_in_words(count, "rating") if count else "no rating"
    again = count_rated_again(before, after)
    return (
        f"{condition}, {ratings} would be different at the end of the season. uscalc "
        f"rated {again:,} of {count_in_words(len(after.events), 'event')} again."
    )


def describe_same_day(events: Sequence[SeasonEvent]) -> str:
    """Return the warning that events with members in common end on the same day."""
    files = " and ".join(event.filed.file for event in events)
    return (
        f"{files}: these events end on the same day, {format_day(events[0].end_date)}, "
        "and have members in common. uscalc rates them in the order of their file "
        "names. If that isn't the right order, correct an end date or rename a file."
    )


def make_season_csv(season: Season, members: Sequence[str]) -> bytes:
    """Return the histories as a CSV file for spreadsheets; ratings are unrounded."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(("Member ID", "Name", *HISTORY))
    for member in members:
        for entry in season.histories[member]:
            typed = map(make_harmless, (member, entry.name))
            event, section = map(make_harmless, (entry.event, entry.section))
            place = (entry.date.isoformat(), event, section, entry.system)
            ratings = (entry.pre, entry.post, entry.change, entry.games)
            writer.writerow((*typed, *place, *ratings))
    return text.getvalue().encode("utf-8-sig")


def format_start(rating: float | None) -> str:
    """Return a pre-event rating; "unr" for an unrated player."""
    return "unr" if rating is None else format_rating(rating)


def format_difference(before: float | None, after: float | None) -> str:
    """Return the difference of two ratings, or nothing where one of them is missing."""
    return (
        "" if before is None or after is None else format_change_fixed(after - before)
    )
