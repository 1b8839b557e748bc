"""Real pages compared with hand-typed events: exactly the planted mistakes are found."""

import random

import pytest
from msgspec.structs import replace

from tests.document.overlay import pages
from tests.document.overlay.garden import KINDS, Garden
from tests.document.overlay.retype import facts_by_person, retyped
from uscalc.document.model import with_player, with_players
from uscalc.document.overlay import changes
from uscalc.document.overlay.table import is_page_of


def unexpected(found, garden) -> list[changes.PageDifference]:
    """Return differences beyond the planted ones; fail if a planted one is missing."""
    left, more = list(garden.expected), []
    for one in found:
        ids = [c.player.id for c in one.changes if isinstance(c, changes.AddPlayer)]
        for each in left:
            kind, whose, at = each
            if (kind, at) == (one.kind, one.round) and whose & {one.player, *ids}:
                left.remove(each)
                break
        else:
            more.append(one)
    assert left == []
    return more


@pages.every_page
@pages.seeds
def test_an_event_typed_without_a_mistake_differs_in_nothing(name, seed):
    page = pages.page_of(name)
    event = retyped(page, random.Random(seed))
    assert is_page_of(page, event)
    found = pages.compare_page(event, page)
    assert found.contradicting == ()
    assert [one.kind for one in found.adding] == ["new-published"]


@pages.every_page
@pages.seeds
def test_five_planted_mistakes_are_found_and_no_sixth(name, seed):
    page = pages.page_of(name)
    garden = pages.planted(page, random.Random(seed))
    found = pages.compare_page(garden.document, page)
    assert unexpected(found.contradicting, garden) == []


@pages.every_page
@pytest.mark.parametrize("kind", KINDS)
def test_a_mistake_of_each_kind_is_found_alone(name, kind):
    page, rng = pages.page_of(name), random.Random(kind)
    garden = Garden(retyped(page, rng), page, rng)
    if not garden.plant(kind):
        pytest.skip("this page has no room for it")
    found = pages.compare_page(garden.document, page)
    assert unexpected(found.contradicting, garden) == []
    assert len(found.contradicting) == 1


@pages.every_page
@pages.seeds
def test_two_swapped_ids_are_two_differences(name, seed):
    """Players with similar results are told apart by their opponents."""
    page, rng = pages.page_of(name), random.Random(seed)
    event = retyped(page, rng)
    players = event.sections[0].players
    ids = [player.id for player in players]
    alone = [player for player in players if ids.count(player.id) == 1]
    if len(alone) < 3:
        pytest.skip("of two players nothing but the names tells")
    one, other = rng.sample(alone, 2)
    for player, id_ in ((one, other.id), (other, one.id)):
        event = with_player(event, 0, players.index(player), replace(player, id=id_))
    found = pages.compare_page(event, page).contradicting
    kinds = {(difference.kind, difference.player) for difference in found}
    assert kinds == {("id", one.number), ("id", other.number)}


@pages.every_page
def test_missing_ids_are_reported_once(name):
    page = pages.page_of(name)
    event = retyped(page, random.Random(name))
    for at, section in enumerate(event.sections):
        without = tuple(replace(player, id=None) for player in section.players)
        event = with_players(event, at, without)
    found = pages.compare_page(event, page)
    assert found.contradicting == ()
    kinds = ["new-ids", "new-published"] * len(page.sections)
    assert [one.kind for one in found.adding] == kinds
    taken_over = changes.accept_differences(event, found.differences).document
    assert pages.compare_page(taken_over, page).differences == ()


@pages.every_page
@pages.seeds
def test_accepting_everything_makes_the_event_match_the_page(name, seed):
    page = pages.page_of(name)
    garden = pages.planted(page, random.Random(seed))
    found = pages.compare_page(garden.document, page).differences
    edit = changes.accept_differences(garden.document, found)
    assert pages.compare_page(edit.document, page).differences == ()
    assert facts_by_person(edit.document) == facts_by_person(page)


@pytest.mark.parametrize("name", ["dual-1.html", "single-2.html", "unrated-1.html"])
@pages.seeds
def test_accepting_differences_one_by_one_equals_accepting_all(name, seed):
    page, rng = pages.page_of(name), random.Random(seed)
    event, steps = pages.planted(page, rng).document, 0
    while found := pages.compare_page(event, page).differences:
        event = changes.apply_differences(event, [rng.choice(found)])
        steps += 1
        assert steps <= 20
    assert facts_by_person(event) == facts_by_person(page)


def test_the_page_of_another_event_is_not_this_events_page():
    page, other = pages.page_of("single-1.html"), pages.page_of("unrated-2.html")
    assert not is_page_of(page, retyped(other, random.Random(1)))
    assert pages.compare_page(retyped(other, random.Random(1)), page).pairs == ()
