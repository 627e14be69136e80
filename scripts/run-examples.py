"""Runs the console examples of documents that belong to a script.

    run-examples.py SCRIPT FILE…

These are the blocks after the comment `<!-- run by SCRIPT -->`. Commands run in the current
folder; each must succeed. `cargo test` runs the others: crates/catena/tests/command/docs.rs.
"""

import re
import subprocess
import sys
from pathlib import Path


def main(script: str, files: list[str]) -> int:
    block = re.compile(rf"<!-- run by {re.escape(script)} -->\s*```console\n(.*?)```", re.S)
    count = 0
    for file in files:
        for match in block.finditer(Path(file).read_text()):
            for line in match[1].splitlines():
                command = line.removeprefix("$ ")
                if command == line:
                    sys.exit(f"{file}: this script does not compare outputs, like {line!r}")
                print(f"{file}: {command}", flush=True)
                if subprocess.run(["bash", "-c", command]).returncode != 0:
                    sys.exit(f"{file}: this example fails: {command}")
                count += 1
    print(f"examples: {count} run")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
