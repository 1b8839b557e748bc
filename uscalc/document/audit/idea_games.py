"""Propose corrections of games: a result, an extra or missing game, an opponent."""

from collections.abc import Collection, Iterator
from typing import Final

from uscalc.analysis.hidden import (
    LARGEST_ERROR,
    approximate_rating,
    find_fitting_values,
)
from uscalc.analysis.whatif import RatedBase
from uscalc.counted import group_by_key
from uscalc.document.audit.scene import AuditScene, CellEdit, FactIdea, change_game
from uscalc.document.cells import Outcome, parse_entries, read_cell
from uscalc.document.model import ONE_SIDED_KINDS
from uscalc.engine.inputs import Entrant, RatedGame
from uscalc.engine.standard import compute_winning_expectancy
from uscalc.engine.trace import SpecialTrace, StandardTrace
from uscalc.monitor import UNMONITORED, Monitor

SLACK: Final = 1.5
"""A mismatch of at most this many points may vanish when all players are rated again."""
SHARE: Final = 0.3
"""The tolerance as a share of the game's effect on the rating, because opponents change too."""
LOOSER: Final = 3.0
"""The additional tolerance if one game changes a player's rating a lot."""
MOST_BORNE: Final = (1.0 + SLACK) / (1.0 - SHARE) + 0.1
"""A matching rating that changes by more points than this will no longer match."""
MOST_OF_A_KIND: Final = 60
"""The most ideas of one kind that are tried, the most promising ones."""
OUTCOMES: Final[tuple[Outcome, ...]] = ("loss", "draw", "win")


def propose_game_changes(
    scene: AuditScene,
    base: RatedBase,
    wrong: Collection[int],
    monitor: Monitor = UNMONITORED,
) -> Iterator[FactIdea]:
    """Yield the most promising changes of games with which the players' ratings nearly match.

    The search ends once `monitor` is canceled.
    """
    if scene.section.section.kind in ONE_SIDED_KINDS:
        return
    games = _GameIdeas(scene, base, wrong, monitor)
    for ideas in (
        games.propose_other_results(),
        games.propose_unrated_games(),
        games.propose_missing_games(),
        games.propose_other_opponents(),
    ):
        promising = sorted(ideas, key=lambda pair: -pair[0])
        yield from (idea for _, idea in promising[:MOST_OF_A_KIND])


Promise = tuple[float, FactIdea]
"""The points by which the players' ratings get closer, and the idea."""


class _GameIdeas:
    """A rated section, and the games of players whose published ratings don't match."""

    def __init__(
        self,
        scene: AuditScene,
        base: RatedBase,
        wrong: Collection[int],
        monitor: Monitor,
    ) -> None:
        self.monitor = monitor
        self.scene = scene
        self.base = base
        self.wrong = sorted(wrong)
        unpublished = set(range(len(base.trace.players))) - set(scene.targets.by_place)
        self.missed = unpublished.union(wrong)
        self.quick = {
            place
            for place, player in enumerate(base.trace.players)
            if isinstance(player.step5, SpecialTrace)
        }
        self.players = base.trace.players
        self.rounds = range(1, scene.section.section.rounds + 1)
        busy = [{game.round for game in one.entrant.own} for one in self.players]
        self.free = {
            round_: [place for place, own in enumerate(busy) if round_ not in own]
            for round_ in self.rounds
        }
        self.proposed: set[frozenset[CellEdit]] = set()

    def propose_other_results(self) -> Iterator[Promise]:
        """Yield changes that swap the result of a game."""
        for place, game in self._list_games():
            other, round_ = game.opponent, game.round
            for outcome in (one for one in range(3) if one != 2 * game.score):
                far = abs(outcome - 2 * game.score) == 2
                edits = (
                    CellEdit(place, round_, other, other, OUTCOMES[outcome]),
                    CellEdit(other, round_, place, place, OUTCOMES[2 - outcome]),
                )
                yield from self._make_idea(
                    ("result",), "result" if far else "result-half", edits
                )

    def propose_unrated_games(self) -> Iterator[Promise]:
        """Yield changes that remove a game, because US Chess may not have rated it."""
        for place, game in self._list_games():
            edits = (
                CellEdit(place, game.round, game.opponent, None, "unpaired"),
                CellEdit(game.opponent, game.round, place, None, "unpaired"),
            )
            yield from self._make_idea(("left-out",), "left-out", edits)

    def propose_missing_games(self) -> Iterator[Promise]:
        """Yield changes that add a game that the file does not have."""
        for place in self.wrong:
            entrant = self.players[place].entrant
            for round_ in self.rounds:
                others = self.free[round_]
                if place not in others or self.monitor.is_canceled():
                    continue
                for outcome, mirrored in zip(OUTCOMES, reversed(OUTCOMES), strict=True):
                    new = change_game(
                        entrant, CellEdit(place, round_, None, place, outcome)
                    )
                    for other in self._find_strong_opponents(place, new, others):
                        edits = (
                            CellEdit(place, round_, None, other, outcome),
                            CellEdit(other, round_, None, place, mirrored),
                        )
                        forfeit = self._is_forfeit(place, other, round_)
                        prior = "missing-forfeit" if forfeit else "missing"
                        yield from self._make_idea(("missing",), prior, edits)

    def propose_other_opponents(self) -> Iterator[Promise]:
        """Yield changes that exchange the opponents of two games, or replace one opponent."""
        by_round = group_by_key(
            (game.round, (place, game))
            for place, player in enumerate(self.players)
            for game in player.entrant.own
        )
        for place in self.wrong:
            for game in self.players[place].entrant.own:
                if self.monitor.is_canceled():
                    return
                yield from self._propose_opponents(place, game, by_round[game.round])

    def _propose_opponents(
        self, place: int, game: RatedGame, of_round: list[tuple[int, RatedGame]]
    ) -> Iterator[Promise]:
        entrant, round_ = self.players[place].entrant, game.round
        outcome, mirrored = _mirror_outcomes(game)
        instead = change_game(
            entrant, CellEdit(place, round_, game.opponent, None, outcome)
        )
        instead = change_game(instead, CellEdit(place, round_, None, place, outcome))
        partners = {
            other: theirs
            for other, theirs in of_round
            if theirs.score == 1.0 - game.score and other not in (place, game.opponent)
        }
        free = [other for other in self.free[round_] if other != place]
        for other in self._find_strong_opponents(place, instead, (*partners, *free)):
            own = CellEdit(place, round_, game.opponent, other, outcome)
            theirs = partners.get(other)
            edits: tuple[CellEdit, ...]
            if theirs is None:
                edits = (
                    own,
                    CellEdit(other, round_, None, place, mirrored),
                    CellEdit(game.opponent, round_, place, None, "unpaired"),
                )
            elif theirs.opponent == place or not (
                self._may_match(other, theirs.opponent, place)
                and self._may_match(game.opponent, place, theirs.opponent)
                and self._may_match(theirs.opponent, other, game.opponent)
            ):
                continue
            else:
                edits = (
                    own,
                    CellEdit(other, round_, theirs.opponent, place, mirrored),
                    CellEdit(game.opponent, round_, place, theirs.opponent, mirrored),
                    CellEdit(theirs.opponent, round_, other, game.opponent, outcome),
                )
            yield from self._make_idea(("opponent",), "opponent", edits)

    def _may_match(self, place: int, before: int, after: int) -> bool:
        """Return whether a player's rating may match with a different opponent.

        The expectancies alone decide most cases, at a hundredth of the cost.
        """
        player = self.players[place]
        if (
            place in self.missed
            or not isinstance(player.step5, StandardTrace)
            or before in self.quick
            or after in self.quick
        ):
            return True
        rating, strengths = player.start.r0, self.base.strengths.step5
        was, now = (
            compute_winning_expectancy(rating, strengths[one])
            for one in (before, after)
        )
        return player.step5.k * abs(now - was) <= MOST_BORNE

    def _list_games(self) -> Iterator[tuple[int, RatedGame]]:
        """Yield the games of players with mismatches, each once, from the first player's side."""
        listed: set[tuple[int, int, int]] = set()
        for place in self.wrong:
            for game in self.players[place].entrant.own:
                pair = min(place, game.opponent), max(place, game.opponent), game.round
                if pair not in listed and not self.monitor.is_canceled():
                    listed.add(pair)
                    yield place, game

    def _find_strong_opponents(
        self, place: int, entrant: Entrant, others: Collection[int]
    ) -> Iterator[int]:
        """Yield opponents against whom the last game makes the published rating match."""
        target = self.scene.targets.by_place[place]

        strengths = self.base.strengths.step5
        ranked = sorted(
            (one for one in others if one != place), key=strengths.__getitem__
        )

        def rating(at: int) -> float | None:
            return approximate_rating(self.base, entrant, strengths[ranked[at]])

        now = self.players[place].post
        away = 0.0 if now is None else abs(target.published - now)
        yield from (
            ranked[at]
            for at in find_fitting_values(
                rating, target, SLACK + SHARE * away, 0, len(ranked) - 1
            )
        )

    def _is_forfeit(self, place: int, other: int, round_: int) -> bool:
        """Return whether the file has a forfeit win in a game of the two players."""
        section, member = self.scene.section.section, self.scene.members[place]
        numbers = self.scene.members[other].list_numbers(section)
        return any(
            one.opponent in numbers and not one.is_game
            for row in member.rows
            for one in parse_entries(read_cell(section.players[row], round_ - 1))
        )

    def _make_idea(
        self, family: tuple[str | int, ...], prior: str, edits: tuple[CellEdit, ...]
    ) -> Iterator[Promise]:
        """Yield an idea if all its players nearly match; yield each set of edits only once."""
        if frozenset(edits) in self.proposed:
            return
        self.proposed.add(frozenset(edits))
        change: dict[int, Entrant] = {}
        nearer = self._measure_gain(edits, change)
        if nearer is None:
            return
        first = edits[0]
        places = tuple(
            part for edit in edits for part in (edit.place, edit.after or -1)
        )
        named: tuple[str | int, ...] = (*family, first.round, *places, first.outcome)
        likely = self.scene.priors[prior]
        yield nearer, FactIdea(named, 0.0, None, change, edits, likely)

    def _measure_gain(
        self, edits: tuple[CellEdit, ...], change: dict[int, Entrant]
    ) -> float | None:
        """Return how much closer all players get to their published ratings, in points.

        Return None if the edits are not promising.
        """
        far, nearer = 0, 0.0
        loose = LOOSER if any(edit.place in self.quick for edit in edits) else 1.0
        for edit in edits:
            place = edit.place
            entrant = change_game(self.players[place].entrant, edit)
            change[place] = entrant
            target = self.scene.targets.by_place.get(place)
            if target is None:
                continue
            post, now = approximate_rating(self.base, entrant), self.players[place].post
            if post is None or now is None:
                return None
            off = target.compute_error(post)
            if off > loose * (SLACK + SHARE * abs(post - now)):
                far += 1
                if place not in self.wrong or 2 * far > len(edits):
                    return None
            nearer += min(target.compute_error(now), LARGEST_ERROR) - min(
                off, LARGEST_ERROR
            )
        return nearer if nearer > 0.0 else None


def _mirror_outcomes(game: RatedGame) -> tuple[Outcome, Outcome]:
    """Return the outcome of a game, and that of the opponent."""
    at = int(2 * game.score)
    return OUTCOMES[at], OUTCOMES[2 - at]
