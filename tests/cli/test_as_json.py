"""Indented JSON is what Python's own encoder gives, letter by letter."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uscalc.cli.output import format_indented_json

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


FLAT = st.dictionaries(st.text(), st.none() | st.integers() | st.text("},{\n "))


@given(VALUES | st.lists(FLAT) | st.dictionaries(st.text(), st.lists(FLAT)))
def test_indented_json_equals_that_of_python(value):
    assert "".join(format_indented_json(value)) == json.dumps(value, indent=1)


def test_nan_and_infinity_are_errors_at_any_depth():
    with pytest.raises(ValueError, match="not JSON compliant"):
        list(format_indented_json({"rows": [{"rating": float("nan")}]}))
