//! MagicaVoxel's models: `.vox`.

use std::io::Read;

use anyhow::{Result, bail};

use super::CellArgs;
use super::cells::{CellLayout, ValueSource, ValueVisitor};
use super::memory;
use super::threshold::CellRule;
use super::values::ValueSlice;

/// A model: 1 where there is a voxel, 0 elsewhere. The layers are from the bottom
/// up.
pub(super) struct VoxModel {
    cells: Vec<u8>,
    layout: CellLayout,
}

/// The most memory that the crate takes for a byte of a file, for empty attributes of a scene.
const MOST_PER_BYTE: usize = 16;

impl VoxModel {
    pub(super) fn open(input: &mut dyn Read, args: &CellArgs) -> Result<VoxModel> {
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes)?;
        memory::check((bytes.len() * MOST_PER_BYTE) as u64)?;
        let data = match dot_vox::load_bytes(&bytes) {
            Ok(data) => data,
            Err(error) => bail!("cannot read the model: {error}"),
        };
        let models = data.models.len();
        let page = match args.page {
            None if models > 1 => {
                bail!("the file has {models} models; choose one with --page 1 to {models}")
            }
            None => 0,
            Some(page) => page.get() - 1,
        };
        let Some(model) = data.models.get(page) else {
            bail!("there is no page {}; the file has {models}", page + 1);
        };
        let size = [model.size.x, model.size.y, model.size.z].map(|length| length as usize);
        let layout = CellLayout::row_by_row(size)?;
        let [width, height, depth] = size;
        memory::check((width * height * depth) as u64)?;
        let mut cells = vec![0; width * height * depth];
        for voxel in &model.voxels {
            let (x, y, z) = (
                usize::from(voxel.x),
                usize::from(voxel.y),
                usize::from(voxel.z),
            );
            if x >= width || y >= height || z >= depth {
                bail!("there is a voxel at {x},{y},{z} in a model of {width}x{height}x{depth}");
            }
            cells[(z * height + y) * width + x] = 1;
        }
        Ok(VoxModel { cells, layout })
    }
}

impl ValueSource for VoxModel {
    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        Ok(CellRule::NotZero)
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        visitor(ValueSlice::U8(&self.cells), None)
    }
}
