"""One resolved rule set: every parameter the steps need, as plain values.

A structural change between editions is a named variant of a function, chosen by data.
"""

from datetime import date
from typing import Final, NamedTuple

from msgspec import Struct

from uscalc.engine.guide import GuideTables
from uscalc.engine.inputs import Citations, ParameterOrigin

INTEGER: Final = "integer"
"""The name of the rule that stores ratings as whole numbers."""
PASSES: Final = 2
"""The number of passes in every document: Step 4 and Step 5."""
NUMERATOR: Final = 800.0
"""The numerator of K, which is divided by N' plus the number of games played."""
CAP: Final = 2700.0
"""The highest result of the special formula, in points."""
CONSTANTS: Final = ("passes", "k_numerator", "special_cap")
"""Values that are the same in every document; only a file of changed rules sets others."""


class TimeControlBounds(Struct, frozen=True):
    """The limits of playing time, in minutes, for each system.

    `basis` names what is compared: the main time, or the main time plus the delay in
    seconds. A bound of None means that the system does not exist or does not overlap.
    """

    basis: str
    blitz_from: float | None
    blitz_to: float | None
    quick_above: float | None
    quick_from: float | None
    regular_from: float
    dual_to: float | None
    online_quick_to: float | None


class ConversionPiece(Struct, frozen=True):
    """One straight piece of a conversion: intercept + slope x rating.

    It applies up to `up_to`, including that rating or not; None means no limit.
    """

    intercept: float
    slope: float
    up_to: float | None = None
    inclusive: bool = True


class Conversion(Struct, frozen=True):
    """A conversion of foreign ratings to US Chess ratings, piece by piece."""

    name: str
    pieces: tuple[ConversionPiece, ...]

    def find_piece(self, rating: float) -> ConversionPiece:
        """Return the piece for a rating."""
        for piece in self.pieces:
            if (
                piece.up_to is None
                or rating < piece.up_to
                or (piece.inclusive and rating == piece.up_to)
            ):
                return piece
        return self.pieces[-1]

    def __call__(self, rating: float) -> float:
        """Return the converted rating, in points."""
        piece = self.find_piece(rating)
        return piece.intercept + piece.slope * rating


class AgeFormula(Struct, frozen=True):
    """Starting rating by age: base + per_year x age, up to `oldest` years.

    Older players, and adults without a birth date, get `adult`; other players without a
    birth date get `child`. Below `infant_age` years the rating is `infant`.
    """

    base: float
    per_year: float
    oldest: float
    adult: float
    child: float
    infant_age: float = 0.0
    infant: float = 0.0


class ValidityPeriod(NamedTuple):
    """The first and last day on which a value is in force; None means no limit."""

    start: date | None
    end: date | None


class RuleChanges(NamedTuple):
    """A file of changed rules by its name, and the parameters that it changed."""

    file: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"{', '.join(self.names)} changed by {self.file}"


class Rules(Struct, frozen=True):
    """The rules of one section in one system.

    `edition` is the key of the document in use. `date` is the day that selected it;
    None if the edition was selected by key. `citations` give the section that prints
    each part of the rules. `brought` is the storage rule of the section's day in every
    edition, because pre-event ratings were stored by it. `overridden` names the
    parameters that the user replaced. `spans` has the days on which each value selected
    by date is in force, and `origins` the place that prints each value. `guide` has the
    tables of the 2001 guide if the user selected it; these rules are then the exact
    ones for comparison. `passes`, `k_numerator` and `special_cap` are those of every
    document unless `changes`, a researcher's file, has others.
    """

    edition: str
    date: date | None
    citations: Citations
    brought: str
    systems: tuple[str, ...]
    initial: str
    fide_conversion: Conversion
    fide_youth_conversion: Conversion | None
    cfc_conversion: Conversion
    age_formula: AgeFormula
    under_three: str
    effective_games: str
    bonus_multiplier: float
    bonus_repeats: str
    reduced_k: str
    storage: str
    personal_floor: str
    peak_floor_lowest: int
    peak_rounding: str
    peak_level: str
    life_master_floor: str
    prize_floor: str
    match_eligibility: str
    match_change_cap: float | None
    match_net_180_days: float | None
    match_net_3_years: float | None
    match_below_floor: str
    foreign_fide: str
    time_control: TimeControlBounds
    overridden: tuple[str, ...] = ()
    guide: GuideTables | None = None
    spans: tuple[tuple[str, ValidityPeriod], ...] = ()
    origins: tuple[tuple[str, ParameterOrigin], ...] = ()
    passes: int = PASSES
    k_numerator: float = NUMERATOR
    special_cap: float = CAP
    changes: RuleChanges | None = None

    def get_validity_period(self, parameter: str) -> ValidityPeriod | None:
        """Return the days on which a parameter's value is in force; None if no date selected it."""
        return dict(self.spans).get(parameter)

    def get_origin(self, parameter: str) -> ParameterOrigin:
        """Return where a parameter's value is printed. Raises KeyError."""
        return dict(self.origins)[parameter]

    def is_changed(self, parameter: str) -> bool:
        """Return whether a researcher's file has another value of a parameter."""
        return self.changes is not None and parameter in self.changes.names

    @property
    def has_changed_constants(self) -> bool:
        """True if a file changed a value that is the same in every document."""
        constants = self.passes, self.k_numerator, self.special_cap
        return constants != (PASSES, NUMERATOR, CAP)

    @property
    def has_integer_ratings(self) -> bool:
        """True if post-event ratings are stored as integers."""
        return self.storage == INTEGER

    @property
    def had_integer_ratings(self) -> bool:
        """True if pre-event ratings were stored as integers."""
        return self.brought == INTEGER
