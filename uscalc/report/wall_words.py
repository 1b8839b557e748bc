"""The sentences of a wall sheet: where its figures are from, and what they are worth."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, Source
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.document.words import established
from uscalc.engine.rules import Rules
from uscalc.engine.systems import SYSTEM_NAMES, System
from uscalc.report.wall_rounds import Standing

SOURCES: Final[dict[Source | None, str]] = {
    "official": "from the official list",
    "latest": "from the last event",
    "published": "as published in a crosstable",
    "typed": "as typed in",
    None: "from a source that is not given",
}
NEITHER: Final = "from a source and of a date that are not given"
CAN_FALL: Final = (
    "Until the event ends, a rating shown here can fall after a win: the results of "
    "the opponents count too."
)
PROVISIONAL: Final = "P: a provisional rating, and the number of games it is based on."
NOT_OFFICIAL: Final = "* Based on fewer than 4 games: not official."


def dates(section: SectionRating) -> str:
    """The days of a section: one day, or the first and the last."""
    start, end = section.section.start_date, section.end_date
    if start is None or start >= end:
        return end.isoformat()
    return f"{start} to {end}"


def not_rated(section: SectionRating) -> Iterator[str]:
    """Why the section is not rated, or not in one of its systems: a line each."""
    if not section.section.players:
        yield "Not rated: nobody is entered."
        return
    stops = [f for f in section.findings if f.severity == "stops"]
    whole = [f for f in stops if f.system is None]
    if whole:
        more = len(whole) - 1
        also = f", and {more} more findings" if more > 1 else ", and one more finding"
        yield f"Not rated: {_reason(whole[0])}{also if more else ''}."
        return
    for finding in stops:
        assert finding.system is not None
        name = SYSTEM_NAMES[finding.system]
        yield f"Not rated in {name}: {_reason(finding)}."


def _reason(finding: Finding) -> str:
    """The finding in one line, with its place."""
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


def footer(
    document: Document,
    section: SectionRating,
    now: Standing,
    provisional: bool,
    marked: bool,
) -> Iterator[str]:
    """What stands under a sheet."""
    if not section.ratings:
        return
    if now.goes_on:
        yield CAN_FALL
    if marked:
        yield NOT_OFFICIAL
    if provisional:
        yield PROVISIONAL
    several = len(section.ratings) > 1
    for rating in section.ratings:
        name = f" ({SYSTEM_NAMES[rating.system]})" if several else ""
        yield f"Starting ratings{name}: {_sources(document, section, rating)}."
    yield from _rules(section)


def _sources(document: Document, section: SectionRating, rating: SystemRating) -> str:
    """Where the ratings before the event are from, the most frequent source first."""
    groups: Counter[str] = Counter()
    days: dict[str, set[dt.date | None]] = {}
    new = unknown_games = 0
    before = document.sections[section.index].players
    for given, player in zip(before, section.section.players, strict=True):
        facts = player.facts(rating.system)
        if facts.rating is None:
            new += not facts.unknown
            continue
        unknown_games += facts.games is None
        source = _source(given, facts, rating.system)
        groups[source] += 1
        days.setdefault(source, set()).add(facts.as_of)
    parts = []
    for source, count in groups.most_common():
        who = "" if len(groups) == 1 else f"{count} "
        said = f"{source}{_of_days(days[source])}"
        if source == SOURCES[None] and days[source] == {None}:
            said = NEITHER
        parts.append(f"{who}{said}")
    if new:
        parts.append(f"{new} new" if parts else "all are new")
    if unknown_games:
        one = unknown_games == 1
        who = "1 player" if one else f"{unknown_games} players"
        parts.append(established(f"the number of earlier games of {who}"))
    return "; ".join(parts)


def _source(given: Player, facts: RatingFacts, system: System) -> str:
    if facts != given.facts(system):
        return "from an earlier section of this event"
    return SOURCES[facts.source]


def _of_days(days: set[dt.date | None]) -> str:
    known = sorted(day for day in days if day is not None)
    if not known:
        return ", without a date"
    span = f"{known[0]}" if known[0] == known[-1] else f"{known[0]} to {known[-1]}"
    return f", {span}{' or without a date' if None in days else ''}"


def _rules(section: SectionRating) -> Iterator[str]:
    """By which rules, said once where they are the same in every system."""
    end = section.end_date
    said = dict.fromkeys(_rules_words(r.trace.rules, end) for r in section.ratings)
    for text in said:
        yield f"Rules: {text}."


def _rules_words(rules: Rules, end: dt.date) -> str:
    if rules.guide is not None:
        text = "the guide of 2001, worked by hand"
    elif rules.date is not None:
        text = f"the edition of {rules.edition}, by the date {end}"
    else:
        text = f"the edition of {rules.edition}, as chosen"
    if rules.overridden:
        text += f", with {', '.join(rules.overridden)} changed"
    return text
