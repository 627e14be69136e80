//! [`GroupEncoder`]: from the text of games to a compressed row group.

use std::io;
use std::sync::Arc;

use anyhow::Result;
use catena_chess::pgn::{PgnBlock, PgnPlace};
use datafusion::arrow::array::RecordBatch;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use datafusion::parquet::basic::Compression;
use datafusion::parquet::file::properties::WriterProperties;

use super::checksum::Checksum;
use crate::game_row::{GameRows, game_schema};

/// The properties of all files.
pub(super) fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(Default::default()))
        .build()
}

/// A row group that is ready to be written.
pub(super) struct EncodedGroup {
    pub(super) columns: Vec<ArrowColumnChunk>,
    pub(super) games: u64,
    pub(super) unread: u64,
    /// The place after its last game.
    pub(super) end: PgnPlace,
    /// Of its text.
    pub(super) checksum: Checksum,
}

/// Encodes row groups, on any thread.
pub(super) struct GroupEncoder {
    factory: ArrowRowGroupWriterFactory,
}

impl GroupEncoder {
    pub(super) fn new() -> Result<GroupEncoder> {
        let writer = ArrowWriter::try_new(io::sink(), game_schema(), Some(properties()))?;
        let (_, factory) = writer.into_serialized_writer()?;
        Ok(GroupEncoder { factory })
    }

    /// The games of these blocks, of which there is at least one.
    pub(super) fn encode(&self, blocks: &[PgnBlock]) -> Result<EncodedGroup> {
        let mut writers = self.factory.create_column_writers(0)?;
        let mut rows = GameRows::new(None)?;
        let (mut games, mut unread) = (0, 0);
        let mut checksum = Checksum::default();
        for block in blocks {
            checksum.add(block.text());
            for game in block.texts() {
                unread += u64::from(game.error.is_some());
                rows.append(&game, None)?;
            }
            games += rows.rows() as u64;
            write(&rows.finish()?, &mut writers)?;
        }
        let columns = writers.into_iter().map(ArrowColumnWriter::close);
        Ok(EncodedGroup {
            columns: columns.collect::<Result<_, _>>()?,
            games,
            unread,
            end: blocks.last().map_or(PgnPlace::START, PgnBlock::end),
            checksum,
        })
    }
}

fn write(batch: &RecordBatch, writers: &mut [ArrowColumnWriter]) -> Result<()> {
    let schema = batch.schema();
    let mut writers = writers.iter_mut();
    for (field, column) in schema.fields().iter().zip(batch.columns()) {
        for (leaf, writer) in compute_leaves(field, &Arc::clone(column))?
            .iter()
            .zip(&mut writers)
        {
            writer.write(leaf)?;
        }
    }
    Ok(())
}
