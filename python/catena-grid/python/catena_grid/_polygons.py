"""The outlines of areas and walls, as objects that GIS packages read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, SupportsIndex, final, overload

import numpy as np
import numpy.typing as npt

from ._native import outlines

__all__ = ["Polygon", "Polygons", "polygons"]

# A colour for each polygon of a picture, again and again.
_COLOURS = ("#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#b279a2", "#eeca3b", "#9d755d")
_PICTURE_SIDE = 360


@final
class Polygon:
    """An area or a wall, as a feature of GeoJSON: `shapely.geometry.shape(p)` reads it.

    Corners are (x, y), x the column and y the row, as everything that reads GeoJSON
    expects; cells are (row, col) elsewhere in this package. The square cell (row, col) has
    the corners (col, row) and (col + 1, row + 1).

    >>> import numpy as np, catena_grid as cg
    >>> (room,) = cg.polygons(np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
    >>> room.label, room.geometry["type"]
    (1, 'Polygon')
    """

    __slots__ = ("_label", "_parts")

    def __init__(self, label: int, parts: Sequence[Sequence[npt.NDArray[Any]]]) -> None:
        self._label = label
        self._parts = parts

    @property
    def label(self) -> int:
        """The number of the area in `label_areas`, or of the wall, from 1 in the order of first cells."""
        return self._label

    @property
    def rings(self) -> list[list[npt.NDArray[Any]]]:
        """For each part its rings, the outer one first: arrays with a row (x, y) per corner.

        Parts touch each other at corners only. Each ring ends where it began.
        """
        return [list(part) for part in self._parts]

    @property
    def geometry(self) -> dict[str, Any]:
        """The geometry of GeoJSON: a `Polygon`, or a `MultiPolygon` if there are several parts."""
        parts = [tuple(tuple(map(tuple, ring.tolist())) for ring in part) for part in self._parts]
        if len(parts) == 1:
            return {"type": "Polygon", "coordinates": parts[0]}
        return {"type": "MultiPolygon", "coordinates": tuple(parts)}

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {
            "type": "Feature",
            "id": self._label,
            "properties": {"label": self._label},
            "geometry": self.geometry,
        }

    def __repr__(self) -> str:
        corners = sum(len(ring) - 1 for part in self._parts for ring in part)
        return f"<Polygon {self._label} of {corners} corners>"


@final
class Polygons(Sequence[Polygon]):
    """The outlines of all areas or walls: a sequence of `Polygon`, in the order of labels.

    `__geo_interface__` is a collection of features, which geopandas, shapely and others
    read: `geopandas.GeoDataFrame.from_features(polygons)`. A notebook shows a picture.
    Corners are (x, y), x the column and y the row; cells are (row, col) elsewhere.

    >>> import numpy as np, catena_grid as cg
    >>> rooms = cg.polygons(np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
    >>> len(rooms), rooms.of
    (1, 'areas')
    >>> rooms.__geo_interface__["features"][0]["geometry"]["coordinates"]
    (((1, 1), (3, 1), (3, 2), (1, 2), (1, 1)),)
    """

    def __init__(self, of: Literal["areas", "walls"], polygons: Iterable[Polygon]) -> None:
        self._of = of
        self._polygons = tuple(polygons)

    @property
    def of(self) -> Literal["areas", "walls"]:
        """What has these outlines: 'areas' or 'walls'."""
        return self._of

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {
            "type": "FeatureCollection",
            "features": [polygon.__geo_interface__ for polygon in self._polygons],
        }

    def __len__(self) -> int:
        return len(self._polygons)

    @overload
    def __getitem__(self, index: int) -> Polygon: ...
    @overload
    def __getitem__(self, index: slice) -> Polygons: ...
    def __getitem__(self, index: int | slice) -> Polygon | Polygons:
        if isinstance(index, slice):
            return Polygons(self._of, self._polygons[index])
        return self._polygons[index]

    def __iter__(self) -> Iterator[Polygon]:
        return iter(self._polygons)

    def __repr__(self) -> str:
        return f"<Polygons of {len(self)} {self._of}>"

    def _repr_svg_(self) -> str:
        """The outlines as a picture, for notebooks."""
        rings = [ring for polygon in self for part in polygon.rings for ring in part]
        corners = np.concatenate(rings) if rings else np.zeros((1, 2))
        (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
        side = max(right - left, bottom - top) or 1
        width, height = (_PICTURE_SIDE * (right - left) / side, _PICTURE_SIDE * (bottom - top) / side)
        paths = []
        for at, polygon in enumerate(self):
            lines = "".join(
                "M" + "L".join(f"{x:g} {y:g}" for x, y in ring[:-1]) + "Z"
                for part in polygon.rings
                for ring in part
            )
            colour = _COLOURS[at % len(_COLOURS)]
            paths.append(f'<path fill="{colour}" d="{lines}"><title>{polygon.label}</title></path>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
            f'viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}" fill-rule="evenodd">'
            + "".join(paths)
            + "</svg>"
        )


def polygons(
    image: npt.ArrayLike,
    of: Literal["areas", "walls"] = "areas",
    *,
    min_size: SupportsIndex = 2,
    threshold: float | None = None,
    lattice: Literal["square", "hex"] = "square",
    rim: Literal["open", "wall"] = "open",
    doors: npt.ArrayLike | None = None,
    transform: Iterable[float] | None = None,
) -> Polygons:
    """Returns the outlines of the enclosed areas, or of the walls, as `Polygons`.

    Areas have the numbers of `label_areas`. Walls are all occupied cells, also those on no
    chain: cells that touch, if only at a corner, are one wall, and `min_size` and `rim` do
    not matter; `catena grid --polygons` has the same. Rings are valid by the rules of the OGC
    and wind as RFC 7946 says; where cells touch only at a corner they are separate parts of a
    `MultiPolygon`. The areas of the polygons add up to the cells.

    With `lattice="hex"` the cells are regular hexagons, one wide, in rows; odd rows are
    half a hexagon further to the right. The middle of (row, col) is at x = col + 1/2, or
    col + 1 in odd rows, and y = row * sqrt(3)/2 + 1/sqrt(3). Each has an area of sqrt(3)/2.

    `image` is any array of NumPy with 2 dimensions: booleans, integers, or floats with a
    `threshold`. What is not 0 is occupied; with a threshold, what is at least the
    threshold. Cells are (row, col), but the corners of polygons are (x, y), x the column
    and y the row: the square (row, col) has the corners (col, row) and (col + 1, row + 1).
    `transform` maps these to other coordinates: the six numbers a, b, c, d, e, f of
    `rasterio` and `affine`, x' = a x + b y + c and y' = d x + e y + f. `rim` and `doors`
    are those of `analyse`.

    >>> import numpy as np, catena_grid as cg
    >>> image = np.array([[0, 1, 1, 0, 0],
    ...                   [1, 0, 0, 1, 1],
    ...                   [0, 1, 1, 0, 0]])
    >>> cg.polygons(image)
    <Polygons of 1 areas>
    >>> cg.polygons(image)[0].geometry["coordinates"]
    (((1, 1), (3, 1), (3, 2), (1, 2), (1, 1)),)
    >>> [len(wall.rings) for wall in cg.polygons(image, of="walls")]
    [4]
    >>> hexagons = cg.polygons(np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]]), lattice="hex", min_size=1)
    >>> hexagons[0].rings[0][0].round(3).tolist()
    [[2.0, 0.866], [2.5, 1.155], [2.5, 1.732], [2.0, 2.021], [1.5, 1.732], [1.5, 1.155], [2.0, 0.866]]
    """
    numbers = None if transform is None else _affine(transform)
    corners, steps, ring_ends, polygon_ends, labels = outlines(
        image, of, min_size, threshold=threshold, lattice=lattice, rim=rim, doors=doors
    )
    places: npt.NDArray[Any] = corners if steps == (1, 1) else corners * steps
    is_mirrored = False
    if numbers is not None:
        a, b, c, d, e, f = numbers
        x, y = places[:, 0], places[:, 1]
        places = np.column_stack((a * x + b * y + c, d * x + e * y + f))
        is_mirrored = a * e - b * d < 0
    rings = np.split(places, ring_ends[:-1]) if len(ring_ends) else []
    if is_mirrored:
        rings = [ring[::-1] for ring in rings]
    found: list[Polygon] = []
    parts: list[list[npt.NDArray[Any]]] = []
    start = 0
    for at, end in enumerate(polygon_ends.tolist()):
        parts.append(rings[start:end])
        start = end
        if at + 1 == len(labels) or labels[at + 1] != labels[at]:
            found.append(Polygon(int(labels[at]), parts))
            parts = []
    return Polygons(of, found)


def _affine(transform: Iterable[float]) -> tuple[float, ...]:
    """The six numbers of a transform; `affine.Affine` has three more."""
    try:
        numbers = tuple(float(number) for number in transform)
    except OverflowError as error:
        raise ValueError(f"a transform is six floats: {error}") from None
    if len(numbers) == 9 and numbers[6:] == (0, 0, 1):
        numbers = numbers[:6]
    if len(numbers) != 6:
        raise ValueError(f"a transform is six numbers, not {len(numbers)}")
    a, b, _, d, e, _ = numbers
    if not np.isfinite(numbers).all() or a * e == b * d:
        raise ValueError("a transform maps areas to areas: its numbers are finite, and a e - b d is not 0")
    return numbers
