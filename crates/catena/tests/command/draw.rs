//! `catena draw`.

use crate::run::{FIGURE_9, Scratch, catena, catena_with_input};

#[test]
fn writes_svg_and_png() {
    let scratch = Scratch::new("both");
    let (svg, png) = (scratch.file("board.svg"), scratch.file("board.PNG"));
    assert_eq!(catena(&["draw", FIGURE_9, "f3", "-o", &svg]).code, 0);
    assert_eq!(
        catena(&[
            "draw", FIGURE_9, "f3", "-o", &png, "--size", "200", "--theme", "dark"
        ])
        .code,
        0
    );
    let text = std::fs::read_to_string(&svg).expect("the SVG is there");
    assert!(text.starts_with("<svg") && text.contains("<title") && text.contains("<desc"));
    let bytes = std::fs::read(&png).expect("the PNG is there");
    assert!(bytes.starts_with(b"\x89PNG"));
    assert_eq!(
        bytes[16..24],
        [0, 0, 0, 200, 0, 0, 0, 200],
        "200 by 200 pixels"
    );
}

#[test]
fn sheets_are_drawn_for_enclosures_and_stages() {
    let scratch = Scratch::new("sheets");
    for option in ["--enclosures", "--stages"] {
        let svg = scratch.file("sheet.svg");
        assert_eq!(catena(&["draw", FIGURE_9, option, "-o", &svg]).code, 0);
        assert!(
            std::fs::read_to_string(&svg)
                .expect("the SVG is there")
                .starts_with("<svg")
        );
    }
}

#[test]
fn without_a_file_the_scene_goes_to_the_terminal() {
    let text = catena(&["draw", FIGURE_9, "f3"]).stdout;
    assert!(text.contains("[Q]") && text.contains("░"), "{text}");
    let flipped = catena(&["draw", FIGURE_9, "f3", "--flip"]).stdout;
    assert!(flipped.starts_with('1'), "{flipped}");
}

#[test]
fn bad_files_and_sizes_leave_nothing_behind() {
    let scratch = Scratch::new("bad");
    let gif = scratch.file("board.gif");
    catena(&["draw", FIGURE_9, "-o", &gif])
        .is_refused(&format!("'{gif}' ends neither in .svg nor in .png"));
    let png = scratch.file("board.png");
    assert_eq!(
        catena(&["draw", FIGURE_9, "-o", &png, "--size", "100000"]).code,
        2
    );
    assert_eq!(
        std::fs::read_dir(&scratch.0)
            .expect("the folder is there")
            .count(),
        0
    );
}

#[test]
fn a_sheet_of_nothing_is_refused() {
    catena(&["draw", "8/8/8/8/8/8/8/8", "--enclosures"])
        .is_refused("no chain encloses anything here, so there is nothing to draw");
}

#[test]
fn a_picture_that_cannot_be_written_leaves_the_old_one() {
    let scratch = Scratch::new("keep");
    let svg = scratch.file("board.svg");
    assert_eq!(catena(&["draw", FIGURE_9, "-o", &svg]).code, 0);
    let old = std::fs::read(&svg).expect("the picture is there");
    let outcome = catena(&["draw", FIGURE_9, "-o", &svg, "--size", "1"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert_eq!(std::fs::read(&svg).expect("the picture is there"), old);
    let folder = scratch.file("folder.svg");
    std::fs::create_dir(&folder).expect("a folder");
    catena(&["draw", FIGURE_9, "-o", &folder])
        .is_refused(&format!("cannot write '{folder}': it is a folder"));
}

#[test]
fn every_board_can_be_drawn_with_ascii_characters() {
    let table = b"fen_placement,square\n8/1PN1P3/P2P1K2/1PPpp3/2P2k2/3qb3/8/8,e7\n";
    for arguments in [
        &["detect", FIGURE_9, "f3", "--ascii"][..],
        &["mask", FIGURE_9, "--ascii"],
        &["draw", FIGURE_9, "f3", "--ascii"],
        &["draw", FIGURE_9, "--enclosures", "--ascii"],
        &["audit", "-", "--ascii"],
        &["play", "--ascii"],
    ] {
        let outcome = catena_with_input(arguments, table);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.stdout.contains(" a   b   c "), "{arguments:?}");
        assert!(outcome.stdout.is_ascii(), "{arguments:?}: {outcome:?}");
    }
}
