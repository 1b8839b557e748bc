"""A lesson: the way to one player's rating as questions, each with its answer.

The answers are lines of the derivation, so that lesson and derivation cannot disagree.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from uscalc.engine.trace import PlayerTrace, SpecialTrace
from uscalc.explain.model import Chapter, Derivation, Line
from uscalc.explain.numbers import change, points, rating

View = Literal["table", "why", "solver", "steps", "what-if"]
"""Where a stop points: the crosstable or one of the views."""


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop: a title, a question, the answer, and where to look.

    `key` is the line or chapter of the derivation that answers; empty where the stop
    points at something else. `step` is the step that is being explained, 0 for none.
    """

    title: str
    question: str
    answer: str
    view: View
    key: str = ""
    step: int = 0


def lesson(player: PlayerTrace, derivation: Derivation, name: str) -> tuple[Stop, ...]:
    """The stops for one player, eight to twelve of them; none without a rated game.

    `derivation` is that of the same trace.
    """
    if player.formula == "none" or not derivation.chapters:
        return ()
    return tuple(_stops(player, derivation, name))


def _stops(player: PlayerTrace, derivation: Derivation, name: str) -> Iterator[Stop]:
    chapters = {chapter.key: chapter for chapter in derivation.chapters}
    lines = {line.key: line for line in derivation.lines()}
    entrant = player.entrant
    before = "without a rating" if entrant.rating is None else rating(entrant.rating)
    score = f"{points(entrant.score)} of {entrant.m}"
    yield Stop(
        "The question",
        f"{name} comes {before if entrant.rating is None else f'with {before}'} and "
        f"scores {score}. Guess the new rating before you go on.",
        derivation.answer,
        "table",
    )
    if any(key.startswith("guide") for key in chapters):
        yield from _worksheet(derivation)
        return
    if "step1" in chapters:
        yield Stop(
            "Step 1: where the player starts",
            "Which rating do the other steps start from?",
            _said(chapters["step1"].lines),
            "why",
            "step1",
            1,
        )
    if "n_eff" in lines:
        yield Stop(
            "Step 2: what the past weighs",
            "Nobody's past counts for ever. How many games may it count for here?",
            _said([lines[key] for key in ("n_star", "n_eff") if key in lines]),
            "why",
            "n_eff",
            2,
        )
    if "formula" in lines:
        yield Stop(
            "Step 2: which formula",
            "A past of few games says little. Which of the two formulas is used?",
            _said([lines["formula"]]),
            "why",
            "formula",
            2,
        )
    if player.step3 is not None and "step3" in chapters:
        yield Stop(
            "Step 3: a first estimate",
            f"{name}'s opponents need a rating to be measured by. What does the score "
            "alone suggest, against their ratings before the event?",
            _last(chapters["step3"]),
            "solver",
            "step3",
            3,
        )
    special = isinstance(player.step5, SpecialTrace)
    if special:
        yield from _special(player, chapters, lines)
    else:
        yield from _standard(player, lines)
    yield from _two_passes(player, name)
    if "floor" in lines:
        yield Stop(
            "Floors",
            "Is there a level below which the rating may not fall, and does it matter?",
            _said([lines["floor"]]),
            "why",
            "floor",
        )
    if "post" in lines:
        yield Stop(
            "The result",
            "What is the rating after the event, as it is kept and as it is shown?",
            _said([lines["post"]]),
            "why",
            "post",
        )
    yield Stop(
        "What if",
        "Which single game would have changed the rating most, had it gone otherwise?",
        "Move the sliders and see: the figures below each slider are the three ratings "
        "that its game can give.",
        "what-if",
    )


def _standard(player: PlayerTrace, lines: dict[str, Line]) -> Iterator[Stop]:
    entrant = player.entrant
    asked: tuple[tuple[str, str, tuple[str, ...]], ...] = (
        (
            "Step 4: what the ratings predict",
            f"Against opponents as they came, is {points(entrant.score)} of {entrant.m} "
            "more or less than can be expected?",
            ("step4.we", "step4.expected"),
        ),
        (
            "Step 4: what a point is worth",
            "How far does one point above expectation move the rating?",
            ("step4.k", "step4.gain"),
        ),
        (
            "Step 4: the bonus",
            "A score far above expectation earns more. Is this one far enough above?",
            ("step4.threshold", "step4.bonus"),
        ),
    )
    for title, question, keys in asked:
        found = [lines[key] for key in keys if key in lines]
        if found:
            yield Stop(title, question, _said(found), "why", found[-1].key, 4)


def _special(
    player: PlayerTrace, chapters: dict[str, Chapter], lines: dict[str, Line]
) -> Iterator[Stop]:
    found = [lines[key] for key in ("step4.prior", "step4.target") if key in lines]
    if found:
        yield Stop(
            "Step 4: what is to be explained",
            "The rating is looked for that makes the score exactly what was to be "
            "expected. Which score is it, once the past is added?",
            _said(found),
            "why",
            found[-1].key,
            4,
        )
    step = player.step4
    if isinstance(step, SpecialTrace) and "step4" in chapters:
        yield Stop(
            "Step 4: the walk",
            f"The curve is straight between its knots. Follow the walk from "
            f"{rating(step.start)}: which way does it go first, and where does it end?",
            _last(chapters["step4"]),
            "solver",
            "step4",
            4,
        )
    if "step4.f" in lines:
        yield Stop(
            "Step 4: the check",
            "Add the expectations at that rating. Do they make the score?",
            _said([lines[key] for key in ("step4.pwe", "step4.f") if key in lines]),
            "why",
            "step4.f",
            4,
        )


def _two_passes(player: PlayerTrace, name: str) -> Iterator[Stop]:
    one, other = player.step4, player.step5
    if one is None or other is None:
        return
    moved = [
        (abs(b - a), a, b) for a, b in zip(one.strengths, other.strengths, strict=True)
    ]
    furthest = max(moved, default=(0.0, 0.0, 0.0))
    between = "stays where it is"
    if other.result != one.result:
        between = f"moves by {change(other.result - one.result)}"
    strengths = (
        f"The opponent who differs most counted {rating(furthest[1])} in Step 4 and "
        f"counts {rating(furthest[2])} now. "
        if furthest[0]
        else "None of the opponents counts otherwise than before. "
    )
    yield Stop(
        "Step 5: everybody once more",
        "The opponents played too. Their Step 4 ratings are better estimates of them "
        f"than the old ones: what do they make of {name}'s rating?",
        f"{strengths}The rating {between}, from {rating(one.result)} to "
        f"{rating(other.result)}.",
        "steps",
        "step5",
        5,
    )


def _worksheet(derivation: Derivation) -> Iterator[Stop]:
    for chapter in derivation.chapters:
        if chapter.key.startswith("guide") and chapter.lines:
            yield Stop(
                chapter.title,
                "What does this step of the worksheet give?",
                _said(chapter.lines),
                "why",
                chapter.key,
            )


def _said(lines: list[Line] | tuple[Line, ...]) -> str:
    """Lines as a paragraph: each sentence, its formula and its value."""
    parts = []
    for line in lines:
        if line.key == "formula":
            parts.append(line.text)
            continue
        worked = line.formula
        if line.value and worked and not worked.endswith(f"= {line.value}"):
            worked = f"{worked} = {line.value}"
        elif line.value and not worked:
            worked = line.value
        text = line.text.rstrip()
        if worked and ":" in text:
            text = f"{text} {worked}."
        elif worked:
            text = f"{text.removesuffix('.')}: {worked}."
        parts.append(text)
    return " ".join(parts)


def _last(chapter: Chapter) -> str:
    shown = [line for line in chapter.lines if not line.detail]
    return _said(shown[-1:])


TOO_LITTLE: Final = (
    "The lesson needs a player with a rated game in a section that is rated."
)
"""What is said where there is nothing to teach."""
