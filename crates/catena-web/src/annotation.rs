//! [`AnnotatedLineDto`]: a line of a PGN file, with its comments and variations.

use catena_chess::pgn::{PgnLine, PgnMove, PgnNode};
use catena_chess::{Decision, Game};
use serde::Serialize;

/// A line of moves with its notes.
#[derive(Debug, Default, Serialize)]
pub(crate) struct AnnotatedLineDto {
    /// The comments before the first move.
    comments: Vec<String>,
    moves: Vec<String>,
    san: Vec<String>,
    /// The half-moves that form a chain, counted as in [`NoteDto`].
    chains: Vec<usize>,
    notes: Vec<NoteDto>,
}

/// The annotation of one move. Most moves have none.
#[derive(Debug, Serialize)]
struct NoteDto {
    /// Which half-move of the game it is, from 1.
    ply: usize,
    nags: Vec<u8>,
    /// The comments after the move.
    comments: Vec<String>,
    /// The alternatives to the move.
    variations: Vec<AnnotatedLineDto>,
}

/// Returns whether a line has any annotation.
pub(crate) fn has_notes(line: &PgnLine<PgnMove>) -> bool {
    !line.comments.is_empty() || line.moves.iter().any(is_noted)
}

fn is_noted(node: &PgnNode<PgnMove>) -> bool {
    !(node.nags.is_empty() && node.comments.is_empty() && node.variations.is_empty())
}

impl AnnotatedLineDto {
    /// Reads a line from the current position of the game, up to a null move, the
    /// end of the game or `longest` half-moves. Leaves the game unchanged.
    pub(crate) fn read(
        line: &PgnLine<PgnMove>,
        game: &mut Game,
        longest: usize,
    ) -> AnnotatedLineDto {
        let mut read = AnnotatedLineDto {
            comments: line.comments.clone(),
            ..AnnotatedLineDto::default()
        };
        for node in &line.moves {
            if game.decisions().len() == longest || !read.push(node, game, longest) {
                break;
            }
        }
        for _ in &read.moves {
            game.undo();
        }
        read
    }

    /// Plays a move and appends it; returns false if it cannot be played.
    fn push(&mut self, node: &PgnNode<PgnMove>, game: &mut Game, longest: usize) -> bool {
        let Some(mv) = node.mv.mv else { return false };
        let decision = Decision {
            mv,
            switches: node.mv.switches,
        };
        let number = game.decisions().len() + 1;
        let (uci, san) = (game.position().uci(decision), game.position().san(mv));
        let forms_chain = game.flags(mv).forms_chain;
        let variations = node.variations.iter();
        let variations: Vec<AnnotatedLineDto> = variations
            .map(|variation| AnnotatedLineDto::read(variation, game, longest))
            .filter(|variation| !variation.moves.is_empty())
            .collect();
        if game.play(decision).is_err() {
            return false;
        }
        self.moves.push(uci);
        self.san.push(san);
        self.chains.extend(forms_chain.then_some(number));
        if is_noted(node) {
            self.notes.push(NoteDto {
                ply: number,
                nags: node.nags.clone(),
                comments: node.comments.clone(),
                variations,
            });
        }
        true
    }
}
