#!/usr/bin/env python3
"""Side by side: catena, OpenCV, rustworkx, igraph, cc3d. See README.md."""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from environment import build, enter_venv


def best(runs, work):
    """The shortest of several times, in seconds, and the last result."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def images(side):
    import numpy as np

    rng = np.random.default_rng(1)
    for density in (0.3, 0.4, 0.5, 0.6):
        yield f"random {density}", rng.random((side, side), dtype=np.float32) < density
    x = np.arange(side)
    even = x % 2 == 0
    posts = even[:, None] & even[None, :]
    doors = even[:, None] != even[None, :]
    yield "maze", posts | (doors & (rng.random((side, side), dtype=np.float32) < 0.5))
    edge = np.minimum(x, side - 1 - x)
    yield "frames, 1 thick", np.minimum(edge[:, None], edge[None, :]) % 2 == 0
    yield "frames, 8 thick", np.minimum(edge[:, None], edge[None, :]) % 16 < 8
    radius = np.hypot(x[:, None] - side / 2, x[None, :] - side / 2)
    yield "circles, 4 thick", radius % 16 < 4


def write_pbm(path, image):
    import numpy as np

    height, width = image.shape
    with open(path, "wb") as file:
        file.write(b"P4\n%d %d\n" % (width, height))
        file.write(np.packbits(image, axis=1).tobytes())


# Started with a small process between: the peak of a program counts what its
# parent had in memory when it started it.
MEASURE = """
import resource, subprocess, sys
code = subprocess.run(sys.argv[1:]).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(code)
"""


def run_catena(binary, path, *options):
    """The report of the command, and its peak of memory in bytes."""
    command = [binary, "grid", path, "--format", "json", "--timings", *options]
    done = subprocess.run([sys.executable, "-S", "-c", MEASURE, *command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"catena failed: {command}: {done.stderr}")
    return json.loads(done.stdout), int(done.stderr.split()[-1]) * 1024


def compare_opencv(binary, side, runs, folder):
    import cv2
    import numpy as np

    cv2.setNumThreads(1)
    print(f"\n## {side}x{side}, one thread, seconds, best of {runs}\n")
    print("| image | OpenCV | catena | ratio | catena, bytes per cell | areas | walls | cells on a chain |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, image in images(side):
        cells = image.astype(np.uint8)
        write_pbm(folder / "image.pbm", image)
        ours, memory = [], 0
        rival = []
        for _ in range(runs):
            seconds, _ = best(1, lambda: cv2.connectedComponents(cells, connectivity=8, ltype=cv2.CV_32S))
            rival.append(seconds)
            report, peak = run_catena(binary, folder / "image.pbm")
            ours.append(report["timings"]["decide"])
            memory = max(memory, peak)
        ratio = min(ours) / min(rival)
        print(
            f"| {name} | {min(rival):.3f} | {min(ours):.3f} | {ratio:.1f} | {memory / image.size:.1f} "
            f"| {report['areas']} | {report['walls']} | {report['cells_on_chain']} |",
            flush=True,
        )


def king_graph(image):
    """The links between occupied neighbours, as pairs of cell numbers."""
    import numpy as np

    numbers = np.full(image.shape, -1, dtype=np.int64)
    numbers[image] = np.arange(image.sum())
    links = []
    for one, other in [
        (numbers[:, :-1], numbers[:, 1:]),
        (numbers[:-1], numbers[1:]),
        (numbers[:-1, :-1], numbers[1:, 1:]),
        (numbers[:-1, 1:], numbers[1:, :-1]),
    ]:
        both = (one >= 0) & (other >= 0)
        links.append(np.stack([one[both], other[both]], axis=1))
    return int(image.sum()), np.concatenate(links)


def compare_graphs(binary, runs, folder):
    import igraph
    import numpy as np
    import rustworkx

    print(f"\n## Biconnected components, 512x512, seconds, best of {runs}\n")
    print("| image | rustworkx | igraph | catena | rustworkx / catena | igraph / catena |")
    print("|---|--:|--:|--:|--:|--:|")
    rng = np.random.default_rng(2)
    for density in (0.3, 0.4, 0.5, 0.6, 0.8, 1.0):
        image = rng.random((512, 512)) < density
        nodes, links = king_graph(image)
        graph = rustworkx.PyGraph()
        graph.add_nodes_from(range(nodes))
        graph.add_edges_from_no_data([tuple(link) for link in links.tolist()])
        other = igraph.Graph(n=nodes, edges=links)
        write_pbm(folder / "image.pbm", image)
        first, _ = best(runs, lambda: rustworkx.biconnected_components(graph))
        second, _ = best(runs, other.biconnected_components)
        ours = min(run_catena(binary, folder / "image.pbm")[0]["timings"]["decide"] for _ in range(runs))
        print(
            f"| random {density} | {first:.3f} | {second:.3f} | {ours:.4f} | {first / ours:.1f} | {second / ours:.1f} |",
            flush=True,
        )


def compare_volume(binary, runs, folder):
    import cc3d
    import numpy as np

    volume = np.random.default_rng(3).random((256, 256, 256)) < 0.4
    np.save(folder / "volume.npy", volume)
    print(f"\n## Labelling a volume of 256x256x256, density 0.4, seconds, best of {runs}\n")
    print("| cc3d, gaps by faces | cc3d, walls by corners | catena | ratio to the faster |")
    print("|--:|--:|--:|--:|")
    faces, _ = best(runs, lambda: cc3d.connected_components(~volume, connectivity=6))
    corners, _ = best(runs, lambda: cc3d.connected_components(volume, connectivity=26))
    ours = []
    for _ in range(runs):
        command = [binary, "volume", folder / "volume.npy", "--format", "json", "--timings"]
        report = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        ours.append(report["timings"]["label"])
    print(f"| {faces:.3f} | {corners:.3f} | {min(ours):.3f} | {min(ours) / min(faces, corners):.1f} |")


def linear_time(binary, folder, largest):
    import numpy as np

    print("\n## Linear time, random 0.5, one thread\n")
    print("| side | seconds | nanoseconds per cell | bytes per cell |")
    print("|--:|--:|--:|--:|")
    rng = np.random.default_rng(4)
    side = 1024
    while side <= largest:
        write_pbm(folder / "image.pbm", rng.random((side, side), dtype=np.float32) < 0.5)
        report, peak = run_catena(binary, folder / "image.pbm")
        seconds = report["timings"]["decide"]
        print(f"| {side} | {seconds:.3f} | {seconds / side**2 * 1e9:.1f} | {peak / side**2:.1f} |", flush=True)
        side *= 2


def spiral(side):
    """One wall of one cell that winds from the rim to the middle."""
    import numpy as np

    image = np.zeros((side, side), dtype=bool)
    image[0, :] = True
    image[:, side - 1] = True
    image[side - 1, :] = True
    near, far = 0, side - 1
    while far - near > 4:
        image[near + 2 : far + 1, near] = True
        near, far = near + 2, far - 2
        image[near, near - 2 : far + 1] = True
        image[near : far + 1, far] = True
        image[far, near : far + 1] = True
    return image


def huge_images(side):
    import numpy as np

    rng = np.random.default_rng(5)
    for tenths in range(11):
        yield f"random {tenths / 10}", rng.random((side, side), dtype=np.float32) < tenths / 10
    for name, image in images(side):
        if not name.startswith("random"):
            yield name, image
    yield "spiral", spiral(side)
    comb = np.zeros((side, side), dtype=bool)
    comb[::2] = True
    comb[:, 0] = True
    yield "comb", comb
    yield "comb, upright", comb.T
    yield "comb, closed", comb | (np.arange(side) == side - 1)


def huge(binary, folder, side):
    print(f"\n## {side}x{side}, one thread\n")
    print("| image | seconds | bytes per cell | with labels | areas | walls | cells on a chain |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, image in huge_images(side):
        write_pbm(folder / "image.pbm", image)
        cells = image.size
        del image
        report, peak = run_catena(binary, folder / "image.pbm")
        labelled, more = run_catena(binary, folder / "image.pbm", "--labels", folder / "labels.npy")
        if {**report, "timings": 0} != {**labelled, "timings": 0}:
            sys.exit(f"labels change the answer for {name}")
        print(
            f"| {name} | {report['timings']['decide']:.1f} | {peak / cells:.1f} | {more / cells:.1f} "
            f"| {report['areas']} | {report['walls']} | {report['cells_on_chain']} |",
            flush=True,
        )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=8192, help="side of the images")
    parser.add_argument("--largest", type=int, default=16384, help="largest side for the table of linear time")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--huge", type=int, metavar="SIDE", help="only images of this side, of every kind: 20000 takes an hour")
    arguments = parser.parse_args()
    enter_venv(__file__)
    binary = build("catena")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        if arguments.huge:
            huge(binary, folder, arguments.huge)
            return
        compare_opencv(binary, arguments.side, arguments.runs, folder)
        compare_graphs(binary, arguments.runs, folder)
        compare_volume(binary, arguments.runs, folder)
        linear_time(binary, folder, arguments.largest)


if __name__ == "__main__":
    main()
