"""Equal to brute force on small arrays."""

import brute
import catena_grid as cg
import numpy as np
import pytest
from conftest import images
from hypothesis import given, settings
from hypothesis import strategies as st

MOST_OCCUPIED = 14
"""Brute force lists all cycles: with more cells that takes too long."""


def thinned(image: np.ndarray) -> np.ndarray:
    """The image without the last of its occupied cells, if there are too many."""
    image = image.copy()
    image.flat[np.flatnonzero(image)[MOST_OCCUPIED:]] = False
    return image


def rings() -> list[np.ndarray]:
    """Every way to take up to two cells from walls around two empty cells."""
    wall = np.ones((4, 5), bool)
    wall[1, 1:3] = wall[2, 3] = False
    wall[3, 0] = wall[0, 4] = False
    cells = np.argwhere(wall)
    found = []
    for one in cells:
        for other in cells:
            image = wall.copy()
            image[tuple(one)] = image[tuple(other)] = False
            found.append(image)
    return found


@settings(max_examples=300)
@given(images(5), st.sampled_from(["square", "hex"]), st.integers(1, 5))
def test_on_chain_is_the_definition(image, lattice, min_size):
    image = thinned(image)
    found = cg.on_chain(image, min_size=min_size, lattice=lattice)
    expected = brute.on_chain(image, min_size, lattice)
    assert np.array_equal(found, expected), image.astype(int)


@pytest.mark.parametrize("lattice", ["square", "hex"])
def test_walls_with_holes(lattice):
    on_chain = 0
    for image in rings():
        found = cg.on_chain(image, lattice=lattice)
        assert np.array_equal(found, brute.on_chain(image, 2, lattice)), image.astype(int)
        on_chain += found.sum()
    assert on_chain > 0


@given(images(12), st.sampled_from(["square", "hex"]))
def test_enclosed_is_the_definition(image, lattice):
    assert np.array_equal(cg.enclosed(image, lattice=lattice), brute.enclosed(image, lattice))


@given(images(12), st.sampled_from(["square", "hex"]), st.integers(1, 3))
def test_a_witness_is_a_chain(image, lattice, min_size):
    found = cg.on_chain(image, min_size=min_size, lattice=lattice)
    empty = {(int(r), int(c)) for r, c in np.argwhere(~image)}
    for row, col in np.argwhere(image):
        chain = cg.witness(image, (row, col), min_size=min_size, lattice=lattice)
        assert (chain is not None) == found[row, col]
        if chain is None:
            continue
        cycle = [(int(r), int(c)) for r, c in chain]
        assert cycle[0] == (row, col)
        assert len(set(cycle)) == len(cycle) > 2
        assert all(image[cell] for cell in cycle)
        for one, other in zip(cycle, cycle[1:] + cycle[:1]):
            assert other in brute.steps(one, lattice)
        inside = {cell for cell in empty if brute.is_inside(cell, cycle, lattice)}
        assert brute.group_size(inside, lattice) >= min_size


@given(images(12), st.sampled_from(["square", "hex"]), st.integers(1, 3))
def test_the_answers_agree_with_each_other(image, lattice, min_size):
    options = {"lattice": lattice}
    areas, n = cg.label_areas(image, min_size, return_num=True, **options)
    walls, m = cg.label_walls(image, min_size, return_num=True, **options)
    on_chain = cg.on_chain(image, min_size=min_size, **options)
    report = cg.analyse(image, min_size, **options)
    assert areas.dtype == walls.dtype == np.int32
    assert np.array_equal(walls > 0, on_chain)
    assert (n, m) == (areas.max(initial=0), report.n_walls)
    assert (report.n_areas, report.on_chain) == (n, on_chain.sum())
    assert report.enclosed == cg.enclosed(image, **options).sum()
    assert (report.occupied, report.shape) == (image.sum(), image.shape)
    assert len(report) == n
    table = report.to_dict()
    for at in range(n):
        rows, cols = np.nonzero(areas == at + 1)
        row = {name: column[at] for name, column in table.items()}
        # The other columns: see test_walls.py.
        assert row == row | {
            "area": at + 1,
            "size": rows.size,
            "row": rows[0],
            "col": cols[0],
            "min_row": rows.min(),
            "min_col": cols.min(),
            "max_row": rows.max(),
            "max_col": cols.max(),
        }


@given(images(40), st.integers(2, 5), st.sampled_from(["square", "hex"]))
def test_threads_change_nothing(image, threads, lattice):
    for ask in (cg.on_chain, cg.enclosed, cg.label_areas, cg.label_walls):
        alone = ask(image, lattice=lattice)
        assert np.array_equal(ask(image, threads=threads, lattice=lattice), alone)
        assert np.array_equal(ask(image, threads=0, lattice=lattice), alone)


def test_large_arrays_are_small_ones_side_by_side():
    small = np.random.default_rng(1).random((60, 70)) < 0.45
    small = np.pad(small, 2)
    large = np.tile(small, (9, 9))
    assert large.size > 2**16
    assert np.array_equal(cg.on_chain(large), np.tile(cg.on_chain(small), (9, 9)))
    assert cg.analyse(large).n_areas == 81 * cg.analyse(small).n_areas
