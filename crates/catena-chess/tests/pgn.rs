//! PGN in and out.

mod shared;

use catena_chess::pgn::{PgnError, PgnGame, PgnReader};
use shared::{shared, shared_path};

fn read_all(bytes: &[u8]) -> Vec<Result<PgnGame, PgnError>> {
    PgnReader::new(bytes)
        .map(|game| game.and_then(|game| game.resolve()))
        .collect()
}

/// What a game is must survive writing it and reading it again.
#[track_caller]
fn check_round_trip(game: &PgnGame) {
    let text = game.to_string();
    let again = read_all(text.as_bytes());
    assert_eq!(again.len(), 1, "{text}");
    let again = again[0].as_ref().unwrap();
    assert_eq!(again.line, game.line, "{text}");
    assert_eq!(again.start, game.start);
    assert_eq!(again.to_string(), text);
}

#[test]
fn every_shared_game_replays_without_a_switch() {
    let Some(bytes) = shared("data/games.pgn") else {
        return;
    };
    let mut plies = 0;
    let games = read_all(&bytes);
    assert_eq!(games.len(), 5801);
    for game in &games {
        let game = game.as_ref().unwrap();
        plies += game.line.moves.len();
        assert!(game.line.moves.iter().all(|node| !node.mv.switches));
    }
    assert_eq!(plies, 463_415);
    games
        .iter()
        .flatten()
        .step_by(50)
        .for_each(check_round_trip);
}

#[test]
fn every_odd_file_gives_games_or_clear_errors() {
    let Ok(folder) = std::fs::read_dir(shared_path("data/pgn-edge")) else {
        println!("skipped: the shared data has no data/pgn-edge");
        return;
    };
    let mut files = 0;
    for entry in folder {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "pgn") {
            continue;
        }
        files += 1;
        let bytes = std::fs::read(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let (mut good, mut plies) = (0, 0);
        for game in read_all(&bytes) {
            match game {
                Ok(game) => {
                    good += 1;
                    plies += game.line.moves.len();
                    check_round_trip(&game)
                }
                Err(error) => println!("  {name}: {error}"),
            }
        }
        println!("X {name}\t{good}\t{plies}");
    }
    assert_eq!(files, 125);
}
