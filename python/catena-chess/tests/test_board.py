"""The board: moves and switches, who holds what, and python-chess's own habits."""

import copy
import pickle
import random

import chess
import pytest
from catena_chess import Run, SsccBoard, SwitchMove
from conftest import CHAINS, LIMITS, boards, plain, play_on
from hypothesis import given
from hypothesis import strategies as st

SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"]


@given(boards())
def test_the_moves_are_those_of_chess_and_the_switches(board):
    moves = list(board.legal_moves)
    stays = [move for move in moves if not isinstance(move, SwitchMove)]
    assert len(set(moves)) == len(moves)
    assert set(stays) == set(plain(board).legal_moves)
    for move in moves:
        assert move in board.legal_moves
        if isinstance(move, SwitchMove):
            assert board.forms_chain(move) and move.plain() in stays
        assert bool(board.chain(move)) == board.forms_chain(move) == (board.chain_size(move) >= 2)


@given(boards())
def test_the_board_stays_in_step_with_the_rules(board):
    """Whatever was pushed, the FEN is the one of the Rust crate."""
    fens = [board.fen()]
    while board.move_stack:
        assert board._rules().fen.split()[:2] == board.fen().split()[:2]
        assert board._rules().fen.split()[6:] == board.fen().split()[6:]
        assert board._rules().unswitched == (board.holder(chess.WHITE) == chess.WHITE)
        board.pop()
        fens.append(board.fen())
    assert board == board.root()


@given(boards(), st.integers(0, 100))
def test_copies_are_alike(board, stack):
    whole, short, bare, root = board.copy(), board.copy(stack=stack), board.copy(stack=False), board.root()
    rebuilt = root.copy()
    for move in board.move_stack:
        rebuilt.push(move)
    for other in (whole, short, bare, rebuilt, copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.fen() == board.fen()
        assert (other.run, other.switch_limit) == (board.run, board.switch_limit)
        assert other.player_to_move == board.player_to_move
    assert whole.move_stack == rebuilt.move_stack == board.move_stack
    assert short.move_stack == (board.move_stack[-stack:] if stack else [])
    assert whole.outcome() == rebuilt.outcome() == board.outcome()
    while short.move_stack:
        assert short.pop() == whole.pop()
        assert short.fen() == whole.fen()


@given(boards())
def test_a_fen_is_read_back(board):
    fen = board.fen(shredder=board.chess960)
    again = SsccBoard(fen, chess960=board.chess960, switch_limit=board.switch_limit)
    assert again.fen() == board.fen() and again.run == board.run
    assert list(again.legal_moves) == list(board.copy(stack=False).legal_moves)


@given(boards())
def test_notations_are_read_back(board):
    for move in board.legal_moves:
        switch = isinstance(move, SwitchMove)
        assert board.parse_uci(board.uci(move)) == move
        assert board.uci(move).endswith("s") == switch
        assert board.parse_san(board.san(move), switch=switch) == move
        assert board.san(move) == plain(board).san(chess.Move(*board._given(move)[:3]))


def test_a_switch():
    board = SsccBoard(CHAINS)
    assert board.push_uci("f1d3s") == SwitchMove(chess.F1, chess.D3)
    assert board.turn == chess.BLACK and board.player_to_move == chess.WHITE
    assert board.holder(chess.BLACK) == chess.WHITE and board.holder(chess.WHITE) == chess.BLACK
    assert board.color_of(chess.WHITE) == chess.BLACK and board.color_of(chess.BLACK) == chess.WHITE
    assert board.run == Run(1, 4) and board.fen().endswith(" 1/4")
    board.push_san("a6")
    assert board.run is None and board.player_to_move == chess.BLACK
    board.pop()
    assert board.run == Run(1, 4)
    assert board.pop() == SwitchMove(chess.F1, chess.D3)
    assert board.fen() == CHAINS and board.player_to_move == chess.WHITE


@pytest.mark.parametrize("limit, run", [("size", "1/4"), ("moves", "1/6"), ("none", "1/*")])
def test_limits(limit, run):
    board = SsccBoard(CHAINS, switch_limit=limit)
    board.push_uci("f1d3s")
    assert str(board.run) == run


def test_a_run_at_its_limit():
    board = SsccBoard(CHAINS + " 2/2")
    assert not any(isinstance(move, SwitchMove) for move in board.legal_moves)
    with pytest.raises(chess.IllegalMoveError, match="the run has reached its limit of 2"):
        board.push_uci("f1d3s")
    board.run = None
    assert SwitchMove.from_uci("f1d3s") in board.legal_moves


def test_the_player_wins_who_holds_the_side_that_mates():
    """Random games that end with checkmate, after an even and an odd number of switches."""
    results = set()
    for seed in range(600):
        board = SsccBoard()
        play_on(board, 300, random.Random(seed))
        if not board.is_checkmate():
            continue
        switches = sum(isinstance(move, SwitchMove) for move in board.move_stack)
        mating = not board.turn
        winner = mating if switches % 2 == 0 else not mating
        outcome = board.outcome()
        assert (outcome.termination, outcome.winner, outcome.side) == (
            chess.Termination.CHECKMATE, winner, mating,
        )  # fmt: skip
        assert board.result() == ("1-0" if winner == chess.WHITE else "0-1")
        assert list(board.legal_moves) == []
        results.add((winner, mating))
        if len(results) == 4:
            return
    pytest.fail(f"only {results}")


def test_draws():
    assert SsccBoard("8/8/4k3/8/8/4K3/8/8 w - - 0 1").outcome().termination.name == "INSUFFICIENT_MATERIAL"
    assert SsccBoard("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome().termination.name == "STALEMATE"
    assert SsccBoard("7k/8/6K1/8/8/8/8/R7 w - - 150 90").outcome().termination.name == "SEVENTYFIVE_MOVES"
    fifty = SsccBoard("7k/8/6K1/8/8/8/8/R7 w - - 100 90")
    assert fifty.outcome() is None and fifty.can_claim_draw()
    assert fifty.outcome(claim_draw=True).termination.name == "FIFTY_MOVES"


def test_repetitions_and_moves_after_the_end():
    board = SsccBoard()
    for count in range(2, 5):
        for san in SHUFFLE:
            board.push_san(san)
        assert board.is_repetition(count) and not board.is_repetition(count + 1)
        assert board.can_claim_threefold_repetition() == (count >= 3)
    assert board.outcome() is None
    for san in SHUFFLE:
        board.push_san(san)
    assert board.is_fivefold_repetition()
    assert board.outcome().termination == chess.Termination.FIVEFOLD_REPETITION
    # python-chess plays on after a draw, in analysis and in files; so does this board.
    board.push_san("e4")
    assert board.legal_moves.count() == 20
    assert board.outcome().termination == chess.Termination.FIVEFOLD_REPETITION
    board.pop()
    board.pop()
    assert board.outcome() is None
    assert board.copy(stack=8).outcome() is None


def test_who_holds_white_is_part_of_a_position():
    board = SsccBoard(CHAINS)
    other = board.copy()
    for uci in ("f1d3s", "f6g8", "d3f1", "g8f6"):
        board.push_uci(uci)
    for uci in ("f1d3", "f6g8", "d3f1", "g8f6"):
        other.push_uci(uci)
    assert board.fen() == other.fen() and board != other
    assert not board.is_repetition(2)


def test_null_moves():
    board = SsccBoard(CHAINS)
    board.push_uci("f1d3s")
    board.push(chess.Move.null())
    assert board.run is None and board.turn == chess.WHITE
    assert board.san(chess.Move.null()) == "--" and board.parse_san("--") == chess.Move.null()
    board.push_san("Nf3")
    assert board.pop() == chess.Move.from_uci("g1f3")
    assert board.pop() == chess.Move.null()
    assert board.run == Run(1, 4)
    assert SwitchMove.from_uci("f1d3s") == board.pop()


def test_pieces_may_be_set():
    board = SsccBoard(CHAINS)
    before = board.legal_moves.count()
    board.remove_piece_at(chess.D5)
    assert board.legal_moves.count() != before
    board.turn = chess.BLACK
    assert all(board.color_at(move.from_square) == chess.BLACK for move in board.legal_moves)
    board.set_fen(CHAINS)
    assert board.legal_moves.count() == before
    board.reset()
    assert board.fen() == chess.STARTING_FEN and board.legal_moves.count() == 20


def test_a_mirror_exchanges_who_holds_what():
    board = SsccBoard(CHAINS)
    board.push_uci("f1d3s")
    mirror = board.mirror()
    assert mirror.turn == chess.WHITE and mirror.player_to_move == board.player_to_move
    assert mirror.legal_moves.count() == board.legal_moves.count()
    assert mirror.mirror() == board


def test_a_position_that_cannot_be_played_has_a_fen():
    board = SsccBoard.empty()
    assert board.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    board.set_piece_at(chess.E4, chess.Piece.from_symbol("K"))
    assert repr(board).startswith("SsccBoard(")
    with pytest.raises(ValueError, match="a king is missing"):
        list(board.legal_moves)
    assert not board.is_valid()


def test_captures_and_en_passant():
    board = SsccBoard("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
    board.push_san("d4")
    assert board.has_legal_en_passant()
    assert [move.uci() for move in board.generate_legal_captures()] == ["e4d3"]
    assert board.fen(en_passant="legal").split()[3] == "d3"


def test_castling_with_a_switch_in_both_notations():
    """The rook's new square is on a chain (rule 2.3)."""
    dice = random.Random(3)
    found = 0
    for _ in range(400):
        board = SsccBoard(chess960=bool(dice.getrandbits(1)))
        play_on(board, 60, dice)
        while board.move_stack:
            last = board.pop()
            if board.is_castling(last):
                for move in board.legal_moves:
                    if isinstance(move, SwitchMove) and board.is_castling(move):
                        found += 1
                        assert board.parse_uci(board.uci(move, chess960=True)) == move
                        board.push(move)
                        assert board.pop() == move
        if found:
            return
    pytest.fail("no castling with a switch was found")


def test_the_limit_rule_may_change():
    board = SsccBoard(CHAINS)
    for limit in LIMITS:
        board.switch_limit = limit
        assert board.legal_moves.count() == 46
    with pytest.raises(ValueError, match="has a limit, but the switch limit is none"):
        board.run = Run(1, 3)
    assert board.run is None


def test_variation_san():
    board = SsccBoard(CHAINS)
    line = [SwitchMove.from_uci("f1d3s"), chess.Move.from_uci("a7a6")]
    assert board.variation_san(line) == "6. Bd3 a6"
    assert "Bd3" in repr(board.legal_moves)
    assert board.lan(line[0]) == "Bf1-d3" and board.san_and_push(line[0]) == "Bd3"
    assert board.peek() == line[0]
