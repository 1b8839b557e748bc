"""How the width of the crosstable is shared out among names and rounds."""

from typing import NamedTuple


class WantedWidths(NamedTuple):
    """The widths to choose between, in pixels.

    `fixed` is what all other columns take together; a name is never narrower than
    `tight` and never wider than `wide`; `usual` is what it has where rounds are out of
    sight anyhow, unless fewer than `fewest` would be left. `spread` is the most that a
    round gets beyond `round`.
    """

    fixed: int
    round: int
    tight: int
    usual: int
    wide: int
    fewest: int
    spread: int


class SharedWidth(NamedTuple):
    """The name's width, each round's, the last one's, and how many are in sight."""

    name: int
    round: int
    last: int
    shown: int


def share_width(room: int, rounds: int, wanted: WantedWidths) -> SharedWidth:
    """Share `room` pixels; `rounds` counts the column that begins the next one.

    The name gives way before a round is out of sight; the column that begins the next
    round is the first to go. Where all are in sight the last takes what is left over,
    so that the figures after the rounds are at the edge.
    """
    free = max(room - wanted.fixed, 0)
    for shown in (rounds, rounds - 1):
        rest = free - shown * wanted.round
        if shown > 0 and rest >= wanted.tight:
            name = min(rest, wanted.wide)
            spread = min((rest - name) // shown, wanted.spread)
            width = wanted.round + spread
            return SharedWidth(name, width, free - name - width * (shown - 1), shown)
    for name in (wanted.usual, wanted.tight):
        shown = (free - name) // wanted.round
        if shown >= wanted.fewest:
            break
    shown = max(shown, 1)
    spread = max(free - name - shown * wanted.round, 0) // shown
    width = wanted.round + spread
    rest = max(free - name - width * (shown - 1), width)
    return SharedWidth(name, width, rest, shown)
