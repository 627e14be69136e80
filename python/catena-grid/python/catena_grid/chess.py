"""Chains on the chess board.

A board is a `chess.Board` of python-chess, a FEN, or an int with a bit per occupied
square; bit 0 is a1 and bit 63 is h8, as in python-chess. Squares have names, like
"f3", or numbers from 0 to 63; they are not (row, col).

>>> import catena_grid as cg
>>> cg.chess.has_chain("8/8/2pp4/1p2p3/2pp4/8/8/8", "b5")
True
"""

from ._native import Position, check, has_chain

__all__ = ["Position", "check", "has_chain"]
