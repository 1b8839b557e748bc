"""Load resources/rules, and resolve the rules of a section by date, edition and overrides."""

import datetime as dt
from functools import lru_cache
from pathlib import Path

from uscalc.document.audit.result import PriorLikelihood, PriorTable
from uscalc.document.model import RulesChoice
from uscalc.engine.inputs import System
from uscalc.engine.rules import Rules
from uscalc.engine.table import PARAMETERS, RuleTable, UnknownRuleError
from uscalc.resources import get_resource_path
from uscalc.rules.data import RuleDataError, read_data


@lru_cache(maxsize=1)
def load_rule_table() -> RuleTable:
    """Return the table that is included with the program."""
    return load_rule_table_from(get_resource_path("rules"))


def load_rule_table_from(folder: Path) -> RuleTable:
    """Read and check a folder of rule data.

    Raises RuleDataError naming file, parameter and row for a gap or an overlap of
    dates, an unknown variant, a missing or unused parameter, an unknown topic.
    """
    # This imports pydantic, which would delay the window's frame.
    from uscalc.rules.tables import (
        read_citations,
        read_documents,
        read_guide_tables,
        read_parameters,
        read_readings,
    )

    documents = read_documents(folder / "documents.toml")
    citations = read_citations(folder / "sections.toml", documents)
    return RuleTable(
        read_parameters(folder / "parameters.toml", documents, citations),
        documents.editions,
        citations,
        read_readings(folder / "readings.toml"),
        read_guide_tables(folder / "guide-2001.toml", documents.by_hand),
    )


@lru_cache(maxsize=1)
def load_correction_priors() -> PriorTable:
    """Return the likelihoods that are included with the program."""
    return read_correction_priors(get_resource_path("rules") / "hidden.toml")


def read_correction_priors(path: Path) -> PriorTable:
    """Read and check a file of likelihoods. Raises RuleDataError."""
    found = {}
    for name, row in read_data(path).items():
        try:
            found[name] = PriorLikelihood(name, **row)
        except TypeError as error:
            raise RuleDataError(f"{path.name}, {name}: {error}") from None
        likelihood = found[name].likelihood
        if not 0.0 < likelihood < 1.0:
            raise RuleDataError(f"{path.name}, {name}: likelihood: {likelihood}")
    return PriorTable(found)


def resolve_rules(
    choice: RulesChoice, end: dt.date, system: System, table: RuleTable | None = None
) -> Rules:
    """Return the rules of a choice for a section that ended on a day.

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
    # This imports pydantic, which would delay the window's frame.
    from uscalc.rules.values import BadValueError, convert_value, is_overridable

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
    return _find_edition(load_rule_table(), edition, end, system)


def _find_edition(
    table: RuleTable, edition: str | None, end: dt.date, system: System
) -> Rules:
    if edition is None:
        return table.get_rules_on(end, system)
    if edition in table.editions and table.editions[edition].by_hand:
        return table.get_rules_with_guide(end, system)
    return table.get_rules_of_edition(edition, end, system)
