"""`SsccBoard`: a board of python-chess that knows the switch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import chess

from . import _native
from ._move import SwitchMove
from ._outcome import SsccOutcome
from ._state import Run, Side
from ._stepped import SteppedBoard


class SsccBoard(SteppedBoard):
    """A board of Switch-Side Chain-Chess.

    It is a `chess.Board` with one more choice: a player whose move forms a chain may
    switch sides. Legal moves are `chess.Move`, and `SwitchMove` where a switch may
    follow. All rules are those of the Rust crate `catena-chess`.

    `switch_limit` is the limit on switches in a row: "size" (of the first chain),
    "moves" (the number of the full move) or "none".

    >>> import chess, catena_chess
    >>> board = catena_chess.SsccBoard(
    ...     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"
    ... )
    >>> board.legal_moves.count()
    46
    >>> [move.uci() for move in board.legal_moves if isinstance(move, catena_chess.SwitchMove)][:3]
    ['f2f3s', 'b2b4s', 'f2f4s']
    >>> board.push_uci("f1d3s")
    SwitchMove.from_uci('f1d3s')
    >>> board.fen()
    'r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2NB4/PP3PPP/R1BQK1NR b KQkq - 2 6 1/4'
    >>> board.player_to_move == chess.WHITE    # the player who started with White
    True
    >>> board.pop()
    SwitchMove.from_uci('f1d3s')
    """

    aliases: ClassVar[list[str]] = ["Switch-Side Chain-Chess", "SSCC"]
    uci_variant: ClassVar[str | None] = "sscc"
    xboard_variant: ClassVar[str | None] = None

    tbw_suffix: ClassVar[str | None] = None
    tbz_suffix: ClassVar[str | None] = None
    tbw_magic: ClassVar[bytes | None] = None
    tbz_magic: ClassVar[bytes | None] = None

    # Who holds what.

    @property
    def switch_limit(self) -> _native._SwitchLimit:
        """The limit on switches in a row: "size", "moves" or "none"."""
        return self._limit

    @switch_limit.setter
    def switch_limit(self, limit: _native._SwitchLimit) -> None:
        _native.parse_run(str(self.run or "-"), limit)
        self._limit = limit
        self._game = None

    @property
    def run(self) -> Run | None:
        """The switches before this move with no turn of the other player between."""
        return self._side.run

    @run.setter
    def run(self, run: Run | None) -> None:
        self._side = self._side._replace(run=self._read_run(str(run or "-")))
        self._game = None

    def holder(self, color: chess.Color) -> chess.Color:
        """Returns the player who holds the colour, named by the colour at the start.

        >>> import chess, catena_chess
        >>> catena_chess.SsccBoard().holder(chess.BLACK) == chess.BLACK
        True
        """
        return color == self._side.unswitched

    def color_of(self, player: chess.Color) -> chess.Color:
        """Returns the colour that the player holds who started with `player`.

        >>> import chess, catena_chess
        >>> catena_chess.SsccBoard().color_of(chess.WHITE) == chess.WHITE
        True
        """
        return player == self._side.unswitched

    @property
    def player_to_move(self) -> chess.Color:
        """The player to move, named by the colour at the start."""
        return self.holder(self.turn)

    @property
    def uci_options(self) -> dict[str, str | int | bool | None]:
        """The options that an engine needs for this board.

        python-chess sets `UCI_Variant` itself. Pass these to `play` and `analyse`.

        >>> import catena_chess
        >>> catena_chess.SsccBoard(switch_limit="none").uci_options
        {'SwitchLimit': 'none'}
        """
        return {"SwitchLimit": self._limit}

    # Chains.

    def forms_chain(self, move: chess.Move) -> bool:
        """Returns whether the legal move forms a chain.

        >>> import chess, catena_chess
        >>> catena_chess.SsccBoard().forms_chain(chess.Move.from_uci("e2e4"))
        False
        """
        return self._rules().forms_chain(*self._given(move)[:3])

    def chain_size(self, move: chess.Move) -> int:
        """Returns the most empty squares inside a chain that the legal move forms, or 0.

        >>> import chess, catena_chess
        >>> board = catena_chess.SsccBoard(
        ...     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"
        ... )
        >>> board.chain_size(chess.Move.from_uci("f1d3"))
        4
        """
        return self._rules().chain_size(*self._given(move)[:3])

    def chain(self, move: chess.Move) -> list[chess.Square]:
        """Returns the squares of a shortest chain that the legal move forms.

        They are in order, from the piece that moved. There are none if it forms no chain.

        >>> import chess, catena_chess
        >>> board = catena_chess.SsccBoard(
        ...     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"
        ... )
        >>> len(board.chain(chess.Move.from_uci("f1d3")))
        11
        """
        return self._rules().chain(*self._given(move)[:3])

    # Moves.

    def generate_legal_moves(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """Yields the legal moves, and where a switch may follow, the same with it."""
        for decision in self._rules().legal_decisions():
            if from_mask >> decision[0] & 1 and to_mask >> decision[1] & 1:
                yield self._move(decision)

    def generate_legal_ep(
        self, from_mask: chess.Bitboard = chess.BB_ALL, to_mask: chess.Bitboard = chess.BB_ALL
    ) -> Iterator[chess.Move]:
        """Yields the legal captures en passant, without and with a switch."""
        return (
            move
            for move in self.generate_legal_moves(from_mask, to_mask)
            if self.is_en_passant(move)
        )

    def has_legal_en_passant(self) -> bool:
        """Returns whether a capture en passant is legal."""
        # By chess alone, so that a position that cannot be played has a FEN too.
        return self.ep_square is not None and any(super().generate_legal_ep())

    def is_legal(self, move: chess.Move) -> bool:
        """Returns whether the move, and the switch if it has one, is legal."""
        return bool(move) and not move.drop and self._rules().is_legal(self._given(move))

    # Notation.

    def uci(self, move: chess.Move, *, chess960: bool | None = None) -> str:
        """Returns the move in the notation of UCI, with an `s` for a switch."""
        switch = "s" if isinstance(move, SwitchMove) else ""
        return super().uci(move, chess960=chess960) + switch

    def parse_uci(self, uci: str) -> chess.Move:
        """Returns the legal move that the text names.

        >>> import catena_chess
        >>> catena_chess.SsccBoard().parse_uci("e2e4s")
        Traceback (most recent call last):
        ...
        chess.IllegalMoveError: no switch after e2-e4: the move forms no chain
        """
        plain = super().parse_uci(uci.removesuffix("s"))
        if not uci.endswith("s"):
            return plain
        move = SwitchMove.of(plain)
        if not self.is_legal(move):
            # Playing it says why not.
            self.copy().push(move)
        return move

    def san(self, move: chess.Move) -> str:
        """Returns the move in standard algebraic notation. A switch is no part of it."""
        return self._rules().san(*self._given(move)[:3]) if move else super().san(move)

    def parse_san(self, san: str, *, switch: bool = False) -> chess.Move:
        """Returns the legal move that the text names, with a switch if `switch` is true.

        >>> import catena_chess
        >>> board = catena_chess.SsccBoard(
        ...     "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"
        ... )
        >>> board.parse_san("Bd3", switch=True)
        SwitchMove.from_uci('f1d3s')
        """
        if san in ("--", "Z0", "0000", "@@@@") and not switch:
            return chess.Move.null()
        move = self._move(self._rules().parse_san(san))
        return self.parse_uci(move.uci() + "s") if switch else move

    def push_san(self, san: str, *, switch: bool = False) -> chess.Move:
        """Plays the move that the text names, with a switch if `switch` is true."""
        move = self.parse_san(san, switch=switch)
        self.push(move)
        return move

    def fen(
        self,
        *,
        shredder: bool = False,
        en_passant: chess.EnPassantSpec = "legal",
        promoted: bool | None = None,
    ) -> str:
        """Returns the FEN, with the run as a seventh field if there is one."""
        fen = super().fen(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return f"{fen} {self.run}" if self.run else fen

    def shredder_fen(
        self, *, en_passant: chess.EnPassantSpec = "legal", promoted: bool | None = None
    ) -> str:
        """Returns the Shredder-FEN, with the run as a seventh field if there is one."""
        return self.fen(shredder=True, en_passant=en_passant, promoted=promoted)

    def set_fen(self, fen: str) -> None:
        """Sets the position. The seventh field, the run, may be left out.

        The player who started with White holds White then.
        """
        fields = fen.split()
        run = self._read_run(fields.pop(6)) if len(fields) == 7 else None
        super().set_fen(" ".join(fields))
        self._side = Side(run)

    # The end of the game.

    def outcome(self, *, claim_draw: bool = False) -> SsccOutcome | None:
        """Returns how the game ended, or None.

        Moves that are played after the end do not change it. With `claim_draw` a draw
        by threefold repetition or fifty moves that may be claimed now ends it too.
        """
        rules = self._rules()
        ended = rules.outcome()
        if ended is None:
            draw = rules.claimable_draw() if claim_draw else None
            return SsccOutcome(chess.Termination[draw], None) if draw else None
        termination, winner = ended
        side = None if winner is None else self.color_of(winner)
        return SsccOutcome(chess.Termination[termination], winner, side)

    def is_repetition(self, count: int = 3) -> bool:
        """Returns whether the position has been on the board this often.

        The run and who holds White are parts of the position.
        """
        return self._rules().repetitions >= count

    def can_claim_draw(self) -> bool:
        """Returns whether the player to move may claim a draw now."""
        return self._rules().claimable_draw() is not None

    def can_claim_fifty_moves(self) -> bool:
        """Returns whether fifty moves without progress may be claimed now."""
        return self.is_fifty_moves()

    def can_claim_threefold_repetition(self) -> bool:
        """Returns whether threefold repetition may be claimed now."""
        return self.is_repetition(3)


def board_rules(board: chess.Board) -> _native.Game:
    """Returns the game of the native module for any board, with its moves."""
    if isinstance(board, SsccBoard):
        return board._rules()
    if type(board).uci_variant != "chess":
        raise ValueError(f"the engine does not play the variant '{type(board).uci_variant}'")
    copy = SsccBoard(None, chess960=board.chess960)
    chess._BoardState(board).restore(copy)
    copy.move_stack = board.move_stack.copy()
    copy._stack = board._stack.copy()
    copy._sides = [Side()] * len(copy.move_stack)
    return copy._rules()
