"""uscalc plan: a target and a day, on the command line."""

import pytest

from tests.cli.running import refused, run, run_json

ASKED = (
    *("--rating", "1780", "--target", "1800", "--against", "1700"),
    *("--by", "June", "--start-date", "2025-12-01"),
)


def test_a_plan_in_words_and_as_json():
    done = run("plan", *ASKED)
    assert done.returncode == 0
    assert "Chance of reaching 1800 at some point: about " in done.stdout
    assert "6 events of 5 games against 1700, the last on 6/1/2026" in done.stdout
    assert "To finish at 1800 you need about " in done.stdout
    told = run_json("plan", *ASKED, "--json", "--floor", "1700")
    assert told["games"] == 30
    assert 0.2 < told["chance"] < told["chance_on_the_way"] < 0.9
    assert told["score_expected"] < told["score_needed"]
    assert len(told["events"]) == 6
    lows = [event["quantiles"]["0.05"] for event in told["events"]]
    assert min(lows) >= 1700
    assert told == run_json("plan", *ASKED, "--json", "--floor", "1700")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--by", "soon"), "isn't a date"),
        (("--by", ""), "--by is empty"),
        (("--start-date", "2026-06-20"), "no event finishes by"),
        (("--start-date", "yesterday"), "isn't a date"),
        (("--rating", "50"), "isn't a valid rating"),
        (("--rating", "new"), "needs a starting rating"),
        (("--against", "unr"), "--against needs a rating"),
        (("--against", "strong"), "no rating"),
        (("--every", "day"), "--every 'day' isn't valid"),
        (("--rounds", "99"), "1 to 15 rounds"),
        (("--target", "50"), "100 or more"),
        (("--target", "nan"), "100 or more"),
        (("--draws", "-1"), "draw factor"),
        (("--seed", "-3"), "--seed -3 is below 0"),
    ],
)
def test_a_wrong_option_is_one_line(words, said):
    assert said in refused("plan", *ASKED, *words)
