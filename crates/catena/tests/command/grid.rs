//! `catena grid`, `catena volume` and `catena graph` as a user runs them.

use serde_json::{Value, json};

use crate::run::{Scratch, catena, catena_with_input, data};

const EYE: &[u8] = b".##.\n#..#\n.##.\n";

#[test]
fn a_text_grid_is_reported_under_the_names_of_the_issue() {
    let report = catena_with_input(&["grid", "-", "--format", "json", "--timings"], EYE).json();
    for (key, value) in [
        ("width", 4),
        ("height", 3),
        ("occupied", 6),
        ("areas", 1),
        ("largest_area", 2),
        ("walls", 1),
        ("cells_on_chain", 6),
    ] {
        assert_eq!(report[key], json!(value), "{key}");
    }
    for key in ["read", "decide", "write"] {
        assert!(report["timings"][key].is_f64(), "{key}");
    }
    assert_eq!(report.get("chain"), None);
}

#[test]
fn one_cell_is_answered_with_a_chain_and_an_exit_code() {
    let outcome = catena_with_input(&["grid", "-", "--at", "0,1", "--format", "json"], EYE);
    assert_eq!(outcome.code, 0);
    let report = outcome.json();
    assert_eq!(report["chain"], json!(true));
    let witness = json!([[0, 1], [1, 0], [2, 0], [3, 1], [2, 2], [1, 2]]);
    assert_eq!(report["witness"], witness);
    let outcome = catena_with_input(
        &[
            "grid",
            "-",
            "--at",
            "0,1",
            "--min-size",
            "3",
            "--format",
            "json",
        ],
        EYE,
    );
    assert_eq!(outcome.code, 1);
    assert_eq!(outcome.json()["chain"], json!(false));
    assert_eq!(outcome.json()["witness"], Value::Null);
}

/// The counterexample of the definition: the block holds a group of four, but
/// no chain through c6 has more than three of them inside.
#[test]
fn a_budget_that_ends_is_no_answer() {
    let grid = b"..#.....\n.#.#....\n#.#.#...\n.#.#....\n..#.....\n";
    let ask = |size: &str, budget: &str| {
        let arguments = [
            "grid",
            "-",
            "--at",
            "2,2",
            "--min-size",
            size,
            "--budget",
            budget,
            "--format",
            "json",
        ];
        let outcome = catena_with_input(&arguments, grid);
        (outcome.code, outcome.json()["chain"].clone())
    };
    assert_eq!(ask("3", "1000000"), (0, json!(true)));
    assert_eq!(ask("4", "1000000"), (1, json!(false)));
    assert_eq!(ask("4", "0"), (3, Value::Null));
}

#[test]
fn bad_input_is_refused_in_one_sentence() {
    let refuse = |arguments: &[&str], input: &[u8], message: &str| {
        catena_with_input(arguments, input).is_refused(message);
    };
    refuse(&["grid", "-"], b"", "standard input: the grid has no cell");
    refuse(
        &["grid", "-"],
        b"##\n#\n",
        "standard input: line 2 has 1 cells, not 2",
    );
    refuse(
        &["grid", "-"],
        b"#x\n",
        "standard input: line 1 has the character 'x'; a cell is '#' or '.'",
    );
    refuse(
        &["grid", "-", "--at", "9,0"],
        EYE,
        "there is no cell 9,0 on a grid of 4x3 cells",
    );
    refuse(
        &["grid", "-"],
        b"\xff\xfe\x00",
        "standard input: this is no image, no array, no bitmap and no text in UTF-8",
    );
    refuse(
        &["grid", "-"],
        b"P4\n9 9\n\x00",
        "standard input: the bitmap ends too early: failed to fill whole buffer",
    );
    refuse(
        &["grid", "no-such-file"],
        b"",
        "cannot open 'no-such-file': No such file or directory (os error 2)",
    );
}

#[test]
fn bitmaps_and_named_characters_give_the_same_answer() {
    let expected = catena_with_input(&["grid", "-", "--format", "json"], EYE).json();
    let plain = b"P1\n# a comment\n4 3\n0110\n1001\n0 1 1 0\n";
    assert_eq!(
        catena_with_input(&["grid", "-", "--format", "json"], plain).json(),
        expected
    );
    let packed = b"P4 4 3\n\x60\x90\x60";
    assert_eq!(
        catena_with_input(&["grid", "-", "--format", "json"], packed).json(),
        expected
    );
    let named = b" oo \no  o\n oo \n";
    let arguments = ["grid", "-", "--chars", "o ", "--format", "json"];
    assert_eq!(catena_with_input(&arguments, named).json(), expected);
    let inverted = b"#..#\n.##.\n#..#\n";
    let arguments = ["grid", "-", "--invert", "--format", "json"];
    assert_eq!(catena_with_input(&arguments, inverted).json(), expected);
}

#[test]
fn labels_and_the_overlay_are_written_and_can_be_read() {
    let scratch = Scratch::new("labels");
    let (labels, picture) = (scratch.file("labels.npy"), scratch.file("overlay.png"));
    let arguments = [
        "grid",
        "-",
        "--labels",
        &labels,
        "--out",
        &picture,
        "--threads",
        "2",
    ];
    assert_eq!(catena_with_input(&arguments, EYE).code, 0);
    let bytes = std::fs::read(&labels).expect("labels were written");
    let numbers: Vec<i32> = bytes[bytes.len() - 48..]
        .chunks_exact(4)
        .map(|bytes| i32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect();
    assert_eq!(numbers, [0, -1, -1, 0, -1, 1, 1, -1, 0, -1, -1, 0]);
    // Every cell that is not 0 is occupied; that is every cell with a label.
    let report = catena(&["grid", &labels, "--format", "json"]).json();
    assert_eq!(report["occupied"], json!(8));
    let report = catena(&["grid", &picture, "--format", "json"]).json();
    assert_eq!(
        (&report["width"], &report["height"]),
        (&json!(4), &json!(3))
    );
    assert_eq!(
        std::fs::read_dir(&scratch.0).expect("the folder").count(),
        2
    );
}

#[test]
fn nothing_is_left_where_nothing_can_be_written() {
    let outcome = catena_with_input(&["grid", "-", "--labels", "no/such/folder/x.npy"], EYE);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(
        outcome
            .stderr
            .starts_with("catena: cannot write 'no/such/folder/x.npy'")
    );
}

#[test]
fn hexagons_have_six_neighbours() {
    let report = |lattice: &str, input: &[u8]| {
        let arguments = [
            "grid",
            "-",
            "--lattice",
            lattice,
            "--min-size",
            "1",
            "--format",
            "json",
        ];
        catena_with_input(&arguments, input).json()
    };
    let ring = b".##.\n#.#.\n.##.\n";
    assert_eq!(report("hex", ring)["cells_on_chain"], json!(6));
    assert_eq!(report("square", ring)["cells_on_chain"], json!(6));
    // Two steps of the king's that a hexagon does not have.
    let open = b".#..\n#.#.\n.#..\n";
    assert_eq!(report("square", open)["areas"], json!(1));
    assert_eq!(report("hex", open)["areas"], json!(0));
}

/// The counts of SciPy: components by faces are our closed gaps, components by
/// all neighbours our sealed areas.
#[test]
fn images_have_the_counts_of_scipy() {
    for (name, faces, all) in [
        ("text.png", (27, 134), (13, 103)),
        ("coins.png", (533, 1631), (341, 1371)),
        ("horse.png", (1, 6), (1, 6)),
        ("brick.png", (39, 101_735), (37, 101_734)),
        ("microaneurysms.png", (17, 143), (14, 140)),
    ] {
        let arguments = ["grid", &data(name), "--min-size", "1", "--format", "json"];
        let report = catena(&arguments).json();
        let tally = |(count, cells): (u64, u64)| json!({"count": count, "cells": cells});
        assert_eq!(report["closed_gaps"], tally(faces), "{name}");
        assert_eq!(report["sealed_areas"], tally(all), "{name}");
    }
}

#[test]
fn a_volume_has_the_counts_of_scipy() {
    let report = catena(&["volume", &data("mri.npy"), "--format", "json"]).json();
    assert_eq!(report["closed_gaps"], json!({"count": 40, "cells": 72}));
    assert_eq!(report["sealed_cavities"], json!({"count": 18, "cells": 33}));
    assert_eq!(
        (&report["width"], &report["height"], &report["depth"]),
        (&json!(12), &json!(48), &json!(48))
    );
}

#[test]
fn a_volume_is_reported_cavity_by_cavity() {
    let file = &data("hollow.npy");
    let outcome = catena(&["volume", file, "--at", "0,0,0", "--format", "json"]);
    assert_eq!(outcome.code, 0);
    let report = outcome.json();
    let cavity = json!({"id": 1, "volume": 4, "bounding_box": [[2, 2, 1], [3, 2, 2]], "wall_cells": 44, "opening": 1});
    assert_eq!(report["cavities"], json!([cavity]));
    assert_eq!(report["two_paths"], json!(true));
    assert_eq!(report["paths"].as_array().map(Vec::len), Some(2));
    catena(&["volume", file, "--at", "2,2,1"])
        .is_refused("the cell 2,2,1 is empty; paths go through occupied cells");
    catena(&["volume", file, "--at", "6,0,0"])
        .is_refused("there is no cell 6,0,0 in a volume of 6x5x4 cells");
}

#[test]
fn a_graph_is_answered_by_the_same_rule() {
    let graph = br#"{"nodes": ["a", "b", "c", "d", "e"],
        "edges": [["a", "b"], ["b", "c"], ["a", "d"], ["d", "c"], ["c", "e"]],
        "regions": {"near": ["b", "c", "d"], "far": ["e"]}}"#;
    let ask = |arguments: &[&str]| {
        let all = [&["graph", "-", "--format", "json"], arguments].concat();
        catena_with_input(&all, graph)
    };
    let outcome = ask(&["--at", "a"]);
    assert_eq!(outcome.code, 0);
    assert_eq!(outcome.json()["region"], json!("near"));
    assert_eq!(outcome.json()["paths"], json!([["a", "b"], ["a", "d"]]));
    assert_eq!(ask(&["--at", "a", "--region", "far"]).code, 1);
    ask(&["--at", "x"]).is_refused("there is no node 'x'");
    ask(&["--at", "a", "--region", "x"]).is_refused("there is no region 'x'");
    let list = ask(&[]).json();
    assert_eq!(list["regions"][0]["region"], json!("far"));
    assert_eq!(list["regions"][0]["nodes"], json!([]));
    assert_eq!(list["regions"][1]["region"], json!("near"));
}

#[test]
fn a_bad_graph_is_refused_in_one_sentence() {
    let refuse = |graph: &str, message: &str| {
        catena_with_input(&["graph", "-", "--at", "0"], graph.as_bytes()).is_refused(message);
    };
    refuse(
        r#"{"nodes": 2, "edges": [[0, 2]], "regions": []}"#,
        "standard input: edge 0 names the node '2', which is not in nodes",
    );
    refuse(
        r#"{"nodes": [1, 1], "edges": [], "regions": []}"#,
        "standard input: the node '1' is there twice",
    );
    refuse(
        r#"{"nodes": 2, "edges": [], "regions": {"b": [0], "a": [], "b": [1]}}"#,
        "standard input: the region 'b' is there twice",
    );
    refuse(
        r#"{"nodes": 2, "edges": [], "occupied": [1], "regions": []}"#,
        "the node '0' is not occupied; paths go through occupied nodes",
    );
    refuse(
        r#"{"nodes": 2, "edges": []}"#,
        "standard input is not a graph in JSON: missing field `regions` at line 1 column 25",
    );
    refuse(
        "[]",
        "standard input is not a graph in JSON: invalid length 0, expected an object with nodes, edges and regions at line 1 column 2",
    );
    refuse(
        r#"{"nodes": {}, "edges": [], "regions": []}"#,
        "standard input is not a graph in JSON: nodes must be a number or a list of names at line 1 column 13",
    );
}

#[test]
fn two_outputs_in_one_file_are_refused() {
    let scratch = Scratch::new("same");
    let file = scratch.file("same.png");
    catena_with_input(&["grid", "-", "-o", &file, "--labels", &file], b"##\n##\n").is_refused(
        &format!("--output and --labels name the same file '{file}'"),
    );
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn an_empty_cell_is_enclosed_or_not() {
    let ask = |cell: &str, flags: &[&str]| {
        let outcome = catena_with_input(&[&["grid", "-", "--at", cell], flags].concat(), EYE);
        let first = outcome.stdout.lines().next().unwrap_or_default().to_owned();
        (outcome.code, first)
    };
    let yes = "the cell 1,1 is enclosed, in area 1 of 2 cells or more".to_owned();
    assert_eq!(ask("1,1", &[]), (0, yes));
    let no = "the cell 0,0 is not enclosed in an area of 2 cells or more".to_owned();
    assert_eq!(ask("0,0", &[]), (1, no));
    let no = "the cell 1,1 is not enclosed in an area of 3 cells or more".to_owned();
    assert_eq!(ask("1,1", &["--min-size", "3"]), (1, no));
    // With the rim as a wall, the corners are rooms of one cell.
    let yes = "the cell 0,0 is enclosed, in area 1 of 1 cell or more".to_owned();
    assert_eq!(ask("0,0", &["--min-size", "1", "--rim", "wall"]), (0, yes));
    assert_eq!(ask("1,0", &["--rim", "wall"]).0, 2);

    let json = |cell: &str| {
        let arguments = ["grid", "-", "--at", cell, "--format", "json"];
        catena_with_input(&arguments, EYE).json()
    };
    assert_eq!(json("1,1")["enclosed"], true);
    assert_eq!(json("1,1")["area"], 1);
    assert_eq!(json("0,0")["enclosed"], false);
    assert_eq!(json("0,0").get("area"), None);
    assert_eq!(json("1,0").get("enclosed"), None);
}

#[test]
fn a_grid_is_drawn_as_text() {
    let input = b"####....\n#..##...\n####.##.\n....#..#\n#....##.\n";
    let drawn = catena_with_input(&["grid", "-", "--picture"], input);
    let picture = "OOOO....\nOaaOO...\nOOOObOO.\n....ObbO\n#....OO.\n\n\
                   # occupied  O on a chain  a to z enclosed, by area  . not enclosed\n\n";
    assert!(drawn.stdout.starts_with(picture), "{}", drawn.stdout);
    let drawn = catena_with_input(&["grid", "-", "--at", "7,3", "--picture"], input);
    assert!(drawn.stdout.contains("\n....*bb*\n"), "{}", drawn.stdout);
    let wide = [b".".repeat(300), b"\n".to_vec()].concat();
    catena_with_input(&["grid", "-", "--picture"], &wide).is_refused(
        "--picture draws up to 240x1000 cells, not 300x1; --output writes a PNG of any size",
    );
}

#[test]
fn two_outputs_in_one_file_are_refused_by_any_name() {
    let scratch = crate::run::Scratch::new("grid-two-outputs");
    let name = scratch.file("out");
    let folder = scratch
        .0
        .file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned();
    let other = scratch.file(&format!("../{folder}/out"));
    let arguments = ["grid", "-", "--labels", &name, "--output", &other];
    catena_with_input(&arguments, EYE).is_refused(&format!(
        "--output and --labels name the same file '{other}'"
    ));
    assert!(!std::path::Path::new(&name).exists());
}

#[test]
fn the_picture_of_a_small_grid_can_be_enlarged() {
    let scratch = crate::run::Scratch::new("grid-scale");
    let picture = |name: &str, flags: &[&str]| {
        let path = scratch.file(name);
        let arguments = [&["grid", "-", "-o", &path][..], flags].concat();
        assert_eq!(catena_with_input(&arguments, EYE).code, 0);
        image::open(&path).expect("a picture").into_rgb8()
    };
    let small = picture("small.png", &[]);
    let large = picture("large.png", &["--scale", "7"]);
    assert_eq!(large.dimensions(), (4 * 7, 3 * 7));
    for (x, y, pixel) in large.enumerate_pixels() {
        assert_eq!(pixel, small.get_pixel(x / 7, y / 7), "{x},{y}");
    }
    let wide = [b".".repeat(2000), b"\n".to_vec()].concat();
    let path = scratch.file("wide.png");
    catena_with_input(&["grid", "-", "-o", &path, "--scale", "64"], &wide)
        .is_refused("with --scale 64 the picture has a side of 128000 pixels; at most 65536 fit");
    assert!(!std::path::Path::new(&path).exists());
}
