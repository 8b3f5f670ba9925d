"""Every notebook runs, is kept with its results, and says the same as its script.

`python tests/test_notebooks.py [name ...]` runs the scripts and writes the notebooks anew.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import jupytext
import nbclient
import nbformat
import pytest
from conftest import JIT

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
SCRIPTS = sorted(NOTEBOOKS.glob("*.py"))
MOST_BYTES = 300_000


@pytest.fixture(params=SCRIPTS, ids=[path.stem for path in SCRIPTS])
def script(request):
    return request.param


@pytest.mark.skipif(not JIT, reason="notebooks play whole games")
def test_the_script_of_a_notebook_runs(script, monkeypatch):
    if script.stem == "openspiel":
        pytest.importorskip("pyspiel", reason="OpenSpiel is in an environment of its own")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(NOTEBOOKS.parent)
    import matplotlib.pyplot as plt

    runpy.run_path(str(script))
    plt.close("all")


def test_a_notebook_equals_its_script(script):
    def cells(path):
        return [(cell.cell_type, cell.source) for cell in jupytext.read(path).cells]

    assert cells(script.with_suffix(".ipynb")) == cells(script)


def test_a_notebook_is_kept_with_its_results_and_small(script):
    path = script.with_suffix(".ipynb")
    assert path.stat().st_size < MOST_BYTES
    cells = nbformat.read(path, as_version=4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs), "no plot"
    assert not any(output.output_type == "error" for output in outputs)


def write(script: Path) -> None:
    """Run a script as a notebook and keep it with its results."""
    notebook = jupytext.read(script)
    client = nbclient.NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        record_timing=False,
        resources={"metadata": {"path": str(NOTEBOOKS.parent)}},
    )
    client.execute()
    jupytext.write(notebook, script.with_suffix(".ipynb"))


if __name__ == "__main__":
    for name in sys.argv[1:] or [path.stem for path in SCRIPTS]:
        write(NOTEBOOKS / f"{name}.py")
        print(name)
