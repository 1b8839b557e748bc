"""An exported file is read again as the same event, as far as its format holds the data."""

import csv
import datetime as dt
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from openpyxl import load_workbook

import uscalc
from tests.cli.running import SAMPLE, refused, run
from tests.formats.crosstables import draw_player, paired_games
from tests.often import some
from tests.paired import MIRROR
from tests.shared_data import DATA
from uscalc.counted import FORMULA_STARTS, make_harmless, strip_mark
from uscalc.document.model import (
    UNRATED,
    BirthDate,
    Document,
    ForeignRating,
    Player,
    RatingFacts,
    Section,
)
from uscalc.document.rate.rated import DocumentRating
from uscalc.document.rate.whole import rate_document
from uscalc.engine.inputs import SYSTEM_NAMES, SYSTEMS, System
from uscalc.engine.rounding import round_for_display
from uscalc.engine.timecontrol import parse_time_control
from uscalc.exports import FILE_TYPES, make_export
from uscalc.formats import FormatError
from uscalc.formats.every import open_bytes
from uscalc.rules.resolve import resolve_rules

REAL = some(sorted((DATA / "realdata").glob("*.uscalc")), 6)
DAY = dt.date(2025, 5, 4)
UNKNOWN = RatingFacts(unknown=True)
HOSTILE = (
    *('=cmd|" /C calc"!A0', "@SUM(1)", "-2+3", "+1", "'=quoted", "''=twice", "'tis"),
    *("Ünal, Zoë", 'Comma, "Quote"; Semicolon', "=", "\uff1dwide", "Inventa, Ada"),
)
TABLES = (".csv", ".xlsx")

ALONE_IN_TRF = {"X": "B", "F": "U", "Z": "U"}
"""The code that remains of a result without an opponent."""


def keep_control(section: Section) -> str | None:
    text = section.time_control
    return text if text and parse_time_control(text) else None


def rate(document: Document) -> DocumentRating:
    return rate_document(document, resolve_rules)


def make(name: str, document: Document, sections=None, order=None) -> Any:
    chosen = range(len(document.sections)) if sections is None else sections
    return make_export(Path(name), document, chosen, lambda: rate(document), order)


def export(suffix: str, document: Document, **more) -> bytes:
    return make(f"out{suffix}", document, **more).data


def read_again(data: bytes) -> Document:
    return open_bytes(data, None, None).document


def keep_for_table(document: Document) -> Document:
    """The event without what a crosstable doesn't hold."""

    def of_player(player: Player, systems: tuple[System, ...]) -> Player:
        facts = dict.fromkeys(SYSTEMS, UNKNOWN)
        for system in systems:
            known = player.facts(system)
            if not known.unknown:
                games = None if known.rating is None else known.games
                facts[system] = RatingFacts(known.rating, games=games)
        return Player(
            *(player.number, player.name, player.id, player.state),
            ratings=tuple(facts.items()),
            results=player.results,
        )

    def of_section(section: Section) -> Section:
        systems = section.systems or ("R",)
        return Section(
            *(section.name, section.start_date, section.end_date),
            time_control=keep_control(section),
            kind=section.kind,
            systems=section.systems,
            planned_rounds=section.planned_rounds,
            players=tuple(of_player(player, systems) for player in section.players),
        )

    sections = tuple(map(of_section, document.sections))
    return Document(document.name, document.end_date, sections, chain_sections=True)


def keep_for_trf(document: Document) -> Document:
    """The event without what a tournament report doesn't hold."""
    (section,) = document.sections

    def of_player(player: Player) -> Player:
        rating = player.facts("R").rating
        national = RatingFacts(rating and round_for_display(rating), unknown=not rating)
        facts = dict.fromkeys(SYSTEMS, UNKNOWN) | {"R": national}
        return Player(
            *(player.number, player.name, player.id),
            birth=player.birth,
            ratings=tuple(facts.items()),
            fide=player.fide,
            results=tuple(ALONE_IN_TRF.get(text, text) for text in player.results),
        )

    kept = Section(
        start_date=section.start_date,
        time_control=keep_control(section),
        planned_rounds=section.planned_rounds,
        players=tuple(map(of_player, section.players)),
    )
    return Document(document.name, document.end_date_of(section), (kept,))


def posts(document: Document) -> list[list[float | None]]:
    return [
        [rating.find_post(player.number) for player in section.section.players]
        for section in rate(document).sections
        for rating in section.ratings
    ]


def open_real(path: Path) -> Document:
    return open_bytes(path.read_bytes(), path, None).document


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_real_sections_are_the_same_events_again(path):
    document = open_real(path)
    kept = keep_for_table(document)
    for suffix in TABLES:
        again = read_again(export(suffix, document))
        assert again == kept
    assert posts(again) == posts(kept)
    if not any("|" in text for p in document.sections[0].players for text in p.results):
        assert read_again(export(".trf", document)) == keep_for_trf(document)


SETTINGS = st.fixed_dictionaries(
    {
        "time_control": st.sampled_from((None, "G/90;d5")),
        "planned_rounds": st.none() | st.integers(4, 9),
    }
)
GAMES = st.none() | st.integers(0, 900)
FACTS = st.sampled_from((UNKNOWN, UNRATED)) | st.builds(
    RatingFacts, st.integers(100, 3000).map(float) | st.floats(100, 3000), games=GAMES
)


@st.composite
def events(draw: st.DrawFn) -> Document:
    sections = []
    for index in range(draw(st.integers(1, 3))):
        rows = paired_games(draw(st.integers(1, 6)), draw(st.integers(0, 4)))
        systems = draw(st.sampled_from((("R",), ("R", "Q"), ("B",), ("OQ",))))
        players = []
        for number, results in draw(rows).items():
            facts = dict.fromkeys(SYSTEMS, UNKNOWN) | {s: draw(FACTS) for s in systems}
            name = draw(st.sampled_from(HOSTILE))
            player = draw_player(draw, number, results, section=index, name=name)
            state = draw(st.sampled_from((None, "NY")))
            players.append(replace(player, state=state, ratings=tuple(facts.items())))
        made = Section(f"={index}+1", systems=systems, players=tuple(players))
        start, end = draw(st.sampled_from(((None, None), (DAY, None), (DAY, DAY))))
        made = replace(made, start_date=start, end_date=end)
        sections.append(replace(made, **draw(SETTINGS)))
    return Document("-Lantern Open", DAY, tuple(sections), chain_sections=True)


@given(events(), st.sampled_from(TABLES))
def test_random_events_are_the_same_again_and_contain_no_formula(document, suffix):
    data = export(suffix, document)
    assert read_again(data) == document == keep_for_table(document)
    if suffix == ".csv":
        rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
        names = [row[1] for row in rows if row and row[0].isdigit()]
        cells = [cell for row in rows for cell in row if not is_figure(cell)]
        assert not [c for c in cells if len(c) > 1 and c.startswith(FORMULA_STARTS)]
    else:
        book = load_workbook(io.BytesIO(data))
        cells = [cell for page in book for row in page for cell in row]
        assert {cell.data_type for cell in cells} <= {"n", "s", "inlineStr"}
        second = [cell for cell in cells if cell.column == 2]
        names = [c.value for c in second if is_figure(c.offset(0, -1).value)]
    typed = [player.name for one in document.sections for player in one.players]
    assert names == ([make_harmless(n) for n in typed] if suffix == ".csv" else typed)


def is_figure(text: Any) -> bool:
    try:
        float(text)
    except (TypeError, ValueError):
        return False
    return not isinstance(text, str) or text[0] != "+"


@given(st.text() | st.text("'=+-@x", max_size=5))
def test_the_mark_of_a_harmless_text_is_undone(text):
    assert strip_mark(make_harmless(text)) == text
    assert len(text) < 2 or not make_harmless(text).startswith(FORMULA_STARTS)


def test_the_figures_are_those_of_the_rating():
    document = open_real(SAMPLE)
    (section,) = rate(document).sections
    text = export(".csv", document).decode("utf-8-sig")
    heads, *rows = csv.reader(io.StringIO(text[text.index("No.,") :].rstrip()))
    page = load_workbook(io.BytesIO(export(".xlsx", document))).worksheets[0]
    sheet = [[*row] for row in page.values][-len(rows) - 1 :]
    assert sheet[0] == heads
    players = section.section.players
    for row, cells, player in zip(rows, sheet[1:], players, strict=True):
        found = dict(zip(heads, row, strict=True))
        assert found["Name"] == player.name
        for rating in section.ratings:
            name, number = SYSTEM_NAMES[rating.system], player.number
            pre = rating.find_trace(number).entrant.rating
            post = rating.find_post(number)
            assert float(found[f"{name} post"]) == post
            assert found[f"{name} pre"] == ("unr" if pre is None else f"{pre:g}")
            change = found[f"{name} change"]
            assert change == "" if pre is None else float(change) == post - pre
            performed = rating.find_performance(number).rating
            assert float(found[f"{name} performance"]) == performed
            assert cells[heads.index(f"{name} post")] == post


@pytest.mark.parametrize("suffix", TABLES)
def test_rows_are_in_order_of_pre_event_rating_on_demand(suffix):
    (section,) = read_again(export(suffix, open_real(SAMPLE), order="rating")).sections
    ratings = [player.facts("R").rating or 0 for player in section.players]
    assert ratings == sorted(ratings, reverse=True)
    assert sorted(player.number for player in section.players) == list(range(1, 13))


@st.composite
def reports(draw: st.DrawFn) -> Document:
    games = paired_games(
        draw(st.integers(1, 6)), draw(st.integers(0, 4)), several=False
    )
    births = st.none() | st.dates(dt.date(1930, 1, 1), DAY).map(BirthDate)
    foreign = st.none() | st.integers(1000, 2900).map(ForeignRating)
    players = tuple(
        draw_player(
            *(draw, number, results),
            name=draw(st.sampled_from(HOSTILE)),
            birth=draw(births),
            fide=draw(foreign),
        )
        for number, results in draw(games).items()
    )
    start = draw(st.sampled_from((None, DAY)))
    section = Section(start_date=start, players=players, **draw(SETTINGS))
    return Document("Lantern Open", DAY, (section,))


def check_trf(data: bytes, document: Document) -> None:
    """Read the fixed columns of TRF16, as FIDE prints them, counted from 1."""
    (section,) = document.sections
    lines = data.decode("utf-8").split("\r\n")
    players = [line for line in lines if line.startswith("001")]
    national = [line for line in lines if line.startswith("USA")]
    cells: dict[tuple[int, int], tuple[int, str, str]] = {}
    for line, usa, player in zip(players, national, section.players, strict=True):
        number = int(line[4:8])
        assert (number, int(usa[4:8])) == (player.number, player.number)
        assert line[14:47].rstrip() == usa[14:47].rstrip() == player.name
        rating = player.facts("R").rating
        assert usa[48:52].strip() == ("" if rating is None else f"{rating:.0f}")
        assert usa[57:68].strip() == (player.id or "")
        score = 0.0
        for index, at in enumerate(range(91, len(line), 10)):
            cell = line[at : at + 8].ljust(8)
            assert cell[4] == cell[6] == " "
            score += {"1": 1, "+": 1, "F": 1, "=": 0.5, "H": 0.5}.get(cell[7], 0)
            cells[number, index] = int(cell[:4].strip() or 0), cell[5], cell[7]
        assert float(line[80:84]) == score
    for (number, index), (opponent, color, code) in cells.items():
        if opponent:
            back, other, mirrored = cells[opponent, index]
            assert back == number
            assert color + other in ("wb", "bw", "--")
            assert code + mirrored in ("10", "01", "==", "+-", "-+", "  ")


@given(reports())
def test_random_reports_are_the_same_again_and_have_the_columns_of_trf(document):
    data = export(".trf", document)
    check_trf(data, document)
    assert read_again(data) == document == keep_for_trf(document)


def pair(*results: str, **more: Any) -> Document:
    facts = (("R", RatingFacts(1500.0)),)
    other = [re.sub(r"(.)2", lambda m: f"{MIRROR[m[1]]}1", text) for text in results]
    players = (
        Player(1, "Inventa, Ada", ratings=facts, results=results),
        Player(2, "Inventa, Bea", ratings=facts, results=tuple(other)),
    )
    return Document("Match", DAY, (Section("Open", players=players, **more),))


def test_several_games_of_a_round_become_rounds_with_the_same_ratings():
    match = pair("W2|W2", "D2", time_control="G/90;d5", planned_rounds=3)
    again = read_again(export(".trf", match))
    (section,) = again.sections
    assert section.players[0].results == ("W2", "W2", "D2")
    assert section.planned_rounds == 4
    assert posts(again) == posts(match)


def test_what_a_format_cannot_hold_is_listed():
    ratings = (("R", RatingFacts(1500.5, games=9, peak=1600.0)), ("Q", UNRATED))
    name = "Inventa-With-A-Name-Of-Many-Letters, Ada"
    (section,) = pair("W2").sections
    player = replace(section.players[0], name=name, ratings=ratings)
    document = replace(pair("W2"), sections=(replace(section, players=(player,)),))
    assert make("a.trf", document).left_out == (
        "The file can't hold: name of the section (1), name (1), rating in Regular (1), "
        "number of games in Regular (1), highest rating in Regular (1), "
        "rating in Quick (1).",
    )


def test_an_event_without_a_place_in_the_format_is_refused():
    for path, sections, said in (
        ("a.trf", (0, 1), "one section, not 2 sections"),
        ("a.trf", (1,), "there are no players"),
        ("a.csv", (1,), "there are no players"),
        ("a.pdf", (0,), 'can\'t write ".pdf" files. Use one of'),
    ):
        document = pair("W2")
        document = replace(document, sections=(*document.sections, Section("Empty")))
        with pytest.raises(FormatError, match=said):
            make(path, document, sections)


@pytest.mark.parametrize("suffix", TABLES)
def test_sections_with_the_same_players_stay_apart(suffix):
    (first,) = pair("W2").sections
    document = Document("Twice", DAY, (first, replace(first, name="Blitz")))
    again = read_again(export(suffix, document))
    assert [section.name for section in again.sections] == ["Open", "Blitz"]
    (alone,) = read_again(export(suffix, document, sections=[1])).sections
    assert alone.name == "Blitz"


@pytest.mark.parametrize("suffix", FILE_TYPES)
def test_convert_and_the_api_write_the_same_files_and_replace_none(suffix, tmp_path):
    out, other = tmp_path / f"out{suffix}", tmp_path / f"other{suffix}"
    done = run("convert", SAMPLE, out)
    left_out = uscalc.write(uscalc.read(SAMPLE), other)
    assert [f"{out}: {line}" for line in left_out] == done.stderr.splitlines()
    if suffix == ".json":
        assert out.read_text() == run("rate", SAMPLE, "--json").stdout
    if suffix == ".uscalc":
        assert out.read_bytes() == SAMPLE.read_bytes()
    if suffix != ".xlsx":
        assert out.read_bytes() == other.read_bytes()
    assert "already exists" in refused("convert", SAMPLE, out)
    with pytest.raises(uscalc.Error, match="already exists"):
        uscalc.write(uscalc.read(SAMPLE), other)
    assert run("convert", SAMPLE, out, "--force", "--section", "open").returncode == 0
    uscalc.write(uscalc.read(SAMPLE), other, overwrite=True, section="Open")
    if suffix != ".json":
        assert uscalc.read(other).document == uscalc.read(out).document
    said = refused("convert", SAMPLE, tmp_path / "none" / f"a{suffix}")
    assert "can't be written: the file doesn't exist" in said


def test_convert_refuses_an_order_where_rows_have_none_and_keeps_a_link(tmp_path):
    said = refused("convert", SAMPLE, tmp_path / "a.trf", "--order", "rating")
    assert "--order applies only to .csv and .xlsx" in said
    link, target = tmp_path / "link.csv", tmp_path / "target.csv"
    target.write_text("old")
    link.symlink_to(target)
    assert run("convert", SAMPLE, link, "--force").returncode == 0
    assert link.is_symlink()
    assert target.read_bytes().startswith(b"\xef\xbb\xbfEvent,")


def test_convert_writes_the_crosstable_of_a_section_that_cannot_be_rated(tmp_path):
    body = json.loads(SAMPLE.read_text(encoding="utf-8"))
    body["sections"][0]["players"][0]["results"][0] = "nonsense"
    file, out = tmp_path / "bad.uscalc", tmp_path / "out.csv"
    file.write_text(json.dumps(body), encoding="utf-8")
    done = run("convert", file, out)
    assert done.returncode == 1
    assert "nonsense" in done.stderr
    assert read_again(out.read_bytes()).sections[0].players[0].results[0] == "nonsense"
