//! The command line: flags with their environment twins.

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
    /// What is logged to standard error, as in `info,sqlx=warn`; servers log `info`, other commands `warn`, unless told.
    #[arg(long, global = true, env = "MOTHERLODE_LOG")]
    pub log: Option<String>,
    /// How log lines look.
    #[arg(long, global = true, env = "MOTHERLODE_LOG_FORMAT", default_value = "text")]
    pub log_format: LogFormatArg,
    /// Where traces are sent by OTLP over HTTP, as in http://127.0.0.1:4318; what `make build` and the image hold can do so, the quick build of `make up` cannot.
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
    /// Start everything in one process, with an embedded database: the way to begin.
    Up(UpArgs),
    /// Serve the API, the web app and live updates (needs PostgreSQL and Redis).
    Api(ApiArgs),
    /// Work on runs (needs PostgreSQL and Redis).
    Worker(WorkerArgs),
    /// Bring the database's schema up to date.
    Migrate(StoreArgs),
    /// Run an engine on plain JSON, without any database.
    Engine(EngineArgs),
    /// Write the simulated market that the sample project and the demonstration show.
    Simulate(SimulateArgs),
    /// Install sentence vectors, which are optional, and see which are there.
    Model(ModelArgs),
    /// Import exports of search data from files.
    Import(ImportArgs),
    /// Stop all acting at once, runs at work included, or let it go on.
    KillSwitch(KillSwitchArgs),
    /// Make and look after accounts.
    User(UserArgs),
    /// Write a copy of everything into one file, while servers run.
    Backup(BackupArgs),
    /// Put back what `motherlode backup` has written.
    Restore(RestoreArgs),
    /// Check the set-up and say what is wrong.
    Doctor(DoctorArgs),
    /// Ask a server whether it is ready; exit status 1 if not.
    #[command(after_help = "Examples:\n  motherlode ping\n  motherlode ping http://127.0.0.1:9100/healthz")]
    Ping {
        /// What is asked.
        #[arg(default_value = "http://127.0.0.1:3000/readyz")]
        url: String,
    },
    /// Print the completions for a shell.
    #[command(
        after_help = "Example:\n  motherlode completions bash > ~/.local/share/bash-completion/completions/motherlode"
    )]
    Completions {
        /// Which shell.
        shell: Shell,
    },
    /// Print the page of all settings, in Markdown.
    Configuration,
    /// Print the API's OpenAPI document.
    Openapi,
}

impl Command {
    /// What is logged unless the caller chooses: servers tell what they do, other commands only what is wrong.
    pub(crate) const fn default_log(&self) -> &'static str {
        match self {
            Self::Up(_) | Self::Api(_) | Self::Worker(_) => "info,sqlx=warn,socketioxide=warn,engineioxide=warn",
            _ => "warn",
        }
    }
}

/// Where an installation keeps its data: both addresses for the distributed mode, neither for the embedded one.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct StoreArgs {
    /// The embedded mode's data directory.
    #[arg(long, env = "MOTHERLODE_DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,
    /// PostgreSQL's address (or DATABASE_URL_FILE), for the distributed mode.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Redis' address (or REDIS_URL_FILE), for the distributed mode.
    #[arg(long, env = "REDIS_URL", hide_env_values = true)]
    pub redis_url: Option<String>,
    /// Connections of this process to PostgreSQL at most.
    #[arg(long, env = "MOTHERLODE_DATABASE_CONNECTIONS", default_value_t = 12)]
    pub database_connections: u32,
    /// What a commit of the embedded database survives.
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

/// What serving needs.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ServeArgs {
    /// The address to listen on; beyond loopback, the first account needs the set-up code that is printed.
    #[arg(long, env = "MOTHERLODE_LISTEN", default_value = "127.0.0.1")]
    pub listen: IpAddr,
    /// The main port.
    #[arg(long, env = "MOTHERLODE_PORT", default_value_t = 3000)]
    pub port: u16,
    /// The live port; 0 switches it off.
    #[arg(long, env = "MOTHERLODE_LIVE_PORT", default_value_t = 5001)]
    pub live_port: u16,
    /// The address that browsers use, if it is another.
    #[arg(long, env = "MOTHERLODE_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Where browsers open live connections, if not at the app's own address; empty switches the second channel off.
    #[arg(long, env = "MOTHERLODE_WS_URL")]
    pub ws_url: Option<String>,
    /// Signs tokens (or MOTHERLODE_SECRET_FILE); the embedded mode makes its own.
    #[arg(long, env = "MOTHERLODE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Proxies whose forwarded addresses are believed.
    #[arg(long, env = "MOTHERLODE_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Vec<IpAddr>,
    /// Lets others than this machine read /metrics (or MOTHERLODE_METRICS_TOKEN_FILE).
    #[arg(long, env = "MOTHERLODE_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// As what the installation is known to Google, or to the issuer, for sign-ins.
    #[arg(long, env = "GOOGLE_CLIENT_ID")]
    pub google_client_id: Option<String>,
    /// What shows to Google, or to the issuer, that it is this installation (or GOOGLE_CLIENT_SECRET_FILE).
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", hide_env_values = true)]
    pub google_client_secret: Option<String>,
    /// Whose accounts people may sign in with: any issuer of OpenID Connect. It sends browsers back to /api/auth/oauth/callback.
    #[arg(long, env = "MOTHERLODE_OIDC_ISSUER", default_value = "https://accounts.google.com")]
    pub oidc_issuer: String,
    /// Serve the web app from this folder in place of the built-in one.
    #[arg(long, env = "MOTHERLODE_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
}

/// What of the outside may be called because a user asks for it.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct OutsideArgs {
    /// Whether pages may be fetched for users, for a theme that is made after one: true or false.
    #[arg(long, env = "MOTHERLODE_FETCH_PAGES", default_value_t = true, action = ArgAction::Set, value_name = "BOOL")]
    pub fetch_pages: bool,
    /// Addresses of the own network that may be called for users nevertheless, as in 10.0.0.0/8.
    #[arg(long, env = "MOTHERLODE_ALLOW_ADDRESSES", value_delimiter = ',')]
    pub allow_addresses: Vec<Range>,
}

/// How mails reach people.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct MailArgs {
    /// The mail server, as in smtps://user:password@mail.example.com (or SMTP_URL_FILE); without it, mails are kept in the outbox and shown in the log.
    #[arg(long, env = "SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// The sender, as in 'Motherlode <motherlode@example.com>'; by default the address that signs in to the mail server.
    #[arg(long, env = "MOTHERLODE_MAIL_FROM")]
    pub mail_from: Option<String>,
}

/// Which sentence model engines work with.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct SentenceArgs {
    /// The folder of the sentence model that engines work with, or `none`; by default the one that is installed in the data directory.
    #[arg(long, env = "MOTHERLODE_MODEL_DIR", value_name = "DIR")]
    pub model: Option<PathBuf>,
}

/// What working needs.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct FleetArgs {
    /// Runs at once of one user in one lane, over all workers.
    #[arg(long, env = "MOTHERLODE_USER_CONCURRENCY", default_value_t = 4)]
    pub user_concurrency: i32,
    /// Seconds that a worker may be silent before its runs are taken up by others.
    #[arg(long, env = "MOTHERLODE_LEASE_SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(3..=3600))]
    pub lease_seconds: u64,
    /// Seconds that a stopping worker waits for its runs before it gives them back.
    #[arg(long, env = "MOTHERLODE_GRACE_SECONDS", default_value_t = 20)]
    pub grace_seconds: u64,
    /// Days that finished runs and events are kept.
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
    /// Runs at once in each lane.
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
    /// Runs at once in each lane.
    #[arg(long, env = "MOTHERLODE_CONCURRENCY", default_value_t = 4)]
    pub concurrency: usize,
    /// Where its /healthz and /metrics answer, as in 127.0.0.1:9100; nowhere unless told.
    #[arg(long, env = "MOTHERLODE_WATCH_LISTEN", value_name = "ADDRESS:PORT")]
    pub watch_listen: Option<SocketAddr>,
    /// Lets others than this machine read /metrics (or MOTHERLODE_METRICS_TOKEN_FILE).
    #[arg(long, env = "MOTHERLODE_METRICS_TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// Signs webhooks: the same as the API's (or MOTHERLODE_SECRET_FILE). Without it this worker sends none.
    #[arg(long, env = "MOTHERLODE_SECRET", hide_env_values = true)]
    pub secret: Option<String>,
    /// Which lanes it serves.
    #[arg(long, env = "MOTHERLODE_LANES", value_delimiter = ',', default_value = "interactive,batch")]
    pub lanes: Vec<String>,
}
