//! NIfTI-1 volumes: `.nii` and `.nii.gz`.

use std::io::{self, BufReader, Read, SeekFrom};

use anyhow::{Context, Error, Result, bail};
use flate2::read::MultiGzDecoder;
use nifti::volume::element::DataElement;
use nifti::volume::streamed::StreamedNiftiVolume;
use nifti::{NiftiError, NiftiHeader, NiftiType};

use super::CellArgs;
use super::cells::{CellLayout, ValueSource, ValueVisitor};
use super::memory;
use super::threshold::CellRule;
use super::values::CellValue;
use crate::file::SeekableRead;

/// A volume in a file.
pub(super) struct NiftiFile {
    input: Box<dyn SeekableRead>,
    is_compressed: bool,
    header: NiftiHeader,
    /// Which volume of a file with several, from 0.
    page: usize,
    layout: CellLayout,
}

impl NiftiFile {
    pub(super) fn open(
        mut input: Box<dyn SeekableRead>,
        is_compressed: bool,
        args: &CellArgs,
    ) -> Result<NiftiFile> {
        let mut header = with_bytes(&mut input, is_compressed, |bytes| {
            let mut size = [0; 4];
            let read = bytes.read_exact(&mut size);
            read.context("cannot read the NIfTI-1 header")?;
            if matches!(size, [28, 2, 0, 0] | [0, 0, 2, 28]) {
                bail!("this is a NIfTI-2 file; only NIfTI-1 is read");
            }
            NiftiHeader::from_reader(size.as_slice().chain(bytes))
                .map_err(plain)
                .context("cannot read the NIfTI-1 header")
        })?;
        if &header.magic[..3] == b"ni1" {
            bail!("the voxels are in another file; a .nii file has both");
        }
        if !(352.0..67_108_864.0).contains(&header.vox_offset) {
            bail!(
                "the voxels begin at byte {}, which cannot be",
                header.vox_offset
            );
        }
        let lengths = header.dim().context("cannot read the NIfTI-1 header")?;
        let mut lengths = lengths.iter().copied();
        let mut next = || lengths.next().unwrap_or(1);
        let size = [next(), next(), next()];
        let volumes = lengths.map(usize::from).product::<usize>();
        // One volume is read, by layers: it must have one dimension more than they have.
        header.dim = [3, size[0], size[1], size[2], 1, 1, 1, 1];
        let page = match args.page {
            Some(page) if page.get() > volumes => {
                bail!("there is no page {page}; the file has {volumes}")
            }
            Some(page) => page.get() - 1,
            None if volumes > 1 => {
                bail!("the file has {volumes} volumes; choose one with --page 1 to {volumes}")
            }
            None => 0,
        };
        Ok(NiftiFile {
            input,
            is_compressed,
            header,
            page,
            layout: CellLayout::row_by_row(size.map(usize::from))?,
        })
    }

    fn visit_type<T: CellValue + DataElement>(
        &mut self,
        visitor: &mut ValueVisitor<'_>,
    ) -> Result<()> {
        let (header, layout, page) = (&self.header, &self.layout, self.page);
        let layer = layout.size[0] * layout.size[1];
        let layer_bytes = layer as u64 * size_of::<T>() as u64;
        memory::check(2 * layer_bytes)?;
        let depth = layout.size[2];
        let (slope, inter) = (f64::from(header.scl_slope), f64::from(header.scl_inter));
        // A slope of 0 means that the values are not scaled.
        let is_scaled = slope != 0.0 && slope.is_finite() && (slope, inter) != (1.0, 0.0);
        with_bytes(&mut self.input, self.is_compressed, |bytes| {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the range was checked"
            )]
            let first = header.vox_offset as u64;
            // No file has more bytes than can be counted.
            let start = (page as u64)
                .saturating_mul(depth as u64)
                .saturating_mul(layer_bytes)
                .saturating_add(first);
            let skipped = io::copy(&mut bytes.take(start), &mut io::sink())?;
            if skipped < start {
                bail!("the volume ends too early");
            }
            let mut layers = StreamedNiftiVolume::from_reader_rank(&mut *bytes, header, 2)?;
            for _ in 0..depth {
                let layer = layers.read_slice().map_err(plain);
                let layer = layer.context("the volume ends too early")?;
                let values: Vec<T> = layer.into_nifti_typed_data()?;
                if is_scaled {
                    let scaled: Vec<f64> = values
                        .iter()
                        .map(|value| value.to_f64() * slope + inter)
                        .collect();
                    visitor(f64::wrap(&scaled), None)?;
                } else {
                    visitor(T::wrap(&values), None)?;
                }
            }
            // The checksum of compressed bytes is at their end, which is near unless more
            // volumes follow.
            io::copy(&mut bytes.take(1 << 16), &mut io::sink())?;
            Ok(())
        })
    }
}

impl ValueSource for NiftiFile {
    fn layout(&self) -> &CellLayout {
        &self.layout
    }

    fn default_rule(&self) -> Result<CellRule> {
        Ok(CellRule::NotZero)
    }

    fn visit(&mut self, visitor: &mut ValueVisitor<'_>) -> Result<()> {
        match self
            .header
            .data_type()
            .context("cannot read the NIfTI-1 header")?
        {
            NiftiType::Uint8 => self.visit_type::<u8>(visitor),
            NiftiType::Uint16 => self.visit_type::<u16>(visitor),
            NiftiType::Uint32 => self.visit_type::<u32>(visitor),
            NiftiType::Uint64 => self.visit_type::<u64>(visitor),
            NiftiType::Int8 => self.visit_type::<i8>(visitor),
            NiftiType::Int16 => self.visit_type::<i16>(visitor),
            NiftiType::Int32 => self.visit_type::<i32>(visitor),
            NiftiType::Int64 => self.visit_type::<i64>(visitor),
            NiftiType::Float32 => self.visit_type::<f32>(visitor),
            NiftiType::Float64 => self.visit_type::<f64>(visitor),
            other => bail!(
                "the volume has voxels of type {other:?}; integers and floats of 32 and 64 bits are read"
            ),
        }
    }
}

/// What went wrong, in words: `nifti` prints errors of the system as code.
fn plain(error: NiftiError) -> Error {
    match error {
        NiftiError::Io(error) => error.into(),
        other => other.into(),
    }
}

/// Calls `work` with the bytes of the file, decompressed.
fn with_bytes<R>(
    input: &mut Box<dyn SeekableRead>,
    is_compressed: bool,
    work: impl FnOnce(&mut dyn Read) -> Result<R>,
) -> Result<R> {
    input.seek(SeekFrom::Start(0))?;
    if is_compressed {
        work(&mut BufReader::with_capacity(
            1 << 16,
            MultiGzDecoder::new(input),
        ))
    } else {
        work(input)
    }
}
