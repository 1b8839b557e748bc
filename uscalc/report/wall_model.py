"""The sheets that hang on the wall, as frozen texts: what every form of them shows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from uscalc.document.cells import cell_points
from uscalc.document.model import KINDS, Document, Kind, Player
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.floors import is_established
from uscalc.engine.rounding import shown
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import even_change, points
from uscalc.report.tables import called, cleaned, person
from uscalc.report.wall_rounds import Standing, condition, standing
from uscalc.report.wall_words import dates, footer, not_rated

UNOFFICIAL: Final = "Unofficial"
NEW: Final = "new"
NONE: Final = "\N{EN DASH}"
MARK: Final = "*"
"""Stands behind a rating that is not official."""
OFFICIAL_FROM: Final = 4
"""Games that a rating must be based on to be official."""
ONE_SIDED: Final[tuple[Kind, ...]] = tuple(
    kind for kind in KINDS if kind.startswith("foreign") or kind == "estimate"
)


@dataclass(frozen=True, slots=True)
class Figures:
    """One player in one system: "612P4" before, "655P8" after, "+43"."""

    before: str
    after: str
    change: str
    official: bool

    @property
    def marked(self) -> str:
        """The rating after, with a mark where it is not official."""
        return self.after if self.official else self.after + MARK

    @property
    def shown(self) -> tuple[str, str, str]:
        """Before, after with its mark, and the change."""
        return self.before, self.marked, self.change


@dataclass(frozen=True, slots=True)
class WallRow:
    """One line of a sheet; `figures` stand in the order of the sheet's systems."""

    number: int
    name: str
    points: str
    figures: tuple[Figures, ...]


@dataclass(frozen=True, slots=True)
class WallSheet:
    """One section as it is printed.

    `condition` says what the ratings suppose ("If the event ended after round 3");
    empty when no game is to come. `problems` say in a line each why the section is not
    rated, or not in one of its systems; without any system there are no rows.
    """

    place: int
    event: str
    section: str
    subtitle: str
    condition: str
    systems: tuple[str, ...]
    rows: tuple[WallRow, ...]
    problems: tuple[str, ...]
    footer: tuple[str, ...]

    @property
    def status(self) -> str:
        """The condition and that it is unofficial, in one line."""
        return f"{self.condition}. {UNOFFICIAL}" if self.condition else UNOFFICIAL


def wall_sheets(
    rated: DocumentRating, more_rounds: bool = False
) -> tuple[WallSheet, ...]:
    """A sheet for every section but those that are kept unrated.

    `more_rounds` says that rounds are to come which nobody is paired for yet.
    """
    return tuple(
        _sheet(rated, section, more_rounds)
        for section in rated.sections
        if section.section.kind != "unrated"
    )


def changed(
    sheets: tuple[WallSheet, ...], hanging: Mapping[int, WallSheet]
) -> tuple[WallSheet, ...]:
    """The sheets that say something else than what hangs in their place already."""
    return tuple(sheet for sheet in sheets if hanging.get(sheet.place) != sheet)


def _sheet(rated: DocumentRating, section: SectionRating, more: bool) -> WallSheet:
    document = rated.document
    now = standing(document, section.section, more)
    rows = tuple(_rows(section, now)) if section.ratings else ()
    return WallSheet(
        place=section.index,
        event=called(document.name),
        section=called(section.section.name) or f"Section {section.index + 1}",
        subtitle=_subtitle(document, section),
        condition=condition(now),
        systems=tuple(SYSTEM_NAMES[rating.system] for rating in section.ratings),
        rows=rows,
        problems=tuple(cleaned(line) for line in not_rated(section)),
        footer=tuple(footer(document, section, now, _provisional(rows), _marked(rows))),
    )


def _subtitle(document: Document, section: SectionRating) -> str:
    names = " and ".join(SYSTEM_NAMES[rating.system] for rating in section.ratings)
    control = called(section.section.time_control or "")
    parts = (names, control, dates(section))
    return " \N{MIDDLE DOT} ".join(part for part in parts if part)


def _rows(section: SectionRating, now: Standing) -> Iterator[WallRow]:
    """The players by score; among equals, in the order of their numbers."""
    listed = [
        (_score(player, now), player)
        for player in section.section.players
        if section.section.kind not in ONE_SIDED or any(player.results)
    ]
    listed.sort(key=lambda pair: (-pair[0], pair[1].number))
    for score, player in listed:
        yield WallRow(
            player.number,
            person(player.name),
            points(score),
            tuple(_figures(player, rating) for rating in section.ratings),
        )


def _score(player: Player, now: Standing) -> float:
    """The points up to now; a bye asked for in a round to come is none yet."""
    return sum(cell_points(text) for text in player.results[: now.counted])


def _figures(player: Player, rating: SystemRating) -> Figures:
    trace = rating.player(player.number)
    before, after = trace.entrant.rating, rating.post(player.number)
    if before is None:
        pre = "?" if player.facts(rating.system).unknown else NEW
    else:
        pre = rating_words(before, trace.entrant.games)
    if after is None:
        return Figures(pre, NONE, "", True)
    games = trace.post_games
    moved = ""
    if before is not None and trace.entrant.m:
        # The difference of what is shown: on a wall people add up.
        moved = even_change(shown(after) - shown(before), 0)
    return Figures(
        pre, rating_words(after, games), moved, games is None or games >= OFFICIAL_FROM
    )


def rating_words(value: float, games: int | None) -> str:
    """ "1794", or "612P4" while it is provisional, on 4 games."""
    text = f"{shown(value):.0f}"
    return text if is_established(games) else f"{text}P{games}"


def _provisional(rows: tuple[WallRow, ...]) -> bool:
    return any("P" in f.before + f.after for row in rows for f in row.figures)


def _marked(rows: tuple[WallRow, ...]) -> bool:
    return any(not f.official for row in rows for f in row.figures)
