"""Look a member up in all lists: each rating from the list that is right for its day."""

import datetime as dt
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from uscalc.document.compare.people import may_be_one_person
from uscalc.document.fill.entry import ListedRating, ListEntry
from uscalc.engine.systems import SYSTEMS, System
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.ratinglist.lookup import MOST, MemberLookup
from uscalc.ratinglist.names import make_index_key, make_member_key
from uscalc.ratinglist.store import RatingList, open_lookup

DatedEntry = tuple[dt.date, ListEntry]
"""A member's entry in the list of a day."""
Opened = list[tuple[RatingList, MemberLookup]]


def order_lists(
    lists: Sequence[RatingList], day: dt.date, first: Path | None = None
) -> tuple[RatingList, ...]:
    """Return the lists as an event that ends on a day asks them.

    The one that a person chose comes first; then the newest up to that day, and only
    then later ones, which know of later events.
    """

    def place(one: RatingList) -> tuple[bool, bool, int]:
        later = one.date > day
        days = one.date.toordinal()
        return one.file != first, later, days if later else -days

    return tuple(sorted(lists, key=place))


def search_lists(
    lists: Sequence[RatingList],
    text: str,
    most: int = MOST,
    monitor: Monitor = UNMONITORED,
    home: str = "",
) -> tuple[ListEntry, ...]:
    """Return the members that fit a text, the nearest first.

    Each has its facts of all lists. Members of the state `home` come first among
    equals. Raise ListError, which names the list. `monitor` may raise an error to end the
    search.
    """
    with ExitStack() as stack:
        opened: Opened = []
        for one in lists:
            opened.append((one, stack.enter_context(open_lookup(one))))
        found: dict[tuple[str, ...], int] = {}
        hits: list[tuple[int, ListEntry]] = []
        for place, (_, lookup) in enumerate(opened):
            for entry in lookup.search_members(text, most, monitor, home):
                if found.setdefault(_make_member_key(entry), place) == place:
                    hits.append((place, entry))
        whole = []
        for place, entry in hits[:most]:
            monitor.check()
            whole.append(merge_entries(_collect_entries(opened, place, entry)))
        return tuple(whole)


def _make_member_key(entry: ListEntry) -> tuple[str, ...]:
    member = make_member_key(entry.id)
    return (member,) if member else (make_index_key(entry.name), entry.state)


def _collect_entries(opened: Opened, place: int, entry: ListEntry) -> list[DatedEntry]:
    """Return the entries in all lists of a member found in one of them."""
    said = []
    for other, (one, lookup) in enumerate(opened):
        if other == place:
            said.append((one.date, entry))
            continue
        same = set(lookup.find_by_id(entry.id))
        # An ID of several members, or of another name, identifies no one.
        if len(same) == 1 and may_be_one_person(entry.name, (its := same.pop()).name):
            said.append((one.date, its))
    return said


def merge_entries(said: Sequence[DatedEntry]) -> ListEntry:
    """Merge the entries of several lists; the first one with a fact is used.

    The expiration date is that of the newest list.
    """
    entries = [entry for _, entry in said]
    known = [one for one in said if one[1].expires]
    expires = max(known, key=lambda one: one[0])[1].expires if known else ""
    return replace(
        entries[0],
        ratings=tuple(
            (system, listed)
            for system in SYSTEMS
            if (listed := _choose_rating(said, system)) is not None
        ),
        state=next((e.state for e in entries if e.state), ""),
        expires=expires,
        birth_year=next((e.birth_year for e in entries if e.birth_year), None),
        fide=next((e.fide for e in entries if e.fide is not None), None),
    )


def _choose_rating(said: Sequence[DatedEntry], system: System) -> ListedRating | None:
    found = [
        replace(listed, as_of=day)
        for day, entry in said
        if (listed := entry.get_rating(system)) is not None
    ]
    return next((one for one in found if one.readable), found[0] if found else None)
