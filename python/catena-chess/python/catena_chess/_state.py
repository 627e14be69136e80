"""What a position of Switch-Side Chain-Chess has beyond one of chess."""

from __future__ import annotations

from typing import NamedTuple


class Run(NamedTuple):
    """How often a player has switched without a turn of the other player.

    >>> import catena_chess
    >>> run = catena_chess.Run(used=1, limit=3)
    >>> str(run)
    '1/3'
    """

    used: int
    """How many switches were made."""

    limit: int | None
    """How many may be made in all; None is no limit."""

    def __str__(self) -> str:
        return f"{self.used}/{'*' if self.limit is None else self.limit}"


class Side(NamedTuple):
    """The run, and whether the player who started with White holds White."""

    run: Run | None = None
    unswitched: bool = True
