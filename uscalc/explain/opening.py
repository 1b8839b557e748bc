"""What a step starts from, and what was scored, before its formula begins."""

from collections.abc import Sequence

from uscalc.engine.trace import PlayerTrace
from uscalc.explain.foreign import CONVERSIONS
from uscalc.explain.model import Line, line
from uscalc.explain.numbers import points, rating
from uscalc.explain.people import People
from uscalc.explain.since import also_cited
from uscalc.explain.words import Words, say


def score_line(player: PlayerTrace, people: People) -> Line:
    """Return S and m, which every formula uses."""
    m = player.entrant.m
    text = say(
        "The score {s} is {points}, and the number of rated games {m} is {count}.",
        points=points(player.entrant.score),
        count=str(m),
    )
    citations = people.section.rules.citations
    where = citations.special if player.formula == "special" else citations.standard
    return line("score", text, None, "", str(where))


def nothing_line(player: PlayerTrace, people: People) -> Line:
    """Return that a player without a rated game is not rated."""
    text = say("No game of this player is rated here, so the rating and {n} stay.")
    if player.entrant.rating is None:
        text = say("No game of this player is rated here: the player stays unrated.")
    return line("nothing", text, None, "", str(people.section.rules.citations.games))


def idle_rounds(idle: Sequence[tuple[int, str]], section: str) -> tuple[Line, ...]:
    """Return the rounds without a rated game, with what there was instead."""
    if not idle:
        return ()
    said = ", ".join(
        f"{number} ({why})" if why else str(number) for number, why in idle
    )
    rounds, counts = ("rounds", "They count") if idle[1:] else ("round", "It counts")
    text = f"Without a rated game: {rounds} {said}. {counts} for nothing here."
    return (line("idle", text, None, "", section),)


def skipped(player: PlayerTrace, people: People) -> Line:
    """Return that Step 3 does nothing for a player, and why."""
    if player.entrant.rating is not None:
        why = say("this one came with a rating")
    else:
        why = say("to this one Step 1 gives {n} = {count}", count=str(player.start.n))
    estimated = sum(
        people.trace(place).step3 is not None
        for place in dict.fromkeys(player.entrant.opponents)
    )
    tail = ""
    if estimated:
        tail = f" Of the opponents it estimates {estimated}, for Step 4 below."
    text = say(
        "It makes a first estimate only of who comes unrated and to whom Step 1 gives no "
        "games, {n} = 0; {why}.{tail}",
        why=why,
        tail=tail,
    )
    return line(
        "step3.skipped", text, None, "", str(people.section.rules.citations.steps)
    )


def opening_line(step: int, player: PlayerTrace, people: People) -> Line:
    """Return which rating the player starts from in a step, and which the opponents have."""
    text = _opening(step, player)
    rules = people.section.rules
    section = str(rules.citations.steps)
    conversion = CONVERSIONS.get(people.section.section.kind)
    if conversion is not None:
        # Such an event has one pass and ratings of its own for the opponents.
        section = also_cited(str(rules.citations.foreign), conversion, rules)
    return line(f"step{step}.from", text, None, "", section)


def _opening(step: int, player: PlayerTrace) -> Words:
    rated = player.entrant.rating is not None
    own = "own rating before the event" if rated else "own starting rating of Step 1"
    r0 = rating(player.start.r0)
    if step == 3:
        return say(
            "Step 3 starts from the player's {own}, {r0} = {at}, and the opponents' ratings "
            "before the event; of those who came unrated, from Step 1.",
            own=own,
            at=r0,
        )
    if step == 4:
        return say(
            "Step 4 starts from the player's {own}, {r0} = {at}. The opponents count as the "
            "table says. Its result serves one purpose: in Step 5 the player counts so as "
            "an opponent.",
            own=own,
            at=r0,
        )
    if player.step4 is None:
        return say(
            "The player starts from {r0} = {at}. The opponents count as the table says.",
            at=r0,
        )
    same = player.step4.strengths == (player.step5 or player.step4).strengths
    theirs = (
        "The opponents' ratings are the same as in Step 4, and so is all that follows."
        if same
        else "Only the opponents' ratings are new: those that Step 4 gave them."
    )
    return say(
        "Step 5 starts from the player's {own} again, {r0} = {at}, not from the result of Step "
        "4. {theirs}",
        own=own,
        at=r0,
        theirs=theirs,
    )
