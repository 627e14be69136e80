//! Whatever is read as a game of PGN is written as something that reads as
//! the same moves; nothing makes the reader panic.

#![no_main]

use catena_chess::pgn::PgnReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in PgnReader::new(bytes).flatten() {
        let Ok(game) = game.resolve() else { continue };
        let text = game.to_string();
        let mut again = PgnReader::new(text.as_bytes());
        let first = again.next().expect("what is written is a game");
        let first = first
            .and_then(|raw| raw.resolve())
            .expect("what is written is read");
        assert_eq!(first.start, game.start);
        assert_eq!(first.line, game.line, "{text}");
        assert_eq!(first.to_string(), text);
        assert!(
            again.next().is_none(),
            "one game is written as one:\n{text}"
        );
    }
});
