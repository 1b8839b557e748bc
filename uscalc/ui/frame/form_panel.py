"""A scrolling panel of forms, with the meaning of the focused field below it."""

from abc import abstractmethod

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from uscalc.ui.frame.form import HELP, HINT_LINES, NARROWEST, Form
from uscalc.ui.scheduling import EventWatch, follow_focus
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    make_column,
    make_page,
    make_scroll_area,
    make_text_label,
    name_widget,
)


class FormPanel(QWidget):
    """Aligns its forms, and refreshes them when it is shown.

    A subclass adds widgets to `column`, calls `add_form` for each form, and then
    `finish_building`. `name` begins the object names of its parts, and `scrolled` is
    the part that scrolls.
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
        """Align a form with the others, and show the hint of its focused field below."""
        form.explain.connect(self.hint.setText)
        form.area = self
        # The focus goes to the area, which ignores letters.
        form.deserted.connect(self.setFocus)
        self.forms.append(form)
        return form

    def finish_building(self) -> None:
        """Show the current event, because all forms are built."""
        self.column.addStretch(1)
        self._theme.changed.connect(self.arrange_labels)
        EventWatch(self, self.arrange_labels, QEvent.Type.Resize)
        EventWatch(self, self.refresh, QEvent.Type.Show)
        follow_focus(self._follow_focus)
        self.arrange_labels()
        self.refresh()

    def arrange_labels(self) -> None:
        """Make all labels as wide as the widest, and set the height of the hint."""
        width = max(form.label_width() for form in self.forms)
        metrics = QFontMetrics(self._theme.make_font())
        room = self.width() - 5 * UNIT
        for form in self.forms:
            form.set_label_width(width)
            form.stack_labels(room < width + metrics.horizontalAdvance("0") * NARROWEST)
        self.hint.setFixedHeight(metrics.lineSpacing() * HINT_LINES + 2 * UNIT + 1)

    def _follow_focus(self, _old: QWidget | None, _now: QWidget | None) -> None:
        """Explain no field after the focus moved out of the fields."""
        focus = self.window().focusWidget()
        if focus is None or not any(form.isAncestorOf(focus) for form in self.forms):
            self.hint.setText(HELP)

    @property
    def idle(self) -> bool:
        """True if the panel is hidden, so that it need not refresh.

        A panel with a rejected text is never idle, because the text must not appear
        beside another player.
        """
        return not self.isVisible() and not any(form.pending for form in self.forms)

    @abstractmethod
    def refresh(self) -> None:
        """Show the selected part of the event."""
