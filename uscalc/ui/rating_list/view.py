"""Registration: register members, or update a player, with one search in all supplements."""

import datetime as dt
from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QKeyEvent

from uscalc.document.merge.listed import (
    ListEntry,
    PlannedFill,
    fill_listed,
    find_next_number,
)
from uscalc.document.model import Document, Identity, find_player
from uscalc.ui.crosstable.view import CrosstableView
from uscalc.ui.rating_list.entering import (
    MemberEntries,
    describe_member,
    describe_new_player,
    list_cautions,
    matches_beginnings,
    plan_player_fill,
)
from uscalc.ui.rating_list.fill_dialog import NO_CHANGE, describe_changes
from uscalc.ui.rating_list.lists import LOOKING, MemberSearch, RatingLists
from uscalc.ui.rating_list.member_table import MOVE_KEYS, MembersModel, SearchLine
from uscalc.ui.rating_list.registration_layout import RegistrationLayout
from uscalc.ui.scheduling import RefreshSchedule
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme

PAGE_ROWS: Final = 5
NOBODY: Final = Identity()
"""The identity that stands for the search box's player if none is selected."""

Key = Qt.Key


class EntryResult(NamedTuple):
    """The last entry in an event; `warns` if it needs attention."""

    document: Document
    words: str
    warns: bool


class RatingListView(RegistrationLayout):
    """Registers the selected member, or updates the selected player.

    `ask_import` opens the import; `leave` returns the focus to the table.
    """

    def __init__(
        self,
        session: Session,
        theme: Theme,
        lists: RatingLists,
        table: CrosstableView,
        ask_import: Callable[[], object],
        leave: Callable[[], object],
    ) -> None:
        super().__init__(theme, lists)
        self._session = session
        self._crosstable = table
        self._leave = leave
        self._fills = False
        self._whom: Identity | None = None
        """The player to update, who is always the selected player; None while registering."""
        self._shown = ""
        self._fill: PlannedFill | None = None
        self._entries = MemberEntries(
            session, lists.day, lambda text: self.show_message(text, True)
        )
        self._done: EntryResult | None = None
        self._search = MemberSearch(session, lists, self)
        self._search.found.connect(self._show_members)
        self._search.looking.connect(lambda: self.show_message(LOOKING))
        self.search = SearchLine(
            lambda: not self.searching, self._handle_list_key, self
        )
        self.search.textChanged.connect(self._handle_typing)
        self.model = MembersModel(theme, self._entries, self)
        self.build_layout(self.search, self.model)
        self.table.selectionModel().currentRowChanged.connect(self._handle_choice)
        self.table.activated.connect(self.act_on_chosen)
        for button, pressed in (
            (self.import_button, ask_import),
            (self.enter_button, self._press_enter_button),
            (self.move_button, self.move_member_here),
            (self.fill_button, self._press_update_button),
        ):
            button.clicked.connect(lambda _=False, pressed=pressed: pressed())
        RefreshSchedule(
            self,
            self._follow_event,
            session.selected,
            session.opened,
            session.edited,
            lists.changed,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the table with Esc, unless the search box uses it.

        In full screen, Esc leaves the full screen.
        """
        beside = self.window() is self._crosstable.window()
        if event.key() == Key.Key_Escape and beside:
            self._leave()
        else:
            super().keyPressEvent(event)

    # Entering and filling

    def enter_players(self) -> None:
        """Make Enter register members, and stop updating a player."""
        if self._fills:
            self.stop_filling_player()
        self._follow_event()
        self.search.setFocus()
        self.search.selectAll()

    def stop_filling_player(self) -> None:
        """Stop updating a player, and clear the text typed for that player."""
        self._fills = self._entries.filling = False
        self._whom = None
        self.search.forget_keys()
        self.search.clear()

    def _is_filled_player_gone(self) -> bool:
        whom = self._whom
        return (
            whom is not None
            and whom is not NOBODY
            and find_player(self._session.document, whom) is None
        )

    def fill_selected_player(self) -> None:
        """Make Enter update the selected player; the search box follows the selection."""
        if not self._fills:
            self.search.forget_keys()
        self._fills = self._entries.filling = True
        self._whom = None
        self._follow_event()
        self.search.setFocus()

    def _press_enter_button(self) -> None:
        if self._fills:
            self.enter_players()
        else:
            self.act_on_chosen()

    def _press_update_button(self) -> None:
        if self._fills:
            self.act_on_chosen()
        else:
            self.fill_selected_player()

    # Following

    def _follow_event(self) -> None:
        player = self._session.player
        if self._fills and self._is_filled_player_gone():
            # Text typed for a removed player must not update another player.
            self.stop_filling_player()
        whom = NOBODY if player is None else player.identity
        if self._fills and whom is not self._whom:
            self._whom = whom
            wanted = "" if player is None else player.member or player.name
            with QSignalBlocker(self.search):
                self.search.setText(wanted)
            self.search.selectAll()
        self._search_members()

    def _handle_typing(self) -> None:
        self._entries.forget_confirmation()
        self._done = None
        self._search_members()

    def _search_members(self) -> None:
        """Search in the background, unless the result is already shown."""
        if self._search.search_for(self.search.text()):
            self.model.update_rows()
            self._show_state()

    def _show_members(self, entries: tuple[ListEntry, ...]) -> None:
        # Keep the selection if only the event has changed.
        same = not self._fills and self._shown == self._search.text
        chosen, self._shown = (
            self._get_chosen_entry() if same else None,
            self._search.text,
        )
        new = "" if self._fills else describe_new_player(self._search.text)
        self.model.show_entries(entries, self._search.list_systems(), new)
        self.table.clearSpans()
        if new:
            self.table.setSpan(len(entries), 0, 1, self.model.columnCount())
        if self.model.rowCount():
            player = self._session.player if self._fills else None
            fits = (
                i
                for i, entry in enumerate(entries)
                if entry == chosen or (player and entry.id == player.id)
            )
            self.table.setCurrentIndex(self.model.index(next(fits, 0), 0))
        self._show_state()
        self.search.replay_keys()

    @property
    def searching(self) -> bool:
        """Return whether the shown results belong to an earlier text."""
        return self._search.searching

    # The selected member

    def _get_chosen_entry(self) -> ListEntry | None:
        row = self.table.currentIndex().row()
        return self.model.entries[row] if 0 <= row < len(self.model.entries) else None

    def _handle_choice(self) -> None:
        self._entries.forget_confirmation()
        self._show_state()

    # The effect of Enter

    def _show_state(self) -> None:
        """Show how many members match, and what Enter does with the selected one."""
        self._show_count()
        self._fill = None
        if self._fills:
            self._show_filling()
        else:
            self._show_entering()

    def _show_count(self, more: str = "") -> None:
        """Show how many members match or, until the user types again, who was registered."""
        done = self._done
        if (
            done
            and done.document is self._session.document
            and not self._search.text.strip()
        ):
            self.show_message(done.words, done.warns)
        else:
            text = self._search.describe_result()
            self.show_message(text + more, self._search.is_near)

    def _show_entering(self) -> None:
        section, player, entry = (
            self._session.section,
            self._session.player,
            self._get_chosen_entry(),
        )
        number = find_next_number(section)
        where = section.name if section else "a new section"
        self.player_label.setText(f"Press Enter to add as player {number} in {where}")
        new = self.model.is_new_player_row(self.table.currentIndex().row())
        self.enter_button.setText("Register")
        self.enter_button.setEnabled(entry is not None or new)
        self.fill_button.setText(
            f"Look up player {player.number}" if player else "Look up"
        )
        self.fill_button.setEnabled(player is not None)
        self.move_button.setEnabled(self._entries.find_movable(entry) is not None)
        known = ""
        cautions: tuple[str, ...] = ()
        twice = self._entries.describe_namesakes(self.search.text()) if new else ""
        if entry is not None:
            twice = self._entries.describe_standing(entry)
            known, cautions = (
                describe_member(entry),
                self._list_cautions(entry),
            )
        self.preview.show_words((*filter(None, [twice]), *cautions), known)
        if twice:
            self.player_label.setText(
                f"Press Enter twice to add as player {number} in {where}"
            )

    def _list_cautions(self, entry: ListEntry) -> tuple[str, ...]:
        """Return the warnings; a second entry needs none, because it copies the first."""
        again = not self._fills and self._entries.find_member(entry)
        return () if again else tuple(list_cautions(entry, self._entries.day()))

    def _show_filling(self) -> None:
        session, entry = self._session, self._get_chosen_entry()
        player, row = session.player, session.selection.row
        self.enter_button.setText("Register players")
        self.enter_button.setEnabled(True)
        self.move_button.setEnabled(False)
        name = "" if player is None else f"{player.number}  {player.name or 'no name'}"
        self.player_label.setText(
            f"Press Enter to update {name}" if name else "No player selected."
        )
        self.fill_button.setText(
            f"&Update player {player.number}" if player else "&Update"
        )
        if player is None or row is None or entry is None:
            self.preview.show_words(
                (),
                "Select a member to preview the changes." if self._lists.lists else "",
            )
            self.fill_button.setEnabled(False)
            return
        at = session.selection.section, row
        self._fill = plan_player_fill(
            session.document, at, entry, self._get_list_day(entry)
        )
        text = describe_changes(self._fill.changes)
        if text == NO_CHANGE:
            text = "Already up to date with the supplement."
        self.preview.show_words(
            [*self._fill.cautions, *self._list_cautions(entry)], text
        )
        self.fill_button.setEnabled(bool(self._fill.changes))

    def _get_list_day(self, entry: ListEntry) -> dt.date:
        """Return the date of the supplement that has most of a member's ratings."""
        days = [listed.as_of for _, listed in entry.ratings if listed.as_of]
        return days[0] if days else self._lists.list_in_order()[0].date

    # Acting

    def _handle_list_key(self, event: QKeyEvent, unseen: bool) -> bool:
        """Handle a list key; return False if the keys after it are to be dropped."""
        key, modifiers = Key(event.key()), event.modifiers()
        if key in MOVE_KEYS:
            self._move_selection(key)
            return True
        if modifiers & Qt.KeyboardModifier.ControlModifier:
            return self._enter_typed_player()
        if unseen and not self._is_certain():
            self._show_count(" Select one, then press Enter.")
            return False
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            return self.move_member_here()
        return self.act_on_chosen()

    def _is_certain(self) -> bool:
        """Return whether only one member matches, so that Enter works before it is shown."""
        entries, text = self.model.entries, self.search.text()
        return len(entries) == 1 and matches_beginnings(entries[0], text)

    def _move_selection(self, key: Qt.Key) -> None:
        """Move the selection; Page Up and Page Down stop at the ends."""
        count, row = self.model.rowCount(), self.table.currentIndex().row()
        if not count:
            return
        if key in (Key.Key_Up, Key.Key_Down):
            row = (row + (1 if key == Key.Key_Down else -1)) % count
        else:
            by = PAGE_ROWS if key == Key.Key_PageDown else -PAGE_ROWS
            row = min(max(row + by, 0), count - 1)
        self.table.setCurrentIndex(self.model.index(row, 0))
        self.table.scrollTo(self.model.index(row, 0))

    def act_on_chosen(self) -> bool:
        """Do what Enter does with the selected row; return whether anything was done."""
        # Enter unfinished text in other fields first, because it may matter.
        self._session.pending.commit_all()
        if self._fills:
            return self._fill_player()
        if self.model.is_new_player_row(self.table.currentIndex().row()):
            return self._enter_typed_player()
        entry = self._get_chosen_entry()
        return entry is not None and self._enter_member(entry)

    def _enter_member(self, entry: ListEntry) -> bool:
        cautions = self._list_cautions(entry)
        made = self._entries.enter_member(entry, self._get_list_day(entry))
        return self._finish_entry(made, cautions)

    def _enter_typed_player(self) -> bool:
        made = not self._fills and self._entries.enter_typed_player(self.search.text())
        return self._finish_entry(made)

    def move_member_here(self) -> bool:
        """Move the selected member from another section to this one; return True if moved."""
        return self._finish_entry(
            not self._fills and self._entries.move_to_section(self._get_chosen_entry())
        )

    def _finish_entry(self, made: bool, cautions: tuple[str, ...] = ()) -> bool:
        """Show the new row, and clear the box for the next player."""
        session = self._session
        section = session.section
        if not made or section is None:
            return False
        self._crosstable.show_everybody()
        session.select(row=len(section.players) - 1)
        player = section.players[-1]
        text = f"Registered player {player.number}: {player.name or player.id}."
        self._done = EntryResult(
            session.document, " ".join((text, *cautions)), bool(cautions)
        )
        with QSignalBlocker(self.search):
            self.search.clear()
        self._entries.forget_confirmation()
        self._search_members()
        self.search.setFocus()
        return True

    def _fill_player(self) -> bool:
        """Update the selected player with the selected member's data, in one step."""
        session = self._session
        self._show_state()
        fill, row = self._fill, session.selection.row
        if fill is None or row is None:
            return False
        if fill.changes:
            entry = fill.found.entry
            again = "Already entered. Press Enter again to update anyway."
            known = self._entries.find_member(entry)
            if known and not self._entries.is_confirmed(entry, again):
                return False
            session.apply_edit(fill_listed, (fill.found,), self._get_list_day(entry))
        self._crosstable.focus_cell(row, None)
        return True
