"""Read the fitted chances of game results."""

from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from uscalc.analysis.chances import ChanceModel
from uscalc.resources import get_resource_path
from uscalc.rules.data import Loc, RuleDataError, read_validated_data


@lru_cache(maxsize=1)
def load_chance_model() -> ChanceModel:
    """Return the newest fit that comes with the program."""
    return read_chance_models(get_resource_path("rules") / "chances.toml")[-1]


def read_chance_models(path: Path) -> tuple[ChanceModel, ...]:
    """Return every fit, the newest last. Raises RuleDataError with the fit's place."""
    # This imports pydantic, which would delay the window's frame.
    from uscalc.rules.chance_models import CHANCES

    fits: tuple[ChanceModel, ...] = read_validated_data(
        CHANCES, path, _describe_fit_place
    )["fit"]
    if not fits:
        raise RuleDataError(f"{path.name}: there is no fit")
    for before, after in pairwise(fits):
        if after.date < before.date:
            raise RuleDataError(
                f"{path.name}: the fit of {after.date} stands behind a newer one"
            )
    for place, fit in enumerate(fits, 1):
        games = [few.up_to for few in fit.few_games]
        if not games or sorted(set(games)) != games:
            raise RuleDataError(
                f"{path.name}, fit {place}, few_games: the rows do not ascend"
            )
    return fits


def _describe_fit_place(loc: Loc) -> str:
    return "".join(f", fit {i + 1}" for i in loc[1:2] if isinstance(i, int))
