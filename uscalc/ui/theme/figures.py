"""How the window formats ratings, counts and changes, reads typed ones, and words tooltips."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from uscalc.counted import choose_plural, format_day, make_sentence
from uscalc.document.cells import describe_assumed_games
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import CONTRADICTED, find_section_systems
from uscalc.engine.inputs import SOURCE_NAMES, SYSTEM_NAMES, System
from uscalc.engine.timecontrol import parse_time_control
from uscalc.engine.trace import PlayerTrace, round_for_display

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


Places = dict[tuple[int, int | None], tuple[Finding, ...]]
"""The findings by player number and round; the round is None for findings of the player."""


def findings_by_place(findings: Iterable[Finding], system: System) -> Places:
    """Return a section's findings in a rating system, by player number and round."""
    places: Places = {}
    for finding in findings:
        if finding.player is None or finding.system not in (None, system):
            continue
        for number in (finding.player, *finding.also):
            place = number, finding.round
            places[place] = (*places.get(place, ()), finding)
    return places


def describe_finding(finding: Finding, document: Document) -> str:
    """Return a finding as a sentence, with the section's name if there are several."""
    parts = []
    if finding.player is not None:
        parts.append(f"player {finding.player}")
    if finding.round is not None:
        parts.append(f"round {finding.round}")
    if finding.system is not None:
        parts.append(SYSTEM_NAMES[finding.system])
    if finding.section is not None and (len(document.sections) > 1 or not parts):
        parts.insert(0, finding.section_name or f"section {finding.section + 1}")
    place = ", ".join(parts)
    return f"{place[:1].upper()}{place[1:]}: {finding.text}"


def findings_text(findings: tuple[Finding, ...]) -> str:
    """Return findings as lines of a tooltip."""
    return "\n".join(
        f"{make_sentence(f.message)}\n{make_sentence(f.remedy)}" for f in findings
    )


def list_assumptions(player: Player, trace: PlayerTrace) -> Iterator[str]:
    """Return the assumptions of a rating for which data is missing."""
    start = trace.start
    if start.n is None:
        yield describe_assumed_games("number of games")
    for source in start.sources:
        if source.assumed_current:
            yield f"the {SOURCE_NAMES[source.key]} rating has no date and is assumed to be current"
    if start.how in ("age", "list") and player.birth and player.birth.year_only:
        yield "only the birth year is known, so July 1 is assumed"
    if start.how in ("child", "adult"):
        who = "a child" if start.how == "child" else "an adult"
        yield f"the birth date is unknown, so {who} is assumed"


def rating_hint(facts: RatingFacts, trace: PlayerTrace | None, system: System) -> str:
    """Return the pre-event rating in words."""
    name = SYSTEM_NAMES[system]
    before = trace.entrant.rating if trace else None
    if before is not None and before != facts.rating:
        listed = "unrated" if facts.rating is None else format_rating(facts.rating)
        listed = "unknown" if facts.unknown else listed
        return (
            f"Starts from {name} {format_exact(before)}, the post-event rating of an "
            "earlier section. "
            f"Pre-event rating: {listed}."
        )
    if facts.unknown:
        return f"The {name} rating is unknown."
    if facts.rating is None:
        if trace is None:
            return f"Unrated in {name}."
        start, n = trace.start, trace.start.n or 0
        games = "game" if n == 1 else "games"
        return f"Unrated in {name}. Starts from {format_rating(start.r0)}, based on {n} {games}."
    dated = "" if facts.as_of is None else f", as of {format_day(facts.as_of)}"
    return f"{name} {format_rating(facts.rating)}{dated}"


def post_hint(player: Player, trace: PlayerTrace | None, stopped: str) -> str:
    """Return the post-event rating in words, with its assumptions."""
    if trace is None:
        return stopped
    if trace.formula == "none":
        return "No rated game: the rating stays as it was."
    lines = [f"{format_exact(trace.post, 4)} after the {trace.formula} formula"]
    if trace.change is not None:
        lines.append(f"Change {format_change(trace.change, 4)}")
    lines += map(make_sentence, list_assumptions(player, trace))
    return "\n".join(lines)
