"""Systems, rules and facts that a section needs, and the questions about them."""

import datetime as dt
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import codes, document, player, post, rate, rate_one, section
from uscalc.document.edit import structure
from uscalc.document.edit.block import plan_paste
from uscalc.document.edit.cells import set_rating, set_result
from uscalc.document.edit.settings import set_event, set_facts, set_section
from uscalc.document.edit.unknown_ratings import (
    UNKNOWN,
    apply_unrated_answer,
    has_no_ratings,
    list_players_with_unknown,
    list_systems_to_ask_about,
    mark_new_systems_unknown,
    mark_unrated,
    remove_system,
    with_rating,
)
from uscalc.document.merge.missing import plan_pasted_fill
from uscalc.document.model import (
    UNRATED,
    Document,
    Edit,
    ForeignRating,
    OfficialStartingRating,
    Player,
    PrizeFloor,
    RatingFacts,
    RulesChoice,
    Section,
)
from uscalc.document.rate.rated import stops_rating
from uscalc.document.rate.systems import find_counted_systems
from uscalc.engine.inputs import SYSTEMS, System
from uscalc.formats import open_event
from uscalc.formats.native.reader import save_event
from uscalc.rules.resolve import resolve_rules

ONE, OTHER = player(1, "W2"), player(2, "L1")


def systems(**more: object) -> list[System]:
    rated = rate_one(ONE, OTHER, **{"systems": None} | more)
    return [rating.system for rating in rated.ratings]


def test_the_time_control_decides_the_systems_by_the_rules_in_force():
    assert systems(time_control="G/90;d5") == ["R"]
    assert systems(time_control="G/45;d5") == ["R", "Q"]
    assert systems(time_control="G/5;d0") == ["B"]
    assert systems(time_control="G/45;d5", online=True) == ["OR"]
    assert systems(time_control="G/60;d10", end_date=dt.date(2012, 8, 10)) == ["R", "Q"]
    assert systems(time_control="G/60;d10") == ["R"]
    assert systems(time_control="G/5;d0", systems=("R",)) == ["R"]
    assert systems(systems=("R", "Q")) == ["R", "Q"]
    rated = rate_one(ONE, OTHER, systems=("R", "Q"), time_control="G/90;d5")
    assert [rating.dual for rating in rated.ratings] == [True, True]
    assert not rate_one(ONE, OTHER).ratings[0].dual
    chosen = RulesChoice("2009")
    assert systems(time_control="G/28;d5") == ["R", "Q"]
    assert systems(time_control="G/28;d5", rules=chosen) == ["Q"]


@pytest.mark.parametrize("control", [None, "", "abc", "G/2"])
def test_without_a_usable_time_control_nothing_is_rated(control):
    rated = rate_one(ONE, OTHER, systems=None, time_control=control)
    assert (codes(rated), rated.ratings) == (["systems"], ())


@pytest.mark.parametrize(
    ("system", "first"),
    [("B", "2013-03"), ("OB", "2014-10"), ("OQ", "2015-03"), ("OR", "2020-06")],
)
def test_a_system_before_it_existed_is_a_finding_and_still_rated(system, first):
    day = dt.date.fromisoformat(f"{first}-01")
    for end, found in ((day - dt.timedelta(1), ["no-such-system"]), (day, [])):
        rated = rate_one(ONE, OTHER, systems=(system,), end_date=end)
        assert codes(rated) == found
        assert post(rated, 1, system) is not None


def test_an_unknown_rating_matters_if_the_player_or_an_opponent_plays():
    unknown = replace(OTHER, ratings=(*OTHER.ratings, ("Q", RatingFacts(unknown=True))))
    rated = rate_one(ONE, unknown, systems=("R", "Q"))
    assert [rating.system for rating in rated.ratings] == ["R"]
    (finding,) = rated.findings
    assert (finding.code, finding.system, finding.player) == ("rating-unknown", "Q", 2)
    assert not stops_rating(rated.findings)
    rated = rate_one(ONE, OTHER, player(3, "U", facts=RatingFacts(unknown=True)))
    assert codes(rated) == []
    assert post(rated, 1) is not None
    rated = rate_one(player(1, "N2"), player(2, "", facts=RatingFacts(unknown=True)))
    assert codes(rated) == ["rating-unknown"]


def test_an_edition_or_a_single_rule_replaces_that_of_the_date():
    by_date = rate_one(ONE, OTHER)
    by_key = rate_one(ONE, OTHER, rules=RulesChoice("2009"))
    assert by_date.ratings[0].trace.rules.edition == "2025"
    assert by_key.ratings[0].trace.rules.edition == "2009"
    assert by_key.ratings[0].trace.rules.date is None
    assert post(by_date, 1) != post(by_key, 1)
    strong = [player(1, "W2", "W3", "W4"), *(player(n, *_lost(n)) for n in (2, 3, 4))]
    bonus = rate_one(*strong, rules=RulesChoice("2025", (("bonus_multiplier", 0.0),)))
    plain = rate_one(*strong, rules=RulesChoice("2025"))
    rules = bonus.ratings[0].trace.rules
    assert (rules.overridden, rules.edition) == (("bonus_multiplier",), "2025")
    by_date = RulesChoice(None, (("bonus_multiplier", 0.0),))
    assert post(rate_one(*strong, rules=by_date), 1) == post(bonus, 1)
    before, after = post(plain, 1), post(bonus, 1)
    assert after > before
    choice = RulesChoice("2025", (("match_change_cap", None),))
    assert resolve_rules(choice, dt.date(2025, 9, 1), "R").match_change_cap is None
    rated = rate_one(ONE, OTHER, half_k=True)
    assert (codes(rated), post(rated, 1)) == (["half-k"], post(rate_one(ONE, OTHER), 1))


def _lost(number: int) -> list[str]:
    return ["L1" if round_ == number - 1 else "U" for round_ in (1, 2, 3)]


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (RulesChoice("1999"), ["'1999'"]),
        (RulesChoice("2025", (("bonus", 3.0),)), ["'bonus'", "bonus_multiplier"]),
        (RulesChoice("2025", (("edition", "2009"),)), ["'edition'"]),
        (RulesChoice("2025", (("age_formula", 3.0),)), ["'age_formula'"]),
        (RulesChoice("2025", (("bonus_multiplier", "x"),)), ["bonus_multiplier", "x"]),
        (RulesChoice("2025", (("storage", "big"),)), ["storage", "integer, float"]),
        (RulesChoice("2025", (("bonus_multiplier", None),)), ["bonus_multiplier"]),
    ],
)
def test_rules_that_do_not_exist_are_a_finding(choice, words):
    rated = rate_one(ONE, OTHER, rules=choice)
    assert rated.ratings == ()
    (finding,) = rated.findings
    assert (finding.code, finding.severity) == ("rules", "stops")
    for word in words:
        assert word in finding.message


def test_dates_after_the_event_are_not_used():
    rated = rate_one(player(1, "W2", rating=None, born="2025-09-02", adult=True), OTHER)
    assert codes(rated) == ["born-later"]
    assert rated.ratings[0].find_trace(1).start.r0 == 1300.0
    tomorrow = dt.date(2025, 9, 2)
    late = replace(
        player(1, "W2", rating=None, born="2010-09-01"),
        ratings=(("Q", RatingFacts(1800.0, games=50, as_of=tomorrow)),),
        fide=ForeignRating(2100.0, tomorrow),
        cfc=ForeignRating(1900.0, tomorrow),
    )
    rated = rate_one(late, OTHER)
    assert codes(rated) == ["dated-later"] * 3
    assert all(finding.severity == "warns" for finding in rated.findings)
    assert rated.ratings[0].find_trace(1).start.sources == ()
    assert rated.ratings[0].find_trace(1).start.how == "age"
    today = dt.date(2025, 9, 1)
    new = replace(
        player(1, "W2", rating=None),
        ratings=(("Q", RatingFacts(1800.0, games=50, as_of=today)),),
    )
    rated = rate_one(new, OTHER)
    assert (codes(rated), rated.ratings[0].find_trace(1).start.r0) == ([], 1800.0)


def test_unknown_systems_are_no_source_and_an_official_rating_comes_first():
    new = replace(
        player(1, "W2", rating=None),
        ratings=(("Q", RatingFacts(unknown=True)), ("B", RatingFacts())),
    )
    assert rate_one(new, OTHER).ratings[0].find_trace(1).start.sources == ()
    facts = RatingFacts(initial=OfficialStartingRating(406.0, 0))
    start = rate_one(player(1, "W2", facts=facts), OTHER).ratings[0].find_trace(1).start
    assert (start.r0, start.n, start.how) == (406.0, 0, "office")


@pytest.mark.parametrize(
    ("amount", "day", "floored"),
    [
        (2500.0, "2019-01-01", True),
        (2500.0, "2021-01-01", False),
        (4000.0, "2021-01-01", True),
    ],
)
def test_the_date_of_a_prize_decides_whether_it_sets_a_floor(amount, day, floored):
    prize = PrizeFloor(1500, amount, dt.date.fromisoformat(day))
    facts = RatingFacts(1500.0, games=50, prize_floor=prize)
    rated = rate_one(player(1, "L2", facts=facts), player(2, "W1"))
    assert (post(rated, 1) == 1500.0) is floored


# Ratings that nobody entered are unknown, asked about, and answered once.

Counts = tuple[tuple[System, ...], ...]


def counted(made: Document) -> Counts:
    return find_counted_systems(made, resolve_rules)


def typed(count: int, control: str = "G/60;d5", system: System = "R") -> Document:
    """Return an event typed by hand: players with a rating in one system, and one round."""
    made = document(Section("Open", time_control=control))
    for row in range(count):
        made = structure.add_player(made, 0, name=f"P {row}", system=system).document
        made = set_rating(made, 0, row, system, 1500.0 + row, None).document
    for row in range(0, count - 1, 2):
        made = set_result(made, 0, row, 0, f"W{row + 2}").document
    return made


def facts(made: Document, system: System) -> list[RatingFacts]:
    return [p.facts(system) for s in made.sections for p in s.players]


def rated(made: Document) -> list[list[System]]:
    found = rate(*made.sections, chain_sections=made.chain_sections)
    return [[one.system for one in part.ratings] for part in found.sections]


def test_a_typed_player_is_unrated_in_the_shown_system_and_unknown_in_others():
    made = typed(4)
    assert [f.rating for f in facts(made, "R")] == [1500.0, 1501.0, 1502.0, 1503.0]
    for system in SYSTEMS[1:]:
        assert facts(made, system) == [UNKNOWN] * 4
    assert rated(made) == [["R"]]
    assert list_systems_to_ask_about(made, counted(made)) == ("Q",)
    (one,) = rate(*typed(1).sections).findings
    assert (one.code, one.system, one.player) == ("rating-unknown", "Q", None)
    assert str(one) == (
        'section "Open", Quick: No Quick ratings entered, so this section isn\'t '
        "Quick-rated. Enter the Quick ratings, or mark all players unrated."
    )
    made = structure.add_player(typed(2), 0, name="Blank").document
    assert (facts(made, "R")[2], facts(made, "Q")[2]) == (UNRATED, UNKNOWN)


def test_all_unrated_also_applies_to_players_added_later():
    made = mark_unrated(typed(2), "Q").document
    assert rated(made) == [["R", "Q"]]
    assert list_systems_to_ask_about(made, counted(made)) == ()
    made = structure.add_player(made, 0, name="Later").document
    assert facts(made, "Q") == [UNRATED] * 3
    made = structure.add_section(made).document
    made = structure.add_player(made, 1, name="Elsewhere").document
    assert (facts(made, "Q"), facts(made, "B")) == ([UNRATED] * 4, [UNKNOWN] * 4)
    made = typed(2)
    for row in range(2):
        made = set_rating(made, 0, row, "Q", 1400.0, None).document
    assert rated(made) == [["R", "Q"]]
    made = structure.add_player(made, 0, name="Later").document
    assert facts(made, "Q")[2] == UNKNOWN
    # The finding names the player's number; there is no question as if nobody had a
    # rating.
    made = set_result(made, 0, 2, 1, "W1").document
    (finding,) = rate(*made.sections).findings
    assert (finding.player, finding.system) == (3, "Q")
    assert list_systems_to_ask_about(made, counted(made)) == ()
    assert list(list_players_with_unknown(made, counted(made), "Q")) == [(0, 2)]


def test_not_rating_removes_the_system_from_every_section_that_counts_for_it():
    made = typed(2)
    quick = Section("Rapid", time_control="G/20;d5", players=made.sections[0].players)
    plain = Section("Slow", time_control="G/90;d5", players=made.sections[0].players)
    made = replace(made, sections=(*made.sections, quick, plain))
    answered = remove_system(made, counted(made), "Q").document
    assert [s.systems for s in answered.sections] == [("R",), None, None]
    assert [s.kind for s in answered.sections] == ["event", "unrated", "event"]
    assert answered.sections[2] is made.sections[2]
    assert list_systems_to_ask_about(answered, counted(answered)) == ()
    assert rated(answered) == [["R"], [], ["R"]]
    assert facts(answered, "Q") == facts(made, "Q")


@pytest.mark.parametrize("kind", ["foreign-fide", "estimate", "unrated"])
def test_a_partly_rated_section_asks_no_question(kind):
    made = typed(2, "G/90;d5", "Q")
    assert list_systems_to_ask_about(made, counted(made)) == ("R",)
    made = set_section(made, 0, kind=kind).document
    assert list_systems_to_ask_about(made, counted(made)) == ()


def settings(made: Document, **changes: object) -> Document:
    edit = set_section(made, 0, **changes)
    return mark_new_systems_unknown(made, edit, counted).document


def plain(*ratings: tuple[tuple[System, RatingFacts], ...]) -> Document:
    """Return the event as a person would write the file, without systems that don't matter."""
    rows = tuple(
        Player(number, f"P {number}", ratings=known)
        for number, known in enumerate(ratings, 1)
    )
    return document(Section("Open", time_control="G/90;d5", players=rows))


def test_a_system_that_counts_only_now_is_unknown_unless_the_file_has_it():
    made = plain((("R", RatingFacts(1500.0)),), ())
    after = settings(made, time_control="G/60;d5")
    assert (facts(after, "Q"), facts(after, "R")) == ([UNKNOWN] * 2, facts(made, "R"))
    # New players in Regular stay new, so they are not players without any rating.
    assert not any(has_no_ratings(p) for p in after.sections[0].players)
    assert list_systems_to_ask_about(after, counted(after)) == ("Q",)
    both = (("R", RatingFacts(1500.0)), ("Q", RatingFacts(1400.0)))
    made = plain(both, (("R", RatingFacts(1450.0)),))
    after = settings(made, time_control="G/60;d5")
    assert after.sections[0].players == made.sections[0].players
    made = plain((("R", RatingFacts(1500.0)),), ())
    edit = set_event(made, name="Other")
    assert mark_new_systems_unknown(made, edit, counted) == edit
    refused = set_section(made, 0, name=" ")
    assert mark_new_systems_unknown(made, refused, counted) is refused
    after = settings(made, time_control="G/120;d5")
    assert after.sections[0].players is made.sections[0].players


def test_unrated_needs_no_words_and_answers_are_saved(tmp_path):
    begun = structure.add_player(document(Section(time_control="G/60;d5")), 0).document
    assert list_systems_to_ask_about(begun, counted(begun)) == ()
    named = structure.add_player(begun, 0, name="Somebody").document
    assert list_systems_to_ask_about(named, counted(named)) == ("Q",)
    player = Player(1, ratings=(("R", RatingFacts(1500.0)),))
    assert with_rating(player, "R", UNRATED).ratings == ()
    beside = with_rating(player, "Q", UNKNOWN)
    assert with_rating(beside, "R", UNRATED).ratings == (("R", UNRATED), ("Q", UNKNOWN))
    for answered in (typed(2), mark_unrated(typed(2), "Q").document):
        path = tmp_path / f"{id(answered)}.uscalc"
        save_event(answered, path)
        assert open_event(path).document == answered
        said = json.loads(path.read_text())["sections"][0]["players"][0]["ratings"]
        assert said["Q"] == {"rating": "unknown" if answered == typed(2) else None}
    plan = plan_paste(typed(2), 0, 0, ["rating"], [["1400"], [""], ["1300"]], "Q")
    assert [f.rating for f in facts(plan.edit.document, "Q")] == [1400.0, None, 1300.0]
    assert facts(plan.edit.document, "Q")[1] == UNKNOWN
    assert [f.unknown for f in facts(plan.edit.document, "R")] == [False, False, True]
    made = section(
        Player(1, ratings=(("R", RatingFacts(1500.0)),), results=("W2",)),
        Player(2, ratings=(("R", RatingFacts(1400.0)),), results=("L1",)),
        systems=("R", "Q"),
    )
    assert [r.system for r in rate(made).sections[0].ratings] == ["R", "Q"]


def test_a_player_from_a_file_is_unrated_after_that_answer():
    made = mark_unrated(typed(2), "Q").document
    given = (("R", RatingFacts(1300.0)), ("Q", UNKNOWN))
    blank = tuple((system, UNKNOWN) for system in SYSTEMS)
    arrived = [Player(3, "C", ratings=given), Player(4, "D", ratings=blank)]
    players = (*made.sections[0].players, *arrived)
    merged = replace(made, sections=(replace(made.sections[0], players=players),))
    after = apply_unrated_answer(made, Edit(merged, "From the file")).document
    assert facts(after, "Q") == [UNRATED, UNRATED, UNRATED, UNKNOWN]
    kept = apply_unrated_answer(typed(2), Edit(merged, "From the file")).document
    assert kept is merged


# Typing in one system never changes the facts of another.

ONE_PLAYER = st.sampled_from(["R", "Q", "B"])
VALUES = st.sampled_from(["1450", "1450/12", "new", "", "?", "554.22"])
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["cell", "form", "paste", "rows", "add"]),
        ONE_PLAYER,
        st.integers(0, 7),
        VALUES,
    ),
    max_size=25,
)


def change(made: Document, how: str, system: System, row: int, value: str) -> Document:
    row = min(row, len(made.sections[0].players) - 1)
    figure, _, games = value.partition("/")
    rating = float(figure) if figure[:1].isdigit() else None
    if how == "cell":
        count = int(games) if games else None
        return set_rating(made, 0, row, system, rating, count).document
    if how == "form":
        unknown = value == "?"
        return set_facts(made, 0, row, system, rating=rating, unknown=unknown).document
    if how == "paste":
        block = [[value], ["1333"]]
        return plan_paste(made, 0, row, ["rating"], block, system).edit.document
    if how == "rows":
        line = f"{made.sections[0].players[row].name}\t{figure}\t{games}"
        return plan_pasted_fill(made, 0, system, line).edit.document
    return structure.add_player(made, 0, row, "Added", system).document


@given(EDITS)
def test_what_is_typed_in_one_system_changes_no_other(edits):
    made = typed(4)
    for edit in edits:
        after = change(made, *edit)
        kept = {p.number: p for p in after.sections[0].players}
        for one in made.sections[0].players:
            for system in SYSTEMS:
                if system != edit[1]:
                    assert kept[one.number].facts(system) == one.facts(system)
        made = after


@given(EDITS)
def test_players_are_unknown_in_a_system_without_entries(edits):
    made = typed(4)
    for how, _, row, value in edits:
        made = change(made, how, "R", row, value)
    assert {f.unknown for f in facts(made, "Q")} == {True}
    assert all("Q" not in systems for part in rated(made) for systems in part)
