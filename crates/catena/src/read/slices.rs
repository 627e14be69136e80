//! A folder of slices: each file is a layer.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use catena_grid::{Cell, Raster};

use super::cells::{CellLayout, ValueSource, ValueVisitor};
use super::threshold::CellRule;
use super::values::ValueSlice;
use super::{CellArgs, GridInput, open_grid, refuse_large};
use crate::file;

/// The files of a folder as layers, in the natural order of their names.
pub(super) struct SliceFolder {
    files: Vec<PathBuf>,
    args: CellArgs,
    layout: CellLayout,
    is_image: bool,
}

impl SliceFolder {
    /// Opens a folder. Hidden files do not count.
    pub(super) fn open(folder: &Path, args: &CellArgs) -> Result<SliceFolder> {
        let mut files = Vec::new();
        for entry in folder.read_dir().context("cannot read the folder")? {
            let path = entry.context("cannot read the folder")?.path();
            let is_hidden = name(&path).starts_with('.');
            if !is_hidden && path.is_file() {
                files.push(path);
            }
        }
        files.sort_by(|one, other| natural_order(&name(one), &name(other)));
        let Some(first) = files.first() else {
            bail!("the folder has no file");
        };
        let slice = open_slice(first, args)?;
        let mut layout = slice.layout().clone();
        let full = [layout.size[0], layout.size[1], files.len()];
        layout.steps[2] = CellLayout::row_by_row(full)?.steps[2];
        layout.size = full;
        Ok(SliceFolder {
            files,
            args: args.clone(),
            layout,
            is_image: slice.is_image(),
        })
    }

    /// Opens a slice and checks that it is like the first.
    fn slice(&self, file: &Path) -> Result<Box<dyn ValueSource>> {
        let slice = open_slice(file, &self.args)?;
        let (found, expected) = (slice.layout(), &self.layout);
        let size = |layout: &CellLayout| format!("{}x{}", layout.size[0], layout.size[1]);
        if found.size[..2] != expected.size[..2] {
            bail!(
                "'{}' has {} cells, not {} as '{}'",
                name(file),
                size(found),
                size(expected),
                name(&self.files[0])
            );
        }
        if (found.first, &found.steps[..2]) != (expected.first, &expected.steps[..2]) {
            bail!(
                "'{}' is not stored the same way up as '{}'",
                name(file),
                name(&self.files[0])
            );
        }
        Ok(slice)
    }
}

impl ValueSource for SliceFolder {
    fn is_image(&self) -> bool {
        self.is_image
    }

    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        open_slice(&self.files[0], &self.args)?.default_rule()
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        let mut first_rule = None;
        for file in &self.files {
            let mut slice = self.slice(file)?;
            if self.args.threshold.is_none() {
                let rule = slice.default_rule()?;
                if *first_rule.get_or_insert(rule) != rule {
                    bail!(
                        "'{}' has another range of values than '{}'; give --threshold",
                        name(file),
                        name(&self.files[0])
                    );
                }
            }
            slice
                .visit(visitor)
                .with_context(|| format!("'{}'", name(file)))?;
        }
        Ok(())
    }
}

fn open_slice(path: &Path, args: &CellArgs) -> Result<Box<dyn ValueSource>> {
    // Cells are inverted when the layers are put together.
    let args = CellArgs {
        invert: false,
        ..args.clone()
    };
    let input = file::open(path)?;
    let opened = open_grid(input, path, &args, ['#', '.'], &refuse_large);
    let opened = opened.with_context(|| format!("'{}'", name(path)))?;
    Ok(match opened {
        GridInput::Values(source) => source,
        GridInput::Text(raster) => Box::new(RasterValues::new(raster)?),
        GridInput::Bitmap(cells) => Box::new(RasterValues::new(cells.into_raster()?)?),
    })
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// A grid without values: 1 where it is occupied.
struct RasterValues {
    raster: Raster,
    layout: CellLayout,
}

impl RasterValues {
    fn new(raster: Raster) -> Result<RasterValues> {
        let layout = CellLayout::row_by_row([raster.width(), raster.height(), 1])?;
        Ok(RasterValues { raster, layout })
    }
}

impl ValueSource for RasterValues {
    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        Ok(CellRule::NotZero)
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        let columns = 0..self.raster.width();
        for row in 0..self.raster.height() {
            let cells = columns.clone().map(|column| Cell::new(column, row));
            let values: Vec<u8> = cells
                .map(|cell| u8::from(self.raster.is_occupied(cell)))
                .collect();
            visitor(ValueSlice::U8(&values), None)?;
        }
        Ok(())
    }
}

/// The order of names in which numbers are compared as numbers: slice2 before
/// slice10.
fn natural_order(one: &str, other: &str) -> Ordering {
    let (mut left, mut right) = (one, other);
    loop {
        let (Some(a), Some(b)) = (left.chars().next(), right.chars().next()) else {
            // Names like 1 and 01 are equal so far.
            return left.len().cmp(&right.len()).then_with(|| one.cmp(other));
        };
        if a.is_ascii_digit() && b.is_ascii_digit() {
            let (number, rest) = split_number(left);
            let (other_number, other_rest) = split_number(right);
            let order = number
                .len()
                .cmp(&other_number.len())
                .then(number.cmp(other_number));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (rest, other_rest);
        } else {
            if a != b {
                return a.cmp(&b);
            }
            (left, right) = (&left[a.len_utf8()..], &right[b.len_utf8()..]);
        }
    }
}

/// The digits at the start, without leading zeros, and the rest.
fn split_number(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    (digits.trim_start_matches('0'), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_are_compared_as_numbers() {
        let sorted = [
            "a1b2",
            "a1b10",
            "a2",
            "a002x",
            "a10",
            "b",
            "slice_9.png",
            "slice_10.png",
            "slice_11.png",
        ];
        for (at, one) in sorted.iter().enumerate() {
            for (place, other) in sorted.iter().enumerate() {
                assert_eq!(natural_order(one, other), at.cmp(&place), "{one} {other}");
            }
        }
        assert_eq!(natural_order("01", "1"), Ordering::Less);
    }
}
