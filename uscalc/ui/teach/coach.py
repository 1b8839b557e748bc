"""The first steps: what they ask for, and the strip that tells them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from uscalc.document.cells import BadCell, parse_cell
from uscalc.ui.scheduling.following import connect_each
from uscalc.ui.storage.preferences import Preferences
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import add_parts, make_row, name_widget
from uscalc.ui.widgets.labels import (
    make_plain_button,
    make_text_label,
    spoken_text,
    write_label,
)

if TYPE_CHECKING:
    from uscalc.ui.frame.frame import MainFrame

Step = Literal["table", "why", "missing", "new"]
STEPS: Final[tuple[Step, ...]] = ("table", "why", "missing", "new")
WHY: Final = "view-explanation"
MISSING: Final = "view-problems"


class FirstSteps(QObject):
    """Follows the user's actions in the sample event while the coach shows the steps.

    `changed` is emitted when another step is next, or the same one has other words;
    `done` after the last step; `dropped` when another event is shown before that.
    """

    changed = Signal()
    done = Signal()
    dropped = Signal()

    def __init__(self, window: "MainFrame") -> None:
        super().__init__(window)
        self._window = window
        self._at = 0
        self.going = self._ready = self._following = False
        """`going` is whether there is a step to be told."""
        self._game: tuple[int, int, int] | None = None
        self._opponent = ""
        self._row: int | None = None
        self._in_front: dict[str, bool] = {}

    @property
    def number(self) -> int:
        """The next step, counted from 1."""
        return self._at + 1

    @property
    def step(self) -> Step:
        """The next step."""
        return STEPS[self._at]

    def start_steps(self) -> None:
        """Start with the first step."""
        if not self._following:
            self._connect_signals()
        self._game = self._open_game()
        self.going = True
        self._go_to(0 if self._game is not None else 1)

    def go_to_next(self) -> None:
        """Go on without the step being done."""
        if self._at + 1 == len(STEPS):
            self.going = False
            self.done.emit()
        else:
            self._go_to(self._at + 1)

    def _connect_signals(self) -> None:
        window, session = self._window, self._window.session
        self._following = True
        session.edited.connect(self._check_edit)
        session.opened.connect(self._handle_new_event)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        connect_each(
            self._check_step,
            session.selected,
            app.focusChanged,
            *(panel.tabs.currentChanged for panel in (window.right, window.below)),
            *(panel.visibilityChanged for panel in (window.right, window.below)),
        )

    def _go_to(self, at: int) -> None:
        self._at = at
        # Further effects of the same key or click belong to the step before.
        self._ready = False
        QTimer.singleShot(0, self, self._get_ready)
        self.changed.emit()

    def _get_ready(self) -> None:
        self._row = self._window.session.selection.row
        self._in_front = {name: self._is_view_shown(name) for name in (WHY, MISSING)}
        self._ready = True
        self._check_step()

    # The user's actions

    def _check_edit(self) -> None:
        if not self.going:
            return
        if (
            self.step == "why"
            and self._game is not None
            and not self._is_result_entered()
        ):
            # Taken back before anything was seen of it.
            self._go_to(0)
        elif (
            self._ready
            and self.step == "new"
            and self._window.session.history.redo_name is not None
        ):
            self.go_to_next()
        else:
            self._check_step()

    def _check_step(self) -> None:
        if not self.going or not self._ready:
            return
        if self._is_done():
            self.go_to_next()
        else:
            self.changed.emit()

    def _is_done(self) -> bool:
        if self.step == "table":
            return self._is_result_entered()
        if self.step == "why":
            other = self._window.session.selection.row != self._row
            return self._is_view_shown(WHY) and (other or self._is_view_reached(WHY))
        return self.step == "missing" and self._is_view_reached(MISSING)

    def _handle_new_event(self) -> None:
        if not self.going:
            return
        self.going = False
        if self.step == "new":
            self.done.emit()
        else:
            self.dropped.emit()

    def _is_view_reached(self, name: str) -> bool:
        """Return whether a view came to the front, or got the keyboard, since the step began."""
        if not self._is_view_shown(name):
            self._in_front[name] = False
            return False
        if not self._in_front[name]:
            return True
        keyboard = QApplication.focusWidget()
        return keyboard is not None and self._window.get_view(name).isAncestorOf(
            keyboard
        )

    def _is_view_shown(self, name: str) -> bool:
        panels = (self._window.right, self._window.below)
        return any(
            panel.get_current_name() == name and panel.isVisible() for panel in panels
        )

    # The game that the sample leaves open

    def _open_game(self) -> tuple[int, int, int] | None:
        """Return the first unplayed game: its section, row and round from 0."""
        for place, section in enumerate(self._window.session.document.sections):
            for row, player in enumerate(section.players):
                for index, text in enumerate(player.results):
                    if _is_unplayed(text):
                        self._opponent = _opponent_number(text)
                        return place, row, index
        return None

    @property
    def game(self) -> tuple[int, int, int]:
        """The section, row and round (from 1) that the first step is about."""
        section, row, index = self._game or (0, 0, 0)
        return section, row, index + 1

    def _is_result_entered(self) -> bool:
        place, row, index = self._game or (0, 0, 0)
        sections = self._window.session.document.sections
        if self._game is None or place >= len(sections):
            return True
        players = sections[place].players
        if row >= len(players) or index >= len(players[row].results):
            return True
        text = players[row].results[index]
        return (
            bool(text)
            and not _is_unplayed(text)
            and not isinstance(parse_cell(text), BadCell)
        )

    # Texts

    def describe_step(self) -> str:
        """Return what to do next, as things are now."""
        say = {
            "table": self._table_words,
            "why": self._why_words,
            "missing": self._missing_words,
            "new": self._new_words,
        }
        return say[self.step]()

    def _table_words(self) -> str:
        session = self._window.session
        section, row, round_number = self.game
        player = session.document.sections[section].players[row]
        where = f"ound {round_number} of player {player.number}"
        selection = session.selection
        return (
            f"R{where} is chosen, a game to come. Type w{self._opponent} and press Return: "
            "both ratings follow."
            if (selection.section, selection.row, selection.round) == self.game
            else f"A sample. R{where} is still to be played: choose that cell and type "
            f"w{self._opponent}."
        )

    def _why_words(self) -> str:
        player = self._window.session.player
        whose = "a" if player is None else f"{player.name or player.number}\u2019s"
        shows = f"shows how {whose} rating comes about, step by step"
        return (
            f"Why {shows}. Choose another player."
            if self._is_view_shown(WHY)
            else f"Why, a tab on the right, {shows}. Open it."
        )

    def _missing_words(self) -> str:
        shows = "lists errors, warnings and missing data, with their fixes"
        return (
            f"Problems {shows}. Click into it."
            if self._is_view_shown(MISSING)
            else f"Problems ({self._shortcut_of('missing')}) {shows}. Open it."
        )

    def _new_words(self) -> str:
        undo, new = self._shortcut_of("undo"), self._shortcut_of("new")
        edit = self._window.session.history.undo_name
        return (
            f"{new} begins an event of your own. {undo} takes everything back."
            if edit is None
            else f"{undo} takes back \u201c{edit}\u201d. {new} begins an event of your own."
        )

    def _shortcut_of(self, action: str) -> str:
        return self._window.named_actions[action].shortcut().toString()


def _is_unplayed(text: str) -> bool:
    return text.strip().startswith("?")


def _opponent_number(text: str) -> str:
    number = text.strip().removeprefix("?").strip()
    return number if number.isdigit() else ""


FLAG: Final = "coach-closed"


class CoachStrip(QFrame):
    """`show_me` is given the place of a step: table, why, missing, or new; or mine.

    `left` says that the strip goes while the keyboard is in it.
    """

    left = Signal()

    def __init__(
        self,
        preferences: Preferences,
        show_me: Callable[[str], object],
        steps: FirstSteps,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._show_me = show_me
        self._steps = steps
        name_widget(self, "coachStrip", "First steps")
        row = make_row(self, (2 * UNIT, UNIT, UNIT, UNIT))
        self.text = make_text_label("coachText", "")
        self.text.setSizePolicy(
            QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum
        )
        row.addWidget(self.text, 1)
        self.show_button = self._make_button(
            "coachShow", "S&how me", lambda: self._show_me(steps.step)
        )
        self.next = self._make_button("coachNext", "Ne&xt", steps.go_to_next)
        self.mine = self._make_button(
            "coachMine", "Onl&y my own rating", lambda: self._show_me("mine")
        )
        self.mine.setToolTip("A sheet for one player: loss, draw and win at once")
        self.close_button = self._make_button(
            "coachClose", "&Close", self.close_for_good
        )
        self.close_button.setToolTip("It does not come back")
        add_parts(row, self.show_button, self.next, self.mine, self.close_button)
        self.setVisible(False)
        steps.changed.connect(self._show_step)
        steps.done.connect(self.close_for_good)
        # The steps are about the sample.
        steps.dropped.connect(self.hide)

    def _make_button(
        self, name: str, text: str, run: Callable[[], object]
    ) -> QPushButton:
        return make_plain_button(
            name, text, f"First steps: {spoken_text(text)}", run, ""
        )

    def start_coach(self) -> None:
        """Show the first step, unless the strip was closed for the last time."""
        if not self._preferences.read_flag(FLAG):
            self._steps.start_steps()
            self.show()

    def close_for_good(self) -> None:
        """Hide the strip now and in every later start."""
        self._preferences.set_flag(FLAG)
        self._steps.going = False
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        self.hide()
        if here:
            self.left.emit()

    def _show_step(self) -> None:
        said = f"{self._steps.number} of {len(STEPS)}   {self._steps.describe_step()}"
        if said != self.text.text():
            write_label(self.text, said)
        self.next.setText("D&one" if self._steps.number == len(STEPS) else "Ne&xt")
