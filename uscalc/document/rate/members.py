"""Find the members of a section: one for each person, with all pairing numbers."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, TypeVar

from msgspec import Struct

from uscalc.counted import group_by_key
from uscalc.document.cells import Entry, parse_entries
from uscalc.document.findings import Finding
from uscalc.document.model import Player, Section
from uscalc.document.names import Likeness, rate_similarity
from uscalc.document.rate.check import Place

SAME_ID: Final = "same-id"
"""The code of two people with the same member ID."""
DOUBTFUL: Final = "same-id-doubtful"
"""The code of the finding about a member ID that two people may share."""
ABOUT: Final = "member ID"
NAMED: Final = 3
"""The maximum number of players that a text names; longer lists name the first two."""

Verdict = Literal["same", "doubtful", "different"]
"""One person, one person with a Warning, or two people."""
RANK: Final[dict[Likeness, int]] = {
    "equal": 3,
    "spelling": 2,
    "similar": 1,
    "unknown": 0,
    "different": -1,
}
MOST_ENTRIES: Final = 100
"""The maximum number of entries with one ID to compare in a section."""
T = TypeVar("T")


class MemberEntry(NamedTuple):
    """An entry of a member: its row, its rounds with a game, and its opponents' numbers."""

    row: int
    player: Player
    rounds: frozenset[int]
    met: frozenset[int]


class IdentityVerdict(NamedTuple):
    """The verdict on two entries, with its reasons."""

    verdict: Verdict
    likeness: Likeness
    met: bool = False
    rounds: tuple[int, ...] = ()


def judge_names(
    likeness: Likeness, met: bool = False, rounds: Iterable[int] = ()
) -> IdentityVerdict:
    """Return the verdict on two entries with the same member ID.

    `met` is True if they played each other. `rounds` are those in which both have a
    game at the same time.
    """
    shared = tuple(sorted(rounds))
    verdict: Verdict = "same"
    if met or likeness == "different" or (shared and likeness == "similar"):
        verdict = "different"
    elif shared or likeness in ("similar", "spelling"):
        verdict = "doubtful"
    return IdentityVerdict(verdict, likeness, met, shared)


def make_member_entry(section: Section, row: int) -> MemberEntry:
    """Return a row with its rounds and opponents."""
    player = section.players[row]
    rounds, met = set(), set()
    for number, text in enumerate(player.results, 1):
        for one in parse_entries(text):
            if one.opponent is not None:
                met.add(one.opponent)
            if one.is_pairing:
                rounds.add(number)
    return MemberEntry(row, player, frozenset(rounds), frozenset(met))


def judge_entries(one: MemberEntry, other: MemberEntry) -> IdentityVerdict:
    """Return the verdict on two entries of a section."""
    met = one.player.number in other.met or other.player.number in one.met
    likeness = rate_similarity(one.player.name, other.player.name)
    return judge_names(likeness, met, one.rounds & other.rounds)


def map_shared_ids(section: Section) -> dict[str, list[int]]:
    """Return the rows of each member ID that several rows have."""
    found = group_by_key(
        (member, row)
        for row, player in enumerate(section.players)
        if (member := player.member)
    )
    return {member: rows for member, rows in found.items() if len(rows) > 1}


def divide_rows_of_id(section: Section, rows: Sequence[int]) -> list[tuple[int, ...]]:
    """Divide rows with the same member ID into persons.

    Each person's rows begin with the lowest pairing number. The persons are in the
    order of these numbers. If there are more than `MOST_ENTRIES` rows, each row counts
    as a person.
    """
    if len(rows) > MOST_ENTRIES:
        return [(row,) for row in sorted(rows, key=lambda r: section.players[r].number)]
    entries = sorted(
        (make_member_entry(section, row) for row in rows), key=lambda e: e.player.number
    )
    # Entries without a name are placed last, so that they do not separate others.
    order = sorted(
        entries, key=lambda e: rate_similarity(e.player.name, e.player.name) != "equal"
    )
    groups = divide_entries(order, judge_entries)
    for group in groups:
        group.sort(key=lambda entry: entry.player.number)
    groups.sort(key=lambda group: group[0].player.number)
    return [tuple(entry.row for entry in group) for group in groups]


def divide_entries(
    entries: Iterable[T], judge: Callable[[T, T], IdentityVerdict]
) -> list[list[T]]:
    """Divide entries into persons, none of whom has two entries that are different people.

    Each entry joins the person whose name is most similar.
    """
    groups: list[list[T]] = []
    for entry in entries:
        best, rank = None, -1
        for group in groups:
            judged = [judge(one, entry) for one in group]
            least = min(RANK[one.likeness] for one in judged)
            if least > rank and all(one.verdict != "different" for one in judged):
                best, rank = group, least
        if best is None:
            groups.append([entry])
        else:
            best.append(entry)
    return groups


# In words


def check_identities(section: Section, index: int) -> list[Finding]:
    """Return an Error for each ID that several people in a section have, and the Warnings."""
    found = []
    for member, rows in map_shared_ids(section).items():
        persons = divide_rows_of_id(section, rows)
        if len(persons) > 1:
            found.append(make_two_people_error(section, index, member, persons))
        for person in persons:
            found += _find_doubts(section, index, member, person)
    return found


def make_two_people_error(
    section: Section, index: int, member: str, persons: Sequence[tuple[int, ...]]
) -> Finding:
    """Return the Error for an ID that several people in a section have."""
    first = [make_member_entry(section, rows[0]) for rows in persons[:MOST_ENTRIES]]
    message, remedy = describe_shared_id(
        member,
        [section.players[rows[0]] for rows in persons],
        one_name=any(
            not judged.met and judged.likeness == "similar"
            for place, entry in enumerate(first)
            for judged in (judge_entries(one, entry) for one in first[:place])
        ),
    )
    numbers = [section.players[row].number for rows in persons for row in rows]
    return make_error(index, section.name, message, remedy, numbers)


def describe_shared_id(
    member: str, players: Sequence[Player], one_name: bool = False
) -> tuple[str, str]:
    """Return problem and fix for several people with the same member ID.

    `one_name` is True if the names are so similar that they may be one, misspelled.
    """
    which = "one" if len(players) == 2 else "all but one"
    remedy = f"Correct the ID of {which} of them"
    if one_name:
        remedy += ", or enter the same name for both if they are one player"
    return f"{_join_names(players)} have the same member ID {member}", remedy


def make_error(
    index: int, name: str, message: str, remedy: str, numbers: Sequence[int]
) -> Finding:
    """Return the Error as a finding of a section, at the players with these numbers.

    The section is still rated, with each of the entries as a separate player.
    """
    return Finding(
        SAME_ID,
        "stops",
        message,
        remedy,
        index,
        name,
        numbers[0],
        about=ABOUT,
        also=tuple(numbers[1:]),
        rated=True,
    )


def _find_doubts(
    section: Section, index: int, member: str, person: Sequence[int]
) -> list[Finding]:
    """Return a Warning for each entry that may be another person than the first entry."""
    entries = [make_member_entry(section, row) for row in person]
    found = []
    for place, entry in enumerate(entries):
        for one in entries[:place]:
            judged = judge_entries(one, entry)
            if judged.verdict == "doubtful":
                players = one.player, entry.player
                message, remedy = describe_identity_doubt(member, *players, judged)
                found.append(
                    Finding(
                        DOUBTFUL,
                        "warns",
                        message,
                        remedy,
                        index,
                        section.name,
                        entry.player.number,
                        about=ABOUT,
                        also=(one.player.number,),
                    )
                )
                break
    return found


def describe_identity_doubt(
    member: str, one: Player, other: Player, judged: IdentityVerdict
) -> tuple[str, str]:
    """Return problem and fix for two entries that are rated as one player."""
    if judged.rounds:
        return (
            f"{_join_names((one, other))} have the same member ID {member} and both "
            "have a "
            f"game in round {judged.rounds[0]}. They are rated as one player",
            "Correct the ID of one of them if they are two people",
        )
    return (
        f"{_join_names((one, other))} have the same member ID {member} and are rated "
        "as one "
        "player",
        "Correct the ID of one of them, or enter the same name for both",
    )


def _join_names(players: Sequence[Player]) -> str:
    """Return the players' names; players with the same name have their numbers too."""
    called = []
    names = [player.name.strip() for player in players]
    times = Counter(names)
    for player, name in zip(players, names, strict=True):
        if not name:
            called.append(f"player {player.number}")
        elif times[name] > 1:
            called.append(f"{name} ({player.number})")
        else:
            called.append(name)
    if len(called) > NAMED:
        called[NAMED - 1 :] = [f"{len(called) - NAMED + 1} more"]
    if not names[0]:
        called[0] = called[0][:1].upper() + called[0][1:]
    # Names have commas of their own.
    mark = "; " if any("," in name for name in called) else ", "
    return " and ".join(filter(None, (mark.join(called[:-1]), called[-1])))


class Member(Struct, frozen=True):
    """One person: the row that represents the member (the lowest number), and all rows."""

    player: Player
    rows: tuple[int, ...]

    def list_numbers(self, section: Section) -> tuple[int, ...]:
        """Return the pairing numbers, the lowest first."""
        return tuple(section.players[row].number for row in self.rows)


def find_members(section: Section) -> tuple[Member, ...]:
    """Return the rows grouped by person, in the order of the first row of each.

    The row with the lowest number represents the member. Two people with the same member ID
    are two members (`identity`).
    """
    groups: dict[int, tuple[int, ...]] = {}
    for rows in map_shared_ids(section).values():
        for person in divide_rows_of_id(section, rows):
            groups |= dict.fromkeys(person, person)
    members: dict[tuple[int, ...], Member] = {}
    for row in range(len(section.players)):
        rows_of_one = groups.get(row, (row,))
        if rows_of_one not in members:
            members[rows_of_one] = Member(section.players[rows_of_one[0]], rows_of_one)
    return tuple(members.values())


def list_games(
    section: Section, member: Member, broken: frozenset[Place]
) -> Iterator[tuple[int, Entry]]:
    """Yield every rated game of a member as (round from 1, entry), in order."""
    for row in member.rows:
        for round_index, text in enumerate(section.players[row].results):
            if (row, round_index) in broken:
                continue
            for entry in parse_entries(text):
                if entry.is_game and entry.opponent is not None:
                    yield round_index + 1, entry
