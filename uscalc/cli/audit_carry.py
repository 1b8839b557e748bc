"""uscalc audit --carry: a folder in order of date, each event knowing the earlier ones."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from uscalc.cli.common import CannotError, open_file, with_rules
from uscalc.cli.worker import Did

if TYPE_CHECKING:
    from uscalc.cli.audit import Audit
    from uscalc.document.audit.passed_on import Ledger
    from uscalc.document.model import Document

Opened: TypeAlias = "tuple[Path, Document]"


def in_order(job: "Audit", paths: Sequence[Path]) -> Iterator[Did]:
    """Audit every file in the order of the end dates, and tells of each.

    Files that cannot be opened are told of first.
    """
    opened: list[Opened] = []
    for path in paths:
        try:
            document = with_rules(open_file(path, job.reading).document, job.rules)
        except CannotError as error:
            yield Did(job.refuse(path, str(error)))
        else:
            opened.append((path, document))
    # The order in which they were given holds among events of one day.
    opened.sort(key=lambda one: one[1].end_date)
    ledger: Ledger = {}
    for path, document in opened:
        yield job.tried(path, partial(_next, job, path, document, ledger))


def _next(job: "Audit", path: Path, document: "Document", ledger: "Ledger") -> Did:
    from uscalc.document.audit.in_order import follow
    from uscalc.rules.resolve import rules_for

    found = follow(document, ledger, rules_for, job.search, job.in_system)
    assert found is not None, "somebody waits for it"
    sections = range(len(document.sections))
    return job.tell(path, found.rated, sections, found.audits, found.adopted, found)
