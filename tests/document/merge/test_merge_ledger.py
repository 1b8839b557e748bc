"""What a merge is called, what it says of two values, and which of them holds."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from uscalc.document.findings import LINKED_FILE_DIFFERS, Finding
from uscalc.document.merge.facts import (
    REMEDY,
    MergeLedger,
    describe_value,
    make_disagreement,
)
from uscalc.document.merge.news import WORDS
from uscalc.document.model import BirthDate, ForeignRating, PublishedRating

DAY = dt.date(2011, 3, 4)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "empty"),
        ("", "empty"),
        ((), "empty"),
        (True, "yes"),
        (False, "no"),
        (1512.0, "1512"),
        (1512.25, "1512.25"),
        (0, "0"),
        (0.0, "0"),
        (26, "26"),
        (DAY, "3/4/2011"),
        (BirthDate(DAY), "3/4/2011"),
        (BirthDate(DAY, True), "2011"),
        (ForeignRating(1875.5), "1875.5"),
        ("Lantern  Open", '"Lantern Open"'),
        ("123456789012345678901234567", '"123456789012345678901234"'),
        (("R", "Q"), "R Q"),
        (("R", 2), "another value"),
        (PublishedRating(1500.0), "another value"),
    ],
)
def test_a_fact_in_a_word_or_two(value, words):
    assert describe_value(value) == words


def test_a_disagreement_names_its_place_and_both_values():
    found = make_disagreement("floor", 1400, None, "Open", 4, 3, "R")
    assert found == Finding(
        LINKED_FILE_DIFFERS,
        "warns",
        "The floor is 1400 here and empty in the linked file",
        REMEDY,
        None,
        "Open",
        4,
        3,
        "R",
        "floor",
    )
    assert found.code == "file-differs"
    plain = make_disagreement("event's name", "A", "B")
    assert (plain.section_name, plain.player, plain.round, plain.system) == (
        "",
        None,
        None,
        None,
    )


@pytest.mark.parametrize("kind", list(WORDS))
def test_each_kind_of_change_is_counted_in_words(kind):
    one, many = WORDS[kind]
    ledger = MergeLedger()
    ledger.count_change(kind, "first")
    assert ledger.name_edit("a file") == f"Changes from a file: 1 {one}"
    ledger.count_change(kind, "first")
    assert ledger.name_edit("a file") == f"Changes from a file: 1 {one}"
    ledger.count_change(kind, "second")
    assert ledger.name_edit("a file") == f"Changes from a file: 2 {many}"


@pytest.mark.parametrize(
    ("kinds", "name"),
    [
        ((), "Changes from SwissSys"),
        (
            ("fact", "result", "gone"),
            ("Changes from SwissSys: 1 result, 1 player removed, 1 other change"),
        ),
        (
            ("gone-section", "new-section", "number"),
            "Changes from SwissSys: 1 player renumbered, 1 new section, 1 section removed",
        ),
        (
            ("unpaired", "bye", "pairing", "correction", "entry"),
            "Changes from SwissSys: 1 corrected result, 1 pairing, 1 bye, "
            "1 not paired, 1 new player",
        ),
    ],
)
def test_changes_are_named_in_one_order(kinds, name):
    ledger = MergeLedger()
    for kind in kinds:
        ledger.count_change(kind, kind)
    assert ledger.name_edit("SwissSys") == name


@pytest.mark.parametrize(
    ("rounds", "head"),
    [
        ((), "Changes"),
        ((3,), "Round 3"),
        ((3, 3), "Round 3"),
        ((4, 3), "Rounds 3 and 4"),
        ((1, 3), "Rounds 1 and 3"),
        ((2, 1, 3), "Rounds 1 to 3"),
        ((5, 1, 2), "Rounds 1 to 5"),
    ],
)
def test_the_rounds_lead_the_name(rounds, head):
    ledger = MergeLedger()
    for number in rounds:
        ledger.count_change("result", number, number)
    assert ledger.name_edit("x").startswith(f"{head} from x")


values = st.sampled_from([None, 0, 1, 2])


@often(200)
@given(values, values, values, st.booleans())
def test_what_changed_on_one_side_alone_holds(ours, base, theirs, take_theirs):
    """The rule in full: every case of three values, and what is kept of it."""
    ledger = MergeLedger(take_theirs)
    said = []

    def disagree(one: object, other: object) -> Finding:
        said.append((one, other))
        return make_disagreement("x", one, other)

    found = ledger.resolve(ours, base, theirs, "change", disagree)
    conflict = len({ours, base, theirs}) == 3
    if conflict and not take_theirs:
        assert found == (ours, base)
        assert said == [(ours, theirs)]
        assert len(ledger.findings) == 1
    else:
        changed_there = theirs != base
        assert found == (theirs if changed_there else ours, theirs)
        assert ledger.findings == []
        assert said == []
    moved = found[0] != ours
    assert ledger.changes == ({"fact": {"change"}} if moved else {})
