//! Games between two people, by link.

/// Who gets in, and what is refused.
mod bounds;
/// What players do.
mod play;
/// A server and those who play there.
mod table;
