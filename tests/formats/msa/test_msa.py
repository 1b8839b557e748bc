"""Crosstable pages: headings, cells, ratings, and their ambiguities."""

import datetime as dt
import time

import pytest

from tests.build import codes
from tests.formats.msa_pages import LINE, PAIR, Entry, head, page, table
from tests.shared_data import load_cases
from uscalc.document.model import PublishedRating, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, FormatError, open_text
from uscalc.formats.msa.table import order_square_by_rounds, parse_result

DAY = dt.date(2013, 5, 5)


def printed_rating(rating: float, games: int | None = None) -> RatingFacts:
    return RatingFacts(rating, games=games, source="published")


def pasted(*entries: Entry) -> Section:
    return open_text(table(*entries), DAY).document.sections[0]


def test_the_event_and_its_sections_have_what_the_heads_say():
    stats = "2 Rounds,  2 Players;  K Factor: H  Rating Sys: D   Tnmt Type: M"
    reserve = head(2, "RESERVE", "2013-05-05", stats, "40/90, SD/30;d5")
    opened = open_text(page((head(), table(*PAIR)), (reserve, table(*PAIR))))
    document = opened.document
    assert (document.name, document.end_date) == ("LANTERN & LAMP", DAY)
    assert not document.chain_sections
    first, second = document.sections
    assert (first.name, first.start_date) == ("OPEN", dt.date(2013, 5, 4))
    assert (first.end_date, first.time_control) == (DAY, "G/60;d5")
    assert (first.systems, first.kind, first.half_k) == (("R",), "event", False)
    assert (second.name, second.start_date, second.end_date) == ("RESERVE", DAY, DAY)
    assert (second.systems, second.kind, second.half_k) == (("R", "Q"), "match", True)
    assert second.time_control == "40/90, SD/30;d5"
    assert [len(section.players) for section in document.sections] == [2, 2]
    assert opened.format == "msa"
    assert not opened.findings
    said = 'Section "OPEN": 2 players, 2 rounds, rated in Regular.'
    assert opened.understood[0] == said


def test_the_copied_page_reads_as_its_html():
    copied = "\n".join(
        [
            "Event Summary",
            "Event\tLANTERN & LAMP  (201305050001)",
            "Event Date(s)\t2013-05-04 thru 2013-05-05 ",
            "Section 1 - OPEN",
            "Section Date(s)\t2013-05-04 thru 2013-05-05",
            "Stats\t",
            "2 Rounds,  2 Players;  K Factor: F  Rating Sys: R   Tnmt Type: S",
            "Time Control: G/60;d5",
            table(*PAIR),
        ]
    )
    html = page((head(), table(*PAIR)))
    assert open_text(copied).document == open_text(html).document


@pytest.mark.parametrize("system", ["OR", "OQ", "OB"])
def test_online_systems_make_an_online_section(system):
    stats = f"2 Rounds,  2 Players;  K Factor: F  Rating Sys: {system}   Tnmt Type: S"
    entries = [
        Entry(1, "1.0", ["W   2"], [f"{system}: 1500P7 ->1510P8 "]),
        Entry(2, "0.0", ["L   1"], [f"{system}: Unrated-> 700P1 "]),
    ]
    section = open_text(page((head(stats=stats), table(*entries)))).document.sections[0]
    assert section.online
    assert section.systems == (system,)
    assert section.players[0].facts(section.systems[0]).games == 7


@pytest.mark.parametrize(
    ("printed", "before", "after"),
    [
        ("R: 1794   ->1817   ", printed_rating(1794), PublishedRating(1817)),
        ("R: 1650P12->1663P18", printed_rating(1650, 12), PublishedRating(1663, 18)),
        ("R:  925P 4->  99   ", printed_rating(925, 4), None),
        ("R: Unrated-> 100P5 ", RatingFacts(), PublishedRating(100, 5)),
        ("R: 1500   ->       ", printed_rating(1500), None),
        ("R: 9999   ->1500   ", RatingFacts(unknown=True), PublishedRating(1500)),
        ("                   ", RatingFacts(unknown=True), None),
    ],
)
def test_a_rating_line_gives_the_ratings_before_and_after(printed, before, after):
    other = Entry(2, "0.0", ["L   1"])
    player = pasted(Entry(1, "1.0", ["W   2"], [printed]), other).players[0]
    assert (player.facts("R"), player.published_in("R")) == (before, after)
    assert (player.id, player.name) == ("90000000", "INVENTED 1")


@pytest.mark.parametrize(
    ("cell", "token"), load_cases("test_msa", "a_cell_has_its_meaning")
)
def test_each_cell_of_the_page_is_read(cell, token):
    assert parse_result(cell) == token


def test_unusual_cells_and_tables_without_heads_are_kept():
    for cell in ("W", "W  0x", "B  12", "Q   3", "W12 5", "E", "W  -1"):
        assert parse_result(cell) == cell
    # A game without an opponent doesn't become a bye.
    assert parse_result("W   0") == "W0"
    opened = open_text(page((head(3, "(unnamed)"), table(*PAIR))))
    assert opened.document.sections[0].name == "Section 3"
    document = open_text(f"{table(*PAIR)}\n{table(*PAIR)}", DAY).document
    assert [section.name for section in document.sections] == ["Section 1", "Section 2"]
    rows = table(*PAIR).split(LINE, 3)[3]
    players = open_text(rows, DAY).document.sections[0].players
    assert [player.results for player in players] == [("W2", "D2"), ("L1", "D1")]


def test_colors_follow_the_results_they_stand_under():
    first, second = ["W   2", "B    ", "D   2", "H    "], ["L   1", "U    ", "D   1"]
    one, other = pasted(
        Entry(1, "2.0", first, colors=["W", "", "B", ""]),
        Entry(2, "0.5", [*second, "U    "], colors=["B", "", "W", ""]),
    ).players
    assert one.results == ("W2w", "B", "D2b", "H")
    assert other.results == ("L1b", "U", "D1w", "U")


def test_a_forfeit_stays_with_the_opponent_of_its_column():
    cells = square(4)
    cells[0][0], cells[3][3] = "X   0", "F   0"
    players = section(cells).players
    assert players[0].results.index("X") == players[3].results.index("F")


def test_colors_move_with_their_games():
    first = Entry(1, "1.0", ["*", "W   2"], colors=["", "W"], member="90000001")
    second = Entry(2, "0.0", ["L   1", "*"], colors=["B", ""], member="90000002")
    players = open_text(table(first, second), DAY).document.sections[0].players
    assert [player.results for player in players] == [("W2w",), ("L1b",)]


@pytest.mark.parametrize(("total", "token"), [("2.0", "B"), ("1.5", "H"), ("1.0", "U")])
def test_a_lone_e_is_resolved_by_the_points(total, token):
    two = Entry(1, total, ["W   2", "E    "]), Entry(2, "0.0", ["L   1", "U    "])
    opened = open_text(table(*two), DAY)
    assert opened.document.sections[0].players[0].results == ("W2", token)
    assert codes(opened) == ["cell-settled"]
    assert str(opened.findings[0]).startswith('section "Section 1", player 1, round 2:')


FEW = "2 Rounds,  3 Players;  K Factor: F  Rating Sys: R   Tnmt Type: S"


def test_figures_that_differ_from_what_is_printed_are_findings():
    rows = Entry(1, "3.0", ["W   2", "E    "]), Entry(2, "0.0", ["L   1", "U    "])
    assert pasted(*rows).players[0].results == ("W2", "E")
    points = table(Entry(1, "1.5", ["W   2"]), Entry(2, "0.0", ["L   1"]))
    for text, code, number, said in (
        (points, "points-differ", 1, "prints 1.5 points but shows results for 1"),
        (
            page((head(stats=FEW), table(*PAIR))),
            *("player-count", None, "announces 3 players but shows 2"),
        ),
    ):
        (found,) = open_text(text, DAY).findings
        assert (found.code, found.player, found.severity) == (code, number, "warns")
        assert said in found.message


def test_dates_are_not_invented_and_pages_without_rows_refused():
    with pytest.raises(EndDateNeededError) as caught:
        open_text(table(*PAIR))
    assert str(caught.value) == (
        "No end date found. Copy the page with its heading, or save it as HTML."
    )
    opened = open_text(f"Event\nLANTERN OPEN (201305050001)\n{table(*PAIR)}")
    assert opened.document.end_date == DAY
    assert any("201305050001" in sentence for sentence in opened.assumed)
    with pytest.raises(FormatError, match="No player rows found"):
        open_text(page((head(), f"{LINE}\n Num  | USCF ID / Rtg (Pre->Post) |")))
    dual = ["R: 1500   ->1510   ", "Q: 1400   ->1410   "]
    section = pasted(Entry(1, "1.0", ["W   2"], dual), Entry(2, "0.0", ["L   1"]))
    assert section.systems == ("R", "Q")
    assert section.players[1].facts("Q") == RatingFacts(unknown=True)


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (table(*PAIR), DAY),
        (page((head(), table(*PAIR))), dt.date(2020, 1, 1)),
        (f"2013-05-04 thru 2013-05-05\n{table(*PAIR)}", None),
    ],
)
def test_the_end_date_is_that_of_the_page_or_else_the_one_given(text, given):
    assert open_text(text, given).document.end_date == DAY


@pytest.mark.parametrize(
    "said",
    [
        "Processed\nReceived: 2013-07-21   Rated: 2013-07-21",
        "Event Date(s)\n2013-05-34",
    ],
)
def test_the_day_of_processing_and_impossible_dates_are_not_the_events(said):
    with pytest.raises(EndDateNeededError):
        open_text(f"{said}\n{table(*PAIR)}")


HOSTILE = ("<", "<!--", "&#", "<pre", " ", "1|", "R: 1500", "-", "Cross Table for ")


@pytest.mark.parametrize("hostile", [*HOSTILE, "Event ("])
def test_the_time_to_read_grows_with_the_text_only(hostile):
    text = f"<html>Cross Table for MSA - Cross Table for\n{hostile * 200_000}|"
    began = time.process_time()
    with pytest.raises(FormatError):
        open_text(text)
    assert time.process_time() - began < 5


# Round robins printed by opponents are sorted into rounds; other tables are not.


def square(size: int, cycles: int = 1) -> list[list[str]]:
    """Return a page on which the higher player wins; the columns are the rows in reverse order."""
    columns = list(reversed(range(size))) * cycles

    def cell(row: int, column: int) -> str:
        letter = "W" if row < column else "L"
        return "*" if row == column else f"{letter} {column + 1:3}"

    return [[cell(row, column) for column in columns] for row in range(size)]


def section(cells: list[list[str]]) -> Section:
    entries = []
    for i, row in enumerate(cells):
        points = str(sum(cell[0] == "W" for cell in row))
        entries.append(Entry(i + 1, points, row, member=f"9000000{i}"))
    return pasted(*entries)


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("size", range(2, 10))
def test_every_game_is_in_one_round_on_both_sides(size, cycles):
    read = section(square(size, cycles))
    assert not check_section(read, 0)
    assert read.rounds == cycles * (size if size % 2 else size - 1)
    for player in read.players:
        games = [token for token in player.results if token != "U"]
        assert len(games) == cycles * (size - 1)
        assert player.results.count("U") == cycles * (size % 2)


@pytest.mark.parametrize(
    "cells",
    [
        [["*", "W   2"], ["*", "L   1"]],
        [["*", "W   2"], ["L   1", "     "]],
        [["*", "W   3"], ["L   1", "*"]],
        [["*", "W   2"], ["L   1", "*", "*"]],
        [["W   2"], ["L   1"]],
        [["*"]],
    ],
)
def test_a_table_that_is_not_a_square_stays_by_rounds(cells):
    assert order_square_by_rounds(list(range(1, len(cells) + 1)), cells) is None
