//! From text to legal moves and allowed switches.

use core::fmt;

use shakmaty::san::San;

use super::command::take_switch;
use super::error::{PgnError, PgnErrorKind, write_strays};
use super::find_move::{find_move, move_number};
use super::prepare::StrayText;
use super::start::{is_sscc, split_fen, start_position};
use super::tree::{PgnGame, PgnLine, PgnMove, PgnNode, RawGame, RawMove};
use crate::clock::TimeControl;
use crate::decision::Decision;
use crate::game::Game;
use crate::play_error::PlayError;
use crate::position::SsccPosition;

/// A game that is not right to its end: what is wrong, and the moves before it.
///
/// A wrong move in the main line ends the game there. A wrong move in a variation ends
/// that variation only.
///
/// ```
/// use catena_chess::pgn::PgnReader;
///
/// let text = b"1. e4 e5 2. Ke4 Nf6 *\n";
/// let raw = PgnReader::new(&text[..]).next().unwrap()?;
/// let broken = raw.resolve().unwrap_err();
/// assert_eq!(
///     broken.to_string(),
///     "game 1, which begins on line 1, move 2: the move 'Ke4' is not legal",
/// );
/// assert_eq!(broken.game.unwrap().line.moves.len(), 2);
/// # Ok::<(), catena_chess::pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResolveError {
    /// What is wrong first.
    pub error: PgnError,
    /// How many more lines end early because of a wrong move.
    pub more: usize,
    /// What else has no meaning where it stands.
    pub strays: Vec<StrayText>,
    /// The game without the wrong moves and what follows them, with its tags, comments
    /// and variations. `None` if it has no position to start from.
    pub game: Option<Box<PgnGame>>,
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)?;
        match self.more {
            0 => {}
            1 => f.write_str("; one more line has a wrong move")?,
            more => write!(f, "; {more} more lines have a wrong move")?,
        }
        if !self.strays.is_empty() {
            f.write_str("; ")?;
            write_strays(f, &self.strays)?;
        }
        Ok(())
    }
}

impl core::error::Error for ResolveError {}

/// A game of which nothing could be read.
impl From<PgnError> for ResolveError {
    fn from(error: PgnError) -> ResolveError {
        ResolveError {
            error,
            more: 0,
            strays: Vec::new(),
            game: None,
        }
    }
}

impl From<ResolveError> for PgnError {
    fn from(error: ResolveError) -> PgnError {
        error.error
    }
}

impl RawGame {
    /// Plays the game through, variations and all.
    ///
    /// # Errors
    ///
    /// If the game is of another variant, starts from no position, or has a
    /// move or a switch that is not allowed. The error has the moves before it.
    pub fn resolve(self) -> Result<PgnGame, ResolveError> {
        let (game, line) = (self.number, self.first_line);
        let start =
            start_position(&self.tags).map_err(|kind| PgnError::of_game(game, line, kind))?;
        let mut resolver = Resolver {
            is_sscc: is_sscc(&self.tags),
            depth: 0,
            wrong: None,
            more: 0,
        };
        let mut moves = resolver.line(self.line, start.clone());
        resolver.check_end(&start, &mut moves);
        let mut tags = self.tags;
        split_fen(&mut tags, start.run());
        let resolved = PgnGame {
            tags,
            start,
            line: moves,
            result: self.result,
        };
        let (error, strays) = match resolver.wrong {
            None if self.is_cut => {
                let kind = PgnErrorKind::TooManyMoves;
                (PgnError::of_game(game, line, kind), self.strays)
            }
            None if self.strays.is_empty() => return Ok(resolved),
            None => {
                let kind = PgnErrorKind::Stray(self.strays);
                (PgnError::of_game(game, line, kind), Vec::new())
            }
            Some(wrong) => {
                let error = PgnError {
                    game,
                    line,
                    at: Some(wrong.at),
                    in_variation: wrong.in_variation,
                    kind: wrong.kind,
                };
                (error, self.strays)
            }
        };
        Err(ResolveError {
            error,
            more: resolver.more,
            strays,
            game: Some(Box::new(resolved)),
        })
    }
}

/// A move that cannot be played.
struct WrongMove {
    at: String,
    in_variation: bool,
    kind: PgnErrorKind,
}

/// Plays the lines of a game, and keeps what is wrong with them.
struct Resolver {
    is_sscc: bool,
    /// How deep the line is that is being played; 0 is the main line.
    depth: usize,
    /// The first wrong move.
    wrong: Option<WrongMove>,
    /// How many lines end with another wrong move.
    more: usize,
}

impl Resolver {
    /// Plays a line up to its first wrong move.
    fn line(&mut self, raw: PgnLine<RawMove>, mut position: SsccPosition) -> PgnLine<PgnMove> {
        let mut moves = Vec::with_capacity(raw.moves.len());
        for node in raw.moves {
            let before = position.clone();
            let mut comments = node.comments;
            // In ordinary chess a command of ours is a comment like any other.
            let commands = self.is_sscc.then_some(&mut comments);
            let mv = match play(&mut position, node.mv, commands) {
                Ok(mv) => mv,
                Err(kind) => {
                    self.report(&before, kind);
                    break;
                }
            };
            let variations = self.variations(node.variations, &before);
            moves.push(PgnNode {
                mv,
                nags: node.nags,
                comments,
                variations,
            });
        }
        PgnLine {
            comments: raw.comments,
            moves,
        }
    }

    fn variations(
        &mut self,
        raw: Vec<PgnLine<RawMove>>,
        before: &SsccPosition,
    ) -> Vec<PgnLine<PgnMove>> {
        self.depth += 1;
        let variations = raw
            .into_iter()
            .filter_map(|raw| {
                let had_moves = !raw.moves.is_empty();
                let line = self.line(raw, before.clone());
                let is_cut_to_nothing =
                    had_moves && line.moves.is_empty() && line.comments.is_empty();
                (!is_cut_to_nothing).then_some(line)
            })
            .collect();
        self.depth -= 1;
        variations
    }

    /// Keeps what is wrong with the move after this position.
    fn report(&mut self, before: &SsccPosition, kind: PgnErrorKind) {
        if self.wrong.is_some() {
            self.more += 1;
            return;
        }
        self.wrong = Some(WrongMove {
            at: move_number(before.chess()),
            in_variation: self.depth > 0,
            kind,
        });
    }

    /// Cuts the main line before a switch that follows the end of the game. Only the
    /// history knows of a fifth repetition.
    fn check_end(&mut self, start: &SsccPosition, line: &mut PgnLine<PgnMove>) {
        if !line.moves.iter().any(|node| node.mv.switches) {
            return;
        }
        let mut game = Game::from_position(start.clone(), TimeControl::Unlimited);
        let mut position = start.clone();
        for (index, node) in line.moves.iter().enumerate() {
            let PgnMove { mv, switches } = node.mv;
            let Some(mv) = mv else { return };
            if game.play(Decision { mv, switches }).is_err() && switches {
                let reason = PlayError::GameEnds { mv };
                self.report(&position, PgnErrorKind::Switch(reason));
                line.moves.truncate(index);
                return;
            }
            position.play_unchecked(Decision { mv, switches });
        }
    }
}

/// Plays a move, with a switch if its comments have the command for one, and takes the
/// command out of them. The position is unchanged if the move is wrong.
fn play(
    position: &mut SsccPosition,
    raw: RawMove,
    comments: Option<&mut Vec<String>>,
) -> Result<PgnMove, PgnErrorKind> {
    let san = match raw {
        RawMove::San(san) => san,
        RawMove::Unreadable(word) => return Err(PgnErrorKind::Unreadable(word)),
    };
    let switches = match comments {
        Some(comments) => take_switch(comments, position.turn())?,
        None => false,
    };
    if san.san == San::Null {
        if switches {
            return Err(PgnErrorKind::NullMove);
        }
        *position = pass(position)?;
        return Ok(PgnMove {
            mv: None,
            switches: false,
        });
    }
    let mv = find_move(position.chess(), san)?;
    if switches {
        position.check_switch(mv).map_err(PgnErrorKind::Switch)?;
    }
    position.play_unchecked(Decision { mv, switches });
    Ok(PgnMove {
        mv: Some(mv),
        switches,
    })
}

/// The position after a null move. In a run the player to move is the one who has just
/// moved, and cannot pass.
fn pass(position: &SsccPosition) -> Result<SsccPosition, PgnErrorKind> {
    match position.run() {
        None => position.null_move().ok_or(PgnErrorKind::NullMove),
        Some(_) => Err(PgnErrorKind::NullMove),
    }
}
