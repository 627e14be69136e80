//! `catena detect`.

use anyhow::Result;
use clap::Args;

use crate::exit_code::ExitCode;

/// Detect
#[derive(Debug, Args)]
pub(crate) struct DetectArgs {}

pub(crate) fn run(_args: &DetectArgs) -> Result<ExitCode> {
    Ok(ExitCode::Success)
}
