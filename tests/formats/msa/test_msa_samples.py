"""Made and real crosstable pages: every player and every game is read."""

import datetime as dt

import pytest

from tests.made_files import samples
from tests.made_files.samples import BESIDE, sample
from tests.shared_data import load_cases, shared
from uscalc.document.cells import BadCell, Entry, parse_cell, score_cell
from uscalc.document.model import Player
from uscalc.document.rate.check import check_section
from uscalc.engine.inputs import System
from uscalc.formats import OpenedEvent, open_event
from uscalc.formats.msa.table import read_page
from uscalc.formats.native.reader import read_event
from uscalc.formats.native.write import write_event
from uscalc.formats.shared.loose import decode_text, split_plain_lines

DAY = dt.date(2005, 1, 1)

Facts = tuple[str, str, tuple[System, ...], int, int]
REAL: dict[str, Facts] = load_cases("test_msa_samples", "facts")


def _facts(name: str) -> Facts:
    """Return the facts of a made page."""
    copied = name.endswith("-pasted.txt")
    event = samples.published(name.removesuffix(".html").removesuffix("-pasted.txt"))
    (section,) = event.sections
    end, title = str(event.end_date), section.name
    if copied:
        end, title = str(DAY), "Section 1"
    return end, title, section.systems or ("R",), len(section.players), section.rounds


PAGES = {
    **{name: _facts(name) for name in samples.PAGES},
    **{f"{BESIDE}{name}": facts for name, facts in REAL.items()},
}
every_page = pytest.mark.parametrize("name", PAGES)


def opened(name: str) -> OpenedEvent:
    return open_event(sample("msa", name), DAY)


def players(name: str) -> tuple[Player, ...]:
    (section,) = opened(name).document.sections
    return section.players


def entries(player: Player) -> list[Entry]:
    found = []
    for token in player.results:
        cell = parse_cell(token)
        assert not isinstance(cell, BadCell), (player.number, token)
        found.extend(cell)
    return found


def test_every_sample_is_tested():
    folder = shared("samples", "msa")
    assert sorted(path.name for path in folder.iterdir()) == sorted(REAL)


@every_page
def test_the_head_and_the_numbers_are_right(name):
    end, title, systems, count, rounds = PAGES[name]
    result = opened(name)
    (section,) = result.document.sections
    assert result.document.end_date == dt.date.fromisoformat(end)
    assert (section.name, section.systems) == (title, systems)
    assert (len(section.players), section.rounds) == (count, rounds)
    assert [p.number for p in section.players] == list(range(1, count + 1))
    assert section.kind == ("match" if "match-1" in name else "event")
    assert not result.findings


@every_page
def test_the_points_printed_are_the_points_of_the_cells(name):
    text = decode_text(sample("msa", name).read_bytes())
    (table,) = read_page(split_plain_lines(text)).tables
    printed = [float(row.total) for row in table.rows]
    assert printed == [sum(map(score_cell, p.results)) for p in players(name)]


@every_page
def test_every_player_with_games_has_a_published_rating(name):
    systems = PAGES[name][2]
    for player in players(name):
        played = any(entry.is_game for entry in entries(player))
        for system in systems:
            assert (player.published_in(system) is not None) == played
            assert player.facts(system).unknown != played
        assert player.id is not None


@pytest.mark.parametrize(
    "event",
    [*samples.COPIED, *(f"{BESIDE}{name}" for name in (*samples.COPIED, "unrated-2"))],
)
def test_the_copied_text_has_the_players_and_games_of_the_page(event):
    assert players(f"{event}-pasted.txt") == players(f"{event}.html")


@every_page
def test_a_page_is_an_event_without_errors_that_can_be_saved(name):
    document = opened(name).document
    assert not check_section(document.sections[0], 0)
    assert read_event(write_event(document).encode()) == document


def test_round_robins_forfeits_and_one_sided_results_are_read():
    table = {player.number: player for player in players("shared/forfeit-1.html")}
    assert " ".join(table[26].results) == "W108 N108 R25 R25 W298 W298 W222 W222"
    assert (table[104].results[:2], table[325].id) == (("F", "F"), table[326].id)
    robin = [" ".join(p.results) for p in players("shared/robin-1.html")]
    assert robin == ["W4 W2 D3", "W3 L1 W4", "L2 D4 D1", "L1 D3 L2"]
    assert "opponent, not by round" in " ".join(opened("shared/robin-1.html").assumed)
    rows = [player.results for player in players("robin-1.html")]
    (section,) = samples.published("robin-1").sections
    assert [sorted(row) for row in rows] == [sorted(p.results) for p in section.players]
    assert "opponent, not by round" in " ".join(opened("robin-1.html").assumed)


@pytest.mark.parametrize(
    ("page", "event"),
    [
        ("dual-1.html", "200802190121-01"),
        ("big-1.html", "201703111152-02"),
        ("unrated-1.html", "200407187620-01"),
        ("shared/dual-1.html", "200802190121-01"),
        ("shared/dual-2.html", "200505158511-01"),
        ("shared/unrated-1.html", "200407187620-01"),
    ],
)
def test_the_page_agrees_with_the_event_made_from_it(page, event):
    path = shared("realdata", f"{event}.uscalc")
    (expected,) = read_event(path.read_bytes(), path).sections
    assert len(expected.players) == len(players(page))
    for ours, theirs in zip(players(page), expected.players, strict=True):
        assert ours.results == theirs.results
        for system, facts in theirs.ratings:
            assert ours.facts(system).rating == facts.rating
            assert ours.facts(system).games == (facts.games or None)
        for system, published in theirs.published:
            assert ours.published_in(system).rating == published.rating
