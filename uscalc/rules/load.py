"""Reads resources/rules into a table; anything wrong fails here, with its place."""

from functools import lru_cache
from pathlib import Path

from uscalc.engine.table import RuleTable
from uscalc.resources import resource


@lru_cache(maxsize=1)
def rule_table() -> RuleTable:
    """Return the table that comes with the program."""
    return load_rules(resource("rules"))


def load_rules(folder: Path) -> RuleTable:
    """Read and checks a folder of rule data.

    Raises RuleDataError naming file, parameter and row for a gap or an overlap of
    dates, an unknown variant, a missing or unused parameter, an unknown topic.
    """
    # They bring pydantic, which the window's frame is not to wait for.
    from uscalc.rules.documents import read_citations, read_documents, read_readings
    from uscalc.rules.guide_tables import read_guide
    from uscalc.rules.parameters import read_parameters

    documents = read_documents(folder / "documents.toml")
    citations = read_citations(folder / "sections.toml", documents)
    return RuleTable(
        read_parameters(folder / "parameters.toml", documents, citations),
        documents.editions,
        citations,
        read_readings(folder / "readings.toml"),
        read_guide(folder / "guide-2001.toml", documents.by_hand),
    )
