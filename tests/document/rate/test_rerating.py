"""Rating again after an edit gives exactly the result of rating everything."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.build import document, player, section
from tests.often import often
from uscalc.document import model
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.rate import incremental
from uscalc.document.rate.rated import SectionRating, stops_rating
from uscalc.document.rate.whole import rate_document
from uscalc.rules.resolve import resolve_rules

SYSTEMS = ("R", "Q")
RATING = st.one_of(st.none(), st.integers(100, 2800).map(float), st.just(1500.0))
GAMES = st.one_of(st.none(), st.integers(0, 40))
MOST = 7


def cells(players: int) -> st.SearchStrategy[str]:
    """Generate results, byes, drafts and nonsense; most are games of the section."""
    number = st.integers(1, players + 1)
    game = st.builds(
        lambda code, n: f"{code}{n}", st.sampled_from("WDLWDLNRSXFZ?"), number
    )
    return st.one_of(
        game,
        game,
        st.sampled_from(["", "B", "H", "U", "no", "W"]),
        st.builds("{}|{}".format, game, game),
    )


PLAIN = st.builds(model.RatingFacts, st.integers(100, 2800).map(float), games=GAMES)
PRIZES = (model.PrizeFloor(1400, 10.0, dt.date(2012, 1, 1)), model.PrizeFloor(1450))
FACTS = st.one_of(
    *[PLAIN] * 3,
    st.builds(model.RatingFacts, RATING, games=GAMES),
    st.builds(
        model.RatingFacts,
        RATING,
        st.sampled_from([False, False, True]),
        games=GAMES,
        peak=st.one_of(st.none(), st.just(1900.0)),
        record=st.sampled_from([None, "mixed", "all_wins", "all_losses"]),
        prize_floor=st.sampled_from([None, *PRIZES]),
    ),
)


@st.composite
def players(draw: st.DrawFn, number: int) -> model.Player:
    return replace(
        player(number, id=draw(st.sampled_from([None] * 12 + ["A1", "B2"]))),
        ratings=tuple((system, draw(FACTS)) for system in SYSTEMS),
        birth=draw(st.sampled_from([None, model.BirthDate(dt.date(2013, 5, 1))])),
    )


@st.composite
def events(draw: st.DrawFn) -> model.Document:
    kinds = ["event"] * 12 + ["match", "estimate", "foreign-fide", "unrated"]
    systems = [("R",)] * 3 + [("R", "Q")] * 3 + [None]
    rules = [model.RulesChoice()] * 6 + [
        model.RulesChoice("2009"),
        model.RulesChoice("2001-guide"),
    ]
    given = {"kind": kinds, "systems": systems, "rules": rules}
    sections = []
    for _ in range(draw(st.integers(1, 2))):
        size = draw(st.integers(4, MOST))
        made = tuple(draw(players(number)) for number in range(1, size + 1))
        more = {key: draw(st.sampled_from(values)) for key, values in given.items()}
        sections.append(section(*made, **more))
    return document(*sections)


def typed(draw: st.DrawFn, before: model.Document) -> model.Document:
    """Generate the next thing that a person types."""
    index = draw(st.integers(0, len(before.sections) - 1))
    made: model.Section = before.sections[index]
    row = draw(st.integers(0, len(made.players) - 1))
    match draw(st.sampled_from(["game"] * 12 + ["cell"] * 3 + list(OTHERS))):
        case "game" | "cell" as kind:
            text = draw(cells(len(made.players)))
            if kind == "game":
                others = [p.number for p in made.players if p is not made.players[row]]
                text = draw(st.sampled_from("WDL")) + str(draw(st.sampled_from(others)))
            at = draw(st.integers(0, 2))
            return set_result(before, index, row, at, text).document
        case "rating":
            system = draw(st.sampled_from(SYSTEMS))
            figures = draw(RATING), draw(GAMES)
            return set_rating(before, index, row, system, *figures).document
        case "name":
            return set_name(before, index, row, draw(st.sampled_from("ab"))).document
        case "facts":
            new = draw(players(made.players[row].number))
            kept = replace(new, id=made.players[row].id)
            new = replace(kept, results=made.players[row].results)
            return model.with_player(before, index, row, new)
        case "one side":
            texts = tuple(draw(st.lists(cells(len(made.players)), max_size=3)))
            new = replace(made.players[row], results=texts)
            return model.with_player(before, index, row, new)
        case "number":
            new = replace(made.players[row], number=draw(st.integers(1, MOST)))
            return model.with_player(before, index, row, new)
        case "player":
            more = draw(players(len(made.players) + 1))
            made = replace(made, players=(*made.players, more))
            return model.with_section(before, index, made)
        case "date":
            return replace(before, end_date=dt.date(2013, 6, draw(st.integers(1, 9))))
        case _:
            made = replace(made, systems=draw(st.sampled_from([("R",), ("R", "Q")])))
            return model.with_section(before, index, made)


OTHERS = (
    *("rating", "rating", "rating", "facts", "one side", "one side"),
    *("name", "number", "number", "player", "date", "systems"),
)


@often(120)
@given(st.data())
def test_any_editing_leads_to_the_full_rating(data):
    shown = data.draw(events())
    were = [shown]
    worked = [
        incremental.rate_whole_section(shown, index, resolve_rules)
        for index in range(len(shown.sections))
    ]
    for _ in range(data.draw(st.integers(4, 16))):
        if data.draw(st.integers(0, 7)) == 0:
            shown = data.draw(st.sampled_from(were))
        else:
            shown = typed(data.draw, shown)
        were.append(shown)
        for index in range(len(shown.sections)):
            worked[index] = incremental.rerate_section(
                worked[index], shown, index, resolve_rules
            )
            strict = anew(shown, index)
            assert worked[index].rating == strict
            around = anew(shown, index, lenient=True)
            wanted = around if stops_rating(strict.findings) else None
            assert worked[index].around == wanted


def anew(made: model.Document, index: int, lenient: bool = False) -> SectionRating:
    """Rate a section of an event about which nothing is known yet."""
    return rate_document(made, resolve_rules, lenient).sections[index]


def field(count: int) -> model.Document:
    """Return a ring in which everybody has played both neighbors."""
    rows = (player(n, rating=1000.0 + 7 * n) for n in range(1, count + 1))
    made = document(section(*rows))
    for row in range(0, count, 2):
        made = set_result(made, 0, row, 0, f"W{row + 2}").document
    for row in range(1, count, 2):
        made = set_result(made, 0, row, 1, f"D{(row + 1) % count + 1}").document
    return made


def test_an_edit_says_how_far_it_reaches_and_keeps_the_other_traces():
    made = field(20)
    before = incremental.rate_whole_section(made, 0, resolve_rules)
    edited = set_result(made, 0, 4, 0, "D6").document
    after = incremental.rerate_section(before, edited, 0, resolve_rules)
    old = before.rating.ratings[0].trace.players
    new = after.rating.ratings[0].trace.players
    assert [row for row in range(20) if old[row] is not new[row]] == [3, 4, 5, 6]
    assert incremental.compare_section(before, made, 0).unchanged
    assert incremental.compare_section(before, edited, 0).rows == [4, 5]
    assert incremental.count_reached(before, edited.sections[0], [4, 5]) == 6
    more = model.with_players(made, 0, (*made.sections[0].players, player(21)))
    assert incremental.compare_section(before, more, 0).rows is None


def test_skipped_cells_that_return_are_rated_incrementally():
    made = field(20)
    start = incremental.rate_whole_section(made, 0, resolve_rules)
    changed = replace(made.sections[0].players[4], results=("W7", "D4"))
    broken = model.with_player(made, 0, 4, changed)
    around = incremental.rerate_section(start, broken, 0, resolve_rules)
    assert stops_rating(around.rating.findings)
    old = start.rating.ratings[0].trace.players
    new = around.around.ratings[0].trace.players
    assert new[5].post != old[5].post
    assert new[12] is old[12]
    assert around.around == anew(broken, 0, lenient=True)
    again = incremental.rerate_section(around, made, 0, resolve_rules)
    assert again.rating == start.rating
    assert again.rating.ratings[0].trace.players[12] is old[12]


def test_a_broken_cell_and_a_number_used_twice_are_rated_again_as_a_whole():
    made = field(6)
    changed = replace(made.sections[0].players[0], results=("W4", "D6"))
    lone = model.with_player(made, 0, 0, changed)
    whole = incremental.rate_whole_section(made, 0, resolve_rules)
    before = incremental.rerate_section(whole, lone, 0, resolve_rules)
    edited = set_result(lone, 0, 3, 0, "B").document
    after = incremental.rerate_section(before, edited, 0, resolve_rules)
    assert after.rating == anew(edited, 0)
    said = {finding.message for finding in after.rating.findings}
    assert '"W4" conflicts with player 4\'s result ("B")' in said
    made = document(section(player(1, "W2"), player(2, "L1"), player(1, "")))
    before = incremental.rate_whole_section(made, 0, resolve_rules)
    edited = model.with_player(
        made, 0, 1, replace(made.sections[0].players[1], results=())
    )
    assert incremental.compare_section(before, edited, 0).rows is None
    after = incremental.rerate_section(before, edited, 0, resolve_rules)
    assert after.rating == anew(edited, 0)
    assert "sides-disagree" in {finding.code for finding in after.rating.findings}
