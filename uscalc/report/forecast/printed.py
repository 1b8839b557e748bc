"""Report forecasts as JSON values and on a terminal."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.analysis.forecast_model import (
    Forecast,
    Line,
    OwnGame,
    Settings,
)
from uscalc.analysis.goals import Goals, Reach, goals, reach
from uscalc.analysis.intervals import Interval
from uscalc.analysis.spread import Spread
from uscalc.explain.numbers import points, rating, whole
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_table, printable
from uscalc.report.forecast.words import (
    OUTCOME_LETTERS,
    chance_words,
    chances_words,
    game_words,
    goal_sentence,
    interval_words,
    method_words,
    percent,
    reach_words,
    untold_words,
    way_words,
)

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SHARE_SHOWN = 0.95
MOST_WAYS_SHOWN = 9


@dataclass(frozen=True, slots=True)
class Told:
    """One player's forecast with the facts needed to describe it.

    `number_at` gives the pairing number at a place, None for an opponent who is known
    only by a range of ratings.
    """

    number: int
    name: str
    before: float | None
    forecast: Forecast
    number_at: Callable[[int], int | None]
    name_of: Callable[[int], str]

    def who(self, place: int) -> str:
        """Return the number and name of the player at a place."""
        number = self.number_at(place)
        return "" if number is None else f"{number} {self.name_of(number)}".rstrip()


def forecast_json(
    told: Sequence[Told], settings: Settings, target: float | None
) -> Json:
    """Convert every player's forecast."""
    return {
        "draws": settings.draws,
        "seed": settings.seed,
        "scenarios": settings.scenarios,
        "target": target,
        "players": [_player_json(one, target) for one in told],
    }


def _player_json(told: Told, target: float | None) -> Json:
    found = told.forecast
    own = found.own
    sought = None if target is None else goals(found, target)
    chance = None if sought is None else sought.chance
    return {
        "number": told.number,
        "name": told.name,
        "before": told.before,
        "games": [_game_json(game, told) for game in own],
        "stopping": None
        if found.stopping is None
        else _line_json(found.stopping, own, target),
        "ways": [_line_json(line, own, target) for line in found.ways],
        "scores": [_line_json(line, own, target) for line in found.scores],
        "spread": _spread_json(found.spread),
        "chance": None if chance is None else chance.share,
        "chance_error": None if chance is None else chance.error,
        "certain_score": None if sought is None else sought.certain_score,
        "possible_score": None if sought is None else sought.possible_score,
        "needed_score": None if sought is None else sought.needed_score,
        "no_chance_because_of": [told.number_at(place) for place in found.untold],
        "other_games": found.others,
        "method": "every way" if found.samples is None else "random",
        "samples": found.samples,
        "one_by_one": found.reason,
    }


def _game_json(game: OwnGame, player: Told) -> Json:
    told = None
    if game.chances is not None:
        loss, draw, win = game.chances
        told = {"loss": loss, "draw": draw, "win": win}
    return {
        "round": game.round,
        "opponent": player.number_at(game.opponent),
        "rating": game.strength,
        "between": None if game.between is None else list(game.between),
        "games": game.games,
        "chances": told,
        "draws_of_the_model": game.drawn,
    }


def _line_json(line: Line, own: Sequence[OwnGame], target: float | None) -> Json:
    letters = None
    if line.halves is not None:
        letters = [OUTCOME_LETTERS[half] for half in line.halves]
    found: Json = {
        "outcomes": letters,
        "score": line.score,
        "chance": line.chance,
        "value": line.value,
        "shown": int(whole(line.value)),
        "range": list(line.open),
        "range_with_unknowns": list(line.range),
        "range_is_reached": line.reached,
        "spread": _spread_json(line.spread),
    }
    if target is not None:
        found["target"] = _reach_json(reach(line, target))
    return found


def _reach_json(found: Reach) -> Json:
    return {
        "how": found.how,
        "chance": None if found.chance is None else found.chance.share,
        "chance_error": None if found.chance is None else found.chance.error,
        "lacking": found.lacking,
    }


def _spread_json(spread: Spread) -> Json:
    return {
        "mean": spread.mean,
        "deviation": spread.deviation,
        "quantiles": {f"{q:g}": spread.quantile(q) for q in QUANTILES},
        "lowest": spread.low,
        "chances": list(spread.chances),
    }


def forecast_parts(told: Told, target: float | None) -> Iterator[RenderableType]:
    """Yield one player's forecast in full."""
    found = told.forecast
    sought = None if target is None else goals(found, target)
    yield Text(_heading(told), style="bold")
    for game in found.own:
        yield Text(_game_line(game, told))
    if found.stopping is not None:
        yield Text(_stopping(found.stopping, target))
    yield _lines_table(told, sought)
    if sought is not None:
        if found.own:
            yield Text(goal_sentence(found, sought, printable(told.name)))
        if sought.chance is not None:
            yield Text(f"Chance of {target:g} or more: {chance_words(sought.chance)}.")
    for text in untold_words(found, told.who):
        yield Text(printable(text))
    yield Text(method_words(found))
    if found.own or found.others:
        yield Text(chances_words(found))
    if any(line.range != line.open for line in found.ways):
        yield Text("The full range allows for rounded ratings and facts not known.")
    yield Text("")


def _heading(told: Told) -> str:
    before = "new" if told.before is None else rating(told.before)
    return printable(f"{told.number} {told.name}".rstrip()) + f", {before} before"


def _game_line(game: OwnGame, told: Told) -> str:
    return printable(game_words(game, told.number_at(game.opponent), told.name_of))


def _stopping(line: Line, target: float | None) -> str:
    text = f"Without any further game: {whole(line.value)}"
    if line.range.open:
        text += f" ({interval_words(line.range)})"
    if target is not None:
        text += f"; {target:g}: {reach_words(reach(line, target))}"
    return text


def _lines_table(told: Told, sought: Goals | None) -> Table:
    """Make a table of every way if there are few, or of every score."""
    found = told.forecast
    lines = found.ways if len(found.ways) <= MOST_WAYS_SHOWN else found.scores
    titles = ["Result", "Chance", "Rating", "19 of 20", "Range", "Full range"]
    if sought is not None:
        titles.append(f"{sought.target:g}")
    table = make_table(titles, (0, 6))
    for line in lines:
        cells = [
            way_words(line, found.own).capitalize(),
            "" if line.chance is None else percent(line.chance),
            whole(line.value),
            interval_words(Interval(*line.spread.within(SHARE_SHOWN))),
            _limits(line),
            interval_words(line.range),
        ]
        if sought is not None:
            cells.append(reach_words(reach(line, sought.target)))
        table.add_row(*cells)
    return table


def _limits(line: Line) -> str:
    """Format what other players' games leave open; "within" limits that aren't exact."""
    text = interval_words(line.open)
    return text if line.reached else f"within {text}"


def overview_parts(
    told: Sequence[Told], target: float | None
) -> Iterator[RenderableType]:
    """Yield a table with a line for everybody who has unplayed games."""
    titles = ["#", "Name", "Before", "To come", "Lowest", "Expected", "Highest"]
    if target is not None:
        titles.append(f"{target:g} or more")
    table = make_table(titles)
    for one in told:
        found = one.forecast
        cells = [
            str(one.number),
            printable(one.name),
            "new" if one.before is None else rating(one.before),
            points(len(found.own)),
            str(found.range.low),
            whole(found.spread.mean) if found.told else "",
            str(found.range.high),
        ]
        if target is not None:
            chance = found.reaching(target)
            cells.append("not told" if chance is None else chance_words(chance))
        table.add_row(*(Text(cell) for cell in cells))
    yield table
    said = dict.fromkeys(t for one in told for t in untold_words(one.forecast, one.who))
    for text in said:
        yield Text(printable(text))
    if told:
        yield Text(chances_words(told[0].forecast))
