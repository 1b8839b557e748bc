"""Search for attempts that solve a challenge card, guided only by the program's verdicts."""

from collections.abc import Iterator
from itertools import chain, permutations, product

from msgspec.structs import replace

from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace
from uscalc.explain.numbers import PlayerDirectory
from uscalc.explain.picture import SpecialPicture, TriedValues
from uscalc.explain.scene.scene import Scene, SceneSubject
from uscalc.worksheet.challenge import Attempt, PlayerCase, Task

RATINGS = (100.0, 500.0, 1000.0, 1500.0, 2000.0, 2500.0, 3000.0)


def scene_of(case: PlayerCase) -> Scene:
    return case.subject.make_scene(5)


def try_markers(scene: Scene) -> Iterator[Scene]:
    if isinstance(scene.picture, SpecialPicture):
        low, high = scene.bounds
        yield from (scene.put_marker(float(r)) for r in range(int(low), int(high)))


def try_results(scene: Scene) -> Iterator[Scene]:
    for game, score in product(range(len(scene.subject.games)), (0.0, 0.5, 1.0)):
        yield scene.try_score(game, score)


def try_ratings(scene: Scene) -> Iterator[Scene]:
    """Yield attempts with all opponents at one rating, other results and another own rating."""
    games = range(len(scene.subject.games))
    results = [(), *(tuple((game, s) for game in games) for s in (0.0, 0.5, 1.0))]
    for rating, scores, r0 in product(RATINGS, results, (None, 101.0, 1500.0, 3000.0)):
        ratings = tuple((game, rating) for game in games)
        yield scene.try_causes(TriedValues(r0, ratings, scores))


def try_two_groups(scene: Scene) -> Iterator[Scene]:
    games = range(len(scene.subject.games))
    for low, wins in product(range(len(games) + 1), repeat=2):
        ratings = tuple((g, 100.0 if g < low else 2900.0) for g in games)
        scores = tuple((g, float(g < wins)) for g in games)
        yield scene.try_causes(TriedValues(None, ratings, scores))


def try_one_opponent(scene: Scene) -> Iterator[Scene]:
    for game, rating in product(range(len(scene.subject.games)), range(100, 3001, 7)):
        yield scene.try_rating(game, float(rating))


def try_own_rating(scene: Scene) -> Iterator[Scene]:
    games = range(len(scene.subject.games))
    lost = tuple((game, 0.0) for game in games)
    weak = tuple((game, 100.0) for game in games)
    others = (((), ()), ((), lost), (weak, lost))
    for (ratings, scores), rating in product(others, range(100, 3001)):
        yield scene.try_causes(TriedValues(float(rating), ratings, scores))


def try_shifts(scene: Scene) -> Iterator[Scene]:
    """Yield attempts with all opponents moved by the same points, as they were or all beaten."""
    own = [scene.find_row(game).rating for game in range(len(scene.subject.games))]
    won = tuple((game, 1.0) for game in range(len(own)))
    for scores, off in product(((), won), range(-2000, 2001)):
        moved = tuple((g, min(max(r + off, 100), 3000)) for g, r in enumerate(own))
        yield scene.try_causes(TriedValues(None, moved, scores))


WAYS = (
    *(try_results, try_ratings, try_two_groups, try_one_opponent),
    *(try_markers, try_shifts, try_own_rating),
)


def with_wins_of_opponents(case: PlayerCase) -> SectionTrace:
    trace = case.people.section
    met = set(case.subject.player.entrant.opponents)
    entrants = []
    for place, player in enumerate(trace.players):
        own = []
        for game in player.entrant.own:
            score = game.score
            if case.place not in (place, game.opponent):
                if place in met and game.opponent not in met:
                    score = 1.0
                elif game.opponent in met and place not in met:
                    score = 0.0
            own.append(game._replace(score=score))
        entrants.append(replace(player.entrant, own=tuple(own)))
    return rate_section(replace(trace.section, entrants=tuple(entrants)), trace.rules)


def attempts_at(task: Task) -> Iterator[Attempt]:
    case = task.case
    scene = scene_of(case)
    if task.card.anyone:
        numbers = [player.entrant.number for player in case.people.section.players]
        for pair in permutations(numbers, 2):
            yield Attempt(case, scene, pair)
        return
    tried = chain.from_iterable(way(scene) for way in WAYS)
    yield from (Attempt(case, one) for one in tried)
    other = with_wins_of_opponents(case)
    subject = SceneSubject(
        other, case.place, PlayerDirectory(other, case.people.name_of)
    )
    yield Attempt(case, subject.make_scene(5))


def solve(task: Task) -> Attempt | None:
    return next((a for a in attempts_at(task) if task.review_attempt(a).solved), None)
