"""The page with the installation report, and a button to copy it."""

from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QPlainTextEdit,
)

from uscalc.ui.diagnostics.doctor import examine_system
from uscalc.ui.diagnostics.screens import about_screens
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.widgets.building import (
    DIALOG_MARGINS,
    add_parts,
    make_column,
    make_plain_line,
    name_widget,
    open_dialog,
    write_label,
)
from uscalc.ui.widgets.dialogs import CloseButton

COPIED = "Copied to the clipboard."


class DoctorPage(QDialog):
    """A window with the installation report, made when it opens."""

    def __init__(self, window: MainFrame) -> None:
        super().__init__(window)
        name_widget(self, "doctorPage", "System information")
        self.setWindowTitle("System information")
        self._line = make_plain_line(
            "doctorLine",
            "note",
            "Include this in a bug report. It contains no player, event, or file names.",
            wraps=True,
        )
        self.text = name_widget(
            QPlainTextEdit(
                examine_system(window.folders, about_screens).format_text(),
                self,
                readOnly=True,
                tabChangesFocus=True,
                lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap,
            ),
            "doctorText",
            "Versions, folders, and problems of this installation",
        )
        letters = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        letters.setPointSizeF(max(window.theme.make_font().pointSizeF(), 1))
        self.text.setFont(letters)
        buttons = CloseButton(self, "doctor", "Close or copy")
        self.copying = name_widget(
            buttons.addButton("&Copy", QDialogButtonBox.ButtonRole.ActionRole),
            "doctorCopy",
            "Copy all to the clipboard",
            "plain",
        )
        self.copying.clicked.connect(self._copy_text)
        add_parts(make_column(self, DIALOG_MARGINS), self._line, self.text, buttons)
        scale = window.theme.zoom / 100
        self.resize(
            min(int(760 * scale), window.width()),
            min(int(640 * scale), window.height()),
        )

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        write_label(self._line, COPIED)


def show_doctor(window: MainFrame) -> DoctorPage:
    """Open the installation report."""
    return open_dialog(DoctorPage(window))
