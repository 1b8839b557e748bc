"""uscalc forecast: how unplayed games can change ratings."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uscalc.cli.common import (
    CHOICE,
    DONE,
    FILE,
    JSON,
    READING,
    WITH_FINDINGS,
    CommandError,
    ReadingOptions,
    explain_unrated,
    findings_of,
    print_parts,
    rate_file,
)
from uscalc.cli.output import print_line, progress_bar
from uscalc.monitor import Monitor

if TYPE_CHECKING:
    from uscalc.analysis.forecast_model import ForecastParameters
    from uscalc.document.queries.undecided import UndecidedGames
    from uscalc.document.rate.rated import DocumentRating, SectionRating
    from uscalc.report.forecast_printed import PlayerForecast


@click.command("forecast")
@FILE
@click.option("--player", type=int, metavar="N", help="Pairing number; else everybody.")
@click.option("--target", type=float, metavar="RATING", help="A rating to be reached.")
@click.option(
    "--draws",
    type=float,
    metavar="FACTOR",
    help="How much more often games are drawn than they usually are (1).",
)
@click.option("--draw-rate", hidden=True)
@click.option(
    "--scenarios", type=int, metavar="N", help="Scenarios drawn at random (10000)."
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
@CHOICE
@READING
@JSON
def forecast(
    file: Path,
    player: int | None,
    target: float | None,
    draws: float | None,
    draw_rate: str | None,
    scenarios: int | None,
    seed: int,
    section: str | None,
    system: str | None,
    rules: str | None,
    as_json: bool,
    reading: ReadingOptions,
) -> int:
    """Shows what the games to come (?12, ?1400-1600) can make of ratings."""
    from uscalc.analysis.forecast_model import ForecastParameters
    from uscalc.document.queries.undecided import undecided_before
    from uscalc.report.as_text import describe_rules
    from uscalc.report.forecast_printed import (
        make_forecast_json,
        make_forecast_parts,
        make_overview,
    )
    from uscalc.rules.chances import load_chance_model

    if draw_rate is not None:
        raise CommandError(
            "--draw-rate is no longer there: draws follow how games came out; --draws "
            "FACTOR scales them, 1 as they are, 2 twice as often"
        )
    usual = ForecastParameters(load_chance_model(), seed=seed)
    chosen_settings = _make_settings(usual, draws, scenarios, target)
    rated, chosen = rate_file(file, rules, section, system, False, reading)
    stopped = explain_unrated(rated, chosen)
    if stopped is not None:
        raise CommandError(f"{file}: {stopped}")
    where, open_ = _open_section(file, rated, chosen, player)
    told = _forecast_players(file, where, open_, player, chosen_settings)
    early = undecided_before(rated.document, where.index)
    if as_json:
        body = {
            "event": rated.document.name,
            "section": where.section.name,
            "system": open_.rating.system,
            "rules": open_.rating.trace.rules.edition,
            "earlier_sections_undecided": early,
            **make_forecast_json(told, chosen_settings, target),
        }
        print_line(json.dumps(body, indent=1, allow_nan=False))
    else:
        from rich.text import Text

        from uscalc.engine.inputs import SYSTEM_NAMES
        from uscalc.report.as_text import make_printable

        name = SYSTEM_NAMES[open_.rating.system]
        rules_of = describe_rules(open_.rating.trace.rules)
        print_parts(
            Text(
                f"{make_printable(where.section.name)}  {name}, {rules_of}",
                style="bold",
            )
        )
        if player is None:
            print_parts(*make_overview(told, target))
        else:
            print_parts(*make_forecast_parts(told[0], target))
        if early:
            print_parts(
                Text(
                    "Some start from an earlier section with games to come; it counts "
                    "as it stands."
                )
            )
    findings = findings_of(rated, [where.index])
    for finding in findings:
        print_line(f"{file}: {finding}", err=True)
    return WITH_FINDINGS if findings else DONE


def _make_settings(
    settings: "ForecastParameters",
    draws: float | None,
    scenarios: int | None,
    target: float | None,
) -> "ForecastParameters":
    """Return the settings asked for. Raises CommandError."""
    from dataclasses import replace

    from uscalc.analysis.chances import BadSettingError
    from uscalc.analysis.goals import validate_target

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


def _open_section(
    file: Path, rated: "DocumentRating", chosen: list[int], player: int | None
) -> tuple["SectionRating", "UndecidedGames"]:
    """Return the one section with unplayed games, in its first system. Raises CommandError."""
    from uscalc.analysis.forecast_model import NothingToForecastError
    from uscalc.document.queries.undecided import find_undecided

    found = []
    for i in chosen:
        section = rated.sections[i]
        for rating in section.ratings[:1]:
            if player is not None and player not in rating.places:
                continue
            try:
                open_ = find_undecided(section, rating)
            except NothingToForecastError as error:
                raise CommandError(
                    f'{file}: section "{section.section.name}": {error}'
                ) from error
            if open_.pending:
                found.append((section, open_))
    if len(found) > 1:
        names = ", ".join(f'{s.index + 1} "{s.section.name}"' for s, _ in found)
        raise CommandError(
            f"{file}: several sections have games to come; say which with --section "
            f"NAME or its place: {names}"
        )
    if found:
        return found[0]
    known = any(
        player in rating.places for i in chosen for rating in rated.sections[i].ratings
    )
    if player is not None and not known:
        raise CommandError(
            f"{file}: no rated section has a player {player}; give a pairing number of "
            "the crosstable"
        )
    raise CommandError(
        f"{file}: nothing is undecided; write a game to come as ?12, or as ?1400-1600 "
        "where the opponent is not known yet"
    )


def _forecast_players(
    file: Path,
    where: "SectionRating",
    open_: "UndecidedGames",
    player: int | None,
    settings: "ForecastParameters",
) -> list["PlayerForecast"]:
    """Return the forecast of one player, or of all players with unplayed games."""

    from uscalc.analysis.forecast import compute_forecast as ask
    from uscalc.analysis.forecast_model import NothingToForecastError
    from uscalc.analysis.one_player import NoRatingError
    from uscalc.report.forecast_printed import PlayerForecast

    names = {p.number: p.name for p in where.section.players}
    numbers = open_.numbers if player is None else (player,)
    numbers = tuple(number for number in numbers if number in open_.rating.places)
    told = []
    refused = ""
    with progress_bar() as progress:
        task = progress.add_task("Forecasting", total=len(numbers))
        for at, number in enumerate(numbers):

            def step(done: int, of: int, at: int = at) -> None:
                progress.update(task, completed=at + done / max(1, of))

            try:
                found = ask(open_.make_question(number), settings, Monitor(report=step))
            except (NothingToForecastError, NoRatingError) as error:
                refused = refused or f"player {number}: {error}"
                continue
            place = open_.rating.places[number]
            before = open_.section.entrants[place].rating
            told.append(
                PlayerForecast(
                    number,
                    names[number],
                    before,
                    found,
                    open_.number_at,
                    lambda n: names.get(n, ""),
                )
            )
    if not told:
        raise CommandError(f"{file}: {refused}")
    return told
