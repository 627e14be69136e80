"""How a game of Switch-Side Chain-Chess ended."""

from __future__ import annotations

import dataclasses

import chess


@dataclasses.dataclass
class SsccOutcome(chess.Outcome):
    """How a game ended.

    `winner` is a player: `chess.WHITE` is the one who started with White, whatever
    colour that player holds now. So `result()` is what belongs into a PGN file.

    >>> import catena_chess
    >>> board = catena_chess.SsccBoard()
    >>> for san in ["f3", "e5", "g4", "Qh4#"]:
    ...     _ = board.push_san(san)
    >>> board.outcome()
    SsccOutcome(termination=<Termination.CHECKMATE: 1>, winner=False, side=False)
    >>> board.result()
    '0-1'
    """

    side: chess.Color | None = None
    """The colour that the winner holds at the end, or None."""
