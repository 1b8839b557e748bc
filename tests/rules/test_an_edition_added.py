"""An edition is added by data alone, and then appears everywhere."""

import datetime as dt
import io
import json
import re
import shutil
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from making.data_pages import make_documents_page
from tests.build import document, event_file, player, section
from tests.cli.running import run_anew
from tests.rules.added_edition import KEY, MULTIPLIER, add_edition
from uscalc.document.model import Document, RulesChoice
from uscalc.document.queries.compare import compare_editions
from uscalc.document.rate.rated import SystemRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import TOPICS, Citation
from uscalc.engine.rules import Rules
from uscalc.engine.table import PARAMETERS, RuleTable
from uscalc.explain.curve import VARIABLES, CurveSubject
from uscalc.explain.curves import USED, draw_formula
from uscalc.explain.derive import derive_rating
from uscalc.explain.model import Derivation
from uscalc.report.as_html import make_derivation_html
from uscalc.report.as_text import make_derivation_text, print_to
from uscalc.report.comparisons import make_parameter_tables, make_parameters_json
from uscalc.resources import ROOT
from uscalc.rules.resolve import load_rule_table, load_rule_table_from, resolve_rules

SINCE = dt.date(2026, 2, 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return add_edition(tmp_path_factory.mktemp("data") / "rules")


@pytest.fixture(scope="module")
def table(folder: Path) -> RuleTable:
    return load_rule_table_from(folder)


def played(key: str | None = KEY) -> Document:
    """Return five wins of an established player, one of them against a new player."""
    others = [
        player(2, "L1", rating=1700.0),
        player(3, "U", "L1", rating=1750.0, games=5),
        player(4, "U", "U", "L1", rating=None, fide=1600.0, born="2001-05-02"),
        player(5, "U", "U", "U", "L1", rating=None, born="2015-05-02"),
        player(6, "U", "U", "U", "U", "L1", rating=1800.0),
    ]
    winner = player(1, "W2", "W3", "W4", "W5", "W6")
    return document(section(winner, *others, rules=RulesChoice(key)))


def rated(table: RuleTable, key: str | None = KEY) -> SystemRating:
    made = rate_document(played(key), partial(resolve_rules, table=table))
    (found,) = made.sections[0].ratings
    return found


def derive(rating: SystemRating, number: int) -> Derivation:
    return derive_rating(rating.trace, rating.places[number], lambda n: f"Player {n}")


def printed_text(*parts: RenderableType) -> str:
    """Return what a wide terminal shows."""
    console = Console(width=300, file=io.StringIO())
    with console.capture() as shown:
        print_to(console, *parts)
    return shown.get()


def test_a_new_edition_rates_and_inherits_from_its_base(table):
    by_key = rated(table)
    assert by_key.trace.rules.edition == KEY
    assert by_key.trace.rules.bonus_multiplier == MULTIPLIER
    before = rated(table, "2025")
    assert by_key.find_post(1) > before.find_post(1) + 10
    before = SINCE - dt.timedelta(days=1)
    for end, wanted in ((before, ("2025", 10.0)), (SINCE, (KEY, MULTIPLIER))):
        rules = resolve_rules(RulesChoice(), end, "R", table)
        assert (rules.edition, rules.bonus_multiplier) == wanted
    new, old = table.get_rules_of_edition(KEY), table.get_rules_of_edition("2025")
    changed = {name for name in PARAMETERS if getattr(new, name) != getattr(old, name)}
    assert changed == {"bonus_multiplier"}
    for topic in TOPICS:
        changed = {"bonus": "4.7", "floors": "5.5"}
        before = getattr(old.citations, topic)
        if before.lacking:
            # Neither edition has this rule: both cite the last edition that had it.
            assert getattr(new.citations, topic) == before._replace(lacking=KEY)
            continue
        section = changed.get(topic, before.section)
        assert getattr(new.citations, topic) == Citation(KEY, section)


def test_a_new_edition_is_cited_everywhere(table):
    rating = rated(table)
    for number in range(1, 7):
        cited = (line.section for line in derive(rating, number).iterate_lines())
        assert {section.split(", ")[0] for section in cited if section} == {KEY}
    cited = {line.key: line.section for line in derive(rating, 1).iterate_lines()}
    assert cited["step4.bonus"] == cited["step4.threshold"] == "2026, 4.7"
    assert (cited["floor"], cited["step4.k"]) == ("2026, 5.5", "2026, 4.2")
    started = {line.key: line.section for line in derive(rating, 5).iterate_lines()}
    assert started["r0"] == "2026, 2.3"
    derivation = derive(rated(table), 1)
    text = printed_text(make_derivation_text(derivation))
    for shown in (text, make_derivation_html(derivation)):
        assert "2026, 4.7" in shown
        assert "2026, 5.5" in shown
        assert "2025, " not in shown

    def cited(choice: RulesChoice, end: dt.date) -> Rules:
        return resolve_rules(choice, end, "R", table)

    old = cited(RulesChoice(KEY, (("effective_games", "2001"),)), SINCE)
    assert str(old.citations.effective) == "2009, 2.1"
    assert str(old.citations.standard) == "2026, 4.2"
    early = cited(RulesChoice(), dt.date(2013, 6, 1))
    assert str(early.citations.effective) == "2015, 3"
    assert str(early.citations.storage) == "2009, 3"
    assert str(cited(RulesChoice(), dt.date(2014, 9, 1)).citations.storage) == "2015, 7"
    rules = table.get_rules_of_edition(KEY)
    usual = {variable.key: variable.usual for variable in VARIABLES}
    nobody = CurveSubject("")
    assert {key: draw_formula(key, usual, nobody, rules).section for key in USED} == {
        "effective": "2026, 3",
        "k": "2026, 4.2",
        "expectancy": "2026, 4.1 and 4.2",
        "bonus": "2026, 4.7",
        "age": "2026, 2.3",
    }


def test_a_new_edition_is_compared_and_listed(table):
    book = partial(resolve_rules, table=table)
    compared = compare_editions(played(None), 0, tuple(table.editions), book)
    (column,) = [c for c in compared.columns if c.rules == KEY]
    ((rule, points),) = column.list_causes(1)
    assert rule == "bonus_multiplier"
    assert points > 10
    page = make_documents_page(table)
    assert "| `2026` | A Made-up Rating System | Nobody | 1/15/2026 |" in page
    assert "| 2026 edition | all | 3 | section 4.7 | |" in page
    assert page.count("\n| 2026 edition | all | ") == len(PARAMETERS)
    assert make_documents_page(load_rule_table()).count("2026") == 0
    shown = printed_text(*make_parameter_tables(table))
    rows = [" ".join(row.split()) for row in shown.splitlines()]
    assert "2026 edition 3 section 4.7" in rows
    assert "2026 edition regular only section 5.5" in rows
    assert sum(row.startswith("2026 edition ") for row in rows) == len(PARAMETERS)
    listed = make_parameters_json(table)
    assert list(listed["editions"])[-1] == KEY
    multiplier = listed["parameters"]["bonus_multiplier"]
    assert multiplier["editions"][KEY] == {"value": MULTIPLIER, "section": "4.7"}
    sections = "2009 section 2.3; 2015 to 2025 section 4.2; 2026 section 4.7"
    assert multiplier["section"] == sections


def test_the_commands_accept_a_new_edition(tmp_path):
    """The unchanged program runs beside the changed data."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT.parent / "uscalc", tmp_path / "uscalc", ignore=ignored)
    shutil.copytree(ROOT / "templates", tmp_path / "resources" / "templates")
    add_edition(tmp_path / "resources" / "rules")
    players = [
        {
            "number": number,
            "name": f"Player {number}",
            "ratings": {"R": {"rating": 1500 + 100 * number, "games": 50}},
            "results": row.split(),
        }
        for number, row in enumerate(("W2 W3 W4", "L1 U U", "U L1 U", "U U L1"), 1)
    ]
    body = event_file(*players, systems=["R"], rules=KEY)
    (tmp_path / "event.uscalc").write_text(json.dumps(body), encoding="utf-8")

    def run(*args: str) -> str:
        done = run_anew(*args, cwd=tmp_path, PYTHONPATH=None)
        assert done.returncode == 0, done.stderr
        return done.stdout

    (section,) = json.loads(run("rate", "event.uscalc", "--json"))["sections"]
    (rating,) = section["ratings"]
    assert rating["rules"]["edition"] == KEY
    assert rating["rules"]["bonus_multiplier"] == MULTIPLIER
    explained = run("explain", "event.uscalc", "--player", "1")
    assert "[2026, 4.7]" in explained
    assert set(re.findall(r"\[(\d{4}),", explained)) == {KEY}
    columns = json.loads(run("editions", "event.uscalc", "--json"))["sections"][0]
    assert KEY in {column["rules"] for column in columns["columns"]}
