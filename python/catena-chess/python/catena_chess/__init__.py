"""Switch-Side Chain-Chess for python-chess: a board, PGN files, and an engine.

Switch-Side Chain-Chess is chess with one more choice. A player whose move forms a
*chain*, a closed line of pieces around at least two adjacent empty squares, may switch
sides with the opponent, and then moves again.

| what | where |
|---|---|
| the board, a `chess.Board` | `SsccBoard` |
| a move with a switch, a `chess.Move` | `SwitchMove` |
| how a game ended, a `chess.Outcome` | `SsccOutcome` |
| PGN, by python-chess's reader and writer | `catena_chess.pgn` |
| the engine in this process | `Engine` |

The rules are those of the Rust crate `catena-chess`.

>>> import chess.engine, catena_chess
>>> board = catena_chess.SsccBoard()
>>> for san in ["e4", "e5", "d4", "d6", "d5", "Nf6", "c4", "Nbd7", "Nc3", "Nc5"]:
...     _ = board.push_san(san)
>>> board.push_san("Bd3", switch=True)
SwitchMove.from_uci('f1d3s')
>>> board.run, board.holder(chess.WHITE) == chess.BLACK
(Run(used=1, limit=4), True)
>>> result = catena_chess.Engine().search(board, chess.engine.Limit(depth=4))
>>> result.decision in board.legal_moves
True
"""

from . import pgn
from ._board import SsccBoard
from ._engine import Engine, SearchResult
from ._move import SwitchMove
from ._outcome import SsccOutcome
from ._state import Run

__all__ = [
    "Engine",
    "Run",
    "SearchResult",
    "SsccBoard",
    "SsccOutcome",
    "SwitchMove",
    "pgn",
]
