"""Explain in one sentence a rating that the special formula decided."""

from typing import Final

from uscalc.engine.special import LANDING, REACH
from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.explain.curve import KnotMaker, ZeroRange, make_objective_curve
from uscalc.explain.numbers import (
    ABOUT,
    MINUS,
    PlayerDirectory,
    describe_rating_range,
    describe_strength_source,
    format_number,
    format_rating,
    format_whole_rating,
)

WORDS: Final = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


def explain_special_answer(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    shown: str,
    score: str,
) -> str:
    """Return the one-sentence answer for a player rated by the special formula."""
    if step.capped:
        return (
            f"{shown} is the maximum of the special formula; {score} would give "
            f"{format_whole_rating(find_uncapped_result(player, step))}."
        )
    if step.tie_break is not None:
        return _describe_plateau(player, step, shown, score)
    owners = find_deciding_owners(player, step)
    if owners:
        return _describe_knot(player, step, people, shown, owners)
    whole, _, rounded = shown.partition(", rounded ")
    lead = (
        f"At {format_rating(step.raw) if rounded else whole} a player"
        if step.moves
        else f"{whole} stays: at this rating a player"
    )
    tail = f" Rounded {rounded.partition(' ')[0]}: {whole}." if rounded else ""
    if step.n_eff == 0:
        return f"{lead} is expected to score exactly {score}.{tail}"
    return (
        f"{lead} is expected to score exactly {format_number(step.target, 2)}: "
        f"{score.replace(' from ', ' from these ')}, and "
        f"{_describe_earlier_games(step)}.{tail}"
    )


def _describe_earlier_games(step: SpecialTrace) -> str:
    """Return the earlier games' share of the score: "1.5 from 3 earlier ones, counted ..."."""
    earlier, won = format_number(step.n_eff, 2), step.target - step.score
    one = earlier == "1"
    ones = "1 earlier game" if one else f"{earlier} earlier games"
    if won >= step.n_eff:
        kind = "a win" if one else "wins"
    elif won <= 0:
        kind = "a loss" if one else "losses"
    else:
        kind = "a draw" if one else "draws"
    return (
        f"{format_number(won, 2)} from {ones}, counted as {kind} against "
        f"{format_rating(step.prior)}"
    )


def find_uncapped_result(player: PlayerTrace, step: SpecialTrace) -> float:
    """Return the result of the special formula after its tie-break and before its cap."""
    tie = step.tie_break
    return step.end if tie is None else tie.choose_rating(player.start.r0)


def _describe_plateau(
    player: PlayerTrace, step: SpecialTrace, shown: str, score: str
) -> str:
    tie = step.tie_break
    assert tie is not None
    r0 = format_rating(player.start.r0)
    where = {
        "prior": f"The starting rating, {r0}, is one of them and stays",
        "below": f"The starting rating, {r0}, is lower, so the lowest is the result",
        "above": f"The starting rating, {r0}, is higher, so the highest is the result",
    }[tie.why]
    return (
        f"{shown}: every rating {describe_rating_range(tie.below, tie.above)} fits "
        f"{score}, "
        f"because no opponent is within 400 points. {where}."
    )


def find_deciding_owners(player: PlayerTrace, step: SpecialTrace) -> list[KnotMaker]:
    """Return the players whose ratings alone decide the result; empty if others matter too."""
    prior_counts = step.n_eff > 0
    owners = [
        owner
        for owner in make_objective_curve(step, player.entrant).get_makers(step.end)
        if owner[0] is not None or prior_counts
    ]
    makers = {place for place, _ in owners}
    others = [
        strength
        for place, strength in zip(
            player.entrant.opponents, step.strengths, strict=True
        )
        if place not in makers
    ]
    if prior_counts and None not in makers:
        others.append(step.prior)
    return (
        owners
        if all(abs(strength - step.end) >= REACH - 2 * LANDING for strength in others)
        else []
    )


def _describe_knot(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    shown: str,
    owners: list[KnotMaker],
) -> str:
    makers = {maker for maker, _ in owners}
    others = sum(opponent not in makers for opponent in player.entrant.opponents)
    prior = step.n_eff > 0 and None not in makers
    rest = []
    if others:
        rest.append(
            "the other game"
            if others == 1
            else f"the other {_spell_small_count(others)} games"
        )
    if prior:
        rest.append("the pre-event rating")
    tail = ""
    if rest:
        do = "doesn't" if others + prior == 1 else "don't"
        tail = f"; {' and '.join(rest)} {do} affect the result"
    exactly = shown.replace(MINUS, "-") == f"{step.end:.6f}".rstrip("0").rstrip(".")
    sign = "=" if exactly else ABOUT
    named = ", and ".join(_describe_makers(player, step, people, owners))
    return f"{shown} {sign} {named}{tail}.{_describe_alternatives(player, step)}"


def _describe_alternatives(player: PlayerTrace, step: SpecialTrace) -> str:
    """Describe the other ratings that fit, and the one that is used; empty if no others fit."""
    flat = find_flat_range(player, step)
    if flat is None:
        return ""
    return (
        f" Every rating {describe_rating_range(*flat)} fits; this is the nearest to "
        f"{format_rating(step.start)}, the start of the search."
    )


def find_flat_range(player: PlayerTrace, step: SpecialTrace) -> ZeroRange | None:
    """Return the range of ratings at which f is zero; None if it is only one."""
    zeros = make_objective_curve(step, player.entrant).zeros
    return zeros if zeros.is_range else None


def _describe_makers(
    player: PlayerTrace,
    step: SpecialTrace,
    people: PlayerDirectory,
    owners: list[KnotMaker],
) -> list[str]:
    """Return whose ratings make the knot; opponents with equal ratings are named together."""
    names_by_place: dict[tuple[str, str], list[str]] = {}
    for place, side in owners:
        where = "above" if side == "plus" else "below"
        if place is None:
            what = "rating of the earlier games" if step.n_eff else "starting rating"
            own = f"the {what}, {format_rating(step.prior)}"
            names_by_place.setdefault((where, ""), []).append(own)
            continue
        opponent = people.get_trace(place)
        strength = step.strengths[player.entrant.opponents.index(place)]
        counts = (
            f"{format_whole_rating(strength)} {describe_strength_source(opponent, 5)}"
        )
        before = opponent.entrant.rating
        if before is not None and format_whole_rating(before) != format_whole_rating(
            strength
        ):
            counts += f", {format_whole_rating(before)} pre-event"
        names_by_place.setdefault((where, counts), []).append(
            people.get_spoken_name(place)
        )
    described = []
    for (where, counts), names in names_by_place.items():
        who = " and ".join(([", ".join(names[:-1])] if names[1:] else []) + names[-1:])
        described.append(f"400 {where} {who}" + (f" ({counts})" if counts else ""))
    return described


def _spell_small_count(value: int) -> str:
    """Return a small number in a sentence."""
    return WORDS[value] if value < len(WORDS) else str(value)
