"""Every field of the model is in the table of facts, and what the table says is whole."""

from dataclasses import fields

import pytest

from uscalc.document.facts.table import FACTS, facts_of, list_merged_keys
from uscalc.document.model import Document, Player, RatingFacts, Section

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
    keys = {
        *list_merged_keys(RatingFacts),
        *list_merged_keys(RatingFacts, of_rating=True),
    }
    assert keys == {fact.key for fact in facts_of(RatingFacts)} - {"rating", "unknown"}
    assert set(list_merged_keys(Player)) == {fact.key for fact in facts_of(Player)} - {
        "number",
        "ratings",
        "results",
    }
    for _, fact in ALL:
        if fact.parts:
            assert fact.whole in FACTS
            keys = {part.key for part in fact.parts}
            assert keys == {one.key for one in FACTS[fact.whole]}
