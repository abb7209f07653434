//! Command-line arguments and their environment variables.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use clap::{ArgAction, Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use shared::{addresses::Range, telemetry::LogFormat};

use crate::command::{
    backup::BackupArgs, doctor::DoctorArgs, engine::EngineArgs, import::ImportArgs, kill_switch::KillSwitchArgs,
    model::ModelArgs, restore::RestoreArgs, simulate::SimulateArgs, user::UserArgs,
};

const EXAMPLES: &str = "\
Examples:
  motherlode up                                        start, then open http://127.0.0.1:3000
  motherlode doctor                                    what is wrong with the set-up, and what to do
  motherlode user create ada@example.com --admin       an account, without a browser
  motherlode import performance.zip --website example.com
  motherlode engine keyword analyse --input cases.jsonl
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

/// Storage of an installation: both URLs for the distributed mode, neither for the embedded mode.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct StoreArgs {
    /// Data directory of the embedded mode.
    #[arg(long, env = "MOTHERLODE_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// PostgreSQL URL (or DATABASE_URL_FILE) for distributed mode.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Redis URL (or REDIS_URL_FILE) for distributed mode.
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// Maximum number of PostgreSQL connections of this process.
    #[arg(long, env = "MOTHERLODE_DATABASE_CONNECTIONS", default_value_t = 12)]
    pub database_connections: u32,
    /// Durability of commits of the embedded database.
    #[arg(long, env = "MOTHERLODE_SQLITE_SYNC", default_value = "full")]
    pub sqlite_sync: SyncArg,
}

/// SQLite's `synchronous`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum SyncArg {
    /// A power cut.
    Full,
    /// The end of the process; a power cut may cost the last commits.
    Normal,
}

/// Settings of a server.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ServeArgs {
    /// Address to listen on. Beyond loopback, the first account needs the setup code from the log.
    #[arg(long, env = "MOTHERLODE_LISTEN", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// The main port.
    #[arg(long, env = "MOTHERLODE_PORT", default_value_t = 3000)]
    pub port: u16,
    /// Live port; 0 turns it off.
    #[arg(long, env = "MOTHERLODE_LIVE_PORT", default_value_t = 5001)]
    pub live_port: u16,
    /// Public URL of the app, if it differs from the listen address.
    #[arg(long, env = "MOTHERLODE_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// URL for live connections, if it differs from the URL of the app. Empty turns off the second channel.
    #[arg(long, env = "MOTHERLODE_WS_URL")]
    pub ws_url: Option<String>,
    /// Secret that signs tokens (or MOTHERLODE_SECRET_FILE). The embedded mode generates one.
    #[arg(long, env = "MOTHERLODE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Proxies whose forwarded client addresses are trusted.
    #[arg(long, env = "MOTHERLODE_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// Token for remote access to /metrics (or MOTHERLODE_METRICS_TOKEN_FILE).
    #[arg(long, env = "MOTHERLODE_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// OAuth client ID of Google or the OIDC issuer.
    #[arg(long, env = "GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// OAuth client secret of Google or the OIDC issuer (or GOOGLE_CLIENT_SECRET_FILE).
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", hide_env_values = true)]
    pub google_client_secret: Option<String>,
    /// OpenID Connect issuer for sign-in. Its redirect URI is /api/auth/oauth/callback.
    #[arg(long, env = "MOTHERLODE_OIDC_ISSUER", default_value = "https://accounts.google.com")]
    pub oidc_issuer: String,
    /// Folder of a web app to serve instead of the built-in one.
    #[arg(long, env = "MOTHERLODE_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
}

/// Settings of outgoing requests on behalf of users.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct OutsideArgs {
    /// Whether users may fetch pages to create themes from them.
    #[arg(long, env = "MOTHERLODE_FETCH_PAGES", default_value_t = true, action = ArgAction::Set, value_name = "BOOL")]
    pub fetch_pages: bool,
    /// Private addresses that user requests may reach, for example 10.0.0.0/8.
    #[arg(long, env = "MOTHERLODE_ALLOW_ADDRESSES", value_delimiter = ',')]
    pub allow_addresses: Vec<Range>,
}

/// Settings of outgoing email.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct MailArgs {
    /// Mail server, for example smtps://user:password@mail.example.com (or SMTP_URL_FILE). Without it, emails are stored in the outbox and logged.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Sender, for example 'Motherlode <motherlode@example.com>'. Default: the user of the mail server.
    #[arg(long, env = "MOTHERLODE_MAIL_FROM")]
    pub mail_from: Option<String>,
}

/// Sentence model of the engines.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct SentenceArgs {
    /// Folder of the sentence model, or `none`. Default: the model installed in the data directory.
    #[arg(long, env = "MOTHERLODE_MODEL_DIR", value_name = "DIR")]
    pub model: Option<PathBuf>,
}

/// Settings of workers.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct FleetArgs {
    /// Maximum number of concurrent runs per user and lane, over all workers.
    #[arg(long, env = "MOTHERLODE_USER_CONCURRENCY", default_value_t = 4)]
    pub user_concurrency: i32,
    /// Seconds without a heartbeat before other workers take over the runs of a worker.
    #[arg(long, env = "MOTHERLODE_LEASE_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(3..=3600))]
    pub lease_seconds: u64,
    /// Seconds that a stopping worker waits for its runs before it releases them.
    #[arg(long, env = "MOTHERLODE_GRACE_SECONDS", default_value_t = 20)]
    pub grace_seconds: u64,
    /// Retention of finished runs and events, in days.
    #[arg(long, env = "MOTHERLODE_KEEP_DAYS", default_value_t = 90, value_parser = clap::value_parser!(u64).range(1..))]
    pub keep_days: u64,
    #[command(flatten)]
    pub sentences: SentenceArgs,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct UpArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub serve: ServeArgs,
    #[command(flatten)]
    pub outside: OutsideArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub fleet: FleetArgs,
    /// Maximum number of concurrent runs per lane.
    #[arg(long, env = "MOTHERLODE_WORKERS", default_value_t = 4)]
    pub workers: usize,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ApiArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub serve: ServeArgs,
    #[command(flatten)]
    pub outside: OutsideArgs,
    #[command(flatten)]
    pub mail: MailArgs,
}

#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub store: StoreArgs,
    #[command(flatten)]
    pub outside: OutsideArgs,
    #[command(flatten)]
    pub mail: MailArgs,
    #[command(flatten)]
    pub fleet: FleetArgs,
    /// Maximum number of concurrent runs per lane.
    #[arg(long, env = "MOTHERLODE_CONCURRENCY", default_value_t = 4)]
    pub concurrency: usize,
    /// Address for /healthz and /metrics, for example 127.0.0.1:9100. Off by default.
    #[arg(long, env = "MOTHERLODE_WATCH_LISTEN", value_name = "ADDRESS:PORT")]
    pub watch_listen: Option<SocketAddr>,
    /// Token for remote access to /metrics (or MOTHERLODE_METRICS_TOKEN_FILE).
    #[arg(long, env = "MOTHERLODE_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Secret that signs webhooks: the same as the API's (or MOTHERLODE_SECRET_FILE). Without it this worker sends none.
    #[arg(long, env = "MOTHERLODE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Lanes to serve.
    #[arg(long, env = "MOTHERLODE_LANES", value_delimiter = ',', default_value = "interactive,batch")]
    pub lanes: Vec<String>,
}
