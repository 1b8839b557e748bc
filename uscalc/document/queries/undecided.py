"""Turn the unplayed games of a section into questions for a forecast."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.forecast_model import NothingToForecastError
from uscalc.analysis.question import RatingQuestion
from uscalc.analysis.whatif import DRAW, PendingGame, decide_games
from uscalc.document.cells import Entry, parse_entries
from uscalc.document.model import FOREIGN, ONE_SIDED_KINDS, Document, Section
from uscalc.document.queries.unknowns import (
    ABOVE_HALF,
    BELOW_HALF,
    list_unknowns,
)
from uscalc.document.rate.people import find_people
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.document.rate.whole import order_by_chain
from uscalc.engine.floors import FOREIGN_FIDE
from uscalc.engine.inputs import SYSTEM_NAMES, Entrant, SectionInput
from uscalc.engine.section import rate_section
from uscalc.engine.trace import SectionTrace

NOBODY = 0
"""The pairing number that stands for an opponent of whom only a rating range is known."""


class UndecidedGames(Struct, frozen=True):
    """A rated section with its unplayed games, in one system.

    `section` is the rated input, with an additional entrant for each opponent known
    only by a range of ratings; `between` gives the ends of these ranges.
    """

    rating: SystemRating
    section: SectionInput
    pending: tuple[PendingGame, ...]
    between: Mapping[int, tuple[float, float]]
    unknowns: tuple[UnknownFact, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The pairing numbers of players with unplayed games, one for each member."""
        to_play = {side for game in self.pending for side in game.list_places()}
        return tuple(
            entrant.number
            for place, entrant in enumerate(self.section.entrants)
            if place in to_play
        )

    def make_question(self, number: int) -> RatingQuestion:
        """Return the question about one player. Raises NothingToForecastError."""
        place = self.rating.places.get(number)
        if place is None:
            raise NothingToForecastError(f"there is no player {number}")
        if not self.pending:
            raise NothingToForecastError(
                "this section has no unplayed games; enter one as ?12, or as ?1400-1600 "
                "if the opponent is undecided"
            )
        return RatingQuestion(
            self.section,
            self.rating.trace.rules,
            self.pending,
            place,
            self.between,
            self.unknowns,
        )

    def number_at(self, place: int) -> int | None:
        """Return the pairing number at a place; None for an opponent known only by a range."""
        return self.section.entrants[place].number or None


def find_undecided(rated: SectionRating, rating: SystemRating) -> UndecidedGames:
    """Return the unplayed games of a rated section. Raises NothingToForecastError."""
    games = _Games(rated.section, rating)
    _require_known_ratings(rated.section, rating, games.pending)
    section = replace(rating.trace.section, entrants=tuple(games.entrants))
    if not games.pending:
        return UndecidedGames(rating, section, (), {}, ())
    # Unknown facts matter even for players without a game yet, so list them as if
    # their games had been drawn.
    drawn = decide_games(section, games.pending, [DRAW] * len(games.pending))
    trace = rate_section(drawn, rating.trace.rules)
    unknowns = (
        *list_unknowns(rated, replace(rating, trace=trace, guide=None)),
        *_list_rounded_opponents(rated, section, trace),
    )
    return UndecidedGames(
        rating, section, tuple(games.pending), games.between, unknowns
    )


def _list_rounded_opponents(
    rated: SectionRating, section: SectionInput, trace: SectionTrace
) -> Iterator[UnknownFact]:
    """Yield an unknown fact for each opponent of an estimate who has a rounded rating."""
    rules = trace.rules
    whole_numbers = rules.has_integer_ratings or rules.had_integer_ratings
    if rated.section.kind != "estimate" or whole_numbers:
        return
    players = {player.number: player for player in rated.section.players}
    low: dict[int, Entrant] = {}
    high: dict[int, Entrant] = {}
    for place, entrant in enumerate(section.entrants):
        if entrant.fixed is None or entrant.number not in players:
            continue
        facts = players[entrant.number].facts(section.system)
        if facts.is_rounded and facts.rating == entrant.fixed:
            low[place] = replace(entrant, fixed=entrant.fixed - BELOW_HALF)
            high[place] = replace(entrant, fixed=entrant.fixed + ABOVE_HALF)
    if low:
        taken = "the opponents' ratings are rounded and used as shown"
        yield UnknownFact("rounded", None, taken, (low, high))


class _Games:
    """Collects the unplayed games of a section."""

    def __init__(self, section: Section, rating: SystemRating) -> None:
        self.section = section
        self.rating = rating
        self.entrants = list(rating.trace.section.entrants)
        self.pending: list[PendingGame] = []
        self.between: dict[int, tuple[float, float]] = {}
        self.one_sided = section.kind in ONE_SIDED_KINDS
        members = max(rating.places.values(), default=-1) + 1
        self.fixed = {
            number: place
            for place, entrant in enumerate(self.entrants)
            for number in entrant.numbers
            if place >= members
        }
        sides = Counter(
            (round_, number, entry.opponent)
            for number, round_, entry in self._list_open()
        )
        for number, round_, entry in self._list_open():
            if not self._is_rated(rating.places[number]):
                continue
            if entry.rated_between is not None:
                self._add_range(number, round_, entry.rated_between)
            elif self.one_sided:
                self._add_fixed(number, round_, entry.opponent)
            elif entry.opponent is not None and number < entry.opponent:
                key = (round_, entry.opponent, number)
                if sides[key]:
                    sides[key] -= 1
                    self._add_game(number, entry.opponent, round_)

    def _list_open(self) -> Iterator[tuple[int, int, Entry]]:
        """Yield every unplayed game as (number, round from 1, entry)."""
        for player in self.section.players:
            for index, text in enumerate(player.results):
                yield from (
                    (player.number, index + 1, entry)
                    for entry in parse_entries(text)
                    if entry.outcome == "to-play"
                )

    def _is_rated(self, place: int) -> bool:
        """Return whether a game would count for the player at a place."""
        is_rated = FOREIGN_FIDE[self.rating.trace.rules.foreign_fide]
        return self.section.kind not in FOREIGN or is_rated(self.entrants[place])

    def _add_game(self, number: int, opponent: int, round_: int) -> None:
        places = self.rating.places
        one, other = places[number], places.get(opponent)
        if other is not None and one != other:
            self.pending.append(PendingGame(one, other, round_))

    def _add_fixed(self, number: int, round_: int, opponent: int | None) -> None:
        other = self.fixed.get(opponent or NOBODY)
        if other is not None:
            self.pending.append(
                PendingGame(self.rating.places[number], other, round_, False)
            )
        elif self.section.kind not in FOREIGN and opponent in self.rating.places:
            _raise_unknown_rating(opponent, self.rating)

    def _add_range(self, number: int, round_: int, ends: tuple[int, int]) -> None:
        low, high = ends
        middle = (low + high) / 2
        other = len(self.entrants)
        self.entrants.append(Entrant((NOBODY,), middle, fixed=middle))
        if low < high:
            self.between[other] = (float(low), float(high))
        self.pending.append(
            PendingGame(self.rating.places[number], other, round_, False)
        )


def _require_known_ratings(
    section: Section, rating: SystemRating, pending: list[PendingGame]
) -> None:
    """Raise NothingToForecastError if the rating of a player with an unplayed game is unknown."""
    if section.kind in FOREIGN:
        return
    playing = {place for game in pending for place in (game.one, game.other)}
    for player in section.players:
        place = rating.places[player.number]
        if place in playing and player.facts(rating.system).unknown:
            _raise_unknown_rating(player.number, rating)


def _raise_unknown_rating(number: int | None, rating: SystemRating) -> NoReturn:
    name = SYSTEM_NAMES[rating.system]
    raise NothingToForecastError(
        f"the {name} rating of player {number} is unknown; enter it, or mark the "
        "player unrated"
    )


def has_undecided_before(document: Document, index: int) -> bool:
    """Return whether an earlier section that a chained section starts from has unplayed games."""
    if not document.chain_sections:
        return False
    section = document.sections[index]
    people = find_people(document, order_by_chain(document))
    here = {people.find_person(index, row) for row in range(len(section.players))} - {
        None
    }
    when = (document.end_date_of(section), index)
    return any(
        people.find_person(i, row) in here
        and any("?" in text for text in player.results)
        for i, earlier in enumerate(document.sections)
        if (document.end_date_of(earlier), i) < when
        for row, player in enumerate(earlier.players)
    )
