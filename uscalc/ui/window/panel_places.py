"""The places of the panels: beside the table, folded, over the table, or over the whole window."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication, QWidget

from uscalc.ui.frame.panel import PanelStrip, ViewPanel
from uscalc.ui.scheduling import connect_pairs, follow_focus
from uscalc.ui.session.preferences import LAYOUT
from uscalc.ui.widgets.focus import find_first_control

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame
    from uscalc.ui.specs import SpaceSpec

    Space = SpaceSpec[MainFrame, QWidget]

NARROW: Final = 1200
"""In a window narrower than this many pixels, the right panel folds to a strip."""
NARROW_DIGITS: Final = 126
"""The same limit in digits, because in large type the table needs more width."""
OVER_DIGITS: Final = 56
"""The width of a panel that is shown over the table, in digits."""
MOST_OVER: Final = 75
"""The greatest width of such a panel, in percent of the available width."""
QWIDGETSIZE_MAX: Final = (1 << 24) - 1
"""Qt's largest size of a widget: no limit."""
LayoutKey = tuple[str, bool]
"""The name of a space, and True if the right panel is folded."""
Shares = tuple[float, float]
"""The right panel's share of the width and the lower panel's share of the height, 0-1."""


def area_of_folded_panel(area: QRect, wanted: int) -> QRect:
    """Return the rectangle for opening a folded panel: at the right, over the whole height."""
    width = min(wanted, area.width() * MOST_OVER // 100)
    return area.adjusted(area.width() - width, 0, 0, 0)


class PanelPlaces(QObject):
    """Folds the right panel in a narrow window, and lets a panel fill the window.

    The panels keep their shares of a window that becomes larger or smaller: those of the
    space, or those that the user gave them by moving a border.

    `crosstable_shown` is emitted with True or False when the crosstable is shown or
    hidden.
    """

    crosstable_shown = Signal(bool)

    def __init__(self, window: "MainFrame", strip: PanelStrip, space: "Space") -> None:
        super().__init__(window)
        self._main = window
        self._strip = strip
        self.folded = False
        """True if the right panel is folded to a strip."""
        self.full: ViewPanel | None = None
        """The panel that fills the window."""
        self._busy = self._begun = self._ended = False
        self._layouts: dict[LayoutKey, QByteArray] = {}
        self.shares: dict[str, Shares] = {}
        """The shares that the user gave the panels, by the name of the space."""
        self._grabbed: tuple[int, int] | None = None
        """The panels' extents when the mouse was pressed on the window, until its release."""
        self._panels = window.right, window.below
        self.space = space
        self._alone = False
        strip.chosen.connect(self._open_or_close)
        for panel in self._panels:
            connect_pairs(
                (panel.filling, partial(self.fill_with, panel)),
                (panel.leaving, partial(self.restore_panel, panel)),
                (panel.closing, partial(self.hide_panel, panel)),
                (
                    panel.toggleViewAction().triggered,
                    partial(self._give_keyboard, panel),
                ),
            )
            panel.installEventFilter(self)
        window.crosstable.view.viewport().installEventFilter(self)
        window.installEventFilter(self)
        window.theme.changed.connect(self.follow_width)
        follow_focus(self._keyboard_went)
        app = QApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self._handle_quit)
        self._show_crosstable(space.has_crosstable)

    # Folding

    def follow_width(self) -> None:
        """Fold or unfold the right panel, depending on the window's width and the type size."""
        if self._busy or self._main.presenting is not None:
            return
        narrow = self._is_narrow()
        if narrow != self.folded:
            with self._keyboard_kept():
                self._fold_panels(narrow)
        self._place_lifted_panels()

    def _follow_size(self) -> None:
        """Give the panels their shares of the window's new size before it is painted."""
        layout = self._main.layout()
        if self._begun and not self._busy and layout is not None:
            self.share_room()
            layout.activate()

    def _is_narrow(self) -> bool:
        if not self.space.has_crosstable:
            return False
        digit = QFontMetrics(self._main.theme.make_font()).horizontalAdvance("0")
        return self._main.width() < max(NARROW, NARROW_DIGITS * digit)

    def _remember_wide_layout(self) -> None:
        """Save the layout of the panels while the window is wide.

        In a narrow window, the panels are already compressed.
        """
        free = self._begun and not self._busy and self._main.presenting is None
        if free and not (self.folded or self.full or self._is_narrow()):
            self._remember_layout()

    def _fold_panels(self, narrow: bool) -> None:
        window, right = self._main, self._main.right
        if self.folded and self.full is None:
            self._remember_layout()
        self.folded = narrow
        here = right.isAncestorOf(QApplication.focusWidget() or window)
        seen = right.isVisible() and (here or self.full is right or not narrow)
        self._strip.setVisible(narrow)
        if self.full is right or right.isFloating():
            return
        if narrow:
            right.lift_out()
        else:
            right.put_back()
        if not self._restore_layout() and not narrow:
            right.show()
            self.share_room()
        self._strip.setVisible(narrow)
        if narrow:
            right.setVisible(seen)
        elif seen:
            right.show()
        self._strip.refresh()

    def _open_or_close(self, name: str) -> None:
        right = self._main.right
        if right.isVisible() and right.lifted and right.front == name:
            self.restore_panel(right)
        else:
            self._main.show_view(name)
            self._give_keyboard(right)

    # Filling the window

    def fill_with(self, panel: ViewPanel) -> None:
        """Let a panel fill the window, or end that; return a floating panel to its place."""
        if panel.isFloating():
            self.toggle_floating(panel)
        elif self.full is panel:
            self._end_filling()
        else:
            self._end_filling()
            with self._keyboard_kept():
                panel.lift_out()
                self.full = panel
                panel.show()
                self._place_lifted_panels()
            self._give_keyboard(panel)

    def _end_filling(self) -> None:
        panel, self.full = self.full, None
        if panel is None:
            return
        with self._keyboard_kept():
            if panel is self._main.right and self.folded:
                self._place_lifted_panels()
                return
            panel.put_back()
            panel.show()
            self.share_room()

    def hide_panel(self, panel: ViewPanel) -> None:
        """Hide a panel; if it had the focus, focus the table."""
        here = panel.isAncestorOf(QApplication.focusWidget() or self._strip)
        if self.full is panel:
            self._end_filling()
        panel.close()
        if here:
            self._main.crosstable.view.setFocus()

    def restore_panel(self, panel: ViewPanel) -> None:
        """Return a panel that fills the window to its place, or close one over the table."""
        if self.full is panel:
            self._end_filling()
            return
        if panel.lifted:
            panel.hide()
        self._main.crosstable.view.setFocus()

    # A window of its own

    def toggle_floating(self, panel: ViewPanel) -> None:
        """Give a panel its own window, or return it to its place."""
        if self.full is panel:
            self._end_filling()
        if panel.isFloating():
            panel.setFloating(False)
            if self.folded and panel is self._main.right:
                panel.lift_out()
                panel.show()
                self._place_lifted_panels()
            self._main.activateWindow()
        else:
            panel.put_back()
            panel.show()
            panel.setFloating(True)
        self._give_keyboard(panel)

    def in_front(self) -> ViewPanel:
        """Return the panel with the focus, or the one used last, or the right one."""
        focus, active = QApplication.focusWidget(), QApplication.activeWindow()
        for panel in self._panels:
            if active is panel or (focus is not None and panel.isAncestorOf(focus)):
                return panel
        return self._main.attention.panel or self._main.right

    # Panels over the window

    def _handle_quit(self) -> None:
        """Record that the program is ending, even if the window is still open."""
        self._ended = True

    def _place_lifted_panels(self) -> None:
        window = self._main
        area, top = window.contentsRect(), window.menuWidget()
        if top is not None:
            area.setTop(top.geometry().bottom() + 1)
        area.setBottom(window.statusBar().geometry().top() - 1)
        for panel in self._panels:
            if not panel.lifted:
                continue
            if panel is self.full:
                # A panel that fills the window also hides menus and rail.
                everything = self._main.rect()
                everything.setBottom(area.bottom())
                panel.setGeometry(everything)
            else:
                digit = QFontMetrics(self._main.theme.make_font()).horizontalAdvance(
                    "0"
                )
                beside = area.adjusted(0, 0, -self._strip.width(), 0)
                panel.setGeometry(area_of_folded_panel(beside, digit * OVER_DIGITS))
            panel.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """React to the window's new size, and to panels that are shown in any way."""
        kinds = QEvent.Type
        if self._ended or self._main.gone:
            # Panels are hidden while the window is destroyed.
            return False
        if watched is self._main:
            if event.type() in (kinds.Resize, kinds.Show):
                self.follow_width()
                self._follow_size()
            elif event.type() == kinds.MouseButtonPress:
                self._grabbed = self._get_extents()
            elif event.type() == kinds.MouseButtonRelease:
                self._remember_shares()
            elif event.type() == kinds.LayoutRequest:
                self._place_lifted_panels()
        elif event.type() in (kinds.ShowToParent, kinds.HideToParent):
            self._strip.refresh()
            self._place_lifted_panels()
            self._remember_wide_layout()
        elif event.type() == kinds.Resize:
            self._remember_wide_layout()
        elif event.type() == kinds.MouseButtonPress:
            self._keyboard_went(None, self._main.crosstable)
        return False

    # The focus

    def _keyboard_went(self, old: QWidget | None, now: QWidget | None) -> None:
        """Close a panel over the table when the focus moves to a part below it.

        The panel stays if its own control disappeared, and Qt moved the focus
        elsewhere.
        """
        if (
            self._ended
            or self._busy
            or self._main.gone
            or self._main.presenting is not None
            or now is None
            or not any(panel.lifted for panel in self._panels)
        ):
            return
        if old is not None and not (old.isVisible() and old.isEnabled()):
            for panel in self._panels:
                if panel.lifted and panel.isVisible() and panel.isAncestorOf(old):
                    panel.setFocus()
                    return
        parts = (self._main.crosstable, *self._panels)
        if not any(part is now or part.isAncestorOf(now) for part in parts):
            return
        for panel in self._panels:
            if panel.lifted and panel.isVisible() and not panel.isAncestorOf(now):
                if panel is self.full:
                    self._end_filling()
                if panel.lifted:
                    panel.hide()

    def _give_keyboard(self, panel: ViewPanel, shown: bool = True) -> None:
        if not shown:
            return
        panel.show_first_view()
        focus = QApplication.focusWidget()
        control = (
            find_first_control(panel.get_view(panel.front)) if panel.front else None
        )
        if not (focus and panel.isAncestorOf(focus)):
            (control or panel).setFocus(Qt.FocusReason.OtherFocusReason)

    @contextmanager
    def _keyboard_kept(self) -> Iterator[None]:
        """Keep the focus, which would change when a panel is moved."""
        focus, busy = QApplication.focusWidget(), self._busy
        self._busy = True
        try:
            yield
            if focus is not None and focus.isVisible() and not focus.hasFocus():
                focus.setFocus(Qt.FocusReason.OtherFocusReason)
        finally:
            self._busy = busy

    # Layouts kept for the next start

    def save_layouts(self) -> "dict[LayoutKey, QByteArray]":
        """Return the layout of each space, after returning a panel that fills the window."""
        self._end_filling()
        self._remember_layout()
        return dict(self._layouts)

    def restore_layouts(
        self, layouts: Mapping[LayoutKey, QByteArray], shares: Mapping[str, Shares]
    ) -> bool:
        """Use the layouts of the last start; return whether the current space has one."""
        self._layouts, self.shares = dict(layouts), dict(shares)
        restored = self._restore_layout()
        self.follow_width()
        self._begun = True
        return self._key in layouts if self.folded else restored

    @property
    def _key(self) -> "LayoutKey":
        return self.space.name, self.folded

    def _remember_layout(self) -> None:
        if not self._alone:
            self._layouts[self._key] = self._main.saveState(LAYOUT)

    def _restore_layout(self) -> bool:
        state = self._layouts.get(self._key)
        if state is None or not self._main.restoreState(state, LAYOUT):
            return False
        self.share_room()
        # Qt also restores the size that a panel had as a separate window.
        QTimer.singleShot(0, self, self.share_room)
        return True

    def _get_extents(self) -> tuple[int, int]:
        return self._main.right.extent, self._main.below.extent

    def _remember_shares(self) -> None:
        """Save the share of a panel whose border the user moved."""
        before, self._grabbed = self._grabbed, None
        if before is None:
            return
        area, shares = self._main.contentsRect(), list(self._get_shares())
        extents, rooms = self._get_extents(), (area.width(), area.height())
        for at, panel in enumerate(self._panels):
            docked = not (panel.lifted or panel.isFloating())
            if docked and panel.isVisible() and extents[at] != before[at]:
                shares[at] = extents[at] / rooms[at]
                self.shares[self.space.name] = shares[0], shares[1]

    def _get_shares(self) -> Shares:
        space = self.space
        usual = space.inspector_share / 100, space.drawer_share / 100
        return self.shares.get(space.name, usual)

    # Spaces

    def use_space(self, space: "Space") -> None:
        """Use the layout in which the user left a space, or else its first layout."""
        self._end_filling()
        self.give_whole_space(False)
        self._remember_layout()
        self.space = space
        with self._keyboard_kept():
            self._show_crosstable(space.has_crosstable)
            narrow = self._is_narrow()
            known = (space.name, narrow) in self._layouts
            if narrow != self.folded:
                self._fold_panels(narrow)
                if not known:
                    # The lower panel may still have its height from a space without a crosstable.
                    self._lay_out_anew()
            elif not self._restore_layout():
                self._lay_out_anew()
            # The layout may be older than the folding.
            self._strip.setVisible(self.folded)
            if self.folded:
                self._main.right.hide()
        self._place_lifted_panels()

    def give_whole_space(self, alone: bool) -> None:
        """Hide the crosstable and the right panel for a view that needs their room.

        If `alone` is False, show them again.
        """
        if alone == self._alone:
            return
        with self._keyboard_kept():
            if alone:
                self._remember_layout()
            self._alone = alone
            self._main.below.reach_right_edge(alone)
            self._show_crosstable(self.space.has_crosstable and not alone)
            if alone:
                self._main.right.hide()
            elif not self._restore_layout():
                self._lay_out_anew()
            self._strip.setVisible(self.folded and not alone)

    def _show_crosstable(self, shown: bool) -> None:
        centre = self._main.centralWidget()
        assert centre is not None
        # Qt can't set the sizes of the panels unless the table is in the window.
        centre.setMaximumHeight(QWIDGETSIZE_MAX if shown else 0)
        if shown is self._main.crosstable.isHidden():
            self._main.crosstable.setVisible(shown)
            self.crosstable_shown.emit(shown)

    def reset_layouts(self) -> None:
        """Give each space its first layout."""
        self._end_filling()
        for panel in self._panels:
            if panel.isFloating():
                self.toggle_floating(panel)
        self._layouts.clear()
        self.shares.clear()
        self._lay_out_anew()
        # In a later turn, a floating panel would bring the size of its window along.
        QTimer.singleShot(0, self, self._lay_out_anew)

    def _lay_out_anew(self) -> None:
        for panel in self._panels:
            panel.setVisible(panel is self._main.below or not self.folded)
        self.share_room()
        if not self.space.has_crosstable:
            # Its room is free only in a later turn of the event loop.
            QTimer.singleShot(0, self, self.share_room)

    def share_room(self) -> None:
        """Give the panels their shares of the window in the current space."""
        if self._alone:
            return
        area, (wide, high) = self._main.contentsRect(), self._get_shares()
        self._main.right.set_extent(round(area.width() * wide))
        if self.space.has_crosstable:
            self._main.below.set_extent(round(area.height() * high))
