#!/usr/bin/env python3
"""Measures SQL against the command and the library, as ratios in one run.

    benchmarks/scale.py                                # all, in about ten minutes
    benchmarks/scale.py --games 6000 --fens 200000     # smaller, to try it
    benchmarks/scale.py --folder data --only nothing   # make the data, and then one
    benchmarks/scale.py --folder data --only counting  # part of the figures after the other

It builds what it measures. CATENA names a command that is built elsewhere. Commands that
are compared take turns, and the best of several turns counts: by the clock, and by the time
of the processor, which other programs on the machine disturb less. At the end all figures
are in one table, with what is wanted. docs/scale.md has the results.
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
SCALE = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "scale/target")).resolve() / "release"
SQL = SCALE / "catena-sql"
CLUSTER = SCALE / "catena-cluster"
LOOP = SCALE / "examples/has_chain_loop"

# A file so many times as large must not take more memory.
LARGER = 10


def build():
    """Builds what is measured, as a release."""
    cargo = ["cargo", "build", "--release", "--quiet"]
    if "CATENA" not in os.environ:
        subprocess.run([*cargo, "-p", "catena"], cwd=ROOT, check=True)
    subprocess.run([*cargo, "--workspace", "--bins", "--examples"], cwd=ROOT / "scale", check=True)


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


class Report:
    """The figures, printed as they are found and once more as a table at the end."""

    def __init__(self):
        self.rows = []

    def add(self, what, measured, wanted, is_met=None):
        met = {None: "", True: "yes", False: "no"}[is_met]
        self.rows.append((what, measured, wanted, met))
        print(f"{what}: {measured}; wanted: {wanted or 'nothing'}{' (not met)' if met == 'no' else ''}", flush=True)

    def ratio(self, what, one, other, most=None):
        """How many times the first (seconds, processor) is the second."""
        clock, processor = one[0] / other[0], one[1] / other[1]
        measured = (f"{clock:.2f} times by the clock ({one[0]:.2f} s and {other[0]:.2f} s), "
                    f"{processor:.2f} by the processor ({one[1]:.2f} s and {other[1]:.2f} s)")
        self.add(what, measured, f"at most {most}" if most else "", max(clock, processor) <= most if most else None)

    def print_table(self):
        print("\n| what | measured | wanted | met |\n|---|---|---|---|")
        for row in self.rows:
            print(f"| {' | '.join(row)} |")


@dataclass
class Games:
    """The same games as PGN and as Parquet."""

    count: int
    pgn: Path
    parquet: Path

    @staticmethod
    def make(folder, source, count):
        """Writes so many games, those of the source over and over, and converts them, unless
        the folder has them."""
        name = f"games-{count}"
        games = Games(count, folder / f"{name}.pgn", folder / name)
        if not games.pgn.exists():
            texts = [b"[Event " + text for text in source.read_bytes().split(b"[Event ")[1:]]
            unfinished = folder / "unfinished.pgn"
            with open(unfinished, "wb") as out:
                for number in range(count):
                    out.write(texts[number % len(texts)])
            unfinished.rename(games.pgn)
        is_new = not games.parquet.exists()
        converted = run(SQL, "convert", games.pgn, games.parquet)
        if is_new:
            print(f"convert: {count / converted.processor:,.0f} games per second of a core, "
                  f"{converted.mebibytes:.0f} MiB", flush=True)
        return games

    def tables(self):
        """As SQL names them, by what they are called here."""
        return {"Parquet": f"'{self.parquet}/*.parquet'", "pgn()": f"pgn('{self.pgn}')"}


def counting(report, games, turns):
    """Counts chains by SQL and by the command, with the same threads."""
    query = "SELECT sum(cardinality(chains(movetext, fen))) AS chains FROM "
    tables = games.tables()
    for threads in sorted({1, os.cpu_count() or 1}):
        sql = (SQL, "--threads", threads, "-o", "csv")
        command = (CATENA, "annotate", "--stats", "--format", "json", "--threads", threads, games.pgn)
        counted = {run(*sql, query + table).output.split()[1] for table in tables.values()}
        assert len(counted) == 1 and f'"chains":{counted.pop()}' in run(*command).output.replace(" ", "")
        annotate, *of_tables = best([command, *((*sql, query + table) for table in tables.values())], turns)
        for name, of_table in zip(tables, of_tables):
            report.ratio(f"counting chains over {name} against annotate --stats, threads: {threads}",
                         of_table, annotate, 1.3)
        if threads == 1:
            report.add("games per second of a core, over Parquet and with annotate --stats",
                       f"{games.count / of_tables[0][1]:,.0f} and {games.count / annotate[1]:,.0f}", "")
            lists = "SELECT sum(c['pieces']), sum(c['area']) FROM (SELECT unnest(chains(movetext, fen)) AS c FROM {})"
            with_lists = best([(*sql, lists.format(table)) for table in tables.values()], 1)
            for name, of_table in zip(tables, with_lists):
                report.ratio(f"sizes of all chains over {name} against annotate --stats, threads: 1",
                             of_table, annotate)


@dataclass
class Fens:
    """The same positions as Parquet and as text, one per line."""

    count: int
    parquet: Path
    text: Path

    @staticmethod
    def make(folder, count):
        """Writes so many random positions, of which 100,000 are different, unless the folder
        has them."""
        distinct = min(count, 100_000)
        times = max(1, count // distinct)
        fens = Fens(distinct * times, folder / f"fens-{count}.parquet", folder / f"fens-{count}.txt")
        if fens.text.exists():
            return fens
        some, unfinished = folder / "some.csv", folder / "unfinished.csv"
        random_fens(some, distinct)
        run(SQL, "-o", fens.parquet, f"SELECT fen FROM '{some}' CROSS JOIN generate_series(1, {times})")
        run(SQL, "-o", unfinished, f"SELECT fen FROM '{fens.parquet}'")
        subprocess.run(["sed", "-i", "1d", unfinished], check=True)
        unfinished.rename(fens.text)
        return fens


def random_fens(path, count):
    """Writes a table of random positions."""
    generator = random.Random(15)
    with open(path, "w") as out:
        print("fen", file=out)
        for _ in range(count):
            squares = ["P" if generator.random() < 0.45 else "1" for _ in range(64)]
            rows = "/".join("".join(squares[row:row + 8]) for row in range(0, 64, 8))
            for length in range(8, 1, -1):
                rows = rows.replace("1" * length, str(length))
            print(rows, "w - - 0 1", file=out)


def positions(report, fens, turns):
    """Asks has_chain for random positions, by SQL and in a loop over the library."""
    query = f"SELECT count(*) FROM '{fens.parquet}' WHERE has_chain(fen, 'd4')"
    sql = (SQL, "--threads", 1, "-o", "csv", query)
    assert run(*sql).output.split()[1] == run(LOOP, fens.text, "d4").output.split()[0]
    loops, queries = [], []
    for _ in range(turns):
        loops.append(run(LOOP, fens.text, "d4"))
        queries.append(run(*sql))
    # By the clock the loop tells its own time, without reading the file.
    loop = (min(float(each.output.split()[1]) for each in loops), min(each.processor for each in loops))
    query = (min(each.seconds for each in queries), min(each.processor for each in queries))
    report.ratio(f"has_chain over {fens.count:,} FENs against the library's loop, threads: 1", query, loop, 2)


def memory(report, small, large, turns):
    """Compares the memory of queries over a file and a larger one."""
    group = "SELECT eco, sum(cardinality(chains(movetext, fen))) FROM {} GROUP BY eco"
    for name in small.tables():
        few, many = (
            sorted(run(SQL, group.format(games.tables()[name])).mebibytes for _ in range(turns))[turns // 2]
            for games in (small, large))
        # How the allocator and threads happen to work together makes a difference of some percent.
        report.add(f"memory of a query by ECO over {name}, {large.count:,} games against {small.count:,}",
                   f"{many / few:.2f} times ({many:.0f} MiB and {few:.0f} MiB)", "no more", many / few <= 1.1)


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
        self.query("SELECT 1")

    @staticmethod
    def start(*args):
        command = [str(part) for part in (CLUSTER, *args)]
        return subprocess.Popen(command, stderr=subprocess.DEVNULL)

    def query(self, query):
        """Returns the time of a query, its result, and the time that each executor computed."""
        before = [cpu_seconds(executor) for executor in self.executors]
        result = run(SQL, "--cluster", self.address, "-o", "csv", query)
        after = [cpu_seconds(executor) for executor in self.executors]
        return result.seconds, result.output, [end - start for start, end in zip(before, after)]

    def end(self):
        for program in (*self.executors, self.scheduler):
            program.terminate()
        for program in (*self.executors, self.scheduler):
            program.wait()


def two_at_once(games):
    """How much faster two programs together are on this machine than one after the other."""
    command = [str(part) for part in (CATENA, "annotate", "--stats", "--threads", 1, games.pgn)]

    def seconds(count):
        start = time.perf_counter()
        programs = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(count)]
        assert all(program.wait() == 0 for program in programs)
        return time.perf_counter() - start

    return 2 * seconds(1) / seconds(2)


def clusters(report, games, turns, port=50970):
    """Compares two executors with one, on a query that computes much and moves little."""
    query = ("SELECT sum(c['pieces']), sum(c['area']) FROM "
             f"(SELECT unnest(chains(movetext, fen)) AS c FROM {games.tables()['Parquet']})")
    most = max(two_at_once(games) for _ in range(turns))
    report.add("two programs that have nothing to do with each other against one", f"{most:.2f} times as fast", "")
    one, two = Cluster(1, port), Cluster(2, port + 1)
    try:
        idle = min(two.query("SELECT 1")[0] for _ in range(turns))
        runs = [(one.query(query), two.query(query)) for _ in range(turns)]
    finally:
        one.end()
        two.end()
    assert len({answer for turn in runs for _, answer, _ in turn}) == 1
    alone, _, computed = min((first for first, _ in runs), key=lambda first: first[0])
    together, _, shares = min((second for _, second in runs), key=lambda second: second[0])
    report.add("a query on the cluster that reads nothing", f"{idle:.2f} s", "")
    measured = (f"{alone / together:.2f} times as fast ({alone:.1f} s and {together:.1f} s; "
                f"one computed {computed[0]:.1f} s, two {' s and '.join(f'{share:.1f}' for share in shares)} s)")
    report.add(f"two executors with one slot each against one, {games.count:,} games",
               measured, "at least 1.6", alone / together >= 1.6)


def load():
    return f"load of the machine: {os.getloadavg()[0]:.1f}"


@dataclass
class Data:
    """What is asked about."""

    small: Games
    large: Games
    fens: Fens


PARTS = {
    "counting": lambda report, data, turns: counting(report, data.small, turns),
    "positions": lambda report, data, turns: positions(report, data.fens, turns),
    "memory": lambda report, data, turns: memory(report, data.small, data.large, min(turns, 3)),
    "clusters": lambda report, data, turns: clusters(report, data.large, min(turns, 3)),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=Path, help="games to repeat [default: those of the tests]",
                        default=ROOT / "crates/catena-chess/tests/data/games.pgn")
    parser.add_argument("--games", type=int, default=60_000, help="how many games to count chains in; "
                        f"{LARGER} times as many for memory and cluster [default: %(default)s]")
    parser.add_argument("--fens", type=int, default=10_000_000, help="[default: %(default)s]")
    parser.add_argument("--turns", type=int, default=5, help="[default: %(default)s]")
    parser.add_argument("--no-build", action="store_true", help="measure what is built already")
    parser.add_argument("--folder", type=Path, help="where the data is kept for the next run "
                        "[default: it is not kept]")
    parser.add_argument("--only", action="append", choices=[*PARTS, "nothing"],
                        help="the part to measure; can be given more than once [default: all]")
    args = parser.parse_args()
    if not args.no_build:
        build()
    start = time.perf_counter()
    print(f"{load()}, {os.cpu_count()} cores", flush=True)
    report = Report()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or Path(temporary)
        folder.mkdir(exist_ok=True)
        data = Data(
            small=Games.make(folder, args.source, args.games),
            large=Games.make(folder, args.source, args.games * LARGER),
            fens=Fens.make(folder, args.fens),
        )
        for part in args.only or PARTS:
            if part != "nothing":
                PARTS[part](report, data, args.turns)
    report.print_table()
    print(f"\n{load()}, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()
