"""Prepare lessons about a player of a section, or about the basics."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.document.model import Section
from uscalc.document.rate.in_system import SystemRating
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.engine.inputs import SYSTEM_NAMES, Entrant, RatedGame
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
    make_player_worksheet,
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


def make_player_exercise(
    event: str, section: Section, rating: SystemRating, number: int
) -> Worksheet | None:
    """Return the derivation of a player's rating as one exercise.

    None if there is none.
    """
    place = rating.places.get(number)
    if place is None:
        return None
    return make_player_worksheet(
        rating.trace,
        place,
        make_name_lookup(section),
        f"{describe_origin(event, section, rating)}.",
        load_rule_table().editions,
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
    """Return a function that gives a player's printed name by pairing number."""
    names = {player.number: format_person(player.name) for player in section.players}
    return lambda number: names.get(number, "")


def describe_origin(event: str, section: Section, rating: SystemRating) -> str:
    """Return where figures come from: the event, the section and the rating system."""
    where = (event, section.name, SYSTEM_NAMES[rating.system])
    return ", ".join(clean_name(part) for part in where if part)


def make_worksheet_html(
    sheet: Worksheet,
    key: bool = False,
    paper: Paper = "letter",
    big: bool = False,
    both: bool = False,
) -> str:
    """Render a web page of the exercises, or with `key` of their answers.

    With `both` the answers follow the exercises, on pages of their own.
    """
    keys = (False, True) if both else (key,)
    return render_template(
        "worksheet.html", sheet=sheet, keys=keys, paper=paper, big=big
    )


RESULTS: Final = (0.0, 0.5, 1.0)
MOST_VARIED_GAMES: Final = 16
"""Most games of a player whose results are varied; of more games, an even selection."""


def prepare_basics_lesson() -> Lesson:
    """Return the lesson on how ratings work, by the rules of the latest edition."""
    table = load_rule_table()
    key = table.exact_editions[-1]
    edition = table.editions[key]
    return make_basics_lesson(
        table.get_rules_of_edition(key, edition.date),
        edition.date,
        f"Made-up players. Rules: {edition.title}, {edition.date}.",
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
    chosen: Iterable[int] = range(m)
    if m > MOST_VARIED_GAMES:
        chosen = sorted(
            {
                round(i * (m - 1) / (MOST_VARIED_GAMES - 1))
                for i in range(MOST_VARIED_GAMES)
            }
        )
    for game in chosen:
        found = [player.post]
        for score in RESULTS:
            if score != player.entrant.own[game].score:
                changed = _change_result(trace, place, game, score)
                post = rerate_changed(base, changed)[place].post
                found += [] if post is None else [post]
        yield ResultSwing(game, min(found), max(found))


def _change_result(
    trace: SectionTrace, place: int, game: int, score: float
) -> dict[int, Entrant]:
    """Return both players of a game with another result."""
    mine = trace.players[place].entrant
    played = mine.own[game]
    changed = {place: _set_score(mine, game, score)}
    other = trace.players[played.opponent].entrant
    mirrored = RatedGame(place, 1.0 - played.score, played.round)
    if played.opponent != place and mirrored in other.own:
        theirs = other.own.index(mirrored)
        changed[played.opponent] = _set_score(other, theirs, 1.0 - score)
    return changed


def _set_score(entrant: Entrant, game: int, score: float) -> Entrant:
    own = list(entrant.own)
    own[game] = own[game]._replace(score=score)
    return replace(entrant, own=tuple(own))
