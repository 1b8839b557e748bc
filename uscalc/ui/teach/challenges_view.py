"""Challenges: cards with one question each, judged while the user tries values."""

from itertools import groupby
from typing import Final

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from uscalc.explain.picture import SpecialPicture
from uscalc.ui.frame.frame import MainFrame
from uscalc.ui.frame.view import View
from uscalc.ui.session.shared_scene import make_directory
from uscalc.ui.theme.theme import UNIT
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_plain_button,
    make_plain_line,
    make_wrapped_label,
    name_widget,
    set_look,
    write_label,
)
from uscalc.ui.widgets.grabbing import announce
from uscalc.ui.widgets.layouts import FlowLayout
from uscalc.worksheet.cards import CARDS, list_cards, make_tasks
from uscalc.worksheet.challenge import (
    LAST_STEP,
    AnyCard,
    Attempt,
    Card,
    PlayerCase,
    Task,
    Verdict,
)

LINES: Final = 3
"""The lines of text that the verdict has room for."""
WAIT: Final = 60
"""The delay between a new selection and the update of the cards, in milliseconds."""
KEY: Final = Qt.ItemDataRole.UserRole
SPACE: Final = 12
"""The height of a question in the list beyond its text, in pixels."""
CHECK: Final = "\N{CHECK MARK}"
SAMPLE: Final = "sampleAutumnOpen"
NOTHING: Final = (
    "No card fits this section: its players have no rated games yet. Enter results, or "
    "open the sample event."
)
BEFORE: Final = (
    "The values that you tried before solve this card already. {} Then find a way."
)
START: Final = "Try values in Rating explorer; the verdict follows here."
GUESS_FIRST: Final = (
    "In Rating explorer, guess the new rating or press No idea. Then try values; the "
    "verdict follows here."
)
EXPLORER: Final = "view-rating-explorer"
RESET: Final = "Press Reset in the Rating explorer."
MOVE_R: Final = "Move R away."
STEP: Final = " Cards are judged in Step 5. The Rating explorer shows Step {}."
NO_GAMES: Final = "This player has no rated games. Select another player."


class ChallengesView(View):
    """The cards by level, and the question, verdict and hint of the selected one."""

    def __init__(self, window: MainFrame) -> None:
        session = window.session
        super().__init__("view-challenges", "Challenges", session, window.theme)
        self._window = window
        self._tasks: dict[str, Task] = {}
        self._card: AnyCard | None = None
        self._visited: list[int] = []
        self._home: int | None = None
        self._shown: int | None = None
        self._starting = False
        self._untried: object = None
        """The state of the explorer when the card was opened, before the user tried a value."""
        self._solved = frozenset(
            window.preferences.read_choice("teach", "solved").split()
        )
        self.level = make_plain_line("challengeLevel", "part")
        self.question = make_wrapped_label("challengeQuestion", "heading")
        self.status = make_plain_line("challengeStatus", "mark")
        self.reason = make_wrapped_label("challengeReason", "")
        self.hint = make_wrapped_label("challengeHint", "label")
        self.count = make_wrapped_label("challengeCount", "note")
        self.empty = make_wrapped_label("challengesEmpty", "label")
        self.cards = name_widget(QListWidget(), "challengeCards", "Cards")
        self.cards.setWordWrap(True)
        self.cards.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.cards.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.cards.currentItemChanged.connect(self._choose_item)
        self.cards.itemClicked.connect(self._return_to_card)
        self.help = make_plain_button(
            "challengeShowHint", "Hint", "Show a hint", self._show_hint
        )
        self.next = make_plain_button(
            "challengeNext", "Next card", "Next unsolved card", self.show_next_card
        )
        self.reset = make_plain_button(
            "challengeReset",
            "Reset solved marks",
            "Forget which cards are solved",
            self._forget_solved,
        )
        self.sample = make_plain_button(
            "challengeSample",
            "Open sample event",
            "Open the sample event Autumn Open, which fits every card",
            lambda: window.named_actions[SAMPLE].trigger(),
        )
        self._lay_out()
        self.setFocusProxy(self.cards)
        self._following = self.follow(
            session.opened, session.selected, session.rated, wait=WAIT
        )
        session.scene.changed.connect(self._follow_scene)
        window.theme.changed.connect(self._reserve_height)

    def _lay_out(self) -> None:
        buttons = make_page("challengeButtons")
        add_parts(FlowLayout(buttons), self.help, self.next, self.reset, self.sample)
        add_parts(
            make_column(self, PAGE_MARGINS),
            self.level,
            self.question,
            self.status,
            buttons,
            self.reason,
            self.hint,
            self.empty,
            self.count,
            (self.cards, 1),
        )
        self.hint.hide()
        self.empty.hide()
        self._reserve_height()

    def _reserve_height(self) -> None:
        """Reserve room for a long verdict, so that the parts below don't move."""
        self.reason.setMinimumHeight(LINES * self.reason.fontMetrics().lineSpacing())

    # The cards

    @property
    def task(self) -> Task | None:
        """The task of the selected card."""
        return None if self._card is None else self._tasks.get(self._card.key)

    def refresh(self) -> None:
        """Update the cards for the selected player, and judge the current values."""
        session, section = self._session, self._session.section
        rating, player = session.find_system_rating(), session.player
        before, tasks = self.task, {}
        if rating is not None and section is not None:
            people = make_directory(rating.trace, section)
            if player is not None and player.number != self._shown:
                # The user selected this player. A card may select another one later.
                self._home = self._shown = player.number
            home = None if self._home is None else rating.places.get(self._home)
            tasks = make_tasks(people, home)
            if self._card is not None and before is not None:
                # A card that doesn't fit the selected player keeps the player it had.
                key, number = self._card.key, before.case.number
                posed = tasks[key].case.number if key in tasks else None
                if posed != self._home and number in rating.places:
                    case = PlayerCase(people, rating.places[number])
                    if (task := self._card.make_task(case)) is not None:
                        tasks[key] = task
        if player is not None and self._visited[-1:] != [player.number]:
            self._visited.append(player.number)
        self._tasks = tasks
        if self.task is None:
            self._card = None
        self._list_cards()
        session.scene.follow()
        self._review_attempt()

    def _list_cards(self) -> None:
        with QSignalBlocker(self.cards):
            self.cards.clear()
            offered = [card for card in list_cards() if card.key in self._tasks]
            for level, cards in groupby(offered, key=lambda card: card.level):
                head = QListWidgetItem(level, self.cards)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                strong = head.font()
                strong.setBold(True)
                head.setFont(strong)
                for card in cards:
                    self._add_item(card, self._tasks[card.key])
        self._fit_items()
        if self._card is None and self._tasks:
            # Open the first card about the selected player or, without one, the first card.
            keys = [self.cards.item(i).data(KEY) for i in range(self.cards.count())]
            own = [
                i
                for i, card in enumerate(keys)
                if card and self._tasks[card.key].case.number == self._home
            ]
            with QSignalBlocker(self.cards):
                self.cards.setCurrentRow(own[0] if own else 1)
            self._open_card(self.cards.currentItem().data(KEY))
        marked = {mark.partition(":")[0] for mark in self._solved}
        done = sum(card.key in marked for card in CARDS)
        said = f"{done} of {len(CARDS)} cards solved."
        if missing := len(CARDS) - len(self._tasks):
            said += f" {missing} cards need other players; the sample event has them."
        self.count.setText(said)
        self.reset.setEnabled(bool(self._solved))
        self.sample.setVisible(bool(missing))
        offers = bool(self._tasks)
        self.show_empty("" if offers else NOTHING)
        for part in (self.cards, self.level, self.question, self.status, self.reason):
            part.setVisible(offers)
        for button in (self.help, self.next):
            button.setEnabled(offers)

    def _add_item(self, card: AnyCard, task: Task) -> None:
        solved = task.mark in self._solved
        mark = f"{CHECK} " if solved else ""
        item = QListWidgetItem(f"{mark}{task.question}", self.cards)
        item.setData(KEY, card)
        said = f"{task.question} {'Solved' if solved else 'Not solved'}."
        item.setData(Qt.ItemDataRole.AccessibleTextRole, said)
        if self._card is card:
            self.cards.setCurrentItem(item)

    def _fit_items(self) -> None:
        """Give each item of the list the height of its question."""
        room = QRect(0, 0, self.cards.viewport().width() - 4 * UNIT, 1000)
        flags = Qt.TextFlag.TextWordWrap
        metrics = self.cards.fontMetrics()
        for row in range(self.cards.count()):
            item = self.cards.item(row)
            high = metrics.boundingRect(room, flags, item.text()).height()
            item.setSizeHint(QSize(room.width(), high + SPACE))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the cards to the new width."""
        super().resizeEvent(event)
        self._fit_items()

    def _choose_item(self, item: QListWidgetItem | None) -> None:
        card = None if item is None else item.data(KEY)
        if isinstance(card, Card):
            self._open_card(card)
            self._select_player()
            scene = self._session.scene.follow()
            if scene is not None:
                self._session.scene.put(scene.select_step(LAST_STEP))
            self._show_explorer()
            self._untried = None
            self._review_attempt()

    def _return_to_card(self) -> None:
        """Select the player of the current card again, and show the explorer."""
        self._select_player()
        self._show_explorer()

    def _show_explorer(self) -> None:
        """Show the Explore page, where cards are solved."""
        self._window.panel_of(EXPLORER).show_view(EXPLORER)
        self._window.get_view(EXPLORER).show_page(0)

    def _open_card(self, card: AnyCard) -> None:
        """Show a card's question; the hint appears only on request."""
        self._card, self._starting, self._untried = card, True, None
        player = self._session.player
        self._visited = [] if player is None else [player.number]
        self.level.setText(card.level)
        self.hint.hide()

    def _select_player(self) -> None:
        """Select the player that the card is about."""
        task, section = self.task, self._session.section
        if task is None or task.card.anyone or section is None:
            return
        number, player = task.case.number, self._session.player
        numbers = [one.number for one in section.players]
        if number in numbers and (player is None or player.number != number):
            self._shown = number
            self._session.select(row=numbers.index(number))

    def show_next_card(self) -> None:
        """Open the next card that isn't solved, or the next one if all are."""
        here = self.cards.currentRow()
        order = sorted(range(self.cards.count()), key=lambda row: (row <= here, row))
        cards = [(row, self.cards.item(row).data(KEY)) for row in order]
        marks = [(row, self._tasks[card.key].mark) for row, card in cards if card]
        wanted = [row for row, mark in marks if mark not in self._solved]
        self.cards.setCurrentRow((wanted or [row for row, _ in marks])[0])

    def _show_hint(self) -> None:
        if self._card is not None:
            write_label(self.hint, f"Hint: {self._card.hint}")
            self.hint.show()
            announce(self.hint, self.hint.text())

    # The verdict

    def _follow_scene(self) -> None:
        """Judge the current values now, or when the view becomes visible."""
        if self.isVisible():
            self._review_attempt()
        else:
            self._following.refresh_later()

    def _review_attempt(self) -> None:
        """Judge the values that are now in the explorer."""
        task, scene = self.task, self._session.scene.value
        if not self.isVisible() or task is None or self._card is None:
            return
        verdict = (
            Verdict(False, NO_GAMES)
            if scene is None
            else task.review_attempt(Attempt(task.case, scene, tuple(self._visited)))
        )
        self.question.setText(task.question)
        said = verdict.reason
        if scene is not None and task.is_shown_in(scene):
            visited = tuple(self._visited) if task.card.anyone else ()
            state = scene.at, scene.causes, scene.picture.result, visited
            self._untried = self._untried or state
            if state == self._untried and not verdict.solved:
                special = isinstance(scene.picture, SpecialPicture)
                said = GUESS_FIRST if scene.waits and not special else START
        if scene is not None and verdict.solved and self._starting:
            said = BEFORE.format(RESET if scene.is_changed else MOVE_R)
        elif verdict.solved:
            said = f"{said} {task.card.insight}"
            self._mark_solved(task)
        else:
            self._starting = False
        if scene is not None and scene.step != LAST_STEP:
            said += STEP.format(scene.step)
        done = task.mark in self._solved
        now = verdict.solved and not self._starting
        solved = f"{CHECK} Solved" if now else f"{CHECK} Solved before"
        self.status.setText(solved if done else "Not solved yet")
        set_look(self.status, "judged", "right" if done else "")
        write_label(self.reason, said)

    def _mark_solved(self, task: Task) -> None:
        """Remember and announce that a card is solved for its player."""
        if task.mark in self._solved:
            return
        self._solved |= {task.mark}
        self._window.preferences.remember_choice(
            "teach", "solved", " ".join(sorted(self._solved))
        )
        self._list_cards()
        announce(self.status, f"Solved. {self.question.text()}")

    def _forget_solved(self) -> None:
        self._solved = frozenset()
        self._window.preferences.remember_choice("teach", "solved", "")
        self._starting = True
        self._list_cards()
        self._review_attempt()

    def minimumSizeHint(self) -> QSize:
        """Return the least size, which doesn't depend on the card."""
        return QSize(30 * UNIT, 18 * UNIT)
