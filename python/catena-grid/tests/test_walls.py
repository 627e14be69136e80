"""Openings, leaks, patches and outlines: by brute force, by scipy, and by shapely."""

import json
import subprocess

import brute_walls as walls
import catena_grid as cg
import numpy as np
import polars
import pyarrow as pa
import pytest
import scipy.sparse
import shapely
from conftest import images, volumes
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import ndimage
from scipy.sparse.csgraph import maximum_flow

LATTICES = ["square", "hex"]


def rows(report: cg.Report) -> list[dict]:
    table = report.to_dict()
    return [dict(zip(table, values)) for values in zip(*table.values())]


def removed(image: np.ndarray, cells) -> np.ndarray:
    opened = image.copy()
    for cell in cells:
        assert opened[tuple(cell)]
        opened[tuple(cell)] = False
    return opened


def check_areas(image: np.ndarray, lattice: str) -> None:
    areas, count = cg.label_areas(image, 1, return_num=True, lattice=lattice)
    found = rows(cg.analyse(image, 1, lattice=lattice))
    assert [row["area"] for row in found] == list(range(1, count + 1))
    names = ["layer", "row", "col"][3 - image.ndim :]
    bounds: dict = {}
    for cell in walls.cells(image):
        beside = {p for p in walls.near(cell, image.shape, lattice) if p is not None}
        bounds[cell] = {int(areas[p]) for p in beside} - {0}
    for row in found:
        number = row["area"]
        cells = np.argwhere(areas == number)
        assert row["size"] == len(cells)
        assert [row[name] for name in names] == cells[0].tolist()
        assert [row[f"min_{name}"] for name in names] == cells.min(axis=0).tolist()
        assert [row[f"max_{name}"] for name in names] == cells.max(axis=0).tolist()
        assert [row[f"centroid_{name}"] for name in names] == pytest.approx(cells.mean(axis=0))
        assert row["walls"] == sum(number in near for near in bounds.values())
        touching = set().union(*(near for near in bounds.values() if number in near))
        assert row["touches"] == sorted(touching - {number})
        levels = [walls.level(image, tuple(cell), lattice) for cell in cells.tolist()]
        assert row["opening"] == min(levels) == len(row["opening_cells"])
        opened = removed(image, row["opening_cells"])
        assert not cg.enclosed(opened, lattice=lattice)[areas == number].all()


@given(images(9), st.sampled_from(LATTICES))
def test_areas(image, lattice):
    check_areas(image, lattice)


@settings(max_examples=40)
@given(volumes(5))
def test_areas_of_volumes(volume):
    check_areas(volume, "square")


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1))
def test_no_fewer_cells_open_an_area(seed):
    rng = np.random.default_rng(seed)
    image = rng.random((5, 5)) < 0.8
    areas = cg.label_areas(image, 1)
    for row in rows(cg.analyse(image, 1)):
        for count in range(row["opening"]):
            for opened in walls.removals(image, count):
                assert cg.enclosed(opened)[areas == row["area"]].all()


def check_leak(image: np.ndarray, lattice: str) -> None:
    enclosed = cg.enclosed(image, lattice=lattice)
    for cell in walls.cells(~image)[:12]:
        leak = cg.leak(image, cell, lattice=lattice)
        length = walls.way_out(image, cell, lattice)
        assert (leak.cell, leak.enclosed) == (cell, length is None) == (cell, enclosed[cell])
        if leak.enclosed:
            assert leak.route is None and leak.length is None and leak.width is None
            assert leak.opening == len(leak.opening_cells) == walls.level(image, cell, lattice)
            opened = removed(image, leak.opening_cells)
            assert walls.way_out(opened, cell, lattice) is not None
            continue
        assert leak.opening is None and leak.opening_cells is None
        assert leak.length == len(leak.route) == length
        route = [tuple(place) for place in leak.route.tolist()]
        assert route[0] == cell and not any(image[place] for place in route)
        for one, other in zip(route, route[1:]):
            assert other in walls.near(one, image.shape, lattice)
        assert None in walls.near(route[-1], image.shape, lattice)
        if lattice == "hex":
            assert leak.width is None and leak.narrowest is None
        else:
            assert leak.width == walls.width(image, cell)
            assert not image[leak.narrowest]


@given(images(9), st.sampled_from(LATTICES))
def test_leaks(image, lattice):
    check_leak(image, lattice)


@settings(max_examples=30)
@given(volumes(5))
def test_leaks_of_volumes(volume):
    check_leak(volume, "square")


@settings(max_examples=60)
@given(images(5), st.integers(0, 2), st.sampled_from(LATTICES), st.randoms(use_true_random=False))
def test_patches(image, radius, lattice, random):
    empty = walls.cells(~image)
    if not empty:
        return
    cell = random.choice(empty)
    region = walls.around(image, cell, radius, lattice)
    patch = cg.seal(image, cell, radius=radius, lattice=lattice)
    at_rim = sorted(c for c in region if None in walls.near(c, image.shape, lattice))
    assert [tuple(c) for c in patch.at_rim.tolist()] == at_rim
    if at_rim:
        assert patch.size is None and patch.cells is None and patch.mask is None
        return
    assert patch.size == walls.fewest_to_fill(image, region, lattice)
    check_patch(image, region, patch, lattice)
    mask = np.zeros(image.shape, bool)
    for c in region:
        mask[c] = True
    assert np.array_equal(cg.seal(image, mask, lattice=lattice).cells, patch.cells)


def check_patch(image, region, patch, lattice="square"):
    assert patch.size == len(patch.cells) == patch.mask.sum()
    assert np.array_equal(np.argwhere(patch.mask), patch.cells)
    assert not (patch.mask & image).any()
    filled = image | patch.mask
    assert all(not filled[c] and cg.enclosed(filled, lattice=lattice)[c] for c in region)


def vertex_cut(image: np.ndarray, region: set) -> int:
    """The size of the smallest patch, by scipy's maximum flow."""
    empty = [c for c in walls.cells(~image) if c not in region]
    number = {c: at for at, c in enumerate(empty)}
    count = len(empty)
    source, sink = 2 * count, 2 * count + 1
    links: dict = {}

    def out(c):
        return source if c in region else number[c] + count

    for c in walls.cells(~image):
        if c in number:
            links[number[c], number[c] + count] = 1
        for place in walls.near(c, image.shape):
            if place is None:
                links[out(c), sink] = 10**6
            elif not image[place] and place in number:
                links[out(c), number[place]] = 10**6
    ends = np.array(list(links), np.int32).reshape(-1, 2)
    capacities = np.array(list(links.values()), np.int32)
    graph = scipy.sparse.csr_matrix((capacities, ends.T), shape=(sink + 1, sink + 1))
    return maximum_flow(graph, source, sink).flow_value


@pytest.mark.parametrize("shape", [(40, 50), (12, 11, 13)])
@pytest.mark.parametrize("seed", range(6))
def test_patches_are_as_small_as_a_maximum_flow(shape, seed):
    rng = np.random.default_rng(seed)
    image = rng.random(shape) < (0.25 if len(shape) == 2 else 0.45)
    cells = [tuple(side // 2 + int(d) for side, d in zip(shape, rng.integers(-2, 3, len(shape)))) for _ in range(2)]
    for cell in cells:
        image[cell] = False
    patch = cg.seal(image, cells, radius=2)
    region = walls.around(image, cells[0], 2) | walls.around(image, cells[1], 2)
    assert patch.size == vertex_cut(image, region)
    check_patch(image, region, patch)


@given(images(12), st.sampled_from(LATTICES))
def test_a_rim_that_is_a_wall(image, lattice):
    """The same as a frame of occupied cells; hexagons need two rows at the top."""
    framed = np.pad(image, ((2, 1), (1, 1)), constant_values=True)
    inner = (slice(2, -1), slice(1, -1))
    report = cg.analyse(image, 1, rim="wall", lattice=lattice)
    other = cg.analyse(framed, 1, lattice=lattice)
    assert (report.n_areas, report.n_walls, report.enclosed) == (other.n_areas, other.n_walls, other.enclosed)
    assert report.enclosed == (~image).sum()
    assert report.on_chain == cg.on_chain(framed, min_size=1, lattice=lattice)[inner].sum()
    assert all(row["opening"] is None and row["opening_cells"] == [] for row in rows(report))
    assert [row["size"] for row in rows(report)] == [row["size"] for row in rows(other)]
    for cell in walls.cells(~image)[:3]:
        leak = cg.leak(image, cell, rim="wall", lattice=lattice)
        assert leak.enclosed and leak.opening is None and leak.opening_cells is None
        assert cg.seal(image, cell, rim="wall", lattice=lattice).size == 0


@given(images(10), st.integers(0, 2**32 - 1))
def test_doors(image, seed):
    doors = np.random.default_rng(seed).random(image.shape) < 0.15
    both = image | doors
    report, plain = rows(cg.analyse(image, 1, doors=doors)), rows(cg.analyse(both, 1))
    areas = cg.label_areas(both, 1)
    for row, without in zip(report, plain, strict=True):
        beside = [
            cell
            for cell in walls.cells(doors)
            if any(p is not None and areas[p] == row["area"] for p in walls.near(cell, image.shape))
        ]
        assert row.pop("doors") == beside
        assert row == without
    for cell in walls.cells(~both)[:3]:
        leak, other = cg.leak(image, cell, doors=doors), cg.leak(both, cell)
        assert (leak.length, leak.opening, leak.width) == (other.length, other.opening, other.width)
        patch, other = cg.seal(image, cell, doors=doors), cg.seal(both, cell)
        assert patch.size == other.size


def boxes(mask: np.ndarray):
    return shapely.unary_union([shapely.box(c, r, c + 1, r + 1) for r, c in np.argwhere(mask)])


def check_polygons(image: np.ndarray, of: str, rim: str = "open") -> None:
    found = cg.polygons(image, of, min_size=1, rim=rim)
    if of == "walls":
        labels, _ = ndimage.label(image, np.ones((3, 3)))
    elif rim == "wall":
        labels = cg.label_areas(np.pad(image, 1, constant_values=True), 1)[1:-1, 1:-1]
    else:
        labels = cg.label_areas(image, 1)
    assert [polygon.label for polygon in found] == sorted(set(labels[labels > 0].tolist()))
    for polygon in found:
        shape = shapely.geometry.shape(polygon)
        assert shape.is_valid, shapely.is_valid_reason(shape)
        assert shape.area == (labels == polygon.label).sum()
        assert shape.equals(boxes(labels == polygon.label))
        for part in getattr(shape, "geoms", [shape]):
            assert part.exterior.is_ccw and not any(hole.is_ccw for hole in part.interiors)
            assert part.is_valid and part.exterior.is_simple


@settings(max_examples=150)
@given(images(12), st.sampled_from(["areas", "walls"]), st.sampled_from(["open", "wall"]))
def test_polygons(image, of, rim):
    check_polygons(image, of, rim)


@pytest.mark.parametrize("of", ["areas", "walls"])
def test_polygons_of_noise(of):
    check_polygons(np.random.default_rng(2).random((70, 130)) < 0.45, of)


def hexagons(mask: np.ndarray):
    """Regular hexagons, one wide, odd rows half a hexagon further to the right."""
    third = 3**0.5 / 6
    corners = [(0.5, 0), (1, 1), (1, 3), (0.5, 4), (0, 3), (0, 1)]
    cells = [
        shapely.Polygon([(c + r % 2 / 2 + x, (3 * r + y) * third) for x, y in corners])
        for r, c in np.argwhere(mask)
    ]
    return shapely.unary_union(cells, grid_size=1e-9)


@settings(max_examples=100)
@given(images(9), st.sampled_from(["areas", "walls"]), st.sampled_from(["open", "wall"]))
def test_polygons_of_hexagons(image, of, rim):
    found = cg.polygons(image, of, min_size=1, lattice="hex", rim=rim)
    cells = 0
    for polygon in found:
        shape = shapely.geometry.shape(polygon)
        assert shape.geom_type == "Polygon" and shape.is_valid, shapely.is_valid_reason(shape)
        assert shape.exterior.is_ccw and not any(hole.is_ccw for hole in shape.interiors)
        row, col = np.indices(image.shape)
        middles = col + 0.5 + row % 2 / 2, row * 3**0.5 / 2 + 3**-0.5
        inside = shapely.contains_xy(shape, *middles)
        assert shape.symmetric_difference(hexagons(inside)).area < 1e-6
        assert not (inside & (image == (of == "areas"))).any()
        cells += inside.sum()
    if of == "walls":
        assert cells == image.sum()
    elif rim == "open":
        assert cells == (cg.label_areas(image, 1, lattice="hex") > 0).sum()
    else:
        assert cells == (~image).sum()


def test_a_transform():
    image = np.random.default_rng(1).random((20, 30)) < 0.5
    plain = cg.polygons(image)
    # Metres, north up: the rows go down, so that the rings are turned round.
    north_up = cg.polygons(image, transform=(0.5, 0, 1000, 0, -0.5, 2000))
    affine = cg.polygons(image, transform=(0.5, 0, 1000, 0, -0.5, 2000, 0, 0, 1))
    for one, other, same in zip(plain, north_up, affine, strict=True):
        moved = shapely.affinity.affine_transform(
            shapely.geometry.shape(one), [0.5, 0, 0, -0.5, 1000, 2000]
        )
        shape = shapely.geometry.shape(other)
        assert shape.is_valid and shape.equals(moved)
        parts = getattr(shape, "geoms", [shape])
        assert all(part.exterior.is_ccw for part in parts)
        assert other.geometry == same.geometry


def test_polygons_are_geojson():
    image = np.random.default_rng(5).random((15, 15)) < 0.5
    found = cg.polygons(image)
    read = json.loads(json.dumps(found.__geo_interface__))
    assert read["type"] == "FeatureCollection"
    assert [feature["id"] for feature in read["features"]] == list(range(1, len(found) + 1))
    assert len(found[:2]) == min(2, len(found)) and list(found)[0] is found[0]
    assert found._repr_svg_().startswith("<svg") and found._repr_svg_().count("<path") == len(found)
    assert cg.polygons(np.zeros((0, 4), bool))._repr_svg_().startswith("<svg")


def test_the_table_with_openings_is_read_by_others():
    image = np.random.default_rng(4).random((30, 30)) < 0.5
    report = cg.analyse(image, 1)
    table = report.to_dict()
    arrow = pa.table(report)
    assert arrow.column_names == list(table)
    cells = [[tuple(cell) for cell in cells] for cells in arrow["opening_cells"].to_pylist()]
    assert cells == table["opening_cells"]
    assert arrow["touches"].to_pylist() == table["touches"]
    frame = polars.DataFrame(report)
    assert frame["opening"].to_list() == table["opening"]
    closed = pa.table(cg.analyse(image, 1, rim="wall"))
    assert closed["opening"].null_count == len(closed) > 0


@pytest.mark.parametrize("shape", [(0, 0), (0, 5), (5, 0), (0, 3, 3), (3, 0, 3)])
def test_arrays_without_a_cell(shape):
    image = np.zeros(shape, bool)
    assert cg.analyse(image, rim="wall", doors=image).n_areas == 0
    cell = (0,) * len(shape)
    for ask in (cg.leak, cg.seal):
        with pytest.raises(ValueError, match="no cell"):
            ask(image, cell)
    if len(shape) == 2:
        assert list(cg.polygons(image)) == list(cg.polygons(image, of="walls")) == []


SQUARE = np.pad(np.zeros((2, 2), bool), 1, constant_values=True)
CUBE = np.pad(np.zeros((2, 2, 2), bool), 1, constant_values=True)


@pytest.mark.parametrize(
    "error, sentence, call",
    [
        (ValueError, r"the cell \(0, 1\) is occupied; only empty", lambda: cg.leak(SQUARE, (0, 1))),
        (ValueError, r"the cell \(0, 1, 2\) is occupied", lambda: cg.leak(CUBE, (0, 1, 2))),
        (ValueError, r"the cell \(0, 1\) is occupied", lambda: cg.seal(SQUARE, [(1, 1), (0, 1)])),
        (ValueError, r"no cell \(4, 1\) in an array of 4 rows and 4 col", lambda: cg.leak(SQUARE, (4, 1))),
        (ValueError, r"no cell \(1, 1, 4\) in an array of 4 layers, 4", lambda: cg.leak(CUBE, (1, 1, 4))),
        (ValueError, "a row and a column, not 3 numbers", lambda: cg.leak(SQUARE, (1, 1, 1))),
        (ValueError, "a layer, a row and a column, not 2", lambda: cg.leak(CUBE, (1, 1))),
        (ValueError, "a row and a column, not 4 numbers; a mask", lambda: cg.seal(SQUARE, SQUARE.astype(int))),
        (ValueError, "there is no rim 'closed'", lambda: cg.leak(SQUARE, (1, 1), rim="closed")),
        (ValueError, r"doors has the shape \(2, 2\), and the image \(4, 4\)",
         lambda: cg.analyse(SQUARE, doors=np.ones((2, 2), bool))),
        (ValueError, r"the mask has the shape \(2, 2\)", lambda: cg.seal(SQUARE, np.ones((2, 2), bool))),
        (ValueError, "the mask has no empty cell", lambda: cg.seal(SQUARE, SQUARE)),
        (ValueError, "the region has no cell", lambda: cg.seal(SQUARE, [])),
        (ValueError, "-1 is not a whole number", lambda: cg.seal(SQUARE, (1, 1), radius=-1)),
        (TypeError, "whole numbers", lambda: cg.seal(SQUARE, (1.5, 1))),
        (TypeError, "a region is a cell", lambda: cg.seal(SQUARE, np.zeros((1, 1, 2), int))),
        (TypeError, "not iterable", lambda: cg.leak(SQUARE, 3)),
        (ValueError, "a volume has no lattice 'hex'", lambda: cg.leak(CUBE, (1, 1, 1), lattice="hex")),
        (ValueError, "polygons is for arrays of 2 dimensions", lambda: cg.polygons(CUBE)),
        (ValueError, "no polygons of 'rooms'", lambda: cg.polygons(SQUARE, of="rooms")),
        (ValueError, "six numbers, not 2", lambda: cg.polygons(SQUARE, transform=(1, 2))),
        (ValueError, "areas to areas", lambda: cg.polygons(SQUARE, transform=(0, 0, 1, 0, 0, 1))),
    ],
)
def test_sentences(error, sentence, call):
    with pytest.raises(error, match=sentence) as raised:
        call()
    text = str(raised.value)
    assert "\n" not in text and not text.endswith(".")


def xy(cells) -> list[list[int]]:
    """Cells as the command names them: the column first."""
    return [list(cell)[::-1] for cell in cells]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("options", [{}, {"lattice": "hex"}, {"rim": "wall"}, {"doors": True}], ids=str)
def test_equal_to_the_command(run, tmp_path, seed, options):
    rng = np.random.default_rng(seed)
    image = rng.random((30, 40)) < 0.5
    array, out = tmp_path / "image.npy", tmp_path / "areas.json"
    np.save(array, image)
    flags = []
    for name, value in options.items():
        if name == "doors":
            value = options["doors"] = rng.random(image.shape) < 0.1
            np.save(tmp_path / "doors.npy", value)
            value = tmp_path / "doors.npy"
        flags += [f"--{name}", value]
    run("grid", array, "--areas", out, *flags)
    said = json.loads(out.read_text())
    found = rows(cg.analyse(image, **options))
    assert len(said) == len(found)
    for ours, theirs in zip(found, said):
        assert (ours["size"], ours["walls"], ours["touches"], ours["opening"]) == (
            theirs["cells"], theirs["walls"], theirs["touches"], theirs["opening"]
        )
        assert xy(ours["opening_cells"]) == theirs["opening_cells"]
        assert [ours[name] for name in ("min_col", "min_row", "max_col", "max_row")] == theirs["box"]
        assert [ours["centroid_col"], ours["centroid_row"]] == pytest.approx(theirs["centroid"])
        assert [ours["col"], ours["row"]] == theirs["inside"]
        if "doors" in options:
            assert xy(ours["doors"]) == theirs["doors"]
    run("grid", array, "--areas", tmp_path / "areas.geojson", *flags)
    collection = json.loads((tmp_path / "areas.geojson").read_text())
    polygons = cg.polygons(image, **options)
    for ours, theirs in zip(polygons, collection["features"], strict=True):
        assert json.loads(json.dumps(ours.geometry)) == theirs["geometry"]
    run("grid", array, "--polygons", tmp_path / "polygons.geojson", *flags)
    collection = json.loads((tmp_path / "polygons.geojson").read_text())
    walls = [one for one in collection["features"] if one["properties"]["kind"] == "wall"]
    for ours, theirs in zip(cg.polygons(image, of="walls", **options), walls, strict=True):
        assert json.loads(json.dumps(ours.geometry)) == theirs["geometry"]


@pytest.mark.parametrize("kind", ["grid", "volume"])
@pytest.mark.parametrize("seed", range(4))
def test_leaks_and_patches_equal_to_the_command(catena, tmp_path, kind, seed):
    rng = np.random.default_rng(seed)
    shape = (30, 40) if kind == "grid" else (9, 10, 11)
    image = rng.random(shape) < (0.35 if kind == "grid" else 0.5)
    cell = tuple(side // 2 for side in shape)
    image[cell] = False
    mask = np.zeros(shape, bool)
    mask[tuple(slice(at - 1, at + 2) for at in cell)] = True
    np.save(tmp_path / "image.npy", image)
    np.save(tmp_path / "mask.npy", mask)
    name = ",".join(str(at) for at in cell[::-1])

    def said(*flags):
        command = [catena, kind, tmp_path / "image.npy", "--format", "json", *map(str, flags)]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode in (0, 1), done.stderr
        return json.loads(done.stdout)

    answer = said("--leak", name, "--seal", name, "--radius", 2)
    leak, patch = cg.leak(image, cell), cg.seal(image, cell, radius=2)
    assert answer["leak"]["enclosed"] == leak.enclosed
    if leak.enclosed:
        assert answer["leak"]["opening_cells"] == xy(leak.opening_cells.tolist())
    else:
        assert answer["leak"]["route"] == xy(leak.route.tolist())
        assert (answer["leak"]["width"], answer["leak"]["narrowest"]) == (
            leak.width, list(leak.narrowest)[::-1]
        )
    assert answer["seal"]["size"] == patch.size
    assert answer["seal"]["cells"] == xy(patch.cells.tolist())
    masked = said("--seal-mask", tmp_path / "mask.npy")
    assert masked["seal"]["cells"] == xy(cg.seal(image, mask).cells.tolist())


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4)),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=6,
)


@given(anything, anything)
def test_no_input_crashes_the_interpreter(one, other):
    calls = [
        lambda: cg.leak(SQUARE, one, rim=other),
        lambda: cg.leak(one, other),
        lambda: cg.leak(SQUARE, (1, 1), doors=one),
        lambda: cg.seal(SQUARE, one, radius=other),
        lambda: cg.seal(CUBE, one),
        lambda: cg.seal(one, other),
        lambda: cg.analyse(SQUARE, rim=one, doors=other),
        lambda: cg.polygons(one, other),
        lambda: cg.polygons(SQUARE, transform=one),
        lambda: cg.polygons(SQUARE, doors=other),
    ]
    for call in calls:
        try:
            call()
        except (ValueError, TypeError):
            pass
