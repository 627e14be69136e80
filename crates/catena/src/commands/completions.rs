//! `catena completions` and `catena man`: help for the shell, from the binary.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::exit_code::ExitCode;
use crate::output;

/// Print completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  source <(catena completions bash)")]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Print the manual page
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  catena man | man -l -")]
pub(crate) struct ManArgs {
    /// Write one page per command into this folder instead
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,
}

pub(crate) fn run_completions(args: &CompletionsArgs) -> Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut crate::args::CliArgs::command(),
        "catena",
        &mut script,
    );
    output::stdout().write_all(&script)?;
    Ok(ExitCode::Success)
}

pub(crate) fn run_man(args: &ManArgs) -> Result<ExitCode> {
    let command = crate::args::CliArgs::command();
    match &args.dir {
        Some(dir) => clap_mangen::generate_to(command, dir)
            .with_context(|| format!("cannot write the pages into '{}'", dir.display()))?,
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            output::stdout().write_all(&page)?;
        }
    }
    Ok(ExitCode::Success)
}
