//! `catena draw`: diagrams for papers and forum posts.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use catena_draw::terminal::{self, Style};
use catena_draw::{Picture, Scene, Sheet, Size, Theme, png, svg};
use catena_grid::paper::Stages;
use catena_grid::{Board, Cell, Chain, Grid, MinSize, Placement, Raster, Square};
use clap::{Args, ValueEnum};

use crate::args::StyleArgs;
use crate::exit_code::ExitCode;
use crate::input::{BoardArgs, only_8x8, piece_cell};
use crate::stages::titled_stages;
use crate::{file, output};

/// Draw a diagram of a position and its chain
///
/// With a square, the piece on it is framed, and its shortest chain is drawn with
/// the squares inside. Without -o the diagram goes to the terminal.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  catena draw '1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6' f3 \\
    -o board.svg")]
pub(crate) struct DrawArgs {
    /// The position: a FEN, or its first field
    fen: String,
    /// The square of the piece that moved last
    #[arg(conflicts_with = "stages")]
    square: Option<String>,
    /// The file to write, which ends in .svg or .png; - writes SVG to standard output
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["color", "ascii"])]
    output: Option<PathBuf>,
    /// Draw a sheet with one small board per set of squares that a chain encloses
    #[arg(long, conflicts_with = "stages")]
    enclosures: bool,
    /// Show at most this many enclosures
    // `limit` is the old name.
    #[arg(long, alias = "limit", value_name = "N", default_value_t = 36, requires = "enclosures", conflicts_with_all = ["stages", "min_size"], value_parser = clap::value_parser!(u16).range(1..=400))]
    max: u16,
    /// Draw a sheet with one small board per pass of the paper's algorithm
    #[arg(long)]
    stages: bool,
    /// With --stages: how many empty squares an enclosed area must have
    #[arg(long, value_name = "N", default_value_t, requires = "stages", conflicts_with_all = ["square", "enclosures"])]
    min_size: MinSize,
    #[command(flatten)]
    board: BoardArgs,
    /// The colours of the diagram in the file
    #[arg(long, value_enum, default_value_t, requires = "output", conflicts_with_all = ["color", "ascii"])]
    theme: ThemeName,
    /// Show the board from Black's side
    #[arg(long)]
    flip: bool,
    /// The longer side of the diagram in the file, in pixels, 16 to 8192
    #[arg(
        long,
        value_name = "PIXELS",
        default_value_t = 720,
        requires = "output",
        conflicts_with_all = ["color", "ascii"]
    )]
    size: u32,
    #[command(flatten)]
    style: StyleArgs,
}

/// The colours of a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum ThemeName {
    /// For white paper
    #[default]
    Light,
    /// For dark pages
    Dark,
}

impl ThemeName {
    fn theme(self) -> Theme {
        match self {
            ThemeName::Light => Theme::light(),
            ThemeName::Dark => Theme::dark(),
        }
    }
}

/// A diagram: one board, or several on a sheet.
enum Drawing {
    Board(Scene),
    Sheet(Sheet),
}

impl Drawing {
    fn picture(&self, theme: &Theme) -> Picture {
        match self {
            Drawing::Board(scene) => scene.picture(theme),
            Drawing::Sheet(sheet) => sheet.picture(theme),
        }
    }

    fn text(&self, style: Style) -> String {
        const WIDTH: usize = 100;
        match self {
            Drawing::Board(scene) => terminal::render(scene, style),
            Drawing::Sheet(sheet) => terminal::render_sheet(sheet, style, WIDTH),
        }
    }
}

pub(crate) fn run(args: &DrawArgs) -> Result<ExitCode> {
    let placement = args.board.placement(&args.fen)?;
    let cell = args
        .square
        .as_deref()
        .map(|text| piece_cell(&placement, text))
        .transpose()?;
    let size = Size::new(args.size)?;
    let drawing = if args.stages {
        Drawing::Sheet(stages_sheet(&placement, args)?)
    } else if args.enclosures {
        Drawing::Sheet(enclosures_sheet(&placement, cell, args)?)
    } else {
        Drawing::Board(scene(&placement, cell).flip(args.flip))
    };
    match &args.output {
        None => write!(output::stdout(), "{}", drawing.text(args.style.style()))?,
        Some(path) => write_picture(path, &drawing.picture(&args.theme.theme()), size)?,
    }
    Ok(ExitCode::Success)
}

fn scene(placement: &Placement, cell: Option<Cell>) -> Scene {
    let scene = Scene::new(placement);
    let Some(cell) = cell else { return scene };
    let scene = scene.moved(cell);
    let raster = Raster::from(placement);
    let grid = Grid::new(&raster);
    // The shortest chain is the clearest; where it is undecided, any will do.
    let chain = grid.shortest(cell).unwrap_or_else(|_| grid.witness(cell));
    match chain {
        Some(chain) => scene.with_chain(&chain),
        None => scene.enclosed(grid.areas(MinSize::TWO).into_iter().flatten()),
    }
}

fn stages_sheet(placement: &Placement, args: &DrawArgs) -> Result<Sheet> {
    let occupied = only_8x8(placement, "the paper's passes are")?;
    let stages = Stages::of(occupied, args.min_size);
    let scene = |caption: &str| Scene::new(placement).flip(args.flip).caption(caption);
    let classes = titled_stages(&stages).map(|(title, classes)| {
        scene(title).classes(Square::ALL.map(|square| (square, u32::from(classes[square]))))
    });
    Ok(Sheet::new([scene("position")].into_iter().chain(classes).collect()).columns(3))
}

fn enclosures_sheet(placement: &Placement, cell: Option<Cell>, args: &DrawArgs) -> Result<Sheet> {
    let raster = Raster::from(placement);
    let enclosures = Grid::new(&raster).enclosures(cell)?;
    let mut chains: Vec<Chain> = enclosures.take(args.max.into()).collect();
    if chains.is_empty() {
        bail!("no chain encloses anything here, so there is nothing to draw");
    }
    chains.sort_by_key(|chain| (chain.encloses().len(), chain.len()));
    let scenes = chains.into_iter().map(|chain| {
        let (empty, pieces) = (chain.encloses().len(), chain.len());
        let scene = Scene::new(placement)
            .with_chain(&chain)
            .flip(args.flip)
            .caption(format!("{empty} empty, {pieces} pieces"));
        match cell {
            Some(cell) => scene.moved(cell),
            None => scene,
        }
    });
    Ok(Sheet::new(scenes.collect()))
}

/// Writes the file after drawing is complete: an error in drawing leaves no file.
fn write_picture(path: &Path, picture: &Picture, size: Size) -> Result<()> {
    let extension = path
        .extension()
        .and_then(|ending| ending.to_str())
        .unwrap_or_default();
    let bytes = match extension.to_ascii_lowercase().as_str() {
        "svg" => svg::render(picture, size).into_bytes(),
        "png" => png::render(picture, size)?,
        _ if path == Path::new("-") => svg::render(picture, size).into_bytes(),
        _ => bail!("'{}' ends neither in .svg nor in .png", path.display()),
    };
    file::write_whole(path, |out| Ok(out.write_all(&bytes)?))
}
