"""The grammar of a result cell: what it says, and that it can be written again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.often import often
from tests.shared_data import load_cases
from uscalc.document.cells import BadCell, Entry, format_cell, parse_cell, score_cell

usual = often(300)

numbers = st.integers(1, 99999)
colors = st.sampled_from([None, "w", "b"])
games = st.builds(
    Entry, st.sampled_from(["win", "draw", "loss"]), numbers, st.booleans(), colors
)
alone = st.builds(
    Entry, st.sampled_from(["full-bye", "half-bye", "unpaired"]), color=colors
)
unplayed = st.builds(
    Entry,
    st.sampled_from(["forfeit-win", "forfeit-loss", "no-result"]),
    st.one_of(st.none(), numbers),
    st.just(False),
    colors,
)
to_come = st.builds(Entry, st.just("to-play"), numbers, st.just(False), colors)
ranges = st.tuples(st.integers(100, 3000), st.integers(100, 3000)).map(
    lambda pair: Entry("to-play", rated_between=(min(pair), max(pair)))
)
cells = st.lists(
    st.one_of(games, alone, unplayed, to_come, ranges), min_size=1, max_size=4
).map(tuple)


@usual
@given(cells)
def test_a_cell_that_is_written_is_read_again(cell):
    assert parse_cell(format_cell(cell)) == cell


@usual
@given(cells, st.randoms(use_true_random=False))
def test_lower_case_and_spaces_are_tolerated(cell, random):
    text = format_cell(cell)
    spaced = "".join(
        (c.lower() if random.random() < 0.5 else c)
        + (" " if random.random() < 0.3 else "")
        for c in text
    )
    assert parse_cell(f" {spaced} ") == cell


@usual
@given(st.text(max_size=12))
def test_any_text_is_a_cell_or_says_why_not(text):
    found = parse_cell(text)
    if isinstance(found, BadCell):
        assert found.text == text
        assert found.reason
    else:
        assert parse_cell(format_cell(found)) == found


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ("", ()),
        ("  ", ()),
        ("W12", (Entry("win", 12),)),
        ("d3b", (Entry("draw", 3, color="b"),)),
        ("L 7", (Entry("loss", 7),)),
        ("N12", (Entry("win", 12, True),)),
        ("S12", (Entry("loss", 12, True),)),
        ("R12w", (Entry("draw", 12, True, "w"),)),
        ("B", (Entry("full-bye"),)),
        ("H0", (Entry("half-bye"),)),
        ("U", (Entry("unpaired"),)),
        ("-", (Entry("unpaired"),)),
        ("X", (Entry("forfeit-win"),)),
        ("X12", (Entry("forfeit-win", 12),)),
        ("F0", (Entry("forfeit-loss"),)),
        ("Z12", (Entry("no-result", 12),)),
        ("?5", (Entry("to-play", 5),)),
        ("?1400-1600", (Entry("to-play", rated_between=(1400, 1600)),)),
        ("W12|L12", (Entry("win", 12), Entry("loss", 12))),
    ],
)
def test_what_a_cell_says(text, entries):
    assert parse_cell(text) == entries


@pytest.mark.parametrize("text", load_cases("test_cells", "what_is_no_cell"))
def test_what_is_no_cell(text):
    assert isinstance(parse_cell(text), BadCell)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("W1", 1), ("D1", 0.5), ("L1", 0), ("B", 1), ("H", 0.5), ("X", 1)),
        *(("F", 0), ("N3", 1), ("R3", 0.5), ("?3", 0), ("Z3", 0), ("W1|D1", 1.5)),
        *(("?!", 0), ("", 0)),
    ],
)
def test_the_points_of_a_cell(text, points):
    assert score_cell(text) == points


def test_byes_and_forfeits_are_no_games_and_tell_the_opponents_cell():
    for text in ("B", "H", "U", "X3", "F3", "Z3", "?3"):
        found = parse_cell(text)
        assert not isinstance(found, BadCell)
        assert not found[0].is_game
    assert Entry("win", 3, color="w").to_opponent_entry() == Entry("loss", color="b")
    assert Entry("draw", 3).to_opponent_entry() == Entry("draw")
    assert Entry("win", 3, one_sided=True).to_opponent_entry() is None
    assert Entry("full-bye").to_opponent_entry() is None
