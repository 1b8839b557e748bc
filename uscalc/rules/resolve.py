"""Finds the rules of a section: by date, by edition, with single overrides."""

import datetime as dt

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
    table = table or rule_table()
    if choice.edition is None:
        rules = table.on(end, system)
    elif choice.edition in table.editions and table.editions[choice.edition].by_hand:
        rules = table.by_guide(end, system)
    else:
        rules = table.of_edition(choice.edition, end, system)
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
