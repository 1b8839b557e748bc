"""The pattern of a result cell for the JSON Schema.

`document.cells` reads cells and gives the reason for a wrong one; a schema can only
match them. JavaScript and Python understand the pattern alike.
"""

from typing import Final

# Spaces are tolerated anywhere, between the figures of a number too.
_FIGURE: Final = r"\s*[0-9]"
_NUMBER: Final = rf"(?=[\s0]*[1-9])({_FIGURE}){{1,5}}"
_RATING: Final = (
    rf"((\s*0)?\s*[1-9]({_FIGURE}){{2}}|\s*[12]({_FIGURE}){{3}}|\s*3(\s*0){{3}})"
)
_ENTRY: Final = (
    rf"\s*([WDLNRSwdlnrs?]{_NUMBER}|[BHUbhu-](\s*0){{0,5}}|[XFZxfz]({_FIGURE}){{0,5}}"
    rf"|[?]{_RATING}\s*-{_RATING})(\s*[WBwb])?\s*"
)
CELL: Final = rf"^(\s*|{_ENTRY}([|]{_ENTRY})*)$"
