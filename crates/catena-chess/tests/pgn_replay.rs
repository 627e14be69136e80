//! Games replayed from PGN files.

mod support;

use catena_chess::pgn::{PgnError, Replay, replay};
use support::{data, odd_pgn_files};

#[derive(Default)]
struct ReplayCount {
    games: u64,
    plies: u64,
    errors: Vec<PgnError>,
}

fn count(pgn: &[u8]) -> ReplayCount {
    let mut count = ReplayCount::default();
    let mut in_game = 0;
    replay(pgn, |event| match event {
        Replay::Played(played) => {
            in_game += 1;
            assert_eq!(played.ply, in_game);
            let moved = played.moved();
            assert!(
                moved
                    .iter()
                    .all(|&square| played.occupied().contains(square))
            );
        }
        Replay::Ended { plies } => {
            assert_eq!(plies, in_game);
            count.games += 1;
            count.plies += u64::from(plies);
            in_game = 0;
        }
        Replay::Broken(error) => {
            count.errors.push(error);
            in_game = 0;
        }
    })
    .expect("memory can be read");
    count
}

#[track_caller]
fn errors(pgn: &str) -> Vec<String> {
    count(pgn.as_bytes())
        .errors
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn master_games_replay() {
    let count = count(data("games.pgn").as_bytes());
    assert_eq!(count.errors, []);
    assert_eq!((count.games, count.plies), (60, 4_783));
}

/// Every file of the collection gives games or errors that say where.
#[test]
fn odd_files_are_read_without_a_panic() {
    let (mut games, mut errors) = (0, 0);
    for (name, bytes) in odd_pgn_files() {
        let count = count(&bytes);
        let is_empty = bytes.trim_ascii().is_empty();
        assert!(
            is_empty || count.games > 0 || !count.errors.is_empty(),
            "{name} gives nothing"
        );
        games += count.games;
        errors += count.errors.len();
    }
    assert_eq!((games, errors), (106, 27));
}

#[test]
fn errors_name_game_line_and_move() {
    assert_eq!(
        errors("[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5\n2. Nc3 (2. c4) Nf3 *\n"),
        ["game 2, which begins on line 5, move 2...: the move 'Nf3' is not legal"]
    );
    assert_eq!(
        errors("1. Nf3 d5 2. d4 e5 3. Nd2 *\n"),
        ["game 1, which begins on line 1, move 3: the move 'Nd2' could be several moves"]
    );
    assert_eq!(
        errors("[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 x\"]\n\n*\n"),
        [
            "game 1, which begins on line 1: the FEN has 'x' where the side to move 'w' or 'b' should be"
        ]
    );
    assert_eq!(
        errors("\n[Variant \"Atomic\"]\n[Event \"x\"]\n\n*\n"),
        ["game 1, which begins on line 2: the variant 'Atomic' is not supported"]
    );
    assert_eq!(
        errors("hello\n"),
        ["game 1, which begins on line 1: 'hello' on line 1 has no meaning there"]
    );
    assert_eq!(
        errors("[Event \"x\"]\n\n1. -e4 -e5 *\n"),
        [
            "game 1, which begins on line 1, move 1: '-e4' on line 3 is not a move like e4, Nf3 or O-O"
        ]
    );
    // A word that is no move is not passed over, in variations it is.
    assert_eq!(
        errors("1. e4 (1. Nf9 Nf9) e5 2. Sf3 Sc6 3. d4 exd4 *\n"),
        [
            "game 1, which begins on line 1, move 2: 'Sf3' on line 1 is not a move like e4, Nf3 or O-O"
        ]
    );
    assert_eq!(errors("1. e4 *\n\n\u{1a}"), [""; 0]);
}

#[test]
fn an_open_comment_costs_one_game_only() {
    let good = "[Event \"good\"]\n\n1. e4 *\n\n";
    let bad = "[Event \"bad\"]\n\n1. e4 { no end\n\n";
    let count = count(format!("{good}{bad}{good}{good}").as_bytes());
    assert_eq!(count.games, 3);
    assert_eq!(count.errors.len(), 1);
    assert_eq!(
        count.errors[0].to_string(),
        "game 2, which begins on line 5: '{ no end' on line 7 has no meaning there"
    );
}

#[test]
fn moves_that_are_not_quite_right_are_understood() {
    for (pgn, plies) in [
        ("1. e4 d5 2. ed5 Qd5 3. Nc3 *", 5),
        ("1. e2e4 g8f6 2. g1f3 f6e4 3. f1c4 e4f2 4. e1g1 *", 7),
        ("1. e4 -- 2. d4 *", 2),
        (
            "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. o-o d6+= *",
            8,
        ),
    ] {
        let count = count(pgn.as_bytes());
        assert_eq!(count.errors, [], "{pgn}");
        assert_eq!(count.plies, plies, "{pgn}");
    }
}
