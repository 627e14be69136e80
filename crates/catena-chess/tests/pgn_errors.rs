//! A game with something wrong in it gives the moves before that, and the error.

use catena_chess::pgn::{PgnErrorKind, PgnGame, PgnReader, ResolveError};
use catena_chess::{DrawReason, GameError, Outcome, PlayError};

fn resolve(text: &str) -> Result<PgnGame, ResolveError> {
    let mut games = PgnReader::new(text.as_bytes());
    let game = games.next().expect("a game")?.resolve();
    assert!(games.next().is_none(), "{text}");
    game
}

/// The moves of the main line as the game is written.
fn movetext(game: &PgnGame) -> String {
    let text = game.to_string();
    let at = text.find("\n\n").map_or(0, |at| at + 2);
    text[at..].split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(text: &str, error: &str, kept: &str) {
    let broken = resolve(text).expect_err("something is wrong");
    assert_eq!(broken.to_string(), error);
    assert_eq!(movetext(&broken.game.expect("moves before it")), kept);
}

#[test]
fn clause_6_4_an_illegal_move_gives_the_moves_before_it() {
    check(
        "1. e4 e5 2. Ke4 Nf6 3. d4 1-0\n",
        "game 1, which begins on line 1, move 2: the move 'Ke4' is not legal",
        "1. e4 e5 1-0",
    );
    check(
        "[Event \"x\"]\n\n1. Nf3 {a} d5 $1 2. d4 e5 (2... c5) 3. Nd2 *\n",
        "game 1, which begins on line 1, move 3: the move 'Nd2' could be several moves",
        "1. Nf3 {a} 1... d5 $1 2. d4 e5 (2... c5) *",
    );
    // The first move of all.
    check(
        "1. e5 e5 *\n",
        "game 1, which begins on line 1, move 1: the move 'e5' is not legal",
        "*",
    );
}

/// `pgn-reader` passes over words that it cannot read; a game would lose moves.
#[test]
fn a_word_that_is_no_move_gives_the_moves_before_it() {
    check(
        "1. e4 e5 2. Nf9 Nc6 3. d4 *\n",
        "game 1, which begins on line 1, move 2: 'Nf9' on line 1 is not a move like e4, Nf3 or O-O",
        "1. e4 e5 *",
    );
    // At the end nothing else would show that it is missing.
    check(
        "[Event \"x\"]\n\n1. e4 e5 2. Qxz9 {?} 1-0\n",
        "game 1, which begins on line 1, move 2: 'Qxz9' on line 3 is not a move like e4, Nf3 or O-O",
        "1. e4 e5 1-0",
    );
    // In German both moves would be missing.
    check(
        "1. e4 e5 2. Sf3 Sc6 3. d4 exd4 *\n",
        "game 1, which begins on line 1, move 2: 'Sf3' on line 1 is not a move like e4, Nf3 or O-O",
        "1. e4 e5 *",
    );
    check(
        "1. e4 (1. N@f3) e5 (1... Xx1) (1... c5 2. ♘f9) 2. Nf3 *\n",
        "game 1, which begins on line 1, move 1 of a variation: 'N@f3' on line 1 is not a move \
         like e4, Nf3 or O-O; 2 more lines have a wrong move",
        "1. e4 e5 (1... c5) 2. Nf3 *",
    );
}

/// Everything that is not understood is named, with its line, and costs no move.
#[test]
fn stray_text_is_reported_and_the_moves_are_kept() {
    check(
        "[Event \"x\"]\n\n1. e4 forfeit e5 $300\n2. Nf3 White wins } 1-0\n",
        "game 1, which begins on line 1: 'forfeit' on line 3, '$300' on line 3, 'White' on line 4, \
         'wins' on line 4, '}' on line 4 have no meaning there",
        "1. e4 {forfeit} 1... e5 {$300} 2. Nf3 {White} {wins} {} 1-0",
    );
    check(
        "[Event x]\n\n1. e4 *\n",
        "game 1, which begins on line 1: '[Event x]' on line 1 has no meaning there",
        "1. e4 *",
    );
    check(
        "(1. d4) 1. e4 e5) (1... c5 *\n",
        "game 1, which begins on line 1: '(' on line 1, ')' on line 1, '(' on line 1 have no \
         meaning there",
        "1. e4 e5 {)} (1... c5 {*}) *",
    );
    check(
        "1. e4 a b c d e f Nf9 *\n",
        "game 1, which begins on line 1, move 1...: 'Nf9' on line 1 is not a move like e4, Nf3 or \
         O-O; 'a' on line 1, 'b' on line 1, 'c' on line 1, 'd' on line 1, 'e' on line 1 and 1 more \
         have no meaning there",
        "1. e4 {a} {b} {c} {d} {e} {f} *",
    );
    check(
        "1. e4 {never closed\n",
        "game 1, which begins on line 1: '{never closed' on line 1 has no meaning there",
        "1. e4 {never closed} *",
    );
}

/// What has a plain meaning is read: signs become glyphs.
#[test]
fn a_plain_meaning_is_read() {
    for (text, moves) in [
        (
            "1. e4 d5 2. e5 f5 3. exf6e.p. exf6 *",
            "1. e4 d5 2. e5 f5 3. exf6 exf6 *",
        ),
        (
            "1. e4 d5 2. e5 f5 3. exf6 e.p. exf6 *",
            "1. e4 d5 2. e5 f5 3. exf6 exf6 *",
        ),
        ("1. e4 e5 2. Bc4+- *", "1. e4 e5 2. Bc4 $18 *"),
        ("1. e4 e5 2. Bc4± Nf6 = *", "1. e4 e5 2. Bc4 $16 Nf6 $10 *"),
        ("1. e4 e5 2. Bc4N *", "1. e4 e5 2. Bc4 $146 *"),
        ("1. e4 e5 2. Ng1-f3 ♞c6 *", "1. e4 e5 2. Nf3 Nc6 *"),
        (
            "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0–0 1/2",
            "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O 1/2-1/2",
        ),
        (
            "$220 1. e4 ($142 1. d4 1-0) *",
            "1. e4 $220 (1. d4 $142 {1-0}) *",
        ),
    ] {
        let game = resolve(&format!("{text}\n")).unwrap();
        assert_eq!(movetext(&game), moves);
    }
}

#[test]
fn other_letters_are_read_only_if_they_are_given() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. De2 Tb8 *\n";
    let letters = "KDTLS".parse().unwrap();
    let mut games = PgnReader::new(text.as_bytes()).with_letters(letters);
    let game = games.next().unwrap().unwrap().resolve().unwrap();
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Qe2 Rb8 *";
    assert_eq!(movetext(&game), moves);
    assert!(resolve(text).is_err());
}

#[test]
fn clause_6_4_a_wrong_variation_costs_nothing_but_its_own_end() {
    check(
        "1. e4 e5 (1... c5 2. Nf3 Nf3 3. d4) 2. Nf3 (2. Bb8) Nc6 *\n",
        "game 1, which begins on line 1, move 2... of a variation: the move 'Nf3' is not legal; \
         one more line has a wrong move",
        "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 Nc6 *",
    );
    // What is said before a wrong first move stays.
    check(
        "1. e4 ({not} 1. e5) (1. d4 (1. d5) d5 (1... d4)) 1... e5 2. e5 *\n",
        "game 1, which begins on line 1, move 1 of a variation: the move 'e5' is not legal; \
         3 more lines have a wrong move",
        "1. e4 ({not}) (1. d4 d5) 1... e5 *",
    );
}

#[test]
fn a_null_move_that_is_not_possible_gives_the_moves_before_it() {
    check(
        "1. e4 f5 2. Qh5+ -- 3. Qxe8 *\n",
        "game 1, which begins on line 1, move 2...: the null move '--' cannot be played here",
        "1. e4 f5 2. Qh5+ *",
    );
}

/// After 6. Bd3 a chain runs through the bishop.
const SWITCH: &str = "[Event \"x\"]\n[Variant \"Switch-Side Chain-Chess\"]\n[SetUp \"1\"]\n[FEN \
    \"r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6\"]\n\n";

#[test]
fn a_wrong_switch_gives_the_moves_before_it() {
    check(
        &format!("{SWITCH}6. Bd3 {{[%sscc SW]}} 6... a6 {{[%sscc SB]}} 7. a3 *\n"),
        "game 1, which begins on line 1, move 6...: no switch after a7-a6: the move forms no chain",
        "6. Bd3 {[%sscc SW]} *",
    );
    check(
        &format!("{SWITCH}6. Bd3 {{[%sscc SW]}} -- 7. a3 *\n"),
        "game 1, which begins on line 1, move 6...: the null move '--' cannot be played here",
        "6. Bd3 {[%sscc SW]} *",
    );
}

#[test]
fn a_game_without_a_position_gives_the_error_alone() {
    let broken = resolve("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n").unwrap_err();
    assert_eq!(broken.game, None);
    assert!(matches!(broken.error.kind, PgnErrorKind::Fen(_)));
}

/// A switch at the fifth repetition follows the end of the game (RULES.md 3.3).
#[test]
fn a_switch_after_the_end_gives_the_moves_before_it() {
    let start = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP2BPPP/R1BQK1NR w KQkq - 1 6";
    let round = "Ng8 Bf1 Nf6 Bd3 ";
    let moves = format!("Bd3 {}", round.repeat(4));
    let text = format!(
        "[Variant \"Switch-Side Chain-Chess\"]\n[FEN \"{start}\"]\n\n{moves}{{[%sscc SW]}} *\n"
    );
    let broken = resolve(&text).unwrap_err();
    assert!(matches!(
        broken.error.kind,
        PgnErrorKind::Switch(PlayError::GameEnds { .. })
    ));
    assert_eq!(broken.error.at.as_deref(), Some("14."));
    assert_eq!(broken.game.unwrap().line.moves.len(), 16);
}

#[test]
fn clause_6_4_a_main_line_with_a_null_move_is_no_game_of_two_players() {
    let pgn = resolve("1. e4 e5 2. -- Nf6 3. d4 *\n").unwrap();
    let stopped = pgn.to_game().unwrap_err();
    assert_eq!(
        stopped.to_string(),
        "move 2: the null move '--' cannot be played here"
    );
    assert_eq!(stopped.kind, PgnErrorKind::NullMove);
    assert_eq!(stopped.game.decisions().len(), 2);
    assert_eq!(
        stopped.in_file(3, 40).to_string(),
        "game 3, which begins on line 40, move 2: the null move '--' cannot be played here"
    );
}

#[test]
fn a_main_line_that_goes_on_after_the_end_is_no_game_of_two_players() {
    let text = "[FEN \"4k3/8/8/8/8/8/4q3/4K3 w - - 0 1\"]\n\n1. Kxe2 Kd8 2. Kd2 *\n";
    let stopped = resolve(text).unwrap().to_game().unwrap_err();
    let over = GameError::Over(Outcome::Draw {
        reason: DrawReason::Material,
    });
    assert_eq!(stopped.kind, PgnErrorKind::Game(over));
    assert_eq!(stopped.at, "1...");
    assert_eq!(stopped.game.decisions().len(), 1);
}
