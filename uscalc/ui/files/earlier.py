"""Offer earlier versions of a file: its content before each save."""

import datetime as dt
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import make_column, name_widget, set_up_dialog
from uscalc.ui.widgets.dialog_buttons import AcceptCancelButtons
from uscalc.ui.widgets.dialog_size import resize_to
from uscalc.ui.widgets.labels import make_text_label

STAMP = "%Y%m%d-%H%M%S"
_PATH = Qt.ItemDataRole.UserRole


def parse_backup_time(backup: Path) -> dt.datetime | None:
    """Return when a backup was made, by its name; None for another name."""
    try:
        return dt.datetime.strptime(backup.name[: len("20250901-140211")], STAMP)
    except ValueError:
        return None


class EarlierVersionsDialog(QDialog):
    """A list, the newest first; `chosen` is called with a version and its time."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        backups: Sequence[Path],
        chosen: Callable[[Path, str], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._chosen = chosen
        set_up_dialog(self, "earlierVersions", "Earlier versions")
        column = make_column(self, 3 * UNIT)
        said = make_text_label("earlierIntro", "note")
        said.setText(
            f"What {name} held before it was saved over. Taking one up can be undone, "
            "and changes the file only when you save."
        )
        column.addWidget(said)
        self.list = QListWidget()
        name_widget(self.list, "earlierList", "Versions, the newest first")
        for backup in backups:
            when = parse_backup_time(backup)
            if when is None:
                continue
            item = QListWidgetItem(f"{when:%Y-%m-%d, %H:%M:%S}")
            item.setData(_PATH, str(backup))
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.list.itemActivated.connect(self.accept)
        column.addWidget(self.list, 1)
        column.addWidget(AcceptCancelButtons(self, "earlier", "&Take it up"))
        resize_to(self, 56, 22)
        self.list.setFocus()

    def accept(self) -> None:
        """Restore the selected version."""
        item = self.list.currentItem()
        if item is None:
            return
        super().accept()
        self._chosen(Path(str(item.data(_PATH))), item.text())
