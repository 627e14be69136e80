"""What the tests share: brute force by definition, and the arrays they are tried on."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

settings.register_profile(
    "catena", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("catena")


def images(most: int = 9) -> st.SearchStrategy[np.ndarray]:
    """Boolean arrays of two dimensions, of any density."""
    shapes = st.tuples(st.integers(1, most), st.integers(1, most))
    return st.tuples(shapes, st.integers(0, 2**32 - 1), st.floats(0.2, 0.95)).map(
        lambda drawn: np.random.default_rng(drawn[1]).random(drawn[0]) < drawn[2]
    )


def volumes(most: int = 6) -> st.SearchStrategy[np.ndarray]:
    """Boolean arrays of three dimensions, of any density."""
    shapes = hnp.array_shapes(min_dims=3, max_dims=3, min_side=1, max_side=most)
    return st.tuples(shapes, st.integers(0, 2**32 - 1), st.floats(0.4, 0.97)).map(
        lambda drawn: np.random.default_rng(drawn[1]).random(drawn[0]) < drawn[2]
    )


@pytest.fixture(scope="session")
def catena() -> Path:
    """The command, from the environment; its tests are skipped aloud without it."""
    path = os.environ.get("CATENA")
    if not path:
        pytest.skip("CATENA does not name the command: not compared with it")
    return Path(path)


@pytest.fixture(scope="session")
def run(catena):
    """Runs the command and returns what it printed."""

    def run(*arguments: object) -> str:
        done = subprocess.run(
            [catena, *map(str, arguments)], capture_output=True, text=True, check=True
        )
        return done.stdout

    return run
