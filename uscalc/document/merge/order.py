"""The order of rows and sections after a merge: moved here, or moved in the file."""

from collections.abc import Container, Sequence

from uscalc.document.merge.match import ThreeWay


def merge_order(trios: Sequence[ThreeWay], standing: Container[int]) -> list[int]:
    """Return the kept sections or players, by index in `trios`.

    If the file moved something and the user didn't, the file's order is used; otherwise
    ours. A new one follows its predecessor on its own side.
    """
    ours = _list_side(trios, 0, standing)
    theirs = _list_side(trios, 2, standing)
    common = set(ours) & set(theirs)
    base = [who for who in _list_side(trios, 1, standing) if who in common]
    known = set(base)
    moved_there = [who for who in theirs if who in known] != base
    moved_here = [who for who in ours if who in known] != base
    if moved_there and not moved_here:
        return _insert_others(theirs, ours)
    return _insert_others(ours, theirs)


def _list_side(
    trios: Sequence[ThreeWay], side: int, standing: Container[int]
) -> list[int]:
    placed = [
        (place, who)
        for who, trio in enumerate(trios)
        if (place := trio[side]) is not None and who in standing
    ]
    return [who for _, who in sorted(placed)]


def _insert_others(order: list[int], others: list[int]) -> list[int]:
    """Return an order, and each of the others after the one that it followed."""
    result = list(order)
    standing = set(order)
    before: int | None = None
    for who in others:
        if who not in standing:
            result.insert(0 if before is None else result.index(before) + 1, who)
        before = who
    return result
