//! Games that an arbiter conducts between players who do what the test says.

use std::collections::VecDeque;
use std::thread;
use std::time::Duration;

use catena_chess::notation::fen;
use catena_chess::{
    Color, Decision, DrawReason, Outcome, PlayError, Player, SsccPosition, SwitchLimit, Variant,
    WinReason,
};
use catena_engine::{Clock, Signal};
use catena_lab::arbiter::{Adjudication, Arbiter, MatchLimit, PlayedGame};
use catena_lab::player::{MatchPlayer, MoveRequest, PlayerError, ScoredDecision};

const HOUR: Duration = Duration::from_secs(3600);
const MILLISECOND: Duration = Duration::from_millis(1);

/// White is a queen down and forms a chain by Bf4.
const CHAIN: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1B1KBNR w KQkq - 1 6";

/// Plays its moves in their order. A move that ends in ` s` switches.
#[derive(Debug, Default)]
struct ScriptedPlayer {
    moves: VecDeque<&'static str>,
    /// How long it thinks about each move.
    delay: Duration,
    /// What it says each move is worth.
    score: Option<i32>,
    /// Stops this signal instead of its last move.
    stops: Option<Signal>,
    /// Cannot begin a game.
    is_absent: bool,
    /// The clocks of White and Black that it saw.
    clocks: Vec<[Option<Clock>; 2]>,
}

impl ScriptedPlayer {
    fn new(moves: &[&'static str]) -> ScriptedPlayer {
        ScriptedPlayer {
            moves: moves.iter().copied().collect(),
            ..ScriptedPlayer::default()
        }
    }

    fn with_score(moves: &[&'static str], score: i32) -> ScriptedPlayer {
        ScriptedPlayer {
            score: Some(score),
            ..ScriptedPlayer::new(moves)
        }
    }
}

impl MatchPlayer for ScriptedPlayer {
    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        if self.is_absent {
            let program = "absent".to_owned();
            return Err(PlayerError::Ended { program });
        }
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError> {
        let limits = &request.limits;
        self.clocks.push([limits.white, limits.black]);
        thread::sleep(self.delay);
        let text = self.moves.pop_front().ok_or(PlayerError::NoMove)?;
        if let (Some(signal), true) = (&self.stops, self.moves.is_empty()) {
            signal.stop();
        }
        let (san, switches) = match text.strip_suffix(" s") {
            Some(san) => (san, true),
            None => (text, false),
        };
        // A move that is not legal now is one of the start.
        let mv = request.position().parse_san(san).unwrap_or_else(|_| {
            request
                .game
                .start()
                .parse_san(san)
                .expect("a move of the start")
        });
        Ok(ScoredDecision {
            decision: Decision { mv, switches },
            score: self.score,
        })
    }
}

fn position(text: &str) -> SsccPosition {
    fen::parse(text, SwitchLimit::Size).expect("a position")
}

fn by_nodes() -> Arbiter {
    Arbiter::new(Variant::Sscc, MatchLimit::Nodes(1))
}

fn by_clock(time: Duration) -> Arbiter {
    let increment = Duration::ZERO;
    Arbiter::new(Variant::Sscc, MatchLimit::Clock(Clock { time, increment }))
}

#[track_caller]
fn play(arbiter: &Arbiter, start: &SsccPosition, players: [&mut ScriptedPlayer; 2]) -> PlayedGame {
    let [white, black] = players;
    arbiter
        .play(start, [white, black], 0, &Signal::default())
        .expect("nobody stops the game")
}

fn win(winner: Player, reason: WinReason) -> Outcome {
    Outcome::Win { winner, reason }
}

fn draw(reason: DrawReason) -> Outcome {
    Outcome::Draw { reason }
}

#[test]
fn checkmate_wins_for_the_player_who_holds_the_side_that_mates() {
    let mut white = ScriptedPlayer::new(&["f3", "g4"]);
    let mut black = ScriptedPlayer::new(&["e5", "Qh4#"]);
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, win(Player::Second, WinReason::Checkmate));
    assert_eq!((played.is_forfeit(), played.incident), (false, None));
}

#[test]
fn after_a_switch_the_same_player_moves_with_the_other_side() {
    let mut first = ScriptedPlayer::new(&["Bf4 s", "exf4"]);
    let mut second = ScriptedPlayer::new(&["h3"]);
    let mut arbiter = by_nodes();
    arbiter.adjudication.longest = 3;
    let played = play(&arbiter, &position(CHAIN), [&mut first, &mut second]);
    assert_eq!(played.outcome, draw(DrawReason::Adjudication));
    assert_eq!(played.game.holder(Color::White), Player::Second);
    assert_eq!(played.game.decisions().len(), 3);
    assert!(first.moves.is_empty() && second.moves.is_empty());
}

#[test]
fn a_switch_exchanges_the_clocks() {
    let delay = Duration::from_millis(20);
    let mut first = ScriptedPlayer::new(&["Bf4 s", "exf4"]);
    first.delay = delay;
    let mut second = ScriptedPlayer::new(&["h3"]);
    let mut arbiter = by_clock(HOUR);
    arbiter.adjudication.longest = 3;
    play(&arbiter, &position(CHAIN), [&mut first, &mut second]);
    let time = |clock: Option<Clock>| clock.unwrap().time;
    // White's clock has run, and stays White's: the other player holds it now.
    let [white, black] = first.clocks[1].map(time);
    assert!(white <= HOUR - delay, "{white:?}");
    assert_eq!(black, HOUR);
    // Then Black's has run too.
    let [white_later, black] = second.clocks[0].map(time);
    assert_eq!(white_later, white);
    assert!(black <= HOUR - delay, "{black:?}");
}

#[test]
fn a_third_repetition_is_a_draw() {
    let mut white = ScriptedPlayer::new(&["Nf3", "Ng1", "Nf3", "Ng1"]);
    let mut black = ScriptedPlayer::new(&["Nf6", "Ng8", "Nf6", "Ng8"]);
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, draw(DrawReason::ThreefoldRepetition));
    assert_eq!(played.game.decisions().len(), 8);
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    let start = position("4k3/8/8/8/8/8/8/R3K3 w - - 98 80");
    let mut white = ScriptedPlayer::new(&["Ra2", "Ra3"]);
    let mut black = ScriptedPlayer::new(&["Kd8", "Kd7"]);
    let played = play(&by_nodes(), &start, [&mut white, &mut black]);
    assert_eq!(played.outcome, draw(DrawReason::FiftyMoves));
    assert_eq!(played.game.decisions().len(), 2);
}

#[test]
fn whoever_thinks_too_long_loses_on_time() {
    for arbiter in [
        by_clock(MILLISECOND),
        Arbiter::new(Variant::Sscc, MatchLimit::MoveTime(MILLISECOND)),
    ] {
        let mut white = ScriptedPlayer::new(&["e4"]);
        white.delay = 5 * MILLISECOND;
        let mut black = ScriptedPlayer::new(&[]);
        let played = play(&arbiter, &SsccPosition::default(), [&mut white, &mut black]);
        assert_eq!(played.outcome, win(Player::Second, WinReason::Time));
        assert!(played.is_forfeit());
        // The move came too late to be made.
        assert_eq!(played.game.decisions().len(), 0);
    }
}

#[test]
fn lateness_that_is_allowed_is_forgiven() {
    let mut arbiter = by_clock(MILLISECOND);
    arbiter.lateness = HOUR;
    arbiter.adjudication.longest = 1;
    let mut white = ScriptedPlayer::new(&["e4"]);
    white.delay = 5 * MILLISECOND;
    let mut black = ScriptedPlayer::new(&[]);
    let played = play(&arbiter, &SsccPosition::default(), [&mut white, &mut black]);
    assert_eq!(played.outcome, draw(DrawReason::Adjudication));
    let left = played.game.clocks().left(Player::First);
    assert_eq!(left, Some(Duration::ZERO));
}

#[test]
fn nobody_wins_on_time_who_cannot_mate() {
    let start = position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut white = ScriptedPlayer::new(&["Ra2"]);
    white.delay = 5 * MILLISECOND;
    let mut black = ScriptedPlayer::new(&[]);
    let played = play(&by_clock(MILLISECOND), &start, [&mut white, &mut black]);
    assert_eq!(played.outcome, draw(DrawReason::TimeWithoutMaterial));
    assert!(played.is_forfeit());
}

#[test]
fn an_illegal_move_loses() {
    let mut white = ScriptedPlayer::new(&["e4", "e4"]);
    let mut black = ScriptedPlayer::new(&["e5"]);
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, win(Player::Second, WinReason::IllegalMove));
    assert!(matches!(played.incident, Some(PlayerError::NotAllowed(_))));
    assert!(played.is_forfeit());
    // A switch without a chain is illegal as well.
    let mut white = ScriptedPlayer::new(&["e4 s"]);
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, win(Player::Second, WinReason::IllegalMove));
}

#[test]
fn nobody_switches_in_a_game_of_chess() {
    let arbiter = Arbiter::new(Variant::Chess, MatchLimit::Nodes(1));
    let mut white = ScriptedPlayer::new(&["Bf4 s"]);
    let mut black = ScriptedPlayer::new(&[]);
    let played = play(&arbiter, &position(CHAIN), [&mut white, &mut black]);
    assert_eq!(played.outcome, win(Player::Second, WinReason::IllegalMove));
    let refused = PlayerError::NotAllowed(PlayError::Chess {
        mv: position(CHAIN).parse_san("Bf4").unwrap(),
    });
    assert_eq!(played.incident, Some(refused));
}

#[test]
fn a_player_who_leaves_loses() {
    let mut white = ScriptedPlayer::new(&["e4", "d4"]);
    let mut black = ScriptedPlayer::new(&["e5"]);
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, win(Player::First, WinReason::Abandoned));
    // So does one who is not there at the start, without a move.
    let mut white = ScriptedPlayer::new(&["e4"]);
    black.is_absent = true;
    let played = play(
        &by_nodes(),
        &SsccPosition::default(),
        [&mut white, &mut black],
    );
    assert_eq!(played.outcome, win(Player::First, WinReason::Abandoned));
    assert_eq!(played.game.decisions().len(), 0);
}

/// An arbiter who gives a game to a player who is 6 pawns ahead for two moves.
fn adjudicating() -> Arbiter {
    let mut arbiter = by_nodes();
    arbiter.adjudication = Adjudication {
        resign: Some((600, 2)),
        longest: 6,
    };
    arbiter
}

const WHITE_MOVES: [&str; 3] = ["e4", "d4", "a3"];
const BLACK_MOVES: [&str; 3] = ["e5", "d5", "a6"];

#[test]
fn a_game_that_both_see_as_decided_is_adjudicated() {
    let mut white = ScriptedPlayer::with_score(&WHITE_MOVES, -800);
    let mut black = ScriptedPlayer::with_score(&BLACK_MOVES, 600);
    let start = SsccPosition::default();
    let played = play(&adjudicating(), &start, [&mut white, &mut black]);
    assert_eq!(played.outcome, win(Player::Second, WinReason::Adjudication));
    assert!(!played.is_forfeit());
    // Two moves of each, and White's third, which is not made.
    assert_eq!(played.game.decisions().len(), 4);
}

#[test]
fn a_game_on_which_the_players_disagree_goes_on() {
    for (white, black) in [(-800, -800), (800, 800), (-800, 500), (-500, 800)] {
        let mut white = ScriptedPlayer::with_score(&WHITE_MOVES, white);
        let mut black = ScriptedPlayer::with_score(&BLACK_MOVES, black);
        let start = SsccPosition::default();
        let played = play(&adjudicating(), &start, [&mut white, &mut black]);
        assert_eq!(played.outcome, draw(DrawReason::Adjudication));
        assert_eq!(played.game.decisions().len(), 6);
    }
}

#[test]
fn a_game_that_is_stopped_has_no_result() {
    let signal = Signal::default();
    let mut white = ScriptedPlayer::new(&["e4", "d4"]);
    white.stops = Some(signal.clone());
    let mut black = ScriptedPlayer::new(&["e5"]);
    let start = SsccPosition::default();
    let played = by_nodes().play(&start, [&mut white, &mut black], 0, &signal);
    assert!(played.is_none());
    assert!(white.moves.is_empty() && black.moves.is_empty());
}
