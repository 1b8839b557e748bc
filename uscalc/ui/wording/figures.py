"""Ratings, counts and changes as the window writes them, and as people type them."""

from uscalc.document.model import RatingFacts
from uscalc.engine.floors import is_established
from uscalc.engine.rounding import round_for_display

MINUS = "\N{MINUS SIGN}"


def format_rating(rating: float | None) -> str:
    """Return a rating as it was entered: whole, or with up to two decimals."""
    if rating is None:
        return ""
    return f"{rating:.2f}".rstrip("0").rstrip(".")


def format_whole(rating: float | None) -> str:
    """Return a rating rounded the way ratings are shown."""
    return "" if rating is None else f"{round_for_display(rating):.0f}"


def format_exact(value: float | None, digits: int = 2) -> str:
    """Return a figure with a fixed number of decimals."""
    return "" if value is None else f"{value:.{digits}f}".replace("-", MINUS)


def format_change(change: float | None, digits: int = 0) -> str:
    """Return a change with its sign; no sign where it rounds to nothing."""
    if change is None:
        return ""
    size = (
        f"{abs(change):.{digits}f}"
        if digits
        else f"{abs(round_for_display(change)):.0f}"
    )
    if not float(size):
        return size
    return f"{'+' if change > 0 else MINUS}{size}"


def points_text(points: float) -> str:
    """Return a score: whole, or with its half."""
    return f"{points:.1f}".removesuffix(".0")


def format_facts(facts: RatingFacts) -> str:
    """Return a pre-event rating in the crosstable: the figure, `new`, or `?`."""
    if facts.unknown:
        return "?"
    return "new" if facts.rating is None else format_rating(facts.rating)


def games_text(facts: RatingFacts) -> str:
    """Return N in the crosstable; `est` where it is unknown and assumed to be large."""
    if facts.rating is None:
        return ""
    return "est" if facts.games is None else str(facts.games)


def is_provisional(games: int | None) -> bool:
    """Return whether a rating based on this many games is still provisional."""
    return not is_established(games)


def parse_games(text: str) -> int | str | None:
    """Return a typed number of games (None: unknown), or why it is none."""
    typed = text.strip().lower().rstrip(".")
    if typed in ("", "est", "?"):
        return None
    if typed.isdecimal() and len(typed) <= 5:
        return int(typed)
    return f'"{text[:20]}" is no number of games; write 0, 12, or est'
