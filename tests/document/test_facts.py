"""Every field of the model is in the table of facts, and the table is complete."""

import datetime as dt
from collections.abc import Callable

import pytest
from msgspec.structs import fields, replace

from tests.build import require
from uscalc.document.edit import structure
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.edit.settings import set_section
from uscalc.document.facts.table import FACTS, facts_of, list_merged_keys
from uscalc.document.merge.alignment import restore_identities
from uscalc.document.merge.listed import enter_in_section, enter_new, move_up
from uscalc.document.merge.merge import merge_file
from uscalc.document.model import (
    Document,
    Edit,
    Identity,
    Player,
    RatingFacts,
    Section,
    find_player,
    find_section,
)
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event

NO_FACTS = {Document: {"sections", "link"}, Section: {"players", "identity"}}
ALL = [(owner, fact) for owner, facts in FACTS.items() for fact in facts]


@pytest.mark.parametrize("owner", FACTS)
def test_every_field_of_the_model_is_a_fact(owner):
    others = NO_FACTS.get(owner, {"identity"} if owner is Player else set())
    keys = [field.name for field in fields(owner) if field.name not in others]
    assert [fact.key for fact in facts_of(owner)] == keys


@pytest.mark.parametrize(("owner", "fact"), ALL)
def test_a_fact_can_be_filed_and_explains_itself(owner, fact):
    assert fact.meaning or (owner, fact.key) == (RatingFacts, "unknown")
    if fact.form and not fact.parts:
        assert fact.label
        assert fact.help.endswith(".")


def test_a_merge_takes_each_fact_by_its_structure():
    keys = [*list_merged_keys(RatingFacts), *list_merged_keys(RatingFacts, True)]
    others = {"rating", "unknown"}
    assert set(keys) == {fact.key for fact in facts_of(RatingFacts)} - others
    others = {"number", "ratings", "results"}
    keys = list_merged_keys(Player)
    assert set(keys) == {fact.key for fact in facts_of(Player)} - others
    for _, fact in ALL:
        if fact.parts:
            assert fact.whole in FACTS
            keys = {part.key for part in fact.parts}
            assert keys == {one.key for one in FACTS[fact.whole]}


# Players and sections keep their identity through every edit, and it is unique.

DAY = dt.date(2025, 9, 1)


def event() -> Document:
    def player(number: int, name: str, *results: str) -> Player:
        return Player(number, name, f"9900000{number}", results=results)

    upper = (player(1, "Inventa, Al", "W2"), player(2, "Inventa, Bea", "L1"))
    names = ("Made, Ann", "Made, Bo", "Made, Cy")
    lower = (*(player(n, name) for n, name in enumerate(names, 3)), Player(6))
    sections = Section("Upper", players=upper), Section("Lower", players=lower)
    return Document("Invented Open", DAY, sections)


EDITS: dict[str, Callable[[Document], Edit]] = {
    "add": lambda now: structure.add_player(now, 1),
    "insert": lambda now: structure.add_player(now, 1, 0),
    "remove before": lambda now: structure.remove_players(now, 1, [0]),
    "move": lambda now: structure.move_player(now, 1, 1, 3),
    "swap": lambda now: structure.swap_places(now, 1, 1, 2),
    "renumber": lambda now: structure.renumber_players(now, 1),
    "number": lambda now: structure.set_number(now, 1, 1, 44),
    "name": lambda now: set_name(now, 1, 1, "Other, Bo"),
    "rating": lambda now: set_rating(now, 1, 1, "R", 1500.0, 30),
    "result": lambda now: set_result(now, 1, 1, 0, "W5"),
    "round": lambda now: structure.add_round(now, 1),
    "add section": structure.add_section,
    "move section": lambda now: structure.move_section(now, 1, 0),
    "remove section": lambda now: structure.remove_section(now, 0),
    "rename section": lambda now: structure.rename_section(now, 1, "Reserve"),
    "settings": lambda now: set_section(now, 1, kind="estimate"),
    "enter": lambda now: enter_new(now, 1, "New, Dot", None),
    "enter again": lambda now: enter_in_section(now, 1, 1, 0),
    "enter here again": lambda now: enter_in_section(now, 1, 1, 1),
    "play up": lambda now: move_up(now, 1, 1, 0),
}


def identities(document: Document) -> list[Identity]:
    sections = [section.identity for section in document.sections]
    return sections + [p.identity for s in document.sections for p in s.players]


@pytest.mark.parametrize("edit", EDITS)
def test_a_player_and_a_section_are_found_again_after_every_edit(edit):
    before = event()
    section = before.sections[1]
    who = section.players[1]
    made = EDITS[edit](before)
    assert made.refused == ()
    assert made.document != before
    place = find_player(made.document, who.identity)
    assert made.document.sections[place[0]].players[place[1]].id == who.id
    at = require(find_section(made.document, section.identity))
    assert "Made, Cy" in {p.name for p in made.document.sections[at].players}
    # All identities are different.
    assert len(set(identities(made.document))) == len(identities(made.document))


def test_removed_and_reread_players_are_identified():
    before = event()
    who = before.sections[1].players[1].identity
    assert find_player(structure.remove_players(before, 1, [1]).document, who) is None
    assert find_section(structure.remove_section(before, 1).document, None) is None
    one, other = event(), event()
    assert one == other
    assert set(identities(one)).isdisjoint(identities(other))
    assert "identity" not in write_event(one)
    assert read_event(write_event(one).encode()) == one
    moved = structure.move_player(before, 1, 0, 2).document
    fresh = read_event(write_event(moved).encode())
    now = restore_identities(fresh, before)
    assert (now, set(identities(now))) == (fresh, set(identities(before)))
    for section in before.sections:
        for player in section.players:
            place = find_player(now, player.identity)
            assert now.sections[place[0]].players[place[1]].number == player.number


def test_saving_a_linked_file_keeps_all_identities():
    base = event()
    ours = structure.add_player(base, 1, 0, "Own, Ed").document
    upper, lower = event().sections
    lower = replace(lower, players=(Player(7, "Late, Lou", "99000007"), *lower.players))
    fresh = replace(base, sections=(upper, lower))
    merged = merge_file(ours, fresh, base).edit.document
    assert len(merged.sections[1].players) == 6
    for section in ours.sections:
        assert find_section(merged, section.identity) is not None
        for player in section.players:
            place = find_player(merged, player.identity)
            assert merged.sections[place[0]].players[place[1]].name == player.name
