//! Runs statements and conversions, and says what happened.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use catena_engine::is_hangup_ignored;
use catena_sql::convert::ConvertSettings;
use catena_sql::output::{ResultWriter, Target, refuse_input};
use catena_sql::{
    PreparedQuery, SqlSession, cluster, functions, message, progress, stop_functions,
};
use datafusion::arrow::array::RecordBatch;
use datafusion::error::DataFusionError;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::sql::parser::{DFParser, Statement};
use datafusion::sql::sqlparser::ast;
use futures::StreamExt as _;
use futures::future::select_all;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use crate::args::{Args, ConvertArgs};

/// The exit code of a command that a signal ended.
const CANCELLED: u8 = 130;

/// How often a query is run that the cluster gives up. Every time it has lost an executor.
const TRIES: u32 = 5;

const CANNOT_WRITE: &str = "cannot write the result";

/// An error in one sentence.
pub(crate) fn sentence(error: &anyhow::Error) -> String {
    if let Some(error) = error.downcast_ref::<DataFusionError>() {
        return message(error);
    }
    let mut sentence = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        let cause = cause.trim_start_matches("External: ");
        let cause = cause.trim_start_matches("Io error: ");
        // Some errors repeat their cause.
        if !sentence.ends_with(cause) {
            sentence += if sentence.is_empty() { "" } else { ": " };
            sentence += cause;
        }
    }
    sentence
}

/// Runs the statements one after the other.
pub(crate) async fn run(args: &Args, sql: &str) -> Result<ExitCode> {
    let session = Arc::new(SqlSession::new(&args.settings()).await?);
    let signals = ending_signals();
    let result = run_until_cancelled(&session, sql, &args.output, &signals).await;
    if !matches!(result, Some(Ok(()))) {
        // Threads that are in the middle of a batch are not waited for, so they do not remove
        // what is on the disk either.
        session.remove_spilled();
    }
    match result {
        Some(result) => result.map(|()| ExitCode::SUCCESS),
        None => Ok(CANCELLED.into()),
    }
}

/// The signals that end a command: Ctrl-C, a request to end, and a terminal that is closed, unless
/// the command was started to go on then.
fn ending_signals() -> Vec<SignalKind> {
    let mut signals = vec![SignalKind::interrupt(), SignalKind::terminate()];
    if !is_hangup_ignored() {
        signals.push(SignalKind::hangup());
    }
    signals
}

/// Runs the statements. Returns `None` if one of the signals cancels them.
pub(crate) async fn run_until_cancelled(
    session: &Arc<SqlSession>,
    sql: &str,
    target: &Target,
    signals: &[SignalKind],
) -> Option<Result<()>> {
    let interrupted = match interrupted(signals) {
        Ok(interrupted) => interrupted,
        Err(error) => return Some(Err(error.into())),
    };
    let running = Arc::new(Running::default());
    // A task of its own, so that a signal is seen while a statement is planned: constants
    // are computed then.
    let mut work = AbortOnDrop(tokio::spawn(run_all(
        Arc::clone(session),
        sql.to_owned(),
        target.clone(),
        Arc::clone(&running),
    )));
    let result = tokio::select! {
        result = &mut work.0 => Some(result.unwrap_or_else(|error| Err(error.into()))),
        Ok(()) = interrupted => {
            running.cancel().await;
            eprintln!("catena-sql: cancelled");
            None
        }
    };
    if !matches!(result, Some(Ok(()))) {
        // Other threads may be in the middle of a batch, which the next statement would wait for.
        stop_functions();
    }
    result
}

/// Tells when one of the signals comes. A thread of its own waits for that, as long as somebody
/// listens: those of the runtime may all be in the middle of a batch, and see no signal then.
fn interrupted(signals: &[SignalKind]) -> std::io::Result<oneshot::Receiver<()>> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let guard = runtime.enter();
    let mut signals: Vec<_> = signals
        .iter()
        .map(|&kind| signal(kind))
        .collect::<Result<_, _>>()?;
    drop(guard);
    let (mut sender, receiver) = oneshot::channel();
    let thread = std::thread::Builder::new().name("interrupt".into());
    thread.spawn(move || {
        let has_come = runtime.block_on(async {
            let any = select_all(signals.iter_mut().map(|signal| Box::pin(signal.recv())));
            tokio::select! {
                _ = any => true,
                () = sender.closed() => false,
            }
        });
        if has_come {
            // The query may have ended meanwhile.
            let _ = sender.send(());
        }
    })?;
    Ok(receiver)
}

async fn run_all(
    session: Arc<SqlSession>,
    sql: String,
    target: Target,
    running: Arc<Running>,
) -> Result<()> {
    let statements = DFParser::parse_sql(&sql)?;
    if let Some(file) = &target.file {
        let results = statements.iter().filter(|statement| has_result(statement));
        if results.count() > 1 {
            bail!("'{}' can have one result only", file.display());
        }
    }
    // One by one: each may use what the one before has created.
    let texts = match statements.len() {
        0 | 1 => vec![sql],
        _ => statements.iter().map(ToString::to_string).collect(),
    };
    for text in texts {
        for query in session.run(&text).await? {
            execute(query, &target, &running).await?;
        }
    }
    Ok(())
}

/// Whether the statement is a query or a plan of one.
fn has_result(statement: &Statement) -> bool {
    match statement {
        Statement::Statement(statement) => matches!(**statement, ast::Statement::Query(_)),
        Statement::Explain(_) => true,
        _ => false,
    }
}

/// The query that runs, if any does.
#[derive(Debug, Default)]
struct Running(Mutex<Option<RunningQuery>>);

#[derive(Debug)]
struct RunningQuery {
    plan: Arc<dyn ExecutionPlan>,
    /// Where its result is until it is complete.
    unfinished: Option<PathBuf>,
}

impl Running {
    fn set(&self, query: Option<RunningQuery>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = query;
    }

    /// Ends it on the cluster, and removes its result. In process it ends when nobody waits
    /// for it any more.
    async fn cancel(&self) {
        let query = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(query) = query else { return };
        if let Some(unfinished) = query.unfinished {
            // If it is not there, the result is complete.
            let _ = std::fs::remove_file(unfinished);
        }
        // The user wants to go on even if the scheduler does not answer.
        let patience = Duration::from_secs(2);
        let _ = tokio::time::timeout(patience, cluster::cancel(&query.plan)).await;
    }
}

/// Runs a query and writes its result. A query that the cluster gives up is asked again.
async fn execute(query: PreparedQuery, target: &Target, running: &Running) -> Result<()> {
    refuse_input(target, &query).await?;
    let result = Arc::new(QueryResult::new(target, &query)?);
    let mut query = Arc::new(query);
    for _ in 1..TRIES {
        let Err(error) = execute_once(&query, &result, running).await else {
            return Ok(());
        };
        let again = match error.downcast_ref::<DataFusionError>() {
            Some(cause) => query.plan_again(cause).await?,
            None => None,
        };
        query = Arc::new(again.ok_or(error)?);
        eprintln!("catena-sql: executors were lost, the query starts again");
    }
    execute_once(&query, &result, running).await
}

async fn execute_once(
    query: &Arc<PreparedQuery>,
    result: &Arc<QueryResult>,
    running: &Running,
) -> Result<()> {
    let plan = Arc::clone(query.plan());
    let unfinished = result.unfinished();
    let query = Arc::clone(query);
    let result = Arc::clone(result);
    // A task of its own, so that the bar moves while a batch is computed.
    let work = tokio::spawn(async move {
        let mut batches = query.stream()?;
        while let Some(batch) = batches.next().await {
            result.write(&batch.map_err(|error| query.name_files(error))?)?;
        }
        drop(batches);
        result.finish()?;
        for sentence in query.take_bad_rows().await {
            eprintln!("catena-sql: {sentence}");
        }
        anyhow::Ok(())
    });
    let mut work = AbortOnDrop(work);
    running.set(Some(RunningQuery {
        plan: Arc::clone(&plan),
        unfinished,
    }));
    let result = tokio::select! {
        result = &mut work.0 => result?,
        () = progress::show(plan) => Ok(()),
    };
    running.set(None);
    result
}

/// Where a result is written. Statements like SET and CREATE have none.
struct QueryResult(Mutex<Option<ResultWriter>>);

impl QueryResult {
    fn new(target: &Target, query: &PreparedQuery) -> Result<QueryResult> {
        let schema = query.schema().inner();
        let writer = match schema.fields().is_empty() {
            true => None,
            false => Some(ResultWriter::new(target, schema).context(CANNOT_WRITE)?),
        };
        Ok(QueryResult(Mutex::new(writer)))
    }

    /// The file that it is in until it is complete.
    fn unfinished(&self) -> Option<PathBuf> {
        let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writer.as_ref()?.unfinished().map(Path::to_path_buf)
    }

    fn write(&self, batch: &RecordBatch) -> Result<()> {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let written = writer.as_mut().map_or(Ok(()), |writer| writer.write(batch));
        written.context(CANNOT_WRITE)
    }

    fn finish(&self) -> Result<()> {
        let writer = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let written = writer.map_or(Ok(()), ResultWriter::finish);
        written.context(CANNOT_WRITE)
    }
}

/// Ends the task when nobody waits for it any more.
struct AbortOnDrop(tokio::task::JoinHandle<Result<()>>);

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Converts PGN to Parquet.
pub(crate) async fn convert(args: &ConvertArgs) -> Result<ExitCode> {
    let settings = ConvertSettings {
        input: args.input.clone(),
        folder: args.folder.clone(),
        threads: args.threads(),
        file_bytes: args.file_kib << 10,
    };
    let report = catena_sql::convert::convert(&settings).await?;
    let plural = |count: u64, name: &str| match count {
        1 => format!("1 {name}"),
        _ => format!("{count} {name}s"),
    };
    let mut text = format!(
        "{} in {}",
        plural(report.games, "game"),
        plural(report.files, "file")
    );
    if report.files_before > 0 {
        text += &format!(", {} of them from before", report.files_before);
    }
    eprintln!("catena-sql: {text}");
    if report.unread > 0 {
        let games = plural(report.unread, "game");
        eprintln!(
            "catena-sql: {games} with an error: movetext ends before it, \
             the columns error and raw_movetext tell more"
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the functions with what they do.
pub(crate) fn print_functions() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for function in functions() {
        let Some(documentation) = function.documentation() else {
            continue;
        };
        writeln!(out, "{}", documentation.syntax_example)?;
        writeln!(out, "    {}", documentation.description)?;
        for (name, text) in documentation.arguments.iter().flatten() {
            writeln!(out, "    {name}: {text}")?;
        }
        if let Some(example) = &documentation.sql_example {
            writeln!(out, "    {example}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "pgn(file)")?;
    writeln!(
        out,
        "    A table of the games of a PGN file, plain or compressed with zstd or gzip.\n    \
         SELECT white, black, result FROM pgn('games.pgn.zst')"
    )?;
    Ok(())
}
