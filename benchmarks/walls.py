#!/usr/bin/env python3
"""Walls side by side with SciPy, and outlines checked by shapely. See README.md."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

from environment import build, enter_venv
from grids import best, run_catena, write_pbm


def plan(side, rng):
    """Rooms in rooms: walls four cells thick, most of them with a door."""
    import numpy as np

    image = np.zeros((side, side), dtype=bool)
    thick, door, least = 4, 16, 120

    def divide(part):
        height, width = part.shape
        if max(height, width) < least:
            return
        if height > width:
            part = part.T
            height, width = width, height
        at = int(rng.integers(width // 3, 2 * width // 3))
        part[:, at : at + thick] = True
        if rng.random() < 0.8:
            hole = int(rng.integers(0, height - door))
            part[hole : hole + door, at : at + thick] = False
        divide(part[:, :at])
        divide(part[:, at + thick :])

    edge = side // 40
    inner = image[edge:-edge, edge:-edge]
    inner[:] = True
    rooms = inner[thick:-thick, thick:-thick]
    rooms[:] = False
    divide(rooms)
    return image


def blobs(side, rng):
    """Noise, smoothed and cut in the middle, as scikit-image's binary_blobs."""
    import numpy as np
    from scipy import ndimage

    noise = ndimage.gaussian_filter(rng.random((side, side), dtype=np.float32), 12)
    return noise > np.median(noise)


def images(side):
    import numpy as np

    rng = np.random.default_rng(1)
    yield "random 0.4", rng.random((side, side), dtype=np.float32) < 0.4
    yield "plan", plan(side, rng)
    yield "blobs", blobs(side, rng)


def compare_scipy(binary, side, runs, folder):
    from scipy import ndimage

    print(f"\n## {side}x{side}, one thread, seconds, best of {runs}\n")
    print("| image | binary_fill_holes | label | find_objects | catena, decide | catena, areas | areas / decide | bytes per cell | areas |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, image in images(side):
        write_pbm(folder / "image.pbm", image)
        filled, holes = best(runs, lambda: ndimage.binary_fill_holes(image))
        labelled, (labels, _) = best(runs, lambda: ndimage.label(holes & ~image, ndimage.generate_binary_structure(2, 2)))
        found, boxes = best(runs, lambda: ndimage.find_objects(labels))
        decide, areas, memory = [], [], 0
        for _ in range(runs):
            report, peak = run_catena(
                binary, folder / "image.pbm", "--min-size", "1", "--areas", folder / "areas.json"
            )
            decide.append(report["timings"]["decide"])
            areas.append(report["timings"]["areas"])
            memory = max(memory, peak)
        ours = json.loads((folder / "areas.json").read_text())
        bounds = {(b[1].start, b[0].start, b[1].stop - 1, b[0].stop - 1) for b in boxes}
        if len(ours) != len(boxes) or {tuple(area["box"]) for area in ours} != bounds:
            sys.exit(f"SciPy finds other areas of {name}")
        print(
            f"| {name} | {filled:.3f} | {labelled:.3f} | {found:.3f} | {min(decide):.3f} | {min(areas):.3f} "
            f"| {min(areas) / min(decide):.1f} | {memory / image.size:.1f} | {len(ours)} |",
            flush=True,
        )


def check_outlines(binary, grids, folder):
    """Lets shapely say whether outlines are valid, and add up their areas."""
    import numpy as np
    import shapely
    from shapely.geometry import shape

    rng = np.random.default_rng(2)
    polygons = 0
    for _ in range(grids):
        size = tuple(int(number) for number in rng.integers(3, 80, 2))
        image = rng.random(size) < rng.uniform(0.2, 0.8)
        write_pbm(folder / "image.pbm", image)
        command = [binary, "grid", folder / "image.pbm", "--min-size", "1", "--areas", folder / "areas.geojson"]
        subprocess.run(command, check=True, capture_output=True)
        for feature in json.loads((folder / "areas.geojson").read_text())["features"]:
            geometry = shape(feature["geometry"])
            parts = getattr(geometry, "geoms", [geometry])
            turns = all(
                part.exterior.is_ccw and not any(hole.is_ccw for hole in part.interiors) for part in parts
            )
            if not shapely.is_valid(geometry) or not turns or geometry.area != feature["properties"]["cells"]:
                sys.exit(f"an outline is wrong: {shapely.is_valid_reason(geometry)}: {feature}")
            polygons += 1
    print(f"\nshapely {shapely.__version__}: {polygons} outlines of {grids} random grids are valid")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=4096, help="side of the images")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--grids", type=int, default=500, help="how many outlines of random grids to check")
    arguments = parser.parse_args()
    enter_venv(__file__)
    binary = build("catena")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        check_outlines(binary, arguments.grids, folder)
        compare_scipy(binary, arguments.side, arguments.runs, folder)


if __name__ == "__main__":
    main()
