"""Clear the results, ratings, counts and names of a block of cells, in one edit."""

from collections.abc import Sequence
from dataclasses import replace

from uscalc.document.change import Edit, with_players
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.edit.paste import PasteColumn
from uscalc.document.edit.settings import set_player
from uscalc.document.model import Document
from uscalc.engine.systems import System


def clear_cells(
    document: Document,
    section_index: int,
    rows: Sequence[int],
    columns: Sequence[PasteColumn],
    system: System,
) -> Edit:
    """Empty cells; numbers stay. A single cell gives the edit its usual name.

    If a rating goes, its number of games goes too; a count alone becomes unknown.
    """
    emptied = [
        (row, column) for row in rows for column in columns if column != "number"
    ]
    edit = Edit(document, "Nothing cleared")
    everybody = len(document.sections[section_index].players)
    if everybody > 1 and set(rows) == set(range(everybody)):
        # No other side is left to follow, so that no game needs to be looked at.
        rounds = {column for column in columns if isinstance(column, int)}
        edit = Edit(_without_rounds(document, section_index, rounds), edit.name)
    for row, column in emptied:
        before = edit.document
        if isinstance(column, int):
            edit = set_result(before, section_index, row, column, "")
        elif column == "name":
            edit = set_name(before, section_index, row, "")
        elif column == "id":
            edit = set_player(before, section_index, row, id="")
        else:
            facts = before.sections[section_index].players[row].facts(system)
            rating = facts.rating if column == "games" else None
            if rating is None and (column == "games" or facts.unknown):
                continue
            edit = set_rating(before, section_index, row, system, rating, None)
    if len(emptied) == 1:
        return edit
    return Edit(edit.document, f"{len(emptied)} cells cleared")


def _without_rounds(
    document: Document, section_index: int, rounds: set[int]
) -> Document:
    """Return the document with whole rounds of a section emptied."""
    players = document.sections[section_index].players
    emptied = [
        tuple("" if i in rounds else text for i, text in enumerate(player.results))
        for player in players
    ]
    if all(p.results == r for p, r in zip(players, emptied, strict=True)):
        return document
    pairs = zip(players, emptied, strict=True)
    return with_players(
        document, section_index, [replace(p, results=r) for p, r in pairs]
    )
