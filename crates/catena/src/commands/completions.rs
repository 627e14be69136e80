//! `catena completions` and `catena man`: help for the shell, from the binary.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit_code::ExitCode;
use crate::{file, output};

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
        Some(dir) => {
            let mut command = command.disable_help_subcommand(true);
            command.build();
            write_pages(command, dir)?;
        }
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            output::stdout().write_all(&page)?;
        }
    }
    Ok(ExitCode::Success)
}

/// Writes the pages of a command and of its subcommands into a folder.
fn write_pages(command: clap::Command, dir: &Path) -> Result<()> {
    fs::create_dir_all(dir).with_context(|| format!("cannot write '{}'", dir.display()))?;
    for subcommand in command.get_subcommands().filter(|one| !one.is_hide_set()) {
        write_pages(subcommand.clone(), dir)?;
    }
    let page = Man::new(command);
    file::write_whole(&dir.join(page.get_filename()), |out| Ok(page.render(out)?))
}
