//! `POST /api/game`: the state of a game, and its legal moves.

use axum::Json;
use axum::extract::State;
use catena_chess::shakmaty::{Color, Move, Position as _};
use catena_chess::{Decision, Game, Outcome, Player, SsccPosition};
use serde::Serialize;

use crate::dto::ChainDto;
use crate::error::ApiError;
use crate::extract::JsonBody;
use crate::line::{GameRequest, PlayerDto};
use crate::state::AppState;

/// The state of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameDto {
    start: String,
    start_turn: &'static str,
    fen: String,
    turn: &'static str,
    check: bool,
    to_move: PlayerDto,
    /// The player who has White.
    white: PlayerDto,
    run: Option<RunDto>,
    history: Vec<PlayedDto>,
    legal: Vec<LegalDto>,
    /// The draw that the player to move may claim.
    claim: Option<String>,
    clocks: Option<ClocksDto>,
    outcome: Option<OutcomeDto>,
}

/// A run of switches.
#[derive(Debug, Serialize)]
struct RunDto {
    used: u32,
    limit: Option<u32>,
}

/// The remaining time of the players, in milliseconds.
#[derive(Debug, Serialize)]
struct ClocksDto {
    first: u64,
    second: u64,
}

/// How a game ended.
#[derive(Debug, Serialize)]
struct OutcomeDto {
    winner: Option<PlayerDto>,
    reason: String,
    result: &'static str,
    text: String,
}

/// A move, and the chain it forms.
#[derive(Debug, Serialize)]
struct MoveDto {
    uci: String,
    san: String,
    from: String,
    to: String,
    /// A chain that it forms.
    chain: Option<ChainDto>,
    /// The most empty squares inside a chain that it forms.
    size: u32,
    may_switch: bool,
}

/// A legal move.
#[derive(Debug, Serialize)]
struct LegalDto {
    #[serde(flatten)]
    mv: MoveDto,
    promotion: Option<char>,
}

/// A move that was played, and the game after it.
#[derive(Debug, Serialize)]
struct PlayedDto {
    #[serde(flatten)]
    mv: MoveDto,
    by: PlayerDto,
    switched: bool,
    fen: String,
    turn: &'static str,
    check: bool,
    white: PlayerDto,
    clocks: Option<ClocksDto>,
}

pub(crate) async fn game(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<GameRequest>,
) -> Result<Json<GameDto>, ApiError> {
    let limits = state.limits.clone();
    state
        .compute(move || {
            let mut moves = Vec::new();
            let game = request.replay(&limits, |before, decision| {
                moves.push(MoveRecord::new(before, decision))
            })?;
            Ok(Json(stand(&game, moves)))
        })
        .await?
}

/// A move and the game before it.
struct MoveRecord {
    mv: MoveDto,
    by: Player,
    switched: bool,
    /// The game before the move, which is the game after the previous one.
    before: GameSnapshot,
}

impl MoveRecord {
    fn new(before: &Game, decision: Decision) -> MoveRecord {
        MoveRecord {
            mv: describe(
                before.position(),
                decision,
                before.flags(decision.mv).may_switch,
            ),
            by: before.player_to_move(),
            switched: decision.switches,
            before: GameSnapshot::new(before),
        }
    }
}

/// The state of a game that the history shows after each move.
struct GameSnapshot {
    fen: String,
    turn: Color,
    check: bool,
    white: Player,
    clocks: Option<ClocksDto>,
}

impl GameSnapshot {
    fn new(game: &Game) -> GameSnapshot {
        let position = game.position();
        GameSnapshot {
            fen: position.fen(),
            turn: position.turn(),
            check: position.chess().is_check(),
            white: game.holder(Color::White),
            clocks: clocks(game),
        }
    }
}

/// Joins each move with the game after it, which is the game before the next
/// move.
fn history(moves: Vec<MoveRecord>, game: &Game) -> Vec<PlayedDto> {
    let mut history = Vec::with_capacity(moves.len());
    let mut after = GameSnapshot::new(game);
    // A move after the time was up is in the list, but was not played.
    for made in moves.into_iter().take(game.decisions().len()).rev() {
        history.push(PlayedDto {
            mv: made.mv,
            by: made.by.into(),
            switched: made.switched,
            fen: after.fen,
            turn: name(after.turn),
            check: after.check,
            white: after.white.into(),
            clocks: after.clocks,
        });
        after = made.before;
    }
    history.reverse();
    history
}

fn stand(game: &Game, moves: Vec<MoveRecord>) -> GameDto {
    let position = game.position();
    let start = game.start();
    GameDto {
        start: start.fen(),
        start_turn: name(start.turn()),
        fen: position.fen(),
        turn: name(position.turn()),
        check: position.chess().is_check(),
        to_move: game.player_to_move().into(),
        white: game.holder(Color::White).into(),
        run: position.run().map(|run| RunDto {
            used: run.used().get(),
            limit: run.limit().map(Into::into),
        }),
        history: history(moves, game),
        legal: legal(game),
        claim: game.claimable_draw().map(|reason| reason.to_string()),
        clocks: clocks(game),
        outcome: game.outcome().map(OutcomeDto::from),
    }
}

fn legal(game: &Game) -> Vec<LegalDto> {
    let decisions = game.legal_decisions();
    let switches: Vec<Move> = decisions
        .iter()
        .filter(|decision| decision.switches)
        .map(|decision| decision.mv)
        .collect();
    let moves = decisions.iter().filter(|decision| !decision.switches);
    moves
        .map(|&decision| LegalDto {
            mv: describe(game.position(), decision, switches.contains(&decision.mv)),
            promotion: decision.mv.promotion().map(|role| role.char()),
        })
        .collect()
}

fn describe(position: &SsccPosition, decision: Decision, may_switch: bool) -> MoveDto {
    let mv = decision.mv;
    let forms_chain = position.forms_chain(mv);
    let chain = forms_chain.then(|| position.chain(mv)).flatten();
    let (from, to) = ends(position, mv);
    MoveDto {
        uci: position.uci(decision),
        san: position.san(mv),
        from,
        to,
        size: if forms_chain {
            position.chain_size(mv)
        } else {
            0
        },
        chain: chain.as_ref().map(ChainDto::from),
        may_switch,
    }
}

/// Returns the squares from which and to which a piece moves; in castling, those
/// of the king.
fn ends(position: &SsccPosition, mv: Move) -> (String, String) {
    let from = mv.from().map_or_else(String::new, |from| from.to_string());
    let to = match mv.castling_side() {
        Some(side) => side.king_to(position.turn()),
        None => mv.to(),
    };
    (from, to.to_string())
}

fn clocks(game: &Game) -> Option<ClocksDto> {
    let left = |player| {
        let left = game.clocks().left(player)?;
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    };
    Some(ClocksDto {
        first: left(Player::First)?,
        second: left(Player::Second)?,
    })
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

impl From<Outcome> for OutcomeDto {
    fn from(outcome: Outcome) -> OutcomeDto {
        OutcomeDto {
            winner: outcome.winner().map(PlayerDto::from),
            reason: match outcome {
                Outcome::Win { reason, .. } => reason.to_string(),
                Outcome::Draw { reason } => reason.to_string(),
            },
            result: outcome.pgn(),
            text: outcome.to_string(),
        }
    }
}
