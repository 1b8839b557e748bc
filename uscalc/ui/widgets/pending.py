"""Texts that are being typed anywhere in the window, each in its place."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from uscalc.document.model import Identity

LONGEST_QUOTE = 200


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that is not in the event: where it was typed, and why it is not there."""

    where: str
    text: str
    reason: str

    def __str__(self) -> str:
        """Return one line that quotes the text, so that nothing typed is lost unseen."""
        text = " ".join(self.text.split())
        if len(text) > LONGEST_QUOTE:
            text = f"{text[:LONGEST_QUOTE]}…"
        quoted = f'"{text}"'
        if not text:
            return f"{self.where}: {self.reason}"
        if quoted in self.reason:
            return f"{self.where} is not entered: {self.reason}"
        return f"{self.where}: {quoted} is not entered: {self.reason}"


class Typing(Protocol):
    """A place where text is typed that is not in the event yet."""

    @property
    def typing(self) -> bool:
        """True if something is half typed here, and was not refused before."""

    def holds(self, identity: Identity) -> bool:
        """Return whether the keyboard is here to type for this player or section."""

    def settle(self) -> None:
        """Enter the typed text where it belongs, and report a refusal."""

    def drop(self) -> None:
        """Forget what was typed."""


class Pending(QObject):
    """All texts that are being typed. They are entered before anything leads elsewhere.

    Each place is asked in turn, and enters its texts as edits of their own, while the
    document and the selection are still those for which they were typed. A text that
    is refused is reported: `refused` where its editor closes at once, `unentered` where
    something else goes on (with a key: it stays until it is closed, or `mended` comes).
    """

    refused = Signal(str)
    unentered = Signal(str, str)
    mended = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._places: list[Typing] = []
        self._refusals: list[Refusal] = []
        self._of_action: tuple[Refusal, ...] = ()
        self._said: set[Refusal] = set()
        self._settling = self._aloud = False

    def join(self, place: Typing) -> None:
        """Make a widget or delegate one of the places, for as long as it lives."""
        self._places.append(place)

    @property
    def typing(self) -> bool:
        """True if a person is in the middle of typing."""
        return any(place.typing for place in self._living())

    def held(self, identity: Identity) -> bool:
        """Return whether a form has the keyboard for this very player or section."""
        return any(place.holds(identity) for place in self._living())

    def settle(self, aloud: bool = True) -> tuple[Refusal, ...]:
        """Enter all that is half typed; gives what was refused.

        `aloud` because something else goes on. Otherwise a person only left a field,
        and the reason appears below it.
        """
        if self._settling:
            return ()
        self._settling, self._aloud, self._refusals = True, aloud, []
        try:
            for place in self._living():
                place.settle()
        finally:
            self._settling = False
        return tuple(self._refusals)

    def before(self, act: Callable[[], object]) -> None:
        """Enter all typed texts, then act."""
        outer = self._of_action
        self._of_action = self.settle()
        try:
            act()
        finally:
            self._of_action = outer

    def left_out(self) -> tuple[Refusal, ...]:
        """Return what is refused now, or was when the action began that is at work."""
        return tuple(dict.fromkeys((*self._of_action, *self.settle())))

    def drop(self) -> None:
        """Forget all that is half typed: a person decided so."""
        self._said.clear()
        for place in self._living():
            place.drop()

    def _living(self) -> tuple[Typing, ...]:
        self._places = [place for place in self._places if isValid(place)]
        return tuple(self._places)

    # Reports of the places

    def refuse(self, refusal: Refusal, stays: bool = False) -> None:
        """Report a rejected text; it `stays` in its field, with the reason below."""
        self._refusals.append(refusal)
        if self._settling and self._aloud:
            if not stays or refusal not in self._said:
                self._say(refusal)
        elif not stays:
            self.refused.emit(str(refusal))

    def lose(self, refusal: Refusal) -> None:
        """Report a text that leaves its field without being entered."""
        self._say(refusal)
        self._said.discard(refusal)

    def mend(self, where: str) -> None:
        """Withdraw a refusal: the text is entered after all, or was taken back."""
        self._said = {refusal for refusal in self._said if refusal.where != where}
        self.mended.emit(where)

    def _say(self, refusal: Refusal) -> None:
        self._said.add(refusal)
        self.unentered.emit(refusal.where, str(refusal))
