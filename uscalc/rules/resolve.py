"""Load resources/rules, and resolve the rules of a section by date, edition and overrides."""

import datetime as dt
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.model import RulesChoice
from uscalc.engine.guide import GuideTables
from uscalc.engine.inputs import (
    SYSTEMS,
    TOPICS,
    Citation,
    Citations,
    OtherFirstDay,
    System,
)
from uscalc.engine.rules import Rules
from uscalc.engine.table import (
    PARAMETERS,
    DatedValue,
    Edition,
    InterpretationNote,
    PrintedValue,
    RuleParameter,
    RuleTable,
    UnknownRuleError,
)
from uscalc.resources import get_resource_path
from uscalc.rules.values import (
    DOCUMENTS,
    OWN_SECTIONS,
    PARAMETER_FILE,
    READINGS,
    SECTIONS,
    BadValueError,
    Loc,
    RuleDataError,
    check,
    convert_value,
    describe_row_place,
    is_overridable,
    make_guide_adapter,
    read_validated_data,
)


class EditionCatalog(Struct, frozen=True):
    """The editions, oldest first; `goes_on_from` maps an edition to the one it is based on."""

    editions: Mapping[str, Edition]
    goes_on_from: Mapping[str, str]

    @property
    def exact(self) -> tuple[str, ...]:
        """The keys of the editions that give exact rules."""
        return tuple(key for key, e in self.editions.items() if not e.by_hand)

    @property
    def by_hand(self) -> str:
        """The key of the guide for calculation by hand."""
        (key,) = (key for key, e in self.editions.items() if e.by_hand)
        return key


def read_edition_catalog(path: Path) -> EditionCatalog:
    """Return the editions and their bases. Raises RuleDataError."""
    editions: dict[str, Edition] = {}
    goes_on_from: dict[str, str] = {}
    for key, entry in read_validated_data(
        DOCUMENTS, path, _describe_edition_place
    ).items():
        place = f"{path.name}, {key}"
        before = entry.get("as")
        edition = Edition(
            key,
            entry["title"],
            entry["authors"],
            entry["date"],
            entry.get("in_force"),
            entry.get("by_hand", False),
        )
        if editions and edition.date < list(editions.values())[-1].date:
            raise RuleDataError(
                f"{place}: date: it is earlier than that of the edition before it"
            )
        if before is not None:
            if before not in editions or editions[before].by_hand or edition.by_hand:
                raise RuleDataError(
                    f"{place}: as: {before!r} isn't an earlier edition to continue from"
                )
            goes_on_from[key] = before
        editions[key] = edition
    check(
        sum(edition.by_hand for edition in editions.values()) == 1,
        f"{path.name}: by_hand: exactly one guide must be calculated by hand",
    )
    if len(editions) == 1:
        raise RuleDataError(f"{path.name}: no edition found")
    return EditionCatalog(editions, goes_on_from)


def read_citations(path: Path, documents: EditionCatalog) -> dict[str, Citations]:
    """Return the section of each topic by edition. Raises RuleDataError with the place."""
    given = read_validated_data(SECTIONS, path, _describe_edition_place)
    for key in given:
        check(key in documents.exact, f"{path.name}: edition {key} is unknown")
    sections: dict[str, dict[str, Any]] = {}
    found = {}
    for key in documents.exact:
        before = sections.get(documents.goes_on_from.get(key, ""), {})
        sections[key] = {**before, **given.get(key, {})}
        for topic in TOPICS:
            check(topic in sections[key], f"{path.name}, {key}: {topic}: missing")
        found[key] = Citations(
            **{topic: Citation(key, sections[key][topic]) for topic in TOPICS},
            start_by_system=tuple(
                (system, Citation(key, section))
                for system, section in sections[key].get(OWN_SECTIONS, {}).items()
            ),
        )
    return found


def read_readings(path: Path) -> tuple[InterpretationNote, ...]:
    """Return the open points with their interpretations. Raises RuleDataError."""
    found: tuple[InterpretationNote, ...] = read_validated_data(
        READINGS, path, describe_row_place
    )["reading"]
    return found


def _describe_edition_place(loc: Loc) -> str:
    return f", {loc[0]}"


def read_parameters(
    path: Path, documents: EditionCatalog, citations: Mapping[str, Citations]
) -> dict[str, RuleParameter]:
    """Return every parameter of the rules, by name. Raises RuleDataError."""
    given = read_validated_data(PARAMETER_FILE, path, _describe_parameter_place)
    for name in PARAMETERS:
        check(name in given, f"{path.name}: the parameter {name} is missing")
    return {
        name: _make_parameter(path.name, name, entry, documents, citations)
        for name, entry in given.items()
    }


def _make_parameter(
    file: str,
    name: str,
    given: Mapping[str, Any],
    documents: EditionCatalog,
    citations: Mapping[str, Citations],
) -> RuleParameter:
    place = f"{file}, {name}"
    dated = tuple(
        _make_dated_value(f"{place}, dated row {i}", name, row, documents)
        for i, row in enumerate(given["dated"], 1)
    )
    for system in SYSTEMS:
        _check_timeline(place, system, [row for row in dated if system in row.systems])
    entries, topic = given["editions"], given["topic"]
    printed: dict[str, PrintedValue] = {}
    elsewhere: dict[str, str | None] = {}
    for key in entries:
        check(key in documents.exact, f"{place}: edition {key} is unknown")
    for key in documents.exact:
        entry, before = entries.get(key), documents.goes_on_from.get(key)
        cited: Citation = getattr(citations[key], topic)
        if entry is None and before is None:
            raise RuleDataError(f"{place}: edition {key} is missing")
        if entry is None:
            assert before is not None
            value, elsewhere[key] = printed[before].value, elsewhere[before]
        else:
            value = _convert_value(f"{place}, edition {key}", name, entry)
            elsewhere[key] = entry.get("section")
        printed[key] = PrintedValue(value, elsewhere[key] or cited.section)
    return RuleParameter(
        name,
        given["title"],
        given["unit"],
        topic,
        dated,
        printed,
        given.get("departs", ""),
    )


def _make_dated_value(
    place: str, name: str, row: Mapping[str, Any], documents: EditionCatalog
) -> DatedValue:
    dates = tuple(
        OtherFirstDay(_parse_citation(place, date["printed"], documents), date["from"])
        for date in row.get("dates", ())
    )
    return DatedValue(
        _convert_value(place, name, row),
        row.get("from"),
        row.get("until"),
        row.get("systems", SYSTEMS),
        row["source"],
        (
            *row.get("differs", ()),
            *(
                f"{date.cited.edition} edition, section {date.cited.section}: "
                f"{date.start}"
                for date in dates
            ),
        ),
        tuple(
            _parse_citation(place, text, documents) for text in row.get("printed", ())
        ),
        row.get("by_edition", False),
        dates,
    )


def _parse_citation(place: str, text: str, documents: EditionCatalog) -> Citation:
    """Read "2020, 8" as a section of an edition. Raises RuleDataError."""
    key, _, section = text.partition(", ")
    check(
        key in documents.exact and section.strip(),
        f"{place}: {text!r} is not an edition and its section",
    )
    return Citation(key, section)


def _convert_value(place: str, name: str, entry: Mapping[str, Any]) -> object:
    try:
        return convert_value(name, entry.get("value"), entry.get("none", False))
    except BadValueError as error:
        raise RuleDataError(f"{place}: {error}") from error


def _check_timeline(place: str, system: System, rows: list[DatedValue]) -> None:
    """Require exactly one value for every day: no gap, no overlap."""
    location = f"{place}, system {system}"
    check(rows, f"{location}: no values")
    if rows[0].start is not None:
        raise RuleDataError(f"{location}: a gap before {rows[0].start}")
    if rows[-1].end is not None:
        raise RuleDataError(f"{location}: a gap after {rows[-1].end}")
    for earlier, later in pairwise(rows):
        if earlier.end is None or later.start is None:
            raise RuleDataError(
                f"{location}: an overlap: only the last value may have no end"
            )
        days = (later.start - earlier.end).days
        if days > 1:
            first = earlier.end + dt.timedelta(days=1)
            raise RuleDataError(f"{location}: a gap from {first} to {later.start}")
        check(days >= 1, f"{location}: an overlap at {later.start}")
    for row in rows:
        if row.start is not None and row.end is not None and row.start > row.end:
            raise RuleDataError(
                f"{location}: a value ends before it begins, {row.start}"
            )


def _describe_parameter_place(loc: Loc) -> str:
    """Return the parameter of a place, and its row or edition."""
    match loc:
        case (name, "dated", int(i), *_):
            return f", {name}, dated row {i + 1}"
        case (name, "editions", str(key), *_):
            return f", {name}, edition {key}"
    return f", {loc[0]}"


def read_guide_tables(path: Path, edition: str) -> GuideTables:
    """Return the guide's tables; `edition` is its key. Raises RuleDataError."""
    place = path.name
    tables: GuideTables = read_validated_data(
        make_guide_adapter(edition), path, lambda _: ""
    )
    columns = len(tables.k_games)
    check(
        len(tables.cutoff) == columns
        and all(len(factors) == columns for _, factors in tables.k_rows),
        f"{place}: each row needs as many values as k_games",
    )
    for name, xs in (
        ("expectancy", [x for x, _ in tables.expectancy]),
        ("k_games", list(tables.k_games)),
        ("k_rows", [x for x, _ in tables.k_rows]),
    ):
        check(
            xs and sorted(set(xs)) == xs,
            f"{place}, {name}: the rows must be in ascending order",
        )
    return tables


@lru_cache(maxsize=1)
def load_rule_table() -> RuleTable:
    """Return the table that is included with the program."""
    return load_rule_table_from(get_resource_path("rules"))


def load_rule_table_from(folder: Path) -> RuleTable:
    """Read and check a folder of rule data.

    Raises RuleDataError naming file, parameter and row for a gap or an overlap of
    dates, an unknown variant, a missing or unused parameter, an unknown topic.
    """
    documents = read_edition_catalog(folder / "documents.toml")
    citations = read_citations(folder / "sections.toml", documents)
    return RuleTable(
        read_parameters(folder / "parameters.toml", documents, citations),
        documents.editions,
        citations,
        read_readings(folder / "readings.toml"),
        read_guide_tables(folder / "guide-2001.toml", documents.by_hand),
    )


def resolve_rules(
    choice: RulesChoice, end: dt.date, system: System, table: RuleTable | None = None
) -> Rules:
    """Return the rules of a section: by its choice, its last day `end`, and the system.

    Raises UnknownRuleError naming an edition or a parameter that does not exist, or a
    value that does not fit.
    """
    if table is None:
        rules = _resolve_edition(choice.edition, end, system)
        table = load_rule_table()
    else:
        rules = _find_edition(table, choice.edition, end, system)
    if not choice.overrides:
        return rules
    changed = {}
    for name, value in choice.overrides:
        if name not in PARAMETERS or not is_overridable(name):
            known = ", ".join(n for n in PARAMETERS if is_overridable(n))
            raise UnknownRuleError(
                f"the rule {name!r} cannot be overridden; those that can are {known}"
            )
        try:
            changed[name] = convert_value(name, value, value is None)
        except BadValueError as error:
            raise UnknownRuleError(f"the rule {name}: {error}") from error
    return table.override_rules(rules, changed)


@lru_cache(maxsize=512)
def _resolve_edition(edition: str | None, end: dt.date, system: System) -> Rules:
    """Return the rules of an edition from the table that comes with the program."""
    rules = _resolve_period(edition, load_rule_table().find_first_day(end), system)
    return rules if rules.date is None else replace(rules, date=end)


@lru_cache(maxsize=512)
def _resolve_period(edition: str | None, first: dt.date, system: System) -> Rules:
    """Return the rules on the first day of a period in which nothing changes."""
    return _find_edition(load_rule_table(), edition, first, system)


def _find_edition(
    table: RuleTable, edition: str | None, end: dt.date, system: System
) -> Rules:
    if edition is None:
        return table.get_rules_on(end, system)
    return (
        table.get_rules_with_guide(end, system)
        if edition in table.editions and table.editions[edition].by_hand
        else table.get_rules_of_edition(edition, end, system)
    )
