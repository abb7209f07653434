//! `motherlode completions`: prints shell completions.

use std::process::ExitCode;

use clap::Command;
use clap_complete::Shell;

use crate::out;

/// Prints the completions of a command line.
pub(crate) fn run(shell: Shell, mut command: Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "motherlode", &mut script);
    out::line(String::from_utf8(script)?.trim_end())?;
    Ok(ExitCode::SUCCESS)
}
