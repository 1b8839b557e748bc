"""Published ratings that don't match: their cause, and the accepted correction."""

import datetime as dt
import random

import pytest
from msgspec.structs import replace

from tests import build
from tests.build import require
from tests.document.overlay.pages import compare_page, every_page, page_of, planted
from tests.document.overlay.retype import retyped
from uscalc.document import model
from uscalc.document.audit import search
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.structure import remove_players
from uscalc.document.overlay.changes import AGAINST, PageDifference, accept_differences
from uscalc.document.overlay.ratings import (
    EARLIER,
    NEITHER,
    NOTHING,
    TOO_MANY,
    RatingComparison,
    carry_explanations,
    compare_ratings,
    explain_next_sections,
)
from uscalc.document.rate.whole import rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.rules.chances import load_correction_priors
from uscalc.rules.resolve import resolve_rules

NAMES = ("Ada Inventa", "Bea Novella", "Cleo Fabler", "Dora Quill", "Eve Storia")
RATINGS = (2112.0, 2055.0, 2004.0, 1933.0, 1890.0, 1821.0)


def decimal_rating(rating: float) -> model.RatingFacts:
    return model.RatingFacts(rating, source="typed", rounded=False)


def event(*results: tuple[str, ...], new: tuple[int, ...] = ()) -> model.Document:
    players = []
    for number, row in enumerate(results, 1):
        name = f"{NAMES[(number - 1) % 5]}{'a' * (number // 6)}"
        known = decimal_rating(RATINGS[number - 1])
        ratings = (("R", model.RatingFacts() if number in new else known),)
        players.append(
            model.Player(number, name, f"9000000{number}", ratings=ratings, results=row)
        )
    return build.event(*players, title="Open")


SIX = (
    ("W2", "W3", "D4", "W5", "W6"),
    ("L1", "W4", "W5", "D6", "W3"),
    ("W6", "L1", "U", "L4", "L2"),
    ("D5", "L2", "D1", "W3", "U"),
    ("D4", "W6", "L2", "L1", "U"),
    ("L3", "L5", "U", "D2", "L1"),
)


def with_row(document: model.Document, number: int, **more: object) -> model.Document:
    player = document.sections[0].players[number - 1]
    return model.with_player(document, 0, number - 1, replace(player, **more))


def with_games(document: model.Document, number: int, games: int | None):
    facts = replace(document.sections[0].players[number - 1].facts("R"), games=games)
    return with_row(document, number, ratings=(("R", facts),))


def started(document: model.Document, number: int) -> model.Document:
    """Return the event with the starting rating that US Chess used for an unrated player."""
    facts = model.RatingFacts(initial=model.OfficialStartingRating(1800.0, 10))
    return with_row(document, number, ratings=(("R", facts),))


def published(shows: model.Document, rated: model.Document) -> model.Document:
    """Return a page that shows one event with the ratings of another."""
    rating = rate_document(rated, resolve_rules).sections[0].in_system("R")
    for player in shows.sections[0].players:
        post = require(rating.find_post(player.number))
        said = (("R", model.PublishedRating(round_for_display(post))),)
        shows = with_row(shows, player.number, published=said)
    return shows


TRUE = event(*SIX)
PAGE = published(TRUE, with_games(TRUE, 3, 27))
"""A page for which player 3 had 27 games, which the event doesn't say."""
WRONG = (("R", model.PublishedRating(2999.0)),)
WRONG_PAGE = with_row(published(TRUE, TRUE), 4, published=WRONG)


def compared(ours: model.Document, page: model.Document) -> RatingComparison:
    overlay, priors = compare_page(ours, page), load_correction_priors()
    return compare_ratings(ours, overlay, resolve_rules, priors)


def with_facts(ours: model.Document, page: model.Document) -> RatingComparison:
    """Return the same event with the facts that explain the ratings."""
    posts, priors = compared(ours, page), load_correction_priors()
    while posts.rest:
        posts = require(explain_next_sections(posts, ours, resolve_rules, priors))
    return posts


def numbers_of_differences(posts: RatingComparison) -> list[int | None]:
    return [one.player for one in posts.differences]


def accept_difference(ours: model.Document, one: PageDifference) -> model.Document:
    edit = accept_differences(ours, [one])
    assert not edit.refused
    return edit.document


def numbers_with_other_ratings(shows: model.Document, rated: model.Document):
    """Return the players whose ratings differ in the other event."""
    events = (published(each, each).sections[0].players for each in (shows, rated))
    pairs = zip(*events, strict=True)
    return [one.number for one, other in pairs if one.published != other.published]


@every_page
def test_differing_pre_event_data_adds_no_rating_difference(name):
    page = page_of(name)
    ours = planted(page, random.Random(name), exact=True).document
    assert _lines(ours, page) == _lines(page, page)


@every_page
def test_a_wrongly_published_rating_adds_one_line(name):
    page, rng = page_of(name), random.Random(name)
    ours = retyped(page, rng, exact=True)
    before = _lines(ours, page)
    missed = {who for _, who, _ in before}
    rows = page.sections[0].players
    printed = [at for at, p in enumerate(rows) if p.published]
    right = [at for at in printed if _number_in_name(rows[at].name) not in missed]
    row = rng.choice(right)
    (system, said), *others = rows[row].published
    wrong = replace(said, rating=said.rating + 37)
    changed = replace(rows[row], published=((system, wrong), *others))
    page = model.with_player(page, 0, row, changed)
    more = (system, _number_in_name(rows[row].name), f"{wrong.rating:g}")
    assert _lines(ours, page) == sorted([*before, more])


def _lines(ours: model.Document, page: model.Document) -> list[tuple[str, str, str]]:
    """Return each line's system, player and published rating."""
    found = compared(ours, page).differences
    assert {(d.because.split("; ")[-1], d.cause) for d in found} <= {(NEITHER, "fact")}
    return sorted((str(d.system), _number_in_name(d.name), d.theirs) for d in found)


def _number_in_name(name: str) -> str:
    """Return a player on a page whose players have numbers for names."""
    return next(word for word in name.replace(",", "").split() if word.isdigit())


def test_corrections_are_found_and_accepted_without_a_restart():
    posts = with_facts(TRUE, PAGE)
    wrong = numbers_with_other_ratings(TRUE, with_games(TRUE, 3, 27))
    assert numbers_of_differences(posts) == wrong
    one = next(each for each in posts.differences if each.player == 3)
    assert "Cleo Fabler (#3) had" in one.because
    assert one.settle == "the number of earlier games of Cleo Fabler (#3)"
    after = accept_difference(TRUE, one)
    assert numbers_of_differences(compared(after, PAGE)) == []
    assert after.sections[0].players[2].facts("R").games is not None
    others = [p for p in after.sections[0].players if p.number != 3]
    assert others == [p for p in TRUE.sections[0].players if p.number != 3]
    assert compare_page(after, PAGE).contradicting == ()
    ours = set_result(TRUE, 0, 0, 3, "D5").document
    before = with_facts(ours, PAGE)
    after = accept_difference(ours, compare_page(ours, PAGE).contradicting[0])
    posts = carry_explanations(compared(after, PAGE), before, after)
    assert posts.rest == ()
    assert posts.sought
    assert all(one.changes for one in posts.differences)
    other = with_row(after, 2, birth=model.BirthDate(dt.date(1987, 5, 1)))
    assert carry_explanations(compared(other, PAGE), before, other).rest == ((0,),)


def test_each_player_moved_by_one_correction_has_a_line_that_applies_it():
    ours = event(*SIX, new=(2,))
    begun = started(ours, 2)
    page = published(ours, begun)
    posts = with_facts(ours, page)
    assert numbers_of_differences(posts) == numbers_with_other_ratings(ours, begun)
    assert len(posts.differences) > 2
    assert len({one.because.split(";")[0] for one in posts.differences}) == 1
    more = f"also explains {len(posts.differences) - 1} more ratings"
    for one in posts.differences:
        assert more in one.because
        after = accept_difference(ours, one)
        assert numbers_of_differences(compared(after, page)) == []


def test_ratings_that_no_correction_explains_say_so():
    (one,) = with_facts(TRUE, WRONG_PAGE).differences
    assert (one.player, one.theirs) == (4, "2999")
    assert (one.because, one.changes, one.cause) == (NOTHING, (), "fact")
    ours = with_row(TRUE, 1, results=("W9", "W3", "D4", "W5", "W6"))
    (one,) = (d for d in compared(ours, PAGE).differences if d.player == 3)
    assert one.ours == "not rated"
    assert one.because.endswith(f" all US Chess values; {NEITHER}")


def test_too_many_ratings_to_search_are_reported(monkeypatch):
    monkeypatch.setattr(search, "MOST_WRONG", 0)
    (one,) = with_facts(TRUE, WRONG_PAGE).differences
    assert (one.because, one.changes) == (TOO_MANY, ())


def test_a_correction_moves_the_chained_section_too():
    open_ = TRUE.sections[0]
    two = (open_, replace(open_, name="Extra"))
    ours = replace(TRUE, sections=two, chain_sections=True)
    rated = rate_document(with_games(ours, 3, 27), resolve_rules)
    page = ours
    for at, section in enumerate(rated.sections):
        for row, player in enumerate(open_.players):
            post = require(section.ratings[0].find_post(player.number))
            said = (("R", model.PublishedRating(round_for_display(post))),)
            page = model.with_player(page, at, row, replace(player, published=said))
    assert compared(ours, page).rest == ((0, 1),)
    posts = with_facts(ours, page)
    first = [one for one in posts.differences if one.section == 0]
    second = [one for one in posts.differences if one.section == 1]
    assert all("Cleo Fabler (#3) had 27 " in one.because for one in first)
    assert {one.because for one in second} == {EARLIER}
    assert compared(accept_difference(ours, first[0]), page).differences == ()


def test_facts_take_only_their_cells_and_have_names():
    page = published(TRUE, set_result(TRUE, 0, 0, 0, "L2").document)
    ours = set_result(TRUE, 0, 0, 3, "D5").document
    one = next(d for d in with_facts(ours, page).differences if d.player == 1)
    said = "round 1: Ada Inventa (#1) lost to Bea Novella (#2)"
    assert one.because.split("; ")[1].endswith(said)
    after = accept_difference(ours, one)
    assert after == set_result(ours, 0, 0, 0, "L2").document
    assert accept_difference(after, compare_page(after, page).contradicting[0]) != after
    ours = with_row(TRUE, 3, ratings=(("R", decimal_rating(1904.0)),))
    one = next(d for d in with_facts(ours, PAGE).differences if d.player == 3)
    assert "together with Pre-event rating of player 3" in one.because
    after = accept_difference(ours, one)
    assert numbers_of_differences(compared(after, PAGE)) == []
    assert compare_page(after, PAGE).contradicting == ()
    ours = event(*SIX, new=(2,))
    page = published(ours, started(ours, 2))
    found = with_facts(ours, page).differences
    first = found[0].player
    listed = accept_differences(ours, found[:1]).name
    assert listed == f"Correction of the post-event rating of player {first}"
    every = accept_differences(ours, found)
    assert every.name == f"Corrections of {len(found)} post-event ratings"
    assert numbers_of_differences(compared(every.document, page)) == []


def test_a_correction_of_a_missing_player_adds_the_player():
    ours = remove_players(TRUE, 0, [2]).document
    one = next(d for d in with_facts(ours, PAGE).differences if d.player == 3)
    assert one.ours == "not rated"
    assert "together with Entry of player 3" in one.because
    after = accept_difference(ours, one)
    assert len(after.sections[0].players) == 6
    assert numbers_of_differences(compared(after, PAGE)) == []


def test_an_applied_correction_against_the_page_stays():
    """The page prints a pre-event rating that it was not rated with."""
    ours = with_row(TRUE, 3, ratings=(("R", decimal_rating(2104.0)),))
    page = published(ours, TRUE)
    one = next(d for d in with_facts(ours, page).differences if d.player == 3)
    after = accept_difference(ours, one)
    assert after != ours
    again = compared(after, page)
    assert numbers_of_differences(again) == []
    (left,) = again.overlay.contradicting
    assert (left.kind, left.player) == ("rating", 3)
    assert (left.cause, left.because) == ("theirs", AGAINST)


def test_an_edit_has_only_its_own_section_searched_again():
    def with_second(one: model.Document) -> model.Document:
        players = tuple(
            replace(player, name=f"{player.name} B", id=f"8{require(player.id)[1:]}")
            for player in one.sections[0].players
        )
        second = model.Section("Reserve", systems=("R",), players=players)
        return replace(one, sections=(*one.sections, second))

    ours, page = with_second(TRUE), with_second(PAGE)
    before = with_facts(ours, page)
    after = with_row(ours, 2, birth=model.BirthDate(dt.date(1987, 5, 1)))
    posts = carry_explanations(compared(after, page), before, after)
    assert posts.rest == ((0,),)
    assert {audit.section for audit in posts.audits} == {1}


@pytest.mark.parametrize("name", ["single-1.html", "dual-1.html"])
@pytest.mark.parametrize("seed", [1, 3])
def test_accepting_in_any_order_leaves_nothing_to_accept(name, seed):
    """An event typed with more facts than the page prints may contradict the page."""
    page, rng = page_of(name), random.Random(seed)
    ours = planted(page, random.Random(seed)).document
    steps = 0
    while True:
        posts = with_facts(ours, page)
        every = (*posts.overlay.differences, *posts.differences)
        left = [one for one in every if one.changes and not one.is_refuted]
        if not left:
            break
        after = accept_difference(ours, rng.choice(left))
        assert after != ours
        ours, steps = after, steps + 1
        assert steps <= 20
    assert all(one.changes or one.because == NOTHING for one in every)
