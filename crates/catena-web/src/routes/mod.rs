//! One file a route.

pub(crate) mod detect;
