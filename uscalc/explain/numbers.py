"""Format numbers, players and glossary terms for a derivation."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import floor, isfinite, log10
from string import Formatter

from msgspec import Struct

from uscalc.engine.rules import PASSES
from uscalc.engine.trace import PlayerTrace, SectionTrace

MINUS = "\N{MINUS SIGN}"
ABOUT = "\N{ALMOST EQUAL TO}"
MOST_DECIMALS = 13


def _replace_minus(text: str) -> str:
    """Return a text with a minus sign for a hyphen; zero gets no sign."""
    if text.startswith("-"):
        digits = text[1:]
        return digits if not digits.strip("0.") else MINUS + digits
    return text


def format_deciding_digits(value: float, decimals: int) -> str:
    """Return a number with `decimals` decimals, or more if its rounding depends on them.

    The printed number rounds to the same integer as the exact one. For example,
    1397.49996 would be misleading as 1397.50 beside 1397.
    """
    texts = (f"{value:.{places}f}" for places in range(decimals, MOST_DECIMALS))
    whole = floor(value + 0.5)
    return next((t for t in texts if floor(float(t) + 0.5) == whole), repr(value))


def format_rating(value: float, extra: int = 0) -> str:
    """Return a rating with two decimals, or none if they are zero.

    It has more decimals if two would round to another whole number than the rating
    does, and `extra` more if a formula needs them.
    """
    text = format_deciding_digits(value, 2 + extra)
    whole_part, _, decimals = text.partition(".")
    return _replace_minus(text if decimals.strip("0") else whole_part)


def format_rating_column(values: Sequence[float]) -> list[str]:
    """Format the ratings of a column with the same number of decimals."""
    needed = max((len(format_rating(v).partition(".")[2]) for v in values), default=0)
    return format_number_column(values, needed)


def format_number_column(values: Sequence[float], decimals: int) -> list[str]:
    """Format the numbers of a column with the same number of decimals."""
    return [_replace_minus(f"{value:.{decimals}f}") for value in values]


def format_weight_column(values: Sequence[float]) -> list[str]:
    """Format a column of numbers so that the smallest has two significant digits."""
    least = min((abs(value) for value in values if value), default=1.0)
    decimals = min(max(2, 1 - floor(log10(least))), MOST_DECIMALS)
    return format_number_column(values, decimals)


def format_whole_rating(value: float) -> str:
    """Return a rating as US Chess displays it, where half a point rounds up."""
    return _replace_minus(str(floor(value + 0.5)))


def format_points(value: float) -> str:
    """Return a score: 2, 2.5."""
    return _replace_minus(f"{value:g}")


def format_number(value: float, decimals: int = 3) -> str:
    """Return a number with at most `decimals` decimals, without trailing zeros."""
    text = f"{value:.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return _replace_minus(text)


def format_multiplier(value: float) -> str:
    """Format a factor of hundreds with at most five decimals."""
    return format_number(value, 5)


def format_significant(value: float, extra: int = 0) -> str:
    """Return a number of any size with six significant digits and at least four decimals."""
    size = floor(log10(abs(value))) if value else 0
    return format_number(value, min(max(4, 5 - size) + extra, MOST_DECIMALS))


def parse_exact(text: str) -> Fraction:
    """Return the value of a printed number, without any rounding."""
    return Fraction(text.replace(MINUS, "-"))


def rounds_to(worked: Fraction | float, text: str) -> bool:
    """Return whether a value, rounded to the digits of a printed number, equals it."""
    half = 0.5 * 10.0 ** -len(text.partition(".")[2])
    return abs(float(worked) - float(parse_exact(text))) <= half + 1e-12


def choose_equality_sign(worked: Fraction | float, text: str) -> str:
    """Return "=" if a value is exactly the printed number, else "≈"."""
    return (
        "=" if isinstance(worked, Fraction) and worked == parse_exact(text) else ABOUT
    )


def find_sufficient_decimals(
    least: int, fits: Callable[[int], bool], most: int = MOST_DECIMALS
) -> int:
    """Return the fewest decimals, at least `least`, with which printed parts agree."""
    return next((places for places in range(least, most) if fits(places)), most)


def format_change(value: float, decimals: int = 2) -> str:
    """Return a difference with its sign."""
    text = format_number(value, decimals)
    return text if text.startswith(MINUS) or text == "0" else f"+{text}"


def format_change_fixed(value: float, decimals: int = 2) -> str:
    """Return a difference with its sign and a fixed number of decimals, for a column."""
    text = _replace_minus(f"{value:.{decimals}f}")
    return text if text.startswith(MINUS) or not text.strip("0.") else f"+{text}"


def format_game_count(count: float) -> str:
    """Return a number of games in words."""
    text = format_number(count)
    return f"{text} game" if text == "1" else f"{text} games"


RESULTS = {1.0: "win", 0.5: "draw", 0.0: "loss"}


def speak_name(name: str) -> str:
    """Return a name for a sentence, the first name first: "Otto King" for "King, Otto".

    Lists and tables have names as the event has them.
    """
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and ", " not in first else name


class PlayerDirectory(Struct, frozen=True):
    """The names and traces of a section's players."""

    section: SectionTrace
    name_of: Callable[[int], str]

    def get_name(self, place: int) -> str:
        """Return the name of an entrant, or "Player 7" if unknown."""
        number = self.section.players[place].entrant.number
        return self.name_of(number) or f"Player {number}"

    def get_spoken_name(self, place: int) -> str:
        """Return the name of an entrant for a sentence: "Otto King"."""
        return speak_name(self.get_name(place))

    def get_name_with_number(self, place: int, listed: bool = False) -> str:
        """Return the name and the pairing number for a sentence: "Otto King (no. 4)".

        If `listed` is True, it is for a list or a table: "King, Otto (no. 4)".
        """
        number = self.section.players[place].entrant.number
        name = self.name_of(number) if listed else speak_name(self.name_of(number))
        return f"{name} (no. {number})" if name else self.get_name(place)

    def get_trace(self, place: int) -> PlayerTrace:
        """Return the trace of an entrant."""
        return self.section.players[place]


def describe_rating_range(low: float, high: float) -> str:
    """Describe a range of ratings, which may be unbounded."""
    if isfinite(low) and isfinite(high):
        return f"from {format_rating(low)} to {format_rating(high)}"
    if isfinite(low):
        return f"from {format_rating(low)} on"
    return f"up to {format_rating(high)}" if isfinite(high) else "everywhere"


def describe_strength_source(
    opponent: PlayerTrace, step: int, passes: int = PASSES
) -> str:
    """Return where an opponent's rating in a step comes from: "after Step 4"."""
    if opponent.entrant.fixed is not None:
        if opponent.entrant.start.fide is not None:
            return "converted from FIDE"
        return "as given" if opponent.entrant.rating is not None else "from Step 1"
    if step == 5 and opponent.step4 is not None:
        return "after Step 4"
    if step == 4 and passes > PASSES and opponent.step4 is not None:
        return f"after pass {passes - 2}"
    if step >= 4 and opponent.step3 is not None:
        return "after Step 3"
    return "pre-event" if opponent.entrant.rating is not None else "from Step 1"


def describe_strength_history(opponent: PlayerTrace) -> str:
    """Describe an opponent's rating before and after each step, in one sentence."""
    if opponent.entrant.fixed is not None:
        return f"{format_rating(opponent.entrant.fixed)} {describe_strength_source(opponent, 5)}"
    began = "pre-event" if opponent.entrant.rating is not None else "from Step 1"
    parts = [f"{format_rating(opponent.start.r0)} {began}"]
    parts += [
        f"{format_rating(done.result)} after Step {step}"
        for step, done in ((3, opponent.step3), (4, opponent.step4))
        if done is not None
    ]
    if opponent.post is not None and opponent.step5 is not None:
        parts.append(f"{format_rating(opponent.post)} post-event")
    return ", ".join(parts)


def describe_knot_owners(
    owners: Iterable[tuple[int | None, str]], people: PlayerDirectory
) -> str:
    """Return where a knot is: "400 above Player 7"."""
    parts = []
    for place, side in owners:
        whose = "R'0" if place is None else people.get_name_with_number(place)
        parts.append(f"400 {'above' if side == 'plus' else 'below'} {whose}")
    return " and ".join(parts)


class MarkedTerm(Struct, frozen=True):
    """A glossary term in a sentence: its key, and the form that is shown."""

    key: str
    shown: str


class MarkedText(Struct, frozen=True):
    """A sentence in pieces: plain text, and glossary terms."""

    pieces: tuple[str | MarkedTerm, ...]

    def __str__(self) -> str:
        return "".join(
            piece.shown if isinstance(piece, MarkedTerm) else piece
            for piece in self.pieces
        )

    def __add__(self, other: "MarkedText | str") -> "MarkedText":
        return MarkedText((*self.pieces, *make_marked_text(other).pieces))

    def __radd__(self, other: str) -> "MarkedText":
        return make_marked_text(other) + self

    @property
    def terms(self) -> tuple[str, ...]:
        """The keys of the marked terms, in order."""
        return tuple(
            piece.key for piece in self.pieces if isinstance(piece, MarkedTerm)
        )

    def map_plain_text(self, change: Callable[[str], str]) -> "MarkedText":
        """Return the sentence with `change` applied to its plain text, but not to its terms."""
        return MarkedText(
            tuple(
                piece if isinstance(piece, MarkedTerm) else change(piece)
                for piece in self.pieces
            )
        )


EMPTY_TEXT = MarkedText(())


def make_marked_text(text: MarkedText | str) -> MarkedText:
    """Return a sentence with marks; plain text becomes one without marks."""
    return text if isinstance(text, MarkedText) else MarkedText((text,) if text else ())


def fill_template(template: str, **given: MarkedText | str) -> MarkedText:
    """Fill in a template from the code.

    `{name}` is replaced by the argument of that name; any other `{key}` marks that term
    of the glossary, and `{key:another form}` shows it in another form. An argument is
    never read as a template, so a player's name can't mark a term.
    """
    pieces: list[str | MarkedTerm] = []
    for literal, name, form, _ in Formatter().parse(template):
        if literal:
            pieces.append(literal)
        if name is None:
            continue
        if name in given:
            pieces += make_marked_text(given[name]).pieces
        else:
            pieces.append(MarkedTerm(name, form or SYMBOLS.get(name, name)))
    return MarkedText(tuple(pieces))


SYMBOLS = {
    "r0": "R0",
    "n": "N",
    "n_star": "N*",
    "n_eff": "N'",
    "s": "S",
    "m": "m",
    "prior": "prior",
    "s_prime": "S'",
    "m_walk": "M",
    "walk": "search",
    "pwe": "PWe",
    "we": "We",
    "e": "E",
    "k": "K",
    "b": "B",
    "m_prime": "m'",
}
"""The form in which a sentence shows a term, if it differs from the key."""
