"""Track which ratings of hand-typed players are unknown, as opposed to unrated.

A director types ratings in the system shown on screen. In that system a blank means
"unrated". In every other system nothing was entered, so the rating is unknown, just as
in a pairing program's file, until the director answers for the whole event.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from uscalc.document.model import (
    UNRATED,
    Document,
    Edit,
    Place,
    Player,
    RatingFacts,
    Section,
    SectionKind,
)
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System

UNKNOWN: Final = RatingFacts(unknown=True)
KINDS_THAT_NEED_RATINGS: Final[tuple[SectionKind, ...]] = ("event", "match")
"""The section types in which every player's rating is needed."""

PlayerRatings = tuple[tuple[System, RatingFacts], ...]
SectionSystems = Sequence[Sequence[System]]
"""The systems that each section of an event counts for."""


def make_default_ratings(document: Document, system: System | None) -> PlayerRatings:
    """Return the ratings of a newly typed player while `system` is on screen.

    With None (a player from a list or file), no system counts as typed.
    """
    return tuple(
        (each, _make_default_rating(document, each, system)) for each in SYSTEMS
    )


def _make_default_rating(
    document: Document, system: System, shown: System | None
) -> RatingFacts:
    known = _list_ratings_in(document, system)
    if known and all(facts.rating is None for facts in known):
        # If no player was ever marked unknown, the director answered "unrated" for all,
        # and that includes players added later. Otherwise the director wasn't asked
        # yet.
        return UNKNOWN if any(facts.unknown for facts in known) else UNRATED
    return UNRATED if system == shown else UNKNOWN


def with_rating(player: Player, system: System, facts: RatingFacts) -> Player:
    """Return the player with new rating facts in one system.

    An unrated system is stored only next to an unknown one; otherwise it is the
    default.
    """
    ratings = dict(player.ratings)
    ratings[system] = facts
    if facts == UNRATED and not any(one.unknown for one in ratings.values()):
        del ratings[system]
    return replace(player, ratings=_sort_by_system(ratings))


def _sort_by_system(ratings: Mapping[System, RatingFacts]) -> PlayerRatings:
    return tuple((key, ratings[key]) for key in SYSTEMS if key in ratings)


# The question to the director


def list_systems_to_ask_about(
    document: Document, counted: SectionSystems
) -> tuple[System, ...]:
    """Return the systems that the event is rated in but has no rating for.

    Systems whose players were already marked unrated are left out.
    """
    return tuple(
        system
        for system in SYSTEMS
        if any(system in systems for systems in counted)
        and all(facts.rating is None for facts in _list_ratings_in(document, system))
        and next(list_players_with_unknown(document, counted, system), None) is not None
    )


def list_players_with_unknown(
    document: Document, counted: SectionSystems, system: System
) -> Iterator[Place]:
    """Yield the players whose rating in `system` is needed but unknown.

    Empty rows and players without any rating information are skipped. The user is asked
    about each of the latter separately.
    """
    for index, (section, systems) in enumerate(
        zip(document.sections, counted, strict=True)
    ):
        if system in systems and section.kind in KINDS_THAT_NEED_RATINGS:
            for row, player in enumerate(section.players):
                unknown = player.facts(system).unknown
                if unknown and _is_entered(player) and not has_no_ratings(player):
                    yield index, row


def has_no_ratings(player: Player) -> bool:
    """Return whether every rating of the player is unknown."""
    return bool(player.ratings) and all(facts.unknown for _, facts in player.ratings)


def _is_entered(player: Player) -> bool:
    return bool(
        player.name
        or player.id
        or any(player.results)
        or any(facts.rating is not None for _, facts in player.ratings)
    )


# The director's answers


def mark_unrated(document: Document, system: System) -> Edit:
    """Mark every player whose rating in `system` is unknown as unrated."""

    def answer_for(player: Player) -> Player:
        facts = player.facts(system)
        return (
            with_rating(player, system, replace(facts, unknown=False))
            if facts.unknown
            else player
        )

    return Edit(
        _change_players(document, answer_for),
        f"Marked unrated in {SYSTEM_NAMES[system]}",
    )


def remove_system(document: Document, counted: SectionSystems, system: System) -> Edit:
    """Stop rating the event in `system`.

    A section that is rated in no other system becomes an unrated section.
    """

    def without_system(section: Section, systems: Sequence[System]) -> Section:
        if system not in systems:
            return section
        left = tuple(each for each in systems if each != system)
        return (
            replace(section, systems=left) if left else replace(section, kind="unrated")
        )

    sections = tuple(
        without_system(section, systems)
        for section, systems in zip(document.sections, counted, strict=True)
    )
    return Edit(
        replace(document, sections=sections), f"Not rated in {SYSTEM_NAMES[system]}"
    )


def mark_new_systems_unknown(
    before: Document, edit: Edit, counted: Callable[[Document], SectionSystems]
) -> Edit:
    """Mark ratings as unknown in the systems that a change of settings has just added.

    Systems with any rating information are left unchanged.
    """
    after = edit.document
    if after is before:
        return edit
    known = _list_distinct_systems(counted(before))
    fresh = [
        system
        for system in SYSTEMS
        if system in _list_distinct_systems(counted(after)) - known
        and not _is_mentioned(after, system)
    ]
    if not fresh:
        return edit

    def with_unknown(player: Player) -> Player:
        entered = {system: player.facts(system) for system in known}
        entered |= dict(player.ratings) | dict.fromkeys(fresh, UNKNOWN)
        return replace(player, ratings=_sort_by_system(entered))

    return replace(edit, document=_change_players(after, with_unknown))


def apply_unrated_answer(before: Document, edit: Edit) -> Edit:
    """Extend an earlier "all unrated" answer to the players that `edit` has added.

    Players without any rating information are left unchanged, because the user is asked
    about each of them separately.
    """
    answered = [
        system
        for system in SYSTEMS
        if all(facts == UNRATED for facts in _list_ratings_in(before, system))
        and _is_mentioned(before, system)
    ]

    def answer_for(player: Player) -> Player:
        for system in answered:
            if player.facts(system) == UNKNOWN and not has_no_ratings(player):
                player = with_rating(player, system, UNRATED)
        return player

    return (
        replace(edit, document=_change_players(edit.document, answer_for))
        if answered
        else edit
    )


def _list_ratings_in(document: Document, system: System) -> list[RatingFacts]:
    return [p.facts(system) for s in document.sections for p in s.players]


def _is_mentioned(document: Document, system: System) -> bool:
    """Return whether any player has an entry in `system`, even an unknown one."""
    return any(
        name == system
        for section in document.sections
        for player in section.players
        for name, _ in player.ratings
    )


def _list_distinct_systems(counted: SectionSystems) -> set[System]:
    return {system for systems in counted for system in systems}


def _change_players(document: Document, change: Callable[[Player], Player]) -> Document:
    """Return the document with `change` applied; other sections keep their identity."""

    def change_section(section: Section) -> Section:
        players = tuple(map(change, section.players))
        pairs = zip(section.players, players, strict=True)
        same = all(before is after for before, after in pairs)
        return section if same else replace(section, players=players)

    return replace(document, sections=tuple(map(change_section, document.sections)))
