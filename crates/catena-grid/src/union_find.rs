//! Union-find: disjoint sets, kept as a forest in one array of numbers.
//!
//! The root of a set is its smallest member, so the result does not depend on
//! the order of the unions, nor on how the work was split between threads
//! (G13 of `docs/theory-grids.md`).
//!
//! # Complexity
//!
//! Roots are linked by smallest index, with path halving: `m` operations on `n`
//! members take O((m + n) log n) time at worst. Linking by size or rank would
//! give the inverse Ackermann bound, but roots would no longer be the smallest
//! members, on which the numbers of areas and blocks rest.

/// The bits of an entry that hold a member; the other two are marks of roots.
/// Thirty bits are enough, as a raster has at most 10^9 cells.
pub(crate) const INDEX: u32 = (1 << 30) - 1;
/// A mark on a set, kept in the entry of its root.
pub(crate) const MARK: u32 = 1 << 31;
/// Another mark on a set.
pub(crate) const SECOND_MARK: u32 = 1 << 30;

/// The members from `first` on, one entry each: the parent of the member, or
/// the member itself with its marks if it is a root.
pub(crate) struct Forest<'a> {
    pub(crate) first: u32,
    pub(crate) entries: &'a mut [u32],
}

impl Forest<'_> {
    /// The parent of this member, or the member itself if it is a root.
    #[inline]
    pub(crate) fn parent(&self, member: u32) -> u32 {
        self.entries[(member - self.first) as usize] & INDEX
    }

    /// The root of the set of this member. Shortens the way for the next time
    /// (path halving).
    #[inline]
    pub(crate) fn root(&mut self, mut member: u32) -> u32 {
        loop {
            let parent = self.parent(member);
            if parent == member {
                return member;
            }
            let grandparent = self.parent(parent);
            self.entries[(member - self.first) as usize] = grandparent;
            member = grandparent;
        }
    }

    /// Joins the sets of two members, and their marks. Returns the root if
    /// they were two sets.
    #[inline]
    pub(crate) fn join(&mut self, one: u32, other: u32) -> Option<u32> {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return None;
        }
        let (root, child) = (one.min(other), one.max(other));
        let marks = self.entries[(child - self.first) as usize] & !INDEX;
        self.entries[(child - self.first) as usize] = root;
        self.entries[(root - self.first) as usize] |= marks;
        Some(root)
    }

    /// Marks the set of this member.
    #[inline]
    pub(crate) fn mark(&mut self, member: u32, mark: u32) {
        let root = self.root(member);
        self.entries[(root - self.first) as usize] |= mark;
    }
}

/// Makes every entry equal to the entry of its root, marks included.
pub(crate) fn flatten(entries: &mut [u32]) {
    for member in 0..entries.len() {
        // A parent is smaller than its children, so it is flat already.
        entries[member] = entries[(entries[member] & INDEX) as usize];
    }
}
