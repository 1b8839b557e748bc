"""Files are recognized by their content, and folders give what can be read."""

import codecs
import datetime as dt
import json
import struct
import zlib
from typing import Any

import pytest
from msgspec.structs import replace

from tests.formats import report_files, service_files
from tests.formats.msa_pages import PAIR, Entry, head, page, table
from tests.formats.mutate import EVENT
from tests.formats.report_files import zipped
from tests.shared_data import shared
from uscalc.document.model import (
    Document,
    Player,
    PublishedRating,
    RatingFacts,
    Section,
)
from uscalc.document.queries.unknowns import find_relevant_assumptions
from uscalc.document.rate.whole import make_next_event, rate_document
from uscalc.formats import FormatError, OpenedEvent, every, open_event, open_text
from uscalc.formats.native.reader import make_file, read_event, save_event
from uscalc.formats.native.write import write_event
from uscalc.rules.resolve import resolve_rules

HEAD = '{"format": "uscalc-event", "version": 1'
SMALL_EVENT = f'{HEAD}, "name": "A", "end_date": "2025-01-01"}}'
PAGE = page((head(), table(*PAIR)))


@pytest.mark.parametrize("name", ["event.uscalc", "event.json", "event", "event.html"])
def test_an_event_file_may_have_any_name(name, tmp_path):
    path = tmp_path / name
    path.write_text(SMALL_EVENT)
    assert open_event(path).format == "uscalc"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_page_may_have_any_name_and_encoding(encoding, tmp_path):
    path = tmp_path / "page.dat"
    path.write_text(PAGE.replace("LAMP", "CAFÉ"), encoding=encoding)
    opened = open_event(path)
    assert (opened.format, opened.document.name) == ("msa", "LANTERN & CAFÉ")


def test_copied_texts_and_shared_samples_are_opened():
    assert open_text(SMALL_EVENT).format == "uscalc"
    assert open_text(PAGE).format == "msa"
    shared("samples", "msa")
    found = every.find_readable_files([shared("samples"), shared("realdata")])
    pages, swisssys, reports, trf, native = 14, 2, 2, 4, 211
    assert len(found) == pages + swisssys + reports + trf + native
    assert not [path for path in found if path.name == "README.md"]


@pytest.mark.parametrize(
    "content", [b"hello", b"\x89PNG\r\n\0\0", b"[1, 2]", b"<html>hello</html>"]
)
def test_other_content_is_refused_with_what_can_be_read(content, tmp_path):
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        open_event(path)
    line = str(caught.value)
    assert line.startswith(f"{path}: unsupported file format. ")
    assert all(every.shorten_format_name(reader) in line for reader in every.READERS)
    assert "…" not in line


SAVE = "save it as .xlsx"
OLD_XML = b'<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'
OPEN_DOCUMENT = {"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}
OTHERS = {"a.htm": b"<table>", "b.txt": b"hello"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("club.PTD", b"\x05\x00WINTD\x00\x01", "save it as .ptoz"),
        ("club.tmt", b"[Tournament]\r\nSections=2\r\n", "a section's file, for"),
        ("a.xls", b"<HTML><body><TABLE><tr><td>No.</td>", SAVE),
        ("a.xls", "<html>\n<table>".encode("utf-16"), SAVE),
        *(("a.xls", OLD_XML, SAVE), ("a.xlsx", zipped(OPEN_DOCUMENT, 0), SAVE)),
        ("a.xlsx", zipped({"xl/workbook.bin": b"a"}), SAVE),
        ("a.zip", zipped(OTHERS, 0), "no file in a supported format"),
        ("empty.txt", b"", "the file is empty"),
        ("event.json", b'{"name": "A"}', '"format" is missing'),
        ("event.json", codecs.BOM_UTF8 + b' {"a": 1}', '"format" is missing'),
        ("event.uscalc", SMALL_EVENT.encode("utf-16"), "UTF-16"),
    ],
)
def test_files_without_an_event_are_refused_with_a_fix(name, content, said, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as refused:
        open_event(path)
    assert said in str(refused.value)


def test_files_stay_as_given_and_folders_give_what_is_readable(tmp_path):
    folder = tmp_path / "events"
    (folder / "b" / ".hidden").mkdir(parents=True)
    for name, content in {
        "c.json": SMALL_EVENT,
        "a.html": PAGE,
        "b/d.txt": table(*PAIR),
        "b/.hidden/e.uscalc": SMALL_EVENT,
        ".f.uscalc": SMALL_EVENT,
        "README.md": f"An event file looks so:\n```\n{SMALL_EVENT}\n```\n",
        "package.json": '{"name": "other"}',
        "torn.uscalc": "{",
        "empty": "",
    }.items():
        (folder / name).write_text(content)
    given = tmp_path / "notes.txt"
    missing = tmp_path / "missing.uscalc"
    readable = (folder / n for n in ("a.html", "b/d.txt", "c.json", "torn.uscalc"))
    found = every.find_readable_files([given, folder, missing])
    assert found == [given, *readable, missing]


def test_odd_names_and_circles_are_handled(tmp_path):
    (tmp_path / "event.uscalc").write_text(SMALL_EVENT)
    try:
        (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no links")
    assert every.find_readable_files([tmp_path]) == [tmp_path / "event.uscalc"]
    text = EVENT.replace('"cfc": {"rating": 1700}', '"cfc": {"rating": -0.0}')
    document = read_event(text.encode())
    assert repr(write_and_read(document)) == repr(document)
    findings = rate_document(document, resolve_rules).sections[0].findings
    (finding,) = (one for one in findings if one.code == "no-rating")
    assert "CFC rating 0 is out of range" in str(finding)
    path = tmp_path / "caf\udce9\x1b[31m.csv"
    try:
        path.write_text("No.,Name,Rd 1\n1,Ada,W2\n2,Bea,L1\n")
    except (OSError, UnicodeError):
        pytest.skip("there are no such names here")
    document = open_event(path, dt.date(2025, 5, 4)).document
    assert (document.name, write_and_read(document)) == ("caf\ufffd [31m", document)


# What a reader returns can be saved, and is the same event when it is opened again.


def write_and_read(document: Document) -> Document:
    return read_event(write_event(document).encode())


def page_of(*entries: Entry) -> OpenedEvent:
    return open_text(page((head(), table(*entries))))


def test_unreadable_pairing_numbers_are_refused_with_the_reason(monkeypatch):
    rows = Entry(0, "1.0", ["W   2"]), Entry(2, "0.0", ["L   0"])
    with pytest.raises(FormatError) as caught:
        page_of(*rows)
    assert str(caught.value) == (
        'section "OPEN", INVENTED 0: a player has pairing number 0. '
        "Change the number, also in the opponents' results."
    )
    wide = [(name, 6 if name == "D_PAIR_NUM" else w) for name, w in report_files.PLAYER]
    monkeypatch.setattr(report_files, "PLAYER", wide)
    files = report_files.report([report_files.player(100_000, "U0")])
    assert b"100000" in files[report_files.NAMES["D"]]
    with pytest.raises(FormatError, match="no section or no pairing number"):
        every.open_files(files)


@pytest.mark.parametrize(
    ("second", "told"),
    [("1500   ->1510", False), ("1500   ->1520", True), ("1490   ->1510", True)],
)
def test_the_first_of_two_rating_lines_is_used_with_a_note(second, told):
    lines = ["R: 1500   ->1510   ", f"R: {second}   "]
    opened = page_of(*(Entry(1, "1.0", ["W   2"], lines), Entry(2, "0.0", ["L   1"])))
    player = opened.document.sections[0].players[0]
    assert player.published == (("R", PublishedRating(1510.0)),)
    assert player.facts("R").rating == 1500.0
    assert write_and_read(opened.document) == opened.document
    assert [f.player for f in opened.findings if f.code == "rating-twice"] == [1] * told


def test_a_published_rating_above_the_highest_is_kept_with_a_finding():
    opened = page_of(
        Entry(1, "1.0", ["W   2"], ["R: 2995   ->3004   "]),
        Entry(2, "0.0", ["L   1"], member="90000001"),
    )
    assert opened.document.sections[0].players[0].published[0][1].rating == 3004.0
    assert write_and_read(opened.document) == opened.document
    (rated,) = rate_document(opened.document, resolve_rules).sections
    assert rated.ratings
    (found,) = [str(f) for f in rated.findings if f.code == "published-high"]
    assert found == (
        'section "OPEN", player 1: The published Regular rating 3004 is above 3000. '
        'Correct "Published rating" (published.R.rating in the file).'
    )
    text = EVENT.replace('"rating": 1650.12', '"rating": 3050.5')
    document = read_event(text.encode())
    assert document.sections[0].players[0].published[0][1].rating == 3050.5
    standings = json.loads(service_files.standings())
    high = {"postRating": 3050, "postRatingDecimal": 3050.4}
    standings["items"][0]["ratings"][0] |= high
    opened = every.open_files(
        {
            "event.json": service_files.event(service_files.facts()),
            "section-1.json": service_files.section(),
            "standings-1.json": json.dumps(standings).encode(),
        }
    )
    assert opened.document.sections[0].players[0].published[0][1].rating == 3050.4


@pytest.mark.parametrize("day", ["0001-01-01", "0001-07-01", "9999-12-31"])
@pytest.mark.parametrize("rules", ["null", '"2009"', '"2015"', '"2025"'])
def test_the_first_day_and_the_last_can_be_rated(day, rules):
    event = json.loads(EVENT)
    for section in event["sections"]:
        section["rules"] = json.loads(rules)
        section.pop("start_date", None)
        section.pop("end_date", None)
        for player in section["players"]:
            _bare(player)
    event["end_date"] = day
    document = read_event(json.dumps(event).encode())
    assert document.end_date == dt.date.fromisoformat(day)
    rated = rate_document(document, resolve_rules, lenient=True)
    assert any(section.ratings for section in rated.sections)
    for section in rated.sections:
        for rating in section.ratings:
            find_relevant_assumptions(section, rating)


def _bare(player: dict[str, Any]) -> None:
    """Remove a player's age and the dates of the ratings."""
    player.pop("birth_date", None)
    player.pop("adult", None)
    for facts in player.get("ratings", {}).values():
        facts.pop("as_of", None)
    if player["number"] == 2:
        player["ratings"] = {"Q": {"rating": 1500}}


def test_an_archive_with_a_nameless_file_is_refused(tmp_path):
    sizes = (zlib.crc32(b"x"), 1, 1)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 33, *sizes, 0, 0)
    numbers = (20, 20, 0, 0, 0, 33, *sizes, *[0] * 7)
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", *numbers)
    place = len(local) + 1
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(entry), place, 0)
    path = tmp_path / "a.zip"
    path.write_bytes(local + b"x" + entry + end)
    with pytest.raises(FormatError) as caught:
        open_event(path)
    assert str(caught.value) == (
        f"{path}: the archive is damaged: a file has no name. Use a complete copy."
    )
    assert every.find_readable_files([tmp_path]) == []


ODD = "caf\udce9\udcff.sjson"


def test_a_followed_file_whose_name_is_no_text_is_kept(tmp_path):
    text = EVENT.rstrip()[:-1] + (
        ', "link": {"path": "?", "base": {"name": "A", "end_date": "2025-05-04"}}}'
    )
    document = read_event(text.encode())
    linked = replace(document, link=replace(document.link, path=f"/home/{ODD}"))
    path = tmp_path / "a.uscalc"
    save_event(linked, path)
    path.read_bytes().decode("utf-8")
    assert open_event(path).document == linked


MOST = 100_000
"""The most games that a file can have."""


@pytest.mark.parametrize(
    ("facts", "results", "wrong"),
    [
        (RatingFacts(2999.0, games=30), ("W2", "W2"), "ratings.R.rating: 30"),
        (RatingFacts(3000.0, games=30), ("L2", "L2"), None),
        (RatingFacts(100.0, games=30), ("L2", "L2"), None),
        (RatingFacts(100.0), ("L2", "D2"), None),
        (RatingFacts(), ("L2", "L2"), None),
        (RatingFacts(1500.0, games=MOST - 2), ("D2", "D2"), None),
        (RatingFacts(1500.0, games=MOST - 1), ("D2", "D2"), "ratings.R.games: 1000"),
        (RatingFacts(1500.0, games=8, wins=MOST), ("W2", "D2"), "ratings.R.wins: 10"),
        (RatingFacts(1500.0, games=8, draws=MOST), ("W2", "L2"), None),
        (RatingFacts(1500.0, games=8, draws=MOST), ("W2", "D2"), "ratings.R.draws"),
        (RatingFacts(1500.0, games=8, peak=3000.0), ("W2", "D2"), None),
    ],
)
def test_the_next_event_opens_again_or_names_the_player(facts, results, wrong):
    mirrored = {"W2": "L1", "D2": "D1", "L2": "W1"}
    other = RatingFacts(2000.0 if facts.rating in (None, 100.0) else 2900.0, games=30)
    players = (
        Player(1, ratings=(("R", facts),), results=results),
        Player(2, ratings=(("R", other),), results=tuple(mirrored[r] for r in results)),
    )
    day = dt.date(2025, 9, 1)
    event = Document("Event", day, (Section(systems=("R",), players=players),))
    following = make_next_event(rate_document(event, resolve_rules), "Next", day)
    if wrong is None:
        assert read_event(make_file(following)) == following
        return
    with pytest.raises(FormatError) as caught:
        make_file(following)
    said = str(caught.value)
    assert said.startswith(f'section "Section 1", player 1, {wrong}'), said
    assert "could not be opened again" in said
