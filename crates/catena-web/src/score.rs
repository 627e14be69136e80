//! Scores as they are sent: for a person, not for a colour.

use catena_chess::Player;
use catena_engine::score::{Score, ShownScore};
use serde::Serialize;

/// Centipawns, or moves to mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ScoreDto {
    cp: Option<i32>,
    mate: Option<i32>,
}

impl From<Score> for ScoreDto {
    fn from(score: Score) -> ScoreDto {
        match ShownScore::from(score) {
            ShownScore::Centipawns(cp) => ScoreDto {
                cp: Some(cp),
                mate: None,
            },
            ShownScore::Mate(mate) => ScoreDto {
                cp: None,
                mate: Some(mate),
            },
        }
    }
}

/// The same score for each of the players. It does not change sign when they switch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct PlayerScoresDto {
    first: ScoreDto,
    second: ScoreDto,
}

impl PlayerScoresDto {
    /// The scores of both players, given that of `player`.
    pub(crate) fn new(score: Score, player: Player) -> PlayerScoresDto {
        let own = ScoreDto::from(score);
        // A mate in so many moves is the same number for both. The score itself counts
        // half-moves, so its negative would be rounded to another number.
        let other = ScoreDto {
            cp: own.cp.map(|cp| -cp),
            mate: own.mate.map(|mate| -mate),
        };
        match player {
            Player::First => PlayerScoresDto {
                first: own,
                second: other,
            },
            Player::Second => PlayerScoresDto {
                first: other,
                second: own,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catena_engine::score::{mate_in, mated_in};

    #[test]
    fn what_one_player_wins_the_other_loses() {
        for (score, own, other) in [
            (31, (Some(31), None), (Some(-31), None)),
            (mate_in(3), (None, Some(2)), (None, Some(-2))),
            (mated_in(4), (None, Some(-2)), (None, Some(2))),
        ] {
            let scores = PlayerScoresDto::new(score, Player::Second);
            assert_eq!((scores.second.cp, scores.second.mate), own);
            assert_eq!((scores.first.cp, scores.first.mate), other);
        }
    }
}
