"""What the window shows while an event is edited: the same as after a full rating."""

import itertools
import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QModelIndex
from pytestqt.qtbot import QtBot

from tests.build import document, player, section
from tests.document.rate.test_rerating import field
from uscalc.document.edit.cells import set_rating, set_result
from uscalc.document.edit.settings import set_player, set_section
from uscalc.document.edit.structure import add_section, remove_players
from uscalc.document.model import (
    Document,
    ForeignRating,
    RulesChoice,
    with_player,
)
from uscalc.document.rate.rated import stops_rating
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules
from uscalc.ui.crosstable.delegate import RatingFade
from uscalc.ui.crosstable.layout import Sorting, list_rows
from uscalc.ui.crosstable.model import CrosstableModel
from uscalc.ui.explain.model import POST, StepsModel
from uscalc.ui.session.session import AROUND, Session
from uscalc.ui.session.window_ratings import estimate_rating, rate_for_window
from uscalc.ui.theme.figures import format_whole

PLAYERS = 40


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[Session]:
    made = Session(field(PLAYERS), resolve_rules)
    yield made
    made.close()


def broken(made: Document) -> Document:
    odd = replace(made.sections[0].players[4], results=("W7", "D4"))
    return with_player(made, 0, 4, odd)


@pytest.mark.parametrize("chained", [False, True])
def test_the_live_ratings_are_those_of_the_whole_event(chained):
    chance = random.Random(4)
    first = field(8).sections[0]
    members = tuple(replace(p, id=f"M{p.number}") for p in first.players)
    first = replace(first, players=members)
    shown = document(first, replace(first, name="B"), chain_sections=chained)
    live = rate_for_window(shown, resolve_rules, None)
    for _ in range(25):
        index, row = chance.randrange(2), chance.randrange(8)
        if chance.random() < 0.3:
            rating = chance.uniform(100, 2800)
            edit = set_rating(shown, index, row, "R", rating, chance.randrange(40))
        else:
            text = f"{chance.choice('WDL')}{chance.randrange(1, 9)}"
            edit = set_result(shown, index, row, chance.randrange(3), text)
        shown = edit.document
        live = rate_for_window(shown, resolve_rules, live)
        assert live.rating == rate_document(shown, resolve_rules)
        around = rate_document(shown, resolve_rules, lenient=True)
        assert live.around == {
            rated.index: around.sections[rated.index]
            for rated in live.rating.sections
            if stops_rating(rated.findings)
        }


@pytest.mark.parametrize("kind", ["event", "foreign-fide"])
def test_an_opponent_abroad_counts_as_soon_as_the_rating_is_known(qtbot, kind):
    players = player(1, "W2", rating=2100.0), player(2, "L1", rating=None)
    session = Session(document(section(*players, kind=kind)), resolve_rules)
    assert session.apply_edit(set_player, 0, 1, fide=ForeignRating(2050.0))
    qtbot.waitUntil(lambda: session.up_to_date)
    session.apply_edit(set_section, 0, kind="foreign-fide")
    qtbot.waitUntil(lambda: session.up_to_date)
    expected = rate_document(session.document, resolve_rules).sections[0].ratings[0]
    assert session.shown.find_post(0) == expected.find_trace(1).post
    session.close()


def test_a_result_takes_less_time_than_another_player():
    made = field(400)
    live = rate_for_window(made, resolve_rules, None)
    assert estimate_rating(made, live).milliseconds == 0
    result = set_result(made, 0, 4, 0, "L6").document
    more = (*made.sections[0].players, player(401))
    another = replace(made, sections=(replace(made.sections[0], players=more),))
    short, long = (estimate_rating(to, live).milliseconds for to in (result, another))
    assert short < long / 5


def test_only_what_an_edit_affects_is_announced_and_fades_in(qtbot, session):
    model = CrosstableModel(session)
    fading = RatingFade(session, session)
    told: set[tuple[int, int]] = set()

    def note(first: QModelIndex, last: QModelIndex) -> None:
        rows = range(first.row(), last.row() + 1)
        told.update(itertools.product(rows, range(first.column(), last.column() + 1)))

    model.dataChanged.connect(note)
    places = itertools.product(range(model.rowCount()), range(model.columnCount()))
    before = {place: model.index(*place).data() for place in places}
    session.apply_edit(set_result, 0, 10, 0, "L12")
    qtbot.waitUntil(lambda: session.up_to_date)
    changed = {at for at, text in before.items() if model.index(*at).data() != text}
    assert changed <= told
    assert {row for row, _ in told} <= {8, 9, 10, 11, 12, 13}
    post = model.columns.find_column("post")
    assert (10, 0) not in told
    assert (10, post) in changed
    assert {10, 11} <= fading.rows <= {8, 9, 10, 11, 12, 13}
    assert fading.find_strength(10) > 0
    assert fading.find_strength(30) == 0


def test_edits_before_the_next_rating_fade_what_differs_from_the_last(qtbot, session):
    session.apply_edit(add_section)
    qtbot.waitUntil(lambda: session.up_to_date)
    session.select(section=0)
    fading = RatingFade(session, session)
    last = len(session.document.sections[0].players) - 1
    before = [format_whole(session.shown.find_post(row)) for row in range(last + 1)]
    # Do all of this before the document is rated again.
    session.apply_edit(remove_players, 0, [last])
    session.select(section=1)
    session.select(section=0)
    session.undo_edit()
    session.apply_edit(set_result, 0, last, 0, "B")
    qtbot.waitUntil(lambda: session.up_to_date)
    after = [format_whole(session.shown.find_post(row)) for row in range(last + 1)]
    pairs = enumerate(zip(before, after, strict=True))
    assert fading.rows == {row for row, (old, new) in pairs if old != new}
    session.apply_edit(set_result, 0, last, 3, "W1")
    qtbot.waitUntil(lambda: session.up_to_date)
    assert last in fading.rows


def test_steps_go_on_around_a_broken_cell_and_the_session_says_so(session):
    model = StepsModel(session)
    assert session.note == ""
    session.show_document(broken(session.document), None)
    assert session.shown.around
    assert session.note == AROUND
    assert model.index(0, POST).data() != ""
    assert model.index(0, POST).data() == f"{session.shown.find_post(0):.0f}"


def test_sorting_by_the_new_rating_follows_the_guide_where_it_is_shown(session):
    made = session.document
    guided = replace(made.sections[0], rules=RulesChoice("2001-guide"))
    session.show_document(replace(made, sections=(guided,)), None)
    assert session.shown.rating.guide is not None
    rows = list_rows(session, Sorting("post"), "")
    posts = [session.shown.find_post(row) for row in rows]
    assert posts == sorted(posts, key=lambda post: post or 0)
    assert posts != [
        trace.post for trace in map(session.shown.find_trace, rows) if trace
    ]
    changes = [
        session.shown.find_change(r) for r in list_rows(session, Sorting("change"), "")
    ]
    assert changes == sorted(changes, key=lambda change: change or 0)
