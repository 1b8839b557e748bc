"""Express a chance in familiar odds: "about 1 in 3"."""

from typing import Final

FAMILIAR_ODDS: Final = (
    (1, 10),
    (1, 5),
    (1, 4),
    (3, 10),
    (1, 3),
    (2, 5),
    (1, 2),
    (3, 5),
    (2, 3),
    (7, 10),
    (3, 4),
    (4, 5),
    (9, 10),
)
"""Familiar odds; the difference between two neighbors is negligible."""
RARE: Final = 0.1
RAREST: Final = 1000


def describe_odds(share: float) -> str:
    """Describe a chance: "about 2 in 5", "about 1 in 40"; never as none or all."""
    if share < RARE:
        return _describe_rare(share, "less than 1 in {0}", "about 1 in {0}")
    if share > 1.0 - RARE:
        return _describe_rare(1.0 - share, "more than {1} in {0}", "about {1} in {0}")
    of, whole = min(FAMILIAR_ODDS, key=lambda part: abs(part[0] / part[1] - share))
    return f"about {of} in {whole}"


def _describe_rare(share: float, least: str, words: str) -> str:
    if share * RAREST < 1.0:
        return least.format(RAREST, RAREST - 1)
    count = _round_count(1.0 / share)
    return words.format(count, count - 1)


def _round_count(count: float) -> int:
    """Round a number as people say it: 12, 15, 40, 300."""
    step = 1 if count < 15 else 5 if count < 50 else 10 if count < 100 else 50
    return max(10, round(count / step) * step)
