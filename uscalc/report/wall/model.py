"""Make wall charts as frozen texts, and find those that changed since the last print."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from uscalc.document.cells import score_cell
from uscalc.document.model import SECTION_KINDS, Player, SectionKind
from uscalc.document.names import split_name
from uscalc.document.rate.rated import DocumentRating, SectionRating, SystemRating
from uscalc.engine.floors import is_established
from uscalc.engine.inputs import SYSTEM_NAMES, System
from uscalc.engine.rounding import round_for_display
from uscalc.explain.numbers import format_change_fixed, format_points
from uscalc.report.tables import clean_line, clean_name, format_person
from uscalc.report.wall.words import (
    SectionProgress,
    describe_condition,
    describe_dates,
    describe_progress,
    explain_why_not_rated,
    find_last_rounds_to_play,
    find_progress,
    make_chart_cells,
    make_chart_key,
    make_footer,
    make_remarks,
)

ListOrder = Literal["score", "name", "number", "rating"]
ORDERS: Final[tuple[ListOrder, ...]] = ("score", "name", "number", "rating")
WallContent = Literal["ratings", "results", "both"]
CONTENTS: Final[tuple[WallContent, ...]] = ("ratings", "results", "both")


class WallChoices(Struct, frozen=True):
    """The lists to print, what they show, and in which systems.

    No system means all systems in which a section is rated. With `performance`, ratings
    have a column of performance ratings.
    """

    lists: tuple[ListOrder, ...] = ("score",)
    content: WallContent = "ratings"
    systems: tuple[System, ...] = ()
    performance: bool = False

    @property
    def of_ratings(self) -> bool:
        """Return whether ratings are shown."""
        return self.content != "results"

    @property
    def of_results(self) -> bool:
        """Return whether every round is shown."""
        return self.content != "ratings"

    def shows_system(self, system: System) -> bool:
        """Return whether the ratings of a system are shown."""
        return self.of_ratings and (not self.systems or system in self.systems)


SMALLEST: Final = 8
LARGEST: Final = 48
"""Type sizes that can be selected, in points."""
USUAL_CHOICES: Final = WallChoices()


_PLAIN: Final = str.maketrans(
    {
        "\N{LATIN SMALL LETTER O WITH STROKE}": "o",
        "\N{LATIN SMALL LETTER L WITH STROKE}": "l",
        "\N{LATIN SMALL LETTER D WITH STROKE}": "d",
        "\N{LATIN SMALL LETTER H WITH STROKE}": "h",
        "\N{LATIN SMALL LETTER DOTLESS I}": "i",
        "\N{LATIN SMALL LETTER AE}": "ae",
        "\N{LATIN SMALL LIGATURE OE}": "oe",
        "\N{LATIN SMALL LETTER ETH}": "d",
        "\N{LATIN SMALL LETTER THORN}": "th",
    }
)
"""Letters that have no accent to remove, and the letters that they are sorted as."""
_PASSED_OVER: Final = frozenset("'`´.\u2018\u2019\u02bc\u02bb\u2032")
"""Characters without which "O'Brien" and "St. Clair" are looked up."""


def make_name_key(name: str) -> tuple[bool, tuple[str, ...], str]:
    """Return the sort key of a name, which ignores capitals, accents and apostrophes.

    The family name comes first, with or without a comma: "Ada Castle" is sorted like
    "Castle, Ada". A name is sorted before longer names that begin with it: "Smith, Zoe"
    before "Smith-Jones, Amy". A name without a letter or a digit comes last.
    """
    parts = tuple(_normalize_letters(part) for part in split_name(name))
    return not any(parts), parts, name


def _normalize_letters(text: str) -> str:
    """Return lowercase letters without accents, with a space for all other characters."""
    letters = (
        c if c.isalnum() else " "
        for c in unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
        if not unicodedata.combining(c) and c not in _PASSED_OVER
    )
    return " ".join("".join(letters).split())


UNRATED: Final = "unr"
NO_RATING: Final = "\N{EN DASH}"
UNOFFICIAL_MARK: Final = "*"
"""The mark of a rating that is not official."""
OFFICIAL_FROM: Final = 4
"""The number of games from which a rating is official."""
ONE_SIDED: Final[tuple[SectionKind, ...]] = tuple(
    kind for kind in SECTION_KINDS if kind.startswith("foreign") or kind == "estimate"
)


ORDER_WORDS: Final[dict[ListOrder, str]] = {
    "score": "By score",
    "name": "By name",
    "number": "By number",
    "rating": "By pre-event rating",
}


class RatingFigures(Struct, frozen=True):
    """One player in one system: "612/4" before, "655P8" after, "+43".

    `performance` is None in lists without performance ratings.
    """

    before: str
    after: str
    change: str
    official: bool
    performance: str | None = None

    @property
    def marked(self) -> str:
        """The post-event rating, with a mark if it isn't official."""
        return self.after if self.official else self.after + UNOFFICIAL_MARK

    @property
    def gained(self) -> bool:
        """Return whether the rating rose by at least a point."""
        return self.change.startswith("+")

    @property
    def plain(self) -> tuple[str, ...]:
        """The ratings without a mark, the change, and the performance rating if shown."""
        last = () if self.performance is None else (self.performance,)
        return self.before, self.after, self.change, *last

    @property
    def shown(self) -> tuple[str, ...]:
        """The figures of `plain`, with a mark after a post-event rating that isn't official."""
        return self.before, self.marked, *self.plain[2:]


class WallRow(Struct, frozen=True):
    """One line of a list; `figures` are in the order of the list's systems.

    `results` has a text for every round of a wall chart, and is empty elsewhere.
    """

    number: int
    name: str
    points: str
    figures: tuple[RatingFigures, ...]
    results: tuple[str, ...] = ()


class WallSheet(Struct, frozen=True):
    """One printed list of one section.

    `condition` says what the ratings assume ("If the event ended after round 3 of 5"),
    or how far the results go. A list without rows is not printed. Two fields are for
    the director only and are in no output: `problems` say why the section or one of its
    systems is not rated, and `remarks` what is unknown about its pre-event ratings.
    """

    place: int
    order: ListOrder
    content: WallContent
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
    performance: bool = False

    @property
    def titles(self) -> tuple[str, ...]:
        """The headings of the figures in one system."""
        return ("Pre", "Post", "Change", *(["Perf"] if self.performance else []))

    @property
    def status(self) -> str:
        """The condition, and that ratings are unofficial, in one line."""
        return ". ".join(self.status_parts)

    @property
    def status_parts(self) -> tuple[str, ...]:
        """The condition, and that ratings are unofficial, if they apply."""
        parts = (self.condition, "Unofficial" if self.systems else "")
        return tuple(part for part in parts if part)

    @property
    def about_director(self) -> tuple[str, ...]:
        """The sentences for the director."""
        return (*self.problems, *self.remarks)

    def count_groups(self) -> tuple[int, ...]:
        """Return the sizes of the groups of rows with equal scores."""
        return (
            (1,) * len(self.rows)
            if self.order != "score"
            else tuple(len(list(g)) for _, g in groupby(r.points for r in self.rows))
        )


class ListedPlayer(NamedTuple):
    """A row of a list, with the figures for sorting.

    `rating` is the pre-event rating in the list's first system; None if unrated.
    """

    score: float
    rating: float | None
    row: WallRow


SORT_KEYS: Final[dict[ListOrder, Callable[[ListedPlayer], tuple[object, ...]]]] = {
    "score": lambda one: (-one.score, one.row.number),
    "name": lambda one: (make_name_key(one.row.name), one.row.number),
    "number": lambda one: (one.row.number,),
    "rating": lambda one: (one.rating is None, -(one.rating or 0.0), one.row.number),
}
"""Sort keys; equal scores, names and ratings are sorted by the players' numbers."""


def make_wall_sheets(
    rated: DocumentRating,
    more_rounds: bool = False,
    choices: WallChoices = USUAL_CHOICES,
) -> tuple[WallSheet, ...]:
    """Return the lists of every section.

    An unrated section has lists only if just results are shown. `more_rounds` is True
    if more rounds follow although nothing in the event shows that.
    """
    to_play = find_last_rounds_to_play(rated.document)
    return tuple(
        sheet
        for section in rated.sections
        if section.section.kind != "unrated" or not choices.of_ratings
        for sheet in _make_section_sheets(
            rated, section, to_play.get(section.end_date, 0), more_rounds, choices
        )
    )


def _make_section_sheets(
    rated: DocumentRating,
    section: SectionRating,
    last_to_play: int,
    more: bool,
    choices: WallChoices,
) -> Iterator[WallSheet]:
    document = rated.document
    now = find_progress(section.section, last_to_play, more)
    shown = tuple(r for r in section.ratings if choices.shows_system(r.system))
    rounds = section.section.rounds if choices.of_results else 0
    listed = (
        _list_players(section, shown, rounds, now, choices.performance)
        if shown or choices.of_results
        else []
    )
    rows = [one.row for one in listed]
    figures = [figure for row in rows for figure in row.figures]
    provisional = any("/" in figure.before + figure.after for figure in figures)
    unofficial = any(not figure.official for figure in figures)
    foot = make_footer(document, section, shown, now, provisional, unofficial)
    key = make_chart_key(text for row in rows for text in row.results)
    sheet = WallSheet(
        place=section.index,
        order="score",
        content=choices.content,
        event=clean_name(document.name),
        section=clean_name(section.section.name) or f"Section {section.index + 1}",
        subtitle="",
        condition=describe_condition(now) if shown else describe_progress(now),
        systems=tuple(SYSTEM_NAMES[rating.system] for rating in shown),
        rounds=rounds,
        rows=(),
        problems=_list_problems(section, shown, choices),
        remarks=tuple(make_remarks(document, section, shown)),
        footer=(*([key] if key else []), *foot),
        performance=choices.performance,
    )
    for order in choices.lists:
        yield replace(
            sheet,
            order=order,
            subtitle=_make_subtitle(section, shown, order),
            rows=tuple(one.row for one in sorted(listed, key=SORT_KEYS[order])),
        )


def _list_problems(
    section: SectionRating, shown: Sequence[SystemRating], choices: WallChoices
) -> tuple[str, ...]:
    if not choices.of_ratings and section.section.players:
        return ()
    problems = tuple(clean_line(line) for line in explain_why_not_rated(section))
    if problems or shown or section.section.kind == "unrated":
        return problems
    names = " or ".join(SYSTEM_NAMES[system] for system in choices.systems)
    return (f"Not rated in {names}.",)


def _make_subtitle(
    section: SectionRating, shown: Sequence[SystemRating], order: ListOrder
) -> str:
    names = " and ".join(SYSTEM_NAMES[rating.system] for rating in shown)
    control = clean_name(section.section.time_control or "")
    parts = (ORDER_WORDS[order], names, control, describe_dates(section))
    return " \N{MIDDLE DOT} ".join(part for part in parts if part)


def _list_players(
    section: SectionRating,
    shown: Sequence[SystemRating],
    rounds: int,
    now: SectionProgress,
    performance: bool,
) -> list[ListedPlayer]:
    """Return the listed players, in the order of the section."""
    found = []
    rated = next(iter((*shown, *section.ratings)), None)
    for player in section.section.players:
        if section.section.kind in ONE_SIDED and not any(player.results):
            continue
        # A bye requested for a later round gives no point yet.
        score = sum(score_cell(text) for text in player.results[: now.counted])
        figures = tuple(_make_figures(player, one, performance) for one in shown)
        cells = make_chart_cells(player, rounds)
        name = format_person(player.name)
        row = WallRow(player.number, name, format_points(score), figures, cells)
        found.append(ListedPlayer(score, find_pre_rating(player, rated), row))
    return found


def find_pre_rating(player: Player, rated: SystemRating | None) -> float | None:
    """Return the pre-event rating; without a rated system, the first known one."""
    if rated is not None:
        return rated.find_trace(player.number).entrant.rating
    known = (facts.rating for _, facts in player.ratings)
    return next((rating for rating in known if rating is not None), None)


def _make_figures(
    player: Player, rating: SystemRating, performance: bool
) -> RatingFigures:
    trace = rating.find_trace(player.number)
    before, after = trace.entrant.rating, rating.find_post(player.number)
    missing = "?" if player.facts(rating.system).unknown else UNRATED
    pre = missing if before is None else format_rating(before, trace.entrant.games)
    performed = rating.find_performance(player.number) if performance else None
    short = (performed.short if performed else "") if performance else None
    if after is None:
        return RatingFigures(pre, NO_RATING, "", True, short)
    games = trace.post_games
    # The difference of the displayed figures, because people check the sum.
    moved = (
        format_change_fixed(round_for_display(after) - round_for_display(before), 0)
        if before is not None and trace.entrant.m
        else ""
    )
    return RatingFigures(
        pre,
        format_rating(after, games),
        moved,
        games is None or games >= OFFICIAL_FROM,
        short,
    )


def format_rating(value: float, games: int | None) -> str:
    """Return "1794", or "612/4" if the rating is provisional, based on 4 games."""
    text = f"{round_for_display(value):.0f}"
    return text if is_established(games) else f"{text}/{games}"


class HangingList(Struct, frozen=True):
    """The mark of a list when it was last printed, and the mark of each of its pages."""

    sheet: str
    pages: tuple[str, ...] = ()


HangingLists = Mapping[str, HangingList]
"""The lists on the wall, by their names (`name_lists`)."""


def name_lists(sheets: Iterable[WallSheet]) -> tuple[str, ...]:
    """Return a name for each list: its section, its order and its content.

    Sections with equal names are distinguished by their order.
    """
    counts: Counter[str] = Counter()
    names = []
    for sheet in sheets:
        name = f"{sheet.order} {sheet.content} {sheet.section}"
        counts[name] += 1
        names.append(f"{counts[name]} {name}")
    return tuple(names)


def make_mark(texts: object) -> str:
    """Return a short text that differs if the texts differ."""
    return sha256(repr(texts).encode("utf-8", "backslashreplace")).hexdigest()[:16]


def make_sheet_mark(sheet: WallSheet) -> str:
    """Return the mark of a list, without the fields for the director only."""
    return make_mark(replace(sheet, place=0, problems=(), remarks=()))


def find_changed_lists(
    sheets: Sequence[WallSheet], hanging: HangingLists
) -> tuple[WallSheet, ...]:
    """Return the lists that are new or differ from those on the wall."""
    return tuple(
        sheet
        for sheet, name in zip(sheets, name_lists(sheets), strict=True)
        if name not in hanging or hanging[name].sheet != make_sheet_mark(sheet)
    )


def find_changed_pages(
    pages: Sequence[str], hung: HangingList | None
) -> tuple[int, ...]:
    """Return the positions of the pages whose marks changed since the last print."""
    before = () if hung is None else hung.pages
    return tuple(
        place
        for place, mark in enumerate(pages)
        if place >= len(before) or before[place] != mark
    )
