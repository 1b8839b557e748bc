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


def msa_players(count: int) -> Document:
    entries = (Entry(n, "0.5", ["H    "]) for n in range(1, count + 1))
    return text(table(*entries))


def msa_sections(count: int) -> Document:
    block = table(Entry(1, "0.5", ["H    "]))
    return text(page(*((head(n, f"S{n}"), block) for n in range(1, count + 1))))


def service_players(count: int) -> Document:
    rows = (service_files.row(n, ratings=[]) for n in range(1, count + 1))
    return text(service_files.standings(*rows))


def service_sections(count: int) -> Document:
    facts = (service_files.facts(n) for n in range(1, count + 1))
    return text(service_files.event(*facts))


def service_rounds(count: int) -> Document:
    outcomes = [("ByeHalf", None)] * count
    return text(service_files.standings(service_files.row(1, *outcomes, ratings=[])))


def swisssys_players(count: int) -> Document:
    return text(sjson(sjson_section(*(sjson_player(n + 1) for n in range(count)))))


def swisssys_sections(count: int) -> Document:
    return text(sjson(*(sjson_section(name=f"S{n}") for n in range(count))))


def report_players(count: int) -> Document:
    rows = [
        report_files.player(n + 1, "H", D_PAIR_NUM=n % 9999 + 1) for n in range(count)
    ]
    two = [row | {"D_SEC_NUM": 1 + n // 9999} for n, row in enumerate(rows)]
    parts = [report_files.section(n + 1) for n in range(2)]
    return read_files(report(two, parts)).document


def report_sections(count: int) -> Document:
    # Section numbers have two digits; sections without one have no players.
    parts = [
        report_files.section(),
        *[report_files.section(S_SEC_NUM="")] * (count - 1),
    ]
    return open_files(report(sections=parts)).document


def trf_players(count: int) -> Document:
    # A number has four digits, so one more player must repeat another's.
    return text("\n".join(line(n % 9999 + 1, "0000 - H") for n in range(count)))


def trf_rounds(count: int) -> Document:
    return text(line(1, *["0000 - H"] * count))


def wintd_players(count: int) -> Document:
    rows = [wintd_player(n + 1) for n in range(count)]
    return open_files({"Json": tournament(rows, [wintd_section()], [])}).document


def wintd_sections(count: int) -> Document:
    parts = [wintd_section(f"S{n}") for n in range(count)]
    return open_files({"Json": tournament([wintd_player(1)], parts, [])}).document


def wintd_rounds(count: int) -> Document:
    rows = [wintd_player(1, *range(count))]
    games = [game(0, NONE, 0, n + 1) for n in range(count)]
    parts = [wintd_section(roundsPaired=count)]
    return open_files({"Json": tournament(rows, parts, games)}).document


def workbook_players(count: int) -> Document:
    rows = [["No", "Name", "1"], *([n + 1, f"A{n}", "B"] for n in range(count))]
    return open_files({"a.xlsx": workbook({"Open": rows})}, None, DAY).document


def workbook_sections(count: int) -> Document:
    sheets = {f"S{n}": [["No", "Name", "1"], [1, f"A{n}", "B"]] for n in range(count)}
    return open_files({"a.xlsx": workbook(sheets)}, None, DAY).document


def round_players(count: int) -> Document:
    rows = [["No", "Name"], *([n + 1, f"A{n}"] for n in range(count))]
    return open_files({"a.S0C": swisssys_round(rows, [])}).document


def csv_table(players: int, rounds: int = 1) -> str:
    rows = (f"{n + 1},A{n}{',H' * rounds}\n" for n in range(players))
    return f"No,Name,{','.join(map(str, range(1, rounds + 1)))}\n" + "".join(rows)


def csv_players(count: int) -> Document:
    return text(csv_table(count))


def csv_sections(count: int) -> Document:
    return text("".join(f"Section {n}\n{csv_table(2)}\n" for n in range(count)))


LIMITS: dict[str, tuple[Make, int, str]] = {
    "msa players": (msa_players, 9999, "10,000 players in a section"),
    "msa sections": (msa_sections, 300, "301 sections"),
    "service players": (service_players, 9999, "10,000 players in a section"),
    "service sections": (service_sections, 300, "301 sections"),
    "service rounds": (service_rounds, 200, "round 201"),
    "swisssys players": (swisssys_players, 9999, "10,000 players in a section"),
    "swisssys sections": (swisssys_sections, 300, "301 sections"),
    "wintd players": (wintd_players, 9999, "10,000 players in a section"),
    "wintd sections": (wintd_sections, 300, "301 sections"),
    "wintd rounds": (wintd_rounds, 99, "100 rounds"),
    "workbook players": (workbook_players, 9999, "10,000 players in a section"),
    "workbook sections": (workbook_sections, 300, "301 sections"),
    "round players": (round_players, 9999, "10,000 players in a section"),
    "csv players": (csv_players, 9999, "10,000 players in a section"),
    "csv sections": (csv_sections, 300, "301 sections"),
    "report players": (report_players, 19_998, "19,999 records"),
    "report sections": (report_sections, 1000, "1,001 records"),
    "trf players": (trf_players, 9999, "10,000 players"),
    "trf rounds": (trf_rounds, 99, "more than 99 rounds"),
}


def size(shown: Document, what: str) -> int:
    if what == "sections":
        return len(shown.sections)
    if what == "rounds":
        return max(part.rounds for part in shown.sections)
    return sum(len(part.players) for part in shown.sections)


@pytest.mark.parametrize("name", LIMITS)
def test_the_largest_event_is_read(name):
    make, most, _ = LIMITS[name]
    assert size(make(most), name.split()[1]) == most


@pytest.mark.parametrize("rounds", [98, 99, 100])
def test_the_most_rounds_of_a_table_are_read(rounds):
    assert text(csv_table(2, rounds)).sections[0].rounds == min(rounds, 99)


@pytest.mark.parametrize("name", LIMITS)
def test_one_more_is_refused_in_one_line_with_a_fix(name):
    make, most, said = LIMITS[name]
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
    many = [replace(section(*rows), name=f"S{n}") for n in range(400)]
    big = document(*many)
    assert read_event(write_event(big).encode()) == big
    whole = json.dumps({"format": "uscalc", "version": 1, "name": "", "x": []})
    full = whole[:-2].encode()
    full += b"[]," * ((MOST_MARKS - count_marks(full)) // 2 + 1) + b"0]}"
    with pytest.raises(FormatError) as refused:
        read_event(full, tmp_path / "full.uscalc")
    assert "2,00" in refused.value.message
    assert refused.value.remedy
    assert "\n" not in str(refused.value)
