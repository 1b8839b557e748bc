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
    """Return the last day of each of these members whom the list has just once.

    Whoever is not in it, or without a date that can be read, is left out.
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
    """Return the name of each of these members whom the list has just once."""
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
