"""Compare typed letters with the texts of menus, and escape the texts of tooltips."""

from collections.abc import Iterable, Sequence


def strip_menu_marks(text: str) -> str:
    """Return a menu's text without "&" and "…"."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")


def score_match(typed: str, name: str) -> float | None:
    """Return how well typed words match a name: the higher, the better; None if they don't.

    Every typed word must be found: at the beginning of a word, within a word, or letter
    by letter in this order.
    """
    name = name.casefold()
    total = 0.0
    for word in typed.casefold().split():
        found = _score_word(word, name)
        if found is None:
            return None
        total += found
    # If names match equally well, prefer the shorter one.
    return total - len(name) / 1000


def _score_word(word: str, name: str) -> float | None:
    place = name.find(word)
    if place >= 0:
        begins = place == 0 or not name[place - 1].isalnum()
        return (4.0 if begins else 2.0) + (1.0 if place == 0 else 0.0)
    if len(word) < 2:
        return None
    at, runs, last = -1, 0, -2
    for letter in word:
        at = name.find(letter, at + 1)
        if at < 0:
            return None
        begins = at == 0 or not name[at - 1].isalnum()
        if at != last + 1 and not begins:
            runs += 1
        last = at
    return 1.0 - runs / 4


def rank_names(typed: str, names: Iterable[str]) -> Sequence[int]:
    """Return the indexes of the names that match, the best first; all if nothing is typed."""
    listed = list(names)
    if not typed.strip():
        return range(len(listed))
    scores = [(score_match(typed, name), place) for place, name in enumerate(listed)]
    fitting = [(-found, place) for found, place in scores if found is not None]
    return [place for _, place in sorted(fitting)]


def escape_hint(text: str) -> str:
    """Return a text that a tooltip shows unchanged, even if it looks like HTML."""
    if "<" not in text and "&" not in text:
        return text
    from markupsafe import Markup

    return Markup("<p>%s</p>") % Markup("<br>").join(text.split("\n"))
