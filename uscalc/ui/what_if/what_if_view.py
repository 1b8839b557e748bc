"""What if: a slider for each game of the selected player, and the ripple effect."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from uscalc.analysis.forecast_model import BadSettingError
from uscalc.analysis.goals import validate_target
from uscalc.analysis.one_player import MOST_GAMES, ScoreRange
from uscalc.analysis.spread import RatingInterval
from uscalc.counted import make_sentence
from uscalc.document.facts.typed import TypedError, parse_number
from uscalc.document.model import Player
from uscalc.document.queries.scenario import Outcome, WhatIfGame, list_own_games
from uscalc.document.queries.ways import FreeGames
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
    describe_score_needed,
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
    name_widget,
)
from uscalc.ui.widgets.controls import TextControl
from uscalc.ui.widgets.labels import (
    FieldLabel,
    make_choice_button,
    make_plain_button,
    make_plain_line,
    make_running_text,
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
NO_GAMES = "This player has no games against players in this section."
NOT_RATED = "This section isn't rated. See Problems (F8)."
TOO_MANY = f"Too many games for rating ranges ({MOST_GAMES} maximum)."


FINAL_SCORE = "Post-event rating by final score"
OTHER_RESULTS = "Post-event rating by score, if results were different"


class WhatIfView(View):
    """Sliders for the selected player; Apply writes the results into the event."""

    def __init__(
        self, session: Session, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__("view-what-if", "What if", session, theme, parent)
        self.imagined = session.imagination
        self._games: tuple[WhatIfGame, ...] = ()
        self._free: FreeGames | None = None
        self._lines: tuple[ScoreRange, ...] = ()
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
        """Return the size that the games need; the rest appears if there is room."""
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
        column = make_column(foot, PAGE_MARGINS, spacing=UNIT // 2)
        needed = make_row()
        self.target = name_widget(TextControl("1800"), "whatIfTarget")
        self.target.setToolTip("Show the score needed for this rating")
        self.target.setAccessibleDescription("Rating to reach")
        self.target.textChanged.connect(self._show_score_needed)
        self.needed = make_running_text("whatIfNeeded", "note")
        label = FieldLabel("S&core needed for", self.target)
        add_parts(needed, label, self.target, (self.needed, 1))
        row = make_row()
        add_parts(column, needed, row)
        self.state = make_text_label("whatIfState", "note")
        row.addWidget(self.state, 1)
        self.reset = make_plain_button(
            "whatIfReset",
            "Re&set",
            "Reset all what-if results",
            self.imagined.clear_results,
        )
        self.apply = make_plain_button(
            "whatIfApply",
            "&Apply",
            "Save these results to the crosstable (you can undo this)",
            self.imagined.apply_results,
        )
        add_parts(row, self.reset, self.apply)
        return foot

    # The score needed for a rating

    def focus_target(self) -> None:
        """Focus the field for the rating to reach."""
        self.target.setFocus(Qt.FocusReason.OtherFocusReason)
        self.target.selectAll()

    def _show_score_needed(self) -> None:
        """Show the score that the typed rating needs, or what is wrong with it."""
        text = ""
        try:
            target = parse_number(self.target.text(), "1800")
            if target is not None:
                validate_target(target)
                text = self._describe_score_needed(target)
        except (TypedError, BadSettingError) as error:
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
        digit = self.fontMetrics().horizontalAdvance("0")
        self.target.setFixedWidth(digit * 6 + 2 * UNIT)
        # The line keeps its height when it is empty, so that nothing moves.
        self.open.setMinimumHeight(self.fontMetrics().height())
        for slider in self.sliders:
            slider.setEnabled(session.find_system_rating() is not None)
        # The first game gets the focus.
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
        """Show everything that is quick to compute: sliders, rating and buttons."""
        session, player = self._session, self._session.player
        imagined = self.imagined
        # A running computation would only slow the slider down.
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
        self.real.setText(f"actual: {format_whole(real)}" if differs else "")
        self.post.setAccessibleName(f"Post-event rating {format_whole(now)}")

    # Longer computations

    def _request_figures(self) -> None:
        """Compute the ratings of the stops and of the scores in the background."""
        session, section = self._session, self._session.section
        if not self.isVisible():
            return
        row, rating = session.selection.row, self.imagined.find_rating()
        player = session.player
        if section is None or row is None or player is None or rating is None:
            self._worker.drop_job()
            self._free = None
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
        self._free = free
        self._show_scores(lines, free is not None)
        if free is not None and lines is not None:
            to_come = any(game.letter is None for game in self._games)
            self.scores_title.setText(FINAL_SCORE if to_come else OTHER_RESULTS)

    def _show_open(self, found: RatingInterval | None) -> None:
        """Show the range below the rating; keep its empty line without one."""
        text = (
            f"{found.low} to {found.high}, allowing for missing data"
            if found is not None and found.open
            else ""
        )
        if text != self.open.text():
            self.open.setText(text)

    def _all_decided(self, player: Player) -> bool:
        """Return whether every game of the player has a result."""
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
        self._lines = found
        self._show_score_needed()
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
