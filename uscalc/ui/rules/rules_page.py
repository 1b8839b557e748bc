"""In force: every rule with its source, its value in each edition, and its override."""

from collections.abc import Callable, Iterator

from markupsafe import Markup
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QStyleOptionViewItem,
    QTableView,
    QTextBrowser,
    QWidget,
)

from uscalc.counted import count_in_words, format_day
from uscalc.document.edit.settings import restore_rules
from uscalc.engine.table import InterpretationNote, RuleParameter
from uscalc.report.rule_words import (
    describe_days,
    describe_differences,
    describe_value,
)
from uscalc.rules.values import NUMBERS, VARIANTS
from uscalc.ui.frame.view import View
from uscalc.ui.rules.rules_model import (
    FIRST_EDITION,
    OVERRIDDEN,
    OVERRIDE,
    TITLE,
    VALUE,
    RulesModel,
)
from uscalc.ui.session.pending import PendingTexts, TypingDelegate
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_column,
    make_eliding_line,
    make_head,
    make_plain_button,
    make_splitter,
    name_widget,
    show_text,
)
from uscalc.ui.widgets.controls import ChoiceControl, TextControl
from uscalc.ui.widgets.plain_table import set_up_table

Index = QModelIndex | QPersistentModelIndex
DIGITS = (24, 16, 12, 10, 22)
EDITION_DIGITS = 20
ROW = 8
"""The space above and below the text of a row, in pixels."""
CONFLICT = " (the documents conflict)"
LETTER = " (differs from the published text)"
OTHERS_LINK = "Show how {} are interpreted"


def _describe_place(reading: InterpretationNote) -> str:
    """Return the section of the 2025 edition that an interpretation is about, or its name."""
    alone = reading.section.replace(".", "").isdigit()
    return f"Section {reading.section}" if alone else reading.section


class RulesPage(View):
    """The table of rules, and the details of the selected rule beside it."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("rulesPage", "Rules in force", session, theme, parent)
        self.model = RulesModel(session)
        self.table = self._make_table()
        self.detail = name_widget(
            QTextBrowser(openLinks=False), "ruleDetail", "Details of the selected rule"
        )
        self.detail.setFrameShape(QFrame.Shape.NoFrame)
        self.detail.anchorClicked.connect(lambda _link: self._unfold_others())
        self._all_readings = False
        self.detail.document().setDocumentMargin(UNIT)
        self.heading = make_eliding_line("rulesHeading", "label")
        self.restore = make_plain_button(
            "restoreRules",
            "Remove a&ll overrides",
            "Remove every override of this section",
            lambda: session.apply_edit(restore_rules, session.selection.section),
        )
        self.page_head = make_head("rulesHead", (self.heading, 1), self.restore)
        self.setFocusProxy(self.table)
        split = make_splitter("rulesSplitter", self.table, self.detail)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        make_column(self, spacing=0).addWidget(split)
        self.table.selectionModel().currentChanged.connect(self._turn_to_rule)
        theme.changed.connect(self._set_sizes)
        self._set_sizes()
        self.table.setCurrentIndex(self.model.index(0, 0))
        self.follow(session.opened, session.edited, session.selected)

    def _make_table(self) -> QTableView:
        table = RulesTable(self._share_width)
        set_up_table(table, "rules", "Rules", "Rules in force")
        table.setWordWrap(True)
        table.setProperty("lines", True)
        table.setModel(self.model)
        table.setItemDelegate(RulesDelegate(self._session.pending, self._theme, table))
        table.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        return table

    def _set_sizes(self) -> None:
        metrics = QFontMetrics(self._theme.make_font())
        self.table.verticalHeader().setDefaultSectionSize(metrics.height() + ROW)
        self.table.horizontalHeader().setFixedHeight(metrics.height() + 12)
        self._share_width()
        self.detail.document().setDefaultFont(self._theme.make_font())
        self._explain_rule()

    def _share_width(self) -> None:
        """Show the columns that fit; the value in force gets the rest of the width.

        Rule, value and override are always shown, if necessary narrower. The details
        beside the table contain what hidden columns would show.
        """
        digit = QFontMetrics(self._theme.make_font()).horizontalAdvance("0")
        room = self.table.viewport().width()
        used = 0
        for column in range(self.model.columnCount()):
            digits = DIGITS[column] if column < FIRST_EDITION else EDITION_DIGITS
            width = digit * digits + 2 * UNIT
            self.table.setColumnWidth(column, width)
            used += width
            self.table.setColumnHidden(column, column > OVERRIDE and used > room)
        spare = room - self.table.horizontalHeader().length()
        title = self.table.columnWidth(TITLE)
        narrower = min(max(-spare, 0), title // 3)
        self.table.setColumnWidth(TITLE, title - narrower)
        value = self.table.columnWidth(VALUE)
        self.table.setColumnWidth(VALUE, max(value + spare + narrower, value // 2))
        self._wrap_rows()

    def _wrap_rows(self) -> None:
        """Give each row the height of its longest text."""
        self.table.resizeRowsToContents()
        for row in range(self.model.rowCount()):
            self.table.setRowHeight(row, self.table.rowHeight(row) + ROW)

    def refresh(self) -> None:
        """Show the rules in force, and their sources."""
        self.model.refresh()
        section = self._session.section
        if section is None:
            show_text(self.heading, "No section yet. Add a section to see its rules.")
            self.restore.setEnabled(False)
            return
        end = self._session.document.end_date_of(section)
        edition, count = section.rules.edition, len(section.rules.overrides)
        rules = "rating rules" if edition is None else f"{edition} rating rules"
        by_date = f" by end date, {format_day(end)}" if edition is None else ""
        overrides = f", {count_in_words(count, 'override')}" if count else ""
        show_text(self.heading, f"{section.name}: {rules}{by_date}{overrides}")
        self.restore.setEnabled(bool(count))
        self._wrap_rows()
        self._explain_rule()

    def _turn_to_rule(self) -> None:
        self._all_readings = False
        self._explain_rule()

    def _explain_rule(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.detail.setHtml(
                self._make_rule_page(self.model.parameters[index.row()])
            )

    def _unfold_others(self) -> None:
        """Show the interpretations that concern no rule or another one."""
        self._all_readings = True
        place = self.detail.verticalScrollBar().value()
        self._explain_rule()
        self.detail.verticalScrollBar().setValue(place)

    def _make_rule_page(self, parameter: RuleParameter) -> Markup:
        colors = self._theme.colors
        lines = [Markup("<h3>%s</h3>") % parameter.title]

        def line(head: str, text: str, note: str) -> None:
            lines.append(
                Markup(
                    "<p style='margin:3px 0'><b>%s</b>: %s"
                    "<br><span style='color:%s'>%s</span></p>"
                )
                % (head, text, colors.pale, note)
            )

        for dated in parameter.dated:
            if self.model.system in dated.systems:
                differs = "".join(
                    f"; differs: {text}" for text in describe_differences(dated)
                )
                line(
                    describe_days(dated).capitalize(),
                    describe_value(dated.value),
                    f"{dated.evidence}{differs}",
                )
        for key, printed in parameter.editions.items():
            line(
                f"{key} edition",
                describe_value(printed.value),
                printed.place,
            )
        if parameter.departs:
            lines.append(
                Markup("<p style='color:%s'>%s</p>") % (colors.soft, parameter.departs)
            )
        lines += self._list_readings(parameter)
        return Markup().join(lines)

    def _list_readings(self, parameter: RuleParameter) -> Iterator[Markup]:
        """Yield the interpretations that concern a rule, then all others or a link to them."""
        own = [r for r in self.model.readings if parameter.name in r.parameters]
        others = [r for r in self.model.readings if r not in own]
        shown = others if self._all_readings else []
        for heading, readings in (
            ("How ambiguous points of this rule are interpreted", own),
            ("How other ambiguous points are interpreted", shown),
        ):
            if readings:
                yield Markup("<h3>%s</h3>") % heading
            for reading in readings:
                yield Markup(
                    "<p style='margin:3px 0'><b>%s%s</b>: %s"
                    "<br><span style='color:%s'>Shown in: %s.</span></p>"
                ) % (
                    _describe_place(reading),
                    CONFLICT if reading.conflict else LETTER if reading.letter else "",
                    reading.text,
                    self._theme.colors.pale,
                    reading.shown,
                )
        if not self._all_readings:
            words = count_in_words(len(others), "other ambiguous point")
            link = Markup("<p><a href='others' style='color:%s'>%s</a></p>")
            yield link % (self._theme.colors.accent, OTHERS_LINK.format(words))


class RulesTable(QTableView):
    """A table that calls `share` after its width has changed."""

    def __init__(self, share: Callable[[], object]) -> None:
        super().__init__()
        self._share = share

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the new width among the columns."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._share()


class RulesDelegate(TypingDelegate):
    """Marks overridden rules, and edits them with a choice or a field."""

    def __init__(self, pending: PendingTexts, theme: Theme, parent: QWidget) -> None:
        super().__init__(pending, parent)
        self._theme = theme

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Show an overridden rule in bold type, with a mark."""
        super().initStyleOption(option, index)
        if index.data(OVERRIDDEN) and index.column() in (0, 1, OVERRIDE):
            option.font = self._theme.make_font(strong=True)
            if index.column() == 0:
                option.text = f"● {option.text}"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size that a cell's wrapped text needs, with its margins."""
        within = QStyleOptionViewItem(option)
        within.rect = option.rect.adjusted(0, 0, -2 * UNIT, 0)
        return super().sizeHint(within, index)

    def make_editor(self, parent: QWidget, index: Index) -> QWidget:
        """Return a choice of variants, or a line for a number."""
        model = index.model()
        assert isinstance(model, RulesModel)
        parameter = model.parameters[index.row()]
        editor: ChoiceControl | TextControl
        if parameter.name in VARIANTS:
            choices = [
                (name, describe_value(name)) for name in VARIANTS[parameter.name]
            ]
            editor = ChoiceControl([("", "no override"), *choices], parent)
            editor.committed.connect(lambda _: self._finish_editing(editor))
        else:
            limit = ', or "none"' if NUMBERS[parameter.name] else ""
            editor = TextControl(f"a number{limit}", parent)
        words = f"{parameter.title}: override"
        name_widget(editor, "ruleEditor", words)
        if isinstance(editor, ChoiceControl):
            editor.set_names("ruleEditor", words)
        return editor

    def _finish_editing(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Show the current override."""
        if isinstance(editor, ChoiceControl | TextControl):
            editor.show_text(str(index.data(Qt.ItemDataRole.EditRole)))
