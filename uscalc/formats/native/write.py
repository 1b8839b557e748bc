"""A document as the text of an event file that a person can read and compare."""

import datetime as dt
import json
from dataclasses import fields
from typing import Any, Final

from uscalc.document.model import (
    BY_DATE,
    Birth,
    Document,
    EventReport,
    Link,
    Matches,
    Player,
    PrizeFloor,
    Published,
    RatingFacts,
    RulesChoice,
    Section,
    SectionReport,
)
from uscalc.formats.native.migrations import present_version
from uscalc.formats.storage.paths import kept

FORMAT: Final = "uscalc-event"

Json = dict[str, Any]


def write_event(document: Document) -> str:
    """Return the event file: one key of a head, one player a line; defaults are left out.

    Raises ValueError where a number is not finite.
    """
    head: Json = {
        "format": FORMAT,
        "version": present_version(),
        "name": document.name,
        "end_date": document.end_date,
    }
    if document.chain_sections:
        head["chain_sections"] = True
    if document.report != EventReport():
        head["report"] = _said(document.report, EventReport())
    lines = _head_lines(head, "  ")
    if document.sections:
        sections = ",\n".join(_section_text(section) for section in document.sections)
        lines.append(f'  "sections": [\n{sections}\n  ]')
    if document.link is not None:
        lines.append(f'  "link": {_link_text(document.link)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _link_text(link: Link) -> str:
    """Return what the event follows; below it, one section a line, what that said last."""
    base = link.base
    head: Json = {"name": base.name, "end_date": base.end_date}
    if base.chain_sections:
        head["chain_sections"] = True
    if base.report != EventReport():
        head["report"] = _said(base.report, EventReport())
    lines = _head_lines(head, "      ")
    if base.sections:
        sections = ",\n".join(
            f"        {_text(_section(s) | {'players': list(map(_player, s.players))})}"
            for s in base.sections
        )
        lines.append(f'      "sections": [\n{sections}\n      ]')
    said: Json = {"path": kept(link.path)}
    if link.end_date is not None:
        said["end_date"] = link.end_date
    outer = _head_lines(said, "    ")
    outer.append('    "base": {\n' + ",\n".join(lines) + "\n    }")
    return "{\n" + ",\n".join(outer) + "\n  }"


def _section_text(section: Section) -> str:
    lines = _head_lines(_section(section), "      ")
    players = ",\n".join(f"        {_text(_player(p))}" for p in section.players)
    body = f"\n{players}\n      " if players else ""
    lines.append(f'      "players": [{body}]')
    return "    {\n" + ",\n".join(lines) + "\n    }"


def _head_lines(head: Json, indent: str) -> list[str]:
    return [f"{indent}{_text(key)}: {_text(value)}" for key, value in head.items()]


def _text(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    """Return values as JSON has them; a whole number needs no fraction."""
    if isinstance(value, dict):
        return {key: _plain(child) for key, child in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(child) for child in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    return value


def _section(section: Section) -> Json:
    value: Json = {"name": section.name}
    value |= _differing(
        section, Section(), "start_date", "end_date", "time_control", "online", "kind"
    )
    value |= _differing(section, Section(), "systems", "half_k")
    if section.rules != BY_DATE:
        value["rules"] = _rules(section.rules)
    rounds = {"rounds": section.planned_rounds, "rounds_played": section.played_rounds}
    value |= _given(rounds)
    if section.report != SectionReport():
        value["report"] = _said(section.report, SectionReport())
    return value


def _rules(rules: RulesChoice) -> Any:
    if not rules.overrides:
        return rules.edition
    edition = {} if rules.edition is None else {"edition": rules.edition}
    return edition | dict(rules.overrides)


def _player(player: Player) -> Json:
    value: Json = {"number": player.number, "name": player.name}
    value |= _differing(player, Player(player.number), "id", "state")
    if player.birth is not None:
        value["birth_date"] = _birth(player.birth)
    value |= _differing(player, Player(player.number), "adult")
    if player.ratings:
        value["ratings"] = {system: _facts(facts) for system, facts in player.ratings}
    for key, foreign in (("fide", player.fide), ("cfc", player.cfc)):
        if foreign is not None:
            value[key] = _given({"rating": foreign.rating, "as_of": foreign.as_of})
    if player.results:
        value["results"] = player.results
    if player.published:
        value["published"] = {
            system: _published(published) for system, published in player.published
        }
    return value


def _birth(birth: Birth) -> Any:
    return f"{birth.date.year:04d}" if birth.year_only else birth.date


def _facts(facts: RatingFacts) -> Json:
    value: Json = {"rating": "unknown" if facts.unknown else facts.rating}
    plain = RatingFacts()
    value |= _differing(facts, plain, "games", "as_of", "source", "rounded", "record")
    value |= _differing(facts, plain, "peak", "wins", "draws", "events", "floor")
    if facts.prize_floor is not None:
        value["prize_floor"] = _prize_floor(facts.prize_floor)
    value |= _differing(facts, plain, "life_master", "ceiling", "official")
    if facts.matches is not None:
        value["matches"] = _matches(facts.matches)
    if facts.initial is not None:
        value["initial"] = {"rating": facts.initial.rating}
        if facts.initial.games:
            value["initial"]["games"] = facts.initial.games
    return value


def _prize_floor(floor: PrizeFloor) -> Any:
    if floor.amount is None and floor.date is None:
        return floor.level
    return _given({"level": floor.level, "amount": floor.amount, "date": floor.date})


def _matches(matches: Matches) -> Json:
    return _given(
        {
            "net_180_days": matches.net_180_days,
            "net_3_years": matches.net_3_years,
        }
    )


def _published(published: Published) -> Json:
    return _given({"rating": published.rating, "games": published.games})


def _given(value: Json) -> Json:
    return {key: child for key, child in value.items() if child is not None}


def _said(value: Any, default: object) -> Json:
    """Return every field that is not what a reader would take anyway."""
    return _differing(value, default, *(field.name for field in fields(value)))


def _differing(value: object, default: object, *names: str) -> Json:
    """Return the named fields that are not what a reader would take anyway, in that order."""
    return {
        name: getattr(value, name)
        for name in names
        if getattr(value, name) != getattr(default, name)
    }
