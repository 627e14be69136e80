//! The layers of `ARCHITECTURE.md`: an arrow is never reversed, and only
//! `catena-chess` names shakmaty.

use std::collections::BTreeMap;
use std::process::Command;

/// What each crate of the workspace may depend on, ours and shakmaty's.
const ALLOWED: [(&str, &[&str]); 8] = [
    ("catena-grid", &[]),
    ("catena-draw", &["catena-grid"]),
    ("catena-chess", &["catena-grid", "shakmaty", "pgn-reader"]),
    ("catena-engine", &["catena-grid", "catena-chess"]),
    (
        "catena-lab",
        &["catena-grid", "catena-chess", "catena-engine"],
    ),
    (
        "catena",
        &[
            "catena-grid",
            "catena-draw",
            "catena-chess",
            "catena-engine",
            "catena-lab",
            "catena-web",
        ],
    ),
    (
        "catena-web",
        &[
            "catena-grid",
            "catena-draw",
            "catena-chess",
            "catena-engine",
        ],
    ),
    (
        "catena-fuzz",
        &[
            "catena-grid",
            "catena-draw",
            "catena-chess",
            "catena-engine",
            "catena-web",
        ],
    ),
];

fn packages() -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo metadata runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it prints JSON");
    json["packages"]
        .as_array()
        .expect("a list of packages")
        .clone()
}

#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.into_iter().collect();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let allowed = allowed
            .get(name)
            .unwrap_or_else(|| panic!("{name} is not in the list"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let other = dependency["name"].as_str().expect("a name");
            let is_dev = dependency["kind"] == "dev";
            let matters =
                other.starts_with("catena-") || ["shakmaty", "pgn-reader"].contains(&other);
            assert!(
                is_dev || !matters || allowed.contains(&other),
                "{name} depends on {other}"
            );
            assert!(
                name != "catena-grid" || is_dev || dependency["optional"] == true,
                "catena-grid depends on {other} even without features"
            );
        }
    }
}

#[test]
fn crates_without_shakmaty_are_permissive_and_the_others_are_not() {
    for package in packages() {
        let expected = match package["name"].as_str() {
            Some("catena-grid" | "catena-draw") => "MIT OR Apache-2.0",
            _ => "GPL-3.0-or-later",
        };
        assert_eq!(package["license"], expected, "{}", package["name"]);
    }
}
