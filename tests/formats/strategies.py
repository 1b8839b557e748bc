"""Random documents that use everything the event file can hold."""

import datetime as dt
from typing import TypeVar, get_args

from hypothesis import strategies as st
from msgspec.structs import fields, replace

from uscalc.document import model
from uscalc.engine.inputs import SYSTEMS

dates = st.dates(dt.date(1900, 1, 1), dt.date(2100, 1, 1))
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
ratings = st.floats(100, 3000) | st.integers(100, 3000).map(float)
counts = st.integers(0, 100_000)
changes = st.none() | st.floats(-3000, 3000)


T = TypeVar("T")


def none_or(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T | None]:
    return st.none() | strategy


births = st.builds(model.BirthDate, dates) | st.integers(1000, 9999).map(
    lambda year: model.BirthDate(dt.date(year, 7, 1), year_only=True)
)
prize_floors = st.builds(
    model.PrizeFloor, st.integers(100, 3000), none_or(st.floats(0, 1e9)), none_or(dates)
)


@st.composite
def rating_facts(draw: st.DrawFn) -> model.RatingFacts:
    unknown = draw(st.booleans())
    return model.RatingFacts(
        rating=None if unknown else draw(none_or(ratings)),
        unknown=unknown,
        as_of=draw(none_or(dates)),
        source=draw(none_or(st.sampled_from(get_args(model.RatingSource)))),
        rounded=draw(none_or(st.booleans())),
        record=draw(none_or(st.sampled_from(model.WIN_RECORDS))),
        floor=draw(none_or(st.integers(100, 3000))),
        prize_floor=draw(none_or(prize_floors)),
        life_master=draw(st.booleans()),
        **{key: draw(none_or(counts)) for key in ("games", "wins", "draws", "events")},
        **{key: draw(none_or(ratings)) for key in ("peak", "ceiling", "official")},
        matches=draw(none_or(st.builds(model.MatchNetChanges, changes, changes))),
        initial=draw(
            none_or(st.builds(model.OfficialStartingRating, st.floats(0, 3000), counts))
        ),
    )


systems = st.sampled_from(SYSTEMS)
foreign = st.builds(model.ForeignRating, st.floats(1, 4000), none_or(dates))
players = st.builds(
    model.Player,
    number=st.integers(1, 99_999),
    name=texts,
    id=none_or(texts),
    birth=none_or(births),
    adult=none_or(st.booleans()),
    ratings=st.dictionaries(systems, rating_facts(), max_size=2).map(
        lambda found: tuple(found.items())
    ),
    fide=none_or(foreign),
    cfc=none_or(foreign),
    state=none_or(texts),
    results=st.lists(
        st.sampled_from(["W2", "D3b", "B", "?5", "W1|L1", ""]) | texts, max_size=4
    ).map(tuple),
    published=st.dictionaries(
        systems, st.builds(model.PublishedRating, ratings, none_or(counts)), max_size=2
    ).map(lambda found: tuple(found.items())),
)
event_reports = st.builds(
    model.EventReport, **{field.name: texts for field in fields(model.EventReport)}
)
section_reports = st.builds(
    model.SectionReport, **{field.name: texts for field in fields(model.SectionReport)}
)
overrides = st.dictionaries(
    texts.filter(lambda key: key != "edition"),
    texts | st.floats(-1e9, 1e9) | st.none(),
    max_size=2,
).map(lambda found: tuple(found.items()))
sections = st.builds(
    model.Section,
    name=texts,
    start_date=none_or(dates),
    end_date=none_or(dates),
    time_control=none_or(texts),
    online=st.booleans(),
    kind=st.sampled_from(model.SECTION_KINDS),
    systems=none_or(st.lists(systems, unique=True).map(tuple)),
    half_k=st.booleans(),
    rules=st.builds(model.RulesChoice, none_or(texts), overrides),
    planned_rounds=none_or(st.integers(1, 99)),
    played_rounds=none_or(st.integers(0, 99)),
    players=st.lists(players, max_size=3).map(tuple),
    report=section_reports,
)
unlinked, bases = (
    st.builds(
        model.Document,
        name=texts,
        end_date=dates,
        sections=st.lists(sections, max_size=most).map(tuple),
        chain_sections=st.booleans(),
        report=event_reports,
    )
    for most in (2, 1)
)
links = st.builds(model.Link, texts, bases, none_or(dates))
documents = st.builds(
    lambda document, link: replace(document, link=link), unlinked, none_or(links)
)
