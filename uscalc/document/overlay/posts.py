"""Compare published ratings with those computed from the page's own data."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from uscalc.document.audit.priors import PriorTable
from uscalc.document.audit.result import ComparedRating, RatingAudit
from uscalc.document.audit.scene import compare_published, make_scene
from uscalc.document.model import Document
from uscalc.document.overlay.difference import AGAINST, PageComparison, PageDifference
from uscalc.document.overlay.take import apply_differences
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import DocumentRating, rate_document
from uscalc.engine.rounding import round_for_display
from uscalc.engine.systems import System
from uscalc.monitor import UNMONITORED, Monitor

PUBLISHED: Final = ("published", "new-published")
NEITHER: Final = "a fact that neither side shows"
"""The cause of a rating as long as no fact is known."""
SectionSystem = tuple[int, System]
"""A section's position, and a system that it is rated in."""
ComparedRatings = dict[SectionSystem, dict[int, ComparedRating]]
"""Compared ratings by pairing number."""


@dataclass(frozen=True, slots=True)
class RatingComparison:
    """Published ratings that match neither the event nor the page's own data."""

    differences: tuple[PageDifference, ...]
    overlay: PageComparison
    count: int
    rated: DocumentRating = field(repr=False)
    audits: tuple[RatingAudit, ...] = ()
    rest: tuple[tuple[int, ...], ...] = ()

    @property
    def sought(self) -> bool:
        """True if every difference was searched for corrections."""
        done = {audit.section for audit in self.audits}
        return all(one.section in done for one in self.differences)


def compare_ratings(
    event: Document,
    overlay: PageComparison,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor = UNMONITORED,
) -> RatingComparison:
    """Compare the post-event ratings of each player and system.

    Differences caused by entries, results or pre-event ratings are reported by those.
    Where published ratings contradict the page's own data, the ratings are trusted.
    `monitor` is checked before each rating.
    """
    places = sorted(index for _, index in overlay.pairs)
    rated = rate_document(apply_differences(event, overlay.differences), rulebook)
    there = _compare_published(rated, places, priors, monitor)
    found: list[PageDifference] = []
    if missed := _find_missed(there):
        known = [one for one in overlay.differences if one.kind in PUBLISHED]
        stands = _rate_some(apply_differences(event, known), missed, rulebook)
        here = _compare_published(stands, places, priors, monitor)
        for at, numbers in missed.items():
            if at not in here or numbers - _find_missed(here)[at]:
                out = partial(_find_matching, at, rulebook, priors, monitor)
                overlay = _judge_differences(event, overlay, at, out)
        believed = [one for one in overlay.differences if not one.is_refuted]
        if len(believed) < len(overlay.differences):
            rated = rate_document(apply_differences(event, believed), rulebook)
            there = _compare_published(rated, places, priors, monitor)
        found = [
            _make_difference(event, at, here.get(at, {}).get(number), there[at][number])
            for at, numbers in _find_missed(there).items()
            for number in sorted(numbers)
        ]
    return RatingComparison(
        tuple(found),
        overlay,
        sum(len(rows) for rows in there.values()),
        rated,
        rest=_group_sections(rated.document, found),
    )


def _judge_differences(
    event: Document,
    overlay: PageComparison,
    at: SectionSystem,
    out: Callable[[Document], set[int]],
) -> PageComparison:
    """Blame the page for the differences without which more published ratings match.

    The player's own rating must be among them, and no match may be lost. `out` returns
    the matching ratings of a document.
    """
    every = overlay.differences
    most = out(apply_differences(event, every))
    judged = []
    for one in every:
        rates = not one.adds and one.kind not in ("name", *PUBLISHED)
        if one.section == at[0] and rates:
            without = out(
                apply_differences(event, [each for each in every if each is not one])
            )
            if without > most and one.player in {None, *(without - most)}:
                one = replace(one, cause="theirs", because=AGAINST)
        judged.append(one)
    return replace(overlay, differences=tuple(judged))


def _find_matching(
    at: SectionSystem,
    rulebook: RuleBook,
    priors: PriorTable,
    monitor: Monitor,
    document: Document,
) -> set[int]:
    """Return the numbers of the players whose published ratings match."""
    rows = _compare_published(
        _rate_some(document, (at,), rulebook), [at[0]], priors, monitor
    )
    return {number for number, row in rows.get(at, {}).items() if not row.missed}


def _rate_some(
    document: Document, only: Collection[SectionSystem], rulebook: RuleBook
) -> DocumentRating:
    """Return some ratings of a document, and those that they start from."""
    chained = document.chain_sections
    return rate_document(
        document, rulebook, only=lambda index, of: chained or (index, of) in only
    )


def _find_missed(rows: ComparedRatings) -> defaultdict[SectionSystem, set[int]]:
    """Return the numbers of the players whose published ratings don't match."""
    found = defaultdict[SectionSystem, set[int]](set)
    for at, each in rows.items():
        for number, row in each.items():
            if row.missed:
                found[at].add(number)
    return found


def _compare_published(
    rated: DocumentRating, places: list[int], priors: PriorTable, monitor: Monitor
) -> ComparedRatings:
    found: ComparedRatings = {}
    for index in places:
        section = rated.sections[index]
        for rating in section.ratings:
            monitor.check()
            players = section.section.players
            if any(player.published_in(rating.system) for player in players):
                scene = make_scene(rated.document, section, rating, priors)
                rows = sorted(compare_published(scene), key=lambda row: row.number)
                found[index, rating.system] = {row.number: row for row in rows}
    return found


def _make_difference(
    event: Document, at: SectionSystem, ours: ComparedRating | None, row: ComparedRating
) -> PageDifference:
    index, system = at
    said = "not rated" if ours is None else format_rating_like(ours.computed, row)
    there = format_rating_like(row.computed, row)
    even = "" if there == said else f"{there} with everything as on the page; "
    return PageDifference(
        "post",
        index,
        event.sections[index].name,
        said,
        format_rating_like(row.published, row),
        "fact",
        f"{even}{NEITHER}",
        row.number,
        row.name,
        system=system,
    )


def format_rating_like(rating: float, row: ComparedRating) -> str:
    """Return a rating with as many decimals as the published one has."""
    decimals = row.published != int(row.published)
    return f"{rating:.2f}" if decimals else f"{round_for_display(rating):.0f}"


def _group_sections(
    there: Document, found: list[PageDifference]
) -> tuple[tuple[int, ...], ...]:
    """Return the sections of differences, together where one starts from the other."""
    places = dict.fromkeys(one.section for one in found)
    if not places or not there.chain_sections:
        return tuple((place,) for place in places)
    return (tuple(places),)
