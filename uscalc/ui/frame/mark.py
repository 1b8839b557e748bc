"""The line that says whether a view or a dialog has the what-if results."""

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from uscalc.ui.session.source import WITH, WITHOUT
from uscalc.ui.specs.view import WhatIf

if TYPE_CHECKING:
    from uscalc.ui.session.session import Session

HINTS: Final = {
    WITH: "What if tries out other results, and this view shows what they give",
    WITHOUT: "What if tries out other results; what is here is the event as it is",
}


class WhatIfMark(QLabel):
    """Says it while results are tried out in the selected section, and else is hidden.

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
        self.setObjectName(f"{name}WhatIf")
        self.setProperty("role", "whatIf")
        self.setTextFormat(Qt.TextFormat.PlainText)
        # It never widens what it stands in.
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
        """Says what is true now."""
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
