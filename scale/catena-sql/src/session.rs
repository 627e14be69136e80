//! [`SqlSession`]: runs statements of SQL, in process or on a cluster.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::common::DFSchema;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{FunctionRegistry, SendableRecordBatchStream};
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::{SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParser, Statement};

use crate::bad_row::take_bad_rows;
use crate::cluster;
use crate::count_pushdown::CountPushdown;
use crate::function::{CountRewrite, functions};
use crate::game_row::game_schema;
use crate::identifier::ColumnNames;
use crate::memory::MemoryLimit;
use crate::options::CatenaOptions;
use crate::pgn_table::{PGN, PgnFunction};
use crate::table::{register_json_endings, register_tables};

/// Files of more bytes than this are read by several threads or executors.
const SPLIT_BYTES: usize = 64 << 10;

/// How statements are run.
#[derive(Clone, Debug, Default)]
pub struct SessionSettings {
    /// How many threads; `None` for as many as there are cores. The cluster has its own.
    pub threads: Option<usize>,
    /// How many bytes sorting, grouping and joining may take in process; sorting and
    /// grouping then use the disk. `None` is as many as they need.
    pub memory: Option<usize>,
    /// Whether a row that cannot be read ends a query.
    pub strict: bool,
    /// The scheduler of a cluster, as host and port; `None` runs in process.
    pub cluster: Option<String>,
    /// Into how many partitions the cluster cuts a stage; `None` is by the slots it has.
    pub partitions: Option<usize>,
}

/// A session: tables, settings and functions.
pub struct SqlSession {
    context: SessionContext,
    settings: SessionSettings,
    /// Kept as long as queries run.
    _memory: Option<MemoryLimit>,
}

impl fmt::Debug for SqlSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqlSession")
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}

impl SqlSession {
    /// A session with these settings.
    ///
    /// # Errors
    ///
    /// If the cluster cannot be reached or refuses this client.
    pub async fn new(settings: &SessionSettings) -> Result<SqlSession> {
        let options = CatenaOptions {
            strict: settings.strict,
            partitions: settings.partitions.unwrap_or(0),
            ..CatenaOptions::default()
        };
        let mut config = SessionConfig::new()
            .with_information_schema(true)
            // 'games/*/*.parquet' finds files in folders.
            .set_bool(
                "datafusion.execution.listing_table_ignore_subdirectory",
                false,
            )
            // A game takes long, compared with its bytes: small files are worth a split.
            .set_usize(
                "datafusion.optimizer.repartition_file_min_size",
                SPLIT_BYTES,
            )
            .with_option_extension(options);
        if let Some(threads) = settings.threads {
            config = config.with_target_partitions(threads.max(1));
        }
        let partitions = config.target_partitions();
        let memory = settings
            .memory
            .map(|bytes| MemoryLimit::new(bytes, partitions));
        if let Some(memory) = &memory {
            config = memory.configure(config);
        }
        let context = match &settings.cluster {
            Some(scheduler) => cluster::connect(scheduler, config).await?,
            None => {
                let mut runtime = RuntimeEnvBuilder::new();
                if let Some(memory) = &memory {
                    runtime = memory.build(runtime);
                }
                SessionContext::new_with_config_rt(config, runtime.build_arc()?)
            }
        };
        register_json_endings(&context)?;
        for function in functions() {
            context.register_udf(function.as_ref().clone());
        }
        if let Some(rewrite) = CountRewrite::new() {
            let state = context.state_ref();
            state.write().register_function_rewrite(Arc::new(rewrite))?;
        }
        let is_local = settings.cluster.is_none();
        if is_local {
            context.add_optimizer_rule(Arc::new(CountPushdown));
        }
        context.register_udtf(PGN, Arc::new(PgnFunction { is_local }));
        Ok(SqlSession {
            context,
            settings: settings.clone(),
            _memory: memory,
        })
    }

    /// Plans the statements, which are separated by `;`. Statements that only change the
    /// session, like `SET`, take effect at once.
    ///
    /// # Errors
    ///
    /// If a statement is wrong, or names a file that cannot be opened.
    pub async fn run(&self, sql: &str) -> Result<Vec<PreparedQuery>> {
        let mut queries = Vec::new();
        for statement in DFParser::parse_sql(sql)? {
            queries.push(self.prepare(statement).await?);
        }
        Ok(queries)
    }

    async fn prepare(&self, mut statement: Statement) -> Result<PreparedQuery> {
        let name = self.name_query();
        let is_local = self.settings.cluster.is_none();
        let tables = register_tables(&self.context, &statement, is_local).await?;
        let mut columns = ColumnNames::default();
        for table in &tables {
            columns.add(&table.schema());
        }
        if statement.to_string().to_lowercase().contains("pgn(") {
            columns.add(&game_schema());
        }
        apply_names(&mut columns, &mut statement);
        let plan = self.context.state().statement_to_plan(statement).await?;
        let frame = self.context.execute_logical_plan(plan).await?;
        let schema = frame.schema().clone();
        let context = Arc::new(frame.task_ctx());
        let plan = frame.create_physical_plan().await?;
        Ok(PreparedQuery {
            name,
            schema,
            plan,
            context,
        })
    }

    /// Gives the next query a name of its own, under which its bad rows are counted.
    fn name_query(&self) -> String {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{number}", self.context.session_id());
        let state = self.context.state_ref();
        let mut state = state.write();
        let options = state.config_mut().options_mut();
        if let Some(options) = options.extensions.get_mut::<CatenaOptions>() {
            options.query.clone_from(&name);
        }
        name
    }
}

fn apply_names(columns: &mut ColumnNames, statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => columns.apply(statement),
        Statement::Explain(explain) => apply_names(columns, &mut explain.statement),
        _ => {}
    }
}

/// A query that is planned, but does not run yet.
#[derive(Debug)]
pub struct PreparedQuery {
    name: String,
    schema: DFSchema,
    plan: Arc<dyn ExecutionPlan>,
    context: Arc<datafusion::execution::TaskContext>,
}

impl PreparedQuery {
    /// The columns of the result.
    #[must_use]
    pub fn schema(&self) -> &DFSchema {
        &self.schema
    }

    /// The plan, whose metrics tell how far it is.
    #[must_use]
    pub fn plan(&self) -> &Arc<dyn ExecutionPlan> {
        &self.plan
    }

    /// Starts the query. It ends when the stream is dropped.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn stream(&self) -> Result<SendableRecordBatchStream> {
        execute_stream(Arc::clone(&self.plan), Arc::clone(&self.context))
    }

    /// Takes a sentence for every function that could not read some rows.
    pub async fn take_bad_rows(&self) -> Vec<String> {
        let mut counts = take_bad_rows(&self.name);
        // Constants are computed before the query has a name.
        for (function, rows) in take_bad_rows("") {
            *counts.entry(function).or_default() += rows;
        }
        for (function, rows) in cluster::bad_rows(&self.plan).await {
            *counts.entry(function).or_default() += rows;
        }
        counts
            .into_iter()
            .map(|(function, rows)| sentence(&function, rows))
            .collect()
    }
}

fn sentence(function: &str, rows: u64) -> String {
    let is_one = rows == 1;
    if function == PGN {
        let games = if is_one {
            "1 game has"
        } else {
            &format!("{rows} games have")
        };
        return format!(
            "{games} an error: movetext ends before it, the columns error and raw_movetext tell more"
        );
    }
    let rows = if is_one {
        "1 row".into()
    } else {
        format!("{rows} rows")
    };
    format!("{rows} could not be read by {function} and gave NULL")
}

/// The message of an error, in one sentence.
#[must_use]
pub fn message(error: &DataFusionError) -> String {
    if let DataFusionError::ResourcesExhausted(text) = error.find_root()
        && !text.contains("disk")
    {
        return "the query needs more memory than it may use: give it more with --memory, \
                or use fewer --threads"
            .into();
    }
    let text = error.strip_backtrace();
    let mut text = text.as_str();
    let prefixes = [
        "External error: ",
        "Execution error: ",
        "Error during planning: ",
        "SQL error: ",
        "Arrow error: ",
        "Schema error: ",
        "This feature is not implemented: ",
    ];
    while let Some(rest) = prefixes.iter().find_map(|prefix| text.strip_prefix(prefix)) {
        text = rest;
    }
    let text = innermost(text).unwrap_or_else(|| text.to_owned());
    text.trim().replace('\n', " ")
}

/// The message in what an executor reports: errors within errors, as Rust writes them
/// for programmers, of which the last has a text in quotes.
fn innermost(text: &str) -> Option<String> {
    let (_, nested) = text.split_once("DataFusionError(")?;
    // An error of Arrow ends with an empty backtrace.
    let nested = nested.replace(", Some(\"\")", "");
    let starts = ["(\"", "message: \""];
    let quoted = starts
        .iter()
        .find_map(|start| Some(nested.rsplit_once(start)?.1))?;
    let quotes = quoted.match_indices('"').map(|(at, _)| at);
    let mut ends = quotes.filter(|&at| !quoted[..at].ends_with('\\'));
    let message = &quoted[..ends.next()?];
    Some(
        message
            .replace("\\\"", "\"")
            .replace("\\'", "'")
            .replace("\\\\", "\\"),
    )
    .filter(|message| !message.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_of_an_executor_is_found() {
        let text = "Job x failed: stage 0 failed: DataFusionError(Shared(External(\
                    DataFusionError(External((\"chains cannot read the row '\\\"': no\"))))))";
        let error = DataFusionError::Execution(text.into());
        assert_eq!(message(&error), "chains cannot read the row '\"': no");
        for text in [
            "x failed: DataFusionError(ArrowError(IoError(\"No space left on device\", \
             Os { code: 28, kind: StorageFull, message: \"No space\" }), Some(\"\")))",
            "x failed: DataFusionError(IoError(Os { code: 28, kind: StorageFull, \
             message: \"No space left on device\" }))",
        ] {
            let error = DataFusionError::Execution(text.into());
            assert_eq!(message(&error), "No space left on device");
        }
        let error = DataFusionError::Execution("DataFusionError(Other)".into());
        assert_eq!(message(&error), "DataFusionError(Other)");
    }

    #[test]
    fn too_little_memory_has_a_remedy() {
        let error = DataFusionError::ResourcesExhausted("Failed to allocate 4 MB".into());
        let text = message(&error.context("Not enough memory to continue external sort"));
        assert!(
            text.contains("--memory") && text.contains("--threads"),
            "{text}"
        );
    }
}
