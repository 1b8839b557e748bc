"""Two derivations side by side: only what is not the same in both is told."""

from dataclasses import replace

from tests.build import player, rate_one
from uscalc.document.model import RatingFacts
from uscalc.explain.model import Derivation, compare_derivations
from uscalc.report.derivation import make_derivation

FIELD = (
    player(1, "W2", "L3"),
    player(2, "L1", "W4", rating=1600.0),
    player(3, "D4", "W1", rating=1450.0),
    player(4, "D3", "L2", rating=1550.0),
)


def derived(games: int | None = 50, first: str = "W2", number: int = 1) -> Derivation:
    one = replace(
        FIELD[0],
        ratings=(("R", RatingFacts(1500.0, games=games)),),
        results=(first, "L3"),
    )
    two = FIELD[1] if first == "W2" else replace(FIELD[1], results=("D1", "W4"))
    section = rate_one(one, two, *FIELD[2:])
    rating = section.in_system("R")
    return make_derivation(section.section, rating, number)


def test_derivations_differ_only_where_a_fact_counts():
    assert compare_derivations(derived(), derived()) == ()
    chapters = compare_derivations(derived(games=5), derived(games=6))
    titles = [chapter.title for chapter in chapters]
    assert titles[0].startswith("Step 1")
    assert any(title.startswith("Step 2") for title in titles)
    (found,) = [chapter for chapter in chapters if chapter.title.startswith("Step 2")]
    keys = {line.after.key for line in found.lines if line.after}
    assert "n_eff" in keys
    assert "n_star" not in keys
    few, many = derived(games=5), derived(games=60)
    lines = [
        line for chapter in compare_derivations(few, many) for line in chapter.lines
    ]
    assert any(line.before is None for line in lines)
    assert any(line.after is None for line in lines)
    back = [
        line for chapter in compare_derivations(many, few) for line in chapter.lines
    ]
    assert {(a, b) for a, b in lines} == {(b, a) for a, b in back}


def test_a_changed_game_names_its_opponent_and_equal_sentences_appear_once():
    chapters = compare_derivations(derived(), derived(first="D2"))
    lines = [line for chapter in chapters for line in chapter.lines]
    games = [one for one in lines if one.after and one.after.key.startswith("game.1")]
    assert games
    assert "Round 1: win vs. 2 Player 2" in games[0].before.text
    assert "Round 1: draw vs. 2 Player 2" in games[0].after.text
    chapters = compare_derivations(derived(games=50), derived(games=10))
    lines = [line for chapter in chapters for line in chapter.lines]
    k = next(line for line in lines if line.after and line.after.key == "step5.k")
    assert k.common_sentence == k.after.text if k.after else False
    r0 = next(line for line in lines if line.after and line.after.key == "r0")
    assert r0.common_sentence == ""
