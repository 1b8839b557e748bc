"""The commands forecast and plan: show how unplayed games can change ratings."""

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final, cast

import click
from msgspec.structs import replace
from rich.text import Text

from uscalc.analysis.forecast import compute_forecast
from uscalc.analysis.forecast_model import (
    BadSettingError,
    ForecastParameters,
    NothingToForecastError,
)
from uscalc.analysis.goals import validate_target
from uscalc.analysis.one_player import NoRatingError
from uscalc.cli.common import (
    CHOICE,
    FILE,
    JSON,
    READING,
    SEED,
    ReadingOptions,
    RenamedOption,
)
from uscalc.cli.events import (
    collect_findings,
    print_findings,
    print_parts,
    rate_file,
)
from uscalc.cli.output import DONE, CommandError, print_lines, progress_bar, require
from uscalc.document.facts.typed import TypedError, parse_optional_date
from uscalc.document.findings import to_single_line
from uscalc.document.queries.undecided import (
    UndecidedGames,
    find_undecided,
    has_undecided_before,
)
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.document.sheet.line import BadLine, read_line, read_own_rating
from uscalc.document.sheet.plan import (
    EVERY,
    BadPlanError,
    GoalPlan,
    GoalPlanAnswer,
    answer_plan,
    parse_target_day,
)
from uscalc.document.sheet.sheet import BadEstimateError, Estimate, check_own_rating
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.monitor import Monitor
from uscalc.report.as_plan import make_plan_json, make_plan_text
from uscalc.report.as_text import describe_rules
from uscalc.report.forecast_printed import (
    PlayerForecast,
    make_forecast_json,
    make_forecast_parts,
    make_overview,
)
from uscalc.rules.chances import load_chance_model
from uscalc.rules.resolve import resolve_rules

MOST_GAMES_GONE_THROUGH: Final = 100_000
"""A list shows fewer players if its forecasts, each of all unplayed games, exceed this
number of games."""


@click.command("forecast")
@FILE
@click.option("--player", type=int, metavar="N", help="Pairing number [default: all].")
@click.option("--target", type=float, metavar="RATING", help="Target rating.")
@click.option(
    "--draws",
    type=float,
    metavar="FACTOR",
    help="Draw factor; 2 means twice as many draws as usual [default: 1].",
)
@click.option(
    "--scenarios",
    type=int,
    metavar="N",
    help="Number of random scenarios [default: 10000].",
)
@SEED
@CHOICE
@READING
@JSON
def forecast(
    file: Path,
    player: int | None,
    target: float | None,
    draws: float | None,
    scenarios: int | None,
    seed: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: ReadingOptions,
) -> int:
    """Show the ratings that unplayed games can lead to.

    Enter an unplayed game as ?12, or as ?1400-1600 for an unknown opponent.
    """

    chosen_settings = _make_settings(
        ForecastParameters(load_chance_model(), seed=seed), draws, scenarios, target
    )
    rated, chosen = rate_file(
        file, rules, section, system, False, reading, needs_ratings=True
    )
    section_rating, undecided = _find_section(file, rated, chosen, player)
    numbers = undecided.numbers if player is None else (player,)
    shown = numbers[: max(1, MOST_GAMES_GONE_THROUGH // len(undecided.pending))]
    forecasts = _forecast_players(
        file, section_rating, undecided, shown, chosen_settings
    )
    early = has_undecided_before(rated.document, section_rating.index)
    if as_json:
        body = {
            "event": rated.document.name,
            "section": section_rating.section.name,
            "system": undecided.rating.system,
            "rules": undecided.rating.trace.rules.edition,
            "earlier_sections_undecided": early,
            "players_left_out": len(numbers) - len(shown),
            **make_forecast_json(forecasts, chosen_settings, target),
        }
        print_lines(json.dumps(body, indent=1, allow_nan=False))
    else:
        name = SYSTEM_NAMES[undecided.rating.system]
        rules_of = describe_rules(undecided.rating.trace.rules)
        print_parts(
            Text(
                f"{to_single_line(section_rating.section.name)}  {name}, {rules_of}",
                style="bold",
            )
        )
        if player is None:
            print_parts(*make_overview(forecasts, target))
        else:
            print_parts(*make_forecast_parts(forecasts[0], target))
        if len(shown) < len(numbers):
            print_parts(
                Text(
                    f"Only the first {len(shown):,} of {len(numbers):,} players are "
                    "listed. Use --player for any other."
                )
            )
        if early:
            print_parts(
                Text(
                    "Some players also play in an earlier section that isn't finished. "
                    "uscalc uses that section's results so far."
                )
            )
    return print_findings(file, collect_findings(rated, [section_rating.index]))


def _make_settings(
    settings: ForecastParameters,
    draws: float | None,
    scenarios: int | None,
    target: float | None,
) -> ForecastParameters:
    """Return the settings of the forecast. Raise CommandError."""

    if draws is not None:
        settings = replace(settings, draws=draws)
    if scenarios is not None:
        settings = replace(settings, scenarios=scenarios)
    try:
        settings.validate()
        if target is not None:
            validate_target(target)
    except BadSettingError as error:
        raise CommandError(str(error)) from error
    return settings


def _find_section(
    file: Path, rated: DocumentRating, chosen: list[int], player: int | None
) -> tuple[SectionRating, UndecidedGames]:
    """Return the only section with unplayed games. Raise CommandError."""

    found = []
    for i in chosen:
        section = rated.sections[i]
        for rating in section.ratings[:1]:
            if player is not None and player not in rating.places:
                continue
            try:
                undecided = find_undecided(section, rating)
            except NothingToForecastError as error:
                raise CommandError(
                    f'{file}: section "{section.section.name}": {error}'
                ) from error
            if undecided.pending:
                found.append((section, undecided))
    if len(found) > 1:
        names = ", ".join(f'{s.index + 1} "{s.section.name}"' for s, _ in found)
        raise CommandError(
            f"{file}: several sections have unplayed games; select one with "
            f"--section: {names}"
        )
    if found:
        return found[0]
    if player is not None and not any(
        player in rating.places for i in chosen for rating in rated.sections[i].ratings
    ):
        raise CommandError(
            f"{file}: no rated section has player {player}; use a pairing number from "
            "the crosstable"
        )
    raise CommandError(
        f"{file}: no unplayed games; enter one as ?12, or ?1400-1600 for an unknown "
        "opponent"
    )


def _forecast_players(
    file: Path,
    section_rating: SectionRating,
    undecided: UndecidedGames,
    numbers: Sequence[int],
    settings: ForecastParameters,
) -> list[PlayerForecast]:
    """Return the forecasts of some players."""

    names = {p.number: p.name for p in section_rating.section.players}
    numbers = tuple(number for number in numbers if number in undecided.rating.places)
    forecasts = []
    failure = ""
    with progress_bar() as progress:
        task = progress.add_task("Forecasting", total=len(numbers))
        for at, number in enumerate(numbers):

            def step(done: int, of: int, at: int = at) -> None:
                progress.update(task, completed=at + done / max(1, of))

            try:
                found = compute_forecast(
                    undecided.make_question(number), settings, Monitor(report=step)
                )
            except (NothingToForecastError, NoRatingError) as error:
                failure = failure or f"player {number}: {error}"
                continue
            before = undecided.section.entrants[undecided.rating.places[number]].rating
            forecasts.append(
                PlayerForecast(
                    number,
                    names[number],
                    before,
                    found,
                    undecided.number_at,
                    lambda n: names.get(n, ""),
                )
            )
    require(forecasts, f"{file}: {failure}")
    return forecasts


@click.command()
@click.option(
    "--rating",
    required=True,
    metavar="R",
    help="Your rating (1780), or rating and games (1450/7).",
)
@click.option(
    "--target", type=float, required=True, metavar="RATING", help="Target rating."
)
@click.option(
    "--by",
    required=True,
    metavar="WHEN",
    help="Deadline: a date, a month (June), or a period (6 months).",
)
@click.option(
    "--against",
    required=True,
    metavar="R",
    help="Opponents' rating (1700), or range of ratings (1600-1800).",
)
@click.option(
    "--rounds",
    type=int,
    default=5,
    show_default=True,
    metavar="N",
    help="Number of rounds in each event.",
)
@click.option(
    "--every",
    default="month",
    show_default=True,
    metavar="SPAN",
    help="Time between events: week, two weeks, month, two months or three months.",
)
@click.option(
    "--start-date",
    "--begin",
    cls=RenamedOption,
    metavar="DATE",
    help="Start date [default: today].",
)
@click.option(
    "--system",
    type=click.Choice(SYSTEMS),
    default="R",
    show_default=True,
    help="Rating system.",
)
@click.option("--floor", type=int, metavar="RATING", help="Your floor.")
@click.option(
    "--draws",
    type=float,
    default=1.0,
    metavar="FACTOR",
    help="Draw factor; 2 means twice as many draws as usual [default: 1].",
)
@SEED
@JSON
def plan(
    rating: str,
    target: float,
    by: str,
    against: str,
    rounds: int,
    every: str,
    start_date: str | None,
    system: str,
    floor: int | None,
    draws: float,
    seed: int,
    as_json: bool,
) -> int:
    """Show how likely you are to reach a rating by a date.

    The answer includes the score that you need. Each event starts with the rating, the
    number of games and the floor that the previous event ended with.
    """

    require(seed >= 0, f"--seed {seed} is below 0; use 0 or more")
    try:
        sheet = _read_sheet(rating, start_date, cast("System", system), floor)
        asked = _make_plan(sheet, target, by, against, rounds, every, draws)
        found: GoalPlanAnswer = answer_plan(
            sheet, asked, resolve_rules, load_chance_model(), seed=seed
        )
    except (
        BadPlanError,
        BadSettingError,
        BadEstimateError,
        NothingToForecastError,
        TypedError,
    ) as error:
        raise CommandError(str(error)) from error
    print_lines(
        json.dumps(make_plan_json(found), indent=1, allow_nan=False)
        if as_json
        else make_plan_text(found).rstrip("\n")
    )
    return DONE


def _read_sheet(
    rating: str, start_date: str | None, system: System, floor: int | None
) -> Estimate:

    own = read_own_rating(rating)
    if own is None or isinstance(own, BadLine):
        raise CommandError(
            own.reason
            if own is not None
            else "--rating is empty; give your rating, for example 1780"
        )
    day = (
        None if start_date is None else parse_optional_date(start_date)
    ) or dt.date.today()
    sheet = Estimate(own.rating, (), day, own.games, system=system, floor=floor)
    check_own_rating(sheet)
    return sheet


def _make_plan(
    sheet: Estimate,
    target: float,
    by: str,
    against: str,
    rounds: int,
    every: str,
    draws: float,
) -> GoalPlan:

    day, met = parse_target_day(by, sheet.end_date), read_line(against)
    if day is None:
        raise CommandError(
            "--by is empty; give a date, a month (June), or a period (6 months)"
        )
    if isinstance(met, BadLine):
        raise CommandError(met.reason)
    if met is None or met.rating is None:
        raise CommandError("--against needs a rating (1700) or a range (1600-1800)")
    if every not in EVERY:
        raise CommandError(
            f"--every {every!r} isn't valid; use one of: {', '.join(EVERY)}"
        )
    ends = met.rating, met.rating_to or met.rating
    return GoalPlan(target, day, every, rounds, *ends, draws)
