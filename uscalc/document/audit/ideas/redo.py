"""Apply an idea's edits to the entrants of a rated section."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from uscalc.analysis.whatif import RatedBase
from uscalc.document.audit.ideas.idea import CellEdit, Edit, KeyEdit
from uscalc.document.rate.engine_input import SCORES
from uscalc.engine.inputs import Entrant, RatedGame


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
