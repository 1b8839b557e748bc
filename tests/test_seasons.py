"""A season has the ratings of carry by hand, and rates again only where facts differ."""

import datetime as dt
import random

import pytest
from msgspec.structs import replace

from tests.build import section
from tests.paired import random_results
from uscalc import seasons
from uscalc.document.model import Document, Player, RatingFacts
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.whole import make_next_event, rate_document
from uscalc.monitor import CancelledError, Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.seasons import FiledEvent, count_rated_again, list_changes, rate_season

START = dt.date(2024, 1, 7)


def make_event(rng, members, day, systems=("R", "Q")):
    """Return an event of some members, with random results and its own ratings."""
    order = rng.sample(members, min(len(members), rng.choice((4, 6, 8))))
    results = random_results(len(order), 3, rng)
    players = []
    for number, member in enumerate(order, 1):
        facts = RatingFacts(rng.randint(600, 2100), games=rng.choice((5, 12, None)))
        ratings = () if rng.random() < 0.2 else tuple((one, facts) for one in systems)
        played = {"ratings": ratings, "results": tuple(results[number - 1])}
        players.append(Player(number, f"Member {member}", str(member), **played))
    made = section(*players, systems=rng.choice((("R",), ("R", "Q"))))
    return Document(f"Event of {day}", START + dt.timedelta(days=7 * day), (made,))


def make_events(seed, count):
    rng = random.Random(seed)
    members = range(10000001, 10000001 + rng.choice((10, 40)))
    days = rng.sample(range(100), count)
    return [FiledEvent(f"{day}.uscalc", make_event(rng, members, day)) for day in days]


def list_posts(season):
    return {
        (entry.file, member, entry.system): (entry.pre, entry.post, entry.games)
        for member, history in season.histories.items()
        for entry in history
    }


def rate_by_hand(events):
    """Return the same ratings by the event that carry makes from each event."""
    known, found = {}, {}
    for file, document in sorted(events, key=lambda one: one.document.end_date):
        (one,) = document.sections
        players = []
        for player in one.players:
            ratings = dict(player.ratings) | known.get(player.id, {})
            players.append(replace(player, ratings=tuple(ratings.items())))
        section = replace(one, players=tuple(players))
        rated = rate_document(replace(document, sections=(section,)), resolve_rules)
        following = make_next_event(rated, "Next", document.end_date)
        for rating in rated.sections[0].ratings:
            for player in following.sections[0].players:
                entrant = rating.find_trace(player.number).entrant
                if entrant.m:
                    facts = player.facts(rating.system)
                    known.setdefault(player.id, {})[rating.system] = facts
                    posts = entrant.rating, facts.rating, entrant.m
                    found[file, player.id, rating.system] = posts
    return found


@pytest.fixture
def rated_files(monkeypatch):
    names = []

    def rate(document, *more):
        names.append(document.name)
        return rate_document(document, *more)

    monkeypatch.setattr(seasons, "rate_document", rate)
    return names


def list_lasts(season):
    return {
        (member, entry.system): entry.post
        for member, history in season.histories.items()
        for entry in history
    }


@pytest.mark.parametrize("seed", range(30))
def test_a_season_is_rated_as_by_hand_with_carry_also_after_a_late_event(
    seed, rated_files
):
    """Only events after the late one are rated, and every rating that differs is a change."""
    *events, late = make_events(seed, 7)
    before = rate_season(events, resolve_rules)
    rated_files.clear()
    after = rate_season([*events, late], resolve_rules, before)
    again = [*rated_files]
    anew = rate_season([*events, late], resolve_rules)
    assert list_posts(after) == list_posts(anew) == rate_by_hand([*events, late])
    day = late.document.end_date
    earlier = {document.name for _, document in events if document.end_date < day}
    assert late.document.name in again
    assert count_rated_again(before, after) == len(again)
    assert earlier.isdisjoint(again)
    old, new = list_lasts(before), list_lasts(anew)
    changes = {
        (one.member, one.system): (one.before, one.after)
        for one in list_changes(before, after)
    }
    differ = {key for key in new if old.get(key) != new[key]}
    assert changes == {key: (old.get(key), new[key]) for key in differ}


def test_a_corrected_result_reaches_later_events_only_through_their_members(
    rated_files,
):
    rng = random.Random(4)
    first = make_event(rng, range(10000001, 10000009), 1)
    apart = make_event(rng, range(10000101, 10000109), 2)
    last = make_event(rng, range(10000001, 10000009), 3)
    events = [FiledEvent(one.name, one) for one in (last, apart, first)]
    before = rate_season(events, resolve_rules)
    letter = "W" if first.sections[0].players[0].results[0][0] != "W" else "L"
    right = set_outcome(first, 0, Outcome(1, 1, letter)).document
    events[2] = events[2]._replace(document=right)
    rated_files.clear()
    after = rate_season(events, resolve_rules, before)
    assert rated_files == [first.name, last.name]
    assert list_posts(after) == list_posts(rate_season(events, resolve_rules))
    changed = list_changes(before, after)
    assert first.sections[0].players[0].id in {one.member for one in changed}
    assert {one.member for one in changed} <= {
        player.id for one in (first, last) for player in one.sections[0].players
    }
    sizes = [abs(one.change) for one in changed]
    assert sizes == sorted(sizes, reverse=True)


def test_rating_reports_its_progress_and_can_be_canceled():
    events, done = make_events(1, 4), []
    rate_season(
        events, resolve_rules, None, Monitor(report=lambda *at: done.append(at))
    )
    assert done == [(at, 4) for at in range(4)]
    with pytest.raises(CancelledError):
        rate_season(events, resolve_rules, None, Monitor(lambda: len(done) == 4))


def test_a_second_person_with_a_member_id_starts_from_the_file():
    rng = random.Random(1)
    first, second = (make_event(rng, range(10000001, 10000005), day) for day in (1, 2))
    (one,) = second.sections
    stranger = replace(one.players[0], name="Zugzwang, Quentin")
    players = (stranger, *one.players[1:])
    second = replace(second, sections=(replace(one, players=players),))
    found = rate_season(
        [FiledEvent(one.name, one) for one in (first, second)], resolve_rules
    )
    own = found.histories[f"{stranger.id} 2"]
    assert {entry.name for entry in own} == {stranger.name}
    assert own[0].pre == stranger.facts(own[0].system).rating
