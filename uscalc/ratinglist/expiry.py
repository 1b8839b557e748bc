"""Expiration dates of memberships and owners of IDs, by a rating list."""

import datetime as dt
from collections.abc import Iterable, Iterator

from uscalc.document.fill.entry import ListEntry
from uscalc.formats.shared.loose import parse_date
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist.lookup import MemberLookup


def find_expiries(
    lookup: MemberLookup,
    members: Iterable[str],
    monitor: Monitor = UNMONITORED,
) -> dict[str, dt.date]:
    """Return the expiration dates of the members whom the list has exactly once.

    Members without a readable date are left out.
    """
    entries = _find_unique(lookup, members, monitor)
    last_days = {member: parse_date(entry.expires) for member, entry in entries}
    return {member: day for member, day in last_days.items() if day is not None}


def find_owners(
    lookup: MemberLookup,
    members: Iterable[str],
    monitor: Monitor = UNMONITORED,
) -> dict[str, str]:
    """Return the names of the members whom the list has exactly once."""
    entries = _find_unique(lookup, members, monitor)
    return {member: entry.name for member, entry in entries if entry.name}


def _find_unique(
    lookup: MemberLookup, members: Iterable[str], monitor: Monitor
) -> Iterator[tuple[str, ListEntry]]:
    for member in members:
        monitor.check()
        entries = lookup.find_by_id(member)
        if len(entries) == 1:
            yield member, entries[0]


def list_distinct_ids(ids: Iterable[str | None]) -> list[str]:
    """Return each ID once, in their order."""
    return list(dict.fromkeys(member for member in ids if member))
