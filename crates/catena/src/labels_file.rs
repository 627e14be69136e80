//! Labels of cells as an array of NumPy.

use std::io::Write;

use anyhow::Result;
use npyz::WriterBuilder;

/// Writes an array of 32-bit integers of this shape; the last index varies
/// fastest.
pub(crate) fn write(out: &mut impl Write, shape: &[usize], labels: &[i32]) -> Result<()> {
    let shape: Vec<u64> = shape.iter().map(|length| *length as u64).collect();
    let mut writer = npyz::WriteOptions::new()
        .default_dtype()
        .shape(&shape)
        .writer(out)
        .begin_nd()?;
    writer.extend(labels)?;
    writer.finish()?;
    Ok(())
}
