"""The table of dated parameters, and the rule sets that it gives.

Pure values: `uscalc.rules` reads them from resources/rules and validates them.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter, methodcaller
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.engine.guide import GuideTables
from uscalc.engine.inputs import (
    NO_RULE,
    TOPICS,
    Citation,
    Citations,
    OtherFirstDay,
    ParameterOrigin,
    System,
)
from uscalc.engine.rules import CONSTANTS, RuleChanges, Rules, ValidityPeriod


class Edition(Struct, frozen=True):
    """A rating document: its key, title, authors and date.

    `in_force` is the first day on which sections rated by date follow it; `by_hand`
    marks a guide whose tables are for use by hand.
    """

    key: str
    title: str
    authors: str
    date: dt.date
    in_force: dt.date | None
    by_hand: bool


class DatedValue(Struct, frozen=True):
    """A value, its days and systems, and the sources of its dates.

    `printed` are additional documents that print the value; `by_edition` is True if
    only an edition's date gives the first day; `dates` are other first days.
    """

    value: Any
    start: dt.date | None
    end: dt.date | None
    systems: tuple[System, ...]
    source: str
    differs: tuple[str, ...]
    printed: tuple[Citation, ...] = ()
    by_edition: bool = False
    dates: tuple[OtherFirstDay, ...] = ()

    @property
    def evidence(self) -> str:
        """Return the sources of the value and its first day, as tables show them."""
        return (
            f"{self.source}; by the edition's date" if self.by_edition else self.source
        )

    def is_valid_on(self, day: dt.date) -> bool:
        """Return whether a day is within the value's period."""
        return (self.start is None or self.start <= day) and (
            self.end is None or day <= self.end
        )


class PrintedValue(Struct, frozen=True):
    """The value that one document prints for a parameter, and its section."""

    value: Any
    section: str

    @property
    def place(self) -> str:
        """The section in words: "section 4.2", or a part of it that has no number."""
        return f"section {self.section}" if self.section[:1].isdigit() else self.section


class RuleParameter(Struct, frozen=True):
    """One parameter: its timeline, and what each edition prints."""

    name: str
    title: str
    unit: str
    topic: str
    dated: tuple[DatedValue, ...]
    editions: Mapping[str, PrintedValue]
    departs: str

    @property
    def section(self) -> str:
        """The sections that print it: "2009 section 2.3; from 2015 on section 4.2"."""
        runs: list[tuple[str, list[str]]] = [
            (place, [key for key, _ in found])
            for place, found in groupby(
                self.editions.items(), lambda item: item[1].place
            )
        ]
        if len(runs) == 1:
            return runs[0][0]
        parts = [f"{_describe_editions(keys)} {place}" for place, keys in runs[:-1]]
        place, keys = runs[-1]
        last = f"from {keys[0]} on" if keys[1:] else keys[0]
        return "; ".join((*parts, f"{last} {place}"))

    def find_value_on(self, day: dt.date, system: System) -> DatedValue:
        """Return the value that is in force on a day in a system."""
        return next(
            value
            for value in self.dated
            if system in value.systems and value.is_valid_on(day)
        )

    def find_origin(
        self, row: DatedValue, edition: str, day: dt.date, system: System
    ) -> ParameterOrigin:
        """Return the place that prints a row's value, on a day when `edition` is in force."""
        own = self.editions[edition]
        differs = own.value != row.value
        cited: Citation | None = Citation(edition, own.section)
        if differs:
            cited = (
                row.printed[0]
                if row.printed
                else self.find_printing_edition(row.value, edition)
            )
        return ParameterOrigin(
            cited,
            row.source,
            edition,
            own.value,
            differs,
            row.by_edition,
            tuple(self._list_alternative_dates(row, day, system)),
        )

    def find_printing_edition(self, value: object, edition: str) -> Citation | None:
        """Return the nearest edition that prints a value, with its section; prefer later ones."""
        keys = list(self.editions)
        place = keys.index(edition)
        return next(
            (
                Citation(key, self.editions[key].section)
                for key in (*keys[place:], *reversed(keys[:place]))
                if self.editions[key].value == value
            ),
            None,
        )

    def _list_alternative_dates(
        self, row: DatedValue, day: dt.date, system: System
    ) -> Iterator[OtherFirstDay]:
        """Return the alternative dates by which another value would hold on the day."""
        for other in self.dated:
            if system not in other.systems or other.start is None:
                continue
            for date in other.dates:
                if other is row and date.start > day:
                    yield date
                if other is not row and date.start <= day < other.start:
                    yield date


def _describe_editions(keys: list[str]) -> str:
    """Describe consecutive editions: "2009", or "2015 to 2025"."""
    return f"{keys[0]} to {keys[-1]}" if keys[1:] else keys[0]


def _make_printed_origin(key: str, printed: PrintedValue) -> ParameterOrigin:
    """Return the origin of a value that an edition prints."""
    return ParameterOrigin(
        Citation(key, printed.section), "", key, printed.value, False
    )


WHOLE_TOPICS: Final = (
    ("start", "initial"),
    ("start_by_system", "initial"),
    ("age", "initial"),
    ("effective", "effective_games"),
    ("storage", "storage"),
)
"""Topics whose text depends on a single parameter."""


class InterpretationNote(Struct, frozen=True):
    """How uscalc reads an open point; `letter` is True if it departs from the printed text."""

    section: str
    text: str
    shown: str
    letter: bool = False
    conflict: bool = False
    parameters: tuple[str, ...] = ()


class UnknownRuleError(ValueError):
    """An edition or parameter that does not exist, or a value that does not fit."""


class RuleTable(Struct, frozen=True):
    """Every parameter and every edition; `citations` has each edition's sections."""

    parameters: Mapping[str, RuleParameter]
    editions: Mapping[str, Edition]
    citations: Mapping[str, Citations]
    readings: tuple[InterpretationNote, ...]
    guide: GuideTables

    def find_first_day(self, day: dt.date) -> dt.date:
        """Return the first day since when nothing in the table changed, up to a day."""
        rows = [row for one in self.parameters.values() for row in one.dated]
        days = [edition.in_force for edition in self.editions.values()]
        days += [row.start for row in rows]
        days += [date.start for row in rows for date in row.dates]
        return max([one for one in days if one and one <= day], default=dt.date.min)

    def get_rules_on(self, day: dt.date, system: System) -> Rules:
        """Return the rules of a day."""
        rows = {
            name: parameter.find_value_on(day, system)
            for name, parameter in self.parameters.items()
        }
        values = {name: row.value for name, row in rows.items()}
        edition = self.find_edition_on(day)
        return Rules(
            edition=edition,
            date=day,
            citations=self._make_origins(edition, values.__getitem__),
            brought=values["storage"],
            spans=tuple(
                (name, ValidityPeriod(r.start, r.end)) for name, r in rows.items()
            ),
            origins=tuple(
                (name, self.parameters[name].find_origin(row, edition, day, system))
                for name, row in rows.items()
            ),
            **values,
        )

    def get_rules_of_edition(
        self, key: str, day: dt.date | None = None, system: System = "R"
    ) -> Rules:
        """Return the rules as one document prints them. Raises UnknownRuleError.

        The section's date decides how pre-event ratings were stored; without a date, the
        document does.
        """
        edition = self.editions.get(key)
        if edition is None or edition.by_hand:
            raise UnknownRuleError(f"there are no rules of edition {key!r}")
        values = {
            name: parameter.editions[key].value
            for name, parameter in self.parameters.items()
        }
        brought = (
            values["storage"]
            if day is None
            else self.parameters["storage"].find_value_on(day, system).value
        )
        return Rules(
            edition=key,
            date=None,
            citations=self._make_origins(key, values.__getitem__),
            brought=brought,
            origins=tuple(
                (name, _make_printed_origin(key, parameter.editions[key]))
                for name, parameter in self.parameters.items()
            ),
            **values,
        )

    def get_rules_with_guide(self, day: dt.date, system: System) -> Rules:
        """Return the rules of a day with the guide of 2001, whose tables are for use by hand."""
        return replace(self.get_rules_on(day, system), guide=self.guide)

    def override_rules(
        self, rules: Rules, changed: Mapping[str, Any], file: str = ""
    ) -> Rules:
        """Return the rules with some parameters replaced by the user, or by a file."""
        spans = tuple(span for span in rules.spans if span[0] not in changed)
        origins = dict(rules.origins)
        for name, value in changed.items():
            printed = (
                getattr(rules, name)
                if name in CONSTANTS
                else self.parameters[name].editions[rules.edition].value
            )
            origins[name] = ParameterOrigin(
                None,
                f"changed by {file}" if file else "",
                rules.edition,
                printed,
                bool(printed != value),
            )
        kept = tuple(name for name in rules.overridden if name not in changed)
        made = replace(
            rules,
            overridden=kept if file else tuple(changed),
            spans=spans,
            origins=tuple(origins.items()),
            changes=RuleChanges(file, tuple(changed)) if file else None,
            **changed,
        )
        return replace(
            made,
            citations=self._make_origins(
                made.edition, lambda name: getattr(made, name)
            ),
        )

    def _make_origins(self, edition: str, value_of: Callable[[str], Any]) -> Citations:
        """Return the citation of each topic for the documents in use."""
        cited = self.citations[edition]
        elsewhere: dict[str, Any] = {
            topic: self._find_edition_with_topic(attrgetter(topic), edition)
            for topic in TOPICS
            if getattr(cited, topic).section == NO_RULE
        }
        elsewhere["start_by_system"] = tuple(
            (
                system,
                self._find_edition_with_topic(
                    methodcaller("cite_starting_rating", system), edition
                ),
            )
            if own.section == NO_RULE
            else (system, own)
            for system, own in cited.start_by_system
        )
        for topic, name in WHOLE_TOPICS:
            found = self.parameters[name].find_printing_edition(value_of(name), edition)
            if found is not None and found.edition != edition:
                elsewhere[topic] = getattr(self.citations[found.edition], topic)
        return replace(cited, **elsewhere)

    def _find_edition_with_topic(
        self, section_of: Callable[[Citations], Citation], edition: str
    ) -> Citation:
        """Return the citation of a topic in the nearest edition, later ones first."""
        keys = list(self.citations)
        place = keys.index(edition)
        others = (*keys[place + 1 :], *reversed(keys[:place]))
        found = (section_of(self.citations[key]) for key in others)
        return next(
            (one._replace(lacking=edition) for one in found if one.section != NO_RULE),
            Citation(edition, NO_RULE),
        )

    def find_edition_on(self, day: dt.date) -> str:
        """Return the key of the edition in force on a day."""
        exact = [edition for edition in self.editions.values() if not edition.by_hand]
        begun = [one for one in exact if one.in_force and one.in_force <= day]
        return begun[-1].key if begun else exact[0].key

    @property
    def exact_editions(self) -> tuple[str, ...]:
        """The keys of the editions that give exact rules, the oldest first."""
        return tuple(key for key, e in self.editions.items() if not e.by_hand)


PARAMETERS = tuple(
    name
    for name in Rules.__struct_fields__
    if name
    not in (
        *("edition", "date", "citations", "brought"),
        *("overridden", "guide", "spans", "origins", "changes"),
        *CONSTANTS,
    )
)
"""The parameters that a rule set needs, by name."""
