"""Lets shapely judge the outlines that `catena grid` writes: check-outlines.py CATENA FOLDER

Random grids of squares and of hexagons, and the images of the tests; GeoJSON and SVG; in
pixels, by world files that turn, mirror and shear, and by the tags of GeoTIFF files.
Outlines are valid, turn as RFC 7946 says, do not overlap, and have as much area as there
are cells.
"""

import json
import math
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import numpy as np
import shapely
import tifffile
from shapely.geometry import shape

CATENA = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2])
DATA = pathlib.Path(__file__).resolve().parent.parent / "crates/catena/tests/data"
CHECKED = 0


def run(image, *flags):
    command = [CATENA, "grid", str(image), "--min-size", "1", *map(str, flags)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{command}: {done.stderr}")


def read_features(image, *flags):
    path = FOLDER / "outlines.geojson"
    run(image, "--polygons", path, *flags)
    return json.loads(path.read_text())


def check_feature(feature, pixel):
    """One outline: valid, turned the right way, as large as its cells."""
    global CHECKED
    CHECKED += 1
    geometry = shape(feature["geometry"])
    wrong = None
    if not shapely.is_valid(geometry):
        wrong = shapely.is_valid_reason(geometry)
    for part in getattr(geometry, "geoms", [geometry]):
        if not part.exterior.is_ccw or any(hole.is_ccw for hole in part.interiors):
            wrong = "a ring turns the wrong way"
    cells = feature["properties"]["cells"]
    if not math.isclose(geometry.area, cells * pixel, rel_tol=1e-6):
        wrong = f"an area of {geometry.area}, and {cells} cells of {pixel}"
    if wrong:
        sys.exit(f"an outline is wrong: {wrong}: {feature}")
    return geometry


def check(image, occupied, *flags, pixel=1.0):
    """All outlines of an image. Walls cover the occupied cells, and nothing overlaps."""
    features = read_features(image, *flags)["features"]
    geometries = [check_feature(feature, pixel) for feature in features]
    kinds = [feature["properties"]["kind"] for feature in features]
    walls = sum(f["properties"]["cells"] for f in features if f["properties"]["kind"] == "wall")
    if walls != occupied:
        sys.exit(f"{image}: {occupied} cells are occupied, and {walls} are in walls")
    # Outlines share sides and corners, but no area.
    together = shapely.union_all(geometries).area if geometries else 0.0
    alone = sum(geometry.area for geometry in geometries)
    if not math.isclose(together, alone, rel_tol=1e-6, abs_tol=1e-9):
        sys.exit(f"{image}: outlines overlap: {alone} in all, {together} together")
    return features, geometries, kinds


def write_pbm(path, image):
    height, width = image.shape
    path.write_bytes(b"P4 %d %d\n" % (width, height) + np.packbits(image, axis=1).tobytes())


def random_image(rng):
    size = tuple(int(number) for number in rng.integers(1, 70, 2))
    return rng.random(size) < rng.uniform(0.1, 0.9)


def check_svg(image, features, *flags):
    """The picture has the same rings as the GeoJSON file."""
    path = FOLDER / "outlines.svg"
    run(image, "--polygons", path, *flags)
    root = xml.etree.ElementTree.parse(path).getroot()
    paths = {element.get("id"): element.get("d") for element in root.iter("{http://www.w3.org/2000/svg}path")}
    if list(paths) != [feature["id"] for feature in features]:
        sys.exit(f"{image}: the SVG file has other outlines")
    for feature in features:
        rings = []
        for ring in paths[feature["id"]].split("Z")[:-1]:
            numbers = re.split("[ML ]", ring[1:])
            rings.append([list(map(float, pair)) for pair in zip(numbers[::2], numbers[1::2])])
        geometry = feature["geometry"]
        polygons = geometry["coordinates"]
        polygons = polygons if geometry["type"] == "MultiPolygon" else [polygons]
        expected = [ring[:-1] for polygon in polygons for ring in polygon]
        if rings != expected:
            sys.exit(f"{image}: the SVG file has other rings: {feature['id']}")


def check_random_grids(rng):
    path = FOLDER / "random.pbm"
    for number in range(150):
        image = random_image(rng)
        write_pbm(path, image)
        rim = ["--rim", "wall"] if number % 3 == 0 else []
        features, geometries, kinds = check(path, int(image.sum()), *rim)
        if rim and not math.isclose(sum(g.area for g in geometries), image.size):
            sys.exit("with a wall at the rim, outlines do not cover the grid")
        if number % 5 == 0:
            check_svg(path, features, *rim)


def check_world_files(rng):
    path, world = FOLDER / "map.pbm", FOLDER / "map.wld"
    for _ in range(40):
        image = random_image(rng)
        write_pbm(path, image)
        numbers = rng.uniform(-3, 3, 4).tolist() + rng.uniform(-1e6, 1e6, 2).tolist()
        right_x, right_y, down_x, down_y, x, y = numbers
        world.write_text("".join(f"{number!r}\n" for number in numbers))
        pixel = abs(right_x * down_y - right_y * down_x)
        features, geometries, _ = check(path, int(image.sum()), pixel=pixel)
        check_svg(path, features)
        # The middle of each cell is in the outline of its wall or area.
        for feature, geometry in zip(features, geometries):
            column, row = feature["properties"]["box"][:2]
            if feature["properties"]["cells"] == 1:
                middle = (x + column * right_x + row * down_x, y + column * right_y + row * down_y)
                if geometry.centroid.distance(shapely.Point(middle)) > 1e-6:
                    sys.exit(f"a cell is not where the world file says: {feature}")
        check(path, int(image.sum()), "--pixels")
    world.unlink()


def check_geotiff(rng):
    path = FOLDER / "map.tif"
    keys = lambda kind: [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, kind, 3072, 0, 1, 25832]
    for number in range(20):
        image = random_image(rng)
        is_point = number % 2
        tags = [(34735, "H", 16, keys(1 + is_point), True)]
        matrix = [0.5, 0.25, 0, 1000, -0.5, 2, 0, 2000, 0, 0, 0, 0, 0, 0, 0, 1]
        if number % 3 == 0:
            tags.append((34264, "d", 16, matrix, True))
            pixel, place = 0.5 * 2 + 0.25 * 0.5, (1000, 2000)
        else:
            tags.append((33550, "d", 3, [2.0, 4.0, 0.0], True))
            tags.append((33922, "d", 6, [0, 0, 0, 1000, 2000, 0], True))
            matrix = [2, 0, 0, 1000, 0, -4, 0, 2000]
            pixel, place = 8.0, (1000, 2000)
        pixels = image.astype(np.uint8) * 255
        tifffile.imwrite(path, pixels, extratags=tags, metadata=None, photometric="minisblack")
        features, geometries, _ = check(path, int(image.sum()), pixel=pixel)
        system = read_features(path).get("crs", {}).get("properties", {}).get("name")
        if system != "urn:ogc:def:crs:EPSG::25832":
            sys.exit(f"the reference system of a GeoTIFF file is {system}")
        for feature, geometry in zip(features, geometries):
            if feature["properties"]["cells"] != 1:
                continue
            column, row = feature["properties"]["box"][:2]
            column, row = (column, row) if is_point else (column + 0.5, row + 0.5)
            x = matrix[0] * column + matrix[1] * row + place[0]
            y = matrix[4] * column + matrix[5] * row + place[1]
            if geometry.centroid.distance(shapely.Point(x, y)) > 1e-6:
                sys.exit(f"a cell is not where the tags say: {feature}")


def check_hexagons(rng):
    """Regular hexagons, one wide: each has an area of √3/2."""
    path, world = FOLDER / "hexagons.pbm", FOLDER / "hexagons.txt"
    row = math.sqrt(3) / 2
    for number in range(100):
        image = random_image(rng)
        write_pbm(path, image)
        flags = ["--lattice", "hex"]
        if number % 3 == 0:
            flags += ["--rim", "wall"]
        features, geometries, _ = check(path, int(image.sum()), *flags, pixel=row)
        if number % 3 == 0 and not math.isclose(sum(g.area for g in geometries), image.size * row):
            sys.exit("with a wall at the rim, outlines do not cover the hexagons")
        if number % 5 == 0:
            check_svg(path, features, *flags)
        for feature, geometry in zip(features, geometries):
            if geometry.geom_type != "Polygon":
                sys.exit(f"hexagons that are connected share sides: {feature}")
            if feature["properties"]["kind"] == "area":
                x, y = feature["properties"]["inside"]
                middle = shapely.Point(x + 0.5 + y % 2 / 2, y * row + 1 / math.sqrt(3))
                if not geometry.contains(middle):
                    sys.exit(f"a cell is not in its outline: {feature}")
        numbers = rng.uniform(-3, 3, 4).tolist() + rng.uniform(-1e6, 1e6, 2).tolist()
        world.write_text("".join(f"{number!r}\n" for number in numbers))
        pixel = row * abs(numbers[0] * numbers[3] - numbers[1] * numbers[2])
        check(path, int(image.sum()), *flags, "--world-file", world, pixel=pixel)


def check_images():
    for name in ["coins.png", "horse.png", "text.png", "brick.png", "microaneurysms.png"]:
        path = DATA / name
        for flags in [[], ["--invert"]]:
            report = subprocess.run(
                [CATENA, "grid", str(path), "--format", "json", *flags], capture_output=True, text=True
            )
            check(path, json.loads(report.stdout)["occupied"], *flags)


def main():
    rng = np.random.default_rng(13)
    check_random_grids(rng)
    check_world_files(rng)
    check_geotiff(rng)
    check_hexagons(rng)
    check_images()
    print(f"shapely {shapely.__version__}: {CHECKED} outlines of areas and walls are valid")


main()
