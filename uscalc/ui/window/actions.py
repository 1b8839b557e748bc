"""The commands as actions of the window."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from uscalc.ui.session.pending import PendingTexts
from uscalc.ui.specs import CommandSpec

if TYPE_CHECKING:
    from uscalc.ui.window.window import Window


def make_actions(
    window: "Window", commands: "Sequence[CommandSpec[Window]]"
) -> dict[str, QAction]:
    """Return the actions by name, at work in the whole window.

    Each enters what is half typed before it begins. So Undo in the menu takes back
    the text that was just typed, while Ctrl+Z in the field is the field's own.
    """
    groups: dict[str, QActionGroup] = {}
    actions = {}
    pending = window.session.pending
    for spec in commands:
        action = QAction(spec.text, window)
        action.setObjectName(spec.name)
        action.setShortcuts([QKeySequence(key) for key in spec.keys])
        shown = f" ({spec.keys[0]})" if spec.keys else ""
        action.setToolTip(f"{spec.hint}{shown}")
        action.setWhatsThis(spec.hint)
        # Qt would take the dots away that say that a question follows.
        action.setIconText(spec.text.replace("&", ""))
        action.setCheckable(bool(spec.group))
        if spec.group not in ("", "-"):
            group = groups.setdefault(spec.group, QActionGroup(window))
            group.addAction(action)
        action.triggered.connect(after_pending_text(pending, partial(spec.run, window)))
        window.addAction(action)
        actions[spec.name] = action
    return actions


def after_pending_text(
    pending: PendingTexts, run: Callable[[], object]
) -> Callable[[bool], None]:
    """Make a slot that commits text still being typed and then runs a command."""

    def run_command(_checked: bool = False) -> None:
        pending.commit_then(run)

    return run_command
