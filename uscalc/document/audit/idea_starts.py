"""Ideas about initial ratings: the birth date, or a figure set by US Chess."""

import datetime as dt
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final

from uscalc.analysis.hidden import approximate_rating, find_fitting_values
from uscalc.analysis.whatif import RatedBase
from uscalc.document.audit.idea import AuditScene, FactIdea, KeyEdit, find_affected
from uscalc.document.audit.idea_facts import estimate_slack
from uscalc.document.model import BirthDate
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


def propose_starts(
    scene: AuditScene, base: RatedBase, wrong: Collection[int]
) -> Iterator[FactIdea]:
    """Yield ideas about every unrated player who can change a mismatch."""
    for place in sorted(find_affected(base, find_affected(base, wrong))):
        if place >= len(scene.members):
            continue
        player = base.trace.players[place]
        entrant = player.entrant
        if entrant.rating is not None or entrant.fixed is not None or not entrant.m:
            continue
        yield from _propose_births(
            scene, base, place, entrant, player.start.how, place in wrong
        )
        yield from _propose_initial_ratings(scene, base, place, entrant, place in wrong)


def refine_idea(
    scene: AuditScene, base: RatedBase, idea: FactIdea
) -> Iterator[FactIdea]:
    """Yield the values around one of a newcomer's that was tried in steps."""
    place = int(idea.family[1])
    entrant = base.trace.players[place].entrant
    if idea.family[2] == "birth_date":
        share = scene.priors["birth"] / WEEKS
        tried = dt.date.fromordinal(int(idea.order))
        for day in range(-DAYS_BETWEEN, DAYS_BETWEEN, 7):
            born = (
                tried + dt.timedelta(days=day)
                if day > 0
                else _subtract_days(tried, -day)
            )
            if day and born < scene.section.end_date:
                yield _make_birth_idea(place, entrant, born, share)
    elif idea.family[3] == 0:
        share = scene.priors["office"] / (HIGHEST - LOWEST)
        for rating in range(int(idea.order) - STEP + 1, int(idea.order) + STEP):
            if rating != idea.order and LOWEST <= rating <= HIGHEST:
                yield _make_rating_idea(scene, place, entrant, rating, 0, share)


def _propose_births(
    scene: AuditScene,
    base: RatedBase,
    place: int,
    entrant: Entrant,
    how: str,
    is_wrong: bool,
) -> Iterator[FactIdea]:
    birth = scene.members[place].player.birth
    if how not in ("age", "child", "adult") or (birth and not birth.year_only):
        return
    end = scene.section.end_date
    days = _list_birth_dates(birth, end)
    for born in days:
        share = scene.priors["birth"] / len(days)
        yield _make_birth_idea(place, entrant, born, share)
    if is_wrong and birth is None:

        def aged(weeks: int) -> float | None:
            born = _subtract_days(end, 7 * weeks)
            return approximate_rating(base, _with_birth(entrant, born))

        target = scene.targets.by_place[place]
        slack = estimate_slack(target, base.trace.players[place].post)
        weeks = find_fitting_values(aged, target, slack, YOUNGEST, YOUNGEST + WEEKS)
        share = scene.priors["birth"] / WEEKS
        for count in weeks[:: max(1, len(weeks) // STEP)]:
            born = _subtract_days(end, 7 * count)
            yield _make_birth_idea(place, entrant, born, share)


def _with_birth(entrant: Entrant, born: dt.date) -> Entrant:
    return entrant.with_facts(start=replace(entrant.start, birth_date=born))


def _make_birth_idea(
    place: int, entrant: Entrant, born: dt.date, share: float
) -> FactIdea:
    text = born.isoformat()
    return FactIdea(
        ("start", place, "birth_date"),
        born.toordinal(),
        text,
        {place: _with_birth(entrant, born)},
        (KeyEdit(place, (("birth_date", text),)),),
        share,
    )


def _list_birth_dates(birth: BirthDate | None, end: dt.date) -> list[dt.date]:
    """Return birth dates from the youngest likely one to one beyond the formula."""
    if birth is not None:
        year = birth.date.year
        return [dt.date(year, month, 1) for month in range(1, 13)]
    first = int(LEAST_CREDIBLE_AGE * STEPS_A_YEAR) + 1
    last = int(OLDEST * STEPS_A_YEAR)
    return [
        _subtract_days(end, int(step * DAYS_IN_A_YEAR / STEPS_A_YEAR))
        for step in range(first, last + 1)
    ]


def _subtract_days(day: dt.date, days: int) -> dt.date:
    """Return the day that is `days` earlier, or the first day possible."""
    return day - min(dt.timedelta(days=days), day - dt.date.min)


def _propose_initial_ratings(
    scene: AuditScene, base: RatedBase, place: int, entrant: Entrant, is_wrong: bool
) -> Iterator[FactIdea]:
    """Yield initial ratings that US Chess may have used."""
    all_figures = range(LOWEST, HIGHEST, STEP)
    likelihood = scene.priors["office"] / len(all_figures)
    for rating in all_figures:
        yield _make_rating_idea(scene, place, entrant, rating, 0, likelihood)
    if not is_wrong:
        return
    target = scene.targets.by_place[place]
    slack = estimate_slack(target, base.trace.players[place].post)
    for games in (0, *GAMES):

        def started(rating: int, games: int = games) -> float | None:
            return approximate_rating(
                base, _with_initial_rating(entrant, rating, games)
            )

        values = find_fitting_values(started, target, slack, LOWEST, HIGHEST)
        share = likelihood / STEP if games == 0 else likelihood / STEP / len(GAMES)
        for rating in values[:: max(1, len(values) // STEP)]:
            yield _make_rating_idea(scene, place, entrant, rating, games, share)


def _with_initial_rating(entrant: Entrant, rating: int, games: int) -> Entrant:
    return entrant.with_facts(
        start=replace(entrant.start, office=(float(rating), games))
    )


def _make_rating_idea(
    scene: AuditScene,
    place: int,
    entrant: Entrant,
    rating: int,
    games: int,
    share: float,
) -> FactIdea:
    value = {"rating": rating} | ({"games": games} if games else {})
    return FactIdea(
        ("start", place, "initial", games),
        rating,
        value,
        {place: _with_initial_rating(entrant, rating, games)},
        (KeyEdit(place, ((scene.make_key("initial"), value),)),),
        share,
    )
