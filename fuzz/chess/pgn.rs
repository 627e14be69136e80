//! Whatever is read as a game of PGN, completely or up to an error, is written as
//! something that reads as the same moves; nothing makes the reader panic.

use catena_chess::pgn::PgnReader;

pub(crate) fn run(bytes: &[u8]) {
    for game in PgnReader::new(bytes).flatten() {
        let game = match game.resolve() {
            Ok(game) => game,
            Err(broken) => match broken.game {
                Some(game) => *game,
                None => continue,
            },
        };
        match game.to_game() {
            Ok(played) => assert_eq!(played.decisions().len(), game.line.moves.len()),
            Err(stopped) => assert!(stopped.game.decisions().len() < game.line.moves.len()),
        }
        let text = game.to_string();
        let mut again = PgnReader::new(text.as_bytes());
        let first = again.next().expect("what is written is a game");
        let first = first.expect("what is written is read");
        let first = first.resolve().expect("what is written is allowed");
        assert_eq!(first.start, game.start);
        assert_eq!(first.line, game.line, "{text}");
        assert_eq!(first.to_string(), text);
        assert!(
            again.next().is_none(),
            "one game is written as one:\n{text}"
        );
    }
}
