"""Every challenge card can be solved, isn't solved at its start, and explains why not."""

from collections import Counter
from functools import cache
from itertools import islice

import pytest

from tests.worksheet.solving import attempts_at, scene_of, solve
from uscalc.document.rate.whole import rate_document
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.picture import HIGHEST, LOWEST
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.worksheet.cards import CARDS, list_cards, make_tasks
from uscalc.worksheet.challenge import LEVELS, Attempt, PlayerCase, Task

SAMPLE = get_resource_path("samples", "autumn-open.uscalc")


@cache
def people_of_sample() -> PlayerDirectory:
    section = rate_document(open_event(SAMPLE).document, resolve_rules).sections[0]
    names = {player.number: player.name for player in section.section.players}
    return PlayerDirectory(section.ratings[0].trace, names.__getitem__)


def tasks_of(place: int | None) -> dict[str, Task]:
    return make_tasks(people_of_sample(), place)


def test_cards_fit_the_section_and_the_selected_player():
    assert len(CARDS) >= 20
    assert len({card.key for card in CARDS}) == len(CARDS)
    counts = Counter(card.level for card in list_cards())
    assert tuple(counts) == LEVELS
    assert min(counts.values()) >= 6
    people = people_of_sample()
    for place in range(len(people.section.players)):
        tasks = make_tasks(people, place)
        assert set(tasks) == {card.key for card in CARDS}
        for card in CARDS:
            own, task = card.make_task(PlayerCase(people, place)), tasks[card.key]
            assert task.card.anyone or task.case.name in task.question
            assert own is None or task.case.place == place or task.card.anyone
    empty = people.section._replace(players=())
    assert make_tasks(PlayerDirectory(empty, lambda _number: ""), None) == {}


@pytest.mark.parametrize("place", [0, 4, 11])
def test_every_card_is_solved_by_a_search_in_the_sample_but_not_at_its_start(place):
    for key, task in tasks_of(place).items():
        start = task.review_attempt(Attempt(task.case, scene_of(task.case)))
        assert not start.solved, key
        assert start.reason.endswith("."), key
        found = solve(task)
        assert found is not None, (key, task.question)
        assert task.review_attempt(found).reason.endswith("."), key


def test_attempts_with_other_players_or_results_are_refused_with_a_reason():
    for key, task in tasks_of(11).items():
        seen: Counter[bool] = Counter()
        for attempt in islice(attempts_at(task), 0, 300, 7):
            verdict = task.review_attempt(attempt)
            seen[verdict.solved] += 1
            assert verdict.reason.endswith("."), key
        assert seen[False], key
    tasks = tasks_of(0)
    task = tasks["lose"]
    lost = scene_of(task.case).try_score(0, 0.0).try_score(1, 0.0)
    verdict = task.review_attempt(Attempt(task.case, lost))
    assert not verdict.solved
    assert "Set the results of Ada Castle back" in verdict.reason
    other = PlayerCase(task.case.people, 8)
    lost = scene_of(other).try_rating(0, LOWEST).try_rating(1, LOWEST)
    about = f"This card is about Ada Castle, but you selected {other.name}."
    why = f"{about} Click the card to select Ada Castle."
    assert task.review_attempt(Attempt(task.case, lost)) == (False, why)
    task = tasks["pair"]
    scene, found = scene_of(task.case), solve(task)
    for one, two in (found.visited, found.visited[::-1]):
        for numbers, solved in (((1, one, two), True), ((one, 1, two), False)):
            attempt = Attempt(task.case, scene, numbers)
            assert task.review_attempt(attempt).solved is solved


def test_verdicts_agree_with_the_formula_worked_out_here():
    """The expected K and score come from the printed formulas of the 2025 edition."""
    case = tasks_of(0)["lose"].case
    start = scene_of(case)
    strengths = [row.rating for row in start.picture.rows]
    r0, k, score = start.at, start.picture.done.k, 3.0
    tasks = tasks_of(0)
    checked: Counter[str] = Counter()
    for rating in range(int(LOWEST), int(HIGHEST), 50):
        tried = [float(rating), *strengths[1:]]
        each = [1 / (1 + 10 ** ((other - r0) / 400)) for other in tried]
        change = k * (score - sum(each))
        attempt = Attempt(case, start.try_rating(0, float(rating)))
        expected = {
            "lose": round(r0 + change) < r0,
            "expected": abs(score - sum(each)) < 0.05,
            "quarters": any(abs(fill - 0.75) <= 0.005 for fill in each),
        }
        for key, solved in expected.items():
            assert tasks[key].review_attempt(attempt).solved is solved, (key, rating)
            checked[key, solved] += 1
    assert checked["lose", False]
    assert checked["expected", True]
    assert checked["quarters", True]
