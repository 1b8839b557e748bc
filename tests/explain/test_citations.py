"""Every line of a derivation cites its printed source, or says that there is none."""

import datetime as dt
import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.build import player, rate_one
from tests.engine.make import games, rules_on, section
from tests.explain.make import derive, lines
from tests.explain.test_paths import PATHS
from tests.rules.test_citations_are_true import UNPRINTED, table
from uscalc.counted import format_day
from uscalc.document import model
from uscalc.engine.inputs import Entrant, FloorFacts
from uscalc.engine.section import rate_section
from uscalc.explain import since
from uscalc.explain.curve import CurveSubject, make_variable_values
from uscalc.explain.curves import draw_formula
from uscalc.explain.model import Derivation, LineDifference, compare_derivations
from uscalc.report.derivation import make_derivation

DAYS = (
    *("2003-06-01", "2007-01-01", "2008-07-01", "2009-12-01", "2011-12-01"),
    *("2012-09-01", "2013-05-10", "2013-06-01", "2014-03-20", "2014-10-01"),
    *("2015-06-01", "2017-05-10", "2018-01-01", "2020-05-31", "2020-06-01"),
    *("2023-02-01", "2024-03-01", "2025-01-01", "2025-09-01"),
)
BRACKET = re.compile(r"\[([^]]+)\]")


def changed_lines(one: Derivation, other: Derivation) -> list[LineDifference]:
    chapters = compare_derivations(one, other)
    return [line for chapter in chapters for line in chapter.lines]


def cited_in(derivation: Derivation) -> Iterator[tuple[str, str]]:
    """Yield every citation with the key of its line; "2025, 5 and 1" is two citations."""
    for line in derivation.iterate_lines():
        groups = [line.section] if line.section else []
        groups += BRACKET.findall(line.text)
        for group in groups:
            for cited in group.split("; "):
                edition, comma, places = cited.partition(", ")
                for place in places.split(" and "):
                    yield line.key, f"{edition}{comma}{place}"


@pytest.mark.parametrize("day", DAYS)
def test_every_citation_is_in_the_table_and_the_header_names_its_edition(day):
    rules = rules_on(day)
    known = {at for _, at in table()}
    # Sources in words, for values that no document prints.
    known |= {f"{rules.get_origin(name).source}" for name, _ in UNPRINTED}
    edition = f"{rules.edition} edition prints"
    ends = f"in force on the end date ({format_day(dt.date.fromisoformat(day))})"
    for path, rate in PATHS.items():
        found = derive(rate(rules))
        for key, cited in cited_in(found):
            whole = [source for source in known if source.startswith(cited)]
            assert cited in known or whole, (path, key, cited)
        for line in found.iterate_lines():
            names = FOLLOWED.get(line.key, ())
            if len(names) == 2:
                names = names[1:] if "youth" in path else names[:1]
            for name in names:
                source = since.cite_parameter(name, rules)
                assert line.section == source, (path, line.key)
        assert found.rules.startswith(f"{rules.edition} rating rules")
        changed = any(f"; the {edition}" in line.text for line in found.iterate_lines())
        assert ("with the dated changes below" in found.rules) == changed
        assert ends in found.rules


def test_repeats_and_ignored_opponents_are_cited():
    me = Entrant((1,), 1500.0, 40, own=games((1, 1.0), (1, 1.0), (2, 1.0)))
    others = [Entrant((i,), None, fixed=1500.0) for i in (2, 3)]
    trace = rate_section(section((me, *others)), rules_on("2018-01-01"))
    line = lines(derive(trace))["step5.bonus"]
    assert line.section == "2025, 4.2"
    assert "[2025, 4.2]; the 2015 edition prints only more than twice" in line.text
    players = (
        player(1, "W2", "L3", rating=1800.0, games=60),
        model.Player(2, "Boris Madeup", fide=model.ForeignRating(2160.0)),
        model.Player(3, "Carl Novak"),
    )
    rated = rate_one(*players, kind="foreign-fide")
    found = lines(make_derivation(rated.section, rated.ratings[0], 1))
    assert found["idle"].section == "2025, 7; 2025, 6"


FIRST = "(the date of the first edition with this rule)"


@pytest.mark.parametrize(
    ("peak", "day", "words"),
    [
        (1450.0, "2012-01-01", "[2025, 8]; the 2009 edition prints 1400"),
        (1700.0, "2012-01-01", "; the 2009 edition prints the next multiple of 100 "),
        (1799.6, "2016-01-01", f"on or after 6/1/2015 {FIRST}"),
    ],
)
def test_a_floor_says_where_the_edition_in_force_prints_another(peak, day, words):
    me = Entrant((1,), 1300.0, 40, own=games((1, 0.0)), floors=FloorFacts(peak=peak))
    other = Entrant((2,), None, fixed=1300.0)
    trace = rate_section(section((me, other)), rules_on(day))
    assert words in lines(derive(trace))["floor.peak"].text


CONVERSIONS = ("fide_conversion", "fide_youth_conversion")
FOLLOWED = {
    "n_star": ("effective_games",),
    **dict.fromkeys(("match.rated", "match.established"), ("match_eligibility",)),
    "match.match": ("match_change_cap",),
    "match.180 days": ("match_net_180_days",),
    "match.3 years": ("match_net_3_years",),
    "floor.personal": ("personal_floor",),
    "floor.request": ("match_below_floor",),
    "floor.life-master": ("life_master_floor",),
    "floor.prize": ("prize_floor",),
    "step5.foreign": ("foreign_fide",),
    **dict.fromkeys(("step5.fide1", "step5.fide2", "step5.fide3"), CONVERSIONS),
    "source.fide.converted": ("fide_conversion",),
}
"""Parameters whose value a line prints, at least one of them, by the line's key."""


def test_a_prize_is_judged_and_cited_by_the_rule_of_its_day():
    prize = model.PrizeFloor(1800, 3000.0, dt.date(2018, 1, 5))
    won = model.RatingFacts(1790.0, games=60, prize_floor=prize)
    rated = rate_one(player(1, "L2", facts=won), player(2, "W1", facts=won))
    found = make_derivation(rated.section, rated.ratings[0], 1)
    line = lines(found)["floor.prize"]
    assert line.section == "2015, 5"
    assert "A prize of over $2,000 sets a floor" in line.text
    assert "; the 2025 edition prints $4,000 or more." in line.text
    assert "This prize was $3,000." in line.text
    assert found.rules.startswith("2025 rating rules with the dated changes below,")


FIELD = (
    player(1, "W2", "L3"),
    player(2, "L1", "W4", rating=1600.0),
    player(3, "D4", "W1", rating=1450.0),
    player(4, "D3", "L2", rating=1550.0),
)


def derived(games: int | None = 50, first: str = "W2") -> Derivation:
    one = player(1, first, "L3", games=games)
    two = FIELD[1] if first == "W2" else replace(FIELD[1], results=("D1", "W4"))
    section = rate_one(one, two, *FIELD[2:])
    return make_derivation(section.section, section.in_system("R"), 1)


def test_derivations_differ_only_where_a_fact_counts():
    assert compare_derivations(derived(), derived()) == ()
    chapters = compare_derivations(derived(games=5), derived(games=6))
    assert chapters[0].title.startswith("Step 1")
    (found,) = [chapter for chapter in chapters if chapter.title.startswith("Step 2")]
    keys = {line.after.key for line in found.lines if line.after}
    assert "n_eff" in keys
    assert "n_star" not in keys
    few, many = derived(games=5), derived(games=60)
    lines = changed_lines(few, many)
    assert any(line.before is None for line in lines)
    assert any(line.after is None for line in lines)
    assert {(a, b) for a, b in lines} == {(b, a) for a, b in changed_lines(many, few)}


def test_a_chart_cites_the_value_that_it_draws():
    rules, nobody = rules_on("2018-01-01"), CurveSubject("")
    chart = draw_formula("bonus", make_variable_values(nobody, rules), nobody, rules)
    assert chart.section == "2015, 4.2; 2020, 8"


def test_another_result_is_described_with_its_opponent_and_equal_sentences_once():
    lines = changed_lines(derived(), derived(first="D2"))
    games = [one for one in lines if one.after and one.after.key.startswith("game.1")]
    assert "Round 1: win vs. 2 Player 2" in games[0].before.text
    assert "Round 1: draw vs. 2 Player 2" in games[0].after.text
    lines = changed_lines(derived(games=50), derived(games=10))
    found = {line.after.key: line for line in lines if line.after}
    assert found["step5.k"].common_sentence == found["step5.k"].after.text
    assert found["r0"].common_sentence == ""
