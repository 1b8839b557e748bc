"""An idea for a correction, and the rated section that it is about."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from uscalc.analysis.hidden import PublishedTargets
from uscalc.analysis.whatif import RatedBase
from uscalc.document.audit.result import PriorTable, Value
from uscalc.document.cells import Outcome
from uscalc.document.model import Document, RatingFacts
from uscalc.document.rate.engine_input import SCORES
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.members import Member
from uscalc.document.rate.rated import SectionRating
from uscalc.engine.inputs import Entrant, RatedGame
from uscalc.engine.rules import Rules


class KeyEdit(NamedTuple):
    """Keys of a member, and their values."""

    place: int
    values: tuple[tuple[str, Value], ...]


class CellEdit(NamedTuple):
    """A game of a member changed, added or removed.

    `before` and `after` are the opponents' places; None: no game.
    """

    place: int
    round: int
    before: int | None
    after: int | None
    outcome: Outcome


Edit = KeyEdit | CellEdit


class FactIdea(NamedTuple):
    """A possible correction of a section.

    `family` is the kind of fact and the places it belongs to. Ideas of one family
    differ in `value` and are sorted by `order`. `change` has the changed entrants,
    `edits` the changes of the file; `likelihood` is how often such a fact is true.
    """

    family: tuple[str | int, ...]
    order: float
    value: Value
    change: Mapping[int, Entrant]
    edits: tuple[Edit, ...]
    likelihood: float

    @property
    def kind(self) -> str:
        """The kind of fact."""
        return str(self.family[0])

    @property
    def of_games(self) -> bool:
        """True if it changes opponents or results."""
        return isinstance(self.edits[0], CellEdit)


@dataclass(frozen=True)
class AuditScene:
    """A section as its file has it, rated, and what was published of it."""

    document: Document
    section: SectionRating
    rating: SystemRating
    members: tuple[Member, ...]
    targets: PublishedTargets
    priors: PriorTable

    @cached_property
    def base(self) -> RatedBase:
        """The rated section that ideas are put to."""
        return RatedBase(self.rating.trace)

    @property
    def rules(self) -> Rules:
        """The rules that it is rated by."""
        return self.rating.trace.rules

    def get_facts(self, place: int) -> RatingFacts:
        """Return the file's facts of a member before the event."""
        return self.members[place].player.facts(self.rating.system)

    def make_key(self, name: str) -> str:
        """Return the path of a member's fact in the system."""
        return f"ratings.{self.rating.system}.{name}"


def find_affected(base: RatedBase, places: Collection[int]) -> set[int]:
    """Return the places, and those of their opponents."""
    found = set(places)
    for place in places:
        found.update(base.opponents_of[place])
        found.update(base.trace.players[place].entrant.opponents)
    return found


def apply_edits(base: RatedBase, edits: Iterable[Edit]) -> dict[int, Entrant]:
    """Return the entrants that edits change."""
    found: dict[int, Entrant] = {}
    for edit in edits:
        entrant = found.get(edit.place) or base.trace.players[edit.place].entrant
        if isinstance(edit, CellEdit):
            found[edit.place] = change_game(entrant, edit)
        else:
            found[edit.place] = change_keys(entrant, edit)
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
    """Return an entrant with facts of the event file."""
    for path, value in keys.values:
        entrant = _change_key(entrant, path.rsplit(".", 1)[-1], value)
    return entrant


def _change_key(entrant: Entrant, key: str, value: Any) -> Entrant:
    if key == "floor":
        return entrant.with_facts(floors=replace(entrant.floors, given=value))
    if key == "birth_date":
        born = dt.date.fromisoformat(str(value))
        return entrant.with_facts(start=replace(entrant.start, birth_date=born))
    if key == "initial":
        office = (value["rating"], value.get("games", 0))
        return entrant.with_facts(start=replace(entrant.start, office=office))
    if key == "matches":
        return entrant.with_facts(matches=replace(entrant.matches, **value))
    return entrant.with_facts(**{key: value})
