"""Every key of the event file that may be left out: assumed and named, or stated.

For each optional key of the schema a section is generated in which leaving the key out
moves a displayed rating. Then the assumption is named with a range that contains the
rating with the key, or one of the reviewed tables says why nothing is unknown.
"""

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from tests.build import event_file
from tests.shared_data import load_cases
from uscalc.document.rate.whole import rate_document
from uscalc.formats.native.reader import read
from uscalc.report.as_json import make_rating_json
from uscalc.resources import get_resource_path
from uscalc.rules.resolve import resolve_rules

Event = dict[str, Any]
Make = Callable[[random.Random], Event]
SEEDS = 25
"""The number of generated sections for each key; all in which a rating moves are checked."""
PLAYER = "sections[].players[]"
FACTS = f"{PLAYER}.ratings.*"


def optional_keys() -> list[str]:
    """Return the paths of all keys that the schema doesn't require.

    Keys below `link` belong to another file, which is never rated.
    """
    path = get_resource_path("schema", "event.schema.json")
    schema = json.loads(path.read_text("utf-8"))
    found: dict[str, None] = {}

    def walk(node: Event, path: str) -> None:
        if "$ref" in node:
            node = schema["$defs"][node["$ref"].rpartition("/")[2]]
        for word in ("anyOf", "oneOf", "allOf"):
            for one in node.get(word, ()):
                walk(one, path)
        if isinstance(node.get("items"), dict):
            walk(node["items"], f"{path}[]")
        for key, value in node.get("properties", {}).items():
            here = f"{path}.{key}".lstrip(".")
            if key not in node.get("required", ()):
                found[here] = None
            if here != "link":
                walk(value, here)
        if isinstance(node.get("additionalProperties"), dict):
            walk(node["additionalProperties"], f"{path}.*")

    walk(schema, "")
    return list(found)


# Generated sections; player 1 has the key.

KNOWN = {"games": 60, "rounded": False, "floor": 100, "source": "typed"}


def rated(rng: random.Random, low: int = 1300, high: int = 2000) -> Event:
    """Return the known facts of an established player in Regular."""
    return {"R": {"rating": rng.randint(low, high), **KNOWN}}


def event(
    rng: random.Random,
    first: Event,
    system: str = "R",
    end: str = "2025-09-01",
    strength: tuple[int, int] = (1300, 2000),
    results: str = "",
    **section: Any,
) -> Event:
    """Return an event of four players who all meet player 1."""
    players: list[Event] = [{"number": 1, "name": "Inventa, One", **first}]
    players[0]["results"] = []
    for number in (2, 3, 4):
        result = results or rng.choice("WDL")
        players[0]["results"].append(f"{result}{number}")
        mirror = {"W": "L", "L": "W", "D": "D"}[result]
        own = ["U"] * 3
        own[number - 2] = f"{mirror}1"
        facts = {system: {"rating": rng.randint(*strength), **KNOWN}}
        name = f"Inventa, P{number}"
        players.append(
            {"number": number, "name": name, "ratings": facts, "results": own}
        )
    known = {"start_date": end, "end_date": end, "time_control": "G/120;d5"}
    return event_file(*players, end=end, **known, **({"systems": [system]} | section))


def own(key: str, values: Callable[[random.Random], Any], **facts: Any) -> Make:
    """Return a maker of events with a fact of player 1's own rating."""

    def make(rng: random.Random) -> Event:
        mine = {"rating": rng.randint(1300, 2000), **KNOWN, **facts}
        mine = {k: v for k, v in mine.items() if v is not None}
        mine[key] = values(rng)
        return event(rng, {"ratings": {"R": mine}})

    return make


def source(key, end, values, target="Q") -> Make:
    """Return a maker of events with a fact of the rating that player 1 starts from."""

    def make(rng: random.Random) -> Event:
        facts = {"rating": rng.randint(1500, 2100), "games": 40, "as_of": "2000-05-05"}
        if end < "2000" or key != "as_of":
            facts["as_of"] = f"{int(end[:4]) - rng.randint(0, 6)}-01-01"
        facts[key] = values(rng)
        first = {
            "birth_date": f"{int(end[:4]) - rng.randint(8, 40)}-03-03",
            "ratings": {"R": facts},
            "fide": {"rating": 1800, "as_of": f"{int(end[:4]) - 1}-01-01"},
        }
        if end < "2020":
            del first["fide"]
        made = event(rng, first, target, end)
        del made["sections"][0]["time_control"]
        return made

    return make


def days_before(rng: random.Random, end_year: int) -> str:
    """Return a date of the last thirty years."""
    return f"{end_year - rng.randint(0, 30)}-{rng.randint(1, 8):02}-{rng.randint(1, 28):02}"


def low_player(key: str, most: int) -> Make:
    """Return a maker of events in which player 1 falls to the personal floor."""

    def make(rng: random.Random) -> Event:
        facts = {"rating": 105 + rng.randint(0, 40), **KNOWN}
        facts |= {"wins": 0, "draws": 0, "events": 0, key: rng.randint(1, most)}
        ratings = {"ratings": {"R": facts}}
        return event(rng, ratings, strength=(100, 160), results="L")

    return make


def falling(facts: Callable[[random.Random, int], Event]) -> Make:
    """Return a maker of events in which player 1 loses every game."""

    def make(rng: random.Random) -> Event:
        mine = {k: v for k, v in KNOWN.items() if k != "floor"}
        hundred = rng.randint(14, 20) * 100
        mine |= {"rating": hundred + 5, **facts(rng, hundred)}
        return event(rng, {"ratings": {"R": mine}}, results="L")

    return make


def prize_of(key: str, rng: random.Random, level: int) -> Event:
    prize: Event = {"level": level, "amount": 2500, "date": "2019-05-01"}
    if key == "amount":
        prize |= {"amount": rng.choice([1000, 1999]), "date": "2021-05-01"}
    return {"peak": level + 6, "prize_floor": prize}


def born(end: str, **more: Any) -> Make:
    def make(rng: random.Random) -> Event:
        day = f"{int(end[:4]) - rng.randint(4, 70)}-02-03"
        return event(rng, {"birth_date": day, **copy.deepcopy(more)}, end=end)

    return make


def with_facts(strength: tuple[int, int] = (1300, 2000), **first: Any) -> Make:
    return lambda rng: event(rng, copy.deepcopy(first), strength=strength)


OTHER = {"Q": {"rating": 1600, "games": 40, "as_of": "2018-01-01"}}
TWO = OTHER | {"B": {"rating": 1100, "games": 7, "as_of": "2011-01-01"}}


def foreign(key: str) -> Make:
    def make(rng: random.Random) -> Event:
        first = {
            "birth_date": f"{2025 - rng.randint(8, 40)}-03-03",
            "ratings": copy.deepcopy(OTHER),
            key: {"rating": rng.randint(1500, 2200), "as_of": days_before(rng, 2025)},
        }
        return event(rng, first)

    return make


def match(key: str) -> Make:
    """Return a maker of matches; player 1 wins or loses all games."""

    def make(rng: random.Random) -> Event:
        one = {**KNOWN, "rating": rng.randint(1300, 1700)}
        other = {**KNOWN, "rating": one["rating"] + rng.randint(-390, 390)}
        del one["floor"], other["floor"]
        full = {"official": one["rating"], "matches": {}}
        full["matches"] = {"net_180_days": 0, "net_3_years": 0}
        one |= copy.deepcopy(full)
        other |= copy.deepcopy(full) | {"official": other["rating"]}
        if key == "games":
            one[key] = rng.randint(20, 26)
        elif key == "official":
            one[key] = rng.randint(900, 2100)
        elif key == "matches":
            one[key] = {"net_180_days": rng.randint(-120, 120), "net_3_years": 0}
        else:
            one["matches"][key] = rng.randint(-120, 120) * (1 if "180" in key else 2)
        won = rng.choice("WL")
        lost = {"W": "L", "L": "W"}[won]
        made = event(rng, {"ratings": {"R": one}}, kind="match")
        players = made["sections"][0]["players"][:2]
        players[0]["results"] = [f"{won}2"] * 6
        players[1] |= {"ratings": {"R": other}, "results": [f"{lost}1"] * 6}
        made["sections"][0]["players"] = players
        return made

    return make


def ended_before(first_day: bool) -> Make:
    def make(rng: random.Random) -> Event:
        low = {"ratings": rated(rng, 1300, 1500)}
        made = event(rng, low, "R", "2025-01-05", (1600, 2000), "W")
        section = made["sections"][0]
        section["end_date"] = f"2024-12-{rng.randint(10, 31)}"
        if first_day:
            section["start_date"] = "2024-12-09"
        else:
            del section["start_date"]
        return made

    return make


def controlled(systems: list[str], control: str) -> Make:
    def make(rng: random.Random) -> Event:
        ratings = rated(rng, 2210, 2600)
        if "Q" in systems:
            ratings["Q"] = ratings["R"]
        made = event(rng, {"ratings": ratings}, strength=(1900, 2500))
        for one in made["sections"][0]["players"]:
            one["ratings"]["Q"] = one["ratings"]["R"]
        made["sections"][0] |= {"systems": systems, "time_control": control}
        return made

    return make


def life_master(rng: random.Random, _level: int) -> Event:
    return {"rating": rng.randint(2201, 2220), "life_master": True}


def one_way(rng: random.Random) -> str:
    return rng.choice(["all_wins", "all_losses"])


def games(rng: random.Random) -> int:
    return rng.choice([*range(1, 12), 25, 26, 30, 100])


ASSUMED: dict[str, tuple[tuple[str, Make], ...]] = {
    "sections[].end_date": (
        ("days", ended_before(True)),
        ("days", ended_before(False)),
    ),
    "sections[].time_control": (
        ("time_control", controlled(["R"], "G/60;d5")),
        ("time_control", controlled(["R", "Q"], "G/120;d5")),
    ),
    f"{PLAYER}.birth_date": (
        ("start", born("2012-05-05")),
        ("start", born("2025-09-01")),
        ("start", born("2025-09-01", ratings=OTHER)),
        ("start", born("2025-09-01", ratings=TWO)),
    ),
    f"{PLAYER}.adult": (
        ("start", with_facts(adult=True)),
        ("start", with_facts((1200, 2100), adult=True, ratings=TWO)),
        ("adult", with_facts(adult=True, birth_date="2024-02-03")),
    ),
    f"{FACTS}.games": (
        ("games", own("games", games)),
        ("games", match("games")),
        ("source", source("games", "2012-01-01", games)),
        ("source", source("games", "2016-01-01", games)),
        ("source", source("games", "2016-01-01", games, "B")),
        ("source", source("games", "2025-09-01", games)),
    ),
    f"{FACTS}.as_of": (
        ("source", source("as_of", "2025-09-01", lambda rng: days_before(rng, 2025))),
    ),
    f"{FACTS}.record": (("record", own("record", one_way, games=5, floor=None)),),
    f"{FACTS}.peak": (
        ("floor", falling(lambda rng, at: {"peak": at + rng.randint(150, 215)})),
    ),
    f"{FACTS}.wins": (("counts", low_player("wins", 12)),),
    f"{FACTS}.draws": (("counts", low_player("draws", 25)),),
    f"{FACTS}.events": (("counts", low_player("events", 50)),),
    f"{FACTS}.floor": (("floor", falling(lambda _, at: {"floor": at})),),
    f"{FACTS}.prize_floor": (
        ("floor", falling(lambda _, at: {"prize_floor": {"level": at}})),
    ),
    f"{FACTS}.prize_floor.amount": (("prize", falling(partial(prize_of, "amount"))),),
    f"{FACTS}.prize_floor.date": (("prize", falling(partial(prize_of, "date"))),),
    f"{FACTS}.life_master": (("floor", falling(life_master)),),
    f"{FACTS}.official": (("official", match("official")),),
    f"{FACTS}.matches": (("net", match("matches")),),
    f"{FACTS}.matches.net_180_days": (("net", match("net_180_days")),),
    f"{FACTS}.matches.net_3_years": (("net", match("net_3_years")),),
    f"{PLAYER}.fide.as_of": (("source", foreign("fide")),),
    f"{PLAYER}.cfc.as_of": (("source", foreign("cfc")),),
}
"""Keys that may be unknown: the kind of their assumption, and the maker of their events."""

STATED = load_cases("test_keys_left_out", "stated")
"""Keys whose absence has a meaning by the contract of the file, so they are not unknown."""

NO_RATING = {
    "report": "only in the rating report",
    "link": "the linked file, which is merged and not rated",
    "sections[].name": "a name",
    "sections[].start_date": "the last day decides the rules",
    "sections[].rounds": "planned rounds",
    "sections[].rounds_played": "rounds that are over",
    "sections[].report": "only in the rating report",
    f"{PLAYER}.name": "a name",
    f"{PLAYER}.state": "a place of residence",
    f"{FACTS}.source": "decides only what an unknown number of games may be",
    f"{FACTS}.rounded": "decides only whether a rating may be any that rounds to it",
    f"{PLAYER}.published": "compared with the new rating, never used for it",
    f"{PLAYER}.published.*.games": "compared, never used",
    **dict.fromkeys(
        (
            *(f"report.{key}" for key in ("affiliate", "chief_td", "assistant_td")),
            *(f"report.{key}" for key in ("other_tds", "city", "state", "zip")),
            *(f"report.{key}" for key in ("country", "event_id", "program")),
            "report.crosstable",
            *(f"sections[].report.{key}" for key in ("type", "system", "chief_td")),
            *(f"sections[].report.{key}" for key in ("assistant_td", "fide_rated")),
            *(f"sections[].report.{key}" for key in ("scholastic_level", "grand_prix")),
            "sections[].report.grand_prix_points",
        ),
        "only in the rating report",
    ),
}
"""Keys that no rating depends on."""


def test_each_optional_key_is_assumed_or_stated_or_in_no_rating():
    listed = [key for table in (ASSUMED, STATED, NO_RATING) for key in table]
    assert sorted(listed) == sorted(optional_keys())
    for table in (STATED, NO_RATING):
        assert all(table.values())


def without(made: Event, path: str) -> Event:
    """Return the event without a key of its first section's first player."""
    left = copy.deepcopy(made)
    *way, key = path.split(".")
    at: list[Any] = [left]
    for step in way:
        at = list(_step_down(at, step))
    (holder,) = [one for one in at if isinstance(one, dict) and key in one][:1]
    del holder[key]
    return left


def _step_down(at: list[Any], step: str) -> Iterator[Any]:
    for one in at:
        if step == "*":
            yield from one.values()
        elif step.removesuffix("[]") in one:
            value = one[step.removesuffix("[]")]
            yield value[0] if step.endswith("[]") else value


def rate(made: Event) -> dict[tuple[str, int], Event]:
    """Return the rows of the first section by system and pairing number."""
    document = read(json.dumps(made).encode()).document
    found = make_rating_json(rate_document(document, resolve_rules), [0])["sections"][0]
    return {
        (rating["system"], row["number"]): row
        for rating in found["ratings"]
        for row in rating["players"]
    }


CASES = [
    pytest.param(path, kind, make, id=f"{path}-{at}")
    for path, cases in ASSUMED.items()
    for at, (kind, make) in enumerate(cases)
]


@pytest.mark.parametrize(("path", "kind", "make"), CASES)
def test_leaving_a_key_out_names_the_assumption_with_its_range(path, kind, make):
    moved, most = 0, 0
    taken = set()
    for seed in range(SEEDS):
        made = make(random.Random(seed))
        full, left = rate(made), rate(without(made, path))
        assert full.keys() == left.keys()
        for place, row in full.items():
            now, then = left[place]["post_rounded"], row["post_rounded"]
            if then == now:
                continue
            named = [a for a in left[place]["assumptions"] if a["kind"] == kind]
            ranges = [(a["low"], a["high"]) for a in named]
            here = seed, place, (now, then), ranges
            assert any(low <= then <= high for low, high in ranges), here
            moved += 1
            most = max(most, abs(then - now))
            taken |= {a["taken"] for a in named}
    assert moved, "no generated section has a rating that this key moves"
    print(f"{path}: {moved} ratings moved by up to {most} points; {sorted(taken)}")


@pytest.mark.parametrize("path", NO_RATING)
def test_a_key_that_no_rating_is_computed_from_moves_none(path):
    if path == "link":
        return
    rng = random.Random(path)
    first = {
        "id": "12345610",
        "state": "WI",
        "ratings": rated(rng),
        "published": {"R": {"rating": 1500, "games": 64}},
    }
    made = event(rng, first, rounds=5, rounds_played=3)
    made["report"] = dict.fromkeys(
        (key.rpartition(".")[2] for key in NO_RATING if key.startswith("report.")), "Y"
    )
    made["sections"][0]["report"] = {
        key.rpartition(".")[2]: "Y"
        for key in NO_RATING
        if key.startswith("sections[].report.")
    }
    full, left = rate(made), rate(without(made, path))
    assert [r["post"] for r in full.values()] == [r["post"] for r in left.values()]


@pytest.mark.parametrize("end", ["2012-01-01", "2016-01-01"])
def test_the_range_of_a_source_contains_the_rating_of_every_number_of_games(end):
    """An unrated player of a Quick section starts from a Regular rating, or by age."""
    facts = {"rating": 1900, "games": 0, "as_of": end}
    first = {"birth_date": "1990-01-01", "ratings": {"R": facts}}
    made = event(random.Random(1), first, "Q", end)
    del made["sections"][0]["time_control"]
    left = rate(without(made, f"{FACTS}.games"))
    for count in range(61):
        facts["games"] = count
        _check_range(left, rate(made), "source")


@pytest.mark.parametrize("ratings", [{}, OTHER, TWO])
def test_the_range_of_a_birth_date_contains_the_rating_of_every_age(ratings):
    first: Event = {"birth_date": "", "ratings": ratings}
    made = event(random.Random(2), first)
    left = rate(without(made, f"{PLAYER}.birth_date"))
    for year in range(1930, 2023):
        for month in (1, 6):
            first = made["sections"][0]["players"][0]
            first["birth_date"] = f"{year}-{month:02}-11"
            _check_range(left, rate(made), "start")


def test_the_range_of_a_published_rating_contains_the_rating_of_every_one():
    made = match("official")(random.Random(3))
    facts = made["sections"][0]["players"][0]["ratings"]["R"]
    left = rate(without(made, f"{FACTS}.official"))
    for official in range(100, 2900, 7):
        facts["official"] = official
        _check_range(left, rate(made), "official")


def test_the_range_of_a_day_contains_the_rating_of_every_day_it_may_be():
    made = ended_before(True)(random.Random(4))
    made["sections"][0]["players"][1]["ratings"] = {}
    made["sections"][0]["players"][1]["birth_date"] = "2014-02-03"
    left = rate(without(made, "sections[].end_date"))
    for month, days in (("2024-12", range(9, 32)), ("2025-01", range(1, 6))):
        for day in days:
            made["sections"][0]["end_date"] = f"{month}-{day:02}"
            _check_range(left, rate(made), "days")


def _check_range(left, full, kind) -> None:
    """Check that the range of an assumption contains the ratings that its fact gives."""
    for place, row in full.items():
        now, then = left[place]["post_rounded"], row["post_rounded"]
        named = [a for a in left[place]["assumptions"] if a["kind"] == kind]
        here = place, now, then, named
        assert then == now or any(a["low"] <= then <= a["high"] for a in named), here
