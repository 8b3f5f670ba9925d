"""Every notebook runs, and says the same as the script it is paired with."""

from __future__ import annotations

from pathlib import Path

import jupytext
import nbclient
import nbformat
import pytest
from conftest import JIT

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.skipif(not JIT, reason="notebooks play whole games")
@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_notebook_runs(path):
    notebook = nbformat.read(path, as_version=4)
    client = nbclient.NotebookClient(notebook, timeout=600, resources={"metadata": {"path": "."}})
    client.execute()


@pytest.mark.parametrize("path", PATHS, ids=[path.stem for path in PATHS])
def test_notebook_equals_its_script(path):
    def cells(notebook):
        return [(cell.cell_type, cell.source) for cell in notebook.cells]

    assert cells(jupytext.read(path)) == cells(jupytext.read(path.with_suffix(".py")))
