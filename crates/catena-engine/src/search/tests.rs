//! What single nodes of the search do.

use super::child_is_cut_node;

#[test]
fn after_a_switch_comes_a_node_of_the_same_type() {
    // The opponent moves: where we expect to reach beta, they expect to fail low.
    assert!(!child_is_cut_node(true, false));
    assert!(child_is_cut_node(false, false));
    // The same player moves, with the same window.
    assert!(child_is_cut_node(true, true));
    assert!(!child_is_cut_node(false, true));
}
