//! Flags that exclude each other are refused, and old names of flags still work.

use crate::run::{FIGURE_9, Scratch, catena, data};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Arguments that exclude each other, and how the error begins. Where a flag has
/// a default, the default is given, which excludes the other as well.
const REFUSED: &[(&[&str], &str)] = &[
    (
        &["analyse", START, "--depth", "3", "--movetime", "1000"],
        "the argument '--depth <PLIES>' cannot be used with '--movetime <MS>'",
    ),
    (
        &[
            "analyse",
            START,
            "--variant",
            "chess",
            "--switch-limit",
            "size",
        ],
        "the argument '--switch-limit <RULE>' cannot be used with '--variant chess'",
    ),
    (
        &["analyse", START, "--format", "json", "--color", "auto"],
        "the argument '--color <WHEN>' cannot be used with '--format json'",
    ),
    (
        &["analyse", START, "--format", "json", "--ascii"],
        "the argument '--ascii' cannot be used with '--format json'",
    ),
    (
        &["perft", "2", "--variant", "chess", "--switch-limit", "none"],
        "the argument '--switch-limit <RULE>' cannot be used with '--variant chess'",
    ),
    (
        &["perft", "2", "--rules", "chess", "--limit", "none"],
        "the argument '--switch-limit <RULE>' cannot be used with '--variant chess'",
    ),
    (
        &[
            "match",
            "random",
            "random",
            "--variant",
            "chess",
            "--switch-limit",
            "size",
        ],
        "the argument '--switch-limit <RULE>' cannot be used with '--variant chess'",
    ),
    (
        &[
            "match",
            "random",
            "random",
            "--movetime",
            "10",
            "--nodes",
            "10",
        ],
        "the argument '--movetime <MS>' cannot be used with '--nodes <N>'",
    ),
    (
        &["detect", FIGURE_9, "f3", "--step-limit", "10"],
        "the argument '--step-limit <N>' cannot be used with '--algorithm exact', which is the default",
    ),
    (
        &[
            "detect",
            FIGURE_9,
            "f3",
            "--algorithm",
            "exact",
            "--step-limit",
            "10",
        ],
        "the argument '--step-limit <N>' cannot be used with '--algorithm exact'",
    ),
    (
        &["detect", FIGURE_9, "f3", "--format", "json", "--ascii"],
        "the argument '--ascii' cannot be used with '--format json'",
    ),
    (
        &[
            "detect", FIGURE_9, "f3", "--format", "json", "--color", "never",
        ],
        "the argument '--color <WHEN>' cannot be used with '--format json'",
    ),
    (
        &["puzzle", "--hint", "--format", "json"],
        "the argument '--hint' cannot be used with '--format json'",
    ),
    (
        &["puzzle", "--solution", "--format", "csv"],
        "the argument '--solution' cannot be used with '--format csv'",
    ),
    (
        &["mask", FIGURE_9, "--format", "json", "--color", "never"],
        "the argument '--color <WHEN>' cannot be used with '--format json'",
    ),
    (
        &["enclosures", FIGURE_9, "--count", "--max", "3"],
        "the argument '--count' cannot be used with '--max <N>'",
    ),
    (
        &["draw", FIGURE_9, "f3", "--stages"],
        "the argument '[SQUARE]' cannot be used with '--stages'",
    ),
    (
        &["draw", FIGURE_9, "--enclosures", "--stages"],
        "the argument '--enclosures' cannot be used with '--stages'",
    ),
    (
        &["draw", FIGURE_9, "-o", "x.svg", "--color", "auto"],
        "the argument '--output <FILE>' cannot be used with '--color <WHEN>'",
    ),
    (
        &["draw", FIGURE_9, "-o", "x.svg", "--ascii"],
        "the argument '--output <FILE>' cannot be used with '--ascii'",
    ),
    (
        &["draw", FIGURE_9, "--theme", "light"],
        "the following required arguments were not provided: --output <FILE>",
    ),
    (
        &["draw", FIGURE_9, "--size", "720"],
        "the following required arguments were not provided: --output <FILE>",
    ),
    (
        &["draw", FIGURE_9, "--min-size", "2"],
        "the following required arguments were not provided: --stages",
    ),
    (
        &["draw", FIGURE_9, "--max", "36"],
        "the following required arguments were not provided: --enclosures",
    ),
    (
        &["audit", "--seed", "1"],
        "the following required arguments were not provided: --random <N>",
    ),
    (
        &["audit", "--density", "50"],
        "the following required arguments were not provided: --random <N>",
    ),
    (
        &["audit", "x.csv", "--random", "3"],
        "the argument '[FILE]' cannot be used with '--random <N>'",
    ),
    (
        &[
            "audit", "--random", "3", "--format", "json", "--color", "auto",
        ],
        "the argument '--color <WHEN>' cannot be used with '--format json'",
    ),
    (
        &["annotate", "x.pgn", "--stats", "--replay-only"],
        "the argument '--stats' cannot be used with '--replay-only'",
    ),
    (
        &["annotate", "x.pgn", "--format", "text"],
        "the following required arguments were not provided: <--stats|--replay-only>",
    ),
    (
        &["puzzle", "--format", "csv", "--ascii"],
        "the argument '--ascii' cannot be used with '--format csv'",
    ),
    (
        &["puzzle", "--format", "csv", "--color", "auto"],
        "the argument '--color <WHEN>' cannot be used with '--format csv'",
    ),
    (
        &["puzzle", "--list", "--hint"],
        "the argument '--list' cannot be used with '--hint'",
    ),
    (
        &["puzzle", "--hint", "--solution"],
        "the argument '--hint' cannot be used with '--solution'",
    ),
    (
        &["puzzle", "--id", "AAAAA", "--kind", "formChain"],
        "the argument '--id <ID>' cannot be used with '--kind <KIND>'",
    ),
    (
        &["play", "--movetime", "1000"],
        "the following required arguments were not provided: --engine <COLOUR>",
    ),
    (
        &["play", "--skill", "20"],
        "the following required arguments were not provided: --engine <COLOUR>",
    ),
    // A flag without the one that it is for, where that one is excluded by a third.
    (
        &["draw", FIGURE_9, "f3", "--min-size", "2"],
        "the argument '[SQUARE]' cannot be used with '--min-size <N>'",
    ),
    (
        &["draw", FIGURE_9, "--stages", "--max", "36"],
        "the argument '--stages' cannot be used with '--max <N>'",
    ),
    (
        &["draw", FIGURE_9, "--theme", "light", "--ascii"],
        "the argument '--theme <THEME>' cannot be used with '--ascii'",
    ),
    (
        &["draw", FIGURE_9, "--size", "720", "--color", "auto"],
        "the argument '--size <PIXELS>' cannot be used with '--color <WHEN>'",
    ),
    (
        &["audit", "x.csv", "--seed", "1"],
        "the argument '[FILE]' cannot be used with '--seed <N>'",
    ),
    (
        &["audit", "x.csv", "--density", "50"],
        "the argument '[FILE]' cannot be used with '--density <PERCENT>'",
    ),
    (
        &["annotate", "x.pgn", "--stats", "--resume"],
        "the argument '--resume' cannot be used with: --stats --replay-only",
    ),
    (
        &["annotate", "x.pgn", "-o", "y.pgn", "--format", "text"],
        "the argument '--output <OUT.pgn>' cannot be used with '--format <FORMAT>'",
    ),
    (
        &["grid", "x.txt", "--seal-mask", "y.txt", "--radius", "3"],
        "the argument '--seal-mask <FILE>' cannot be used with '--radius <R>'",
    ),
    (
        &["volume", "x.npy", "--seal-mask", "y.npy", "--radius", "3"],
        "the argument '--seal-mask <FILE>' cannot be used with '--radius <R>'",
    ),
    (
        &["puzzle", "--kind", "formChain", "e4"],
        "the argument '--kind <KIND>' cannot be used with '[ANSWER]...'",
    ),
    // Flags that would be ignored.
    (
        &["puzzle", "--list", "--ascii"],
        "the argument '--list' cannot be used with '--ascii'",
    ),
    (
        &["puzzle", "--id", "AAAAA", "--color", "auto", "e4"],
        "the argument '--color <WHEN>' cannot be used with '[ANSWER]...'",
    ),
    (
        &["grid", "x.txt", "--picture", "--format", "json"],
        "the argument '--picture' cannot be used with '--format json'",
    ),
    (
        &["uci", "--variant", "chess", "--switch-notation", "info"],
        "the argument '--switch-notation <NOTATION>' cannot be used with '--variant chess'",
    ),
];

/// Flags that have no effect on what is in the files, and options that no player has.
#[test]
fn flags_that_would_be_ignored_are_refused() {
    let scratch = Scratch::new("ignored");
    let text = scratch.file("grid.txt");
    std::fs::write(&text, "###\n#.#\n###\n").expect("the grid is written");
    let bitmap = scratch.file("grid.pbm");
    std::fs::write(&bitmap, "P1\n3 3\n111\n101\n111\n").expect("the bitmap is written");
    let image = data("coins.png");
    let no_values = "--threshold is for files with values; text and bitmaps have none";
    let no_text = "--chars is for grids of text, and no input is one";
    for file in [&text, &bitmap] {
        catena(&["grid", file, "--threshold", "1"]).is_refused(&format!("'{file}': {no_values}"));
    }
    for file in [&image, &bitmap] {
        catena(&["grid", file, "--chars", "#."]).is_refused(no_text);
    }
    // The mask is text.
    let doors = catena(&["grid", &bitmap, "--chars", "#.", "--doors", &text]);
    assert_eq!(doors.code, 0, "{doors:?}");
    let play = |flag: &str, value: &str| {
        catena(&["match", "random", "random", "--nodes", "1", flag, value])
    };
    play("--hash", "16")
        .is_refused("--hash is for players of catena; for a program, give --first-option Hash=N");
    play("--first-option", "Hash=2")
        .is_refused("--first-option has no effect: random has no options");
    play("--second-option", "Hash=2")
        .is_refused("--second-option has no effect: random has no options");
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    for (arguments, expected) in REFUSED {
        let outcome = catena(arguments);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (2, ""),
            "{arguments:?}"
        );
        // The error up to the usage, on one line.
        let error = outcome.stderr.split("\n\nUsage: catena ").next();
        let error: Vec<&str> = error.unwrap_or_default().split_whitespace().collect();
        assert_eq!(
            error.join(" "),
            format!("error: {expected}"),
            "{arguments:?}"
        );
        assert!(
            outcome
                .stderr
                .contains(&format!("\n\nUsage: catena {}", arguments[0]))
        );
    }
}

#[test]
fn the_same_flags_alone_are_accepted() {
    for arguments in [
        &["analyse", START, "--depth", "1", "--format", "json"][..],
        &[
            "analyse",
            START,
            "--movetime",
            "1",
            "--ascii",
            "--color",
            "never",
        ],
        &[
            "analyse",
            START,
            "--depth",
            "1",
            "--variant",
            "sscc",
            "--switch-limit",
            "none",
        ],
        &["perft", "1", "--variant", "chess"],
        &["perft", "1", "--variant", "sscc", "--switch-limit", "moves"],
        &[
            "detect",
            FIGURE_9,
            "f3",
            "--algorithm",
            "paper",
            "--step-limit",
            "100000",
        ],
        &[
            "detect", FIGURE_9, "f3", "--format", "text", "--ascii", "--color", "never",
        ],
        &["mask", FIGURE_9, "--ascii"],
        &["enclosures", FIGURE_9, "--count"],
        &["enclosures", FIGURE_9, "--max", "3"],
        &["draw", FIGURE_9, "--stages", "--min-size", "2"],
        &["draw", FIGURE_9, "--enclosures", "--max", "2", "--ascii"],
        &[
            "audit",
            "--random",
            "3",
            "--seed",
            "1",
            "--density",
            "50",
            "--ascii",
        ],
    ] {
        let outcome = catena(arguments);
        assert_eq!(
            (outcome.code, outcome.stderr.as_str()),
            (0, ""),
            "{arguments:?}"
        );
    }
}

#[test]
fn old_names_do_the_same() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (new, old) in [
        (
            &["perft", "2", "--variant", "chess"][..],
            &["perft", "2", "--rules", "chess"][..],
        ),
        (
            &["perft", "2", "--fen", fen, "--switch-limit", "none"],
            &["perft", "2", "--fen", fen, "--limit", "none"],
        ),
        (
            &[
                "analyse",
                START,
                "--depth",
                "1",
                "--switch-limit",
                "none",
                "--format",
                "json",
            ],
            &[
                "analyse", START, "--depth", "1", "--limit", "none", "--format", "json",
            ],
        ),
        (
            &["enclosures", FIGURE_9, "--max", "2"],
            &["enclosures", FIGURE_9, "--limit", "2"],
        ),
        (
            &["draw", FIGURE_9, "--enclosures", "--max", "2"],
            &["draw", FIGURE_9, "--enclosures", "--limit", "2"],
        ),
    ] {
        let (new, old) = (catena(new), catena(old));
        assert_eq!((new.code, old.code), (0, 0));
        assert_eq!(new.stdout, old.stdout);
    }
}
