"""Write a page's name in the style of ours: order, capitals and initials."""

from uscalc.document.names import GENERATIONS


def format_name_like(name: str, ours: str) -> str:
    """Return a page's name as ours is written: "ADA INVENTA" as "Inventa, Ada"."""
    words = name.split()
    if ours != ours.upper() and name == name.upper():
        words = [_capitalize_word(word) for word in words]
    last, comma, _first = ours.partition(",")
    own = [word for word in words if not _is_generation(word)]
    count = sum(not _is_generation(word) for word in last.split())
    if not comma or "," in name or not 0 < count < len(own):
        return " ".join(words)
    behind = [word for word in words if _is_generation(word)]
    return f"{' '.join(own[-count:])}, {' '.join([*own[:-count], *behind])}"


def _is_generation(word: str) -> bool:
    """Return True for a suffix such as Jr. or III."""
    return word.rstrip(".").casefold() in GENERATIONS


def _capitalize_word(word: str) -> str:
    """Return a word in small letters, each part of it with a capital; figures stay as such."""
    if _is_generation(word) and not word.casefold().startswith(("j", "s")):
        return word
    letters = list(word.lower())
    for place, letter in enumerate(letters):
        if letter.isalpha() and (place == 0 or letters[place - 1] in "-'’."):
            letters[place] = letter.upper()
    return "".join(letters)
