"""Step 1: the rating and game count that an unrated player starts from."""

from collections.abc import Callable
from datetime import date

from uscalc.engine.blend import blended_rating
from uscalc.engine.inputs import StartFacts
from uscalc.engine.priority import LIST_2009, LIST_2015, listed_rating
from uscalc.engine.rules import Rules
from uscalc.engine.systems import System
from uscalc.engine.trace import Start
from uscalc.engine.variants import Variants

Initial = Callable[[StartFacts, System, date, Rules], Start]

INITIAL: Variants[Initial] = Variants()


@INITIAL.named("list-2009")
def by_list_2009(
    facts: StartFacts, target: System, event_end: date, rules: Rules
) -> Start:
    """The order of precedence of 2009, section 1, Step 1."""
    lines = LIST_2009.get(target) or LIST_2015.get(target, ())
    return listed_rating(lines, facts, event_end, rules)


@INITIAL.named("list-2015")
def by_list_2015(
    facts: StartFacts, target: System, event_end: date, rules: Rules
) -> Start:
    """The orders of priority of 2015, sections 2.1 to 2.5."""
    return listed_rating(LIST_2015.get(target, ()), facts, event_end, rules)


@INITIAL.named("blend-2020")
def by_blend(facts: StartFacts, target: System, event_end: date, rules: Rules) -> Start:
    """The weighted average of every other rating (2020 and 2025, section 2)."""
    return blended_rating(facts, target, event_end, rules)


def initial_rating(
    facts: StartFacts, target: System, event_end: date, rules: Rules
) -> Start:
    """Return R0 and N of a player who is unrated in `target`; the office's own come first."""
    if facts.office is not None:
        rating, games = facts.office
        return Start(rating, games, "office")
    return INITIAL[rules.initial](facts, target, event_end, rules)
