//! Settings, typed and checked, whoever reads them from flags, the environment or files.

mod mode;
mod model;

pub use mode::{Backends, Mode, OpenError};
pub use model::ModelChoice;

use std::{net::IpAddr, path::PathBuf, time::Duration};

use crate::addresses::AddressGuard;

/// What the keys of an installation on Redis begin with, unless it is given another name.
pub const NAMESPACE: &str = "motherlode";

/// A text that must not be seen: printed as `…`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    #[must_use]
    pub const fn new(text: String) -> Self {
        Self(text)
    }

    /// The text itself.
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

/// What the API needs to know.
#[derive(Debug, Clone)]
pub struct ApiSettings {
    /// The address it listens on.
    pub listen: IpAddr,
    /// The main port.
    pub port: u16,
    /// The live port; `None` switches it off.
    pub live_port: Option<u16>,
    /// The address that browsers use, without a slash at its end.
    pub public_url: String,
    /// Where browsers open live connections: `None` means the own origin, an empty text none at all.
    pub ws_url: Option<String>,
    /// Signs tokens.
    pub secret: Secret,
    /// Proxies whose forwarded addresses are believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Lets others than this machine read `/metrics`.
    pub metrics_token: Option<Secret>,
    /// Where uploads lie while replicas share no disk: `None` keeps them in the database.
    pub upload_dir: Option<PathBuf>,
    /// Serves the web app from this folder in place of the built-in one.
    pub web_dir: Option<PathBuf>,
    /// Whether mails reach people: then sign-ins need a verified address.
    pub sends_mail: bool,
    /// By whom people may sign in beside their password.
    pub issuer: Option<IssuerSettings>,
    /// What may be called for users.
    pub outside: OutsideSettings,
}

/// What of the outside may be called because a user asks for it.
#[derive(Debug, Clone)]
pub struct OutsideSettings {
    /// Whether pages are fetched at all.
    pub fetches_pages: bool,
    /// Which addresses may be called.
    pub guard: AddressGuard,
}

impl Default for OutsideSettings {
    fn default() -> Self {
        Self { fetches_pages: true, guard: AddressGuard::default() }
    }
}

/// An identity provider, by OpenID Connect.
#[derive(Debug, Clone)]
pub struct IssuerSettings {
    /// Its address, without a slash at its end.
    pub url: String,
    /// As what we are known to it.
    pub client_id: String,
    /// What shows that it is us; `None` where PKCE alone does.
    pub client_secret: Option<Secret>,
}

/// By which server mails are sent.
#[derive(Debug, Clone)]
pub struct MailSettings {
    /// Its address, with name and password: `smtps://…`, or `smtp://…` for STARTTLS (without, on this machine).
    pub smtp_url: Secret,
    /// The sender, as in `Motherlode <motherlode@example.com>`; by default who signs in to the server.
    pub from: Option<String>,
}

/// What becomes of mails.
#[derive(Debug, Clone, Default)]
pub enum Post {
    /// They wait for another process: this one does not look after them.
    #[default]
    Leave,
    /// There is no mail server: they are kept in the outbox, and the log shows them.
    Keep,
    /// They are sent.
    Send(MailSettings),
}

/// What the workers need to know.
#[derive(Debug, Clone)]
pub struct FleetSettings {
    /// Runs at once in the interactive lane; 0 leaves the lane to other workers.
    pub interactive_slots: usize,
    /// Runs at once in the batch lane; 0 leaves the lane to other workers.
    pub batch_slots: usize,
    /// Runs at once of one user in one lane, over all workers.
    pub per_user: i32,
    /// How long a worker may be silent before its runs are taken up by others.
    pub lease: Duration,
    /// How long a stopping worker waits for its runs before it gives them back.
    pub grace: Duration,
    /// How long finished runs and events are kept.
    pub keep: Duration,
    /// Where uploads lie; `None` means in the database.
    pub upload_dir: Option<PathBuf>,
    /// What becomes of mails.
    pub post: Post,
    /// Which sentence model the engines work with.
    pub model: ModelChoice,
    /// What may be called for users.
    pub outside: OutsideSettings,
    /// The installation's secret, from which webhooks are signed; without it this process sends none.
    pub secret: Option<Secret>,
}

impl Default for FleetSettings {
    fn default() -> Self {
        Self {
            interactive_slots: 4,
            batch_slots: 4,
            per_user: 4,
            lease: Duration::from_secs(10),
            grace: Duration::from_secs(20),
            keep: Duration::from_secs(90 * 24 * 3600),
            upload_dir: None,
            post: Post::Leave,
            model: ModelChoice::None,
            outside: OutsideSettings::default(),
            secret: None,
        }
    }
}
