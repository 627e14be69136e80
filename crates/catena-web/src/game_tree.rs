//! [`TreeNodeDto`]: a game with its variations, as a flat list of nodes.
//!
//! The first node is the start. Every other node names its parent, which comes before
//! it. The first child of a node is the main move, the others are variations. A list
//! needs no recursion to be sent and read, so nothing depends on how deep variations are
//! nested.

use catena_chess::notation::uci::UciDecision;
use catena_chess::pgn::{PgnLine, PgnMove, PgnNode};
use catena_chess::{Decision, Game, SsccPosition};
use serde::{Deserialize, Serialize};

use crate::error::ApiError;
use crate::shape::{ShapeDto, shape_commands, take_shapes};

/// A move of a game or a variation, or the start.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TreeNodeDto {
    /// The number of the node before; none at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uci: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    san: Option<String>,
    /// Which half-move of the game it is, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    /// Whether the move forms a chain.
    #[serde(skip_serializing_if = "is_false")]
    chain: bool,
    /// The comments before the first move of a variation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
    /// The comments after the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shapes: Vec<ShapeDto>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_false(value: &bool) -> bool {
    !value
}

/// How deep variations may be nested in a file that is read again.
const MAX_DEPTH: usize = 200;

/// Lists the nodes of a line, up to a null move, the end of the game or `longest`
/// half-moves. Every path through the list can be replayed.
pub(crate) fn list_nodes(
    line: &PgnLine<PgnMove>,
    game: &mut Game,
    longest: usize,
) -> Vec<TreeNodeDto> {
    let mut comments = line.comments.clone();
    let mut lister = NodeLister {
        nodes: vec![TreeNodeDto {
            shapes: take_shapes(&mut comments),
            comments,
            ..TreeNodeDto::default()
        }],
        longest,
    };
    lister.list(&line.moves, 0, game);
    lister.nodes
}

struct NodeLister {
    nodes: Vec<TreeNodeDto>,
    longest: usize,
}

impl NodeLister {
    /// Lists moves that follow this node. Leaves the game unchanged.
    fn list(&mut self, moves: &[PgnNode<PgnMove>], mut parent: usize, game: &mut Game) {
        let before = game.decisions().len();
        for node in moves {
            let Some(added) = self.add(node, parent, game) else {
                break;
            };
            parent = added;
        }
        while game.decisions().len() > before {
            game.undo();
        }
    }

    /// Plays a move and lists it, and then its variations; `None` if it cannot be
    /// played.
    fn add(&mut self, node: &PgnNode<PgnMove>, parent: usize, game: &mut Game) -> Option<usize> {
        let decision = Decision {
            mv: node.mv.mv?,
            switches: node.mv.switches,
        };
        let ply = game.decisions().len() + 1;
        if ply > self.longest {
            return None;
        }
        let position = game.position();
        let mut comments = node.comments.clone();
        let described = TreeNodeDto {
            parent: Some(parent),
            uci: Some(position.uci(decision)),
            san: Some(position.san(decision.mv)),
            ply: Some(ply),
            chain: position.forms_chain(decision.mv),
            nags: node.nags.clone(),
            shapes: take_shapes(&mut comments),
            comments,
            ..TreeNodeDto::default()
        };
        game.play(decision).ok()?;
        let number = self.nodes.len();
        self.nodes.push(described);
        if !node.variations.is_empty() {
            game.undo();
            for variation in &node.variations {
                let first = self.nodes.len();
                self.list(&variation.moves, parent, game);
                if let Some(first) = self.nodes.get_mut(first) {
                    first.before.clone_from(&variation.comments);
                }
            }
            game.play(decision).ok()?;
        }
        Some(number)
    }
}

/// Returns the number of the last node of the main line.
pub(crate) fn last_main_node(nodes: &[TreeNodeDto]) -> usize {
    let mut last = 0;
    for (number, node) in nodes.iter().enumerate() {
        // The main move is the first child, and parents come before their children.
        if node.parent == Some(last) {
            last = number;
        }
    }
    last
}

/// Checks a list of nodes, and returns the line that it stands for.
pub(crate) fn read_nodes(
    nodes: &[TreeNodeDto],
    start: &SsccPosition,
) -> Result<PgnLine<PgnMove>, ApiError> {
    let Some((root, _)) = nodes.split_first() else {
        return Ok(PgnLine::default());
    };
    if root.uci.is_some() || root.parent.is_some() {
        return Err(wrong(0, "the first node is the start and has no move"));
    }
    let mut children = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate().skip(1) {
        match node.parent {
            Some(parent) if parent < number => children[parent].push(number),
            _ => return Err(wrong(number, "its parent must come before it")),
        }
    }
    let builder = LineBuilder { nodes, children };
    Ok(PgnLine {
        comments: builder.comments(0)?,
        moves: builder.moves(&builder.children[0], start.clone(), 0)?,
    })
}

fn wrong(number: usize, reason: impl std::fmt::Display) -> ApiError {
    ApiError::field("tree", format!("node {number}: {reason}"))
}

struct LineBuilder<'a> {
    nodes: &'a [TreeNodeDto],
    children: Vec<Vec<usize>>,
}

impl LineBuilder<'_> {
    /// The line that starts with the first of these nodes; the others are variations.
    fn moves<'b>(
        &'b self,
        mut choices: &'b [usize],
        mut position: SsccPosition,
        depth: usize,
    ) -> Result<Vec<PgnNode<PgnMove>>, ApiError> {
        let mut moves = Vec::new();
        while let Some((&main, others)) = choices.split_first() {
            let mut variations = Vec::with_capacity(others.len());
            for other in others {
                if depth == MAX_DEPTH {
                    let reason = format!("variations are nested more than {MAX_DEPTH} deep");
                    return Err(wrong(*other, reason));
                }
                variations.push(PgnLine {
                    comments: self.nodes[*other].before.clone(),
                    moves: self.moves(std::slice::from_ref(other), position.clone(), depth + 1)?,
                });
            }
            let node = &self.nodes[main];
            let decision = decision(&position, node).map_err(|reason| wrong(main, reason))?;
            moves.push(PgnNode {
                mv: PgnMove {
                    mv: Some(decision.mv),
                    switches: decision.switches,
                },
                nags: node.nags.clone(),
                comments: self.comments(main)?,
                variations,
            });
            position.play_unchecked(decision);
            choices = &self.children[main];
        }
        Ok(moves)
    }

    /// The comments of a node, with its shapes at their head.
    fn comments(&self, number: usize) -> Result<Vec<String>, ApiError> {
        let node = &self.nodes[number];
        for shape in &node.shapes {
            shape
                .check()
                .map_err(|error| wrong(number, error.reason()))?;
        }
        let commands = shape_commands(&node.shapes);
        let mut comments = node.comments.clone();
        if !commands.is_empty() {
            match comments.first_mut() {
                Some(first) => *first = format!("{commands} {first}"),
                None => comments.push(commands),
            }
        }
        Ok(comments)
    }
}

/// Returns the move of a node, checked.
fn decision(position: &SsccPosition, node: &TreeNodeDto) -> Result<Decision, String> {
    let uci = node.uci.as_deref().ok_or("it has no move")?;
    let uci = uci.get(..8).unwrap_or(uci);
    let decision = uci
        .parse::<UciDecision>()
        .and_then(|uci| uci.to_decision(position))
        .map_err(|error| error.to_string())?;
    let mut after = position.clone();
    after.play(decision).map_err(|error| error.to_string())?;
    Ok(decision)
}
