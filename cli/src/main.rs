//! The `motherlode` binary: one file per subcommand under `command/`; this file chooses the command.

// Outside tests nothing panics, and only the command-line module prints.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr))]

mod args;
mod command;
mod open_files;
mod options;
mod out;
mod settings;
mod stop;

use std::{process::ExitCode, time::Duration};

use args::{Args, Command};
use clap::{CommandFactory, Parser};
use command::{
    api, backup, capsule, completions, configuration, crawl, doctor, engine, import, kill_switch, migrate, model,
    notices, openapi, ping, restore, simulate, tool, up, user, worker,
};
use out::Form;

/// Runs allocate on one thread and free on another, where the allocator of glibc keeps a third of the memory.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Maximum time to wait for computing threads at the end of the process.
const AT_THE_END: Duration = Duration::from_secs(5);

fn main() -> ExitCode {
    let args = Args::parse();
    let filter = args.log.clone().unwrap_or_else(|| args.command.default_log().to_owned());
    shared::telemetry::init(args.log_format.into(), &filter, args.otlp_endpoint.as_deref());
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&anyhow::Error::new(error).context("the runtime cannot start")),
    };
    let ended = runtime.block_on(run(args));
    // Threads that are still computing have no outcome to lose.
    runtime.shutdown_timeout(AT_THE_END);
    shared::telemetry::flush_traces();
    ended.unwrap_or_else(|error| fail(&error))
}

/// Runs the requested subcommand.
async fn run(args: Args) -> anyhow::Result<ExitCode> {
    let form = if args.json { Form::Json } else { Form::Text };
    match args.command {
        Command::Up(up) => up::run(up, form).await,
        Command::Api(api) => api::run(api, form).await,
        Command::Worker(worker) => worker::run(worker).await,
        Command::Migrate(store) => migrate::run(store, form).await,
        Command::Engine(engine) => engine::run(&engine),
        Command::Capsule(capsule) => capsule::run(&capsule),
        Command::Crawl(crawl) => crawl::run(crawl, form).await,
        Command::Tool(tool) => tool::run(&tool),
        Command::Simulate(simulate) => simulate::run(&simulate),
        Command::Model(model) => model::run(model, form).await,
        Command::Import(import) => import::run(import, form).await,
        Command::KillSwitch(switch) => kill_switch::run(switch, form).await,
        Command::User(user) => user::run(user, form).await,
        Command::Backup(backup) => backup::run(backup, form).await,
        Command::Restore(restore) => restore::run(restore, form).await,
        Command::Doctor(doctor) => doctor::run(doctor, form).await,
        Command::Ping { url } => ping::run(&url, form).await,
        Command::Completions { shell } => completions::run(shell, Args::command()),
        Command::Configuration => configuration::run(Args::command()),
        Command::Openapi => openapi::run(),
        Command::Notices => notices::run(),
    }
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
