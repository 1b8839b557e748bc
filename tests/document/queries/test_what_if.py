"""An event with what-if facts has the ratings of an event in which they are entered."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import document, player, section, trace
from tests.often import often
from uscalc.document.edit import structure
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.model import Document, RatingFacts, RulesChoice, with_players
from uscalc.document.queries.games import select_applicable
from uscalc.document.queries.scenario import FactSet, Outcome, apply_changes, parse_fact
from uscalc.document.rate import incremental as rerating
from uscalc.document.rate.whole import (
    make_document_rating,
    rate_document,
    rate_sections,
)
from uscalc.rules.resolve import resolve_rules

LEVELS = st.integers(100, 2700).map(float) | st.floats(100, 2700)
COUNTS = st.none() | st.integers(0, 40)
KNOWN = st.builds(
    RatingFacts,
    LEVELS,
    games=COUNTS,
    record=st.sampled_from([None, None, "all_wins", "all_losses"]),
    peak=st.none() | st.just(1900.0),
    rounded=st.sampled_from([None, False]),
)
FACTS = st.one_of(KNOWN, KNOWN, st.just(RatingFacts()))
OPPOSITE = {"W": "L", "L": "W", "D": "D", "?": "?"}


@st.composite
def sections(draw: Any, kind: str = "event"):
    """Generate re-pairings, byes, unrated players, re-entries and unplayed games."""
    size = draw(st.integers(2, 6))
    ids = [draw(st.sampled_from([None, None, "A", "B"])) for _ in range(size)]
    cells = [[] for _ in range(size)]
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations(range(size)))
        row = ["H"] * size
        for one, other in zip(order[::2], order[1::2], strict=False):
            if ids[one] is not None and ids[one] == ids[other]:
                continue
            letter = draw(st.sampled_from("WWDDLL?"))
            row[one] = f"{letter}{other + 1}"
            row[other] = f"{OPPOSITE[letter]}{one + 1}"
        for place, text in enumerate(row):
            cells[place].append(text)
    given = enumerate(zip(cells, ids, strict=True), 1)
    rows = [player(n, *own, facts=draw(FACTS), id=id_) for n, (own, id_) in given]
    editions = (None, "2009", "2015", "2020", "2025", "2001-guide")
    return section(*rows, kind=kind, rules=RulesChoice(draw(st.sampled_from(editions))))


@st.composite
def events(draw: Any):
    kind = draw(st.sampled_from(["event"] * 5 + ["match", "estimate", "foreign-fide"]))
    made = [draw(sections(kind)), *draw(st.lists(sections(), max_size=2))]
    return document(*made, chain_sections=draw(st.booleans()))


def change(draw: Any, rows: Any):
    row = draw(st.sampled_from(rows))
    kind = draw(st.sampled_from(["outcome", "outcome", "rating", "games", "floor"]))
    if kind == "outcome":
        rounds = [i for i, text in enumerate(row.results, 1) if text[0] in "WDL?"]
        if rounds:
            letter = draw(st.sampled_from("WDL"))
            return Outcome(draw(st.sampled_from(rounds)), row.number, letter)
    values = {
        "games": st.integers(0, 40).map(float),
        "floor": st.sampled_from([100.0, 1200.0, 1700.0]),
    }
    if kind not in values or row.facts("R").rating is None:
        return FactSet(row.number, "R", "rating", draw(LEVELS))
    return FactSet(row.number, "R", kind, draw(values[kind]))


class Asked:
    """A rated event, and the effect of changes on it."""

    def __init__(self, made):
        self.worked = rate_sections(made, resolve_rules)
        self.rating = make_document_rating(made, self.worked)

    def rate(self, changed):
        worked = rate_sections(changed, resolve_rules, self.worked)
        return make_document_rating(changed, worked)


@often(60)
@given(events(), st.data())
def test_any_set_of_changes_gives_the_full_rating(made, data):
    asked = Asked(made)
    assert asked.rating == rate_document(made, resolve_rules)
    for _ in range(2):
        rows = made.sections[0].players
        wanted = [change(data.draw, rows) for _ in range(data.draw(st.integers(1, 4)))]
        edit = apply_changes(made, 0, wanted)
        assert not edit.refused
        assert asked.rate(edit.document) == rate_document(edit.document, resolve_rules)


def chained(size=6):
    """Return two full sections; member A plays in both."""
    games = ["W2", "L1", "W4", "L3", "W6", "L5"]
    rows = [player(i + 1, games[i], id=f"M{i}") for i in range(size)]
    return document(section(*rows, name="Friday"), section(*rows), chain_sections=True)


def test_typed_changes_reach_later_sections():
    made = chained()
    asked = Asked(made)
    edit = apply_changes(made, 0, [Outcome(1, 1, "L")])
    after = asked.rate(edit.document)
    assert after == rate_document(edit.document, resolve_rules)
    assert trace(after.sections[1], 1).post < trace(asked.rating.sections[1], 1).post
    assert trace(after.sections[1], 3) is trace(asked.rating.sections[1], 3)
    assert parse_fact(" 4 = 1850.5", "rating", "R") == FactSet(4, "R", "rating", 1850.5)
    assert parse_fact("4=12", "games", "Q") == FactSet(4, "Q", "games", 12.0)
    for text in ("4:12", "x=1", "4=1.5", "4="):
        assert parse_fact(text, "games", "R") is None


def test_only_what_a_change_reaches_is_rated_again(monkeypatch):
    made = chained()
    asked = Asked(made)
    monkeypatch.setattr(rerating, "rate_whole_section", pytest.fail)
    edit = apply_changes(made, 1, [FactSet(3, "R", "floor", 1400)])
    after = asked.rate(edit.document)
    assert after.sections[0] is asked.rating.sections[0]
    assert asked.rate(made) == asked.rating
    untouched = after.sections[1].in_system("R").find_trace(5)
    assert untouched is asked.rating.sections[1].in_system("R").find_trace(5)


def test_several_changes_are_one_edit_and_a_changed_rating_loses_its_source():
    facts = RatingFacts(1500.0, games=30, source="official", floor=1300)
    made = document(section(player(1, "W2", facts=facts), player(2, "L1")))
    (edit,) = [apply_changes(made, 0, [FactSet(1, "R", "rating", 1600.5)])]
    found = edit.document.sections[0].players[0].facts("R")
    assert (found.rating, found.games) == (1600.5, 30)
    assert "1600.5" in edit.name
    made = document(section(player(1, "W2"), player(2, "L1")))
    edit = apply_changes(made, 0, [Outcome(1, 1, "D"), FactSet(2, "R", "games", 3.0)])
    assert edit.name == "2 changes from What if"
    assert edit.document.sections[0].players[1].results == ("D1",)
    assert replace(edit.document.sections[0].players[1].facts("R")).games == 3


@pytest.mark.parametrize(
    ("wanted", "word"),
    [
        (FactSet(9, "R", "rating", 1500.0), "no player 9"),
        (FactSet(1, "R", "rating", 9000.0), "from 100 to 3000"),
        (FactSet(1, "R", "floor", 50.0), "from 100"),
        (FactSet(2, "R", "games", 5.0), "unrated"),
        (Outcome(7, 1, "W"), "round 7"),
        (Outcome(2, 1, "W"), "player 1 has no game in round"),
    ],
)
def test_impossible_changes_are_refused_and_change_nothing(wanted, word):
    made = document(section(player(1, "W2", "H"), player(2, "L1", rating=None)))
    edit = apply_changes(made, 0, [Outcome(1, 1, "D"), wanted])
    assert word in " ".join(edit.refused)
    assert edit.document is made


# A what-if result follows its own game, and never another one.

FOUR = document(
    section(
        player(3, "L4", "W7"),
        player(4, "W3", "D9"),
        player(7, "W9", "L3"),
        player(9, "L7", "D4"),
    )
)
FIRST = Outcome(1, 4, "L")
SECOND = Outcome(2, 9, "W")
NAMELESS = tuple(replace(p, name="") for p in FOUR.sections[0].players)
UNNAMED = with_players(FOUR, 0, NAMELESS)


def kept(before: Document, now: Document, *outcomes: Outcome) -> tuple[Outcome, ...]:
    assert now != before
    return select_applicable(before, now, 0, outcomes)


@pytest.mark.parametrize("before", [FOUR, UNNAMED], ids=["named", "unnamed"])
def test_other_numbers_and_fewer_rounds_move_no_what_if_result(before):
    now = structure.renumber_players(before, 0).document
    assert [p.number for p in now.sections[0].players] == [1, 2, 3, 4]
    # Players 3 and 4 still exist and have played, but they are other people.
    assert kept(before, now, FIRST, Outcome(1, 3, "D"), SECOND) == ()
    other = structure.set_number(before, 0, 0, 12).document
    assert kept(before, other, FIRST, SECOND) == (SECOND,)
    assert kept(other, before, Outcome(1, 12, "D"), SECOND) == (SECOND,)
    now = structure.remove_round(before, 0, 0).document
    assert kept(before, now, FIRST, SECOND) == ()
    # A round that is added back moves none either.
    assert kept(now, before, Outcome(1, 9, "W")) == ()
    found = kept(before, structure.remove_round(before, 0, 1).document, FIRST, SECOND)
    assert found == (FIRST,)


def test_games_belong_to_players_and_rounds():
    for before in (FOUR, UNNAMED):
        rated = set_rating(before, 0, 0, "R", 1300.0, 10).document
        now = structure.swap_places(rated, 0, 0, 2).document
        assert kept(rated, now, FIRST, SECOND) == (SECOND,)
    now = set_result(FOUR, 0, 1, 0, "W9").document
    assert kept(FOUR, now, FIRST, SECOND) == (SECOND,)
    match = document(section(player(1, "W2", "W2", "L2"), player(2, "L1", "L1", "W1")))
    imagined = tuple(Outcome(r, 1, "D") for r in (1, 2, 3))
    for taken, left in ((0, 0), (1, 0), (2, 2)):
        now = structure.remove_round(match, 0, taken).document
        assert kept(match, now, *imagined) == imagined[:left]
        assert kept(now, match, *imagined[:2]) == imagined[:left]


def test_edits_elsewhere_keep_a_what_if_result():
    both = FIRST, SECOND
    for edit in [
        structure.add_round(FOUR, 0),
        structure.add_player(FOUR, 0),
        set_name(FOUR, 0, 1, "Quentin Other"),
        set_rating(FOUR, 0, 1, "R", 1234.0, 9),
        set_result(FOUR, 0, 0, 1, "L7"),
        structure.move_player(FOUR, 0, 0, 3),
        structure.rename_section(FOUR, 0, "Reserve"),
    ]:
        assert not edit.refused
        assert kept(FOUR, edit.document, *both) == both
        assert kept(edit.document, FOUR, *both) == both
    assert select_applicable(FOUR, FOUR, 0, both) == both
    found = kept(FOUR, structure.remove_players(FOUR, 0, [0]).document, *both)
    assert found == (SECOND,)


def test_a_section_in_the_place_of_another_keeps_nothing():
    one = FOUR.sections[0]
    played = set_result(FOUR, 0, 0, 1, "L7").document.sections[0]
    twice = document(one, played)
    moved = structure.move_section(twice, 0, 1).document
    for index in (0, 1):
        assert select_applicable(twice, moved, index, (FIRST, SECOND)) == ()
    others = tuple(replace(p, name=f"Other {p.number}") for p in one.players)
    assert kept(FOUR, with_players(FOUR, 0, others), FIRST, SECOND) == ()
    assert kept(FOUR, document(replace(played, name="Reserve")), FIRST, SECOND) == ()
    assert select_applicable(FOUR, document(), 0, (FIRST, SECOND)) == ()
