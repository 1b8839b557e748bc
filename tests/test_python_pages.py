"""The recipes, the notebooks and the API page show the real results."""

import re
import shutil
from pathlib import Path

import pytest

from making import notebooks
from making.python_api import make_python_api_page

ROOT = Path(__file__).parents[1]
RECIPES = ROOT / "docs" / "help" / "python.md"
RECIPE = re.compile(
    r"^## (\d+)\. [^\n]+\n.*?^```python\n(.*?)^```\n\n```text\n(.*?)^```\n", re.M | re.S
)
NAMES = sorted(notebooks.NOTEBOOK_PAGES.values())


def test_every_recipe_prints_what_the_page_shows(tmp_path, monkeypatch):
    shutil.copytree(ROOT / "resources" / "samples", tmp_path / "samples")
    monkeypatch.chdir(tmp_path / "samples")
    found = RECIPE.findall(RECIPES.read_text("utf-8"))
    assert [number for number, _, _ in found] == [str(n) for n in range(1, 11)]
    for number, source, printed in found:
        assert notebooks.run_code(source, {}) == printed, number


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_gives_its_results_as_plain_python(name, tmp_path, monkeypatch):
    """`python packaging/help_pages.py` runs the notebooks, and writes their results."""
    monkeypatch.chdir(tmp_path)
    notebook = notebooks.read_notebook(name)
    assert notebooks.run_notebook(notebook) == notebooks.get_results(notebook)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("default")
def test_a_notebook_gives_its_results_in_jupyter(name, tmp_path):
    client = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    nbformat = pytest.importorskip("nbformat")
    notebook = nbformat.read(notebooks.FOLDER / name, as_version=4)
    before = notebooks.get_results(notebook)
    nbformat.validate(notebook)
    client.NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=60,
        resources={"metadata": {"path": str(tmp_path)}},
    ).execute()
    assert notebooks.get_results(notebook) == before


def test_the_pages_made_of_docstrings_and_notebooks_are_fresh():
    pages = {
        "python-api.md": make_python_api_page(),
        **{
            page: notebooks.make_notebook_page(name)
            for page, name in notebooks.NOTEBOOK_PAGES.items()
        },
    }
    for name, text in pages.items():
        path = RECIPES.with_name(name)
        assert path.read_text("utf-8") == text, "run python packaging/help_pages.py"


def test_only_invented_members_and_no_address_are_in_a_notebook():
    for name in NAMES:
        text = (notebooks.FOLDER / name).read_text("utf-8")
        assert "http" not in text
        assert set(re.findall(r"\b\d{8}\b", text)) <= {f"9000000{n}" for n in "1234"}
