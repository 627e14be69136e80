"""`chess.engine.SimpleEngine` of python-chess drives the command."""

import io
import logging

import chess
import chess.engine
import pytest
from catena_chess import SsccBoard, SwitchMove
from catena_chess.pgn import SsccGame, read_game
from chess.engine import INFO_ALL, Limit, SimpleEngine
from conftest import CHAINS


@pytest.fixture
def engine(catena):
    with SimpleEngine.popen_uci([str(catena), "uci"]) as engine:
        yield engine


@pytest.mark.parametrize("limit", ["size", "moves", "none"])
def test_a_whole_game(engine, limit, caplog):
    """Both sides are played until the end, from a position where switches pay."""
    board = SsccBoard(CHAINS, switch_limit=limit)
    with caplog.at_level(logging.ERROR, "chess.engine"):
        while not board.is_game_over(claim_draw=True) and board.ply() < 300:
            result = engine.play(
                board, Limit(depth=3), game="one", info=INFO_ALL, options=board.uci_options
            )
            assert result.info["pv"][0] == result.move
            board.push(result.move)
    assert board.is_game_over(claim_draw=True)
    assert any(isinstance(move, SwitchMove) for move in board.move_stack)
    assert not caplog.records
    again = read_game(io.StringIO(str(SsccGame.from_board(board))))
    assert list(again.mainline_moves()) == board.move_stack


def test_analysis_has_switches_in_its_lines(engine):
    board = SsccBoard(CHAINS)
    infos = engine.analyse(board, Limit(depth=8), multipv=4)
    assert len(infos) == 4
    assert isinstance(infos[0]["pv"][0], SwitchMove)
    for info in infos:
        line = board.copy()
        for move in info["pv"]:
            assert move in line.legal_moves
            line.push(move)
    with engine.analysis(board, Limit(depth=6)) as analysis:
        seen = [info for info in analysis if "pv" in info]
        assert seen and analysis.wait().move == seen[-1]["pv"][0]


def test_root_moves_and_ponder(engine):
    board = SsccBoard(CHAINS)
    switch = SwitchMove.from_uci("f1d3s")
    assert engine.play(board, Limit(depth=4), root_moves=[switch]).move == switch
    board.push(switch)
    result = engine.play(board, Limit(depth=6), ponder=True)
    assert result.move in board.legal_moves
    board.push(result.move)
    assert engine.play(board, Limit(depth=6), ponder=True).move in board.legal_moves


def test_a_run_in_the_position_is_known_to_the_engine(engine):
    """At the limit of a run no switch is found, by FEN and by moves."""
    at_limit = SsccBoard(CHAINS + " 3/3")
    infos = engine.analyse(at_limit, Limit(depth=2), multipv=100)
    assert {info["pv"][0] for info in infos} == set(at_limit.legal_moves)
    switched = SsccBoard(CHAINS)
    switched.push_uci("f1d3s")
    infos = engine.analyse(switched, Limit(depth=2), multipv=100)
    assert {info["pv"][0] for info in infos} == set(switched.legal_moves)


def test_chess960(engine):
    board = SsccBoard.from_chess960_pos(100)
    for _ in range(30):
        board.push(engine.play(board, Limit(nodes=300), game="two").move)
    assert len(board.move_stack) == 30
