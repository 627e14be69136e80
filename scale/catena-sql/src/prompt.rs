//! The interactive prompt.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Result;
use catena_sql::SqlSession;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{Config, Editor};
use tokio::signal::unix::SignalKind;

use crate::args::Args;
use crate::query::{print_functions, run_until_cancelled, sentence};

const HELP: &str = "Statements end with ; and can have several lines.
  \\d          the tables
  \\f          the functions of catena
  \\q, Ctrl-D  leave
  Ctrl-C      cancel";

/// Reads and runs statements until the user leaves.
pub(crate) async fn run(args: &Args) -> Result<ExitCode> {
    let session = Arc::new(SqlSession::new(&args.settings()).await?);
    let config = Config::builder().auto_add_history(false).build();
    let mut editor: Editor<(), FileHistory> = Editor::with_config(config)?;
    let history = history_file();
    if let Some(path) = &history {
        // There is none the first time.
        let _ = editor.load_history(path);
    }
    eprintln!("catena-sql {}, \\? for help", env!("CARGO_PKG_VERSION"));
    let mut statement = String::new();
    loop {
        let prompt = if statement.is_empty() {
            "catena> "
        } else {
            "     -> "
        };
        // The session is idle meanwhile.
        let line = tokio::task::block_in_place(|| editor.readline(prompt));
        match line {
            Ok(line) => {
                statement.push_str(&line);
                statement.push('\n');
            }
            Err(ReadlineError::Interrupted) => {
                statement.clear();
                continue;
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
        let text = statement.trim().to_owned();
        let is_command = text.starts_with('\\') || matches!(text.as_str(), "quit" | "exit");
        if !is_command && !text.ends_with(';') {
            if text.is_empty() {
                statement.clear();
            }
            continue;
        }
        statement.clear();
        editor.add_history_entry(&text)?;
        if let Some(path) = &history {
            // At once, since the user may close the terminal. Without a history file the
            // prompt works as well.
            let _ = editor.append_history(path);
        }
        if !run_line(&session, args, &text).await {
            break;
        }
    }
    session.remove_spilled();
    Ok(ExitCode::SUCCESS)
}

/// Runs what was typed. Returns whether to go on.
async fn run_line(session: &Arc<SqlSession>, args: &Args, text: &str) -> bool {
    let sql = match text {
        "\\q" | "quit" | "exit" | "quit;" | "exit;" => return false,
        "\\?" => {
            eprintln!("{HELP}");
            return true;
        }
        "\\f" => {
            let _ = print_functions();
            return true;
        }
        "\\d" => "SHOW TABLES;",
        sql => sql,
    };
    // The others end the prompt, as they end a program that knows nothing of them.
    let signals = [SignalKind::interrupt()];
    if let Some(Err(error)) = run_until_cancelled(session, sql, &args.output, &signals).await {
        eprintln!("catena-sql: {}", sentence(&error));
    }
    true
}

/// Where the history is kept.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    let folder = state.or_else(home)?.join("catena");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("sql_history"))
}
