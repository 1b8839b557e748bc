"""uscalc schema: the JSON Schema that other programs can check an event file by."""

import json

from jsonschema import Draft202012Validator

from tests.cli.running import SAMPLE, event, player, run


def test_the_printed_schema_takes_events_and_refuses_a_misspelt_key():
    done = run("schema")
    assert (done.returncode, done.stderr) == (0, "")
    validator = Draft202012Validator(json.loads(done.stdout))
    sample = json.loads(SAMPLE.read_text(encoding="utf-8"))
    small = json.loads(event([player(1, 1700, "W2"), player(2, 1600, "L1")]))
    assert validator.is_valid(sample)
    assert validator.is_valid(small)
    small["sections"][0]["players"][0]["nmae"] = "Lantern"
    assert not validator.is_valid(small)
