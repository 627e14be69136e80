"""`Engine`: the engine of catena in this process."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

import chess
import chess.engine

from . import _native
from ._board import SsccBoard, board_rules
from ._move import SwitchMove


@dataclasses.dataclass
class SearchResult:
    """What a search found.

    >>> import chess.engine, catena_chess
    >>> board = catena_chess.SsccBoard("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1")
    >>> result = catena_chess.Engine(hash=1).search(board, chess.engine.Limit(depth=4))
    >>> result.score.relative, result.pv
    (Mate(+1), [Move.from_uci('e1e8')])
    """

    decision: chess.Move | None
    """The move to play, a `SwitchMove` if a switch follows; None if there is no move."""

    ponder: chess.Move | None
    """The reply that is expected of the other player, or None."""

    score: chess.engine.PovScore
    """What the decision is worth to the player to move, by the colour that moves now."""

    nodes: int
    """How many positions were searched."""

    lines: list[chess.engine.InfoDict]
    """The best lines, as many as `multipv` asks for, as python-chess has them."""

    @property
    def pv(self) -> list[chess.Move]:
        """The line that begins with the decision.

        It is the decision alone if the search ended before it had a whole line.
        """
        if self.decision is None:
            return []
        lines = [line["pv"] for line in self.lines if line["pv"][:1] == [self.decision]]
        return lines[0] if lines else [self.decision]


class Engine:
    """The engine of catena. It plays Switch-Side Chain-Chess and chess, by the class of
    the board.

    `hash` is the size of its table in mebibytes, `skill` is from 0 to 20. While it
    searches, other threads of Python run, and Ctrl-C ends the search.

    >>> import chess.engine, catena_chess
    >>> engine = catena_chess.Engine()
    >>> board = catena_chess.SsccBoard(
    ...     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"
    ... )
    >>> result = engine.search(board, chess.engine.Limit(depth=6))
    >>> isinstance(result.decision, catena_chess.SwitchMove)
    True
    >>> board.push(result.decision)
    """

    def __init__(self, *, hash: int = 16, threads: int = 1, skill: int = 20) -> None:
        self._native = _native.Engine(hash, threads, skill)

    def search(
        self,
        board: chess.Board,
        limit: chess.engine.Limit,
        *,
        multipv: int = 1,
        root_moves: Iterable[chess.Move] | None = None,
    ) -> SearchResult:
        """Searches the position until a limit is reached.

        Without a limit it searches until `stop` is called or Ctrl-C is pressed. Of a
        move that a switch may follow, both decisions must be among `root_moves` to be
        searched.
        """
        if not isinstance(board, chess.Board):
            raise TypeError(f"a board is a chess.Board, not {type(board).__name__}")
        if not isinstance(limit, chess.engine.Limit):
            raise TypeError(f"a limit is a chess.engine.Limit, not {type(limit).__name__}")
        game = board_rules(board)
        roots = None if root_moves is None else [_given(board, move) for move in root_moves]
        if roots == []:
            raise ValueError("there are no root moves to search")
        best, ponder, score, nodes, lines = self._native.search(
            game.copy(), limit, multipv, roots or [], isinstance(board, SsccBoard)
        )
        infos = [_info(board, number, line) for number, line in enumerate(lines, 1)]
        after = [best, ponder] if best and ponder else [best] if best else []
        moves = _moves(board, after)
        return SearchResult(
            moves[0] if moves else None,
            moves[1] if len(moves) > 1 else None,
            _score(board, score),
            nodes,
            infos,
        )

    def stop(self) -> None:
        """Ends the search that another thread waits for; it returns what it has found."""
        self._native.stop()

    def clear(self) -> None:
        """Forgets all that was learnt, as for a new game."""
        self._native.clear()


def _given(board: chess.Board, move: chess.Move) -> tuple[int, int, int | None, bool]:
    if not isinstance(move, chess.Move):
        raise TypeError(f"a move is a chess.Move, not {type(move).__name__}")
    plain = board._to_chess960(move)
    return (plain.from_square, plain.to_square, plain.promotion, isinstance(move, SwitchMove))


def _moves(board: chess.Board, decisions: list[_native._Decision]) -> list[chess.Move]:
    """The decisions of a line as moves, castling as the board writes it."""
    board = board.copy(stack=False)
    moves = []
    for from_square, to_square, promotion, switches in decisions:
        move = board._from_chess960(board.chess960, from_square, to_square, promotion)
        moves.append(SwitchMove.of(move) if switches else move)
        board.push(moves[-1])
    return moves


def _score(board: chess.Board, score: tuple[bool, int]) -> chess.engine.PovScore:
    is_mate, value = score
    relative = chess.engine.Mate(value) if is_mate else chess.engine.Cp(value)
    return chess.engine.PovScore(relative, board.turn)


def _info(board: chess.Board, number: int, line: _native._Line) -> chess.engine.InfoDict:
    depth, seldepth, score, nodes, time, hashfull, decisions = line
    return {
        "multipv": number,
        "depth": depth,
        "seldepth": seldepth,
        "score": _score(board, score),
        "nodes": nodes,
        "time": time,
        "hashfull": hashfull,
        "pv": _moves(board, decisions),
    }
