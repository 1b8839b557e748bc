"""uscalc plan: a target and a day, and what the events until then come to."""

import datetime as dt
import json
from typing import TYPE_CHECKING, cast

import click

from uscalc.cli.common import DONE, JSON, CannotError
from uscalc.cli.output import say
from uscalc.engine.systems import SYSTEMS

if TYPE_CHECKING:
    from uscalc.document.sheet.plan import Plan, PlanAnswer
    from uscalc.document.sheet.sheet import Sheet
    from uscalc.engine.systems import System


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
    from uscalc.document.sheet.plan import BadPlanError, plan_answer
    from uscalc.document.sheet.sheet import BadSheetError
    from uscalc.report.as_plan import plan_json, plan_text
    from uscalc.rules.chances import chance_model
    from uscalc.rules.resolve import rules_for

    if seed < 0:
        raise CannotError(f"a seed is 0 or more; {seed} is not")
    try:
        sheet = _sheet(rating, begin, cast("System", system), floor)
        asked = _plan(sheet, target, by, against, rounds, every, draws)
        found: PlanAnswer = plan_answer(
            sheet, asked, rules_for, chance_model(), seed=seed
        )
    except (
        BadPlanError,
        BadSettingError,
        BadSheetError,
        NothingToForecastError,
        TypedError,
    ) as error:
        raise CannotError(str(error)) from error
    if as_json:
        say(json.dumps(plan_json(found), indent=1, allow_nan=False))
    else:
        say(plan_text(found).rstrip("\n"))
    return DONE


def _sheet(
    rating: str, begin: str | None, system: "System", floor: int | None
) -> "Sheet":
    from uscalc.document.facts.typed import typed_date
    from uscalc.document.sheet.line import BadLine, read_own
    from uscalc.document.sheet.sheet import Sheet, check_own

    own = read_own(rating)
    if own is None or isinstance(own, BadLine):
        raise CannotError(own.reason if own is not None else "give your --rating")
    day = (None if begin is None else typed_date(begin)) or dt.date.today()
    sheet = Sheet(own.rating, (), day, own.games, system=system, floor=floor)
    check_own(sheet)
    return sheet


def _plan(
    sheet: "Sheet",
    target: float,
    by: str,
    against: str,
    rounds: int,
    every: str,
    draws: float,
) -> "Plan":
    from uscalc.document.sheet.line import BadLine, read_line
    from uscalc.document.sheet.plan import EVERY, Plan, read_by

    day, met = read_by(by, sheet.end_date), read_line(against)
    if day is None:
        raise CannotError("--by is empty; write June, 6 months, or a date")
    if isinstance(met, BadLine):
        raise CannotError(met.reason)
    if met is None or met.rating is None:
        raise CannotError("--against is a rating, 1700, or a range, 1600-1800")
    if every not in EVERY:
        raise CannotError(f"--every is {', '.join(EVERY)}; {every!r} is none of these")
    ends = met.rating, met.rating_to or met.rating
    return Plan(target, day, every, rounds, *ends, draws)
