"""What nobody has said of ratings: kept as not known until a person does; pure.

Who is typed in by hand is spoken of in the system that is shown, and in no other. A
blank there is a new player; everywhere else nothing is known, as from a pairing
program's file.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from uscalc.document.change import Edit
from uscalc.document.model import (
    UNRATED,
    Document,
    Kind,
    Player,
    RatingFacts,
    Section,
)
from uscalc.engine.systems import SYSTEM_NAMES, SYSTEMS, System

UNKNOWN: Final = RatingFacts(unknown=True)
ASKED_KINDS: Final[tuple[Kind, ...]] = ("event", "match")
"""Those in which everybody's rating is needed."""

Ratings = tuple[tuple[System, RatingFacts], ...]
Counted = Sequence[Sequence[System]]
"""The systems that each section of an event counts for."""
Entry = tuple[int, int]
"""A player's section and row."""


def begun(document: Document, system: System) -> Ratings:
    """The ratings of a player who is typed into the event while a system is shown."""
    return tuple((each, _begun(document, each, system)) for each in SYSTEMS)


def _begun(document: Document, system: System, shown: System) -> RatingFacts:
    known = _known(document, system)
    if known and all(facts.rating is None for facts in known):
        # Everybody is new, and so is who comes later; or nobody was asked about yet.
        return UNKNOWN if any(facts.unknown for facts in known) else UNRATED
    return UNRATED if system == shown else UNKNOWN


def with_facts(player: Player, system: System, facts: RatingFacts) -> Player:
    """The player with other facts in a system.

    Unrated goes without saying, but beside what is not known it is said.
    """
    ratings = dict(player.ratings)
    ratings[system] = facts
    if facts == UNRATED and not any(one.unknown for one in ratings.values()):
        del ratings[system]
    return replace(player, ratings=_ordered(ratings))


def _ordered(ratings: Mapping[System, RatingFacts]) -> Ratings:
    return tuple((key, ratings[key]) for key in SYSTEMS if key in ratings)


# What is asked


def open_systems(document: Document, counted: Counted) -> tuple[System, ...]:
    """The systems that the event counts for and nobody in it has a rating in.

    Those of whom all is said already, because they are new, are no longer open.
    """
    return tuple(
        system
        for system in SYSTEMS
        if any(system in systems for systems in counted)
        and not _rated(document, system)
        and next(unknown_in(document, counted, system), None) is not None
    )


def _rated(document: Document, system: System) -> bool:
    return any(facts.rating is not None for facts in _known(document, system))


def unknown_in(document: Document, counted: Counted, system: System) -> Iterator[Entry]:
    """Whose rating in a system is needed and not known, though something is said.

    An empty row is nobody's.
    """
    for index, (section, systems) in enumerate(
        zip(document.sections, counted, strict=True)
    ):
        if system in systems and section.kind in ASKED_KINDS:
            for row, player in enumerate(section.players):
                unknown = player.facts(system).unknown
                if unknown and _is_entered(player) and not nothing_said(player):
                    yield index, row


def nothing_said(player: Player) -> bool:
    """Whether no rating at all was given for an entry, nor that there is none."""
    return bool(player.ratings) and all(facts.unknown for _, facts in player.ratings)


def _is_entered(player: Player) -> bool:
    return bool(
        player.name
        or player.id
        or any(player.results)
        or any(facts.rating is not None for _, facts in player.ratings)
    )


# What is answered


def all_new(document: Document, system: System) -> Edit:
    """Whoever's rating in a system is not known is new in it, in the whole event."""

    def settled(player: Player) -> Player:
        facts = player.facts(system)
        if not facts.unknown:
            return player
        return with_facts(player, system, replace(facts, unknown=False))

    return Edit(_everywhere(document, settled), f"New in {SYSTEM_NAMES[system]}")


def not_rated(document: Document, counted: Counted, system: System) -> Edit:
    """No section counts for a system; one that counts for no other is not rated."""

    def without(section: Section, systems: Sequence[System]) -> Section:
        if system not in systems:
            return section
        left = tuple(each for each in systems if each != system)
        if not left:
            return replace(section, kind="unrated")
        return replace(section, systems=left)

    pairs = zip(document.sections, counted, strict=True)
    sections = tuple(without(section, systems) for section, systems in pairs)
    name = f"Not rated in {SYSTEM_NAMES[system]}"
    return Edit(replace(document, sections=sections), name)


def newly_counted(
    before: Document, edit: Edit, counted: Callable[[Document], Counted]
) -> Edit:
    """A change of settings, after which nothing is known that nobody has said.

    In a system that the event counts for only now, and of which nothing stands at
    anybody, everybody's rating is not known.
    """
    after = edit.document
    if after is before:
        return edit
    known = _systems_of(counted(before))
    fresh = [
        system
        for system in SYSTEMS
        if system in _systems_of(counted(after)) - known and not _says(after, system)
    ]
    if not fresh:
        return edit

    def spoken_of(player: Player) -> Player:
        said = {system: player.facts(system) for system in known}
        said |= dict(player.ratings) | dict.fromkeys(fresh, UNKNOWN)
        return replace(player, ratings=_ordered(said))

    return replace(edit, document=_everywhere(after, spoken_of))


def as_answered(before: Document, edit: Edit) -> Edit:
    """Entries that came from elsewhere, after all were said to be new in a system.

    So are they, unless their entry says no rating at all: that is asked by itself.
    """
    answered = [
        system
        for system in SYSTEMS
        if all(facts == UNRATED for facts in _known(before, system))
        and _says(before, system)
    ]

    def settled(player: Player) -> Player:
        for system in answered:
            if player.facts(system) == UNKNOWN and not nothing_said(player):
                player = with_facts(player, system, UNRATED)
        return player

    if not answered:
        return edit
    return replace(edit, document=_everywhere(edit.document, settled))


def _known(document: Document, system: System) -> list[RatingFacts]:
    return [p.facts(system) for s in document.sections for p in s.players]


def _says(document: Document, system: System) -> bool:
    """Whether anything stands in a system, be it that nothing is known."""
    return any(
        name == system
        for section in document.sections
        for player in section.players
        for name, _ in player.ratings
    )


def _systems_of(counted: Counted) -> set[System]:
    return {system for systems in counted for system in systems}


def _everywhere(document: Document, change: Callable[[Player], Player]) -> Document:
    """The document with every player changed; sections of nobody changed stay."""

    def changed(section: Section) -> Section:
        players = tuple(map(change, section.players))
        pairs = zip(section.players, players, strict=True)
        same = all(before is after for before, after in pairs)
        return section if same else replace(section, players=players)

    return replace(document, sections=tuple(map(changed, document.sections)))
