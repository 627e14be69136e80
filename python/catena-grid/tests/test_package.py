"""What is installed: docstrings that run, stubs that are complete, the notebook."""

import doctest
import importlib.metadata
import subprocess
import sys
from pathlib import Path

import catena_grid as cg
import nbformat
import pytest
from nbclient import NotebookClient

PUBLIC = {
    "catena_grid": cg,
    "catena_grid.chess": cg.chess,
    **{name: getattr(cg, name) for name in cg.__all__ if name != "chess"},
    **{f"chess.{name}": getattr(cg.chess, name) for name in cg.chess.__all__},
}


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings_have_examples_that_run(name):
    examples = doctest.DocTestParser().get_doctest(PUBLIC[name].__doc__, {}, name, None, 0)
    assert examples.examples, f"{name} has no example"
    result = doctest.DocTestRunner().run(examples)
    assert result.failed == 0


@pytest.mark.parametrize("name", PUBLIC)
def test_docstrings_say_how_cells_are_named(name):
    assert "(row, col)" in PUBLIC[name].__doc__


def test_methods_have_docstrings():
    for kind in (cg.Report, cg.chess.Position):
        for name, member in vars(kind).items():
            if not name.startswith("__"):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_the_stubs_are_complete():
    done = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "catena_grid"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_say_what_a_user_gets(tmp_path):
    (tmp_path / "use.py").write_text(
        "import chess, numpy as np, catena_grid as cg\n"
        "image = np.zeros((3, 3), bool)\n"
        "reveal_type(cg.on_chain(image))\n"
        "areas, n = cg.label_areas(image, min_size=2, return_num=True)\n"
        "reveal_type(n)\n"
        "reveal_type(cg.chess.has_chain(chess.Board(), 'f3'))\n"
        "cg.on_chain(image, lattice='tri')\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "use.py"],
        cwd=tmp_path, capture_output=True, text=True,
    )
    lines = done.stdout.splitlines()
    assert "ndarray" in lines[0] and "bool" in lines[0]
    assert 'Revealed type is "int"' in lines[1].replace("builtins.", "")
    assert 'Revealed type is "bool"' in lines[2].replace("builtins.", "")
    assert "use.py:7: error" in lines[3]
    assert len([line for line in lines if "error" in line and "Found" not in line]) == 1


def test_the_package():
    folder = Path(cg.__file__).parent
    assert (folder / "py.typed").exists()
    native = sys.modules["catena_grid._native"].__file__
    assert "abi3" in native or native.endswith(".pyd"), native
    wheel = importlib.metadata.distribution("catena-grid").read_text("WHEEL")
    assert "cp311-abi3" in wheel
    licence = importlib.metadata.metadata("catena-grid")["License-Expression"]
    assert licence == "MIT OR Apache-2.0"


@pytest.mark.parametrize("path", sorted(Path(__file__).parent.glob("*.ipynb")), ids=lambda p: p.name)
def test_notebooks_run(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    data = [kind for output in outputs for kind in output.get("data", {})]
    assert "image/svg+xml" in data and "text/html" in data and "image/png" in data


def test_there_is_a_notebook():
    assert list(Path(__file__).parent.glob("*.ipynb"))
