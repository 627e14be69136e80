"""Chess positions: python-chess, FENs, ints; pictures."""

import copy
import pickle
import random
import xml.etree.ElementTree as ElementTree

import brute
import catena_grid as cg
import chess
import numpy as np
import pytest

FIGURE_9 = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6"
KNOWN = [
    ("1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q4PB/PPPNP1PB/3P1R1P/3K1RN1", "a3", True),
    ("rnbqkbnr/p6p/r1nppn1r/p1p2p1p/P1P1PP1P/R1N1BB1R/P1P4P/R1BQKBNR", "a2", False),
    (FIGURE_9, "f3", True),
    ("8/2rpP3/1P3n2/p1pp1p2/p4P2/1kPPK3/8/8", "c5", False),
    ("8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8", "e7", True),
    ("8/1RP5/P2P4/1PpQ4/P1p1P3/1kP1r3/3K4/8", "a4", True),
]


def boards(count: int) -> list[chess.Board]:
    """Boards with walls: random pieces, from few to many."""
    rng = random.Random(5)
    found = []
    for _ in range(count):
        board = chess.Board(None)
        for square in rng.sample(chess.SQUARES, rng.randint(10, 45)):
            piece = chess.Piece(rng.choice(chess.PIECE_TYPES), rng.random() < 0.5)
            board.set_piece_at(square, piece)
        found.append(board)
    return found


@pytest.mark.parametrize("fen, square, expected", KNOWN)
def test_known_positions(fen, square, expected):
    board = chess.Board(fen + " w - - 0 1")
    number = chess.parse_square(square)
    occupied = board.occupied
    for position in (fen, fen + " w - - 0 1", board, occupied, np.uint64(occupied)):
        for name in (square, number, np.int8(number)):
            assert cg.chess.has_chain(position, name) is expected
    assert cg.chess.Position(board).has_chain(square) is expected
    assert cg.chess.has_chain(cg.chess.Position(fen), square) is expected


def test_boards_are_arrays():
    on_chain = 0
    for board in boards(300):
        image = np.zeros((8, 8), bool)
        for square in chess.SquareSet(board.occupied):
            image[7 - chess.square_rank(square), chess.square_file(square)] = True
        found = cg.on_chain(image)
        for square in chess.SQUARES:
            cell = 7 - chess.square_rank(square), chess.square_file(square)
            assert cg.chess.has_chain(board, square) == found[cell]
        position = cg.chess.Position(board)
        assert position.occupied == board.occupied
        names = [chess.square_name(square) for square in chess.SQUARES]
        assert position.chain_squares() == [name for name in names if position.has_chain(name)]
        on_chain += found.sum()
    assert on_chain > 1000


def test_the_values_of_figure_9():
    position = cg.chess.Position(FIGURE_9, "f3")
    assert position.max_area("f3") == 2
    assert len(position.shortest("f3")) == 13
    assert position.shortest("f3")[0] == "f3"
    assert position.shortest("h8") is None and position.max_area("h8") == 0
    assert len(position.largest("f3")) >= 13
    assert "b6" in position.enclosed() and "b7" in position.enclosed()
    assert position.board_fen() == FIGURE_9
    assert position.square == "f3"
    assert repr(position) == f"<Position {FIGURE_9} f3>"


def test_positions_are_pickled_and_copied():
    for position in (cg.chess.Position(FIGURE_9, "f3"), cg.chess.Position(0x1C14141C0000)):
        for again in (pickle.loads(pickle.dumps(position)), copy.copy(position)):
            assert (again.occupied, again.square) == (position.occupied, position.square)
            assert again.svg() == position.svg()


def test_pictures():
    board = chess.Board()
    for position in (
        cg.chess.Position(FIGURE_9, "f3"),
        cg.chess.Position(board),
        cg.chess.Position(board.occupied, "e4"),
    ):
        root = ElementTree.fromstring(position._repr_svg_())
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert position.svg(200) != position.svg(400)
        assert position.svg(flip=True) != position.svg()
    with_chain = cg.chess.Position(FIGURE_9, "f3").svg()
    assert with_chain != cg.chess.Position(FIGURE_9).svg()


@pytest.mark.parametrize(
    "error, sentence, board, square",
    [
        (ValueError, "the position is empty", "", "e4"),
        (ValueError, "rank 8 has 7 squares, not 8", "7/8/8/8/8/8/8/8", "e4"),
        (ValueError, "the position has 7 ranks, not 8", "8/8/8/8/8/8/8", "e4"),
        (ValueError, "the board has 10x10 squares, not 8x8", "/".join(["10"] * 10), "e4"),
        (ValueError, "'e9'", FIGURE_9, "e9"),
        (ValueError, "there is no square 64", FIGURE_9, 64),
        (ValueError, "there is no square -1", FIGURE_9, -1),
        (ValueError, "there is no square", FIGURE_9, 2**90),
        (ValueError, "a set of squares is a number", 2**64, "e4"),
        (ValueError, "a set of squares is a number", -1, "e4"),
        (TypeError, "a square is a name like e4", FIGURE_9, None),
        (TypeError, "a board is a chess.Board, a FEN or an int", None, "e4"),
        (TypeError, "not list", [1], "e4"),
    ],
)
def test_what_is_no_position(error, sentence, board, square):
    with pytest.raises(error, match=sentence):
        cg.chess.has_chain(board, square)
    if square is not None:
        with pytest.raises(error, match=sentence):
            cg.chess.Position(board, square)


def test_unusual_texts_are_read_as_the_library_reads_them():
    for fen in ("  8/8/2pp4/1p2p3/2pp4/8/8/8", "8/8/2pp4/1p2p3/2pp4/8/8/8\tw"):
        assert cg.chess.has_chain(fen, "b5")
    with pytest.raises(ValueError, match="rank 6 has the character '0'"):
        cg.chess.has_chain("8/8/02pp04/1p2p3/2pp4/8/8/8", "b5")
    with pytest.raises(ValueError, match="rank 8 has 44|more than|squares"):
        cg.chess.has_chain("44/8/8/8/8/8/8/8", "b5")


def test_brute_force_agrees_on_the_board():
    for board in boards(40):
        pieces = list(chess.SquareSet(board.occupied))[:13]
        image = np.zeros((8, 8), bool)
        for square in pieces:
            image[7 - chess.square_rank(square), chess.square_file(square)] = True
        expected = brute.on_chain(image)
        occupied = int(chess.SquareSet(pieces))
        for square in pieces:
            cell = 7 - chess.square_rank(square), chess.square_file(square)
            assert cg.chess.has_chain(occupied, square) == expected[cell]
