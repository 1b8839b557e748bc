"""Change the package in one place at a time, to find changes that no test notices.

python tests/tools/mutation.py engine|analysis|document|formats [MODULE...] [--tests
...]

Operators, constants, conditions and returned values in the modules of a package (all,
or those whose path contains one of the words) are changed one by one. Then the tests of
that package (or the given ones) that run the changed line are run, the fastest first,
until one fails. A change that no test notices is a survivor, and is printed in the
format of `docs/mutation.md`; the survivors listed there were judged to change nothing
visible. The exit code is 1 if one is not judged.

An interrupted run begins again; name the remaining modules to continue it.
"""

import argparse
import ast
import contextlib
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import hypothesis
import numpy
import pydantic
import pytest

ROOT = Path(__file__).resolve().parents[2]
JUDGED = ROOT / "docs" / "mutation.md"
ROOMS = {
    "engine": ("tests/engine", "tests/golden", "tests/explain"),
    "analysis": ("tests/analysis", "tests/document/queries"),
    "document": ("tests/document",),
    "formats": ("tests/formats",),
}
WARM = (hypothesis, numpy, pydantic)
"""Imported once here, so that the forked processes already have them."""
MOST_MEMORY = 4 << 30
FIRST = 12
"""The number of tests to try before the others."""
QUIET = ("-p", "no:cacheprovider", "-n0", "-x", "-q", "--no-header")
HERE = "ignore::pytest.PytestAssertRewriteWarning"
"""Modules that are already imported are not rewritten by pytest, and need not be."""
PROFILE = "--hypothesis-profile=unshrunk"

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    one: other
    for pair in (
        *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq)),
        *((ast.Is, ast.IsNot), (ast.In, ast.NotIn)),
    )
    for one, other in (pair, pair[::-1])
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult},
    **{ast.FloorDiv: ast.Div, ast.Mod: ast.Mult, ast.Pow: ast.Mult},
    **{ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr},
}


@dataclass(frozen=True)
class Mutant:
    """A module changed in one place: the old text and the new one."""

    function: str
    line: int
    before: str
    after: str
    code: CodeType

    def __str__(self) -> str:
        return f"`{self.function}`: `{self.before}` → `{self.after}`"


def mutants(path: Path) -> Iterator[Mutant]:
    tree = ast.parse(path.read_text("utf-8"))
    seen: dict[str, int] = {}
    for function, statement, place, value in _changes(tree):
        owner, name, index = place
        old = getattr(owner, name) if index is None else getattr(owner, name)[index]
        before = _head(statement)
        _set_part(owner, name, index, value)
        after = _head(statement) if statement is not old else "pass"
        code = compile(ast.fix_missing_locations(tree), str(path), "exec")
        _set_part(owner, name, index, old)
        # Two equal changes of equal lines are distinguished by a number.
        before, after = _around(before, after)
        said = f"{function}:{before}:{after}"
        seen[said] = seen.get(said, 0) + 1
        named = function if seen[said] == 1 else f"{function} ({seen[said]})"
        yield Mutant(named, statement.lineno, before, after, code)


Place = tuple[Any, str, int | None]


def _changes(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Place, Any]]:
    def walk(node, function, statement) -> Iterator[tuple[str, ast.stmt, Place, Any]]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            function = node.name if function == "-" else f"{function}.{node.name}"
        if isinstance(node, ast.stmt):
            statement = node
        if statement is not None:
            for place, value in _changes_at(node, function):
                gone = isinstance(value, ast.Pass)
                at = getattr(node, place[1])[place[2]] if gone else statement
                yield function, at, place, value
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # A docstring.
        for name, part in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            parts = part if isinstance(part, list) else [part]
            for child in parts:
                if isinstance(child, ast.AST):
                    yield from walk(child, function, statement)

    for statement in tree.body:
        text = ast.unparse(statement)
        typed = any(word in text for word in ("Literal[", "TypeVar("))
        if not (typed and isinstance(statement, ast.Assign)) and not isinstance(
            statement, ast.Import | ast.ImportFrom
        ):
            yield from walk(statement, "-", statement)


def _changes_at(node: ast.AST, function: str) -> Iterator[tuple[Place, Any]]:
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            if type(operator) in COMPARED:
                yield (node, "ops", index), COMPARED[type(operator)]()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        if type(node.op) in RECKONED:
            yield (node, "op", None), RECKONED[type(node.op)]()
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield (node, "op", None), other
    elif isinstance(node, ast.Constant) and _other_constant(node.value) is not None:
        yield (node, "value", None), _other_constant(node.value)
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield (node, "test", None), _negated(node.test)
    if isinstance(node, ast.comprehension):
        for index, test in enumerate(node.ifs):
            yield (node, "ifs", index), _negated(test)
    if isinstance(node, ast.Return) and ast.unparse(node)[7:] not in ("", "None"):
        yield (node, "value", None), ast.Constant(None)
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            for index, part in enumerate(body):
                if _may_go(part) and function != "-":
                    yield (node, name, index), ast.copy_location(ast.Pass(), part)


def _may_go(part: ast.stmt) -> bool:
    called = isinstance(part, ast.Expr) and isinstance(
        part.value, ast.Call | ast.Yield | ast.YieldFrom
    )
    return called or isinstance(part, ast.Continue | ast.AugAssign | ast.Delete)


def _negated(test: ast.expr) -> ast.expr:
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.copy_location(ast.UnaryOp(ast.Not(), test), test)


def _other_constant(value: object) -> object:
    """Return another constant;

    None for one that is left alone, for example a text of several words.
    """
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str) and " " not in value and "\n" not in value:
        return f"{value}X"
    return None


def _set_part(owner: Any, name: str, index: int | None, value: Any) -> None:
    if index is None:
        setattr(owner, name, value)
    else:
        getattr(owner, name)[index] = value


def _head(statement: ast.stmt) -> str:
    text = ast.unparse(statement)
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        text = "\n".join(line for line in text.splitlines() if not line.startswith("@"))
    return text.split("\n")[0]


def _around(before: str, after: str, width: int = 36) -> tuple[str, str]:
    """Return two lines; if they are long, only the part around their first difference."""
    pairs = enumerate(zip(before, after, strict=False))
    at = next((i for i, (a, b) in pairs if a != b), min(len(before), len(after)))
    start, end = max(0, at - width), at + width
    return tuple(
        "…" * bool(start) + text[start:end] + "…" * bool(text[end:])
        for text in (before, after)
    )


class _Changed:
    """Finds one module in its changed form."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self._name:
            return None
        code = self._code

        class Loader(importlib.machinery.SourceFileLoader):
            def get_code(self, fullname: str) -> CodeType:
                return code

        loader = Loader(name, str(self._path))
        return importlib.util.spec_from_file_location(name, self._path, loader=loader)


def in_a_process(work: Callable[[], int], seconds: float) -> int | None:
    """Return the result of some work in a separate process; None if it has to be ended."""
    child = os.fork()
    if child == 0:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        signal.setitimer(signal.ITIMER_REAL, seconds)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        code = 70
        try:
            code = work()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else None


def run_tests(names: list[str], plugins: list[object] | None = None) -> int:
    return int(pytest.main([*QUIET, "-W", HERE, PROFILE, *names], plugins=plugins))


class _Watcher:
    """Notes which lines of some files each test runs, and how long it takes."""

    def __init__(self, files: set[str], out: Path) -> None:
        self._files, self._out = files, out
        self._lines: set[tuple[str, int]] = set()
        self._found: dict[str, Any] = {}

    def _trace(self, frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code.co_filename not in self._files:
            return None
        return self._line

    def _line(self, frame: FrameType, event: str, arg: object) -> Any:
        self._lines.add((frame.f_code.co_filename, frame.f_lineno))
        return self._line

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._lines = set()
        began = time.perf_counter()
        sys.settrace(self._trace)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            took = time.perf_counter() - began
            by_file: dict[str, list[int]] = defaultdict(list)
            for file, line in sorted(self._lines):
                by_file[file].append(line)
            self._found[item.nodeid] = {"took": took, "lines": by_file}

    def pytest_sessionfinish(self) -> None:
        self._out.write_text(json.dumps(self._found))


class Room:
    """The modules of one package, and the tests that run them."""

    def __init__(self, name: str, words: list[str], tests: list[str]) -> None:
        self.tests = tests or list(ROOMS[name])
        self.modules = [
            path
            for path in sorted((ROOT / "uscalc" / name).rglob("*.py"))
            if not words or any(word in str(path.relative_to(ROOT)) for word in words)
        ]

    def coverage(self) -> dict[str, Any]:
        """Return which lines each test runs."""
        files = {str(path) for path in self.modules}
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / "lines.json"
            watched = partial(run_tests, self.tests, [_Watcher(files, made)])
            if (code := in_a_process(watched, 3600)) != 0:
                raise SystemExit(f"the tests fail as they are (exit code {code})")
            found: dict[str, Any] = json.loads(made.read_text())
        return found

    def run(self) -> list[tuple[Path, Mutant]]:
        """Try every change, and return the survivors."""
        coverage = self.coverage()
        survivors = []
        for path in self.modules:
            counts: Counter[str] = Counter()
            for mutant in mutants(path):
                found = self.tried(path, mutant, coverage)
                counts[found] += 1
                if found == "survived":
                    survivors.append((path, mutant))
                    print(f"  {listed(path, mutant)}", flush=True)
            if counts:
                said = ", ".join(f"{n} {what}" for what, n in counts.items())
                print(f"{path.relative_to(ROOT)}: {said}", flush=True)
        return survivors

    def tried(self, path: Path, mutant: Mutant, coverage: dict[str, Any]) -> str:
        of_module, of_line = [], []
        for test, found in coverage.items():
            lines = found["lines"].get(str(path), [])
            if lines:
                of_module.append((found["took"], test))
            if mutant.line in lines:
                of_line.append((found["took"], test))
        if not of_line:
            # The line runs on import, so any test in the same file as one that runs the
            # module may notice.
            files = {test.split("::")[0] for _, test in of_module}
            beside = {t: f for t, f in coverage.items() if t.split("::")[0] in files}
            of_module = [(found["took"], test) for test, found in beside.items()]
        chosen = sorted(of_line or of_module)
        if not chosen:
            return "survived"
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)

        def work(tests: list[str]) -> int:
            sys.meta_path.insert(0, _Changed(name, path, mutant.code))
            return run_tests(tests)

        # The quickest tests notice most changes, and collecting the others takes
        # longer.
        for part in filter(None, (chosen[:FIRST], chosen[FIRST:])):
            usual = sum(took for took, _ in part)
            tests = [test for _, test in part]
            code = in_a_process(partial(work, tests), 30 + 5 * usual)
            if code != 0:
                return "ended late" if code is None else "killed"
        return "survived"


def listed(path: Path, mutant: Mutant) -> str:
    return f"- {path.relative_to(ROOT / 'uscalc').with_suffix('')}, {mutant}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--tests", nargs="+", default=[], metavar="PATH")
    given = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    survivors = Room(given.room, given.modules, given.tests).run()
    judged = JUDGED.read_text("utf-8") if JUDGED.exists() else ""
    left = [line for one in survivors if (line := listed(*one)) not in judged]
    print(f"{len(survivors)} survivors, {len(survivors) - len(left)} of them judged")
    for line in left:
        print(line)
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
