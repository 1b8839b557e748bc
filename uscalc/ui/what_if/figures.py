"""Figures that the What if view computes in the background after the thumb has rested."""

from typing import NamedTuple

from uscalc.analysis.one_player import ScoreRange, compute_score_ranges
from uscalc.analysis.spread import RatingInterval
from uscalc.document.model import Document, Player, Section
from uscalc.document.queries.scenario import (
    Outcome,
    WhatIfGame,
    apply_changes,
)
from uscalc.document.queries.ways import (
    LETTERS,
    FreeGames,
    free_games,
    left_open,
    rate_stops,
)
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import SectionRating
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.monitor import Monitor
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.session.live import WindowRatings, rate_for_window
from uscalc.ui.theme.figures import format_whole


class WhatIfQuestion(NamedTuple):
    """A player's games, and the event with the what-if results.

    `before` are the ratings without them, `document` and `rating` include them.
    """

    document: Document
    before: WindowRatings
    section_index: int
    section: Section
    row: int
    player: Player
    system: System
    games: tuple[WhatIfGame, ...]
    section_rating: SectionRating | None
    rating: SystemRating


class WhatIfFigures(NamedTuple):
    """Ratings for loss, draw and win of each game, for each score, and open questions.

    `free` are the games that vary with the score; `lines` is None if there are too
    many. `open` is the range of the rating for all values of the missing data.
    """

    number: int
    stops: tuple[tuple[str, ...], ...]
    lines: tuple[ScoreRange, ...] | None
    free: FreeGames | None
    open: RatingInterval | None


def compute_figures(asked: WhatIfQuestion, monitor: Monitor) -> WhatIfFigures | None:
    """Return everything that takes longer than a frame; None once nobody wants it."""
    rating, number = asked.rating, asked.player.number
    made = rate_stops(rating, asked.section, asked.row, asked.games, monitor)
    if made is not None:
        three = tuple(tuple(format_whole(post) for post in posts) for posts in made)
    elif asked.document.chain_sections:
        three = ()
    else:
        three = _by_full_rating(asked, monitor)
    free = free_games(rating, asked.section, asked.row)
    lines = None
    if free is not None:
        rules = rating.trace.rules
        lines = compute_score_ranges(
            free.section, rules, free.place, free.free, monitor
        )
    open_ = None
    if asked.section_rating is not None and not monitor.is_cancelled():
        open_ = left_open(asked.section_rating, rating, number, monitor)
    return (
        WhatIfFigures(number, three, lines, free, open_)
        if not monitor.is_cancelled()
        else None
    )


def _by_full_rating(
    asked: WhatIfQuestion, monitor: Monitor
) -> tuple[tuple[str, ...], ...]:
    """Return the same by rating the section anew for each result."""
    found = []
    for game in asked.games:
        posts = []
        for letter in LETTERS:
            if monitor.is_cancelled():
                return ()
            outcome = Outcome(game.round, asked.player.number, letter)
            edit = apply_changes(asked.document, asked.section_index, [outcome])
            made = edit.document
            rated = rate_for_window(made, resolve_rules, asked.before).rating
            rating = rated.sections[asked.section_index].in_system(asked.system)
            posts.append(format_whole(find_displayed(rating, asked.player.number)))
        found.append(tuple(posts))
    return tuple(found)


def find_displayed(rating: SystemRating | None, number: int) -> float | None:
    """Return a player's displayed new rating; None if there is none."""
    if rating is None or number not in rating.places:
        return None
    post = rating.find_post(number)
    return None if post is None else float(round_for_display(post))
