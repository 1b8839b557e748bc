"""The table of rules as Qt sees it: what is in force, what others say, overrides."""

from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from uscalc.document.edit.rules import override_rule, restore_rule
from uscalc.document.model import RulesChoice
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System
from uscalc.engine.table import Parameter, Reading, RuleTable, UnknownRuleError
from uscalc.report.rule_words import value_words
from uscalc.rules.resolve import rule_table, rules_for
from uscalc.rules.values import NUMBERS, VARIANTS, BadValueError, convert, overridable
from uscalc.ui.session.session import Session
from uscalc.ui.widgets.pending import Refusal

Index = QModelIndex | QPersistentModelIndex
TITLE, VALUE, OVERRIDE, SINCE, SOURCE, FIRST_EDITION = range(6)
HEADS: Final = ("Rule", "In force", "Replaced by", "Since", "Source")
HINTS: Final = (
    "What the rule is about",
    "What this section is rated with",
    "Another value in its place, for this section only",
    "The first day of this value, where it was chosen by date",
    "Where the value and its date come from",
)
OVERRIDDEN: Final = Qt.ItemDataRole.UserRole
PARAMETER: Final = Qt.ItemDataRole.UserRole + 1
NONE: Final = "none"


class RulesModel(QAbstractTableModel):
    """Rows are parameters; the column of overrides can be edited."""

    def __init__(self, session: Session, table: RuleTable | None = None) -> None:
        super().__init__(session)
        self._session = session
        self._table = table or rule_table()
        self.parameters = tuple(self._table.parameters.values())
        self._shown: object = None
        self._rules: Rules | None = None

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions that have a column."""
        return self._table.exact_editions

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Return how the open points of the documents are read."""
        return self._table.readings

    @property
    def system(self) -> System:
        """The system whose rules are shown."""
        return self._session.selection.system

    def refresh(self) -> None:
        """Look the rules up if the section, its date or its choice changed."""
        session, section = self._session, self._session.section
        if section is None:
            shown: object = None
        else:
            shown = section.rules, session.document.end_of(section), self.system
        if shown == self._shown:
            return
        self._shown, self._rules = shown, None
        if section is not None:
            try:
                self._rules = rules_for(
                    section.rules,
                    session.document.end_of(section),
                    self.system,
                    self._table,
                )
            except UnknownRuleError:
                self._rules = None
        last = self.index(len(self.parameters) - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the number of parameters."""
        return 0 if parent.isValid() else len(self.parameters)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return the fixed columns, and one an edition."""
        return 0 if parent.isValid() else len(HEADS) + len(self.editions)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Override can be edited where one value can replace the rule."""
        flags = super().flags(index)
        if index.isValid() and index.column() == OVERRIDE and self._choice is not None:
            name = self.parameters[index.row()].name
            if overridable(name):
                flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> object:
        """Return titles and their hints."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if section < FIRST_EDITION:
            texts = {
                Qt.ItemDataRole.DisplayRole: HEADS[section],
                Qt.ItemDataRole.ToolTipRole: HINTS[section],
            }
            return texts.get(Qt.ItemDataRole(role))
        key = self.editions[section - FIRST_EDITION]
        if role == Qt.ItemDataRole.DisplayRole:
            return key
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"What the document of {key} prints"
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what stands in a cell."""
        if not index.isValid():
            return None
        parameter, column = self.parameters[index.row()], index.column()
        if role == PARAMETER:
            return parameter
        if role == OVERRIDDEN:
            return parameter.name in self._overrides
        if role == Qt.ItemDataRole.EditRole and column == OVERRIDE:
            return self.override_key(parameter.name)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(parameter, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == OVERRIDE and not overridable(parameter.name):
                return "This rule has several parts; choose another edition instead"
            return self.text(parameter, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            head = self.headerData(column, Qt.Orientation.Horizontal)
            return f"{parameter.title}, {head}: {self.text(parameter, column)}"
        return None

    def text(self, parameter: Parameter, column: int) -> str:
        """Return what a cell says."""
        if column == TITLE:
            return parameter.title
        if column >= FIRST_EDITION:
            key = self.editions[column - FIRST_EDITION]
            return value_words(parameter.editions[key].value)
        if self._rules is None:
            return ""
        if column == VALUE:
            words = value_words(getattr(self._rules, parameter.name))
            return f"{words} {parameter.unit}".strip() if parameter.unit else words
        if column == OVERRIDE:
            if parameter.name not in self._overrides:
                return ""
            return value_words(self._overrides[parameter.name])
        return self._origin(parameter, column)

    def _origin(self, parameter: Parameter, column: int) -> str:
        if parameter.name in self._overrides:
            return "by hand" if column == SOURCE else ""
        section, choice = self._session.section, self._choice
        if section is None or choice is None:
            return ""
        if choice.edition is not None and choice.edition in parameter.editions:
            if column == SINCE:
                return ""
            printed = parameter.editions[choice.edition]
            return f"edition of {choice.edition}, {printed.place}"
        dated = parameter.on(self._session.document.end_of(section), self.system)
        if column == SINCE:
            return "always" if dated.start is None else dated.start.isoformat()
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
        """Return an override as it is typed or chosen; empty where there is none."""
        if name not in self._overrides:
            return ""
        value = self._overrides[name]
        if isinstance(value, float) and value == int(value):
            value = int(value)
        return NONE if value is None else str(value)

    def setData(
        self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole
    ) -> bool:
        """Replace a rule, or (nothing) restores it; what cannot be is refused."""
        session, section = self._session, self._session.section
        if role != Qt.ItemDataRole.EditRole or index.column() != OVERRIDE:
            return False
        parameter = self.parameters[index.row()]
        if section is None or not overridable(parameter.name):
            return False
        text = str(value).strip().replace(",", ".")
        place, name, title = session.selection.section, parameter.name, parameter.title
        if not text:
            return session.edit(restore_rule, place, name, title)
        try:
            chosen = _value(name, text)
        except BadValueError as error:
            ways = 'Write another value, or "none" where there is no limit.'
            session.pending.refuse(Refusal(title, text, f"{error}. {ways}"))
            return False
        return session.enter(
            text, lambda document: override_rule(document, place, name, chosen, title)
        )


def _value(name: str, text: str) -> str | float | None:
    """Return a value as it stands in the event file. Raises BadValueError."""
    if name in VARIANTS:
        convert(name, text, False)
        return text
    assert name in NUMBERS
    if text.lower() == NONE:
        convert(name, None, True)
        return None
    try:
        value = float(text)
    except ValueError as error:
        raise BadValueError(f'"{text}" is no number') from error
    convert(name, value, False)
    return int(value) if value == int(value) else value
