"""Derivations of single players, with their lines by key."""

import re

from tests.engine.make import rules, rules_on
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationLine
from uscalc.explain.numbers import MINUS, format_whole_rating


def name_of(number: int) -> str:
    return f"Player {number}"


def rules_of(edition: str) -> Rules:
    """Return the rules of an edition, or by date if it is a day."""
    return rules_on(edition) if "-" in edition else rules(edition)


def derive(trace: SectionTrace, place: int = 0) -> Derivation:
    return derive_rating(trace, place, name_of)


def lines(derivation: Derivation) -> dict[str, DerivationLine]:
    found: dict[str, DerivationLine] = {}
    for chapter in derivation.chapters:
        for line in chapter.lines:
            assert line.key not in found, line.key
            found[line.key] = line
    return found


def figure(text: str) -> float:
    return float(text.replace(MINUS, "-").replace("+", ""))


def check_text(derivation: Derivation, player: PlayerTrace) -> None:
    assert derivation.heading
    assert derivation.answer.endswith(".")
    for chapter in derivation.chapters:
        assert chapter.title
        assert chapter.lines
    for line in lines(derivation).values():
        assert line.text.endswith("."), line
        first = line.text.removeprefix("f ")[0]
        assert not first.islower() or line.text.startswith("f "), line
        right = re.split(" [=≈] ", line.formula)[-1]
        assert not line.formula or right != line.value, line
        for part in (line.text, line.formula, line.value, line.section):
            assert "None" not in part
            assert "{" not in part
            assert "nan" not in part.split()
    if player.formula != "none":
        assert derivation.chapters[-1].title.endswith("he result")
        for chapter in derivation.chapters:
            assert len(chapter.games) in (0, player.entrant.m)
    if player.post is not None:
        assert format_whole_rating(player.post) in derivation.answer
