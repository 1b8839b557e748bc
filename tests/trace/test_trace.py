"""The trace of a rating is complete, can be recomputed, and reveals a changed figure."""

import copy
import json
import random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.often import some
from tests.shared_data import shared
from tests.trace.recompute import recompute
from tests.trace.sections import list_rated_places, make_section_trace
from uscalc.document.rate.whole import rate_document
from uscalc.engine.trace import SectionTrace
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules
from uscalc.trace.build import build_graph
from uscalc.trace.verify import OPERATIONS, find_faults

SCHEMA = json.loads(get_resource_path("schema", "trace.schema.json").read_text())
Json = dict[str, Any]


def make_json(trace: SectionTrace, place: int) -> Json:
    value: Json = json.loads(
        json.dumps(build_graph(trace, place, "Open").to_json("1"), allow_nan=False)
    )
    return value


def differ(value: float, other: float) -> bool:
    return abs(value - other) > 1e-9 * max(abs(value), abs(other))


def find_mismatches(trace: Json) -> list[str]:
    """Return the nodes that the independent recomputation doesn't confirm."""
    try:
        again = recompute(trace)
    except Exception as error:
        return [repr(error)]
    return [n["id"] for n in trace["nodes"] if differ(n["value"], again[n["id"]])]


@pytest.mark.parametrize("seed", range(300))
def test_a_trace_of_a_generated_section_is_confirmed_twice(seed):
    section = make_section_trace(seed)
    for place in list_rated_places(section):
        trace = make_json(section, place)
        assert find_faults(trace) == ()
        assert find_mismatches(trace) == []
        assert trace["nodes"][-1]["value"] == section.players[place].post
    Draft202012Validator(SCHEMA).validate(trace)


def test_real_traces_are_confirmed():
    for file in some(sorted(shared("realdata").glob("*.uscalc")), 6):
        rated = rate_document(open_event(file).document, resolve_rules, lenient=True)
        for rating in (one for section in rated.sections for one in section.ratings):
            for place in list_rated_places(rating.trace):
                trace = make_json(rating.trace, place)
                assert find_faults(trace) == (), file
                assert find_mismatches(trace) == [], file


def test_every_operation_occurs_and_changed_traces_are_refused():
    known = set(SCHEMA["$defs"]["node"]["properties"]["op"]["enum"])
    assert known == {*OPERATIONS, "input", "assumed"}
    chance = random.Random(30)
    found, refused = set(), 0
    for seed in range(200):
        section = make_section_trace(seed)
        places = [*list_rated_places(section)]
        graphs = (build_graph(section, place, "") for place in places)
        found |= {node.op for graph in graphs for node in graph.nodes}
        trace = make_json(section, chance.choice(places)) if places else None
        for _ in range(20) if trace else ():
            changed = change(trace, chance)
            if find_mismatches(changed):
                assert find_faults(changed), (seed, changed["player"])
                refused += 1
    assert found == known
    assert refused >= 2000


def change(trace: Json, chance: random.Random) -> Json:
    changed = copy.deepcopy(trace)
    node = chance.choice(changed["nodes"])
    kind = chance.choice(("value", "argument", "operation", "parameter"))
    given = node["parameters"]
    numbers = [name for name, value in given.items() if type(value) in (int, float)]
    if kind == "argument" and node["args"]:
        earlier = [n["id"] for n in changed["nodes"][: changed["nodes"].index(node)]]
        node["args"][chance.randrange(len(node["args"]))] = chance.choice(earlier)
    elif kind == "operation" and node["op"] not in ("input", "assumed"):
        node["op"] = chance.choice(sorted(OPERATIONS))
    elif kind == "parameter" and numbers:
        name = chance.choice(numbers)
        given[name] = given[name] * (1 + 1e-5) + 1e-5
    else:
        off = max(abs(node["value"]), 1e-3)
        node["value"] += off * chance.choice((-2e-6, 2e-6, 0.1))
    return changed


def test_only_a_difference_by_rounding_is_accepted_near_zero():
    trace = make_json(make_section_trace(4), 0)
    zero = next(n for n in trace["nodes"] if n["op"] == "no_bonus")
    for value, accepted in ((3e-14, True), (-3e-14, True), (2e-9, False)):
        zero["value"] = value
        assert (find_faults(trace) == ()) is accepted, value


def test_a_damaged_trace_is_refused_with_its_place():
    trace = make_json(make_section_trace(4), 0)
    nodes = trace["nodes"]
    firsts = [{"value": value} for value in (None, float("nan"), True)]
    lasts = [{"op": op} for op in ("guess", "k_factor", "convert")]
    lasts += [{"args": args} for args in (["n0"], None)]
    for damage in (
        *({"format": "uscalc.trace/2"}, {"result": "n1"}, {"nodes": []}),
        *({"nodes": [1]}, {"nodes": [*nodes, nodes[0]]}, {"nodes": nodes[::-1]}),
        *({"nodes": [nodes[0] | first, *nodes[1:]]} for first in firsts),
        *({"nodes": [*nodes[:-1], nodes[-1] | last]} for last in lasts),
    ):
        faults = find_faults(trace | damage)
        assert faults, damage
        assert all(fault.place and fault.message and fault.remedy for fault in faults)
