"""The words of the glossary: marked where a sentence is written, all of them told."""

import re

import pytest

from tests.engine.make import rules, rules_on
from tests.explain.make import lines, told
from tests.explain.test_paths import EDITIONS, PATHS
from uscalc.explain.derive import derive_rating
from uscalc.explain.glossary import (
    HEIGHT,
    WIDTH,
    GlossarySketch,
    SketchBox,
    SketchDot,
    SketchLabel,
    SketchStroke,
    list_marked_terms,
    parse_shape,
)
from uscalc.explain.numbers import SYMBOLS, MarkedTerm, fill_template, make_marked_text
from uscalc.report.data_pages import INK, read_glossary


def marked_anywhere() -> set[str]:
    found: set[str] = set()
    for edition in (*EDITIONS, "2012-01-01"):
        rule_set = rules_on(edition) if "-" in edition else rules(edition)
        for path in PATHS:
            trace = PATHS[path](rule_set)
            for place in range(len(trace.players)):
                found.update(list_marked_terms(told(trace, place)))
    return found


def test_every_word_of_the_documents_is_marked_and_in_the_glossary():
    assert marked_anywhere() == set(read_glossary())
    assert set(SYMBOLS) <= set(read_glossary())
    keys = set(lines(told(PATHS["special"](rules("2025")))))
    assert "step4.walk" in keys
    wanted = {"prior", "knot", "n", "n_star", "n_eff", "established", "we", "floor"}
    wanted |= {"bonus", "k", "special", "standard", "step3", "step4", "step5", "m"}
    wanted |= {"m_prime", "provisional"}
    assert wanted <= set(read_glossary())
    for text in ("star text 1 2", "box text 1 2 3", "text text nowhere 1 2 words"):
        with pytest.raises(ValueError, match=r"no|values"):
            parse_shape(text)


@pytest.mark.parametrize("key", list(read_glossary()))
def test_a_word_has_a_meaning_and_a_drawing(key):
    entry = read_glossary()[key]
    sentences = re.findall(r"[.]( |$)", entry.meaning)
    assert entry.word
    assert 1 <= len(sentences) <= 3
    assert len(entry.meaning) < 260
    assert entry.sketch.alt.endswith(".")
    assert len(entry.sketch.shapes) >= 3


def corners(sketch: GlossarySketch) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for each in sketch.shapes:
        if isinstance(each, SketchStroke):
            found += each.points
        elif isinstance(each, SketchBox):
            found += [(each.x, each.y), (each.x + each.width, each.y + each.height)]
        elif isinstance(each, SketchDot):
            found += [(each.x - 4, each.y - 4), (each.x + 4, each.y + 4)]
        else:
            wide = 6.5 * len(each.text)
            left = each.x - {"start": 0, "middle": wide / 2, "end": wide}[each.anchor]
            found += [(left, each.y - 9), (left + wide, each.y + 3)]
    return found


@pytest.mark.parametrize("key", list(read_glossary()))
def test_a_drawing_stays_in_its_frame_and_its_colors_are_roles(key):
    sketch = read_glossary()[key].sketch
    for x, y in corners(sketch):
        assert 0 <= x <= WIDTH, (x, y)
        assert 0 <= y <= HEIGHT, (x, y)
    assert {each.color for each in sketch.shapes} <= set(INK)


def boxes_of(label: SketchLabel) -> tuple[float, float, float, float]:
    wide = 5.5 * len(label.text)
    left = label.x - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
    return left, label.y - 8, left + wide, label.y


@pytest.mark.parametrize("key", list(read_glossary()))
def test_no_words_of_a_drawing_lie_on_others(key):
    labels = [
        e for e in read_glossary()[key].sketch.shapes if isinstance(e, SketchLabel)
    ]
    for i, one in enumerate(labels):
        for other in labels[i + 1 :]:
            a, b = boxes_of(one), boxes_of(other)
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (one.text, other.text)


def test_sentences_are_marked_but_never_figures():
    found = fill_template("The {prior} of {who} is {r0}.", who="Player 7")
    assert str(found) == "The prior of Player 7 is R0."
    assert found.pieces == (
        "The ",
        MarkedTerm("prior", "prior"),
        " of ",
        "Player 7",
        " is ",
        MarkedTerm("r0", "R0"),
        ".",
    )
    for path in PATHS:
        for line in told(PATHS[path](rules("2025"))).iterate_lines():
            for piece in line.words.pieces:
                if isinstance(piece, MarkedTerm):
                    assert not re.search(r"\d", re.sub(r"R0|Step \d", "", piece.shown))
    found = fill_template("an age of 12 {n}").map_plain_text(
        lambda text: text.replace("12", "some")
    )
    assert str(found) == "an age of some N"
    assert found.terms == ("n",)
    assert str("Exactly: " + make_marked_text("so")) == "Exactly: so"


@pytest.mark.parametrize(
    "name",
    ["{prior}", "The prior knot, K", "N* {bonus:x}", "\ue000prior\ue001", "<b>f"],
)
def test_a_name_is_never_marked_nor_read_as_a_template(name):
    trace = PATHS["special"](rules("2025"))
    plain = told(trace)
    named = derive_rating(trace, 0, lambda n: f"{name} {n}")
    assert list_marked_terms(named) == list_marked_terms(plain)
    for one, other in zip(plain.iterate_lines(), named.iterate_lines(), strict=True):
        assert one.words.terms == other.words.terms
        assert one.text.replace("Player ", f"{name} ") == other.text.replace(
            "Player ", f"{name} "
        )
    assert any(f"{name} 2" in line.text for line in named.iterate_lines())
