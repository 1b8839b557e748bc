"""The marks of an audit at the selected section's published ratings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from uscalc.document.model import Section
from uscalc.engine.systems import System

Mark = Literal["explained", "left"]


@dataclass(frozen=True, slots=True)
class AuditMarks:
    """Rows whose published ratings do not match the section's current data.

    It holds for this very section in this system alone. `marks` says of a row whether
    the facts at hand explain it, `words` the same in a sentence.
    """

    section: Section
    system: System
    marks: Mapping[int, Mark]
    words: Mapping[int, str]
