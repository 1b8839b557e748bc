"""Describe a plan: the chance, the score needed, and the cost of one bad event."""

from typing import Final

from uscalc.analysis.forecast_model import USUAL_DRAWS
from uscalc.counted import format_day
from uscalc.document.sheet.plan import GoalPlanAnswer
from uscalc.explain.numbers import format_number, format_points, format_whole_rating
from uscalc.report.as_answer import describe_change
from uscalc.report.forecast_words import describe_odds, describe_source

EVEN: Final = 0.5
"""A score is called bad only if it, or a lower one, is less likely than this."""


def make_plan_text(answer: GoalPlanAnswer) -> str:
    """Return the whole plan, for a message or a note."""
    return "\n".join((make_chance_sentence(answer), *make_plan_notes(answer))) + "\n"


def make_plan_notes(answer: GoalPlanAnswer) -> tuple[str, ...]:
    """Return the sentences below the chance, one for each other fact of the plan."""
    return (
        describe_plan(answer),
        make_need_sentence(answer),
        make_path_sentence(answer),
        make_bad_event_sentence(answer),
        make_start_sentence(answer),
    )


def describe_plan(answer: GoalPlanAnswer) -> str:
    """Describe the plan: "1800 by 6/30/2026: 6 events of 5 games against 1700"."""
    plan, events = answer.plan, len(answer.days)
    games = "1 game" if plan.rounds == 1 else f"{plan.rounds} games"
    of = f"1 event of {games}" if events == 1 else f"{events} events of {games}"
    ends = f"{plan.low:g}" + (f" to {plan.high:g}" if plan.low != plan.high else "")
    return (
        f"{plan.target:g} by {format_day(plan.by)}: {of} against {ends}, the last on "
        f"{format_day(answer.days[-1])}."
    )


def make_chance_sentence(answer: GoalPlanAnswer) -> str:
    """Describe the chance of the target, on the way and at the end."""
    look = answer.outlook
    goal, share = f"{look.target:g}", look.at_end.share
    end = f"Chance of finishing at {goal} or higher: {describe_odds(share)}."
    if len(answer.days) == 1:
        return end
    return f"Chance of reaching {goal} at some point: {describe_odds(look.on_the_way.share)}. {end}"


def make_need_sentence(answer: GoalPlanAnswer) -> str:
    """Describe the score needed, spread evenly, next to the expected score."""
    look = answer.outlook
    mean = f"Your expected score is {format_number(look.expected, 1)} of {look.games}."
    goal = f"{look.target:g}"
    against = _describe_opponents(answer)
    if look.need is None:
        return f"No score{against} is enough for {goal} in this time. {mean}"
    if not look.need.score:
        return f"You need no more points for {goal}. {mean}"
    score = f"{format_points(look.need.score)} of {look.games}{against}"
    each = _describe_even_spread(look.need.score, len(answer.days))
    spread = (
        f" ({each}). Less may be enough if your best events come last." if each else "."
    )
    return f"To finish at {goal} you need about {score}{spread} {mean}"


def _describe_opponents(answer: GoalPlanAnswer) -> str:
    """Describe the opponents for a score by the middle of their range."""
    low, high = answer.plan.low, answer.plan.high
    return "" if low == high else f" against {format_whole_rating((low + high) / 2.0)}"


def _describe_even_spread(score: float, events: int) -> str:
    """Describe how a score divides among the events when it is spread evenly."""
    if events == 1:
        return ""
    low, over = divmod(round(2 * score), events)
    return (
        f"{format_points(low / 2)} in every event"
        if not over
        else f"{format_points(low / 2)} or {format_points((low + 1) / 2)} in every event"
    )


def make_path_sentence(answer: GoalPlanAnswer) -> str:
    """Describe the expected rating after the last event."""
    last = answer.outlook.fan[-1]
    low, high = last.find_middle_range(0.8)
    range_words = (
        f"and {low} in 4 of 5 simulations"
        if low == high
        else f"between {low} and {high} in 4 of 5 simulations"
    )
    return (
        f"Average rating after the last event: {format_whole_rating(last.mean)}, "
        f"{range_words}."
    )


def choose_event_title(answer: GoalPlanAnswer) -> str:
    """Return the title of the first event, which shows the cost of a bad one."""
    bad = answer.outlook.bad
    if bad.score == answer.plan.rounds:
        return "Almost any first event"
    return "A bad first event" if bad.share <= EVEN else "A typical first event"


def make_bad_event_sentence(answer: GoalPlanAnswer) -> str:
    """Describe the cost of one bad event, for the rating and for the target."""
    look, bad = answer.outlook, answer.outlook.bad
    moved = describe_change(answer.begins_at, bad.after)
    score = f"{format_points(bad.score)} of {answer.plan.rounds}"
    leaves = f"{format_whole_rating(bad.after)} ({moved})"
    if bad.score == answer.plan.rounds:
        return (
            f"A bad first event is rare: you score {score} more than 9 times in 10, "
            "which "
            f"gives {leaves}."
        )
    worse = "" if bad.score == 0 else " or less"
    one = (
        f"{choose_event_title(answer)}, {score}{worse} ({describe_odds(bad.share)}),"
        f"{_describe_opponents(answer)} gives {leaves}"
    )
    one += " or lower" if worse else ""
    now, after = describe_odds(look.at_end.share), describe_odds(bad.chance.share)
    return (
        f"{one}."
        if len(answer.days) == 1 or now == after
        else f"{one}. The chance of finishing at the goal is then {after} instead of {now}."
    )


def make_start_sentence(answer: GoalPlanAnswer) -> str:
    """Describe the starting rating and the assumptions."""
    games = "1 game" if answer.played == 1 else f"{answer.played} games"
    after = f", after the {games} of this estimate" if answer.played else ""
    if answer.unplayed:
        after += ", not counting its unplayed games"
    unsure = max(0.1, 200.0 * answer.outlook.at_end.error)
    words = (
        f"Starting rating: {format_whole_rating(answer.begins_at)}{after}. Based on "
        f"{answer.outlook.paths:,} simulations (margin of error {unsure:.1f} "
        "percentage "
        "points). Opponents are assumed to play at their ratings."
    )
    system, draws = answer.outlook.season.system, answer.plan.draws
    return (
        words
        if system == "R" and draws == USUAL_DRAWS
        else f"{words} {describe_source(system, draws)}"
    )


def make_plan_json(answer: GoalPlanAnswer) -> dict[str, object]:
    """Convert the plan to JSON values."""
    plan, look = answer.plan, answer.outlook
    need, bad = look.need, look.bad
    return {
        "target": plan.target,
        "by": plan.by.isoformat(),
        "rounds": plan.rounds,
        "opponents": [plan.low, plan.high],
        "draws": plan.draws,
        "begins_at": answer.begins_at,
        "paths": look.paths,
        "chance": look.at_end.share,
        "chance_error": look.at_end.error,
        "chance_on_the_way": look.on_the_way.share,
        "games": look.games,
        "score_needed": None if need is None else need.score,
        "score_expected": look.expected,
        "bad_event": {
            "score": bad.score,
            "share": bad.share,
            "rating": bad.after,
            "chance_then": bad.chance.share,
        },
        "events": [
            {
                "end_date": day.isoformat(),
                "mean": spread.mean,
                "quantiles": {
                    f"{share:g}": spread.find_quantile(share)
                    for share in (0.05, 0.25, 0.5, 0.75, 0.95)
                },
            }
            for day, spread in zip(answer.days, look.fan, strict=True)
        ],
    }
