"""Find a player's estimate in the crosstable of its section, or fill it from one."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.counted import format_day
from uscalc.document.cells import Entry, parse_entries
from uscalc.document.edit.cells import set_result
from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.document.model import (
    Document,
    Player,
    RatingFacts,
    Section,
    with_section,
)
from uscalc.document.queries.scenario import Outcome, set_outcome
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.whole import rate_document
from uscalc.document.sheet.answer import (
    answer_in_section,
    find_strengths,
    make_estimate_question,
)
from uscalc.document.sheet.line import format_line, read_line
from uscalc.document.sheet.sheet import (
    FIRST_OPPONENT,
    OWN_NUMBER,
    SCORES,
    Estimate,
    EstimateLine,
    Result,
    find_numbers,
    make_estimate_document,
)
from uscalc.engine.inputs import System
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_points
from uscalc.monitor import UNMONITORED, Monitor


class FoundPlayer(Struct, frozen=True):
    """A player of a crosstable who may be the player of the estimate."""

    section: int
    number: int
    name: str
    section_name: str


class CrosstableAnswer(Struct, frozen=True):
    """The answer from the crosstable for a player.

    `forecast` is None without an unplayed game; `post` is then the new rating, and
    `published` the rating that the crosstable prints. `added` counts the unplayed games
    that only the estimate has.
    """

    found: FoundPlayer
    forecast: Forecast | None
    post: float | None
    added: int
    published: float | None = None


def find_in_all_sections(
    sheet: Estimate, document: Document, rulebook: RuleBook
) -> tuple[FoundPlayer, ...]:
    """Find the players of all sections whose rating and games are those of the estimate."""
    found = []
    for index, section in enumerate(document.sections):
        names = {player.number: player.name for player in section.players}
        found += [
            FoundPlayer(index, number, names.get(number, ""), section.name)
            for number in find_numbers(sheet, document, index, rulebook)
        ]
    return tuple(found)


def answer_from_crosstable(
    sheet: Estimate,
    document: Document,
    found: FoundPlayer,
    rulebook: RuleBook,
    settings: ForecastParameters,
    monitor: Monitor = UNMONITORED,
) -> CrosstableAnswer:
    """Answer from the crosstable, with the estimate's unplayed games added.

    Raise NothingToForecastError if the section is not rated, and the errors of a
    forecast.
    """
    made, added = add_unplayed_games(sheet, document, found)
    if any(line.result is None for line in sheet.lines):
        forecast = answer_in_section(
            made, found.section, sheet.system, found.number, rulebook, settings, monitor
        )
        return CrosstableAnswer(found, forecast, None, added)
    rating = rate_document(made, rulebook).sections[found.section]
    known = rating.in_system(sheet.system)
    post = None if known is None else known.find_post(found.number)
    if post is None:
        raise NothingToForecastError(
            next((str(f) for f in rating.findings), "the section isn't rated")
        )
    row = next(p for p in rating.section.players if p.number == found.number)
    printed = row.published_in(sheet.system)
    return CrosstableAnswer(
        found, None, post, 0, None if printed is None else printed.rating
    )


def set_section_end(document: Document, index: int, day: dt.date) -> Document:
    """Return the document with the end date of one section changed."""
    section = document.sections[index]
    later = section.start_date is not None and section.start_date > day
    start = None if later else section.start_date
    return with_section(
        document, index, replace(section, start_date=start, end_date=day)
    )


def add_unplayed_games(
    sheet: Estimate, document: Document, found: FoundPlayer
) -> tuple[Document, int]:
    """Return the document with the estimate's missing unplayed games, and their number.

    The opponent is the player with that rating whom the player hasn't met. If there is
    no such player, or several, the game is against an unnamed player of the rating.
    """
    section = document.sections[found.section]
    row = next(i for i, p in enumerate(section.players) if p.number == found.number)
    unplayed = [line for line in sheet.lines if line.result is None]
    next_round = max((len(p.results) for p in section.players), default=0)
    added = 0
    for line in unplayed[_count_unplayed(section.players[row]) :]:
        for text in (
            _make_unplayed_cell(line, section, section.players[row], sheet),
            _make_range_cell(line),
        ):
            edit = set_result(document, found.section, row, next_round + added, text)
            if text and not edit.refused:
                document = edit.document
                added += 1
                break
    return document, added


def _count_unplayed(player: Player) -> int:
    """Count the unplayed games of a row."""
    return sum(
        entry.outcome == "to-play"
        for text in player.results
        for entry in parse_entries(text)
    )


def _is_same_rating(one: float | None, other: float | None) -> bool:
    """Return whether two ratings are displayed as the same number, or both are unknown."""
    return (
        one is other
        if one is None or other is None
        else round_for_display(one) == round_for_display(other)
    )


def _make_unplayed_cell(
    line: EstimateLine, section: Section, me: Player, sheet: Estimate
) -> str:
    """Return the cell of an unplayed game."""
    if line.rating_to is None:
        entries = [one for text in me.results for one in parse_entries(text)]
        met = {me.number, *(entry.opponent for entry in entries)}
        those = [
            player.number
            for player in section.players
            if _is_same_rating(player.facts(sheet.system).rating, line.rating)
            and player.number not in met
        ]
        if len(those) == 1:
            return f"?{those[0]}"
    return _make_range_cell(line)


def _make_range_cell(line: EstimateLine) -> str:
    """Return an unplayed game against an unnamed player of a rating; empty if unrated."""
    return (
        ""
        if line.rating is None
        else f"?{line.rating:.0f}-{line.rating_to or line.rating:.0f}"
    )


RESULTS: tuple[Result, ...] = ("L", "D", "W")


class ExplainedPlayer(Struct, frozen=True):
    """An event and a player in it: the section's position, and the pairing number."""

    document: Document
    section: int
    number: int


def make_estimate_event(
    sheet: Estimate, halves: Sequence[int], rulebook: RuleBook
) -> ExplainedPlayer:
    """Return the event of an estimate, with given results for the unplayed games.

    Without results, unplayed games are left out. Unrated opponents have the strength
    that the estimate gave them; opponents known by a range have its middle. Raise
    BadEstimateError.
    """
    lines, left = [], list(halves)
    for line in sheet.lines:
        result = line.result
        if result is None:
            if not left:
                continue
            result = RESULTS[left.pop(0)]
        level = line.rating
        if level is not None and line.rating_to is not None:
            level = (level + line.rating_to) / 2.0
        lines.append(EstimateLine(level, result, None, line.games))
    ended = replace(sheet, lines=tuple(lines))
    question = make_estimate_question(ended, rulebook)
    strengths = {
        question.section.entrants[place].number: strength
        for place, strength in find_strengths(question, question.section).items()
    }
    rated = tuple(
        line
        if line.rating is not None
        else EstimateLine(strengths[number], line.result)
        for number, line in enumerate(lines, FIRST_OPPONENT)
    )
    return ExplainedPlayer(
        make_estimate_document(replace(ended, lines=rated)), 0, OWN_NUMBER
    )


def make_crosstable_event(
    sheet: Estimate,
    document: Document,
    found: FoundPlayer,
    games: Sequence[tuple[int, str]],
) -> ExplainedPlayer:
    """Return the crosstable with the given results of the player's unplayed games.

    `games` are rounds and letters. A game against an unnamed opponent stays unplayed.
    """
    made, _ = add_unplayed_games(sheet, document, found)
    for round_, letter in games:
        edit = set_outcome(made, found.section, Outcome(round_, found.number, letter))
        made = made if edit.refused else edit.document
    return ExplainedPlayer(made, found.section, found.number)


LETTERS: dict[str, Result] = {"win": "W", "draw": "D", "loss": "L"}


class FilledEstimate(Struct, frozen=True):
    """The contents of an estimate's controls, filled from a player of a crosstable.

    `lines` are the opponents as typed, each with its result. If `end_date` is None, the
    user is asked for it.
    """

    system: System
    end_date: dt.date | None
    rating: str
    floor: int | None
    birth_year: int | None
    lines: tuple[tuple[str, Result | None], ...]


def list_players(document: Document) -> tuple[FoundPlayer, ...]:
    """List every player of every section, in the order of the rows."""
    return tuple(
        FoundPlayer(index, player.number, player.name, section.name)
        for index, section in enumerate(document.sections)
        for player in section.players
    )


def fill_estimate(
    document: Document, found: FoundPlayer, system: System
) -> FilledEstimate:
    """Fill an estimate with the player's rating, opponents and results.

    If the player's section isn't rated in `system`, another system is used.
    """
    section = document.sections[found.section]
    players = {player.number: player for player in section.players}
    me = players[found.number]
    system = _choose_system(section, me, system)
    facts = me.facts(system)
    lines = (
        _make_line(entry, players, system)
        for text in me.results
        for entry in parse_entries(text)
    )
    return FilledEstimate(
        system,
        document.end_date_of(section),
        _format_own_rating(facts),
        facts.floor,
        None if me.birth is None else me.birth.date.year,
        tuple(line for line in lines if line is not None),
    )


def _choose_system(section: Section, me: Player, wanted: System) -> System:
    """Return the system of the estimate: the wanted one if the section is rated in it."""
    offered = section.systems or tuple(system for system, _ in me.ratings)
    return wanted if wanted in offered or not offered else offered[0]


def _format_own_rating(facts: RatingFacts) -> str:
    if facts.unknown:
        return ""
    return (
        "new"
        if facts.rating is None
        else format_line(EstimateLine(facts.rating, games=facts.games))
    )


def _make_line(
    entry: Entry, players: dict[int, Player], system: System
) -> tuple[str, Result | None] | None:
    """Return a game as a line; None for an entry that isn't a game against an opponent."""
    result = LETTERS.get(entry.outcome)
    if entry.rated_between is not None:
        low, high = entry.rated_between
        return format_line(EstimateLine(float(low), None, float(high))), None
    if entry.opponent is None or (result is None and entry.outcome != "to-play"):
        return None
    opponent = players.get(entry.opponent)
    facts = None if opponent is None else opponent.facts(system)
    if facts is None or facts.unknown:
        # Without a rating, the line is marked, so that the user enters it.
        return f"{result or '?'}{entry.opponent}", None
    return format_line(EstimateLine(facts.rating, games=facts.games)), result


NAME: Final = "myName"
RATING: Final = "myRatingBefore"
GAMES: Final = "myGames"
END: Final = "myEnd"


class SavedEstimate(Struct, frozen=True):
    """The texts of an estimate's controls by name, its lines, and the target."""

    own: Mapping[str, str] = {}
    lines: tuple[tuple[str, Result | None], ...] = ()
    target: str = ""

    @property
    def is_empty(self) -> bool:
        """True if it has nothing worth saving."""
        rating = self.own.get(RATING, "").strip()
        return not rating and not self.lines and not self.own.get(NAME, "").strip()

    @property
    def name(self) -> str:
        """The entered name, or else the rating, the score and the day."""
        if given := self.own.get(NAME, "").strip():
            return given
        played = [
            SCORES[line.result]
            for line in [read_line(text, letter) for text, letter in self.lines]
            if isinstance(line, EstimateLine) and line.result is not None
        ]
        parts = [self.own.get(RATING, "").strip() or "no rating"]
        if played:
            parts.append(f"{format_points(sum(played))} of {len(played)}")
        parts.append(_format_typed_day(self.own.get(END, "").strip()))
        return ", ".join(one for one in parts if one)

    @property
    def rating(self) -> str:
        """The player's own rating as typed in one field; empty without one."""
        rating = self.own.get(RATING, "").strip()
        games = self.own.get(GAMES, "").strip()
        return (
            f"{rating}/{games}" if rating.isdecimal() and games.isdecimal() else rating
        )


def _format_typed_day(typed: str) -> str:
    """Return a typed date in the US order, and a text that isn't a date unchanged."""
    try:
        day = parse_optional_date(typed)
    except TypedError:
        return typed
    return typed if day is None else format_day(day)
