"""The board counts what the Rust crate counts, by pushing and popping every move.

PERFT names the table. Without it, the one of the repository is used.
"""

import csv
import os
from pathlib import Path

import pytest
from catena_chess import SsccBoard, SwitchMove

TABLE = os.environ.get("PERFT") or (
    Path(__file__).parents[3] / "crates/catena-chess/tests/data/perft-sscc.csv"
)


def rows():
    with open(TABLE) as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def perft(board: SsccBoard, depth: int) -> tuple[int, int, int]:
    moves = list(board.legal_moves)
    if depth == 1:
        stays = [move for move in moves if not isinstance(move, SwitchMove)]
        return len(moves), sum(map(board.forms_chain, stays)), len(moves) - len(stays)
    total = [0, 0, 0]
    for move in moves:
        board.push(move)
        for at, count in enumerate(perft(board, depth - 1)):
            total[at] += count
        board.pop()
    return total[0], total[1], total[2]


def test_there_are_rows():
    assert len(rows()) > 200
    assert {row["depth"] for row in rows()} >= {"1", "2", "3", "4"}


@pytest.mark.parametrize(
    "row", rows(), ids=lambda row: f"{row['fen']} {row['run']} {row['limit']} {row['depth']}"
)
def test_perft(row):
    board = SsccBoard(f"{row['fen']} {row['run']}", switch_limit=row["limit"])
    board.chess960 = board.has_chess960_castling_rights()
    before = board.fen()
    expected = tuple(int(row[name]) for name in ("nodes", "chains", "switches"))
    assert perft(board, int(row["depth"])) == expected
    assert board.fen() == before
