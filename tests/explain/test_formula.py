"""Formulas: brackets where they are needed, and both forms say the same."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction as Exact

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.make import rules
from tests.explain.calculator import reckon_exactly
from tests.explain.make import lines, told
from tests.explain.test_paths import PATHS
from tests.often import often
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
from uscalc.explain.numbers import (
    MINUS,
    format_deciding_digits,
    format_rating,
    format_whole_rating,
)
from uscalc.report.as_html import make_mathml

numbers = st.integers(-99, 99).map(lambda n: str(n).replace("-", MINUS))


def value_of(text: str) -> float:
    return float(text.replace(MINUS, "-"))


def grown(parts) -> st.SearchStrategy[tuple[TypesetFormula, Exact]]:
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
    grown,
    max_leaves=8,
)


def worth(row: LatexRow) -> Exact:
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
    # Without rounding: a small difference of large sums must not decide.
    formula, value = pair
    assert reckon_exactly(formula.plain) == value
    assert worth(formula.row) == value


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
def test_brackets_stand_where_they_are_needed(formula, plain_text, latex):
    assert formula.plain == plain_text
    assert to_latex(formula.row) == latex


@pytest.mark.parametrize("path", PATHS)
def test_the_typeset_formula_holds_the_figures_of_the_text(path):
    digits = re.compile(r"\d+(?:\.\d+)?")
    for line in lines(told(PATHS[path](rules("2025")))).values():
        pieces = [ET.fromstring(make_mathml(piece)) for piece in line.typeset]
        shown = [mn.text or "" for piece in pieces for mn in piece.iter("mn")]
        figures = [text for text in shown if digits.fullmatch(text)]
        named = re.sub(r"R'?0\b", "R", line.formula).replace("²", " 2 ")
        wanted = digits.findall(named)
        extra = sum(text == "0" for text in figures) - wanted.count("0")
        assert extra in (0, 1)  # The index of R0.
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
