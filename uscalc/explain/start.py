"""Step 1 in words: the rating and game count a player starts from."""

from uscalc.engine.systems import SYSTEM_NAMES
from uscalc.engine.trace import PlayerTrace, SectionTrace, Start
from uscalc.explain.model import Line
from uscalc.explain.numbers import games, number, rating
from uscalc.explain.sections import cite, cite_start

SOURCES: dict[str, str] = {"fide": "FIDE", "cfc": "CFC"}
SOURCES.update(SYSTEM_NAMES.items())


def start_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """Where R0 and N come from."""
    start, rules = player.start, trace.rules
    system = SYSTEM_NAMES[trace.section.system]
    n = "not known" if start.n is None else str(start.n)
    if start.how == "rated":
        text = f"The {system} rating before the event, based on "
        text += (
            "a number of games that is not known."
            if start.n is None
            else (f"{games(start.n)}.")
        )
        return (Line("r0", text, f"N = {n}", rating(start.r0), cite(rules, "steps")),)
    if start.how == "fixed":
        return (
            Line(
                "r0",
                "A strength that stays as given in every step.",
                "",
                rating(start.r0),
                "",
            ),
        )
    lines = [
        Line(
            "unrated",
            f"Unrated in {system}: Step 1 sets a starting rating.",
            "",
            "",
            cite(rules, "steps"),
        )
    ]
    section = cite_start(rules, start.how, trace.section.system)
    lines += _source_lines(start, section)
    lines.append(_decision(start, section))
    return tuple(lines)


def _source_lines(start: Start, section: str) -> list[Line]:
    lines = [
        Line(
            f"list.{i}",
            f"{i}. {line.text}: {'this decides' if line.applies else line.reason}.",
            "",
            "",
            section,
        )
        for i, line in enumerate(start.lines, 1)
    ]
    for source in start.sources:
        converted = (
            ""
            if source.x == source.original
            else f" (converted from {rating(source.original)})"
        )
        dated = (
            "no date, taken as current"
            if source.assumed_current
            else (f"{source.d} days old")
        )
        lines.append(
            Line(
                f"source.{source.key}",
                f"{SOURCES[source.key]} {rating(source.x)}{converted}, {dated}: it counts "
                f"for {number(source.g)} games at most.",
                f"P = {rating(source.p)}, Z = {number(source.z, 4)}, "
                f"S = exp(0.06 · ({number(source.z, 4)} − 6) · {source.d} / 365.25) "
                f"= {number(source.s, 4)}, W = {number(source.g)} · S",
                number(source.w, 4),
                section,
            )
        )
    return lines


def _decision(start: Start, section: str) -> Line:
    n = f"N = {start.n}"
    if start.how == "office":
        return Line(
            "r0", "The office's own starting rating.", n, rating(start.r0), section
        )
    if start.how == "list":
        return Line(
            "r0",
            "The first source on the list that the player has.",
            n,
            rating(start.r0),
            section,
        )
    if start.how == "blend":
        assert start.exact_r0 is not None
        assert start.exact_n is not None
        top = " + ".join(f"{number(s.w, 4)} · {rating(s.x)}" for s in start.sources)
        return Line(
            "r0",
            "The average of the sources by weight, rounded; N is the sum of the weights "
            f"{number(start.exact_n, 4)}, rounded up, 10 at most.",
            f"({top}) / {number(start.exact_n, 4)} = {number(start.exact_r0, 4)}, {n}",
            rating(start.r0),
            section,
        )
    if start.how == "age" and start.age is not None:
        return Line(
            "r0",
            f"By age: {number(start.age, 4)} years on the last day.",
            n,
            rating(start.r0),
            section,
        )
    taken = "an adult" if start.how == "adult" else "not known to be an adult"
    return Line(
        "r0",
        f"No usable birth date: taken as {taken}.",
        n,
        rating(start.r0),
        section,
    )
