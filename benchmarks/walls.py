#!/usr/bin/env python3
"""Questions about walls, side by side with SciPy and OpenCV. See README.md."""

import argparse
import json
import pathlib
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
    # Doors to the street.
    for at in range(side // 16, inner.shape[1] - door, side // 8):
        inner[:thick, at : at + door] = False
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


def write_plan(side, path):
    """Writes a plan of any size: one of 20,000 cells or fewer, as often as it fits."""
    import numpy as np

    copies = max(1, side // 20_000)
    bits = np.packbits(plan(side // copies // 8 * 8, np.random.default_rng(1)), axis=1)
    with open(path, "wb") as file:
        file.write(b"P4\n%d %d\n" % (bits.shape[1] * 8 * copies, bits.shape[0] * copies))
        for _ in range(copies):
            for row in bits:
                file.write(row.tobytes() * copies)


def scipy_areas(image, runs):
    """The areas by SciPy: seconds of its three steps, what is filled, and the boxes."""
    from scipy import ndimage

    structure = ndimage.generate_binary_structure(2, 2)
    filled, holes = best(runs, lambda: ndimage.binary_fill_holes(image))
    labelled, (labels, _) = best(runs, lambda: ndimage.label(holes & ~image, structure))
    found, boxes = best(runs, lambda: ndimage.find_objects(labels))
    bounds = {(b[1].start, b[0].start, b[1].stop - 1, b[0].stop - 1) for b in boxes}
    return (filled, labelled, found), holes, bounds


def leaking_cell(image, holes):
    """The cell nearest to the middle that leaks, not at the rim."""
    import numpy as np

    rows, columns = np.nonzero(~holes[10:-10, 10:-10])
    middle = image.shape[0] // 2 - 10
    nearest = np.argmin((rows - middle) ** 2 + (columns - middle) ** 2)
    return int(columns[nearest]) + 10, int(rows[nearest]) + 10


def flood(image, cell, runs):
    """Seconds of a flood from a cell by OpenCV."""
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    ground = np.where(image, 255, 0).astype(np.uint8)
    return best(runs, lambda: cv2.floodFill(ground.copy(), None, cell, 128))[0]


def compare(binary, side, runs, folder):
    areas_rows, leak_rows = [], []
    for name, image in images(side):
        path = folder / "image.pbm"
        write_pbm(path, image)
        scipy_seconds, holes, bounds = scipy_areas(image, runs)
        cell = leaking_cell(image, holes)
        at = f"{cell[0]},{cell[1]}"
        times = {"decide": [], "areas": [], "leak": [], "seal": []}
        peaks = {"areas": 0, "leak": 0, "seal": 0}
        for _ in range(runs):
            for question, flags in [
                ("areas", ["--min-size", "1", "--areas", folder / "areas.json"]),
                ("leak", ["--leak", at]),
                ("seal", ["--seal", at]),
            ]:
                report, peak = run_catena(binary, path, *flags)
                peaks[question] = max(peaks[question], peak)
                timings = report["timings"]
                times["decide"].append(timings["decide"])
                times[question].append(timings["areas" if question == "areas" else "walls"])
                if question == "leak":
                    length = report["leak"]["length"]
                if question == "seal":
                    size = report["seal"]["size"]
        ours = json.loads((folder / "areas.json").read_text())
        if {tuple(area["box"]) for area in ours} != bounds:
            sys.exit(f"SciPy finds other areas of {name}")
        seconds = {question: min(values) for question, values in times.items()}
        decide, cells = seconds["decide"], image.size
        areas_rows.append(
            f"| {name} | {' | '.join(f'{value:.3f}' for value in scipy_seconds)} | {decide:.3f} "
            f"| {seconds['areas']:.3f} | {seconds['areas'] / decide:.2f} | {peaks['areas'] / cells:.1f} | {len(ours)} |"
        )
        flooded = flood(image, cell, runs)
        leak_rows.append(
            f"| {name} | {seconds['leak']:.3f} | {seconds['leak'] / decide:.2f} | {length} | {flooded:.3f} "
            f"| {seconds['seal']:.3f} | {size} | {seconds['seal'] / flooded:.1f} | {size + 2} "
            f"| {max(peaks['leak'], peaks['seal']) / cells:.1f} |"
        )
    print(f"\n### Areas with boxes and openings, {side}x{side}, one thread, seconds, best of {runs}\n")
    print("| image | binary_fill_holes | label | find_objects | catena, decide | catena, areas | areas / decide | bytes per cell | areas |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    print("\n".join(areas_rows))
    print(f"\n### A leak and a patch, {side}x{side}\n")
    print("| image | leak | leak / decide | cells of the way | OpenCV, floodFill | patch | its cells k | patch / flood | k + 2 | bytes per cell |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    print("\n".join(leak_rows), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=4096, help="side of the images")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--catena", type=pathlib.Path, help="a built command, instead of a new one")
    parser.add_argument("--write-plan", nargs=2, metavar=("SIDE", "FILE"), help="only write a plan, as PBM")
    arguments = parser.parse_args()
    enter_venv(__file__)
    if arguments.write_plan:
        side, path = arguments.write_plan
        write_plan(int(side), path)
        return
    binary = arguments.catena or build("catena")
    with tempfile.TemporaryDirectory() as folder:
        compare(binary, arguments.side, arguments.runs, pathlib.Path(folder))


if __name__ == "__main__":
    main()
