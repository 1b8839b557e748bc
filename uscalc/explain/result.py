"""From Step 5 to the rating that is stored: limits, rounding, floors, ceiling."""

from uscalc.engine.trace import FloorTrace, PlayerTrace, SectionTrace
from uscalc.explain.answer import FLOOR_NAMES, sentence_case
from uscalc.explain.model import Line
from uscalc.explain.numbers import change, number, rating, whole
from uscalc.explain.numbers import games as games_words
from uscalc.explain.sections import cite


def result_lines(player: PlayerTrace, trace: SectionTrace) -> tuple[Line, ...]:
    """What happens to a rating after Step 5."""
    rules = trace.rules
    lines: list[Line] = []
    match, floors = player.match, player.floors
    if match is not None:
        before = player.start.r0
        for name, up, down in match.limits:
            lines.append(
                Line(
                    f"match.{name}",
                    f"Limit for {'one match' if name == 'match' else name}.",
                    f"+{rating(up)} / −{rating(down)}",
                    _limit_words(
                        match.uncapped - before, match.result - before, up, down
                    ),
                    cite(rules, "match"),
                )
            )
        for name in match.unchecked:
            lines.append(
                Line(
                    f"match.{name}",
                    f"The limit for {name} is not checked: the earlier net change is not "
                    "known.",
                    "",
                    "not checked",
                    cite(rules, "match"),
                )
            )
    if player.rounded_from is not None and rules.integer_ratings and floors is not None:
        lines.append(
            Line(
                "rounding",
                "Ratings are whole numbers: away from the rating before.",
                rating(player.rounded_from),
                rating(floors.before),
                cite(rules, "storage"),
            )
        )
    if floors is not None:
        lines += _floor_lines(floors, cite(rules, "floors"), cite(rules, "match"))
    if player.post is not None:
        games = player.post_games
        based = "" if games is None else f", based on {games_words(games)}"
        text = f"The rating after the event{based}"
        if player.change is not None:
            text += f": {change(player.change)}"
        lines.append(
            Line(
                "post",
                f"{text}.",
                number(player.post, 4),
                whole(player.post),
                cite(rules, "storage"),
            )
        )
    return tuple(lines)


def _limit_words(wanted: float, kept: float, up: float, down: float) -> str:
    """What a match limit did: nothing, cut, or was passed while another cut deeper."""
    if -down <= wanted <= up:
        return "not reached"
    edge = up if wanted > 0 else -down
    return "cuts" if abs(kept - edge) < 1e-6 else "passed, but another cuts deeper"


def _floor_lines(floors: FloorTrace, section: str, match_section: str) -> list[Line]:
    found = ", ".join(
        f"{FLOOR_NAMES[name]} {level}" for name, level in floors.candidates
    )
    if floors.acted:
        text = f"{FLOOR_NAMES[floors.name]} raises {rating(floors.before)}."
    elif floors.waived:
        text = "After a match the floor does not act; its lowering is asked for."
    else:
        text = "No floor is reached."
    lines = [
        Line(
            "floor",
            f"Floors: {found}. {sentence_case(text)}",
            f"max({rating(floors.before)}, {floors.floor})" if floors.acted else "",
            str(floors.floor),
            match_section if floors.waived else section,
        )
    ]
    if floors.ceiling is not None:
        lines.append(
            Line(
                "ceiling",
                "A ceiling acts last."
                if floors.capped
                else "The ceiling is not reached.",
                "",
                rating(floors.ceiling),
                match_section,
            )
        )
    return lines
