"""The engine in this process: without the interpreter lock, and ended by Ctrl-C."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import chess
import chess.engine
import pytest
from catena_chess import Engine, SsccBoard, SwitchMove
from chess.engine import Limit
from conftest import CHAINS, boards
from hypothesis import given, settings

MATE = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"


@settings(max_examples=25)
@given(boards(most=60))
def test_what_is_found_is_legal(board):
    before = board.fen()
    result = Engine(hash=1).search(board, Limit(nodes=500), multipv=3)
    assert board.fen() == before
    assert (result.decision is None) == (not any(board.legal_moves))
    if result.decision is None:
        assert result.pv == [] and result.lines == []
        return
    assert result.decision in board.copy(stack=False).legal_moves
    assert result.nodes > 0 and 1 <= len(result.lines) <= 3
    assert result.pv[0] == result.decision
    for number, line in enumerate(result.lines, 1):
        assert line["multipv"] == number and line["depth"] >= 1
        played = board.copy(stack=False)
        for move in line["pv"]:
            assert move in played.legal_moves
            played.push(move)
    if result.ponder:
        played = board.copy(stack=False)
        played.push(result.decision)
        assert result.ponder in played.legal_moves and not isinstance(result.decision, SwitchMove)


def test_it_switches():
    result = Engine().search(SsccBoard(CHAINS), Limit(depth=8))
    assert isinstance(result.decision, SwitchMove)
    assert result.lines[0]["depth"] == 8 and result.lines[0]["score"] == result.score


def test_it_is_the_engine_of_the_command(catena):
    """The same search gives the same line, score and nodes."""
    ours = Engine().search(SsccBoard(CHAINS), Limit(depth=8))
    with chess.engine.SimpleEngine.popen_uci([str(catena), "uci"]) as engine:
        theirs = engine.analyse(SsccBoard(CHAINS), Limit(depth=8))
    assert (ours.pv, ours.score) == (theirs["pv"], theirs["score"])
    assert ours.lines[0]["nodes"] == theirs["nodes"]


def test_it_plays_chess_on_a_chess_board():
    board = chess.Board(CHAINS)
    result = Engine(hash=1).search(board, Limit(depth=6), multipv=40)
    assert not any(isinstance(move, SwitchMove) for line in result.lines for move in line["pv"])
    assert {line["pv"][0] for line in result.lines} == set(board.legal_moves)


def test_mate_and_no_move():
    result = Engine(hash=1).search(SsccBoard(MATE), Limit(mate=1))
    assert result.score.white() == chess.engine.Mate(1) and result.pv[0].uci() == "e1e8"
    mated = SsccBoard(MATE)
    mated.push(result.decision)
    result = Engine(hash=1).search(mated, Limit(depth=3))
    assert result.decision is None and result.score.relative.is_mate()


def test_root_moves_and_history():
    engine = Engine(hash=1)
    roots = [chess.Move.from_uci("a2a3"), SwitchMove.from_uci("f1d3s")]
    result = engine.search(SsccBoard(CHAINS), Limit(depth=3), multipv=9, root_moves=roots)
    assert {line["pv"][0] for line in result.lines} == set(roots)
    # White is lost but for the perpetual: the third repetition is worth a draw.
    board = SsccBoard("6k1/5ppp/8/8/8/6q1/8/4R2K w - - 0 1")
    assert engine.search(board, Limit(depth=3)).decision.uci() == "e1e8"


def test_clocks_and_skill():
    board = SsccBoard()
    clocks = Limit(white_clock=0.2, black_clock=0.2, white_inc=0.01, black_inc=0.01, remaining_moves=10)
    assert Engine(hash=1, skill=0, threads=2).search(board, clocks).decision in board.legal_moves
    assert Engine(hash=1).search(board, Limit(time=0.01)).decision in board.legal_moves
    assert Engine(hash=1).search(board, Limit(white_clock=-5, black_clock=1)).decision in board.legal_moves
    assert Engine(hash=1).search(board, Limit(time=1e9, depth=1)).decision in board.legal_moves


def test_the_same_search_gives_the_same_result_after_clear():
    engine = Engine(hash=1)
    first = engine.search(SsccBoard(CHAINS), Limit(depth=6))
    engine.clear()
    second = engine.search(SsccBoard(CHAINS), Limit(depth=6))
    assert (first.pv, first.nodes, first.score) == (second.pv, second.nodes, second.score)


def test_another_thread_runs_and_can_stop_it():
    """With the interpreter lock held, this thread could not go on."""
    engine = Engine(hash=1)
    results = []
    thread = threading.Thread(target=lambda: results.append(engine.search(SsccBoard(), Limit())))
    thread.start()
    busy = None
    while busy is None:
        try:
            engine.clear()
        except RuntimeError as error:
            busy = str(error)
    assert busy == "the engine is searching already"
    while thread.is_alive():
        engine.stop()
        thread.join(0.05)
    assert results[0].decision in SsccBoard().legal_moves
    assert engine.search(SsccBoard(), Limit(depth=1)).decision is not None


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_ctrl_c_ends_a_search():
    script = """
        import signal, threading, chess.engine, catena_chess
        # Shells start programs in the background with the signal ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        engine = catena_chess.Engine(hash=1)

        def tell():
            # The engine cannot be cleared while it searches.
            while True:
                try:
                    engine.clear()
                except RuntimeError:
                    return print("searches", flush=True)

        threading.Thread(target=tell).start()
        while True:
            try:
                engine.search(catena_chess.SsccBoard(), chess.engine.Limit())
            except RuntimeError:
                pass    # being cleared
            except KeyboardInterrupt:
                break
        again = engine.search(catena_chess.SsccBoard(), chess.engine.Limit(depth=1))
        print("ended", again.decision is not None, flush=True)
    """
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout.readline() == "searches\n"
        os.kill(process.pid, signal.SIGINT)
        out, _ = process.communicate(timeout=120)
    finally:
        process.kill()
    assert out == "ended True\n"
