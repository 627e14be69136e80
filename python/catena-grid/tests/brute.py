"""The definition as code, slow and plain: it shares nothing with the library."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

Cell = tuple[int, int]

KING = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def steps(cell: Cell, lattice: str) -> list[Cell]:
    """The cells to which a wall can continue. On hexagons odd rows are shifted right."""
    row, col = cell
    if lattice == "square":
        return [(row + r, col + c) for r, c in KING]
    shift = row % 2
    sides = [(0, -1), (0, 1), (-1, shift - 1), (-1, shift), (1, shift - 1), (1, shift)]
    return [(row + r, col + c) for r, c in sides]


def leaks(cell: Cell, lattice: str) -> list[Cell]:
    """The cells to which a gap leaks."""
    row, col = cell
    if lattice == "square":
        return [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return steps(cell, lattice)


def cycles(image: np.ndarray, lattice: str) -> Iterator[list[Cell]]:
    """Every chain of the image once per direction: simple cycles of occupied cells."""
    cells = {(int(r), int(c)) for r, c in np.argwhere(image)}

    def extend(path: list[Cell], used: set[Cell]) -> Iterator[list[Cell]]:
        for near in steps(path[-1], lattice):
            if near == path[0] and len(path) > 2:
                yield list(path)
            elif near in cells and near not in used and near > path[0]:
                path.append(near)
                used.add(near)
                yield from extend(path, used)
                used.remove(near)
                path.pop()

    for start in sorted(cells):
        yield from extend([start], {start})


def place(cell: Cell, lattice: str) -> tuple[float, float]:
    """The centre of a cell in the plane."""
    row, col = cell
    return (float(row), col + 0.5 * (row % 2) if lattice == "hex" else float(col))


def is_inside(cell: Cell, cycle: list[Cell], lattice: str) -> bool:
    """The even-odd rule, with a ray a little below the row of the cell."""
    y, x = place(cell, lattice)
    y += 1e-3
    inside = False
    corners = [place(corner, lattice) for corner in cycle]
    for (y0, x0), (y1, x1) in zip(corners, corners[1:] + corners[:1]):
        if (y0 > y) != (y1 > y):
            crossing = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
            # The ray is lower by a bit, so that a slope moves the crossing by a bit.
            inside ^= crossing > x + 2e-3
    return inside


def group_size(cells: set[Cell], lattice: str) -> int:
    """The size of the largest connected group of these cells."""
    left, largest = set(cells), 0
    while left:
        todo, size = [left.pop()], 0
        while todo:
            size += 1
            near = set(steps(todo.pop(), lattice)) & left
            left -= near
            todo.extend(near)
        largest = max(largest, size)
    return largest


def on_chain(image: np.ndarray, min_size: int = 2, lattice: str = "square") -> np.ndarray:
    """Which cells are on a chain, by listing all chains."""
    found = np.zeros(image.shape, bool)
    empty = [(int(r), int(c)) for r, c in np.argwhere(~image)]
    for cycle in cycles(image, lattice):
        if all(found[cell] for cell in cycle):
            continue
        inside = {cell for cell in empty if is_inside(cell, cycle, lattice)}
        if group_size(inside, lattice) >= min_size:
            for cell in cycle:
                found[cell] = True
    return found


def enclosed(image: np.ndarray, lattice: str = "square") -> np.ndarray:
    """Which empty cells no leak joins to the rim."""
    height, width = image.shape
    out = np.zeros(image.shape, bool)
    rim = [
        (r, c)
        for r in range(height)
        for c in range(width)
        if r in (0, height - 1) or c in (0, width - 1)
    ]
    todo = [cell for cell in rim if not image[cell]]
    while todo:
        cell = todo.pop()
        if not out[cell]:
            out[cell] = True
            for r, c in leaks(cell, lattice):
                if 0 <= r < height and 0 <= c < width and not image[r, c]:
                    todo.append((r, c))
    return ~image & ~out
