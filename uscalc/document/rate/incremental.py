"""Rate a section, and after an edit rate again only the players whom the edit reaches.

The result is exactly the same as a full rating. If an edit changes more than cells and
facts of the same players, everyone is rated again.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from uscalc.analysis.whatif import RatedBase
from uscalc.document.findings import Finding
from uscalc.document.model import Document, Section, is_same_except_results
from uscalc.document.rate.check import (
    Problems,
    find_cell_problems,
    find_excluded,
    find_repeated_numbers,
    make_cell_findings,
    map_rows_by_number,
    update_cell_problems,
)
from uscalc.document.rate.engine_input import RuleBook, map_places
from uscalc.document.rate.facts import (
    check_dates,
    check_player,
    check_re_entries,
    find_empty_cells,
)
from uscalc.document.rate.in_system import (
    EarlierRating,
    SystemOutcome,
    rate_system,
)
from uscalc.document.rate.members import (
    Member,
    check_identities,
    find_members,
    map_shared_ids,
)
from uscalc.document.rate.rated import SectionRating, mark_as_excluded, stops_rating
from uscalc.document.rate.systems import find_section_systems
from uscalc.engine.inputs import System
from uscalc.monitor import UNMONITORED, Monitor

Only = Callable[[int, System], bool]
"""Whether the section at a position is rated in a system."""


class PreparedSection(Struct, frozen=True):
    """A section prepared for rating, reused after an edit of the same players.

    `same_id` are the rows whose member ID another row has too. `aside` are the cells
    excluded from rating. `doubts` are findings about facts, by row. `twice`, `dates` and
    `problem` are findings about the section as a whole, which no edit of the same
    players changes.
    """

    rows: Mapping[int, int]
    members: tuple[Member, ...]
    places: dict[int, int]
    problems: Problems
    aside: frozenset[tuple[int, int]]
    doubts: Mapping[int, tuple[Finding, ...]]
    same_id: frozenset[int]
    twice: tuple[Finding, ...]
    dates: tuple[Finding, ...]
    systems: tuple[System, ...]
    problem: Finding | None
    bases: Mapping[System, RatedBase] = {}


class Comparison(Struct, frozen=True):
    """A section of a document compared with its rating before an edit.

    `unchanged` is True if the rating is still valid. `rows` are the rows that the edit
    changed; None if the whole section must be rated.
    """

    unchanged: bool
    rows: Collection[int] | None


REPLACED: Final = Comparison(False, None)
"""The comparison of a section that has no earlier rating."""


class CachedRating(Struct, frozen=True):
    """The rating of a section, and the rating without its broken cells.

    `around` is that second rating, None if no cell is broken. `prepared` is None if the
    whole section must be rated after the next edit.
    """

    rating: SectionRating
    around: SectionRating | None
    prepared: PreparedSection | None

    def choose_rating(self, lenient: bool) -> SectionRating:
        """Return the rating without broken cells if `lenient` and there are any."""
        return self.around if lenient and self.around is not None else self.rating


def rate_whole_section(
    document: Document,
    index: int,
    rulebook: RuleBook,
    only: Only | None = None,
    monitor: Monitor = UNMONITORED,
) -> CachedRating:
    """Rate all players of a section, in all its systems or some."""
    section, end = (
        document.sections[index],
        document.end_date_of(document.sections[index]),
    )
    if section.kind == "unrated":
        return CachedRating(SectionRating(index, section, end, (), ()), None, None)
    rows, members = map_rows_by_number(section), find_members(section)
    problems = find_cell_problems(section, rows, monitor)
    shared = map_shared_ids(section).values()
    systems, problem = find_section_systems(section, index, end, rulebook)
    prepared = PreparedSection(
        rows,
        members,
        map_places(section, members),
        problems,
        find_excluded(section, rows, problems),
        _find_doubts(section, range(len(section.players)), index, document),
        frozenset(row for same in shared for row in same),
        find_repeated_numbers(section, index),
        tuple(check_dates(section, index, end)),
        systems,
        problem,
    )
    return _rate_prepared(document, index, rulebook, prepared, {}, only, monitor)


def rerate_section(
    before: CachedRating,
    document: Document,
    index: int,
    rulebook: RuleBook,
    only: Only | None = None,
    monitor: Monitor = UNMONITORED,
    compared: Comparison | None = None,
) -> CachedRating:
    """Return the result of `rate_whole_section`, but rate only the players an edit reaches.

    `compared` is the result of `compare_section`, if that is known.
    """
    compared = compared or compare_section(before, document, index)
    if compared.unchanged:
        return before
    changed = compared.rows
    prepared, old = before.prepared, before.rating.section
    section = document.sections[index]
    if prepared is None or changed is None:
        return rate_whole_section(document, index, rulebook, only, monitor)
    problems = update_cell_problems(
        section, prepared.rows, old, prepared.problems, changed
    )
    aside = (
        find_excluded(section, prepared.rows, problems)
        if problems is not prepared.problems
        else prepared.aside
    )
    # A cell that is now left out, or included again, changes games like an edit.
    moved = {*changed, *(row for row, _ in aside ^ prepared.aside)}
    places = {prepared.places[section.players[row].number] for row in moved}
    members = list(prepared.members)
    for place in places:
        rows = members[place].rows
        members[place] = Member(section.players[rows[0]], rows)
    doubts = prepared.doubts
    doubtful = [
        row
        for row in changed
        if not is_same_except_results(old.players[row], section.players[row])
    ]
    if doubtful:
        doubts = {row: found for row, found in doubts.items() if row not in doubtful}
        doubts |= _find_doubts(section, doubtful, index, document)
    after = replace(
        prepared,
        members=tuple(members),
        problems=problems,
        aside=aside,
        doubts=doubts,
    )
    rated = before.choose_rating(lenient=True)
    days = {rating.system: rating.other_days for rating in rated.ratings}
    earlier = {
        system: EarlierRating(
            base, prepared.members, prepared.places, places, days[system]
        )
        for system, base in prepared.bases.items()
    }
    return _rate_prepared(document, index, rulebook, after, earlier, only, monitor)


def compare_section(before: CachedRating, document: Document, index: int) -> Comparison:
    """Compare a section with its rating before an edit."""
    section, old = document.sections[index], before.rating.section
    rating, prepared = before.rating, before.prepared
    if rating.index != index or rating.end_date != document.end_date_of(section):
        return REPLACED
    if old is section:
        return Comparison(True, ())
    if (
        prepared is None
        or len(old.players) != len(section.players)
        or replace(old, players=section.players) != section
    ):
        return REPLACED
    pairs = enumerate(zip(old.players, section.players, strict=True))
    rows = [row for row, (one, other) in pairs if one is not other]
    for row in rows:
        one, other = old.players[row], section.players[row]
        if one.number != other.number or one.id != other.id:
            return REPLACED
    # New names or games may change who counts as one person.
    if not prepared.same_id.isdisjoint(rows) and [
        one.rows for one in prepared.members
    ] != [one.rows for one in find_members(section)]:
        return REPLACED
    return Comparison(False, rows)


def count_reached(
    before: CachedRating, section: Section, changed: Collection[int]
) -> int | None:
    """Estimate how many ratings an edit may change; None if all are computed again."""
    prepared = before.prepared
    if prepared is None or len(prepared.bases) < len(prepared.systems):
        return None
    count = 0
    for base in prepared.bases.values():
        near = {prepared.places[section.players[row].number] for row in changed}
        for _ in range(2):
            near |= {place for one in near for place in base.opponents_of[one]}
        count += len(near)
    return count


def _find_doubts(
    section: Section, rows: Iterable[int], index: int, document: Document
) -> dict[int, tuple[Finding, ...]]:
    end = document.end_date_of(section)
    found = (
        (row, check_player(section, section.players[row], index, end)) for row in rows
    )
    return {row: doubts for row, doubts in found if doubts}


def _rate_prepared(
    document: Document,
    index: int,
    rulebook: RuleBook,
    prepared: PreparedSection,
    earlier: Mapping[System, EarlierRating],
    only: Only | None,
    monitor: Monitor,
) -> CachedRating:
    section, end = (
        document.sections[index],
        document.end_date_of(document.sections[index]),
    )
    of_cells = make_cell_findings(section, index, prepared.problems)
    twice, systems, shared = prepared.twice, prepared.systems, bool(prepared.same_id)
    of_facts = [
        *prepared.dates,
        *(
            finding
            for row in sorted(prepared.doubts)
            for finding in prepared.doubts[row]
        ),
        *(check_identities(section, index) if shared else ()),
        *(check_re_entries(section, prepared.members, index) if shared else ()),
        *find_empty_cells(section, prepared.members, index),
        *(() if prepared.problem is None else (prepared.problem,)),
    ]
    found: list[SystemOutcome] = []
    if not stops_rating((*twice, *of_facts)):
        found = [
            rate_system(
                section,
                prepared.members,
                prepared.aside,
                system,
                systems,
                index,
                end,
                rulebook,
                earlier.get(system),
                monitor,
            )
            for system in systems
            if only is None or only(index, system)
        ]
    ratings = tuple(one.rating for one in found if one.rating is not None)
    of_systems = [finding for one in found for finding in one.findings]
    around = None
    strict = (*twice, *of_cells, *of_facts)
    if stops_rating(strict):
        aside = map(mark_as_excluded, of_cells)
        around = SectionRating(
            index, section, end, (*twice, *aside, *of_facts, *of_systems), ratings
        )
        rating = SectionRating(index, section, end, strict, ())
    else:
        rating = SectionRating(index, section, end, (*strict, *of_systems), ratings)
    if twice or section.kind != "event":
        return CachedRating(rating, around, None)
    # The guide's worksheets are made for all players, so every edit rates all of them.
    bases = {
        one.rating.system: one.base
        for one in found
        if one.rating is not None and one.base is not None and one.rating.guide is None
    }
    return CachedRating(rating, around, replace(prepared, bases=bases))
