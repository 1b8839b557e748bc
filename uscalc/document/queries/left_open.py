"""The range that rounded ratings and unknown facts leave for one player's new rating."""

from itertools import takewhile

from uscalc.analysis.intervals import (
    RatingInterval,
    compute_slack,
    make_displayed_interval,
)
from uscalc.analysis.question import RatingQuestion, reduce_to_neighborhood
from uscalc.document.queries.unknowns import unknowns_of
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import SectionRating
from uscalc.monitor import UNMONITORED, Monitor


def left_open(
    section: SectionRating,
    rating: SystemRating,
    number: int,
    monitor: Monitor = UNMONITORED,
) -> RatingInterval | None:
    """Return the displayed ratings that a player's may be; None without a rating.

    Only players that the rating depends on count. Once `monitor` says no, no more unknown
    facts are looked at; the interval is then too narrow.
    """
    place = rating.places.get(number)
    post = None if place is None else rating.find_post(number)
    if place is None or post is None:
        return None
    unknowns = tuple(
        takewhile(lambda _: not monitor.is_cancelled(), unknowns_of(section, rating))
    )
    trace = rating.trace
    near = reduce_to_neighborhood(
        RatingQuestion(trace.section, trace.rules, (), place, {}, unknowns)
    )
    open_ = compute_slack(
        near.section,
        near.rules,
        near.place,
        takewhile(lambda _: not monitor.is_cancelled(), near.unknowns),
    )
    return make_displayed_interval(post - open_.down, post + open_.up)
