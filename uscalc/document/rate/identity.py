"""The decision whether entries with one member ID are one person.

The decision is made here and nowhere else: ratings, chained sections, the next event,
the rating report, a published page and the audit all group entries by it.

1. Entries that played each other, or whose names are clearly different, are two people.
2. Equal names are one person. Games in the same round are a Warning: the first entry of
   one schedule and the second of another can have the same round numbers.
3. Similar names are one person with a Warning. With games in the same round they are two
   people, because brothers and sisters have similar names. An initial or a missing middle
   name is not enough for that: two such spellings are one person with a Warning.
4. A missing name, or a number in its place, contradicts nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeVar

from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.findings import Finding
from uscalc.document.model import Player, Section

if TYPE_CHECKING:
    from uscalc.document.names import Likeness

SAME_ID: Final = "same-id"
"""The code of two people under one member ID."""
DOUBTFUL: Final = "same-id-doubtful"
"""The code of a member whose entries may be two people's."""
ABOUT: Final = "member ID"
NAMED: Final = 3
"""The most players that a text names; longer lists name the first two."""

Verdict = Literal["same", "doubtful", "different"]
"""One person, one person with a Warning, or two people."""
_RANK: Final[dict["Likeness", int]] = {
    "equal": 3,
    "spelling": 2,
    "similar": 1,
    "unknown": 0,
    "different": -1,
}
T = TypeVar("T")


class MemberEntry(NamedTuple):
    """An entry of a member: a row, the rounds with a game, and the numbers it met."""

    row: int
    player: Player
    rounds: frozenset[int]
    met: frozenset[int]


class IdentityVerdict(NamedTuple):
    """The verdict on two entries, with its reasons."""

    verdict: Verdict
    likeness: "Likeness"
    met: bool = False
    rounds: tuple[int, ...] = ()


def judge_names(
    likeness: "Likeness", met: bool = False, rounds: Iterable[int] = ()
) -> IdentityVerdict:
    """Return the verdict on two entries with one member ID.

    `met` says that they played each other. `rounds` are those in which both have a game
    at the same time.
    """
    shared = tuple(sorted(rounds))
    verdict: Verdict = "same"
    if met or likeness == "different" or (shared and likeness == "similar"):
        verdict = "different"
    elif shared or likeness in ("similar", "spelling"):
        verdict = "doubtful"
    return IdentityVerdict(verdict, likeness, met, shared)


def entry_of(section: Section, row: int) -> MemberEntry:
    """Return a row with its rounds and opponents."""
    player = section.players[row]
    rounds, met = set(), set()
    for number, text in enumerate(player.results, 1):
        cell = parse_cell(text)
        for one in () if isinstance(cell, BadCell) else cell:
            if one.opponent is not None:
                met.add(one.opponent)
            if one.is_game or one.outcome == "to-play":
                rounds.add(number)
    return MemberEntry(row, player, frozenset(rounds), frozenset(met))


def judge_entries(one: MemberEntry, other: MemberEntry) -> IdentityVerdict:
    """Return the verdict on two entries of a section."""
    met = one.player.number in other.met or other.player.number in one.met
    alike = _compare_names(one.player.name, other.player.name)
    return judge_names(alike, met, one.rounds & other.rounds)


def _compare_names(one: str, other: str) -> "Likeness":
    # Most events have no two entries with one ID, and a start does not wait for it.
    from uscalc.document.names import rate_similarity

    return rate_similarity(one, other)


def shared_ids(section: Section) -> dict[str, list[int]]:
    """Return the rows of each member ID that several rows have, in their order."""
    found: dict[str, list[int]] = {}
    for row, player in enumerate(section.players):
        if player.member:
            found.setdefault(player.member, []).append(row)
    return {member: rows for member, rows in found.items() if len(rows) > 1}


def persons_of_id(section: Section, rows: Sequence[int]) -> list[tuple[int, ...]]:
    """Divide rows with one member ID into persons.

    Each person's rows begin with the lowest pairing number. So does the list.
    """
    entries = sorted(
        (entry_of(section, row) for row in rows), key=lambda e: e.player.number
    )
    # Entries without a name are placed last, so that they do not separate others.
    order = sorted(
        entries, key=lambda e: _compare_names(e.player.name, e.player.name) != "equal"
    )
    groups = divide_entries(order, judge_entries)
    for group in groups:
        group.sort(key=lambda entry: entry.player.number)
    groups.sort(key=lambda group: group[0].player.number)
    return [tuple(entry.row for entry in group) for group in groups]


def divide_entries(
    entries: Iterable[T], judge: Callable[[T, T], IdentityVerdict]
) -> list[list[T]]:
    """Divide entries into persons: no person's entries include two that are different.

    Each entry joins the person whose name is most like its own.
    """
    groups: list[list[T]] = []
    for entry in entries:
        best, rank = None, -1
        for group in groups:
            judged = [judge(one, entry) for one in group]
            least = min(_RANK[one.likeness] for one in judged)
            if least > rank and all(one.verdict != "different" for one in judged):
                best, rank = group, least
        if best is None:
            groups.append([entry])
        else:
            best.append(entry)
    return groups


# In words


def check_identities(section: Section, index: int) -> list[Finding]:
    """Return an Error for each ID that several people of a section have, and Warnings."""
    found = []
    for member, rows in shared_ids(section).items():
        persons = persons_of_id(section, rows)
        if len(persons) > 1:
            found.append(two_people(section, index, member, persons))
        for person in persons:
            found += _find_doubts(section, index, member, person)
    return found


def two_people(
    section: Section, index: int, member: str, persons: Sequence[tuple[int, ...]]
) -> Finding:
    """Return the Error for an ID that several people of a section have."""
    first = [entry_of(section, rows[0]) for rows in persons]
    message, remedy = same_id_words(
        member,
        [entry.player for entry in first],
        one_name=any(
            not judged.met and judged.likeness == "similar"
            for place, entry in enumerate(first)
            for judged in (judge_entries(one, entry) for one in first[:place])
        ),
    )
    numbers = [section.players[row].number for rows in persons for row in rows]
    return make_error(index, section.name, message, remedy, numbers)


def same_id_words(
    member: str, players: Sequence[Player], one_name: bool = False
) -> tuple[str, str]:
    """Return problem and fix for several people with one member ID.

    `one_name`: their names are so alike that they can be one person, misspelled.
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

    The section is still rated, with each of the entries as a player.
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
    """Return a Warning for each entry that may be of another person than the first."""
    entries = [entry_of(section, row) for row in person]
    found = []
    for place, entry in enumerate(entries):
        for one in entries[:place]:
            judged = judge_entries(one, entry)
            if judged.verdict == "doubtful":
                players = one.player, entry.player
                message, remedy = doubt_words(member, *players, judged)
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


def doubt_words(
    member: str, one: Player, other: Player, judged: IdentityVerdict
) -> tuple[str, str]:
    """Return problem and fix for two entries that are rated as one player."""
    if judged.rounds:
        return (
            f"{_join_names((one, other))} have the same member ID {member} and both have a "
            f"game in round {judged.rounds[0]}. They are rated as one player",
            "Correct the ID of one of them if they are two people",
        )
    return (
        f"{_join_names((one, other))} have the same member ID {member} and are rated as one "
        "player",
        "Correct the ID of one of them, or enter the same name for both",
    )


def _join_names(players: Sequence[Player]) -> str:
    """Return the players' names; players with one name have their numbers too."""
    called = []
    names = [player.name.strip() for player in players]
    for player, name in zip(players, names, strict=True):
        if not name:
            called.append(f"player {player.number}")
        elif names.count(name) > 1:
            called.append(f"{name} ({player.number})")
        else:
            called.append(name)
    if len(called) > NAMED:
        called[NAMED - 1 :] = [f"{len(called) - NAMED + 1} more"]
    first = called[0][:1].upper() + called[0][1:] if not names[0] else called[0]
    called[0] = first
    # Names have commas of their own.
    mark = "; " if any("," in name for name in called) else ", "
    return " and ".join(filter(None, (mark.join(called[:-1]), called[-1])))
