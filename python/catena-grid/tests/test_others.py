"""Equal to scipy, scikit-image and cc3d where the questions coincide."""

import catena_grid as cg
import cc3d
import numpy as np
import scipy.ndimage
import skimage.measure
from conftest import images, volumes
from hypothesis import given
from hypothesis import strategies as st


@given(st.one_of(images(20), volumes(8)))
def test_enclosed_is_what_scipy_fills(image):
    filled = scipy.ndimage.binary_fill_holes(image)
    assert np.array_equal(cg.enclosed(image), filled & ~image)


def without_small(labels: np.ndarray, min_size: int) -> np.ndarray:
    """The labels of the groups that are large enough, numbered anew in the same order."""
    sizes = np.bincount(labels.ravel())
    keep = sizes >= min_size
    keep[0] = False
    return np.where(keep, np.cumsum(keep), 0)[labels]


@given(images(20), st.integers(1, 4))
def test_areas_are_the_components_of_scikit_image(image, min_size):
    enclosed = scipy.ndimage.binary_fill_holes(image) & ~image
    expected = without_small(skimage.measure.label(enclosed, connectivity=2), min_size)
    areas, n = cg.label_areas(image, min_size, return_num=True)
    assert np.array_equal(areas, expected)
    assert n == expected.max(initial=0)


@given(volumes(8), st.integers(1, 4))
def test_cavities_are_the_components_of_cc3d(image, min_size):
    enclosed = scipy.ndimage.binary_fill_holes(image) & ~image
    components = cc3d.connected_components(enclosed.astype(np.uint8), connectivity=26)
    areas, n = cg.label_areas(image, min_size, return_num=True)
    # The order of components is not part of what cc3d promises.
    large = without_small(components.astype(np.int64), min_size)
    assert np.array_equal(areas > 0, large > 0)
    pairs = set(zip(areas[areas > 0].tolist(), large[areas > 0].tolist()))
    assert len(pairs) == n == large.max(initial=0)


@given(images(20))
def test_areas_are_the_components_of_cc3d(image):
    # As bytes: cc3d 4.1.1 labels cells of the background of some arrays of booleans.
    enclosed = cg.enclosed(image).astype(np.uint8)
    components, n = cc3d.connected_components(enclosed, connectivity=8, return_N=True)
    areas, number = cg.label_areas(image, min_size=1, return_num=True)
    assert number == n
    assert len(set(zip(areas.ravel().tolist(), components.ravel().tolist()))) == n + (
        not enclosed.all()
    )


@given(volumes(7))
def test_walls_of_cavities_touch_them(image):
    areas, n = cg.label_areas(image, return_num=True)
    walls, m = cg.label_walls(image, return_num=True)
    assert n == m
    least = np.where(areas > 0, areas, n + 1)
    near = scipy.ndimage.minimum_filter(least, 3, mode="constant", cval=n + 1)
    assert np.array_equal(walls, np.where(image & (near <= n), near, 0))


@given(volumes(7), st.integers(1, 3))
def test_the_table_of_cavities(image, min_size):
    report = cg.analyse(image, min_size)
    areas, n = cg.label_areas(image, min_size, return_num=True)
    assert report.n_areas == n
    assert (report.n_walls, report.on_chain) == (None, None)
    table = report.to_dict()
    for at, box in enumerate(scipy.ndimage.find_objects(areas)):
        sides = zip(("layer", "row", "col"), box)
        for name, side in sides:
            assert table[f"min_{name}"][at] == side.start
            assert table[f"max_{name}"][at] == side.stop - 1
        cavity = areas == at + 1
        assert table["size"][at] == cavity.sum()
        touched = scipy.ndimage.binary_dilation(cavity, np.ones((3, 3, 3))) & image
        assert table["wall_cells"][at] == touched.sum()
        assert table["opening"][at] >= 1
