//! Typed and validated settings, independent of their source (flags, environment or files).

mod limits;
mod mode;
mod model;
mod site;

pub use limits::{ClientLimits, Registration, WorkspaceLimits};
pub use mode::{Backends, Mode, OpenError};
pub use model::ModelChoice;
pub use site::SiteSettings;

use std::{net::IpAddr, path::PathBuf, time::Duration};

use net::addresses::AddressGuard;

/// Default prefix of an installation's Redis keys.
pub const NAMESPACE: &str = "motherlode";

/// A text that must not be logged: printed as `…`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// Returns the text.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("…")
    }
}

/// Settings of the API.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// Listen address.
    pub listen: IpAddr,
    /// Main port.
    pub port: u16,
    /// Live port; `None` disables it.
    pub live_port: Option<u16>,
    /// Public URL, without a trailing slash.
    pub public_url: String,
    /// Further host names under which the server is reached: names or addresses, without a port.
    pub hosts: Vec<String>,
    /// URL for live connections: `None` means the own origin, an empty text disables them.
    pub ws_url: Option<String>,
    /// Secret that signs tokens.
    pub secret: Secret,
    /// Proxies with trusted forwarded addresses.
    pub trusted_proxies: Vec<IpAddr>,
    /// Token for remote access to `/metrics`.
    pub metrics_token: Option<Secret>,
    /// Folder of uploads; `None` stores them in the database, for replicas without a shared disk.
    pub upload_dir: Option<PathBuf>,
    /// Folder of a web app that replaces the built-in one.
    pub web_dir: Option<PathBuf>,
    /// Whether emails are sent; if so, sign-in requires a verified address.
    pub sends_mail: bool,
    /// Identity provider for sign-in, in addition to passwords.
    pub issuer: Option<IssuerSettings>,
    /// The operator's client at Google, with which users connect Search Console and Analytics.
    pub google: Option<GoogleSettings>,
    /// Outgoing requests on behalf of users.
    pub outside: OutsideSettings,
    /// Who may create an account.
    pub registration: Registration,
    /// Limits of clients.
    pub limits: ClientLimits,
    /// Limits of each workspace.
    pub workspace: WorkspaceLimits,
    /// Sites that are built and deployed.
    pub sites: SiteSettings,
}

/// Settings of outgoing requests on behalf of users.
#[derive(Debug, Clone)]
pub struct OutsideSettings {
    /// Whether pages are fetched at all.
    pub fetches_pages: bool,
    /// Allowed addresses.
    pub guard: AddressGuard,
    /// Browser that renders pages of crawls, if there is one.
    pub browser: Option<BrowserSettings>,
}

/// A headless Chromium.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserSettings {
    /// Its program.
    pub path: PathBuf,
    /// Whether it uses its sandbox, which does not exist for root.
    pub has_sandbox: bool,
}

impl Default for OutsideSettings {
    fn default() -> Self {
        Self { fetches_pages: true, guard: AddressGuard::default(), browser: None }
    }
}

/// An OpenID Connect provider.
#[derive(Debug, Clone)]
pub struct IssuerSettings {
    /// Issuer URL, without a trailing slash.
    pub url: String,
    /// Client id.
    pub client_id: String,
    /// Client secret; `None` if PKCE is sufficient.
    pub client_secret: Option<Secret>,
}

/// The operator's client at Google, for access to data.
#[derive(Debug, Clone)]
pub struct GoogleSettings {
    /// Client id.
    pub client_id: String,
    /// Client secret.
    pub client_secret: Secret,
    /// Base address of the consent page, without a trailing slash.
    pub consent_url: String,
    /// Base address of the token service, without a trailing slash.
    pub token_url: String,
    /// Base address of the data services; `None` for Google's.
    pub api_url: Option<String>,
}

/// Mail server.
#[derive(Debug, Clone)]
pub struct MailSettings {
    /// URL with user name and password: `smtps://…`, or `smtp://…` for STARTTLS (without TLS on this machine).
    pub smtp_url: Secret,
    /// Sender, such as `Motherlode <motherlode@example.com>`; default: the user of the server.
    pub from: Option<String>,
}

/// How a process handles emails.
#[derive(Debug, Clone, Default)]
pub enum Post {
    /// Leaves them to another process.
    #[default]
    Leave,
    /// Without a mail server, stores them in the outbox and logs them.
    Keep,
    /// Sends them.
    Send(MailSettings),
}

/// Settings of the workers.
#[derive(Debug, Clone)]
pub struct FleetSettings {
    /// Concurrent runs in the interactive lane; 0 leaves the lane to other workers.
    pub interactive_slots: usize,
    /// Concurrent runs in the batch lane; 0 leaves the lane to other workers.
    pub batch_slots: usize,
    /// Concurrent runs per user and lane, over all workers. Fewer where that would leave no slots to others.
    pub per_user: i32,
    /// Time without a heartbeat before others take over a worker's runs.
    pub lease: Duration,
    /// Time that a stopping worker waits for its runs before it releases them.
    pub grace: Duration,
    /// Retention of finished runs and events.
    pub keep: Duration,
    /// Folder of uploads; `None` means in the database.
    pub upload_dir: Option<PathBuf>,
    /// Folder of crawls in progress.
    pub crawl_dir: PathBuf,
    /// How emails are handled.
    pub post: Post,
    /// Sentence model of the engines.
    pub model: ModelChoice,
    /// Outgoing requests on behalf of users.
    pub outside: OutsideSettings,
    /// The installation's secret, from which webhook signatures are derived; without it this process sends no webhooks.
    pub secret: Option<Secret>,
    /// Limits of each workspace.
    pub workspace: WorkspaceLimits,
    /// Sites that are built and deployed.
    pub sites: SiteSettings,
}

impl Default for FleetSettings {
    fn default() -> Self {
        Self {
            interactive_slots: 6,
            batch_slots: 6,
            per_user: 4,
            lease: Duration::from_secs(10),
            grace: Duration::from_secs(20),
            keep: Duration::from_secs(90 * 24 * 3600),
            upload_dir: None,
            crawl_dir: std::env::temp_dir().join("motherlode-crawls"),
            post: Post::Leave,
            model: ModelChoice::None,
            outside: OutsideSettings::default(),
            secret: None,
            workspace: WorkspaceLimits::default(),
            sites: SiteSettings::default(),
        }
    }
}
