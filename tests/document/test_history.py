"""After any sequence of edits, undo, redo and save, nothing is lost or silently inconsistent."""

from collections import Counter

from hypothesis import stateful
from hypothesis import strategies as st

from tests.build import document, player, section
from uscalc.document.cells import BadCell, parse_cell
from uscalc.document.edit import structure
from uscalc.document.edit.block import clear_cells, plan_paste
from uscalc.document.edit.cells import set_name, set_rating, set_result
from uscalc.document.history import History
from uscalc.document.model import Document, Edit, Section
from uscalc.document.rate.check import check_section

CELLS = st.one_of(
    st.builds("{}{}".format, st.sampled_from([*"wDl?XF"]), st.integers(1, 7)),
    st.sampled_from(
        ["", "B", "H", "u", "?1400-1600", "W2|L3", "D4w", "N5", "odd", "W"]
    ),
)
SMALL = st.integers(0, 9)


def first() -> Document:
    return document(
        section(
            player(1, "W2", "D3"),
            player(2, "L1", "B", rating=1400.0, games=12),
            player(3, "U", "D1", rating=None),
            player(4, "?5", ""),
            player(5, "?4", "H"),
        )
    )


MIRRORED = {"win": "loss", "draw": "draw", "loss": "win"}


def contradictions(shown: Section) -> set[tuple[int, int]]:
    """Return games that the other side doesn't have, by number and round from 1."""
    said: Counter[tuple[int, int, int, str]] = Counter()
    found = set()
    for one in shown.players:
        for index, text in enumerate(one.results):
            cell = parse_cell(text)
            if isinstance(cell, BadCell):
                found.add((one.number, index + 1))
                continue
            for entry in cell:
                if entry.outcome in MIRRORED and not entry.one_sided:
                    opponent = entry.opponent or 0
                    said[one.number, index + 1, opponent, entry.outcome] += 1
    for (number, round_, opponent, outcome), count in said.items():
        if said[opponent, round_, number, MIRRORED[outcome]] != count:
            found.add((number, round_))
    return found


class Editing(stateful.RuleBasedStateMachine):
    """Edits as a window makes them, beside a list of the expected documents."""

    def __init__(self) -> None:
        super().__init__()
        self.documents: list[Document] = []
        self.place = 0
        self.saved: Document | None = None

    @stateful.initialize(saved=st.booleans())
    def begin(self, saved: bool) -> None:
        start = first()
        self.history = History(start, saved)
        self.documents, self.place = [start], 0
        self.saved = start if saved else None

    def make(self, edit: Edit) -> None:
        before = self.history.document
        changed = self.history.apply_edit(edit)
        assert changed == (edit.document is not before)
        if edit.refused:
            assert edit.document is before
        if changed:
            assert self.history.undo_name == edit.name
            assert edit.name
            self.place += 1
            self.documents[self.place :] = [edit.document]

    @property
    def players(self) -> int:
        return len(self.history.document.sections[0].players)

    def has_players(self) -> bool:
        return self.players > 0

    @stateful.precondition(has_players)
    @stateful.rule(row=SMALL, index=st.integers(0, 3), text=CELLS)
    def type_a_result(self, row: int, index: int, text: str) -> None:
        self.make(set_result(self.history.document, 0, row % self.players, index, text))

    @stateful.precondition(has_players)
    @stateful.rule(row=SMALL, name=st.sampled_from(["", "One", " Two  words ", "<b>"]))
    def type_a_name(self, row: int, name: str) -> None:
        self.make(set_name(self.history.document, 0, row % self.players, name))

    @stateful.precondition(has_players)
    @stateful.rule(
        row=SMALL,
        rating=st.one_of(st.none(), st.integers(90, 3100).map(float)),
        games=st.one_of(st.none(), st.integers(-1, 60)),
    )
    def type_a_rating(self, row: int, rating: float | None, games: int | None) -> None:
        row %= self.players
        self.make(set_rating(self.history.document, 0, row, "R", rating, games))

    @stateful.precondition(has_players)
    @stateful.rule(row=SMALL, number=st.integers(1, 9))
    def type_a_number(self, row: int, number: int) -> None:
        self.make(
            structure.set_number(self.history.document, 0, row % self.players, number)
        )

    @stateful.rule(at=st.one_of(st.none(), st.integers(0, 3)))
    def add_somebody(self, at: int | None) -> None:
        if self.players < 8:
            place = None if at is None else min(at, self.players)
            self.make(structure.add_player(self.history.document, 0, place))

    @stateful.precondition(has_players)
    @stateful.rule(rows=st.sets(SMALL, max_size=2))
    def remove_some(self, rows: set[int]) -> None:
        chosen = sorted({row % self.players for row in rows})
        self.make(structure.remove_players(self.history.document, 0, chosen))

    @stateful.precondition(has_players)
    @stateful.rule(row=SMALL, to=SMALL)
    def move_somebody(self, row: int, to: int) -> None:
        row, to = row % self.players, to % self.players
        self.make(structure.move_player(self.history.document, 0, row, to))

    @stateful.rule()
    def renumber_all(self) -> None:
        self.make(structure.renumber_players(self.history.document, 0))

    @stateful.rule(index=st.integers(0, 4), add=st.booleans())
    def change_rounds(self, index: int, add: bool) -> None:
        shown = self.history.document
        if add and shown.sections[0].rounds < 5:
            self.make(structure.add_round(shown, 0))
        elif not add:
            self.make(structure.remove_round(shown, 0, index))

    @stateful.rule(add=st.booleans())
    def change_sections(self, add: bool) -> None:
        shown = self.history.document
        if add and len(shown.sections) < 3:
            self.make(structure.add_section(shown))
        elif not add and len(shown.sections) > 1:
            self.make(structure.remove_section(shown, len(shown.sections) - 1))

    @stateful.precondition(has_players)
    @stateful.rule(rows=st.sets(SMALL, min_size=1, max_size=3), index=st.integers(0, 2))
    def clear_a_block(self, rows: set[int], index: int) -> None:
        shown = self.history.document
        if index < shown.sections[0].rounds:
            chosen = sorted({row % self.players for row in rows})
            self.make(clear_cells(shown, 0, chosen, [index, "name"], "R"))

    @stateful.precondition(has_players)
    @stateful.rule(row=SMALL, texts=st.lists(CELLS, min_size=1, max_size=3))
    def paste_a_column(self, row: int, texts: list[str]) -> None:
        shown, row = self.history.document, row % self.players
        if shown.sections[0].rounds:
            block = [[text] for text in texts]
            self.make(plan_paste(shown, 0, row, [0], block, "R").edit)

    @stateful.rule()
    def undo(self) -> None:
        assert self.history.undo() == (self.place > 0)
        self.place = max(self.place - 1, 0)

    @stateful.rule()
    def redo(self) -> None:
        possible = self.place + 1 < len(self.documents)
        assert self.history.redo() == possible
        self.place += possible

    @stateful.rule()
    def save(self) -> None:
        self.history.mark_saved()
        self.saved = self.history.document

    @stateful.rule()
    def undo_everything_and_come_back(self) -> None:
        here = self.place
        while self.history.undo():
            pass
        assert self.history.document == first()
        for _ in range(here):
            assert self.history.redo()

    @stateful.invariant()
    def the_document_is_exactly_the_one_expected(self) -> None:
        if self.documents:
            assert self.history.document is self.documents[self.place]
            assert self.history.saved == (self.history.document is self.saved)
            assert (self.history.undo_name is None) == (self.place == 0)

    @stateful.invariant()
    def both_sides_of_a_game_agree_or_are_marked(self) -> None:
        if not self.documents:
            return
        for index, shown in enumerate(self.history.document.sections):
            marked = {(f.player, f.round) for f in check_section(shown, index)}
            assert contradictions(shown) <= marked


def test_two_edits_become_one_step_under_either_name():
    for named, name in ((0, "first"), (1, "second")):
        start, between, end = document(), document(), document()
        history = History(start)
        history.apply_edit(Edit(between, "first"))
        history.apply_edit(Edit(end, "second"))
        history.join_steps(start, named=named)
        assert history.undo_name == "second"
        history.join_steps(between, named=named)
        assert (history.document, history.undo_name) == (end, name)
        assert history.undo()
        assert history.document is start
        assert history.redo()
        assert history.document is end
