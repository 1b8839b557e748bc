"""The six samples: each opens, is rated, and shows what it is made for."""

import pytest

from tests.cli.running import first_rating, run
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.model import Document, Player
from uscalc.formats import open_event
from uscalc.resources import get_resource_path
from uscalc.ui.files.loading import choose_space
from uscalc.ui.files.samples import FIRST_SAMPLE, SAMPLES, Sample

WORDS = frozenset(
    """
    Backrank Battery Benoni Bishop Bishoppair Blitzer Blockade Blunder Breakthrough
    Castle Castling Catalan Centerpawn Checkmate Combination Counterplay Darksquare
    Decoy Deflection Delay Desperado Diagonal Diagram Discovery Doublecheck Dragon
    Endgame Exchange Fianchetto Fivecheck Flagfall Flank Fork Fortress Gambit
    Gambiteer Hedgehog Increment Initiative Isolani King Kingside Kingwalk
    Knightfork Knightly Lightsquare Longcastle Majority Middlegame Minority Notation
    Openboard Openfile Opposition Outpost Overload Pairing Passedpawn Pawn Pawnchain
    Pawnstorm Perpetual Postmortem Promotion Prophylaxis Queen Queenmove Queenside
    Rankside Rook Rookfile Sacrifice Scholar Scoresheet Shortcastle Sicilian Simul
    Skewer Smothered Stalemate Stonewall Strategy Swindle Tactic Tempo Tiebreak
    Touchmove Triangle Underpromote Wallchart Windmill Wingattack Zugzwang
    Zwischenzug
    """.split()  # noqa: SIM905
)
"""Chess words used as names: no such family name is in the rating supplement."""


def document_of(name: str) -> Document:
    (sample,) = (sample for sample in SAMPLES if sample.name == name)
    return open_event(sample.path).document


def players_of(document: Document) -> list[Player]:
    return [player for section in document.sections for player in section.players]


every_sample = pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: s.name)


def test_every_sample_file_is_declared_and_the_autumn_open_is_first():
    files = set(get_resource_path("samples").iterdir())
    assert {sample.path for sample in SAMPLES} == files
    assert len(SAMPLES) == 6
    assert FIRST_SAMPLE.name == "autumn-open"
    assert len({sample.action for sample in SAMPLES}) == 6


@every_sample
def test_a_sample_is_rated_without_an_error_and_opens_in_explain(sample: Sample):
    done = run("rate", sample.path)
    assert (done.returncode, done.stderr) == (0, "")
    opened = open_event(sample.path)
    assert opened.document.name == sample.title
    assert choose_space(opened.document, opened.format, None) == "explain"


@every_sample
def test_all_players_of_a_sample_are_invented(sample: Sample):
    players = players_of(open_event(sample.path).document)
    for player in players:
        family, _, first = player.name.partition(", ")
        assert family in WORDS, player.name
        assert first
        assert player.id is None or player.id.startswith("99000")
    assert len({player.name for player in players}) == len(players)


@pytest.mark.parametrize("name", ["harvest-swiss", "school-newcomers", "friday-quick"])
def test_no_two_players_meet_twice_in_a_swiss(name: str):
    for section in document_of(name).sections:
        for player in section.players:
            met = []
            for text in player.results:
                cell = parse_cell(text)
                assert not isinstance(cell, BadCell)
                met += [entry.opponent for entry in cell if entry.opponent]
            assert len(met) == len(set(met)), player.name
            assert player.number not in met


def test_each_sample_shows_what_it_is_for():
    document = document_of("harvest-swiss")
    assert [section.name for section in document.sections] == ["Open", "U1500"]
    players = players_of(document)
    assert len(players) == 40
    cells = [text for player in players for text in player.results]
    assert {len(player.results) for player in players} == {5}
    assert cells.count("B") == 5
    assert cells.count("H") == 6
    assert ("X14" in cells, "F12" in cells) == (True, True)
    document = document_of("club-match")
    (section,) = document.sections
    assert section.kind == "match"
    rated = first_rating(next(x.path for x in SAMPLES if x.name == "club-match"))
    changes = [round(player["post"] - player["pre"]) for player in rated["players"]]
    assert changes == [-50, 50]
    players = players_of(document_of("school-newcomers"))
    unrated = [player for player in players if player.facts("R").rating is None]
    assert (len(players), len(unrated)) == (18, 13)
    assert all(player.birth is not None for player in players)
    document = document_of("fide-abroad")
    (section,) = document.sections
    assert section.kind == "foreign-fide"
    assert all(player.fide is not None for player in section.players)
    assert sum(bool(player.results) for player in section.players) == 3
    done = run("rate", next(s.path for s in SAMPLES if s.name == "friday-quick"))
    assert "Regular" in done.stdout
    assert "Quick, 2025 rating rules" in done.stdout
