//! Grids as text, on squares and hexagons.

use crate::run_with_file;

pub(crate) fn run(text: &str) {
    for lattice in ["square", "hex"] {
        run_with_file(
            text.as_bytes(),
            &["grid", "FILE", "--lattice", lattice, "--areas", "-"],
        );
    }
}
