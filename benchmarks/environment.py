"""What the benchmarks need: a Python environment of their own, and our programs."""

import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
VENV = HERE / ".venv"
PACKAGES = [
    "chess==1.11.2",
    "numpy==2.4.6",
    "opencv-python-headless==5.0.0.93",
    "rustworkx==0.18.1",
    "igraph==1.0.0",
    "connected-components-3d==4.1.1",
    "scipy==1.17.1",
    "shapely==2.2.0",
]


def enter_venv(script):
    """Runs the script again inside the environment, which is made if need be."""
    if pathlib.Path(sys.prefix).resolve() == VENV.resolve():
        return
    python = VENV / "bin" / "python"
    made_of = VENV / "packages"
    if not made_of.exists() or made_of.read_text().split() != PACKAGES:
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        made_of.write_text("\n".join(PACKAGES))
    os.execv(python, [python, script, *sys.argv[1:]])


def build(program):
    """Builds a program of ours and returns its path."""
    subprocess.run(["cargo", "build", "--release", "--bin", program, "--quiet"], cwd=ROOT, check=True)
    return ROOT / "target" / "release" / program


def find_program(name):
    """The path of a program from Debian, or the end with a hint."""
    for folder in [*os.environ["PATH"].split(os.pathsep), "/usr/games"]:
        path = pathlib.Path(folder) / name
        if path.exists():
            return path
    sys.exit(f"there is no program {name}: install Debian's package of that name")
