"""The texts of tooltips: findings of a place, and the assumptions of a rating."""

from collections.abc import Iterable, Iterator

from uscalc.counted import format_day, make_sentence
from uscalc.document.cells import describe_assumed_games
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts
from uscalc.engine.inputs import SOURCE_NAMES, SYSTEM_NAMES, System
from uscalc.engine.trace import PlayerTrace
from uscalc.ui.theme.figures import format_change, format_exact, format_rating

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
