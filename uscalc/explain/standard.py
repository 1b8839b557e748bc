"""The standard formula in words and figures."""

from uscalc.engine.trace import PlayerTrace, StandardTrace
from uscalc.explain.answer import FULL_NUMERATOR, step_surplus
from uscalc.explain.formula import call, equals, figure, name, power_of_ten, root, total
from uscalc.explain.model import Gauge, Line, line
from uscalc.explain.numbers import change, fine, number, points, rating
from uscalc.explain.people import People

NO_BONUS = {
    "match": "A match gives no bonus.",
    "few-games": "Fewer than three games give no bonus.",
    "repeats": "An opponent was met too often for a bonus.",
}


def standard_lines(
    step: int, player: PlayerTrace, done: StandardTrace, people: People
) -> tuple[Line, ...]:
    """Expectation, K, gain, bonus test and result of one step."""
    section = str(people.section.rules.citations.standard)
    r0, key = figure(rating(player.start.r0)), f"step{step}"
    gain, bonus = change(done.gain), number(done.bonus, 2)
    result = r0 + figure(gain[1:]) if done.gain >= 0 else r0 - figure(gain[1:])
    if gain == "0":
        result = r0
    if done.bonus:
        result = result + figure(bonus)
    return (
        *_expectations(key, player, done, people, section),
        _k_line(key, player, done, section),
        _gain_line(key, player, done, section),
        *_bonus_lines(key, player, done, people),
        line(
            f"{key}.result",
            "The rating of this step.",
            result,
            rating(done.raw),
            section,
        ),
    )


def _expectations(
    key: str, player: PlayerTrace, done: StandardTrace, people: People, section: str
) -> tuple[Line, ...]:
    first = player.entrant.own[0]
    apart = figure(rating(done.strengths[0])) - figure(rating(player.start.r0))
    odds = power_of_ten(apart / figure("400"))
    expected = [figure(number(e, 4)) for e in done.expectations]
    return (
        line(
            f"{key}.we",
            "What can be expected of a game follows from the difference of the ratings;"
            f" here of that against {people.numbered(first.opponent)}.",
            equals(name("We"), figure("1") / (figure("1") + odds)),
            expected[0].plain,
            section,
        ),
        line(
            f"{key}.expected",
            "The score that the ratings predict is the sum of the games.",
            equals(name("E"), total(expected)),
            number(done.expected, 4),
            section,
        ),
    )


def _k_line(key: str, player: PlayerTrace, done: StandardTrace, section: str) -> Line:
    r0, m = player.start.r0, player.entrant.m
    text = "K is what a whole point above expectation is worth"
    above = figure("800")
    if done.k * (player.effective.n_eff + m) < FULL_NUMERATOR:
        text += ", reduced above 2200 in a dual-rated section"
        if r0 >= 2500:
            above = figure("200")
        else:
            lowered = figure("0.0025") * figure(rating(r0))
            above = figure("800") * (figure("6.5") - lowered)
    below = figure(fine(player.effective.n_eff)) + figure(str(m))
    return line(
        f"{key}.k",
        f"{text}.",
        equals(name("K"), above / below),
        number(done.k),
        section,
    )


def _gain_line(
    key: str, player: PlayerTrace, done: StandardTrace, section: str
) -> Line:
    k, score = figure(number(done.k)), figure(points(player.entrant.score))
    return line(
        f"{key}.gain",
        "The score less the expectation, times K.",
        equals(
            k * (score - figure(number(done.expected, 4))),
            k * figure(number(step_surplus(player, done), 4)),
        ),
        change(done.gain),
        section,
    )


def _bonus_lines(
    key: str, player: PlayerTrace, done: StandardTrace, people: People
) -> tuple[Line, ...]:
    section = str(people.section.rules.citations.bonus)
    if player.no_bonus is not None:
        text = NO_BONUS[player.no_bonus]
        return (line(f"{key}.bonus", text, None, "0", section),)
    if done.threshold is None:
        return ()
    multiplier = number(people.section.rules.bonus_multiplier)
    m = player.entrant.m
    counted = str(max(m, 4))
    threshold, gain = number(done.threshold, 2), number(done.gain, 2)
    passed = "passes" if done.bonus else "does not pass"
    return (
        line(
            f"{key}.threshold",
            f"A bonus begins at B√m', with B {multiplier} and m' {counted}"
            f"{' (three games count as four)' if m == 3 else ''}.",
            figure(multiplier) * root(figure(counted)),
            threshold,
            section,
        ),
        line(
            f"{key}.bonus",
            f"The gain {passed} it; what is beyond counts twice."
            if done.bonus
            else f"The gain {passed} it.",
            call("max", figure("0"), figure(gain) - figure(threshold)),
            number(done.bonus, 2),
            section,
            Gauge(done.gain, done.threshold),
        ),
    )
