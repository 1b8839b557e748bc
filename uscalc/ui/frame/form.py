"""A form made of fields: labels, controls, and the problem with a field right below it."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QWidget,
)

from uscalc.document.edit.settings import Field, Target
from uscalc.document.history import History
from uscalc.document.model import (
    Document,
    Edit,
    Identity,
    Player,
    Section,
    find_player,
    find_section,
)
from uscalc.ui.session.pending import PendingTexts, RejectedText
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    FieldLabel,
    add_parts,
    make_column,
    make_grid,
    make_plain_line,
    make_row,
    name_widget,
    write_label,
)
from uscalc.ui.widgets.controls import (
    ChoiceControl,
    Control,
    TextControl,
    make_control,
)

HINT_LINES = 3
NARROWEST = 26
"""If the controls have less width than this, in digits, the labels are above them."""
HELP = "Select a field to see what it means."
GONE = "another player or section is shown there now"


class EventEditor(Protocol):
    """The part of the session that a form uses."""

    history: History
    pending: PendingTexts

    @property
    def document(self) -> Document:
        """The current event."""

    def apply_edit(self, make: Callable[[Document], Edit]) -> bool:
        """Apply an edit; return False if it was rejected."""


class FormSubject(NamedTuple):
    """The functions that name and find the part of the event that a form is about.

    The part is a player or a section, known by its identity; None is the event itself.
    """

    words: Callable[[Target], str]
    part: Callable[[Target], Player | Section | None]

    def get_identity(self, target: Target) -> Identity | None:
        """Return the identity of the part; None for the event itself."""
        part = self.part(target)
        return None if part is None else part.identity

    def find_target(self, target: Target, document: Document) -> Target | None:
        """Return the target for the same part in another document; None if it was removed."""
        part = self.part(target)
        if part is None:
            return replace(target, document=document)
        if isinstance(part, Section):
            index = find_section(document, part.identity)
            place = None if index is None else (index, 0)
        else:
            place = find_player(document, part.identity)
        return None if place is None else Target(document, *place, target.system)


class Form(QWidget):
    """Fields for one target, for example a player.

    Typed text belongs to the target, and every change is one edit. A rejected text
    stays as typed, with the reason below, until another target is shown. `completed`
    adds the edits that follow from an edit of these fields. `explain` is called with
    the hint of the focused field. `deserted` is emitted if the form had the focus for a
    part that was removed, so that the next key does not change the part that is shown
    instead.
    """

    explain = Signal(str)
    deserted = Signal()

    def __init__(
        self,
        prefix: str,
        fields: Sequence[Field],
        session: EventEditor,
        subject: FormSubject,
        completed: Callable[[Edit], Edit] = lambda edit: edit,
    ) -> None:
        super().__init__()
        self._session = session
        self._subject = subject
        self._completed = completed
        self._event = session.history
        self._fields = {field.name: field for field in fields}
        self._controls: dict[str, Control] = {}
        self._problems: dict[str, QLabel] = {}
        self._reasons: dict[str, str] = {}
        """The error of each field; fields side by side share a label."""
        self._rows: dict[str, int] = {}
        self._label_width = 0
        self._target: Target | None = None
        self.area: QWidget = self
        """The widget around the form; while the focus is in it, the target is being edited."""
        name_widget(self, f"{prefix}Form")
        grid = self._grid = make_grid(self, UNIT, UNIT // 2)
        grid.setColumnStretch(1, 1)
        row = -3
        self._labels: list[tuple[QLabel, int]] = []
        self._stacked = False
        line = QHBoxLayout()
        for field in fields:
            control = make_control(field, f"{prefix}{_capitalize_first(field.name)}")
            control.setSizePolicy(
                QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
            )
            control.committed.connect(partial(self._handle_finished, field.name))
            control.entered.connect(partial(self.explain.emit, field.hint))
            if isinstance(control, TextControl):
                control.textEdited.connect(
                    partial(self._recheck_rejected, field.name, control)
                )
            self._controls[field.name] = control
            if not field.beside:
                row += 3
                line = make_row()
                grid.addLayout(line, row + 1, 1)
                label = FieldLabel(field.label, control)
                label.setToolTip(field.hint)
                grid.addWidget(label, row + 1, 0)
                self._labels.append((label, row))
                problem = _make_problem_label(
                    f"{prefix}{_capitalize_first(field.name)}Problem"
                )
                grid.addWidget(problem, row + 2, 1)
            elif isinstance(control, ChoiceControl):
                # A choice may be narrower than its longest item, because it may have half a line.
                control.setMinimumContentsLength(0)
                control.setSizeAdjustPolicy(
                    ChoiceControl.SizeAdjustPolicy.AdjustToContents
                )
            line.addWidget(control, 1)
            self._problems[field.name] = problem
            self._rows[field.name] = row
        session.pending.register_place(self)

    def place_below(self, name: str, widget: QWidget) -> None:
        """Put a widget directly below a field."""
        problem = self._problems[name]
        self._grid.removeWidget(problem)
        below = add_parts(make_column(spacing=UNIT // 4), problem, widget)
        self._grid.addLayout(below, self._rows[name] + 2, 1)

    def label_width(self) -> int:
        """Return the width that the longest label needs."""
        return max(label.sizeHint().width() for label, _ in self._labels)

    def set_label_width(self, width: int) -> None:
        """Set the width of the labels, to align them with those of another form."""
        self._label_width = width
        self._grid.setColumnMinimumWidth(0, 0 if self._stacked else width)

    def stack_labels(self, stacked: bool) -> None:
        """Put the labels above the controls, or beside them."""
        if stacked == self._stacked:
            return
        self._stacked = stacked
        for label, row in self._labels:
            self._grid.removeWidget(label)
            place = (row, 1) if stacked else (row + 1, 0)
            self._grid.addWidget(label, *place)
        self.set_label_width(self._label_width)

    def get_control(self, name: str) -> Control:
        """Return the control of a field."""
        return self._controls[name]

    def show_target(self, target: Target | None) -> None:
        """Show a target.

        Typed text was already entered. A text that could not be entered is dropped with
        its target, and reported.
        """
        before = self._target
        identify = self._subject.get_identity
        same = (
            before is not None
            and target is not None
            and self._event is self._session.history
            and before.system == target.system
            and identify(before) is identify(target)
        )
        deserted = (
            self._has_keyboard()
            and before is not None
            and self._find_current(before) is None
        )
        self._target, self._event = target, self._session.history
        means = {}
        for name, field in self._fields.items():
            control = self._controls[name]
            text = "" if target is None else field.read(target)
            # A value that doesn't apply can still be removed.
            means[name] = target is not None and (field.applies(target) or bool(text))
            if control.pending and before is not None:
                if same and means[name] and field.read(before) == text:
                    continue
                self._session.pending.report_lost(
                    self._make_refusal(before, name, self._reasons.get(name) or GONE)
                )
            control.show_text(text)
            self._show_problem(name, "")
        if deserted:
            for control in self._controls.values():
                if isinstance(control, ChoiceControl):
                    control.hidePopup()
            self.deserted.emit()
        # Last, because a field that is disabled loses the focus, and commits its text.
        self.setEnabled(target is not None)
        for name, control in self._controls.items():
            control.setEnabled(means[name])
            if isinstance(control, TextControl | ChoiceControl):
                control.show_blank(means[name])

    def _find_current(self, target: Target) -> Target | None:
        """Return the target in the current event; None if it was removed."""
        return (
            None
            if self._event is not self._session.history
            else self._subject.find_target(target, self._session.document)
        )

    # The focus

    def has_keyboard_for(self, identity: Identity) -> bool:
        """Return whether this form has the focus and shows this part of the event."""
        target = self._target
        return (
            target is not None
            and self._subject.get_identity(target) is identity
            and self._has_keyboard()
        )

    def _has_keyboard(self) -> bool:
        # While a list is open, its choice counts as the focused control.
        focus = self.window().focusWidget()
        return focus is not None and (
            focus is self.area or self.area.isAncestorOf(focus)
        )

    # Text being typed

    @property
    def typing(self) -> bool:
        """True if there is unfinished text that was not rejected before."""
        return any(c.pending and not c.refused for c in self._controls.values())

    @property
    def pending(self) -> bool:
        """True if there is typed text that is not in the event yet."""
        return any(control.pending for control in self._controls.values())

    def commit_typed(self) -> None:
        """Enter the typed texts, each as one edit of its target.

        A text that depends on another field, for example a first day after the old last
        day, is entered after that field.
        """
        tried, waiting = [""], self._list_waiting_fields()
        while waiting and waiting != tried:
            for name in waiting:
                target = self._target
                now = None if target is None else self._find_current(target)
                if now is None:
                    # Find out now whether an edit has removed the target.
                    return
                self._enter_field(name, now)
            tried, waiting = waiting, self._list_waiting_fields()

    def _list_waiting_fields(self) -> list[str]:
        """Return the fields whose text is not in the event."""
        return [name for name, control in self._controls.items() if control.pending]

    def discard_typed(self) -> None:
        """Show the event's values again."""
        for name, control in self._controls.items():
            if control.pending and self._target is not None:
                control.show_text(self._fields[name].read(self._target))
                self._show_problem(name, "")

    def hideEvent(self, event: QHideEvent) -> None:
        """Enter typed text before the form is hidden, or report it."""
        super().hideEvent(event)
        if not event.spontaneous() and self.pending:
            self._session.pending.commit_all()

    def _enter_field(self, name: str, target: Target) -> None:
        field, control, session = (
            self._fields[name],
            self._controls[name],
            self._session,
        )
        edit = field.make_edit(target, control.value)
        if edit.refused:
            reason = "; ".join(edit.refused)
            refusal = self._make_refusal(target, name, reason)
            self._show_problem(name, reason)
            control.mark_rejected()
            session.pending.report_rejected(refusal, stays=True)
            return
        self._show_problem(name, "")
        control.show_text(control.value)
        session.apply_edit(lambda _: self._completed(edit))
        after = self._find_current(target)
        if after is not None:
            # The text means the same value, so show it in the document's form.
            control.show_text(field.read(after))
        session.pending.clear_rejected(self._describe_place(target, name))

    def _handle_finished(self, name: str, _said: str) -> None:
        """Handle a field that was left, entered or clicked."""
        if not self._controls[name].pending and self._target is not None:
            # Esc has restored the document's text.
            self._show_problem(name, "")
            self._session.pending.clear_rejected(
                self._describe_place(self._target, name)
            )
        self._session.pending.commit_all(aloud=False)

    def _recheck_rejected(self, name: str, control: TextControl, text: str) -> None:
        """While the user types in a rejected field, update the problem below it."""
        shown = self._target
        if not control.was_refused or shown is None:
            return
        target = self._find_current(shown)
        if target is None:
            return
        refused = self._fields[name].make_edit(target, text).refused
        self._show_problem(name, "; ".join(refused))
        if not refused:
            self._session.pending.clear_rejected(self._describe_place(target, name))

    def _describe_place(self, target: Target, name: str) -> str:
        return f"{self._subject.words(target)}, {self._fields[name].label}"

    def _make_refusal(self, target: Target, name: str, reason: str) -> RejectedText:
        return RejectedText(
            self._describe_place(target, name), self._controls[name].words, reason
        )

    def _show_problem(self, name: str, text: str) -> None:
        self._reasons[name] = text
        label, reasons = self._problems[name], self._reasons
        wrong = [n for n, other in self._problems.items() if other is label]
        words = "\n".join(
            _capitalize_first(reasons[n]) for n in wrong if reasons.get(n)
        )
        if label.text() != words:
            write_label(label, words)
        label.setVisible(bool(words))


def _make_problem_label(name: str) -> QLabel:
    label = make_plain_line(name, "problem", wraps=True)
    label.hide()
    return label


def _capitalize_first(name: str) -> str:
    return name[:1].upper() + name[1:]
