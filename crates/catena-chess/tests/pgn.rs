//! PGN in and out.

mod support;

use catena_chess::pgn::{PgnErrorKind, PgnGame, PgnReader, ResolveError};
use catena_chess::{PlayError, SwitchLimit};
use support::{data, odd_pgn_files};

fn read_all(bytes: &[u8]) -> Vec<Result<PgnGame, ResolveError>> {
    PgnReader::new(bytes).map(|game| game?.resolve()).collect()
}

#[track_caller]
fn read_one(text: &str) -> Result<PgnGame, ResolveError> {
    let mut games = read_all(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// What a game is must survive writing it and reading it again.
#[track_caller]
fn check_round_trip(game: &PgnGame) {
    let text = game.to_string();
    let again = read_one(&text).expect("what we write can be read");
    assert_eq!(again.tags, game.tags, "{text}");
    assert_eq!(again.line, game.line, "{text}");
    assert_eq!(again.start, game.start);
    assert_eq!(again.to_string(), text);
}

#[test]
fn master_games_replay_without_a_switch() {
    let mut plies = 0;
    let games = read_all(data("games.pgn").as_bytes());
    assert_eq!(games.len(), 60);
    for game in &games {
        let game = game.as_ref().expect("a game");
        plies += game.line.moves.len();
        assert!(game.line.moves.iter().all(|node| !node.mv.switches));
        check_round_trip(game);
    }
    assert_eq!(plies, 4_783);
}

#[test]
fn every_odd_file_gives_games_or_clear_errors() {
    let (mut files, mut good, mut plies, mut bad, mut cut_plies) = (0, 0, 0, 0, 0);
    for (name, bytes) in odd_pgn_files() {
        files += 1;
        let games = read_all(&bytes);
        assert!(
            bytes.is_empty() || !games.is_empty(),
            "{name} gives nothing"
        );
        for game in games {
            match game {
                Ok(game) => {
                    good += 1;
                    plies += game.line.moves.len();
                    check_round_trip(&game);
                }
                Err(broken) => {
                    bad += 1;
                    assert!(broken.to_string().starts_with("game "), "{broken}");
                    if let Some(game) = broken.game {
                        cut_plies += game.line.moves.len();
                        check_round_trip(&game);
                    }
                }
            }
        }
    }
    // The bad ones are other variants, illegal on purpose, or not games.
    assert_eq!((files, good, plies, bad), (80, 106, 5_737, 27));
    // Their moves before the error are not lost.
    assert_eq!(cut_plies, 72);
}

#[test]
fn comments_variations_nags_and_headers_survive() {
    let text = "\
[Event \"a \\\"b\\\" \\\\ c\"]
[Annotator \"M\u{fc}ller\"]

{before} 1. e4 $1 {one} {two} (1. d4 {three} d5 (1... Nf6 $6 2. c4) 2. c4) (1. c4)
1... e5 ; to the end of the line
2. Nf3!? -- {null} 3. d4 1/2-1/2
";
    let game = read_one(text).unwrap();
    assert_eq!(game.tag("Event"), Some("a \"b\" \\ c"));
    assert_eq!(game.tag("Annotator"), Some("M\u{fc}ller"));
    let written = game.to_string();
    for part in [
        "[Event \"a \\\"b\\\" \\\\ c\"]",
        "{before} 1. e4 $1 {one} {two} (1. d4 {three} 1... d5 (1... Nf6 $6 2. c4) 2. c4)",
        "(1. c4) 1... e5 {to the end of the line} 2. Nf3 $5 -- {null} 3. d4 1/2-1/2",
    ] {
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words(&written).contains(&words(part)), "{written}");
    }
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    check_round_trip(&game);
}

#[test]
fn text_that_is_not_utf8_is_latin_1() {
    let mut games = read_all(b"[White \"M\xfcller\"]\n\n1. e4 {sch\xf6n} *\n");
    let game = games.remove(0).unwrap();
    assert_eq!(game.tag("White"), Some("Müller"));
    assert_eq!(game.line.moves[0].comments, ["schön"]);
}

/// Clause 6.3. After 6. Nf3 a chain runs through the knight.
const BEFORE: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

#[test]
fn castling_can_be_written_as_a_move_of_the_king() {
    let start = "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n";
    for (moves, written) in [
        ("1. Ke1-g1 Ke8c8 *", Some("1. O-O O-O-O *")),
        ("1. e1c1 e8g8 *", Some("1. O-O-O O-O *")),
        ("1. Ke1xh1 *", None),
        ("1. Ka1c1 *", None),
    ] {
        let game = read_one(&format!("{start}{moves}\n"));
        let game = game.map(|game| game.to_string());
        match written {
            Some(written) => assert!(game.expect("it is legal").trim().ends_with(written)),
            None => assert!(game.is_err(), "{moves}"),
        }
    }
}

fn sscc(tags: &str, moves: &str) -> String {
    format!(
        "[Event \"x\"]\n[Variant \"Switch-Side Chain-Chess\"]\n[SetUp \"1\"]\n{tags}\n\n{moves} *\n"
    )
}

/// The moves from [`BEFORE`] that may be followed by a switch, as SAN.
fn chain_moves() -> Vec<String> {
    let position =
        catena_chess::notation::fen::parse(BEFORE, SwitchLimit::Size).expect("a position");
    let moves = position.legal_moves();
    let flags = position.move_flags(&moves);
    moves
        .iter()
        .zip(&flags)
        .filter(|(_, flags)| flags.may_switch)
        .map(|(&mv, _)| position.san(mv))
        .collect()
}

#[test]
fn clause_6_3_switches_come_back_from_the_comments() {
    let fen = format!("[FEN \"{BEFORE}\"]");
    for san in chain_moves() {
        let text = sscc(&fen, &format!("6. {san} {{good [%sscc SW] move}}"));
        let game = read_one(&text).unwrap();
        assert!(game.line.moves[0].mv.switches);
        assert_eq!(game.line.moves[0].comments, ["good  move"]);
        assert!(game.to_string().contains("{[%sscc SW] good  move}"));
        check_round_trip(&game);
    }
}

#[test]
fn a_switch_that_is_not_allowed_is_refused_with_game_and_move() {
    let san = &chain_moves()[0];
    let at_limit = format!("[FEN \"{BEFORE} 3/3\"]");
    let fen = format!("[FEN \"{BEFORE}\"]");
    let kind = |tags: &str, moves: &str| {
        let good = "[Event \"good\"]\n\n1. e4 *\n\n";
        let error = read_all(format!("{good}{}", sscc(tags, moves)).as_bytes())
            .remove(1)
            .unwrap_err()
            .error;
        assert_eq!((error.game, error.line), (2, 5));
        assert!(error.at.as_ref().is_some_and(|at| at.starts_with('6')));
        error.kind
    };
    assert!(matches!(
        kind(&fen, "6. a3 {[%sscc SW]}"),
        PgnErrorKind::Switch(PlayError::NoChain { .. })
    ));
    assert!(matches!(
        kind(&at_limit, &format!("6. {san} {{[%sscc SW]}}")),
        PgnErrorKind::Switch(PlayError::RunAtLimit { used: 3, .. })
    ));
    assert_eq!(
        kind(&fen, &format!("6. {san} {{[%sscc SB]}}")),
        PgnErrorKind::WrongSide {
            command: "[%sscc SB]"
        }
    );
    // In ordinary chess the command is a comment like any other.
    let chess = format!("{fen}\n\n6. a3 {{[%sscc SW]}} *\n");
    let game = read_one(&chess).unwrap();
    assert_eq!(game.line.moves[0].comments, ["[%sscc SW]"]);
    check_round_trip(&game);
}

#[test]
fn clause_6_4_the_run_of_a_fen_gets_a_tag_of_its_own() {
    let game = read_one(&sscc(&format!("[FEN \"{BEFORE} 1/3\"]"), "6. a3")).unwrap();
    assert_eq!(game.start.run().unwrap().to_string(), "1/3");
    assert_eq!(game.tag("FEN"), Some(BEFORE));
    assert_eq!(game.tag("SwitchRun"), Some("1/3"));
    check_round_trip(&game);
}

#[test]
fn deep_variations_are_refused_and_the_next_game_is_read() {
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(100_000));
    let games = read_all(format!("{deep}\n\n1. e4 *\n").as_bytes());
    assert_eq!(games.len(), 2);
    assert!(matches!(
        games[0].as_ref().unwrap_err().error.kind,
        PgnErrorKind::TooDeep { .. }
    ));
    assert!(games[1].is_ok());
}

#[test]
fn a_game_that_is_too_large_is_refused_and_the_next_one_read() {
    let mut text = b"[Event \"huge\"]\n\n1. e4 {".to_vec();
    text.resize(20 << 20, b'a');
    text.extend_from_slice(b"}\n\n[Event \"next\"]\n\n1. e4 *\n");
    let games = read_all(&text);
    assert_eq!(games.len(), 2);
    assert!(matches!(
        games[0].as_ref().unwrap_err().error.kind,
        PgnErrorKind::TooLong { .. }
    ));
    assert_eq!(games[1].as_ref().unwrap().tag("Event"), Some("next"));
}

#[test]
fn a_source_that_breaks_is_reported_once() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let games: Vec<_> = PgnReader::new(Broken).collect();
    assert_eq!(games.len(), 1);
    let error = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "game 1, which begins on line 1: the disk is gone");
}
