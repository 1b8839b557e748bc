"""Counts in words, with the noun and the verb that agree with them; sentences."""


def count_in_words(count: int, one: str, many: str | None = None) -> str:
    """Return a count with its noun: "1 game", "2 games", "1,000 games".

    `many` is the plural where it isn't `one` with an s; either may have a verb:
    `counted(2, "game is", "games are")`.
    """
    return f"{count:,} {choose_plural(count, one, many)}"


def choose_plural(count: float, one: str, many: str | None = None) -> str:
    """Return the word that agrees with a count, without the count: "game" or "games"."""
    return one if count == 1 else many or f"{one}s"


def make_sentence(words: object) -> str:
    """Return words, such as those of an error, with a capital letter and a period."""
    text = str(words)
    return f"{text[:1].upper()}{text[1:]}{'' if text[-1:] in '.?!…' else '.'}"


def join_sentences(*texts: str) -> str:
    """Return texts, such as a problem and its fix, as sentences in one line."""
    return " ".join(make_sentence(text) for text in texts if text)
