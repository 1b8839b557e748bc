"""Players filled from a published list: what changes, what stays, what needs a look."""

import datetime as dt
from dataclasses import replace
from functools import partial

import pytest

from tests import build
from uscalc.document.history import History
from uscalc.document.merge.listed import (
    FillChange,
    FoundMember,
    ListedRating,
    ListEntry,
    fill_listed,
    plan_fill_listed,
)
from uscalc.document.model import (
    PLACEHOLDER_ID,
    BirthDate,
    ForeignRating,
    Player,
    RatingFacts,
)
from uscalc.document.rate.facts import check_player

DAY = dt.date(2025, 11, 1)
LISTED = ListEntry(
    "90000001",
    "INVENTA, ADA",
    (
        ("R", ListedRating(1500.0)),
        ("Q", ListedRating(1403.0, 5)),
        ("B", ListedRating()),
        ("OR", ListedRating(readable=False)),
    ),
    birth_year=2009,
    fide=1810.0,
)


event = partial(build.event, end=DAY, systems=None)


def filled(player: Player, entry: ListEntry = LISTED) -> Player:
    document = event(player)
    edit = fill_listed(document, [FoundMember(0, 0, entry, "ID")], DAY)
    return edit.document.sections[0].players[0]


def cautions(player: Player, entry: ListEntry = LISTED, doubt: str = "") -> str:
    (row,) = plan_fill_listed(
        event(player), [FoundMember(0, 0, entry, "ID", doubt)], DAY
    )
    assert row.taken == (not row.cautions)
    return "; ".join(row.cautions)


def test_everything_that_the_list_says_is_filled_in_with_its_source():
    player = filled(Player(1, "Inventa, Ada"))
    assert player.id == "90000001"
    assert player.facts("R") == RatingFacts(1500.0, as_of=DAY, source="official")
    assert player.facts("Q") == RatingFacts(
        1403.0, games=5, as_of=DAY, source="official"
    )
    assert player.facts("B") == RatingFacts()
    assert player.birth == BirthDate(dt.date(2009, 7, 1), year_only=True)
    assert player.fide == ForeignRating(1810.0, DAY)


def test_an_unknown_rating_becomes_unrated_only_where_the_list_says_so():
    unknown = RatingFacts(unknown=True)
    systems = ("R", "B", "OR", "OQ")
    player = filled(Player(1, "A", ratings=tuple((s, unknown) for s in systems)))
    assert not player.facts("B").unknown
    assert player.facts("B").rating is None
    assert player.facts("R").rating == 1500
    # Not readable there, and not in the list at all: still not known.
    assert player.facts("OR").unknown
    assert player.facts("OQ").unknown


def test_what_the_list_does_not_say_stays():
    known = RatingFacts(
        1480.0, games=60, peak=1600.0, floor=1400, wins=20, record="mixed"
    )
    birth = BirthDate(dt.date(2008, 5, 17))
    other = RatingFacts(1200.0, games=30)
    player = filled(
        Player(4, "Ada", "7", birth=birth, ratings=(("R", known), ("OB", other)))
    )
    assert (player.name, player.id, player.birth) == ("Ada", "7", birth)
    assert player.facts("OB") == other
    assert player.facts("R") == replace(
        known, rating=1500.0, as_of=DAY, source="official"
    )


@pytest.mark.parametrize(("games", "kept"), [(60, 60), (26, 26), (25, None), (3, None)])
def test_a_count_of_games_stays_only_where_it_is_established_too(games, kept):
    player = Player(1, "A", ratings=(("R", RatingFacts(1480.0, games=games)),))
    assert filled(player).facts("R").games == kept


def test_the_office_starting_rating_of_the_unrated_stays():
    from uscalc.document.model import OfficialStartingRating

    facts = RatingFacts(initial=OfficialStartingRating(406.0))
    player = filled(Player(1, "A", ratings=(("B", facts),)))
    assert player.facts("B") == facts


def test_changes_say_before_and_after():
    known = RatingFacts(1480.0, games=12)
    player = Player(1, "Inventa, Ada", "90000001", ratings=(("R", known),))
    (row,) = plan_fill_listed(event(player), [FoundMember(0, 0, LISTED, "ID")], DAY)
    assert row.changes == (
        FillChange("Regular", "1480P12", "1500"),
        FillChange("Quick", "unrated", "1403P5"),
        FillChange("Born", "–", "2009"),
        FillChange("FIDE", "–", "1810"),
    )


def test_the_same_rating_from_elsewhere_becomes_the_official_one():
    known = RatingFacts(1500.0, source="typed")
    player = Player(1, "Inventa, Ada", "90000001", ratings=(("R", known),))
    (row,) = plan_fill_listed(
        event(player),
        [FoundMember(0, 0, replace(LISTED, ratings=LISTED.ratings[:1]), "ID")],
        DAY,
    )
    assert row.changes[0] == FillChange("Regular", "1500, typed", "official 2025-11-01")


def test_a_second_filling_changes_nothing():
    document = event(Player(1, "Inventa, Ada"))
    found = [FoundMember(0, 0, LISTED, "ID")]
    once = fill_listed(document, found, DAY).document
    assert fill_listed(once, found, DAY).document is once
    (row,) = plan_fill_listed(once, found, DAY)
    assert row.changes == ()
    assert not row.taken


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (RatingFacts(1499.7), "exact (1499.7)"),
        (RatingFacts(1480.0), ""),
        (RatingFacts(unknown=True), ""),
    ],
)
def test_what_is_known_better_is_not_overwritten_by_itself(facts, said):
    found = cautions(Player(1, "Ada", "90000001", ratings=(("R", facts),)))
    assert (said in found) if said else not found


def test_a_rating_that_would_go_is_a_caution():
    player = Player(1, "Ada", ratings=(("B", RatingFacts(1300.0)),))
    assert "no Blitz rating; 1300 would be deleted" in cautions(player)


def test_a_doubtful_member_is_a_caution():
    assert cautions(Player(1, "Ada"), doubt="the list writes Adda") == (
        "the list writes Adda"
    )


def test_a_member_id_that_somebody_else_has_is_a_caution():
    document = event(Player(1, "Inventa, Ada"), Player(2, "Other", "90000001"))
    (row,) = plan_fill_listed(document, [FoundMember(0, 0, LISTED, "name")], DAY)
    assert row.cautions == ("player 2 also has the ID 90000001",)


def test_a_whole_event_is_one_step_back():
    players = tuple(Player(n, f"Player {n}", f"9000000{n}") for n in range(1, 6))
    before = event(*players)
    found = [
        FoundMember(0, row, replace(LISTED, id=player.id or ""), "ID")
        for row, player in enumerate(players)
    ]
    edit = fill_listed(before, found, DAY)
    assert edit.name == "Official ratings of 5 players, list of 2025-11-01"
    history = History(before, True)
    assert history.apply_edit(edit)
    assert all(
        p.facts("R").rating == 1500 for p in history.document.sections[0].players
    )
    assert history.undo()
    assert history.document is before


def test_a_list_after_the_event_gives_ratings_without_a_date_and_no_finding():
    later, earlier = DAY + dt.timedelta(30), DAY - dt.timedelta(30)
    document = event(Player(1, "Ada", "90000001"), Player(2, "B"))
    found = [FoundMember(0, 0, LISTED, "ID")]
    for as_of, noted in ((earlier, earlier), (DAY, DAY), (later, None)):
        made = fill_listed(document, found, as_of).document
        player = made.sections[0].players[0]
        facts = player.facts("R")
        assert (facts.rating, facts.source, facts.as_of) == (1500.0, "official", noted)
        assert player.fide.as_of == noted
        assert check_player(made.sections[0], player, 0, DAY) == ()
        # Once is enough.
        assert fill_listed(made, found, as_of).document is made
    # It counts from the section's own end on, and each rating from its own list's day.
    (section,) = document.sections
    ended = replace(document, sections=(replace(section, end_date=earlier),))
    made = fill_listed(ended, found, DAY).document
    assert made.sections[0].players[0].facts("R").as_of is None
    mixed = replace(LISTED, ratings=(("R", ListedRating(1500.0, as_of=earlier)),))
    made = fill_listed(document, [FoundMember(0, 0, mixed, "ID")], later).document
    assert made.sections[0].players[0].facts("R").as_of == earlier


def test_the_number_for_nobody_gives_way_to_the_members_own():
    player = filled(Player(1, "Ada", PLACEHOLDER_ID))
    assert player.id == "90000001"
    bare = replace(LISTED, id="")
    assert filled(Player(1, "Ada", PLACEHOLDER_ID), bare).id == PLACEHOLDER_ID


def test_a_rating_dated_after_the_event_is_no_newer_one():
    for as_of, said in ((DAY, "newer (2025-11-01)"), (DAY + dt.timedelta(1), "")):
        facts = RatingFacts(1499.0, source="typed", as_of=as_of)
        player = Player(1, "Ada", "90000001", ratings=(("R", facts),))
        found = [FoundMember(0, 0, LISTED, "ID")]
        (row,) = plan_fill_listed(event(player), found, DAY - dt.timedelta(9))
        assert said in "; ".join(row.cautions)
        assert row.taken is (said == "")
