"""Facts put into a document: the keys of the event file, and the values they take."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from uscalc.document.audit.result import AuditFact, KeyChange, Value
from uscalc.document.change import Edit, with_section
from uscalc.document.facts.fact import Fact
from uscalc.document.facts.table import facts_of
from uscalc.document.model import (
    UNRATED,
    Document,
    Player,
    RatingFacts,
    RulesChoice,
    Section,
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
    changed = _read_values(Section, values)
    return with_section(document, index, replace(section, **changed))


def _change_player(player: Player, values: Mapping[str, Value]) -> Player:
    ratings = dict(player.ratings)
    own: dict[str, Value] = {}
    for path, value in values.items():
        first, *rest = path.split(".")
        if first != "ratings":
            own[path] = value
            continue
        name, key = rest
        system = next(one for one in SYSTEMS if one == name)
        changed = _read_values(RatingFacts, {key: value})
        ratings[system] = replace(ratings.get(system, UNRATED), **changed)
    changed = _read_values(Player, own)
    return replace(player, ratings=tuple(ratings.items()), **changed)


def _read_values(owner: type, values: Mapping[str, Value]) -> dict[str, Any]:
    """Return the fields that keys of the event file mean, with the model's values."""
    known = {fact.key_in_file: fact for fact in facts_of(owner)}
    return {
        known[key].key: _read_value(known[key], value) for key, value in values.items()
    }


def _read_value(fact: Fact, value: Any) -> Any:
    if fact.kind.name == "rules":
        return _parse_rules(value)
    if isinstance(value, list | tuple):
        return tuple(value)
    if fact.whole is not None:
        return fact.whole(**value)
    if fact.kind.name == "number":
        return float(value)
    return fact.kind.parse(value) if fact.kind.name in ("day", "birth") else value


def _parse_rules(value: Any) -> RulesChoice:
    if isinstance(value, str):
        return RulesChoice(value)
    others = tuple((key, one) for key, one in value.items() if key != "edition")
    return RulesChoice(value.get("edition"), others)


def adopt_facts(document: Document, index: int, facts: Sequence[AuditFact]) -> Edit:
    """Return the edit that applies corrections to one section."""
    name = "Hidden fact put in" if len(facts) == 1 else f"{len(facts)} facts put in"
    there = apply_facts(document, index, facts)
    return Edit(document if there == document else there, name)
