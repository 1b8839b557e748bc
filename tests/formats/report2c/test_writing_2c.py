"""Rating reports as written: every byte, and read again by another library and by uscalc."""

import datetime as dt
from pathlib import Path
from string import ascii_letters

import pytest
from dbfread import DBF
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.document.reporting.test_checks import event, player, section
from tests.formats.report_files import put
from tests.made_files.samples import sample
from tests.often import often
from uscalc.document import model
from uscalc.document.reporting.check import find_shared_ids
from uscalc.formats import open_event
from uscalc.formats.every import open_files
from uscalc.formats.report2c.writer import FILE_NAMES, make_report_files, make_targets

DAY = dt.date(2025, 9, 2)
every_sample = pytest.mark.parametrize(
    "name", ["club-april", "golden-autumn", "shared/mcc-2026-04", "shared/oct2025"]
)


def records(folder: Path) -> dict[str, list[dict[str, str]]]:
    """Return every record of the three tables, read by an independent library."""
    return {
        name: [dict(row) for row in DBF(folder / name, encoding="ascii", raw=True)]
        for name in FILE_NAMES.values()
    }


@every_sample
def test_a_sample_read_and_written_again_is_the_same(name, tmp_path):
    folder = sample("dbf", name)
    put(make_report_files(open_event(folder).document, DAY), tmp_path)
    assert records(tmp_path) == records(folder)
    for file in FILE_NAMES.values():
        ours, theirs = (tmp_path / file).read_bytes(), (folder / file).read_bytes()
        assert ours[1:4] == bytes((125, 9, 2))
        assert ours[:1] + ours[4:] == theirs[:1] + theirs[4:]


@every_sample
def test_a_sample_survives_the_event_file(name, tmp_path):
    from uscalc.formats.native.reader import read_event
    from uscalc.formats.native.write import write_event

    folder = sample("dbf", name)
    kept = read_event(write_event(open_event(folder).document).encode())
    put(make_report_files(kept, DAY), tmp_path)
    assert records(tmp_path) == records(folder)


def test_a_typed_event_is_written_in_full(tmp_path):
    mine = section(report=model.SectionReport(grand_prix="Y", grand_prix_points="10"))
    other = player(
        2, results=("L1|D1", "F1", "L1"), ratings=(("R", model.RatingFacts()),)
    )
    two = player(1, results=("W2|D2", "X2b", "W2")), other
    more = {"time_control": "G/45;d5", "start_date": None, "planned_rounds": 2}
    quick = section(*two, name="Quick", **more)
    skittles = model.Section("Skittles", kind="unrated", players=(model.Player(1),))
    put(make_report_files(event(mine, skittles, quick), DAY), tmp_path)
    tables = {
        part: [{k: v.decode() for k, v in row.items()} for row in rows]
        for part, rows in zip("HSD", records(tmp_path).values(), strict=True)
    }
    (head,) = tables["H"]
    assert (head["H_FORMAT"].strip(), head["H_PROGRAM"].strip()) == ("2C", "USCALC")
    assert head["H_TOT_SECT"] == "2 "
    assert (head["H_BEG_DATE"], head["H_END_DATE"]) == ("20250831", "20250901")
    one, two = tables["S"]
    assert (one["S_GR_PRIX"], one["S_GP_PTS"], one["S_R_SYSTEM"]) == ("Y", "10 ", "R")
    assert (one["S_BEG_DATE"], one["S_END_DATE"]) == (" " * 8, " " * 8)
    assert (two["S_SEC_NUM"], two["S_TRN_TYPE"], two["S_R_SYSTEM"]) == ("2 ", "S", "D")
    assert (two["S_BEG_DATE"], two["S_END_DATE"]) == ("20250901", " " * 8)
    assert (two["S_TOT_RNDS"], two["S_LST_PAIR"]) == ("4 ", "2   ")
    assert {row["S_CTD_ID"] for row in tables["S"]} == {"90000099"}
    cells = [
        " ".join(row[key].strip() for key in row if key.startswith("D_RND"))
        for row in tables["D"]
    ]
    assert (cells[0], *cells[4:]) == ("W2W L3B W4W U0", "W2 D2 X2B W2", "L1 D1 F1 L1")
    assert [row["D_RATING"] for row in tables["D"][4:]] == ["1510", "0   "]


def test_long_texts_are_cut_and_other_spellings_are_the_same_files(tmp_path):
    short = section(
        player(1, results=("W2",), name="Ñandú, " + "X" * 40, id="90000011"),
        player(2, results=("L1",), id=None),
        name="Short",
    )
    put(make_report_files(event(section(), short), DAY), tmp_path)
    rows = records(tmp_path)[FILE_NAMES["D"]]
    assert rows[4]["D_NAME"] == b"Nandu, " + b"X" * 23
    assert [rows[4][f"D_RND0{n}"].strip() for n in (1, 2, 3)] == [b"W2", b"U0", b"U0"]
    assert rows[5]["D_MEM_ID"] == b"00000000"
    found = make_targets(tmp_path, ["thexport.dbf", "other.txt"])
    assert found[FILE_NAMES["H"]].name == "thexport.dbf"
    assert found[FILE_NAMES["S"]].name == FILE_NAMES["S"]


# Typed text is written and read back unchanged.

words = st.text(f"{ascii_letters},. '-", max_size=30)
names = words.map(lambda text: " ".join(text.split())).filter(bool)
flags = st.sampled_from(["", "N", "Y"])
ids = st.integers(10_000_000, 99_999_999).map(str)
event_reports = st.builds(
    model.EventReport,
    affiliate=st.integers(0, 9_999_999).map(lambda n: f"A{n:07}"),
    chief_td=ids,
    assistant_td=st.just("") | ids,
    other_tds=words.map(str.strip),
    city=names.map(lambda text: text[:21].strip()),
    state=st.sampled_from(["", "MA", "OR"]),
    zip=st.sampled_from(["", "00000", "00000-1234"]),
    country=st.sampled_from(["", "USA"]),
    event_id=st.just("") | st.integers(0, 10**12 - 1).map(lambda n: f"{n:012}"),
    program=st.sampled_from(["USCALC", "SWISSSYS11"]),
    crosstable=flags,
)
section_reports = st.builds(
    model.SectionReport,
    system=st.just("R"),
    chief_td=st.just(""),
    assistant_td=st.just("") | ids,
    scholastic_level=st.sampled_from(["", "E", "H"]),
    grand_prix=flags,
    grand_prix_points=st.sampled_from(["", "6", "150"]),
    fide_rated=flags,
)
MIRRORED = dict(zip("WLDXFZ", "LWDFXZ", strict=True))
DOUBLE = ["WW", "WD", "WL", "DD", "DL", "LL"]


@st.composite
def rounds(draw: st.DrawFn, count: int, double: bool) -> list[str]:
    """Generate a round of this many players: games on both sides, or reasons for none."""
    left = draw(st.permutations(range(count)))
    cells = ["U"] * count
    while left:
        one = left.pop()
        if left and draw(st.integers(0, 4)):
            other = left.pop()
            codes = draw(st.sampled_from(DOUBLE if double else list(MIRRORED)))
            color = "" if double else draw(st.sampled_from(["", "w", "b"]))
            turned = {"": "", "w": "b", "b": "w"}[color]
            back = "".join(sorted((MIRRORED[c] for c in codes), key="WDL".find))
            cells[one] = "|".join(f"{c}{other + 1}{color}" for c in codes)
            cells[other] = "|".join(f"{c}{one + 1}{turned}" for c in back)
        else:
            cells[one] = draw(st.sampled_from("BHU"))
    return cells


@st.composite
def sections(draw: st.DrawFn) -> model.Section:
    double, count = draw(st.booleans()), draw(st.integers(1, 6))
    played = [draw(rounds(count, double)) for _ in range(draw(st.integers(1, 4)))]
    players = tuple(
        model.Player(
            n + 1,
            draw(names),
            draw(ids),
            ratings=(("R", model.RatingFacts(float(draw(st.integers(100, 3000))))),),
            results=tuple(cells[n] for cells in played),
            state=draw(st.sampled_from([None, "MA", "OR"])),
        )
        for n in range(count)
    )
    end = draw(st.none() | st.integers(0, 2).map(lambda n: DAY - dt.timedelta(n)))
    kind = "event" if double else draw(st.sampled_from(["event", "match"]))
    report = draw(section_reports)
    letter = "2" if double else "M" if kind == "match" else "S"
    days = st.integers(0, 5).map(dt.timedelta)
    return model.Section(
        draw(names),
        start_date=(end or DAY) - draw(days),
        end_date=end,
        time_control=draw(st.sampled_from(["G/90;d5", "40/90,SD/30;d5", "G/45; d5"])),
        kind=kind,
        players=players,
        planned_rounds=len(played),
        report=replace(report, type=letter),
    )


documents = st.builds(
    model.Document,
    name=names,
    end_date=st.just(DAY),
    sections=st.lists(sections(), min_size=1, max_size=3).map(tuple),
    chain_sections=st.just(True),
    report=event_reports,
).filter(lambda document: not find_shared_ids(document))


def only_what_a_report_says(document: model.Document) -> model.Document:
    """Return the event as a report holds it: systems as rated, and no number of played rounds."""
    sections = []
    for each in document.sections:
        start = each.start_date or document.end_date_of(each)
        rows = (replace(p, ratings=(("R", p.facts("R")),)) for p in each.players)
        known = {"played_rounds": None, "start_date": start, "players": tuple(rows)}
        sections.append(replace(each, **known))
    return replace(document, sections=tuple(sections))


@often(60)
@given(documents)
def test_what_was_typed_is_read_from_its_report(document):
    opened = open_files(make_report_files(document, DAY))
    assert (only_what_a_report_says(opened.document), opened.findings) == (document, ())
