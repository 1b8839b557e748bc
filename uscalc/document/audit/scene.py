"""Rate a section of a document, and compare it with its published ratings."""

from uscalc.analysis.hidden import EXACT_DECIMALS, PublishedTarget, PublishedTargets
from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.document.audit.idea import AuditScene
from uscalc.document.audit.result import ComparedRating, PriorTable
from uscalc.document.model import Document
from uscalc.document.queries.unknowns import rounding_of
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.members import Member, find_members
from uscalc.document.rate.rated import SectionRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display


def rate_scene(
    document: Document,
    index: int,
    system: System,
    rulebook: RuleBook,
    priors: PriorTable,
) -> AuditScene | None:
    """Return the section of a document, rated; None where it is not."""
    # A chained section starts from all the earlier ones, in every system.
    whole = document.chain_sections
    rated = rate_document(
        document,
        rulebook,
        only=lambda i, of: whole or (i == index and of == system),
    )
    section = rated.sections[index]
    rating = section.in_system(system)
    if rating is None:
        return None
    return make_scene(document, section, rating, priors)


def make_scene(
    document: Document, section: SectionRating, rating: SystemRating, priors: PriorTable
) -> AuditScene:
    """Return the scene of a rating that is there already."""
    members = find_members(section.section)
    return AuditScene(
        document,
        section,
        rating,
        members,
        _make_targets(members, section, rating),
        priors,
    )


def _make_targets(
    members: tuple[Member, ...], section: SectionRating, rating: SystemRating
) -> PublishedTargets:
    """Return what was published, and how far rounding of the printed ratings may reach."""
    players = rating.trace.players
    below = [0.0] * len(players)
    above = [0.0] * len(players)
    base = RatedBase(rating.trace)
    for unknown in rounding_of(members, rating):
        for change in unknown.alternatives:
            for place, player in rerate_changed(base, change).items():
                before = players[place].post
                if player.post is not None and before is not None:
                    moved = player.post - before
                    below[place] = max(below[place], -moved)
                    above[place] = max(above[place], moved)
    found = []
    for place, member in enumerate(members):
        rows = [section.section.players[row] for row in member.rows]
        said = [row.published_in(rating.system) for row in rows]
        ratings = [one.rating for one in said if one is not None]
        if ratings and players[place].post is not None:
            found.append(PublishedTarget(place, ratings[0], below[place], above[place]))
    return PublishedTargets(tuple(found))


def compare_published(scene: AuditScene) -> tuple[ComparedRating, ...]:
    """Compare every published rating with the computed one, in the table's order."""
    rows = []
    for player in scene.section.section.players:
        published = player.published_in(scene.rating.system)
        place = scene.rating.places.get(player.number)
        if published is None or place is None:
            continue
        post = scene.rating.trace.players[place].post
        if post is None:
            continue
        off = measure_difference(post, published.rating)
        target = scene.targets.by_place[place]._replace(published=published.rating)
        rounding = off != 0.0 and target.compute_error(post) == 0.0
        rows.append(
            ComparedRating(
                player.number, player.name, post, published.rating, off, rounding
            )
        )
    return tuple(rows)


def measure_difference(post: float, published: float) -> float:
    """Return published minus computed, in points as published; 0 for a match."""
    if published != int(published):
        difference = published - post
        return 0.0 if abs(difference) <= EXACT_DECIMALS else difference
    return published - int(round_for_display(post))
