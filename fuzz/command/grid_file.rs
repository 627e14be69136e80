//! Images and arrays: every format that `catena grid` knows, and their places on maps.

use crate::run_with_file;

pub(crate) fn run(bytes: &[u8]) {
    run_with_file(bytes, &["grid", "FILE", "--polygons", "NOWHERE.geojson"]);
}
