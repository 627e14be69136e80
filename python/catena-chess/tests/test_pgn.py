"""PGN by python-chess's reader and writer, with the switches."""

import io
import subprocess

import chess
import chess.pgn
import pytest
from catena_chess import Run, SsccBoard, SwitchMove
from catena_chess.pgn import SsccGame, SsccGameBuilder, SsccHeaders, read_game
from conftest import CHAINS, boards
from hypothesis import given

START = f'[Variant "Switch-Side Chain-Chess"]\n[SetUp "1"]\n[FEN "{CHAINS}"]\n\n'


class Quiet(SsccGameBuilder):
    def handle_error(self, error):
        self.game.errors.append(error)


def read(text: str) -> SsccGame:
    return chess.pgn.read_game(io.StringIO(text), Visitor=Quiet)


def test_the_builder_of_the_class_knows_switches():
    class Own(SsccGame):
        pass

    text = START + "6. Bd3 {[%sscc SW]} *"
    game = chess.pgn.read_game(io.StringIO(text), Visitor=Own.builder)
    assert type(game) is Own
    assert game.end().move == SwitchMove.from_uci("f1d3s")


@given(boards(most=120))
def test_random_games_come_back(board):
    game = SsccGame.from_board(board)
    game.headers["White"] = "Anna"
    again = read_game(io.StringIO(str(game)))
    assert again.errors == []
    end = again.end().board() if board.move_stack else again.board()
    assert end.move_stack == board.move_stack
    assert end == board and end.fen() == board.fen()
    assert (end.run, end.switch_limit) == (board.run, board.switch_limit)
    assert end.outcome() == board.outcome() and again.headers["Result"] == board.result()
    assert again.headers == game.headers and str(again) == str(game)


@given(boards(most=60))
def test_other_programs_open_our_files_as_chess(board):
    """python-chess alone reads the moves, and writes a file that is the same to us."""
    text = str(SsccGame.from_board(board))
    other = chess.pgn.read_game(io.StringIO(text))
    assert other.errors == []
    plain = [move.plain() if isinstance(move, SwitchMove) else move for move in board.move_stack]
    assert list(other.mainline_moves()) == plain
    again = read_game(io.StringIO(str(other)))
    assert list(again.mainline_moves()) == board.move_stack


@given(boards(most=60))
def test_the_command_reads_our_files_and_we_read_its_files(catena, board):
    text = str(SsccGame.from_board(board))
    done = subprocess.run([catena, "annotate"], input=text, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), text
    again = read_game(io.StringIO(done.stdout))
    assert again.errors == [] and list(again.mainline_moves()) == board.move_stack
    assert done.stdout.count("[%sscc S") == sum(isinstance(move, SwitchMove) for move in board.move_stack)


def test_tags():
    board = SsccBoard(CHAINS + " 1/*", switch_limit="none")
    text = str(SsccGame.from_board(board))
    assert '[UCI_Variant "sscc"] [Variant "Switch-Side Chain-Chess"]\n' in text
    assert '[SwitchLimit "none"]\n' in text and '[SwitchRun "1/*"]\n' in text
    assert f'[FEN "{CHAINS}"]\n' in text
    start = read(text).board()
    assert start.run == Run(1, None) and start.switch_limit == "none"
    assert "FEN" not in SsccGame.from_board(SsccBoard()).headers
    # The seventh field of a FEN is read as well (rule 6.4).
    assert read(START.replace(CHAINS, CHAINS + " 1/3") + "*").board().run == Run(1, 3)
    free = read('[SwitchLimit "none"]\n' + START.replace(CHAINS, CHAINS + " 1/*") + "6. Bd3 *")
    assert free.errors == [] and free.board().run == Run(1, None)
    assert (free.headers["FEN"], free.headers["SwitchRun"]) == (CHAINS, "1/*")


def test_variations_and_comments():
    text = START + (
        "6. Bd3 {[%sscc SW] a chain} (6. f3 $1 {[%sscc SW]} 6... a6 {why not}) "
        "(6. a3 (6. h3 a6) 6... Be7) 6... a6 {end} *"
    )
    game = read(text)
    assert game.errors == []
    main, second, third, fourth = game.variations
    assert main.move == SwitchMove.from_uci("f1d3s") and main.comment == "a chain"
    assert second.move == SwitchMove.from_uci("f2f3s") and second.comment == "" and second.nags == {1}
    assert second.next().comment == "why not"
    assert third.move == chess.Move.from_uci("a2a3") and fourth.move == chess.Move.from_uci("h2h3")
    assert main.board().run == Run(1, 4) and main.next().board().run is None
    written = str(game)
    assert "6. Bd3 { [%sscc SW] a chain } ( 6. f3 $1 { [%sscc SW] } 6... a6 { why not } )" in written
    again = read(written)
    assert again.errors == [] and str(again) == written
    assert str(game.accept(Quiet())) == written
    assert main.comment == "a chain"


def test_a_comment_after_a_variation_belongs_to_the_move():
    game = read(START + "6. Bd3 (6. a3) {[%sscc SW]} 6... a6 *")
    assert game.errors == [] and game.next().move == SwitchMove.from_uci("f1d3s")


@pytest.mark.parametrize(
    "moves, sentence, length",
    [
        ("6. a3 {[%sscc SW]} a6 {x} $1 (6... h6) 7. a4 *", "the move forms no chain", 1),
        ("6. Bd3 {[%sscc SB]} a6 *", "follows a move of the other side", 1),
        ("6. Bd3 a6 {[%sscc SW]} *", "follows a move of the other side", 2),
        ("6. Bd3 Rd8 7. a3 *", "'Rd8' is not legal here", 1),
        ("6. -- {[%sscc SW]} a6 *", "null move", 1),
    ],
)
def test_a_game_is_read_up_to_its_error(moves, sentence, length):
    game = read(START + moves)
    assert len(game.errors) == 1 and sentence in str(game.errors[0])
    assert len(list(game.mainline())) == length
    end = game.end()
    assert end.nags == set() and "x" not in end.comment and not end.variations
    assert len(end.parent.variations) == 1


def test_an_error_in_a_variation_ends_the_variation():
    game = read(START + "6. Bd3 (6. a3 {[%sscc SW]} a6 7. a4) 6... a6 {here} 7. a4 *")
    assert len(game.errors) == 1
    assert [move.uci() for move in game.mainline_moves()] == ["f1d3", "a7a6", "a2a4"]
    assert game.next().next().comment == "here" and not game.variations[1].variations


@pytest.mark.parametrize("tag", ['[SwitchLimit "all"]', '[SwitchRun "9/2"]', '[SwitchRun "1/*"]'])
def test_wrong_tags_are_errors(tag):
    game = read(tag + "\n" + START + "6. Bd3 *")
    assert len(game.errors) == 1


def test_games_of_chess_have_no_switches():
    game = read("1. e4 {[%sscc SW] a comment} e5 *")
    assert game.errors == [] and type(game.board()) is chess.Board
    assert game.next().comment == "[%sscc SW] a comment"
    assert "UCI_Variant" not in str(game)
    assert SsccHeaders({"Variant": "Chess960"}).board().chess960


def test_a_file_of_many_games():
    texts = [str(SsccGame.from_board(board)) for board in (SsccBoard(), SsccBoard(CHAINS))]
    handle = io.StringIO("\n\n".join([*texts, "1. e4 *"]))
    games = [read_game(handle) for _ in range(4)]
    assert [type(game.board()).__name__ for game in games[:3]] == ["SsccBoard", "SsccBoard", "Board"]
    assert games[3] is None
