"""What the view What if has worked out beside the window after the thumb has rested."""

from typing import NamedTuple

from uscalc.analysis.intervals import Interval
from uscalc.analysis.one_player import ScoreLine, score_lines
from uscalc.document.model import Document, Player, Section
from uscalc.document.queries.left_open import left_open
from uscalc.document.queries.scenario import Outcome, OwnGame, with_outcome
from uscalc.document.queries.stops import LETTERS, stops
from uscalc.document.queries.ways import FreeGames, free_games
from uscalc.document.queries.what_if import apply
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.engine.rounding import shown
from uscalc.engine.systems import System
from uscalc.monitor import Monitor
from uscalc.rules.resolve import rules_for
from uscalc.ui.session.live import Live, rate_live
from uscalc.ui.wording.figures import whole


class Imagined(NamedTuple):
    """What is imagined of one player, and what it is imagined of.

    `document` and `before` are as the event stands, `rating` with the outcomes.
    """

    document: Document
    before: Live
    section_index: int
    section: Section
    row: int
    player: Player
    system: System
    outcomes: tuple[Outcome, ...]
    games: tuple[OwnGame, ...]
    section_rating: SectionRating | None
    rating: SystemRating


class Figures(NamedTuple):
    """Ratings for loss, draw and win of each game, for each score, and what is open.

    `free` are the games that the scores are over; `lines` is None where they are too
    many. `open` is the range of the rating with what is not known.
    """

    number: int
    stops: tuple[tuple[str, ...], ...]
    lines: tuple[ScoreLine, ...] | None
    free: FreeGames | None
    open: Interval | None


def figures(asked: Imagined, monitor: Monitor) -> Figures | None:
    """Return everything that takes longer than a frame; None once nobody wants it."""
    rating, number = asked.rating, asked.player.number
    made = stops(rating, asked.section, asked.row, asked.games, monitor)
    if made is not None:
        three = tuple(tuple(whole(post) for post in posts) for posts in made)
    elif asked.document.chain_sections:
        three = ()
    else:
        three = _by_full_rating(asked, monitor)
    free = free_games(rating, asked.section, asked.row)
    lines = None
    if free is not None:
        rules = rating.trace.rules
        lines = score_lines(free.section, rules, free.place, free.free, monitor)
    open_ = None
    if asked.section_rating is not None and not monitor.is_cancelled():
        open_ = left_open(asked.section_rating, rating, number, monitor)
    return (
        Figures(number, three, lines, free, open_)
        if not monitor.is_cancelled()
        else None
    )


def _by_full_rating(asked: Imagined, monitor: Monitor) -> tuple[tuple[str, ...], ...]:
    """Return the same by rating the section anew for each result."""
    found = []
    for game in asked.games:
        posts = []
        for letter in LETTERS:
            if monitor.is_cancelled():
                return ()
            outcome = Outcome(game.round, asked.player.number, letter)
            said = with_outcome(
                asked.document, asked.section_index, asked.outcomes, outcome
            )
            made = apply(asked.document, asked.section_index, said).document
            rated = rate_live(made, rules_for, asked.before).rating
            rating = rated.sections[asked.section_index].in_system(asked.system)
            posts.append(whole(displayed(rating, asked.player.number)))
        found.append(tuple(posts))
    return tuple(found)


def displayed(rating: SystemRating | None, number: int) -> float | None:
    """Return a player's new rating as it is shown; None where there is none."""
    if rating is None or number not in rating.places:
        return None
    post = rating.post(number)
    return None if post is None else float(shown(post))
