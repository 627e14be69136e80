//! `catena grid`: is this cell on a chain, and around what? On grids of any size.

mod areas;
mod frame;
mod large;
mod memory;
mod picture;
mod report;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use catena_grid::wall::Rim;
use catena_grid::{Cell, DEFAULT_BUDGET, Grid, MinSize, Progress, Query, Raster, Report};
use clap::{Args, ValueEnum};

use self::areas::{AreaFiles, PolygonArgs};
pub(super) use self::report::JsonTally;
use self::report::{GridTimings, JsonGrid, print_text};
use crate::args::Format;
use crate::exit_code::ExitCode;
use crate::georeference::ImagePlace;
use crate::overlay::{self, Marks};
use crate::read::{self, AnyGridFile, CellArgs, GridFile};
use crate::walls::{JsonLeak, JsonSeal, WallAnswers, WallArgs, parse_place};
use crate::{file, labels_file, output};

/// Find chains and enclosed areas on a grid: text, an image or an array
///
/// The question is: is this cell on a chain, and around what? A chain is a closed
/// line of occupied cells, each next to the following one, each used once, around
/// a connected group of empty cells. Every answer is exact. `catena volume` and
/// `catena graph` answer another question: do two disjoint paths lead from here to
/// one region?
///
/// Reads text of # and ., PBM, PNG, TIFF and most other images, or a 2-D array in a
/// .npy or .npz file. In images light cells are occupied, in PBM black ones. Values
/// are those of the file, also of 16 bits, signed or float; --threshold is in their
/// units. A transparent cell (alpha below half) is empty, and so is a NaN.
///
/// A grid may have 10⁹ cells, or up to 2³⁶ if only counts for the minimum sizes 1 and 2
/// are asked for and it has few runs of cells, as plans have. A PBM file of that size
/// needs a bit per cell, other formats need more.
///
/// Minimum sizes 1, 2 and 3 are decided without a budget. Larger ones may need a
/// search, which can be undecided when its budget ends.
///
/// Cells are named COLUMN,ROW, the column first, counted from 0 at the top left.
///
/// Without --at, --leak and --seal the exit code is 0. With --at it is 0 if the cell
/// is on a chain or, if it is empty, enclosed by one, 1 if it is not, and 3 if that is
/// undecided. With --leak it is 1 if
/// the cell is enclosed, with --seal if the region cannot be sealed.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  printf '.##.\\n#..#\\n.##.\\n' | catena grid - --at 0,1
  printf '.##.\\n#..#\\n.##.\\n' | catena grid - --at 1,1 --picture
  printf '####\\n#..#\\n####\\n' | catena grid - --areas -
  printf '####\\n#...\\n####\\n' \\
    | catena grid - --leak 1,1 --seal 1,1 --radius 1")]
pub(crate) struct GridArgs {
    /// The grid; `-` for standard input
    file: PathBuf,
    /// How many connected empty cells a chain must enclose; 1, 2 and 3 need no budget
    #[arg(long, value_name = "N", default_value_t)]
    min_size: MinSize,
    /// Say whether the cell in this column and row is on a chain, and show one, or whether it is enclosed if it is empty; 0,0 is the top left cell
    #[arg(long, value_name = "X,Y", value_parser = parse_place::<Cell>, allow_hyphen_values = true)]
    at: Option<Cell>,
    /// Which cells are neighbours
    #[arg(long, value_enum, default_value_t)]
    lattice: LatticeName,
    #[command(flatten)]
    cells: CellArgs,
    /// The two characters of a text grid: occupied, then empty [default: #.]
    #[arg(long, value_name = "CHARS", value_parser = read::parse_characters)]
    chars: Option<[char; 2]>,
    /// Paint enclosed areas, cells on a chain, a way out (with a blue cross where the widest is narrowest) and a patch over the input, as a PNG
    // `out` is the old name.
    #[arg(short, long = "output", alias = "out", value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many pixels each cell has in the picture of --output, each way
    #[arg(long, value_name = "N", default_value_t = 1, requires = "out", value_parser = clap::value_parser!(u16).range(1..=64))]
    scale: u16,
    /// Draw the grid with its chains and enclosed areas as text
    #[arg(long)]
    picture: bool,
    /// Write a label per cell as a .npy of 32-bit integers: the number of its area, or minus the number of its block, or 0
    #[arg(long, value_name = "FILE")]
    labels: Option<PathBuf>,
    #[command(flatten)]
    walls: WallArgs<Cell>,
    #[command(flatten)]
    polygons: PolygonArgs,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Use this many threads, or all cores if no number is given
    #[arg(long, value_name = "N", num_args = 0..=1, default_value = "1", default_missing_value = "0", value_parser = parse_threads)]
    threads: usize,
    /// The work budget of the search for minimum sizes above 3; one unit is one look at one cell
    #[arg(long, value_name = "N", default_value_t = DEFAULT_BUDGET)]
    budget: u64,
    /// Print how long reading, deciding and writing took, in seconds
    #[arg(long)]
    timings: bool,
}

/// The lattices by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum LatticeName {
    /// Squares: walls continue in eight directions, gaps in four
    #[default]
    Square,
    /// Hexagons in rows, odd rows shifted half a cell to the right: six directions for both
    Hex,
}

fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        Ok(threads) => Ok(threads),
        Err(_) => Err("give a number of threads, or put --threads after the file".to_owned()),
    }
}

impl GridArgs {
    /// The two characters of text grids.
    fn characters(&self) -> [char; 2] {
        self.chars.unwrap_or(['#', '.'])
    }
}

/// What is read: the grid with its doors, and the masks.
struct MaskedGrid {
    /// The grid. Doors are occupied.
    raster: Raster,
    doors: Option<Raster>,
    seal_mask: Option<Raster>,
    /// The threshold that Otsu's method chose, if it was asked.
    chosen_threshold: Option<f64>,
    /// What the file says about its place on a map.
    place: ImagePlace,
    is_image: bool,
}

impl MaskedGrid {
    /// Reads the masks, and closes the doors.
    fn read(args: &GridArgs, grid: GridFile) -> Result<MaskedGrid> {
        let GridFile {
            mut raster,
            chosen_threshold,
            place,
            is_image,
            is_text,
        } = grid;
        let mut has_text = is_text;
        let mut read_mask = |path: &Path| {
            let file = read::grid(path, &CellArgs::default(), args.characters())?;
            has_text |= file.is_text;
            let mask = file.raster;
            let size = |raster: &Raster| (raster.width(), raster.height());
            let ((width, height), (wide, high)) = (size(&mask), size(&raster));
            if (width, height) != (wide, high) {
                let name = path.display();
                bail!("'{name}' has {width}x{height} cells, and the grid {wide}x{high}");
            }
            Ok(mask)
        };
        let doors = args.walls.doors().map(&mut read_mask).transpose()?;
        let seal_mask = args.walls.seal_mask().map(read_mask).transpose()?;
        if args.chars.is_some() && !has_text {
            bail!("--chars is for grids of text, and no input is one");
        }
        for cell in doors.iter().flat_map(Raster::occupied_cells) {
            raster.set(cell, true);
        }
        Ok(MaskedGrid {
            raster,
            doors,
            seal_mask,
            chosen_threshold,
            place,
            is_image,
        })
    }
}

pub(crate) fn run(args: &GridArgs) -> Result<ExitCode> {
    check_files(args)?;
    let area_files = AreaFiles::new(args)?;
    let check_large = |_, _| large::check(args);
    let (read, grid) =
        timed(|| read::any_grid(&args.file, &args.cells, args.characters(), &check_large));
    let grid = match grid? {
        AnyGridFile::Usual(grid) => grid,
        AnyGridFile::Large(grid) => return large::run(args, &grid, read),
    };
    let (read_masks, input) = timed(|| MaskedGrid::read(args, grid));
    let (read, input) = (read + read_masks, input?);
    check_at(args, &input.raster)?;
    overlay::check_scale(&input.raster, args.scale.into())?;
    if args.picture {
        picture::check(&input.raster)?;
    }
    give_hints(args, &input);
    let canvas = area_files.canvas(&input)?;
    memory::check_grid(args, &input.raster)?;
    let (decide, report) = timed(|| decide(args, &input.raster));
    let report = report?;
    let (walls, answers) = timed(|| answer_walls(args, &input));
    let answers = answers?;
    let (write, written) = timed(|| write_files(args, &input.raster, &report, &answers));
    written?;
    let areas = area_files.write(&input, canvas.as_ref())?;
    let enclosure = enclosure(args, &input.raster, &report);
    let timings = args.timings.then_some(GridTimings {
        read,
        decide,
        walls: args.walls.is_asked().then_some(walls),
        areas: areas.map(|[found, _]| found),
        write: write + areas.map_or(0.0, |[_, written]| written),
    });
    match args.format {
        _ if area_files.is_standard_output() => output::tell_threshold(input.chosen_threshold),
        Format::Json => {
            let mut json = JsonGrid::new(args, &input.raster, &report, timings);
            json.threshold = input.chosen_threshold;
            json.leak = answers.leak.as_ref().map(JsonLeak::from);
            json.seal = answers.seal.as_ref().map(JsonSeal::from);
            json.enclosed = enclosure.map(|area| area.is_some());
            json.area = enclosure.flatten();
            output::print_json(&json)?;
        }
        Format::Text => {
            output::print_threshold(input.chosen_threshold)?;
            if let (true, Some(labels)) = (args.picture, &report.labels) {
                let shown = shown_cells(&report, &answers);
                picture::write(&mut output::stdout(), &input.raster, labels, &shown)?;
            }
            answers.write_text(&mut output::stdout())?;
            report::write_enclosure(args, enclosure)?;
            print_text(args, &input.raster, &report, timings)?;
        }
    }
    Ok(match report.is_on_chain {
        Some(Err(_)) => ExitCode::Undecided,
        Some(Ok(false)) => ExitCode::NoChain,
        None if enclosure == Some(None) => ExitCode::NoChain,
        _ => ExitCode::for_answer(answers.is_yes()),
    })
}

/// Refuses two outputs in one file, where the second would replace the first, names that
/// promise another format, and outputs that are inputs.
fn check_files(args: &GridArgs) -> Result<()> {
    let outputs = [
        ("--output", args.out.as_deref()),
        ("--labels", args.labels.as_deref()),
        ("--areas", args.walls.areas()),
        ("--polygons", args.polygons.path()),
    ];
    for (place, (name, path)) in outputs.iter().enumerate() {
        for (other, other_path) in &outputs[place + 1..] {
            if let (Some(path), Some(other_path)) = (path, other_path)
                && file::is_same_output(path, other_path)
            {
                bail!("{name} and {other} name the same file '{}'", path.display());
            }
        }
    }
    let paths = outputs.iter().filter_map(|(_, path)| *path);
    args.walls.check_files(&args.file, paths.clone())?;
    if let Some(map) = args.polygons.world_file(&args.file) {
        for path in paths {
            file::refuse_own_input(path, [map.as_path()])?;
        }
    }
    file::refuse_dash("--output", args.out.as_deref())?;
    file::refuse_dash("--labels", args.labels.as_deref())?;
    file::check_name("--output", args.out.as_deref(), "png")?;
    file::check_name("--labels", args.labels.as_deref(), "npy")?;
    let mut paths = outputs.iter().filter_map(|(_, path)| *path);
    paths.try_for_each(file::check_output)
}

/// Says what was probably not meant, where an image or a mask has other values than were
/// expected.
fn give_hints(args: &GridArgs, input: &MaskedGrid) {
    let occupied = input.raster.count_occupied();
    read::hint_if_dark(&args.cells, input.is_image, occupied);
    if input.is_image && !args.cells.invert && looks_inverted(&input.raster) {
        tell!(
            "catena: most cells are occupied, because light pixels are; if the walls are dark, add --invert"
        );
    }
    args.walls
        .hint_if_no_doors(input.doors.as_ref().map(Raster::count_occupied));
}

/// Whether a grid looks like one with dark walls on a light ground: most cells are
/// occupied, and so are most of those at the rim.
fn looks_inverted(raster: &Raster) -> bool {
    let (width, height) = (raster.width(), raster.height());
    let count = |rim: &mut dyn Iterator<Item = Cell>| {
        let rim: Vec<bool> = rim.map(|cell| raster.is_occupied(cell)).collect();
        (rim.iter().filter(|cell| **cell).count(), rim.len())
    };
    let rows = (0..height).flat_map(|row| [Cell::new(0, row), Cell::new(width - 1, row)]);
    let columns = (0..width).flat_map(|x| [Cell::new(x, 0), Cell::new(x, height - 1)]);
    let (occupied, all) = count(&mut rows.chain(columns));
    3 * raster.count_occupied() > 2 * (width * height) as u64 && 3 * occupied > 2 * all
}

/// Does work, and says how many seconds it took.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = work();
    (start.elapsed().as_secs_f64(), result)
}

/// Answers what is asked about a leak and a patch.
fn answer_walls(args: &GridArgs, input: &MaskedGrid) -> Result<WallAnswers<Cell>> {
    let raster = &input.raster;
    let mask = input.seal_mask.as_ref().map(Raster::occupied_cells);
    match args.lattice {
        LatticeName::Square => args.walls.answer(&Grid::new(raster), mask),
        LatticeName::Hex => args.walls.answer(&Grid::hex(raster), mask),
    }
}

/// Refuses a cell that is not there, or on a chain that is not there.
fn check_at(args: &GridArgs, raster: &Raster) -> Result<()> {
    let (width, height) = (raster.width(), raster.height());
    match args.at {
        Some(cell) if !raster.contains(cell) => {
            bail!("there is no cell {cell} on a grid of {width}x{height} cells")
        }
        Some(cell) if raster.is_occupied(cell) && args.walls.rim() == Rim::Wall => {
            bail!("--at needs --rim open: a chain goes through cells, and the rim has none")
        }
        _ => Ok(()),
    }
}

/// The cell of `--at` if it is empty: the question is whether it is enclosed.
fn empty_at(args: &GridArgs, raster: &Raster) -> Option<Cell> {
    args.at.filter(|cell| !raster.is_occupied(*cell))
}

/// The number of the area of the empty cell of `--at`, if it is in one; `None` if there is no
/// such question.
fn enclosure(args: &GridArgs, raster: &Raster, report: &Report) -> Option<Option<u32>> {
    let cell = empty_at(args, raster)?;
    let label = report.labels.as_ref()?[cell.row * raster.width() + cell.column];
    Some(u32::try_from(label).ok().filter(|number| *number > 0))
}

/// Whether an answer needs a label for each cell.
fn needs_labels(args: &GridArgs, raster: &Raster) -> bool {
    args.labels.is_some() || args.out.is_some() || args.picture || empty_at(args, raster).is_some()
}

/// What is shown by its cells: a chain, a way out, an opening, a patch.
fn shown_cells(report: &Report, answers: &WallAnswers<Cell>) -> Vec<Cell> {
    let mut shown = answers.shown();
    if let Some(Ok(Some(chain))) = &report.witness {
        shown.extend(chain.cells());
    }
    shown
}

fn decide(args: &GridArgs, raster: &Raster) -> Result<Report> {
    let progress = Progress::default();
    let mut query = query(args, &progress);
    if let Some(cell) = args.at.filter(|cell| raster.is_occupied(*cell)) {
        query = query.with_witness_at(cell);
    }
    if needs_labels(args, raster) {
        query = query.with_labels();
    }
    if args.walls.rim() == Rim::Open {
        return Ok(analyse(args, raster, &query, &progress));
    }
    let framed = frame::with_frame(raster)?;
    let mut report = analyse(args, &framed, &query, &progress);
    frame::without_frame(&mut report, raster);
    Ok(report)
}

fn analyse(args: &GridArgs, raster: &Raster, query: &Query<'_>, progress: &Progress) -> Report {
    let budget = args.budget;
    watched(progress, raster.height(), || match args.lattice {
        LatticeName::Square => Grid::new(raster).with_budget(budget).analyse(query),
        LatticeName::Hex => Grid::hex(raster).with_budget(budget).analyse(query),
    })
}

fn query<'a>(args: &GridArgs, progress: &'a Progress) -> Query<'a> {
    Query::new(args.min_size)
        .with_threads(args.threads)
        .with_progress(progress)
}

/// Shows a progress bar if the work takes longer than half a second.
fn watched<T>(progress: &Progress, height: usize, work: impl FnOnce() -> T) -> T {
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let mut bar = None;
            let mut waited = 0;
            while !is_done.load(Ordering::Relaxed) {
                std::thread::park_timeout(Duration::from_millis(50));
                waited += 1;
                if waited >= 10 {
                    let length = Progress::rows_in_all(height) as u64;
                    let bar = bar.get_or_insert_with(|| {
                        output::progress(length, "{bar:40} {percent}% {eta} left")
                    });
                    bar.set_position(progress.rows_done() as u64);
                }
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        let result = work();
        is_done.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        result
    })
}

fn write_files(
    args: &GridArgs,
    raster: &Raster,
    report: &Report,
    answers: &WallAnswers<Cell>,
) -> Result<()> {
    let Some(labels) = &report.labels else {
        return Ok(());
    };
    if let Some(path) = &args.labels {
        let shape = [raster.height(), raster.width()];
        file::write_whole(path, |out| labels_file::write(out, &shape, labels))?;
    }
    if let Some(path) = &args.out {
        let marks = Marks {
            shown: shown_cells(report, answers),
            narrowest: answers.narrowest(),
        };
        file::write_whole(path, |out| {
            overlay::write(out, raster, labels, &marks, args.scale.into())
        })?;
    }
    Ok(())
}
