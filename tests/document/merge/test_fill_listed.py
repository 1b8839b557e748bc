"""Facts filled in from a rating supplement one by one, or from pasted rows."""

import datetime as dt
from functools import partial

import pytest
from msgspec.structs import replace

from tests import build
from tests.build import document, player, rate_one, section
from uscalc.document.edit.structure import add_player, is_empty
from uscalc.document.edit.unknown_ratings import UNKNOWN, with_rating
from uscalc.document.history import History
from uscalc.document.merge.listed import (
    FillChange,
    FoundMember,
    ListedRating,
    ListEntry,
    can_move,
    enter_in_section,
    enter_listed,
    enter_new,
    fill_listed,
    fill_player,
    find_next_number,
    list_changes,
    move_up,
    plan_fill_listed,
)
from uscalc.document.merge.missing import PastePlan, fill_in, plan_pasted_fill
from uscalc.document.model import (
    PLACEHOLDER_ID,
    BirthDate,
    Document,
    ForeignRating,
    MatchNetChanges,
    OfficialStartingRating,
    Player,
    PublishedRating,
    RatingFacts,
)
from uscalc.document.rate.facts import check_player
from uscalc.engine.inputs import SYSTEMS, System

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
    edit = fill_listed(event(player), [FoundMember(0, 0, entry, "ID")], DAY)
    return edit.document.sections[0].players[0]


def cautions(player: Player, entry: ListEntry = LISTED, doubt: str = "") -> str:
    found = [FoundMember(0, 0, entry, "ID", doubt)]
    (row,) = plan_fill_listed(event(player), found, DAY)
    assert row.taken == (not row.cautions)
    return "; ".join(row.cautions)


def test_everything_that_the_list_says_is_filled_in_with_its_source():
    player = filled(Player(1, "Inventa, Ada"))
    assert player.id == "90000001"
    source = {"as_of": DAY, "source": "official"}
    assert player.facts("R") == RatingFacts(1500.0, **source)
    assert player.facts("Q") == RatingFacts(1403.0, games=5, **source)
    assert player.facts("B") == RatingFacts()
    assert player.birth == BirthDate(dt.date(2009, 7, 1), year_only=True)
    assert player.fide == ForeignRating(1810.0, DAY)


def test_known_facts_stay_where_the_list_says_less():
    unknown = RatingFacts(unknown=True)
    systems = ("R", "B", "OR", "OQ")
    player = filled(Player(1, "A", ratings=tuple((s, unknown) for s in systems)))
    assert not player.facts("B").unknown
    assert (player.facts("B").rating, player.facts("R").rating) == (None, 1500)
    # The list has an unreadable rating, or none, so it stays unknown.
    assert player.facts("OR").unknown
    assert player.facts("OQ").unknown
    more = {"peak": 1600.0, "floor": 1400, "wins": 20, "record": "mixed"}
    known = RatingFacts(1480.0, games=60, **more)
    birth = BirthDate(dt.date(2008, 5, 17))
    ratings = (("R", known), ("OB", RatingFacts(1200.0, games=30)))
    player = filled(Player(4, "Ada", "7", birth=birth, ratings=ratings))
    assert (player.name, player.id, player.birth) == ("Ada", "7", birth)
    assert player.facts("OB") == ratings[1][1]
    now = replace(known, rating=1500.0, as_of=DAY, source="official")
    assert player.facts("R") == now


@pytest.mark.parametrize(("games", "kept"), [(60, 60), (26, 26), (25, None), (3, None)])
def test_a_count_of_games_stays_only_where_it_is_established_too(games, kept):
    player = Player(1, "A", ratings=(("R", RatingFacts(1480.0, games=games)),))
    assert filled(player).facts("R").games == kept


def test_official_starts_and_placeholder_ids_are_kept_or_replaced():
    facts = RatingFacts(initial=OfficialStartingRating(406.0))
    assert filled(Player(1, "A", ratings=(("B", facts),))).facts("B") == facts
    player = filled(Player(1, "Ada", PLACEHOLDER_ID))
    assert player.id == "90000001"
    bare = replace(LISTED, id="")
    assert filled(Player(1, "Ada", PLACEHOLDER_ID), bare).id == PLACEHOLDER_ID
    for as_of, said in ((DAY, "newer (11/1/2025)"), (DAY + dt.timedelta(1), "")):
        facts = RatingFacts(1499.0, source="typed", as_of=as_of)
        player = Player(1, "Ada", "90000001", ratings=(("R", facts),))
        found = [FoundMember(0, 0, LISTED, "ID")]
        (row,) = plan_fill_listed(event(player), found, DAY - dt.timedelta(9))
        assert said in "; ".join(row.cautions)
        assert row.taken is (said == "")


def test_changes_name_both_values_and_a_second_filling_changes_nothing():
    known = RatingFacts(1480.0, games=12)
    player = Player(1, "Inventa, Ada", "90000001", ratings=(("R", known),))
    (row,) = plan_fill_listed(event(player), [FoundMember(0, 0, LISTED, "ID")], DAY)
    assert row.changes == (
        FillChange("Regular", "1480/12", "1500"),
        FillChange("Quick", "unrated", "1403/5"),
        FillChange("Born", "–", "2009"),
        FillChange("FIDE", "–", "1810"),
    )
    found = [FoundMember(0, 0, LISTED, "ID")]
    once = fill_listed(event(Player(1, "Inventa, Ada")), found, DAY).document
    assert fill_listed(once, found, DAY).document is once
    (row,) = plan_fill_listed(once, found, DAY)
    assert (row.changes, row.taken) == ((), False)
    typed = (("R", RatingFacts(1500.0, source="typed")),)
    player = Player(1, "Inventa, Ada", "90000001", ratings=typed)
    (row,) = plan_fill_listed(event(player), found, DAY)
    assert row.changes[0] == FillChange("Regular", "1500, typed", "official 11/1/2025")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (RatingFacts(1499.7), "exact (1499.7)"),
        (RatingFacts(1480.0), ""),
        (RatingFacts(unknown=True), ""),
    ],
)
def test_better_known_facts_are_not_overwritten_automatically(facts, said):
    found = cautions(Player(1, "Ada", "90000001", ratings=(("R", facts),)))
    assert (said in found) if said else not found


def test_doubtful_members_are_cautions_and_missing_facts_unknown():
    player = Player(1, "Ada", ratings=(("B", RatingFacts(1300.0)),))
    assert "no Blitz rating; 1300 would be deleted" in cautions(player)
    found = cautions(Player(1, "Ada"), doubt="the list writes Adda")
    assert found == "the list writes Adda"
    document = event(Player(1, "Inventa, Ada"), Player(2, "Other", "90000001"))
    (row,) = plan_fill_listed(document, [FoundMember(0, 0, LISTED, "name")], DAY)
    assert row.cautions == ("player 2 also has the ID 90000001",)
    quick = (("Q", ListedRating(900.0)),)
    for entry, system, known in (
        (MEMBER, "OR", RatingFacts(unknown=True)),
        (MEMBER, "OB", RatingFacts(unknown=True)),
        (replace(MEMBER, ratings=quick), "R", RatingFacts(unknown=True)),
        (replace(MEMBER, ratings=(("R", ListedRating()),)), "R", RatingFacts()),
    ):
        entered = enter_listed(NEW_EVENT, 0, entry, LIST_DAY).document
        assert facts(entered, 0, 3, system) == known


def test_filling_a_whole_event_is_one_undo_step():
    players = tuple(Player(n, f"Player {n}", f"9000000{n}") for n in range(1, 6))
    before = event(*players)
    found = [
        FoundMember(0, row, replace(LISTED, id=player.id or ""), "ID")
        for row, player in enumerate(players)
    ]
    edit = fill_listed(before, found, DAY)
    assert edit.name == "Official ratings of 5 players, supplement of 11/1/2025"
    history = History(before, True)
    assert history.apply_edit(edit)
    now = history.document.sections[0].players
    assert {p.facts("R").rating for p in now} == {1500}
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
        # Filling a second time changes nothing.
        assert fill_listed(made, found, as_of).document is made
    # The section's own end date decides, and each rating has its own list's day.
    (section,) = document.sections
    ended = replace(document, sections=(replace(section, end_date=earlier),))
    made = fill_listed(ended, found, DAY).document
    assert made.sections[0].players[0].facts("R").as_of is None
    mixed = replace(LISTED, ratings=(("R", ListedRating(1500.0, as_of=earlier)),))
    made = fill_listed(document, [FoundMember(0, 0, mixed, "ID")], later).document
    assert made.sections[0].players[0].facts("R").as_of == earlier


EVENT = document(
    section(
        player(1, "W2", games=None, id="99000001"),
        player(2, "L1", rating=None, id="99000002"),
        player(3),
        player(4, id="99000001"),
    )
)


def player_after(plan: PastePlan, row: int) -> Player:
    return plan.edit.document.sections[0].players[row]


@pytest.mark.parametrize(
    ("kind", "text", "known"),
    [
        ("games", "12", {"games": 12}),
        ("record", "all_wins", {"record": "all_wins"}),
        ("counts", "14 5 8", {"wins": 14, "draws": 5, "events": 8}),
        ("floor", "1720", {"peak": 1720.0}),
        ("floor", "floor 1400", {"floor": 1400}),
        ("official", "1640", {"official": 1640.0}),
        ("net", "-10 40", {"matches": MatchNetChanges(-10.0, 40.0)}),
    ],
)
def test_each_kind_is_filled_in(kind, text, known):
    edit = fill_in(EVENT, 0, 0, "R", kind, text)
    facts = edit.document.sections[0].players[0].facts("R")
    assert {key: getattr(facts, key) for key in known} == known


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(
            ("games", "many"),
            ("record", "good"),
            ("counts", "14 5"),
            ("start", "young"),
        ),
        *(("floor", "floor high"), ("adult", "perhaps"), ("official", "high")),
        *(("net", "40"), ("prize", "4000"), ("rounded", "no"), ("days", "2025-01-05")),
    ],
)
def test_what_cannot_be_read_is_refused(kind, text):
    edit = fill_in(EVENT, 0, 0, "R", kind, text)
    assert edit.refused
    assert edit.document is EVENT


def test_listed_rows_match_members_also_without_titles():
    plan = plan_pasted_fill(EVENT, 0, "R", "99000001\t1510\t12\t1999\nplayer  3\t\t7\n")
    assert plan.matched == 2
    first, _, third, fourth = (player_after(plan, row).facts("R") for row in range(4))
    assert first == RatingFacts(1510.0, games=12, source="typed")
    assert fourth.games == 12
    assert (third.games, third.rating) == (7, 1500.0)
    assert plan.edit.name == "Missing data of 2 players filled in"
    plan = plan_pasted_fill(EVENT, 0, "R", "Born;Games;Member ID\n2009;;99000002\n")
    assert player_after(plan, 1).birth.year_only
    assert plan.rows[0].fills == ("born 2009",)
    named = document(section(replace(player(1), name="Novice, Nan")))
    plan = plan_pasted_fill(named, 0, "R", "Novice, Nan, 1450, 9, 2001\n")
    assert plan.rows[0].fills == ("rating 1450", "9 games", "born 2001")
    # If the name itself ends in a number, nothing is guessed.
    assert plan_pasted_fill(EVENT, 0, "R", "Player 3, 1450, 9").edit.document is EVENT


@pytest.mark.parametrize("day", ["5/17/2009", "5-17-09", "May 17, 2009", "2009-05-17"])
def test_a_birth_date_is_filled_in_as_people_write_it(day):
    born = BirthDate(dt.date(2009, 5, 17))
    edit = fill_in(EVENT, 0, 1, "R", "start", day)
    assert edit.document.sections[0].players[1].birth == born
    plan = plan_pasted_fill(EVENT, 0, "R", f"Born;Games;Member ID\n{day};;99000002\n")
    assert player_after(plan, 1).birth == born
    wrong = fill_in(EVENT, 0, 1, "R", "start", "17/5/2009")
    assert wrong.document is EVENT
    assert "Write the month first: 5/17/2009" in wrong.refused[0]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("99009999\t1500", "no player has this"),
        ("\t1500", "no member ID"),
        ("99000001\tabc", "a valid rating"),
        ("99000001\t1500\tabc", "a whole number"),
        ("99000001\t1500\t5\tyoung", "isn't a date"),
        ("99000001\t5000", "from 100 to 3000"),
        ("99000002\t\t12", "no rating"),
    ],
)
def test_a_row_is_refused_as_a_whole(row, why):
    plan = plan_pasted_fill(EVENT, 0, "R", row)
    assert plan.edit.document is EVENT
    assert why in (plan.rows[0].refused or "")


def test_ambiguous_rows_are_refused():
    plan = plan_pasted_fill(EVENT, 0, "R", "99000001\t\t5\nPlayer 1\t\t9\n")
    assert plan.rows[1].refused == "the player is in a row above"
    assert player_after(plan, 0).facts("R").games == 5
    twins = document(section(player(1), player(1)))
    plan = plan_pasted_fill(twins, 0, "R", "Player 1\t1400")
    assert plan.rows[0].refused == "2 players have this name. Use the member ID"
    first, *others, last = EVENT.sections[0].players
    kay, roy = replace(first, name="Example, Kay"), replace(last, name="Invented, Roy")
    two = document(section(kay, *others, roy))
    plan = plan_pasted_fill(two, 0, "R", "99000001\t1510\t12\nExample, Kay\t1520\t12\n")
    assert plan.rows[0].refused == "2 players have this member ID. Use the name"
    assert player_after(plan, 0).facts("R").rating == 1520.0
    assert player_after(plan, 3).facts("R").rating == 1500.0
    empty = replace(EVENT, sections=())
    plan = plan_pasted_fill(empty, 0, "R", "99000001\t1510\t12\t1999\n")
    assert plan.matched == 0
    assert plan.rows[0].refused == "no player has this member ID or name"
    assert plan.edit.document is empty


@pytest.mark.parametrize(
    ("here", "listed", "then"),
    [(None, "WA", "WA"), ("OR", "WA", "OR"), (None, "", None)],
)
def test_a_state_is_filled_in_and_listed_as_a_change(here, listed, then):
    before = Player(1, "Inventa, Ada", "90000001", state=here)
    entry = ListEntry("90000001", "INVENTA, ADA", state=listed)
    after = fill_player(before, entry, build.END, build.END)
    assert after.state == then
    told = [change for change in list_changes(before, after) if change.what == "State"]
    assert told == ([] if here == then else [FillChange("State", "–", "WA")])


# Registered players: from a list, as new, as a re-entry, in a higher section.

LIST_DAY = dt.date(2025, 8, 1)
OLDER = dt.date(2025, 6, 1)
MEMBER = ListEntry(
    "90000007",
    "WALKINA, WANDA",
    (
        ("R", ListedRating(1806.0)),
        ("Q", ListedRating(1500.0, 7)),
        ("B", ListedRating(1444.0, as_of=OLDER)),
        ("OB", ListedRating(readable=False)),
    ),
    "ZZ",
    "20261231",
    1990,
    1777.0,
)
IN_ALL = tuple((system, RatingFacts(1500.0, games=50)) for system in SYSTEMS)
UPPER = section(player(1), player(2), name="Upper")
OPEN = section(
    replace(player(1, "W2", ""), ratings=IN_ALL), player(2, "L1", ""), player(7, "", "")
)
NEW_EVENT = document(OPEN, UPPER)


def facts(event: Document, place: int, row: int, system: System) -> RatingFacts:
    return event.sections[place].players[row].facts(system)


def test_an_empty_row_is_used_unless_somebody_meets_it():
    waiting = add_player(document(section()), 0).document
    assert find_next_number(waiting.sections[0]) == 1
    ways = (
        enter_listed(waiting, 0, MEMBER, LIST_DAY),
        enter_new(waiting, 0, "Newman, Zoe", None),
        enter_in_section(add_player(NEW_EVENT, 1).document, 0, 0, 1),
    )
    for edit, at in zip(ways, (0, 0, 1), strict=True):
        players = edit.document.sections[at].players
        assert [p.number for p in players] == list(range(1, len(players) + 1))
        assert not any(map(is_empty, players))
        assert find_next_number(edit.document.sections[at]) == len(players) + 1
    met = document(section(player(1, "?2"), replace(player(2, ""), name="")))
    edit = enter_listed(met, 0, MEMBER, LIST_DAY)
    assert find_next_number(met.sections[0]) == 3
    assert [p.number for p in edit.document.sections[0].players] == [1, 2, 3]


def test_a_member_of_a_list_is_the_next_player_with_all_that_it_says():
    edit = enter_listed(NEW_EVENT, 0, MEMBER, LIST_DAY)
    *before, entered = edit.document.sections[0].players
    assert tuple(before) == OPEN.players
    assert edit.document.sections[1] is UPPER
    assert (entered.number, entered.name) == (8, "WALKINA, WANDA")
    assert (entered.id, entered.results) == ("90000007", ("", ""))
    assert (entered.birth.date.year, entered.birth.year_only) == (1990, True)
    assert (entered.fide.rating, entered.state) == (1777.0, "ZZ")
    known = RatingFacts(1806.0, as_of=LIST_DAY, source="official")
    assert facts(edit.document, 0, 3, "R") == known
    quick = RatingFacts(1500.0, games=7, as_of=LIST_DAY, source="official")
    assert facts(edit.document, 0, 3, "Q") == quick
    # This rating is from another list, and has that list's day.
    assert facts(edit.document, 0, 3, "B").as_of == OLDER
    assert "WALKINA, WANDA" in edit.name


def test_a_new_player_is_unrated_in_every_system_that_was_asked_about():
    edit = enter_new(NEW_EVENT, 0, "Nova, Nora", None)
    entered = edit.document.sections[0].players[-1]
    assert (entered.number, entered.name, entered.id) == (8, "Nova, Nora", None)
    assert facts(edit.document, 0, 3, "R") == RatingFacts()
    assert facts(edit.document, 0, 3, "Q") == RatingFacts()
    nobody = with_rating(player(1), "Q", UNKNOWN)
    not_asked = enter_new(document(section(nobody)), 0, "Nova, Nora", None).document
    assert facts(not_asked, 0, 1, "R") == RatingFacts()
    assert facts(not_asked, 0, 1, "Q").unknown
    with_id = enter_new(NEW_EVENT, 0, "Nova, Nora", "90000123").document
    assert with_id.sections[0].players[-1].id == "90000123"


def test_the_first_player_makes_a_section_and_numbers_run_out():
    edit = enter_listed(document(), 0, MEMBER, LIST_DAY)
    (made,) = edit.document.sections
    assert [one.name for one in made.players] == ["WALKINA, WANDA"]
    assert made.players[0].number == 1
    assert facts(edit.document, 0, 0, "R").rating == 1806.0
    full = document(section(player(99_999)))
    for edit in (
        enter_listed(full, 0, MEMBER, LIST_DAY),
        enter_new(full, 0, "Nova, Nora", None),
        enter_in_section(full, 0, 0, 0),
    ):
        assert edit.refused
        assert edit.document is full


def test_moved_and_late_players_take_their_data_along():
    event = document(section(player(1, "W2"), player(2, "L1")))
    edit = enter_listed(event, 0, MEMBER, LIST_DAY)
    assert rate_one(*edit.document.sections[0].players).findings == ()
    event = document(section(PERSON, player(6, "L5")), UPPER)
    edit = enter_in_section(event, 0, 0, 1)
    assert edit.document.sections[0] is event.sections[0]
    up = edit.document.sections[1].players[-1]
    assert (up.number, up.id, up.results, up.published) == (3, "90000005", (), ())
    assert up.ratings == PERSON.ratings
    assert 'also entered in "Upper"' in edit.name
    edit = enter_in_section(event, 0, 0, 0)
    again = edit.document.sections[0].players[-1]
    assert (again.number, again.id, again.results) == (7, "90000005", ("",))
    assert "re-entered" in edit.name
    edit = move_up(NEW_EVENT, 0, 2, 1)
    assert [p.number for p in edit.document.sections[0].players] == [1, 2]
    up = edit.document.sections[1].players[-1]
    assert (up.number, up.name) == (3, "Player 7")
    assert '"Upper"' in edit.name


PERSON = player(
    5, "W6", id="90000005", published=(("R", PublishedRating(1520.0)),), rating=1512.25
)


@pytest.mark.parametrize(
    "players",
    [
        (player(1, "W2"), player(2, "L1")),
        (player(1, ""), player(2, "L1")),
        (player(1, "H"), player(2, "")),
        (player(1, "?2"), player(2, "?1")),
    ],
)
def test_a_player_with_a_result_or_pairing_does_not_move(players):
    event = document(section(*players), UPPER)
    assert not can_move(event, 0, 0)
    edit = move_up(event, 0, 0, 1)
    assert edit.document is event
    assert "already has results" in edit.refused[0]
