"""Long calls: without the interpreter lock, and ended by Ctrl-C."""

import subprocess
import sys
import textwrap
import threading

import catena_grid as cg
import numpy as np
import pyarrow as pa
import pytest


@pytest.mark.parametrize("call", ["analyse", "check"])
def test_the_lock_is_released(call):
    """Another thread runs before the call returns; with the lock held it could not."""
    image = np.random.default_rng(0).random((3000, 3000)) < 0.4
    fens = pa.array(["1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6"] * 1_000_000)
    calls = {"analyse": lambda: cg.analyse(image), "check": lambda: cg.chess.check(fens, "f3")}
    order = []
    go = threading.Event()

    def other() -> None:
        go.wait()
        order.append("other")

    thread = threading.Thread(target=other)
    thread.start()
    interval = sys.getswitchinterval()
    # With this interval a thread gives the lock away only if it releases it.
    sys.setswitchinterval(1000)
    try:
        go.set()
        calls[call]()
        order.append("answered")
    finally:
        sys.setswitchinterval(interval)
    thread.join()
    assert order == ["other", "answered"]


def test_many_threads_at_once():
    image = np.random.default_rng(0).random((300, 300)) < 0.4
    expected = cg.label_walls(image)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(cg.label_walls(image))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 8
    assert all(np.array_equal(answer, expected) for answer in answers)


# What to prepare, and a call that takes longer than anybody waits.
LONG_CALLS = {
    "deciding": (
        "image = np.broadcast_to(rng.random(20000) < 0.5, (20000, 20000))",
        "while True: cg.analyse(image)",
    ),
    "a search": (
        "image = np.zeros((400, 400), bool); image[::2, ::2] = image[1::2, 1::2] = True",
        "cg.on_chain(image, min_size=2000, budget=10**15)",
    ),
    "a volume": (
        "volume = np.broadcast_to(rng.random(500) < 0.9, (1000, 500, 500))",
        "while True: cg.analyse(volume)",
    ),
    "a patch": (
        "image = np.zeros((3000, 3000), bool); mask = image.copy(); mask[500:2500, 500:2500] = True",
        "while True: cg.seal(image, mask)",
    ),
    "outlines": (
        "image = rng.random((2000, 2000)) < 0.45",
        "while True: cg.polygons(image, of='walls')",
    ),
    "a table": (
        "fens = ['1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6'] * 30_000_000",
        "while True: cg.chess.check(fens, 'f3')",
    ),
}


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
@pytest.mark.parametrize("call", LONG_CALLS)
def test_ctrl_c_ends_a_long_call(call):
    """The process gets SIGINT while it works, and must end by it, inside the call."""
    prepare, work = LONG_CALLS[call]
    script = f"""
        import os, signal, threading, numpy as np, catena_grid as cg
        rng = np.random.default_rng(1)
        {prepare}
        threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            {work}
        except KeyboardInterrupt:
            print("ended", flush=True)
            os._exit(0)
        print("finished", flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True, text=True, timeout=300,
    )
    assert (done.returncode, done.stdout) == (0, "ended\n"), done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits are those of Linux")
def test_too_little_memory_is_an_exception():
    script = """
        import resource, numpy as np, catena_grid as cg
        wide = np.broadcast_to(True, (25000, 25000))
        used = 4 * 1024**3
        resource.setrlimit(resource.RLIMIT_AS, (used, used))
        try:
            cg.label_walls(wide)
        except MemoryError as error:
            print("needs" in str(error))
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
