"""Facts of event, section and player are merged from three states, each on its own."""

import datetime as dt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from tests.build import END
from tests.often import often
from uscalc.document import model
from uscalc.document.merge.merge import merge_file

DAYS = [dt.date(2025, 8, day) for day in (1, 2, 3)]
OF_PLAYER: dict[str, tuple[list[Any], str]] = {
    "name": (["Inventa, Ada", "Inventa, Adele", "Inventa, Adah"], "name"),
    "state": ([None, "WA", "OR"], "state"),
    "birth": ([model.BirthDate(day) for day in DAYS], "birth date"),
    "adult": ([None, False, True], "adult"),
    "fide": ([model.ForeignRating(1800.0 + n) for n in range(3)], "FIDE rating"),
    "cfc": ([model.ForeignRating(1700.0 + n) for n in range(3)], "CFC rating"),
    "published": (
        [(("R", model.PublishedRating(1500.0 + n)),) for n in range(3)],
        "published",
    ),
}
OF_RATING: dict[str, tuple[list[Any], str]] = {
    "games": ([None, 5, 9], "number of games"),
    "record": (["mixed", "all_wins", "all_losses"], "earlier results"),
    "peak": ([1600.0, 1700.0, 1800.0], "highest rating"),
    "wins": ([1, 2, 3], "wins"),
    "draws": ([1, 2, 3], "draws"),
    "events": ([1, 2, 3], "events"),
    "floor": ([1200, 1300, 1400], "floor"),
    "prize_floor": ([model.PrizeFloor(1200 + n) for n in range(3)], "prize floor"),
    "ceiling": ([1900.0, 2000.0, 2100.0], "ceiling"),
    "official": ([1500.0, 1501.0, 1502.0], "published rating"),
    "matches": ([model.MatchNetChanges(float(n)) for n in range(3)], "earlier matches"),
    "initial": (
        [model.OfficialStartingRating(1000.0 + n) for n in range(3)],
        "starting rating",
    ),
    "as_of": (DAYS, "date of the rating"),
    "source": (["official", "latest", "typed"], "source"),
    "rounded": ([None, False, True], "rounded"),
}
OF_SECTION: dict[str, tuple[list[Any], str]] = {
    "start_date": (DAYS, "section's start date"),
    "end_date": (DAYS, "section's end date"),
    "time_control": (["G/30;d5", "G/60;d5", "G/90;d5"], "section's time control"),
    "planned_rounds": ([None, 4, 5], "section's planned rounds"),
    "played_rounds": ([None, 1, 2], "section's played rounds"),
    "kind": (["event", "match", "estimate"], "section's kind"),
    "systems": ([None, ("R",), ("Q",)], "section's systems"),
    "rules": ([model.RulesChoice(key) for key in "ABC"], "section's rules"),
}
TWO_VALUES = ("online", "half_k")


def event(section: dict[str, Any], player: dict[str, Any], rating: dict[str, Any]):
    known = model.RatingFacts(**({"rating": 1500.0} | rating))
    row = {"name": "Inventa, Ada", "ratings": (("R", known),)} | player
    ada = model.Player(1, id="90000001", **row)
    return model.Document(
        "Lantern Open", END, (model.Section("Open", players=(ada,), **section),)
    )


def all_three(kind: str, name: str, values: tuple[Any, ...]) -> list[model.Document]:
    return [
        event(**({"section": {}, "player": {}, "rating": {}} | {kind: {name: value}}))
        for value in values
    ]


def read(document: model.Document, kind: str, name: str) -> Any:
    section = document.sections[0]
    player = section.players[0]
    whole = {"section": section, "player": player, "rating": player.facts("R")}
    return getattr(whole[kind], name)


EVERY = [
    *(("section", name) for name in OF_SECTION),
    *(("player", name) for name in OF_PLAYER),
    *(("rating", name) for name in OF_RATING),
]
TABLES = {"section": OF_SECTION, "player": OF_PLAYER, "rating": OF_RATING}


def test_every_fact_is_tried_here():
    own = {"rating", "unknown", "life_master"}
    assert {f.name for f in fields(model.RatingFacts)} == {*OF_RATING, *own}
    rest = {"number", "id", "ratings", "results", "identity"}
    assert {f.name for f in fields(model.Player)} == {*OF_PLAYER, *rest}
    rest = {"name", "players", "report", "identity", *TWO_VALUES}
    assert {f.name for f in fields(model.Section)} == {*OF_SECTION, *rest}


@often(400)
@given(st.sampled_from(EVERY), st.tuples(*[st.integers(0, 2)] * 3), st.booleans())
def test_a_change_on_one_side_is_used_and_on_both_a_finding(what, chosen, take_theirs):
    kind, name = what
    values, words = TABLES[kind][name]
    ours, base, theirs = all_three(kind, name, tuple(values[i] for i in chosen))
    found = merge_file(ours, theirs, base, "SwissSys", take_theirs=take_theirs)
    one, was, other = (values[i] for i in chosen)
    if len(set(chosen)) == 3 and not take_theirs:
        assert found.edit.document is ours
        assert read(found.base, kind, name) == was
        (said,) = found.findings
        assert said.message.startswith(f"The {words} is ")
        assert (said.about, said.section_name) == (words, "Open")
        assert said.player == (None if kind == "section" else 1)
        assert said.system == ("R" if kind == "rating" else None)
    else:
        assert found.findings == ()
        held = one if other == was else other
        assert read(found.edit.document, kind, name) == held
        assert read(found.base, kind, name) == other
        if held == one:
            assert found.edit.document is ours
        else:
            what = "1 round finished" if name == "played_rounds" else "1 other change"
            assert found.edit.name == f"Changes from SwissSys: {what}"
    # Everything else is unchanged.
    put = all_three(kind, name, (read(found.edit.document, kind, name),))[0]
    assert found.edit.document == put


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        *(("section", name) for name in TWO_VALUES),
        *(("rating", "life_master"), ("event", "chain_sections")),
    ],
)
def test_a_yes_or_no_is_taken_from_the_side_that_changed_it(kind, name):
    if kind == "event":
        off, on = (replace(event({}, {}, {}), **{name: said}) for said in (False, True))
    else:
        off, on = all_three(kind, name, (False, True))
    assert merge_file(off, on, off).edit.document == on
    assert merge_file(on, off, on).edit.document == off
    # Both sides have the same value, so nothing changes.
    assert merge_file(on, on, off).edit.document is on
    assert merge_file(off, replace(off, name="Else"), off).findings == ()


@pytest.mark.parametrize(
    ("name", "values", "words"),
    [
        ("name", "ABC", 'The event\'s name is "A" here and "C"'),
        ("end_date", DAYS, "The event's end date is 8/1/2025 here and 8/3/2025"),
    ],
)
def test_the_events_own_facts(name, values, words):
    ours, base, theirs = (replace(event({}, {}, {}), **{name: v}) for v in values)
    found = merge_file(ours, theirs, base)
    assert found.edit.document is ours
    assert [f.message for f in found.findings] == [f"{words} in the linked file"]
    assert (found.findings[0].section, found.findings[0].player) == (None, None)
    assert getattr(found.base, name) == values[1]
    assert merge_file(base, theirs, base).edit.document == theirs
    assert merge_file(ours, theirs, base, take_theirs=True).edit.document == theirs


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (of, field.name)
        for of in (model.EventReport, model.SectionReport)
        for field in fields(of)
    ],
)
def test_each_fact_of_a_rating_report_is_kept_taken_or_asked_for(owner, name):
    def event_with_text(text: str) -> model.Document:
        report = owner(**{name: text})
        if owner is model.EventReport:
            return replace(event({}, {}, {}), report=report)
        return event({"report": report}, {}, {})

    one, two, three = map(event_with_text, "ABC")
    assert merge_file(two, one, one).edit.document == two
    assert merge_file(one, two, one).edit.document == two
    both = merge_file(two, three, one)
    assert both.edit.document == two
    (finding,) = both.findings
    assert "B here and C in the linked file" in finding.message.replace('"', "")


def test_the_parts_of_a_figure_follow_the_side_that_changed():
    old = figured((1500.0, False), as_of=DAYS[0], source="official", rounded=True)
    typed = figured((1500.0, False), as_of=DAYS[1], source="typed", rounded=False)
    fresh = figured((1600.0, False), as_of=DAYS[2], source="latest", rounded=None)
    found = merge_file(typed, fresh, old)
    assert (found.findings, found.edit.document) == ((), fresh)
    # A rating that is kept also keeps its own facts.
    other = figured((1550.0, False), as_of=DAYS[1], source="typed", rounded=False)
    kept = merge_file(other, fresh, old)
    facts = kept.edit.document.sections[0].players[0].facts("R")
    assert (facts.rating, facts.as_of, facts.source) == (1550.0, DAYS[1], "typed")


UNKNOWN = (None, True)
UNRATED = (None, False)
FIGURES = [UNKNOWN, UNRATED, (1500.0, False), (1500.5, False), (1501.0, False)]


def figured(figure: tuple[float | None, bool], **more: Any) -> model.Document:
    return event({}, {}, {"rating": figure[0], "unknown": figure[1], **more})


def figure_of(document: model.Document) -> tuple[float | None, bool]:
    facts = document.sections[0].players[0].facts("R")
    return facts.rating, facts.unknown


def same_figure(ours: Any, theirs: Any) -> bool:
    """A typed rating is the file's if it equals that or is rounded to it."""
    if ours == theirs:
        return True
    if ours[0] is None or theirs[0] is None:
        return False
    return theirs[0] == (ours[0] + 0.5) // 1


@often(400)
@given(*[st.sampled_from(FIGURES)] * 3)
def test_the_figure_of_a_rating_is_merged_from_three_states(ours, base, theirs):
    found = merge_file(figured(ours), figured(theirs), figured(base))
    rated_since = ours == UNRATED and base == UNKNOWN and theirs[0] is not None
    if theirs == base or same_figure(ours, theirs):
        wanted, kept, findings = ours, theirs, 0
    elif ours == base or rated_since:
        wanted, kept, findings = theirs, theirs, 0
    else:
        wanted, kept, findings = ours, base, 1
    assert (figure_of(found.edit.document), figure_of(found.base)) == (wanted, kept)
    assert len(found.findings) == findings
    for said in found.findings:
        words = {UNKNOWN: '"unknown"', UNRATED: '"unrated"'}
        one, other = (words.get(f) or f"{f[0]:g}" for f in (ours, theirs))
        wanted = f"The rating is {one} here and {other} in the linked file"
        assert (said.message, said.about) == (wanted, "rating")


def event_with_ratings(*ratings: tuple[Any, model.RatingFacts]) -> model.Document:
    return event({}, {"ratings": ratings}, {})


def systems(document: model.Document) -> list[tuple[str, float | None]]:
    player = document.sections[0].players[0]
    return [(system, facts.rating) for system, facts in player.ratings]


def test_systems_and_their_bases_are_merged_in_order():
    r, q, b = (model.RatingFacts(1000.0 + n) for n in range(3))
    base = event_with_ratings(("R", r), ("Q", q))
    fresh = event_with_ratings(("Q", q), ("R", r))
    assert systems(merge_file(base, fresh, base).edit.document) == systems(fresh)
    typed = event_with_ratings(("R", r), ("Q", q), ("B", b))
    assert systems(merge_file(typed, fresh, base).edit.document) == systems(typed)
    more = event_with_ratings(("B", b), ("R", r), ("Q", q))
    assert systems(merge_file(base, more, base).edit.document) == systems(more)
    # Additional systems of the file come after those of the event.
    blitz = event_with_ratings(("OB", b), ("R", r), ("Q", q))
    both = systems(merge_file(typed, blitz, base).edit.document)
    assert [system for system, _ in both] == ["R", "Q", "B", "OB"]
    fresh = event_with_ratings(("R", r))
    found = merge_file(base, fresh, base)
    assert found.edit.document == found.base == fresh
    r, q = model.RatingFacts(1000.0), model.RatingFacts(1001.0, games=4)
    base = event_with_ratings(("R", r), ("Q", q))
    typed = event_with_ratings(("R", r), ("Q", replace(q, games=5)))
    fresh = event_with_ratings(("R", r), ("Q", replace(q, games=6)))
    found = merge_file(typed, fresh, base)
    assert [finding.system for finding in found.findings] == ["Q"]
    assert found.base == base
    assert merge_file(typed, fresh, found.base).findings == found.findings
