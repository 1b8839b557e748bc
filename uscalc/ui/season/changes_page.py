"""The ratings that another result, or a late or corrected event, changes in a season."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from msgspec.structs import replace
from PySide6.QtWidgets import QSizePolicy

from uscalc.counted import format_day
from uscalc.document.findings import to_single_line
from uscalc.document.queries.scenario import (
    OUTCOMES,
    WhatIfGame,
    list_own_games,
)
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.report.seasons import format_difference, format_start
from uscalc.seasons import RatingChange
from uscalc.ui.season.folder import (
    SeasonFolder,
    TriedEvents,
    make_late_event,
    make_tried_result,
    name_opponent,
)
from uscalc.ui.season.history_page import SeasonPage, choose_tone
from uscalc.ui.session.session import Session
from uscalc.ui.theme.theme import Theme
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    FieldLabel,
    add_parts,
    make_column,
    make_grid,
    make_head,
    make_page,
    make_plain_button,
    make_running_text,
    show_text,
)
from uscalc.ui.widgets.column_table import ColumnTableModel, TableColumn
from uscalc.ui.widgets.controls import ChoiceControl, make_choice
from uscalc.ui.widgets.dialogs import ask_for_path, make_file_dialog
from uscalc.ui.widgets.grabbing import announce
from uscalc.ui.widgets.plain_table import ColumnTable

HINT: Final = (
    "Select another result of a game, or insert a late or corrected event, to see whose "
    "ratings change at the end of the season. The files stay unchanged."
)
EXPANDING, FIXED = QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed
UNCHANGED: Final = "-"
"""The key of the items that change nothing."""
COLUMNS: Final = (
    TableColumn[RatingChange](
        "Name", "", lambda row: to_single_line(row.name), digits=14, fits=True
    ),
    TableColumn[RatingChange](
        "Member ID", "", lambda row: row.member, digits=8, tone="soft"
    ),
    TableColumn[RatingChange](
        "System", "", lambda row: SYSTEM_NAMES[row.system], fits=True
    ),
    TableColumn[RatingChange](
        "Before",
        "Last rating of the season as the files have it",
        lambda row: "" if row.before is None else format_start(row.before),
        "right",
        8,
    ),
    TableColumn[RatingChange](
        "After",
        "Last rating of the season with the change",
        lambda row: "" if row.after is None else format_start(row.after),
        "right",
        8,
    ),
    TableColumn[RatingChange](
        "Change",
        "Difference of the last ratings",
        lambda row: format_difference(row.before, row.after),
        "right",
        8,
        tone=lambda row: choose_tone(row.change),
    ),
)


class ChangesPage(SeasonPage):
    """Choices of a game and another result, or a late event, and the ratings that this changes."""

    def __init__(self, folder: SeasonFolder, session: Session, theme: Theme) -> None:
        super().__init__("seasonChanges", "Changes", folder, session, theme)
        self._late: Path | None = None
        self._players: list[tuple[int, int]] = []
        """The section and the row of each player who can be selected."""
        self._games: list[WhatIfGame] = []
        self.event_choice = make_choice("seasonEvent", "Event", (), self._list_players)
        self.player = make_choice("seasonPlayer", "Player", (), self._list_games)
        self.game = make_choice("seasonGame", "Game", (), self._list_results)
        self.result = make_choice("seasonResult", "Result", (), self._try_result)
        self.insert = make_plain_button(
            "seasonInsert",
            "&Insert event…",
            "Insert a late or corrected event from a file",
            self._ask_file,
        )
        self.replaced = make_choice("seasonReplaced", "Replaces", (), self._try_late)
        self.reset = make_plain_button(
            "seasonReset",
            "&Reset",
            "Forget the tried result or event",
            folder.forget_try,
        )
        self.sentence = make_running_text("seasonSentence", "label", HINT)
        self._changes = ColumnTableModel[RatingChange](
            COLUMNS,
            self,
            spoken=lambda column, row: f"{column.title}: {column.text(row)}",
        )
        self.table = ColumnTable(
            "seasonChange",
            "Changed ratings, the largest change first",
            self._changes,
            theme,
        )
        self.page_head = make_head("seasonChangesHead", self.insert, self.reset)
        self._lay_out()
        self.setFocusProxy(self.event_choice)
        folder.tried_changed.connect(self._show_tried)
        self.show_content()

    def _lay_out(self) -> None:
        choices = make_page("seasonChoices")
        grid = make_grid(choices)
        for place, (text, choice) in enumerate(
            (
                ("&Event", self.event_choice),
                ("&Player", self.player),
                ("&Game", self.game),
                ("Resul&t", self.result),
                ("Inserted event replaces", self.replaced),
            )
        ):
            choice.setSizePolicy(EXPANDING, FIXED)
            grid.addWidget(FieldLabel(text, choice), place // 2, place % 2 * 2)
            grid.addWidget(choice, place // 2, place % 2 * 2 + 1)
        add_parts(
            make_column(self._content, PAGE_MARGINS),
            choices,
            self.sentence,
            (self.table, 1),
            0,
        )

    # The choices

    def refresh(self) -> None:
        """Offer the events of the season."""
        self._late = None
        events = [
            (one.file, f"{format_day(one.document.end_date)} {one.document.name}")
            for one in self._folder.events
        ]
        _fill(self.event_choice, events)
        _fill(self.replaced, [(UNCHANGED, "No event"), *events])
        self._list_players()
        self._show_tried()

    def offer_selected(self) -> None:
        """Offer the games of the event that is selected in the history."""
        entry = self._folder.entry
        files = [one.file for one in self._folder.events]
        busy = self._folder.busy or self._folder.tried
        if busy or entry is None or entry.file not in files:
            return
        place = files.index(entry.file)
        self.event_choice.setCurrentIndex(place)
        self._list_players()
        sections = self._folder.events[place].document.sections
        for at, (index, row) in enumerate(self._players):
            number = sections[index].players[row].number
            if (sections[index].name, number) == (entry.section, entry.number):
                self.player.setCurrentIndex(at)
        self._list_games()

    def _list_players(self, _event: str = "") -> None:
        event = self._folder.events[max(self.event_choice.currentIndex(), 0)]
        several = len(event.document.sections) > 1
        self._players, names = [], []
        for index, section in enumerate(event.document.sections):
            for row, player in enumerate(section.players):
                if any(game.letter for game in list_own_games(section, row, True)):
                    self._players.append((index, row))
                    where = f" ({section.name})" if several else ""
                    names.append(f"{player.number}  {player.name}{where}")
        _fill(self.player, [(name, name) for name in names])
        self._list_games()

    def _list_games(self, _player: str = "") -> None:
        self._games, texts = [], []
        if self._players:
            section, row = self._players[self.player.currentIndex()]
            document = self._folder.events[self.event_choice.currentIndex()].document
            for game in list_own_games(document.sections[section], row, True):
                if game.letter is not None:
                    self._games.append(game)
                    opponent = name_opponent(document, section, game)
                    words = f"{OUTCOMES[game.letter]} against {opponent}"
                    which = "" if game.game is None else f", game {game.game + 1}"
                    texts.append(f"Round {game.round}{which}: {words}")
        _fill(self.game, [(text, text) for text in texts])
        self._list_results()

    def _list_results(self, _game: str = "") -> None:
        played = self._games[self.game.currentIndex()].letter if self._games else None
        others = [
            (letter, words.capitalize())
            for letter, words in OUTCOMES.items()
            if played not in (None, letter)
        ]
        _fill(self.result, [(UNCHANGED, "As played"), *others])
        self._folder.forget_try()

    # Trying

    def _try_result(self, letter: str) -> None:
        """Rate the season with another result of the game."""
        if letter == UNCHANGED:
            self._folder.forget_try()
            return
        self._late = None
        tried = replace(self._games[self.game.currentIndex()], letter=letter)
        section, row = self._players[self.player.currentIndex()]
        place = self.event_choice.currentIndex()
        self._try(
            partial(make_tried_result, self._folder.events, place, section, row, tried)
        )

    def _ask_file(self) -> None:
        dialog = make_file_dialog(
            self.window(),
            "seasonInsertDialog",
            "Insert a late or corrected event",
            folder=self._folder.read.folder if self._folder.read else None,
        )
        ask_for_path(dialog, self.insert_event)

    def insert_event(self, path: Path) -> None:
        """Rate the season with a late event; it replaces an event with the same file name."""
        files = [one.file for one in self._folder.events]
        same = (file for file in files if Path(file).name == path.name)
        self._late = path
        self.replaced.setCurrentIndex(self.replaced.findData(next(same, UNCHANGED)))
        self.result.setCurrentIndex(0)
        self._try_late()

    def _try_late(self, _file: str = "") -> None:
        if self._late is not None:
            parts = self._folder.events, self._late, self.replaced.value
            self._try(partial(make_late_event, *parts))

    def _try(self, make: Callable[[], TriedEvents]) -> None:
        self._folder.try_events(make)
        self.replaced.setEnabled(self._late is not None)
        self.reset.setEnabled(True)
        show_text(self.sentence, "Rating the season again…")

    def _show_tried(self) -> None:
        """Show the sentence and the ratings that change."""
        tried = self._folder.tried
        if tried is None:
            # After Cancel or Reset, nothing is tried.
            self._late = None
            self.result.setCurrentIndex(0)
        self.replaced.setEnabled(self._late is not None)
        self.reset.setEnabled(tried is not None)
        show_text(self.sentence, tried.sentence if tried else HINT)
        self._changes.show_rows(tried.changes if tried else ())
        self.table.setVisible(bool(tried and tried.changes))
        if tried is not None:
            announce(self, tried.sentence)


def _fill(choice: ChoiceControl, items: list[tuple[str, str]]) -> None:
    choice.clear()
    for key, words in items:
        choice.addItem(to_single_line(words), key)
    choice.setEnabled(bool(items))
