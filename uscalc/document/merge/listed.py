"""Register players, or fill in their facts, from a rating supplement: a plan, then one edit."""

import datetime as dt
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import format_day
from uscalc.document.cells import parse_entries
from uscalc.document.edit.structure import (
    add_player,
    add_section,
    is_empty,
    remove_players,
)
from uscalc.document.edit.unknown_ratings import (
    UNKNOWN,
    make_default_ratings,
    with_rating,
)
from uscalc.document.merge.differences import diff_facts
from uscalc.document.model import (
    BirthDate,
    Document,
    Edit,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
    with_player,
    with_players,
)
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System


class ListedRating(Struct, frozen=True):
    """A rating in a supplement.

    `rating` is None for unrated. If a rating has no number of games (`games` None), it
    is established. `readable` is False if the text is not a valid rating; then nothing
    is known. `as_of` is the day of the list if several lists are read.
    """

    rating: float | None = None
    games: int | None = None
    readable: bool = True
    as_of: dt.date | None = None

    def __str__(self) -> str:
        if not self.readable:
            return "not readable"
        if self.rating is None:
            return "unrated"
        return f"{self.rating:g}" + ("" if self.games is None else f"/{self.games}")


class ListEntry(Struct, frozen=True):
    """A member in a list; `ratings` has every system that the list contains."""

    id: str
    name: str
    ratings: tuple[tuple[System, ListedRating], ...] = ()
    state: str = ""
    expires: str = ""
    birth_year: int | None = None
    fide: float | None = None

    def get_rating(self, system: System) -> ListedRating | None:
        """Return the rating in a system; None if the list doesn't contain the system."""
        return next((listed for key, listed in self.ratings if key == system), None)


CHOICE: Final = "choice"
"""The match for a member whom the user selected: then the ID is filled in too."""


class FoundMember(Struct, frozen=True):
    """A member found for a player of an event, `by` ID, name or choice.

    `doubt` says why it may be another person; empty if it is certain. `name` is the
    list's full name if only beginnings of the words were typed.
    """

    section: int
    row: int
    entry: ListEntry
    by: str
    doubt: str = ""
    name: str = ""


NAMED: Final = {"name": "Name", "state": "State", "id": "Member ID"}
MIDYEAR: Final = (7, 1)
"""Month and day assumed for a birth year."""


class FillChange(Struct, frozen=True):
    """One fact of a player that filling in changes, before and after in words."""

    what: str
    before: str
    after: str


class PlannedFill(Struct, frozen=True):
    """A player with the facts to be filled in.

    `cautions` are reasons to check first; a row with a caution is not selected at
    first.
    """

    found: FoundMember
    player: Player
    changes: tuple[FillChange, ...]
    cautions: tuple[str, ...]

    @property
    def taken(self) -> bool:
        """True if the row is selected at first."""
        return bool(self.changes) and not self.cautions


def plan_fill_listed(
    document: Document, found: Sequence[FoundMember], as_of: dt.date
) -> tuple[PlannedFill, ...]:
    """Return the changes from filling in each found player from the list of a day."""
    rows = []
    for one in found:
        section = document.sections[one.section]
        player, end = section.players[one.row], document.end_date_of(section)
        after = _fill_found(player, one, as_of, end)
        cautions = tuple(
            text
            for text in (
                one.doubt,
                *_warn_of_duplicate_id(section.players, one.row, after),
                *_warn_of_losses(player, one.entry, as_of, end),
            )
            if text
        )
        rows.append(PlannedFill(one, player, list_changes(player, after), cautions))
    return tuple(rows)


def fill_listed(
    document: Document, found: Sequence[FoundMember], as_of: dt.date
) -> Edit:
    """Fill every found player from the list of a day, in one edit."""
    before, touched = document, 0
    name = "Official rating"
    for one in found:
        section = document.sections[one.section]
        player = section.players[one.row]
        after = _fill_found(player, one, as_of, document.end_date_of(section))
        if after != player:
            document = with_player(document, one.section, one.row, after)
            touched += 1
            name = f"Official ratings of player {player.number}"
    if touched > 1:
        name = f"Official ratings of {touched} players"
    return Edit(
        document if touched else before, f"{name}, supplement of {format_day(as_of)}"
    )


def _fill_found(
    player: Player, found: FoundMember, as_of: dt.date, end: dt.date
) -> Player:
    if found.by == CHOICE and found.entry.id:
        player = replace(player, id=found.entry.id)
    if found.name:
        player = replace(player, name=found.name)
    return fill_player(player, found.entry, as_of, end)


def fill_player(
    player: Player, entry: ListEntry, as_of: dt.date, end: dt.date
) -> Player:
    """Return the player with the facts of a list; facts that it lacks are kept.

    A rating from a list after `end` is used without a date, because the user selected
    that list. A rating without a date counts as current.
    """
    rated = player
    for system, listed in entry.ratings:
        if listed.readable:
            day = _drop_later_day(end, listed.as_of or as_of)
            rated = with_rating(
                rated, system, _fill_rating(player.facts(system), listed, day)
            )
    birth, fide = player.birth, player.fide
    if birth is None and entry.birth_year is not None:
        birth = BirthDate(dt.date(entry.birth_year, *MIDYEAR), year_only=True)
    if entry.fide is not None and (fide is None or fide.rating != entry.fide):
        fide = ForeignRating(entry.fide, _drop_later_day(end, as_of))
    ratings = rated.ratings
    if dict(player.ratings) == dict(ratings):
        ratings = player.ratings
    return replace(
        player,
        id=player.member or entry.id or player.id,
        name=player.name or entry.name,
        state=player.state or entry.state or None,
        ratings=ratings,
        birth=birth,
        fide=fide,
    )


def _drop_later_day(end: dt.date, day: dt.date) -> dt.date | None:
    return day if day <= end else None


def _fill_rating(
    old: RatingFacts, listed: ListedRating, as_of: dt.date | None
) -> RatingFacts:
    if listed.rating is None:
        if old.rating is None:
            return replace(old, unknown=False)
        return replace(
            old,
            rating=None,
            unknown=False,
            games=None,
            as_of=None,
            source=None,
            rounded=None,
        )
    games = listed.games
    if games is None and is_established(old.games) and old.rating is not None:
        # The list says that the rating is established, but not the number of games.
        games = old.games
    same = old.rating == listed.rating
    return replace(
        old,
        rating=listed.rating,
        games=games,
        as_of=as_of,
        source="official",
        rounded=old.rounded if same else None,
        unknown=False,
    )


def list_changes(before: Player, after: Player) -> tuple[FillChange, ...]:
    """Return the facts that differ, in the order of the form."""
    found = [
        FillChange(NAMED[key], old or "–", new or "–")
        for key, old, new in diff_facts(before, after, tuple(NAMED))
    ]
    for system in SYSTEMS:
        old, new = before.facts(system), after.facts(system)
        if old == new:
            continue
        texts, becomes = describe_rating(old), describe_rating(new)
        if texts == becomes:
            texts = f"{texts}, {_describe_source(old)}"
            becomes = _describe_source(new)
            if old.source == new.source and old.as_of is not None:
                becomes = becomes.removeprefix(f"{new.source} ")
        found.append(FillChange(SYSTEM_NAMES[system], texts, becomes))
    if before.birth != after.birth and after.birth is not None:
        found.append(FillChange("Born", "–", str(after.birth.date.year)))
    if before.fide != after.fide and after.fide is not None:
        old_fide = "–" if before.fide is None else f"{before.fide.rating:g}"
        found.append(FillChange("FIDE", old_fide, f"{after.fide.rating:g}"))
    return tuple(found)


def describe_rating(facts: RatingFacts) -> str:
    """Return a rating, with its number of games if it is provisional."""
    if facts.unknown:
        return "unknown"
    if facts.rating is None:
        return "unrated"
    count = "" if is_established(facts.games) else f"/{facts.games}"
    return f"{facts.rating:g}{count}"


def _describe_source(facts: RatingFacts) -> str:
    source = facts.source or "unknown source"
    return source if facts.as_of is None else f"{source} {format_day(facts.as_of)}"


def _warn_of_duplicate_id(
    players: Sequence[Player], row: int, after: Player
) -> Iterator[str]:
    """Yield a caution if another player already has a new member ID."""
    if players[row].id == after.id:
        return
    yield from (
        f"player {other.number} also has the ID {after.id}"
        for place, other in enumerate(players)
        if place != row and other.id == after.id
    )


def _warn_of_losses(
    player: Player, entry: ListEntry, as_of: dt.date, end: dt.date
) -> Iterator[str]:
    """Yield a caution for each known fact that is better than the list's."""
    for system, listed in entry.ratings:
        old = player.facts(system)
        if old.rating is None or not listed.readable:
            continue
        name = SYSTEM_NAMES[system]
        if listed.rating is None:
            yield (
                f"the supplement has no {name} rating; {old.rating:g} would be deleted"
            )
        elif old.as_of is not None and (listed.as_of or as_of) < old.as_of <= end:
            yield f"the {name} rating here is newer ({format_day(old.as_of)})"
        elif old.rating != listed.rating == math.floor(old.rating + 0.5):
            yield f"the {name} rating here is exact ({old.rating:g})"


def enter_listed(
    document: Document, section: int, entry: ListEntry, as_of: dt.date
) -> Edit:
    """Enter a member of a list as the next player; other facts are unknown."""

    def fill_blank(blank: Player, end: dt.date) -> Player:
        for system, listed in entry.ratings:
            if not listed.readable:
                blank = with_rating(blank, system, UNKNOWN)
        return fill_player(blank, entry, as_of, end)

    return _enter_row(document, section, entry.name, fill_blank)


def enter_new(document: Document, section: int, name: str, member: str | None) -> Edit:
    """Enter a player who is in no rating supplement in the next row, unrated in every system.

    If the user has not yet said which players are unrated in a system, the rating is
    unknown.
    """
    ratings = tuple(
        (each, dict(make_default_ratings(document, each))[each]) for each in SYSTEMS
    )
    return _enter_row(
        document,
        section,
        name,
        lambda blank, _end: replace(blank, id=member or None, ratings=ratings),
    )


def enter_in_section(document: Document, section: int, row: int, to: int) -> Edit:
    """Enter a player once more: in another section, or as a re-entry.

    All facts are copied, except results and published ratings.
    """
    person = document.sections[section].players[row]
    name = document.sections[to].name
    return _enter_row(
        document,
        to,
        person.name,
        lambda blank, _end: replace(
            person,
            number=blank.number,
            results=blank.results,
            published=(),
            identity=blank.identity,
        ),
        "re-entered" if to == section else f'also entered in "{name}"',
    )


def move_up(document: Document, section: int, row: int, to: int) -> Edit:
    """Move a player without results into another section."""
    player = document.sections[section].players[row]
    name = _name_edit(f'moved to "{document.sections[to].name}"', player)
    if to == section:
        return Edit(document, name, ("The player is already in that section",))
    if not can_move(document, section, row):
        reason = (
            "The player already has results. Enter the player in the other "
            "section as well"
        )
        return Edit(document, name, (reason,))
    entered = enter_in_section(document, section, row, to)
    if entered.refused:
        return entered
    left = remove_players(entered.document, section, [row]).document
    _, last = _find_last_row(left, to)
    moved = replace(left.sections[to].players[last], identity=player.identity)
    return Edit(with_player(left, to, last, moved), name)


def can_move(document: Document, section: int, row: int) -> bool:
    """Return whether a player has no result yet, including in opponents' cells."""
    player = document.sections[section].players[row]
    return not any(map(str.strip, player.results)) and not _is_opponent(
        document.sections[section], player.number
    )


def _is_opponent(section: Section, number: int) -> bool:
    """Return whether any cell names the player with a pairing number."""
    return any(
        entry.opponent == number
        for player in section.players
        for text in player.results
        for entry in parse_entries(text)
    )


def find_next_number(section: Section | None) -> int:
    """Return the pairing number of the next player: that of an empty last row, if there is one."""
    if section is None or not section.players:
        return 1
    return (
        section.players[-1].number
        if _is_last_row_empty(section)
        else max(player.number for player in section.players) + 1
    )


def _is_last_row_empty(section: Section) -> bool:
    """Return whether the last row is empty and no one has a game against it."""
    players = section.players
    return bool(
        players
        and is_empty(players[-1])
        and not _is_opponent(section, players[-1].number)
    )


def _append_row(document: Document, section: int, name: str) -> Edit:
    """Return the document with a row at the end of a section; it replaces an empty last row.

    The section is added if the event has none.
    """
    if not document.sections:
        section, first = 0, add_section(document)
        edit = add_player(first.document, section, None, name, None)
        return edit if not edit.refused else replace(edit, document=document)
    edit = add_player(document, section, None, name, None)
    if edit.refused or not _is_last_row_empty(document.sections[section]):
        return edit
    *before, empty, player = edit.document.sections[section].players
    seated = replace(player, number=empty.number, identity=empty.identity)
    return replace(
        edit, document=with_players(edit.document, section, [*before, seated])
    )


def _enter_row(
    document: Document,
    section: int,
    name: str,
    fill: Callable[[Player, dt.date], Player],
    what: str = "entered",
) -> Edit:
    """Add a row; `fill` gets the blank player and the section's end date."""
    edit = _append_row(document, section, name)
    if edit.refused:
        return edit
    section, row = _find_last_row(edit.document, section)
    there = edit.document.sections[section]
    player = fill(there.players[row], edit.document.end_date_of(there))
    return Edit(
        with_player(edit.document, section, row, player), _name_edit(what, player)
    )


def _find_last_row(document: Document, section: int) -> tuple[int, int]:
    section = min(section, len(document.sections) - 1)
    return section, len(document.sections[section].players) - 1


def _name_edit(what: str, player: Player) -> str:
    who = player.name or player.id or f"Player {player.number}"
    return f"{who} {what}"
