"""Rate a whole event, or rate it again after a change, section by section in its chain.

Every rating is made here; a first rating is made as if everything had changed. A
person's facts are carried to later sections of a chain, and to the next event.
"""

import datetime as dt
from collections.abc import Sequence

from msgspec.structs import replace

from uscalc.document.model import (
    Document,
    Player,
    RatingFacts,
    Section,
    WinRecord,
    with_section,
)
from uscalc.document.rate.engine_input import RuleBook
from uscalc.document.rate.incremental import (
    CachedRating,
    Comparison,
    Only,
    rate_whole_section,
    rerate_section,
)
from uscalc.document.rate.members import find_members
from uscalc.document.rate.people import (
    EventPeople,
    Who,
    find_people,
    find_unjoined_players,
)
from uscalc.document.rate.rated import DocumentRating, SectionRating
from uscalc.engine.floors import (
    ABSOLUTE,
    GAMES_OF_AN_EVENT,
    PERSONAL_FLOOR,
    compute_earned_floor,
    compute_peak_floor,
    is_established,
)
from uscalc.engine.inputs import Entrant, System
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace
from uscalc.monitor import UNMONITORED, Monitor


def facts_after(facts: RatingFacts, trace: PlayerTrace, end: dt.date) -> RatingFacts:
    """Return a player's facts in one system after a section that ended on `end`.

    Without a rated game nothing changes. Counts that were unknown before stay unknown,
    except those of an unrated player, which begin here.
    """
    if trace.formula == "none" or trace.post is None:
        return facts
    entrant = trace.entrant
    new = entrant.rating is None
    games = trace.post_games
    peak = facts.peak
    if peak is None and not new and is_established(facts.games):
        peak = facts.rating
    if is_established(games):
        peak = trace.post if peak is None else max(peak, trace.post)
    # Without `replace`, which takes three times as long, because folders have thousands.
    return RatingFacts(
        rating=trace.post,
        unknown=facts.unknown,
        games=games,
        as_of=end,
        source="latest",
        rounded=False,
        record=_update_record(facts.record, new or facts.games == 0, entrant),
        peak=peak,
        wins=_count_games(facts.wins, new, entrant.wins),
        draws=_count_games(facts.draws, new, entrant.draws),
        events=_count_games(facts.events, new, int(entrant.m >= GAMES_OF_AN_EVENT)),
        floor=facts.floor,
        prize_floor=facts.prize_floor,
        life_master=facts.life_master,
        ceiling=facts.ceiling,
    )


def compute_floor_after(facts: RatingFacts, system: System, rules: Rules) -> int:
    """Return the floor in points that a player's facts after an event give.

    Unknown counts add nothing to the personal absolute floor.
    """
    levels = [ABSOLUTE]
    if system in PERSONAL_FLOOR[rules.personal_floor]:
        levels.append(
            compute_earned_floor(facts.wins or 0, facts.draws or 0, facts.events or 0)
        )
    by_peak = None if facts.peak is None else compute_peak_floor(facts.peak, rules)
    levels += [level for level in (facts.floor, by_peak) if level is not None]
    if facts.prize_floor is not None:
        levels.append(facts.prize_floor.level)
    return max(levels)


def _count_games(before: int | None, new: bool, here: int) -> int | None:
    if before is None:
        return here if new else None
    return before + here


def _update_record(
    before: WinRecord | None, first: bool, entrant: Entrant
) -> WinRecord | None:
    if entrant.draws or 0 < entrant.wins < entrant.m:
        return "mixed"
    here: WinRecord = "all_wins" if entrant.wins else "all_losses"
    if first or before == here:
        return here
    # If the record was unknown, only a win and a loss (or a draw) make it known.
    return None if before is None else "mixed"


Carryover = dict[Who | tuple[int, int], dict[System, RatingFacts]]
"""The facts from which each person starts the next section.

A person without a member ID has a section and a row.
"""


def order_by_chain(document: Document) -> tuple[int, ...]:
    """Return the sections' positions, each after those that it may start from."""
    order = range(len(document.sections))
    if not document.chain_sections:
        return tuple(order)
    return tuple(
        sorted(order, key=lambda i: (document.end_date_of(document.sections[i]), i))
    )


def carry_in(
    section: Section, index: int, people: EventPeople, carried: Carryover
) -> Section:
    """Return a section whose members start from their results in earlier sections."""

    def update(row: int, player: Player) -> Player:
        found = carried.get(people.find_person(index, row) or (index, row))
        if found is None:
            return player
        return replace(player, ratings=tuple({**dict(player.ratings), **found}.items()))

    players = tuple(update(row, player) for row, player in enumerate(section.players))
    return (
        section
        if all(new is old for new, old in zip(players, section.players, strict=True))
        else replace(section, players=players)
    )


def carry_out(rated: SectionRating, people: EventPeople, carried: Carryover) -> None:
    """Store the facts from which the members of a rated section start the next one."""
    for rating in rated.ratings:
        # A member who entered twice is stored once, by the row that represents the member.
        for member in find_members(rated.section):
            player, row = member.player, member.rows[0]
            trace = rating.find_trace(player.number)
            if trace.formula != "none":
                who = people.find_person(rated.index, row) or (rated.index, row)
                carried.setdefault(who, {})[rating.system] = facts_after(
                    player.facts(rating.system), trace, rated.end_date
                )


def make_next_event(rated: DocumentRating, name: str, end_date: dt.date) -> Document:
    """Return a new event with the same sections and players, without results.

    Ratings, games, records, peaks and counts are those after this event. A member who
    plays in several sections starts everywhere from the last one that ended.
    """
    before = rated.document
    people = find_people(before, order_by_chain(before))
    carried: Carryover = {}
    for section in sorted(rated.sections, key=lambda s: (s.end_date, s.index)):
        carry_out(section, people, carried)
    return Document(
        name,
        end_date,
        tuple(
            Section(
                name=section.name,
                time_control=section.time_control,
                online=section.online,
                kind=section.kind,
                systems=section.systems,
                rules=section.rules,
                report=replace(section.report, system=""),
                players=_list_once(
                    carry_in(section, index, people, carried).players, index, people
                ),
            )
            for index, section in enumerate(before.sections)
        ),
        before.chain_sections,
        report=replace(before.report, event_id="", program=""),
    )


def _list_once(
    players: Sequence[Player], index: int, people: EventPeople
) -> tuple[Player, ...]:
    """Return every member once, even with several entries, without results."""
    once: dict[object, Player] = {}
    for row, player in enumerate(players):
        who = people.find_person(index, row) or row
        once.setdefault(who, replace(player, results=(), published=()))
    return tuple(once.values())


def rate_sections(
    document: Document,
    rulebook: RuleBook,
    before: Sequence[CachedRating] = (),
    lenient: bool = False,
    only: Only | None = None,
    monitor: Monitor = UNMONITORED,
    compared: Sequence[Comparison] | None = None,
) -> tuple[CachedRating, ...]:
    """Return the rating of every section, in the document's order.

    `before` is the result for the event before a change, with the same `lenient` and
    `only`; only players whom the change affects are rated again. `compared` has the
    results of `compare_section`, if they are known already. With `lenient`, chained
    sections start from the ratings without broken cells. `monitor` is checked
    regularly.
    """
    done: dict[int, CachedRating] = {}
    carried: Carryover = {}
    order = order_by_chain(document)
    people = find_people(document, order) if document.chain_sections else None
    for index in order:
        section = document.sections[index]
        old = before[index] if index < len(before) else None
        given = document
        if people is not None:
            section = carry_in(section, index, people, carried)
            if old is not None:
                section = _reuse_players(section, old.rating.section)
            if section is not document.sections[index]:
                given = with_section(document, index, section)
        if old is None:
            done[index] = rate_whole_section(given, index, rulebook, only, monitor)
        else:
            found = compared[index] if compared and people is None else None
            done[index] = rerate_section(
                old, given, index, rulebook, only, monitor, found
            )
        if people is not None:
            carry_out(done[index].choose_rating(lenient), people, carried)
    return tuple(done[index] for index in range(len(document.sections)))


def make_document_rating(
    document: Document, worked: Sequence[CachedRating], lenient: bool = False
) -> DocumentRating:
    """Return the ratings of a document from those of its sections, `lenient` or not.

    Findings that need several sections are added.
    """
    sections = [one.choose_rating(lenient) for one in worked]
    order = order_by_chain(document)
    found = dict(find_people(document, order).findings) if len(order) > 1 else {}
    if document.chain_sections:
        for index, finding in find_unjoined_players(document, order).items():
            found[index] = *found.get(index, ()), finding
    for index, more in found.items():
        sections[index] = replace(
            sections[index], findings=(*sections[index].findings, *more)
        )
    return DocumentRating(document, tuple(sections))


def _reuse_players(section: Section, old: Section) -> Section:
    """Return the section with the earlier objects of all players who have not changed.

    These objects show which players a change does not reach.
    """
    if len(section.players) != len(old.players):
        return section
    players = tuple(
        was if was is now or was == now else now
        for was, now in zip(old.players, section.players, strict=True)
    )
    found = replace(section, players=players)
    return old if found == old else found


def rate_document(
    document: Document,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Only | None = None,
) -> DocumentRating:
    """Rate every section.

    `lenient` leaves out broken cells instead of stopping. `only` selects sections (by
    position) and systems; with chained sections the earlier ones are rated too, because
    later ones start from them.
    """
    return make_document_rating(
        document, rate_sections(document, rulebook, (), lenient, only), lenient
    )
