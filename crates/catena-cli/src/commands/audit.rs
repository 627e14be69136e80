//! `catena audit`.

use anyhow::Result;
use clap::Args;

use crate::exit_code::ExitCode;

/// Audit
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {}

pub(crate) fn run(_args: &AuditArgs) -> Result<ExitCode> {
    Ok(ExitCode::Success)
}
