"""The largest event of each reader is read; one item more gives one line."""

import datetime as dt
import json
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.build import document, player, section
from tests.formats import report_files, service_files
from tests.formats.msa_pages import Entry, head, page, table
from tests.formats.pairing_files import (
    sjson,
    sjson_player,
    sjson_section,
    swisssys_round,
    workbook,
)
from tests.formats.report_files import report
from tests.formats.test_trf import line
from tests.formats.wintd_files import NONE, game, tournament
from tests.formats.wintd_files import player as wintd_player
from tests.formats.wintd_files import section as wintd_section
from uscalc.document.model import Document
from uscalc.formats import FormatError, open_text
from uscalc.formats.every import open_files
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.text import MOST_MARKS, count_marks
from uscalc.formats.native.write import write_event
from uscalc.formats.report2c.reader import read_files

DAY = dt.date(2025, 5, 4)
Make = Callable[[int], Document]


def text(content: str | bytes) -> Document:
    said = content if isinstance(content, str) else content.decode()
    return open_text(said, DAY).document


def opened(name: str, data: bytes) -> Document:
    return open_files({name: data}, None, DAY).document


def upto(count: int) -> range:
    return range(1, count + 1)


def of_service(*outcomes: tuple[str, None], count: int = 1) -> Document:
    rows = (service_files.row(n, *outcomes, ratings=[]) for n in upto(count))
    return text(service_files.standings(*rows))


def report_players(count: int) -> Document:
    rows = [
        report_files.player(n + 1, "H", D_PAIR_NUM=n % 9999 + 1) for n in range(count)
    ]
    two = [row | {"D_SEC_NUM": 1 + n // 9999} for n, row in enumerate(rows)]
    parts = [report_files.section(n + 1) for n in range(2)]
    return read_files(report(two, parts)).document


def report_sections(count: int) -> Document:
    # Section numbers have two digits; sections without one have no players.
    unnumbered = report_files.section(S_SEC_NUM="")
    parts = [report_files.section(), *[unnumbered] * (count - 1)]
    return open_files(report(sections=parts)).document


def of_wintd(players: int, sections: int = 1) -> Document:
    parts = [wintd_section(f"S{n}") for n in range(sections)]
    return opened("Json", tournament(map(wintd_player, upto(players)), parts, []))


def wintd_rounds(count: int) -> Document:
    rows = [wintd_player(1, *range(count))]
    games = [game(0, NONE, 0, n) for n in upto(count)]
    return opened("Json", tournament(rows, [wintd_section(roundsPaired=count)], games))


def of_workbook(players: int, sections: int = 1) -> Document:
    rows = [["No", "Name", "1"], *([n, f"A{n}", "B"] for n in upto(players))]
    sheets = {f"S{n}": [*rows[:-1], [players, f"{n}", "B"]] for n in range(sections)}
    return opened("a.xlsx", workbook(sheets))


def round_players(count: int) -> Document:
    rows = [["No", "Name"], *([n, f"A{n}"] for n in upto(count))]
    return opened("a.S0C", swisssys_round(rows, []))


def csv_table(players: int, rounds: int = 1) -> str:
    rows = (f"{n},A{n}{',H' * rounds}\n" for n in upto(players))
    return f"No,Name,{','.join(map(str, upto(rounds)))}\n" + "".join(rows)


LINE = "0000 - H"
ENTRY = table(Entry(1, "0.5", ["H    "]))
PLAYERS, SECTIONS = "10,000 players in a section", "301 sections"
LIMITS: dict[str, tuple[int, str, Make]] = {
    "msa players": (
        *(9999, PLAYERS),
        lambda count: text(table(*(Entry(n, "0.5", ["H    "]) for n in upto(count)))),
    ),
    "msa sections": (
        *(300, SECTIONS),
        lambda count: text(page(*((head(n, f"S{n}"), ENTRY) for n in upto(count)))),
    ),
    "service players": (9999, PLAYERS, lambda count: of_service(count=count)),
    "service sections": (
        *(300, SECTIONS),
        lambda count: text(service_files.event(*map(service_files.facts, upto(count)))),
    ),
    "service rounds": (
        *(200, "round 201"),
        lambda count: of_service(*[("ByeHalf", None)] * count),
    ),
    "swisssys players": (
        *(9999, PLAYERS),
        lambda count: text(sjson(sjson_section(*map(sjson_player, upto(count))))),
    ),
    "swisssys sections": (
        *(300, SECTIONS),
        lambda count: text(sjson(*(sjson_section(name=f"S{n}") for n in upto(count)))),
    ),
    "wintd players": (9999, PLAYERS, of_wintd),
    "wintd sections": (300, SECTIONS, lambda count: of_wintd(1, count)),
    "wintd rounds": (99, "100 rounds", wintd_rounds),
    "workbook players": (9999, PLAYERS, of_workbook),
    "workbook sections": (300, SECTIONS, lambda count: of_workbook(1, count)),
    "round players": (9999, PLAYERS, round_players),
    "csv players": (9999, PLAYERS, lambda count: text(csv_table(count))),
    "csv sections": (
        *(300, SECTIONS),
        lambda count: text(
            "".join(f"Section {n}\n{csv_table(2)}\n" for n in upto(count))
        ),
    ),
    "report players": (19_998, "19,999 records", report_players),
    "report sections": (1000, "1,001 records", report_sections),
    # A number has four digits, so one more player must repeat another's.
    "trf players": (
        *(9999, "10,000 players"),
        lambda count: text("\n".join(line(n % 9999 + 1, LINE) for n in range(count))),
    ),
    "trf rounds": (
        *(99, "more than 99 rounds"),
        lambda count: text(line(1, *[LINE] * count)),
    ),
}


def size(shown: Document, what: str) -> int:
    if what == "sections":
        return len(shown.sections)
    if what == "rounds":
        return max(part.rounds for part in shown.sections)
    return sum(len(part.players) for part in shown.sections)


@pytest.mark.parametrize("name", LIMITS)
def test_the_largest_event_is_read(name):
    most, _, make = LIMITS[name]
    assert size(make(most), name.split()[1]) == most


@pytest.mark.parametrize("rounds", [98, 99, 100])
def test_the_most_rounds_of_a_table_are_read(rounds):
    assert text(csv_table(2, rounds)).sections[0].rounds == min(rounds, 99)


@pytest.mark.parametrize("name", LIMITS)
def test_one_more_is_refused_in_one_line_with_a_fix(name):
    most, said, make = LIMITS[name]
    with pytest.raises(FormatError) as refused:
        make(most + 1)
    assert said in refused.value.message
    assert refused.value.remedy
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("what", ["sections", "rounds"])
def test_an_event_file_has_five_hundred_sections_or_rounds_at_most(what):
    def make(count: int) -> bytes:
        if what == "rounds":
            return write_event(document(section(player(1, *["H"] * count)))).encode()
        every = (replace(section(player(1)), name=f"S{n}") for n in range(count))
        return write_event(document(*every)).encode()

    assert size(read_event(make(500)), what) == 500
    with pytest.raises(FormatError, match=r"is too long. Use at most 500\."):
        read_event(make(501))


def test_the_values_of_an_event_file_are_as_many_as_fit_into_memory(tmp_path):
    rows = [player(n, *["H"] * 250) for n in range(1, 3)]
    big = document(*[replace(section(*rows), name=f"S{n}") for n in range(400)])
    assert read_event(write_event(big).encode()) == big
    whole = json.dumps({"format": "uscalc", "version": 1, "name": "", "x": []})
    full = whole[:-2].encode()
    full += b"[]," * ((MOST_MARKS - count_marks(full)) // 2 + 1) + b"0]}"
    with pytest.raises(FormatError) as refused:
        read_event(full, tmp_path / "full.uscalc")
    assert "2,00" in refused.value.message
    assert refused.value.remedy
    assert "\n" not in str(refused.value)
