"""Equal to the command `catena grid` and `catena volume` on files."""

import json

import catena_grid as cg
import numpy as np
import pytest


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("lattice", ["square", "hex"])
def test_grids(run, tmp_path, seed, lattice):
    rng = np.random.default_rng(seed)
    image = rng.random(rng.integers(20, 200, 2)) < rng.uniform(0.3, 0.7)
    array, labels = tmp_path / "image.npy", tmp_path / "labels.npy"
    np.save(array, np.asfortranarray(image) if seed % 2 else image)
    size = 1 + seed % 3
    options = ["--min-size", size, "--lattice", lattice, "--format", "json", "--labels", labels]
    said = json.loads(run("grid", array, *options))
    found = np.load(labels)
    areas, n = cg.label_areas(image, size, return_num=True, lattice=lattice)
    walls, m = cg.label_walls(image, size, return_num=True, lattice=lattice)
    assert np.array_equal(areas, np.maximum(found, 0))
    assert np.array_equal(walls, np.maximum(-found, 0))
    assert np.array_equal(cg.on_chain(image, min_size=size, lattice=lattice), found < 0)
    report = cg.analyse(image, size, lattice=lattice)
    assert (said["areas"], said["walls"]) == (n, m) == (report.n_areas, report.n_walls)
    assert said["cells_on_chain"] == report.on_chain


def test_a_threshold(run, tmp_path):
    values = np.random.default_rng(9).normal(size=(90, 80))
    array, labels = tmp_path / "values.npy", tmp_path / "labels.npy"
    np.save(array, values)
    run("grid", array, "--threshold", "0.25", "--labels", labels)
    assert np.array_equal(cg.on_chain(values, threshold=0.25), np.load(labels) < 0)


@pytest.mark.parametrize("seed", range(4))
def test_volumes(run, tmp_path, seed):
    rng = np.random.default_rng(seed)
    volume = rng.random((9, 11, 13)) < 0.8
    array, labels = tmp_path / "volume.npy", tmp_path / "labels.npy"
    np.save(array, volume)
    said = json.loads(run("volume", array, "--format", "json", "--labels", labels))
    found = np.load(labels)
    assert np.array_equal(cg.label_areas(volume), np.maximum(found, 0))
    assert np.array_equal(cg.label_walls(volume), np.maximum(-found, 0))
    table = cg.analyse(volume).to_dict()
    assert [cavity["volume"] for cavity in said["cavities"]] == table["size"]
    assert [cavity["opening"] for cavity in said["cavities"]] == table["opening"]
    assert [cavity["wall_cells"] for cavity in said["cavities"]] == table["wall_cells"]
    for at, cavity in enumerate(said["cavities"]):
        # The command says column, row, layer.
        low, high = cavity["bounding_box"]
        assert low[::-1] == [table[f"min_{side}"][at] for side in ("layer", "row", "col")]
        assert high[::-1] == [table[f"max_{side}"][at] for side in ("layer", "row", "col")]
