"""What a cell of the crosstable says: its text, its marks, its hint."""

from typing import NamedTuple

from uscalc.document.cells import cell_points
from uscalc.document.findings import Finding
from uscalc.document.merge.ledger import CODE as DIFFERS
from uscalc.document.model import Player, Section
from uscalc.ui.crosstable.accessible import spoken_result
from uscalc.ui.crosstable.columns import HINTS, Columns, Kind
from uscalc.ui.crosstable.parts import cell_words
from uscalc.ui.crosstable.roles import Painted
from uscalc.ui.session.session import Session
from uscalc.ui.wording.figures import (
    change_text,
    facts_text,
    games_text,
    is_provisional,
    points_text,
    whole,
)
from uscalc.ui.wording.hints import (
    Places,
    findings_by_place,
    findings_text,
    post_hint,
    rating_hint,
)


class CellPlace(NamedTuple):
    """A cell: its player's row in the section, what it holds, and its round from 0."""

    row: int
    player: Player
    kind: Kind
    round: int


class Cells:
    """The cells of the shown section, as the session has them now."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: tuple[Finding, ...] | None = None
        self._places: Places = {}

    def find(self) -> frozenset[int]:
        """Sorts the findings by place; gives the numbers whose findings are others."""
        session, system = self._session, self._session.selection.system
        rating = session.section_rating()
        found = (
            *session.differing_in(session.selection.section),
            *(rating.findings if rating else ()),
        )
        if found == self._found and not self._systems_matter(found):
            return frozenset()
        before, self._places = self._places, findings_by_place(found, system)
        self._found = found
        places = before.keys() | self._places.keys()
        return frozenset(
            place[0] for place in places if before.get(place) != self._places.get(place)
        )

    @staticmethod
    def _systems_matter(found: tuple[Finding, ...]) -> bool:
        return any(finding.system is not None for finding in found)

    def painted(self, cell: CellPlace) -> Painted:
        """Everything for the painter."""
        row, player, kind, _ = cell
        text = (kind == "rating" and self.start(cell)) or self.text(cell)
        marked = bool(self._places) and bool(self.findings(cell))
        if kind not in ("post", "change"):
            return Painted(kind, text, row, marked, False, 0, "", False)
        return Painted(
            kind,
            text,
            row,
            marked,
            self.behind(),
            self.sign(row),
            self.pale(cell),
            kind == "post" and bool(self.assumes(player)),
        )

    def text(self, cell: CellPlace) -> str:
        """What stands in a cell, and what its editor starts from."""
        row, player, kind, place = cell
        if kind == "round":
            return player.results[place] if place < len(player.results) else ""
        session = self._session
        match kind:
            case "number":
                return str(player.number)
            case "name":
                return player.name
            case "id":
                return player.id or ""
            case "rating":
                return facts_text(player.facts(session.selection.system))
            case "games":
                facts = player.facts(session.selection.system)
                trace = session.shown_trace(row) if facts.rating is None else None
                if trace is not None:
                    return str(trace.start.n or 0)
                return games_text(facts)
            case "points":
                return points_text(sum(map(cell_points, player.results)))
            case "post":
                return whole(session.shown_post(row))
            case _:
                return change_text(session.shown_change(row))

    def start(self, cell: CellPlace) -> str:
        """The rating a player comes with from an earlier section; else nothing.

        It stands in place of the listed one, so that before, change and after add up.
        """
        trace = self._session.shown_trace(cell.row)
        before = None if trace is None else trace.entrant.rating
        given = cell.player.facts(self._session.selection.system).rating
        chained = self._session.document.chain_sections
        if not chained or before is None or before == given:
            return ""
        return f"\N{RIGHTWARDS ARROW}{whole(before)}"

    def behind(self) -> bool:
        """Whether figures are pale: from before an edit, or around broken cells."""
        return self._session.late or self._session.rated_around

    def pale(self, cell: CellPlace) -> str:
        """What stands small beside the figure: the games of a provisional rating."""
        trace = self._session.shown_trace(cell.row) if cell.kind == "post" else None
        if trace is None or trace.post is None:
            return ""
        games = trace.post_games
        return f"/{games}" if is_provisional(games) else ""

    def sign(self, row: int) -> int:
        """1 for a gain, -1 for a loss, 0 for neither."""
        change = self._session.shown_change(row)
        return 0 if change is None else (change > 0) - (change < 0)

    def assumes(self, player: Player) -> tuple[str, ...]:
        """What a player's rating takes for granted and could be moved by."""
        assumed = self._session.assumptions
        return assumed.by_number.get(player.number, ()) if assumed else ()

    def findings(self, cell: CellPlace) -> tuple[Finding, ...]:
        """What is wrong or doubtful here."""
        number, kind = cell.player.number, cell.kind
        if kind == "round":
            return self._places.get((number, cell.round + 1), ())
        found = self._places.get((number, None), ())
        if kind in ("rating", "name"):
            return tuple(f for f in found if _of_rating(f) == (kind == "rating"))
        return ()

    def spoken(self, section: Section, cell: CellPlace, columns: Columns) -> str:
        """A cell as a screen reader says it."""
        said = self.text(cell)
        if cell.kind == "round":
            return spoken_result(section, cell.round + 1, said)
        start = self.start(cell) if cell.kind == "rating" else ""
        if start:
            said += f", starts from {start[1:]} after an earlier section"
        title = columns.title(columns.of(cell.kind))
        return f"{title} of {cell.player.name}: {said}"

    def hint(self, section: Section, cell: CellPlace) -> str:
        """What stands one hover away, with the findings of the place."""
        found = findings_text(self.findings(cell))
        text = self._words(section, cell)
        return f"{text}\n\n{found}" if found else text

    def _words(self, section: Section, cell: CellPlace) -> str:
        session, player = self._session, cell.player
        system, trace = session.selection.system, session.shown_trace(cell.row)
        match cell.kind:
            case "round":
                said, number = self.text(cell), cell.round + 1
                words = cell_words(section, said)
                who = f"{player.number} " if said else ""
                return f"Round {number}: {who}{words}"
            case "rating" | "games":
                text = rating_hint(player.facts(system), trace, system)
                if trace and trace.start.n is None:
                    text += "\nN is not known and taken as established."
                return text
            case "post" | "change":
                text = post_hint(player, trace, "Not rated: see the findings below.")
                if session.late:
                    text = f"Still from before the last edit.\n{text}"
                elif session.rated_around and trace:
                    text = f"Without the games of marked cells.\n{text}"
                return "\n".join([text, *self.assumes(player)])
            case "name":
                member = f", member {player.id}" if player.id else ""
                return f"{player.number} {player.name}{member}"
            case _:
                return HINTS[cell.kind]


def _of_rating(finding: Finding) -> bool:
    """Whether a finding of a player is about the rating before the event."""
    differs = finding.code == DIFFERS and finding.system is not None
    return differs or finding.code == "rating-unknown"
