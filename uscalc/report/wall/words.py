"""Write the sentences of a wall chart: the sources and the validity of its figures."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from uscalc.document.cells import describe_assumed_games
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, RatingSource
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import SectionRating
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.rules import Rules
from uscalc.report.wall.rounds import SectionProgress

SOURCES: Final[dict[RatingSource, str]] = {
    "official": "from the official list",
    "latest": "from the last event",
    "published": "as published in a crosstable",
    "typed": "as typed in",
}
EARLIER: Final = "from an earlier section of this event"
CAN_FALL: Final = (
    "Until the event ends, a rating shown here can fall after a win: the results of "
    "the opponents count too."
)
PROVISIONAL: Final = "P: a provisional rating, and the number of games it is based on."
NOT_OFFICIAL: Final = "* Based on fewer than 4 games: not official."


def describe_dates(section: SectionRating) -> str:
    """Return the dates of a section: one day, or the first and the last."""
    start, end = section.section.start_date, section.end_date
    if start is None or start >= end:
        return end.isoformat()
    return f"{start} to {end}"


def explain_not_rated(section: SectionRating) -> Iterator[str]:
    """Yield why the section, or one of its systems, is not rated: a line each."""
    if not section.section.players:
        yield "Not rated: nobody is entered."
        return
    stops = [f for f in section.findings if f.stops_rating]
    whole = [f for f in stops if f.system is None]
    if whole:
        more = len(whole) - 1
        also = f", and {more} more findings" if more > 1 else ", and one more finding"
        yield f"Not rated: {_describe_finding(whole[0])}{also if more else ''}."
        return
    for finding in stops:
        assert finding.system is not None
        name = SYSTEM_NAMES[finding.system]
        yield f"Not rated in {name}: {_describe_finding(finding)}."


def _describe_finding(finding: Finding) -> str:
    """Return the finding on one line, with its place."""
    place = []
    if finding.player is not None:
        place.append(f"player {finding.player}")
    if finding.round is not None:
        place.append(f"round {finding.round}")
    said = finding.message
    if finding.code == "rating-unknown" and finding.system is not None:
        name = SYSTEM_NAMES[finding.system]
        if finding.player is None:
            return f"no {name} ratings are known"
        return f"the {name} rating of player {finding.player} is not known"
    return f"{', '.join(place)}: {said}" if place else said


def make_footer(
    document: Document,
    section: SectionRating,
    shown: Sequence[SystemRating],
    now: SectionProgress,
    provisional: bool,
    marked: bool,
) -> Iterator[str]:
    """Yield the sentences below the ratings: how to read them, and their sources."""
    if not shown:
        return
    if now.goes_on:
        yield CAN_FALL
    if marked:
        yield NOT_OFFICIAL
    if provisional:
        yield PROVISIONAL
    for rating in shown:
        found = _count_sources(document, section, rating).describe_sources()
        if found:
            yield f"Starting ratings{_name_system(rating, shown)}: {found}."
    yield from _make_rules_lines(section.end_date, shown)


def make_remarks(
    document: Document, section: SectionRating, shown: Sequence[SystemRating]
) -> Iterator[str]:
    """Yield what is unknown about the starting ratings, for the director only."""
    for rating in shown:
        sources = _count_sources(document, section, rating)
        name = _name_system(rating, shown)
        if sources.not_given:
            yield (
                f"Starting ratings{name}: of {sources.not_given} it is not given where "
                "they are from."
            )
        if sources.not_dated:
            yield (
                f"Starting ratings{name}: of {sources.not_dated} the date is not given."
            )
        if sources.unknown_games:
            one = sources.unknown_games == 1
            who = "1 player" if one else f"{sources.unknown_games} players"
            games = describe_assumed_games(f"the number of earlier games of {who}")
            yield f"Starting ratings{name}: {games}."


def _name_system(rating: SystemRating, shown: Sequence[SystemRating]) -> str:
    return f" ({SYSTEM_NAMES[rating.system]})" if len(shown) > 1 else ""


@dataclass(slots=True)
class _RatingSources:
    """The pre-event ratings counted by source, and the numbers of unknown facts."""

    groups: Counter[str]
    days: dict[str, set[dt.date]]
    new: int = 0
    not_given: int = 0
    not_dated: int = 0
    unknown_games: int = 0

    def describe_sources(self) -> str:
        """Describe the known sources, the most frequent first."""
        known = sum(self.groups.values())
        if not known:
            return "all are new" if self.new and not self.not_given else ""
        parts = []
        for source, count in self.groups.most_common():
            who = "" if len(self.groups) == 1 and not self.not_given else f"{count} "
            parts.append(f"{who}{source}{_describe_days(self.days[source])}")
        if self.new:
            parts.append(f"{self.new} new")
        return "; ".join(parts)


def _count_sources(
    document: Document, section: SectionRating, rating: SystemRating
) -> _RatingSources:
    found = _RatingSources(Counter(), {})
    before = document.sections[section.index].players
    for given, player in zip(before, section.section.players, strict=True):
        facts = player.facts(rating.system)
        if facts.rating is None:
            found.new += not facts.unknown
            continue
        found.unknown_games += facts.games is None
        source = _get_source(given, facts, rating.system)
        if source is None:
            found.not_given += 1
            continue
        found.not_dated += facts.as_of is None and source != EARLIER
        found.groups[source] += 1
        days = found.days.setdefault(source, set())
        if facts.as_of is not None:
            days.add(facts.as_of)
    return found


def _get_source(given: Player, facts: RatingFacts, system: System) -> str | None:
    if facts != given.facts(system):
        return EARLIER
    return None if facts.source is None else SOURCES[facts.source]


def _describe_days(days: set[dt.date]) -> str:
    if not days:
        return ""
    first, last = min(days), max(days)
    return f", {first}" if first == last else f", {first} to {last}"


def _make_rules_lines(end: dt.date, shown: Sequence[SystemRating]) -> Iterator[str]:
    """Yield the rules, once if they are the same in every system."""
    said = dict.fromkeys(_describe_rules(r.trace.rules, end) for r in shown)
    for text in said:
        yield f"Rules: {text}."


def _describe_rules(rules: Rules, end: dt.date) -> str:
    if rules.guide is not None:
        text = "the guide of 2001, worked by hand"
    elif rules.date is not None:
        text = f"the edition of {rules.edition}, by the date {end}"
    else:
        text = f"the edition of {rules.edition}, as chosen"
    if rules.overridden:
        text += f", with {', '.join(rules.overridden)} changed"
    return text
