"""Format results for a terminal: tables and derivations."""

from collections.abc import Container, Iterable, Iterator, Sequence
from io import StringIO

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segments
from rich.table import Table
from rich.text import Text

from uscalc.counted import group_by_key
from uscalc.document.cells import score_cell
from uscalc.document.findings import to_single_line
from uscalc.document.queries.games import describe_unchecked_limits
from uscalc.document.queries.unknowns import (
    find_relevant_assumptions,
    summarize_assumptions,
)
from uscalc.document.rate.rated import SectionRating, SystemRating
from uscalc.engine.inputs import SYSTEM_NAMES
from uscalc.engine.rules import Rules
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.model import Derivation, DerivationChapter, shorten_derivation
from uscalc.explain.numbers import (
    format_change_fixed,
    format_points,
    format_rating,
    format_whole_rating,
)
from uscalc.explain.since import describe_changed_rules


def describe_rules(rules: Rules) -> str:
    """Describe the rules: "2025 rating rules, by end date"."""
    if rules.guide is not None:
        text = "the guide of 2001, calculated by hand; Exact: rules by end date"
        return text + describe_changed_rules(rules)
    how = "by end date" if rules.date is not None else "selected edition"
    return f"{rules.edition} rating rules, {how}{describe_changed_rules(rules)}"


def make_section_tables(section: SectionRating) -> Iterator[RenderableType]:
    """Yield a heading and a table for each system."""
    for rated in section.ratings:
        yield Text.assemble(
            (to_single_line(section.section.name), "bold"),
            f"  {SYSTEM_NAMES[rated.system]}, {describe_rules(rated.trace.rules)}",
        )
        yield _make_rating_table(section, rated)
        yield from _explain_unanswered(rated)
        for line in summarize_assumptions(find_relevant_assumptions(section, rated)):
            yield Text(f"Assumed: {line}.")
        for line in describe_unchecked_limits(rated.trace):
            yield Text(line)
        yield Text("")


def make_table(
    titles: Iterable[str],
    left: Container[int] = (1,),
    rows: Iterable[Sequence[RenderableType]] = (),
) -> Table:
    """Return a table; columns are aligned right, except those at `left`."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, title in enumerate(titles):
        table.add_column(title, justify="left" if place in left else "right")
    for cells in rows:
        table.add_row(*cells)
    return table


def _make_rating_table(section: SectionRating, rated: SystemRating) -> Table:
    titles = ["#", "Name", "Pre", "Games", "Points", "Post", "Change"]
    if rated.guide is not None:
        titles.append("Exact")
    table = make_table(titles)
    whole_numbers = rated.trace.rules.has_integer_ratings and rated.guide is None
    for player in section.section.players:
        trace = rated.find_trace(player.number)
        pre, games = trace.entrant.rating, trace.entrant.games
        post = rated.find_post(player.number)
        moved = (
            None if pre is None or post is None or not trace.entrant.m else post - pre
        )
        table.add_row(
            str(player.number),
            Text(to_single_line(player.name)),
            "unr" if pre is None else format_rating(pre),
            "" if games is None else str(games),
            format_points(sum(score_cell(text) for text in player.results)),
            "" if post is None else format_whole_rating(post),
            ""
            if moved is None
            else format_change_fixed(moved, 0 if whole_numbers else 2),
            *(_format_exact_result(trace) if rated.guide is not None else ()),
        )
    return table


def _explain_unanswered(rated: SystemRating) -> Iterator[Text]:
    """Yield the reasons why the guide has no answer, with the players."""
    reasons = group_by_key(
        (worked.problem, str(worked.entrant.number))
        for worked in rated.guide or ()
        if worked.problem is not None and worked.entrant.m
    )
    for problem, numbers in reasons.items():
        yield Text(f"The guide gives no rating for {', '.join(numbers)}: {problem}.")


def _format_exact_result(trace: PlayerTrace) -> tuple[str]:
    """Format the exact result, next to the guide's, for comparison."""
    return ("" if trace.post is None else format_rating(trace.post),)


FULL_HINT = "Add --full to see every line."


def make_derivation_text(derivation: Derivation, full: bool = True) -> RenderableType:
    """Format a derivation, in full or shortened, for a terminal of any width."""
    if not full:
        derivation = shorten_derivation(derivation)
    parts: list[RenderableType] = [
        Text(to_single_line(derivation.heading), style="bold")
    ]
    parts += [
        Text(to_single_line(text), style=style)
        for text, style in ((derivation.rules, "dim"), (derivation.note, "italic"))
        if text
    ]
    parts.append(Text(to_single_line(derivation.answer)))
    for chapter in derivation.chapters:
        parts.append(Text(f"\n{chapter.title}", style="bold"))
        parts += _make_chapter(chapter)
    if not full:
        parts.append(Text(f"\n{FULL_HINT}", style="dim"))
    return Group(*parts)


def _make_chapter(chapter: DerivationChapter) -> Iterator[RenderableType]:
    if chapter.games and not chapter.games_last:
        yield _make_games_table(chapter)
    for figures in chapter.tables:
        rows = ([Text(to_single_line(cell)) for cell in row] for row in figures.rows)
        if figures.title:
            yield Padding(Text(figures.title), (0, 0, 0, 2), expand=False)
        yield Padding(make_table(figures.heads, (0,), rows), (0, 0, 0, 2), expand=False)
    for line in chapter.lines:
        yield Padding(Text(to_single_line(line.text)), (0, 0, 0, 2), expand=False)
        joined = f" {line.sign or '→'} "
        tail = joined.join(part for part in (line.formula, line.value) if part)
        if tail or line.section:
            cited = f"   [{line.section}]" if line.section else ""
            yield Padding(
                Text.assemble(tail, (cited, "dim")), (0, 0, 0, 6), expand=False
            )
    if chapter.games_last:
        yield _make_games_table(chapter)


def _make_games_table(chapter: DerivationChapter) -> RenderableType:
    titles = ("Round", "Opponent", "Result", "Rating", "", chapter.expected_heading)
    rows = (
        (
            str(game.round),
            Text(to_single_line(game.name)),
            game.result,
            game.strength,
            game.strength_from,
            game.expectation,
        )
        for game in chapter.games
    )
    return Padding(make_table(titles, (1, 2, 4), rows), (0, 0, 0, 2), expand=False)


def print_to(console: Console, *parts: RenderableType) -> None:
    """Print without interpreting markup in names, and without control characters."""
    for part in parts:
        text = console.render_str(part, markup=False) if isinstance(part, str) else part
        segments = [
            segment
            if segment.control
            else segment._replace(
                text="\n".join(map(to_single_line, segment.text.split("\n")))
            )
            for segment in console.render(text)
        ]
        console.print(Segments(segments), end="")


def make_plain_text(*parts: RenderableType) -> str:
    """Return texts and tables as lines of at most 100 characters, without color."""
    console = Console(file=StringIO(), width=100, color_system=None)
    with console.capture() as capture:
        print_to(console, *parts)
    return capture.get()
