//! `motherlode completions`: prints shell completions.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{args::Args, out};

/// Prints the completions.
pub(crate) fn run(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "motherlode", &mut script);
    out::line(String::from_utf8(script)?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
