//! Outlines of areas and walls: GeoJSON, SVG, world files and GeoTIFF tags. What the
//! outlines are worth, `scripts/test-walls` asks an independent validator.

use serde_json::{Value, json};

use crate::run::{CommandOutput, Scratch, catena, data};

/// A room with a pillar, and a cell that touches it at a corner.
const ROOM: &str = "######\n#...##\n#.#.##\n#...##\n####.#\n######\n";

fn read_json(path: &str) -> Value {
    let bytes = std::fs::read(path).expect("a file");
    serde_json::from_slice(&bytes).expect("JSON")
}

/// A folder with the room in it, and the names of the room and of an output.
fn room(name: &str) -> (Scratch, String, String) {
    let scratch = Scratch::new(name);
    let (room, output) = (scratch.file("room.txt"), scratch.file("out.geojson"));
    std::fs::write(&room, ROOM).expect("a grid");
    (scratch, room, output)
}

fn polygons(room: &str, output: &str, flags: &[&str]) -> CommandOutput {
    let all = [&["grid", room, "--polygons", output], flags].concat();
    catena(&all)
}

#[test]
fn areas_and_walls_are_written_as_geojson() {
    let (_scratch, room, output) = room("polygons");
    assert_eq!(polygons(&room, &output, &[]).code, 0);
    let found = read_json(&output);
    let features = found["features"].as_array().expect("a list");
    let ids: Vec<&Value> = features.iter().map(|feature| &feature["id"]).collect();
    assert_eq!(ids, ["area-1", "wall-1", "wall-2"]);
    assert_eq!(features[0]["properties"]["kind"], json!("area"));
    assert_eq!(features[0]["properties"]["opening"], json!(1));
    let wall = json!({"kind": "wall", "id": 1, "cells": 26, "box": [0, 0, 5, 5], "areas": [1]});
    assert_eq!(features[1]["properties"], wall);
    // The two holes touch at a corner.
    let rings = json!([
        [[0, 0], [6, 0], [6, 6], [0, 6], [0, 0]],
        [[1, 4], [4, 4], [4, 1], [1, 1], [1, 4]],
        [[4, 5], [5, 5], [5, 4], [4, 4], [4, 5]]
    ]);
    assert_eq!(features[1]["geometry"]["coordinates"], rings);
    assert_eq!(found.get("crs"), None);
}

#[test]
fn outlines_are_written_as_svg() {
    let (scratch, room, _) = room("svg");
    let picture = scratch.file("out.svg");
    assert_eq!(polygons(&room, &picture, &[]).code, 0);
    let text = std::fs::read_to_string(&picture).expect("a picture");
    assert!(text.starts_with(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"6\" height=\"6\" viewBox=\"0 0 6 6\">\n"
    ));
    assert!(text.contains("<path id=\"wall-2\" fill=\"#495057\" d=\"M2 2L3 2L3 3L2 3Z\">"));
    assert!(text.ends_with("</g>\n</g>\n</svg>\n"), "{text}");
    // Only areas, and a grid that has none.
    assert_eq!(catena(&["grid", &room, "--areas", &picture]).code, 0);
    let text = std::fs::read_to_string(&picture).expect("a picture");
    assert!(text.contains("id=\"area-1\"") && !text.contains("wall"));
    std::fs::write(&room, "...\n").expect("a grid");
    assert_eq!(polygons(&room, &picture, &[]).code, 0);
    let text = std::fs::read_to_string(&picture).expect("a picture");
    assert!(
        text.ends_with("<g fill-rule=\"evenodd\">\n</g>\n</svg>\n"),
        "{text}"
    );
}

/// The rings of the pillar on a map, and whether the first one is counterclockwise.
fn pillar(output: &str) -> Value {
    let features = read_json(output);
    features["features"][2]["geometry"]["coordinates"][0].clone()
}

#[test]
fn a_world_file_places_outlines_on_a_map() {
    let (scratch, room, output) = room("world");
    // North is at the top: y counts upwards, and rings are turned back.
    let world = scratch.file("room.wld");
    std::fs::write(&world, "2\n0\n0\n-2\n101\n49\n").expect("a world file");
    assert_eq!(polygons(&room, &output, &[]).code, 0);
    let ring = json!([[104, 44], [106, 44], [106, 46], [104, 46], [104, 44]]);
    assert_eq!(pillar(&output), ring);
    // The properties stay in columns and rows.
    assert_eq!(
        read_json(&output)["features"][2]["properties"]["box"],
        json!([2, 2, 2, 2])
    );
    assert_eq!(polygons(&room, &output, &["--pixels"]).code, 0);
    let ring = json!([[2, 2], [3, 2], [3, 3], [2, 3], [2, 2]]);
    assert_eq!(pillar(&output), ring);
    // One that is named comes first.
    let other = scratch.file("other.txt");
    std::fs::write(&other, "1\n0\n0\n1\n0.5\n10.5\n").expect("a world file");
    assert_eq!(polygons(&room, &output, &["--world-file", &other]).code, 0);
    let ring = json!([[2, 12], [3, 12], [3, 13], [2, 13], [2, 12]]);
    assert_eq!(pillar(&output), ring);
}

#[test]
fn world_files_that_place_nothing_are_refused() {
    let (scratch, room, output) = room("badworld");
    let world = scratch.file("room.wld");
    for (text, message) in [
        ("1\n2\n", "a world file has six numbers, this one has 2"),
        (
            "1\n0\n0\nup\n0\n0\n",
            "line 4 has 'up', which is not a number",
        ),
        ("1\n1\n1\n1\n0\n0\n", "its pixels have no area"),
        (
            "1e-9\n0\n0\n1e-9\n6e6\n5e6\n",
            "its pixels are too small to be told apart",
        ),
    ] {
        std::fs::write(&world, text).expect("a world file");
        let outcome = polygons(&room, &output, &[]);
        outcome.is_refused(&format!("the world file '{world}': {message}"));
        assert!(!std::path::Path::new(&output).exists());
    }
    let none = scratch.file("none.wld");
    let outcome = polygons(&room, &output, &["--world-file", &none]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("cannot open it"), "{outcome:?}");
    // It is not read if no outline is written.
    assert_eq!(catena(&["grid", &room]).code, 0);
    catena(&["grid", &room, "--pixels"]).is_refused(
        "--pixels is for outlines: give --polygons, or a .geojson or .svg file to --areas",
    );
    polygons(&room, "out.json", &[]).is_refused(
        "the polygons can be written to a .geojson or .svg file; 'out.json' is neither",
    );
    polygons(&room, &output, &["--areas", &output]).is_refused(&format!(
        "--areas and --polygons name the same file '{output}'"
    ));
}

/// The corners of a hexagon of width 1 whose box begins at this place.
fn hexagon(x: f64, y: f64) -> Vec<[f64; 2]> {
    let third = 3f64.sqrt() / 6.0;
    let corners = [
        [0.5, 0.0],
        [1.0, 1.0],
        [1.0, 3.0],
        [0.5, 4.0],
        [0.0, 3.0],
        [0.0, 1.0],
    ]
    .map(|[right, down]: [f64; 2]| [x + right, y + down * third]);
    corners.into_iter().chain([corners[0]]).collect()
}

fn is_ring(found: &Value, expected: &[[f64; 2]]) -> bool {
    let found: Vec<[f64; 2]> = serde_json::from_value(found.clone()).expect("a ring");
    let is_near = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9;
    found.len() == expected.len() && found.iter().zip(expected).all(is_near)
}

#[test]
fn hexagons_have_outlines_in_widths_of_hexagons() {
    let scratch = Scratch::new("hexagons");
    let [grid, output, world] =
        ["hex.txt", "out.geojson", "hex.wld"].map(|name| scratch.file(name));
    std::fs::write(&grid, "...\n##.\n#.#\n##.\n").expect("a grid");
    let hex = ["--lattice", "hex", "--min-size", "1"];
    assert_eq!(polygons(&grid, &output, &hex).code, 0);
    let found = read_json(&output);
    let area = &found["features"][0];
    assert_eq!(area["id"], "area-1");
    assert_eq!(area["geometry"]["type"], "Polygon");
    let ring = |found: &Value| found["features"][0]["geometry"]["coordinates"][0].clone();
    let row = 3f64.sqrt() / 2.0;
    assert!(is_ring(&ring(&found), &hexagon(1.0, 2.0 * row)), "{area}");
    let wall = &found["features"][1];
    assert_eq!(wall["properties"]["areas"], json!([1]));
    // Beside the image a world file speaks of square pixels; one that is named counts.
    std::fs::write(&world, "10\n0\n0\n10\n5\n5\n").expect("a world file");
    assert_eq!(polygons(&grid, &output, &hex).code, 0);
    assert_eq!(read_json(&output), found);
    let named = [&hex[..], &["--world-file", &world]].concat();
    assert_eq!(polygons(&grid, &output, &named).code, 0);
    let tenfold: Vec<_> = hexagon(1.0, 2.0 * row)
        .iter()
        .map(|[x, y]| [10.0 * x, 10.0 * y])
        .collect();
    assert!(is_ring(&ring(&read_json(&output)), &tenfold));
    // The picture is as wide as three and a half hexagons, and as high as four rows.
    let picture = scratch.file("out.svg");
    assert_eq!(polygons(&grid, &picture, &hex).code, 0);
    let text = std::fs::read_to_string(&picture).expect("a picture");
    assert!(
        text.contains("width=\"4\" height=\"4\" viewBox=\"0 0 3.5 3.75"),
        "{text}"
    );
    assert!(text.contains("<path id=\"area-1\""), "{text}");
}

/// As `--areas` has them.
#[test]
fn polygons_of_areas_have_their_doors() {
    let (scratch, room, output) = room("doors");
    let doors = scratch.file("doors.txt");
    std::fs::write(&doors, "......\n......\n......\n#.....\n......\n......\n").expect("doors");
    assert_eq!(polygons(&room, &output, &["--doors", &doors]).code, 0);
    let found = read_json(&output);
    assert_eq!(found["features"][0]["properties"]["doors"], json!([[0, 3]]));
    assert_eq!(polygons(&room, &output, &[]).code, 0);
    assert_eq!(
        read_json(&output)["features"][0]["properties"].get("doors"),
        None
    );
}

#[test]
fn volumes_have_no_outlines() {
    let volume = data("hollow.npy");
    for name in ["a.geojson", "a.svg"] {
        catena(&["volume", &volume, "--areas", name]).is_refused(
            "a volume has surfaces, not outlines: --areas writes its cavities to a .json or \
             .csv file, --labels their voxels to a .npy file",
        );
    }
}

/// A world file belongs to the image as it is stored; `turned.png` is shown turned.
#[test]
fn a_turned_image_is_placed_as_it_is_stored() {
    let scratch = Scratch::new("turnedmap");
    let (world, output) = (scratch.file("w.txt"), scratch.file("out.geojson"));
    std::fs::write(&world, "1\n0\n0\n-1\n0.5\n-0.5\n").expect("a world file");
    // The white pixel is stored top left and shown top right.
    let image = data("turned.png");
    assert_eq!(polygons(&image, &output, &["--world-file", &world]).code, 0);
    let wall = &read_json(&output)["features"][0];
    assert_eq!(wall["properties"]["box"], json!([1, 0, 1, 0]));
    let mut corners = wall["geometry"]["coordinates"][0]
        .as_array()
        .expect("a ring")
        .clone();
    corners.pop();
    corners.sort_by_key(Value::to_string);
    assert_eq!(
        Value::Array(corners),
        json!([[0, -1], [0, 0], [1, -1], [1, 0]])
    );
}
