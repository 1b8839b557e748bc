"""What if: a slider for each game of the selected player, and the ripple effect."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.analysis.one_player import MOST_GAMES
from uscalc.analysis.spread import RatingInterval
from uscalc.document.model import Player
from uscalc.document.queries.scenario import Outcome, WhatIfGame, list_own_games
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling.following import make_timer
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import format_change, format_facts, format_whole
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.figures import (
    ScoreTable,
    WhatIfFigures,
    WhatIfQuestion,
    compute_figures,
    find_displayed,
)
from uscalc.ui.what_if.slider import GameSliders, OutcomeSlider
from uscalc.ui.what_if.who import RippleView
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    add_parts,
    make_column,
    make_page,
    make_row,
    make_scroll_area,
    make_splitter,
)
from uscalc.ui.widgets.labels import (
    make_choice_button,
    make_plain_button,
    make_plain_line,
    make_text_label,
)

SOON = 60
"""Milliseconds after which the figures below the sliders follow the thumb."""
BESIDE = 92
BOTH = 32
"""Digits of width from which games and ripple effect are side by side, and lines of
height from which the ripple effect has the list of causes below its network."""
GAMES: Final = "Games"
RIPPLE: Final = "Ripple effect"
PAGES: Final = {
    GAMES: "A slider for each game, and the range for each score",
    RIPPLE: "How the what-if results change other ratings, step by step",
}
NOBODY = "Select a player in the crosstable to see a slider for each game."
NO_GAMES = "This player has no games against players of this section."
NOT_RATED = "This section is not rated. Open Problems (F8) to see why."
TOO_MANY = f"No ranges by score with more than {MOST_GAMES} games."


class WhatIfView(View):
    """Follows the selected player; nothing is real until Apply."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("view-what-if", "What if", session, theme, parent)
        self.imagined = session.imagination
        self._games: tuple[WhatIfGame, ...] = ()
        self._page, self._wide = GAMES, False
        self.who = RippleView(session, theme)
        self._scroll = make_scroll_area(
            "whatIfScroll", "Games of the player", self._make_page()
        )
        self._split = make_splitter("whatIfSplitter", self._scroll, self.who)
        self._head, self._foot = self._make_head(), self._make_foot()
        outer = make_column(self, spacing=0)
        add_parts(outer, self._head, (self._split, 1), self._foot)
        self._worker = self.make_worker(self._receive_figures)
        self._soon = make_timer(self, SOON, self._request_figures)
        self.imagined.changed.connect(self._thumb_moved)
        self.following = self.follow(
            session.rated,
            session.selected,
            session.opened,
            theme.changed,
        )

    @property
    def sliders(self) -> list[OutcomeSlider]:
        """The sliders, in the order of the rounds."""
        return self.rows.sliders

    def play_wave(self) -> None:
        """Play or stop the ripple effect."""
        self.show_page(RIPPLE)
        self.who.following.refresh_now()
        self.who.transport.toggle_playing()

    # Room

    def minimumSizeHint(self) -> QSize:
        """Return the size that the games need; beside them goes what there is room for."""
        parts = self._head, self._scroll, self._foot
        sizes = [part.minimumSizeHint() for part in parts]
        wide = max(sizes[0].width(), self.rows.minimumSizeHint().width() + 5 * UNIT)
        return QSize(wide, sum(size.height() for size in sizes))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the ripple effect beside the games where the view is wide."""
        super().resizeEvent(event)
        self._show_pages()

    def show_page(self, page: str) -> None:
        """Show the games or their ripple effect; a wide view shows both."""
        self._page = page
        self._show_pages()

    def _show_pages(self) -> None:
        digit = self.fontMetrics().horizontalAdvance("0")
        wide = self.width() >= BESIDE * digit
        for page, part in ((GAMES, self._scroll), (RIPPLE, self.who)):
            part.setVisible(wide or self._page == page)
            self.pages[page].setVisible(not wide)
            self.pages[page].setChecked(self._page == page)
        self.who.give_room(wide or self.height() >= BOTH * self.fontMetrics().height())
        if wide and not self._wide:
            self._split.setSizes([2000, 3000])
        self._wide = wide

    # Building

    def _make_head(self) -> QWidget:
        head = make_page("whatIfHead")
        column = make_column(head, PAGE_MARGINS, spacing=UNIT // 2)
        self.heading = make_text_label("whatIfHeading", "heading")
        self.facts = make_text_label("whatIfFacts", "note")
        row = make_row(spacing=2 * UNIT)
        self.real = make_plain_line("whatIfReal", "note")
        self.post = make_plain_line("whatIfPost", "")
        self.change = make_plain_line("whatIfChange", "")
        for label in (self.post, self.change, self.real):
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        self.open = make_plain_line("whatIfOpen", "note")
        self.pages = {}
        pages = make_row(spacing=UNIT // 2)
        for page, hint in PAGES.items():
            button = make_choice_button(f"whatIf{page.split()[0]}", page, hint, hint)
            button.clicked.connect(lambda _on=False, at=page: self.show_page(at))
            pages.addWidget(button)
            self.pages[page] = button
        pages.addStretch(1)
        add_parts(column, self.heading, self.facts, row, self.open, pages)
        return head

    def _make_page(self) -> QWidget:
        page = make_page("whatIfPage")
        column = make_column(page, (2 * UNIT, 0, 2 * UNIT, 2 * UNIT))
        self.empty = make_text_label("whatIfEmpty", "note")
        self.rows = GameSliders(self._theme)
        self.rows.chosen.connect(self._set_outcome)
        self.rows.taken_back.connect(self._taken_back)
        self.rows.reached.connect(
            lambda slider: self._scroll.ensureWidgetVisible(slider)
        )
        add_parts(column, self.empty, self.rows)
        self.scores_title = make_text_label("whatIfScoresTitle", "part")
        self.scores = ScoreTable(self._theme)
        column.addSpacing(UNIT)
        add_parts(column, self.scores_title, self.scores)
        column.addStretch(1)
        return page

    def _make_foot(self) -> QWidget:
        foot = make_page("whatIfFoot")
        row = make_row(foot, PAGE_MARGINS)
        self.state = make_text_label("whatIfState", "note")
        row.addWidget(self.state, 1)
        self.reset = make_plain_button(
            "whatIfReset",
            "Re&set",
            "Remove all what-if results",
            self.imagined.clear_results,
        )
        self.apply = make_plain_button(
            "whatIfApply",
            "&Apply",
            "Enter these results into the crosstable, as one step for Undo",
            self.imagined.apply_results,
        )
        add_parts(row, self.reset, self.apply)
        return foot

    # Following

    def refresh(self) -> None:
        """Show the selected player's games."""
        session = self._session
        section, row, player = session.section, session.selection.row, session.player
        games: tuple[WhatIfGame, ...] = (
            list_own_games(section, row)
            if section is not None and row is not None
            else ()
        )
        self._games = games
        self.rows.show_games(games, section, session.selection.system)
        self.heading.setText(player.name if player else "What if")
        system = session.selection.system
        self.facts.setText(
            f"{SYSTEM_NAMES[system]} · pre-event rating {format_facts(player.facts(system))}"
            if player
            else ""
        )
        self.empty.setText(NO_GAMES if player else NOBODY)
        if player and session.find_system_rating() is None:
            self.empty.setText(NOT_RATED)
        self.empty.setVisible(not games or session.find_system_rating() is None)
        self.post.setFont(self._theme.make_font(2.0, strong=True))
        self.change.setFont(self._theme.make_font(1.3))
        # The line is as high empty as with words, so that nothing moves.
        self.open.setMinimumHeight(self.fontMetrics().height())
        for slider in self.sliders:
            slider.setEnabled(session.find_system_rating() is not None)
        # The keyboard comes to the first game.
        if self.sliders:
            self.setFocusProxy(self.sliders[0])
        self._follow_thumb()

    def _set_outcome(self, game: WhatIfGame, letter: str) -> None:
        player = self._session.player
        if player is not None and letter == game.letter:
            self.imagined.remove_result(player.number, game.round)
        elif player is not None:
            self.imagined.set_result(Outcome(game.round, player.number, letter))

    def _taken_back(self, game: WhatIfGame) -> None:
        player = self._session.player
        if player is not None:
            self.imagined.remove_result(player.number, game.round)

    def _thumb_moved(self) -> None:
        if self.isVisible():
            self._follow_thumb()
        else:
            self.following.refresh_later()

    def _follow_thumb(self) -> None:
        """Show everything that needs no long computation: thumbs, the new rating, the buttons."""
        session, player = self._session, self._session.player
        imagined = self.imagined
        # A running computation would only slow the thumb down.
        self._worker.drop_job()
        self._soon.start()
        self._show_open(None)
        count = len(imagined.outcomes)
        self.apply.setEnabled(count > 0)
        self.reset.setEnabled(count > 0)
        words = "1 what-if result" if count == 1 else f"{count} what-if results"
        self.state.setText(words if count else "No what-if results")
        if player is None:
            for label in (self.post, self.change, self.real):
                label.setText("")
            return
        for game, slider in zip(self._games, self.sliders, strict=True):
            letter = imagined.find_letter(player.number, game.round, game.opponent)
            slider.show_game(game.letter, letter)
        if not imagined.up_to_date:
            return
        real = find_displayed(session.find_system_rating(), player.number)
        now = find_displayed(imagined.find_rating(), player.number)
        self.post.setText(format_whole(now))
        row = session.selection.row
        # The same as in the crosstable, also after an earlier section.
        moved = None if row is None else session.would_be.find_change(row)
        self.change.setText("" if moved is None else format_change(moved))
        gain = self._theme.colors.gain if (moved or 0) >= 0 else self._theme.colors.loss
        self.change.setStyleSheet(f"color: {gain};")
        differs = count > 0 and real is not None
        self.real.setText(f"now {format_whole(real)}" if differs else "")
        self.post.setAccessibleName(f"New rating {format_whole(now)}")

    # Longer computations

    def _request_figures(self) -> None:
        """Have the figures of the stops and the table of scores made beside the window."""
        session, section = self._session, self._session.section
        if not self.isVisible():
            return
        row, rating = session.selection.row, self.imagined.find_rating()
        player = session.player
        if section is None or row is None or player is None or rating is None:
            self._worker.drop_job()
            self._show_scores(None)
            return
        if not self.imagined.up_to_date:
            return
        asked = WhatIfQuestion(
            self.imagined.document,
            session.live,
            session.selection.section,
            section,
            row,
            player,
            session.selection.system,
            self._games,
            self.imagined.find_section_rating(),
            rating,
        )
        self._worker.start_job(lambda wanted: compute_figures(asked, wanted))

    def _receive_figures(self, result: object) -> None:
        player = self._session.player
        if (
            not isinstance(result, WhatIfFigures)
            or player is None
            or player.number != result.number
        ):
            return
        for slider, stops in zip(self.sliders, result.stops, strict=False):
            slider.show_figures((stops[0], stops[1], stops[2]))
        free, lines = result.free, result.lines
        self._show_open(result.open)
        self._show_scores(lines, free is not None)
        if free is not None and lines is not None:
            to_come = any(game.letter is None for game in self._games)
            count = len(free.games)
            if to_come:
                words = "game" if count == 1 else f"{count} games"
                self.scores_title.setText(
                    f"New rating by score in the unplayed {words}"
                )
            else:
                self.scores_title.setText(
                    "New rating by score, whichever games are won"
                )

    def _show_open(self, found: RatingInterval | None) -> None:
        """Show the range below the rating; keep its line in place without one, too."""
        text = (
            f"{found.low} to {found.high} with all missing data together"
            if found is not None and found.open
            else ""
        )
        if text != self.open.text():
            self.open.setText(text)

    def _all_decided(self, player: Player) -> bool:
        """Return whether the new rating above is one of the table: no game is open in it."""
        rating = self.imagined.find_rating()
        return (
            rating is not None
            and player.number in rating.places
            and all(
                game.letter
                or self.imagined.find_letter(player.number, game.round, game.opponent)
                for game in self._games
            )
        )

    def _show_scores(self, lines: object, any_games: bool = False) -> None:
        found = lines if isinstance(lines, tuple) else ()
        rating, player = self.imagined.find_rating(), self._session.player
        score = (
            rating.find_trace(player.number).entrant.score
            if rating is not None and player is not None and self._all_decided(player)
            else None
        )
        self.scores.show_lines(found, score)
        self.scores.setVisible(bool(found))
        self.scores_title.setVisible(bool(found) or any_games)
        if any_games and not found:
            self.scores_title.setText(TOO_MANY)
