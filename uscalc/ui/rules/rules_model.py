"""The table of rules: the values in force, those of the editions, and overrides."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt

from uscalc.counted import format_day
from uscalc.document.edit.settings import override_rule, restore_rule
from uscalc.document.model import RulesChoice
from uscalc.engine.inputs import System
from uscalc.engine.rules import Rules
from uscalc.engine.table import (
    InterpretationNote,
    RuleParameter,
    RuleTable,
    UnknownRuleError,
)
from uscalc.report.rule_words import describe_value
from uscalc.rules.resolve import load_rule_table, resolve_rules
from uscalc.rules.values import (
    NUMBERS,
    VARIANTS,
    BadValueError,
    convert_value,
    is_overridable,
)
from uscalc.ui.session.pending import RejectedText
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.column_table import FREE, ColumnTableModel, TableColumn

TITLE, VALUE, OVERRIDE, SINCE, SOURCE, FIRST_EDITION = range(6)
OVERRIDDEN: Final = FREE
PARAMETER: Final = FREE + 1
NONE: Final = "none"


class RulesModel(ColumnTableModel[RuleParameter]):
    """A row for each parameter; the column of overrides can be edited."""

    def __init__(self, session: Session, table: RuleTable | None = None) -> None:
        self._session = session
        self._table = table or load_rule_table()
        self.parameters = tuple(self._table.parameters.values())
        self._shown: object = None
        self._rules: Rules | None = None
        super().__init__(
            self._make_columns(),
            session,
            tooltip=lambda column, parameter: column.text(parameter),
            spoken=lambda column, parameter: (
                f"{parameter.title}, {column.title}: {column.text(parameter)}"
            ),
        )
        self.show_rows(self.parameters)

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have a column."""
        return self._table.exact_editions

    @property
    def readings(self) -> tuple[InterpretationNote, ...]:
        """Return how ambiguous points of the documents are interpreted."""
        return self._table.readings

    @property
    def system(self) -> System:
        """The system whose rules are shown."""
        return self._session.selection.system

    def refresh(self) -> None:
        """Look up the rules if the section, its date or its edition changed."""
        session, section = self._session, self._session.section
        end = None if section is None else session.document.end_date_of(section)
        shown = None if section is None else (section.rules, end, self.system)
        if shown == self._shown:
            return
        self._shown, self._rules = shown, None
        if section is not None:
            try:
                self._rules = resolve_rules(
                    section.rules,
                    session.document.end_date_of(section),
                    self.system,
                    self._table,
                )
            except UnknownRuleError:
                self._rules = None
        self.update_rows()

    # Rows

    def _make_columns(self) -> tuple[TableColumn[RuleParameter], ...]:
        def make(
            title: str, hint: str, text: Callable[[RuleParameter], str]
        ) -> TableColumn[RuleParameter]:
            return TableColumn(title, hint, text, roles=roles)

        roles: dict[int, Callable[[RuleParameter], object]] = {
            PARAMETER: lambda parameter: parameter,
            OVERRIDDEN: lambda parameter: parameter.name in self._overrides,
        }
        return (
            make("Rule", "Subject of the rule", lambda parameter: parameter.title),
            make("In force", "Value used to rate this section", self._value_in_force),
            TableColumn(
                "Override",
                "A value that replaces the rule in this section only",
                self._value_by_hand,
                tooltip=lambda parameter: (
                    self._value_by_hand(parameter)
                    if is_overridable(parameter.name)
                    else "This rule has several parts. Select another edition to change it."
                ),
                roles={
                    **roles,
                    Qt.ItemDataRole.EditRole: lambda p: self.override_key(p.name),
                },
                changes={Qt.ItemDataRole.EditRole: self._replace_rule},
                flags=self._allow_editing,
            ),
            make(
                "Since",
                "First day of this value if the end date decides the rules",
                lambda parameter: self._describe_origin(parameter, SINCE),
            ),
            make(
                "Source",
                "Source of the value and its date",
                lambda parameter: self._describe_origin(parameter, SOURCE),
            ),
            *(
                make(
                    key,
                    f"Value in the {key} edition",
                    partial(_value_printed, key),
                )
                for key in self.editions
            ),
        )

    def _value_in_force(self, parameter: RuleParameter) -> str:
        if self._rules is None:
            return ""
        words = describe_value(getattr(self._rules, parameter.name))
        return f"{words} {parameter.unit}".strip() if parameter.unit else words

    def _value_by_hand(self, parameter: RuleParameter) -> str:
        return (
            ""
            if self._rules is None or parameter.name not in self._overrides
            else describe_value(self._overrides[parameter.name])
        )

    def _describe_origin(self, parameter: RuleParameter, column: int) -> str:
        if self._rules is None:
            return ""
        if parameter.name in self._overrides:
            return "override" if column == SOURCE else ""
        section, choice = self._session.section, self._choice
        if section is None or choice is None:
            return ""
        if choice.edition is not None and choice.edition in parameter.editions:
            if column == SINCE:
                return ""
            printed = parameter.editions[choice.edition]
            return f"{choice.edition} edition, {printed.place}"
        dated = parameter.find_value_on(
            self._session.document.end_date_of(section), self.system
        )
        if column == SINCE:
            return "always" if dated.start is None else format_day(dated.start)
        return dated.evidence

    @property
    def _choice(self) -> RulesChoice | None:
        section = self._session.section
        return None if section is None else section.rules

    @property
    def _overrides(self) -> dict[str, Any]:
        choice = self._choice
        return {} if choice is None else dict(choice.overrides)

    # Overrides

    def override_key(self, name: str) -> str:
        """Return a rule's override as the user types or selects it; empty if it has none."""
        if name not in self._overrides:
            return ""
        value = self._overrides[name]
        if isinstance(value, float) and value == int(value):
            value = int(value)
        return NONE if value is None else str(value)

    def _allow_editing(self, parameter: RuleParameter) -> Qt.ItemFlag:
        """Return the flags of a cell: editable if one value can replace the rule."""
        editable = self._choice is not None and is_overridable(parameter.name)
        return Qt.ItemFlag.ItemIsEditable if editable else Qt.ItemFlag.NoItemFlags

    def _replace_rule(self, parameter: RuleParameter, value: object) -> bool:
        """Override a rule, or reset it if the text is empty; reject an invalid value."""
        session, section = self._session, self._session.section
        if section is None or not is_overridable(parameter.name):
            return False
        text = str(value).strip().replace(",", ".")
        place, name, title = session.selection.section, parameter.name, parameter.title
        if not text:
            return session.apply_edit(restore_rule, place, name, title)
        try:
            chosen = _parse_value(name, text)
        except BadValueError as error:
            ways = 'Enter another value, or "none" for no limit.'
            session.pending.report_rejected(
                RejectedText(title, text, f"{error}. {ways}")
            )
            return False
        return session.enter_text(text, override_rule, place, name, chosen, title)


def _value_printed(key: str, parameter: RuleParameter) -> str:
    return describe_value(parameter.editions[key].value)


def _parse_value(name: str, text: str) -> str | float | None:
    """Return a value as the event file stores it; raise BadValueError."""
    if name in VARIANTS:
        convert_value(name, text, False)
        return text
    assert name in NUMBERS
    if text.lower() == NONE:
        convert_value(name, None, True)
        return None
    try:
        value = float(text)
    except ValueError as error:
        raise BadValueError(f'"{text}" isn\'t a number') from error
    convert_value(name, value, False)
    return int(value) if value == int(value) else value
