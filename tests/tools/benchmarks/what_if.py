"""One what-if result, compared with a full rating, and in a large and a small section."""

from functools import partial

from msgspec.structs import replace

from tests.tools import yardstick
from tests.tools.benchmarks.figures import Figure, ratio, side_by_side
from tests.tools.benchmarks.rate_section import section
from uscalc.analysis.whatif import RatedBase, rerate_changed
from uscalc.engine.inputs import Entrant, SectionInput
from uscalc.engine.section import rate_section
from uscalc.rules.resolve import load_rule_table

RUNS = 21
GAMES = 40
"""The number of changed games in one run, so that the clock can measure one."""


def changes(made: SectionInput) -> list[dict[int, Entrant]]:
    """Return games spread over the section, each with its result changed."""
    step = max(1, len(made.entrants) // GAMES)
    places = [(i * step) % len(made.entrants) for i in range(GAMES)]
    return [_turned(made, place) for place in places]


def _turned(made: SectionInput, place: int) -> dict[int, Entrant]:
    one = made.entrants[place]
    game = one.own[len(one.own) // 2]
    score = {1.0: 0.0, 0.5: 1.0, 0.0: 0.5}[game.score]
    other = made.entrants[game.opponent]
    return {
        place: _with_score(one, game.round, score),
        game.opponent: _with_score(other, game.round, 1.0 - score),
    }


def _with_score(entrant: Entrant, round_: int, score: float) -> Entrant:
    games = list(entrant.own)
    place = next(i for i, game in enumerate(games) if game.round == round_)
    games[place] = games[place]._replace(score=score)
    return replace(entrant, own=tuple(games))


def benchmarks() -> list[Figure]:
    rules = load_rule_table().get_rules_of_edition("2025")
    made = {n: section(*yardstick.field(n, 9)) for n in (64, 1000, 4000)}
    bases = {n: RatedBase(rate_section(each, rules)) for n, each in made.items()}
    turned = {n: changes(each) for n, each in made.items()}

    def set_otherwise(players: int) -> None:
        for change in turned[players]:
            rerate_changed(bases[players], change)

    whole = partial(rate_section, made[1000], rules)
    one, full = side_by_side(partial(set_otherwise, 1000), whole, RUNS)
    large, small = side_by_side(
        partial(set_otherwise, 4000), partial(set_otherwise, 64), RUNS
    )
    name = "what-if on a game of"
    one, large, small = one / GAMES, large / GAMES, small / GAMES
    return [
        ratio(f"{name} 1000 x 9, against a full rating", one, full, 1 / 40),
        ratio(f"{name} 4000 x 9, against one of 64 x 9", large, small, 1.5),
    ]
