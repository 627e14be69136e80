//! The paper's boards of classes, by name.

use catena_grid::paper::{ClassBoard, Stages};

/// Returns the boards with their names, in the paper's order.
pub(crate) fn titled_stages(stages: &Stages) -> [(&'static str, &ClassBoard); 5] {
    [
        ("classes before 8-CCA", &stages.before_cca),
        ("classes after 8-CCA", &stages.after_cca),
        ("after perimeter filtering", &stages.after_perimeter),
        ("after size filtering", &stages.after_size),
        ("corrected numbering", &stages.corrected),
    ]
}
