"""What the tests share: random games, and the files and commands they compare with."""

from __future__ import annotations

import os
import random
from pathlib import Path

import chess
import pytest
from catena_chess import SsccBoard, SwitchMove
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

settings.register_profile(
    "catena", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("catena")

# Before 6. Bd3, with nine moves after which a switch is allowed.
CHAINS = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6"

LIMITS = ("size", "moves", "none")


def play_on(board: SsccBoard, plies: int, dice: random.Random) -> None:
    """Plays random moves. Half of the switches that are allowed are made."""
    for _ in range(plies):
        if board.is_game_over():
            return
        moves = list(board.legal_moves)
        switches = [move for move in moves if isinstance(move, SwitchMove)]
        board.push(dice.choice(switches if switches and dice.random() < 0.5 else moves))


@st.composite
def boards(draw: st.DrawFn, most: int = 80, chess960: bool = True) -> SsccBoard:
    """Boards after a random game."""
    limit = draw(st.sampled_from(LIMITS))
    start = draw(st.integers(0, 3 if chess960 else 2))
    if start == 3:
        board = SsccBoard.from_chess960_pos(draw(st.integers(0, 959)))
        board.switch_limit = limit
    elif start == 2:
        run = "1/*" if limit == "none" else "1/3"
        board = SsccBoard(f"{CHAINS} {run}", switch_limit=limit)
    else:
        board = SsccBoard(switch_limit=limit)
    dice = random.Random(draw(st.integers(0, 2**32 - 1)))
    play_on(board, draw(st.integers(0, most)), dice)
    return board


def plain(board: SsccBoard) -> chess.Board:
    """The same position as a board of chess."""
    fen = " ".join(board.fen(shredder=board.chess960, en_passant="fen").split()[:6])
    return chess.Board(fen, chess960=board.chess960)


@pytest.fixture(scope="session")
def catena() -> Path:
    """The command, from the environment; its tests are skipped aloud without it."""
    path = os.environ.get("CATENA")
    if not path:
        pytest.skip("CATENA does not name the command: not compared with it")
    return Path(path)
