"""What `explain` and `editions` cite, from files that a person could have written."""

import json

from tests.build import event_file
from tests.cli.running import run, run_json


def event(end, players, **section):
    given = {"end_date": end, "time_control": "G/120;d5", **section}
    return json.dumps(event_file(*players, end=end, **given))


def player(number, results, rating=None, games=60, **more):
    ratings = {} if rating is None else {"R": {"rating": rating, "games": games}}
    name = f"Invented, Player {number}"
    return {
        "number": number,
        "name": name,
        "ratings": ratings,
        "results": results,
        **more,
    }


def four_wins(end):
    others = [
        player(i, ["L1" if round_ == i - 1 else "U" for round_ in range(1, 5)], 1700)
        for i in range(2, 6)
    ]
    return event(end, [player(1, ["W2", "W3", "W4", "W5"], 1500), *others])


def flat(text):
    return " ".join(text.split())


def test_a_dated_b_names_its_document_and_what_the_edition_in_force_prints(file):
    text = flat(run("explain", file(four_wins("2018-01-01")), "--player", "1").stdout)
    assert (
        "B = 14. This is for sections that ended from 6/1/2017 to 1/31/2023 "
        "[2020, 8]; the 2015 edition prints 12."
    ) in text
    assert "2015 rating rules with the dated changes below, by end date" in text
    page = run(
        *("explain", file(four_wins("2024-06-01")), "--player", "1"),
        *("--format", "html"),
    ).stdout
    assert "[2025, 8]; the 2020 edition prints 14" in page
    assert "2020 rating rules with the dated changes below," in page


def test_an_edition_asked_for_has_no_dated_changes(file):
    path = file(four_wins("2018-01-01"))
    text = flat(
        run("explain", path, "--player", "1", "--rules", "2015", "--full").stdout
    )
    assert "2015 rating rules, as the 2015 edition prints them." in text
    assert "dated changes" not in text
    assert "B = 12 as the 2015 edition prints it." in text


def test_a_fide_conversion_before_the_edition_that_prints_it(file):
    new = player(
        *(1, ["W2", "L3"]),
        birth_date="1990-01-01",
        fide={"rating": 1900, "as_of": "2024-05-01"},
    )
    others = [player(2, ["L1", "U"], 1500), player(3, ["U", "W1"], 1500)]
    path = file(event("2024-06-01", [new, *others]))
    text = flat(run("explain", path, "--player", "1").stdout)
    assert "1.5667 · 1900 − 1073 = 1903.73 [2025, 2.1]" in text
    assert "the 2020 edition prints 0.94 · rating + 180 up to 2000" in text


def test_a_youth_event_abroad_cites_its_own_conversion(file):
    me = player(1, ["W2", "W3"], 1800)
    others = [
        player(2, [], fide={"rating": 1700}),
        player(3, [], fide={"rating": 1650}),
    ]
    path = file(event("2025-09-01", [me, *others], kind="foreign-fide-youth"))
    text = flat(run("explain", path, "--player", "1", "--full").stdout)
    assert "uses the opponents' ratings in the table." in text
    assert "1.2667 · 1700 − 453 = 1700.39 [2025, 6]" in text


def test_a_match_does_not_pass_the_personal_absolute_floor(file):
    me = player(1, ["L2"] * 5)
    me["ratings"] = {"R": {"rating": 152, "games": 60, "wins": 50}}
    other = player(2, ["W1"] * 5, 120)
    path = file(event("2025-09-01", [me, other], kind="match"))
    done = run("rate", path, "--json")
    (rated,) = json.loads(done.stdout)["sections"][0]["ratings"]
    assert rated["players"][0]["post_rounded"] == 150
    assert "request to lower the floor" not in done.stderr
    text = flat(run("explain", path, "--player", "1").stdout)
    assert "It raises 102. max(102, 150) = 150" in text


def test_the_tables_say_where_a_day_is_only_the_editions():
    text = flat(run("editions").stdout)
    assert "by the edition's" in text
    found = run_json("editions", "--json")["parameters"]
    assert [row["by_edition"] for row in found["prize_floor"]["dated"]] == [False, True]
