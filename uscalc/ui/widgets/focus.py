"""Move the focus from one part of the window to the next on F6."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget


def focus_next_pane(panes: Sequence[QWidget], by: int) -> QWidget | None:
    """Focus the next pane that has a control to focus, and return the pane."""
    open_panes = [pane for pane in panes if find_first_control(pane) is not None]
    if not open_panes:
        return None
    place = next(
        (i for i, pane in enumerate(open_panes) if _has_keyboard(pane)),
        -1 if by > 0 else 0,
    )
    pane = open_panes[(place + by) % len(open_panes)]
    control = find_first_control(pane)
    if control is not None:
        control.window().activateWindow()
        control.setFocus(Qt.FocusReason.OtherFocusReason)
    return pane


def find_first_control(pane: QWidget) -> QWidget | None:
    """Return the first control of a pane that can have the focus, or None."""
    if not pane.isVisible():
        return None
    # A view may choose the control with a focus proxy.
    chosen = pane.focusProxy()
    while chosen is not None and chosen.focusProxy() is not None:
        chosen = chosen.focusProxy()
    if chosen is not None and chosen.isEnabled() and chosen.isVisible():
        return chosen
    for control in (pane, *pane.findChildren(QWidget)):
        takes = control.focusPolicy() & Qt.FocusPolicy.TabFocus
        stands_in = control.focusProxy()
        if stands_in is not None and not stands_in.isVisible():
            continue
        if takes and control.isEnabled() and control.isVisible():
            return control
    return None


def _has_keyboard(pane: QWidget) -> bool:
    focus = QApplication.focusWidget()
    return focus is not None and (focus is pane or pane.isAncestorOf(focus))
