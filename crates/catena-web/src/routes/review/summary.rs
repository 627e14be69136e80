//! [`Tally`]: what the moves of each player were, and the moments to look at.

use catena_chess::Player;
use serde::Serialize;

use super::JudgedMove;
use crate::grade::{Grade, MoveKind};
use crate::line::PlayerDto;

/// How many moments are listed.
const MOMENTS: usize = 12;

/// The moves of a game so far.
#[derive(Debug, Default)]
pub(super) struct Tally {
    first: PlayerTallyDto,
    second: PlayerTallyDto,
    moments: Vec<MomentDto>,
}

/// The moves of one player.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct PlayerTallyDto {
    moves: u32,
    /// The part of the chances that was kept on average, in per cent.
    accuracy: Option<f64>,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    chains: u32,
    switches: u32,
    missed_chains: u32,
    missed_switches: u32,
    wrong_switches: u32,
    great: u32,
    /// The sum of the losses.
    #[serde(skip)]
    loss: f64,
}

/// A move to look at.
#[derive(Clone, Debug, Serialize)]
struct MomentDto {
    ply: usize,
    player: PlayerDto,
    kind: MoveKind,
    /// How much of the chances was lost or, for a great move, kept.
    weight: f64,
}

/// The whole game.
#[derive(Debug, Serialize)]
pub(super) struct SummaryDto {
    players: PlayersDto,
    /// What mattered most comes first.
    moments: Vec<MomentDto>,
    ended: &'static str,
}

#[derive(Debug, Serialize)]
struct PlayersDto {
    first: PlayerTallyDto,
    second: PlayerTallyDto,
}

impl Tally {
    /// Counts a move of this player.
    pub(super) fn add(&mut self, made: &JudgedMove, player: Player) {
        match player {
            Player::First => self.first.add(made),
            Player::Second => self.second.add(made),
        }
        let kinds = made.judgement.kinds.first();
        self.moments.extend(kinds.map(|&kind| MomentDto {
            ply: made.dto.ply,
            player: player.into(),
            kind,
            weight: made.judgement.weight,
        }));
    }

    pub(super) fn summary(mut self, ended: &'static str) -> SummaryDto {
        self.moments
            .sort_by(|one, other| other.weight.total_cmp(&one.weight));
        self.moments.truncate(MOMENTS);
        SummaryDto {
            players: PlayersDto {
                first: self.first,
                second: self.second,
            },
            moments: self.moments,
            ended,
        }
    }
}

impl PlayerTallyDto {
    fn add(&mut self, made: &JudgedMove) {
        self.moves += 1;
        self.loss += made.judgement.loss;
        self.accuracy = Some(100.0 * (1.0 - self.loss / f64::from(self.moves)));
        match made.judgement.grade {
            Grade::Best | Grade::Good => {}
            Grade::Inaccuracy => self.inaccuracies += 1,
            Grade::Mistake => self.mistakes += 1,
            Grade::Blunder => self.blunders += 1,
        }
        self.chains += u32::from(made.dto.step.chain);
        self.switches += u32::from(made.dto.step.switched);
        for kind in &made.judgement.kinds {
            match kind {
                MoveKind::Great => self.great += 1,
                MoveKind::MissedChain => self.missed_chains += 1,
                MoveKind::MissedSwitch => self.missed_switches += 1,
                MoveKind::WrongSwitch => self.wrong_switches += 1,
                MoveKind::Blunder => {}
            }
        }
    }
}
