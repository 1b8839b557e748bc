"""Write a document as the text of an event file that a person can read and compare."""

import datetime as dt
import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from uscalc.document.facts.table import FACTS, facts_of
from uscalc.document.model import (
    BirthDate,
    Document,
    Link,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.formats.shared.files import encode_path

Step = Callable[[dict[str, Any]], dict[str, Any]]

STEPS: Final[tuple[Step, ...]] = ()
"""The first step leads from version 1 to 2, and so on: version 1 is the present one."""


def find_present_version(steps: Sequence[Step] = STEPS) -> int:
    """Return the newest version of the format."""
    return 1 + len(steps)


def migrate_object(
    data: dict[str, Any], version: int, steps: Sequence[Step] = STEPS
) -> dict[str, Any]:
    """Bring an object to the newest version; the given object may be changed."""
    for number, step in enumerate(steps[version - 1 :], start=version + 1):
        data = {**step(dict(data)), "version": number}
    return data


FORMAT: Final = "uscalc-event"

Json = dict[str, Any]


def write_event(document: Document) -> str:
    """Write an event, without defaults: one key of a head, or one player, on each line.

    Raise ValueError if a number is not finite.
    """
    head = {"format": FORMAT, "version": find_present_version(), **_to_object(document)}
    lines = _write_head(head, "  ")
    if document.sections:
        sections = ",\n".join(_write_section(section) for section in document.sections)
        lines.append(f'  "sections": [\n{sections}\n  ]')
    if document.link is not None:
        lines.append(f'  "link": {_write_link(document.link)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _write_link(link: Link) -> str:
    """Write the link, and the last content of the linked file, one section on each line."""
    base = link.base
    lines = _write_head(_to_object(base), "      ")
    if base.sections:
        sections = ",\n".join(
            f"        {_write_json(_to_object(s) | {'players': s.players})}"
            for s in base.sections
        )
        lines.append(f'      "sections": [\n{sections}\n      ]')
    head: Json = {"path": encode_path(link.path)}
    if link.end_date is not None:
        head["end_date"] = link.end_date
    outer = _write_head(head, "    ")
    outer.append('    "base": {\n' + ",\n".join(lines) + "\n    }")
    return "{\n" + ",\n".join(outer) + "\n  }"


def _write_section(section: Section) -> str:
    lines = _write_head(_to_object(section), "      ")
    players = ",\n".join(f"        {_write_json(p)}" for p in section.players)
    body = f"\n{players}\n      " if players else ""
    lines.append(f'      "players": [{body}]')
    return "    {\n" + ",\n".join(lines) + "\n    }"


def _write_head(head: Json, indent: str) -> list[str]:
    return [
        f"{indent}{_write_json(key)}: {_write_json(value)}"
        for key, value in head.items()
    ]


def _write_json(value: Any) -> str:
    return json.dumps(_to_plain(value), ensure_ascii=False, allow_nan=False)


def _to_plain(value: Any) -> Any:
    """Convert values to plain JSON; a whole number has no fraction."""
    if (write := _WRITERS.get(type(value))) is not None:
        value = write(value)
    if isinstance(value, dict):
        return {key: _to_plain(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(child) for child in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value.isoformat() if isinstance(value, dt.date) else value


def _to_object(value: Any) -> Json:
    """Return the facts of a value that differ from their defaults, by their keys."""
    return {
        fact.key_in_file: dict(held) if fact.by_system else held
        for fact in facts_of(type(value))
        if (held := getattr(value, fact.key)) != fact.default or fact.always_filed
    }


def _to_rating_facts(facts: RatingFacts) -> Json:
    value = _to_object(facts)
    if value.pop("unknown", False):
        value["rating"] = "unknown"
    return value


def _to_rules(rules: RulesChoice) -> Any:
    if not rules.overrides:
        return rules.edition
    edition = {} if rules.edition is None else {"edition": rules.edition}
    return edition | dict(rules.overrides)


def _to_prize_floor(floor: PrizeFloor) -> Any:
    value = _to_object(floor)
    return floor.level if len(value) == 1 else value


_WRITERS: Final[dict[type, Callable[[Any], Any]]] = {
    **dict.fromkeys(FACTS, _to_object),
    RatingFacts: _to_rating_facts,
    RulesChoice: _to_rules,
    BirthDate: lambda born: f"{born.date.year:04d}" if born.year_only else born.date,
    PrizeFloor: _to_prize_floor,
}
"""How the values of each class are written."""
