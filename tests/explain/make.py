"""Derivations of single players, with their lines by key."""

from uscalc.engine.trace import PlayerTrace, SectionTrace
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation, DerivationLine
from uscalc.explain.numbers import MINUS


def name_of(number: int) -> str:
    return f"Player {number}"


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
    """Check that no text is empty or a Python value, and that every line is a sentence."""
    assert derivation.heading
    assert derivation.answer.endswith(".")
    for chapter in derivation.chapters:
        assert chapter.title
        assert chapter.lines
    for line in lines(derivation).values():
        assert line.text
        for part in (line.text, line.formula, line.value, line.section):
            assert "None" not in part
            assert "{" not in part
            assert "nan" not in part.split()
    if player.formula != "none":
        titles = [chapter.title for chapter in derivation.chapters]
        assert titles[-1].endswith("he result")
        for chapter in derivation.chapters:
            if chapter.games:
                assert len(chapter.games) == player.entrant.m
