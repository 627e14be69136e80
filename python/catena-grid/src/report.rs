//! [`PyReport`]: what is enclosed, as counts and as a table of areas.

use std::fmt::Write as _;
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array, RecordBatch};
use catena_grid::cavity::Cavities;
use catena_grid::{Raster, Report, VolumeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3_arrow::PyTable;

use crate::array::{self, Cells, LayerRows, Threshold};
use crate::failure::value_error;
use crate::options::{LatticeName, Options, Whole};
use crate::question::{check_volume, default_size, on_lattice};
use crate::work::{self, Effort};

/// The columns for the areas of a plane.
const AREA_COLUMNS: [&str; 8] = [
    "area", "size", "row", "col", "min_row", "min_col", "max_row", "max_col",
];

/// The columns for the cavities of a volume.
const CAVITY_COLUMNS: [&str; 10] = [
    "area",
    "size",
    "min_layer",
    "min_row",
    "min_col",
    "max_layer",
    "max_row",
    "max_col",
    "wall_cells",
    "opening",
];

/// How many areas a notebook shows.
const SHOWN: usize = 10;

/// What `analyse` found: counts, and a table with a row per area.
///
/// The table of an image has the columns `area` (its label), `size`, `row` and `col`
/// of its first cell, and its box: `min_row`, `min_col`, `max_row` and `max_col`, all
/// inclusive. That of a volume has the box with layers, `wall_cells` (how many
/// occupied cells touch the cavity) and `opening` (the fewest that must be removed to
/// open it). Cells are (row, col), in a volume (layer, row, col).
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
    names: &'static [&'static str],
    /// The columns of the table of areas, in the order of the names.
    columns: Vec<Vec<i64>>,
}

impl PyReport {
    /// The report about an array without a cell.
    fn empty(shape: Vec<usize>, options: Options) -> PyReport {
        let is_plane = shape.len() == 2;
        let names: &'static [&'static str] = if is_plane {
            &AREA_COLUMNS
        } else {
            &CAVITY_COLUMNS
        };
        PyReport {
            shape,
            options,
            occupied: 0,
            enclosed: 0,
            closed_gaps: 0,
            sealed: (0, 0),
            walls: is_plane.then_some(0),
            on_chain: is_plane.then_some(0),
            names,
            columns: vec![Vec::new(); names.len()],
        }
    }

    /// The report about a plane.
    fn of_plane(raster: &Raster, options: Options) -> PyReport {
        let query = options.query().with_labels();
        let mut report: Report = on_lattice!(options, raster, |grid| grid.analyse(&query));
        let labels = report.labels.take().unwrap_or_default();
        PyReport {
            occupied: raster.count_occupied(),
            enclosed: report.closed_gaps.cells,
            closed_gaps: report.closed_gaps.count,
            sealed: (report.sealed_areas.count, report.sealed_areas.cells),
            walls: Some(report.walls),
            on_chain: report.cells_on_chain.ok(),
            columns: area_columns(&labels, raster.width(), report.areas as usize),
            ..PyReport::empty(vec![raster.height(), raster.width()], options)
        }
    }

    /// The report about a volume.
    fn of_volume(layers: &LayerRows, options: Options) -> Result<PyReport, VolumeError> {
        let volume = layers.volume()?;
        let cavities = Cavities::find(&volume, options.min_size);
        let mut columns = vec![Vec::new(); CAVITY_COLUMNS.len()];
        for (number, cavity) in (1..).zip(cavities.describe()) {
            let (min, max) = (cavity.min, cavity.max);
            let row = [
                number,
                whole(cavity.volume),
                place(min.2),
                place(min.1),
                place(min.0),
                place(max.2),
                place(max.1),
                place(max.0),
                whole(cavity.wall_cells),
                cavity.opening.into(),
            ];
            for (column, value) in columns.iter_mut().zip(row) {
                column.push(value);
            }
        }
        let (gaps, sealed) = (cavities.closed_gaps(), cavities.sealed());
        Ok(PyReport {
            occupied: volume.count_occupied(),
            enclosed: gaps.cells,
            closed_gaps: gaps.count,
            sealed: (sealed.count, sealed.cells),
            columns,
            ..PyReport::empty(layers.shape(), options)
        })
    }

    fn column(&self, name: &str) -> &[i64] {
        let found = self.names.iter().position(|other| *other == name);
        found.map_or(&[], |at| &self.columns[at])
    }

    /// The table for Arrow.
    fn table(&self) -> PyResult<PyTable> {
        let columns = self.names.iter().zip(&self.columns).map(|(name, column)| {
            let column: ArrayRef = Arc::new(Int64Array::from(column.clone()));
            (*name, column)
        });
        let batch = RecordBatch::try_from_iter(columns).map_err(value_error)?;
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
        self.columns[0].len()
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

    /// Returns the table of areas as a dict of lists, a list per column. Places are
    /// rows and columns, (row, col).
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in self.names.iter().zip(&self.columns) {
            dict.set_item(*name, column)?;
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
        let sizes = self.column("size");
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
        for name in self.names {
            let _ = write!(html, "<th scope=\"col\">{name}</th>");
        }
        html.push_str("</tr></thead><tbody>");
        for at in order.into_iter().take(SHOWN) {
            html.push_str("<tr>");
            for column in &self.columns {
                let _ = write!(html, "<td>{}</td>", column[at]);
            }
            html.push_str("</tr>");
        }
        html.push_str("</tbody></table>");
        html
    }
}

/// Finds the enclosed areas with their sizes and boxes, the walls and the cells on a
/// chain, and returns a `Report`.
///
/// `min_size` is 2 for images and 1 for volumes unless it is given. In a volume the
/// areas are its cavities, and nothing is on a chain.
///
/// `image` is any array of NumPy with 2 dimensions or 3: booleans, integers, or floats
/// with a `threshold`. What is not 0 is occupied; with a threshold, what is at least
/// the threshold. Cells are (row, col).
/// In a volume they are (layer, row, col). `threads=0` uses all cores; `budget` is
/// that of `on_chain`.
///
/// >>> import numpy as np, catena_grid as cg
/// >>> image = np.array([[0, 1, 1, 0, 0],
/// ...                   [1, 0, 0, 1, 1],
/// ...                   [0, 1, 1, 0, 0]])
/// >>> r = cg.analyse(image)
/// >>> r.n_areas, r.n_walls, r.on_chain
/// (1, 1, 6)
/// >>> r.to_dict()["max_col"]
/// [2]
#[pyfunction]
#[pyo3(
    signature = (image, min_size=None, *, threshold=None, lattice=LatticeName::Square, threads=Whole(1), budget=None),
    text_signature = "(image, min_size=None, *, threshold=None, lattice='square', threads=1, budget=None)"
)]
pub(crate) fn analyse(
    image: &Bound<'_, PyAny>,
    min_size: Option<Whole>,
    threshold: Option<Threshold>,
    lattice: LatticeName,
    threads: Whole,
    budget: Option<Whole>,
) -> PyResult<PyReport> {
    let py = image.py();
    let cells = array::read(image, threshold)?;
    let min_size = min_size.unwrap_or(default_size(&cells));
    let options = Options::new(min_size, lattice, threads, budget)?;
    match cells {
        Cells::None(shape) => Ok(PyReport::empty(shape, options)),
        Cells::Plane(raster) => {
            let effort = options.effort(&raster);
            work::run(py, effort, move || PyReport::of_plane(&raster, options))
        }
        Cells::Volume(layers) => {
            check_volume(&options)?;
            let effort = Effort {
                is_search: false,
                ..options.effort(&layers.rows)
            };
            let work = move || PyReport::of_volume(&layers, options);
            work::run(py, effort, work)?.map_err(value_error)
        }
    }
}

/// The columns of the table of areas, from the label of each cell, row by row.
fn area_columns(labels: &[i32], width: usize, areas: usize) -> Vec<Vec<i64>> {
    let mut columns = vec![vec![0; areas]; AREA_COLUMNS.len()];
    let [number, size, row, col, min_row, min_col, max_row, max_col] = &mut columns[..] else {
        return columns;
    };
    for (number, count) in number.iter_mut().zip(1..) {
        *number = count;
    }
    for (y, line) in labels.chunks_exact(width.max(1)).enumerate() {
        let y = place(y);
        for (x, label) in line.iter().enumerate() {
            let Ok(area @ 1..) = usize::try_from(*label) else {
                continue;
            };
            let (x, area) = (place(x), area - 1);
            if size[area] == 0 {
                (row[area], col[area]) = (y, x);
                (min_row[area], min_col[area]) = (y, x);
            }
            size[area] += 1;
            min_col[area] = min_col[area].min(x);
            max_col[area] = max_col[area].max(x);
            max_row[area] = y;
        }
    }
    columns
}

fn place(place: usize) -> i64 {
    i64::try_from(place).unwrap_or(i64::MAX)
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
