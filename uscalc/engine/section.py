"""Rates a whole section in one system: the five steps for everybody, in order."""

from uscalc.engine.inputs import SectionInput
from uscalc.engine.match import match_obstacle
from uscalc.engine.pause import Pause, go_on
from uscalc.engine.rules import Rules
from uscalc.engine.steps import finish, plan, step_3, step_4_or_5
from uscalc.engine.trace import SectionTrace, SpecialTrace, StepTrace

ONE_PASS = ("foreign-fide", "foreign-fide-youth")


def rate_section(
    section: SectionInput, rules: Rules, pause: Pause = go_on
) -> SectionTrace:
    """Return every player's new rating with everything that led to it.

    Depends on nothing but its arguments. The traces stand in the order of
    `section.entrants`. `pause` is called between two players of a step.
    """
    notes: tuple[tuple[str, str], ...] = ()
    is_match = False
    if section.kind == "match":
        obstacle = match_obstacle(section, rules)
        is_match = obstacle is None
        if obstacle is not None:
            notes = (("no-match", obstacle),)

    # Steps 1 and 2.
    plans = []
    for entrant in section.entrants:
        pause()
        plans.append(plan(entrant, section, rules, is_match))
    strengths = [planned.start.r0 for planned in plans]

    # Step 3, for the unrated with N = 0 only.
    step3: list[SpecialTrace | None] = [None] * len(plans)
    if section.kind not in ONE_PASS:
        for i, planned in enumerate(plans):
            if planned.needs_step3:
                pause()
                opponents = tuple([strengths[j] for j in planned.entrant.opponents])
                step3[i] = step_3(planned, opponents)
        for i, first in enumerate(step3):
            if first is not None:
                strengths[i] = first.result

    # Step 4.
    step4: list[StepTrace | None] = [None] * len(plans)
    if section.kind not in ONE_PASS:
        after = list(strengths)
        for i, planned in enumerate(plans):
            pause()
            if planned.formula != "none":
                opponents = tuple([strengths[j] for j in planned.entrant.opponents])
                step4[i] = done = step_4_or_5(planned, opponents)
                after[i] = done.result
        strengths = after

    # Step 5, and what follows it.
    players = []
    for i, planned in enumerate(plans):
        pause()
        step5: StepTrace | None = None
        if planned.formula != "none":
            opponents = tuple([strengths[j] for j in planned.entrant.opponents])
            step5 = step_4_or_5(planned, opponents)
        players.append(finish(planned, step3[i], step4[i], step5, section, rules))
    return SectionTrace(section, rules, tuple(players), notes)
