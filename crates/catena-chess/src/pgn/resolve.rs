//! From text to legal moves and allowed switches.

use pgn_reader::SanPlus;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Move, Position as _, PositionError,
    Role, Square,
};

use super::error::{PgnError, PgnErrorKind};
use super::tree::{PgnGame, PgnLine, PgnMove, PgnNode, RawGame, Tags, tag};
use crate::clock::TimeControl;
use crate::decision::Decision;
use crate::game::Game;
use crate::notation::fen::{Fen, FenError};
use crate::position::{PlayError, SsccPosition};
use crate::rules::SwitchLimit;
use crate::run::Run;

/// The value of the `Variant` tag of our games.
pub const VARIANT: &str = "Switch-Side Chain-Chess";

/// The tags that say how a game starts.
pub(super) const START_TAGS: [&str; 4] = ["Variant", "FEN", "SwitchLimit", "SwitchRun"];

/// Names of ordinary chess in the `Variant` tag, in lower case.
const CHESS: [&str; 7] = [
    "",
    "?",
    "chess",
    "standard",
    "normal",
    "classical",
    "from position",
];

/// Names of Chess960 in the `Variant` tag, in lower case.
const CHESS960: [&str; 5] = [
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
];

/// The position from which a game with these tags starts.
///
/// # Errors
///
/// If the tags name another variant, no position or no limit.
pub fn start_position(tags: &Tags) -> Result<SsccPosition, PgnErrorKind> {
    let variant = tag(tags, "Variant").unwrap_or_default().trim();
    let name = variant.to_lowercase();
    let is_chess960 = CHESS960.contains(&name.as_str());
    if !is_chess960 && !CHESS.contains(&name.as_str()) && !is_sscc(tags) {
        return Err(PgnErrorKind::Variant {
            name: variant.into(),
        });
    }
    let limit = match tag(tags, "SwitchLimit") {
        Some(text) => text.trim().parse().map_err(PgnErrorKind::SwitchLimit)?,
        None => SwitchLimit::default(),
    };
    let position = match tag(tags, "FEN") {
        Some(text) => read_fen(text, limit, is_chess960)?,
        None => SsccPosition::new(limit),
    };
    // The seventh field of a FEN would keep other programs from opening the
    // file, so a run has a tag of its own.
    match tag(tags, "SwitchRun").map(str::trim) {
        None | Some("-") => Ok(position),
        Some(text) => position
            .with_run(Some(text.parse().map_err(PgnErrorKind::Run)?))
            .map_err(PgnErrorKind::RunMismatch),
    }
}

/// Whether a game with these tags is Switch-Side Chain-Chess.
pub(super) fn is_sscc(tags: &Tags) -> bool {
    tag(tags, "Variant").is_some_and(|name| name.trim().eq_ignore_ascii_case(VARIANT))
}

/// The legal move that the text of a PGN file names.
///
/// # Errors
///
/// If there is none, or there are several.
#[inline]
pub fn find_move(chess: &Chess, san: SanPlus) -> Result<Move, PgnErrorKind> {
    san.san.to_move(chess).or_else(|error| {
        move_by_squares(chess, san.san)
            .or_else(|| other_capture(san.san)?.to_move(chess).ok())
            .ok_or_else(|| PgnErrorKind::Move {
                san: san.to_string(),
                ambiguous: error == SanError::AmbiguousSan,
            })
    })
}

/// The same text with an `x` more, or one less.
fn other_capture(mut san: San) -> Option<San> {
    match &mut san {
        San::Normal { capture, .. } => *capture = !*capture,
        _ => return None,
    }
    Some(san)
}

/// The number of the move to come, like `12.` or `12...`.
#[must_use]
pub fn move_number(chess: &Chess) -> String {
    let dots = chess.turn().fold_wb(".", "...");
    format!("{}{dots}", chess.fullmoves())
}

/// The position after a null move, which is possible out of check.
pub(super) fn null_move(chess: &Chess) -> Result<Chess, PgnErrorKind> {
    let mut setup = chess.to_setup(EnPassantMode::Legal);
    setup.swap_turn();
    if chess.turn() == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    // In check, the position would be one that cannot be.
    Chess::from_setup(setup, chess.castles().mode())
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|_| PgnErrorKind::NullMove)
}

/// The same with the run. In a run the player to move is the one who has just
/// moved, and cannot pass.
fn pass(position: &SsccPosition) -> Result<SsccPosition, PgnErrorKind> {
    if position.run().is_some() {
        return Err(PgnErrorKind::NullMove);
    }
    let chess = null_move(position.chess())?;
    Ok(SsccPosition::from_chess(chess, position.switch_limit()))
}

fn read_fen(text: &str, limit: SwitchLimit, chess960: bool) -> Result<SsccPosition, PgnErrorKind> {
    let fen: Fen = text.parse().map_err(PgnErrorKind::Fen)?;
    let mode = if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::detect(fen.chess().as_setup())
    };
    let run = fen.run();
    let setup = fen.chess().clone().into_setup();
    SsccPosition::from_setup_tolerant(setup, mode, limit, run)
        .map_err(|error| PgnErrorKind::Fen(FenError::Setup(error)))
}

/// The move that is written as two squares, like `e2e4` or `e1g1`. Such a
/// text looks like a pawn's move in algebraic notation.
fn move_by_squares(chess: &Chess, san: San) -> Option<Move> {
    let San::Normal {
        role: Role::Pawn,
        file: Some(file),
        rank: Some(rank),
        to,
        promotion,
        ..
    } = san
    else {
        return None;
    };
    let from = Square::from_coords(file, rank);
    UciMove::Normal {
        from,
        to,
        promotion,
    }
    .to_move(chess)
    .ok()
}

impl RawGame {
    /// Plays the game through, variations and all.
    ///
    /// # Errors
    ///
    /// If the game is of another variant, starts from no position, or has a
    /// move or a switch that is not allowed.
    pub fn resolve(self) -> Result<PgnGame, PgnError> {
        let (game, line) = (self.number, self.first_line);
        let error = |at, kind| PgnError {
            game,
            line,
            at,
            kind,
        };
        let start = start_position(&self.tags).map_err(|kind| error(None, kind))?;
        let is_sscc = is_sscc(&self.tags);
        let line = resolve_line(self.line, start.clone(), is_sscc)
            .and_then(|line| check_end(&start, line))
            .map_err(|(at, kind)| error(Some(at), kind))?;
        let mut tags = self.tags;
        split_fen(&mut tags, start.run());
        Ok(PgnGame {
            tags,
            start,
            line,
            result: self.result,
        })
    }
}

/// Moves the seventh field of a FEN to a tag of its own.
fn split_fen(tags: &mut Tags, run: Option<Run>) {
    let Some(at) = tags.iter().rposition(|(name, _)| name == "FEN") else {
        return;
    };
    let fields: Vec<&str> = tags[at].1.split_whitespace().collect();
    if fields.len() < 7 {
        return;
    }
    tags[at].1 = fields[..6].join(" ");
    if let Some(run) = run {
        tags.retain(|(name, _)| name != "SwitchRun");
        tags.push(("SwitchRun".into(), run.to_string()));
    }
}

/// The number of a move, and what is wrong with it.
type WrongMove = (String, PgnErrorKind);

fn resolve_line(
    raw: PgnLine<SanPlus>,
    mut position: SsccPosition,
    is_sscc: bool,
) -> Result<PgnLine<PgnMove>, WrongMove> {
    let mut moves = Vec::with_capacity(raw.moves.len());
    for node in raw.moves {
        let variations = node
            .variations
            .into_iter()
            .map(|line| resolve_line(line, position.clone(), is_sscc))
            .collect::<Result<Vec<_>, WrongMove>>()?;
        let mut comments = node.comments;
        // In ordinary chess a command of ours is a comment like any other.
        let commands = is_sscc.then_some(&mut comments);
        let mv = play(&mut position, node.mv, commands)
            .map_err(|kind| (move_number(position.chess()), kind))?;
        moves.push(PgnNode {
            mv,
            nags: node.nags,
            comments,
            variations,
        });
    }
    Ok(PgnLine {
        comments: raw.comments,
        moves,
    })
}

/// Refuses a switch in the main line after the game is over. Only the history
/// knows of a fifth repetition.
fn check_end(start: &SsccPosition, line: PgnLine<PgnMove>) -> Result<PgnLine<PgnMove>, WrongMove> {
    if !line.moves.iter().any(|node| node.mv.switches) {
        return Ok(line);
    }
    let mut game = Game::from_position(start.clone(), TimeControl::Unlimited);
    let mut chess = start.chess().clone();
    for PgnMove { mv, switches } in line.moves.iter().map(|node| node.mv) {
        let Some(mv) = mv else { break };
        if game.play(Decision { mv, switches }).is_err() && switches {
            let reason = PlayError::GameEnds { mv };
            return Err((move_number(&chess), PgnErrorKind::Switch(reason)));
        }
        chess.play_unchecked(mv);
    }
    Ok(line)
}

/// Plays a move with the switch that its comments tell of, and takes the
/// command out of them.
fn play(
    position: &mut SsccPosition,
    san: SanPlus,
    comments: Option<&mut Vec<String>>,
) -> Result<PgnMove, PgnErrorKind> {
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

/// The comment command for a switch after a move of this colour.
pub(crate) const fn switch_command(color: Color) -> &'static str {
    match color {
        Color::White => "[%sscc SW]",
        Color::Black => "[%sscc SB]",
    }
}

/// Takes the switch command out of the comments after a move of `turn`.
fn take_switch(comments: &mut Vec<String>, turn: Color) -> Result<bool, PgnErrorKind> {
    if !comments.iter().any(|comment| comment.contains("[%sscc S")) {
        return Ok(false);
    }
    let (own, other) = (switch_command(turn), switch_command(!turn));
    if comments.iter().any(|comment| comment.contains(other)) {
        return Err(PgnErrorKind::WrongSide { command: other });
    }
    let found = comments.iter().any(|comment| comment.contains(own));
    for comment in comments.iter_mut().filter(|comment| comment.contains(own)) {
        *comment = comment.replace(own, "").trim().into();
    }
    comments.retain(|comment| !comment.is_empty());
    Ok(found)
}
