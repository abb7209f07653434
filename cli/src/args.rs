//! The command line: its commands and the flags of all of them.

use clap::{Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use shared::telemetry::LogFormat;

use crate::{
    command::{
        api::ApiArgs, backup::BackupArgs, capsule::CapsuleArgs, crawl::CrawlArgs, doctor::DoctorArgs,
        engine::EngineArgs, import::ImportArgs, kill_switch::KillSwitchArgs, model::ModelArgs, restore::RestoreArgs,
        simulate::SimulateArgs, tool::ToolArgs, up::UpArgs, user::UserArgs, worker::WorkerArgs,
    },
    options::StoreArgs,
};

const EXAMPLES: &str = "\
Examples:
  motherlode up                                        start, then open http://127.0.0.1:3000
  motherlode doctor                                    what is wrong with the set-up, and what to do
  motherlode user create ada@example.com --admin       an account, without a browser
  motherlode import performance.zip --website example.com
  motherlode engine keyword analyse --input cases.jsonl
  motherlode crawl https://example.com/ --output pages.jsonl
  motherlode backup && motherlode restore motherlode-backup-….zip --data-dir elsewhere

Every setting is a flag and an environment variable: see docs/configuration.md, or `motherlode configuration`.";

/// Finds, ranks and monetises search markets, on your own machine.
///
/// Start with `motherlode up`: one process, everything kept in the data directory. To scale out, run any number of
/// `motherlode api` and `motherlode worker` around PostgreSQL and Redis.
#[derive(Debug, Parser)]
#[command(name = "motherlode", version, propagate_version = true, max_term_width = 110, after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Log filter for standard error, for example `info,sqlx=warn`. Default: `info` for servers, `warn` for other commands.
    #[arg(long, global = true, env = "MOTHERLODE_LOG")]
    pub log: Option<String>,
    /// Log format.
    #[arg(long, global = true, env = "MOTHERLODE_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormatArg,
    /// OTLP/HTTP endpoint for traces, for example http://127.0.0.1:4318. Not supported by the quick build of `make up`.
    #[arg(long, global = true, env = "OTEL_EXPORTER_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// Answer in JSON, for scripts.
    #[arg(long, global = true)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Command,
}

/// Text or JSON.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LogFormatArg {
    /// For people.
    Text,
    /// One object a line.
    Json,
}

impl From<LogFormatArg> for LogFormat {
    fn from(arg: LogFormatArg) -> Self {
        match arg {
            LogFormatArg::Text => Self::Text,
            LogFormatArg::Json => Self::Json,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Start everything in one process with an embedded database.
    Up(UpArgs),
    /// Serve the API, the web app and live updates (needs PostgreSQL and Redis).
    Api(ApiArgs),
    /// Process runs (needs PostgreSQL and Redis).
    Worker(WorkerArgs),
    /// Migrate the database schema.
    Migrate(StoreArgs),
    /// Run an engine on JSON input, without a database.
    Engine(EngineArgs),
    /// Run an exported analysis again and compare every byte.
    Capsule(CapsuleArgs),
    /// Crawl a site into a file, without a database.
    Crawl(CrawlArgs),
    /// Use parts of the crawler on JSON input.
    Tool(ToolArgs),
    /// Write the simulated market of the sample project and the demo.
    Simulate(SimulateArgs),
    /// Install and list sentence models (optional).
    Model(ModelArgs),
    /// Import exports of search data from files.
    Import(ImportArgs),
    /// Stop or resume all plan execution, including running plans.
    KillSwitch(KillSwitchArgs),
    /// Manage accounts.
    User(UserArgs),
    /// Back up everything to one file while servers are running.
    Backup(BackupArgs),
    /// Restore a backup of `motherlode backup`.
    Restore(RestoreArgs),
    /// Check the installation and report problems.
    Doctor(DoctorArgs),
    /// Check whether a server is ready; exit status 1 if not.
    #[command(after_help = "Examples:\n  motherlode ping\n  motherlode ping http://127.0.0.1:9100/healthz")]
    Ping {
        /// URL to check.
        #[arg(default_value = "http://127.0.0.1:3000/readyz")]
        url: String,
    },
    /// Print the completions for a shell.
    #[command(
        after_help = "Example:\n  motherlode completions bash > ~/.local/share/bash-completion/completions/motherlode"
    )]
    Completions {
        /// Shell.
        shell: Shell,
    },
    /// Print the configuration reference as Markdown.
    Configuration,
    /// Print the API's OpenAPI document.
    Openapi,
    /// Print the licenses of built-in data and fonts.
    Notices,
}

impl Command {
    /// Default log filter: servers log what they do, other commands only problems.
    pub(crate) const fn default_log(&self) -> &'static str {
        match self {
            Self::Up(_) | Self::Api(_) | Self::Worker(_) => "info,sqlx=warn,socketioxide=warn,engineioxide=warn",
            _ => "warn",
        }
    }
}
