"""Propose corrections of a player's facts: games, record, rating, floor, birth date."""

import datetime as dt
from collections.abc import Collection, Iterator
from math import ceil, exp
from typing import Final

from msgspec.structs import replace

from uscalc.analysis.hidden import (
    PublishedTarget,
    approximate_rating,
    find_fitting_values,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.document.audit.scene import AuditScene, FactIdea, KeyEdit, find_affected
from uscalc.document.dates import subtract_days
from uscalc.document.model import BirthDate
from uscalc.engine.floors import (
    ABSOLUTE,
    ESTABLISHED_ABOVE,
    HIGHEST_PERSONAL,
    LIFE_MASTER_FLOOR,
)
from uscalc.engine.initial import DAYS_IN_A_YEAR, LEAST_CREDIBLE_AGE
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.standard import EFFECTIVE_GAMES, compute_effective_games

SLACK, SHARE = 2.0, 0.15
"""A mismatch of at most this many points, or this share of it, may vanish when all
players are rated again."""
MOST_VALUES: Final = 80
"""The maximum number of values to try for a rating."""
LOWEST, HIGHEST = 100, 3000


def propose_player_facts(
    scene: AuditScene, base: RatedBase, wrong: Collection[int]
) -> Iterator[FactIdea]:
    """Yield ideas about the players whose facts can change a mismatch."""
    for place in _list_members(scene, find_affected(base, wrong)):
        entrant = base.trace.players[place].entrant
        if entrant.rating is None or entrant.fixed is not None:
            continue
        yield from _propose_games(scene, place, entrant)
        yield from _propose_records(scene, place, entrant)
        if place in wrong or place not in scene.targets.by_place:
            yield from _propose_ratings(scene, base, place, entrant)
        if place in wrong:
            yield from _propose_floors(scene, base, place, entrant)
            if base.is_match:
                yield from _propose_match_limits(scene, place, entrant)


def _list_members(scene: AuditScene, places: Collection[int]) -> list[int]:
    """Return the places of members, in order; opponents from other events follow them."""
    return sorted(place for place in places if place < len(scene.members))


def _make_idea(
    scene: AuditScene,
    kind: str,
    place: int,
    order: float,
    key: str,
    value: int | str,
    entrant: Entrant,
    likelihood: float,
) -> FactIdea:
    keys = KeyEdit(place, ((scene.make_key(key), value),))
    return FactIdea((kind, place), order, value, {place: entrant}, (keys,), likelihood)


def _propose_games(
    scene: AuditScene, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    """Yield numbers of earlier games whose effect differs from the assumed number."""
    rating = entrant.rating or 0.0
    formula = EFFECTIVE_GAMES[scene.rules.effective_games]
    most = max(
        ceil(compute_effective_games(rating, None, formula).n_star),
        ESTABLISHED_ABOVE + 1,
    )
    stated = scene.get_facts(place).games
    for prior, low, high in (
        ("games-few", 1, MOST_GAMES_FOR_SPECIAL),
        ("games-provisional", MOST_GAMES_FOR_SPECIAL + 1, ESTABLISHED_ABOVE),
        ("games", ESTABLISHED_ABOVE + 1, most),
    ):
        each = scene.priors["games-stated" if stated is not None else prior]
        share = each / (high - low + 1 if stated is None else most)
        for count in range(low, high + 1):
            if count != stated:
                new = entrant.with_facts(games=count)
                yield _make_idea(
                    scene, "games", place, count, "games", count, new, share
                )


def _propose_records(
    scene: AuditScene, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    stated = scene.get_facts(place).record
    games = entrant.games
    if games == 0:
        return
    many = ESTABLISHED_ABOVE if games is None else games
    likelihood = scene.priors["record"] * exp(-many / scene.priors.get_spread("record"))
    if stated is not None:
        likelihood *= scene.priors["record-stated"]
    for order, record in enumerate(("all_losses", "mixed", "all_wins")):
        if record != entrant.record:
            new = entrant.with_facts(record=record)
            idea = _make_idea(
                scene, "record", place, order, "record", record, new, likelihood
            )
            # Two records have no values between them.
            yield idea._replace(family=("record", place, record))


def _propose_ratings(
    scene: AuditScene, base: RatedBase, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    """Yield pre-event ratings with which the published rating nearly matches."""
    printed = entrant.rating or 0.0
    target = scene.targets.by_place.get(place)
    if target is None:
        tried = range(int(printed) - MOST_VALUES // 2, int(printed) + MOST_VALUES // 2)
    else:
        tried = find_fitting_values(
            lambda value: approximate_rating(
                base, entrant.with_facts(rating=float(value))
            ),
            target,
            estimate_slack(target, base.trace.players[place].post),
            LOWEST,
            HIGHEST,
        )
    prior, spread = scene.priors["rating"], scene.priors.get_spread("rating")
    for value in sorted(tried, key=lambda one: abs(one - printed))[:MOST_VALUES]:
        if value != printed and LOWEST <= value <= HIGHEST:
            off = 1.0 + abs(value - printed) / spread
            new = entrant.with_facts(rating=float(value))
            yield _make_idea(
                scene,
                "rating",
                place,
                value,
                "rating",
                value,
                new,
                prior / (2.0 * spread * off * off),
            )


def estimate_slack(target: PublishedTarget, now: float | None) -> float:
    """Return the points of mismatch that may vanish once all players are rated again."""
    return SLACK + SHARE * abs(
        target.published - (target.published if now is None else now)
    )


def _propose_floors(
    scene: AuditScene, base: RatedBase, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    """Yield a floor equal to the published rating, or one below the floor that applied."""
    player, target = base.trace.players[place], scene.targets.by_place[place]
    published, rating = int(target.published), entrant.rating or 0.0
    if player.floors is None or player.post is None or published != target.published:
        return
    levels: list[int] = []
    if player.post < published <= rating:
        hundred = published % 100 == 0 and published <= LIFE_MASTER_FLOOR
        if hundred or ABSOLUTE < published <= HIGHEST_PERSONAL:
            levels.append(published)
    elif player.floors.acted and published < player.floors.held[1]:
        levels.append(max(ABSOLUTE, published // 100 * 100))
    for level in levels:
        new = entrant.with_facts(floors=replace(entrant.floors, given=level))
        yield _make_idea(
            scene, "floor", place, level, "floor", level, new, scene.priors["floor"]
        )


def _propose_match_limits(
    scene: AuditScene, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    """Yield earlier net changes for which a match limit gives the published rating."""
    rules, rating = scene.rules, entrant.rating or 0.0
    change = scene.targets.by_place[place].published - rating
    for name, limit in (
        ("net_180_days", rules.match_net_180_days),
        ("net_3_years", rules.match_net_3_years),
    ):
        if limit is None:
            continue
        net = limit - change if change >= 0 else -limit - change
        if abs(net) > limit:
            continue
        matches = replace(entrant.matches, **{name: net})
        keys = KeyEdit(place, ((scene.make_key("matches"), {name: net}),))
        yield FactIdea(
            ("match", place, name),
            net,
            net,
            {place: entrant.with_facts(matches=matches)},
            (keys,),
            scene.priors["match"],
        )


STEPS_A_YEAR: Final = 6
OLDEST: Final = 27.0
"""An age in years at which the age formula no longer applies."""
DAYS_BETWEEN: Final = 366 // STEPS_A_YEAR
YOUNGEST: Final = 157
WEEKS: Final = 1260
"""The ages in weeks that are tried: from the youngest credible one to the end of the
age formula."""
STEP: Final = 20
"""The distance in points between two initial ratings to try.
"""
LOWEST_START, HIGHEST_START = 100, 2600
GAMES: Final = (2, 5, 10, 20)
"""The numbers of games that are tried for an initial rating."""


def propose_starts(
    scene: AuditScene, base: RatedBase, wrong: Collection[int]
) -> Iterator[FactIdea]:
    """Yield ideas about every unrated player who can change a mismatch."""
    near = find_affected(base, wrong)
    for place in _list_members(scene, find_affected(base, near)):
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
    """Yield the values between those tried in steps, for an unrated player."""
    place = int(idea.family[1])
    entrant = base.trace.players[place].entrant
    if idea.family[2] == "birth_date":
        share = scene.priors["birth"] / WEEKS
        tried = dt.date.fromordinal(int(idea.order))
        for day in range(-DAYS_BETWEEN, DAYS_BETWEEN, 7):
            born = (
                tried + dt.timedelta(days=day)
                if day > 0
                else subtract_days(tried, -day)
            )
            if day and born < scene.section.end_date:
                yield _make_birth_idea(place, entrant, born, share)
    elif idea.family[3] == 0:
        share = scene.priors["office"] / (HIGHEST_START - LOWEST_START)
        for rating in range(int(idea.order) - STEP + 1, int(idea.order) + STEP):
            if rating != idea.order and LOWEST_START <= rating <= HIGHEST_START:
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
    yield from (
        _make_birth_idea(place, entrant, born, scene.priors["birth"] / len(days))
        for born in days
    )
    if is_wrong and birth is None:

        def aged(weeks: int) -> float | None:
            return approximate_rating(
                base, _with_birth(entrant, subtract_days(end, 7 * weeks))
            )

        target = scene.targets.by_place[place]
        slack = estimate_slack(target, base.trace.players[place].post)
        weeks = find_fitting_values(aged, target, slack, YOUNGEST, YOUNGEST + WEEKS)
        share = scene.priors["birth"] / WEEKS
        for count in weeks[:: max(1, len(weeks) // STEP)]:
            yield _make_birth_idea(place, entrant, subtract_days(end, 7 * count), share)


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
    return [
        subtract_days(end, int(step * DAYS_IN_A_YEAR / STEPS_A_YEAR))
        for step in range(first, int(OLDEST * STEPS_A_YEAR) + 1)
    ]


def _propose_initial_ratings(
    scene: AuditScene, base: RatedBase, place: int, entrant: Entrant, is_wrong: bool
) -> Iterator[FactIdea]:
    """Yield initial ratings that US Chess may have used."""
    all_figures = range(LOWEST_START, HIGHEST_START, STEP)
    likelihood = scene.priors["office"] / len(all_figures)
    yield from (
        _make_rating_idea(scene, place, entrant, rating, 0, likelihood)
        for rating in all_figures
    )
    if not is_wrong:
        return
    target = scene.targets.by_place[place]
    slack = estimate_slack(target, base.trace.players[place].post)
    for games in (0, *GAMES):

        def started(rating: int, games: int = games) -> float | None:
            return approximate_rating(
                base, _with_initial_rating(entrant, rating, games)
            )

        values = find_fitting_values(
            started, target, slack, LOWEST_START, HIGHEST_START
        )
        share = likelihood / STEP if games == 0 else likelihood / STEP / len(GAMES)
        yield from (
            _make_rating_idea(scene, place, entrant, rating, games, share)
            for rating in values[:: max(1, len(values) // STEP)]
        )


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
