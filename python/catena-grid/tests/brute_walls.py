"""Leaks, openings and patches by definition, slow and plain, for 2 and 3 dimensions."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator

import brute
import numpy as np

Cell = tuple[int, ...]


def near(cell: Cell, shape: tuple[int, ...], lattice: str = "square") -> list[Cell | None]:
    """Where a gap step leads; None is the outside."""
    if lattice == "hex":
        found = brute.leaks(cell, lattice)
    else:
        found = []
        for axis in range(len(cell)):
            for step in (-1, 1):
                found.append(tuple(at + step * (i == axis) for i, at in enumerate(cell)))
    inside = [all(0 <= at < side for at, side in zip(place, shape)) for place in found]
    return [place if is_inside else None for place, is_inside in zip(found, inside)]


def cells(mask: np.ndarray) -> list[Cell]:
    return [tuple(map(int, cell)) for cell in np.argwhere(mask)]


def way_out(image: np.ndarray, cell: Cell, lattice: str = "square") -> int | None:
    """How many cells a shortest way out has, the first one included."""
    distance = {cell: 1}
    queue = deque([cell])
    while queue:
        here = queue.popleft()
        for place in near(here, image.shape, lattice):
            if place is None:
                return distance[here]
            if not image[place] and place not in distance:
                distance[place] = distance[here] + 1
                queue.append(place)
    return None


def level(image: np.ndarray, cell: Cell, lattice: str = "square") -> int:
    """The fewest occupied cells on any way to the outside."""
    best = {cell: 0}
    queue = deque([cell])
    outside = None
    while queue:
        here = queue.popleft()
        for place in near(here, image.shape, lattice):
            if place is None:
                outside = best[here] if outside is None else min(outside, best[here])
                continue
            cost = best[here] + int(image[place])
            if place not in best or cost < best[place]:
                best[place] = cost
                queue.append(place)
    return outside


def squares(image: np.ndarray, side: int) -> set[Cell]:
    """The first cells of all squares, or cubes, of empty cells."""
    ranges = [range(n - side + 1) for n in image.shape]
    return {
        first
        for first in itertools.product(*ranges)
        if not image[tuple(slice(at, at + side) for at in first)].any()
    }


def width(image: np.ndarray, cell: Cell) -> int:
    """The side of the largest square that slides from the cell to the rim; 0 if none does."""
    widest = 0
    for side in range(1, min(image.shape) + 1):
        free = squares(image, side)
        seen = {s for s in free if all(a <= c < a + side for a, c in zip(s, cell))}
        todo = list(seen)
        while todo:
            here = todo.pop()
            if any(at == 0 or at + side == n for at, n in zip(here, image.shape)):
                widest = side
                break
            for place in near(here, image.shape):
                if place in free and place not in seen:
                    seen.add(place)
                    todo.append(place)
    return widest


def around(image: np.ndarray, cell: Cell, radius: int, lattice: str = "square") -> set[Cell]:
    """The region of a cell."""
    found = {cell}
    todo = [cell]
    while todo:
        for place in near(todo.pop(), image.shape, lattice):
            if place is None or image[place] or place in found:
                continue
            if all(abs(a - b) <= radius for a, b in zip(place, cell)):
                found.add(place)
                todo.append(place)
    return found


def fewest_to_fill(image: np.ndarray, region: set[Cell], lattice: str = "square") -> int | None:
    """The size of the smallest patch, by filling every set of cells."""
    others = [cell for cell in cells(~image) if cell not in region]
    for count in range(len(others) + 1):
        for patch in itertools.combinations(others, count):
            filled = image.copy()
            for cell in patch:
                filled[cell] = True
            if all(way_out(filled, cell, lattice) is None for cell in region):
                return count
    return None


def removals(image: np.ndarray, count: int) -> Iterator[np.ndarray]:
    """The image without each set of this many occupied cells."""
    for removed in itertools.combinations(cells(image), count):
        opened = image.copy()
        for cell in removed:
            opened[cell] = False
        yield opened
