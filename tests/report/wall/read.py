"""Read a wall chart from a web page, as a browser would show it."""

from html.parser import HTMLParser


class Shown(HTMLParser):
    """The texts of a page by place: rows of cells, paragraphs, headings."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.rows: list[list[str]] = []
        self.blocks: list[tuple[str, str]] = []
        self._open: list[str] = []
        self._text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th", "p", "h1", "title", "div"):
            self._text = ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self.rows[-1].append(" ".join(self._text.split()))
        elif tag in ("p", "h1", "title"):
            self.blocks.append((tag, " ".join(self._text.split())))

    def texts(self, tag: str) -> list[str]:
        return [text for kind, text in self.blocks if kind == tag]
