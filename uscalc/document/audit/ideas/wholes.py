"""Ideas about a section as a whole: its rules, its systems, its kind, its members."""

import datetime as dt
from collections.abc import Collection, Iterator
from math import exp
from typing import Final, NamedTuple

from uscalc.document.audit.ideas.idea import Scene
from uscalc.document.audit.result import Put, Value
from uscalc.document.model import BY_DATE
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.systems import has_dual_time
from uscalc.engine.rules import Rules
from uscalc.engine.table import UnknownRuleError

BOUNDARY_DAYS: Final = 1100
"""Rules of another date are looked for so far away."""
MULTIPLIER: Final = "bonus_multiplier"


class Whole(NamedTuple):
    """An idea that is rated from the document: its changes, and its likelihood."""

    kind: str
    puts: tuple[Put, ...]
    likelihood: float


def of_wholes(
    scene: Scene, rulebook: RuleBook, wrong: Collection[int]
) -> Iterator[Whole]:
    """Yield every such idea about a section."""
    yield from _rules(scene, rulebook)
    yield from _dual(scene)
    yield from _match(scene)
    yield from _chain(scene)
    yield from _twice(scene, wrong)


def _rules(scene: Scene, rulebook: RuleBook) -> Iterator[Whole]:
    """Yield the rules on the other side of each day on which one changed not long away."""
    choice, end = scene.section.section.rules, scene.section.end_date
    if choice.edition is not None:
        return
    here = scene.rules
    days: dict[dt.date, list[str]] = {}
    for name, span in here.spans:
        for edge, step in ((span.start, -1), (span.end, 1)):
            if edge is not None and abs((edge - end).days) <= BOUNDARY_DAYS:
                days.setdefault(edge + dt.timedelta(step), []).append(name)
    for day, names in days.items():
        there = rulebook(BY_DATE, day, scene.rating.system)
        values = {
            name: value
            for name in names
            if name not in here.overridden
            and (value := _plain(there, name)) is not None
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
            later = MULTIPLIER in chosen and day < end and end.year == _year(day)
            prior = scene.priors["rerated" if later else "rules"]
            near = 1.0 if later else exp(-away / scene.priors.spread("rules"))
            put = Put(None, (("rules", rules),))
            if _fits(scene, rulebook, named):
                yield Whole("rules", (put,), prior * near)


def _year(day: dt.date) -> int:
    """Return the year that begins after a day, or that a rule of its next day begins in."""
    return (day + dt.timedelta(1)).year


def _plain(rules: Rules, name: str) -> str | int | float | None:
    """Return a parameter's value as the event file may have it."""
    value = getattr(rules, name, None)
    return value if isinstance(value, str | int | float) else None


def _fits(
    scene: Scene, rulebook: RuleBook, values: dict[str, str | int | float]
) -> bool:
    """Return True if these can be chosen, and are other rules than those that hold."""
    choice = type(BY_DATE)(None, tuple(values.items()))
    try:
        rules = rulebook(choice, scene.section.end_date, scene.rating.system)
    except UnknownRuleError:
        return False
    return any(getattr(rules, name) != getattr(scene.rules, name) for name in values)


def _dual(scene: Scene) -> Iterator[Whole]:
    """Yield the other answer to dual rating, which decides whether K is reduced.

    A time control decides that, so the one in the file is left out as well.
    """
    rating = scene.rating
    if rating.system != "R" or scene.rules.reduced_k == "none":
        return
    if all(player.start.r0 <= 2200.0 for player in rating.trace.players):
        return
    section = scene.section.section
    systems: Value = ["R"] if rating.trace.section.dual else ["R", "Q"]
    keys: tuple[tuple[str, Value], ...] = (("systems", systems),)
    if has_dual_time(section, scene.rules) is not None:
        keys = *keys, ("time_control", None)
    yield Whole("dual", (Put(None, keys),), scene.priors["dual"])


def _match(scene: Scene) -> Iterator[Whole]:
    """Yield a match, or none, where two play."""
    kind = scene.section.section.kind
    if len(scene.members) == 2 and kind in ("event", "match"):
        other = "match" if kind == "event" else "event"
        put = Put(None, (("kind", other),))
        yield Whole("match", (put,), scene.priors["match-kind"])


def _chain(scene: Scene) -> Iterator[Whole]:
    """Yield sections that start from one another, or do not."""
    document = scene.document
    here = {member.player.id for member in scene.members} - {None}
    elsewhere = {
        player.id
        for index, section in enumerate(document.sections)
        if index != scene.section.index
        for player in section.players
    }
    if here & elsewhere:
        put = Put(None, (("chain_sections", not document.chain_sections),))
        yield Whole("chain", (put,), scene.priors["chain"])


def _twice(scene: Scene, wrong: Collection[int]) -> Iterator[Whole]:
    """Yield two rows of one member: never in one round, with equal published ratings."""
    system = scene.rating.system
    targets = scene.targets.by_place
    for place in sorted(wrong):
        one = scene.members[place]
        busy = {game.round for game in scene.base.trace.players[place].entrant.own}
        for other_place, other in enumerate(scene.members):
            target = targets.get(other_place)
            if other_place == place or target is None:
                continue
            if other_place in wrong and other_place < place:
                continue
            if target.published != targets[place].published:
                continue
            entrant = scene.base.trace.players[other_place].entrant
            if busy & {game.round for game in entrant.own}:
                continue
            if one.player.facts(system).rating != other.player.facts(system).rating:
                continue
            alike = one.player.name.strip().casefold() == (
                other.player.name.strip().casefold()
            )
            first, second = sorted(
                (one.player, other.player), key=lambda player: player.number
            )
            member = first.id or second.id or f"number {first.number}"
            puts = tuple(
                Put(player.number, (("id", member),))
                for player in (second, first)
                if player.id != member
            )
            prior = "member-named-alike" if alike else "member"
            yield Whole("member", puts, scene.priors[prior])
