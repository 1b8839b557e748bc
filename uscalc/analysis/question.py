"""The question about a player with unplayed games, reduced to the players who matter."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.assumptions import UnknownFact
from uscalc.analysis.whatif import DRAW, PendingGame, decide_games
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.rules import Rules
from uscalc.engine.section import ONE_PASS, run_step_1


class RatingQuestion(Struct, frozen=True):
    """The question about the new rating of the player at `place`.

    `section` has the games that have been played, `pending` the unplayed ones.
    `between` has the lowest and highest strength of entrants known only by a range; the
    section has the middle of the range. `unknowns` are the unknown facts.
    """

    section: SectionInput
    rules: Rules
    pending: tuple[PendingGame, ...]
    place: int
    between: Mapping[int, tuple[float, float]] = {}
    unknowns: tuple[UnknownFact, ...] = ()

    @property
    def own(self) -> tuple[int, ...]:
        """The player's own unplayed games, by round."""
        found = [
            i for i, game in enumerate(self.pending) if self.place in game.list_places()
        ]
        return tuple(sorted(found, key=lambda i: self.pending[i].round))

    @property
    def others(self) -> tuple[int, ...]:
        """The unplayed games of other players."""
        return tuple(i for i in range(len(self.pending)) if i not in self.own)

    def get_strength(self, place: int) -> float:
        """Return the pre-event or starting rating of a place."""
        return run_step_1(self.section.entrants[place], self.section, self.rules).r0


class OriginalGame(NamedTuple):
    """A game's index in the original question; `turned` is True if the sides were swapped."""

    game: int
    turned: bool


class ReducedQuestion(NamedTuple):
    """A reduced question, with the places and games that it had before."""

    question: RatingQuestion
    places: tuple[int, ...]
    games: tuple[OriginalGame, ...]


def reduce_question(question: RatingQuestion) -> ReducedQuestion:
    """Return the same question with only the players whose values affect the answer.

    Opponents keep their games, because Step 4 rates them; so do the unrated players
    they met, because Step 3 does. For all others, only the pre-event strength counts.
    In the reduced question, the player is `one` in each own game. A game that changes
    only one of its two players counts for this player alone.
    """
    section = question.section
    if section.kind == "match":
        every = tuple(range(len(section.entrants)))
        whole = [OriginalGame(i, False) for i in range(len(question.pending))]
        return _orient_games(question, every, whole)
    full = decide_games(section, question.pending, [DRAW] * len(question.pending))
    relevant = find_relevant_players(question, full, question.place)
    included = relevant.union(*(full.entrants[place].opponents for place in relevant))
    new = {old: place for place, old in enumerate(sorted(included))}
    entrants = []
    for old in new:
        entrant = section.entrants[old]
        games = entrant.own if old in relevant else ()
        own = tuple(game._replace(opponent=new[game.opponent]) for game in games)
        entrants.append(replace(entrant, own=own))
    pending: list[PendingGame] = []
    came: list[OriginalGame] = []
    for index, game in enumerate(question.pending):
        found = _restrict_game(game, relevant)
        if found is not None:
            came.append(OriginalGame(index, found.one != game.one))
            pending.append(found._replace(one=new[found.one], other=new[found.other]))
    unknowns = []
    for unknown in question.unknowns:
        alternatives = tuple(
            _keep_changed_entrants(one, new) for one in unknown.alternatives
        )
        remade = tuple(
            one._replace(entrants=_keep_changed_entrants(one.entrants, new))
            for one in unknown.remade
        )
        if any(alternatives) or remade:
            unknowns.append(
                replace(unknown, place=None, alternatives=alternatives, remade=remade)
            )
    return _orient_games(
        RatingQuestion(
            replace(section, entrants=tuple(entrants)),
            question.rules,
            tuple(pending),
            new[question.place],
            {new[old]: ends for old, ends in question.between.items() if old in new},
            tuple(unknowns),
        ),
        tuple(new),
        came,
    )


def _keep_changed_entrants(
    changed: Mapping[int, Entrant], new: Mapping[int, int]
) -> dict[int, Entrant]:
    """Return the changed entrants who remain, by their new places."""
    return {new[old]: entrant for old, entrant in changed.items() if old in new}


def find_relevant_players(
    question: RatingQuestion, full: SectionInput, place: int
) -> set[int]:
    """Return the players on whose games a rating depends; `full` has all games."""
    relevant = {place}
    if question.section.kind in ONE_PASS:
        return relevant
    for _ in range(question.rules.passes - 1):
        relevant |= _find_opponents(full, relevant)
    return relevant | {
        other
        for other in _find_opponents(full, relevant)
        if _is_rated_in_step_3(full.entrants[other], question)
    }


def _find_opponents(full: SectionInput, places: set[int]) -> set[int]:
    return {other for place in places for other in full.entrants[place].opponents}


def _is_rated_in_step_3(entrant: Entrant, question: RatingQuestion) -> bool:
    return (
        entrant.rating is None
        and entrant.fixed is None
        and run_step_1(entrant, question.section, question.rules).n == 0
    )


def _restrict_game(game: PendingGame, relevant: set[int]) -> PendingGame | None:
    """Return a game as far as it changes remaining players; None if it changes none."""
    sides = [side for side in game.list_places() if side in relevant]
    if not sides:
        return None
    if len(sides) == len(game.list_places()):
        return game
    (side,) = sides
    other = game.other if side == game.one else game.one
    return PendingGame(side, other, game.round, False)


def _orient_games(
    question: RatingQuestion, places: tuple[int, ...], games: Sequence[OriginalGame]
) -> ReducedQuestion:
    pending, found = [], []
    for game, came in zip(question.pending, games, strict=True):
        if game.other == question.place and game.mirrored:
            pending.append(game._replace(one=game.other, other=game.one))
            found.append(OriginalGame(came.game, not came.turned))
        else:
            pending.append(game)
            found.append(came)
    return ReducedQuestion(
        replace(question, pending=tuple(pending)), places, tuple(found)
    )
