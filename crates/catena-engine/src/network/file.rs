//! The file of a network.
//!
//! It has [`MAGIC`], the weights of the inputs, the bias of the accumulators, then each head
//! with its weights and its bias. All are numbers of 16 bits, but for the biases of the heads,
//! which have 32; the low byte comes first.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::{FEATURES, HEADS, HIDDEN, Head, MAX_HEAD_WEIGHT, Network};

/// The first bytes. The number is that of the layout.
const MAGIC: &[u8; 8] = b"catena1\n";

/// The size of a file.
pub const NETWORK_BYTES: usize =
    MAGIC.len() + 2 * HIDDEN * (FEATURES + 1) + HEADS * (2 * 2 * HIDDEN + 4);

/// The file of the network that is built in. `networks/README.md` says where it comes from.
pub(super) const BUILT_IN: &[u8; NETWORK_BYTES] = include_bytes!("../../networks/network.bin");

/// The name of the built-in network where a file is expected.
pub const BUILT_IN_NAME: &str = "<built-in>";

/// The name of the hand-written evaluation where the file of a network is expected.
pub const HAND_WRITTEN_NAME: &str = "<classical>";

/// The bytes are no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// There are too few or too many.
    #[error("a network has {NETWORK_BYTES} bytes; here are fewer or more")]
    Length,
    /// They begin with something else.
    #[error("it does not begin like a network of catena")]
    Magic,
    /// A weight of a head is larger than a network can have.
    #[error("the weight {0} is beyond {MAX_HEAD_WEIGHT}")]
    Weight(i16),
}

/// There is no network in a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NetworkFileError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// It is a folder, a device or a pipe.
    #[error("it is not a file")]
    NoFile,
    /// Its bytes are no network.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

impl Network {
    /// The built-in network, which evaluates unless another is chosen.
    #[must_use]
    pub fn built_in() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::decode(&BUILT_IN[MAGIC.len()..])));
        Arc::clone(&NETWORK)
    }

    /// The network that an `EvalFile` names: [`BUILT_IN_NAME`], [`HAND_WRITTEN_NAME`], for which
    /// there is none, or a file.
    ///
    /// # Errors
    ///
    /// If it is a file that cannot be read, or has no network in it.
    pub fn named(name: &Path) -> Result<Option<Arc<Network>>, NetworkFileError> {
        match name.to_str() {
            Some(BUILT_IN_NAME) => Ok(Some(Network::built_in())),
            Some(HAND_WRITTEN_NAME) => Ok(None),
            _ => Ok(Some(Arc::new(Network::open(name)?))),
        }
    }

    /// Reads the network of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has no network in it.
    pub fn open(path: &Path) -> Result<Network, NetworkFileError> {
        // Opening a pipe would wait for somebody who writes.
        if !fs::metadata(path)?.is_file() {
            return Err(NetworkFileError::NoFile);
        }
        let mut bytes = Vec::new();
        let most = NETWORK_BYTES as u64 + 1;
        File::open(path)?.take(most).read_to_end(&mut bytes)?;
        Ok(Network::from_bytes(&bytes)?)
    }

    /// Reads a network from the bytes of its file.
    ///
    /// # Errors
    ///
    /// If they are no network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetworkError> {
        if bytes.len() != NETWORK_BYTES {
            return Err(NetworkError::Length);
        }
        let rest = bytes.strip_prefix(MAGIC).ok_or(NetworkError::Magic)?;
        let network = Network::decode(rest);
        let heads = network.heads.iter();
        let mut weights = heads.flat_map(|head| head.weights.as_flattened());
        match weights.find(|weight| weight.unsigned_abs() > MAX_HEAD_WEIGHT.unsigned_abs()) {
            Some(&weight) => Err(NetworkError::Weight(weight)),
            None => Ok(network),
        }
    }

    /// The network of the bytes after [`MAGIC`], of which there are as many as there must be.
    fn decode(bytes: &[u8]) -> Network {
        let mut reader = Reader(bytes);
        Network {
            inputs: (0..FEATURES).map(|_| reader.row()).collect(),
            bias: reader.row(),
            heads: (0..HEADS)
                .map(|_| Head {
                    weights: [reader.row(), reader.row()],
                    bias: i32::from_le_bytes(reader.take()),
                })
                .collect(),
        }
    }

    /// The bytes of the network's file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let mut push = |row: &[i16]| {
            for number in row {
                bytes.extend_from_slice(&number.to_le_bytes());
            }
        };
        push(self.inputs.as_flattened());
        push(&self.bias);
        for head in &self.heads {
            push(head.weights.as_flattened());
            let bias = head.bias.to_le_bytes();
            push(&[
                i16::from_le_bytes([bias[0], bias[1]]),
                i16::from_le_bytes([bias[2], bias[3]]),
            ]);
        }
        bytes
    }
}

/// The bytes that are left. There are as many as are taken: the length was checked.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        match self.0.split_first_chunk() {
            Some((taken, rest)) => {
                self.0 = rest;
                *taken
            }
            None => [0; N],
        }
    }

    fn row(&mut self) -> [i16; HIDDEN] {
        std::array::from_fn(|_| i16::from_le_bytes(self.take()))
    }
}
