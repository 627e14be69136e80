"""What is wrong is a ValueError or a TypeError with one sentence; nothing crashes."""

import chess
import chess.engine
import chess.variant
import pytest
from catena_chess import Engine, Run, SsccBoard, SwitchMove
from conftest import CHAINS
from hypothesis import given
from hypothesis import strategies as st

ENGINE = Engine(hash=1)
DEEP = chess.engine.Limit(depth=1)


def limit(**limits):
    return lambda: ENGINE.search(SsccBoard(), chess.engine.Limit(**limits))


@pytest.mark.parametrize(
    "error, sentence, call",
    [
        (ValueError, "the switch limit 'all' is not one of", lambda: SsccBoard(switch_limit="all")),
        (TypeError, "str", lambda: SsccBoard(switch_limit=3)),
        (ValueError, "the run '4/3' has more switches", lambda: SsccBoard(CHAINS + " 4/3")),
        (ValueError, "the run 'x' is not '-', two positive", lambda: SsccBoard(CHAINS + " x")),
        (ValueError, "has no limit, but the switch limit is size", lambda: SsccBoard(CHAINS + " 1/*")),
        (ValueError, "more parts than expected", lambda: SsccBoard(CHAINS + " 1/3 z")),
        (ValueError, "more switches than its limit", lambda: setattr(SsccBoard(), "run", Run(3, 2))),
        (chess.IllegalMoveError, "e2-e4: the move forms no chain", lambda: SsccBoard().push_uci("e2e4s")),
        (chess.IllegalMoveError, "illegal uci", lambda: SsccBoard().push_uci("e2e5")),
        (chess.IllegalMoveError, "illegal uci", lambda: SsccBoard().push_uci("e2e5s")),
        (chess.InvalidMoveError, "invalid uci", lambda: SsccBoard().push_uci("hello")),
        (chess.InvalidMoveError, "null move", lambda: SsccBoard().push_uci("0000s")),
        (chess.IllegalMoveError, "'Nd4' is not legal here", lambda: SsccBoard().push_san("Nd4")),
        (chess.InvalidMoveError, "'x' is not a move", lambda: SsccBoard().push_san("x")),
        (chess.AmbiguousMoveError, "several moves",
         lambda: SsccBoard("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").push_san("Rd1")),
        (chess.IllegalMoveError, "'e2e5' is not legal here", lambda: SsccBoard().push(chess.Move(chess.E2, chess.E5))),
        (chess.IllegalMoveError, "'P@e4' is not legal", lambda: SsccBoard().push(chess.Move.from_uci("P@e4"))),
        (chess.IllegalMoveError, "does not exist", lambda: SsccBoard().push(chess.Move(900, -4))),
        (chess.IllegalMoveError, "does not exist", lambda: SsccBoard().forms_chain(chess.Move(12, 2**80))),
        (chess.IllegalMoveError, "'a1a1s' is not legal here", lambda: SsccBoard().push(SwitchMove(0, 0))),
        (TypeError, "a move is a chess.Move, not str", lambda: SsccBoard().push("e2e4")),
        (chess.InvalidMoveError, "does not end with 's'", lambda: SwitchMove.from_uci("e2e4")),
        (ValueError, "hash is a number from 1 to", lambda: Engine(hash=0)),
        (ValueError, "hash is a number from 1 to", lambda: Engine(hash=2**60)),
        (ValueError, "-1 is not a whole number", lambda: Engine(threads=-1)),
        (ValueError, "threads is a number from 1 to 512", lambda: Engine(threads=513)),
        (ValueError, "skill is a number from 0 to 20", lambda: Engine(skill=21)),
        (TypeError, "int", lambda: Engine(hash="16")),
        (TypeError, "a board is a chess.Board, not str", lambda: ENGINE.search(CHAINS, DEEP)),
        (TypeError, "a limit is a chess.engine.Limit, not int", lambda: ENGINE.search(SsccBoard(), 3)),
        (ValueError, "a king is missing", lambda: ENGINE.search(SsccBoard.empty(), DEEP)),
        (ValueError, "does not play the variant 'atomic'", lambda: ENGINE.search(chess.variant.AtomicBoard(), DEEP)),
        (ValueError, "no root moves", lambda: ENGINE.search(SsccBoard(), DEEP, root_moves=[])),
        (ValueError, "not legal", lambda: ENGINE.search(SsccBoard(), DEEP, root_moves=[chess.Move(0, 9)])),
        (TypeError, "a move is a chess.Move", lambda: ENGINE.search(SsccBoard(), DEEP, root_moves=["e4"])),
        (ValueError, "multipv is a number from 1 to 256", lambda: ENGINE.search(SsccBoard(), DEEP, multipv=0)),
        (ValueError, "-3 is not a whole number", limit(depth=-3)),
        (ValueError, "is not a whole number", limit(nodes=2**70)),
        (ValueError, "a time is a number of seconds", limit(time=-1)),
        (ValueError, "a time is a number of seconds", limit(time=float("nan"))),
        (ValueError, "a time is a number of seconds", limit(white_clock=float("inf"))),
        (TypeError, "must be real number, not str", limit(time="1")),
    ],
)
def test_sentences(error, sentence, call):
    with pytest.raises(error, match=sentence) as raised:
        call()
    text = str(raised.value)
    assert "\n" not in text and not text.endswith(".")


def test_a_refused_move_changes_nothing():
    board = SsccBoard(CHAINS)
    for uci in ("a2a3s", "e1e5", "f1d3ss"):
        with pytest.raises(ValueError):
            board.push_uci(uci)
    assert board.fen() == CHAINS and not board.move_stack and board.legal_moves.count() == 46


@given(st.text(alphabet="KQRBNPkqrbnp12345678/ w-b/*0", max_size=70))
def test_any_fen_is_read_or_refused(text):
    try:
        board = SsccBoard(text)
        list(board.legal_moves)
        board.outcome()
    except ValueError:
        return
    assert SsccBoard(board.fen()).fen() == board.fen()


@given(st.text(max_size=12), st.booleans())
def test_any_move_is_read_or_refused(text, switch):
    for board in (SsccBoard(), SsccBoard(CHAINS)):
        for parse in (board.parse_uci, board.parse_san, lambda san: board.parse_san(san, switch=switch)):
            try:
                move = parse(text)
            except ValueError:
                continue
            assert not move or move in board.legal_moves


@given(st.integers(), st.integers(), st.none() | st.integers(), st.booleans())
def test_any_numbers_are_a_legal_move_or_not(from_square, to_square, promotion, switch):
    board = SsccBoard(CHAINS)
    move = (SwitchMove if switch else chess.Move)(from_square, to_square, promotion)
    assert board.is_legal(move) == (move in list(board.legal_moves))


@given(st.lists(st.tuples(st.integers(0, 63), st.sampled_from("KQRBNPkqrbnp")), max_size=40), st.booleans())
def test_any_pieces_can_be_played_or_are_refused(pieces, turn):
    board = SsccBoard.empty()
    board.turn = turn
    for square, symbol in pieces:
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    try:
        moves = list(board.legal_moves)
    except ValueError:
        return
    for move in moves:
        board.push(move)
        board.pop()
