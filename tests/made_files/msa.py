"""US Chess's crosstable page of an event, as HTML and as copied text."""

from uscalc.document import model
from uscalc.document.cells import score_cell

LINE = "-" * 71
NOTE = (
    " * Click on a Pairing Number to see the Player's Opponents.",
    " * Click on a Player's Name for more information about the Player.",
    "Crosstable data is shown in score group/rating order, which is not the same as the "
    "tiebreak order used at the event.",
    "Crosstable data is shown as reported to the USCF by the Tournament Director.  "
    "Please contact the TD to report any crosstable errors.",
)
END = (
    "To receive an email when an event you played in is rated, update your preferences."
)
LETTERS = {("R",): "R", ("Q",): "Q", ("R", "Q"): "D", ("B",): "B"}


def html_page(document: model.Document, robin: bool = False) -> bytes:
    """Return the page; with `robin`, a column is an opponent and not a round."""
    number = document.name.rpartition(" ")[2]
    parts = [
        "<!--\norganizer = (unknown)\n-->\n<html>\n<head>\n<title>US Chess MSA - Cross "
        f"Table for SAMPLE EVENT (Event {number})</title>\n</head>\n<body>\n"
        "<table class=topbar><tr><td>US Chess Federation - Member Services Area</td></table>"
        "\n<form method=post>\n<table border=1>\n<tr>\n<td bgcolor=EEEEEE>\nEvent\n</td>\n"
        f"<td>\n<b>SAMPLE EVENT</b> &nbsp;<small>({number})</small>\n</td>\n</tr>\n"
        "<tr>\n<td>\nLocation\n</td>\n<td><b>SAMPLE</b></td>\n</tr>\n"
        "<tr>\n<td>\nEvent Date(s)\n</td>\n<td>\n"
        f"<b>{document.end_date} </b>\n</td>\n</tr>\n</table>\n<p>\n"
    ]
    for place, section in enumerate(document.sections, 1):
        parts.append(_head(document, place, section))
        table = "\n".join(_lines(section, robin, linked=True))
        parts.append(
            f"<tr>\n<td colspan=3>\n<pre>{table}\n</pre>\n</td>\n</tr>\n</table>"
        )
    parts.append("\n</form>\n<p>\n<hr>\nVersion 1.00b / 2003-10-16\n</body>\n</html>\n")
    return "".join(parts).encode()


def copied_text(document: model.Document) -> bytes:
    (section,) = document.sections
    return "\n".join(_lines(section, robin=False, linked=False)).encode()


def member_id(player: model.Player) -> str:
    """Return the ID on the page; for players whose names are numbers, it contains the number."""
    if player.id is not None:
        return player.id
    return f"9{int(player.name.split()[-1]) % 10**7:07}"


def _head(document: model.Document, place: int, section: model.Section) -> str:
    start, end = section.start_date, section.end_date or document.end_date
    dates = f"{start} thru {end}" if start and start != end else str(end)
    letter = LETTERS[tuple(section.systems or ("R",))]
    kind = "M" if section.kind == "match" else "S"
    said = section.time_control
    control = f"<br>Time Control: {said}" if said else ""
    return (
        f'<a anchor="Section{place}"></a>\n<table border=0>\n<tr>\n<td colspan=3>\n'
        f"<b>Section {place} - {section.name}</b>\n</td>\n</tr>\n<tr>\n<td>\n"
        f"Section Date(s)\n</td>\n<td width=1></td>\n<td>\n<b>{dates}</b>\n</td>\n</tr>\n"
        "<tr>\n<td>\nProcessed\n</td>\n<td></td>\n<td>\n"
        f"<b>Received: {end} &nbsp; Entered: {end} &nbsp; Rated: {end}</b>\n</td>\n</tr>\n"
        "<tr>\n<td>\nStats\n</td>\n<td></td>\n<td>\n"
        f"<b>{section.rounds} Rounds,&nbsp; {len(section.players)} Players;  &nbsp;K Factor:"
        f" F  &nbsp;Rating Sys: {letter}   &nbsp;Tnmt Type: {kind}  {control}</b>\n"
        "</td>\n</tr>\n</table>\n</td>\n</tr>\n"
    )


def _lines(section: model.Section, robin: bool, linked: bool) -> list[str]:
    columns = len(section.players) if robin else section.rounds
    heads = "".join(f"  {number:<3}|" for number in range(1, columns + 1))
    lines = [
        LINE,
        *NOTE,
        LINE,
        f" Pair | Player Name                     |Total|{'Round|' * columns} ",
        f" Num  | USCF ID / Rtg (Pre->Post)       | Pts |{heads} ",
        LINE,
    ]
    for player in section.players:
        number, name = f"{player.number:5}", player.name.upper()
        if linked:
            link = "<a href=XtblPlr.php?{}>{}</a>"
            number = " " + link.format(member_id(player), number.strip())
            name = link.format(member_id(player), name)
        missing = [""] * (columns - len(player.results))
        cells = [_cell(text) for text in (*player.results, *missing)]
        if robin:
            cells = _robin_cells(player, columns)
        total = sum(score_cell(text) for text in player.results)
        row = "".join(f"{cell}|" for cell in cells)
        lines.append(f"{number} | {name:<31} |{total:<5.1f}|{row}")
        blank = "     |" * (columns + 1)
        for place, rating in enumerate(_ratings(player, section)):
            left = f"{member_id(player)} /" if not place else " " * 10
            state = "   MA" if not place else "     "
            lines.append(f"{state} | {left} {rating:<20} |{blank}")
        lines.append(LINE)
    return [*lines, END]


def _cell(text: str) -> str:
    return f"{(text or 'U')[0]}{text[1:].rstrip('wb'):>4}"


def _robin_cells(player: model.Player, columns: int) -> list[str]:
    cells = {player.number: "*    "}
    for text in player.results:
        cells[int(text[1:].rstrip("wb"))] = _cell(text)
    return [cells.get(column, "U    ") for column in range(1, columns + 1)]


def _ratings(player: model.Player, section: model.Section) -> list[str]:
    found = []
    for system in section.systems or ("R",):
        facts, after = player.facts(system), player.published_in(system)
        if facts.rating is None and after is None:
            continue
        found.append(f"{system}: {_rating(facts)}->{_rating(after) if after else ''}")
    return found


def _rating(facts: model.RatingFacts | model.PublishedRating) -> str:
    if facts.rating is None:
        return "Unrated"
    return f"{facts.rating:4.0f}{_provisional(facts.games):3}"


def _provisional(games: int | None) -> str:
    return f"P{games}" if games is not None and games <= 25 else ""
