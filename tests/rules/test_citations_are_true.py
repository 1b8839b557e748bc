"""Every figure cites a document and section that prints it.

`printed.toml` has what each document prints, with a few of its words. The rule data are
looked up there for every parameter, every system, and every day on which a value or the
edition in force changes. If the documents are available, the words are looked up in
them.
"""

import datetime as dt
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.shared_data import SHARED, shared
from tests.tools.evidence import PAGE, everything, table_lines, with_table
from uscalc.engine.inputs import NO_RULE, SYSTEMS, TOPICS, Citation
from uscalc.engine.table import PARAMETERS
from uscalc.explain.since import describe_printed_value, describe_validity
from uscalc.report.rule_words import describe_value
from uscalc.rules.resolve import load_rule_table

TABLE = Path(__file__).with_name("printed.toml")
FILES = {
    "2009": "003_b8767a6bd8d6b3c0.txt",
    "2015": "000_36ad256924a3586f.txt",
    "2020": "004_6b76bd4a553ff51a.txt",
    "2025": "001_1b19d924ae9b9c8b.txt",
}
HEADING = re.compile(r"^#* *(\d(?:\.\d)?) +[A-Z][A-Za-z ,“”-]+ *$", re.MULTILINE)
DAY = dt.timedelta(days=1)
UNPRINTED = {
    ("time_control", dt.date.min): "Quick's lower limit before 2004 is not printed",
    ("time_control", dt.date(2002, 1, 1)): "nor is it with the dual rating of 2002",
    (
        "time_control",
        dt.date(2012, 8, 11),
    ): "the change is seen in published crosstables",
    ("personal_floor", dt.date.min): "no document prints one for systems online",
    ("age_formula", dt.date.min): "a notice has the older formula, and no document",
}
"""Values that no document prints, by the first day on which they apply."""


class Printed(NamedTuple):
    """A row of the table: the text that is printed at one place."""

    value: str
    quote: str
    silent: str
    start: dt.date | None


@cache
def table() -> dict[tuple[str, str], list[Printed]]:
    """Return the rows by parameter (or "topics: name") and place."""
    with TABLE.open("rb") as file:
        given = tomllib.load(file)
    found: dict[tuple[str, str], list[Printed]] = {}
    for name, rows in given.items():
        for row in rows:
            key = f"topics: {row['topic']}" if name == "topics" else name
            printed = Printed(
                row.get("value", ""),
                row.get("quote", ""),
                row.get("silent", ""),
                row.get("from"),
            )
            for at in row["at"]:
                found.setdefault((key, at), []).append(printed)
    return found


def prints(name: str, at: Citation, value: Any) -> bool:
    """Return whether the table has a value of a parameter at a place."""
    rows = table().get((name, str(at)), [])
    return any(row.value == describe_value(value) for row in rows)


def days() -> list[dt.date]:
    """Return every day on which something changes, and the day before it."""
    rules = load_rule_table()
    starts = {
        row.start
        for parameter in rules.parameters.values()
        for row in parameter.dated
        if row.start is not None
    }
    starts |= {e.in_force for e in rules.editions.values() if e.in_force is not None}
    starts |= {
        date.start
        for parameter in rules.parameters.values()
        for row in parameter.dated
        for date in row.dates
    }
    return sorted({*starts, *(day - DAY for day in starts)})


def test_the_table_has_every_parameter_topic_and_word():
    rules = load_rule_table()
    for name in PARAMETERS:
        for key, printed in rules.parameters[name].editions.items():
            place = Citation(key, printed.section)
            assert prints(name, place, printed.value), (name, str(place), printed.value)
    for key, citations in load_rule_table().citations.items():
        for topic in TOPICS:
            place = getattr(citations, topic)
            assert (f"topics: {topic}", str(place)) in table(), (topic, str(place))
        for _, place in citations.start_by_system:
            known = ("topics: start", str(place)) in table()
            assert known or place == Citation(key, NO_RULE), str(place)
    for parameter in load_rule_table().parameters.values():
        values = [row.value for row in parameter.dated]
        values += [printed.value for printed in parameter.editions.values()]
        for value in values:
            assert describe_printed_value(parameter.name, value)


@pytest.mark.parametrize("name", PARAMETERS)
def test_what_is_cited_on_any_day_prints_the_value(name):
    for day in days():
        for system in SYSTEMS:
            rules = load_rule_table().get_rules_on(day, system)
            value, origin = getattr(rules, name), rules.get_origin(name)
            where = (name, str(day), system)
            if origin.cited is None:
                span = rules.get_validity_period(name)
                assert (name, span.start or dt.date.min) in UNPRINTED, where
            else:
                assert prints(name, origin.cited, value), (*where, str(origin.cited))
            own = load_rule_table().parameters[name].editions[rules.edition]
            assert origin.edition == rules.edition
            assert origin.differs == (own.value != value), where
            assert own.value == origin.prints, where


@pytest.mark.parametrize("name", PARAMETERS)
def test_the_words_name_both_where_the_edition_in_force_prints_another(name):
    for day in days():
        for system in SYSTEMS:
            rules = load_rule_table().get_rules_on(day, system)
            origin, words = rules.get_origin(name), describe_validity(name, rules)
            printed = describe_printed_value(name, origin.prints)
            instead = f"; the {rules.edition} edition prints {printed}"
            assert (instead in words) == origin.differs
            if origin.differs:
                assert f"[{origin.cited or origin.source}]" in words


def test_dates_between_editions_are_cited_as_printed():
    rules = load_rule_table().get_rules_on(dt.date(2018, 1, 1), "R")
    assert describe_validity("bonus_multiplier", rules) == (
        "for sections that ended from 6/1/2017 to 1/31/2023 [2020, 8]; the 2015 edition prints 12"
    )
    count = 0
    for name, parameter in load_rule_table().parameters.items():
        for row in parameter.dated:
            for date in row.dates:
                rows = table()[name, str(date.cited)]
                assert any(
                    found.start == date.start
                    and found.value == describe_value(row.value)
                    for found in rows
                ), (name, date)
                count += 1
    assert count >= 5
    assert "[2020, 4.2] prints another start date, 5/1/2017" in describe_validity(
        "bonus_multiplier", load_rule_table().get_rules_on(dt.date(2017, 5, 10), "R")
    )
    assert "another start date" not in describe_validity(
        "bonus_multiplier", load_rule_table().get_rules_on(dt.date(2017, 6, 1), "R")
    )
    early = describe_validity(
        "effective_games", load_rule_table().get_rules_on(dt.date(2013, 5, 10), "R")
    )
    assert "[2020, 8; 2025, 8] prints another start date, 5/8/2013" in early


def test_first_days_and_rows_have_their_evidence():
    rules = load_rule_table()
    in_force = {e.in_force for e in rules.editions.values()} - {None}
    own_day = {"bonus_multiplier", "systems", "initial", "cfc_conversion"}
    for name, parameter in rules.parameters.items():
        for row in parameter.dated:
            if row.by_edition:
                assert row.start in in_force, name
            elif row.start in in_force and name not in own_day:
                # Over the board, the personal floor is unchanged.
                assert (name, row.systems) == ("personal_floor", ("R", "Q", "B"))
    assert describe_validity(
        "prize_floor", rules.get_rules_on(dt.date(2025, 9, 1), "R")
    ).endswith("(the date of the first edition with this rule)")
    for name, at, row in evidence():
        assert row.quote or row.silent, (name, at)
        assert len(row.quote.split()) <= 16, (name, at)


def flat(text: str) -> str:
    """Return a text on one line, without the marks around its formulas."""
    plain = text.replace("\\$", "USD ").replace("$", "").replace("’", "'")
    return " ".join(plain.split())


@cache
def sections(key: str) -> dict[str, str]:
    """Return a document by its sections; "introduction" stands before the first."""
    parts = HEADING.split(shared("documents", FILES[key]).read_text(encoding="utf-8"))
    found = {"introduction": parts[0]}
    for number, body in zip(parts[1::2], parts[2::2], strict=True):
        found.setdefault(number, body)
    return found


def text_of(at: str) -> str:
    """Return the text of a cited place; without a section, the whole document."""
    key, _, section = at.partition(", ")
    found = sections(key)
    if section == NO_RULE:
        return flat(" ".join(found.values()))
    if section == "introduction, footnote 1":
        # The footnote is printed below the first lines of section 1.
        return flat(found["introduction"] + found["1"])
    if section == "2.1 to 2.5":
        return flat(" ".join(found[f"2.{i}"] for i in range(1, 6)))
    return flat(found[section.partition(",")[0]])


def evidence() -> Iterator[tuple[str, str, Printed]]:
    for (name, at), rows in table().items():
        for row in rows:
            yield name, at, row


@pytest.mark.skipif(not SHARED.exists(), reason="the documents are not at hand")
def test_every_quote_is_in_its_section():
    for name, at, row in evidence():
        text = text_of(at)
        said = flat(row.quote)
        assert said.lower() in text.lower(), (name, at, said)
        if row.silent:
            assert flat(row.silent) not in text, (name, at, row.silent)


# The counts in `docs/evidence.md` are those of the published sections.


def test_the_page_has_the_counts_and_every_decidable_reading_is_confirmed():
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page, table_lines()) == page
    for one in everything():
        count = one.count()
        assert count.reading >= 3 * count.other, one.reading
