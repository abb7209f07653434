//! The `motherlode` binary: one file per subcommand under `command/`; it wires the crates together and decides nothing.

mod args;
mod command;
mod settings;
mod stop;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    shared::telemetry::init_logs(args.log_format.into(), &args.log);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::Error::new(error).context("the runtime cannot start")),
    };
    match runtime.block_on(command::run(args)) {
        Ok(code) => code,
        Err(error) => fail(&error),
    }
}

/// What went wrong, with its causes, on standard error.
fn fail(error: &anyhow::Error) -> ExitCode {
    #[expect(clippy::print_stderr, reason = "this is the command's own message to whoever runs it")]
    {
        eprintln!("motherlode: {error:#}");
    }
    ExitCode::FAILURE
}
