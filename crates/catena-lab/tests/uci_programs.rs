//! Programs that play badly, and a match that survives them.

#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use catena_chess::{Outcome, Player, SsccPosition, Variant, WinReason};
use catena_engine::{Clock, Signal};
use catena_lab::arbiter::{Arbiter, MatchLimit, PlayedGame};
use catena_lab::matches::{self, MatchConfig, MatchError};
use catena_lab::player::{PlayerConfig, PlayerError, PlayerKind};

/// A program: a script of the shell, removed at the end.
struct Program(PathBuf);

impl Program {
    /// A program that introduces itself, and does this when it is told to go.
    fn new(name: &str, go: &str) -> Program {
        Program::with_introduction(name, "echo uciok", go)
    }

    fn with_introduction(name: &str, introduction: &str, go: &str) -> Program {
        let script = format!(
            "while read -r word rest; do\n  case $word in\n    uci) {introduction} ;;\n    \
             isready) echo readyok ;;\n    go) {go} ;;\n    quit) exit ;;\n  esac\ndone\n"
        );
        let file = format!("catena-lab-{name}-{}.sh", std::process::id());
        let path = std::env::temp_dir().join(file);
        fs::write(&path, script).expect("the program is written");
        Program(path)
    }

    fn player(&self) -> PlayerConfig {
        let program = format!("sh {}", self.0.display());
        PlayerConfig::new(PlayerKind::Program(program))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn by_nodes() -> MatchLimit {
    MatchLimit::Nodes(1)
}

/// Plays one game of chess, the program against chance.
#[track_caller]
fn play(player: &PlayerConfig, limit: MatchLimit) -> PlayedGame {
    let mut white = player.start(Variant::Chess).expect("the program starts");
    let mut black = PlayerConfig::new(PlayerKind::Random)
        .start(Variant::Chess)
        .expect("chance starts");
    Arbiter::new(Variant::Chess, limit)
        .play(
            &SsccPosition::default(),
            [&mut *white, &mut *black],
            1,
            &Signal::default(),
        )
        .expect("nobody stops the game")
}

fn loss(reason: WinReason) -> Outcome {
    Outcome::Win {
        winner: Player::Second,
        reason,
    }
}

#[test]
fn an_illegal_move_loses_and_is_named() {
    for (name, answer, said) in [
        ("illegal", "e2e5", "the move 'e2e5' is not legal here"),
        ("nonsense", "hello", "'hello' is not a move"),
        ("empty", "", "'' is not a move"),
        ("none", "(none)", "'(none)' is not a move"),
    ] {
        let program = Program::new(name, &format!("echo 'bestmove {answer}'"));
        let played = play(&program.player(), by_nodes());
        assert_eq!(played.outcome, loss(WinReason::IllegalMove), "{answer}");
        let reason = played.reason();
        assert!(reason.contains(said), "{reason}");
    }
}

#[test]
fn a_program_that_ends_loses() {
    let program = Program::new("ends", "exit 3");
    let played = play(&program.player(), by_nodes());
    assert_eq!(played.outcome, loss(WinReason::Abandoned));
    let incident = played.incident;
    assert!(matches!(incident, Some(PlayerError::Ended { .. })));
}

#[test]
fn a_program_that_never_answers_loses_on_time() {
    let program = Program::new("silent", ":");
    let limit = MatchLimit::Clock(Clock {
        time: Duration::from_millis(30),
        increment: Duration::ZERO,
    });
    for limit in [limit, MatchLimit::MoveTime(Duration::from_millis(30))] {
        let played = play(&program.player(), limit);
        assert_eq!(played.outcome, loss(WinReason::Time));
        let incident = played.incident;
        assert!(matches!(incident, Some(PlayerError::Silent { .. })));
    }
}

#[test]
fn a_program_that_never_answers_loses_without_a_clock_too() {
    let program = Program::new("silent-by-nodes", ":");
    let mut player = program.player();
    player.patience.think = Duration::from_millis(30);
    let played = play(&player, by_nodes());
    assert_eq!(played.outcome, loss(WinReason::Abandoned));
}

#[test]
fn a_program_that_talks_for_ever_gets_no_more_time() {
    for (name, talk) in [
        ("lines", "while :; do echo info string thinking; done"),
        ("ready", "while :; do echo readyok; done"),
        (
            "no-lines",
            "while :; do printf 'info string thinking '; done",
        ),
    ] {
        let program = Program::new(name, talk);
        let mut player = program.player();
        player.patience.think = Duration::from_millis(30);
        let played = play(&player, by_nodes());
        assert_eq!(played.outcome, loss(WinReason::Abandoned), "{name}");
    }
}

#[test]
fn a_program_that_answers_before_it_is_asked_plays_on_its_own() {
    let path = std::env::temp_dir().join(format!("catena-lab-hasty-{}.sh", std::process::id()));
    fs::write(
        &path,
        "echo uciok; echo readyok; echo readyok\nwhile :; do echo bestmove e2e4; done\n",
    )
    .unwrap();
    let program = Program(path);
    let played = play(&program.player(), by_nodes());
    // The second e2e4 is not legal.
    assert_eq!(played.outcome, loss(WinReason::IllegalMove));
    assert_eq!(played.game.decisions().len(), 2);
}

#[test]
fn the_score_of_a_program_counts_for_adjudication() {
    let talk = "echo 'info depth 1 score cp -900 pv e2e4'; echo 'bestmove e2e4'";
    let program = Program::new("score", talk);
    let mut white = program.player().start(Variant::Chess).unwrap();
    let mut black = PlayerConfig::new(PlayerKind::Engine)
        .start(Variant::Chess)
        .unwrap();
    let mut arbiter = Arbiter::new(Variant::Chess, by_nodes());
    arbiter.adjudication.resign = Some((500, 1));
    // White's queen is missing; Black moves first, and sees it.
    let start = catena_chess::notation::fen::parse(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQkq - 0 1",
        catena_chess::SwitchLimit::Size,
    )
    .unwrap();
    let signal = Signal::default();
    let played = arbiter.play(&start, [&mut *white, &mut *black], 0, &signal);
    let outcome = played.unwrap().outcome;
    assert_eq!(outcome, loss(WinReason::Adjudication));
}

#[test]
fn a_program_that_knows_only_chess_is_refused_for_the_other_game() {
    let program = Program::new("chess-only", ":");
    let error = program.player().start(Variant::Sscc).unwrap_err();
    assert!(matches!(error, PlayerError::ChessOnly { .. }), "{error}");
    let option = "option name UCI_Variant type combo default chess var chess var sscc";
    let introduction = format!("echo '{option}'; echo uciok");
    let program = Program::with_introduction("sscc", &introduction, ":");
    assert!(program.player().start(Variant::Sscc).is_ok());
}

#[test]
fn a_program_that_does_not_start_ends_the_match_with_an_error() {
    let missing = PlayerConfig::new(PlayerKind::Program("/no/such/program".into()));
    let mute = Program::with_introduction("mute", ":", ":");
    let mut mute = mute.player();
    mute.patience.ready = Duration::from_millis(30);
    for player in [missing, mute] {
        let config = config(player);
        let result = matches::run(&config, &Signal::default(), &mut |_, _| {});
        let error = result.unwrap_err();
        assert!(matches!(error, MatchError::Player(_)), "{error}");
    }
}

fn config(player: PlayerConfig) -> MatchConfig {
    MatchConfig::new(
        [player, PlayerConfig::new(PlayerKind::Random)],
        Arbiter::new(Variant::Chess, by_nodes()),
        vec![SsccPosition::default()],
    )
}

#[test]
fn a_program_that_ends_is_started_again_for_the_next_game() {
    let program = Program::new("mortal", "exit 3");
    let mut games = Vec::new();
    let config = config(program.player());
    let result = matches::run(&config, &Signal::default(), &mut |game, _| {
        games.push(game.clone());
    })
    .unwrap();
    assert_eq!((result.forfeits, result.standing.losses), (2, 2));
    assert_eq!(result.standing.pairs, [1, 0, 0, 0, 0]);
    let winners = games.iter().map(|game| game.played.outcome.winner());
    let winners: Vec<Option<Player>> = winners.collect();
    assert_eq!(winners, [Some(Player::Second), Some(Player::First)]);
    let pgn = games[0].pgn();
    assert_eq!(pgn.tag("Termination"), Some("abandoned"));
    assert_eq!(pgn.tag("Result"), Some("0-1"));
}
