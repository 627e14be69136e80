//! Small inputs that ask for much memory are refused before it is taken, and no command takes
//! more than `docs/limits.md` says.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use super::run::{CommandOutput, Scratch, catena, catena_with_input};

/// Runs the command with at most this much memory and nothing on standard input.
#[cfg(target_os = "linux")]
fn with_memory(mebibytes: u64, arguments: &[&str]) -> CommandOutput {
    with_memory_and_input(mebibytes, arguments, Stdio::null())
}

#[cfg(target_os = "linux")]
fn with_memory_and_input(mebibytes: u64, arguments: &[&str], input: Stdio) -> CommandOutput {
    let script = format!("ulimit -v {}; exec \"$@\"", mebibytes * 1024);
    let output = Command::new("sh")
        .args(["-c", &script, "sh", env!("CARGO_BIN_EXE_catena")])
        .args(arguments)
        .stdin(input)
        .output()
        .expect("sh runs");
    CommandOutput {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A GIF of 35 bytes that claims this width and height.
fn tiny_gif(side: u16) -> Vec<u8> {
    let [low, high] = side.to_le_bytes();
    let mut bytes = b"GIF89a".to_vec();
    bytes.extend([low, high, low, high, 0x80, 0, 0]);
    bytes.extend([0, 0, 0, 255, 255, 255]);
    bytes.extend([0x2c, 0, 0, 0, 0, low, high, low, high, 0]);
    bytes.extend([2, 2, 0x44, 0x01, 0, 0x3b]);
    bytes
}

#[cfg(target_os = "linux")]
#[test]
fn a_tiny_image_that_claims_a_huge_size_is_refused() {
    let scratch = Scratch::new("tiny-gif");
    let path = scratch.file("tiny.gif");
    for side in [20_000, 60_000] {
        let gif = tiny_gif(side);
        assert_eq!(gif.len(), 35);
        fs::write(&path, gif).expect("the image is written");
        let outcome = with_memory(512, &["grid", &path]);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
    }
}

/// The chunk of a PNG file with this name.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut sum = flate2::Crc::new();
    sum.update(name);
    sum.update(data);
    let length = u32::try_from(data.len()).expect("a chunk");
    let parts: [&[u8]; 4] = [&length.to_be_bytes(), name, data, &sum.sum().to_be_bytes()];
    parts.concat()
}

fn deflated(parts: usize, part: &[u8]) -> Vec<u8> {
    let level = flate2::Compression::best();
    let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
    for _ in 0..parts {
        std::io::Write::write_all(&mut encoder, part).expect("it is compressed");
    }
    encoder.finish().expect("it is compressed")
}

/// The command was aborted: the profile was unpacked as far as there was memory.
#[cfg(target_os = "linux")]
#[test]
fn a_colour_profile_that_is_huge_when_unpacked_is_passed_over() {
    let scratch = Scratch::new("profile");
    let path = scratch.file("image.png");
    let profile = [&b"name\0\0"[..], &deflated(1024, &[0; 1 << 20])].concat();
    let header = [0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0];
    let image = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        chunk(b"IHDR", &header),
        chunk(b"iCCP", &profile),
        chunk(
            b"IDAT",
            &deflated(8, &[0, 255, 255, 255, 255, 255, 255, 255, 255]),
        ),
        chunk(b"IEND", b""),
    ];
    fs::write(&path, image.concat()).expect("the image is written");
    let outcome = with_memory(512, &["grid", &path]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    assert!(
        outcome.stdout.starts_with("8x8 cells, 64 of them"),
        "{outcome:?}"
    );
}

/// The command was aborted.
#[cfg(target_os = "linux")]
#[test]
fn a_graph_that_does_not_fit_is_refused() {
    let scratch = Scratch::new("graph-too-large");
    let path = scratch.file("graph.json");
    let message = format!("cannot read '{path}': it needs more memory than is available");
    let name = "a".repeat(40 << 20);
    let regions = vec!["[0]"; 4 << 20].join(",");
    for graph in [
        format!(r#"{{"nodes": ["{name}"], "edges": [], "regions": []}}"#),
        format!(r#"{{"nodes": 1, "edges": [], "regions": [{regions}]}}"#),
    ] {
        fs::write(&path, graph).expect("the graph is written");
        with_memory(128, &["graph", &path]).is_refused(&message);
    }
}

/// The command was aborted: attributes without a name take twelve times their bytes.
#[cfg(all(target_os = "linux", feature = "vox"))]
#[test]
fn a_model_that_does_not_fit_is_refused() {
    let scratch = Scratch::new("large-model");
    let path = scratch.file("model.vox");
    let part = |name: &[u8; 4], data: &[u8]| {
        let length = u32::try_from(data.len()).expect("a part");
        [&name[..], &length.to_le_bytes(), &[0; 4], data].concat()
    };
    let size = [2u32, 2, 2].map(u32::to_le_bytes).concat();
    let count = 4097u32;
    let attributes = [
        &[0; 4][..],
        &count.to_le_bytes(),
        &[0; 8 * 4097],
        &[1u32, 0, 0, 1, 0].map(u32::to_le_bytes).concat(),
    ];
    let node = part(b"nTRN", &attributes.concat());
    let mut parts = [part(b"SIZE", &size), part(b"XYZI", &[0; 4])].concat();
    (0..1000).for_each(|_| parts.extend_from_slice(&node));
    let length = u32::try_from(parts.len()).expect("a file").to_le_bytes();
    let start = [&b"VOX \x96\0\0\0MAIN\0\0\0\0"[..], &length].concat();
    fs::write(&path, [start, parts].concat()).expect("the model is written");
    assert_eq!(catena(&["volume", &path]).code, 0);
    let outcome = with_memory(192, &["volume", &path]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains(" MiB of memory; "), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_grid_whose_answers_do_not_fit_is_refused_before_work_begins() {
    let scratch = Scratch::new("no-room");
    let path = scratch.file("noise.pbm");
    let mut bitmap = b"P4\n8192 4096\n".to_vec();
    let mut random = fastrand::Rng::with_seed(1);
    bitmap.extend((0..4096 * 1024).map(|_| random.u8(..)));
    fs::write(&path, bitmap).expect("the bitmap is written");
    let areas = scratch.file("areas.json");
    for question in [&[][..], &["--areas", &areas], &["--leak", "5,5"]] {
        let arguments = [&["grid", path.as_str()][..], question].concat();
        let outcome = with_memory(64, &arguments);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stderr.contains("MiB of memory"), "{outcome:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_volume_whose_answers_do_not_fit_is_refused_before_work_begins() {
    let scratch = Scratch::new("no-room-for-a-volume");
    let path = scratch.file("noise.npy");
    fs::write(&path, noise(200)).expect("the array is written");
    let areas = scratch.file("areas.json");
    for question in [&[][..], &["--areas", &areas], &["--rim", "wall"]] {
        let arguments = [&["volume", path.as_str()][..], question].concat();
        let outcome = with_memory(64, &arguments);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
        assert!(outcome.stderr.contains("MiB of memory"), "{outcome:?}");
    }
    assert!(!std::path::Path::new(&areas).exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_graph_of_a_number_of_nodes_is_bounded() {
    let scratch = Scratch::new("large-graph");
    let path = scratch.file("graph.json");
    fs::write(&path, r#"{"nodes": 100000000, "edges": [], "regions": []}"#).expect("written");
    let message = format!("'{path}': 100000000 nodes are too many; at most 10000000 fit");
    catena(&["graph", &path]).is_refused(&message);
    fs::write(&path, r#"{"nodes": 10000000, "edges": [], "regions": []}"#).expect("written");
    let outcome = with_memory(1024, &["graph", &path]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
}

/// It took more than a minute when every node was searched from.
#[test]
fn all_nodes_of_a_large_graph_are_answered_at_once() {
    let nodes = 100_000;
    let links: Vec<String> = (0..nodes)
        .map(|at| format!("[{at},{}]", (at + 1) % nodes))
        .collect();
    let graph = format!(
        r#"{{"nodes": {nodes}, "edges": [{}], "regions": [[0, 5], [7, 9]]}}"#,
        links.join(",")
    );
    let outcome = catena_with_input(&["graph", "-", "--format", "json"], graph.as_bytes());
    let json = outcome.json();
    let found = json["regions"][0]["nodes"].as_array().map(Vec::len);
    // From each node of the ring but the two of the region.
    assert_eq!(found, Some(nodes - 2));
}

/// All lists together are far longer than the graph: each had to be kept until the last was made.
#[cfg(target_os = "linux")]
#[test]
fn the_lists_of_many_regions_are_not_kept() {
    let scratch = Scratch::new("many-regions");
    let path = scratch.file("graph.json");
    let nodes = 2000;
    let pairs = |distance: usize| -> String {
        let pairs = (0..nodes).map(|at| format!("[{at},{}]", (at + distance) % nodes));
        pairs.collect::<Vec<_>>().join(",")
    };
    let (links, regions) = (pairs(1), pairs(nodes / 2));
    let graph = format!(r#"{{"nodes": {nodes}, "edges": [{links}], "regions": [{regions}]}}"#);
    fs::write(&path, graph).expect("the graph is written");
    for format in ["json", "text"] {
        let outcome = with_memory(64, &["graph", &path, "--format", format]);
        assert_eq!(outcome.code, 0, "{}", outcome.stderr);
        // Each region is reached from all nodes but its own two.
        assert!(outcome.stdout.len() > nodes * nodes * 4);
    }
}

/// The last column of the row of `docs/limits.md` that begins so.
fn limit(row: &str) -> u64 {
    let table = include_str!("../../docs/limits.md");
    let found = table.lines().find(|line| line.starts_with(row));
    let cells = found.map(|line| line.trim_matches('|').split('|'));
    let last = cells.and_then(Iterator::last);
    last.and_then(|cell| cell.trim().parse().ok())
        .unwrap_or_else(|| panic!("no limit in the row that begins with {row}"))
}

/// A portable bitmap of squares in a checkerboard, the worst there is for outlines.
fn dithered(side: usize) -> Vec<u8> {
    let mut bitmap = format!("P4\n{side} {side}\n").into_bytes();
    for row in 0..side {
        let byte = if row % 2 == 0 { 0xaa } else { 0x55 };
        bitmap.resize(bitmap.len() + side / 8, byte);
    }
    bitmap
}

/// An uncompressed image of 16-bit channels (PAM), all black.
fn deep_image(side: usize) -> Vec<u8> {
    let mut image = format!(
        "P7\nWIDTH {side}\nHEIGHT {side}\nDEPTH 4\nMAXVAL 65535\nTUPLTYPE RGB_ALPHA\nENDHDR\n"
    )
    .into_bytes();
    image.resize(image.len() + side * side * 8, 0);
    image
}

/// An array of NumPy with this many voxels a side, of noise.
fn noise(side: usize) -> Vec<u8> {
    let header =
        format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({side}, {side}, {side}), }}");
    let mut array = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    array.extend(format!("{header:<117}\n").bytes());
    let mut random = fastrand::Rng::with_seed(1);
    array.extend((0..side.pow(3)).map(|_| random.u8(..2)));
    array
}

/// A board of 32×32 squares with rooms of four, which have more chains than any budget.
fn rooms() -> String {
    let middle = format!("{}p1", "p2".repeat(10));
    let row = |row: usize| match row % 3 {
        0 => "p".repeat(32),
        _ => middle.clone(),
    };
    (0..32).map(row).collect::<Vec<String>>().join("/")
}

#[cfg(target_os = "linux")]
#[test]
fn each_command_keeps_to_its_row_of_the_table() {
    let scratch = Scratch::new("limits");
    let file = |name: &str, bytes: &[u8]| {
        let path = scratch.file(name);
        fs::write(&path, bytes).expect("there is room for the file");
        path
    };
    let rooms = rooms();
    let row = format!(
        "fen_placement,square\n\"{}\",a1\n",
        "8".repeat((1 << 20) - 100)
    );
    let table = file("row.csv", row.as_bytes());
    let variations = format!("1. e4 e5{} *\n", " (e6)".repeat((8 << 20) / 5 - 10));
    let game = file("variations.pgn", variations.as_bytes());
    let large = file("large.pbm", &dithered(2048));
    let small = file("small.pbm", &dithered(1024));
    let image = file("deep.pam", &deep_image(2048));
    let volume = file("noise.npy", &noise(128));
    let nodes = br#"{"nodes": 10000000, "edges": [], "regions": []}"#;
    let graph = file("graph.json", nodes);
    let [picture, labels, outlines] =
        ["x.png", "x.npy", "x.geojson"].map(|name| scratch.file(name));
    let mate = "2K5/QnP1R3/P2pP3/k1pp4/1r2N3/8/8/8 w - - 0 1";
    let cases: &[(&str, i32, &[&str])] = &[
        ("| `detect`", 3, &["enclosures", &rooms]),
        (
            "| `draw",
            0,
            &["draw", "startpos", "--size", "8192", "-o", &picture],
        ),
        ("| `check`", 2, &["check", &table]),
        ("| `annotate`", 0, &["annotate", &game, "--threads", "1"]),
        ("| `grid`, ", 0, &["grid", &large, "--labels", &labels]),
        ("| `grid`, ", 0, &["grid", &large, "--areas", "-"]),
        ("| `grid --p", 0, &["grid", &small, "--polygons", &outlines]),
        ("| `grid` with", 0, &["grid", &image, "--output", &picture]),
        ("| `volume`", 0, &["volume", &volume]),
        ("| `graph`", 0, &["graph", &graph]),
        (
            "| `match`",
            0,
            &[
                "match", "catena", "catena", "-j", "1", "--games", "2", "--nodes", "100",
            ],
        ),
        ("| `solve`", 0, &["solve", mate]),
    ];
    for (row, code, arguments) in cases {
        let outcome = with_memory(limit(row), arguments);
        assert_eq!(outcome.code, *code, "{row}: {}", outcome.stderr);
    }
    let line = format!("position startpos moves{}\n", " e2e4".repeat(200_000));
    let typed = file(
        "typed",
        format!("go infinite\n{}", line.repeat(80)).as_bytes(),
    );
    let typed = Stdio::from(File::open(typed).expect("it was written"));
    let outcome = with_memory_and_input(limit("| `uci`"), &["uci"], typed);
    assert_eq!(outcome.code, 0, "{}", outcome.stderr);
    assert!(outcome.stdout.contains("bestmove"), "{outcome:?}");
}
