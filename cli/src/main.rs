//! The `motherlode` binary: one file per subcommand in `command/`. It only connects the other crates.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

mod args;
mod command;
mod out;
mod settings;
mod stop;

use std::{process::ExitCode, time::Duration};

use clap::Parser;

/// Maximum time to wait for computing threads at the end of the process.
const AT_THE_END: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let args = args::Args::parse();
    let filter = args.log.clone().unwrap_or_else(|| args.command.default_log().to_owned());
    shared::telemetry::init(args.log_format.into(), &filter, args.otlp_endpoint.as_deref());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::Error::new(error).context("the runtime cannot start")),
    };
    let ended = runtime.block_on(command::run(args));
    // Threads that are still computing have no outcome to lose.
    runtime.shutdown_timeout(AT_THE_END);
    shared::telemetry::flush_traces();
    ended.unwrap_or_else(|error| fail(&error))
}

/// Prints an error with its causes on standard error. A closed pipe (`| head`) is not an error.
fn fail(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = |io: &std::io::Error| io.kind() == std::io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken_pipe)) {
        return ExitCode::SUCCESS;
    }
    out::note(format_args!("motherlode: {error:#}"));
    ExitCode::FAILURE
}
