"""Runs the notebooks of docs/notebooks without Jupyter, and makes the help's pages of them."""

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NOTEBOOK_PAGES: Final = {
    "notebook-season.md": "season.ipynb",
    "notebook-editions.md": "editions.ipynb",
    "notebook-changed-rules.md": "changed-rules.ipynb",
}
"""The notebook of each page."""


def run_code(source: str, namespace: dict[str, Any]) -> str:
    """Returns what some code prints, and the value of its last line if it has one."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(tree, "<cell>", "exec"), namespace)
        if isinstance(last, ast.Expr):
            body = ast.Expression(last.value)
            value = eval(compile(body, "<cell>", "eval"), namespace)
            if value is not None:
                print(repr(value))
    return printed.getvalue()


def read_notebook(name: str) -> dict[str, Any]:
    """Returns a notebook as it is in its file."""
    found: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return found


def get_results(notebook: dict[str, Any]) -> list[str]:
    """Returns what each code cell printed when the notebook was last run."""
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return ["".join(map(_get_text, cell["outputs"])) for cell in cells]


def run_notebook(notebook: dict[str, Any]) -> list[str]:
    """Returns what each code cell prints now."""
    namespace: dict[str, Any] = {}
    return [
        run_code("".join(cell["source"]), namespace)
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def write_results(name: str) -> None:
    """Runs a notebook, and writes its results into its file."""
    notebook = read_notebook(name)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    results = run_notebook(notebook)
    for count, (cell, printed) in enumerate(zip(cells, results, strict=True), 1):
        lines = printed.splitlines(keepends=True)
        stream = {"name": "stdout", "output_type": "stream", "text": lines}
        cell |= {"execution_count": count, "outputs": [stream] if printed else []}
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    (FOLDER / name).write_text(text + "\n", encoding="utf-8")


def make_notebook_page(name: str) -> str:
    """Returns a notebook with its results as a page of the help."""
    parts = []
    for cell in read_notebook(name)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        printed = "".join(map(_get_text, cell["outputs"])).rstrip()
        parts += [f"```text\n{printed}\n```"] if printed else []
    return "\n\n".join(parts) + "\n"


def _get_text(output: dict[str, Any]) -> str:
    lines = output["text"] if "text" in output else output["data"]["text/plain"]
    text = "".join(lines)
    return text if text.endswith("\n") else f"{text}\n"
