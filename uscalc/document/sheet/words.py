"""The words of a line of a sheet, as players write them: results, colors, fillers."""

from typing import Final

from uscalc.document.sheet.sheet import Result


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_RESULTS: Final[tuple[tuple[Result, str], ...]] = (
    ("W", "w win won wins beat beats beaten defeated + 1.0"),
    ("D", "d draw drew drawn draws tie tied half remis = 1/2 0.5 .5 0,5"),
    ("L", "l loss lost lose loses losses - 0.0"),
)
RESULTS: Final = {word: letter for letter, text in _RESULTS for word in text.split()}
COLOURS: Final = {
    **dict.fromkeys(("white", "whites", "wh"), "white"),
    **dict.fromkeys(("b", "black", "blacks", "blk"), "black"),
}
TO_PLAY: Final = _words(
    "? next play plays playing upcoming pending tba tomorrow tonight later"
)
AGAINST: Final = _words("vs v versus against")
"""Words before an opponent; without a result, the game is unplayed."""
NOT_RATED: Final = _words("bye byes forfeit forfeits forfeited ff x f h u noshow")
"""Words for a round without a rated game."""
FILLERS: Final = _words(
    "with to by over as a an the on at in of who is was rated rating rtg elo opponent "
    "opp round rd r game games uscf i my me him her and then est established prov "
    "provisional player someone somebody pre ended finished out"
)
OWN_FILLERS: Final = _words(
    "my rating rtg is i am r est established prov provisional uscf now"
)
