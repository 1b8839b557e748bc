"""Facts put into a document: the keys of the event file, and the values they take."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from uscalc.document.audit.result import AuditFact, KeyChange, Value
from uscalc.document.change import Edit, with_section
from uscalc.document.model import (
    UNRATED,
    BirthDate,
    Document,
    MatchNetChanges,
    OfficialStartingRating,
    Player,
    RatingFacts,
    RulesChoice,
)
from uscalc.engine.inputs import SYSTEMS


def apply_facts(document: Document, index: int, facts: Iterable[AuditFact]) -> Document:
    """Return the document with corrections of one section applied in order."""
    for fact in facts:
        for put in fact.puts:
            document = apply_keys(document, index, put)
    return document


def apply_keys(document: Document, index: int, put: KeyChange) -> Document:
    """Return the document with the keys of one player, or of a section, changed."""
    section = document.sections[index]
    if put.number is not None:
        players = tuple(
            [
                _change_player(player, put.values)
                if player.number == put.number
                else player
                for player in section.players
            ]
        )
        return with_section(document, index, replace(section, players=players))
    values = put.values
    chained = values.pop("chain_sections", None)
    if chained is not None:
        document = replace(document, chain_sections=bool(chained))
    changed = {key: _SECTION[key](value) for key, value in values.items()}
    return with_section(document, index, replace(section, **changed))


def _change_player(player: Player, values: Mapping[str, Value]) -> Player:
    ratings = dict(player.ratings)
    own: dict[str, Any] = {}
    for path, value in values.items():
        first, *rest = path.split(".")
        if first != "ratings":
            name, read = _PLAYER[first]
            own[name] = read(value)
            continue
        name, key = rest
        system = next(one for one in SYSTEMS if one == name)
        ratings[system] = _change_rating(ratings.get(system, UNRATED), key, value)
    return replace(player, ratings=tuple(ratings.items()), **own)


def _change_rating(facts: RatingFacts, key: str, value: Any) -> RatingFacts:
    if key == "rating":
        value = float(value)
    elif key == "initial":
        value = OfficialStartingRating(value["rating"], value.get("games", 0))
    elif key == "matches":
        value = MatchNetChanges(**value)
    return replace(facts, **{key: value})


def _parse_birth(value: Any) -> BirthDate:
    return BirthDate(dt.date.fromisoformat(value))


def _parse_rules(value: Any) -> RulesChoice:
    if isinstance(value, str):
        return RulesChoice(value)
    edition = value.get("edition")
    others = tuple((key, one) for key, one in value.items() if key != "edition")
    return RulesChoice(edition, others)


_PLAYER: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "id": ("id", str),
    "birth_date": ("birth", _parse_birth),
    "adult": ("adult", bool),
    "results": ("results", tuple),
}
"""The model's name for each key of a player, and how its value is read."""

_SECTION: Final[Mapping[str, Callable[[Any], Any]]] = {
    "rules": _parse_rules,
    "systems": tuple,
    "time_control": lambda text: text,
    "kind": str,
    "end_date": dt.date.fromisoformat,
}
"""How the values of a section's keys are read."""


def adopt_facts(document: Document, index: int, facts: Sequence[AuditFact]) -> Edit:
    """Return the edit that applies corrections to one section."""
    name = "Hidden fact put in" if len(facts) == 1 else f"{len(facts)} facts put in"
    there = apply_facts(document, index, facts)
    return Edit(document if there == document else there, name)
