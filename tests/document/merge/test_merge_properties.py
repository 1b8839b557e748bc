"""Whatever the file and the user change, nothing is lost and nothing is doubled."""

from hypothesis import given

from tests.document.pairing_life import (
    beginnings,
    by_person,
    changed_file,
    file_changes,
    typed_edits,
    typing,
)
from tests.often import often
from uscalc.document.history import History
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import Document

Changes = list[tuple[str, int]]


def typed(document: Document, edits: Changes) -> Document:
    for what, rolled in edits:
        document = typing(document, what, rolled).document
    return document


@often(150)
@given(beginnings, file_changes, file_changes)
def test_where_nothing_was_typed_the_event_is_the_file(start, before, after):
    base = changed_file(start, before)
    fresh = changed_file(base, after)
    merged = merge_file(base, fresh, base)
    assert merged.edit.document == merged.base == fresh
    assert merged.findings == ()


@often(150)
@given(beginnings, file_changes, typed_edits, file_changes)
def test_merging_the_same_file_again_changes_nothing(start, before, edits, after):
    base = changed_file(start, before)
    fresh = changed_file(base, after)
    once = merge_file(typed(base, edits), fresh, base)
    again = merge_file(once.edit.document, fresh, once.base)
    assert again.edit.document is once.edit.document
    assert (again.findings, again.base) == (once.findings, once.base)


@often(150)
@given(beginnings, file_changes, typed_edits, file_changes, typed_edits, file_changes)
def test_no_merge_doubles_players_or_numbers(start, first, edits, second, more, third):
    base = changed_file(start, first)
    document = typed(base, edits)
    for changes, typing_on in ((second, more), (third, [])):
        fresh = changed_file(base, changes)
        merged = merge_file(document, fresh, base)
        document, base = typed(merged.edit.document, typing_on), merged.base
        for section in merged.edit.document.sections:
            ids = [p.id for p in section.players if p.id is not None]
            assert len(ids) == len(set(ids))
            numbers = [p.number for p in section.players]
            assert len(numbers) == len(set(numbers))
        names = [section.name for section in document.sections]
        assert len(names) == len(set(names))
        base = fresh


FACTS = ("games", "floor", "birth", "rating")


def typed_facts(document: Document, base: Document) -> set[tuple[object, ...]]:
    """Facts that a pairing program doesn't have, by member."""
    found: set[tuple[object, ...]] = set()
    for section in document.sections:
        for player in section.players:
            facts = player.facts("R")
            found.add((player.id or player.name, "games", facts.games))
            found.add((player.id or player.name, "floor", facts.floor))
            found.add((player.id or player.name, "birth", player.birth))
            found.add((player.id or player.name, "Q", player.facts("Q").rating))
    return {fact for fact in found if fact[-1] is not None}


@often(150)
@given(beginnings, file_changes, typed_edits, file_changes, file_changes)
def test_typed_facts_survive_whatever_the_file_does(start, before, edits, after, later):
    base = changed_file(start, before)
    document = typed(base, [edit for edit in edits if edit[0] != "name"])
    known = typed_facts(document, base)
    for changes in (after, later):
        fresh = changed_file(base, changes)
        document, base = merge_file(document, fresh, base).edit.document, fresh
        assert known <= typed_facts(document, base)


@often(150)
@given(beginnings, file_changes, typed_edits, file_changes)
def test_results_are_the_files_unless_typed_over(start, before, edits, after):
    base = changed_file(start, before)
    document = typed(base, edits)
    fresh = changed_file(base, after)
    merged = merge_file(document, fresh, base).edit.document
    states = [
        {section.name: by_person(section) for section in event.sections}
        for event in (document, base, fresh, merged)
    ]
    for name, rows in states[2].items():
        ours, was, result = (states[at].get(name, {}) for at in (0, 1, 3))
        for who, cells in rows.items():
            if who not in ours or who not in was:
                continue
            here, said = padded(ours[who], cells), padded(was[who], cells)
            got = padded(result[who], cells)
            for place, cell in enumerate(cells):
                gone = [n for n in named(cell) if n not in ours and n in was]
                if here[place] == said[place] and not gone:
                    assert got[place] == cell
                elif cell == said[place]:
                    assert got[place] == here[place]


def padded(cells: list[object], to: list[object]) -> list[object]:
    return cells + [()] * (len(to) - len(cells))


def named(cell: object) -> list[object]:
    return [entry[1] for entry in cell] if isinstance(cell, tuple) else []


@often(60)
@given(beginnings, typed_edits, file_changes, file_changes)
def test_undo_takes_each_merge_back_whole(start, edits, first, second):
    history = History(typed(start, edits))
    shown = [history.document]
    base = start
    for changes in (first, second):
        fresh = changed_file(base, changes)
        merged: MergeResult = merge_file(history.document, fresh, base)
        if history.apply_edit(merged.edit):
            shown.append(history.document)
        base = merged.base
    for document in reversed(shown):
        assert history.document is document
        history.undo()


@often(100)
@given(beginnings, file_changes, typed_edits, file_changes)
def test_a_disagreement_ends_when_one_side_gives_way(start, before, edits, after):
    base = changed_file(start, before)
    fresh = changed_file(base, after)
    merged = merge_file(typed(base, edits), fresh, base)
    document = merged.edit.document
    assert merge_file(document, fresh, fresh).findings == ()
    theirs = merge_file(document, fresh, merged.base, take_theirs=True)
    if theirs.findings:
        # The file no longer has a player whom a typed result still names.
        assert all("is no longer in" in f.message for f in theirs.findings)
    else:
        assert theirs.base == fresh
