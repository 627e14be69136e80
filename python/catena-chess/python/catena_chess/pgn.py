"""PGN files of Switch-Side Chain-Chess, by python-chess's own reader and writer.

The moves in a file are those of chess. A switch is a comment command after its move,
`[%sscc SW]` or `[%sscc SB]`, and the limit and the run have tags of their own. In a
`SsccGame` a switch is a `SwitchMove` instead, and the comments do not have the command.

>>> import io, catena_chess, catena_chess.pgn
>>> board = catena_chess.SsccBoard()
>>> for san in ["e4", "e5", "d4", "d6", "d5", "Nf6", "c4", "Nbd7", "Nc3", "Nc5"]:
...     _ = board.push_san(san)
>>> _ = board.push_san("Bd3", switch=True)
>>> game = catena_chess.pgn.SsccGame.from_board(board)
>>> print(game.mainline())
1. e4 e5 2. d4 d6 3. d5 Nf6 4. c4 Nbd7 5. Nc3 Nc5 6. Bd3 { [%sscc SW] }
>>> again = catena_chess.pgn.read_game(io.StringIO(str(game)))
>>> again.end().board() == board, again.end().move
(True, SwitchMove.from_uci('f1d3s'))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TextIO, TypeVar, cast

import chess
import chess.pgn

from ._board import SsccBoard
from ._move import SwitchMove

__all__ = ["SsccGame", "SsccGameBuilder", "SsccHeaders", "SsccNode", "read_game"]

_T = TypeVar("_T")

_VARIANT = SsccBoard.aliases[0]

# python-chess refuses variants that it does not know. It reads one tag per line, so it
# takes this line for one tag, and the game for chess, which its moves are.
_ONE_LINE = f'sscc"] [Variant "{_VARIANT}'

_COMMANDS = {chess.WHITE: "[%sscc SW]", chess.BLACK: "[%sscc SB]"}


class SsccHeaders(chess.pgn.Headers):
    """The tags of a game, which know the variant.

    >>> import catena_chess.pgn
    >>> headers = catena_chess.pgn.SsccHeaders({"Variant": "Switch-Side Chain-Chess"})
    >>> headers["SwitchLimit"] = "none"
    >>> headers.board().switch_limit
    'none'
    """

    def __setitem__(self, key: str, value: str) -> None:
        if key == "UCI_Variant" and value == _ONE_LINE:
            key, value = "Variant", _VARIANT
        super().__setitem__(key, value)

    def is_sscc(self) -> bool:
        """Returns whether the game is Switch-Side Chain-Chess."""
        return self.get("Variant", "").strip().lower() == _VARIANT.lower()

    def variant(self) -> type[chess.Board]:
        """Returns the class of the board.

        The seventh field of a FEN becomes the tag `SwitchRun`.
        """
        if not self.is_sscc():
            return super().variant()
        fields = self.get("FEN", "").split()
        if len(fields) == 7:
            self["FEN"] = " ".join(fields[:6])
            self.setdefault("SwitchRun", fields[6])
        self.prepare(SsccBoard())
        return SsccBoard

    def board(self) -> chess.Board:
        """Returns the position from which the game starts."""
        board = super().board()
        if isinstance(board, SsccBoard):
            self.prepare(board)
        return board

    def prepare(self, board: SsccBoard) -> None:
        """Gives the board the limit and the run of the tags."""
        board.switch_limit = cast(Any, self.get("SwitchLimit", "size").strip())
        run = self.get("SwitchRun", "-").strip()
        if run != "-":
            board.run = board._read_run(run)


class _Nodes(chess.pgn.GameNode):
    """A node whose variations are `SsccNode`."""

    def add_variation(
        self,
        move: chess.Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = [],
    ) -> SsccNode:
        """Adds a move and returns its node."""
        return SsccNode(
            self, move, comment=comment, starting_comment=starting_comment, nags=nags
        )


class SsccNode(_Nodes, chess.pgn.ChildNode):
    """A move of a `SsccGame`. If it is a `SwitchMove`, its comment is written with the
    command for a switch.

    >>> import chess, catena_chess.pgn
    >>> game = catena_chess.pgn.SsccGame()
    >>> node = game.add_variation(chess.Move.from_uci("e2e4"), comment="best by test")
    >>> str(node)
    '1. e4 { best by test }'
    """

    def _accept_node(
        self, parent_board: chess.Board, visitor: chess.pgn.BaseVisitor[_T]
    ) -> None:
        comment = self.comment
        if isinstance(self.move, SwitchMove):
            self.comment = " ".join(filter(None, [_COMMANDS[parent_board.turn], comment]))
        try:
            super()._accept_node(parent_board, visitor)
        finally:
            self.comment = comment


class SsccGame(_Nodes, chess.pgn.Game):
    """A game of Switch-Side Chain-Chess, or of chess.

    >>> import catena_chess, catena_chess.pgn
    >>> board = catena_chess.SsccBoard(switch_limit="none")
    >>> game = catena_chess.pgn.SsccGame.from_board(board)
    >>> game.headers["Variant"], game.headers["SwitchLimit"]
    ('Switch-Side Chain-Chess', 'none')
    """

    headers: SsccHeaders

    def __init__(
        self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None
    ) -> None:
        super().__init__(headers)
        self.headers = SsccHeaders(headers)

    @classmethod
    def builder(cls) -> SsccGameBuilder:
        """Returns a visitor that builds such a game, for `chess.pgn.read_game`."""
        return SsccGameBuilder(Game=cls)

    def setup(self, board: chess.Board | str) -> None:
        """Sets the tags that say how the game starts."""
        super().setup(board)
        for tag in ("SwitchLimit", "SwitchRun"):
            self.headers.pop(tag, None)
        if not isinstance(board, SsccBoard):
            return
        if board.switch_limit != "size":
            self.headers["SwitchLimit"] = board.switch_limit
        if board.run:
            self.headers["SwitchRun"] = str(board.run)
        # A seventh field would keep other programs from opening the file.
        fen = " ".join(board.fen().split()[:6])
        if fen == SsccBoard.starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers.update({"SetUp": "1", "FEN": fen})

    def accept(self, visitor: chess.pgn.BaseVisitor[_T]) -> _T:
        """Shows the game to a visitor, such as an exporter."""
        if self.headers.is_sscc():
            visitor = cast("chess.pgn.BaseVisitor[_T]", _OneLine(visitor))
        return super().accept(visitor)


class _OneLine:
    """A visitor that is told of the variant the way every program reads it."""

    def __init__(self, visitor: chess.pgn.BaseVisitor[_T]) -> None:
        self._visitor = visitor

    def __getattr__(self, name: str) -> Any:
        return getattr(self._visitor, name)

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        if tagname == "Variant":
            self._visitor.visit_header("UCI_Variant", _ONE_LINE)
        elif tagname != "UCI_Variant":
            self._visitor.visit_header(tagname, tagvalue)


class SsccGameBuilder(chess.pgn.GameBuilder[SsccGame]):
    """Builds a `SsccGame` while python-chess reads it.

    A switch that is not allowed is one of the `errors` of the game, and ends its line.

    >>> import io, chess.pgn, catena_chess.pgn
    >>> text = '[Variant "Switch-Side Chain-Chess"]\\n\\n1. e4 {[%sscc SW] why} e5 *'
    >>> class Quiet(catena_chess.pgn.SsccGameBuilder):
    ...     def handle_error(self, error):
    ...         self.game.errors.append(error)
    >>> game = chess.pgn.read_game(io.StringIO(text), Visitor=Quiet)
    >>> game.errors
    [IllegalMoveError('no switch after e2-e4: the move forms no chain')]
    >>> len(list(game.mainline()))
    1
    """

    def __init__(self, *, Game: type[SsccGame] = SsccGame) -> None:
        super().__init__(Game=Game)

    def begin_game(self) -> None:
        """Starts a new game."""
        super().begin_game()
        # The board of each open variation, as far as the reader has shown it.
        self._boards: list[chess.Board | None] = [None]
        self._is_new = True
        # A board whose line ends with an error, and whether moves were left out since.
        self._refused: chess.Board | None = None
        self._leaves_out = False
        self._skips_variation = False

    def visit_board(self, board: chess.Board) -> None:
        """Takes note of the board that the reader plays on."""
        if self._is_new and isinstance(board, SsccBoard):
            self.game.headers.prepare(board)
        self._is_new = False
        self._boards[-1] = board

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType | None:
        """Leaves out the moves of a line after its error."""
        self._boards[-1] = board
        self._leaves_out = board is self._refused
        return chess.pgn.SKIP if self._leaves_out else None

    def visit_nag(self, nag: int) -> None:
        """Adds a mark to the move."""
        if not self._leaves_out:
            super().visit_nag(nag)

    def visit_comment(self, comment: str) -> None:
        """Takes the command for a switch out of the comment and carries it out."""
        if self._leaves_out:
            return
        node, board = self.variation_stack[-1], self._boards[-1]
        if isinstance(node, SsccNode) and self.in_variation:
            if isinstance(node.move, SwitchMove):
                comment = _without(comment, *_COMMANDS.values())
            elif isinstance(board, SsccBoard) and board.move_stack and board.peek() == node.move:
                comment = self._carried_out(board, node, comment)
        if comment:
            super().visit_comment(comment)

    def _carried_out(self, board: SsccBoard, node: SsccNode, comment: str) -> str:
        own, other = _COMMANDS[not board.turn], _COMMANDS[board.turn]
        if other in comment:
            self._refuse(board, ValueError(f"'{other}' follows a move of the other side"))
        elif own in comment:
            comment = _without(comment, own)
            self._switch(board, node)
        return comment

    def _switch(self, board: SsccBoard, node: SsccNode) -> None:
        board.pop()
        try:
            switch = SwitchMove.of(node.move)
            board.push(switch)
        except ValueError as error:
            board.push(node.move)
            self._refuse(board, error)
        else:
            node.move = switch

    def _refuse(self, board: SsccBoard, error: ValueError) -> None:
        self._refused = board
        self.handle_error(error)

    # python-chess declares that nothing is returned here, but its reader takes SKIP.
    def begin_variation(self) -> chess.pgn.SkipType | None:  # type: ignore[override]
        """Starts a variation, unless it belongs to a move that was left out."""
        if self._leaves_out:
            self._skips_variation = True
            return chess.pgn.SKIP
        super().begin_variation()
        self._boards.append(None)
        return None

    def end_variation(self) -> None:
        """Ends a variation."""
        if self._skips_variation:
            self._skips_variation = False
            return
        super().end_variation()
        self._boards.pop()
        self._leaves_out = False


def _without(comment: str, *commands: str) -> str:
    for command in commands:
        comment = comment.replace(command, "")
    return comment.strip()


def read_game(handle: TextIO) -> SsccGame | None:
    """Reads the next game of a file, by python-chess; None at its end.

    Games of chess are read too. Errors are in `game.errors`.

    >>> import io, catena_chess.pgn
    >>> catena_chess.pgn.read_game(io.StringIO("1. e4 e5 *")).end().san()
    'e5'
    """
    return chess.pgn.read_game(handle, Visitor=SsccGameBuilder)
