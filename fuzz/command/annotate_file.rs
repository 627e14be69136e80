//! Games in PGN, compressed or not.

use crate::run_with_file;

pub(crate) fn run(bytes: &[u8]) {
    run_with_file(bytes, &["annotate", "FILE", "--threads", "1"]);
}
