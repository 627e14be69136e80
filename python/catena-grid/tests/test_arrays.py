"""Every kind of array that NumPy has, read as it is."""

import catena_grid as cg
import numpy as np
import pytest
from conftest import images, volumes
from hypothesis import given
from hypothesis import strategies as st

INTEGERS = ["b1", "u1", "i1", "u2", "i2", "u4", "i4", "u8", "i8"]
ASK = [cg.on_chain, cg.enclosed, cg.label_areas, cg.label_walls]
ASK_VOLUME = [cg.enclosed, cg.label_areas, cg.label_walls]


def picture() -> np.ndarray:
    return np.random.default_rng(7).random((70, 150)) < 0.45


@pytest.mark.parametrize("ask", ASK)
@pytest.mark.parametrize("dtype", INTEGERS + [">u2", ">i4", "<i8", ">i8", "=u4"])
def test_booleans_and_all_integers(ask, dtype):
    image = picture()
    value = 1 if dtype == "b1" else -1 if "i" in dtype else 255
    array = np.where(image, value, 0).astype(dtype)
    assert array.dtype == np.dtype(dtype)
    assert np.array_equal(ask(array), ask(image))


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f4", ">f8", "longdouble"])
def test_floats_with_a_threshold(dtype):
    values = np.random.default_rng(3).random((40, 90)).astype(dtype)
    assert np.array_equal(cg.on_chain(values, threshold=0.5), cg.on_chain(values >= 0.5))
    with pytest.raises(TypeError, match="needs a threshold"):
        cg.on_chain(values)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8", ">f2", ">f4"])
@pytest.mark.parametrize("threshold", [0.1, 0.7, 1 / 3, -0.1, 1e-9, 1e300, -1e300, 7])
def test_a_threshold_is_rounded_as_numpy_does(dtype, threshold):
    kind = np.dtype(dtype)
    with np.errstate(over="ignore"):
        rounded = np.array(threshold).astype(kind)
    ends = np.array([-np.inf, np.inf], kind)
    values = np.array([rounded, *np.nextafter(rounded, ends), 0, np.inf, -np.inf]).astype(kind)
    values = values.reshape(1, -1)
    expected = int((values >= rounded).sum())
    assert cg.analyse(values, threshold=threshold).occupied == expected


def test_what_is_not_a_number_is_empty():
    values = np.full((3, 3), np.nan)
    values[0, 0] = np.inf
    values[0, 1] = -np.inf
    assert cg.analyse(values, threshold=0.0).occupied == 1
    assert cg.analyse(values, threshold=-np.inf).occupied == 2
    with pytest.raises(ValueError, match="not NaN"):
        cg.on_chain(values, threshold=np.nan)


@given(
    st.sampled_from(INTEGERS),
    st.one_of(
        st.integers(-(2**65), 2**65),
        st.integers(-3, 3),
        st.floats(-300, 300),
        st.sampled_from([2**63 - 1, 2**63, 2**64 - 1, 2**64, float("inf"), float("-inf"), 0.5]),
    ),
)
def test_integers_are_compared_exactly(dtype, threshold):
    kind = np.dtype(dtype)
    if kind == bool:
        values = np.array([[False, True]])
    else:
        info = np.iinfo(kind)
        values = np.array([[info.min, 0, 1, 2, info.max - 1, info.max]], kind)
    occupied = sum(int(value) >= threshold for value in values.ravel())
    assert cg.analyse(values, threshold=threshold).occupied == occupied


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.array], ids=str)
def test_whole_numbers_of_numpy_are_compared_exactly(kind):
    # These two are the same float.
    values = np.array([[2**53, 2**53 + 1]])
    assert cg.analyse(values, threshold=kind(2**53 + 1)).occupied == 1


@given(images(30), st.data())
def test_any_strides(image, data):
    rows = data.draw(st.sampled_from([slice(None), slice(None, None, -1), slice(1, None, 2)]))
    cols = data.draw(st.sampled_from([slice(None), slice(None, None, -1), slice(None, None, -3)]))
    wide = np.repeat(image, 2, axis=1)
    for array in (image, np.asfortranarray(image), image.T, wide[:, ::2]):
        view = array[rows, cols]
        plain = np.ascontiguousarray(view)
        for ask in ASK:
            assert np.array_equal(ask(view), ask(plain))


@given(volumes(), st.permutations(range(3)))
def test_any_order_of_axes(volume, axes):
    view = volume.transpose(axes)[::-1, :, ::-1]
    plain = np.ascontiguousarray(view)
    for ask in ASK_VOLUME:
        assert np.array_equal(ask(view), ask(plain))


def test_arrays_are_not_written_to():
    image = picture()
    image.flags.writeable = False
    before = image.copy()
    for ask in ASK:
        ask(image)
    cg.witness(image, (0, 0))
    cg.analyse(image)
    assert np.array_equal(image, before)


def test_broadcast_and_unaligned_arrays():
    row = np.array([1, 0, 1, 1], np.int32)
    wide = np.broadcast_to(row, (5, 4))
    assert cg.analyse(wide).occupied == 15
    packed = np.zeros((6, 7), dtype=[("tag", "u1"), ("value", "i4")])
    packed["value"][1:4, 1:5] = 9
    packed["value"][2, 2:4] = 0
    assert not packed["value"].flags.aligned
    assert cg.on_chain(packed["value"]).sum() == 10


def test_bytes_that_are_neither_true_nor_false():
    odd = np.array([[0, 2, 255], [7, 0, 1]], np.uint8).view(bool)
    assert cg.analyse(odd).occupied == 4
    assert cg.analyse(odd, threshold=1).occupied == 4
    assert cg.analyse(odd, threshold=0).occupied == 6
    assert cg.analyse(odd, threshold=2).occupied == 0


def test_lists_and_matrices_and_masked_arrays():
    rows = [[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]
    for image in (rows, tuple(map(tuple, rows)), np.ma.array(rows), np.asmatrix(rows)):
        assert cg.on_chain(image).sum() == 10


def test_masked_cells_are_refused():
    masked = np.ma.array(np.ones((3, 4), bool), mask=np.eye(3, 4, dtype=bool))
    calls = [*ASK, cg.analyse, cg.polygons, lambda image: cg.witness(image, (0, 1))]
    for ask in calls:
        with pytest.raises(ValueError, match="the array has masked cells"):
            ask(masked)
    assert not cg.on_chain(masked.filled(0)).any()


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (0, 2, 3), (2, 0, 3), (2, 3, 0)])
def test_arrays_without_a_cell(shape):
    image = np.zeros(shape)
    for ask in ASK if len(shape) == 2 else ASK_VOLUME:
        found = ask(image)
        assert found.shape == shape
        assert found.dtype == (bool if ask in (cg.on_chain, cg.enclosed) else np.int32)
    assert cg.label_areas(image, return_num=True)[1] == 0
    assert cg.label_walls(image, return_num=True)[1] == 0
    report = cg.analyse(image)
    assert (report.shape, report.n_areas, report.occupied) == (shape, 0, 0)
    assert len(report.to_arrow()) == 0


def test_one_cell_and_thin_arrays():
    for shape in [(1, 1), (1, 200), (200, 1), (2, 65)]:
        assert not cg.on_chain(np.ones(shape, bool)).any()
        assert not cg.enclosed(np.zeros(shape, bool)).any()


@pytest.mark.parametrize("width", [1, 3, 63, 64, 65, 127, 128, 200])
def test_every_cell_of_an_answer_is_written(width):
    """Also into memory that somebody else has written to before."""
    image = np.random.default_rng(width).random((50, width)) < 0.45
    expected = (cg.label_walls(image) > 0).view("u1")
    for _ in range(20):
        used = np.full((50, width), 255, "u1")
        del used
        assert np.array_equal(cg.on_chain(image).view("u1"), expected)


def test_answers_are_writeable_and_in_c_order():
    for ask in ASK:
        found = ask(np.asfortranarray(picture()))
        assert found.flags.c_contiguous and found.flags.writeable and found.flags.aligned
        assert type(found) is np.ndarray
    chain = cg.witness(np.pad(np.zeros((2, 2), bool), 1, constant_values=True), (0, 0))
    assert chain.dtype == np.int64 and chain.shape[1] == 2
