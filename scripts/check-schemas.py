"""Judges the schemas in docs/schemas, and the outputs of tests, with jsonschema.

    check-schemas.py FOLDER

FOLDER has a file of JSON lines per schema, like `catena.detect.jsonl` (tests/server/schema.rs).
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {"catena": "crates/catena", "catena-web": "crates/catena-web"}
# What no test runs: it measures for minutes.
NOT_SEEN = {("catena", "bench")}


def schemas():
    """Yields package, name and schema, each judged by the schema of schemas."""
    for package, folder in PACKAGES.items():
        for path in sorted((ROOT / folder / "docs/schemas").glob("*.json")):
            schema = json.loads(path.read_text())
            Draft202012Validator.check_schema(schema)
            yield package, path.stem, schema


def main(log: Path) -> int:
    errors = judged = count = 0
    for package, name, schema in schemas():
        count += 1
        validator = Draft202012Validator(schema)
        outputs = log / f"{package}.{name}.jsonl"
        if not outputs.exists():
            if (package, name) not in NOT_SEEN:
                print(f"no test has an output of {package}/{name}", file=sys.stderr)
                errors += 1
            continue
        # Many tests see the same output.
        for line in set(outputs.read_text().splitlines()):
            judged += 1
            for error in validator.iter_errors(json.loads(line)):
                print(f"{package}/{name}: {error.json_path}: {error.message[:200]}", file=sys.stderr)
                errors += 1
    print(f"schemas: {count} schemas, {judged} different outputs, {errors} errors")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
