"""Writes a bill of materials (CycloneDX 1.5, JSON) of the command with the page.

    sbom.py COMMIT-TIME OUTPUT

It has what is in the binary: the crates that cargo compiles into it for this target, from
`cargo metadata` and `cargo tree`, and the npm packages of the page that are not only for its
development, from the lock files. Every part has its version, licence, checksum and purl.
"""

import base64
import datetime
import json
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = "x86_64-unknown-linux-gnu"
FEATURES = "page"


def cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def crates() -> tuple[dict, list]:
    """The command itself, and the crates that are compiled into it."""
    lines = cargo(
        "tree", "--package", "catena", "--features", FEATURES, "--target", TARGET,
        "--edges", "normal", "--prefix", "none", "--format", "{p}",
    ).splitlines()
    # Lines are like `serde v1.0.228` and `catena-grid v0.1.0 (/path)`.
    used = {tuple(line.split()[:2]) for line in lines if line}
    metadata = json.loads(
        cargo("metadata", "--format-version", "1", "--filter-platform", TARGET, "--features", f"catena/{FEATURES}")
    )
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(p["name"], p["version"]): p.get("checksum") for p in lock["package"]}
    packages = [p for p in metadata["packages"] if (p["name"], "v" + p["version"]) in used]
    assert len(packages) == len(used), "cargo tree and cargo metadata differ"
    components = {p["id"]: crate(p, checksums[p["name"], p["version"]]) for p in packages}
    references = {id: component["bom-ref"] for id, component in components.items()}
    links = []
    for node in metadata["resolve"]["nodes"]:
        if node["id"] in components:
            needs = {
                references[d["pkg"]] for d in node["deps"]
                if d["pkg"] in references and any(k["kind"] is None for k in d["dep_kinds"])
            }
            links.append({"ref": references[node["id"]], "dependsOn": sorted(needs)})
    return components, links


def crate(package: dict, checksum: str | None) -> dict:
    purl = f"pkg:cargo/{package['name']}@{package['version']}"
    component = {
        "type": "library", "bom-ref": purl, "name": package["name"],
        "version": package["version"], "purl": purl,
        # Old manifests write `MIT/Apache-2.0` for a choice.
        "licenses": [{"expression": (package["license"] or "NOASSERTION").replace("/", " OR ")}],
    }
    if checksum:
        component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    return component


def npm_packages() -> list:
    """The npm packages that the built page contains."""
    lock = json.loads((ROOT / "crates/catena-web/page/package-lock.json").read_text())
    components = []
    for path, package in lock["packages"].items():
        if not path or package.get("dev"):
            continue
        name = path.split("node_modules/")[-1]
        purl = f"pkg:npm/{name.replace('@', '%40')}@{package['version']}"
        kind, digest = package["integrity"].split("-", 1)
        components.append({
            "type": "library", "bom-ref": purl, "name": name, "version": package["version"], "purl": purl,
            "licenses": [{"expression": package.get("license", "NOASSERTION")}],
            "hashes": [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}],
        })
    return components


def main(seconds: int, output: Path) -> None:
    found, links = crates()
    command = next(c for c in found.values() if c["name"] == "catena")
    command["type"] = "application"
    page = npm_packages()
    parts = sorted([c for c in found.values() if c is not command] + page, key=lambda c: c["purl"])
    for link in links:
        if link["ref"].startswith("pkg:cargo/catena-web@"):
            link["dependsOn"] += sorted(c["bom-ref"] for c in page)
    links += [{"ref": c["bom-ref"]} for c in page]
    links.sort(key=lambda link: link["ref"])
    # The same parts give the same number.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([command, parts], sort_keys=True))
    document = {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{serial}", "version": 1,
        "metadata": {
            "timestamp": datetime.datetime.fromtimestamp(seconds, datetime.UTC).isoformat(),
            "component": command,
        },
        "components": parts, "dependencies": links,
    }
    output.write_text(json.dumps(document, indent=1) + "\n")
    print(f"sbom: {len(found)} crates and {len(page)} npm packages")


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
