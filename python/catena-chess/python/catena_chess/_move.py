"""Moves with a switch."""

from __future__ import annotations

from typing import Self

import chess


class SwitchMove(chess.Move):
    """A move after which the player switches sides.

    A move without a switch is an ordinary `chess.Move`; the two are never equal. In
    the notation of UCI a switch is an `s` after the move.

    >>> import chess, catena_chess
    >>> move = catena_chess.SwitchMove.from_uci("f1d3s")
    >>> move
    SwitchMove.from_uci('f1d3s')
    >>> move.plain()
    Move.from_uci('f1d3')
    >>> move == move.plain()
    False
    """

    def uci(self) -> str:
        """Returns the move in the notation of UCI, with an `s`."""
        return super().uci() + "s"

    @classmethod
    def from_uci(cls, uci: str) -> Self:
        """Returns the move that the text names. It must end with `s`."""
        if not uci.endswith("s"):
            raise chess.InvalidMoveError(f"the move {uci!r} does not end with 's' for a switch")
        return cls.of(chess.Move.from_uci(uci[:-1]))

    @classmethod
    def of(cls, move: chess.Move) -> Self:
        """Returns this move, with a switch."""
        if not move or move.drop:
            raise chess.InvalidMoveError("no switch can follow a null move or a drop")
        return cls(move.from_square, move.to_square, move.promotion)

    def plain(self) -> chess.Move:
        """Returns the move without the switch."""
        return chess.Move(self.from_square, self.to_square, self.promotion)

    def __repr__(self) -> str:
        return f"SwitchMove.from_uci({self.uci()!r})"
