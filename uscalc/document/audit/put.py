"""Facts put into a document: the keys of the event file, and the values they take."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from uscalc.document.audit.result import Fact, Put, Value
from uscalc.document.change import with_section
from uscalc.document.model import (
    UNRATED,
    Birth,
    Document,
    Matches,
    OfficeInitial,
    Player,
    RatingFacts,
    RulesChoice,
)
from uscalc.engine.systems import SYSTEMS


def put_in(document: Document, index: int, facts: Iterable[Fact]) -> Document:
    """Return the document with corrections of one section applied in order."""
    for fact in facts:
        for put in fact.puts:
            document = put_one(document, index, put)
    return document


def put_one(document: Document, index: int, put: Put) -> Document:
    """Return the document with the keys of one player, or of a section, changed."""
    section = document.sections[index]
    if put.number is not None:
        players = tuple(
            [
                _player(player, put.values) if player.number == put.number else player
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


def _player(player: Player, values: Mapping[str, Value]) -> Player:
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
        ratings[system] = _facts(ratings.get(system, UNRATED), key, value)
    return replace(player, ratings=tuple(ratings.items()), **own)


def _facts(facts: RatingFacts, key: str, value: Any) -> RatingFacts:
    if key == "rating":
        value = float(value)
    elif key == "initial":
        value = OfficeInitial(value["rating"], value.get("games", 0))
    elif key == "matches":
        value = Matches(**value)
    return replace(facts, **{key: value})


def _birth(value: Any) -> Birth:
    return Birth(dt.date.fromisoformat(value))


def _rules(value: Any) -> RulesChoice:
    if isinstance(value, str):
        return RulesChoice(value)
    edition = value.get("edition")
    others = tuple((key, one) for key, one in value.items() if key != "edition")
    return RulesChoice(edition, others)


_PLAYER: Final[Mapping[str, tuple[str, Callable[[Any], Any]]]] = {
    "id": ("id", str),
    "birth_date": ("birth", _birth),
    "adult": ("adult", bool),
    "results": ("results", tuple),
}
"""The model's name for each key of a player, and how its value is read."""

_SECTION: Final[Mapping[str, Callable[[Any], Any]]] = {
    "rules": _rules,
    "systems": tuple,
    "time_control": lambda text: text,
    "kind": str,
    "end_date": dt.date.fromisoformat,
}
"""How the values of a section's keys are read."""
