"""Rating reports: three tables that make one event."""

import datetime as dt
from collections.abc import Mapping

import pytest

from tests.build import codes
from tests.formats import report_files as made
from tests.formats.report_files import (
    NAMES,
    player,
    put,
    report,
    section,
    table,
    zipped,
)
from tests.made_files.samples import sample
from tests.shared_data import load_cases
from uscalc.document.cells import parse_cell
from uscalc.document.model import Document, RatingFacts, Section
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, FormatError, OpenedEvent, open_event
from uscalc.formats.every import open_files
from uscalc.formats.report2c.reader import parse_result

SAMPLES = {
    "club-april": "club-april",
    "golden-autumn": "golden-autumn",
    "shared/mcc-2026-04": "shared/club-april",
    "shared/oct2025": "shared/golden-autumn",
}
every_sample = pytest.mark.parametrize("name", SAMPLES)


def only_section(files: Mapping[str, bytes]) -> Section:
    (found,) = open_files(files).document.sections
    return found


@pytest.mark.parametrize("name", [*NAMES.values(), ""])
def test_any_of_the_three_or_their_folder_opens_the_event(name, tmp_path):
    opened = open_event(put(report(), tmp_path) / name)
    assert opened.format == "report-2c"
    assert not opened.findings
    document = opened.document
    assert (document.name, document.end_date) == ("Lantern Open", dt.date(2025, 5, 4))
    assert document.chain_sections
    (open_,) = document.sections
    assert (open_.name, open_.time_control) == ("Section1", "G/90;d5")
    assert (open_.start_date, open_.end_date) == (dt.date(2025, 5, 3), None)
    one, two = open_.players
    assert (one.number, one.name, one.id) == (1, "Inventa, Player1", "90000001")
    assert one.facts("R") == RatingFacts(rating=1501.0)
    assert one.facts("B").unknown
    assert (one.results, two.results) == (("W2w", "D2b"), ("L1b", "D1w"))


def test_reports_are_found_in_folders_and_archives_by_name(tmp_path):
    path = tmp_path / "report.zip"
    path.write_bytes(zipped({f"may/{n}": c for n, c in report().items()}))
    assert len(open_event(path).document.sections[0].players) == 2
    files = report()
    del files[NAMES["S"]]
    path = put(files, tmp_path) / NAMES["H"]
    with pytest.raises(FormatError, match=r"sections \(TSEXPORT\) is missing"):
        open_event(path)
    put(report(), tmp_path)
    other = report(H_NAME="Other Open")
    put({n.replace("EXPORT", "-JUNE"): c for n, c in other.items()}, tmp_path)
    assert open_event(tmp_path / "TD-JUNE.DBF").document.name == "Other Open"
    assert open_event(tmp_path / NAMES["D"]).document.name == "Lantern Open"
    with pytest.raises(FormatError, match="several tables"):
        open_event(tmp_path)


@pytest.mark.parametrize(("cell", "token"), load_cases("test_report2c", "cells"))
def test_cells(cell, token):
    assert parse_result(cell) == token


@pytest.mark.parametrize(
    ("cell", "other"), [("$2W", "L1B"), ("#2", "D1"), ("W2W", "W1B"), ("%2", "%1")]
)
def test_a_double_swiss_has_two_games_in_a_round(cell, other):
    players = player(1, cell), player(2, other)
    found = only_section(report(players, (section(S_TRN_TYPE="2"),)))
    assert not check_section(found, 0)
    for entry in found.players:
        assert sum(e.is_game for e in parse_cell(entry.results[0])) == 2


def test_sections_have_their_own_dates_and_types():
    assert only_section(report(sections=(section(S_TRN_TYPE="M"),))).kind == "match"
    for kind in "SRO":
        found = only_section(report(sections=(section(S_TRN_TYPE=kind),))).kind
        assert found == "event"
    opened = open_files(report(sections=(section(S_TRN_TYPE="J"),)))
    assert codes(opened) == ["section-type"]
    opened = open_files(
        report(
            (
                player(1, "W2W", "U0", "U0"),
                player(2, "L1B", "U0", "U0"),
                player(1, "H0", "H0", "W2", section=2),
                player(2, "H0", "H0", "L1", section=2),
            ),
            (
                section(1, S_TOT_RNDS=1, S_BEG_DATE="20250504", S_END_DATE="20250504"),
                section(2, S_TOT_RNDS=2),
            ),
            H_TOT_SECT=3,
        )
    )
    one, two = opened.document.sections
    assert (one.start_date, one.end_date) == (dt.date(2025, 5, 4),) * 2
    assert [entry.results for entry in one.players] == [("W2w",), ("L1b",)]
    assert two.rounds == 3
    assert (one.planned_rounds, two.planned_rounds) == (1, None)
    assert codes(opened) == ["rounds-differ", "section-count"]
    head = {"H_BEG_DATE": "20250501", "H_END_DATE": "20250504"}
    one = only_section(report(sections=(section(S_END_DATE="20250503"),), **head))
    assert (one.start_date, one.end_date) == (dt.date(2025, 5, 1), dt.date(2025, 5, 3))


def test_the_system_letter_is_compared_with_the_time_control():
    def opened(letter: str, time_control: str) -> OpenedEvent:
        changed = section(S_R_SYSTEM=letter, S_TIMECTL=time_control)
        return open_files(report(sections=(changed,)))

    dual = opened("R", "G/45; d5")
    assert dual.document.sections[0].players[0].facts("Q").unknown
    assert dual.document.sections[0].systems is None
    assert not dual.findings
    assert any("letter names only one" in line for line in dual.assumed)
    assert codes(opened("Q", "G/90;d5")) == ["system-letter"]
    assert codes(opened("D", "G/90;d5")) == ["system-letter"]
    assert not opened("", "G/90;d5").findings
    silent = opened("Q", "None")
    assert silent.document.sections[0].systems == ("Q",)
    assert any("letter Q" in line for line in silent.assumed)


def test_blank_ratings_and_ids_are_unknown():
    rows = (
        player(1, "H0", D_RATING="0", D_MEM_ID="00000000"),
        player(2, "H0", D_RATING=""),
        player(3, "H0", D_RATING="ABCD"),
    )
    found = open_files(report(rows))
    players = found.document.sections[0].players
    assert all(entry.facts("R").unknown for entry in players)
    assert [entry.id for entry in players] == [None, "90000002", "90000003"]
    assert codes(found) == ["blank-ratings", "odd-rating"]


def test_deleted_records_typed_dates_and_padding(tmp_path):
    files = report()
    event = {"H_FORMAT": "2C", "H_NAME": "Léon Open", "H_END_DATE": "20250504"}
    files[NAMES["H"]] = table(made.HEAD, [event], kinds="D", padding=b"\0")
    columns = [*made.PLAYER, ("D_RND01", 7)]
    files[NAMES["D"]] = table(columns, [player(1, "B0"), player(2, "B0")], deleted=[1])
    opened = open_files(files)
    assert opened.document.name == "Léon Open"
    assert [p.number for p in opened.document.sections[0].players] == [1]
    assert "Not imported: 1 deleted record." in opened.left_out


def test_reports_need_dates_and_tables_that_belong_together():
    files = report(H_BEG_DATE="", H_END_DATE="")
    with pytest.raises(EndDateNeededError):
        open_files(files)
    day = dt.date(2025, 6, 1)
    assert open_files(files, end_date=day).document.end_date == day
    assert any("No end date" in s for s in open_files(report(H_END_DATE="")).assumed)
    rows = (player(1, "W2"), player(1, "L1", D_MEM_ID="90000009", D_NAME="Other, Ed"))
    assert [p.number for p in only_section(report(rows)).players] == [1, 1]
    with pytest.raises(FormatError, match="section 4, which is missing"):
        open_files(report((player(1, "B0", section=4),)))


@pytest.mark.parametrize(
    "files",
    [
        report(H_FORMAT="2A"),
        report((player(1, "W2"), player(1, "W3"))),
        report(sections=(section(S_TOT_RNDS=12),)),
    ],
)
def test_older_layouts_are_refused_with_the_reason(files):
    with pytest.raises(FormatError, match="older layout"):
        open_files(files)


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ({"S_BEG_DATE": "20250430"}, "The section begins on 4/30/2025"),
        ({"S_BEG_DATE": "20250431"}, "isn't a date"),
        ({"H_BEG_DATE": "20250509"}, "is after end date"),
    ],
)
def test_impossible_dates_are_findings(days, said):
    head = {"H_BEG_DATE": "20250501", "H_END_DATE": "20250504"}
    own = {key: day for key, day in days.items() if key in ("S_BEG_DATE",)}
    (found,) = open_files(report(sections=(section(**own),), **(head | days))).findings
    assert found.code == "odd-date"
    assert said in found.message


@pytest.mark.parametrize("count", [2**32 - 1, 3])
def test_too_many_records_are_refused(count):
    files = report()
    data = files[NAMES["D"]]
    files[NAMES["D"]] = data[:4] + count.to_bytes(4, "little") + data[8:]
    with pytest.raises(FormatError, match="the table declares"):
        open_files(files)


@every_sample
def test_the_samples_have_no_errors(name):
    opened = open_event(sample("dbf", name))
    assert codes(opened) == ["blank-ratings"]
    sections = opened.document.sections
    assert not [f for i, s in enumerate(sections) for f in check_section(s, i)]


@every_sample
def test_both_forms_of_an_event_give_the_same_games(name):
    report_form = open_event(sample("dbf", name)).document
    pairing_form = open_event(sample("swisssys", f"{SAMPLES[name]}.sjson")).document
    assert report_form.end_date == pairing_form.end_date
    assert games(report_form) == games(pairing_form)
    blank = [count_blank(document) for document in (report_form, pairing_form)]
    assert blank[0] == blank[1]


def games(document: Document) -> list[set[tuple[object, ...]]]:
    """Return each section's games as (round, color, player, opponent, outcome)."""
    found = []
    for each in document.sections:
        ids = {entry.number: entry.id for entry in each.players}
        of_section = set()
        for entry in each.players:
            for i, token in enumerate(entry.results):
                for e in filter(lambda e: e.is_game, parse_cell(token)):
                    game = i, e.color, entry.id, ids.get(e.opponent or 0), e.outcome
                    of_section.add(game)
        found.append(of_section)
    assert all(found)
    return found


def count_blank(document: Document) -> int:
    players = [entry for each in document.sections for entry in each.players]
    return sum(entry.facts("R").unknown for entry in players)


@every_sample
def test_other_fields_of_the_report_are_kept(name):
    document = open_event(sample("dbf", name)).document
    said = document.report
    assert (said.affiliate, said.chief_td) == ("A6000001", "90000001")
    assert (said.city, said.zip, said.country) == ("Sampletown", "00000", "USA")
    assert (said.program, said.crosstable, said.assistant_td) == ("SWISSSYS11", "N", "")
    for each in document.sections:
        of_section = each.report.type, each.report.system, each.report.chief_td
        assert of_section == ("S", "R", "")
    states = {entry.state for each in document.sections for entry in each.players}
    assert said.state in states <= {said.state, None}
