//! `motherlode completions`: for the shell that completes commands.

use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{args::Args, out};

/// Prints them.
pub(crate) fn run(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "motherlode", &mut script);
    out::line(String::from_utf8(script)?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
