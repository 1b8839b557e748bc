"""The line that says whether a view or a dialog has the what-if results."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from uscalc.ui.session.source import WITH, WITHOUT
from uscalc.ui.specs.view import WhatIf
from uscalc.ui.widgets.building import name_widget

if TYPE_CHECKING:
    from uscalc.ui.session.session import Session

HINTS: Final = {
    WITH: "What if tries out other results, and this view shows their effect",
    WITHOUT: "What if tries out other results; this view shows the event without them",
}


class WhatIfMark(QLabel):
    """Shows a line while results are tried out in the selected section.

    `what_if` says whether the view shows those results.
    """

    def __init__(
        self,
        session: "Session",
        name: str,
        what_if: WhatIf,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._what_if = what_if
        name_widget(self, f"{name}WhatIf")
        self.setProperty("role", "whatIf")
        self.setTextFormat(Qt.TextFormat.PlainText)
        # It never widens its parent.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.hide()
        for signal in (
            session.imagined,
            session.tried,
            session.selected,
            session.rated,
            session.opened,
        ):
            signal.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the line that is true now, or hide it."""
        session = self._session
        words = WITH if self._what_if == "with" and session.shows_what_if else WITHOUT
        if words != self.text():
            self.setText(words)
            self.setProperty("without", words == WITHOUT)
            # A style sheet looks at a property only then.
            self.style().unpolish(self)
            self.style().polish(self)
            self.setAccessibleName(words)
            self.setToolTip(HINTS[words])
        shown = session.tries_out and self._what_if != "unmarked"
        if shown == self.isHidden():
            self.setVisible(shown)
