//! Tables of positions (CSV).

use crate::run_with_file;

pub(crate) fn run(bytes: &[u8]) {
    run_with_file(bytes, &["check", "FILE", "--keep-going"]);
}
