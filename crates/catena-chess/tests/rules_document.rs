//! RULES.md says all that is written, and tests cite its clauses.

use std::collections::BTreeSet;
use std::path::Path;

use catena_chess::notation::fen;
use catena_chess::pgn::PgnGame;
use catena_chess::{Game, SwitchLimit, TimeControl};

const RULES: &str = include_str!("../RULES.md");

/// Chains everywhere.
const RICH: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

/// Games that make use of every tag and command, as PGN.
fn written() -> String {
    let mut text = PgnGame::from_game(&Game::new(SwitchLimit::Size), "A", "B").to_string();
    let starts = [
        (RICH.to_owned(), SwitchLimit::Size),
        (format!("{RICH} 1/6"), SwitchLimit::Moves),
        (format!("{RICH} 1/*"), SwitchLimit::None),
    ];
    for (start, limit) in starts {
        let position = fen::parse(&start, limit).expect("a position");
        let mut game = Game::from_position(position, TimeControl::Unlimited);
        // A switch after a move of White, and one after a move of Black.
        for _ in 0..2 {
            let decisions = game.legal_decisions();
            let switch = decisions.iter().find(|decision| decision.switches);
            game.play(*switch.expect("a switch")).expect("it is listed");
        }
        game.agree_draw().expect("the game goes on");
        let mut pgn = PgnGame::from_game(&game, "A", "B");
        pgn.set_tag("Termination", game.outcome().expect("a draw").termination());
        pgn.mark_chains();
        text.push_str(&pgn.to_string());
    }
    text
}

/// The text after each `[`, up to the next space: names of tags and commands.
fn bracketed(text: &str) -> BTreeSet<&str> {
    text.split('[')
        .skip(1)
        .filter_map(|rest| rest.split([' ', ']']).next())
        .collect()
}

/// The text of a clause.
fn clause(number: &str) -> &'static str {
    let start = RULES.find(&format!("\n{number} ")).expect("a clause") + 1;
    let rest = &RULES[start..];
    let is_end = |at: &usize| rest[*at..].starts_with("\n## ") || is_clause(&rest[*at + 1..]);
    let mut breaks = rest.match_indices('\n').map(|(at, _)| at);
    &rest[..breaks.find(is_end).unwrap_or(rest.len())]
}

/// Whether the text begins with the number of a clause, like `6.3 `.
fn is_clause(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'9', b'.', b'1'..=b'9', b' ', ..])
}

#[test]
fn clause_6_3_names_every_tag_and_command_that_is_written() {
    let text = written();
    let names = bracketed(&text);
    // What we write that is beyond chess.
    for name in [
        "Variant",
        "UCI_Variant",
        "SwitchLimit",
        "SwitchRun",
        "SetUp",
        "FEN",
        "%sscc",
    ] {
        assert!(names.contains(name), "{name} in {names:?}");
    }
    let clause = clause("6.3");
    for name in names.iter().filter(|name| **name != "%sscc") {
        assert!(clause.contains(&format!("`{name}`")), "{name}");
    }
    let commands: BTreeSet<&str> = text
        .split("[%sscc ")
        .skip(1)
        .filter_map(|rest| rest.split([' ', ']']).next())
        .collect();
    assert_eq!(commands, BTreeSet::from(["SB", "SW", "chain"]));
    for command in commands {
        assert!(clause.contains(&format!("[%sscc {command}")), "{command}");
    }
}

#[test]
fn clause_6_3_names_the_values_that_are_written() {
    let clause = clause("6.3");
    let text = written();
    for (tag, value) in [
        ("Variant", "Switch-Side Chain-Chess"),
        ("UCI_Variant", "sscc"),
        ("SwitchLimit", "moves"),
        ("SwitchLimit", "none"),
        ("SetUp", "1"),
        ("Result", "1/2-1/2"),
        ("Result", "*"),
        ("Termination", "normal"),
    ] {
        assert!(text.contains(&format!("[{tag} \"{value}\"]")), "{tag}");
        assert!(clause.contains(&format!("`{value}`")), "{value}");
    }
}

#[test]
fn tests_cite_every_clause() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut tests = String::new();
    for entry in std::fs::read_dir(folder).expect("the tests") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            tests.push_str(&std::fs::read_to_string(path).expect("a test"));
        }
    }
    let clauses: Vec<&str> = RULES
        .lines()
        .filter(|line| is_clause(line))
        .map(|line| &line[..3])
        .collect();
    assert!(clauses.len() > 15, "{clauses:?}");
    for clause in clauses {
        let name = format!("clause_{}", clause.replace('.', "_"));
        assert!(tests.contains(&name), "no test is named {name}");
    }
}
