//! Matches, their results and their games as PGN.

use catena_chess::notation::fen;
use catena_chess::{Decision, SsccPosition, SwitchLimit, Variant};
use catena_engine::Signal;
use catena_lab::arbiter::{Arbiter, MatchLimit};
use catena_lab::matches::{self, MatchConfig, MatchError, MatchResult};
use catena_lab::player::{MatchPlayer, MoveRequest, PlayerConfig, PlayerKind};
use catena_lab::player::{PlayerError, ScoredDecision};
use catena_lab::rating::Sprt;
use catena_lab::record::GameRecord;

fn config(kinds: [PlayerKind; 2], variant: Variant, openings: usize) -> MatchConfig {
    let start = SsccPosition::default();
    MatchConfig::new(
        kinds.map(PlayerConfig::new),
        Arbiter::new(variant, MatchLimit::Nodes(200)),
        vec![start; openings],
    )
}

fn run(config: &MatchConfig) -> (MatchResult, Vec<GameRecord>) {
    let mut games = Vec::new();
    let result = matches::run(config, &Signal::default(), &mut |game, _| {
        games.push(game.clone());
    });
    (result.expect("the match is played"), games)
}

#[test]
fn the_result_is_that_of_the_games() {
    let random = || PlayerKind::Random;
    let (result, games) = run(&config([random(), random()], Variant::Sscc, 3));
    assert_eq!(games.len(), 6);
    assert_eq!(result.standing.games(), 6);
    assert_eq!(result.standing.pairs.iter().sum::<u32>(), 3);
    assert_eq!(result.forfeits, 0);
    let names: Vec<usize> = games.iter().map(|game| game.number).collect();
    assert_eq!(names, [1, 2, 3, 4, 5, 6]);
    // Games of chance with switches: their records can be played again.
    assert!(games.iter().any(|game| {
        let mut decisions = game.played.game.decisions();
        decisions.any(|decision| decision.switches)
    }));
    for record in &games {
        assert_eq!(record.is_reversed, record.number % 2 == 0);
        let again = record.pgn().to_game().unwrap();
        let decisions: Vec<Decision> = again.decisions().collect();
        assert!(record.played.game.decisions().eq(decisions));
    }
}

#[test]
fn games_at_the_same_time_are_the_same_games() {
    let random = || PlayerKind::Random;
    let mut config = config([random(), random()], Variant::Sscc, 3);
    let (one_by_one, _) = run(&config);
    config.concurrency = 3;
    let (together, _) = run(&config);
    assert_eq!(one_by_one, together);
}

#[test]
fn a_second_round_over_the_openings_has_other_games() {
    let mut config = config([PlayerKind::Engine, PlayerKind::Blind], Variant::Sscc, 1);
    config.games = 4;
    let (_, games) = run(&config);
    let moves = |at: usize| -> Vec<Decision> { games[at].played.game.decisions().collect() };
    assert_ne!(moves(0), moves(2));
    assert_ne!(moves(1), moves(3));
}

#[test]
fn the_engine_beats_chance_with_both_colours() {
    let players = [PlayerKind::Engine, PlayerKind::Random];
    let (result, games) = run(&config(players, Variant::Sscc, 1));
    assert_eq!(result.standing.pairs, [0, 0, 0, 0, 1]);
    assert_eq!(games[1].players, ["random", "catena"]);
}

#[test]
fn an_odd_game_is_in_no_pair() {
    let random = || PlayerKind::Random;
    let mut config = config([random(), random()], Variant::Chess, 2);
    config.games = 3;
    let (result, _) = run(&config);
    assert_eq!(result.standing.games(), 3);
    assert_eq!(result.standing.pairs.iter().sum::<u32>(), 1);
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let players = [PlayerKind::Engine, PlayerKind::Random];
    let mut config = config(players, Variant::Chess, 50);
    config.sprt = Some(Sprt::new(0.0, 400.0, 0.4).unwrap());
    let (result, _) = run(&config);
    assert!(result.standing.games() < 20, "{}", result.standing);
}

#[test]
fn a_match_that_is_stopped_keeps_the_games_that_ended() {
    let random = || PlayerKind::Random;
    let config = config([random(), random()], Variant::Chess, 10);
    let signal = Signal::default();
    let mut heard = 0;
    let result = matches::run(&config, &signal, &mut |_, result| {
        heard += 1;
        assert_eq!(result.standing.games(), heard);
        if heard == 3 {
            signal.stop();
        }
    });
    // One more may have ended before the signal was seen.
    let games = result.unwrap().standing.games();
    assert_eq!(games, heard);
    assert!((3..=5).contains(&games), "{games}");
}

#[test]
fn a_match_without_openings_is_refused() {
    let random = || PlayerKind::Random;
    let config = config([random(), random()], Variant::Chess, 0);
    let result = matches::run(&config, &Signal::default(), &mut |_, _| {});
    assert!(matches!(result, Err(MatchError::NoOpening)));
}

#[test]
fn a_table_of_no_size_is_refused() {
    let mut config = config([PlayerKind::Engine, PlayerKind::Random], Variant::Sscc, 1);
    config.players[0].hash = 0;
    let result = matches::run(&config, &Signal::default(), &mut |_, _| {});
    let error = result.unwrap_err();
    assert!(
        matches!(error, MatchError::Player(PlayerError::Memory(_))),
        "{error}"
    );
}

/// Plays the moves of a list, the last of them with a switch.
#[derive(Debug)]
struct SwitchesAtTheEnd(Vec<&'static str>);

impl MatchPlayer for SwitchesAtTheEnd {
    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError> {
        let san = self.0.remove(0);
        let mv = request.position().parse_san(san).expect("a move");
        Ok(ScoredDecision {
            decision: Decision {
                mv,
                switches: self.0.len() == 1,
            },
            score: None,
        })
    }
}

fn record(variant: Variant, limit: SwitchLimit) -> GameRecord {
    let chain = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1B1KBNR w KQkq - 1 6";
    let start = fen::parse(chain, limit).expect("a position");
    let mut arbiter = Arbiter::new(variant, MatchLimit::Nodes(1));
    arbiter.adjudication.longest = 2;
    let mut first = SwitchesAtTheEnd(vec!["Bf4", "exf4"]);
    let mut second = SwitchesAtTheEnd(vec![]);
    let players: [&mut dyn MatchPlayer; 2] = [&mut first, &mut second];
    let played = arbiter.play(&start, players, 0, &Signal::default());
    GameRecord {
        number: 3,
        players: ["a".into(), "b".into()],
        is_reversed: false,
        variant,
        date: "2026.11.17".into(),
        played: played.expect("nobody stops the game"),
    }
}

#[test]
fn a_record_is_a_pgn_that_can_be_read() {
    let text = record(Variant::Sscc, SwitchLimit::None).pgn().to_string();
    for tag in [
        "[Event \"catena match\"]",
        "[Date \"2026.11.17\"]",
        "[Round \"3\"]",
        "[White \"a\"]",
        "[Result \"1/2-1/2\"]",
        "[Termination \"adjudication\"]",
        "[Variant \"Switch-Side Chain-Chess\"]",
        "[SwitchLimit \"none\"]",
    ] {
        assert!(text.contains(tag), "{tag} is not in {text}");
    }
    let moves = "6. Bf4 {[%sscc SW]} 6... exf4 {draw by adjudication} 1/2-1/2";
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(line.ends_with(moves), "{text}");
}

#[test]
fn a_game_of_chess_says_nothing_about_switches() {
    let text = record(Variant::Chess, SwitchLimit::None).pgn().to_string();
    for word in ["Variant", "Switch", "sscc"] {
        assert!(!text.contains(word), "{word} is in {text}");
    }
    assert!(
        text.contains("[Termination \"rules infraction\"]"),
        "{text}"
    );
}
