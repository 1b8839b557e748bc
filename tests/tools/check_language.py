# ruff: noqa: E501
"""Count phrases that are hard to read. Usage: check_language.py [PROJECT] [--list] [--limit N].

Reads string literals, docstrings and comments of `uscalc/`, and README, CONTRIBUTING, CHANGELOG, docs/ and resources/ (Markdown, TOML, HTML
templates). A phrase on the list is nearly always wrong; the few right uses are listed in the project's `docs/allowed-phrases.txt`, one
`path: rule: matched text` a line. Exits 1 if more than N are left (default 0).
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from pathlib import Path

PHRASES = {
    "stilted passive": r"\b(is|are|was|were|be|been|being) (told|said)\b",
    "stands": r"\bstands?\b(?! (for|out|alone)\b)",
    "come out": r"\b(come|comes|came|coming) out\b",
    "come in / go in": r"\b(comes?|came) in\b(?! (handy|two|three|a|an|the)\b)",
    "who as subject": r"(?:^|[.;:!?] )(Who|Whoever|Whose) (?![^.!?]*\?)",
    "whoever, somebody": r"\b(whoever|somebody|nobody's)\b",
    "what as noun": r"(?:^|[.;:!?] )What(?![ -]if\b) (?![^.!?]*\?)",
    "is no": r"(?<![Tt]here )\bis no (?!longer|more|less|limit|need|way|result|such)\w+",
    "not so much": r"\bso (much|many)\b(?! that)",
    "otherwise = differently": r"\b(say|says|said|rated|count|counts|read|printed|than) otherwise\b|\botherwise than\b",
    "taken as / over / up": r"\b(taken as|tak(?:e|es|en|ing) over|take (?:it )?up|taken for granted)\b",
    "put in / back": r"\bput(?:s|ting)? (?:it |them |everything )?(?:in|back)\b(?! (a|an|the|front|order)\b)",
    "as it is, all the same": r"\b(all the same|as it is|as they are|such as it is|without more ado|for ever|for good)\b",
    "because = for": r"(?<=[a-z]), for (it|they|he|she|there) (?!to\b)\w+",
    "mend, amiss": r"\b(mend(s|ed|ing)?|amiss)\b",
    "British": r"\b(colour|colours|coloured|favour|behaviour|centre|grey|whilst|licence|metres|neighbour|neighbours|organis\w+|recognis\w+|labell\w+|cancell(?:ed|ing)|travell\w+|programme|catalogue|judgement)\b",
    "way out": r"\b[Ww]ays? out\b",
    "the federation, the office": r"\bthe (federation|office)\b",
    "ratings report, service": r"\b[Rr]atings (report|service)\b",
    "games to come": r"\bgames? to come\b|\bstill to be played\b",
    "hidden fact, missing facts": r"\b(hidden|missing) facts?\b",
    "not known": r"\bnot known\b",
    "lay over": r"\b(laid|lays|lay) over\b",
    "chosen": r"\bchosen\b",
    "the hall, the desk": r"\bthe (hall|desk)\b",
    "imagined": r"\bimagin(e|ed|es|ing)\b",
    "with what, of what": r"\b(with|of|from|by|after|before|beside|than) what (is|was|are|it|they|one|a)\b",
    "one does": r"\b(if|as|when|what|where|that) one (can|wants|would|needs|types|reads|sees|turns|drags)\b",
}
DOC_START = re.compile(
    r"^(What(?![ -]if\b)|Who|Whose|Whether|Where|Whatever|Whoever|That|So)\b"
)
RULES = {name: re.compile(text, re.M) for name, text in PHRASES.items()}


def texts_of(path: Path):
    """Yield (line, text, kind) for every literal, docstring and comment of a Python file."""
    source = path.read_text(encoding="utf-8")
    nodes = list(ast.walk(ast.parse(source)))
    docs = set()
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in nodes:
        if isinstance(node, documented) and ast.get_docstring(node, False) is not None:
            docs.add(id(node.body[0].value))
            yield node.body[0].lineno, ast.get_docstring(node, False), "docstring"
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [getattr(value, "value", "{}") for value in node.values]
            parts = [part if isinstance(part, str) else "{}" for part in parts]
            yield node.lineno, "".join(parts), "string"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = "" if id(node) in docs else node.value
            yield from [(node.lineno, text, "string")] * (" " in text)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# "), "comment"


def phrases_of(line: int, text: str, kind: str):
    """Yield (rule, line, phrase, what is around it) for every phrase of a text."""
    if kind == "docstring" and DOC_START.match(text.strip()):
        yield "docstring start", line, text.split()[0], text.strip()[:70]
    for name, rule in RULES.items():
        if name == "chosen" and kind not in ("string", "page"):
            continue
        for match in rule.finditer(text):
            nouns = kind == "docstring" and name in ("what as noun", "who as subject")
            if nouns and match.start() == 0:
                continue  # Counted as a docstring start.
            around = text[max(0, match.start() - 30) : match.end() + 30]
            yield name, line, match.group(), around.replace("\n", " ")


def phrases_in(root: Path):
    for path in sorted(root.glob("uscalc/**/*.py")):
        seen = set()
        for place in texts_of(path):
            for name, line, phrase, around in phrases_of(*place):
                if name == "docstring start" or (name, line, phrase) not in seen:
                    seen.add((name, line, phrase))
                    yield path, name, line, phrase, around
    kinds = (
        "*.md",
        "docs/**/*.md",
        *(f"resources/**/*.{s}" for s in ("md", "toml", "html")),
    )
    for path in sorted({path for kind in kinds for path in root.glob(kind)}):
        if "documents.md" in path.name:
            continue  # It quotes the rating documents.
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for found in phrases_of(number, text, "page"):
                yield path, *found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", nargs="?", default=".")
    parser.add_argument("--list", action="store_true", help="print every place")
    parser.add_argument(
        "--limit", type=int, default=0, help="places allowed [default: 0]"
    )
    options = parser.parse_args()
    root = Path(options.project)
    allowed = root / "docs" / "allowed-phrases.txt"
    allow = set(allowed.read_text().splitlines()) if allowed.is_file() else set()
    counts: Counter[str] = Counter()
    for path, name, line, phrase, around in phrases_in(root):
        place = path.relative_to(root)
        if f"{place}: {name}: {phrase.strip()}" not in allow:
            counts[name] += 1
            if options.list:
                print(f"{place}:{line}: {name}: {phrase.strip()}: {around.strip()}")
    for name, count in counts.most_common():
        print(f"{count:6} {name}")
    print(f"{counts.total()} phrases to rewrite, {len(allow)} allowed")
    return int(counts.total() > options.limit)


if __name__ == "__main__":
    sys.exit(main())
