"""uscalc plan: a target and a day, and what the events until then come to."""

import datetime as dt
import json
from typing import TYPE_CHECKING, cast

import click

from uscalc.cli.common import DONE, JSON, CommandError
from uscalc.cli.output import print_line
from uscalc.engine.inputs import SYSTEMS

if TYPE_CHECKING:
    from uscalc.document.sheet.plan import GoalPlan, GoalPlanAnswer
    from uscalc.document.sheet.sheet import Estimate
    from uscalc.engine.inputs import System


@click.command()
@click.option("--rating", required=True, metavar="R", help="1780, or 1450/7.")
@click.option("--target", type=float, required=True, metavar="RATING", help="The goal.")
@click.option("--by", required=True, metavar="WHEN", help="A date, June, or 6 months.")
@click.option(
    "--against", required=True, metavar="R", help="Opponents: 1700, or 1600-1800."
)
@click.option("--rounds", type=int, default=5, show_default=True, metavar="N")
@click.option(
    "--every",
    default="month",
    show_default=True,
    metavar="SPAN",
    help="week, two weeks, month, two months or three months.",
)
@click.option("--begin", metavar="DATE", help="The day before the events; else today.")
@click.option("--system", type=click.Choice(SYSTEMS), default="R", show_default=True)
@click.option("--floor", type=int, metavar="RATING", help="Your floor.")
@click.option(
    "--draws", type=float, default=1.0, metavar="FACTOR", help="Scales the draws (1)."
)
@click.option("--seed", type=int, default=1, show_default=True, metavar="N")
@JSON
def plan(
    rating: str,
    target: float,
    by: str,
    against: str,
    rounds: int,
    every: str,
    begin: str | None,
    system: str,
    floor: int | None,
    draws: float,
    seed: int,
    as_json: bool,
) -> int:
    """Tells how likely a rating is by a day, and what it takes.

    Every event starts from what the one before it made of the rating, floors and the
    number of games included.
    """
    from uscalc.analysis.chances import BadSettingError
    from uscalc.analysis.forecast_model import NothingToForecastError
    from uscalc.document.facts.typed import TypedError
    from uscalc.document.sheet.plan import BadPlanError, answer_plan
    from uscalc.document.sheet.sheet import BadEstimateError
    from uscalc.report.as_plan import make_plan_json, make_plan_text
    from uscalc.rules.chances import load_chance_model
    from uscalc.rules.resolve import resolve_rules

    if seed < 0:
        raise CommandError(f"a seed is 0 or more; {seed} is not")
    try:
        sheet = _read_sheet(rating, begin, cast("System", system), floor)
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
    if as_json:
        print_line(json.dumps(make_plan_json(found), indent=1, allow_nan=False))
    else:
        print_line(make_plan_text(found).rstrip("\n"))
    return DONE


def _read_sheet(
    rating: str, begin: str | None, system: "System", floor: int | None
) -> "Estimate":
    from uscalc.document.facts.typed import parse_optional_date
    from uscalc.document.sheet.line import BadLine, read_own_rating
    from uscalc.document.sheet.sheet import Estimate, check_own_rating

    own = read_own_rating(rating)
    if own is None or isinstance(own, BadLine):
        raise CommandError(own.reason if own is not None else "give your --rating")
    day = (None if begin is None else parse_optional_date(begin)) or dt.date.today()
    sheet = Estimate(own.rating, (), day, own.games, system=system, floor=floor)
    check_own_rating(sheet)
    return sheet


def _make_plan(
    sheet: "Estimate",
    target: float,
    by: str,
    against: str,
    rounds: int,
    every: str,
    draws: float,
) -> "GoalPlan":
    from uscalc.document.sheet.line import BadLine, read_line
    from uscalc.document.sheet.plan import EVERY, GoalPlan, parse_target_day

    day, met = parse_target_day(by, sheet.end_date), read_line(against)
    if day is None:
        raise CommandError("--by is empty; write June, 6 months, or a date")
    if isinstance(met, BadLine):
        raise CommandError(met.reason)
    if met is None or met.rating is None:
        raise CommandError("--against is a rating, 1700, or a range, 1600-1800")
    if every not in EVERY:
        raise CommandError(f"--every is {', '.join(EVERY)}; {every!r} is none of these")
    ends = met.rating, met.rating_to or met.rating
    return GoalPlan(target, day, every, rounds, *ends, draws)
