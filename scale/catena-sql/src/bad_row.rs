//! Rows that cannot be read: counted by query, or an error if the query is strict.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use datafusion::error::{DataFusionError, Result};

use crate::options::CatenaOptions;

/// An error message repeats at most this many characters of a row.
const SHOWN: usize = 80;

/// The bad rows of the queries that run in this process, by query and by function.
static COUNTS: LazyLock<Mutex<HashMap<String, BTreeMap<String, u64>>>> =
    LazyLock::new(Mutex::default);

fn counts() -> MutexGuard<'static, HashMap<String, BTreeMap<String, u64>>> {
    COUNTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the counts of a query, which then start again from 0: how many rows each
/// function could not read.
#[must_use]
pub fn take_bad_rows(query: &str) -> BTreeMap<String, u64> {
    counts().remove(query).unwrap_or_default()
}

/// Adds to the counts of a query.
pub fn add_bad_rows(query: &str, function: &str, rows: u64) {
    if rows > 0 {
        let mut counts = counts();
        let counts = counts.entry(query.into()).or_default();
        *counts.entry(function.into()).or_default() += rows;
    }
}

/// A row that a function cannot read.
#[derive(Clone, PartialEq, Eq)]
pub struct BadRow {
    /// The function.
    pub function: String,
    /// The row's value, or the beginning of it.
    pub row: String,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadRow {
            function,
            row,
            problem,
        } = self;
        write!(f, "{function} cannot read the row '{row}': {problem}")
    }
}

// Executors report errors in this form, so it is the sentence too.
impl fmt::Debug for BadRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?})", self.to_string())
    }
}

impl std::error::Error for BadRow {}

/// Counts the bad rows of one call of a function.
#[derive(Debug)]
pub(crate) struct BadRowTally<'a> {
    function: &'a str,
    options: CatenaOptions,
    rows: u64,
}

impl<'a> BadRowTally<'a> {
    pub(crate) fn new(function: &'a str, options: CatenaOptions) -> BadRowTally<'a> {
        BadRowTally {
            function,
            options,
            rows: 0,
        }
    }

    /// Counts a row with this value.
    ///
    /// # Errors
    ///
    /// If the query is strict.
    pub(crate) fn add(&mut self, value: &str, problem: impl fmt::Display) -> Result<()> {
        if !self.options.strict {
            self.rows += 1;
            return Ok(());
        }
        let mut row: String = value.chars().take(SHOWN).collect();
        if row.len() < value.len() {
            row.push('…');
        }
        let row = row.escape_debug().to_string().replace("\\'", "'");
        let error = BadRow {
            function: self.function.into(),
            row,
            problem: problem.to_string(),
        };
        Err(DataFusionError::External(Box::new(error)))
    }
}

impl Drop for BadRowTally<'_> {
    fn drop(&mut self) {
        add_bad_rows(&self.options.query, self.function, self.rows);
    }
}
