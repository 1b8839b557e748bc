"""Write the sentences of a wall chart: its rounds, and the sources of its figures."""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from uscalc.counted import clip_text, count_in_words, format_day
from uscalc.document.cells import (
    BadCell,
    Entry,
    Outcome,
    describe_assumed_games,
    parse_cell,
)
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player, RatingFacts, RatingSource, Section
from uscalc.document.queries.rounds import count_finished_rounds
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.rules import Rules
from uscalc.report.tables import clean_line


class SectionProgress(Struct, frozen=True):
    """How far a section is; rounds count from 1, and 0 is before the first.

    `over` is the last finished round, with no unplayed game up to it. `counted` is the
    last round with a counted result; some of its games may be unplayed. `goes_on` is
    True if there are unplayed games, and `planned` is the number of rounds or None.
    """

    over: int
    counted: int
    goes_on: bool
    planned: int | None = None


def find_progress(
    section: Section, last_to_play: int, more_rounds: bool
) -> SectionProgress:
    """Return how far a section is, by its results, its rounds and the other sections.

    `last_to_play` is the last round to play in the sections of the same end date.
    With `more_rounds`, the director states that more rounds follow. It is used only if
    the number of planned rounds is unknown.
    """
    played, to_play = _split_rounds(section)
    last = max(played, default=0)
    planned = get_planned_rounds(section)
    if to_play:
        return SectionProgress(min(to_play) - 1, last, True, planned)
    over = last
    if planned is None:
        more = more_rounds or last_to_play > last
    else:
        over = count_finished_rounds(section)
        if section.played_rounds is None:
            over = max(over, last)
        more = over < planned
    return (
        SectionProgress(min(over, last), last, True, planned)
        if more
        else SectionProgress(last, section.rounds, False, planned)
    )


def get_planned_rounds(section: Section) -> int | None:
    """Return the number of planned rounds; None if it is unknown or impossible."""
    planned = section.planned_rounds
    if planned is None:
        return None
    played, to_play = _split_rounds(section)
    return planned if planned >= max(played | to_play, default=1) else None


def describe_condition(now: SectionProgress) -> str:
    """Return what the ratings assume: "If the event ended after round 3 of 5"."""
    if not now.goes_on:
        return ""
    if now.counted == 0:
        return f"Before round 1{_describe_planned(now)}"
    over = (
        _describe_round_over(now)
        if now.over
        else f"with {_describe_started_rounds(now)}"
    )
    return f"If the event ended {over}"


def describe_progress(now: SectionProgress) -> str:
    """Return how far the results go: "After round 3 of 5"."""
    if now.counted == 0:
        return f"Before round 1{_describe_planned(now)}"
    if not now.goes_on and now.planned is not None:
        return "Final results"
    if now.goes_on and now.over == 0:
        return f"With {_describe_started_rounds(now)}"
    words = _describe_round_over(now) if now.goes_on else f"after round {now.counted}"
    return words[0].upper() + words[1:]


def _describe_round_over(now: SectionProgress) -> str:
    return (
        f"after round {now.counted}{_describe_planned(now)}"
        if now.over >= now.counted
        else f"after round {now.over} and {_describe_started_rounds(now)}"
    )


def _describe_started_rounds(now: SectionProgress) -> str:
    """Describe the rounds of which some games are finished."""
    first = now.over + 1
    rounds = f"rounds {first} to" if now.counted > first else "round"
    return f"the finished games of {rounds} {now.counted}{_describe_planned(now)}"


def _describe_planned(now: SectionProgress) -> str:
    return "" if now.planned is None else f" of {now.planned}"


def find_last_rounds_to_play(document: Document) -> dict[dt.date, int]:
    """Return the last round to play of the sections of each end date; 0 for none."""
    found: dict[dt.date, int] = {}
    for section in document.sections:
        if section.kind != "unrated":
            end = document.end_date_of(section)
            last = max(_split_rounds(section)[1], default=0)
            found[end] = max(found.get(end, 0), last)
    return found


def _split_rounds(section: Section) -> tuple[set[int], set[int]]:
    """Return the rounds with a finished game, and those with an unplayed one."""
    played, to_play = set(), set()
    for round_number, entry in _iterate_entries(section):
        if entry.is_game or entry.outcome in ("forfeit-win", "forfeit-loss"):
            played.add(round_number)
        elif entry.outcome == "to-play":
            to_play.add(round_number)
    return played, to_play


def _iterate_entries(section: Section) -> Iterator[tuple[int, Entry]]:
    for player in section.players:
        for place, text in enumerate(player.results):
            cell = parse_cell(text)
            if not isinstance(cell, BadCell):
                for entry in cell:
                    yield place + 1, entry


LETTERS: Final[dict[Outcome, str]] = {
    "win": "W",
    "draw": "D",
    "loss": "L",
    "full-bye": "B",
    "half-bye": "H",
    "unpaired": "U",
    "forfeit-win": "X",
    "forfeit-loss": "F",
    "no-result": "Z",
    "to-play": "v",
}
WORDS: Final[dict[str, str]] = {
    "W": "win",
    "D": "draw",
    "L": "loss, followed by the opponent's number",
    "v": "not played yet",
    "B": "full-point bye",
    "H": "half-point bye",
    "U": "not paired",
    "X": "forfeit win",
    "F": "forfeit loss",
    "Z": "no result",
}
GAMES: Final = "WDL"
LONGEST: Final = 12
"""Characters of a cell that isn't a result; a longer text would displace the others."""


def make_chart_cells(player: Player, rounds: int) -> tuple[str, ...]:
    """Return a player's result in every round: "W12", "H" or "v7"; empty without one."""
    cells = [_format_cell(text) for text in player.results[:rounds]]
    return (*cells, *[""] * (rounds - len(cells)))


def make_chart_key(cells: Iterable[str]) -> str:
    """Return the meaning of the letters in the cells, on one line; empty for none."""
    found = {part[:1] for cell in cells for part in cell.split("/")}
    if found & set(GAMES):
        found |= set(GAMES)
    return "; ".join(_explain_letters(found)) + "." if found & set(WORDS) else ""


def _explain_letters(found: set[str]) -> Iterator[str]:
    if found & set(GAMES):
        yield ", ".join(f"{letter}: {WORDS[letter]}" for letter in GAMES)
    for letter, words in WORDS.items():
        if letter in found and letter not in GAMES:
            yield f"{letter}: {words}"


def _format_cell(text: str) -> str:
    cell = parse_cell(text)
    return (
        clip_text(clean_line(text), LONGEST)
        if isinstance(cell, BadCell)
        else "/".join(_format_entry(entry) for entry in cell)
    )


def _format_entry(entry: Entry) -> str:
    """Return the letter and the opponent; a wall chart shows no color."""
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return f"{LETTERS[entry.outcome]}{low}-{high}"
    return f"{LETTERS[entry.outcome]}{entry.opponent or ''}"


SOURCES: Final[dict[RatingSource, str]] = {
    "official": "from the official rating supplement",
    "latest": "from the latest event",
    "published": "from a published crosstable",
    "typed": "typed in",
}
EARLIER: Final = "from an earlier section of this event"


def describe_dates(section: SectionRating) -> str:
    """Return the dates of a section: one day, or the first and the last."""
    start, end = section.section.start_date, section.end_date
    return (
        format_day(end)
        if start is None or start >= end
        else f"{format_day(start)} to {format_day(end)}"
    )


def explain_why_not_rated(section: SectionRating) -> Iterator[str]:
    """Yield a line for each reason why the section, or one of its systems, is not rated."""
    if not section.section.players:
        yield "Not rated: no players entered."
        return
    stops = [f for f in section.findings if f.stops_rating]
    if whole := [f for f in stops if f.system is None]:
        more = len(whole) - 1
        also = f", and {count_in_words(more, 'more problem')}" if more else ""
        yield f"Not rated: {_describe_finding(whole[0])}{also}."
        return
    for finding in stops:
        assert finding.system is not None
        yield f"Not rated in {SYSTEM_NAMES[finding.system]}: {_describe_finding(finding)}."


def _describe_finding(finding: Finding) -> str:
    """Return the finding on one line, with its place."""
    if finding.code == "rating-unknown" and finding.system is not None:
        name = SYSTEM_NAMES[finding.system]
        return (
            f"all {name} ratings are missing"
            if finding.player is None
            else f"player {finding.player} has no known {name} rating"
        )
    numbers = (("player", finding.player), ("round", finding.round))
    place = [f"{word} {number}" for word, number in numbers if number is not None]
    return f"{', '.join(place)}: {finding.message}" if place else finding.message


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
        yield (
            "Until the event ends, a rating shown here can go down after a win, because "
            "the opponents' results count too."
        )
    if marked:
        yield "* Based on fewer than 4 games: not official."
    if provisional:
        yield "1187/11 means a provisional rating, based on 11 games."
    for rating in shown:
        if found := _count_sources(document, section, rating).describe_sources():
            yield f"Pre-event ratings{_name_system(rating, shown)}: {found}."
    # Systems with the same rules have one line.
    rules = (_describe_rules(r.trace.rules, section.end_date) for r in shown)
    for text in dict.fromkeys(rules):
        yield f"Rules: {text}."


def make_remarks(
    document: Document, section: SectionRating, shown: Sequence[SystemRating]
) -> Iterator[str]:
    """Yield what is unknown about the pre-event ratings, for the director only."""
    found = [(_count_sources(document, section, one), one) for one in shown]

    def join(noun: str, count: Callable[[_RatingSources], int]) -> str:
        return " and ".join(
            f"{count_in_words(count(sources), noun)}{_name_system(rating, shown)}"
            for sources, rating in found
            if count(sources)
        )

    if ratings := join("rating", lambda one: one.not_given):
        yield f"Pre-event ratings: the source of {ratings} is missing."
    if ratings := join("rating", lambda one: one.not_dated):
        yield f"Pre-event ratings: the date of {ratings} is missing."
    if players := join("player", lambda one: one.unknown_games):
        games = describe_assumed_games(f"number of earlier games of {players}")
        yield f"Pre-event ratings: {games}."


def _name_system(rating: SystemRating, shown: Sequence[SystemRating]) -> str:
    return f" ({SYSTEM_NAMES[rating.system]})" if len(shown) > 1 else ""


class _RatingSources(Struct):
    """The pre-event ratings counted by source, and the numbers of unknown facts."""

    groups: Counter[str]
    days: dict[str, set[dt.date]]
    new: int = 0
    not_given: int = 0
    not_dated: int = 0
    unknown_games: int = 0

    def describe_sources(self) -> str:
        """Describe the known sources, the most frequent first."""
        if not sum(self.groups.values()):
            return "all players are unrated" if self.new and not self.not_given else ""
        parts = []
        for source, count in self.groups.most_common():
            who = "" if len(self.groups) == 1 and not self.not_given else f"{count} "
            parts.append(f"{who}{source}{_describe_days(self.days[source])}")
        if self.new:
            parts.append(f"{self.new} unrated")
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
    return (
        f", {format_day(first)}"
        if first == last
        else f", {format_day(first)} to {format_day(last)}"
    )


def _describe_rules(rules: Rules, end: dt.date) -> str:
    if rules.guide is not None:
        text = "the guide of 2001, calculated by hand"
    elif rules.date is not None:
        text = f"{rules.edition} edition, by end date {format_day(end)}"
    else:
        text = f"{rules.edition} edition, selected for this section"
    if rules.overridden:
        text += f", with {', '.join(rules.overridden)} overridden"
    return text
