//! The questions of `catena grid` and `catena volume` about walls.

use serde_json::{Value, json};

use crate::run::{CommandOutput, Scratch, catena, catena_with_input};

/// Two rooms side by side, and a hall with a door to the outside.
const PLAN: &[u8] = b"\
.............
.###########.
.#..#..#...#.
.#..#..#...#.
.#######.....
.#.......###.
.#.......#...
.#########...
.............
";

fn ask(arguments: &[&str]) -> CommandOutput {
    let all = [&["grid", "-", "--format", "json"], arguments].concat();
    catena_with_input(&all, PLAN)
}

#[test]
fn no_answer_is_lost_behind_the_areas() {
    let file = data("hollow.npy");
    for (command, input, flag, value) in [
        ("grid", "-", "--leak", Some("2,5")),
        ("grid", "-", "--seal", Some("2,5")),
        ("grid", "-", "--seal-mask", Some("mask.png")),
        ("grid", "-", "--at", Some("2,5")),
        ("grid", "-", "--picture", None),
        ("grid", "-", "--timings", None),
        ("volume", &file, "--at", Some("0,0,0")),
        ("volume", &file, "--timings", None),
    ] {
        let arguments = [
            &[command, input, "--areas", "-", flag][..],
            value.as_slice(),
        ]
        .concat();
        catena_with_input(&arguments, PLAN).is_refused(&format!(
            "--areas - leaves no room for what {flag} prints; name a file"
        ));
    }
}

/// The areas are on standard output, so that the threshold is told on standard error.
#[test]
fn a_threshold_that_was_chosen_is_told_beside_the_areas() {
    let told = "catena: threshold: 200, chosen by Otsu's method\n";
    let image = b"P2 5 5 255 10 10 10 10 10 10 200 200 200 10 10 200 10 200 10 \
        10 200 200 200 10 10 10 10 10 10\n";
    let arguments = ["--threshold", "otsu", "--areas", "-", "--min-size", "1"];
    let outcome = catena_with_input(&[&["grid", "-"], &arguments[..]].concat(), image);
    assert_eq!((outcome.code, &outcome.stderr[..]), (0, told));
    assert_eq!(outcome.json()[0]["cells"], json!(1));
}

#[test]
fn standard_input_is_read_once() {
    for mask in ["--doors", "--seal-mask"] {
        catena_with_input(&["grid", "-", mask, "-"], PLAN)
            .is_refused("only one input can be standard input");
        catena_with_input(&["volume", "-", mask, "-"], PLAN)
            .is_refused("only one input can be standard input");
    }
}

#[test]
fn every_area_is_told() {
    let outcome = catena_with_input(&["grid", "-", "--areas", "-"], PLAN);
    assert_eq!(outcome.code, 0);
    let found = outcome.json();
    let found = found.as_array().expect("a list");
    let expected = [
        json!({
            "id": 1, "cells": 4, "box": [2, 2, 3, 3], "centroid": [2.5, 2.5],
            "inside": [2, 2], "walls": 8, "touches": [2], "opening": 1
        }),
        json!({
            "id": 2, "cells": 4, "box": [5, 2, 6, 3], "centroid": [5.5, 2.5],
            "inside": [5, 2], "walls": 8, "touches": [1], "opening": 1
        }),
    ];
    assert_eq!(found.len(), 2);
    for (found, expected) in found.iter().zip(&expected) {
        for (key, value) in expected.as_object().expect("an object") {
            assert_eq!(&found[key], value, "{key}");
        }
        assert_eq!(found["opening_cells"].as_array().map(Vec::len), Some(1));
        assert_eq!(found.get("doors"), None);
    }
}

#[test]
fn areas_are_written_as_json_and_csv() {
    let scratch = Scratch::new("areas");
    let (list, table) = (scratch.file("areas.json"), scratch.file("areas.csv"));
    assert_eq!(ask(&["--areas", &list]).json()["areas"], json!(2));
    assert_eq!(ask(&["--areas", &table]).code, 0);
    let list: Value = serde_json::from_slice(&std::fs::read(list).expect("a list")).expect("JSON");
    assert_eq!(list[1]["box"], json!([5, 2, 6, 3]));
    let table = std::fs::read_to_string(table).expect("a table");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(
        lines[0],
        "id,cells,box,centroid,inside,walls,touches,opening,opening_cells"
    );
    assert!(
        lines[1].starts_with("1,4,2 2 3 3,2.5 2.5,2 2,8,2,1,"),
        "{table}"
    );
    assert_eq!(lines.len(), 3);
}

#[test]
fn areas_are_written_as_geojson() {
    let scratch = Scratch::new("geojson");
    let file = scratch.file("areas.geojson");
    // A room with a pillar, and a cell that touches it at a corner.
    let grid = b"######\n#...##\n#.#.##\n#...##\n####.#\n######\n";
    let arguments = ["grid", "-", "--areas", &file];
    assert_eq!(catena_with_input(&arguments, grid).code, 0);
    let found: Value =
        serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON");
    assert_eq!(found["type"], json!("FeatureCollection"));
    let feature = &found["features"][0];
    assert_eq!(feature["properties"]["cells"], json!(9));
    let geometry = json!({
        "type": "MultiPolygon",
        "coordinates": [
            [
                [[1, 1], [4, 1], [4, 4], [1, 4], [1, 1]],
                [[2, 3], [3, 3], [3, 2], [2, 2], [2, 3]]
            ],
            [[[4, 4], [5, 4], [5, 5], [4, 5], [4, 4]]]
        ]
    });
    assert_eq!(feature["geometry"], geometry);
    let hex = ["grid", "-", "--lattice", "hex", "--areas", &file];
    assert_eq!(catena_with_input(&hex, grid).code, 0);
    let both = ["grid", "-", "--areas", "a.json", "--labels", "a.json"];
    catena_with_input(&both, grid).is_refused("--labels and --areas name the same file 'a.json'");
}

#[test]
fn a_grid_without_areas_has_an_empty_list() {
    let outcome = catena_with_input(&["grid", "-", "--areas", "-"], b"...\n...\n");
    assert_eq!(outcome.stdout, "[]\n");
}

#[test]
fn areas_of_more_cells_are_the_areas_of_the_report() {
    let arguments = ["--min-size", "5", "--areas", "-"];
    assert_eq!(ask(&arguments).stdout, "[]\n");
    catena_with_input(&["grid", "-", "--areas", "areas.txt"], PLAN).is_refused(
        "the areas can be written to a .json, .csv, .geojson or .svg file, or to '-'; 'areas.txt' is none of these",
    );
}

#[test]
fn a_leak_has_a_route_a_length_a_width_and_a_narrowest_cell() {
    let outcome = ask(&["--leak", "2,5"]);
    assert_eq!(outcome.code, 0);
    let leak = &outcome.json()["leak"];
    assert_eq!(leak["enclosed"], json!(false));
    let route = leak["route"].as_array().expect("a route");
    assert_eq!(route[0], json!([2, 5]));
    assert_eq!(leak["length"], json!(route.len()));
    assert_eq!(route[route.len() - 1], json!([12, 4]));
    assert_eq!(leak["width"], json!(1));
    // The hall is two cells high; where it is left it is one cell wide.
    assert_eq!(leak["narrowest"], json!([8, 4]));
    let text = catena_with_input(&["grid", "-", "--leak", "2,5"], PLAN).stdout;
    assert!(text.starts_with("the cell 2,5 leaks; a shortest way out has 12 cells:\n  2,5 "));
    assert!(text.contains("the widest way out is 1 cell wide, at 8,4 it is narrowest"));
}

#[test]
fn an_enclosed_cell_has_an_opening_and_exit_code_1() {
    let outcome = ask(&["--leak", "5,3"]);
    assert_eq!(outcome.code, 1);
    let leak = &outcome.json()["leak"];
    assert_eq!(leak["enclosed"], json!(true));
    assert_eq!(leak["opening"], json!(1));
    assert_eq!(leak["opening_cells"].as_array().map(Vec::len), Some(1));
    assert_eq!(leak.get("route"), None);
    let text = catena_with_input(&["grid", "-", "--leak", "5,3"], PLAN).stdout;
    assert!(text.starts_with("the cell 5,3 is enclosed; the removal of 1 wall cell opens it:\n"));
}

#[test]
fn the_way_out_is_drawn() {
    let scratch = Scratch::new("leak");
    let picture = scratch.file("leak.png");
    let leak = ask(&["--leak", "2,5", "--out", &picture]).json()["leak"].clone();
    let without = scratch.file("plain.png");
    assert_eq!(ask(&["--out", &without]).code, 0);
    let [image, plain] = [picture, without].map(|path| image::open(path).expect("a picture"));
    let (image, plain) = (image.into_rgb8(), plain.into_rgb8());
    let cell =
        |cell: &Value| -> (u32, u32) { serde_json::from_value(cell.clone()).expect("a cell") };
    let narrowest = cell(&leak["narrowest"]);
    let route: Vec<_> = leak["route"]
        .as_array()
        .expect("a route")
        .iter()
        .map(cell)
        .collect();
    for (x, y, pixel) in image.enumerate_pixels() {
        let expected = match (x, y) {
            at if at == narrowest => [25, 91, 200],
            at if route.contains(&at) => [200, 16, 46],
            _ => plain.get_pixel(x, y).0,
        };
        assert_eq!(pixel.0, expected, "{x},{y}");
    }
}

/// On a large picture one pixel would not be seen; walls stay as they are.
#[test]
fn where_a_way_is_narrowest_there_is_a_cross_on_large_pictures() {
    let scratch = Scratch::new("cross");
    let (room, picture) = (scratch.file("room.txt"), scratch.file("out.png"));
    // A room with a door one cell wide in the middle of its upper wall.
    let wall = format!("{}.{}\n", "#".repeat(150), "#".repeat(149));
    let inside = format!("#{}#\n", ".".repeat(298));
    let grid = [
        ".".repeat(300) + "\n",
        wall,
        inside.repeat(20),
        "#".repeat(300) + "\n",
    ];
    std::fs::write(&room, grid.concat()).expect("a grid");
    let answer = catena(&[
        "grid", &room, "--leak", "20,8", "--out", &picture, "--format", "json",
    ]);
    assert_eq!(answer.json()["leak"]["narrowest"], json!([150, 1]));
    let image = image::open(picture).expect("a picture").into_rgb8();
    let is_blue = |x, y| image.get_pixel(x, y).0 == [25, 91, 200];
    let cross = [(150, 0), (150, 1), (150, 2), (150, 3)];
    assert!(cross.iter().all(|(x, y)| is_blue(*x, *y)));
    assert!(!is_blue(149, 1) && !is_blue(151, 1) && !is_blue(150, 4));
}

#[test]
fn a_region_is_sealed_by_the_fewest_cells() {
    let outcome = ask(&["--seal", "2,5", "--radius", "1"]);
    assert_eq!(outcome.code, 0);
    let seal = &outcome.json()["seal"];
    assert_eq!(seal["size"], json!(1));
    // Nearer to the region it takes two cells.
    assert_eq!(seal["cells"], json!([[8, 5]]));
    // Two points: the region is what belongs to either.
    let both = ask(&["--seal", "2,5", "--seal", "9,3", "--radius", "0"]).json();
    assert_eq!(both["seal"]["size"], json!(1));
    let closed = ask(&["--seal", "2,2"]).json();
    assert_eq!(closed["seal"], json!({"size": 0, "cells": []}));
    let text = catena_with_input(&["grid", "-", "--seal", "2,5", "--radius", "1"], PLAN).stdout;
    assert!(text.starts_with("the region is cut off by filling 1 cell, and by no fewer:\n  8,5\n"));
}

#[test]
fn a_region_at_the_rim_cannot_be_sealed() {
    let outcome = ask(&["--seal", "1,0", "--radius", "0"]);
    assert_eq!(outcome.code, 1);
    let seal = &outcome.json()["seal"];
    assert_eq!(
        seal,
        &json!({"size": null, "cells": [], "at_rim": [[1, 0]]})
    );
    let text = catena_with_input(&["grid", "-", "--seal", "1,0", "--radius", "0"], PLAN).stdout;
    assert!(text.starts_with("the region cannot be sealed: it touches the rim at 1,0\n"));
}

#[test]
fn a_mask_says_what_must_end_up_inside() {
    let scratch = Scratch::new("mask");
    let mask = scratch.file("mask.txt");
    let picture = String::from_utf8(PLAN.to_vec()).expect("text");
    // The hall and the walls around it.
    let rows = picture.lines().enumerate().map(|(row, line)| {
        let marked = |column: usize| (1..9).contains(&column) && (5..7).contains(&row);
        let cells = (0..line.len()).map(|column| if marked(column) { '#' } else { '.' });
        cells.collect::<String>() + "\n"
    });
    std::fs::write(&mask, rows.collect::<String>()).expect("a mask");
    let seal = &ask(&["--seal-mask", &mask]).json()["seal"];
    assert_eq!(seal, &json!({"size": 1, "cells": [[8, 4]]}));
    // It is the region itself: a radius would have to be ignored.
    let outcome = ask(&["--seal-mask", &mask, "--radius", "1"]);
    let conflict = "error: the argument '--seal-mask <FILE>' cannot be used with '--radius <R>'";
    assert_eq!(
        (outcome.code, outcome.stdout.as_str()),
        (2, ""),
        "{outcome:?}"
    );
    assert_eq!(outcome.stderr.lines().next(), Some(conflict));
    std::fs::write(&mask, "##\n##\n").expect("a mask");
    ask(&["--seal-mask", &mask]).is_refused(&format!("'{mask}' has 2x2 cells, and the grid 13x9"));
    std::fs::write(&mask, &picture).expect("a mask");
    ask(&["--seal-mask", &mask])
        .is_refused("the mask of --seal-mask has no empty cell of the input");
}

/// Of what begins with a minus it was said that `-- -1` would pass it as a value.
#[test]
fn numbers_below_0_are_refused_as_values() {
    let grid = "give a column and a row, like 3,5";
    let volume = "give a column, a row and a layer, like 3,5,2";
    let radius = "give a number of cells, like 3";
    for (command, flag, value, name, sentence) in [
        ("grid", "--leak", "-1,0", "X,Y", grid),
        ("grid", "--seal", "-1,0", "X,Y", grid),
        ("grid", "--at", "-1,0", "X,Y", grid),
        ("grid", "--leak", "--seal", "X,Y", grid),
        ("grid", "--radius", "-1", "R", radius),
        ("grid", "--radius", "3.5", "R", radius),
        ("volume", "--leak", "-1,0,0", "X,Y,Z", volume),
        ("volume", "--seal", "-1,0,0", "X,Y,Z", volume),
        ("volume", "--at", "-1,0,0", "X,Y,Z", volume),
    ] {
        let outcome = catena_with_input(&[command, "-", flag, value], PLAN);
        let expected = format!("error: invalid value '{value}' for '{flag} <{name}>': {sentence}");
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
        assert_eq!(outcome.stderr.lines().next(), Some(expected.as_str()));
    }
}

#[test]
fn cells_that_cannot_be_asked_about_are_refused() {
    ask(&["--leak", "1,1"]).is_refused("the cell 1,1 is occupied; only empty cells leak");
    ask(&["--leak", "13,0"]).is_refused("there is no cell 13,0 in the input");
    ask(&["--seal", "1,1"]).is_refused("the cell 1,1 is occupied; only empty cells leak");
    ask(&["--at", "1,1", "--rim", "wall"])
        .is_refused("--at needs --rim open: a chain goes through cells, and the rim has none");
}

#[test]
fn a_rim_that_is_a_wall_encloses_everything() {
    let report = ask(&["--rim", "wall", "--areas", "-"]).json();
    let areas = report.as_array().expect("a list");
    assert_eq!(areas.len(), 3);
    for area in areas {
        assert_eq!(
            (&area["opening"], &area["opening_cells"]),
            (&Value::Null, &json!([]))
        );
    }
    let report = ask(&["--rim", "wall"]).json();
    assert_eq!(report["areas"], json!(3));
    assert_eq!(report["largest"][0]["first"], json!([0, 0]));
    // The walls of the rooms are on chains as before; the rim has no cells.
    assert_eq!(report["cells_on_chain"], ask(&[]).json()["cells_on_chain"]);
    let leak = ask(&["--rim", "wall", "--leak", "0,0"]);
    assert_eq!(leak.code, 1);
    assert_eq!(leak.json()["leak"]["opening"], Value::Null);
    let seal = ask(&["--rim", "wall", "--seal", "0,0"]).json();
    assert_eq!(seal["seal"]["size"], json!(0));
}

#[test]
fn doors_close_a_room_and_are_reported() {
    let scratch = Scratch::new("doors");
    let doors = scratch.file("doors.txt");
    let rows = (0..9).map(|row| match row {
        4 => "...........#.\n",
        _ => ".............\n",
    });
    std::fs::write(&doors, rows.collect::<String>()).expect("a mask");
    let areas = ask(&["--doors", &doors, "--areas", "-"]).json();
    let areas = areas.as_array().expect("a list");
    assert_eq!(areas.len(), 3);
    assert_eq!(areas[0]["doors"], json!([]));
    assert_eq!(areas[2]["doors"], json!([[11, 4]]));
    assert_eq!(areas[2]["opening"], json!(1));
    let leak = ask(&["--doors", &doors, "--leak", "2,5"]);
    assert_eq!(leak.code, 1);
}

/// The path of a file in `tests/data`.
fn data(name: &str) -> String {
    format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn volumes_are_asked_the_same() {
    let file = &data("hollow.npy");
    let areas = catena(&["volume", file, "--areas", "-"]).json();
    let area = &areas[0];
    for (key, value) in [
        ("id", json!(1)),
        ("cells", json!(4)),
        ("box", json!([2, 2, 1, 3, 2, 2])),
        ("centroid", json!([2.5, 2.0, 1.5])),
        ("inside", json!([2, 2, 1])),
        ("walls", json!(16)),
        ("touches", json!([])),
        ("opening", json!(1)),
    ] {
        assert_eq!(area[key], value, "{key}");
    }
    catena(&["volume", file, "--areas", "areas.txt"]).is_refused(
        "the areas can be written to a .json or .csv file, or to '-'; 'areas.txt' is none of these",
    );
    let outcome = catena(&["volume", file, "--leak", "2,2,1", "--format", "json"]);
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.json()["leak"]["opening"], json!(1));
    let outcome = catena(&["volume", file, "--seal", "2,2,1", "--format", "json"]);
    assert_eq!(outcome.code, 0);
    assert_eq!(outcome.json()["seal"], json!({"size": 0, "cells": []}));
    let outcome = catena(&["volume", file, "--rim", "wall", "--format", "json"]);
    assert_eq!(outcome.json()["cavities"][0]["opening"], Value::Null);
    catena(&["volume", file, "--leak", "0,0,0"])
        .is_refused("the cell 0,0,0 is occupied; only empty cells leak");
}
