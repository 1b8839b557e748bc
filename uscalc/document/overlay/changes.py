"""Differences between an event and its page from US Chess, and the changes to fix them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from uscalc.counted import group_by_key
from uscalc.document.audit.result import KeyChange, apply_keys
from uscalc.document.cells import (
    BadCell,
    format_cell,
    parse_cell,
    read_cell,
    with_cell,
)
from uscalc.document.edit.unknown_ratings import with_rating
from uscalc.document.model import (
    Document,
    Edit,
    Player,
    PublishedRating,
    RatingSource,
    Section,
    make_edit,
    with_player,
    with_players,
    with_published,
    with_section,
)
from uscalc.document.queries.games import LostGame, list_games_lost_with_players
from uscalc.engine.inputs import System

Cause = Literal["theirs", "ours", "fact", "match"]
CAUSES: Final[dict[Cause, str]] = {
    "theirs": "US Chess",
    "ours": "this event",
    "fact": "missing data",
    "match": "match",
}
"""The likely source of a difference, or a match, in the words of a table."""
AGAINST: Final = "with the US Chess values, the published ratings would not match"
"""The reason why a difference is the page's own mistake."""

DifferenceKind = Literal[
    "settings",
    "entry",
    "id",
    "name",
    "rating",
    "result",
    "published",
    "post",
    "new-section",
    "open",
    "new-ids",
    "new-names",
    "new-ratings",
    "new-published",
]
KINDS: Final[dict[DifferenceKind, str]] = {
    "settings": "Section",
    "entry": "Entry",
    "id": "Member ID",
    "name": "Name",
    "rating": "Pre-event rating",
    "result": "Result",
    "published": "Published rating",
    "post": "Post-event rating",
    "new-section": "Section",
    "open": "Open results",
    "new-ids": "Member IDs",
    "new-names": "Names",
    "new-ratings": "Pre-event ratings",
    "new-published": "Published ratings",
}
"""Kinds of differences, as a table shows them."""


class SetSection(Struct, frozen=True):
    """New values for a section's own fields."""

    values: tuple[tuple[str, Any], ...]


class SetPlayer(Struct, frozen=True):
    """New values for fields of a row."""

    row: int
    values: tuple[tuple[str, Any], ...]


class SetRating(Struct, frozen=True):
    """A new pre-event rating; None for unrated. The other facts are kept."""

    row: int
    system: System
    rating: float | None
    games: int | None
    rounded: bool | None = None


class SetPublished(Struct, frozen=True):
    """A new published rating of a row."""

    row: int
    system: System
    published: PublishedRating


class SetEntry(Struct, frozen=True):
    """A replaced entry of a cell.

    If the text before is empty, the entry is added; if the text after is empty, it
    is removed.
    """

    row: int
    round: int
    before: str
    after: str


class AddPlayer(Struct, frozen=True):
    """An additional row; its results have the event's pairing numbers."""

    player: Player


class RemovePlayer(Struct, frozen=True):
    """A row removed; separate changes correct the opponents' cells."""

    row: int


class AddSection(Struct, frozen=True):
    """An additional section."""

    section: Section


class SetCell(Struct, frozen=True):
    """A replaced cell. The row is given by pairing number, because it may not exist yet."""

    number: int
    round: int
    text: str


class SetKeys(Struct, frozen=True):
    """Keys of the event file changed by a correction; `number` None for the section's."""

    number: int | None
    # The values are those of the event file, and may not be hashable.
    put: KeyChange

    def __hash__(self) -> int:
        return hash(self.number)


PageChange = (
    SetSection
    | SetPlayer
    | SetRating
    | SetPublished
    | SetEntry
    | AddPlayer
    | SetCell
    | SetKeys
    | RemovePlayer
    | AddSection
)


class PageDifference(Struct, frozen=True):
    """One difference between the event and the page.

    `section` is the section's position, `player` a pairing number here, `name` that
    player's name; `round` counts from 1. `ours` and `theirs` describe each side,
    `because` gives the reason for the cause. `adds` is True if the page only adds data
    and contradicts nothing here. `changes` accept the page's version; an unexplained
    published rating has none. `settle` is the question that would confirm a possible
    correction.
    """

    kind: DifferenceKind
    section: int
    section_name: str
    ours: str
    theirs: str
    cause: Cause
    because: str
    player: int | None = None
    name: str = ""
    round: int | None = None
    system: System | None = None
    adds: bool = False
    changes: tuple[PageChange, ...] = ()
    settle: str = ""

    @property
    def is_fact(self) -> bool:
        """True for a possible correction that no page shows."""
        return self.cause == "fact"

    @property
    def is_refuted(self) -> bool:
        """True if the published ratings contradict the page's data here."""
        return self.because == AGAINST

    @property
    def what(self) -> str:
        """The kind of difference, with its round."""
        kind = KINDS[self.kind]
        return kind if self.round is None else f"{kind}, round {self.round}"


class PageComparison(Struct, frozen=True):
    """An event compared with its page: every difference, section by section.

    `pairs` maps our sections to the page's; `sections` counts those of the event.
    """

    differences: tuple[PageDifference, ...]
    pairs: tuple[tuple[int, int], ...]
    sections: int

    @property
    def contradicting(self) -> tuple[PageDifference, ...]:
        """The differences for which event and page both have a value, and the values differ."""
        return tuple(one for one in self.differences if not one.adds)

    @property
    def adding(self) -> tuple[PageDifference, ...]:
        """The differences in which the page only adds data."""
        return tuple(one for one in self.differences if one.adds)


_ORDER: Final[tuple[type, ...]] = (
    SetSection,
    SetPlayer,
    SetRating,
    SetPublished,
    SetEntry,
    AddPlayer,
    SetKeys,
    SetCell,
    RemovePlayer,
    AddSection,
)
"""The order of the changes: rows are added first and removed last.
"""


def accept_differences(
    document: Document, differences: Sequence[PageDifference]
) -> Edit:
    """Return the edit that accepts some differences."""
    return make_edit(
        document, apply_differences(document, differences), _name_edit(differences)
    )


def list_removed_games(
    document: Document, differences: Iterable[PageDifference]
) -> tuple[LostGame, ...]:
    """Return the games of the players whom the differences would remove."""
    rows = group_by_key(
        (one.section, change.row)
        for one in differences
        for change in one.changes
        if isinstance(change, RemovePlayer)
    )
    return tuple(
        game
        for section, gone in rows.items()
        for game in list_games_lost_with_players(document.sections[section], set(gone))
    )


def _name_edit(differences: Sequence[PageDifference]) -> str:
    count, facts = len(differences), all(one.is_fact for one in differences)
    if count != 1:
        return (
            f"Corrections of {count} post-event ratings"
            if facts
            else f"{count} US Chess values accepted"
        )
    one = differences[0]
    who = "" if one.player is None else f" of player {one.player}"
    return (
        f"Correction of the {one.what.lower()}{who}"
        if facts
        else f"{one.what}{who}: US Chess value accepted"
    )


def apply_differences(
    document: Document, differences: Iterable[PageDifference]
) -> Document:
    """Return the document with the differences accepted."""
    found = dict.fromkeys(
        (one.section, change) for one in differences for change in one.changes
    )
    ordered = sorted(
        found,
        key=lambda pair: (
            _ORDER.index(type(pair[1])),
            -pair[1].row if isinstance(pair[1], RemovePlayer) else 0,
        ),
    )
    for index, change in ordered:
        document = _apply_change(document, index, change)
    return document


def _apply_change(document: Document, index: int, change: PageChange) -> Document:
    if isinstance(change, AddSection):
        return replace(document, sections=(*document.sections, change.section))
    section = document.sections[index]
    if isinstance(change, SetSection):
        return with_section(document, index, replace(section, **dict(change.values)))
    players = section.players
    if isinstance(change, SetKeys):
        return apply_keys(document, index, change.put)
    if isinstance(change, SetCell):
        rows = [
            with_cell(player, change.round, change.text)
            if player.number == change.number
            else player
            for player in players
        ]
        return with_players(document, index, rows)
    if isinstance(change, AddPlayer):
        return with_players(document, index, (*players, change.player))
    if isinstance(change, RemovePlayer):
        return with_players(
            document, index, players[: change.row] + players[change.row + 1 :]
        )
    return with_player(
        document, index, change.row, _change_player(players[change.row], change)
    )


def _change_player(
    player: Player, change: SetPlayer | SetRating | SetPublished | SetEntry
) -> Player:
    match change:
        case SetPlayer(_, values):
            return replace(player, **dict(values))
        case SetRating(_, system, rating, games, rounded):
            facts = replace(player.facts(system), games=games, unknown=False)
            if rating != facts.rating:
                # Drop the details that belong only to the old figure.
                source: RatingSource | None = None if rating is None else "published"
                facts = replace(
                    facts, rating=rating, as_of=None, source=source, rounded=rounded
                )
            return with_rating(player, system, facts)
        case SetPublished(_, system, published):
            return with_published(player, system, published)
        case SetEntry(_, place, before, after):
            return with_cell(
                player, place, _replace_entry(read_cell(player, place), before, after)
            )


def _replace_entry(text: str, before: str, after: str) -> str:
    """Return a cell with one entry replaced."""
    cell = parse_cell(text)
    if isinstance(cell, BadCell):
        return after if before == text else text
    entries = [str(entry) for entry in cell]
    if before in entries:
        at = entries.index(before)
        entries[at : at + 1] = [after] if after else []
    elif after:
        # The typed game replaces an entry without a game, for example a bye.
        entries = [str(entry) for entry in cell if entry.is_pairing]
        entries.append(after)
    new = parse_cell("|".join(entries))
    return text if new == cell or isinstance(new, BadCell) else format_cell(new)
