"""Every field of an event and of a section, for forms."""

from collections.abc import Iterable
from typing import Any, Final

from uscalc.document.change import Edit
from uscalc.document.edit.rules import choose_edition
from uscalc.document.edit.settings import set_event, set_section
from uscalc.document.edit.typed import (
    TypedError,
    date_text,
    typed_count,
    typed_date,
)
from uscalc.document.fields.field import YES_NO, Field, Target, three_ways
from uscalc.document.model import KINDS, Kind
from uscalc.engine.systems import SYSTEMS

KIND_WORDS: Final[dict[Kind, tuple[str, str]]] = {
    "event": ("event", "An ordinary section: everybody's games are rated together."),
    "match": (
        "match",
        "Two established players against each other: no bonus, and a limit to what "
        "a match may move.",
    ),
    "foreign-fide": (
        "FIDE event abroad",
        "Players with a Regular rating and results are rated against opponents with "
        "FIDE ratings; results may stand on one side.",
    ),
    "foreign-fide-youth": (
        "FIDE youth event abroad",
        "As a FIDE event abroad, with the conversion for youth events.",
    ),
    "estimate": (
        "estimate",
        "One player's sheet: results on one side, and opponents' ratings used as "
        "given in every step.",
    ),
    "unrated": ("unrated", "The section is kept, but never rated or printed."),
}


def _event(target: Target, **changes: Any) -> Edit:
    return set_event(target.document, **changes)


def _section(target: Target, **changes: Any) -> Edit:
    return set_section(target.document, target.index, **changes)


def _write_end(target: Target, text: str) -> Edit:
    day = typed_date(text)
    if day is None:
        raise TypedError("an event needs its last day. Write it like 9/1/2025")
    return _event(target, end_date=day)


def _write_kind(target: Target, key: str) -> Edit:
    kind = next(known for known in KINDS if known == key)
    return _section(target, kind=kind)


def _write_systems(target: Target, text: str) -> Edit:
    chosen = tuple(system for system in SYSTEMS if system in text.split())
    return _section(target, systems=chosen or None)


EVENT: Final = (
    Field(
        "name",
        "Event",
        "The name of the whole event, as it is printed.",
        lambda target: target.document.name,
        lambda target, text: _event(target, name=text),
        empty="a name is needed",
    ),
    Field(
        "endDate",
        "Ends",
        "The day the event ends, such as 9/1/2025. It decides which rules apply.",
        lambda target: date_text(target.document.end_date),
        _write_end,
        empty="9/1/2025",
    ),
    Field(
        "chain",
        "Sections",
        "A member who played in an earlier section starts the later one from that "
        "result. Sections are taken by end date, then in their order.",
        lambda target: three_ways(target.document.chain_sections),
        lambda target, key: _event(target, chain_sections=key == "yes"),
        YES_NO,
        "one after the other",
    ),
)


def section_fields(editions: Iterable[tuple[str, str]]) -> tuple[Field, ...]:
    """Return the fields of a section; `editions` are the keys of editions and their words."""
    return (
        Field(
            "name",
            "Section",
            "The section's name, as it stands on its tab.",
            lambda target: target.section.name,
            lambda target, text: _section(target, name=text),
            empty="a name is needed",
        ),
        Field(
            "startDate",
            "Begins",
            "The section's first day, such as 8/30/2025. Enter it for more than one day.",
            lambda target: date_text(target.section.start_date),
            lambda target, text: _section(target, start_date=typed_date(text)),
            empty="the day it ends",
        ),
        Field(
            "endDate",
            "Ends",
            "The section's last day, such as 9/1/2025. It decides which rules apply.",
            lambda target: date_text(target.section.end_date),
            lambda target, text: _section(target, end_date=typed_date(text)),
            empty="with the event",
        ),
        Field(
            "timeControl",
            "Time control",
            "As printed: G/90;d5, G/25+5, 40/120, SD/30;d10, or G/3 inc 2. It says "
            "which ratings the section counts for.",
            lambda target: target.section.time_control or "",
            lambda target, text: _section(
                target, time_control=" ".join(text.split()) or None
            ),
            empty="G/90;d5",
        ),
        Field(
            "rounds",
            "Rounds",
            "How many rounds are planned; a pairing program's file says so itself.",
            lambda target: str(target.section.planned_rounds or ""),
            lambda target, text: _section(target, planned_rounds=typed_count(text)),
            empty="as played",
        ),
        Field(
            "online",
            "Played",
            "Online games have ratings of their own.",
            lambda target: three_ways(target.section.online),
            lambda target, key: _section(target, online=key == "yes"),
            YES_NO,
            "online",
        ),
        Field(
            "systems",
            "Rated in",
            "R Regular, Q Quick, B Blitz, O for online. None pressed: what the time "
            "control says. Regular and Quick together: rated in both.",
            lambda target: " ".join(target.section.systems or ()),
            _write_systems,
        ),
        Field(
            "kind",
            "Kind",
            "What sort of section it is; below stands what that means.",
            lambda target: target.section.kind,
            _write_kind,
            tuple((kind, KIND_WORDS[kind][0]) for kind in KINDS),
        ),
        Field(
            "rules",
            "Rules",
            "By date: what held on the section's last day, rule by rule. An edition: "
            "what that document prints, whatever the day.",
            lambda target: target.section.rules.edition or "",
            lambda target, key: choose_edition(
                target.document, target.index, key or None
            ),
            (("", "by date"), *editions),
        ),
        Field(
            "halfK",
            "Half-K",
            "Changes count half. It belongs to the guide of 2001; elsewhere it is not "
            "applied.",
            lambda target: three_ways(target.section.half_k),
            lambda target, key: _section(target, half_k=key == "yes"),
            YES_NO,
            "changes count half",
        ),
    )
