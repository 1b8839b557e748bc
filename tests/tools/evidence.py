"""Recompute the counts behind the readings: `python tests/tools/evidence.py [--write]`.

Each reading is compared with its alternative on the published sections of
`tests/data/realdata`. A published rating decides between them if they display different
ratings. Only sections in which every player was rated before are used, because starting
ratings are not published. `--write` puts the table into `docs/evidence.md`.
"""

import argparse
import datetime as dt
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from msgspec.structs import replace

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from uscalc.document.model import Document, RulesChoice, Section  # noqa: E402
from uscalc.document.rate.whole import rate_document  # noqa: E402
from uscalc.engine.inputs import System  # noqa: E402
from uscalc.engine.rounding import round_for_display  # noqa: E402
from uscalc.engine.timecontrol import find_systems, parse_time_control  # noqa: E402
from uscalc.formats import open_event  # noqa: E402
from uscalc.rules.resolve import load_rule_table, resolve_rules  # noqa: E402

DATA: Final = ROOT / "tests" / "data" / "realdata"
PAGE: Final = ROOT / "docs" / "evidence.md"
BEGIN, END = "<!-- table: evidence.py --write -->", "<!-- end of table -->"
ALWAYS: Final = (dt.date.min, dt.date.max)
Posts = dict[tuple[int, System], int]


@dataclass(frozen=True)
class Count:
    """Published ratings that decide: how many agree with the reading, or the other."""

    reading: int = 0
    other: int = 0
    neither: int = 0

    @property
    def deciding(self) -> int:
        return self.reading + self.other + self.neither


@dataclass(frozen=True)
class Evidence:
    """One reading, the alternative, and how both are compared."""

    number: str
    reading: str
    other: str
    original: str
    count: Callable[[], Count]


@cache
def documents() -> tuple[Document, ...]:
    return tuple(open_event(p).document for p in sorted(DATA.glob("*.uscalc")))


def is_usable(section: Section) -> bool:
    """Tell whether all who played were rated, so that the figures are comparable."""
    return all(
        player.facts(system).rating is not None
        for player in section.players
        for system, _ in player.published
    )


def displayed(document: Document, choice: RulesChoice | None) -> Posts:
    if choice is not None:
        sections = tuple(replace(s, rules=choice) for s in document.sections)
        document = replace(document, sections=sections)
    (section,) = rate_document(document, resolve_rules).sections
    return {
        (player.number, rating.system): round_for_display(post)
        for rating in section.ratings
        for player in section.section.players
        if (post := rating.find_post(player.number)) is not None
    }


@cache
def as_read(place: int) -> Posts:
    return displayed(documents()[place], None)


def compare(alternative, span=ALWAYS) -> Count:
    """Count who decides between the rules by date and an alternative for a section."""
    found: Counter[str] = Counter()
    for place, document in enumerate(documents()):
        (section,) = document.sections
        choice = alternative(section)
        if choice is None or not is_usable(section):
            continue
        if span[0] <= (section.end_date or document.end_date) <= span[1]:
            found += count_sides(section, as_read(place), displayed(document, choice))
    return Count(**found)


def count_sides(section: Section, ours: Posts, theirs: Posts) -> Counter[str]:
    """Count with which ratings the published ones agree where the two differ."""
    found: Counter[str] = Counter()
    for player in section.players:
        for system, published in player.published:
            at = player.number, system
            if at in ours and ours[at] != theirs.get(at):
                sides = {ours[at]: "reading", theirs.get(at): "other"}
                found[sides.get(round(published.rating), "neither")] += 1
    return found


def other_value(name, value, first="", last="") -> Callable[[], Count]:
    """Return the comparison with one parameter replaced, for sections between two days."""
    span = (
        dt.date.fromisoformat(first) if first else dt.date.min,
        dt.date.fromisoformat(last) if last else dt.date.max,
    )
    choice = RulesChoice(overrides=((name, value),))
    return lambda: compare(lambda _: choice, span)


def start_date() -> Count:
    table = load_rule_table()
    found: Counter[str] = Counter()
    for place, document in enumerate(documents()):
        (section,) = document.sections
        start, end = section.start_date, section.end_date or document.end_date
        if start is None or start == end or not is_usable(section):
            continue
        begun = replace(section, end_date=start)
        if any(
            table.get_rules_on(start, s) != table.get_rules_on(end, s)
            for s in section.systems or ()
        ):
            theirs = displayed(replace(document, sections=(begun,)), None)
            found += count_sides(section, as_read(place), theirs)
    return Count(**found)


def main_time_only() -> Count:
    found: Counter[str] = Counter()
    for document in documents():
        (section,) = document.sections
        end = section.end_date or document.end_date
        control = parse_time_control(section.time_control or "")
        if control is None or end < dt.date(2012, 8, 11) or section.systems is None:
            continue
        bounds = load_rule_table().get_rules_on(end, "R").time_control
        said = set(section.systems)
        ours = set(find_systems(control, False, bounds))
        theirs = set(find_systems(control._replace(seconds=0.0), False, bounds))
        if ours != theirs:
            sides = ("reading", ours), ("other", theirs)
            found[next((k for k, v in sides if v == said), "neither")] += 1
    return Count(**found)


def bonus_periods() -> Iterator[Evidence]:
    range_of_dates = "the range of dates in brackets in reading 2"
    for first, last, value, before in (
        ("2008-06-06", "2012-08-02", 6, 10),
        ("2012-08-03", "2014-03-19", 8, 6),
        ("2014-03-20", "2015-05-31", 10, 8),
        ("2015-06-01", "2017-05-31", 12, 10),
        ("2017-06-01", "2023-01-31", 14, 12),
    ):
        said = f"Bonus multiplier {value} from {first}"
        count = other_value("bonus_multiplier", before, first, last)
        yield Evidence("2", said, f"still {before}", range_of_dates, count)


SPRING, AUTUMN = "between 2013-04-20 and 05-18", "between 2014-08-23 and 09-20"
WHOLE = "Whole-number ratings until 2014-08-31"
DECIMAL = "Floating-point ratings from 2014-09-01"
DUAL = "Reduced K above 2200 in dual-rated sections from 2013-05-18"
TWICE = "No bonus for three games with an opponent met twice, from 2011-12-01"
BOTH = "Both players of a rated match must be established, from 2013-01-01"
PERSONAL = "The personal absolute floor counts wins, draws and events from 2008-08-07"


def everything() -> tuple[Evidence, ...]:
    return (
        Evidence(
            *("1", "The end date of a section decides its rules", "the start date"),
            *("a section of 2014-03-17 to 04-07", start_date),
        ),
        *bonus_periods(),
        Evidence(
            *("2", "The 2001 formula of effective games until 2013-05-17"),
            *("the formula of 2013", SPRING),
            other_value("effective_games", "2013", "", "2013-05-17"),
        ),
        Evidence(
            *("2", "The 2013 formula of effective games from 2013-05-18"),
            *("the formula of 2001", SPRING),
            other_value("effective_games", "2001", "2013-05-18"),
        ),
        Evidence(
            *("2", DUAL, "never reduced", "84 of 84"),
            other_value("reduced_k", "none", "2013-05-18"),
        ),
        Evidence(
            *("2", "No reduced K before 2013-05-18", "reduced K", "18 of 18"),
            other_value("reduced_k", "above-2200", "", "2013-05-17"),
        ),
        Evidence(
            *("2", TWICE, "bonus", "347 of 347"),
            other_value("bonus_repeats", "more-than-twice", "2011-12-01"),
        ),
        Evidence(
            *("2, 21", WHOLE, "floating point", AUTUMN),
            other_value("storage", "float", "", "2014-08-31"),
        ),
        Evidence(
            *("2, 22", DECIMAL, "whole numbers", AUTUMN),
            other_value("storage", "integer", "2014-09-01"),
        ),
        Evidence(
            *("2", "Main time plus delay decides the systems from 2012-08-11"),
            *("the main time alone", "3,336 of 3,336", main_time_only),
        ),
        Evidence(
            *("2, 20", "A rated match changes a rating by at most 50 points"),
            *("no limit", "52 of 58"),
            other_value("match_change_cap", None, "2013-01-01"),
        ),
        Evidence(
            *("20", BOTH, "any rating will do", "58 of 58"),
            other_value("match_eligibility", "rated", "2013-01-01"),
        ),
        Evidence(
            *("28", PERSONAL, "a flat 100"),
            "328 unrated players, whose starts are not published",
            other_value("personal_floor", "flat", "2008-08-07"),
        ),
    )


def table_lines() -> list[str]:
    lines = [
        "| Reading | What is read | Alternative | Deciding here | As read | As the alternative"
        " | Neither | Count in the reading |",
        "|---|---|---|--:|--:|--:|--:|---|",
    ]
    for one in everything():
        count = one.count()
        lines.append(
            f"| {one.number} | {one.reading} | {one.other} | {count.deciding} |"
            f" {count.reading} | {count.other} | {count.neither} | {one.original} |"
        )
    return lines


def with_table(page: str, lines: list[str]) -> str:
    pattern = f"{re.escape(BEGIN)}.*{re.escape(END)}"
    text = "\n".join((BEGIN, *lines, END))
    return re.sub(pattern, lambda _: text, page, flags=re.DOTALL)


def main() -> int:
    parser = argparse.ArgumentParser(description="Recompute counts behind readings.")
    parser.add_argument("--write", action="store_true", help="write docs/evidence.md")
    lines = table_lines()
    print("\n".join(lines))
    if parser.parse_args().write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(with_table(page, lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
