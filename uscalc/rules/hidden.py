"""The likelihoods of hidden facts, from the rule data."""

from functools import lru_cache
from pathlib import Path

from uscalc.document.audit.priors import Prior, Priors
from uscalc.resources import resource
from uscalc.rules.data import RuleDataError, read_data


@lru_cache(maxsize=1)
def hidden_priors() -> Priors:
    """Return those that come with the program."""
    return load_priors(resource("rules") / "hidden.toml")


def load_priors(path: Path) -> Priors:
    """Read and checks a file of likelihoods. Raises RuleDataError."""
    found = {}
    for name, row in read_data(path).items():
        try:
            found[name] = Prior(name, **row)
        except TypeError as error:
            raise RuleDataError(f"{path.name}, {name}: {error}") from None
        likelihood = found[name].likelihood
        if not 0.0 < likelihood < 1.0:
            raise RuleDataError(f"{path.name}, {name}: likelihood: {likelihood}")
    return Priors(found)
