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
    tree = ast.parse(source)
    docs = set()
    for node in ast.walk(tree):
        if (
            isinstance(
                node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
            )
            and node.body
        ):
            first = node.body[0]
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                docs.add(id(first.value))
                yield first.lineno, first.value.value, "docstring"
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield (
                node.lineno,
                "".join(
                    v.value if isinstance(v, ast.Constant) else "{}"
                    for v in node.values
                ),
                "string",
            )
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in docs
            and " " in node.value
        ):
            yield node.lineno, node.value, "string"
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string.lstrip("# "), "comment"


def main() -> int:
    """Print what was found; 1 if it is more than allowed."""
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
    found = []
    for path in sorted(root.glob("uscalc/**/*.py")):
        seen = set()
        for line, text, kind in texts_of(path):
            if kind == "docstring" and DOC_START.match(text.strip()):
                found.append(
                    ("docstring start", path, line, text.split()[0], text.strip()[:70])
                )
            for name, rule in RULES.items():
                if name == "chosen" and kind != "string":
                    continue
                for match in rule.finditer(text):
                    if (
                        kind == "docstring"
                        and match.start() == 0
                        and name in ("what as noun", "who as subject")
                    ):
                        continue  # counted as a docstring start
                    key = (name, line, match.group())
                    if key not in seen:
                        seen.add(key)
                        found.append(
                            (
                                name,
                                path,
                                line,
                                match.group(),
                                text[
                                    max(0, match.start() - 30) : match.end() + 30
                                ].replace("\n", " "),
                            )
                        )
    pages = [
        *root.glob("*.md"),
        *root.glob("docs/**/*.md"),
        *root.glob("resources/**/*.md"),
        *root.glob("resources/**/*.toml"),
        *root.glob("resources/**/*.html"),
    ]
    for path in sorted(set(pages)):
        if "documents.md" in path.name:
            continue  # quotes the rating documents
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for name, rule in RULES.items():
                for match in rule.finditer(text):
                    found.append(
                        (
                            name,
                            path,
                            number,
                            match.group(),
                            text[max(0, match.start() - 30) : match.end() + 30],
                        )
                    )
    found = [
        f
        for f in found
        if f"{f[1].relative_to(root)}: {f[0]}: {f[3].strip()}" not in allow
    ]
    if options.list:
        for name, path, line, match, text in found:
            print(
                f"{path.relative_to(root)}:{line}: {name}: {match.strip()}: {text.strip()}"
            )
    for name, count in Counter(f[0] for f in found).most_common():
        print(f"{count:6} {name}")
    print(f"{len(found)} phrases to rewrite, {len(allow)} allowed")
    return int(len(found) > options.limit)


if __name__ == "__main__":
    sys.exit(main())
