"""A rated section compared with its published ratings; ideas for corrections."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.hidden import PublishedTarget, PublishedTargets
from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.document.audit.result import (
    ComparedRating,
    PriorTable,
    Value,
    measure_difference,
)
from uscalc.document.cells import Outcome
from uscalc.document.model import Document, RatingFacts
from uscalc.document.queries.unknowns import list_rounding_unknowns
from uscalc.document.rate.engine_input import SCORES, RuleBook
from uscalc.document.rate.incremental import rate_whole_section
from uscalc.document.rate.members import Member, find_members
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import Entrant, RatedGame, System
from uscalc.engine.rules import Rules


class KeyEdit(NamedTuple):
    """Keys of a member, and their values."""

    place: int
    values: tuple[tuple[str, Value], ...]


class CellEdit(NamedTuple):
    """A game of a member changed, added or removed.

    `before` and `after` are the opponents' places; None for no game.
    """

    place: int
    round: int
    before: int | None
    after: int | None
    outcome: Outcome


Edit = KeyEdit | CellEdit


class FactIdea(NamedTuple):
    """A possible correction of a section.

    `family` is the kind of correction and the places it belongs to. Ideas of one family
    differ in `value` and are sorted by `order`. `change` has the changed entrants,
    `edits` the changes of the file; `likelihood` is how often such a correction is
    true.
    """

    family: tuple[str | int, ...]
    order: float
    value: Value
    change: Mapping[int, Entrant]
    edits: tuple[Edit, ...]
    likelihood: float

    @property
    def kind(self) -> str:
        """The kind of correction."""
        return str(self.family[0])

    @property
    def of_games(self) -> bool:
        """True if it changes opponents or results."""
        return isinstance(self.edits[0], CellEdit)


class AuditScene(Struct, frozen=True, dict=True):
    """A section as its file has it: its rating, and its published ratings."""

    document: Document
    section: SectionRating
    rating: SystemRating
    members: tuple[Member, ...]
    targets: PublishedTargets
    priors: PriorTable

    @cached_property
    def base(self) -> RatedBase:
        """The rated section to which ideas are applied."""
        return RatedBase(self.rating.trace)

    @property
    def rules(self) -> Rules:
        """The rules of its rating."""
        return self.rating.trace.rules

    def get_facts(self, place: int) -> RatingFacts:
        """Return a member's pre-event facts from the file."""
        return self.members[place].player.facts(self.rating.system)

    def make_key(self, name: str) -> str:
        """Return the path of a member's fact in the system."""
        return f"ratings.{self.rating.system}.{name}"


def find_affected(base: RatedBase, places: Collection[int]) -> set[int]:
    """Return the places and the places of their opponents."""
    return set(places).union(
        *(base.opponents_of[place] for place in places),
        *(base.trace.players[place].entrant.opponents for place in places),
    )


def apply_edits(base: RatedBase, edits: Iterable[Edit]) -> dict[int, Entrant]:
    """Return the entrants that edits change."""
    found: dict[int, Entrant] = {}
    for edit in edits:
        entrant = found.get(edit.place) or base.trace.players[edit.place].entrant
        found[edit.place] = (
            change_game(entrant, edit)
            if isinstance(edit, CellEdit)
            else change_keys(entrant, edit)
        )
    return found


def change_game(entrant: Entrant, edit: CellEdit) -> Entrant:
    """Return an entrant with a game changed, added or removed."""
    own = list(entrant.own)
    at = len(own)
    if edit.before is not None:
        at = next(
            (
                i
                for i, game in enumerate(own)
                if (game.opponent, game.round) == (edit.before, edit.round)
            ),
            at,
        )
        own[at : at + 1] = []
    if edit.after is not None:
        own.insert(at, RatedGame(edit.after, SCORES[edit.outcome], edit.round))
    return replace(entrant, own=tuple(own))


def change_keys(entrant: Entrant, keys: KeyEdit) -> Entrant:
    """Return an entrant with changed facts of the event file."""
    for path, value in keys.values:
        entrant = _change_key(entrant, path.rsplit(".", 1)[-1], value)
    return entrant


def _change_key(entrant: Entrant, key: str, value: Any) -> Entrant:
    if key == "floor":
        return entrant.with_facts(floors=replace(entrant.floors, given=value))
    if key == "birth_date":
        return entrant.with_facts(
            start=replace(entrant.start, birth_date=dt.date.fromisoformat(str(value)))
        )
    if key == "initial":
        office = (value["rating"], value.get("games", 0))
        return entrant.with_facts(start=replace(entrant.start, office=office))
    return (
        entrant.with_facts(matches=replace(entrant.matches, **value))
        if key == "matches"
        else entrant.with_facts(**{key: value})
    )


def rate_scene(
    document: Document,
    index: int,
    system: System,
    rulebook: RuleBook,
    priors: PriorTable,
) -> AuditScene | None:
    """Rate a section of a document, and return its scene; None if it is not rated."""
    # A chained section starts from all the earlier ones, in every system.
    section = (
        rate_document(document, rulebook).sections[index]
        if document.chain_sections
        else rate_whole_section(
            document, index, rulebook, only=lambda _, of: of == system
        ).rating
    )
    rating = section.in_system(system)
    return None if rating is None else make_scene(document, section, rating, priors)


def make_scene(
    document: Document, section: SectionRating, rating: SystemRating, priors: PriorTable
) -> AuditScene:
    """Return the scene of an existing rating."""
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
    """Return the published ratings, with the effect of rounded pre-event ratings on them."""
    players = rating.trace.players
    below = [0.0] * len(players)
    above = [0.0] * len(players)
    base = RatedBase(rating.trace)
    for unknown in list_rounding_unknowns(members, rating):
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
        published = filter(None, (row.published_in(rating.system) for row in rows))
        ratings = [one.rating for one in published]
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
