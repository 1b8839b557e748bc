"""A followed file's changes, one by one: who it is, what comes in, what stays."""

from dataclasses import replace
from functools import partial

from tests import build
from uscalc.document.edit.cells import set_result
from uscalc.document.edit.settings import set_facts
from uscalc.document.edit.structure import add_player, remove_section, rename_section
from uscalc.document.merge.merge import MergeResult, merge_file
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.formats.shared.pairing import mark_blanks_unrated

UNKNOWN = RatingFacts(unknown=True)


def player(number: int, *results: str, **more: object) -> Player:
    given: dict[str, object] = {
        "name": f"Inventa, Number{number}",
        "id": f"{90_000_000 + number}",
        "ratings": (("R", RatingFacts(1500.0 + number)), ("Q", UNKNOWN)),
        "results": results,
    }
    return Player(number, **(given | more))


event = partial(build.event, systems=None, time_control="G/90;d5")


PAIRED = event(player(1, "?2w"), player(2, "?1b"), player(3, "?4w"), player(4, "?3b"))


def with_players(document: Document, *players: Player) -> Document:
    return replace(document, sections=(replace(document.sections[0], players=players),))


def merged(document: Document, fresh: Document, base: Document = PAIRED) -> MergeResult:
    return merge_file(document, fresh, base, "SwissSys")


def test_a_game_that_both_changed_is_one_finding_though_it_has_two_cells():
    typed = set_result(PAIRED, 0, 0, 0, "W2").document
    fresh = with_players(
        PAIRED, player(1, "D2w"), player(2, "D1b"), *PAIRED.sections[0].players[2:]
    )
    found = merged(typed, fresh)
    assert found.edit.document is typed
    (finding,) = found.findings
    assert finding.place == 'section "Open", player 1, round 1'
    assert finding.message == 'The result is "W2w" here and "D2w" in the linked file'
    assert finding.severity == "warns"


def test_a_corrected_name_and_id_are_still_the_same_player():
    other = player(1, "W2w", name="Inventa, Renamed", id="90000001")
    renamed = merged(
        PAIRED, with_players(PAIRED, other, *PAIRED.sections[0].players[1:])
    )
    assert len(renamed.edit.document.sections[0].players) == 4
    other = player(1, "W2w", id="91111111")
    numbered = merged(
        PAIRED, with_players(PAIRED, other, *PAIRED.sections[0].players[1:])
    )
    assert len(numbered.edit.document.sections[0].players) == 4
    assert numbered.edit.document.sections[0].players[0].id == "91111111"


def test_players_without_ids_are_found_by_name_and_by_their_games():
    base = event(player(1, "W2", id=None), player(2, "L1", id=None))
    fresh = event(
        player(2, "W1", id=None), player(1, "L2", id=None, name="Somebody, Corrected")
    )
    # Number 2 is found by the name; the other, by nothing but what is left, is new.
    swapped = event(
        player(1, "W2", id=None, name="Somebody, Corrected"), player(2, "L1", id=None)
    )
    found = merged(base, swapped, base)
    assert [p.name for p in found.edit.document.sections[0].players] == [
        "Somebody, Corrected",
        "Inventa, Number2",
    ]
    typed = set_facts(base, 0, 0, "R", games=7).document
    kept = merged(typed, swapped, base).edit.document.sections[0].players[0]
    assert (kept.name, kept.facts("R").games) == ("Somebody, Corrected", 7)
    assert len(merged(base, fresh, base).edit.document.sections[0].players) == 2


def test_a_late_player_who_was_typed_here_first_is_not_doubled():
    typed = add_player(PAIRED, 0, name="Late, Somebody").document
    typed = set_facts(typed, 0, 4, "R", rating=1333.5, games=9).document
    late = player(5, "H", name="LATE, Somebody", id="95000005")
    late = replace(late, ratings=(("R", UNKNOWN), ("Q", UNKNOWN)))
    found = merged(typed, with_players(PAIRED, *PAIRED.sections[0].players, late))
    players = found.edit.document.sections[0].players
    assert len(players) == 5
    assert (players[4].id, players[4].results) == ("95000005", ("H",))
    assert players[4].facts("R").rating == 1333.5


def test_sections_come_go_and_keep_the_name_typed_here():
    extra = Section("Extra", players=(player(8), player(9)))
    two = replace(PAIRED, sections=(*PAIRED.sections, extra))
    typed = rename_section(two, 1, "Side games").document
    played = replace(extra, players=(player(8, "W9"), player(9, "L8")))
    fresh = replace(PAIRED, sections=(played, *PAIRED.sections))
    found = merged(typed, fresh, two)
    assert [s.name for s in found.edit.document.sections] == ["Side games", "Open"]
    assert found.edit.document.sections[0].players[0].results == ("W9",)
    removed = remove_section(two, 1).document
    stays = merged(removed, fresh, two)
    assert [s.name for s in stays.edit.document.sections] == ["Open"]
    gone = merged(two, PAIRED, two)
    assert gone.edit.name == "Changes from SwissSys: 1 section removed"
    kept = merged(typed, PAIRED, two)
    assert [s.name for s in kept.edit.document.sections] == ["Open", "Side games"]
    assert kept.findings[0].place == 'section "Side games"'


def test_a_first_rating_follows_the_answer_new_without_a_finding():
    blank = {"ratings": (("R", UNKNOWN), ("Q", UNKNOWN))}
    base = event(player(1, **blank), player(2, **blank))
    typed = mark_blanks_unrated(base)
    rated = {"ratings": (("R", RatingFacts(1210.0)), ("Q", UNKNOWN))}
    found = merged(typed, event(player(1, **rated), player(2, **blank)), base)
    first, second = found.edit.document.sections[0].players
    assert found.findings == ()
    assert first.facts("R").rating == 1210.0
    # What the file still does not say stays as it was answered.
    assert not first.facts("Q").unknown
    assert second == typed.sections[0].players[1]
    # A rating that was typed is no answer to a blank, and stays.
    other = set_facts(base, 0, 0, "R", rating=1300.0, unknown=False).document
    found = merged(other, event(player(1, **rated), player(2, **blank)), base)
    assert len(found.findings) == 1
    assert found.edit.document.sections[0].players[0].facts("R").rating == 1300.0
