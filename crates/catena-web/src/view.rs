//! [`ViewId`]: which view of the page a search belongs to.

use crate::error::ApiError;

/// The name that a client gives to one of its views, such as a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ViewId(String);

/// The fewest and the most characters of a name. A short name could be chosen twice.
const LENGTH: std::ops::RangeInclusive<usize> = 8..=64;

impl ViewId {
    /// Reads the name in a request.
    pub(crate) fn read(text: &str) -> Result<ViewId, ApiError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
        if LENGTH.contains(&text.len()) && text.bytes().all(is_plain) {
            return Ok(ViewId(text.to_owned()));
        }
        let reason = "a view is named by 8 to 64 letters, digits, '-' or '_'";
        Err(ApiError::field("view", reason))
    }
}

#[cfg(test)]
mod tests {
    use super::ViewId;

    #[test]
    fn names_are_plain_and_neither_short_nor_long() {
        let long = "a".repeat(64);
        for name in ["01234567", "3b2e4f6a-0c1d-4e5f", "a_b-C_d-1", &long] {
            assert!(ViewId::read(name).is_ok(), "{name}");
        }
        let too_long = "a".repeat(65);
        for name in [
            "",
            "1234567",
            "with space",
            "späteres",
            "a/b/c/d/e",
            &too_long,
        ] {
            assert!(ViewId::read(name).is_err(), "{name}");
        }
    }
}
