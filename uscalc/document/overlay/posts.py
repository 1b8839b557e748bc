"""Compare published ratings with those computed from the page's own data."""

from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from uscalc.document.audit.priors import Priors
from uscalc.document.audit.result import Compared, RatingAudit
from uscalc.document.audit.scene import compared, scene_from
from uscalc.document.model import Document
from uscalc.document.overlay.difference import AGAINST, Difference, Overlay
from uscalc.document.overlay.take import taken
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.rating import DocumentRating, rate_document
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System
from uscalc.monitor import UNMONITORED, Monitor

PUBLISHED: Final = ("published", "new-published")
NEITHER: Final = "a fact that neither side shows"
"""The cause of a rating as long as no fact is known."""
Key = tuple[int, System]
"""A section's position, and a system that it is rated in."""
Rows = dict[Key, dict[int, Compared]]
"""Compared ratings by pairing number."""


@dataclass(frozen=True, slots=True)
class Posts:
    """Published ratings that match neither the event nor the page's own data."""

    differences: tuple[Difference, ...]
    overlay: Overlay
    count: int
    rated: DocumentRating = field(repr=False)
    audits: tuple[RatingAudit, ...] = ()
    rest: tuple[tuple[int, ...], ...] = ()

    @property
    def sought(self) -> bool:
        """True if every difference was searched for corrections."""
        done = {audit.section for audit in self.audits}
        return all(one.section in done for one in self.differences)


def post_differences(
    event: Document,
    overlay: Overlay,
    rulebook: RuleBook,
    priors: Priors,
    monitor: Monitor = UNMONITORED,
) -> Posts:
    """Compare the post-event ratings of each player and system.

    Differences caused by entries, results or pre-event ratings are reported by those.
    Where published ratings contradict the page's own data, the ratings are trusted.
    `monitor` is checked before each rating.
    """
    places = sorted(index for _, index in overlay.pairs)
    rated = rate_document(taken(event, overlay.differences), rulebook)
    there = _compared(rated, places, priors, monitor)
    found: list[Difference] = []
    if missed := _missed(there):
        known = [one for one in overlay.differences if one.kind in PUBLISHED]
        stands = _rated(taken(event, known), missed, rulebook)
        here = _compared(stands, places, priors, monitor)
        for at, numbers in missed.items():
            if at not in here or numbers - _missed(here)[at]:
                out = partial(_out, at, rulebook, priors, monitor)
                overlay = _judged(event, overlay, at, out)
        believed = [one for one in overlay.differences if not one.is_refuted]
        if len(believed) < len(overlay.differences):
            rated = rate_document(taken(event, believed), rulebook)
            there = _compared(rated, places, priors, monitor)
        found = [
            _difference(event, at, here.get(at, {}).get(number), there[at][number])
            for at, numbers in _missed(there).items()
            for number in sorted(numbers)
        ]
    return Posts(
        tuple(found),
        overlay,
        sum(len(rows) for rows in there.values()),
        rated,
        rest=_together(rated.document, found),
    )


def _judged(
    event: Document, overlay: Overlay, at: Key, out: Callable[[Document], set[int]]
) -> Overlay:
    """Blame the page for the differences without which more published ratings match.

    The player's own rating must be among them, and no match may be lost. `out` returns
    the matching ratings of a document.
    """
    every = overlay.differences
    most = out(taken(event, every))
    judged = []
    for one in every:
        rates = not one.adds and one.kind not in ("name", *PUBLISHED)
        if one.section == at[0] and rates:
            without = out(taken(event, [each for each in every if each is not one]))
            if without > most and one.player in {None, *(without - most)}:
                one = replace(one, cause="theirs", because=AGAINST)
        judged.append(one)
    return replace(overlay, differences=tuple(judged))


def _out(
    at: Key, rulebook: RuleBook, priors: Priors, monitor: Monitor, document: Document
) -> set[int]:
    """Return the numbers of the players whose published ratings match."""
    rows = _compared(_rated(document, (at,), rulebook), [at[0]], priors, monitor)
    return {number for number, row in rows.get(at, {}).items() if not row.missed}


def _rated(
    document: Document, only: Collection[Key], rulebook: RuleBook
) -> DocumentRating:
    """Return some ratings of a document, and those that they start from."""
    chained = document.chain_sections
    return rate_document(
        document, rulebook, only=lambda index, of: chained or (index, of) in only
    )


def _missed(rows: Rows) -> defaultdict[Key, set[int]]:
    """Return the numbers of the players whose published ratings don't match."""
    found = defaultdict[Key, set[int]](set)
    for at, each in rows.items():
        for number, row in each.items():
            if row.missed:
                found[at].add(number)
    return found


def _compared(
    rated: DocumentRating, places: list[int], priors: Priors, monitor: Monitor
) -> Rows:
    found: Rows = {}
    for index in places:
        section = rated.sections[index]
        for rating in section.ratings:
            monitor.check()
            players = section.section.players
            if any(player.published_in(rating.system) for player in players):
                scene = scene_from(rated.document, section, rating, priors)
                rows = sorted(compared(scene), key=lambda row: row.number)
                found[index, rating.system] = {row.number: row for row in rows}
    return found


def _difference(
    event: Document, at: Key, ours: Compared | None, row: Compared
) -> Difference:
    index, system = at
    said = "not rated" if ours is None else figure(ours.computed, row)
    there = figure(row.computed, row)
    even = "" if there == said else f"{there} with everything as on the page; "
    return Difference(
        "post",
        index,
        event.sections[index].name,
        said,
        figure(row.published, row),
        "fact",
        f"{even}{NEITHER}",
        row.number,
        row.name,
        system=system,
    )


def figure(rating: float, row: Compared) -> str:
    """Return a rating with as many decimals as the published one has."""
    decimals = row.published != int(row.published)
    return f"{rating:.2f}" if decimals else f"{shown(rating):.0f}"


def _together(there: Document, found: list[Difference]) -> tuple[tuple[int, ...], ...]:
    """Return the sections of differences, together where one starts from the other."""
    places = dict.fromkeys(one.section for one in found)
    if not places or not there.chain_sections:
        return tuple((place,) for place in places)
    return (tuple(places),)
