"""The table of dated parameters, and the rule sets that it gives.

Pure values: `uscalc.rules` reads them from resources/rules and validates them.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from uscalc.engine.guide import GuideTables
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class Edition:
    """A rating document: its key, title, authors and date.

    `in_force` is the first day on which sections rated by date are said to follow it;
    `by_hand` marks a guide whose tables are worked by hand.
    """

    key: str
    title: str
    authors: str
    date: dt.date
    in_force: dt.date | None
    by_hand: bool


@dataclass(frozen=True, slots=True)
class DatedValue:
    """A value, the days and systems it holds for, and the sources of its dates."""

    value: Any
    start: dt.date | None
    end: dt.date | None
    systems: tuple[System, ...]
    source: str
    differs: tuple[str, ...]

    def holds(self, day: dt.date) -> bool:
        """Whether a day lies within."""
        return (self.start is None or self.start <= day) and (
            self.end is None or day <= self.end
        )


@dataclass(frozen=True, slots=True)
class EditionValue:
    """What one document prints for a parameter, and in which section."""

    value: Any
    section: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter: its timeline, and what each edition prints."""

    name: str
    title: str
    unit: str
    section: str
    dated: tuple[DatedValue, ...]
    editions: Mapping[str, EditionValue]
    departs: str

    def on(self, day: dt.date, system: System) -> DatedValue:
        """The value of a day in a system."""
        return next(
            value
            for value in self.dated
            if system in value.systems and value.holds(day)
        )


class UnknownRuleError(ValueError):
    """An edition or parameter that does not exist, or a value that does not fit."""


@dataclass(frozen=True, slots=True)
class RuleTable:
    """Every parameter and every edition."""

    parameters: Mapping[str, Parameter]
    editions: Mapping[str, Edition]
    guide: GuideTables

    def on(self, day: dt.date, system: System) -> Rules:
        """The rules of a day."""
        values = {
            name: parameter.on(day, system).value
            for name, parameter in self.parameters.items()
        }
        return Rules(edition=self.edition_on(day), date=day, **values)

    def of_edition(self, key: str) -> Rules:
        """The rules as one document prints them. Raises UnknownRuleError."""
        edition = self.editions.get(key)
        if edition is None or edition.by_hand:
            raise UnknownRuleError(f"there are no rules of edition {key!r}")
        values = {
            name: parameter.editions[key].value
            for name, parameter in self.parameters.items()
        }
        return Rules(edition=key, date=None, **values)

    def by_guide(self, day: dt.date, system: System) -> Rules:
        """The rules of a day with the guide of 2001, whose tables are worked by hand."""
        return replace(self.on(day, system), guide=self.guide)

    def edition_on(self, day: dt.date) -> str:
        """The key of the edition in force on a day."""
        exact = [edition for edition in self.editions.values() if not edition.by_hand]
        key = exact[0].key
        for edition in exact:
            if edition.in_force is not None and edition.in_force <= day:
                key = edition.key
        return key

    @property
    def exact_editions(self) -> tuple[str, ...]:
        """The keys of the editions that give exact rules, the oldest first."""
        return tuple(key for key, e in self.editions.items() if not e.by_hand)


PARAMETERS = tuple(
    f.name
    for f in fields(Rules)
    if f.name not in ("edition", "date", "overridden", "guide")
)
"""The parameters that a rule set needs, by name."""
