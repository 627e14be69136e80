//! [`Checksum`]: whether a text is still what it was.

/// A checksum of a text: a polynomial over its bytes, so that the checksum of a text can be
/// made from those of its parts, wherever they were cut. Not meant against intent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checksum {
    pub(super) sum: u64,
    bytes: u64,
}

/// Odd, so that no byte is multiplied by 0.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl Checksum {
    /// The checksum of a text that begins as the one of this sum.
    pub(super) fn starting_with(sum: u64) -> Checksum {
        Checksum { sum, bytes: 0 }
    }

    /// Appends a text.
    pub(super) fn add(&mut self, text: &[u8]) {
        let next = |sum: u64, &byte: &u8| {
            let product = sum.wrapping_mul(FACTOR);
            product.wrapping_add(u64::from(byte) + 1)
        };
        self.sum = text.iter().fold(self.sum, next);
        self.bytes += text.len() as u64;
    }

    /// Appends a text that has this checksum.
    pub(super) fn append(&mut self, next: Checksum) {
        self.sum = self
            .sum
            .wrapping_mul(power(next.bytes))
            .wrapping_add(next.sum);
        self.bytes += next.bytes;
    }
}

/// The factor to the power of this.
fn power(mut exponent: u64) -> u64 {
    let (mut power, mut square) = (1_u64, FACTOR);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power.wrapping_mul(square);
        }
        square = square.wrapping_mul(square);
        exponent >>= 1;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[u8]) -> Checksum {
        let mut checksum = Checksum::default();
        checksum.add(text);
        checksum
    }

    #[test]
    fn a_text_has_the_checksum_of_its_parts_wherever_it_is_cut() {
        let text: Vec<u8> = (0..1000_u32).map(|n| (n * n % 251) as u8).collect();
        for at in [0, 1, 7, 500, 999, 1000] {
            let (first, second) = text.split_at(at);
            let mut checksum = of(first);
            checksum.append(of(second));
            assert_eq!(checksum, of(&text), "{at}");
        }
    }

    #[test]
    fn every_changed_byte_changes_it() {
        let text = b"1. e4 e5 2. Nf3 Nc6 \0\0".to_vec();
        for at in 0..text.len() {
            let mut other = text.clone();
            other[at] ^= 1;
            assert_ne!(of(&other), of(&text), "{at}");
        }
        assert_ne!(of(b""), of(b"\0"));
    }
}
