"""Ideas about what a player brings: games, record, rating, floor, limits of a match."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from math import ceil, exp
from typing import Final

from uscalc.analysis.hidden import (
    PublishedTarget,
    approximate_rating,
    find_fitting_values,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.document.audit.idea import AuditScene, FactIdea, KeyEdit, find_affected
from uscalc.engine.floors import (
    ABSOLUTE,
    ESTABLISHED_ABOVE,
    HIGHEST_PERSONAL,
    LIFE_MASTER_FLOOR,
)
from uscalc.engine.inputs import Entrant
from uscalc.engine.section import MOST_GAMES_FOR_SPECIAL
from uscalc.engine.standard import EFFECTIVE_GAMES, compute_effective_games

SLACK, SHARE = 2.0, 0.15
"""Slack in points, and as a share of the mismatch: a rating that is off by no more may
match once all players are rated again."""
MOST_VALUES: Final = 80
"""So many values of a rating are tried at most."""
LOWEST, HIGHEST = 100, 3000


def propose_player_facts(
    scene: AuditScene, base: RatedBase, wrong: Collection[int]
) -> Iterator[FactIdea]:
    """Yield every idea about the players who can move what is wrong."""
    near = find_affected(base, wrong)
    for place in sorted(near):
        if place >= len(scene.members):
            continue
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
    """Yield numbers of earlier games that count differently from the one assumed."""
    rating = entrant.rating or 0.0
    formula = EFFECTIVE_GAMES[scene.rules.effective_games]
    most = max(
        ceil(compute_effective_games(rating, None, formula).n_star),
        ESTABLISHED_ABOVE + 1,
    )
    stated = scene.get_facts(place).games
    bands = (
        ("games-few", 1, MOST_GAMES_FOR_SPECIAL),
        ("games-provisional", MOST_GAMES_FOR_SPECIAL + 1, ESTABLISHED_ABOVE),
        ("games", ESTABLISHED_ABOVE + 1, most),
    )
    for prior, low, high in bands:
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
            # Two records are no range.
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
    """Return the mismatch in points that may vanish once all players are rated again."""
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
        floors = replace(entrant.floors, given=level)
        new = entrant.with_facts(floors=floors)
        prior = scene.priors["floor"]
        yield _make_idea(scene, "floor", place, level, "floor", level, new, prior)


def _propose_match_limits(
    scene: AuditScene, place: int, entrant: Entrant
) -> Iterator[FactIdea]:
    """Yield earlier net changes with which the limits of a match cut to what was published."""
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
