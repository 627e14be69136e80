//! [`Graph`]: nodes and links, for structures that are not grids.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Nodes, numbered from 0, and links between them.
///
/// ```
/// use catena_grid::Graph;
///
/// let square = Graph::new(4, &[(0, 1), (1, 2), (2, 3), (3, 0)])?;
/// assert_eq!(square.neighbours(0), [1, 3]);
/// # Ok::<(), catena_grid::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Where the neighbours of each node begin, and one more at the end.
    starts: Vec<usize>,
    neighbours: Vec<usize>,
}

impl Graph {
    /// Creates a graph with this many nodes and these links. Links between a node
    /// and itself are ignored, and so are repeated links.
    ///
    /// # Errors
    ///
    /// If a link names a node that does not exist.
    pub fn new(nodes: usize, links: &[(usize, usize)]) -> Result<Graph, GraphError> {
        let mut ends = Vec::with_capacity(2 * links.len());
        for (link, &(one, other)) in links.iter().enumerate() {
            for node in [one, other] {
                if node >= nodes {
                    return Err(GraphError { link, node, nodes });
                }
            }
            if one != other {
                ends.extend([(one, other), (other, one)]);
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let mut starts = vec![0; nodes + 1];
        for (node, _) in &ends {
            starts[node + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let neighbours = ends.into_iter().map(|(_, other)| other).collect();
        Ok(Graph { starts, neighbours })
    }

    /// Returns how many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the nodes linked with this one, lowest number first.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn neighbours(&self, node: usize) -> &[usize] {
        &self.neighbours[self.starts[node]..self.starts[node + 1]]
    }
}

/// A link names a node that does not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphError {
    /// Which link, from 0.
    pub link: usize,
    /// The node it names.
    pub node: usize,
    /// How many nodes there are.
    pub nodes: usize,
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphError { link, node, nodes } = self;
        write!(
            f,
            "link {link} names node {node}, and there are {nodes} nodes, from 0"
        )
    }
}

impl core::error::Error for GraphError {}
