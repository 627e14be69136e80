//! Cells as they are typed and written: column, row and, in a volume, layer.

use catena_grid::{Cell, Voxel};

/// A cell of a grid or of a volume.
pub(crate) trait Place: Copy + Ord + Send + Sync + std::fmt::Debug + 'static {
    /// What the help calls it.
    const NAME: &'static str;
    /// How many coordinates it has.
    const AXES: usize;

    /// The cell with these coordinates: column, row and, in a volume, layer.
    fn from_coordinates(coordinates: &[usize]) -> Option<Self>;

    /// Column, row and layer; on a grid the layer is 0.
    fn coordinates(self) -> [usize; 3];
}

impl Place for Cell {
    const NAME: &'static str = "X,Y";
    const AXES: usize = 2;

    fn from_coordinates(coordinates: &[usize]) -> Option<Cell> {
        match *coordinates {
            [column, row] => Some(Cell::new(column, row)),
            _ => None,
        }
    }

    fn coordinates(self) -> [usize; 3] {
        [self.column, self.row, 0]
    }
}

impl Place for Voxel {
    const NAME: &'static str = "X,Y,Z";
    const AXES: usize = 3;

    fn from_coordinates(coordinates: &[usize]) -> Option<Voxel> {
        match *coordinates {
            [column, row, layer] => Some((column, row, layer)),
            _ => None,
        }
    }

    fn coordinates(self) -> [usize; 3] {
        self.into()
    }
}

/// Reads a cell: numbers with commas between them.
pub(crate) fn parse<P: Place>(text: &str) -> Result<P, String> {
    let numbers: Option<Vec<usize>> = text
        .split(',')
        .map(|part| part.trim().parse().ok())
        .collect();
    numbers
        .and_then(|numbers| P::from_coordinates(&numbers))
        .ok_or_else(|| match P::AXES {
            2 => "give a column and a row, like 3,5".to_owned(),
            _ => "give a column, a row and a layer, like 3,5,2".to_owned(),
        })
}

/// The coordinates of a cell as a list.
pub(crate) fn list<P: Place>(place: P) -> Vec<usize> {
    place.coordinates()[..P::AXES].to_vec()
}

/// A cell as it is typed.
pub(crate) fn text<P: Place>(place: P) -> String {
    let numbers: Vec<String> = list(place).iter().map(usize::to_string).collect();
    numbers.join(",")
}
