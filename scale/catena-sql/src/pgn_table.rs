//! `pgn('file.pgn.zst')`: a PGN file as a table.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use catena_chess::pgn::{PgnBlock, PgnBlocks, Played, decompressed};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableFunctionArgs, TableFunctionImpl, TableProvider};
use datafusion::common::{ScalarValue, exec_datafusion_err, plan_datafusion_err, plan_err};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::streaming::{PartitionStream, StreamingTableExec};

use crate::bad_row::add_bad_rows;
use crate::compression::check_compression;
use crate::game_row::{COUNT_COLUMN, GameRows, counted_schema, game_schema};
use crate::options::CatenaOptions;

/// The name under which games with an error are counted.
pub(crate) const PGN: &str = "pgn";

/// The table function `pgn`.
#[derive(Debug)]
pub(crate) struct PgnFunction {
    /// Whether queries run in this process.
    pub(crate) is_local: bool,
}

impl TableFunctionImpl for PgnFunction {
    fn call_with_args(&self, args: TableFunctionArgs<'_, '_>) -> Result<Arc<dyn TableProvider>> {
        let path = match args.exprs() {
            [Expr::Literal(ScalarValue::Utf8(Some(path)), _)] => PathBuf::from(path),
            _ => return plan_err!("pgn expects the name of a file, like pgn('games.pgn.zst')"),
        };
        PgnTable::open(&path, self.is_local)
    }
}

/// A PGN file as a table.
#[derive(Clone, Debug)]
pub(crate) struct PgnTable {
    path: PathBuf,
    schema: SchemaRef,
}

impl PgnTable {
    /// The table of this file.
    ///
    /// # Errors
    ///
    /// If the file cannot be opened, or the query runs on a cluster.
    pub(crate) fn open(path: &Path, is_local: bool) -> Result<Arc<dyn TableProvider>> {
        if !is_local {
            return plan_err!(
                "a cluster reads Parquet: convert '{}' first, with catena-sql convert",
                path.display()
            );
        }
        let path = path.to_path_buf();
        let open = File::open(&path);
        open.map_err(|error| plan_datafusion_err!("cannot open '{}': {error}", path.display()))?;
        let schema = game_schema();
        Ok(Arc::new(PgnTable { path, schema }))
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The table with the column for the count of chains as well.
    pub(crate) fn with_count(self) -> PgnTable {
        let schema = counted_schema();
        PgnTable { schema, ..self }
    }
}

#[async_trait]
impl TableProvider for PgnTable {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        state: &dyn Session,
        projection: Option<&Vec<usize>>,
        _: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let schema = match projection {
            Some(columns) => Arc::new(self.schema.project(columns)?),
            None => self.schema(),
        };
        let partitions = state.config().target_partitions().max(1);
        let source = Arc::new(SharedBlocks {
            path: self.path.clone(),
            threads: partitions,
            blocks: Mutex::new(BlockSource::Closed),
        });
        let partition = || -> Arc<dyn PartitionStream> {
            Arc::new(PgnPartition {
                schema: Arc::clone(&schema),
                projection: projection.cloned(),
                source: Arc::clone(&source),
            })
        };
        let partitions = (0..partitions).map(|_| partition()).collect();
        let plan =
            StreamingTableExec::try_new(Arc::clone(&schema), partitions, None, [], false, limit)?;
        Ok(Arc::new(plan))
    }
}

/// The blocks of a file, of which each partition takes the next when it has time.
struct SharedBlocks {
    path: PathBuf,
    threads: usize,
    blocks: Mutex<BlockSource>,
}

enum BlockSource {
    /// Nobody has asked yet.
    Closed,
    Open(PgnBlocks<Box<dyn Read + Send>>),
    /// All is read, or there was an error.
    Ended,
}

impl std::fmt::Debug for SharedBlocks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedBlocks")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

impl SharedBlocks {
    fn next(&self) -> Option<Result<PgnBlock>> {
        let mut blocks = self.blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if let BlockSource::Closed = &*blocks {
            match open(&self.path, self.threads) {
                Ok(opened) => *blocks = BlockSource::Open(opened),
                Err(error) => {
                    *blocks = BlockSource::Ended;
                    return Some(Err(error));
                }
            }
        }
        let BlockSource::Open(source) = &mut *blocks else {
            return None;
        };
        let block = source.next();
        if !matches!(block, Some(Ok(_))) {
            *blocks = BlockSource::Ended;
        }
        block.map(|block| block.map_err(|error| cannot_read(&self.path, &error)))
    }
}

fn cannot_read(path: &Path, error: &std::io::Error) -> DataFusionError {
    exec_datafusion_err!("cannot read '{}': {error}", path.display())
}

fn open(path: &Path, threads: usize) -> Result<PgnBlocks<Box<dyn Read + Send>>> {
    let text = check_compression(path)
        .and_then(|()| File::open(path))
        .and_then(|file| decompressed(file, threads));
    let text = text.map_err(|error| cannot_read(path, &error))?;
    Ok(PgnBlocks::new(text))
}

#[derive(Debug)]
struct PgnPartition {
    schema: SchemaRef,
    projection: Option<Vec<usize>>,
    source: Arc<SharedBlocks>,
}

impl PartitionStream for PgnPartition {
    fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    fn execute(&self, context: Arc<TaskContext>) -> SendableRecordBatchStream {
        let options = CatenaOptions::of(context.session_config().options());
        let mut stream = RecordBatchReceiverStream::builder(Arc::clone(&self.schema), 1);
        let batches = stream.tx();
        let source = Arc::clone(&self.source);
        let projection = self.projection.clone();
        stream.spawn_blocking(move || {
            while let Some(block) = source.next() {
                let batch = block.and_then(|block| {
                    read_block(&block, &source.path, projection.as_deref(), &options)
                });
                let is_error = batch.is_err();
                // Nobody may want the rest.
                if batches.blocking_send(batch).is_err() || is_error {
                    break;
                }
            }
            Ok(())
        });
        stream.build()
    }
}

fn read_block(
    block: &PgnBlock,
    path: &Path,
    projection: Option<&[usize]>,
    options: &CatenaOptions,
) -> Result<RecordBatch> {
    let mut rows = GameRows::new(projection)?;
    let counts = projection.is_some_and(|columns| columns.contains(&COUNT_COLUMN));
    let on_move = |chains: &mut u64, played: &Played<'_>| {
        *chains += u64::from(counts && played.forms_chain());
    };
    let mut unread = 0;
    for (game, chains) in block.texts_with(on_move) {
        if let Some(text) = &game.error {
            unread += 1;
            if options.strict {
                return Err(exec_datafusion_err!(
                    "'{}', the game that begins on line {}: {}",
                    path.display(),
                    game.first_line,
                    text.error.in_game()
                ));
            }
        }
        // Other games were replayed as their tags say, and a query may ask otherwise.
        let is_known = counts && game.movetext.is_some() && game.has_usual_start();
        rows.append(&game, is_known.then_some(chains))?;
    }
    add_bad_rows(&options.query, PGN, unread);
    Ok(rows.finish()?)
}
