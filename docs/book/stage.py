"""Lays out the source of the book in a folder, from the Markdown files of the repository.

    stage.py CATENA FOLDER

The files are those that SUMMARY.md links to, at the same places, so that their links among
each other stay as they are. What only a site can have is added on the way: the help of every
command, the fields of every schema, and pictures in the colours of the reader's theme.
CATENA is the built command.
"""

import html
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BOOK = Path(__file__).resolve().parent
ROOT = BOOK.parent.parent
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)]*)?(\))")
IMAGE = re.compile(r'(<img src=")([^"]+)("[^>]*>)')
# Files that run their examples in `cargo test`: crates/catena/tests/command/docs.rs.
RUN_BY_CARGO = {"README.md", "GUIDE.md", "docs/json.md"}
# Documents whose examples no test can run, and why.
NOT_RUN = {
    "benchmarks/README.md": "not run: measures for minutes to hours, with other programs",
    "docs/engine-log.md": "not run: plays thousands of games",
    "docs/game-facts.md": "not run: some take minutes",
    "docs/scale.md": "not run as they stand: scripts/test-scale runs these commands on files of its own",
}


class Stage:
    def __init__(self, catena: Path, folder: Path) -> None:
        self.catena, self.folder = catena, folder
        self.files: list[Path] = []
        self.left_out: list[str] = []
        # The command that draws each picture, by the picture's name.
        self.drawings: dict[str, str] = {}

    def write(self, path: Path, text: str) -> None:
        target = self.folder / "src" / index_name(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def summary(self) -> None:
        """The table of contents, with paths from the root of the repository."""

        def place(match: re.Match) -> str:
            path = Path(os.path.relpath(BOOK / match[2], ROOT))
            if path.name == "commands.md":
                path = Path("commands.md")
            else:
                self.files.append(path)
            return f"{match[1]}{index_name(path)}{match[4]}"

        self.write(Path("SUMMARY.md"), LINK.sub(place, (BOOK / "SUMMARY.md").read_text()))

    def find_drawings(self) -> None:
        for path in self.files:
            commands = re.findall(r"^\$ (catena draw .* -o (\S+\.svg))$", (ROOT / path).read_text(), re.M)
            self.drawings.update({name: command for command, name in commands})

    def chapter(self, path: Path) -> None:
        text = (ROOT / path).read_text()
        self.check_examples(path, text)
        text = self.pictures(text)
        text = IMAGE.sub(lambda match: match[1] + self.resource(path, match[2]) + match[3], text)
        text = LINK.sub(lambda match: self.link(path, match), text)
        # Remarks for the tests.
        text = re.sub(r"<!-- (not run: |run by ).*? -->\n+", "", text)
        if path == Path("docs/json.md"):
            text += schema_tables()
        self.write(path, text)

    def link(self, page: Path, match: re.Match) -> str:
        target = match[2]
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        path = Path(os.path.normpath(page.parent / target))
        if path in self.files:
            shown = os.path.relpath(index_name(path), page.parent)
        elif (ROOT / path).is_file():
            shown = self.resource(page, target)
        else:
            sys.exit(f"{page}: there is no {target}")
        return f"{match[1]}{shown}{match[3] or ''}{match[4]}"

    def resource(self, page: Path, target: str) -> str:
        """Copies a file that is no chapter to its place."""
        path = Path(os.path.normpath(page.parent / target))
        copy = self.folder / "src" / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, copy)
        return target

    def pictures(self, text: str) -> str:
        """Puts drawings into the page itself, in both themes, as an example draws them."""

        def drawing(match: re.Match) -> str:
            name = Path(match["source"]).name
            if name not in self.drawings:
                return match[0]
            light, dark = (self.draw(self.drawings[name], name, theme) for theme in ("light", "dark"))
            caption = html.escape(match["alt"])
            return f'<figure class="board" style="max-width: {match["width"]}px" title="{caption}">\n<div class="on-light">{light}</div>\n<div class="on-dark">{dark}</div>\n</figure>\n'

        image = re.compile(r'^<img src="(?P<source>[^"]+\.svg)" width="(?P<width>[0-9]+)" alt="(?P<alt>[^"]*)">$', re.M)
        return image.sub(drawing, text)

    def draw(self, command: str, name: str, theme: str) -> str:
        words = shlex.split(command)
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([self.catena, *words[1:], "--theme", theme], cwd=folder, check=True)
            svg = (Path(folder) / name).read_text()
        # The line of the chain, and the light one under it; the style sheet lets them grow.
        svg = re.sub(r'(stroke-width="(12|19)")', r'class="chain" pathLength="1" \1', svg)
        # Markdown ends a block of HTML at an empty line; names are unique in a page.
        svg = re.sub(r"\n+", "", svg)
        return re.sub(r'(id="|href="#|labelledby="| )(catena-|[td][0-9a-f]{8})', rf"\1{theme}-\2", svg)

    def check_examples(self, path: Path, text: str) -> None:
        """Every console example runs in a test, or says why not."""
        for match in re.finditer(r"(?:<!-- (?P<why>(?:not run: |run by ).*?) -->\s*)?```console\n", text):
            line = text.count("\n", 0, match.end())
            why = match["why"] or NOT_RUN.get(str(path))
            if why:
                self.left_out.append(f"{path}:{line}: {why}")
            elif str(path) not in RUN_BY_CARGO:
                sys.exit(f"{path}:{line}: no test runs this example, and nothing says why")

    def commands(self) -> None:
        """A chapter with the help of every command."""
        overview = self.help()
        names = re.findall(r"^  ([a-z]+) ", overview.split("Commands:")[1].split("Options:")[0], re.M)
        parts = ["# All commands\n\nWhat `catena COMMAND --help` prints.\n", f"```text\n{overview}```\n"]
        for name in names:
            if name != "help":
                parts.append(f"## catena {name}\n\n```text\n{self.help(name)}```\n")
        self.write(Path("commands.md"), "\n".join(parts))

    def help(self, *command: str) -> str:
        return subprocess.run(
            [self.catena, *command, "--help"], check=True, capture_output=True, text=True
        ).stdout


def index_name(path: Path) -> Path:
    """mdBook makes index.html of index.md; README.md it would rename behind the links' backs."""
    return path.with_name("index.md") if path.name == "README.md" else path


def schema_tables() -> str:
    """The fields of every schema, as tables."""
    parts = []
    for title, folder in (("Fields: commands", "command"), ("Fields: API", "api")):
        parts.append(f"\n## {title}\n")
        for path in sorted((ROOT / "docs/schemas" / folder).glob("*.json")):
            schema = json.loads(path.read_text())
            parts.append(f"\n### {folder}/{path.stem}\n\n{schema['title']}: {schema['description']}\n")
            parts.append("\n| field | type | meaning |\n|---|---|---|")
            for name, kind, meaning in fields(schema, schema, "", 0):
                parts.append(f"| `{name}` | {kind} | {meaning.replace('|', '/')} |")
            parts.append("")
    return "\n".join(parts)


def resolve(root: dict, schema: dict) -> dict:
    """A schema with its reference replaced; what stands beside the reference wins."""
    while "$ref" in schema:
        target = root["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    return schema


def fields(root: dict, schema: dict, prefix: str, depth: int):
    """Yields name, type and meaning of each field, those of objects inside after them."""
    schema = resolve(root, schema)
    for choice in schema.get("anyOf", []):
        yield from fields(root, choice, prefix, depth)
    if "items" in schema:
        yield from fields(root, schema["items"], prefix + "[]", depth)
    for name, field in schema.get("properties", {}).items():
        full = f"{prefix}.{name}".lstrip(".")
        meaning = resolve(root, field).get("description", "")
        if name not in schema["required"]:
            meaning = f"{meaning} *(may be missing)*".strip()
        yield full, kind(root, field), meaning
        # Scores and steps come again and again; their fields are told once per schema's top.
        if depth < 3:
            yield from fields(root, field, full, depth + 1)


def kind(root: dict, schema: dict) -> str:
    schema = resolve(root, schema)
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind(root, choice) for choice in schema["anyOf"]))
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "items" in schema:
        types = [f"array of {kind(root, schema['items'])}" if t == "array" else t for t in types]
    return " or ".join(types)


def main(catena: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "src").mkdir(parents=True)
    for name in ("book.toml", "catena.css"):
        shutil.copyfile(BOOK / name, folder / name)
    stage = Stage(catena.resolve(), folder)
    stage.summary()
    stage.find_drawings()
    for path in stage.files:
        stage.chapter(path)
    stage.commands()
    print(f"book: {len(stage.files) + 1} chapters; examples that `cargo test` does not run:")
    for line in stage.left_out:
        print(f"  {line}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
