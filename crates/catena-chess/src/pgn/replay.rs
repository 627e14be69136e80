//! [`replay()`]: plays the main lines of games, and keeps nothing.

use core::ops::ControlFlow;
use std::io::{self, Read};

use catena_grid::Grid8;
use pgn_reader::{Outcome, RawComment, RawTag, SanPlus, Visitor};
use shakmaty::san::San;
use shakmaty::{Chess, Move, Position as _};

use super::block::{PgnBlock, PgnBlocks};
use super::collect::text;
use super::error::{PgnError, PgnErrorKind};
use super::find_move::{find_move, move_number, null_move};
use super::letters::PieceLetters;
use super::prepare::UnreadableWords;
use super::reader::too_large;
use super::start::{START_TAGS, start_position};
use super::tree::Tags;
use super::visit::{SectionVisitor, VisitedGame, visit};
use crate::convert::grid8;
use crate::placed::{MovedSquares, moved_squares};

/// What happens while games are replayed.
#[derive(Debug)]
pub enum Replay<'a> {
    /// A move of the main line was played.
    Played(Played<'a>),
    /// A game is over. Its moves came before.
    Ended {
        /// How many moves it had.
        plies: u32,
    },
    /// A game cannot be read to its end. Moves of it may have come before.
    Broken(PgnError),
}

/// A move of a game that is replayed.
#[derive(Clone, Copy, Debug)]
pub struct Played<'a> {
    /// How many moves the game has so far, with this one.
    pub ply: u32,
    /// The move.
    pub mv: Move,
    /// The position before the move.
    pub before: &'a Chess,
    /// The position after the move.
    pub after: &'a Chess,
}

impl Played<'_> {
    /// The occupied squares after the move.
    #[must_use]
    pub fn occupied(&self) -> Grid8 {
        grid8(self.after.board().occupied())
    }

    /// The squares of the pieces that moved: one, or two when castling, the
    /// king's first.
    #[must_use]
    pub fn moved(&self) -> MovedSquares {
        moved_squares(self.mv)
    }
}

/// Replays the main lines of all games of a PGN file. Switches are passed
/// over: they do not change which moves are legal.
///
/// A null move (`--`) changes the turn, but is not an event.
///
/// # Errors
///
/// If the source cannot be read. Games that cannot be read are events.
///
/// # Examples
///
/// ```
/// use catena_chess::pgn::{Replay, replay};
///
/// let file = b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n";
/// let (mut games, mut moves) = (0, 0);
/// replay(&file[..], |event| match event {
///     Replay::Played(played) => {
///         assert!(played.occupied().contains(played.moved()[0]));
///         moves += 1;
///     }
///     Replay::Ended { .. } => games += 1,
///     Replay::Broken(error) => panic!("{error}"),
/// })?;
/// assert_eq!((games, moves), (2, 4));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replay(source: impl Read, mut each: impl FnMut(Replay<'_>)) -> io::Result<()> {
    let mut games = 0;
    for block in PgnBlocks::new(source) {
        let before = games;
        replay_block(&block?, |event| {
            games += u64::from(!matches!(event, Replay::Played(_)));
            each(match event {
                Replay::Broken(mut error) => {
                    error.game += before;
                    Replay::Broken(error)
                }
                event => event,
            });
        });
    }
    Ok(())
}

/// Replays the main line of one game: the text of its moves, with or without tags
/// before them. Returns how many moves it has.
///
/// The game starts from the position `start`, a FEN, if there is one; a `FEN` tag in the
/// text counts before it. As in a file, comments and variations are passed over.
///
/// # Errors
///
/// If the game cannot be read to its end, or the text has several games. Moves before
/// the error have been reported then.
///
/// # Examples
///
/// ```
/// use catena_chess::pgn::replay_movetext;
///
/// let mut squares = Vec::new();
/// let plies = replay_movetext("1. e4 {best by test} e5 (1... c5) 2. Nf3 *", None, |played| {
///     squares.push(played.moved()[0].to_string());
/// })?;
/// assert_eq!((plies, squares.join(" ")), (3, "e4 e5 f3".into()));
/// assert!(replay_movetext("1. e4 e4", None, |_| {}).is_err());
/// assert!(replay_movetext("1. e4 e5", Some("no position"), |_| {}).is_err());
/// # Ok::<(), catena_chess::pgn::PgnError>(())
/// ```
pub fn replay_movetext(
    movetext: &str,
    start: Option<&str>,
    mut each: impl FnMut(Played<'_>),
) -> Result<u32, PgnError> {
    let on_event = |event: Replay<'_>| {
        if let Replay::Played(played) = event {
            each(played);
        }
    };
    let mut visitor = ReplayVisitor::new(on_event);
    visitor.start = start.map(Into::into);
    let mut games = 0;
    let mut outcome = Ok(0);
    visit(
        (1, movetext.as_bytes()),
        PieceLetters::default(),
        &mut visitor,
        |visitor, visited| {
            games += 1;
            let at = visitor.at.take();
            let line = visited.line;
            let result = match visited.game {
                _ if games > 1 => Err(PgnErrorKind::SeveralGames),
                Ok(_) if !visited.strays.is_empty() => Err(PgnErrorKind::Stray(visited.strays)),
                result => result,
            };
            if outcome.is_ok() {
                outcome = match result {
                    Ok(ReplayedGame { plies, .. }) => Ok(plies),
                    Err(kind) => Err(PgnError {
                        game: games,
                        line,
                        at,
                        in_variation: false,
                        kind,
                    }),
                };
            }
        },
    );
    outcome
}

/// Replays the games of one block. Errors count the games of the block.
pub fn replay_block(block: &PgnBlock, each: impl FnMut(Replay<'_>)) {
    let mut visitor = ReplayVisitor::new(each);
    if block.is_too_large() {
        (visitor.each)(Replay::Broken(too_large(block, 1)));
    }
    let mut games = 0;
    for section in block.sections() {
        visit(
            section,
            block.letters(),
            &mut visitor,
            |visitor, visited| {
                games += 1;
                let at = visitor.at.take();
                let is_whole = visited.strays.is_empty();
                (visitor.each)(match visited.game {
                    Ok(ReplayedGame { plies, .. }) if is_whole => Replay::Ended { plies },
                    Ok(_) => {
                        let kind = PgnErrorKind::Stray(visited.strays);
                        Replay::Broken(PgnError::of_game(games, visited.line, kind))
                    }
                    Err(kind) => Replay::Broken(PgnError {
                        game: games,
                        line: visited.line,
                        at,
                        in_variation: false,
                        kind,
                    }),
                });
            },
        );
    }
}

/// Plays the moves that the reader finds, and reports each.
pub(super) struct ReplayVisitor<F> {
    each: F,
    /// What is kept of a game for the caller, if anything is.
    pub(super) kept: Option<KeptGame>,
    /// The position from which games without a `FEN` tag start, if not the usual one.
    start: Option<String>,
    /// The number of the move that went wrong.
    pub(super) at: Option<String>,
    unreadable: UnreadableWords,
}

/// All tags and the moves of the main line that were played, null moves as well.
#[derive(Debug, Default)]
pub(super) struct KeptGame {
    pub(super) tags: Tags,
    pub(super) line: Vec<SanPlus>,
}

impl<F: FnMut(Replay<'_>)> ReplayVisitor<F> {
    pub(super) fn new(each: F) -> ReplayVisitor<F> {
        ReplayVisitor {
            each,
            kept: None,
            start: None,
            at: None,
            unreadable: UnreadableWords::default(),
        }
    }
}

impl<F: FnMut(Replay<'_>)> SectionVisitor for ReplayVisitor<F> {
    fn begin_section(&mut self, unreadable: UnreadableWords) {
        self.unreadable = unreadable;
    }
}

/// A game as far as it was played.
pub(super) struct ReplayedGame {
    chess: Chess,
    pub(super) plies: u32,
    is_game: bool,
}

impl VisitedGame for ReplayedGame {
    fn has_moves(&self) -> bool {
        self.plies > 0
    }

    fn is_game(&self) -> bool {
        self.is_game
    }
}

impl<F: FnMut(Replay<'_>)> ReplayVisitor<F> {
    #[inline]
    fn keep(&mut self, san: SanPlus) {
        if let Some(kept) = &mut self.kept {
            kept.line.push(san);
        }
    }

    fn play(&mut self, game: &mut ReplayedGame, san: SanPlus) -> Result<(), PgnErrorKind> {
        if san.san == San::Null {
            game.chess = null_move(&game.chess)?;
            self.keep(san);
            return Ok(());
        }
        if let Some(word) = self.unreadable.word(san.san) {
            return Err(PgnErrorKind::Unreadable(word.clone()));
        }
        let mv = find_move(&game.chess, san)?;
        let before = game.chess.clone();
        game.chess.play_unchecked(mv);
        game.plies += 1;
        self.keep(san);
        (self.each)(Replay::Played(Played {
            ply: game.plies,
            mv,
            before: &before,
            after: &game.chess,
        }));
        Ok(())
    }
}

impl<F: FnMut(Replay<'_>)> Visitor for ReplayVisitor<F> {
    /// The tags that say how the game starts, and whether there were any tags.
    type Tags = (Tags, bool);
    type Movetext = ReplayedGame;
    type Output = Result<ReplayedGame, PgnErrorKind>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        let start = self.start.as_ref();
        let tags = start.map(|fen| ("FEN".into(), fen.clone()));
        ControlFlow::Continue((tags.into_iter().collect(), false))
    }

    fn tag(
        &mut self,
        (tags, is_game): &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        *is_game = true;
        if let Some(kept) = &mut self.kept {
            let pair = (text(name.trim_ascii()), text(&value.decode()));
            kept.tags.push(pair);
        }
        if let Some(known) = START_TAGS.iter().find(|known| known.as_bytes() == name) {
            let value = value.decode_utf8_lossy().into_owned();
            tags.push(((*known).into(), value));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(
        &mut self,
        (tags, is_game): Self::Tags,
    ) -> ControlFlow<Self::Output, ReplayedGame> {
        match start_position(&tags) {
            Ok(start) => ControlFlow::Continue(ReplayedGame {
                chess: start.chess().clone(),
                plies: 0,
                is_game,
            }),
            Err(kind) => ControlFlow::Break(Err(kind)),
        }
    }

    fn san(&mut self, game: &mut ReplayedGame, san: SanPlus) -> ControlFlow<Self::Output> {
        game.is_game = true;
        match self.play(game, san) {
            Ok(()) => ControlFlow::Continue(()),
            Err(kind) => {
                self.at = Some(move_number(&game.chess));
                ControlFlow::Break(Err(kind))
            }
        }
    }

    fn comment(&mut self, game: &mut ReplayedGame, _: RawComment<'_>) -> ControlFlow<Self::Output> {
        game.is_game = true;
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, game: &mut ReplayedGame, _: Outcome) -> ControlFlow<Self::Output> {
        game.is_game = true;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, game: ReplayedGame) -> Self::Output {
        Ok(game)
    }
}
