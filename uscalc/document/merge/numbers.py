"""The pairing numbers of a merged section, and those to be remembered as the file's."""

from collections.abc import Iterable

from uscalc.document.merge.cells import TableState
from uscalc.document.merge.ledger import MergeLedger


def number_players(
    people: Iterable[int],
    ours: TableState,
    base: TableState,
    theirs: TableState,
    ledger: MergeLedger,
) -> dict[int, int]:
    """Return each person's number: a typed one first, then the file's, then ours.

    A number is only a label: a number typed here stays without a finding.
    """
    typed: dict[int, int] = {}
    said: dict[int, int] = {}
    own: dict[int, int] = {}
    for who in people:
        ledger.monitor.check()
        here, now = ours.players.get(who), theirs.players.get(who)
        if now is None:
            assert here is not None
            own[who] = here.number
        elif here is None:
            said[who] = now.number
        else:
            before = base.players.get(who, here).number
            renumbered = here.number not in (before, now.number)
            keep = renumbered and not ledger.take_theirs
            (typed if keep else said)[who] = (here if keep else now).number
    numbers = dict(typed)
    free = max([0, *typed.values(), *said.values(), *own.values()])
    for wanted in (said, own):
        taken = set(numbers.values())
        for who, number in wanted.items():
            if number in taken:
                free += 1
                number = free
            numbers[who] = number
    return numbers


def number_as_in_file(base: TableState, theirs: TableState) -> dict[int, int]:
    """Return the file's numbers, and free ones for those that it no longer has."""
    numbers = {who: p.number for who, p in theirs.players.items()}
    taken = set(numbers.values())
    for who, player in base.players.items():
        if who not in numbers:
            free = player.number not in taken
            numbers[who] = player.number if free else max(taken) + 1
            taken.add(numbers[who])
    return numbers
