"""A menu's text without its marks."""


def strip_menu_marks(text: str) -> str:
    """Return a menu's text without the marks of keys and questions."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").rstrip("…")
