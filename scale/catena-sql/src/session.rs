//! [`SqlSession`]: runs statements of SQL, in process or on a cluster.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use datafusion::arrow::error::ArrowError;
use datafusion::catalog::TableProvider;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{DFSchema, exec_datafusion_err};
use datafusion::datasource::source_as_provider;
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::runtime_env::RuntimeEnvBuilder;
use datafusion::execution::{FunctionRegistry, SendableRecordBatchStream, SessionState};
use datafusion::logical_expr::LogicalPlan;
use datafusion::physical_plan::{ExecutionPlan, execute_stream};
use datafusion::prelude::{DataFrame, SessionConfig, SessionContext};
use datafusion::sql::parser::{DFParser, Statement};

use crate::bad_row::take_bad_rows;
use crate::cluster::{self, is_given_up};
use crate::count_pushdown::CountPushdown;
use crate::file_name::name_folders;
use crate::function::{CountRewrite, functions};
use crate::game_row::game_schema;
use crate::identifier::ColumnNames;
use crate::memory::MemoryLimit;
use crate::message::message;
use crate::options::CatenaOptions;
use crate::pgn_table::{PGN, PgnFunction};
use crate::table::{files_of, register_json_endings, register_tables};

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

    /// Removes what queries of this session have on the disk to save memory, for a program
    /// that does not wait for their end. Queries that still run then fail.
    pub fn remove_spilled(&self) {
        for folder in self.context.runtime_env().disk_manager.temp_dir_paths() {
            // It may be gone already.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    async fn prepare(&self, mut statement: Statement) -> Result<PreparedQuery> {
        let name = self.name_query();
        let is_local = self.settings.cluster.is_none();
        if !is_local {
            name_files(&mut statement);
        }
        let found = register_tables(&self.context, &statement, is_local).await?;
        let mut columns = ColumnNames::default();
        for table in &found.tables {
            columns.add(&table.schema());
        }
        if statement.to_string().to_lowercase().contains("pgn(") {
            columns.add(&game_schema());
        }
        apply_names(&mut columns, &mut statement);
        let plan = self.context.state().statement_to_plan(statement).await?;
        let tables = tables(&plan)?;
        let only_reads = !matches!(
            plan,
            LogicalPlan::Copy(_) | LogicalPlan::Dml(_) | LogicalPlan::Ddl(_)
        );
        let frame = self.context.execute_logical_plan(plan).await?;
        let schema = frame.schema().clone();
        let context = Arc::new(frame.task_ctx());
        let only_reads = only_reads.then(|| frame.clone());
        let plan = frame.create_physical_plan().await?;
        Ok(PreparedQuery {
            name,
            only_reads,
            schema,
            plan,
            context,
            files: found.files,
            tables,
            state: self.context.state(),
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

fn name_files(statement: &mut Statement) {
    match statement {
        Statement::Statement(statement) => name_folders(statement),
        Statement::Explain(explain) => name_files(&mut explain.statement),
        _ => {}
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
#[derive(Clone, Debug)]
pub struct PreparedQuery {
    name: String,
    /// The query, if it changes nothing.
    only_reads: Option<DataFrame>,
    schema: DFSchema,
    plan: Arc<dyn ExecutionPlan>,
    context: Arc<datafusion::execution::TaskContext>,
    /// The names of tables that are files, as they are in the statement.
    files: Vec<String>,
    /// The tables that it reads.
    tables: Vec<Arc<dyn TableProvider>>,
    state: SessionState,
}

/// The tables that a plan reads.
fn tables(plan: &LogicalPlan) -> Result<Vec<Arc<dyn TableProvider>>> {
    let mut tables = Vec::new();
    plan.apply_with_subqueries(|plan| {
        if let LogicalPlan::TableScan(scan) = plan
            && let Ok(table) = source_as_provider(&scan.source)
        {
            tables.push(table);
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    Ok(tables)
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

    /// Whether it reads this file, whose path is canonical.
    ///
    /// # Errors
    ///
    /// If the files of a table cannot be listed.
    pub async fn reads(&self, file: &Path) -> Result<bool> {
        for table in &self.tables {
            if files_of(table, &self.state)
                .await?
                .iter()
                .any(|path| path.canonicalize().is_ok_and(|path| path == file))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Starts the query. It ends when the stream is dropped.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn stream(&self) -> Result<SendableRecordBatchStream> {
        execute_stream(Arc::clone(&self.plan), Arc::clone(&self.context))
    }

    /// The query planned anew, if the error that it ended with says that the cluster has
    /// given it up. Such an error comes before the first row. Nothing for a statement that
    /// writes: it may have written a part.
    ///
    /// # Errors
    ///
    /// If it cannot be planned any more.
    pub async fn plan_again(&self, error: &DataFusionError) -> Result<Option<PreparedQuery>> {
        let Some(frame) = self.only_reads.as_ref().filter(|_| is_given_up(error)) else {
            return Ok(None);
        };
        let plan = frame.clone().create_physical_plan().await?;
        Ok(Some(PreparedQuery {
            plan,
            ..self.clone()
        }))
    }

    /// The error, with the names of the files that were read if they may be damaged.
    #[must_use]
    pub fn name_files(&self, error: DataFusionError) -> DataFusionError {
        let is_damage = match error.find_root() {
            DataFusionError::ParquetError(_) => true,
            DataFusionError::ArrowError(error, _) => matches!(
                error.as_ref(),
                ArrowError::ParquetError(_) | ArrowError::CsvError(_) | ArrowError::JsonError(_)
            ),
            _ => false,
        };
        if !is_damage || self.files.is_empty() {
            return error;
        }
        let files = self.files.join("' or '");
        exec_datafusion_err!("cannot read '{files}': {}", message(&error))
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
