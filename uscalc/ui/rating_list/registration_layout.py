"""The layout of Registration: the search box, the results, and what Enter does."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QSizePolicy,
    QWidget,
)

from uscalc.ui.rating_list.lists import RatingLists
from uscalc.ui.rating_list.member_table import ListChoice, MembersModel, MemberTable
from uscalc.ui.theme.menu_text import escape_hint
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_plain_button,
    make_row,
    make_text_label,
    name_widget,
    set_look,
    show_or_hide,
    turn_box,
)
from uscalc.ui.widgets.layouts import FlowLayout

PREVIEW_LINES: Final = 3


class RegistrationLayout(QWidget):
    """The parts of Registration and their places, without any behavior."""

    def __init__(self, theme: Theme, lists: RatingLists) -> None:
        super().__init__()
        self._theme = theme
        self._lists = lists
        name_widget(self, "view-registration", "Registration", "page")

    def build_layout(self, search: QWidget, model: MembersModel) -> None:
        """Place all parts in reading order."""
        self.status = make_text_label("listSaid", "label")
        self.table = MemberTable(self._theme, model)
        members, player = make_column(), make_column()
        self._halves = add_parts(
            make_row(self, PAGE_MARGINS, 3 * UNIT), (members, 5), (player, 2)
        )
        # The first control of the view gets the focus.
        add_parts(members, search, self.status, (self.table, 1))
        self.choice = ListChoice(self._lists, "listChoice", self)
        self.choice.setToolTip(
            "Supplement to search first. Others are used for members it doesn't list."
        )
        self.import_button = make_plain_button(
            "listImport", "&Import…", "Import a rating supplement"
        )
        self.player_label = make_text_label("listPlayer", "heading")
        self.preview = MemberPreview(self)
        buttons = self._make_buttons()
        add_parts(player, self.choice, self.player_label, (self.preview, 1), buttons)
        self._theme.changed.connect(self._keep_room)
        self._keep_room()

    def _make_buttons(self) -> FlowLayout:
        self.enter_button = make_plain_button(
            "listEnter", "Register", "Register the selected member in this section"
        )
        self.move_button = make_plain_button(
            "listMove",
            "Move player",
            "Move the member from the other section to this one (Shift+Enter)",
        )
        self.fill_button = make_plain_button(
            "listFillPlayer",
            "&Update player",
            "Update the selected player from the supplement",
        )
        return add_parts(
            FlowLayout(),
            self.enter_button,
            self.move_button,
            self.fill_button,
            self.import_button,
        )

    def show_message(self, text: str, warns: bool = False) -> None:
        """Show a message below the box; if `warns`, in the warning color."""
        self.status.setText(text)
        set_look(self.status, "warns", warns)

    def _keep_room(self) -> None:
        """Reserve a few lines for the preview."""
        self.preview.setMinimumHeight(PREVIEW_LINES * self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        """Return the size needed at the current width, where labels take fewer lines.

        With a larger hint, the table above would lose height when the view comes to the
        front.
        """
        least, layout = super().minimumSizeHint(), self.layout()
        if layout is None:
            return least
        # Before the first layout, the width has no meaning.
        width = self.width() if self.isVisible() else super().sizeHint().width()
        height = layout.totalMinimumHeightForWidth(max(width, least.width()))
        return QSize(least.width(), min(least.height(), height))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place members and player side by side if the view is wide."""
        super().resizeEvent(event)
        turn_box(self._halves, down=self.width() <= self.height())


class MemberPreview(QWidget):
    """The warnings about a member, then other details."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("listPreview")
        # A long text must not take room from the table above.
        ignored = QSizePolicy.Policy.Ignored
        self.setSizePolicy(ignored, ignored)
        self._cautions = make_text_label("listCautions", "warning")
        self._known = make_text_label("listKnown", "label")
        for label in (self._cautions, self._known):
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
        # If there is little room, the details about the member are cut off first.
        self._known.setSizePolicy(ignored, ignored)
        add_parts(
            make_column(self, spacing=UNIT // 2), self._cautions, (self._known, 1)
        )

    def show_words(self, cautions: Sequence[str], known: str) -> None:
        """Show warnings and details; the tooltip has all of them."""
        show_or_hide(self._cautions, "\n".join(f"! {caution}" for caution in cautions))
        self._known.setText(known)
        self.setToolTip(escape_hint(self.get_text()))

    def get_text(self) -> str:
        """Return all texts."""
        return "\n".join(filter(None, (self._cautions.text(), self._known.text())))
