"""FIDE tournament reports: fixed columns and national records."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.build import codes
from tests.formats.crosstables import draw_player, paired_games
from tests.made_files.samples import sample
from uscalc.document import model
from uscalc.document.rate.check import check_section
from uscalc.formats import EndDateNeededError, OpenedEvent, open_event, open_text

DAY = dt.date(2025, 5, 4)


def line(number, *rounds, tag="001", rating=1900, **more) -> str:
    """Return a player's line; a round is ` 26 w 1`, eight columns wide."""
    name, member, birth = (more.get(k, "") for k in ("name", "member", "birth"))
    head = f"{tag} {number:4} m    {name:33} {rating:4} USA {member:>11} {birth:10}"
    return f"{head}  1.0    1  " + "".join(f"{cell:8}  " for cell in rounds)


def opened(*lines: str, end: str = "\n") -> OpenedEvent:
    return open_text(end.join(("012 Lantern Open", "052 2025/05/04", *lines)))


def only_section(*lines: str) -> model.Section:
    (section,) = opened(*lines).document.sections
    return section


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_tournament_and_its_players(end):
    result = opened(
        "042 2025/05/03",
        "122 90+30",
        "### a comment",
        "XXR 2",
        line(1, "   2 w 1", "0000 - H", name="Inventa, Ada", birth="2009/05/17"),
        line(2, "   1 b 0", "0000 - U", name="Inventa, Bea", birth="2009", rating=0),
        line(1, tag="USA", member="90000001", rating=1803),
        end=end,
    )
    document = result.document
    assert (document.name, document.end_date) == ("Lantern Open", DAY)
    (section,) = document.sections
    assert section.planned_rounds == 2
    assert (section.time_control, section.start_date) == ("90+30", dt.date(2025, 5, 3))
    one, two = section.players
    assert (one.name, one.id) == ("Inventa, Ada", "90000001")
    assert one.facts("R") == model.RatingFacts(rating=1803.0)
    assert one.fide == model.ForeignRating(1900.0)
    assert one.birth == model.BirthDate(dt.date(2009, 5, 17))
    assert one.results == ("W2w", "H")
    assert (two.fide, two.id, two.facts("R").unknown) == (None, None, True)
    assert two.birth == model.BirthDate(dt.date(2009, 7, 1), year_only=True)
    assert two.results == ("L1b", "B")
    assert [f.code for f in result.findings] == ["blank-ratings"]
    assert not any("XXR" in sentence for sentence in result.left_out)


@pytest.mark.parametrize(
    ("cell", "token"),
    [
        *(("   2 w 1", "W2w"), ("   2 b =", "D2b"), ("   2 w 0", "L2w")),
        *(("   2 w +", "X2"), ("   2 w -", "F2"), ("   2 w W", "X2")),
        *(("   2 w L", "F2"), ("   2 w D", "H"), ("   2 w  ", "?2w")),
        *(("0000 - H", "H"), ("0000 - F", "B"), ("0000 - U", "B"), ("0000 - Z", "U")),
        ("0000 - +", "B"),
    ],
)
def test_rounds(cell, token):
    assert only_section(line(1, cell, "0000 - Z")).players[0].results == (token, "U")


def test_byes_and_unusual_dates_are_read_in_their_columns():
    assert only_section(line(1, "   2 w 1", "", "")).players[0].results == ("W2w",)
    result = open_text("\n".join(("012 A", "052 02/10/2010", line(1, "0000 - H"))))
    assert result.document.end_date == dt.date(2010, 10, 2)
    assert any("day first" in sentence for sentence in result.assumed)
    with pytest.raises(EndDateNeededError):
        open_text(line(1, "0000 - H"))
    row = line(1, "0000 - H", birth="2009/05/17")
    at = row.index("2009/05/17")
    for shift in (-2, -1, 1, 2):
        moved = row[: at - 2].ljust(at + shift)[: at + shift] + "2009/05/17"
        moved = moved.ljust(at + 12) + row[at + 12 :]
        (player,) = only_section(moved).players
        assert player.birth == model.BirthDate(dt.date(2009, 5, 17)), shift
    cells = ("   2 w 1",), ("   1 b 0", "   3 w 1"), ("", "   2 b 0")
    rows = [line(number, *row) for number, row in enumerate(cells, 1)]
    byes = ["240 H 002    1", "240 F 001    3    2", "240 z 003    1    2    3"]
    result = opened(*rows, *byes)
    (section,) = result.document.sections
    found = [" ".join(player.results) for player in section.players]
    assert found == ["W2w H", "L1b W3w", "B L2b"]
    assert any("byes of teams" in said for said in result.left_out)
    teams = opened(*rows, "310   1 Lamps", *byes).document.sections[0]
    assert teams.players[0].results == ("W2w",)


@pytest.mark.parametrize(
    ("name", "players", "rounds"),
    [
        ("club-april.trf", 23, 5),
        ("golden-autumn.trf", 26, 3),
        ("shared/dutch_2025_C5.trf", 6, 3),
        ("shared/issue_7.trf", 0, 0),
        ("shared/javafo_sample2.trf", 0, 0),
        ("shared/trf26_team.trf", 2, 1),
    ],
)
def test_the_samples(name, players, rounds):
    result = open_event(sample("trf", name), DAY)
    assert result.format == "trf"
    (section,) = result.document.sections
    assert not check_section(section, 0)
    if "trf26" in name:
        births = [str(p.birth.date) for p in section.players]
        assert births == ["1963-04-13", "1976-07-23"]
        assert section.planned_rounds == 5
    if players:
        assert (len(section.players), section.rounds) == (players, rounds)


@pytest.mark.parametrize("tag", ["XXR", "142"])
def test_planned_rounds_are_read_from_both_records(tag):
    assert only_section(f"{tag} 7", line(1, "0000 - H")).planned_rounds == 7


def test_birth_dates_and_years():
    texts = ("2009/05/17", "2009.05.17", "2009/00/00", "2009", "")
    rows = (line(n, "0000 - H", birth=text) for n, text in enumerate(texts, 1))
    day = model.BirthDate(dt.date(2009, 5, 17))
    year = model.BirthDate(dt.date(2009, 7, 1), year_only=True)
    births = [player.birth for player in only_section(*rows).players]
    assert births == [day, day, year, year, None]


@pytest.mark.parametrize(
    ("encoded", "said"),
    [
        *(("5400+30", "G/90; +30"), ("3600", "G/60"), ("40/6000:900+30", None)),
        *(
            ("40/6000+30:900+30", "40/100, SD/15; +30"),
            ("W300-B240", None),
            ("90", None),
        ),
    ],
)
def test_an_encoded_time_control_is_converted(encoded, said):
    assert only_section(f"222 {encoded}", line(1, "0000 - H")).time_control == said
    assert only_section(f"222 {encoded}", "122 90+30", line(1)).time_control == "90+30"


def test_columns_of_bytes_and_unreadable_days_are_handled():
    rows = [line(1, "  12 w 1", name="Žofie Inventá"), line(12, "   1 b 0", name="Bea")]
    rows += [line(1, tag="USA", member="90000001", rating=1803, name="Žofie Inventá")]
    shifted = [
        row[:14] + row[14:47][: 33 - len(row.encode()) + len(row)] + row[47:]
        for row in rows
    ]
    assert shifted != rows
    assert only_section(*shifted).players == only_section(*rows).players
    text = "\n".join(("042 2025/05/03", "052 Sunday", line(1, "0000 - H")))
    with pytest.raises(EndDateNeededError, match='read the end date "Sunday"'):
        open_text(text)
    document = open_text(text, DAY).document
    assert document.end_date == DAY
    assert document.sections[0].start_date == dt.date(2025, 5, 3)


def test_contradicting_national_records_are_findings():
    rows = [line(1, "0000 - H"), line(1, tag="USA", member="NY-12", rating=12)]
    again = line(1, tag="USA", member="90000001", rating=1803)
    result = opened(*rows, again, line(7, tag="USA"))
    assert codes(result) == ["blank-ratings", "odd-rating", "odd-id"]
    assert any("first was used: 1." in said for said in result.left_out)
    assert any("missing player numbers: 7." in said for said in result.left_out)


CODES = {"W": "1", "D": "=", "L": "0", "X": "+", "F": "-", "?": " "}
LONE = {"B": "0000 - F", "H": "0000 - H", "U": "0000 - Z"}


def cell(token: str) -> str:
    if token in LONE:
        return LONE[token]
    number = int("".join(filter(str.isdigit, token)))
    color = token[-1] if token[-1] in "wb" else "-"
    return f"{number:4} {color} {CODES[token[0]]}"


@st.composite
def reports(draw: st.DrawFn) -> model.Document:
    """Generate everything that a report with national records can hold."""
    count = draw(st.integers(1, 6))
    rows = draw(paired_games(count, draw(st.integers(0, 4)), several=False))
    births = st.none() | st.dates(dt.date(1930, 1, 1), DAY).map(model.BirthDate)
    abroad = st.none() | st.integers(1000, 2900).map(model.ForeignRating)
    players = tuple(
        draw_player(draw, n, rows[n], birth=draw(births), fide=draw(abroad))
        for n in range(1, count + 1)
    )
    section = model.Section(
        start_date=dt.date(2025, 5, 3),
        time_control="90+30",
        planned_rounds=draw(st.none() | st.integers(4, 9)),
        players=players,
    )
    return model.Document("Lantern Open", DAY, (section,))


@given(reports(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_what_is_written_is_read_as_the_same_event(document, end):
    (section,) = document.sections
    rounds = section.planned_rounds
    lines = ["012 Lantern Open", "042 2025/05/03", "052 2025/05/04", "122 90+30"]
    lines += ["### made up", "BBW 1.0"] if rounds is None else [f"142 {rounds}"]
    for player in section.players:
        number, own = player.number, int(player.facts("R").rating or 0)
        fide = 0 if player.fide is None else int(player.fide.rating)
        birth = "" if player.birth is None else f"{player.birth.date:%Y/%m/%d}"
        more = {"rating": fide, "name": player.name, "birth": birth}
        lines.append(line(number, *map(cell, player.results), **more))
        lines.append(line(number, tag="USA", rating=own, member=player.id or ""))
    assert open_text(end.join(lines)).document == document
