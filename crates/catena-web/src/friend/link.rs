//! [`InviteLink`]: what lets its bearer into a game.

use std::fmt;
use std::str::FromStr;

use catena_chess::Player;
use serde::{Deserialize, Serialize};

/// The name of a game in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct GameId(pub(crate) [u8; 8]);

/// What only the bearers of a link know: 128 bits from the system's generator.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Secret(pub(crate) [u8; 16]);

/// A seat at the board. It keeps its link from game to game, with either colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// Who made the game.
    Host,
    /// Who was invited.
    Guest,
}

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Seat(Seat),
    Watch,
}

/// A game and a secret. Its text, 48 hexadecimal digits, is what people send.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InviteLink {
    pub(crate) id: GameId,
    pub(crate) secret: Secret,
}

/// The system gives no random numbers, or the text is no link.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NoLink;

impl Seat {
    /// Returns the player of this seat, if the host is `host`.
    pub(crate) fn player(self, host: Player) -> Player {
        match self {
            Seat::Host => host,
            Seat::Guest => !host,
        }
    }

    pub(crate) fn other(self) -> Seat {
        match self {
            Seat::Host => Seat::Guest,
            Seat::Guest => Seat::Host,
        }
    }
}

impl GameId {
    pub(crate) fn random() -> Result<GameId, NoLink> {
        random().map(GameId)
    }
}

impl Secret {
    pub(crate) fn random() -> Result<Secret, NoLink> {
        random().map(Secret)
    }

    /// Returns whether they are the same. It looks at every byte, so that the time it takes
    /// does not tell how many are right.
    pub(crate) fn matches(&self, other: &Secret) -> bool {
        let pairs = self.0.iter().zip(other.0);
        pairs.fold(0, |difference, (a, b)| difference | (a ^ b)) == 0
    }
}

/// Secrets do not get into logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

impl fmt::Display for InviteLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.id.0.iter().chain(&self.secret.0);
        bytes.try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for InviteLink {
    type Err = NoLink;

    fn from_str(text: &str) -> Result<InviteLink, NoLink> {
        let (id, secret) = text.split_at_checked(16).ok_or(NoLink)?;
        Ok(InviteLink {
            id: GameId(digits(id)?),
            secret: Secret(digits(secret)?),
        })
    }
}

fn random<const N: usize>() -> Result<[u8; N], NoLink> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoLink)?;
    Ok(bytes)
}

/// Reads exactly `N` bytes, two lower-case hexadecimal digits each.
fn digits<const N: usize>(text: &str) -> Result<[u8; N], NoLink> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Ok(byte - b'0'),
        b'a'..=b'f' => Ok(byte - b'a' + 10),
        _ => Err(NoLink),
    };
    if text.len() != 2 * N {
        return Err(NoLink);
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_a_link_is_read_as_that_link_and_nothing_else_is() {
        let link = InviteLink {
            id: GameId::random().unwrap(),
            secret: Secret::random().unwrap(),
        };
        let text = link.to_string();
        assert_eq!(text.len(), 48);
        let read: InviteLink = text.parse().unwrap();
        assert_eq!(read.id, link.id);
        assert!(read.secret.matches(&link.secret));
        let umlauts = "ä".repeat(24);
        for wrong in [
            "",
            &text[1..],
            &format!("{text}0"),
            &text.replace(|c: char| c.is_ascii(), "g"),
            &umlauts,
            &format!("{}é", &text[..46]),
        ] {
            assert!(wrong.parse::<InviteLink>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn secrets_differ_and_are_not_shown() {
        let [one, other] = [Secret::random().unwrap(), Secret::random().unwrap()];
        assert!(one.matches(&one) && !one.matches(&other));
        assert_eq!(format!("{one:?}"), "Secret(…)");
    }
}
