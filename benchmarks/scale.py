#!/usr/bin/env python3
"""Measures SQL against the command and the library, as ratios in one run.

    cargo build --release -p catena
    (cd scale && cargo build --release --workspace --examples)
    benchmarks/scale.py [GAMES.pgn] [--games 60000] [--fens 10000000]

Commands that are compared take turns, and the best of several turns counts: once by the
clock, once by the time of the processor, which other programs on the machine disturb less.
Every line ends with the ratio that is wanted. docs/scale.md has the results.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(subprocess.check_output([ROOT / "scripts/target-dir"], text=True).strip())
CATENA = Path(os.environ.get("CATENA", TARGET / "release/catena"))
SCALE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "scale/target")) / "release"
SQL = SCALE / "catena-sql"
CLUSTER = SCALE / "catena-cluster"
LOOP = SCALE / "examples/has_chain_loop"


@dataclass
class Run:
    output: str
    seconds: float
    processor: float
    mebibytes: float


def run(*command):
    """Runs a command to its end."""
    start = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([str(part) for part in command], stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = status
        err.seek(0)
        if status:
            sys.exit(f"{command}: {err.read().decode()}")
        out.seek(0)
        processor = usage.ru_utime + usage.ru_stime
        return Run(out.read().decode(), seconds, processor, usage.ru_maxrss / 1024)


def best(commands, turns):
    """The best run of each command by the clock and by the processor; they take turns."""
    runs = [[run(*command) for command in commands] for _ in range(turns)]
    return [
        (min(turn[at].seconds for turn in runs), min(turn[at].processor for turn in runs))
        for at in range(len(commands))
    ]


def ratio(name, one, other, wanted):
    """Prints how many times the first (seconds, processor) is the second."""
    print(f"{name}: {one[0] / other[0]:.2f} times by the clock ({one[0]:.2f} s and {other[0]:.2f} s), "
          f"{one[1] / other[1]:.2f} times by the processor ({one[1]:.2f} s and {other[1]:.2f} s); {wanted}",
          flush=True)


def many_games(source, path, count):
    """Writes so many games, the same ones over and over."""
    games = [b"[Event " + game for game in source.read_bytes().split(b"[Event ")[1:]]
    with open(path, "wb") as out:
        for number in range(count):
            out.write(games[number % len(games)])


def counting(folder, source, count, turns):
    """Counts chains by SQL and by the command, with the same threads."""
    pgn = folder / "games.pgn"
    many_games(source, pgn, count)
    converted = run(SQL, "convert", "--threads", 1, pgn, folder / "games")
    print(f"convert, 1 thread: {count / converted.processor:,.0f} games per second of a core, "
          f"{converted.mebibytes:.0f} MiB")
    query = "SELECT sum(cardinality(chains(movetext, fen))) AS chains FROM "
    parquet = f"'{folder}/games/*.parquet'"
    lists = "SELECT sum(list_count) FROM (SELECT cardinality(array_distinct(chains(movetext, fen))) AS list_count FROM "
    for threads in sorted({1, os.cpu_count() or 1}):
        sql = (SQL, "--threads", threads, "-o", "csv")
        command = (CATENA, "annotate", "--stats", "--format", "json", "--threads", threads, pgn)
        counted = {run(*sql, query + table).output.split()[1] for table in (parquet, f"pgn('{pgn}')")}
        assert len(counted) == 1 and f'"chains":{counted.pop()}' in run(*command).output.replace(" ", "")
        annotate, from_parquet, from_pgn = best(
            [command, (*sql, query + parquet), (*sql, query + f"pgn('{pgn}')")], turns)
        ratio(f"SQL over Parquet against annotate --stats, {threads} thread(s)", from_parquet, annotate, "at most 1.3")
        ratio(f"SQL over pgn() against annotate --stats, {threads} thread(s)", from_pgn, annotate, "at most 1.3")
        if threads == 1:
            print(f"SQL over Parquet: {count / from_parquet[1]:,.0f} games per second of a core; "
                  f"annotate --stats: {count / annotate[1]:,.0f}")
            with_lists = best([(*sql, lists + parquet + ")")], 1)[0]
            ratio("SQL with all lists of chains against annotate --stats", with_lists, annotate, "no bound")
    return parquet


def positions(folder, count, turns):
    """Asks has_chain for random positions, by SQL and in a loop over the library."""
    generator = random.Random(15)
    distinct = min(count, 100_000)
    some = folder / "some.csv"
    with open(some, "w") as out:
        print("fen", file=out)
        for _ in range(distinct):
            squares = ["P" if generator.random() < 0.45 else "1" for _ in range(64)]
            rows = "/".join("".join(squares[row:row + 8]) for row in range(0, 64, 8))
            for length in range(8, 1, -1):
                rows = rows.replace("1" * length, str(length))
            print(rows, "w - - 0 1", file=out)
    table, text = folder / "fens.parquet", folder / "fens.csv"
    times = max(1, count // distinct)
    run(SQL, "-o", table, f"SELECT fen FROM '{some}' CROSS JOIN generate_series(1, {times})")
    run(SQL, "-o", text, f"SELECT fen FROM '{table}'")
    subprocess.run(["sed", "-i", "1d", text], check=True)
    query = f"SELECT count(*) FROM '{table}' WHERE has_chain(fen, 'd4')"
    sql = (SQL, "--threads", 1, "-o", "csv", query)
    assert run(*sql).output.split()[1] == run(LOOP, text, "d4").output.split()[0]
    loops, queries = [], []
    for _ in range(turns):
        loops.append(run(LOOP, text, "d4"))
        queries.append(run(*sql))
    # By the clock the loop tells its own time, without reading the file.
    loop = (min(float(each.output.split()[1]) for each in loops), min(each.processor for each in loops))
    query = (min(each.seconds for each in queries), min(each.processor for each in queries))
    ratio(f"has_chain over {distinct * times:,} FENs against the library's loop", query, loop, "at most 2")


def memory(folder, source, count):
    """Compares the memory of queries over a file and one ten times larger."""
    group = "SELECT eco, sum(cardinality(chains(movetext, fen))) FROM {} GROUP BY eco"
    tables = []
    for times in (1, 10):
        pgn = folder / f"memory{times}.pgn"
        many_games(source, pgn, count * times)
        run(SQL, "convert", pgn, folder / f"memory{times}")
        tables.append((f"'{folder}/memory{times}/*.parquet'", f"pgn('{pgn}')"))
    for name, table in [("Parquet", 0), ("pgn()", 1)]:
        small, large = (run(SQL, group.format(each[table])).mebibytes for each in tables)
        print(f"memory, grouping over {name}: {large / small:.2f} times for ten times the games "
              f"({small:.0f} MiB and {large:.0f} MiB)", flush=True)


def cpu_seconds(process):
    """The time of the processor that a program has used."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cluster:
    """A scheduler, and executors with one slot each."""

    def __init__(self, executors, port):
        self.address = f"127.0.0.1:{port}"
        self.scheduler = self.start("scheduler", "--port", port)
        self.executors = [
            self.start("executor", "--slots", 1, "--scheduler", self.address) for _ in range(executors)]
        time.sleep(3)
        run(SQL, "--cluster", self.address, "SELECT 1")

    @staticmethod
    def start(*args):
        command = [str(part) for part in (CLUSTER, *args)]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def query(self, query):
        """Returns the time of a query, and the time that each executor computed."""
        before = [cpu_seconds(executor) for executor in self.executors]
        seconds = run(SQL, "--cluster", self.address, query).seconds
        after = [cpu_seconds(executor) for executor in self.executors]
        return seconds, [end - start for start, end in zip(before, after)]

    def end(self):
        for program in (*self.executors, self.scheduler):
            program.kill()
            program.wait()


def clusters(parquet, turns, port=50970):
    """Compares two executors with one, on a query that computes much and moves little."""
    query = f"SELECT sum(c['pieces']), sum(c['area']) FROM (SELECT unnest(chains(movetext, fen)) AS c FROM {parquet})"
    one, two = Cluster(1, port), Cluster(2, port + 1)
    try:
        runs = [(one.query(query), two.query(query)) for _ in range(turns)]
    finally:
        one.end()
        two.end()
    alone = min(seconds for (seconds, _), _ in runs)
    together, shares = min((pair for _, pair in runs), key=lambda pair: pair[0])
    print(f"two executors are {alone / together:.2f} times as fast as one by the clock "
          f"({alone:.1f} s and {together:.1f} s; at least 1.6 on a quiet machine); they computed "
          + " and ".join(f"{share:.1f} s" for share in shares)
          + f", so with a core for each they could be {sum(shares) / max(shares):.2f} times as fast", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("source", nargs="?", type=Path,
                        default=ROOT / "crates/catena-chess/tests/data/games.pgn")
    parser.add_argument("--games", type=int, default=60000)
    parser.add_argument("--fens", type=int, default=10_000_000)
    parser.add_argument("--turns", type=int, default=5)
    args = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        parquet = counting(folder, args.source, args.games, args.turns)
        positions(folder, args.fens, args.turns)
        memory(folder, args.source, args.games // 10)
        clusters(parquet, args.turns)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
