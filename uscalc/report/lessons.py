"""Prepare lessons about a player of a section, or about the basics."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from uscalc.analysis.ripple import list_mutual_games, rerate_with_score
from uscalc.analysis.whatif import RatedBase
from uscalc.counted import format_day
from uscalc.document.model import Section
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.trace import SectionTrace
from uscalc.explain.lesson.lessons import make_basics_lesson, make_player_lesson
from uscalc.explain.lesson.model import Lesson, ResultSwing
from uscalc.monitor import UNMONITORED, Monitor
from uscalc.report.tables import clean_name, format_person, render_template
from uscalc.report.wall.outputs import Paper
from uscalc.rules.resolve import load_rule_table
from uscalc.worksheet.kinds import Kind, Level
from uscalc.worksheet.model import Worksheet
from uscalc.worksheet.sheet import (
    make_random_worksheet,
    make_worksheet_from_section,
)


def make_invented_worksheet(
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    most: int | None = None,
    monitor: Monitor = UNMONITORED,
) -> Worksheet:
    """Return a worksheet about invented players, by the rules of the latest edition."""
    table = load_rule_table()
    key = table.exact_editions[-1]
    day = table.editions[key].date
    rules = table.get_rules_of_edition(key, day)
    return make_random_worksheet(
        kinds, level, seed, rules, day, table.editions, most, monitor
    )


def make_section_worksheet(
    rated: DocumentRating,
    section: SectionRating,
    rating: SystemRating,
    kinds: Sequence[Kind],
    level: Level,
    seed: int,
    monitor: Monitor = UNMONITORED,
) -> Worksheet | None:
    """Return a worksheet about a section; None if it has no such exercise."""
    return make_worksheet_from_section(
        kinds,
        level,
        seed,
        rating.trace,
        make_name_lookup(section.section),
        f"{describe_origin(rated.document.name, section.section, rating)}.",
        load_rule_table().editions,
        monitor,
    )


def make_name_lookup(section: Section) -> Callable[[int], str]:
    """Return a function that returns the name of a pairing number; empty if unknown."""
    names = {player.number: format_person(player.name) for player in section.players}
    return lambda number: names.get(number, "")


def describe_origin(event: str, section: Section, rating: SystemRating) -> str:
    """Return the source of figures: the event, the section and the rating system."""
    return ", ".join(
        clean_name(part)
        for part in (event, section.name, SYSTEM_NAMES[rating.system])
        if part
    )


def make_worksheet_html(
    sheet: Worksheet,
    key: bool = False,
    paper: Paper = "letter",
    big: bool = False,
    both: bool = False,
) -> str:
    """Render a web page of the exercises, or with `key` of their answers.

    With `both`, the answers follow the exercises on separate pages.
    """
    return render_template(
        "worksheet.html",
        sheet=sheet,
        keys=(False, True) if both else (key,),
        paper=paper,
        big=big,
    )


MOST_VARIED_GAMES: Final = 16
"""The maximum number of a player's games to vary; of more games, some are selected evenly."""


def prepare_basics_lesson() -> Lesson:
    """Return the lesson on how ratings work, by the rules of the latest edition."""
    table = load_rule_table()
    key = table.exact_editions[-1]
    edition = table.editions[key]
    return make_basics_lesson(
        table.get_rules_of_edition(key, edition.date),
        edition.date,
        f"Made-up players. Rules: {edition.title}, {format_day(edition.date)}.",
    )


def prepare_player_lesson(
    event: str, section: Section, rating: SystemRating, number: int
) -> Lesson | None:
    """Return the lesson on a player's rating by pairing number; None if there is none."""
    place = rating.places.get(number)
    if place is None:
        return None
    return make_player_lesson(
        rating.trace,
        place,
        make_name_lookup(section),
        describe_origin(event, section, rating),
        () if rating.guide is not None else tuple(compute_swings(rating.trace, place)),
        rating.find_worksheet(number),
    )


def compute_swings(trace: SectionTrace, place: int) -> Iterator[ResultSwing]:
    """Yield the range of a player's rating over the possible results of each game."""
    player = trace.players[place]
    base, m = RatedBase(trace), player.entrant.m
    if player.post is None:
        return
    most = MOST_VARIED_GAMES
    chosen: Iterable[int] = (
        sorted({round(i * (m - 1) / (most - 1)) for i in range(most)})
        if m > most
        else range(m)
    )
    meetings = {
        one.own if one.place == place else one.mirror: one
        for one in list_mutual_games(base)
        if place in (one.place, one.opponent)
    }
    for game in chosen:
        found, meeting = [player.post], meetings[game]
        for score in (0.0, 0.5, 1.0):
            if score != player.entrant.own[game].score:
                first_score = score if meeting.place == place else 1 - score
                post = rerate_with_score(base, meeting, first_score)[place].post
                found += [] if post is None else [post]
        yield ResultSwing(game, min(found), max(found))
