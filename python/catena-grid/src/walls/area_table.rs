//! The table of areas: where each is, what bounds it, and what opens it.

use std::collections::TryReserveError;
use std::sync::Arc;

use arrow_array::builder::{FixedSizeListBuilder, Int64Builder, ListBuilder};
use arrow_array::{ArrayRef, Float64Array, Int64Array};
use catena_grid::wall::{self, AreaRecord, Rim, Space};
use catena_grid::{Cell, MinSize, Raster};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::place::{Place, signed, wall_error};

/// The elements of a column.
#[derive(Debug)]
pub(crate) enum Column {
    Whole(Vec<i64>),
    /// A number, or none if the rim is a wall.
    Opening(Vec<Option<i64>>),
    Float(Vec<f64>),
    /// Numbers of areas.
    Numbers(Lists),
    /// Cells: as many numbers for each as there are axes.
    Cells(Lists, usize),
}

/// A list of numbers per area.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Where the list of each area ends.
    ends: Vec<usize>,
    numbers: Vec<i64>,
}

impl Lists {
    fn push(&mut self, numbers: impl Iterator<Item = i64>) -> Result<(), TryReserveError> {
        for number in numbers {
            self.numbers.try_reserve(1)?;
            self.numbers.push(number);
        }
        self.ends.try_reserve(1)?;
        self.ends.push(self.numbers.len());
        Ok(())
    }

    fn get(&self, area: usize) -> &[i64] {
        let start = area.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start..self.ends[area]]
    }
}

/// The names of the axes, in the order of NumPy.
fn axis_names(axes: usize) -> &'static [&'static str] {
    &["layer", "row", "col"][3 - axes..]
}

/// A row per area. Cells are in the order of NumPy.
#[derive(Debug)]
pub(crate) struct AreaTable {
    columns: Vec<(String, Column)>,
    len: usize,
}

impl AreaTable {
    /// A table without rows, for arrays with this many axes.
    pub(crate) fn empty(axes: usize, has_doors: bool) -> AreaTable {
        let names = axis_names(axes);
        let mut columns = vec![
            ("area".to_owned(), Column::Whole(Vec::new())),
            ("size".to_owned(), Column::Whole(Vec::new())),
        ];
        for prefix in ["", "min_", "max_"] {
            let places = names.iter().map(|name| format!("{prefix}{name}"));
            columns.extend(places.map(|name| (name, Column::Whole(Vec::new()))));
        }
        let centroids = names.iter().map(|name| format!("centroid_{name}"));
        columns.extend(centroids.map(|name| (name, Column::Float(Vec::new()))));
        let cells = || Column::Cells(Lists::default(), axes);
        columns.extend([
            ("walls".to_owned(), Column::Whole(Vec::new())),
            ("touches".to_owned(), Column::Numbers(Lists::default())),
            ("opening".to_owned(), Column::Opening(Vec::new())),
            ("opening_cells".to_owned(), cells()),
        ]);
        if has_doors {
            columns.push(("doors".to_owned(), cells()));
        }
        AreaTable { columns, len: 0 }
    }

    /// The areas of at least this size. `doors` are the rows of all layers.
    pub(crate) fn find<S: Space>(
        space: &S,
        rim: Rim,
        min_size: MinSize,
        doors: Option<&Raster>,
    ) -> PyResult<AreaTable>
    where
        S::Place: Place,
    {
        let survey = wall::areas(space, rim, min_size).map_err(wall_error)?;
        let mut of_areas: Vec<(u32, S::Place)> = Vec::new();
        for Cell { row, column, .. } in doors.into_iter().flat_map(Raster::occupied_cells) {
            let door = space.place(column, row);
            let beside = survey.areas_beside(door).into_iter();
            of_areas.extend(beside.map(|area| (area, door)));
        }
        of_areas.sort_unstable();
        let mut of_areas = of_areas.into_iter().peekable();
        let mut table = AreaTable::empty(S::Place::AXES, doors.is_some());
        table.reserve(survey.len()).map_err(no_memory)?;
        for record in survey.records() {
            let mut doors = Vec::new();
            while let Some((_, door)) = of_areas.next_if(|(area, _)| *area == record.number) {
                doors.push(door);
            }
            table.push(&record, &doors).map_err(no_memory)?;
        }
        Ok(table)
    }

    /// Makes room for as many areas. There may be one for every fourth cell.
    fn reserve(&mut self, areas: usize) -> Result<(), TryReserveError> {
        for (_, column) in &mut self.columns {
            match column {
                Column::Whole(numbers) => numbers.try_reserve_exact(areas)?,
                Column::Opening(numbers) => numbers.try_reserve_exact(areas)?,
                Column::Float(numbers) => numbers.try_reserve_exact(areas)?,
                Column::Numbers(lists) | Column::Cells(lists, _) => {
                    lists.ends.try_reserve_exact(areas)?;
                }
            }
        }
        Ok(())
    }

    fn push<P: Place>(
        &mut self,
        record: &AreaRecord<P>,
        doors: &[P],
    ) -> Result<(), TryReserveError> {
        let layer = 3 - P::AXES;
        let places = [record.inside, record.min, record.max];
        let places = places.map(P::layer_row_column);
        let sizes = [i64::from(record.number), whole(record.cells)];
        let places = places.iter().flat_map(|place| &place[layer..]);
        let places = places.map(|coordinate| signed(*coordinate));
        let mut wholes = sizes.into_iter().chain(places).chain([whole(record.walls)]);
        // The library says the column first.
        let mut floats = record.centroid[..P::AXES].iter().rev();
        let opening = record.opening.as_ref();
        let opening_cells = opening.map_or(&[][..], |opening| &opening.cells);
        let mut cells = [opening_cells, doors].into_iter();
        for (_, column) in &mut self.columns {
            match column {
                Column::Whole(numbers) => numbers.extend(wholes.next()),
                Column::Float(numbers) => numbers.extend(floats.next()),
                Column::Opening(numbers) => {
                    numbers.push(opening.map(|opening| signed(opening.cells.len())));
                }
                Column::Numbers(lists) => {
                    lists.push(record.touches.iter().copied().map(i64::from))?;
                }
                Column::Cells(lists, _) => {
                    let cells = cells.next().unwrap_or_default();
                    let axes = cells.iter().flat_map(|cell| cell.axes());
                    lists.push(axes.map(signed))?;
                }
            }
        }
        self.len += 1;
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = (&str, &Column)> {
        let columns = self.columns.iter();
        columns.map(|(name, column)| (name.as_str(), column))
    }

    /// How many cells each area has.
    pub(crate) fn sizes(&self) -> &[i64] {
        match self.columns.get(1) {
            Some((_, Column::Whole(sizes))) => sizes,
            _ => &[],
        }
    }

    /// Adds a column after the one of the bounding cells.
    pub(crate) fn insert(&mut self, name: &str, numbers: Vec<i64>) {
        let walls = self.columns.iter().position(|(name, _)| name == "walls");
        let place = walls.map_or(self.columns.len(), |walls| walls + 1);
        let column = (name.to_owned(), Column::Whole(numbers));
        self.columns.insert(place, column);
    }
}

impl Column {
    /// The elements as objects of Python: numbers, None, lists, tuples.
    pub(crate) fn to_list<'py>(&self, py: Python<'py>, len: usize) -> PyResult<Bound<'py, PyList>> {
        match self {
            Column::Whole(numbers) => PyList::new(py, numbers),
            Column::Opening(numbers) => PyList::new(py, numbers),
            Column::Float(numbers) => PyList::new(py, numbers),
            Column::Numbers(lists) => PyList::new(py, (0..len).map(|area| lists.get(area))),
            Column::Cells(lists, axes) => {
                let all = PyList::empty(py);
                for area in 0..len {
                    let cells = PyList::empty(py);
                    for cell in lists.get(area).chunks_exact(*axes) {
                        cells.append(PyTuple::new(py, cell)?)?;
                    }
                    all.append(cells)?;
                }
                Ok(all)
            }
        }
    }

    /// The elements as an array of Arrow.
    pub(crate) fn to_arrow(&self) -> ArrayRef {
        match self {
            Column::Whole(numbers) => Arc::new(Int64Array::from(numbers.clone())),
            Column::Opening(numbers) => Arc::new(Int64Array::from(numbers.clone())),
            Column::Float(numbers) => Arc::new(Float64Array::from(numbers.clone())),
            Column::Numbers(lists) => {
                let mut builder = ListBuilder::new(Int64Builder::new());
                for area in 0..lists.ends.len() {
                    builder.values().append_slice(lists.get(area));
                    builder.append(true);
                }
                Arc::new(builder.finish())
            }
            Column::Cells(lists, axes) => {
                let length = if *axes == 2 { 2 } else { 3 };
                let cells = FixedSizeListBuilder::new(Int64Builder::new(), length);
                let mut builder = ListBuilder::new(cells);
                for area in 0..lists.ends.len() {
                    for cell in lists.get(area).chunks_exact(*axes) {
                        builder.values().values().append_slice(cell);
                        builder.values().append(true);
                    }
                    builder.append(true);
                }
                Arc::new(builder.finish())
            }
        }
    }

    /// An element as a notebook shows it; lists are too long for that.
    pub(crate) fn text(&self, area: usize) -> Option<String> {
        match self {
            Column::Whole(numbers) => Some(numbers[area].to_string()),
            Column::Float(numbers) => Some(format!("{:.1}", numbers[area])),
            Column::Opening(numbers) => {
                Some(numbers[area].map_or("none".to_owned(), |cells| cells.to_string()))
            }
            Column::Numbers(_) | Column::Cells(..) => None,
        }
    }
}

fn no_memory(_: TryReserveError) -> PyErr {
    PyMemoryError::new_err("there is no memory for the table of areas")
}

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
