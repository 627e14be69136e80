"""Checks the links of a built book: every file and every heading that is linked to is there.

    check_links.py FOLDER
"""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attributes: list) -> None:
        values = dict(attributes)
        self.names.update(filter(None, (values.get("id"), values.get("name"))))
        # Inside drawings, `use` links to a shape of the same drawing.
        self.links += filter(None, (values.get("href"), values.get("src")))


def main(folder: Path) -> int:
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html")}
    broken, checked = [], 0
    for path, page in pages.items():
        # These two stand at other addresses than their files.
        if path.name in ("404.html", "print.html"):
            continue
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            checked += 1
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.is_file():
                broken.append(f"{path.relative_to(folder.resolve())}: {link}")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
                broken.append(f"{path.relative_to(folder.resolve())}: {link}: no such heading")
    for line in sorted(set(broken)):
        print(line, file=sys.stderr)
    print(f"book: {checked} links in {len(pages)} pages, {len(set(broken))} broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
