"""Use Qt's own model tester on every model of a window, whoever shows it."""

from PySide6.QtCore import QAbstractItemModel
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QAbstractItemView, QWidget

_MODE = QAbstractItemModelTester.FailureReportingMode.Warning


class Watch:
    """Testers of models: a mistake of a model is a warning, and fails the test."""

    def __init__(self) -> None:
        self._testers: dict[QAbstractItemModel, QAbstractItemModelTester] = {}

    def all_in(self, root: QWidget) -> list[QAbstractItemModel]:
        """Watch the models below a window that are not watched yet; return all of them."""
        found = models_in(root)
        for model in found:
            if model not in self._testers:
                self._testers[model] = QAbstractItemModelTester(model, _MODE)
        return found

    def end(self) -> None:
        """Stop watching; the models may be gone already."""
        for tester in self._testers.values():
            tester.deleteLater()
        self._testers.clear()


def models_in(root: QWidget) -> list[QAbstractItemModel]:
    """Return the program's models below a window: the shown ones, and the others."""
    shown = (view.model() for view in root.findChildren(QAbstractItemView))
    found = {id(m): m for m in (*shown, *root.findChildren(QAbstractItemModel)) if m}
    return [m for m in found.values() if type(m).__module__.startswith("uscalc.")]
