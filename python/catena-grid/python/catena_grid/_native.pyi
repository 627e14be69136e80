from collections.abc import Iterable
from typing import Any, Literal, Protocol, SupportsIndex, TypeAlias, final, overload, type_check_only

import numpy as np
import numpy.typing as npt

__all__ = [
    "Leak",
    "Patch",
    "Position",
    "Report",
    "analyse",
    "check",
    "enclosed",
    "has_chain",
    "label_areas",
    "label_walls",
    "leak",
    "on_chain",
    "outlines",
    "seal",
    "witness",
]

_Lattice: TypeAlias = Literal["square", "hex"]
_Rim: TypeAlias = Literal["open", "wall"]
_Bools: TypeAlias = npt.NDArray[np.bool_]
_Labels: TypeAlias = npt.NDArray[np.int32]
_Places: TypeAlias = npt.NDArray[np.int64]

@type_check_only
class _Occupied(Protocol):
    # An attribute of a `chess.Board`.
    occupied: int

@type_check_only
class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

@type_check_only
class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Board: TypeAlias = _Occupied | Position | str | SupportsIndex
_Square: TypeAlias = str | SupportsIndex
_Column: TypeAlias = Iterable[Any] | _ArrowArray | _ArrowStream

def on_chain(
    image: npt.ArrayLike,
    *,
    min_size: SupportsIndex = 2,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
    budget: SupportsIndex | None = None,
) -> _Bools: ...
def enclosed(
    image: npt.ArrayLike,
    *,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
) -> _Bools: ...
@overload
def label_areas(
    image: npt.ArrayLike,
    min_size: SupportsIndex | None = None,
    *,
    return_num: Literal[False] = False,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
) -> _Labels: ...
@overload
def label_areas(
    image: npt.ArrayLike,
    min_size: SupportsIndex | None = None,
    *,
    return_num: Literal[True],
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
) -> tuple[_Labels, int]: ...
@overload
def label_walls(
    image: npt.ArrayLike,
    min_size: SupportsIndex | None = None,
    *,
    return_num: Literal[False] = False,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
    budget: SupportsIndex | None = None,
) -> _Labels: ...
@overload
def label_walls(
    image: npt.ArrayLike,
    min_size: SupportsIndex | None = None,
    *,
    return_num: Literal[True],
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
    budget: SupportsIndex | None = None,
) -> tuple[_Labels, int]: ...
def witness(
    image: npt.ArrayLike,
    cell: Iterable[SupportsIndex],
    *,
    min_size: SupportsIndex = 2,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    budget: SupportsIndex | None = None,
) -> _Places | None: ...
def analyse(
    image: npt.ArrayLike,
    min_size: SupportsIndex | None = None,
    *,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    threads: SupportsIndex = 1,
    budget: SupportsIndex | None = None,
    rim: _Rim = "open",
    doors: npt.ArrayLike | None = None,
) -> Report: ...
def leak(
    image: npt.ArrayLike,
    cell: Iterable[SupportsIndex],
    *,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    rim: _Rim = "open",
    doors: npt.ArrayLike | None = None,
) -> Leak: ...
def seal(
    image: npt.ArrayLike,
    # A cell, cells, or a mask of booleans.
    region: npt.ArrayLike,
    *,
    radius: SupportsIndex = 3,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    rim: _Rim = "open",
    doors: npt.ArrayLike | None = None,
) -> Patch: ...
def outlines(
    image: npt.ArrayLike,
    of: Literal["areas", "walls"],
    min_size: SupportsIndex = 2,
    *,
    threshold: float | None = None,
    lattice: _Lattice = "square",
    rim: _Rim = "open",
    doors: npt.ArrayLike | None = None,
) -> tuple[_Places, tuple[float, float], _Places, _Places, _Places]: ...
@final
class Leak:
    @property
    def cell(self) -> tuple[int, ...]: ...
    @property
    def enclosed(self) -> bool: ...
    @property
    def route(self) -> _Places | None: ...
    @property
    def length(self) -> int | None: ...
    @property
    def width(self) -> int | None: ...
    @property
    def narrowest(self) -> tuple[int, ...] | None: ...
    @property
    def opening(self) -> int | None: ...
    @property
    def opening_cells(self) -> _Places | None: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Patch:
    @property
    def cells(self) -> _Places | None: ...
    @property
    def size(self) -> int | None: ...
    @property
    def mask(self) -> _Bools | None: ...
    @property
    def at_rim(self) -> _Places: ...
    def to_dict(self) -> dict[str, Any]: ...

@final
class Report:
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def min_size(self) -> int: ...
    @property
    def lattice(self) -> _Lattice: ...
    @property
    def occupied(self) -> int: ...
    @property
    def enclosed(self) -> int: ...
    @property
    def closed_gaps(self) -> int: ...
    @property
    def sealed_areas(self) -> int: ...
    @property
    def sealed_cells(self) -> int: ...
    @property
    def n_areas(self) -> int: ...
    @property
    def n_walls(self) -> int | None: ...
    @property
    def on_chain(self) -> int | None: ...
    def to_dict(self) -> dict[str, list[Any]]: ...
    # A `pyarrow.Table`; pyarrow has no types of its own.
    def to_arrow(self) -> Any: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __len__(self) -> int: ...
    def _repr_html_(self) -> str: ...

def has_chain(board: _Board, square: _Square) -> bool: ...
def check(fens: _Column, squares: _Column | _Square) -> _Bools: ...
@final
class Position:
    def __new__(cls, board: _Board, square: _Square | None = None) -> Position: ...
    @property
    def occupied(self) -> int: ...
    @property
    def square(self) -> str | None: ...
    def board_fen(self) -> str: ...
    def has_chain(self, square: _Square) -> bool: ...
    def chain_squares(self) -> list[str]: ...
    def enclosed(self) -> list[str]: ...
    def shortest(self, square: _Square) -> list[str] | None: ...
    def largest(self, square: _Square) -> list[str] | None: ...
    def max_area(self, square: _Square) -> int: ...
    def svg(self, width: SupportsIndex = 360, *, flip: bool = False) -> str: ...
    def _repr_svg_(self) -> str: ...
