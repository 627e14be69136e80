//! The text of a game reads like the game in its file: for all files of the test data,
//! `PgnBlock::texts` and `replay_movetext` find the same moves as `replay_block`.

use std::fs;
use std::path::{Path, PathBuf};

use catena_chess::pgn::{PgnBlocks, Replay, replay_block, replay_movetext};

fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let edge = fs::read_dir(data.join("pgn-edge")).expect("a folder");
    let mut files: Vec<PathBuf> = edge.map(|entry| entry.expect("a file").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    files.push(data.join("games.pgn"));
    files
}

/// For each game its moves, and whether it can be read to its end.
type Games = Vec<(Vec<String>, bool)>;

#[test]
fn texts_have_the_games_of_the_file() {
    let mut games = 0;
    for path in files() {
        let file = fs::read(&path).expect("a file");
        for block in PgnBlocks::new(&file[..]) {
            let block = block.expect("memory can be read");
            let mut expected: Games = Vec::new();
            let mut moves = Vec::new();
            replay_block(&block, |event| match event {
                Replay::Played(played) => moves.push(format!("{:?}", played.mv)),
                Replay::Ended { .. } => expected.push((std::mem::take(&mut moves), true)),
                Replay::Broken(_) => expected.push((std::mem::take(&mut moves), false)),
            });
            let found: Games = block
                .texts()
                .map(|game| {
                    let fen = game.tags.iter().rev().find(|(name, _)| name == "FEN");
                    let fen = fen.map(|(_, fen)| fen.as_str());
                    let mut moves = Vec::new();
                    if let Some(text) = &game.movetext {
                        let replayed = replay_movetext(text, fen, |played| {
                            moves.push(format!("{:?}", played.mv));
                        });
                        assert_eq!(replayed, Ok(game.plies), "{}: {text}", path.display());
                    }
                    (moves, game.error.is_none())
                })
                .collect();
            games += found.len();
            assert_eq!(found, expected, "{}", path.display());
        }
    }
    assert!(games > 150, "{games}");
}
