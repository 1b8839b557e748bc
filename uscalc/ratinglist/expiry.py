"""Expiration dates of memberships and owners of IDs, by a rating list."""

import datetime as dt
from collections.abc import Callable, Iterable

from uscalc.formats.shared.loose import date
from uscalc.ratinglist.lookup import Lookup


def expiries(
    lookup: Lookup,
    members: Iterable[str],
    pause: Callable[[], object] = lambda: None,
) -> dict[str, dt.date]:
    """Return the expiration dates of the members whom the list has exactly once.

    Members without a readable date are left out.
    """
    found = {}
    for member in members:
        pause()
        entries = lookup.by_id(member)
        last = date(entries[0].expires) if len(entries) == 1 else None
        if last is not None:
            found[member] = last
    return found


def owners(
    lookup: Lookup,
    members: Iterable[str],
    pause: Callable[[], object] = lambda: None,
) -> dict[str, str]:
    """Return the names of the members whom the list has exactly once."""
    found = {}
    for member in members:
        pause()
        entries = lookup.by_id(member)
        if len(entries) == 1 and entries[0].name:
            found[member] = entries[0].name
    return found


def members_of(ids: Iterable[str | None]) -> list[str]:
    """Return each ID once, in their order."""
    return list(dict.fromkeys(member for member in ids if member))
