//! State of the API.

use std::{ops::Deref, sync::Arc, time::Instant};

use shared::{
    bus::Bus,
    config::{ApiSettings, Backends},
    domain::Clock,
    limit::Limiter,
    queue::Queue,
    store::Db,
    telemetry::Metrics,
    vault::Vault,
};
use tokio_util::sync::CancellationToken;

use crate::{
    auth::{cache::SessionCache, issuer::Issuer, key::Keys, password::Passwords, setup},
    hosting::Hosting,
    market::Markets,
    traffic::Traffic,
    visits::Visits,
};

/// State shared by all requests; cheap to clone.
#[derive(Clone)]
pub struct AppState(Arc<Inner>);

/// The parts of [`AppState`].
pub struct Inner {
    /// Settings at start.
    pub settings: ApiSettings,
    /// Database.
    pub db: Db,
    /// Queue of runs.
    pub queue: Queue,
    /// Bus of live messages.
    pub bus: Bus,
    /// Rate limiter.
    pub limiter: Limiter,
    /// Time by which the limiter's windows begin and end.
    pub limiter_clock: Clock,
    /// Metrics of the process, if recorded.
    pub metrics: Option<Metrics>,
    /// Cancelled at shutdown; live loops end with it.
    pub stop: CancellationToken,
    /// Requests of the last five minutes.
    pub traffic: Traffic,
    /// Keys derived from the installation's secret.
    pub keys: Keys,
    /// Encrypts credentials of data providers.
    pub vault: Vault,
    /// Hashes and verifies passwords with limited concurrency.
    pub passwords: Passwords,
    /// Recently seen sessions.
    pub sessions: SessionCache,
    /// Identity provider for sign-in, in addition to passwords.
    pub issuer: Option<Issuer>,
    /// Setup code for the first account, for clients of other machines.
    pub setup_code: String,
    /// Look-ups of markets.
    pub markets: Markets,
    /// Records visits of websites.
    pub visits: Visits,
    /// Sites that are served here.
    pub(crate) hosting: Hosting,
    started: Instant,
}

impl AppState {
    /// Creates the state of a starting server.
    #[must_use]
    pub fn new(settings: ApiSettings, backends: Backends, metrics: Option<Metrics>, stop: CancellationToken) -> Self {
        let keys = Keys::new(&settings.secret);
        let setup_code = setup::code(&keys);
        Self(Arc::new(Inner {
            visits: Visits::start(&backends.db),
            hosting: Hosting::start(&settings, &backends.db, &backends.bus, stop.clone()),
            db: backends.db,
            queue: backends.queue,
            bus: backends.bus,
            limiter: backends.limiter,
            limiter_clock: backends.limiter_clock,
            metrics,
            stop,
            traffic: Traffic::default(),
            keys,
            passwords: Passwords::default(),
            sessions: SessionCache::default(),
            issuer: settings.issuer.clone().map(|issuer| Issuer::new(issuer, settings.outside.guard.clone())),
            vault: Vault::new(&settings.secret),
            setup_code,
            markets: Markets::default(),
            started: Instant::now(),
            settings,
        }))
    }

    /// Seconds since the server started.
    #[must_use]
    pub fn uptime_seconds(&self) -> u64 {
        self.0.started.elapsed().as_secs()
    }

    /// Returns true if browsers use TLS, which restricts cookies to TLS.
    #[must_use]
    pub fn is_secure(&self) -> bool {
        self.settings.public_url.starts_with("https://")
    }
}

impl Deref for AppState {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl std::fmt::Debug for AppState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AppState").field("settings", &self.settings).finish_non_exhaustive()
    }
}
