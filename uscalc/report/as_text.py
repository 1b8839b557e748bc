"""Format results for a terminal: tables and derivations."""

from collections.abc import Container, Iterable, Iterator

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.segment import Segments
from rich.table import Table
from rich.text import Text

from uscalc.document.cells import cell_points
from uscalc.document.queries.unchecked import unchecked_words
from uscalc.document.queries.unknowns import assumptions_of, summary
from uscalc.document.rate.rating import SectionRating, SystemRating
from uscalc.engine.rules import Rules
from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import PlayerTrace
from uscalc.explain.model import Chapter, Derivation
from uscalc.explain.numbers import even_change, points, rating, whole


def rules_words(rules: Rules) -> str:
    """Describe the rules: "rules of 2025, by date"."""
    if rules.guide is not None:
        return "the guide of 2001, worked by hand; exactly by the rules of the date"
    how = "by date" if rules.date is not None else "by edition"
    text = f"rules of {rules.edition}, {how}"
    if rules.overridden:
        text += f", with {', '.join(rules.overridden)} changed"
    return text


def section_tables(section: SectionRating) -> Iterator[RenderableType]:
    """Yield a heading and a table for each system."""
    for rated in section.ratings:
        yield Text.assemble(
            (printable(section.section.name), "bold"),
            f"  {SYSTEM_NAMES[rated.system]}, {rules_words(rated.trace.rules)}",
        )
        yield _table(section, rated)
        yield from _unanswered(rated)
        for line in summary(assumptions_of(section, rated)):
            yield Text(f"Assumed: {line}.")
        for line in unchecked_words(rated.trace):
            yield Text(line)
        yield Text("")


def make_table(titles: Iterable[str], left: Container[int] = (1,)) -> Table:
    """Return an empty table; columns are aligned right, except those at `left`."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for place, title in enumerate(titles):
        table.add_column(title, justify="left" if place in left else "right")
    return table


def _table(section: SectionRating, rated: SystemRating) -> Table:
    titles = ["#", "Name", "Pre", "N", "Points", "Post", "Change"]
    if rated.guide is not None:
        titles.append("Exactly")
    table = make_table(titles)
    whole_numbers = rated.trace.rules.integer_ratings and rated.guide is None
    for player in section.section.players:
        trace = rated.player(player.number)
        pre, games = trace.entrant.rating, trace.entrant.games
        post = rated.post(player.number)
        moved = (
            None if pre is None or post is None or not trace.entrant.m else post - pre
        )
        table.add_row(
            str(player.number),
            Text(printable(player.name)),
            "new" if pre is None else rating(pre),
            "" if games is None else str(games),
            points(sum(cell_points(text) for text in player.results)),
            "" if post is None else whole(post),
            "" if moved is None else even_change(moved, 0 if whole_numbers else 2),
            *(_exactly(trace) if rated.guide is not None else ()),
        )
    return table


def _unanswered(rated: SystemRating) -> Iterator[Text]:
    """Yield why the guide has no answer, and for which players."""
    reasons: dict[str, list[str]] = {}
    for worked in rated.guide or ():
        if worked.problem is not None and worked.entrant.m:
            number = str(worked.entrant.number)
            reasons.setdefault(worked.problem, []).append(number)
    for problem, numbers in reasons.items():
        yield Text(f"No answer by the guide for {', '.join(numbers)}: {problem}.")


def printable(text: str) -> str:
    """Return a text without characters that control a terminal or break a line."""
    return "".join(c if c.isprintable() else " " for c in text)


def _exactly(trace: PlayerTrace) -> tuple[str]:
    """Format the exact result beside the guide's, which shows what its tables cost."""
    return ("" if trace.post is None else rating(trace.post),)


def derivation_text(derivation: Derivation) -> RenderableType:
    """Format a derivation for a terminal of any width."""
    parts: list[RenderableType] = [Text(printable(derivation.heading), style="bold")]
    if derivation.rules:
        parts.append(Text(printable(derivation.rules), style="dim"))
    if derivation.note:
        parts.append(Text(printable(derivation.note), style="italic"))
    parts.append(Text(printable(derivation.answer)))
    for chapter in derivation.chapters:
        parts.append(Text(f"\n{chapter.title}", style="bold"))
        parts += _chapter(chapter)
    return Group(*parts)


def _chapter(chapter: Chapter) -> Iterator[RenderableType]:
    if chapter.games:
        yield _games(chapter)
    for figures in chapter.tables:
        table = make_table(figures.heads, (0,))
        for row in figures.rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        if figures.title:
            yield Padding(Text(figures.title), (0, 0, 0, 2), expand=False)
        yield Padding(table, (0, 0, 0, 2), expand=False)
    for line in chapter.lines:
        yield Padding(Text(printable(line.text)), (0, 0, 0, 2), expand=False)
        joined = f" {line.sign or '→'} "
        tail = joined.join(part for part in (line.formula, line.value) if part)
        if tail or line.section:
            cited = f"   [{line.section}]" if line.section else ""
            yield Padding(
                Text.assemble(tail, (cited, "dim")), (0, 0, 0, 6), expand=False
            )


def _games(chapter: Chapter) -> RenderableType:
    titles = ("Round", "Opponent", "Result", "Rating", "", chapter.expected_head)
    table = make_table(titles, (1, 2, 4))
    for game in chapter.games:
        table.add_row(
            str(game.round),
            Text(printable(game.name)),
            game.result,
            game.strength,
            game.strength_from,
            game.expectation,
        )
    return Padding(table, (0, 0, 0, 2), expand=False)


def print_to(console: Console, *parts: RenderableType) -> None:
    """Print without reading markup in names, and without control characters."""
    for part in parts:
        text = console.render_str(part, markup=False) if isinstance(part, str) else part
        segments = [
            segment
            if segment.control
            else segment._replace(
                text="\n".join(map(printable, segment.text.split("\n")))
            )
            for segment in console.render(text)
        ]
        console.print(Segments(segments), end="")
