"""A document as its differences from another one, for the steps of a journal.

New parts are in an event file of their own, which holds the changed sections with their
changed players only; a recipe beside it gives the places of all others. A result typed
into an event of a thousand players so costs two players.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from uscalc.document.model import Document, Player, Section
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event

Json = dict[str, Any]

EMPTY_DOCUMENT: Final = Document("", dt.date.min)
"""The document that the first one differs from."""
MOST_PLAYERS: Final = 100_000
"""In one document; a damaged recipe must not ask for more."""

_GIVEN: Final = "given"
_KEPT: Final = "kept"


def make_step(old: Document, new: Document) -> Json:
    """Return the step from which `apply_step` makes the new document.

    `sections` gives for each section the old one that it equals, or its players: a
    number of those in the event beside it, or [section, row, count] of the old. Raise
    ValueError.
    """
    sections, taken = _split_sections(old.sections, new.sections)
    link = new.link
    how: Any = _GIVEN
    if link is not None and old.link is not None:
        if link is old.link:
            link, how = None, _KEPT
        else:
            parts, how = _split_sections(old.link.base.sections, link.base.sections)
            link = replace(link, base=replace(link.base, sections=parts))
    event = write_event(replace(new, sections=sections, link=link))
    return {"event": event, "sections": taken, "link": how}


def apply_step(old: Document, said: Json, path: Path | None = None) -> Document:
    """Apply a step to a document.

    Raise FormatError, or ValueError if the recipe is inconsistent.
    """
    event = read_event(said["event"].encode("utf-8"), path)
    sections = _join_sections(said["sections"], old.sections, event.sections)
    link, how = event.link, said["link"]
    if how == _KEPT:
        link = old.link
    elif how != _GIVEN:
        if link is None or old.link is None:
            raise ValueError("there is no link to begin with")
        base = _join_sections(how, old.link.base.sections, link.base.sections)
        link = replace(link, base=replace(link.base, sections=base))
    return replace(event, sections=sections, link=link)


def _split_sections(
    old: Sequence[Section], new: Sequence[Section]
) -> tuple[tuple[Section, ...], list[Any]]:
    """Return the new sections, with their new players only, and the recipe."""
    known = {id(section): place for place, section in enumerate(old)}
    rows: dict[int, tuple[int, int]] | None = None
    parts: list[Section] = []
    taken: list[Any] = []
    for place, section in enumerate(new):
        if id(section) in known:
            taken.append(known[id(section)])
            continue
        if rows is None:
            rows = {
                id(player): (where, row)
                for where, other in enumerate(old)
                for row, player in enumerate(other.players)
            }
        beside = old[place].players if place < len(old) else ()
        found = [
            rows.get(id(player)) or _find_same_row(player, beside, place, row)
            for row, player in enumerate(section.players)
        ]
        fresh = tuple(
            player
            for player, at in zip(section.players, found, strict=True)
            if at is None
        )
        parts.append(replace(section, players=fresh))
        taken.append(list(_join_runs(found)))
    return tuple(parts), taken


def _find_same_row(
    player: Player, beside: Sequence[Player], section: int, row: int
) -> tuple[int, int] | None:
    """Return the same row of the section before, if it has the same content.

    A linked file is read anew each time, and nearly all of it is unchanged.
    """
    same = row < len(beside) and beside[row] == player
    return (section, row) if same else None


def _join_runs(found: Sequence[tuple[int, int] | None]) -> Iterator[Any]:
    """Yield adjacent rows joined into runs."""
    run: list[int] | None = None
    fresh = 0
    for at in found:
        if at is None:
            if run is not None:
                yield run
            run, fresh = None, fresh + 1
            continue
        if fresh:
            yield fresh
            fresh = 0
        section, row = at
        if run is not None and run[0] == section and run[1] + run[2] == row:
            run[2] += 1
            continue
        if run is not None:
            yield run
        run = [section, row, 1]
    if run is not None:
        yield run
    if fresh:
        yield fresh


def _join_sections(
    taken: Sequence[Any], old: Sequence[Section], parts: Sequence[Section]
) -> tuple[Section, ...]:
    """Return the sections of a recipe. Raise ValueError if it is inconsistent."""
    left = iter(parts)
    sections = []
    room = MOST_PLAYERS
    for recipe in taken:
        if isinstance(recipe, int):
            section = _take_old_rows(recipe, 1, old)[0]
        else:
            part = next(left, None)
            if part is None:
                raise ValueError("a section is missing")
            section = replace(
                part, players=_join_players(recipe, old, part.players, room)
            )
        room -= len(section.players)
        if room < 0:
            raise ValueError("there are too many players")
        sections.append(section)
    if next(left, None) is not None:
        raise ValueError("a section is left over")
    return tuple(sections)


def _join_players(
    recipe: Sequence[Any], old: Sequence[Section], fresh: Sequence[Player], room: int
) -> tuple[Player, ...]:
    players: list[Player] = []
    used = 0
    for run in recipe:
        if isinstance(run, int):
            players += _take_old_rows(used, run, fresh)
            used += run
        else:
            where, row, count = run
            players += _take_old_rows(
                row, count, _take_old_rows(where, 1, old)[0].players
            )
        if len(players) > room:
            raise ValueError("there are too many players")
    if used != len(fresh):
        raise ValueError("players are left over")
    return tuple(players)


def _take_old_rows(first: int, count: int, among: Sequence[Any]) -> Sequence[Any]:
    if first < 0 or count < 1 or first + count > len(among):
        raise ValueError("it speaks of what is not there")
    return among[first : first + count]
