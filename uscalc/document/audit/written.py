"""Ideas as facts: what is put into the file, and the words that tell of it."""

from collections.abc import Iterable
from dataclasses import replace

from uscalc.document.audit.ideas.idea import CellEdit, Edit, Idea, Keys, Scene
from uscalc.document.audit.ideas.wholes import Whole
from uscalc.document.audit.result import Fact, Put, Range, Value
from uscalc.document.audit.words import says_of, settle_of
from uscalc.document.cells import Cell, Entry, format_cell, parse_entries
from uscalc.document.edit.cells import standing
from uscalc.document.model import Document, Player, Section


def fact_of_whole(whole: Whole, document: Document, index: int) -> Fact:
    """Return the fact of an idea about a whole section."""
    section = document.sections[index]
    return Fact(
        whole.kind,
        whole.puts,
        says_of(whole.kind, whole.puts, section, None),
        settle_of(whole.puts, section),
        whole.likelihood,
    )


def fact_of(
    idea: Idea,
    scene: Scene,
    document: Document,
    likelihood: float,
    alike: Range | None,
) -> Fact:
    """Return the fact of an idea, to be put into a document that may have others already."""
    section = document.sections[scene.section.index]
    puts = tuple(puts_of(idea.edits, scene, section))
    return Fact(
        idea.kind,
        puts,
        says_of(idea.kind, puts, section, alike, idea.edits, scene.members),
        settle_of(puts, section, idea.edits, scene.members),
        likelihood,
        range=alike,
    )


def puts_of(edits: Iterable[Edit], scene: Scene, section: Section) -> list[Put]:
    """Return what edits put into a section's players, the first player's first."""
    by_row = {player.number: player for player in section.players}
    found: dict[int, dict[str, Value]] = {}
    for edit in edits:
        member = scene.members[edit.place]
        if isinstance(edit, Keys):
            found.setdefault(member.player.number, {}).update(edit.values)
            continue
        player = _row_of(edit, scene, by_row)
        new = _with_game(player, edit, scene)
        by_row[player.number] = new
        found.setdefault(player.number, {})["results"] = list(new.results)
    return [Put(number, tuple(keys.items())) for number, keys in found.items()]


def _row_of(edit: CellEdit, scene: Scene, by_row: dict[int, Player]) -> Player:
    """Return which of a member's rows has the game, or has none in that round."""
    section = scene.section.section
    rows = [by_row[number] for number in scene.members[edit.place].numbers(section)]
    before = _numbers(edit.before, scene)
    for row in rows:
        entries = _cell(row, edit.round)
        if any(one.is_game and one.opponent in before for one in entries):
            return row
    free = [r for r in rows if not any(one.is_game for one in _cell(r, edit.round))]
    return (free or rows)[0]


def _with_game(player: Player, edit: CellEdit, scene: Scene) -> Player:
    """Return a row with the game changed, added or removed."""
    before = _numbers(edit.before, scene)
    after = None if edit.after is None else min(_numbers(edit.after, scene))
    kept: list[Entry] = []
    colour = None
    taken = edit.before is None
    for entry in _cell(player, edit.round):
        if not taken and entry.is_game and entry.opponent in before:
            taken, colour = True, entry.colour
            if edit.before == edit.after:
                after = entry.opponent
        elif entry.is_game or entry.outcome == "to-play":
            kept.append(entry)
    if after is not None:
        kept.append(Entry(edit.outcome, after, colour=colour))
    results = list(player.results)
    results += ["U"] * (edit.round - len(results))
    results[edit.round - 1] = format_cell(tuple(kept)) if kept else "U"
    return replace(player, results=tuple(results))


def _numbers(place: int | None, scene: Scene) -> tuple[int, ...]:
    if place is None:
        return ()
    return scene.members[place].numbers(scene.section.section)


def _cell(player: Player, round_: int) -> Cell:
    """Return the entries of a cell; none if there is none that can be read."""
    return parse_entries(standing(player, round_ - 1))
