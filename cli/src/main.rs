//! The `motherlode` binary: one file per subcommand under `command/`; it wires the crates together and decides nothing.

mod args;
mod command;
mod out;
mod settings;
mod stop;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    let filter = args.log.clone().unwrap_or_else(|| args.command.default_log().to_owned());
    shared::telemetry::init_logs(args.log_format.into(), &filter);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::Error::new(error).context("the runtime cannot start")),
    };
    match runtime.block_on(command::run(args)) {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

/// What went wrong, with its causes, on standard error. A reader that has gone away (`| head`) is no failure.
fn fail(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = |io: &std::io::Error| io.kind() == std::io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(is_broken_pipe)) {
        return ExitCode::SUCCESS;
    }
    out::note(format_args!("motherlode: {error:#}"));
    ExitCode::FAILURE
}
