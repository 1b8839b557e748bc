"""Make wall charts as frozen texts, which every output format shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from uscalc.document.cells import cell_points
from uscalc.document.model import KINDS, Kind, Player
from uscalc.document.rate.rating import DocumentRating, SectionRating, SystemRating
from uscalc.engine.floors import is_established
from uscalc.engine.rounding import shown
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.explain.numbers import even_change, points
from uscalc.report.tables import called, cleaned, person
from uscalc.report.wall.choices import USUAL, Content, Order, WallChoices
from uscalc.report.wall.order import name_key
from uscalc.report.wall.results import chart_cells, chart_key
from uscalc.report.wall.rounds import Standing, condition, reached, standing
from uscalc.report.wall.words import dates, footer, not_rated, remarks

UNOFFICIAL: Final = "Unofficial"
NEW: Final = "new"
NONE: Final = "\N{EN DASH}"
MARK: Final = "*"
"""The mark of a rating that is not official."""
OFFICIAL_FROM: Final = 4
"""The number of games from which a rating is official."""
ONE_SIDED: Final[tuple[Kind, ...]] = tuple(
    kind for kind in KINDS if kind.startswith("foreign") or kind == "estimate"
)


ORDER_WORDS: Final[dict[Order, str]] = {
    "score": "By score",
    "name": "By name",
    "number": "By number",
}


@dataclass(frozen=True, slots=True)
class Figures:
    """One player in one system: "612P4" before, "655P8" after, "+43"."""

    before: str
    after: str
    change: str
    official: bool

    @property
    def marked(self) -> str:
        """The post-event rating, with a mark if it isn't official."""
        return self.after if self.official else self.after + MARK

    @property
    def gained(self) -> bool:
        """Return whether the rating rose by at least a point."""
        return self.change.startswith("+")

    @property
    def shown(self) -> tuple[str, str, str]:
        """The pre-event rating, the post-event rating with its mark, and the change."""
        return self.before, self.marked, self.change


@dataclass(frozen=True, slots=True)
class WallRow:
    """One line of a list; `figures` are in the order of the list's systems.

    `results` has a text for every round of a wall chart, and is empty elsewhere.
    """

    number: int
    name: str
    points: str
    figures: tuple[Figures, ...]
    results: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WallSheet:
    """One printed list of one section.

    `condition` says what the ratings assume ("If the event ended after round 3 of 5"),
    or how far the results go. A list without rows is not printed. Two fields are for
    the director only and appear in no output: `problems` say why the section or one of
    its systems is not rated, and `remarks` what is unknown about its starting ratings.
    """

    place: int
    order: Order
    content: Content
    event: str
    section: str
    subtitle: str
    condition: str
    systems: tuple[str, ...]
    rounds: int
    rows: tuple[WallRow, ...]
    problems: tuple[str, ...]
    remarks: tuple[str, ...]
    footer: tuple[str, ...]

    @property
    def status(self) -> str:
        """The condition, and that ratings are unofficial, in one line."""
        return ". ".join(self.status_parts)

    @property
    def status_parts(self) -> tuple[str, ...]:
        """The condition, and that ratings are unofficial, as far as they apply."""
        parts = (self.condition, UNOFFICIAL if self.systems else "")
        return tuple(part for part in parts if part)

    @property
    def about_director(self) -> tuple[str, ...]:
        """The sentences for the director."""
        return (*self.problems, *self.remarks)

    def groups(self) -> tuple[int, ...]:
        """Return the sizes of the groups of rows that belong together by equal scores."""
        if self.order != "score":
            return (1,) * len(self.rows)
        return tuple(len(list(g)) for _, g in groupby(r.points for r in self.rows))


SORTED: Final[dict[Order, Callable[[float, WallRow], tuple[object, ...]]]] = {
    "score": lambda score, row: (-score, row.number),
    "name": lambda _, row: (name_key(row.name), row.number),
    "number": lambda _, row: (row.number,),
}
"""Sort keys; players with equal scores or names are sorted by their numbers."""


def wall_sheets(
    rated: DocumentRating, more_rounds: bool = False, choices: WallChoices = USUAL
) -> tuple[WallSheet, ...]:
    """Return the lists of every section.

    A section that is kept unrated has lists only if results alone are shown.
    `more_rounds` says that more rounds follow although nothing in the event shows that.
    """
    return tuple(
        sheet
        for section in rated.sections
        if section.section.kind != "unrated" or not choices.of_ratings
        for sheet in _sheets(rated, section, more_rounds, choices)
    )


def _sheets(
    rated: DocumentRating, section: SectionRating, more: bool, choices: WallChoices
) -> Iterator[WallSheet]:
    document = rated.document
    now = standing(document, section.section, more)
    shown = tuple(r for r in section.ratings if choices.shows(r.system))
    rounds = section.section.rounds if choices.of_results else 0
    anything = bool(shown) or choices.of_results
    listed = _listed(section, shown, rounds, now) if anything else []
    rows = [row for _, row in listed]
    foot = list(
        footer(document, section, shown, now, _provisional(rows), _marked(rows))
    )
    key = chart_key(text for row in rows for text in row.results)
    sheet = WallSheet(
        place=section.index,
        order="score",
        content=choices.content,
        event=called(document.name),
        section=called(section.section.name) or f"Section {section.index + 1}",
        subtitle="",
        condition=condition(now) if shown else reached(now),
        systems=tuple(SYSTEM_NAMES[rating.system] for rating in shown),
        rounds=rounds,
        rows=(),
        problems=_problems(section, shown, choices),
        remarks=tuple(remarks(document, section, shown)),
        footer=(*([key] if key else []), *foot),
    )
    for order in choices.lists:
        in_order = sorted(listed, key=lambda pair: SORTED[order](*pair))
        yield replace(
            sheet,
            order=order,
            subtitle=_subtitle(section, shown, order),
            rows=tuple(row for _, row in in_order),
        )


def _problems(
    section: SectionRating, shown: Sequence[SystemRating], choices: WallChoices
) -> tuple[str, ...]:
    if not choices.of_ratings and section.section.players:
        return ()
    problems = tuple(cleaned(line) for line in not_rated(section))
    if problems or shown or section.section.kind == "unrated":
        return problems
    names = " or ".join(SYSTEM_NAMES[system] for system in choices.systems)
    return (f"Not rated in {names}.",)


def _subtitle(
    section: SectionRating, shown: Sequence[SystemRating], order: Order
) -> str:
    names = " and ".join(SYSTEM_NAMES[rating.system] for rating in shown)
    control = called(section.section.time_control or "")
    parts = (ORDER_WORDS[order], names, control, dates(section))
    return " \N{MIDDLE DOT} ".join(part for part in parts if part)


def _listed(
    section: SectionRating, shown: Sequence[SystemRating], rounds: int, now: Standing
) -> list[tuple[float, WallRow]]:
    """Return every player with the points, in the order of the section."""
    found = []
    for player in section.section.players:
        if section.section.kind in ONE_SIDED and not any(player.results):
            continue
        score = _score(player, now)
        figures = tuple(_figures(player, rating) for rating in shown)
        cells = chart_cells(player, rounds)
        name = person(player.name)
        row = WallRow(player.number, name, points(score), figures, cells)
        found.append((score, row))
    return found


def _score(player: Player, now: Standing) -> float:
    """Return the points so far, without byes requested for later rounds."""
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
        # The difference of the displayed figures, because people check the sum.
        moved = even_change(shown(after) - shown(before), 0)
    return Figures(
        pre, rating_words(after, games), moved, games is None or games >= OFFICIAL_FROM
    )


def rating_words(value: float, games: int | None) -> str:
    """Return "1794", or "612P4" if the rating is provisional, based on 4 games."""
    text = f"{shown(value):.0f}"
    return text if is_established(games) else f"{text}P{games}"


def _provisional(rows: Sequence[WallRow]) -> bool:
    return any("P" in f.before + f.after for row in rows for f in row.figures)


def _marked(rows: Sequence[WallRow]) -> bool:
    return any(not f.official for row in rows for f in row.figures)
