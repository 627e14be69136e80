//! [`PyReport`]: what is enclosed, as counts and as a table of areas.

use std::fmt::Write as _;

use arrow_array::RecordBatch;
use catena_grid::cavity::Cavities;
use catena_grid::wall::Rim;
use catena_grid::{Raster, Report};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyTable;

use crate::array::{Cells, LayerRows, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::question::{default_size, on_lattice};
use crate::walls::area_table::AreaTable;
use crate::walls::frame::Framed;
use crate::walls::{RimName, WalledCells, check_lattice};
use crate::work;

/// How many areas a notebook shows.
const SHOWN: usize = 10;

/// What `analyse` found: counts, and a table with a row per area.
///
/// The table has the columns `area` (its label), `size`, `row` and `col` of its first
/// cell, its box (`min_row`, `min_col`, `max_row`, `max_col`, all inclusive),
/// `centroid_row` and `centroid_col`, `walls` (how many occupied cells bound it: those
/// that it would leak into if they were removed), `touches` (the areas that the removal
/// of one occupied cell joins with it), `opening` (the fewest occupied cells whose removal
/// lets it leak to the outside) and `opening_cells` (which ones, from the area to the
/// outside). For a volume there are layers as well, and `wall_cells`: how many occupied
/// cells touch the cavity, at corners too. With `doors` there is a column of the doors
/// that bound the area. Cells are (row, col), in a volume (layer, row, col).
///
/// A report has Arrow's C interface: `pyarrow.table(r)` and `polars.DataFrame(r)` read
/// it. A notebook shows it as a table.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> r = cg.analyse(np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]]))
/// >>> r
/// <Report cells: 3x4, occupied: 10, enclosed: 2, areas of 2 cells or more: 1, walls: 1, cells on a chain: 10>
#[pyclass(name = "Report", module = "catena_grid", frozen)]
#[derive(Debug)]
pub(crate) struct PyReport {
    shape: Vec<usize>,
    options: Options,
    occupied: u64,
    enclosed: u64,
    closed_gaps: u64,
    sealed: (u64, u64),
    walls: Option<u32>,
    on_chain: Option<u64>,
    areas: AreaTable,
}

impl PyReport {
    /// The report about an array without a cell.
    fn empty(shape: Vec<usize>, options: Options, has_doors: bool) -> PyReport {
        let is_plane = shape.len() == 2;
        let mut areas = AreaTable::empty(shape.len(), has_doors);
        if !is_plane {
            areas.insert("wall_cells", Vec::new());
        }
        PyReport {
            shape,
            options,
            occupied: 0,
            enclosed: 0,
            closed_gaps: 0,
            sealed: (0, 0),
            walls: is_plane.then_some(0),
            on_chain: is_plane.then_some(0),
            areas,
        }
    }

    /// The report about a plane.
    fn of_plane(
        raster: &Raster,
        doors: Option<&Raster>,
        rim: Rim,
        options: Options,
    ) -> PyResult<PyReport> {
        let areas = on_lattice!(options, raster, |grid| AreaTable::find(
            &grid,
            rim,
            options.min_size,
            doors
        ))?;
        let report = counts_of_plane(raster, rim, options)?;
        Ok(PyReport {
            occupied: raster.count_occupied(),
            enclosed: report.closed_gaps.cells,
            closed_gaps: report.closed_gaps.count,
            sealed: (report.sealed_areas.count, report.sealed_areas.cells),
            walls: Some(report.walls),
            on_chain: report.cells_on_chain.ok(),
            areas,
            ..PyReport::empty(vec![raster.height(), raster.width()], options, false)
        })
    }

    /// The report about a volume.
    fn of_volume(
        layers: LayerRows,
        doors: Option<&Raster>,
        rim: Rim,
        options: Options,
    ) -> PyResult<PyReport> {
        let shape = layers.shape();
        let volume = layers.volume().map_err(value_error)?;
        drop(layers);
        let cavities = Cavities::find_with_rim(&volume, options.min_size, rim);
        let mut areas = AreaTable::find(&volume, rim, options.min_size, doors)?;
        let described = cavities.describe();
        let wall_cells = described.iter().map(|cavity| whole(cavity.wall_cells));
        areas.insert("wall_cells", wall_cells.collect());
        let (gaps, sealed) = (cavities.closed_gaps(), cavities.sealed());
        Ok(PyReport {
            occupied: volume.count_occupied(),
            enclosed: gaps.cells,
            closed_gaps: gaps.count,
            sealed: (sealed.count, sealed.cells),
            areas,
            ..PyReport::empty(shape, options, false)
        })
    }

    /// The table for Arrow.
    fn table(&self) -> PyResult<PyTable> {
        let columns = self.areas.columns();
        let columns = columns.map(|(name, column)| (name, column.to_arrow(), true));
        let batch = RecordBatch::try_from_iter_with_nullable(columns).map_err(value_error)?;
        let schema = batch.schema();
        PyTable::try_new(vec![batch], schema)
    }

    fn what(&self) -> &'static str {
        if self.shape.len() == 2 {
            "areas"
        } else {
            "cavities"
        }
    }

    /// The shape as text, like `480x640`.
    fn size(&self) -> String {
        let sides: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        sides.join("x")
    }

    /// The numbers above the table, with what they count.
    fn counts(&self) -> Vec<(String, String)> {
        let mut counts = vec![
            ("cells".to_owned(), self.size()),
            ("occupied".to_owned(), self.occupied.to_string()),
            ("enclosed".to_owned(), self.enclosed.to_string()),
            (
                format!("{} of {} cells or more", self.what(), self.options.min_size),
                self.n_areas().to_string(),
            ),
        ];
        if let Some(walls) = self.walls {
            let on_chain = self.on_chain;
            let on_chain = on_chain.map_or("undecided".to_owned(), |cells| cells.to_string());
            counts.push(("walls".to_owned(), walls.to_string()));
            counts.push(("cells on a chain".to_owned(), on_chain));
        }
        counts
    }
}

#[pymethods]
impl PyReport {
    /// The shape of the array: (rows, cols), or (layers, rows, cols).
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pyo3::types::PyTuple::new(py, &self.shape)?.into_any())
    }

    /// How many cells an area has at least.
    #[getter]
    fn min_size(&self) -> u32 {
        self.options.min_size.get()
    }

    /// 'square' or 'hex'.
    #[getter]
    fn lattice(&self) -> &'static str {
        self.options.lattice.name()
    }

    /// How many cells are occupied.
    #[getter]
    fn occupied(&self) -> u64 {
        self.occupied
    }

    /// How many empty cells are enclosed, in areas of any size.
    #[getter]
    fn enclosed(&self) -> u64 {
        self.enclosed
    }

    /// How many gaps of any size are enclosed: empty cells joined by the steps of leaks.
    #[getter]
    fn closed_gaps(&self) -> u64 {
        self.closed_gaps
    }

    /// How many areas of any size touch no empty cell that is not enclosed, not even at a corner.
    #[getter]
    fn sealed_areas(&self) -> u64 {
        self.sealed.0
    }

    /// How many cells the sealed areas have.
    #[getter]
    fn sealed_cells(&self) -> u64 {
        self.sealed.1
    }

    /// How many areas there are, or cavities.
    #[getter]
    fn n_areas(&self) -> usize {
        self.areas.len()
    }

    /// How many walls there are; None for a volume.
    #[getter]
    fn n_walls(&self) -> Option<u32> {
        self.walls
    }

    /// How many cells are on a chain; None for a volume, and where it is undecided.
    #[getter]
    fn on_chain(&self) -> Option<u64> {
        self.on_chain
    }

    /// Returns the table of areas as a dict of lists, a list per column. Cells are
    /// tuples (row, col), in a volume (layer, row, col).
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in self.areas.columns() {
            dict.set_item(name, column.to_list(py, self.areas.len())?)?;
        }
        Ok(dict)
    }

    /// Returns the table of areas as a `pyarrow.Table`; needs pyarrow. Places are rows
    /// and columns, (row, col).
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.table()?.into_pyarrow(py)
    }

    /// The table of areas, by Arrow's C stream interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let table = self.table()?.into_pyobject(py)?.into_any();
        table.call_method1(intern!(py, "__arrow_c_stream__"), (requested_schema,))
    }

    fn __len__(&self) -> usize {
        self.n_areas()
    }

    fn __repr__(&self) -> String {
        let counts = self.counts();
        let parts = counts
            .iter()
            .map(|(name, value)| format!("{name}: {value}"));
        format!("<Report {}>", parts.collect::<Vec<_>>().join(", "))
    }

    /// The report as HTML, for notebooks.
    fn _repr_html_(&self) -> String {
        let mut html = String::from("<table><caption>catena_grid.Report</caption><tbody>");
        for (name, value) in self.counts() {
            // Writing to a string cannot fail.
            let _ = write!(
                html,
                "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>"
            );
        }
        html.push_str("</tbody></table>");
        let mut order: Vec<usize> = (0..self.n_areas()).collect();
        let sizes = self.areas.sizes();
        order.sort_by_key(|at| (std::cmp::Reverse(sizes[*at]), *at));
        if order.is_empty() {
            return html;
        }
        let _ = write!(
            html,
            "<table><caption>The largest {} of {}</caption><thead><tr>",
            self.what(),
            order.len()
        );
        let first = order[0];
        let shown = self.areas.columns();
        for (name, _) in shown.filter(|(_, column)| column.text(first).is_some()) {
            let _ = write!(html, "<th scope=\"col\">{name}</th>");
        }
        html.push_str("</tr></thead><tbody>");
        for at in order.into_iter().take(SHOWN) {
            html.push_str("<tr>");
            let texts = self.areas.columns();
            for text in texts.filter_map(|(_, column)| column.text(at)) {
                let _ = write!(html, "<td>{text}</td>");
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        html
    }
}

/// The counts of a plane. A rim that is a wall is a frame of cells, which are not
/// counted.
fn counts_of_plane(raster: &Raster, rim: Rim, options: Options) -> PyResult<Report> {
    let query = options.query();
    if rim == Rim::Open {
        return Ok(on_lattice!(options, raster, |grid| grid.analyse(&query)));
    }
    let framed = Framed::new(raster).map_err(value_error)?;
    let mut report: Report = on_lattice!(options, framed.raster, |grid| grid.analyse(&query));
    // The frame is a part of one wall, which encloses everything, so that all of its
    // cells are on a chain or none.
    if report.areas > 0 {
        let cells = report.cells_on_chain;
        report.cells_on_chain = cells.map(|cells| cells - framed.cells());
    }
    Ok(report)
}

/// Finds the enclosed areas with their sizes, boxes and openings, the walls and the cells
/// on a chain, and returns a `Report`.
///
/// `min_size` is 2 for images and 1 for volumes unless it is given. In a volume the
/// areas are its cavities, and nothing is on a chain.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// In a volume they are (layer, row, col). With `rim="wall"` the edge of the array counts
/// as a wall, and nothing has an opening. `doors` is an array of the same shape with cells
/// that count as occupied; the table lists those that bound each area. `threads=0` uses
/// all cores; `budget` is that of `on_chain`.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> r = cg.analyse(image)
/// >>> r.n_areas, r.n_walls, r.on_chain
/// (1, 1, 6)
/// >>> r.to_dict()["max_col"], r.to_dict()["opening_cells"]
/// ([2], [[(2, 1)]])
#[pyfunction]
#[pyo3(
    signature = (image, min_size=None, *, threshold=None, lattice=LatticeName::Square, threads=Whole(1), budget=None, rim=RimName(Rim::Open), doors=None),
    text_signature = "(image, min_size=None, *, threshold=None, lattice='square', threads=1, budget=None, rim='open', doors=None)"
)]
#[allow(
    clippy::too_many_arguments,
    reason = "they are keywords, each with a default"
)]
pub(crate) fn analyse(
    image: &Bound<'_, PyAny>,
    min_size: Option<Whole>,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
    budget: Option<Whole>,
    rim: RimName,
    doors: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyReport> {
    let py = image.py();
    let has_doors = doors.is_some();
    let WalledCells { cells, doors } = WalledCells::read(image, threshold, doors)?;
    let min_size = min_size.unwrap_or(default_size(&cells));
    let options = Options::new(min_size, lattice, threads, budget)?;
    check_lattice(&cells, &options)?;
    let RimName(rim) = rim;
    match cells {
        Cells::None(shape) => Ok(PyReport::empty(shape, options, has_doors)),
        Cells::Plane(raster) => {
            let effort = options.effort(&raster);
            let work = move || PyReport::of_plane(&raster, doors.as_ref(), rim, options);
            work::run(py, effort, work)?
        }
        Cells::Volume(layers) => {
            let effort = options.area_effort(&layers.rows);
            let work = move || PyReport::of_volume(layers, doors.as_ref(), rim, options);
            work::run(py, effort, work)?
        }
    }
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
