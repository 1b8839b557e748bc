"""A worksheet as a student reads it: the text of its page, and the boxes to fill."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = ("meta", "br", "link")
BOX = "\N{WHITE SQUARE}"


@dataclass
class Part:
    label: str = ""
    cell: str = ""
    heads: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class Task:
    title: str = ""
    question: str = ""
    parts: list[Part] = field(default_factory=list)

    @property
    def person(self) -> str:
        return self.title.partition(": ")[2]


@dataclass
class Paper:
    rules: str = ""
    table: Part | None = None
    tasks: list[Task] = field(default_factory=list)
    foot: str = ""
    answers: list[str] = field(default_factory=list)
    workings: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.paper = Paper()
        self._open: list[tuple[str, str]] = []
        self._said: list[str] = []
        self._row: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("class") or ""
        if tag in VOID:
            return
        if tag in ("p", "h1", "h2", "th", "td") or name in ("line", "answer"):
            self._said.append("")
        if name == "working":
            self._said.append("")
        if tag == "section":
            self.paper.tasks.append(Task())
        if tag == "table":
            self._tabled(Part())
        if tag == "tr":
            self._row = []
        if tag == "i" and self._inside("blank"):
            self._said[-1] += BOX
        self._open.append((tag, name))
        if tag == "span" and self._open[-2][1] == "line":
            self._said[-1] += "\t"

    def _tabled(self, part: Part) -> None:
        if self._inside("rules"):
            self.paper.table = part
        else:
            self.paper.tasks[-1].parts.append(part)

    def _inside(self, name: str) -> bool:
        return any(name in (tag, known) for tag, known in self._open)

    def handle_data(self, data: str) -> None:
        if self._said and not self._inside("style"):
            self._said[-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        tag, name = self._open.pop()
        paper = self.paper
        if name == "answer":
            paper.answers.append(self._take())
        elif name == "working":
            paper.workings.append(self._take())
        elif name == "line":
            _, label, cell = self._take().split("\t")
            paper.tasks[-1].parts.append(Part(label.strip(), cell.strip()))
        elif tag in ("th", "td"):
            self._row.append(self._take())
        elif tag == "tr":
            part = paper.table if self._inside("rules") else paper.tasks[-1].parts[-1]
            if part.heads:
                part.rows.append(self._row)
            else:
                part.heads = self._row
        elif tag == "h2":
            paper.tasks[-1].title = self._take().partition(". ")[2]
        elif tag == "p":
            self._paragraph(name, self._take())

    def _paragraph(self, name: str, said: str) -> None:
        if "footer" in name:
            self.paper.foot = said
        elif self._inside("rules"):
            self.paper.rules += f"{said}\n"
        elif self._inside("exercise") and not self.paper.tasks[-1].question:
            self.paper.tasks[-1].question = said

    def _take(self) -> str:
        said = self._said.pop()
        return "\t".join(" ".join(part.split()) for part in said.split("\t"))


def read_page(html: str) -> Paper:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.paper


def decimals_in(words: str) -> int:
    found = re.search(r"\((?:(\d+) decimals?|a whole number)\)", words)
    assert found, f"no number of decimals is stated: {words}"
    return int(found[1] or 0)
