//! [`Bounds`]: what is known about a value before a search for it.

/// What is known in advance about the most empty cells that chains enclose, all of
/// them or in one group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// A chain with this many is known; 0 if none is.
    pub(crate) known: u32,
    /// No chain has more.
    pub(crate) limit: u32,
}

impl Bounds {
    /// The most that a chain has. `search` looks for the most that is at least its
    /// argument; `None` if no chain has as many.
    ///
    /// The limit is tried first: a search for it drops the most states, and if a chain
    /// reaches it, chain and limit together prove the answer (A2). The limit is not
    /// always reached (a pinched corridor), so the second search asks for anything
    /// above what is known.
    pub(super) fn narrow<E>(
        self,
        mut search: impl FnMut(u32) -> Result<Option<u32>, E>,
    ) -> Result<u32, E> {
        if self.known >= self.limit {
            return Ok(self.known);
        }
        for wanted in [self.limit, self.known + 1] {
            if let Some(found) = search(wanted)? {
                return Ok(found);
            }
        }
        Ok(self.known)
    }
}
