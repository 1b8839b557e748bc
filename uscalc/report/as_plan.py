"""Describe a plan: the chance, the score it takes, and what one bad event costs."""

from collections.abc import Iterator
from typing import Final

from uscalc.analysis.chances import USUAL_DRAWS
from uscalc.document.sheet.plan import PlanAnswer
from uscalc.explain.numbers import number, points, whole
from uscalc.report.as_answer import change_words
from uscalc.report.forecast.odds import odds_words
from uscalc.report.forecast.words import source_words

EVEN: Final = 0.5
"""A score that is more likely than not is the usual one, not a bad one."""


def plan_text(answer: PlanAnswer) -> str:
    """Return the whole plan, for a message or a note."""
    return "\n".join(plan_lines(answer)) + "\n"


def plan_lines(answer: PlanAnswer) -> Iterator[str]:
    """Yield the chance, and then a sentence for each other fact of the plan."""
    yield chance_sentence(answer)
    yield from plan_notes(answer)


def plan_notes(answer: PlanAnswer) -> Iterator[str]:
    """Yield the sentences below the chance."""
    yield asked_words(answer)
    yield need_sentence(answer)
    yield path_sentence(answer)
    yield bad_sentence(answer)
    yield start_sentence(answer)


def asked_words(answer: PlanAnswer) -> str:
    """Describe the plan: "1800 by 2026-06-30: 6 events of 5 games against 1700"."""
    plan, events = answer.plan, len(answer.days)
    games = "1 game" if plan.rounds == 1 else f"{plan.rounds} games"
    of = f"1 event of {games}" if events == 1 else f"{events} events of {games}"
    ends = f"{plan.low:g}"
    if plan.low != plan.high:
        ends += f" to {plan.high:g}"
    return (
        f"{plan.target:g} by {plan.by}: {of} against {ends}, the last on "
        f"{answer.days[-1]}."
    )


def chance_sentence(answer: PlanAnswer) -> str:
    """Describe the chance of the target, on the way and at the end."""
    look = answer.outlook
    goal, share = f"{look.target:g}", look.at_end.share
    end = f"You stand at {goal} or more after the last event: {odds_words(share)}."
    if len(answer.days) == 1:
        return end
    way = odds_words(look.on_the_way.share)
    return f"You reach {goal} after one of the events: {way}. {end}"


def need_sentence(answer: PlanAnswer) -> str:
    """Describe the score it takes, spread evenly, beside the expected score."""
    look = answer.outlook
    mean = f"On average you make {number(look.expected, 1)} of {look.games}."
    goal = f"{look.target:g}"
    against = _against(answer)
    if look.need is None:
        return f"No score{against} is enough for {goal} in this time. {mean}"
    if not look.need.score:
        return f"For {goal} no further point is needed. {mean}"
    score = f"{points(look.need.score)} of {look.games}{against}"
    each = _each(look.need.score, len(answer.days))
    if not each:
        return f"For {goal} at the end you need {score}. {mean}"
    return (
        f"Made evenly, {each}, {goal} at the end takes {score}; fewer may be enough "
        f"where the good events come last. {mean}"
    )


def _against(answer: PlanAnswer) -> str:
    """Describe the opponents of a score by the middle of their range, if it is a range."""
    low, high = answer.plan.low, answer.plan.high
    return "" if low == high else f" against {whole((low + high) / 2.0)}"


def _each(score: float, events: int) -> str:
    """Describe how a score divides among the events when it is spread evenly."""
    if events == 1:
        return ""
    low, over = divmod(round(2 * score), events)
    if not over:
        return f"{points(low / 2)} in every event"
    return f"{points(low / 2)} or {points((low + 1) / 2)} in every event"


def path_sentence(answer: PlanAnswer) -> str:
    """Describe the rating to expect after the last event."""
    last = answer.outlook.fan[-1]
    low, high = last.within(0.8)
    where = f"4 times of 5 between {low} and {high}"
    if low == high:
        where = f"at least 4 times of 5 at {low}"
    return f"After the last event you stand at {whole(last.mean)} on average, {where}."


def event_title(answer: PlanAnswer) -> str:
    """Return the title of the first event that shows what a bad one costs."""
    bad = answer.outlook.bad
    if bad.score == answer.plan.rounds:
        return "Nearly every first event"
    return "A bad first event" if bad.share <= EVEN else "The usual first event"


def bad_sentence(answer: PlanAnswer) -> str:
    """Describe what one bad event costs, at once and for the target."""
    look, bad = answer.outlook, answer.outlook.bad
    moved = change_words(answer.begins_at, bad.after)
    score = f"{points(bad.score)} of {answer.plan.rounds}"
    leaves = f"{whole(bad.after)} ({moved})"
    if bad.score == answer.plan.rounds:
        return (
            f"A bad first event is rare: you make {score} more than 9 times of 10, which "
            f"leaves {leaves}."
        )
    worse = "" if bad.score == 0 else " or less"
    one = (
        f"{event_title(answer)}, {score}{worse} ({odds_words(bad.share)}),"
        f"{_against(answer)} leaves {leaves}"
    )
    one += " or lower" if worse else ""
    now, after = odds_words(look.at_end.share), odds_words(bad.chance.share)
    if len(answer.days) == 1 or now == after:
        return f"{one}."
    return f"{one}; the chance for the end is then {after}, not {now}."


def start_sentence(answer: PlanAnswer) -> str:
    """Describe the starting rating and the assumptions."""
    games = "1 game" if answer.played == 1 else f"{answer.played} games"
    after = f", after the {games} of this sheet" if answer.played else ""
    if answer.to_come:
        after += "; what is still to come in the sheet does not count"
    unsure = max(0.1, 200.0 * answer.outlook.at_end.error)
    words = (
        f"It begins at {whole(answer.begins_at)}{after}. {answer.outlook.paths:,} ways "
        f"were played through at random, which leaves the chances unsure by {unsure:.1f} "
        "in 100; opponents are taken at their ratings."
    )
    system, draws = answer.outlook.season.system, answer.plan.draws
    if system == "R" and draws == USUAL_DRAWS:
        return words
    return f"{words} {source_words(system, draws)}"


def plan_json(answer: PlanAnswer) -> dict[str, object]:
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
                    f"{share:g}": spread.quantile(share)
                    for share in (0.05, 0.25, 0.5, 0.75, 0.95)
                },
            }
            for day, spread in zip(answer.days, look.fan, strict=True)
        ],
    }
