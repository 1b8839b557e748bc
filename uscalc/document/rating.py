"""Rates a document: every section in every system it counts for, with findings."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace

from uscalc.document.after import facts_after
from uscalc.document.check import broken_cells, check_section
from uscalc.document.engine_input import FOREIGN, RuleBook, section_input
from uscalc.document.facts import check_facts
from uscalc.document.findings import Finding
from uscalc.document.foreign import not_eligible, regular_only
from uscalc.document.members import Member, games_of, members_of
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.document.outcome import results_to_see
from uscalc.engine.guide import Worksheet, worksheet
from uscalc.engine.section import rate_section
from uscalc.engine.systems import ONLINE, SYSTEM_NAMES, System
from uscalc.engine.table import UnknownRuleError
from uscalc.engine.timecontrol import parse_time_control, systems_of
from uscalc.engine.trace import PlayerTrace, SectionTrace


@dataclass(frozen=True, slots=True)
class SystemRating:
    """One section rated in one system.

    `places` finds a pairing number's trace. `guide` holds the worksheets of the guide
    of 2001, in the order of the entrants, when its rules were asked for.
    """

    system: System
    dual: bool
    trace: SectionTrace
    places: dict[int, int]
    guide: tuple[Worksheet, ...] | None = None

    def player(self, number: int) -> PlayerTrace:
        """The trace of a pairing number; re-entries share one."""
        return self.trace.players[self.places[number]]

    def worksheet(self, number: int) -> Worksheet | None:
        """The guide's worksheet of a pairing number, under the guide's rules."""
        return None if self.guide is None else self.guide[self.places[number]]

    def post(self, number: int) -> float | None:
        """The new rating of a pairing number; under the guide, the guide's answer."""
        worked = self.worksheet(number)
        return self.player(number).post if worked is None else worked.result


@dataclass(frozen=True, slots=True)
class SectionRating:
    """What came of one section: findings, and a rating for each system."""

    index: int
    section: Section
    end_date: dt.date
    findings: tuple[Finding, ...]
    ratings: tuple[SystemRating, ...]

    def in_system(self, system: System) -> SystemRating | None:
        """The rating in a system, if there is one."""
        return next((r for r in self.ratings if r.system == system), None)

    @property
    def stopped(self) -> bool:
        """Whether something keeps the whole section from being rated."""
        return any(f.severity == "stops" and f.system is None for f in self.findings)


@dataclass(frozen=True, slots=True)
class DocumentRating:
    """A whole event rated; sections stand in the document's order."""

    document: Document
    sections: tuple[SectionRating, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, section by section."""
        return tuple(f for section in self.sections for f in section.findings)


Carried = dict[tuple[str, System], RatingFacts]


def rate_document(
    document: Document,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Callable[[int, System], bool] | None = None,
) -> DocumentRating:
    """Rates every section.

    `lenient` leaves broken cells out instead of stopping. `only` chooses sections (by
    position) and systems; with chained sections the earlier ones are rated all the
    same, because the later start from them.
    """
    order = range(len(document.sections))
    if document.chain_sections:
        order_by_date = sorted(
            order, key=lambda i: (document.end_of(document.sections[i]), i)
        )
    else:
        order_by_date = list(order)
    carried: Carried = {}
    done: dict[int, SectionRating] = {}
    for index in order_by_date:
        section = document.sections[index]
        if document.chain_sections:
            section = _carry_in(section, carried)
        rated = rate_one(document, section, index, rulebook, lenient, only)
        done[index] = rated
        if document.chain_sections:
            _carry_out(rated, carried)
    return DocumentRating(document, tuple(done[i] for i in order))


def rate_one(
    document: Document,
    section: Section,
    index: int,
    rulebook: RuleBook,
    lenient: bool = False,
    only: Callable[[int, System], bool] | None = None,
) -> SectionRating:
    """Rates one section of a document."""
    end = document.end_of(section)
    if section.kind == "unrated":
        return SectionRating(index, section, end, (), ())
    findings = list(check_section(section, index))
    broken = broken_cells(section) if lenient else frozenset()
    if lenient:
        findings = [_left_out(finding) for finding in findings]
    findings += check_facts(section, index, end)
    systems, problem = section_systems(section, index, end, rulebook)
    if problem is not None:
        findings.append(problem)
    ratings: list[SystemRating] = []
    if not any(f.severity == "stops" and f.system is None for f in findings):
        members = members_of(section)
        for system in systems:
            if only is not None and not only(index, system):
                continue
            rating, more = _rate_system(
                section, members, broken, system, systems, index, end, rulebook
            )
            findings += more
            if rating is not None:
                ratings.append(rating)
    return SectionRating(index, section, end, tuple(findings), tuple(ratings))


def section_systems(
    section: Section, index: int, end: dt.date, rulebook: RuleBook
) -> tuple[tuple[System, ...], Finding | None]:
    """The systems a section is rated in; a finding when nothing says."""

    def problem(message: str, remedy: str) -> Finding:
        return Finding("systems", "stops", message, remedy, index, section.name)

    if section.kind in FOREIGN:
        return ("R",), regular_only(section, index)
    if section.systems is not None:
        if not section.systems:
            return (), problem(
                "its systems are none",
                "name a system, or leave systems to the time control",
            )
        return tuple(dict.fromkeys(section.systems)), _online_problem(section, index)
    if not section.time_control:
        return (), problem(
            "neither a time control nor the rating systems are given",
            'give the time control, such as "G/90;d5", or the systems',
        )
    control = parse_time_control(section.time_control)
    if control is None:
        return (), problem(
            f'the time control "{section.time_control}" cannot be read',
            'write it like "G/90;d5" or "40/120, SD/30;d10", or give the systems',
        )
    try:
        rules = rulebook(section.rules, end, "R")
    except UnknownRuleError as error:
        return (), problem(str(error), "correct the section's rules, or rate by date")
    systems = systems_of(control, section.online, rules.time_control)
    if not systems:
        where = "online" if section.online else "over the board"
        return (), problem(
            f'the time control "{section.time_control}" belongs to no rating system '
            f"{where} under these rules",
            "correct it, or give the systems",
        )
    return systems, None


def _online_problem(section: Section, index: int) -> Finding | None:
    """A finding where an online section is to be rated over the board."""
    board = [system for system in section.systems or () if system not in ONLINE]
    if not section.online or not board:
        return None
    return Finding(
        "online",
        "warns",
        f"it is played online, and {', '.join(board)} is for play over the board",
        "correct online or systems",
        index,
        section.name,
    )


def _rate_system(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[tuple[int, int]],
    system: System,
    systems: tuple[System, ...],
    index: int,
    end: dt.date,
    rulebook: RuleBook,
) -> tuple[SystemRating | None, list[Finding]]:
    findings: list[Finding] = []

    def note(
        code: str, stops: bool, message: str, remedy: str, player: int | None
    ) -> None:
        findings.append(
            Finding(
                code,
                "stops" if stops else "warns",
                message,
                remedy,
                index,
                section.name,
                player,
                None,
                system,
            )
        )

    name = SYSTEM_NAMES[system]
    try:
        rules = rulebook(section.rules, end, system)
    except UnknownRuleError as error:
        note(
            "rules",
            True,
            str(error),
            "correct the section's rules, or rate by date",
            None,
        )
        return None, findings
    if system not in rules.systems:
        note(
            "no-such-system",
            False,
            f"there was no {name} rating under these rules",
            "check the date and the systems of the section",
            None,
        )
    if section.half_k and rules.guide is None:
        note(
            "half-k",
            False,
            "half-K belongs to the 2001 guide and is not applied",
            "choose the rules of the 2001 guide, or clear half-K",
            None,
        )
    if section.kind in FOREIGN and rules.foreign_fide == "nobody":
        note(
            "no-foreign-events",
            False,
            "these rules rate nobody from FIDE events abroad",
            "choose the rules of 2015 or later, or another kind of section",
            None,
        )
    if section.kind in FOREIGN:
        findings += not_eligible(section, members, broken, rules, index)
    unknown = _unknown_rating(section, members, broken, system)
    if unknown is not None:
        note(
            "rating-unknown",
            True,
            f"the {name} rating is not known, so the section is not rated in {name}",
            f"give the {name} rating, or say that the player is unrated",
            unknown,
        )
        return None, findings
    dual = "R" in systems and "Q" in systems
    engine_input = section_input(
        section, members, broken, system, dual, end, rules, rulebook
    )
    trace = rate_section(engine_input, rules)
    findings += results_to_see(section, trace, index, system, rules)
    for code, reason in trace.notes:
        note(code, False, *MATCH_NOTES[reason], None)
    places = {
        section.players[row].number: i
        for i, member in enumerate(members)
        for row in member.rows
    }
    guide = None
    if rules.guide is not None:
        tables = rules.guide
        guide = tuple(worksheet(e, engine_input, tables) for e in engine_input.entrants)
    return SystemRating(system, dual, trace, places, guide), findings


MATCH_NOTES = {
    "players": (
        "a match has two players; this section is rated as an ordinary one",
        "set the section's kind to event",
    ),
    "rating": (
        "a player's rating does not allow a rated match; rated as an ordinary section",
        "check the ratings and the numbers of games",
    ),
    "distance": (
        "the players are more than 400 points apart; rated as an ordinary section",
        "check the ratings",
    ),
}


def _unknown_rating(
    section: Section,
    members: tuple[Member, ...],
    broken: frozenset[tuple[int, int]],
    system: System,
) -> int | None:
    """The number of the first player whose rating is needed and not known."""
    if section.kind in FOREIGN:
        return None
    met: set[int] = set()
    playing: set[int] = set()
    for member in members:
        for _, entry in games_of(section, member, broken):
            playing.add(member.player.number)
            if entry.opponent is not None:
                met.add(entry.opponent)
    for member in members:
        numbers = set(member.numbers(section))
        if member.player.facts(system).unknown and (
            member.player.number in playing or numbers & met
        ):
            return member.player.number
    return None


def _left_out(finding: Finding) -> Finding:
    if finding.round is None:
        return finding
    return replace(finding, severity="warns", remedy=f"left out; {finding.remedy}")


def _carry_in(section: Section, carried: Carried) -> Section:
    """A section whose members start from what earlier sections made of them."""
    if not carried:
        return section

    def update(player: Player) -> Player:
        if player.id is None:
            return player
        ratings = dict(player.ratings)
        for (member, system), facts in carried.items():
            if member == player.id:
                ratings[system] = facts
        return replace(player, ratings=tuple(ratings.items()))

    ids = {member for member, _ in carried}
    return replace(
        section,
        players=tuple(update(p) if p.id in ids else p for p in section.players),
    )


def _carry_out(rated: SectionRating, carried: Carried) -> None:
    for rating in rated.ratings:
        # A re-entered member is carried once, by the row that stands for it.
        for player in (member.player for member in members_of(rated.section)):
            if player.id is None:
                continue
            trace = rating.player(player.number)
            if trace.formula != "none":
                carried[player.id, rating.system] = facts_after(
                    player.facts(rating.system), trace, rated.end_date
                )
