"""Foreign FIDE events: who is rated from them (from 2015 on section 6)."""

from collections.abc import Callable

from uscalc.engine.floors import is_established
from uscalc.engine.inputs import Entrant
from uscalc.engine.variants import Variants

FOREIGN_FIDE: Variants[Callable[[Entrant], bool]] = Variants()


@FOREIGN_FIDE.named("nobody")
def nobody(entrant: Entrant) -> bool:
    """No rule for such events (2009)."""
    return False


@FOREIGN_FIDE.named("any-rated")
def any_rated(entrant: Entrant) -> bool:
    """Whoever has a rating (2015)."""
    return entrant.rating is not None


@FOREIGN_FIDE.named("established")
def established_only(entrant: Entrant) -> bool:
    """Whoever has an established rating (2020, 2025)."""
    return entrant.rating is not None and is_established(entrant.games)
