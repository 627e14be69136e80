//! Targets for `catena-grid`: the detectors against each other and against the definition.

#![no_main]

#[path = "../targets.rs"]
mod targets;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/catena-grid/tests/support/blocks.rs"]
mod blocks;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/catena-grid/tests/support/definition.rs"]
mod definition;
#[path = "../../crates/catena-grid/tests/support/faults.rs"]
mod faults;
#[path = "../../crates/catena-grid/tests/support/flow.rs"]
mod flow;
#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../../crates/catena-grid/tests/support/lattices.rs"]
mod lattices;
#[path = "../../crates/catena-grid/tests/support/voxels.rs"]
mod voxels;

targets::targets!(
    answers_are_reference,
    answers_verify,
    fast_is_reference,
    graph_is_max_flow,
    placement,
    raster_answers_are_grid8,
    raster_is_definition,
    raster_is_grid8,
    raster_is_search,
    threads_change_nothing,
    verify_refuses,
    volume_is_max_flow,
    witness_verifies,
);
