//! Groups of flags that several commands share, with their environment variables.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
};

use clap::{ArgAction, Args as ClapArgs, ValueEnum};
use net::addresses::Range;

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
    /// Further hosts under which users reach the server, for example lode.lan,192.168.1.5. The public URL's host, loopback
    /// and the address of the connection are always allowed.
    #[arg(long, env = "MOTHERLODE_HOSTS", value_delimiter = ',')]
    pub hosts: Vec<String>,
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
    #[command(flatten)]
    pub google_data: GoogleDataArgs,
    /// Folder of a web app to serve instead of the built-in one.
    #[arg(long, env = "MOTHERLODE_WEB_DIR")]
    pub web_dir: Option<PathBuf>,
    /// Who may create an account after the first one. `motherlode user create` always works.
    #[arg(long, env = "MOTHERLODE_REGISTRATION", default_value = "open")]
    pub registration: RegistrationArg,
    #[command(flatten)]
    pub limits: LimitArgs,
}

/// The operator's client at Google, with which users connect Search Console and Analytics.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct GoogleDataArgs {
    /// OAuth client ID of Google for Search Console and Analytics. Default: the one for sign-in, if the issuer is Google.
    #[arg(long, env = "GOOGLE_DATA_CLIENT_ID")]
    pub google_data_client_id: Option<String>,
    /// OAuth client secret of Google for Search Console and Analytics (or GOOGLE_DATA_CLIENT_SECRET_FILE).
    #[arg(long, env = "GOOGLE_DATA_CLIENT_SECRET", hide_env_values = true)]
    pub google_data_client_secret: Option<String>,
    /// Base URL of Google's consent page. Its redirect URI is /api/connections/google/callback.
    #[arg(long, env = "GOOGLE_DATA_CONSENT_URL", default_value = "https://accounts.google.com")]
    pub google_data_consent_url: String,
    /// Base URL of Google's token service.
    #[arg(long, env = "GOOGLE_DATA_TOKEN_URL", default_value = "https://oauth2.googleapis.com")]
    pub google_data_token_url: String,
    /// Base URL of Search Console and Analytics, if requests go through a server of your own.
    #[arg(long, env = "GOOGLE_DATA_API_URL")]
    pub google_data_api_url: Option<String>,
}

/// Who may create an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegistrationArg {
    /// Everybody.
    Open,
    /// Email addresses with an open invitation to a workspace.
    Invited,
    /// Nobody.
    Closed,
}

/// Reports for clients.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ReportArgs {
    /// Font file for characters of reports as PDF that the built-in font lacks, such as Chinese, Japanese and Korean ones, for
    /// example /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc. A number after # chooses the face of a collection.
    #[arg(long, env = "MOTHERLODE_REPORT_FONT", value_name = "FILE")]
    pub report_font: Option<PathBuf>,
}

/// Limits of clients.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct LimitArgs {
    /// Maximum number of requests per minute from one address (an IPv4 address or an IPv6 /64).
    #[arg(long, env = "MOTHERLODE_REQUESTS_PER_ADDRESS", default_value_t = 6_000)]
    pub requests_per_address: u32,
    /// Maximum number of requests per minute of one user.
    #[arg(long, env = "MOTHERLODE_REQUESTS_PER_USER", default_value_t = 3_000)]
    pub requests_per_user: u32,
    #[command(flatten)]
    pub throttles: ThrottleArgs,
    /// Maximum number of visits' reports per minute from one address, which many visitors may share.
    #[arg(long, env = "MOTHERLODE_BEACONS_PER_ADDRESS", default_value_t = 1_200)]
    pub beacons_per_address: u32,
    /// Maximum number of open connections. Default: as many as the limit of open files allows, at most 60000.
    #[arg(long, env = "MOTHERLODE_CONNECTIONS")]
    pub connections: Option<usize>,
    /// Maximum number of open connections from one address. Loopback and trusted proxies are exempt.
    #[arg(long, env = "MOTHERLODE_CONNECTIONS_PER_ADDRESS", default_value_t = 1_024)]
    pub connections_per_address: usize,
    /// Maximum duration of an upload, in seconds.
    #[arg(long, env = "MOTHERLODE_UPLOAD_SECONDS", default_value_t = 1_800)]
    pub upload_seconds: u64,
}

/// Limits of sign-ins and of emails about accounts. Higher values make it easier to guess passwords and to send spam.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct ThrottleArgs {
    /// Maximum number of sign-ins in 5 minutes from one address to any account.
    #[arg(long, env = "MOTHERLODE_SIGN_INS_PER_ADDRESS", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub sign_ins_per_address: u32,
    /// Maximum number of sign-ins in 15 minutes to one account by browsers and addresses that never signed in to it.
    #[arg(long, env = "MOTHERLODE_SIGN_INS_PER_ACCOUNT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub sign_ins_per_account: u32,
    /// Maximum number of sign-ins in 5 minutes to one account from one address, or from one browser that signed in before.
    #[arg(long, env = "MOTHERLODE_SIGN_INS_PER_BROWSER", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub sign_ins_per_browser: u32,
    /// Maximum number of new accounts in 10 minutes from one address.
    #[arg(long, env = "MOTHERLODE_REGISTRATIONS_PER_ADDRESS", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    pub registrations_per_address: u32,
    /// Maximum number of renewed sessions per minute from one address.
    #[arg(long, env = "MOTHERLODE_REFRESHES_PER_ADDRESS", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    pub refreshes_per_address: u32,
    /// Maximum number of opened links of emails, and of sign-ins with a provider, in 5 minutes from one address.
    #[arg(long, env = "MOTHERLODE_LINKS_PER_ADDRESS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub links_per_address: u32,
    /// Maximum number of emails about accounts in 15 minutes caused by one address.
    #[arg(long, env = "MOTHERLODE_EMAILS_PER_ADDRESS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    pub emails_per_address: u32,
    /// Maximum number of emails about accounts in 15 minutes to one recipient: links to reset a password, and links to verify an address, each.
    #[arg(long, env = "MOTHERLODE_EMAILS_PER_RECIPIENT", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub emails_per_recipient: u32,
    /// Maximum number of invitations of one user per hour.
    #[arg(long, env = "MOTHERLODE_INVITATIONS_PER_USER", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    pub invitations_per_user: u32,
}

/// Limits of each workspace. Without a value there is no limit.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct WorkspaceArgs {
    /// Maximum storage of each workspace, in MiB: stored uploads, and 200 bytes for each imported row. Default: no limit.
    #[arg(long, env = "MOTHERLODE_WORKSPACE_STORAGE_MIB", value_parser = clap::value_parser!(u32).range(1..))]
    pub workspace_storage_mib: Option<u32>,
    /// Maximum number of runs that people and schedules of each workspace start per day (UTC). Default: no limit.
    #[arg(long, env = "MOTHERLODE_WORKSPACE_RUNS_PER_DAY", value_parser = clap::value_parser!(u32).range(1..))]
    pub workspace_runs_per_day: Option<u32>,
    /// Maximum number of invitations that each workspace sends per day (UTC). Default: no limit.
    #[arg(long, env = "MOTHERLODE_WORKSPACE_EMAILS_PER_DAY", value_parser = clap::value_parser!(u32).range(1..))]
    pub workspace_emails_per_day: Option<u32>,
    /// Maximum number of URLs that the stored crawls of each workspace have together, with the maximum of those under way.
    #[arg(long, env = "MOTHERLODE_WORKSPACE_CRAWL_URLS", default_value_t = 5_000_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub workspace_crawl_urls: u32,
}

/// Sites that are built and deployed; the same for API and workers.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct SiteArgs {
    /// Domain below which built-in hosting serves each site by its name, for example sites.example.com. Its wildcard DNS
    /// record must lead to this server. It must not share cookies with the app: use a domain of its own.
    #[arg(long, env = "MOTHERLODE_SITES_DOMAIN", default_value = "sites.localhost")]
    pub sites_domain: String,
    /// Maximum number of new sites of each workspace that go live on a day (UTC).
    #[arg(long, env = "MOTHERLODE_NEW_SITES_PER_DAY", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub new_sites_per_day: u32,
    /// Maximum number of pages of a site when it goes live for the first time.
    #[arg(long, env = "MOTHERLODE_PAGES_AT_LAUNCH", default_value_t = 45, value_parser = clap::value_parser!(u32).range(1..))]
    pub pages_at_launch: u32,
    /// Maximum number of pages that a live site gains on a day (UTC).
    #[arg(long, env = "MOTHERLODE_NEW_PAGES_PER_DAY", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub new_pages_per_day: u32,
    /// Folders below which users may deploy sites, as absolute paths. Default: none, so that no site is deployed to a folder.
    #[arg(long, env = "MOTHERLODE_DEPLOY_FOLDERS", value_delimiter = ',', value_name = "DIR")]
    pub deploy_folders: Vec<PathBuf>,
    /// DNS server that is asked whether own host names of sites lead here, for example 9.9.9.9:53. Default: the system's servers.
    #[arg(long, env = "MOTHERLODE_DNS_SERVER", value_name = "ADDRESS:PORT")]
    pub dns_server: Option<SocketAddr>,
}

/// Settings of outgoing requests on behalf of users.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct OutsideArgs {
    /// Whether users may fetch pages: to crawl websites, and to create themes.
    #[arg(long, env = "MOTHERLODE_FETCH_PAGES", default_value_t = true, action = ArgAction::Set, value_name = "BOOL")]
    pub fetch_pages: bool,
    /// Private addresses that user requests may reach, for example 10.0.0.0/8.
    #[arg(long, env = "MOTHERLODE_ALLOW_ADDRESSES", value_delimiter = ',')]
    pub allow_addresses: Vec<Range>,
    #[command(flatten)]
    pub browser: BrowserArgs,
}

/// The browser that renders pages.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct BrowserArgs {
    /// Path of a Chromium that renders pages of crawls, for example /usr/bin/chromium-headless-shell; the same for API and workers.
    /// Default: no pages are rendered.
    #[arg(long, env = "MOTHERLODE_CHROMIUM", value_name = "PATH")]
    pub chromium: Option<PathBuf>,
    /// Whether Chromium uses its sandbox. For root it has none; a container that does not allow user namespaces needs `false`.
    #[arg(long, env = "MOTHERLODE_CHROMIUM_SANDBOX", default_value_t = true, action = ArgAction::Set, value_name = "BOOL")]
    pub chromium_sandbox: bool,
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
    /// Maximum number of concurrent runs per user and lane, over all workers. Two less than all slots, if that is fewer.
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
