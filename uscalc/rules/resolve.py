"""Finds the rules of a section: by date, by edition, with single overrides."""

import datetime as dt
from functools import lru_cache

from uscalc.document.model import RulesChoice
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System
from uscalc.engine.table import PARAMETERS, RuleTable, UnknownRuleError
from uscalc.rules.load import rule_table
from uscalc.rules.values import BadValueError, convert, overridable


def rules_for(
    choice: RulesChoice, end: dt.date, system: System, table: RuleTable | None = None
) -> Rules:
    """Return the rules of a choice for a section that ended on a day.

    Raises UnknownRuleError naming an edition or a parameter that does not exist, or a
    value that does not fit.
    """
    if table is None:
        rules = _resolve_edition(choice.edition, end, system)
        table = rule_table()
    else:
        rules = _find_edition(table, choice.edition, end, system)
    changed = {}
    for name, value in choice.overrides:
        if name not in PARAMETERS or not overridable(name):
            known = ", ".join(n for n in PARAMETERS if overridable(n))
            raise UnknownRuleError(
                f"the rule {name!r} cannot be overridden; those that can are {known}"
            )
        try:
            changed[name] = convert(name, value, value is None)
        except BadValueError as error:
            raise UnknownRuleError(f"the rule {name}: {error}") from error
    return table.overriding(rules, changed) if changed else rules


@lru_cache(maxsize=512)
def _resolve_edition(edition: str | None, end: dt.date, system: System) -> Rules:
    """Return the rules of an edition from the table that comes with the program."""
    return _find_edition(rule_table(), edition, end, system)


def _find_edition(
    table: RuleTable, edition: str | None, end: dt.date, system: System
) -> Rules:
    if edition is None:
        return table.on(end, system)
    if edition in table.editions and table.editions[edition].by_hand:
        return table.by_guide(end, system)
    return table.of_edition(edition, end, system)
