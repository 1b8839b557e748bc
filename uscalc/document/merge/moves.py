"""Find players whom a file has moved to another section."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from uscalc.document.cells import parse_entries
from uscalc.document.compare.people import person_key
from uscalc.document.merge.ledger import MergeLedger
from uscalc.document.merge.match import match_sections_by_name
from uscalc.document.merge.news import make_move_news
from uscalc.document.merge.reporter import name_player
from uscalc.document.model import Document, Player, Section

PlayerPosition = tuple[int, int]
"""A section and a row in it."""


class SectionMove(NamedTuple):
    """A player who moves to another section, with the pairing number there."""

    place: PlayerPosition
    to: int
    number: int


def move_to_file_sections(
    ours: Document, base: Document, theirs: Document, ledger: MergeLedger
) -> tuple[Document, Document]:
    """Return the event and the base with each player in the section that the file has.

    So the user's edits move along with a player. Players with results stay in their old
    section, and only the news says that it is one person.
    """
    to_theirs = match_sections_by_name(base.sections, theirs.sections)
    here, before, now = (
        _find_unique_places(document) for document in (ours, base, theirs)
    )
    movers = [
        person
        for person, (section, _) in now.items()
        if person in before and to_theirs.get(before[person][0]) != section
    ]
    if not movers:
        return ours, base
    ledger.elsewhere = {who: theirs.sections[now[who][0]].name for who in movers}
    to_ours = match_sections_by_name(base.sections, ours.sections)
    from_theirs = {place: section for section, place in to_theirs.items()}
    idle = [
        [_find_idle_rows(s) for s in document.sections] for document in (ours, base)
    ]
    moves: tuple[list[SectionMove], list[SectionMove]] = ([], [])
    for who in movers:
        ledger.monitor.check()
        target = from_theirs.get(now[who][0])
        at, was = here.get(who), before[who]
        if target is None or target not in to_ours or at is None:
            continue
        stands = at[0] == to_ours.get(was[0])
        if not (stands and at[1] in idle[0][at[0]] and was[1] in idle[1][was[0]]):
            continue
        player = _get_player(theirs, now[who])
        section = ours.sections[to_ours[target]]
        taken = (*section.players, *base.sections[target].players)
        numbers = {p.number for p in taken} | {
            move.number for move in moves[1] if move.to == target
        }
        free = player.number not in numbers
        number = player.number if free else max(numbers) + 1
        moves[0].append(SectionMove(at, to_ours[target], number))
        moves[1].append(SectionMove(was, target, number))
        left = ours.sections[at[0]].name
        said = f"moved here from {left}, as number {player.number}"
        news = make_move_news(name_player(player), said, section.name, section.name)
        ledger.count_change("moved", who, None, news)
    return _apply_moves(ours, moves[0]), _apply_moves(base, moves[1])


def _find_unique_places(document: Document) -> Mapping[str, PlayerPosition]:
    """Return the positions of the people who are in one place only."""
    found = [
        (person_key(player), (index, row))
        for index, section in enumerate(document.sections)
        for row, player in enumerate(section.players)
    ]
    count = Counter(person for person, _ in found)
    return {person: at for person, at in found if person and count[person] == 1}


def _get_player(document: Document, place: PlayerPosition) -> Player:
    section, row = place
    return document.sections[section].players[row]


def _find_idle_rows(section: Section) -> frozenset[int]:
    """Return the rows without a result, on either side."""
    named = {
        entry.opponent
        for player in section.players
        for text in player.results
        for entry in parse_entries(text)
    }
    return frozenset(
        row
        for row, player in enumerate(section.players)
        if player.number not in named and not any(map(str.strip, player.results))
    )


def _apply_moves(document: Document, moves: Sequence[SectionMove]) -> Document:
    """Return the document with the moved players at the end of their new sections."""
    gone = {move.place for move in moves}
    sections = [
        replace(
            section,
            players=(
                *(p for row, p in enumerate(section.players) if (i, row) not in gone),
                *(
                    replace(
                        _get_player(document, move.place),
                        number=move.number,
                        results=(),
                    )
                    for move in moves
                    if move.to == i
                ),
            ),
        )
        for i, section in enumerate(document.sections)
    ]
    return replace(document, sections=tuple(sections)) if moves else document
