"""Propose corrections of a whole section: its rules, its systems, its type, its members."""

import datetime as dt
from collections.abc import Collection, Iterator
from math import exp
from typing import Final, NamedTuple

from uscalc.counted import group_by_key
from uscalc.document.audit.result import KeyChange, Value
from uscalc.document.audit.scene import AuditScene
from uscalc.document.model import BY_DATE
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import has_dual_time
from uscalc.engine.table import UnknownRuleError

BOUNDARY_DAYS: Final = 1100
"""The maximum distance, in days, to another date whose rules are tried."""
MULTIPLIER: Final = "bonus_multiplier"


class SectionHypothesis(NamedTuple):
    """A correction of a section, its likelihood, and its changes to the file."""

    kind: str
    puts: tuple[KeyChange, ...]
    likelihood: float


def propose_section_facts(
    scene: AuditScene, rulebook: RuleBook, wrong: Collection[int]
) -> Iterator[SectionHypothesis]:
    """Yield every correction of a section as a whole."""
    yield from _propose_rules(scene, rulebook)
    yield from _propose_dual_rating(scene)
    yield from _propose_match(scene)
    yield from _propose_chaining(scene)
    yield from _propose_double_entries(scene, wrong)


def _propose_rules(
    scene: AuditScene, rulebook: RuleBook
) -> Iterator[SectionHypothesis]:
    """Yield the rules before or after a change of rules near the section's date."""
    choice, end = scene.section.section.rules, scene.section.end_date
    if choice.edition is not None:
        return
    here = scene.rules
    days = group_by_key(
        (edge + dt.timedelta(step), name)
        for name, span in here.spans
        for edge, step in ((span.start, -1), (span.end, 1))
        if edge is not None and abs((edge - end).days) <= BOUNDARY_DAYS
    )
    for day, names in days.items():
        there = rulebook(BY_DATE, day, scene.rating.system)
        values = {
            name: value
            for name in names
            if name not in here.overridden
            and isinstance(value := getattr(there, name, None), str | int | float)
        }
        sets = [values] if values else []
        if MULTIPLIER in values and len(values) > 1:
            sets.append({MULTIPLIER: values[MULTIPLIER]})
        away = abs((day - end).days)
        for chosen in sets:
            named: dict[str, str | int | float] = {
                **{key: one for key, one in choice.overrides if one is not None},
                **chosen,
            }
            rules: Value = named
            next_year = (day + dt.timedelta(1)).year
            later = MULTIPLIER in chosen and day < end and end.year == next_year
            prior = scene.priors["rerated" if later else "rules"]
            near = 1.0 if later else exp(-away / scene.priors.get_spread("rules"))
            put = KeyChange(None, (("rules", rules),))
            if _is_other_choice(scene, rulebook, named):
                yield SectionHypothesis("rules", (put,), prior * near)


def _is_other_choice(
    scene: AuditScene, rulebook: RuleBook, values: dict[str, str | int | float]
) -> bool:
    """Return whether these rules can be selected and differ from those in force."""
    choice = type(BY_DATE)(None, tuple(values.items()))
    try:
        rules = rulebook(choice, scene.section.end_date, scene.rating.system)
    except UnknownRuleError:
        return False
    return any(getattr(rules, name) != getattr(scene.rules, name) for name in values)


def _propose_dual_rating(scene: AuditScene) -> Iterator[SectionHypothesis]:
    """Yield the opposite of the present dual rating, which decides whether K is reduced.

    The time control in the file would decide the same thing, so it is removed as well.
    """
    rating = scene.rating
    if (
        rating.system != "R"
        or scene.rules.reduced_k == "none"
        or all(player.start.r0 <= 2200.0 for player in rating.trace.players)
    ):
        return
    section = scene.section.section
    systems: Value = ["R"] if rating.trace.section.dual else ["R", "Q"]
    keys: tuple[tuple[str, Value], ...] = (("systems", systems),)
    if has_dual_time(section, scene.rules) is not None:
        keys = *keys, ("time_control", None)
    yield SectionHypothesis("dual", (KeyChange(None, keys),), scene.priors["dual"])


def _propose_match(scene: AuditScene) -> Iterator[SectionHypothesis]:
    """Yield a section of two players as a match, or a match as an ordinary section."""
    kind = scene.section.section.kind
    if len(scene.members) == 2 and kind in ("event", "match"):
        put = KeyChange(None, (("kind", "match" if kind == "event" else "event"),))
        yield SectionHypothesis("match", (put,), scene.priors["match-kind"])


def _propose_chaining(scene: AuditScene) -> Iterator[SectionHypothesis]:
    """Yield chained sections if they are not chained, and the reverse."""
    document = scene.document
    here = {member.player.id for member in scene.members} - {None}
    elsewhere = {
        player.id
        for index, section in enumerate(document.sections)
        if index != scene.section.index
        for player in section.players
    }
    if here & elsewhere:
        put = KeyChange(None, (("chain_sections", not document.chain_sections),))
        yield SectionHypothesis("chain", (put,), scene.priors["chain"])


def _propose_double_entries(
    scene: AuditScene, wrong: Collection[int]
) -> Iterator[SectionHypothesis]:
    """Yield two rows of one member: no round in common, and equal published ratings."""
    system = scene.rating.system
    targets = scene.targets.by_place
    for place in sorted(wrong):
        one = scene.members[place]
        busy = {game.round for game in scene.base.trace.players[place].entrant.own}
        for other_place, other in enumerate(scene.members):
            target = targets.get(other_place)
            if (
                other_place == place
                or target is None
                or (other_place in wrong and other_place < place)
                or target.published != targets[place].published
            ):
                continue
            entrant = scene.base.trace.players[other_place].entrant
            if (
                busy & {game.round for game in entrant.own}
                or one.player.facts(system).rating != other.player.facts(system).rating
            ):
                continue
            is_same_name = one.player.name.strip().casefold() == (
                other.player.name.strip().casefold()
            )
            first, second = sorted(
                (one.player, other.player), key=lambda player: player.number
            )
            member = first.id or second.id or f"number {first.number}"
            puts = tuple(
                KeyChange(player.number, (("id", member),))
                for player in (second, first)
                if player.id != member
            )
            prior = "member-named-alike" if is_same_name else "member"
            yield SectionHypothesis("member", puts, scene.priors[prior])
