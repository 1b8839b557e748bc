"""The answer in one sentence: what decided a player's rating."""

from uscalc.engine.trace import PlayerTrace, SpecialTrace, StandardTrace
from uscalc.explain.numbers import MINUS, change, number, points, rating, whole
from uscalc.explain.people import People, knot_owners, strength_source

FLOOR_NAMES = {
    "absolute": "the absolute floor",
    "personal": "the personal absolute floor",
    "given": "the floor given for this player",
    "peak": "the floor by the highest rating",
    "prize": "the floor of a prize",
    "life-master": "the floor of the Original Life Master title",
}


def answer(player: PlayerTrace, people: People) -> str:
    """What the post-event rating is and why, for any path through the steps."""
    if player.formula == "none" or player.step5 is None:
        if player.post is None:
            return "No rated game: the player stays unrated."
        return f"No rated game: {whole(player.post)} stays."
    step5 = player.step5
    if isinstance(step5, StandardTrace):
        said = _standard(player, step5)
    else:
        said = _special(player, step5, people)
    return " ".join([said, *_afterwards(player), *_kind(people)])


def _kind(people: People) -> list[str]:
    """What a reader must know of an event of its own kind."""
    kind = people.section.section.kind
    if kind == "estimate":
        return [
            "An estimate: the opponents' ratings are used as given in every step, because "
            "their own results are not known."
        ]
    if kind in ("foreign-fide", "foreign-fide-youth"):
        return ["Not checked: membership, flag, and whether the player opted in."]
    return []


def _standard(player: PlayerTrace, step: StandardTrace) -> str:
    surplus = step_surplus(player, step)
    above = "above" if surplus >= 0 else "below"
    gained = f"{number(abs(surplus), 2)} points {above} expectation"
    text = (
        f"{_lead(player)} = {rating(player.start.r0)} {_signed(step.gain)}"
        f"{f' + {number(step.bonus, 1)} bonus' if step.bonus else ''}: "
        f"{gained} times K {number(step.k, 1)} is {change(step.gain, 1)}"
    )
    if step.bonus and step.threshold is not None:
        text += (
            f", and the {number(step.bonus, 1)} points beyond "
            f"{number(step.threshold, 1)} count twice"
        )
    return f"{text}."


def _lead(player: PlayerTrace) -> str:
    """What Step 5 came to, as it is shown, and from what it was rounded."""
    step, floors, before = player.step5, player.floors, player.rounded_from
    assert step is not None
    limited = player.match is not None and player.match.limited_by is not None
    if floors is None or before is None or limited:
        return whole(step.raw)
    if before == step.raw and floors.before != before:
        way = "up" if floors.before > before else "down"
        return f"{whole(floors.before)}, rounded {way} from {rating(before)}"
    return whole(step.raw)


def sentence_case(text: str) -> str:
    """The text with its first letter made large; names within keep theirs."""
    return text[:1].upper() + text[1:]


def _signed(value: float) -> str:
    sign = MINUS if value < 0 else "+"
    return f"{sign} {number(abs(value), 1)}"


def step_surplus(player: PlayerTrace, step: StandardTrace) -> float:
    """S - E, in points."""
    return player.entrant.score - step.expected


def _special(player: PlayerTrace, step: SpecialTrace, people: People) -> str:
    m = player.entrant.m
    score = f"{points(step.score)} point{'' if step.score == 1 else 's'} from "
    score += "1 game" if m == 1 else f"{m} games"
    shown = _lead(player)
    if step.capped:
        return f"{shown} is the most that this formula gives; {score} would be more."
    if step.tie_break is not None:
        return f"{shown}: {score} fit a whole range of ratings, and the prior chose."
    owners = knot_owners(step.end, player.entrant, step.strengths, step.prior)
    if owners:
        place, side = owners[0]
        where = "above" if side == "plus" else "below"
        if place is None:
            return f"{shown} = 400 {where} the player's own prior {rating(step.prior)}."
        opponent = people.trace(place)
        strength = step.strengths[player.entrant.opponents.index(place)]
        counts = f"who counts {whole(strength)} {strength_source(opponent, 5)}"
        before = opponent.entrant.rating
        if before is not None and whole(before) != whole(strength):
            counts += f" ({whole(before)} before the event)"
        makers = {maker for maker, _ in owners}
        others = sum(opponent not in makers for opponent in player.entrant.opponents)
        rest = ""
        if others:
            games = "game only says" if others == 1 else f"{others} games only say"
            rest = f"; the other {games} that it is this knot"
        return f"{shown} = 400 {where} {people.name(place)}, {counts}{rest}."
    if not step.moves:
        return f"{shown} stays: {score} is what the opponents predict there."
    one_sided = people.section.section.kind == "estimate"
    whose = (
        "the opponents' ratings" if one_sided else "the opponents' ratings after Step 4"
    )
    prior = "" if step.n_eff == 0 else f" and {number(step.n_eff, 1)} earlier games"
    return f"{shown} is where {score} is exactly what {whose}{prior} predict."


def _afterwards(player: PlayerTrace) -> list[str]:
    """What match limits, the minimum, rounding, floors and ceiling made of it."""
    said = []
    step, floors, match = player.step5, player.floors, player.match
    if step is not None and step.result != step.raw:
        said.append("It is raised to the minimum of 100.")
    if match is not None and match.limited_by is not None:
        limits = {
            "match": "one match",
            "180 days": "180 days",
            "3 years": "three years",
        }
        said.append(
            f"The limit for {limits[match.limited_by]} makes it {rating(match.result)}."
        )
    if floors is None:
        return said
    if floors.acted:
        said.append(
            f"{sentence_case(FLOOR_NAMES[floors.name])}, {floors.floor}, holds it; "
            f"without it {whole(floors.before)}."
        )
    if floors.waived:
        said.append(
            f"It is below {FLOOR_NAMES[floors.name]}, {floors.floor}: after a match "
            "this asks for the floor to be lowered by 100."
        )
    if floors.capped and floors.ceiling is not None:
        said.append(f"The ceiling of {rating(floors.ceiling)} caps it.")
    return said
