"""How the window formats ratings, counts and changes, and reads typed ones."""

import datetime as dt
from typing import Final

from msgspec.structs import replace

from uscalc.counted import choose_plural
from uscalc.document.model import RatingFacts, Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import CONTRADICTED, find_section_systems
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.rounding import round_for_display
from uscalc.engine.timecontrol import parse_time_control

MINUS = "\N{MINUS SIGN}"
GAMES_ASSUMED: Final = "26+"
"""The text for an unknown number of games; the player is assumed to be established."""


def format_rating(rating: float | None) -> str:
    """Return a rating as it was entered: whole, or with up to two decimals."""
    return "" if rating is None else f"{rating:.2f}".rstrip("0").rstrip(".")


def format_whole(rating: float | None) -> str:
    """Return a rating as a whole number, rounded as US Chess does."""
    return "" if rating is None else f"{round_for_display(rating):.0f}"


def format_exact(value: float | None, digits: int = 2) -> str:
    """Return a figure with a fixed number of decimals."""
    return "" if value is None else f"{value:.{digits}f}".replace("-", MINUS)


def format_change(change: float | None, digits: int = 0) -> str:
    """Return a change with its sign; without a sign if it rounds to zero."""
    if change is None:
        return ""
    size = (
        f"{abs(change):.{digits}f}"
        if digits
        else f"{abs(round_for_display(change)):.0f}"
    )
    sign = "+" if change > 0 else MINUS
    return f"{sign}{size}" if float(size) else size


def points_text(points: float) -> str:
    """Return a score, as a whole number or with .5."""
    return f"{points:.1f}".removesuffix(".0")


def format_facts(facts: RatingFacts) -> str:
    """Return a pre-event rating as in the crosstable: the number, `unr`, or `?`."""
    if facts.unknown:
        return "?"
    return "unr" if facts.rating is None else format_rating(facts.rating)


def games_text(facts: RatingFacts) -> str:
    """Return the number of earlier games; `26+` if it is unknown."""
    if facts.rating is None:
        return ""
    return GAMES_ASSUMED if facts.games is None else str(facts.games)


def parse_games(text: str) -> int | str | None:
    """Return a typed number of games, None for an unknown one, or what is wrong with it."""
    typed = text.strip().lower().rstrip(".")
    if typed in ("", "est", GAMES_ASSUMED, "?"):
        return None
    if typed.isdecimal() and len(typed) <= 5:
        return int(typed)
    return f'"{text[:20]}" isn\'t a number of games. Type 0, 12 or {GAMES_ASSUMED}'


def systems_words(section: Section, end: dt.date, rulebook: RuleBook) -> str:
    """Return the systems that a section counts for and why, or what is missing."""
    if section.kind == "unrated":
        return "This section isn't rated."
    text = section.time_control or ""
    control = parse_time_control(text) if text else None
    words = ""
    if control is not None:
        words = f"{control.minutes:g} {choose_plural(control.minutes, 'minute')}"
        if control.seconds:
            seconds = choose_plural(control.seconds, "second")
            words += f" and {control.seconds:g} {seconds} a move"
        words += ": "
    systems, problem = find_section_systems(section, 0, end, rulebook)
    # Problems of the time control are shown elsewhere; here, show the systems it gives.
    if problem is not None and problem.code != CONTRADICTED:
        return problem.text
    names = " and ".join(SYSTEM_NAMES[system] for system in systems)
    both = "R" in systems and "Q" in systems
    rated = f"rated in {names}{' (dual)' if both else ''}"
    if section.systems is None:
        return f"{words}{rated}." if words else f"{rated[:1].upper()}{rated[1:]}."
    would, _ = find_section_systems(replace(section, systems=None), 0, end, rulebook)
    if would and set(would) != set(systems):
        other = " and ".join(SYSTEM_NAMES[system] for system in would)
        return f"{rated[:1].upper()}{rated[1:]}, as you selected. {text} alone would give {other}."
    return f"{rated[:1].upper()}{rated[1:]}, as you selected."
