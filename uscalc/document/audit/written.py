"""Ideas as facts: what is put into the file, and the words that tell of it."""

from collections.abc import Iterable
from dataclasses import replace

from uscalc.document.audit.ideas.idea import (
    AuditScene,
    CellEdit,
    Edit,
    FactIdea,
    KeyEdit,
)
from uscalc.document.audit.ideas.wholes import SectionHypothesis
from uscalc.document.audit.result import AuditFact, KeyChange, Value, ValueRange
from uscalc.document.audit.words import describe_fact, describe_question
from uscalc.document.cells import Cell, Entry, format_cell, parse_entries
from uscalc.document.edit.cells import read_cell
from uscalc.document.model import Document, Player, Section


def make_section_fact(
    whole: SectionHypothesis, document: Document, index: int
) -> AuditFact:
    """Return the fact of an idea about a whole section."""
    section = document.sections[index]
    return AuditFact(
        whole.kind,
        whole.puts,
        describe_fact(whole.kind, whole.puts, section, None),
        describe_question(whole.puts, section),
        whole.likelihood,
    )


def make_fact(
    idea: FactIdea,
    scene: AuditScene,
    document: Document,
    likelihood: float,
    alike: ValueRange | None,
) -> AuditFact:
    """Return the fact of an idea, to be put into a document that may have others already."""
    section = document.sections[scene.section.index]
    puts = tuple(make_key_changes(idea.edits, scene, section))
    return AuditFact(
        idea.kind,
        puts,
        describe_fact(idea.kind, puts, section, alike, idea.edits, scene.members),
        describe_question(puts, section, idea.edits, scene.members),
        likelihood,
        range=alike,
    )


def make_key_changes(
    edits: Iterable[Edit], scene: AuditScene, section: Section
) -> list[KeyChange]:
    """Return what edits put into a section's players, the first player's first."""
    by_row = {player.number: player for player in section.players}
    found: dict[int, dict[str, Value]] = {}
    for edit in edits:
        member = scene.members[edit.place]
        if isinstance(edit, KeyEdit):
            found.setdefault(member.player.number, {}).update(edit.values)
            continue
        player = _find_row(edit, scene, by_row)
        new = _change_cell(player, edit, scene)
        by_row[player.number] = new
        found.setdefault(player.number, {})["results"] = list(new.results)
    return [KeyChange(number, tuple(keys.items())) for number, keys in found.items()]


def _find_row(edit: CellEdit, scene: AuditScene, by_row: dict[int, Player]) -> Player:
    """Return which of a member's rows has the game, or has none in that round."""
    section = scene.section.section
    rows = [
        by_row[number] for number in scene.members[edit.place].list_numbers(section)
    ]
    before = _list_numbers(edit.before, scene)
    for row in rows:
        entries = _read_cell(row, edit.round)
        if any(one.is_game and one.opponent in before for one in entries):
            return row
    free = [
        r for r in rows if not any(one.is_game for one in _read_cell(r, edit.round))
    ]
    return (free or rows)[0]


def _change_cell(player: Player, edit: CellEdit, scene: AuditScene) -> Player:
    """Return a row with the game changed, added or removed."""
    before = _list_numbers(edit.before, scene)
    after = None if edit.after is None else min(_list_numbers(edit.after, scene))
    kept: list[Entry] = []
    colour = None
    taken = edit.before is None
    for entry in _read_cell(player, edit.round):
        if not taken and entry.is_game and entry.opponent in before:
            taken, colour = True, entry.color
            if edit.before == edit.after:
                after = entry.opponent
        elif entry.is_game or entry.outcome == "to-play":
            kept.append(entry)
    if after is not None:
        kept.append(Entry(edit.outcome, after, color=colour))
    results = list(player.results)
    results += ["U"] * (edit.round - len(results))
    results[edit.round - 1] = format_cell(tuple(kept)) if kept else "U"
    return replace(player, results=tuple(results))


def _list_numbers(place: int | None, scene: AuditScene) -> tuple[int, ...]:
    if place is None:
        return ()
    return scene.members[place].list_numbers(scene.section.section)


def _read_cell(player: Player, round_: int) -> Cell:
    """Return the entries of a cell; none if there is none that can be read."""
    return parse_entries(read_cell(player, round_ - 1))
