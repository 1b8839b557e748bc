"""A panel of forms on a page that scrolls, with the meaning of the field below it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from uscalc.ui.frame.form import HELP, HINT_LINES, NARROWEST, Form
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_column,
    make_page,
    make_scroll_area,
    name_widget,
)
from uscalc.ui.widgets.labels import make_text_label


class FormPanel(QWidget):
    """Keeps its forms in line, and catches up when it is seen.

    A panel adds what it shows to `column`, and calls `add_form` for each form;
    `finish_building` ends
    the building. `name` is the first word of its parts' names, `scrolled` what is scrolled.
    """

    def __init__(
        self,
        name: str,
        called: str,
        scrolled: str,
        theme: Theme,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.forms: list[Form] = []
        name_widget(self, f"{name}Panel", called, "page")
        outer = make_column(self, spacing=0)
        scroll = make_scroll_area(f"{name}Scroll", scrolled)
        page = make_page(f"{name}Page")
        self.column = make_column(page, (2 * UNIT, UNIT, 2 * UNIT, 2 * UNIT))
        scroll.setWidget(page)
        outer.addWidget(scroll, 1)
        self.hint = make_text_label(f"{name}Hint", "hint")
        self.hint.setText(HELP)
        outer.addWidget(self.hint)

    def add_form(self, form: Form) -> Form:
        """Keep a form in line with the others, and show below what its fields mean."""
        form.explain.connect(self.hint.setText)
        form.area = self
        # Here letters go nowhere.
        form.deserted.connect(self._take_keyboard)
        self.forms.append(form)
        return form

    def _take_keyboard(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def finish_building(self) -> None:
        """Show what there is, now that every form is built."""
        self.column.addStretch(1)
        self._theme.changed.connect(self.arrange_labels)
        self.arrange_labels()
        self.refresh()

    def arrange_labels(self) -> None:
        """Make all labels as wide as the widest, and give the hint a fixed height."""
        width = max(form.label_width() for form in self.forms)
        metrics = QFontMetrics(self._theme.make_font())
        room = self.width() - 5 * UNIT
        for form in self.forms:
            form.set_label_width(width)
            form.stack_labels(room < width + metrics.horizontalAdvance("0") * NARROWEST)
        self.hint.setFixedHeight(metrics.lineSpacing() * HINT_LINES + 2 * UNIT + 1)

    @property
    def idle(self) -> bool:
        """True if nobody sees it: a hidden panel costs nothing.

        But a text in it that was refused must not appear beside something else.
        """
        return not self.isVisible() and not any(form.pending for form in self.forms)

    def refresh(self) -> None:
        """Show what is selected now."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put labels beside or above the controls."""
        super().resizeEvent(event)
        self.arrange_labels()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while it was hidden."""
        super().showEvent(event)
        self.refresh()
