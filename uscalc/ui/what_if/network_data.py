"""Data for the network and the headline: the ripple effect, or each game's influence."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from PySide6.QtCore import QObject, Signal, SignalInstance

from uscalc.analysis.ripple import (
    GameInfluence,
    RippleEffect,
    RippleStage,
    compute_influence,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.document.model import Section
from uscalc.document.names import get_family_name
from uscalc.document.rate.rated import SystemRating
from uscalc.ui.scheduling import Worker
from uscalc.ui.session.what_if_overlay import WhatIfOverlay, find_moves
from uscalc.ui.theme.figures import format_change, format_exact
from uscalc.ui.what_if.graph import GraphLink, GraphNode, RippleGraph

RESULTS: Final = {1.0: "beat", 0.5: "drew with", 0.0: "lost to"}
WOULD: Final = {1.0: "beats", 0.5: "draws with", 0.0: "loses to"}
TITLE: Final = "Effect of each game"
ALWAYS: Final = -1
"""The value of `stop` for a line that is shown even without a ripple effect."""


class PlayerNames:
    """The names of a rated section's players, by place, in several lengths."""

    def __init__(self, section: Section, rating: SystemRating) -> None:
        self._numbers = [p.entrant.number for p in rating.trace.players]
        self._names = {player.number: player.name for player in section.players}
        shorts = [self._short_name_of(place) for place in range(len(self._numbers))]
        self._twice = {short for short, count in Counter(shorts).items() if count > 1}

    def full_name_of(self, place: int) -> str:
        """Return the full name of the player at a place."""
        number = self._numbers[place]
        return self._names.get(number) or f"Player {number}"

    def name_forms_of(self, place: int) -> tuple[str, ...]:
        """Return the full name, the family name, and the pairing number of a player."""
        number, short = self._numbers[place], self._short_name_of(place)
        if short in self._twice:
            short = f"{short} {number}"
        return self.full_name_of(place), short, str(number)

    def number_of(self, place: int) -> int:
        """Return the pairing number of the player at a place."""
        return self._numbers[place]

    def _short_name_of(self, place: int) -> str:
        return get_family_name(self.full_name_of(place))


def step_name(step: int) -> str:
    """Return the name of a stage of the ripple effect."""
    return f"Step {step}"


def reached_words(
    stop: RippleStage, people: PlayerNames, fits: Callable[[str], bool]
) -> str:
    """Return the names of the players whom a stage affects: those that fit, then "and 3 more"."""
    names = [people.name_forms_of(place)[1] for place in stop.reached]
    begins = f"{step_name(stop.step)} affects"
    text = f"{begins} {', '.join(names) or 'no more players'}"
    for count in range(len(names) - 1, -1, -1):
        if fits(text):
            break
        more = len(names) - count
        some = f"{', '.join(names[:count])} and {more} more" if count else more
        text = f"{begins} {some}"
    return text


def ripple_graph(
    shown: WhatIfOverlay, people: PlayerNames, moves: Mapping[int, float]
) -> RippleGraph:
    """Return the graph of the ripple effect: players whose ratings change, and the games.

    `moves` has the rating changes by pairing number.
    """
    effect = shown.effect
    players = {place for _, one, other in effect.games for place in (one, other)}
    moving = {
        place for place in effect.places if people.number_of(place) in moves
    } | players
    nodes = []
    for place in sorted(moving):
        stop = (
            0
            if place in players
            else effect.find_arrival_stage(place) or len(effect.stops)
        )
        moved = moves.get(people.number_of(place), 0.0)
        hint = f"{people.full_name_of(place)}: {format_change(moved, 2)}"
        nodes.append(GraphNode(place, people.name_forms_of(place), moved, stop, hint))
    links = [
        GraphLink(
            one,
            other,
            0,
            text=f"R{round_}",
            hint=_find_meeting(shown, people, round_, one, other),
            round=round_,
        )
        for round_, one, other in effect.games
    ]
    links += _link_hops(effect, people, moving)
    captions = tuple(step_name(stop.step) for stop in effect.stops)
    return RippleGraph(tuple(nodes), tuple(links), captions)


def _link_hops(
    effect: RippleEffect, people: PlayerNames, moving: set[int]
) -> Iterator[GraphLink]:
    hops = [
        (number, stop, hop)
        for number, stop in enumerate(effect.stops, 1)
        for hop in stop.hops
    ]
    widest = max((abs(hop.after - hop.before) for _, _, hop in hops), default=1.0)
    for number, stop, hop in hops:
        if hop.source in moving and hop.target in moving:
            weight = abs(hop.after - hop.before) / widest
            hint = (
                f"In {step_name(stop.step)}, {people.full_name_of(hop.target)} is "
                "rated "
                f"against {people.full_name_of(hop.source)} at {hop.after:.1f} instead "
                "of "
                f"{hop.before:.1f}"
            )
            yield GraphLink(hop.source, hop.target, number, weight, hint)


def _find_meeting(
    shown: WhatIfOverlay, people: PlayerNames, round_: int, one: int, other: int
) -> str:
    """Return a what-if game in words: round, players and result; only the round if it isn't rated.

    A player who entered twice can have two games in a round.
    """
    rating = shown.shown.rating
    for game in rating.trace.players[one].entrant.own if rating else ():
        if (game.round, game.opponent) == (round_, other):
            return (
                f"Round {round_}: {people.full_name_of(one)} {WOULD[game.score]} "
                f"{people.full_name_of(other)}"
            )
    return f"Round {round_}"


def ripple_headline(
    shown: WhatIfOverlay, people: PlayerNames, moves: Mapping[int, float]
) -> str:
    """Return the headline: the game, how many ratings change, and the biggest change."""
    games = shown.effect.games
    what = (
        _find_meeting(shown, people, *games[0])
        if len(games) == 1
        else f"{len(games)} changed results"
    )
    if not moves:
        return f"{what}: no ratings change"
    number = max(moves, key=lambda n: (abs(moves[n]), -n))
    places = range(len(shown.shown.rating.trace.players)) if shown.shown.rating else ()
    who = next(
        (people.full_name_of(p) for p in places if people.number_of(p) == number), ""
    )
    ratings = "1 rating changes" if len(moves) == 1 else f"{len(moves)} ratings change"
    return f"{what}: {ratings}; biggest change {who}, {format_change(moves[number], 2)}"


def weight_graph(found: GameInfluence, people: PlayerNames, count: int) -> RippleGraph:
    """Return a graph of all players and games; each game has the weight of its effect."""
    widest = found.widest or 1.0
    nodes = tuple(
        GraphNode(place, people.name_forms_of(place), hint=people.full_name_of(place))
        for place in range(count)
    )
    links = tuple(
        GraphLink(
            meeting.place,
            meeting.opponent,
            ALWAYS,
            max(swings.values(), default=0.0) / widest,
            describe_weighed_game(found, column, people),
            round=meeting.round,
        )
        for column, (meeting, swings) in enumerate(
            zip(found.meetings, found.swings, strict=True)
        )
    )
    return RippleGraph(nodes, links)


def describe_weighed_game(
    found: GameInfluence, column: int, people: PlayerNames
) -> str:
    """Return a sentence with a game, and the rating that its result changes most."""
    swings, meeting = found.swings[column], found.meetings[column]
    game = (
        f"Round {meeting.round}: {people.full_name_of(meeting.place)} "
        f"{RESULTS[meeting.score]} "
        f"{people.full_name_of(meeting.opponent)}"
    )
    if not swings:
        return f"{game}. Its result affects no rating."
    place = max(swings, key=lambda p: (swings[p], -p))
    name, swing = people.full_name_of(place), swings[place]
    return (
        f"{game}. Its result changes the rating of {name} by {format_exact(swing)} "
        "points."
        if swing
        else f"{game}. Its result cannot change the rating of {name}."
    )


def weight_headline(found: GameInfluence | None, people: PlayerNames) -> str:
    """Return a sentence with the game that has the most effect, and the player affected."""
    if found is None or not found.widest:
        return TITLE
    heaviest = [max(swings.values(), default=0.0) for swings in found.swings]
    game, _, moved = describe_weighed_game(
        found, heaviest.index(max(heaviest)), people
    ).partition(". Its result ")
    return f"Game with the most effect: {game[0].lower()}{game[1:]}; it {moved.rstrip('.')}"


def moves_of(
    before: SystemRating | None, after: SystemRating | None
) -> dict[int, float]:
    """Return the rating changes by pairing number.

    A member with several numbers is listed under the first one.
    """
    if before is None or after is None or before.places != after.places:
        return {}
    first = {place: number for number, place in reversed(before.places.items())}
    found = find_moves(before, after)
    return {n: m for n, m in found.items() if first[before.places[n]] == n}


MOST_CELLS: Final = 60_000
"""The most players times games for which the effects are computed."""
STOPPED: Final = "Stopped. The calculation restarts after the next change."
NOTHING: Final = "No effects to show: the section needs rated games."


class GameWeighing(QObject):
    """Computes how much each game affects the ratings of a section.

    `changed` is emitted when the result changes, `advanced` during the computation.
    `found` is the effect of each game of `rating`; if it is None, `message` has the
    reason.
    """

    changed = Signal()
    advanced = Signal(int, int)
    _games_weighed = Signal(int, int)

    def __init__(self, parent: QObject, closing: SignalInstance) -> None:
        super().__init__(parent)
        self.rating: SystemRating | None = None
        self.people: PlayerNames | None = None
        self.found: GameInfluence | None = None
        self.message = NOTHING
        self._worker = Worker(self, self._receive_influence, closing)
        self._games_weighed.connect(self._report_progress)

    @property
    def busy(self) -> bool:
        """True during the computation."""
        return self._worker.busy

    def weigh_section(
        self, section: Section | None, rating: SystemRating | None
    ) -> None:
        """Start computing the effects for a section's rating, unless this was done before."""
        if rating is self.rating and rating is not None:
            return
        self.rating, self.found = rating, None
        self.people = PlayerNames(section, rating) if section and rating else None
        self._worker.drop_job()
        if rating is None or not any(p.entrant.own for p in rating.trace.players):
            self._set_message(NOTHING)
            return
        games = sum(player.entrant.m for player in rating.trace.players) // 2
        if games * len(rating.trace.players) > MOST_CELLS:
            self._set_message(
                "The effect of each game is shown for sections of up to about 90 players."
            )
            return
        trace, weighed = rating.trace, self._games_weighed
        self._worker.start_job(
            lambda monitor: compute_influence(
                RatedBase(trace), monitor.reporting_to(weighed.emit)
            )
        )
        self._set_message("Calculating the effect of each game…")
        self.advanced.emit(0, games)

    def stop_weighing(self) -> None:
        """Stop the computation until the next change."""
        self._worker.drop_job()
        self._set_message(STOPPED)

    def _report_progress(self, done: int, of: int) -> None:
        if self.busy:
            self.advanced.emit(done, of)

    def _receive_influence(self, result: GameInfluence) -> None:
        self.found = result
        self._set_message("")

    def _set_message(self, text: str) -> None:
        self.message = text
        self.changed.emit()
