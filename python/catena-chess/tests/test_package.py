"""What is installed: docstrings that run, stubs that are complete."""

import doctest
import importlib.metadata
import inspect
import subprocess
import sys
from pathlib import Path

import catena_chess
import catena_chess.pgn
import pytest

MODULES = ("__init__", "_board", "_engine", "_move", "_outcome", "_state", "pgn")
CLASSES = {
    **{name: getattr(catena_chess, name) for name in catena_chess.__all__ if name != "pgn"},
    **{f"pgn.{name}": getattr(catena_chess.pgn, name) for name in catena_chess.pgn.__all__},
    "catena_chess": catena_chess,
    "catena_chess.pgn": catena_chess.pgn,
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name):
    module = sys.modules["catena_chess" if name == "__init__" else f"catena_chess.{name}"]
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize("name", CLASSES)
def test_all_that_is_public_has_an_example(name):
    assert ">>>" in CLASSES[name].__doc__


def test_methods_have_docstrings():
    for kind in CLASSES.values():
        if not inspect.isclass(kind):
            continue
        for name, member in vars(kind).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{kind.__name__}.{name}"


def test_the_readme_runs(tmp_path):
    text = importlib.metadata.metadata("catena-chess").get_payload()
    assert "## The engine" in text
    (tmp_path / "README.md").write_text(text)
    result = doctest.testfile(str(tmp_path / "README.md"), module_relative=False)
    assert result.attempted > 10 and result.failed == 0


def run_mypy(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=cwd, capture_output=True, text=True
    )


def test_the_stubs_are_complete(tmp_path):
    done = run_mypy("mypy.stubtest", "catena_chess", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_are_right(tmp_path):
    done = run_mypy("mypy", "--strict", "-p", "catena_chess", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_types_say_what_a_user_gets(tmp_path):
    (tmp_path / "use.py").write_text(
        "import chess, chess.engine, catena_chess\n"
        "board = catena_chess.SsccBoard()\n"
        "reveal_type(board.copy().run)\n"
        "reveal_type(catena_chess.Engine().search(board, chess.engine.Limit(depth=1)).decision)\n"
        "catena_chess.SsccBoard(switch_limit='all')\n"
    )
    lines = run_mypy("mypy", "--strict", "use.py", cwd=tmp_path).stdout.splitlines()
    assert "catena_chess._state.Run" in lines[0] and "None" in lines[0]
    assert "chess.Move | None" in lines[1]
    assert "use.py:5: error" in lines[2]
    assert "Found 1 error" in lines[-1]


def test_the_package():
    assert (Path(catena_chess.__file__).parent / "py.typed").exists()
    native = sys.modules["catena_chess._native"].__file__
    assert "abi3" in native or native.endswith(".pyd"), native
    distribution = importlib.metadata.distribution("catena-chess")
    assert "cp311-abi3" in distribution.read_text("WHEEL")
    assert distribution.metadata["License-Expression"] == "GPL-3.0-or-later"
