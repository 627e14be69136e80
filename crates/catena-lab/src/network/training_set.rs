//! [`TrainingSet`]: the positions that a network learns from.

use std::io::{self, Read};

use thiserror::Error;

use super::{RECORD_BYTES, TrainingPosition};

/// Of this many games one is kept back, to see how well others are judged.
const GAMES_PER_TEST: u32 = 20;

/// Positions to learn from, and positions of other games to test with.
#[derive(Clone, Debug, Default)]
pub struct TrainingSet {
    pub(super) learnt: Vec<[u8; RECORD_BYTES]>,
    pub(super) tested: Vec<[u8; RECORD_BYTES]>,
}

/// The positions cannot be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TrainingSetError {
    /// The system says why.
    #[error("cannot read position {number}")]
    Read {
        /// The number of the position, from 1.
        number: usize,
        /// What the system says.
        source: io::Error,
    },
    /// The bytes are no position.
    #[error("position {0} is not one that `catena tune games` writes")]
    Position(usize),
}

impl TrainingSet {
    /// Adds the positions of a file. Positions in which a chain one move away turns the
    /// evaluation round are left out: that is not part of what the network learns.
    ///
    /// A position at the end that is not complete is left out, too: a file may be read while
    /// it grows.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has something else in it.
    pub fn read(&mut self, mut input: impl Read) -> Result<(), TrainingSetError> {
        for number in 1.. {
            let mut bytes = [0; RECORD_BYTES];
            match input.read_exact(&mut bytes) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
                Err(source) => return Err(TrainingSetError::Read { number, source }),
            }
            let position = TrainingPosition::from_bytes(&bytes)
                .filter(|position| position.board.kings().count() == 2)
                .ok_or(TrainingSetError::Position(number))?;
            if position.is_contested {
                continue;
            }
            if position.game % GAMES_PER_TEST == 0 {
                self.tested.push(bytes);
            } else {
                self.learnt.push(bytes);
            }
        }
        Ok(())
    }

    /// How many positions there are to learn from and to test with.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        (self.learnt.len(), self.tested.len())
    }
}

#[cfg(test)]
mod tests {
    use catena_chess::Variant;
    use catena_chess::shakmaty::Board;

    use super::{TrainingSet, TrainingSetError};
    use crate::network::{Points, TrainingPosition};

    fn bytes(game: u32, is_contested: bool) -> Vec<u8> {
        let position = TrainingPosition {
            board: Board::default(),
            score: 0,
            points: Points::Draw,
            variant: Variant::Chess,
            is_contested,
            game,
        };
        position.to_bytes().to_vec()
    }

    #[test]
    fn games_are_learnt_or_tested_never_both() {
        let mut file: Vec<u8> = (0..60).flat_map(|game| bytes(game, false)).collect();
        file.extend(bytes(1, true));
        file.extend(&bytes(1, false)[..31]);
        let mut set = TrainingSet::default();
        set.read(file.as_slice()).unwrap();
        assert_eq!(set.sizes(), (57, 3));
    }

    #[test]
    fn what_is_no_position_is_named() {
        let mut file = bytes(1, false);
        file.extend([0xff; 32]);
        let error = TrainingSet::default().read(file.as_slice()).unwrap_err();
        assert!(matches!(error, TrainingSetError::Position(2)));
        // A board without kings.
        let error = TrainingSet::default().read([0; 32].as_slice()).unwrap_err();
        assert!(matches!(error, TrainingSetError::Position(1)));
    }
}
