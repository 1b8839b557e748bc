"""The range around an answer that rounded ratings, unknown facts and unseen games leave.

Each unknown fact is set to its extreme values and the section is rated again; the effects
of the unknowns are added, as if all of them had the same sign. For games of opponents that
a player's own estimate does not show, a rating is computed from the opponents' Step 4
ratings; each opponent is assumed to have played as many games as the player, against
opponents of equal strength.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from uscalc.analysis.assumptions import SectionChange, UnknownFact
from uscalc.analysis.whatif import RatedBase, rerate_player
from uscalc.engine.guide import compute_worksheet
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rounding import round_for_display
from uscalc.engine.rules import Rules
from uscalc.engine.section import rate_section
from uscalc.engine.special import MINIMUM
from uscalc.engine.standard import (
    EFFECTIVE_GAMES,
    NUMERATOR,
    compute_bonus_threshold,
    compute_effective_games,
    compute_winning_expectancy,
)


class RatingInterval(NamedTuple):
    """All displayed ratings from `low` to `high`."""

    low: int
    high: int

    @property
    def open(self) -> bool:
        """True if it has more than one rating."""
        return self.low != self.high

    def join(self, other: "RatingInterval") -> "RatingInterval":
        """Return the smallest interval that contains both."""
        return RatingInterval(min(self.low, other.low), max(self.high, other.high))


class RatingSlack(NamedTuple):
    """The points by which unknown facts may lower or raise a rating."""

    down: float
    up: float


NO_SLACK = RatingSlack(0.0, 0.0)


def make_displayed_interval(low: float, high: float) -> RatingInterval:
    """Return the displayed ratings between two unrounded ones."""
    return RatingInterval(int(round_for_display(low)), int(round_for_display(high)))


def compute_slack(
    section: SectionInput, rules: Rules, place: int, unknowns: Iterable[UnknownFact]
) -> RatingSlack:
    """Return the effect of unknown facts on a player's new rating, in a decided section."""
    unknowns = tuple(unknowns)
    if not unknowns:
        return NO_SLACK
    return compute_slack_of_base(
        RatedBase(rate_section(section, rules)), place, unknowns
    )


def compute_slack_of_base(
    base: RatedBase, place: int, unknowns: Iterable[UnknownFact]
) -> RatingSlack:
    """Return the same for a section that has been rated."""
    now = _rate_changed_player(base, place, {})
    if now is None:
        return NO_SLACK
    down = up = 0.0
    for unknown in unknowns:
        others = [
            *(
                _rate_changed_player(base, place, _add_played_games(base, alternative))
                for alternative in unknown.alternatives
            ),
            *(_rate_changed_section(base, place, other) for other in unknown.remade),
        ]
        moved = [0.0, *(other - now for other in others if other is not None)]
        down -= min(moved)
        up += max(moved)
    return RatingSlack(down, up)


def _add_played_games(
    base: RatedBase, alternative: Mapping[int, Entrant]
) -> dict[int, Entrant]:
    """Return the alternative with the games of this section."""
    players = base.trace.players
    return {
        place: replace(entrant, own=players[place].entrant.own)
        for place, entrant in alternative.items()
    }


def _rate_changed_section(
    base: RatedBase, place: int, remade: SectionChange
) -> float | None:
    """Return the rating in a section that needs a full rating."""
    played = remade._replace(entrants=_add_played_games(base, remade.entrants))
    section, rules = played.apply_to(base.trace.section, base.trace.rules)
    if rules.guide is not None:
        return compute_worksheet(section.entrants[place], section, rules.guide).result
    return rate_section(section, rules).players[place].post


def _rate_changed_player(
    base: RatedBase, place: int, changed: dict[int, Entrant]
) -> float | None:
    section, rules = base.trace.section, base.trace.rules
    if rules.guide is not None:
        entrants = list(section.entrants)
        for at, entrant in changed.items():
            entrants[at] = entrant
        then = replace(section, entrants=tuple(entrants))
        return compute_worksheet(entrants[place], then, rules.guide).result
    if not changed:
        return base.trace.players[place].post
    return rerate_player(base, changed, place).post


class OpponentDrift(NamedTuple):
    """An opponent's Step 4 rating: the lowest, the highest, and the usual deviation.

    `usual` is the root mean square of its distance from the pre-event rating, in
    points.
    """

    low: float
    high: float
    usual: float


def estimate_drift(
    rating: float,
    player: float,
    score: float | None,
    games: int,
    draw_rate: float,
    rules: Rules,
    n: int | None = None,
) -> OpponentDrift:
    """Return how far an opponent rated `rating` may have moved in an event of `games` games.

    `player` is the rating of the estimate's player and `score` the opponent's score
    against that player, None if they did not play. `n` is the number of games of the
    opponent's rating, None for an established one. The ends assume that the opponent
    lost or won all other games; the pre-event rating is always between them.
    """
    n_star = EFFECTIVE_GAMES[rules.effective_games]
    m = max(1, games)
    k = NUMERATOR / (compute_effective_games(rating, n, n_star).n_eff + m)
    known = (
        score - compute_winning_expectancy(rating, player) if score is not None else 0.0
    )
    others = m - (score is not None)
    threshold = compute_bonus_threshold(m, rules.bonus_multiplier) if m >= 3 else None

    def after(surplus: float) -> float:
        gain = k * surplus
        if threshold is not None and gain > threshold:
            gain += gain - threshold
        return max(MINIMUM, rating + gain)

    spread = sqrt(others * (1.0 - draw_rate) / 4.0)
    usual = sqrt((k * known) ** 2 + (k * spread) ** 2)
    low, high = after(known - others / 2.0), after(known + others / 2.0)
    # An opponent with other games may have the same rating as before.
    return OpponentDrift(min(low, rating), max(high, rating), usual)


def combine_deviations(effects: Sequence[float]) -> float:
    """Return the standard deviation of the sum of independent effects."""
    return sqrt(sum(effect * effect for effect in effects))
