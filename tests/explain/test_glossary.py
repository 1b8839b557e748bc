"""Glossary terms are marked where a sentence is written, and each has an entry."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction as Exact
from itertools import combinations
from operator import add, mul, sub, truediv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import rules
from tests.explain.calculator import reckon_exactly
from tests.explain.make import derive, lines, rules_of
from tests.explain.test_paths import EDITIONS, PATHS
from tests.often import often
from uscalc.explain import glossary, numbers
from uscalc.explain.derive import derive_rating
from uscalc.explain.formula import (
    TypesetFormula,
    join_equal,
    make_call,
    make_figure,
    make_name,
    make_square_root,
    make_sum,
)
from uscalc.explain.latex import (
    LatexAtom,
    LatexFence,
    LatexFraction,
    LatexRow,
    to_latex,
)
from uscalc.report.as_html import make_mathml
from uscalc.report.data_pages import INK, read_glossary


def marked_anywhere() -> set[str]:
    return {
        term
        for edition in (*EDITIONS, "2012-01-01")
        for path in PATHS.values()
        for trace in (path(rules_of(edition)),)
        for place in range(len(trace.players))
        for term in glossary.list_marked_terms(derive(trace, place))
    }


def test_every_word_of_the_documents_is_marked_and_in_the_glossary():
    assert marked_anywhere() == set(read_glossary())
    assert set(numbers.SYMBOLS) <= set(read_glossary())
    keys = set(lines(derive(PATHS["special"](rules("2025")))))
    assert "step4.walk" in keys
    wanted = {"prior", "knot", "n", "n_star", "n_eff", "established", "we", "floor"}
    wanted |= {"bonus", "k", "special", "standard", "step3", "step4", "step5", "m"}
    assert wanted | {"m_prime", "provisional"} <= set(read_glossary())
    for text in ("star text 1 2", "box text 1 2 3", "text text nowhere 1 2 words"):
        with pytest.raises(ValueError, match=r"no|values"):
            glossary.parse_shape(text)


@pytest.mark.parametrize("key", list(read_glossary()))
def test_a_word_has_a_meaning_and_a_drawing_in_its_frame(key):
    entry = read_glossary()[key]
    sketch = entry.sketch
    assert entry.word
    assert 1 <= len(re.findall(r"[.]( |$)", entry.meaning)) <= 3
    assert len(entry.meaning) < 260
    assert sketch.alt.endswith(".")
    assert len(sketch.shapes) >= 3
    for x, y in corners(sketch):
        assert 0 <= x <= glossary.WIDTH, (x, y)
        assert 0 <= y <= glossary.HEIGHT, (x, y)
    assert {each.color for each in sketch.shapes} <= set(INK)
    labels = [e for e in sketch.shapes if isinstance(e, glossary.SketchLabel)]
    for one, other in combinations(labels, 2):
        a, b = box_of(one, 5.5, 8, 0), box_of(other, 5.5, 8, 0)
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, (one.text, other.text)


def corners(sketch: glossary.GlossarySketch) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for each in sketch.shapes:
        if isinstance(each, glossary.SketchStroke):
            found += each.points
        elif isinstance(each, glossary.SketchBox):
            found += [(each.x, each.y), (each.x + each.width, each.y + each.height)]
        elif isinstance(each, glossary.SketchDot):
            found += [(each.x - 4, each.y - 4), (each.x + 4, each.y + 4)]
        else:
            left, top, right, bottom = box_of(each, 6.5, 9, 3)
            found += [(left, top), (right, bottom)]
    return found


def box_of(label: glossary.SketchLabel, letter: float, above: float, below: float):
    """Return the edges of a label whose letters are that wide and high."""
    wide = letter * len(label.text)
    left = label.x - {"start": 0, "middle": wide / 2, "end": wide}[label.anchor]
    return left, label.y - above, left + wide, label.y + below


def test_sentences_are_marked_but_never_figures():
    found = numbers.fill_template("The {prior} of {who} is {r0}.", who="Player 7")
    assert str(found) == "The prior of Player 7 is R0."
    prior, r0 = numbers.MarkedTerm("prior", "prior"), numbers.MarkedTerm("r0", "R0")
    assert found.pieces == ("The ", prior, " of ", "Player 7", " is ", r0, ".")
    for path in PATHS.values():
        for line in derive(path(rules("2025"))).iterate_lines():
            for piece in line.words.pieces:
                if isinstance(piece, numbers.MarkedTerm):
                    assert not re.search(r"\d", re.sub(r"R0|Step \d", "", piece.shown))
    found = numbers.fill_template("an age of 12 {n}")
    found = found.map_plain_text(lambda text: text.replace("12", "some"))
    assert str(found) == "an age of some N"
    assert found.terms == ("n",)
    assert str("Exactly: " + numbers.make_marked_text("so")) == "Exactly: so"


@pytest.mark.parametrize(
    "name",
    ["{prior}", "The prior knot, K", "N* {bonus:x}", "\ue000prior\ue001", "<b>f"],
)
def test_a_name_is_never_marked_nor_read_as_a_template(name):
    trace = PATHS["special"](rules("2025"))
    plain = derive(trace)
    named = derive_rating(trace, 0, lambda n: f"{name} {n}")
    assert glossary.list_marked_terms(named) == glossary.list_marked_terms(plain)
    for one, other in zip(plain.iterate_lines(), named.iterate_lines(), strict=True):
        assert one.words.terms == other.words.terms
        spoken = re.sub(
            r"Player (\d+)", lambda m: numbers.speak_name(f"{name} {m[1]}"), one.text
        )
        assert other.text == spoken
    spoken = numbers.speak_name(f"{name} 2")
    assert any(spoken in line.text for line in named.iterate_lines())


typed_numbers = st.integers(-99, 99).map(lambda n: str(n).replace("-", numbers.MINUS))


def value_of(text: str) -> float:
    return float(text.replace(numbers.MINUS, "-"))


def combined(parts) -> st.SearchStrategy[tuple[TypesetFormula, Exact]]:
    pairs = st.tuples(parts, parts)

    def apply(operation, pairs=pairs):
        return pairs.map(lambda p: tuple(map(operation, *p)))

    def highest(one, other):
        typeset = isinstance(one, TypesetFormula)
        return make_call("max", one, other) if typeset else max(one, other)

    return st.one_of(
        *(apply(operation) for operation in (add, sub, mul, highest)),
        apply(truediv, pairs.filter(lambda p: p[1][1] != 0)),
        parts.map(lambda p: (p[0] ** make_figure("2"), p[1] * p[1])),
    )


formulas = st.recursive(
    typed_numbers.map(lambda text: (make_figure(text), Exact(value_of(text)))),
    combined,
    max_leaves=8,
)


def plain(node: object) -> str:
    if isinstance(node, LatexAtom):
        return node.text
    if isinstance(node, LatexRow):
        return " ".join(plain(part) for part in node.parts)
    if isinstance(node, LatexFraction):
        return f"(({plain(node.above)}) / ({plain(node.below)}))"
    if isinstance(node, LatexFence):
        return f"({plain(node.inner)})"
    return f"{plain(node.base)}^({plain(node.above)})"


@given(formulas)
@often(150)
def test_text_and_latex_have_the_value_of_what_was_built(pair):
    # Compute exactly, because a small difference of large sums must not decide.
    formula, value = pair
    assert reckon_exactly(formula.plain) == value
    assert reckon_exactly(plain(formula.row)) == value


ONE, TWO, EIGHT, NEGATIVE = map(make_figure, ("1", "2", "8", "−2"))


def test_brackets_are_used_where_they_are_needed():
    for formula, plain_text, latex in (
        (ONE + NEGATIVE, "1 + (−2)", "1 {} + \\left( -2 \\right)"),
        (EIGHT / (ONE + TWO), "8 / (1 + 2)", "\\frac{8}{1 {} + 2}"),
        (make_square_root(EIGHT), "√8", "\\sqrt{8}"),
        (join_equal(make_name("N*"), EIGHT), "N* = 8", "N^{*} {} = 8"),
        (make_sum([ONE]), "1", "1"),
    ):
        assert formula.plain == plain_text
        assert to_latex(formula.row) == latex


@pytest.mark.parametrize("path", PATHS)
def test_the_typeset_formula_has_the_figures_of_the_text(path):
    digits = re.compile(r"\d+(?:\.\d+)?")
    for line in lines(derive(PATHS[path](rules("2025")))).values():
        pieces = [ET.fromstring(make_mathml(piece)) for piece in line.typeset]
        shown = [mn.text or "" for piece in pieces for mn in piece.iter("mn")]
        figures = [text for text in shown if digits.fullmatch(text)]
        named = re.sub(r"R'?0\b", "R", line.formula).replace("²", " 2 ")
        wanted = digits.findall(named)
        extra = sum(text == "0" for text in figures) - wanted.count("0")
        assert extra in (0, 1)  # These are the index of R0.
        assert sorted(figures) == sorted(wanted + ["0"] * extra)


@given(st.floats(-500, 3500))
@often(200)
def test_rounding_what_is_printed_gives_what_is_shown(value):
    shown = numbers.format_whole_rating(value)
    assert numbers.format_whole_rating(value_of(numbers.format_rating(value))) == shown
    assert (
        numbers.format_whole_rating(float(numbers.format_deciding_digits(value, 4)))
        == shown
    )


def test_a_rating_has_the_digits_that_settle_its_rounding():
    for value, text in (
        *((1397.49996, "1397.49996"), (1397.5, "1397.50"), (1397.499, "1397.499")),
        *((1397.4949, "1397.49"), (1400.0, "1400"), (-0.001, "0")),
    ):
        assert numbers.format_rating(value) == text
