"""`SteppedBoard`: a board of python-chess with a game of the Rust crate in step."""

from __future__ import annotations

from typing import Self

import chess

from . import _native
from ._move import SwitchMove
from ._state import Run, Side


class SteppedBoard(chess.Board):
    """A board that keeps the run and who holds what, and asks the rules about moves."""

    def __init__(
        self,
        fen: str | None = chess.STARTING_FEN,
        *,
        chess960: bool = False,
        switch_limit: _native._SwitchLimit = "size",
    ) -> None:
        _native.parse_run("-", switch_limit)
        self._limit: _native._SwitchLimit = switch_limit
        self._side = Side()
        self._sides: list[Side] = []
        self._game: _native.Game | None = None
        self._game_key: object = None
        super().__init__(fen, chess960=chess960)

    def push(self, move: chess.Move) -> None:
        """Plays the move, with the switch if it is a `SwitchMove`.

        Unlike `chess.Board` it raises `chess.IllegalMoveError` if that is not legal.
        Null moves are allowed; they end a run.
        """
        if not isinstance(move, chess.Move):
            raise TypeError(f"a move is a chess.Move, not {type(move).__name__}")
        if not move and not isinstance(move, SwitchMove):
            self._push_null(move)
            return
        if move.drop:
            raise chess.IllegalMoveError(f"the move '{move.uci()}' is not legal here")
        rules = self._rules()
        rules.play(self._given(move))
        self._sides.append(self._side)
        super().push(move)
        if isinstance(move, SwitchMove):
            self.move_stack[-1] = SwitchMove.of(self.move_stack[-1])
        run = rules.run
        self._side = Side(Run(*run) if run else None, rules.unswitched)
        self._game_key = self._key()

    def _push_null(self, move: chess.Move) -> None:
        self._sides.append(self._side)
        super().push(move)
        self._side = self._side._replace(run=None)
        self._game = None

    def pop(self) -> chess.Move:
        """Takes the last move back and returns it."""
        in_step = self._game is not None and self._game_key == self._key()
        move = super().pop()
        self._side = self._sides.pop()
        if in_step and self._game is not None and self._game.undo():
            self._game_key = self._key()
        else:
            self._game = None
        return move

    # Copies.

    def __getstate__(self) -> dict[str, object]:
        # The game is made again from the moves, so that boards can be pickled.
        return {**self.__dict__, "_game": None}

    def copy(self, *, stack: bool | int = True) -> Self:
        """Returns a copy, as `chess.Board.copy` does."""
        board = super().copy(stack=stack)
        board._limit = self._limit
        board._side = self._side
        if stack:
            board._sides = self._sides[-len(board.move_stack) :] if board.move_stack else []
        if stack is True and self._game is not None:
            board._game = self._game.copy()
            board._game_key = self._game_key
        return board

    def root(self) -> Self:
        """Returns a copy of the position at the bottom of the move stack."""
        board = super().root()
        board._limit = self._limit
        board._side = self._sides[0] if self._sides else self._side
        return board

    def reset_board(self) -> None:
        """Restores the set-up, with no run."""
        super().reset_board()
        self._side = Side()

    def clear_board(self) -> None:
        """Removes all pieces, and the run."""
        super().clear_board()
        self._side = Side()

    def clear_stack(self) -> None:
        """Forgets the moves. The run stays."""
        super().clear_stack()
        self._sides.clear()
        self._game = None

    def apply_mirror(self) -> None:
        """Mirrors the board and exchanges the colours, and who holds them."""
        super().apply_mirror()
        self._side = self._side._replace(unswitched=not self._side.unswitched)
        self._game = None

    def _transposition_key(self) -> tuple[object, ...]:
        return (super()._transposition_key(), self._side, self._limit)

    # The rules, kept in step.

    def _rules(self) -> _native.Game:
        """Returns the game of the native module that is in step with this board.

        python-chess lets anyone set pieces and attributes, so that this is checked.
        """
        key = self._key()
        if self._game is None or self._game_key != key:
            self._game = self._replayed()
            self._game_key = key
        return self._game

    def _key(self) -> object:
        return (
            self.pawns, self.knights, self.bishops, self.rooks, self.queens, self.kings,
            self.occupied_co[0], self.occupied_co[1], self.turn, self.castling_rights,
            self.ep_square, self.halfmove_clock, self.fullmove_number, self.chess960,
        )  # fmt: skip

    def _native_game(self) -> _native.Game:
        fen = self.fen(shredder=self.chess960, en_passant="fen")
        return _native.Game(fen, self._limit, self.chess960, self._side.unswitched)

    def _replayed(self) -> _native.Game:
        """Returns the game with its moves, which repetitions need."""
        now = self._native_game()
        nulls = [at for at, move in enumerate(self.move_stack) if not move]
        first = nulls[-1] + 1 if nulls else 0
        if first >= len(self.move_stack):
            return now
        start = type(self)(None, chess960=self.chess960, switch_limit=self._limit)
        self._stack[first].restore(start)
        start._side = self._sides[first]
        try:
            game = start._native_game()
            for at, move in enumerate(self.move_stack[first:], first):
                self._stack[at].restore(start)
                game.play(start._given(move))
        except ValueError:
            return now
        return game if game.fen == now.fen else now

    def _given(self, move: chess.Move) -> _native._Decision:
        """The numbers of a move, castling from the king to the rook."""
        plain = self._to_chess960(move)
        return (plain.from_square, plain.to_square, plain.promotion, isinstance(move, SwitchMove))

    def _move(self, decision: _native._Decision) -> chess.Move:
        move = self._from_chess960(self.chess960, *decision[:3])
        return SwitchMove.of(move) if decision[3] else move

    def _read_run(self, text: str) -> Run | None:
        run = _native.parse_run(text, self._limit)
        return Run(*run) if run else None
