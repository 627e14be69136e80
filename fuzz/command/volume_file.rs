//! Volumes: arrays, NIfTI scans, MagicaVoxel models, TIFF files with pages.

use crate::run_with_file;

pub(crate) fn run(bytes: &[u8]) {
    run_with_file(bytes, &["volume", "FILE", "--format", "json"]);
}
