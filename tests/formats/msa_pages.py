"""Invented crosstable pages in US Chess's layout."""

from dataclasses import dataclass, field

LINE = "-" * 60


@dataclass
class Entry:
    number: int
    total: str
    cells: list[str]
    ratings: list[str] = field(default_factory=lambda: ["R: 1500   ->1510   "])
    colors: list[str] = field(default_factory=list)
    member: str = "90000000"


def table(*entries: Entry, rounds: int | None = None) -> str:
    """Return the block of a section, as in `pre` or in copied text."""
    if rounds is None:
        rounds = max(len(entry.cells) for entry in entries)
    lines = [
        LINE,
        " * Click on a Pairing Number to see the Player's Opponents.",
        LINE,
        " Pair | Player Name                     |Total|" + "Round|" * rounds + " ",
        " Num  | USCF ID / Rtg (Pre->Post)       | Pts |"
        + "".join(f"  {i + 1}  |" for i in range(rounds)),
        LINE,
    ]
    for entry in entries:
        cells = "".join(f"{cell:5}|" for cell in entry.cells)
        blank = entry.colors or [""] * len(entry.cells)
        colors = "".join(f"{color:5}|" for color in blank)
        first = entry.ratings[0] if entry.ratings else ""
        lines.append(
            f"{entry.number:5} | INVENTED {entry.number} |{entry.total:5}|{cells}"
        )
        lines.append(f"   NY | {entry.member} / {first} |N:4  |{colors}")
        for rating in entry.ratings[1:]:
            lines.append(f"      |            {rating} |     |{'     |' * len(blank)}")
        lines.append(LINE)
    return "\n".join(lines)


def head(
    number: int = 1,
    name: str = "OPEN",
    dates: str = "2013-05-04 thru 2013-05-05",
    stats: str = "2 Rounds,  2 Players;  K Factor: F  Rating Sys: R   Tnmt Type: S",
    time_control: str = "G/60;d5",
) -> str:
    """Return the heading of a section in HTML, with its unclosed tags."""
    return f"""
<table><tr><td colspan=3 align=center bgcolor=DDDDFF>
<b>Section {number} - {name}</b>
</td>
<tr>
<td width=120>
Section Date(s)
</td>
<td>
<b>{dates}</b>
</td>
<tr><td>Stats</td><td><b>{stats.replace("  ", " &nbsp;")} <br>Time Control: \
{time_control}</b></td></tr></table>
"""


EVENT = """<!-- organizer = [90000000] => NOBODY -->
<html><title>US Chess MSA - Cross Table for LANTERN OPEN (Event 201305050001)</title>
<table><tr><td>
Event
</td><td><b>LANTERN &amp; LAMP</b> &nbsp;<small>(201305050001)</small></td></tr>
<tr><td>
Event Date(s)
</td><td><b>2013-05-04 thru 2013-05-05 </b></td></tr>
<tr><td>Processed</td><td><b>Received: 2013-06-01 &nbsp; Rated: 2013-06-02</b></td></tr>
"""


def page(*sections: tuple[str, str]) -> str:
    """Return a page of headings and tables, with links in the table as on the real page."""
    blocks = []
    for section_head, block in sections:
        escaped = block.replace("INVENTED", "<a href=X.php?1>INVENTED</a>")
        blocks.append(f"{section_head}<tr><td>\n<pre>{escaped}\n</pre></td>")
    return EVENT + "".join(blocks) + "</html>"


PAIR = (Entry(1, "1.5", ["W   2", "D   2"]), Entry(2, "0.5", ["L   1", "D   1"]))
