//! `catena graph`: do two disjoint paths lead from a node to one region?

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, Error, Result, anyhow, bail};
use catena_grid::Graph;
use catena_grid::disjoint_paths::{PathStarts, Subgraph, disjoint_paths};
use clap::Args;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::read::GuardedReader;
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
  echo '{\"nodes\":4,\"edges\":[[0,1],[1,2],[2,3],[3,0]],\"regions\":[[2,3]]}' \\
    | catena graph - --at 0")]
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
    Named(NamedRegions),
}

/// An object of regions, in its order: in a map the second of the same name would replace the
/// first.
struct NamedRegions(Vec<(String, serde_json::Value)>);

impl<'de> Deserialize<'de> for NamedRegions {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<NamedRegions, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = NamedRegions;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of regions")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<NamedRegions, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(NamedRegions(pairs))
            }
        }
        input.deserialize_map(Pairs)
    }
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

/// The most nodes that a file may ask for by a number. They take about 70 bytes each, while
/// a list of names takes as much as the file has.
const MAX_NODES: usize = 10_000_000;

/// The names of the nodes.
enum NodeNames {
    /// Numbers from 0.
    Count(usize),
    Listed {
        names: Vec<NodeName>,
        numbers: HashMap<NodeName, usize>,
    },
}

impl NodeNames {
    fn new(nodes: NodesField) -> Result<NodeNames> {
        let names = match nodes {
            NodesField::Count(count) if count > MAX_NODES => {
                bail!("{count} nodes are too many; at most {MAX_NODES} fit")
            }
            NodesField::Count(count) => return Ok(NodeNames::Count(count)),
            NodesField::Names(names) => names,
        };
        let mut numbers = HashMap::with_capacity(names.len());
        for (number, name) in names.iter().enumerate() {
            if numbers.insert(name.clone(), number).is_some() {
                bail!("the node '{name}' is there twice");
            }
        }
        Ok(NodeNames::Listed { names, numbers })
    }

    fn len(&self) -> usize {
        match self {
            NodeNames::Count(count) => *count,
            NodeNames::Listed { names, .. } => names.len(),
        }
    }

    fn find(&self, name: &NodeName) -> Option<usize> {
        match (self, name) {
            (NodeNames::Count(count), NodeName::Number(number)) => usize::try_from(*number)
                .ok()
                .filter(|number| number < count),
            (NodeNames::Count(_), NodeName::Text(_)) => None,
            (NodeNames::Listed { numbers, .. }, name) => numbers.get(name).copied(),
        }
    }

    /// The name of a node, which must be one.
    fn name(&self, node: usize) -> NodeName {
        match self {
            NodeNames::Count(_) => NodeName::Number(i64::try_from(node).unwrap_or(i64::MAX)),
            NodeNames::Listed { names, .. } => names[node].clone(),
        }
    }
}

/// A graph whose nodes and regions have names.
struct NamedGraph {
    graph: Graph,
    names: NodeNames,
    occupied: Vec<bool>,
    regions: Vec<(NodeName, Vec<usize>)>,
}

impl NamedGraph {
    fn new(input: GraphFile) -> Result<NamedGraph> {
        let names = NodeNames::new(input.nodes)?;
        let find = |name: &NodeName, place: &str| match names.find(name) {
            Some(number) => Ok(number),
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
            occupied,
            regions,
        })
    }

    /// Returns the node with this name, which must be occupied.
    fn start(&self, text: &str) -> Result<usize> {
        let number = text.parse().ok().map(NodeName::Number);
        let found = number.and_then(|name| self.names.find(&name));
        let found = found.or_else(|| self.names.find(&NodeName::Text(text.to_owned())));
        let Some(node) = found else {
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
        RegionsField::Named(NamedRegions(mut pairs)) => {
            pairs.sort_by(|(one, _), (other, _)| one.cmp(other));
            if let Some(pair) = pairs.windows(2).find(|pair| pair[0].0 == pair[1].0) {
                bail!("the region '{}' is there twice", pair[0].0);
            }
            let regions = pairs.into_iter().map(|(name, nodes)| {
                let nodes = serde_json::from_value(nodes)
                    .with_context(|| format!("region '{name}' is not a list of nodes"))?;
                Ok((NodeName::Text(name), nodes))
            });
            regions.collect()
        }
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
struct JsonGraph<L> {
    nodes: usize,
    occupied: usize,
    regions: L,
}

/// A list whose items are made while it is written.
struct JsonList<I>(RefCell<I>);

impl<I: Iterator<Item = JsonRegion>> Serialize for JsonList<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&mut *self.0.borrow_mut())
    }
}

#[derive(Serialize)]
struct JsonRegion {
    region: NodeName,
    /// The occupied nodes that have two paths to it.
    nodes: Vec<NodeName>,
}

pub(crate) fn run(args: &GraphArgs) -> Result<ExitCode> {
    let name = file::name(&args.file);
    // A list of short regions takes sixty times the bytes of the file.
    let input = BufReader::with_capacity(1 << 20, GuardedReader::new(file::open(&args.file)?));
    let input: GraphFile = serde_json::from_reader(input).map_err(|error| match error.is_io() {
        true => anyhow!("cannot read {name}: {}", io::Error::from(error)),
        false => Error::new(error).context(format!("{name} is not a graph in JSON")),
    })?;
    let mut named = NamedGraph::new(input).with_context(|| name.clone())?;
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
                .map(|node| named.names.name(node))
                .collect::<Vec<_>>()
        });
        Some((name.clone(), named))
    });
    let code = ExitCode::for_answer(found.is_some());
    let (region, paths) = found.unzip();
    let node = named.names.name(start);
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

/// Lists the nodes of every region. Each list is printed before the next one is made: all of
/// them together can be far longer than the graph.
fn list(named: &NamedGraph, format: Format) -> Result<ExitCode> {
    let subgraph = Subgraph::new(&named.graph, &named.occupied);
    let mut starts = PathStarts::new(&subgraph);
    let progress = output::progress(named.regions.len() as u64, "{wide_bar} {pos}/{len} {eta}");
    let regions = named.regions.iter().map(|(name, region)| {
        let nodes = starts.to_region(&subgraph.wall(region));
        progress.inc(1);
        JsonRegion {
            region: name.clone(),
            nodes: nodes
                .into_iter()
                .map(|node| named.names.name(node))
                .collect(),
        }
    });
    let occupied = named.occupied.iter().filter(|occupied| **occupied).count();
    let mut out = BufWriter::new(output::stdout());
    match format {
        Format::Json => {
            let json = JsonGraph {
                nodes: named.names.len(),
                occupied,
                regions: JsonList(RefCell::new(regions)),
            };
            serde_json::to_writer(&mut out, &json)?;
            writeln!(out)?;
        }
        Format::Text => {
            let nodes = named.names.len();
            writeln!(out, "{nodes} nodes, {occupied} of them occupied")?;
            for JsonRegion { region, nodes } in regions {
                let count = nodes.len();
                write!(out, "region '{region}': two paths from {count} nodes:")?;
                for node in nodes {
                    write!(out, " {node}")?;
                }
                writeln!(out)?;
            }
        }
    }
    out.flush()?;
    progress.finish_and_clear();
    Ok(ExitCode::Success)
}
