//! `motherlode notices`: prints the licenses of built-in data and fonts.

use std::process::ExitCode;

use crate::out;

const NOTICES: &str = include_str!("../../NOTICES.md");

/// Prints the notices.
pub(crate) fn run() -> anyhow::Result<ExitCode> {
    out::line(NOTICES.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
