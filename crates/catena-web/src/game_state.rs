//! [`GameDto`]: how a game stands, as it is sent.

use std::borrow::Cow;
use std::time::Duration;

use catena_chess::shakmaty::{Color, Move, Position as _};
use catena_chess::{Decision, Game, Outcome, Player, SsccPosition};
use serde::Serialize;

use crate::dto::ChainDto;
use crate::line::PlayerDto;
use crate::step::color_name;

/// The state of a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameDto<'a> {
    start: String,
    start_turn: &'static str,
    fen: String,
    turn: &'static str,
    check: bool,
    to_move: PlayerDto,
    /// The player who has White.
    white: PlayerDto,
    run: Option<RunDto>,
    history: Cow<'a, [PlayedDto]>,
    legal: Cow<'a, [LegalDto]>,
    /// The draw that the player to move may claim.
    claim: Option<String>,
    /// The clocks when the player to move began to think.
    clocks: Option<ClocksDto>,
    /// The clocks now, after `running_ms` of the request.
    clocks_now: Option<ClocksDto>,
    outcome: Option<OutcomeDto>,
}

/// A run of switches.
#[derive(Debug, Serialize)]
struct RunDto {
    used: u32,
    limit: Option<u32>,
}

/// The remaining time of the players, in milliseconds.
#[derive(Clone, Debug, Serialize)]
struct ClocksDto {
    first: u64,
    second: u64,
}

/// How a game ended.
#[derive(Debug, Serialize)]
pub(crate) struct OutcomeDto {
    winner: Option<PlayerDto>,
    reason: String,
    result: &'static str,
    text: String,
}

/// A move, and the chain it forms.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LegalDto {
    #[serde(flatten)]
    mv: MoveDto,
    promotion: Option<char>,
}

/// A move that was played, and the game after it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PlayedDto {
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

impl PlayedDto {
    /// Returns whether this player played it.
    pub(crate) fn is_by(&self, player: Player) -> bool {
        Player::from(self.by) == player
    }
}

/// A move that is about to be played.
#[derive(Debug)]
pub(crate) struct NextMove {
    mv: MoveDto,
    by: Player,
    switched: bool,
}

impl NextMove {
    pub(crate) fn new(before: &Game, decision: Decision) -> NextMove {
        NextMove {
            mv: describe(
                before.position(),
                decision,
                before.flags(decision.mv).may_switch,
            ),
            by: before.player_to_move(),
            switched: decision.switches,
        }
    }

    /// Joins the move with the game after it.
    pub(crate) fn played(self, after: &Game) -> PlayedDto {
        let position = after.position();
        PlayedDto {
            mv: self.mv,
            by: self.by.into(),
            switched: self.switched,
            fen: position.fen(),
            turn: color_name(position.turn()),
            check: position.chess().is_check(),
            white: after.holder(Color::White).into(),
            clocks: clocks(after),
        }
    }
}

/// Describes the moves of a game while it is replayed.
#[derive(Debug, Default)]
pub(crate) struct HistoryWriter {
    played: Vec<PlayedDto>,
    next: Option<NextMove>,
}

impl HistoryWriter {
    /// Takes note of a move, given the game before it, which is the game after the previous
    /// move.
    pub(crate) fn next(&mut self, before: &Game, decision: Decision) {
        let previous = self.next.replace(NextMove::new(before, decision));
        self.played.extend(previous.map(|mv| mv.played(before)));
    }

    /// Returns the moves that were played.
    pub(crate) fn finish(mut self, game: &Game) -> Vec<PlayedDto> {
        // A move after the time was up was not played.
        if self.played.len() < game.decisions().len() {
            self.played.extend(self.next.map(|mv| mv.played(game)));
        }
        self.played
    }
}

/// Describes a game. The player to move has been thinking for `running`; `history` and
/// `legal` are its moves, all of them or those that the client does not have.
pub(crate) fn stand<'a>(
    game: &Game,
    history: impl Into<Cow<'a, [PlayedDto]>>,
    legal: impl Into<Cow<'a, [LegalDto]>>,
    running: Duration,
) -> GameDto<'a> {
    let position = game.position();
    let start = game.start();
    GameDto {
        start: start.fen(),
        start_turn: color_name(start.turn()),
        fen: position.fen(),
        turn: color_name(position.turn()),
        check: position.chess().is_check(),
        to_move: game.player_to_move().into(),
        white: game.holder(Color::White).into(),
        run: position.run().map(|run| RunDto {
            used: run.used().get(),
            limit: run.limit().map(Into::into),
        }),
        history: history.into(),
        legal: legal.into(),
        claim: game.claimable_draw().map(|reason| reason.to_string()),
        clocks: clocks(game),
        clocks_now: clocks_now(game, running),
        outcome: game.outcome().map(OutcomeDto::from),
    }
}

/// Describes the legal moves.
pub(crate) fn legal(game: &Game) -> Vec<LegalDto> {
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
    clocks_now(game, Duration::ZERO)
}

/// Returns what the players have left when the one to move has thought for this long.
fn clocks_now(game: &Game, running: Duration) -> Option<ClocksDto> {
    // Nobody thinks after the end.
    let thinker = (game.outcome().is_none()).then(|| game.player_to_move());
    let left = |player| {
        let mut left = game.clocks().left(player)?;
        if thinker == Some(player) {
            left = left.saturating_sub(running);
        }
        Some(u64::try_from(left.as_millis()).unwrap_or(u64::MAX))
    };
    Some(ClocksDto {
        first: left(Player::First)?,
        second: left(Player::Second)?,
    })
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
