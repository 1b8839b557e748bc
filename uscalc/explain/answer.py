"""Explain in one sentence what decided a player's rating."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace, StandardTrace
from uscalc.explain.answer_special import explain_special_answer
from uscalc.explain.numbers import (
    MINUS,
    MOST_DECIMALS,
    PlayerDirectory,
    choose_equality_sign,
    format_game_count,
    format_number,
    format_points,
    format_rating,
    format_whole_rating,
    parse_exact,
    rounds_to,
)

FLOOR_NAMES: Final = {
    "absolute": "the absolute floor",
    "personal": "the personal absolute floor",
    "given": "the floor given for this player",
    "peak": "the peak-rating floor",
    "prize": "the prize floor",
    "life-master": "the floor of the Original Life Master title",
}

LIMIT_NAMES: Final = {
    "match": "one match",
    "180 days": "180 days",
    "3 years": "three years",
}
NO_MATCH: Final = {
    "players": "it doesn't have exactly two players",
    "rating": "one player's rating isn't eligible for a match",
    "distance": "the two ratings are more than 400 points apart",
}
ROUNDING: Final = 0.001
"""A numerator of K counts as reduced if it is smaller by more than this."""


def explain_answer(player: PlayerTrace, people: PlayerDirectory) -> str:
    """Return the post-event rating and its cause in one sentence, for any player."""
    if player.formula == "none" or player.step5 is None:
        return (
            "No rated game: the player stays unrated."
            if player.post is None
            else f"No rated game: {format_whole_rating(player.post)} stays."
        )
    step5 = player.step5
    decision = (
        _explain_standard(player, step5, people.section.rules)
        if isinstance(step5, StandardTrace)
        else explain_special_answer(
            player, step5, people, format_step_5_result(player), describe_score(player)
        )
    )
    *others, last = [*_describe_adjustments(player), ""]
    if others:
        # The last adjustment decided the rating, so it comes first.
        *others, last = others
        assert player.post is not None
        last = f"{format_whole_rating(player.post)}: {last}"
    sentences = [
        last,
        decision,
        *map(to_sentence_case, others),
        *_describe_waived_floor(player),
        *_describe_start(player),
        *_describe_event_kind(people),
    ]
    return " ".join(part for part in sentences if part)


def _describe_start(player: PlayerTrace) -> list[str]:
    """Return where an unrated player's starting rating comes from."""
    start = player.start
    if start.how == "rated":
        return []
    counted = "no games" if not start.n else format_game_count(start.n)
    began = f"Starting rating {format_rating(start.r0)} ({counted})"
    how = {
        "blend": "from the player's only other rating"
        if len(start.sources) == 1
        else "the average of the player's other ratings",
        "list": "the first rating on the list",
        "office": "set by US Chess",
        "adult": "for an adult without a birth date",
        "child": "because nothing else is known",
    }.get(start.how)
    if start.how == "age" and start.age is not None:
        how = f"based on age {format_number(start.age, 1)}"
    return [] if how is None else [f"{began}, {how}."]


def _describe_event_kind(people: PlayerDirectory) -> list[str]:
    """Describe what is special about a section of this type."""
    kind = people.section.section.kind
    for note, why in people.section.notes:
        if note == "no-match" and why in NO_MATCH:
            return [f"Not rated as a match: {NO_MATCH[why]}."]
    if kind == "estimate":
        return [
            "An estimate: every step uses the opponents' ratings as given, because "
            "their own "
            "results are unknown."
        ]
    if kind in ("foreign-fide", "foreign-fide-youth"):
        return [
            "Not checked: US Chess membership, FIDE flag, and whether the player opted "
            "in "
            "before the event."
        ]
    return []


def _explain_standard(player: PlayerTrace, step: StandardTrace, rules: Rules) -> str:
    surplus = player.entrant.score - step.expected
    if format_number(step.gain, 2) == "0":
        return (
            f"{format_step_5_result(player)} stays: {describe_score(player)} is the "
            "expected score."
        )
    above = "above" if surplus >= 0 else "below"
    figures = format_standard_figures(
        player.start.r0, step, surplus, format_step_5_result(player)
    )
    unit = "point" if figures.surplus == "1" else "points"
    numerator = step.k * (player.effective.n_eff + player.entrant.m)
    reduced = (
        " (reduced above 2200)" if numerator < rules.k_numerator - ROUNDING else ""
    )
    sign = MINUS if step.gain < 0 else "+"
    bonus = f" + {figures.bonus} bonus" if step.bonus else ""
    text = (
        f"{format_step_5_result(player)} {figures.sign} {figures.r0} {sign} "
        f"{figures.gain}{bonus}: {figures.surplus} {unit} {above} expected, times K "
        f"{figures.k}{reduced}, gives {sign}{figures.gain}"
    )
    if step.threshold is not None and step.bonus:
        return (
            f"{text}, and the {figures.bonus} points above the bonus threshold, "
            f"{figures.threshold}, count twice."
        )
    return (
        f"{text}. No bonus (threshold {figures.threshold})."
        if step.threshold is not None and step.gain > 0
        else f"{text}."
    )


class StandardFigures(NamedTuple):
    """The numbers of the standard formula as text, with enough decimals that they agree."""

    r0: str
    surplus: str
    k: str
    gain: str
    threshold: str
    bonus: str
    sign: str


def format_standard_figures(
    r0: float, step: StandardTrace, surplus: float, result: str
) -> StandardFigures:
    """Return the numbers of the standard formula as text, so that the printed ones agree."""
    shown = result.rpartition(" ")[2]
    for places in range(1, MOST_DECIMALS):
        for more in range(places, MOST_DECIMALS):
            found = _format_figures(r0, step, surplus, places, more)
            if rounds_to(parse_exact(found.surplus) * parse_exact(found.k), found.gain):
                break
        gain, bonus = parse_exact(found.gain), parse_exact(found.bonus)
        total = parse_exact(found.r0) + (gain if step.gain >= 0 else -gain) + bonus
        beyond = gain - parse_exact(found.threshold)
        if (not step.bonus or rounds_to(beyond, found.bonus)) and rounds_to(
            total, shown
        ):
            break
    return found._replace(sign=choose_equality_sign(total, shown))


def _format_figures(
    r0: float, step: StandardTrace, surplus: float, places: int, more: int
) -> StandardFigures:
    """Format the sums with `places` decimals, and the factors with `more`."""
    return StandardFigures(
        format_rating(r0, max(places - 2, 0)),
        format_number(abs(surplus), more + 1),
        format_number(step.k, more),
        format_number(abs(step.gain), places),
        format_number(step.threshold or 0.0, places),
        format_number(step.bonus, places),
        "",
    )


def describe_score(player: PlayerTrace) -> str:
    """Return the score in words: "2.5 points from 4 games"."""
    score, m = player.entrant.score, player.entrant.m
    return f"{format_points(score)} point{'' if score == 1 else 's'} from {format_game_count(m)}"


def format_step_5_result(player: PlayerTrace) -> str:
    """Return the result of Step 5 as displayed; if this is rounded, with the exact value."""
    step, floors, before = player.step5, player.floors, player.rounded_from
    assert step is not None
    limited = player.match is not None and player.match.limited_by is not None
    if floors is None or before is None or limited:
        return format_whole_rating(step.raw)
    if before == step.raw and floors.before != before:
        way = "up" if floors.before > before else "down"
        return f"{format_whole_rating(floors.before)}, rounded {way} from {format_rating(before)}"
    return format_whole_rating(step.raw)


def to_sentence_case(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _describe_adjustments(player: PlayerTrace) -> Iterator[str]:
    """Return how minimum, match limits, floors and ceiling change Step 5's result, in order."""
    step, floors, match = player.step5, player.floors, player.match
    if step is not None and step.result != step.raw:
        yield "the result of a step is at least 100."
    if match is not None and match.limited_by is not None:
        yield (
            f"the limit for {LIMIT_NAMES[match.limited_by]} changes "
            f"{format_whole_rating(match.uncapped)} to {format_rating(match.result)}."
        )
    if floors is not None and floors.acted:
        held_by, held = floors.held
        yield (
            f"{FLOOR_NAMES[held_by]}, {held}, applies; without the floor, "
            f"{format_whole_rating(floors.before)}."
        )
    if floors is not None and floors.capped and floors.ceiling is not None:
        yield (
            f"the ceiling of {format_rating(floors.ceiling)} applies; without the "
            "ceiling, "
            f"{format_whole_rating(floors.held[1] if floors.acted else floors.before)}."
        )


def _describe_waived_floor(player: PlayerTrace) -> list[str]:
    """Return a note on a rating that a match has left below its floor, if it has."""
    floors = player.floors
    if floors is None or not floors.waived:
        return []
    return [
        f"It is below {FLOOR_NAMES[floors.name]}, {floors.floor}. After a match, the "
        "player may ask US Chess to lower the floor by 100."
    ]
