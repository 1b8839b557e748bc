"""Ideas about initial ratings: the birth date, or a figure set by US Chess."""

import datetime as dt
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from uscalc.analysis.hidden import nearly, values_for
from uscalc.analysis.whatif import Base
from uscalc.document.audit.ideas.facts import slack_of
from uscalc.document.audit.ideas.idea import Idea, Keys, Scene, met
from uscalc.document.model import Birth
from uscalc.engine.initial import DAYS_IN_A_YEAR, LEAST_CREDIBLE_AGE
from uscalc.engine.inputs import Entrant

STEPS_A_YEAR: Final = 6
OLDEST: Final = 27.0
"""The age formula has ended there, in years."""
DAYS_BETWEEN: Final = 366 // STEPS_A_YEAR
YOUNGEST: Final = 157
WEEKS: Final = 1260
"""Weeks of age, from the youngest that is believed to where the formula has ended."""
STEP: Final = 20
"""Initial ratings are tried in these steps if no published one gives more."""
LOWEST, HIGHEST = 100, 2600
GAMES: Final = (2, 5, 10, 20)
"""Numbers of games on which an initial rating may be based."""


def of_starts(scene: Scene, base: Base, wrong: Collection[int]) -> Iterator[Idea]:
    """Yield ideas about every unrated player who can change a mismatch."""
    for place in sorted(met(base, met(base, wrong))):
        if place >= len(scene.members):
            continue
        player = base.trace.players[place]
        entrant = player.entrant
        if entrant.rating is not None or entrant.fixed is not None or not entrant.m:
            continue
        yield from _births(
            scene, base, place, entrant, player.start.how, place in wrong
        )
        yield from _figures(scene, base, place, entrant, place in wrong)


def finer(scene: Scene, base: Base, idea: Idea) -> Iterator[Idea]:
    """Yield the values around one of a newcomer's that was tried in steps."""
    place = int(idea.family[1])
    entrant = base.trace.players[place].entrant
    if idea.family[2] == "birth_date":
        share = scene.priors["birth"] / WEEKS
        tried = dt.date.fromordinal(int(idea.order))
        for day in range(-DAYS_BETWEEN, DAYS_BETWEEN, 7):
            born = tried + dt.timedelta(days=day) if day > 0 else _before(tried, -day)
            if day and born < scene.section.end_date:
                yield _birth(place, entrant, born, share)
    elif idea.family[3] == 0:
        share = scene.priors["office"] / (HIGHEST - LOWEST)
        for rating in range(int(idea.order) - STEP + 1, int(idea.order) + STEP):
            if rating != idea.order and LOWEST <= rating <= HIGHEST:
                yield _figure(scene, place, entrant, rating, 0, share)


def _births(
    scene: Scene, base: Base, place: int, entrant: Entrant, how: str, is_wrong: bool
) -> Iterator[Idea]:
    birth = scene.members[place].player.birth
    if how not in ("age", "child", "adult") or (birth and not birth.year_only):
        return
    end = scene.section.end_date
    days = _days(birth, end)
    for born in days:
        share = scene.priors["birth"] / len(days)
        yield _birth(place, entrant, born, share)
    if is_wrong and birth is None:

        def aged(weeks: int) -> float | None:
            born = _before(end, 7 * weeks)
            return nearly(base, _born(entrant, born))

        target = scene.targets.by_place[place]
        slack = slack_of(target, base.trace.players[place].post)
        weeks = values_for(aged, target, slack, YOUNGEST, YOUNGEST + WEEKS)
        share = scene.priors["birth"] / WEEKS
        for count in weeks[:: max(1, len(weeks) // STEP)]:
            born = _before(end, 7 * count)
            yield _birth(place, entrant, born, share)


def _born(entrant: Entrant, born: dt.date) -> Entrant:
    return entrant.but(start=replace(entrant.start, birth_date=born))


def _birth(place: int, entrant: Entrant, born: dt.date, share: float) -> Idea:
    text = born.isoformat()
    return Idea(
        ("start", place, "birth_date"),
        born.toordinal(),
        text,
        {place: _born(entrant, born)},
        (Keys(place, (("birth_date", text),)),),
        share,
    )


def _days(birth: Birth | None, end: dt.date) -> list[dt.date]:
    """Return birth dates from the youngest likely one to one beyond the formula."""
    if birth is not None:
        year = birth.date.year
        return [dt.date(year, month, 1) for month in range(1, 13)]
    first = int(LEAST_CREDIBLE_AGE * STEPS_A_YEAR) + 1
    last = int(OLDEST * STEPS_A_YEAR)
    return [
        _before(end, int(step * DAYS_IN_A_YEAR / STEPS_A_YEAR))
        for step in range(first, last + 1)
    ]


def _before(day: dt.date, days: int) -> dt.date:
    """Return the day that is `days` earlier, or the first day possible."""
    return day - min(dt.timedelta(days=days), day - dt.date.min)


def _figures(
    scene: Scene, base: Base, place: int, entrant: Entrant, is_wrong: bool
) -> Iterator[Idea]:
    """Yield initial ratings that US Chess may have used."""
    all_figures = range(LOWEST, HIGHEST, STEP)
    likelihood = scene.priors["office"] / len(all_figures)
    for rating in all_figures:
        yield _figure(scene, place, entrant, rating, 0, likelihood)
    if not is_wrong:
        return
    target = scene.targets.by_place[place]
    slack = slack_of(target, base.trace.players[place].post)
    for games in (0, *GAMES):

        def started(rating: int, games: int = games) -> float | None:
            return nearly(base, _starting(entrant, rating, games))

        values = values_for(started, target, slack, LOWEST, HIGHEST)
        share = likelihood / STEP if games == 0 else likelihood / STEP / len(GAMES)
        for rating in values[:: max(1, len(values) // STEP)]:
            yield _figure(scene, place, entrant, rating, games, share)


def _starting(entrant: Entrant, rating: int, games: int) -> Entrant:
    return entrant.but(start=replace(entrant.start, office=(float(rating), games)))


def _figure(
    scene: Scene, place: int, entrant: Entrant, rating: int, games: int, share: float
) -> Idea:
    value = {"rating": rating} | ({"games": games} if games else {})
    return Idea(
        ("start", place, "initial", games),
        rating,
        value,
        {place: _starting(entrant, rating, games)},
        (Keys(place, ((scene.key("initial"), value),)),),
        share,
    )
