"""Compares two readers of PGN, ours and python-chess, move by move.

    compare_pgn.py CATENA FOLDER...

Every main-line move that python-chess reads must be in the output of `catena annotate`, or
in a game for which it reports an error, after the moves that it wrote. Ends with 1 if a
move is missing in silence.
"""

import collections
import io
import logging
import pathlib
import re
import subprocess
import sys

import chess.pgn

Game = collections.namedtuple("Game", "moves first last")
ERROR = re.compile(r"catena: game (\d+), which begins on line (\d+)")


def read_text(path):
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def games_of(text):
    """The games as python-chess reads them, each with its first and last line."""
    source = io.StringIO(text)
    line = 1
    while True:
        start = source.tell()
        game = chess.pgn.read_game(source)
        if game is None:
            return
        read = text[start : source.tell()]
        blank = len(read) - len(read.lstrip())
        first = line + read[:blank].count("\n")
        line += read.count("\n")
        moves = [move.uci() for move in game.mainline_moves()]
        yield Game(moves, first, line)


def annotate(catena, path):
    ended = subprocess.run([catena, "annotate", str(path)], capture_output=True, check=False)
    errors = [int(line) for _, line in ERROR.findall(ended.stderr.decode())]
    ours = [game.moves for game in games_of(ended.stdout.decode()) if game.moves]
    return ours, errors


def compare(catena, path):
    """Yields what is missing in silence; counts moves written and moves reported."""
    ours, errors = annotate(catena, path)
    at = 0
    written = reported = 0
    for number, game in enumerate(games_of(read_text(path)), 1):
        if not game.moves:
            continue
        if at < len(ours) and ours[at][: len(game.moves)] == game.moves:
            written += len(game.moves)
            at += 1
            continue
        has_error = any(game.first <= line <= game.last for line in errors)
        common = 0
        if at < len(ours):
            pairs = zip(ours[at], game.moves)
            common = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(ours[at]), len(game.moves)))
            if common == len(ours[at]):
                at += 1
        written += common
        if has_error:
            reported += len(game.moves) - common
        else:
            place = f"{path.name}, game {number} on lines {game.first} to {game.last}"
            yield f"{place}: {len(game.moves) - common} moves from {game.moves[common]} on are missing"
    if reported:
        print(f"{path.name}: {reported} moves are in games with a reported error")
    compare.counts += collections.Counter(files=1, written=written, reported=reported)


def main():
    catena, *folders = sys.argv[1:]
    # python-chess logs the games in which it finds errors.
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    compare.counts = collections.Counter()
    missing = 0
    for folder in folders:
        for path in sorted(pathlib.Path(folder).glob("*.pgn")):
            for problem in compare(catena, path):
                print(problem)
                missing += 1
    counts = compare.counts
    print(
        f"{counts['files']} files: {counts['written']} moves of python-chess are in our output, "
        f"{counts['reported']} are in games with a reported error, {missing} games lose moves in silence"
    )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
