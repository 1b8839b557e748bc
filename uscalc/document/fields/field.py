"""One field of a form: how it is read from a document, and what typing into it does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from uscalc.document.change import Edit
from uscalc.document.edit.typed import TypedError
from uscalc.document.model import Document, Player, RatingFacts, Section
from uscalc.engine.systems import System


@dataclass(frozen=True, slots=True)
class Target:
    """What a form stands for: a section, and perhaps a row of it in a system."""

    document: Document
    index: int = 0
    row: int = 0
    system: System = "R"

    @property
    def section(self) -> Section:
        """The section."""
        return self.document.sections[self.index]

    @property
    def player(self) -> Player:
        """The player in the row."""
        return self.section.players[self.row]

    @property
    def facts(self) -> RatingFacts:
        """What is known of the player in the system."""
        return self.player.facts(self.system)


@dataclass(frozen=True, slots=True)
class Field:
    """One field.

    `read` gives its text (of a choice: the key), `write` the edit; a refused edit says
    why. `choices` are keys and their words; none: it is typed. `empty` says what
    nothing means, `hint` what the field is for. `beside` puts it next to the one before;
    `applies` says whether it means anything for a target.
    """

    name: str
    label: str
    hint: str
    read: Callable[[Target], str]
    write: Callable[[Target, str], Edit]
    choices: tuple[tuple[str, str], ...] = ()
    empty: str = ""
    beside: bool = False
    applies: Callable[[Target], bool] = lambda target: True

    @property
    def is_check(self) -> bool:
        """Whether it is a plain yes or no."""
        return self.choices == YES_NO

    def edit(self, target: Target, text: str) -> Edit:
        """Return the edit that typing a text makes; what cannot be read is refused."""
        try:
            return self.write(target, text)
        except TypedError as error:
            return Edit(target.document, self.label, (str(error),))


YES_NO: Final = (("no", "no"), ("yes", "yes"))
THREE_WAYS: Final = (("", "not known"), ("yes", "yes"), ("no", "no"))


def three_ways(value: bool | None) -> str:
    """Return the key of a yes, a no, or neither."""
    return "" if value is None else "yes" if value else "no"


def as_truth(key: str) -> bool | None:
    """Return what a key of three ways means."""
    return None if key == "" else key == "yes"
