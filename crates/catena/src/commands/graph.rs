//! `catena graph`: do two disjoint paths lead from a node to one region?

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use catena_grid::Graph;
use catena_grid::disjoint_paths::{Subgraph, disjoint_paths, dominator_branches};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::{file, output};

/// Find two disjoint paths from a node of a graph to one region
///
/// The question is: do two paths that share only their first node lead from this
/// node to one region? This is the paper's criterion, decided exactly by Menger's
/// theorem. On grids it is not the same as being on a chain; `catena grid` answers
/// that.
///
/// The file is JSON: `nodes` is a list of names or a number of nodes, `edges` is a
/// list of pairs, `occupied` is a list of nodes (if left out, all nodes), `regions`
/// is a list of node lists or an object of named node lists. Paths go through
/// occupied nodes. A path leads to a region if it ends at an occupied node of the
/// region, or at an occupied neighbour of one of its other nodes.
///
/// Without --at, every region is listed with the nodes that have two such paths to
/// it, and the exit code is 0. With --at, the exit code is 0 if there are two such
/// paths from the node to some region, and 1 if there are none.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  echo '{\"nodes\": 4, \"edges\": [[0,1],[1,2],[2,3],[3,0]], \"regions\": [[2,3]]}' | catena graph - --at 0")]
pub(crate) struct GraphArgs {
    /// The graph; `-` for standard input
    file: PathBuf,
    /// The node to start from
    #[arg(long, value_name = "NODE")]
    at: Option<String>,
    /// Consider only this region: its name, or its number counted from 0
    #[arg(long, value_name = "REGION")]
    region: Option<String>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The name of a node in the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(untagged, expecting = "the name of a node must be a number or a text")]
enum NodeName {
    Number(i64),
    Text(String),
}

impl std::fmt::Display for NodeName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NodeName::Number(number) => write!(f, "{number}"),
            NodeName::Text(text) => f.write_str(text),
        }
    }
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "nodes must be a number or a list of names")]
enum NodesField {
    Count(usize),
    Names(Vec<NodeName>),
}

#[derive(Deserialize)]
#[serde(
    untagged,
    expecting = "regions must be a list of lists of nodes, or an object of them"
)]
enum RegionsField {
    List(Vec<Vec<NodeName>>),
    Named(serde_json::Map<String, serde_json::Value>),
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    expecting = "an object with nodes, edges and regions"
)]
struct GraphFile {
    nodes: NodesField,
    edges: Vec<(NodeName, NodeName)>,
    occupied: Option<Vec<NodeName>>,
    regions: RegionsField,
}

/// The largest number of nodes that a file may ask for.
const MAX_NODES: usize = 100_000_000;

/// A graph whose nodes and regions have names.
struct NamedGraph {
    graph: Graph,
    names: Vec<NodeName>,
    numbers: HashMap<NodeName, usize>,
    occupied: Vec<bool>,
    regions: Vec<(NodeName, Vec<usize>)>,
}

impl NamedGraph {
    fn new(input: GraphFile) -> Result<NamedGraph> {
        let names = match input.nodes {
            NodesField::Count(count) if count > MAX_NODES => {
                bail!("{count} nodes are too many; at most {MAX_NODES} fit")
            }
            NodesField::Count(count) => (0..).take(count).map(NodeName::Number).collect(),
            NodesField::Names(names) => names,
        };
        let mut numbers = HashMap::with_capacity(names.len());
        for (number, name) in names.iter().enumerate() {
            if numbers.insert(name.clone(), number).is_some() {
                bail!("the node '{name}' is there twice");
            }
        }
        let find = |name: &NodeName, place: &str| match numbers.get(name) {
            Some(number) => Ok(*number),
            None => bail!("{place} names the node '{name}', which is not in nodes"),
        };
        let mut links = Vec::with_capacity(input.edges.len());
        for (at, (one, other)) in input.edges.iter().enumerate() {
            let place = format!("edge {at}");
            links.push((find(one, &place)?, find(other, &place)?));
        }
        let mut occupied = vec![input.occupied.is_none(); names.len()];
        for name in input.occupied.iter().flatten() {
            occupied[find(name, "occupied")?] = true;
        }
        let mut regions = Vec::new();
        for (name, nodes) in named_regions(input.regions)? {
            let place = format!("region '{name}'");
            let nodes = nodes
                .iter()
                .map(|node| find(node, &place))
                .collect::<Result<_>>()?;
            regions.push((name, nodes));
        }
        let graph = Graph::new(names.len(), &links)?;
        Ok(NamedGraph {
            graph,
            names,
            numbers,
            occupied,
            regions,
        })
    }

    /// Returns the node with this name, which must be occupied.
    fn start(&self, text: &str) -> Result<usize> {
        let number = text.parse().ok().map(NodeName::Number);
        let found = number.and_then(|name| self.numbers.get(&name));
        let found = found.or_else(|| self.numbers.get(&NodeName::Text(text.to_owned())));
        let Some(&node) = found else {
            bail!("there is no node '{text}'");
        };
        if !self.occupied[node] {
            bail!("the node '{text}' is not occupied; paths go through occupied nodes");
        }
        Ok(node)
    }
}

fn named_regions(regions: RegionsField) -> Result<Vec<(NodeName, Vec<NodeName>)>> {
    match regions {
        RegionsField::List(list) => Ok((0..).map(NodeName::Number).zip(list).collect()),
        RegionsField::Named(map) => map
            .into_iter()
            .map(|(name, nodes)| {
                let nodes = serde_json::from_value(nodes)
                    .with_context(|| format!("region '{name}' is not a list of nodes"))?;
                Ok((NodeName::Text(name), nodes))
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct JsonNode {
    node: NodeName,
    two_paths: bool,
    region: Option<NodeName>,
    paths: Option<[Vec<NodeName>; 2]>,
}

#[derive(Serialize)]
struct JsonGraph {
    nodes: usize,
    occupied: usize,
    regions: Vec<JsonRegion>,
}

#[derive(Serialize)]
struct JsonRegion {
    region: NodeName,
    /// The occupied nodes that have two paths to it.
    nodes: Vec<NodeName>,
}

pub(crate) fn run(args: &GraphArgs) -> Result<ExitCode> {
    let input = file::open(&args.file)?;
    let name = args.file.display();
    let input: GraphFile = serde_json::from_reader(input)
        .with_context(|| format!("'{name}' is not a graph in JSON"))?;
    let mut named = NamedGraph::new(input).with_context(|| format!("'{name}'"))?;
    if let Some(wanted) = &args.region {
        named
            .regions
            .retain(|(name, _)| name.to_string() == *wanted);
        if named.regions.is_empty() {
            bail!("there is no region '{wanted}'");
        }
    }
    match &args.at {
        Some(node) => answer(&named, named.start(node)?, args.format),
        None => list(&named, args.format),
    }
}

fn answer(named: &NamedGraph, start: usize, format: Format) -> Result<ExitCode> {
    let subgraph = Subgraph::new(&named.graph, &named.occupied);
    let found = named.regions.iter().find_map(|(name, region)| {
        let wall = subgraph.wall(region);
        let paths = disjoint_paths(&subgraph, start, |node| wall.binary_search(&node).is_ok())?;
        let named = paths.map(|path| {
            path.into_iter()
                .map(|node| named.names[node].clone())
                .collect::<Vec<_>>()
        });
        Some((name.clone(), named))
    });
    let code = ExitCode::for_answer(found.is_some());
    let (region, paths) = found.unzip();
    let node = named.names[start].clone();
    match format {
        Format::Json => output::print_json(&JsonNode {
            node,
            two_paths: paths.is_some(),
            region,
            paths,
        })?,
        Format::Text => {
            let mut out = output::stdout();
            match region.zip(paths) {
                None => writeln!(
                    out,
                    "no two paths that share only '{node}' lead from it to one region"
                )?,
                Some((region, paths)) => {
                    writeln!(
                        out,
                        "two paths lead from '{node}' to the region '{region}':"
                    )?;
                    for path in paths {
                        let names: Vec<String> = path.iter().map(NodeName::to_string).collect();
                        writeln!(out, "  {}", names.join(" "))?;
                    }
                }
            }
        }
    }
    Ok(code)
}

fn list(named: &NamedGraph, format: Format) -> Result<ExitCode> {
    let subgraph = Subgraph::new(&named.graph, &named.occupied);
    let walls: Vec<Vec<usize>> = named
        .regions
        .iter()
        .map(|(_, region)| subgraph.wall(region))
        .collect();
    let mut nodes = vec![Vec::new(); walls.len()];
    for start in (0..named.names.len()).filter(|node| named.occupied[*node]) {
        let branches = dominator_branches(&subgraph, start);
        for (wall, nodes) in walls.iter().zip(&mut nodes) {
            let mut seen = wall.iter().filter_map(|node| branches.of(*node));
            let first = seen.next();
            if seen.any(|branch| Some(branch) != first) {
                nodes.push(named.names[start].clone());
            }
        }
    }
    let regions = named.regions.iter().map(|(name, _)| name.clone());
    let regions: Vec<JsonRegion> = regions
        .zip(nodes)
        .map(|(region, nodes)| JsonRegion { region, nodes })
        .collect();
    let occupied = named.occupied.iter().filter(|occupied| **occupied).count();
    match format {
        Format::Json => output::print_json(&JsonGraph {
            nodes: named.names.len(),
            occupied,
            regions,
        })?,
        Format::Text => {
            let mut out = output::stdout();
            writeln!(
                out,
                "{} nodes, {occupied} of them occupied",
                named.names.len()
            )?;
            for JsonRegion { region, nodes } in regions {
                let names: Vec<String> = nodes.iter().map(NodeName::to_string).collect();
                writeln!(
                    out,
                    "region '{region}': two paths from {} nodes: {}",
                    names.len(),
                    names.join(" ")
                )?;
            }
        }
    }
    Ok(ExitCode::Success)
}
