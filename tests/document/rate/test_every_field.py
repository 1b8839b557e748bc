"""Changing any field of an event changes a rating; the fields are found by reflection."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields, replace

from uscalc.document import model
from uscalc.document.model import (
    BirthDate,
    Document,
    EventReport,
    ForeignRating,
    MatchNetChanges,
    OfficialStartingRating,
    Player,
    PrizeFloor,
    PublishedRating,
    RatingFacts,
    RulesChoice,
    Section,
    SectionReport,
)
from uscalc.document.rate import whole
from uscalc.rules.resolve import resolve_rules

DAY = dt.date(2025, 3, 2)
FACTS = RatingFacts(
    rating=1500.0,
    games=20,
    as_of=DAY,
    source="typed",
    rounded=False,
    record="mixed",
    peak=1600.0,
    wins=1,
    draws=1,
    events=1,
    floor=100,
    prize_floor=PrizeFloor(1400, 5000.0, DAY),
    ceiling=2400.0,
    official=1500.0,
    matches=MatchNetChanges(1.0, 2.0),
)
NEW = RatingFacts(initial=OfficialStartingRating(900.0, 3))


def event() -> Document:
    """Return two chained sections that use every possible fact."""
    one = Player(
        1,
        "Ada",
        "A1",
        "WA",
        BirthDate(dt.date(2012, 5, 1)),
        False,
        (("R", FACTS), ("Q", FACTS)),
        ForeignRating(1500.0, DAY),
        ForeignRating(1400.0, DAY),
        ("W2", "D3", "L4"),
        (("R", PublishedRating(1510.0, 23)),),
    )
    two = replace(one, number=2, name="Bo", id="B2", results=("L1", "W4", "D3"))
    new = Player(3, "Cy", "C3", ratings=(("R", NEW),), results=("W4", "D1", "D2"))
    young = Player(4, "Di", "D4", birth=one.birth, results=("L3", "L2", "W1"))
    first = Section(
        "Open", DAY, DAY, "G/60;d5", False, "event", ("R", "Q"), False, RulesChoice()
    )
    first = replace(first, planned_rounds=5, played_rounds=2)
    first = replace(first, players=(one, two, new, young))
    second = replace(first, name="Other", end_date=dt.date(2025, 3, 9))
    return Document("Event", DAY, (first, second), True)


OTHERS: dict[str, tuple[Any, ...]] = {
    "kind": ("match", "estimate", "foreign-fide", "unrated"),
    "systems": (("R",), ("OQ",), None),
    "rules": (
        RulesChoice("2009"),
        RulesChoice("2001-guide"),
        RulesChoice(None, (("bonus_multiplier", 2.0),)),
    ),
    "edition": ("2009",),
    "overrides": ((("bonus_multiplier", 2.0),),),
    "time_control": ("G/5;d0", None),
    "source": ("latest",),
    "record": ("all_wins",),
    "results": (("W2",), ("D2", "D3", "D4"), ("W9",)),
    "ratings": ((), (("R", FACTS),)),
    "published": ((),),
    "players": ((),),
    "identity": (model.Identity(),),
    "sections": ((),),
    "link": (model.Link("elsewhere", Document("Other", DAY)),),
}
"""Other values for fields whose type alone doesn't give one."""


def other_values(name: str, value: Any) -> Iterator[Any]:
    """Yield other values of a field, at any depth."""
    if name in OTHERS:
        yield from OTHERS[name]
    match value:
        case bool():
            yield not value
        case int():
            yield value + 100
        case float():
            yield value + 100
            yield value - 5
        case str() if name and name not in OTHERS:
            yield f"{value} x"
        case dt.date():
            yield value + dt.timedelta(days=400)
            yield value - dt.timedelta(days=4000)
        case tuple():
            for at, item in enumerate(value):
                for new in other_values("", item):
                    yield (*value[:at], new, *value[at + 1 :])
        case _ if isinstance(value, Struct):
            for path, new in changes(value):
                del path
                yield new
        case None if name == "adult":
            yield True
    if name and value is not None and name not in OTHERS and value not in (True, False):
        yield None


REQUIRED = {
    (cls.__name__, name)
    for cls, names in (
        (Document, ("name", "end_date", "sections", "report")),
        (Section, ("name", "online", "kind", "half_k", "rules", "players", "report")),
        (Player, ("number", "name", "ratings", "results", "published")),
        (PrizeFloor, ("level",)),
        (ForeignRating, ("rating",)),
        (OfficialStartingRating, ("rating", "games")),
        (BirthDate, ("date",)),
        (PublishedRating, ("rating",)),
        (EventReport, [field.name for field in fields(EventReport)]),
        (SectionReport, [field.name for field in fields(SectionReport)]),
    )
    for name in names
}
"""The fields that can't be None."""


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the value with each field changed, and the name of the field."""
    for field in fields(value):
        for new in other_values(field.name, getattr(value, field.name)):
            if new is None and (type(value).__name__, field.name) in REQUIRED:
                continue
            yield (
                f"{type(value).__name__}.{field.name}",
                replace(value, **{field.name: new}),
            )


def every_single_change() -> list[tuple[str, Document]]:
    """Return the changed event for every possible single change."""
    found = []
    for chained in (True, False):
        found += list(changes(replace(event(), chain_sections=chained)))
    return found


def test_every_field_of_every_value_is_changed():
    reached = {
        f"{cls.__name__}.{field.name}"
        for cls in (Document, Section, Player)
        for field in fields(cls)
    }
    named = {name for name, _ in every_single_change()}
    named |= {name for name, _ in changes(event().sections[0])}
    for player in event().sections[0].players:
        named |= {name for name, _ in changes(player)}
    assert reached - named == set()
    facts = {name for facts in (FACTS, NEW) for name, _ in changes(facts)}
    wanted = {f"RatingFacts.{field.name}" for field in fields(RatingFacts)}
    assert wanted - facts == set()


def test_a_changed_field_is_rated_as_if_it_had_always_been_so():
    worked = {
        (chained, lenient): whole.rate_sections(
            replace(event(), chain_sections=chained), resolve_rules, (), lenient
        )
        for chained in (True, False)
        for lenient in (True, False)
    }
    tried = set()
    for at, (name, made) in enumerate(every_single_change()):
        # One in four changes is also tried leniently; reuse works in the same way
        # there.
        for lenient in (False, True)[: 2 if at % 4 == 0 else 1]:
            was = worked[made.chain_sections, lenient]
            assert whole.make_document_rating(
                made, whole.rate_sections(made, resolve_rules, was, lenient), lenient
            ) == whole.rate_document(made, resolve_rules, lenient), name
        tried.add(name)
    assert tried == {f"Document.{field.name}" for field in fields(Document)}
