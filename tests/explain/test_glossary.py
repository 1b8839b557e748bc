"""Glossary terms are marked where a sentence is written, and each has an entry."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction as Exact

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import rules, rules_on
from tests.explain.calculator import reckon_exactly
from tests.explain.make import derive, lines
from tests.explain.test_paths import EDITIONS, PATHS
from tests.often import often
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
from uscalc.explain.latex import (
    LatexAtom,
    LatexFence,
    LatexFraction,
    LatexRow,
    to_latex,
)
from uscalc.explain.numbers import (
    MINUS,
    SYMBOLS,
    MarkedTerm,
    fill_template,
    format_deciding_digits,
    format_rating,
    format_whole_rating,
    make_marked_text,
    speak_name,
)
from uscalc.report.as_html import make_mathml
from uscalc.report.data_pages import INK, read_glossary


def marked_anywhere() -> set[str]:
    found: set[str] = set()
    for edition in (*EDITIONS, "2012-01-01"):
        rule_set = rules_on(edition) if "-" in edition else rules(edition)
        for path in PATHS:
            trace = PATHS[path](rule_set)
            for place in range(len(trace.players)):
                found.update(list_marked_terms(derive(trace, place)))
    return found


def test_every_word_of_the_documents_is_marked_and_in_the_glossary():
    assert marked_anywhere() == set(read_glossary())
    assert set(SYMBOLS) <= set(read_glossary())
    keys = set(lines(derive(PATHS["special"](rules("2025")))))
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
def test_no_words_of_a_drawing_overlap_others(key):
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
        for line in derive(PATHS[path](rules("2025"))).iterate_lines():
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
    plain = derive(trace)
    named = derive_rating(trace, 0, lambda n: f"{name} {n}")
    assert list_marked_terms(named) == list_marked_terms(plain)
    for one, other in zip(plain.iterate_lines(), named.iterate_lines(), strict=True):
        assert one.words.terms == other.words.terms
        assert other.text == re.sub(
            r"Player (\d+)", lambda m: speak_name(f"{name} {m[1]}"), one.text
        )
    spoken = speak_name(f"{name} 2")
    assert any(spoken in line.text for line in named.iterate_lines())


# Formulas have brackets where needed, and both forms mean the same.

numbers = st.integers(-99, 99).map(lambda n: str(n).replace("-", MINUS))


def value_of(text: str) -> float:
    return float(text.replace(MINUS, "-"))


def combined(parts) -> st.SearchStrategy[tuple[TypesetFormula, Exact]]:
    pairs = st.tuples(parts, parts)
    return st.one_of(
        pairs.map(lambda p: (p[0][0] + p[1][0], p[0][1] + p[1][1])),
        pairs.map(lambda p: (p[0][0] - p[1][0], p[0][1] - p[1][1])),
        pairs.map(lambda p: (p[0][0] * p[1][0], p[0][1] * p[1][1])),
        pairs.filter(lambda p: p[1][1] != 0).map(
            lambda p: (p[0][0] / p[1][0], p[0][1] / p[1][1])
        ),
        parts.map(lambda p: (p[0] ** make_figure("2"), p[1] * p[1])),
        pairs.map(
            lambda p: (make_call("max", p[0][0], p[1][0]), max(p[0][1], p[1][1]))
        ),
    )


formulas = st.recursive(
    numbers.map(lambda text: (make_figure(text), Exact(value_of(text)))),
    combined,
    max_leaves=8,
)


def exact_value(row: LatexRow) -> Exact:
    return reckon_exactly(plain(row))


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
    assert exact_value(formula.row) == value


@pytest.mark.parametrize(
    ("formula", "plain_text", "latex"),
    [
        (
            make_figure("1") + make_figure("−2"),
            "1 + (−2)",
            "1 {} + \\left( -2 \\right)",
        ),
        (
            make_figure("8") / (make_figure("1") + make_figure("2")),
            "8 / (1 + 2)",
            "\\frac{8}{1 {} + 2}",
        ),
        (make_square_root(make_figure("4")), "√4", "\\sqrt{4}"),
        (join_equal(make_name("N*"), make_figure("50")), "N* = 50", "N^{*} {} = 50"),
        (make_sum([make_figure("1")]), "1", "1"),
    ],
)
def test_brackets_are_used_where_they_are_needed(formula, plain_text, latex):
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
    assert format_whole_rating(value_of(format_rating(value))) == format_whole_rating(
        value
    )
    assert format_whole_rating(
        float(format_deciding_digits(value, 4))
    ) == format_whole_rating(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1397.49996, "1397.49996"),
        (1397.5, "1397.50"),
        (1397.499, "1397.499"),
        (1397.4949, "1397.49"),
        (1400.0, "1400"),
        (-0.001, "0"),
    ],
)
def test_a_rating_has_the_digits_that_settle_its_rounding(value, text):
    assert format_rating(value) == text
