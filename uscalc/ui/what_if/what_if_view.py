"""What if: a slider for each game of the selected player, and the ripple effect."""

from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.analysis.one_player import MOST_GAMES, ScoreRange
from uscalc.analysis.spread import RatingInterval
from uscalc.counted import make_sentence
from uscalc.document.facts.typed import TypedError
from uscalc.document.model import Player
from uscalc.document.queries.scenario import Outcome, WhatIfGame, list_own_games
from uscalc.document.queries.ways import FreeGames
from uscalc.document.sheet.plan import parse_target
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.ui.frame.view import View
from uscalc.ui.scheduling import make_timer
from uscalc.ui.session.session import Session
from uscalc.ui.theme.figures import format_change, format_facts, format_whole
from uscalc.ui.theme.theme import UNIT, Theme
from uscalc.ui.what_if.figures import (
    ScoreTable,
    WhatIfFigures,
    compute_figures,
    describe_score_needed,
    find_displayed,
)
from uscalc.ui.what_if.ripple_view import RippleView
from uscalc.ui.what_if.slider import GameSliders, OutcomeSlider
from uscalc.ui.widgets.building import (
    PAGE_MARGINS,
    STRETCH,
    FieldLabel,
    add_parts,
    make_choice_button,
    make_column,
    make_page,
    make_plain_button,
    make_plain_line,
    make_row,
    make_running_text,
    make_scroll_area,
    make_splitter,
    make_text_label,
    name_widget,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.grabbing import announce

SOON = 60
"""The delay of the ratings below the sliders during a drag, in milliseconds."""
BESIDE = 92
BOTH = 32
"""The least width (BESIDE) with games and ripple effect side by side, in digits, and
the least height (BOTH) with the list of causes below the network, in lines."""
GAMES: Final = "Games"
RIPPLE: Final = "Ripple effect"
PAGES: Final = {
    GAMES: "A slider for each game, and the range for each score",
    RIPPLE: "How the what-if results change other ratings, step by step",
}
NOBODY = "Select a player in the crosstable to see a slider for each game."
NO_GAMES = "This player has no games against players in this section."
TOO_MANY = f"Too many games for rating ranges ({MOST_GAMES} maximum)."


class WhatIfView(View):
    """Sliders for the games of the selected player; Apply enters the results in the event."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("view-what-if", "What if", session, theme, parent)
        self.what_if = session.what_if
        self._games: tuple[WhatIfGame, ...] = ()
        self._tried: tuple[int, object] = 0, ()
        """The player and the what-if results that were last announced to screen readers."""
        self._free: FreeGames | None = None
        self._lines: tuple[ScoreRange, ...] = ()
        self._page, self._wide = GAMES, False
        self.ripple = RippleView(session, theme)
        self._scroll = make_scroll_area(
            "whatIfScroll", "Games of the player", self._make_page()
        )
        self._split = make_splitter("whatIfSplitter", self._scroll, self.ripple)
        self._head, self._foot = self._make_head(), self._make_foot()
        add_parts(
            make_column(self, spacing=0), self._head, (self._split, 1), self._foot
        )
        self._worker = self.make_worker(self._receive_figures)
        self._soon = make_timer(self, SOON, self._request_figures)
        self.what_if.changed.connect(self._thumb_moved)
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

    def play_ripple(self) -> None:
        """Play or stop the animation of the ripple effect."""
        self.show_page(RIPPLE)
        self.ripple.following.refresh_now()
        self.ripple.transport.toggle_playing()

    # Sizes

    def minimumSizeHint(self) -> QSize:
        """Return the size that the games need; the ripple effect is shown only if there is more."""
        parts = self._head, self._scroll, self._foot
        sizes = [part.minimumSizeHint() for part in parts]
        wide = max(sizes[0].width(), self.rows.minimumSizeHint().width() + 5 * UNIT)
        return QSize(wide, sum(size.height() for size in sizes))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the ripple effect beside the games if the view is wide."""
        super().resizeEvent(event)
        self._show_pages()

    def show_page(self, page: str) -> None:
        """Show the games or the ripple effect; a wide view shows both."""
        self._page = page
        self._show_pages()

    def _show_pages(self) -> None:
        wide = self.width() >= BESIDE * self.fontMetrics().horizontalAdvance("0")
        for page, part in ((GAMES, self._scroll), (RIPPLE, self.ripple)):
            part.setVisible(wide or self._page == page)
            self.pages[page].setVisible(not wide)
            self.pages[page].setChecked(self._page == page)
        self.ripple.give_room(
            wide or self.height() >= BOTH * self.fontMetrics().height()
        )
        if wide and not self._wide:
            self._split.setSizes([2000, 3000])
        self._wide = wide

    # Building

    def _make_head(self) -> QWidget:
        head = make_page("whatIfHead")
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
        add_parts(
            make_column(head, PAGE_MARGINS, spacing=UNIT // 2),
            self.heading,
            self.facts,
            row,
            self.open,
            pages,
        )
        return head

    def _make_page(self) -> QWidget:
        page = make_page("whatIfPage")
        self.empty = make_running_text("whatIfEmpty", "note")
        self.rows = GameSliders(self._theme)
        self.rows.chosen.connect(self._set_outcome)
        self.rows.taken_back.connect(self._remove_outcome)
        self.rows.reached.connect(
            lambda slider: self._scroll.ensureWidgetVisible(slider)
        )
        column = add_parts(
            make_column(page, (2 * UNIT, 0, 2 * UNIT, 2 * UNIT)), self.empty, self.rows
        )
        self.scores_title = make_running_text("whatIfScoresTitle", "part")
        self.scores = ScoreTable(self._theme)
        column.addSpacing(UNIT)
        add_parts(column, self.scores_title, self.scores, STRETCH)
        return page

    def _make_foot(self) -> QWidget:
        foot, needed, row = make_page("whatIfFoot"), make_row(), make_row()
        self.target = name_widget(TextControl("1800"), "whatIfTarget")
        self.target.setToolTip("Show the score needed for this rating")
        self.target.setAccessibleDescription("Rating to reach")
        self.target.textChanged.connect(self._show_score_needed)
        self.needed = make_running_text("whatIfNeeded", "note")
        label = FieldLabel("S&core needed for", self.target)
        self.state = make_text_label("whatIfState", "note")
        self.reset = make_plain_button(
            "whatIfReset",
            "Re&set",
            "Reset all what-if results",
            self.what_if.clear_results,
        )
        self.apply = make_plain_button(
            "whatIfApply",
            "&Apply",
            "Save these results to the crosstable (you can undo this)",
            self.what_if.apply_results,
        )
        add_parts(needed, label, self.target, (self.needed, 1))
        add_parts(row, (self.state, 1), self.reset, self.apply)
        add_parts(make_column(foot, PAGE_MARGINS, spacing=UNIT // 2), needed, row)
        return foot

    # The score needed for a rating

    def focus_target(self) -> None:
        """Focus the field for the target rating."""
        self.target.setFocus(Qt.FocusReason.OtherFocusReason)
        self.target.selectAll()

    def _show_score_needed(self) -> None:
        """Show the score needed for the typed rating, or what is wrong with it."""
        try:
            target = parse_target(self.target.text())
            text = "" if target is None else self._describe_score_needed(target)
        except TypedError as error:
            text = make_sentence(error)
        self.needed.setText(text)

    def _describe_score_needed(self, target: float) -> str:
        free, lines = self._free, self._lines
        if not self._games:
            return NO_GAMES if self._session.player else NOBODY
        if free is None:
            return ""
        unplayed = any(game.letter is None for game in self._games)
        return (
            describe_score_needed(lines, len(free.games), target, unplayed)
            if lines
            else TOO_MANY
        )

    # Following

    def refresh(self) -> None:
        """Show the selected player's games."""
        session = self._session
        section, row, player = session.section, session.selection.row, session.player
        system, rated = session.selection.system, session.find_system_rating()
        self._games = (
            list_own_games(section, row)
            if section is not None and row is not None
            else ()
        )
        self.rows.show_games(self._games, section, system)
        self.heading.setText(player.name if player else "What if")
        self.facts.setText(
            f"{SYSTEM_NAMES[system]} · pre-event rating "
            f"{format_facts(player.facts(system))}"
            if player
            else ""
        )
        without = NO_GAMES if rated else "This section isn't rated. See Problems (F8)."
        self.empty.setText(without if player else NOBODY)
        self.empty.setVisible(not self._games or rated is None)
        self.post.setFont(self._theme.make_font(2.0, strong=True))
        digit = self.fontMetrics().horizontalAdvance("0")
        self.target.setFixedWidth(digit * 6 + 2 * UNIT)
        # The line keeps its height when it is empty, so that nothing moves.
        self.open.setMinimumHeight(self.fontMetrics().height())
        for slider in self.sliders:
            slider.setEnabled(rated is not None)
        # The first game gets the focus.
        if self.sliders:
            self.setFocusProxy(self.sliders[0])
        self._follow_thumb()

    def _set_outcome(self, game: WhatIfGame, letter: str) -> None:
        """Try a result of a game; the entered result removes the what-if result."""
        if letter == game.letter:
            self._remove_outcome(game)
        elif (player := self._find_player_of(game)) is not None:
            self.what_if.set_result(Outcome(game.round, player.number, letter))

    def _remove_outcome(self, game: WhatIfGame) -> None:
        if (player := self._find_player_of(game)) is not None:
            self.what_if.remove_result(player.number, game.round)

    def _find_player_of(self, game: WhatIfGame) -> Player | None:
        """Return the selected player; None if the game is not theirs, or has changed.

        A slider may be a moment older than the selection.
        """
        section, row = self._session.section, self._session.selection.row
        if section is None or row is None or game not in list_own_games(section, row):
            return None
        return section.players[row]

    def _thumb_moved(self) -> None:
        if self.isVisible():
            self._follow_thumb()
        else:
            self.following.refresh_later()

    def _follow_thumb(self) -> None:
        """Update what is quick to compute: sliders, rating and buttons."""
        session, player = self._session, self._session.player
        what_if = self.what_if
        # Stop a running computation, because it would slow the slider down.
        self._worker.drop_job()
        self._soon.start()
        self._show_open(None)
        count = len(what_if.outcomes)
        self.apply.setEnabled(count > 0)
        self.reset.setEnabled(count > 0)
        words = "1 what-if result" if count == 1 else f"{count} what-if results"
        self.state.setText(words if count else "No what-if results")
        if player is None:
            for label in (self.post, self.change, self.real):
                label.clear()
            return
        for game, slider in zip(self._games, self.sliders, strict=True):
            letter = what_if.find_letter(player.number, game.round, game.opponent)
            slider.show_game(game.letter, letter)
        if not what_if.up_to_date:
            return
        real = find_displayed(session.find_system_rating(), player.number)
        now = find_displayed(what_if.find_rating(), player.number)
        self.post.setText(format_whole(now))
        row = session.selection.row
        # The same change as in the crosstable, which may start from an earlier section.
        moved = None if row is None else session.with_what_if.find_change(row)
        self.change.setText("" if moved is None else format_change(moved))
        gain = self._theme.colors.gain if (moved or 0) >= 0 else self._theme.colors.loss
        self.change.setStyleSheet(f"color: {gain};")
        # The first style sheet of a label resets its font.
        self.change.setFont(self._theme.make_font(1.3))
        differs = count > 0 and real is not None
        self.real.setText(f"actual: {format_whole(real)}" if differs else "")
        said = f"Post-event rating {format_whole(now)}"
        self.post.setAccessibleName(said)
        tried = player.number, what_if.outcomes
        if self._tried[0] == player.number and self._tried != tried:
            announce(self.post, f"{said} {self.change.text()}".strip())
        self._tried = tried

    # Longer computations

    def _request_figures(self) -> None:
        """Start computing the ratings for each result and each score, in the background."""
        session, section = self._session, self._session.section
        if not self.isVisible():
            # The user was here only for a moment.
            self.following.refresh_later()
            return
        row, rating = session.selection.row, self.what_if.find_rating()
        if section is None or row is None or rating is None:
            self._worker.drop_job()
            self._free = None
            self._show_scores(())
            return
        if not self.what_if.up_to_date:
            return
        self._worker.start_job(
            partial(
                compute_figures,
                self.what_if.document,
                session.live,
                session.selection.section,
                section,
                row,
                self._games,
                self.what_if.find_section_rating(),
                rating,
            )
        )

    def _receive_figures(self, result: object) -> None:
        if not isinstance(result, WhatIfFigures):
            return
        for slider, stops in zip(self.sliders, result.stops, strict=False):
            slider.show_figures((stops[0], stops[1], stops[2]))
        self._show_open(result.open)
        self._free = result.free
        self._show_scores(result.lines or ())

    def _show_open(self, found: RatingInterval | None) -> None:
        """Show the range of the rating that missing data allow; without one, an empty line."""
        self.open.setText(
            f"{found.low} to {found.high}, allowing for missing data"
            if found is not None and found.open
            else ""
        )

    def _all_decided(self, player: Player) -> bool:
        """Return whether every game of the player has a result."""
        rating = self.what_if.find_rating()
        return (
            rating is not None
            and player.number in rating.places
            and all(
                game.letter
                or self.what_if.find_letter(player.number, game.round, game.opponent)
                for game in self._games
            )
        )

    def _show_scores(self, lines: tuple[ScoreRange, ...]) -> None:
        self._lines = lines
        self._show_score_needed()
        rating, player = self.what_if.find_rating(), self._session.player
        score = (
            rating.find_trace(player.number).entrant.score
            if rating is not None and player is not None and self._all_decided(player)
            else None
        )
        self.scores.show_lines(lines, score)
        self.scores.setVisible(bool(lines))
        self.scores_title.setVisible(self._free is not None)
        unplayed = any(game.letter is None for game in self._games)
        title = (
            "Post-event rating by final score"
            if unplayed
            else "Post-event rating by score, if results were different"
        )
        self.scores_title.setText(title if lines else TOO_MANY)
