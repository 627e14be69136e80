//! Marks the moves of a game that form a chain.

use shakmaty::{Chess, Position as _};

use super::command::{chain_command, is_chain_command};
use super::find_move::null_move;
use super::tree::{PgnGame, PgnLine, PgnMove};
use crate::placed::Placed;

impl PgnGame {
    /// Puts the comment `[%sscc chain e4 d5 …]` after each move that forms a
    /// chain, in variations too: the squares of
    /// [`SsccPosition::chain`](crate::SsccPosition::chain) in order. Marks that
    /// were there before are replaced.
    ///
    /// ```
    /// use catena_chess::pgn::PgnReader;
    ///
    /// let text = b"1. e4 c5 2. Nf3 a6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 e5 6. Nf3 Bb4
    ///     7. Bc4 Qc7 8. Qd3 O-O 9. O-O b5 10. Bd5 Nc6 *\n";
    /// let mut game = PgnReader::new(&text[..]).next().unwrap()?.resolve()?;
    /// game.mark_chains();
    /// assert!(game.to_string().contains("{[%sscc chain c6 "), "{game}");
    /// # Ok::<(), catena_chess::pgn::PgnError>(())
    /// ```
    pub fn mark_chains(&mut self) {
        mark_line(&mut self.line, self.start.chess().clone());
    }
}

fn mark_line(line: &mut PgnLine<PgnMove>, mut chess: Chess) {
    for node in &mut line.moves {
        for variation in &mut node.variations {
            mark_line(variation, chess.clone());
        }
        let Some(mv) = node.mv.mv else {
            if let Ok(passed) = null_move(&chess) {
                chess = passed;
            }
            continue;
        };
        node.comments.retain(|comment| !is_chain_command(comment));
        if let Some(chain) = Placed::new(chess.board().occupied(), mv).chain() {
            node.comments.insert(0, chain_command(&chain));
        }
        chess.play_unchecked(mv);
    }
}
