"""Entries of one name in several chained sections that no member ID joins.

Sections are chained by member ID alone, because two people can have one name. Players
without an ID start every section anew; a warning names them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from uscalc.document.findings import Finding
from uscalc.document.model import Document, Player

CODE: Final = "not-chained"
NAMED: Final = 3
"""The most players that are named; the others are counted."""


def not_chained(document: Document, order: Iterable[int]) -> dict[int, Finding]:
    """Return a warning for each section whose players are in an earlier one unjoined.

    `order` is the one in which the sections are chained.
    """
    found: dict[int, Finding] = {}
    earlier: dict[str, list[tuple[int, Player]]] = {}
    for index in order:
        section = document.sections[index]
        if section.kind == "unrated":
            continue
        apart = list(_find_separate(section.players, earlier))
        if apart:
            found[index] = _make_finding(document, index, apart)
        for player in section.players:
            earlier.setdefault(_normalize_name(player.name), []).append((index, player))
    return found


def _find_separate(
    players: Sequence[Player], earlier: dict[str, list[tuple[int, Player]]]
) -> Iterator[tuple[Player, int]]:
    """Yield players with the earlier section of the same name, one of the two without ID."""
    for player in players:
        for index, other in earlier.get(_normalize_name(player.name), ()):
            if player.name and None in (player.id, other.id):
                yield player, index
                break


def _make_finding(
    document: Document, index: int, apart: Sequence[tuple[Player, int]]
) -> Finding:
    names = [f'"{player.name}"' for player, _ in apart[:NAMED]]
    more = len(apart) - len(names)
    if more:
        names.append(f"{more} more")
    who = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
    sections = dict.fromkeys(place for _, place in apart)
    where = " and ".join(f'"{document.sections[place].name}"' for place in sections)
    one = len(apart) == 1
    return Finding(
        CODE,
        "warns",
        f"{who} {'stands' if one else 'stand'} in {where} too, and "
        f"{'is' if one else 'are'} not chained without a member ID",
        f"enter the ID in both, if {'it is one person' if one else 'they are the same'}",
        index,
        document.sections[index].name,
        apart[0][0].number if one else None,
    )


def _normalize_name(name: str) -> str:
    return " ".join(name.split()).casefold()
