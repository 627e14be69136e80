//! [`Board`]: a position on a board of any size, and the questions to it.
//!
//! On 8×8 the answers come from the bitboard code and are always decided; on
//! other boards from the code for grids, within a work budget.

use anyhow::{Result, anyhow, bail};
use catena_grid::detect::raster::{Answer, Query, Report, analyse};
use catena_grid::{
    Answers, BOARD_BUDGET, BoardAnswers, BoardChain, Cell, Chain, Count, Grid8, Placement, Raster,
    Square, SquareLattice, Undecided, answers, areas, board_answers, board_enclosures,
    chain_squares, count_board_enclosures, count_enclosures, enclosures, witness_of_size,
};

use crate::input::{parse_placement, parse_sized_placement};

/// A position on a board of any size.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) placement: Placement,
    cells: Occupied,
}

/// The occupied cells of a board.
#[derive(Clone, Debug)]
enum Occupied {
    /// On the board of chess.
    Chess(Grid8),
    /// On any other.
    Other(Raster),
}

/// Where the board's size is not what its ranks suggest.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct BoardArgs {
    /// The size of the board, for one 8 wide that is not 8 high
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = parse_size)]
    board: Option<(usize, usize)>,
}

fn parse_size(text: &str) -> Result<(usize, usize), String> {
    text.split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)))
        .ok_or_else(|| format!("'{text}' is not a size like 8x10"))
}

/// Refuses what is hardly meant to be a board: a word of letters reads as a
/// board of one rank, and no chain fits on two.
fn likely_board(placement: Placement) -> Result<Placement> {
    const MIN_RANKS: usize = 3;
    let ranks = placement.height();
    if ranks < MIN_RANKS {
        let plural = if ranks == 1 { "" } else { "s" };
        bail!(
            "the position has {ranks} rank{plural}, not 8; for such a board give its size with --board"
        );
    }
    Ok(placement)
}

impl Board {
    /// Reads a FEN or its first field.
    pub(crate) fn parse(text: &str, args: &BoardArgs) -> Result<Board> {
        let placement = match args.board {
            None => likely_board(parse_placement(text)?)?,
            Some((width, height)) => parse_sized_placement(text, width, height)?,
        };
        let cells = match placement.occupied() {
            Some(occupied) => Occupied::Chess(occupied),
            None => {
                let has_piece = |column, row| placement.piece_at(column, row).is_some();
                let (width, height) = (placement.width(), placement.height());
                Occupied::Other(Raster::from_fn(width, height, has_piece)?)
            }
        };
        Ok(Board { placement, cells })
    }

    /// Reads the name of a square on which there is a piece.
    pub(crate) fn piece_cell(&self, text: &str) -> Result<Cell> {
        let (width, height) = (self.placement.width(), self.placement.height());
        let cell = Cell::parse(text, width, height)?;
        if self.placement.piece_at(cell.column, cell.row).is_none() {
            bail!("there is no piece on {}", self.name(cell));
        }
        Ok(cell)
    }

    /// The name of a square.
    pub(crate) fn name(&self, cell: Cell) -> String {
        cell.name(self.placement.height())
    }

    /// The names of squares.
    pub(crate) fn names(&self, cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|cell| self.name(*cell)).collect()
    }

    /// The occupied squares, if this is the board of chess.
    pub(crate) fn chess(&self) -> Option<Grid8> {
        match self.cells {
            Occupied::Chess(occupied) => Some(occupied),
            Occupied::Other(_) => None,
        }
    }

    /// The enclosed areas of at least this size, in the paper's order.
    pub(crate) fn areas(&self, min_size: u32) -> Vec<Vec<Cell>> {
        match &self.cells {
            Occupied::Chess(occupied) => {
                areas(*occupied, min_size).into_iter().map(cells).collect()
            }
            Occupied::Other(raster) => labelled(raster, min_size),
        }
    }

    /// A chain through the cell around a group of at least this size, if there
    /// is one.
    pub(crate) fn witness(
        &self,
        cell: Cell,
        min_size: u32,
    ) -> Result<Option<BoardChain>, Undecided> {
        match &self.cells {
            Occupied::Chess(occupied) => {
                let chain = cell
                    .square()
                    .and_then(|s| witness_of_size(*occupied, s, min_size));
                Ok(chain.as_ref().map(board_chain))
            }
            Occupied::Other(raster) => {
                let query = Query {
                    at: Some((cell.column, cell.row)),
                    ..Query::new(min_size)
                };
                match report(raster, &query).and_then(|report| report.at) {
                    Some(Answer::Chain(line)) => {
                        let line = line.into_iter().map(|(column, row)| Cell::new(column, row));
                        Ok(Some(BoardChain::new(line.collect(), raster)))
                    }
                    Some(Answer::Undecided) => Err(Undecided),
                    Some(Answer::NoChain) | None => Ok(None),
                }
            }
        }
    }

    /// All answers about a piece.
    pub(crate) fn answers(&self, cell: Cell) -> BoardAnswers {
        match (&self.cells, cell.square()) {
            (Occupied::Chess(occupied), Some(square)) => {
                let Answers {
                    max_area,
                    max_group,
                    shortest,
                    largest,
                } = answers(*occupied, square);
                BoardAnswers {
                    max_area: Ok(max_area),
                    max_group: Ok(max_group),
                    shortest: Ok(shortest.as_ref().map(board_chain)),
                    largest: Ok(largest.as_ref().map(board_chain)),
                }
            }
            (Occupied::Other(raster), _) => board_answers(raster, cell, BOARD_BUDGET),
            (Occupied::Chess(_), None) => unreachable!("a cell of an 8x8 board is a square"),
        }
    }

    /// Every piece that is on some chain.
    pub(crate) fn chain_cells(&self) -> Vec<Cell> {
        match &self.cells {
            Occupied::Chess(occupied) => cells(chain_squares(*occupied)),
            Occupied::Other(raster) => labels(raster, 2, |label| label < 0)
                .map(|(cell, _)| cell)
                .collect(),
        }
    }

    /// Everything that a chain, or one through the cell, encloses.
    pub(crate) fn enclosures(
        &self,
        cell: Option<Cell>,
    ) -> Result<Box<dyn Iterator<Item = BoardChain>>, Undecided> {
        match &self.cells {
            Occupied::Chess(occupied) => {
                let found = enclosures(*occupied, cell.and_then(Cell::square));
                Ok(Box::new(found.map(|chain| board_chain(&chain))))
            }
            Occupied::Other(raster) => Ok(Box::new(board_enclosures(raster, cell, BOARD_BUDGET)?)),
        }
    }

    /// How many there are of them, as far as the budget reaches.
    pub(crate) fn count_enclosures(&self, cell: Option<Cell>) -> Result<Count, Undecided> {
        /// About a second of work.
        const BUDGET: u64 = 2_000_000;
        match &self.cells {
            Occupied::Chess(occupied) => Ok(count_enclosures(
                *occupied,
                cell.and_then(Cell::square),
                BUDGET,
            )),
            Occupied::Other(raster) => count_board_enclosures(raster, cell, BOARD_BUDGET),
        }
    }

    /// The occupied squares, for what only the board of chess has.
    pub(crate) fn chess_only(&self, what: &str) -> Result<Grid8> {
        let (width, height) = (self.placement.width(), self.placement.height());
        self.chess()
            .ok_or_else(|| anyhow!("{what} for 8x8 boards, not for {width}x{height}"))
    }
}

fn cells(squares: impl IntoIterator<Item = Square>) -> Vec<Cell> {
    squares.into_iter().map(Cell::from).collect()
}

fn board_chain(chain: &Chain) -> BoardChain {
    BoardChain {
        cells: cells(chain.squares.iter().copied()),
        encloses: cells(chain.encloses),
    }
}

/// The report on a board; the errors of a query do not occur, because the cell
/// and the size were checked when they were read.
fn report(raster: &Raster, query: &Query<'_>) -> Option<Report> {
    analyse::<SquareLattice>(raster, query).ok()
}

/// The cells with a label of the wanted kind, in reading order.
fn labels(
    raster: &Raster,
    min_size: u32,
    wanted: impl Fn(i32) -> bool,
) -> impl Iterator<Item = (Cell, i32)> {
    let width = raster.width();
    let labels = report(
        raster,
        &Query {
            labels: true,
            ..Query::new(min_size)
        },
    )
    .and_then(|report| report.labels)
    .unwrap_or_default();
    let cell = move |place| Cell::new(place % width, place / width);
    labels
        .into_iter()
        .enumerate()
        .filter(move |(_, label)| wanted(*label))
        .map(move |(place, label)| (cell(place), label))
}

/// The enclosed areas by their numbers.
fn labelled(raster: &Raster, min_size: u32) -> Vec<Vec<Cell>> {
    let mut areas: Vec<Vec<Cell>> = Vec::new();
    for (cell, number) in labels(raster, min_size, |label| label > 0) {
        let place = usize::try_from(number - 1).unwrap_or(0);
        if areas.len() <= place {
            areas.resize(place + 1, Vec::new());
        }
        areas[place].push(cell);
    }
    areas
}
