"""Report forecasts as JSON values and on a terminal."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from uscalc.analysis.forecast_model import (
    Forecast,
    ForecastLine,
    ForecastParameters,
    OwnPendingGame,
)
from uscalc.analysis.goals import GoalForecast, TargetReach, evaluate_target, find_goals
from uscalc.analysis.spread import RatingInterval, RatingSpread
from uscalc.document.findings import to_single_line
from uscalc.explain.numbers import format_points, format_rating, format_whole_rating
from uscalc.report.as_json import Json
from uscalc.report.as_text import make_table
from uscalc.report.forecast_words import (
    OUTCOME_LETTERS,
    OUTCOME_WORDS,
    describe_chance,
    describe_chances_source,
    describe_game,
    describe_interval,
    describe_method,
    describe_reach,
    describe_way,
    explain_missing_chances,
    format_percent,
    make_goal_sentence,
)

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
SHARE_SHOWN = 0.95
MOST_WAYS_SHOWN = 9


class PlayerForecast(Struct, frozen=True):
    """One player's forecast with the facts needed to describe it.

    `number_at` gives the pairing number at a place, None for an opponent known only by
    a range of ratings.
    """

    number: int
    name: str
    before: float | None
    forecast: Forecast
    number_at: Callable[[int], int | None]
    name_of: Callable[[int], str]

    def describe_player(self, place: int) -> str:
        """Return the number and name of the player at a place."""
        number = self.number_at(place)
        return "" if number is None else f"{number} {self.name_of(number)}".rstrip()


def make_forecast_json(
    players: Sequence[PlayerForecast],
    settings: ForecastParameters,
    target: float | None,
) -> Json:
    """Convert every player's forecast."""
    return {
        "draws": settings.draws,
        "seed": settings.seed,
        "scenarios": settings.scenarios,
        "target": target,
        "players": [_make_player_json(one, target) for one in players],
    }


def _make_player_json(player: PlayerForecast, target: float | None) -> Json:
    found = player.forecast
    own = found.own
    sought = None if target is None else find_goals(found, target)
    chance = None if sought is None else sought.chance
    return {
        "number": player.number,
        "name": player.name,
        "before": player.before,
        "games": [_make_game_json(game, player) for game in own],
        "stopping": None
        if found.stopping is None
        else _make_line_json(found.stopping, target),
        "ways": [_make_line_json(line, target) for line in found.ways],
        "scores": [_make_line_json(line, target) for line in found.scores],
        "spread": _make_spread_json(found.spread),
        "chance": None if chance is None else chance.share,
        "chance_error": None if chance is None else chance.error,
        "certain_score": None if sought is None else sought.certain_score,
        "possible_score": None if sought is None else sought.possible_score,
        "needed_score": None if sought is None else sought.needed_score,
        "no_chance_because_of": [
            player.number_at(place) for place in found.without_strength
        ],
        "other_games": found.others,
        "method": "every way" if found.samples is None else "random",
        "samples": found.samples,
        "one_by_one": found.reason,
    }


def _make_game_json(game: OwnPendingGame, player: PlayerForecast) -> Json:
    return {
        "round": game.round,
        "opponent": player.number_at(game.opponent),
        "rating": game.strength,
        "between": None if game.between is None else list(game.between),
        "games": game.games,
        "chances": None
        if game.chances is None
        else dict(zip(OUTCOME_WORDS, game.chances, strict=True)),
        "draws_of_the_model": game.drawn,
    }


def _make_line_json(line: ForecastLine, target: float | None) -> Json:
    found: Json = {
        "outcomes": None
        if line.halves is None
        else [OUTCOME_LETTERS[half] for half in line.halves],
        "score": line.score,
        "chance": line.chance,
        "value": line.value,
        "shown": int(format_whole_rating(line.value)),
        "range": list(line.open),
        "range_with_unknowns": list(line.range),
        "range_is_reached": line.reached,
        "spread": _make_spread_json(line.spread),
    }
    if target is not None:
        found["target"] = _make_reach_json(evaluate_target(line, target))
    return found


def _make_reach_json(found: TargetReach) -> Json:
    return {
        "how": found.how,
        "chance": None if found.chance is None else found.chance.share,
        "chance_error": None if found.chance is None else found.chance.error,
        "lacking": found.lacking,
    }


def _make_spread_json(spread: RatingSpread) -> Json:
    return {
        "mean": spread.mean,
        "deviation": spread.deviation,
        "quantiles": {f"{q:g}": spread.find_quantile(q) for q in QUANTILES},
        "lowest": spread.low,
        "chances": list(spread.chances),
    }


def make_forecast_parts(
    player: PlayerForecast, target: float | None
) -> Iterator[RenderableType]:
    """Yield one player's forecast in full."""
    found = player.forecast
    sought = None if target is None else find_goals(found, target)
    yield Text(_make_heading(player), style="bold")
    for game in found.own:
        words = describe_game(game, player.number_at(game.opponent), player.name_of)
        yield Text(to_single_line(words))
    if found.stopping is not None:
        yield Text(_describe_stopping(found.stopping, target))
    yield _make_lines_table(player, sought)
    if sought is not None:
        if found.own:
            yield Text(make_goal_sentence(found, sought, to_single_line(player.name)))
        if sought.chance is not None:
            yield Text(
                f"Chance of reaching {target:g}: {describe_chance(sought.chance)}."
            )
    for text in explain_missing_chances(found, player.describe_player):
        yield Text(to_single_line(text))
    yield Text(describe_method(found))
    if found.own or found.others:
        yield Text(describe_chances_source(found))
    if any(line.range != line.open for line in found.ways):
        yield Text("The full range allows for rounded ratings and missing data.")
    yield Text("")


def _make_heading(player: PlayerForecast) -> str:
    pre = (
        "unrated"
        if player.before is None
        else f"pre-event rating {format_rating(player.before)}"
    )
    return to_single_line(f"{player.number} {player.name}".rstrip()) + f", {pre}"


def _describe_stopping(line: ForecastLine, target: float | None) -> str:
    text = f"If no more games are played: {format_whole_rating(line.value)}"
    if line.range.open:
        text += f" ({describe_interval(line.range)})"
    if target is not None:
        text += f"; {target:g}: {describe_reach(evaluate_target(line, target))}"
    return text


def _make_lines_table(player: PlayerForecast, sought: GoalForecast | None) -> Table:
    """Make a table of every way if there are few, or of every score."""
    found = player.forecast
    lines = found.ways if len(found.ways) <= MOST_WAYS_SHOWN else found.scores
    titles = ["Result", "Chance", "Rating", "Usually", "Range", "Full range"]
    if sought is not None:
        titles.append(f"{sought.target:g}")
    table = make_table(titles, (0, 6))
    for line in lines:
        cells = [
            describe_way(line, found.own).capitalize(),
            "" if line.chance is None else format_percent(line.chance),
            format_whole_rating(line.value),
            describe_interval(
                RatingInterval(*line.spread.find_middle_range(SHARE_SHOWN))
            ),
            _describe_limits(line),
            describe_interval(line.range),
        ]
        if sought is not None:
            cells.append(describe_reach(evaluate_target(line, sought.target)))
        table.add_row(*cells)
    return table


def _describe_limits(line: ForecastLine) -> str:
    """Format the range that other players' games leave; "within" if it isn't exact."""
    text = describe_interval(line.open)
    return text if line.reached else f"within {text}"


def make_overview(
    players: Sequence[PlayerForecast], target: float | None
) -> Iterator[RenderableType]:
    """Yield a table with a line for each player with unplayed games."""
    titles = ["#", "Name", "Pre", "Unplayed", "Lowest", "Expected", "Highest"]
    if target is not None:
        titles.append(f"Chance of {target:g}")
    table = make_table(titles)
    for one in players:
        found = one.forecast
        cells = [
            str(one.number),
            to_single_line(one.name),
            "unr" if one.before is None else format_rating(one.before),
            format_points(len(found.own)),
            str(found.range.low),
            format_whole_rating(found.spread.mean) if found.has_probabilities else "",
            str(found.range.high),
        ]
        if target is not None:
            chance = found.compute_chance_of(target)
            cells.append("not available" if chance is None else describe_chance(chance))
        table.add_row(*(Text(cell) for cell in cells))
    yield table
    notes = dict.fromkeys(
        t
        for one in players
        for t in explain_missing_chances(one.forecast, one.describe_player)
    )
    for text in notes:
        yield Text(to_single_line(text))
    if players:
        yield Text(describe_chances_source(players[0].forecast))
