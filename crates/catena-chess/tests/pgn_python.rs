//! What we write opens in python-chess.

use std::io::Write as _;
use std::process::{Command, Stdio};

use catena_chess::pgn::{PgnGame, PgnReader};
use catena_chess::{Decision, Game, SsccPosition, SwitchLimit, TimeControl, notation::fen};
use fastrand::Rng;

/// Returns the path of an interpreter that has python-chess.
fn python() -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python-venv");
    let output = Command::new("bash")
        .args([script, env!("CARGO_TARGET_TMPDIR")])
        .output()
        .expect("bash runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tests/python-venv: {errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A random game in which every second switch that may be made is made.
fn random_game(start: SsccPosition, random: &mut Rng) -> Game {
    let mut game = Game::from_position(start, TimeControl::Unlimited);
    for _ in 0..120 {
        let moves = game.position().legal_moves();
        if game.outcome().is_some() {
            break;
        }
        let mv = moves[random.usize(..moves.len())];
        let switches = game.flags(mv).may_switch && random.usize(..2) == 0;
        game.play(Decision { mv, switches })
            .expect("an allowed decision");
    }
    game
}

/// Writes games, and returns what python-chess makes of each: errors, the
/// number of moves, the moves with a switch, and whether it can show the game.
const SCRIPT: &str = r#"
import chess.pgn, io, sys
text = io.StringIO(sys.stdin.read())
while (game := chess.pgn.read_game(text)) is not None:
    nodes = list(game.mainline())
    switches = [str(n) for n, node in enumerate(nodes) if "[%sscc S" in node.comment]
    board = game.board()
    for node in nodes:
        board.push(node.move)
    again = chess.pgn.read_game(io.StringIO(str(game)))
    print(len(game.errors), len(nodes), ",".join(switches), board.fen(en_passant="legal"), sep=";")
    print(str(game).count("[Variant \"Switch-Side Chain-Chess\"]"), len(again.errors), sep=";")
"#;

#[test]
#[ignore = "needs Python with python-chess: scripts/test-tools runs it"]
fn our_games_open_in_python_chess_and_keep_their_switches() {
    let python = python();
    let mut random = Rng::with_seed(5);
    let run = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    let mut games = Vec::new();
    for round in 0..30 {
        let limit = SwitchLimit::ALL[round % 3];
        let run = match limit {
            SwitchLimit::None => format!("{run} 1/*"),
            _ => format!("{run} 1/3"),
        };
        let start = match round % 2 {
            0 => SsccPosition::new(limit),
            _ => fen::parse(&run, limit).unwrap(),
        };
        games.push(random_game(start, &mut random));
    }
    let pgn: String = games
        .iter()
        .map(|game| format!("{}\n", PgnGame::from_game(game, "Anna \"A\"", "Ben\\")))
        .collect();

    let mut child = Command::new(python)
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python runs");
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(pgn.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().expect("python ends");
    let output = String::from_utf8(output.stdout).unwrap();
    let mut lines = output.lines();
    let mut switched = 0;
    for game in &games {
        let switches: Vec<String> = game
            .decisions()
            .enumerate()
            .filter(|(_, decision)| decision.switches)
            .map(|(at, _)| at.to_string())
            .collect();
        switched += switches.len();
        let fen = game.position().fen();
        let six = fen.split(' ').take(6).collect::<Vec<_>>().join(" ");
        let expected = format!("0;{};{};{six}", game.decisions().len(), switches.join(","));
        assert_eq!(lines.next(), Some(expected.as_str()), "{pgn}");
        assert_eq!(lines.next(), Some("1;0"), "python-chess writes it again");
    }
    assert!(switched > 20, "{switched}");

    // And they come back to us as they were.
    let again: Vec<PgnGame> = PgnReader::new(pgn.as_bytes())
        .map(|game| game.unwrap().resolve().unwrap())
        .collect();
    assert_eq!(again.len(), games.len());
    for (game, again) in games.iter().zip(&again) {
        assert_eq!(again.start, *game.start());
        assert!(again.to_game().unwrap().decisions().eq(game.decisions()));
        assert_eq!(again.tag("White"), Some("Anna \"A\""));
        assert_eq!(again.tag("Black"), Some("Ben\\"));
    }
}
