"""Text as markup shows it, and a menu's text without its marks."""


def escape(text: str) -> str:
    """A text whose signs mean nothing in markup, within quotes neither.

    The module html does the same, with every entity there is in memory for it.
    """
    for sign, entity in (
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ('"', "&quot;"),
        ("'", "&#x27;"),
    ):
        if sign in text:
            text = text.replace(sign, entity)
    return text


def plain(text: str) -> str:
    """A menu's text without the marks of keys and questions."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
