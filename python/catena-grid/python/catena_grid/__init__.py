"""Exact chain detection on NumPy arrays: is this wall closed, and around what?

A *chain* is a closed line of occupied cells, each next to the following one, each
used once, around at least two connected empty cells. No answer is a guess.

Cells are (row, col) everywhere in this package, and (layer, row, col) in a volume.

| question | function |
|---|---|
| which cells are on a chain? | `on_chain` |
| show me one | `witness` |
| which empty cells are enclosed? | `enclosed` |
| a label for each area, for each wall | `label_areas`, `label_walls` |
| counts, sizes, boxes, and what opens each area | `analyse` |
| how does this cell leak? | `leak` |
| what would close it? | `seal` |
| outlines for GIS | `polygons` |
| chess positions, one or a million | `catena_grid.chess` |

>>> import numpy as np, catena_grid as cg
>>> image = np.array([[0, 1, 1, 0, 0],
...                   [1, 0, 0, 1, 1],
...                   [0, 1, 1, 0, 0]])
>>> cg.on_chain(image).sum(), cg.enclosed(image).sum()
(np.int64(6), np.int64(2))
"""

from . import chess
from ._native import (
    Leak,
    Patch,
    Report,
    analyse,
    enclosed,
    label_areas,
    label_walls,
    leak,
    on_chain,
    seal,
    witness,
)
from ._polygons import Polygon, Polygons, polygons

__all__ = [
    "Leak",
    "Patch",
    "Polygon",
    "Polygons",
    "Report",
    "analyse",
    "chess",
    "enclosed",
    "label_areas",
    "label_walls",
    "leak",
    "on_chain",
    "polygons",
    "seal",
    "witness",
]
