"""The figures of docs/python.md: Python and Rust side by side, in turns, in one run.

    cargo build --release -p catena
    cargo build --release -p catena --example rows
    python python/catena-grid/benchmarks/speed.py

Needs chess, numpy, pyarrow and scipy beside catena-grid. Each figure is the best of
several turns, so that other work on the machine counts little.
"""

from __future__ import annotations

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path

import catena_grid as cg
import chess
import numpy as np
import pyarrow as pa
import scipy.ndimage

TARGET = Path(__file__).resolve().parents[3] / "target" / "release"
CATENA = os.environ.get("CATENA", str(TARGET / "catena"))
ROWS = os.environ.get("CATENA_ROWS", str(TARGET / "examples" / "rows"))
TURNS = int(os.environ.get("TURNS", "7"))


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def best(turns: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The best of each, taken in turns."""
    found = dict.fromkeys(turns, float("inf"))
    for _ in range(TURNS):
        for name, turn in turns.items():
            found[name] = min(found[name], turn())
    return found


def decide(path: Path, *options: str) -> float:
    """What `catena grid` says for `decide`."""
    command = [CATENA, "grid", str(path), "--timings", "--format", "json", *options]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return json.loads(said)["timings"]["decide"]


def cpu_of_command(path: Path) -> float:
    """The processor time of `catena grid`, reading included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    decide(path)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cpu_seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def processor_times(folder: Path) -> None:
    """Processor time instead of seconds, for busy machines. What reading costs is known
    from an image of the same size without an occupied cell. To decide that takes some
    milliseconds, which are taken off too, so that the ratio is an upper bound."""
    empty = folder / "empty.npy"
    np.save(empty, np.zeros((4096, 4096), bool))
    print("processor time   decide  on_chain  ratio")
    for name, image in pictures().items():
        path = folder / "image.npy"
        np.save(path, image)
        found = best(
            {
                "command": lambda: cpu_of_command(path),
                "reading": lambda: cpu_of_command(empty),
                "on_chain": lambda: cpu_seconds(lambda: cg.on_chain(image)),
            }
        )
        decided = found["command"] - found["reading"]
        print(
            f"{name:<16} {decided:6.3f}  {found['on_chain']:8.3f}  {found['on_chain'] / decided:5.2f}",
            flush=True,
        )


def pictures() -> dict[str, np.ndarray]:
    rng = np.random.default_rng(1)
    side = 4096
    noise = rng.random((side, side), dtype=np.float32)
    blobs = scipy.ndimage.gaussian_filter(noise, 6)
    plan = np.zeros((side, side), bool)
    plan[::64] = plan[:, ::64] = True
    plan[32::64, ::64] = False  # a door in every wall between neighbours
    return {
        "random 0.3": noise < 0.3,
        "random 0.4": noise < 0.4,
        "random 0.6": noise < 0.6,
        "blobs": blobs < np.median(blobs),
        "rooms": plan,
    }


def grids(folder: Path) -> None:
    print(f"{'4096 x 4096':<14} decide  labels  on_chain  ratio  enclosed  scipy")
    for name, image in pictures().items():
        path = folder / "image.npy"
        np.save(path, image)
        found = best(
            {
                "decide": lambda: decide(path),
                "labels": lambda: decide(path, "--labels", str(folder / "labels.npy")),
                "on_chain": lambda: seconds(lambda: cg.on_chain(image)),
                "enclosed": lambda: seconds(lambda: cg.enclosed(image)),
            }
        )
        fill = seconds(lambda: scipy.ndimage.binary_fill_holes(image))
        print(
            f"{name:<14} {found['decide']:6.3f}  {found['labels']:6.3f}  {found['on_chain']:8.3f}"
            f"  {found['on_chain'] / found['decide']:5.2f}  {found['enclosed']:8.3f}  {fill:5.2f}",
            flush=True,
        )


def positions(count: int) -> tuple[list[str], list[str]]:
    """Positions of random games, and the square of the last move."""
    rng = random.Random(1)
    fens: list[str] = []
    squares: list[str] = []
    while len(fens) < count:
        board = chess.Board()
        for _ in range(120):
            moves = list(board.legal_moves)
            if not moves or len(fens) == count:
                break
            move = rng.choice(moves)
            board.push(move)
            fens.append(board.fen())
            squares.append(chess.square_name(move.to_square))
    return fens, squares


def tables(folder: Path) -> None:
    fens, squares = positions(20_000)
    fens, squares = fens * 50, squares * 50
    path = folder / "rows.tsv"
    path.write_text("".join(f"{fen}\t{square}\n" for fen, square in zip(fens, squares)))
    columns = pa.array(fens), pa.array(squares)

    def loop() -> float:
        said = subprocess.run([ROWS, path], capture_output=True, text=True, check=True).stdout
        return float(said.split()[-2])

    found = best(
        {
            "Rust": loop,
            "pyarrow": lambda: seconds(lambda: cg.chess.check(*columns)),
            "lists": lambda: seconds(lambda: cg.chess.check(fens, squares)),
        }
    )
    print(f"\n{len(fens)} rows: " + ", ".join(f"{name} {t:.3f} s" for name, t in found.items()))
    for name in ("pyarrow", "lists"):
        print(f"  {name} / Rust: {found[name] / found['Rust']:.2f}")


def boards() -> None:
    board = chess.Board("1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6 w - - 0 1")
    for name, position in {"chain": board, "initial position": chess.Board()}.items():
        call = timeit.Timer(lambda: cg.chess.has_chain(position, "f3"))
        times = [call.timeit(1_000) / 1_000 for _ in range(200)]
        print(f"has_chain on a chess.Board, {name}: {min(times) * 1e9:.0f} ns")


if __name__ == "__main__":
    print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}, best of {TURNS}, seconds")
    with tempfile.TemporaryDirectory() as folder:
        if "--processor-time" in sys.argv:
            processor_times(Path(folder))
            sys.exit()
        grids(Path(folder))
        tables(Path(folder))
    boards()
