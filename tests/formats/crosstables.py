"""Random crosstables with rounds in which each game is on both sides."""

from hypothesis import strategies as st

from uscalc.document.model import Player, RatingFacts
from uscalc.engine.inputs import SYSTEMS

GAMES = (("W", "L"), ("D", "D"), ("L", "W"), ("X", "F"), ("F", "X"), ("?", "?"))
ALONE = ("B", "H", "U")
UNKNOWN = RatingFacts(unknown=True)
RATINGS = st.just(UNKNOWN) | st.integers(100, 3000).map(
    lambda rating: RatingFacts(float(rating))
)


def draw_player(draw, number, results, ratings=RATINGS, section=0, **more) -> Player:
    """Generate a player with or without an ID, who may have a Regular rating."""
    facts = dict.fromkeys(SYSTEMS, UNKNOWN) | {"R": draw(ratings)}
    given = {
        "name": f"Inventa, {number}",
        "id": draw(st.none() | st.just(f"9{section}00{number:04}")),
        "ratings": tuple(facts.items()),
        "results": results,
    }
    return Player(number, **(given | more))


@st.composite
def paired_games(draw, players, rounds, several=True, to_come=True):
    """Generate results of this many players by number, with `several` games in a round if True."""
    results: dict[int, list[str]] = {number: [] for number in range(1, players + 1)}
    codes = st.sampled_from(GAMES if to_come else GAMES[:-1])
    for _ in range(rounds):
        order = draw(st.permutations(list(results)))
        pairs = draw(st.integers(0, players // 2))
        paired = order[: 2 * pairs]
        for one, other in zip(paired[::2], paired[1::2], strict=True):
            count = draw(st.sampled_from((1, 1, 1, 2))) if several else 1
            cells: tuple[list[str], list[str]] = [], []
            for _ in range(count):
                code, back = draw(codes)
                white = "" if code in "XF" else draw(st.sampled_from(("w", "b", "")))
                black = {"w": "b", "b": "w", "": ""}[white]
                cells[0].append(f"{code}{other}{white}")
                cells[1].append(f"{back}{one}{black}")
            results[one].append("|".join(cells[0]))
            results[other].append("|".join(cells[1]))
        for number in order[2 * pairs :]:
            results[number].append(draw(st.sampled_from(ALONE)))
    return {number: tuple(tokens) for number, tokens in results.items()}
