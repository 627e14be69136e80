#!/usr/bin/env python3
"""Tactics in ordinary chess: how many of them an engine solves in a given time. See README.md."""

import argparse
import io
import pathlib
import random
import sys

from environment import HERE, build, enter_venv, find_program

SUITE = HERE / "tactics.epd"
# A position is a tactic if one move is so much better than the next, in
# hundredths of a pawn, and leaves its side at least so far ahead.
GAP, AHEAD = 200, 150


def lines(engine, board, **limit):
    """The two best moves and their scores for the side to move."""
    import chess.engine

    found = engine.analyse(board, chess.engine.Limit(**limit), multipv=2)
    return [(line["pv"][0], line["score"].relative.score(mate_score=10000)) for line in found]


def is_tactic(found):
    return len(found) == 2 and found[0][1] >= AHEAD and found[0][1] - found[1][1] >= GAP


def wins_at_once(board, move):
    """Whether the move takes a piece worth at least as much as its own."""
    import chess

    taken = board.piece_type_at(move.to_square) or (chess.PAWN if board.is_en_passant(move) else 0)
    mover = board.piece_type_at(move.from_square)
    return taken >= mover or (taken == chess.KNIGHT and mover == chess.BISHOP)


def positions(games, seed):
    """Positions from games, each after one more move that chance has chosen: masters leave few tactics."""
    import chess.pgn

    dice = random.Random(seed)
    text = pathlib.Path(games).read_text(errors="replace").split("\n[Event ")
    dice.shuffle(text)
    for game in text:
        read = chess.pgn.read_game(io.StringIO("[Event " + game.removeprefix("[Event ")))
        boards = [node.board() for node in read.mainline()] if read else []
        if len(boards) < 20:
            continue
        board = dice.choice(boards[16:])
        if board.is_game_over():
            continue
        board.push(dice.choice(list(board.legal_moves)))
        if not board.is_game_over():
            yield board.copy(stack=False)


def make(arguments):
    """Collects tactics that are clear to Stockfish and take more than to capture what hangs."""
    import chess.engine

    found = []
    with chess.engine.SimpleEngine.popen_uci(str(find_program("stockfish"))) as judge:
        for board in positions(arguments.games, arguments.seed):
            first = lines(judge, board, depth=7)
            if not is_tactic(first) or wins_at_once(board, first[0][0]):
                continue
            sure = lines(judge, board, nodes=400_000)
            if is_tactic(sure) and not wins_at_once(board, sure[0][0]):
                found.append(board.epd(bm=[sure[0][0]], id=f"catena.{len(found) + 1}"))
                if len(found) % 20 == 0:
                    print(len(found), file=sys.stderr, flush=True)
            if len(found) == arguments.make:
                break
    SUITE.write_text("\n".join(found) + "\n")


def run(arguments):
    import chess
    import chess.engine

    ours = build("catena-uci")
    programs = {"catena": ours, "fairy-stockfish": find_program("fairy-stockfish")}
    solved = dict.fromkeys(programs, 0)
    suite = pathlib.Path(arguments.suite).read_text().splitlines()
    for line in filter(None, suite):
        board = chess.Board()
        best = board.set_epd(line)
        for name, program in programs.items():
            with chess.engine.SimpleEngine.popen_uci(str(program)) as engine:
                engine.configure({"Hash": 16, "Threads": 1})
                played = engine.play(board, chess.engine.Limit(time=arguments.movetime / 1000)).move
            is_solved = played in best.get("bm", [played]) and played not in best.get("am", [])
            solved[name] += is_solved
            if arguments.misses and not is_solved:
                print(f"{name} played {board.san(played)}: {line}")
    for name, count in solved.items():
        print(f"{name} solved {count} of {len(suite)} in {arguments.movetime} ms each")
    print(f"ratio {solved['catena'] / max(solved['fairy-stockfish'], 1):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default=SUITE, help="a file of EPD lines with bm or am")
    parser.add_argument("--movetime", type=int, default=100, metavar="MS")
    parser.add_argument("--misses", action="store_true", help="print what was not solved")
    parser.add_argument("--make", type=int, metavar="N", help="collect N tactics from games into the suite")
    games = HERE.parent / "crates" / "catena-chess" / "tests" / "data" / "games.pgn"
    parser.add_argument("--games", default=games, help="a file of games to collect from")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    enter_venv(__file__)
    if arguments.make:
        make(arguments)
    else:
        run(arguments)


if __name__ == "__main__":
    main()
