//! The `catena-sql` command.

mod args;
mod prompt;
mod query;

use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _, error::ErrorKind};

use args::{Args, Command};

fn main() -> ExitCode {
    let args = Args::parse();
    let threads = args.threads();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build();
    let result = match runtime {
        Ok(runtime) => {
            let result = runtime.block_on(run(args));
            // After an error, or Ctrl-C, threads may be in the middle of a batch that nobody
            // wants any more.
            runtime.shutdown_background();
            result
        }
        Err(error) => Err(error.into()),
    };
    match result {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catena-sql: {}", query::sentence(&error));
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of the output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<std::io::Error>();
        io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
            || cause.to_string().contains("Broken pipe")
    })
}

async fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.functions {
        query::print_functions()?;
        return Ok(ExitCode::SUCCESS);
    }
    match &args.command {
        Some(Command::Convert(convert)) => query::convert(convert).await,
        None => match &args.query {
            Some(sql) => query::run(&args, sql).await,
            None if std::io::IsTerminal::is_terminal(&std::io::stdin()) => prompt::run(&args).await,
            None => {
                let sql = std::io::read_to_string(std::io::stdin())?;
                if sql.trim().is_empty() {
                    let mut command = Args::command();
                    let error = command.error(ErrorKind::MissingRequiredArgument, "no statement");
                    error.exit();
                }
                query::run(&args, &sql).await
            }
        },
    }
}
