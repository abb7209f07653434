//! Built-in hosting: serves the live releases of sites by host name, and releases under paths of the app.
//!
//! A request for the host of a site never reaches the app: it has no session, no cookie and no API. What a page needs is in
//! memory: what the host leads to ([`table`]), the files of its release ([`release`]) and their contents, each with a bound.
//! A site's next release is served at once if the bus reports it, otherwise within seconds.
//!
//! Under `/sites/{slug}/` and `/preview/{key}/` the files have the app's host. The policy `sandbox` takes its origin from
//! them.

mod bounded;
mod dispatch;
mod files;
mod hosts;
mod lookup;
pub(crate) mod names;
mod path;
mod preview;
mod redirects;
mod release;
mod reports;
mod respond;
mod rooted;
mod rules;
mod scriptless;
mod table;
mod tls_ask;

use std::sync::Arc;

use bytes::Bytes;
use shared::{
    bus::{Bus, Received, SITES},
    config::ApiSettings,
    store::Db,
};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

pub(crate) use dispatch::dispatch;
pub(crate) use preview::router as previews;
pub(crate) use reports::ReportHost;

use crate::{routes::boxed_handler::routes, state::AppState};
use bounded::Bounded;
use hosts::Hosts;
use names::Names;
use release::Release;
use table::Table;

/// Bytes of contents in memory.
const CONTENT_BYTES: usize = 128 << 20;
/// Bytes of lists of files in memory.
const RELEASE_BYTES: usize = 64 << 20;
/// Simultaneous look-ups in the database, so that requests for unknown hosts leave connections to others.
const LOOK_UPS: usize = 4;

/// Hosts, releases and contents of sites; cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Hosting(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    db: Db,
    bus: Bus,
    hosts: Hosts,
    names: Names,
    /// Domain of built-in hosting.
    domain: String,
    /// Whether others than this machine can resolve names below it.
    has_domain: bool,
    by_host: Table,
    by_slug: Table,
    by_key: Table,
    releases: Bounded<Uuid, Arc<Release>>,
    /// Contents by digest, compressed or not.
    contents: Bounded<(Arc<str>, bool), Bytes>,
    look_ups: Semaphore,
}

impl Hosting {
    /// Starts to listen for changes of sites.
    pub(crate) fn start(settings: &ApiSettings, db: &Db, bus: &Bus, stop: CancellationToken) -> Self {
        let hosting = Self(Arc::new(Inner {
            db: db.clone(),
            bus: bus.clone(),
            hosts: Hosts::new(settings),
            names: Names::new(settings.sites.dns_server),
            domain: settings.sites.sites_domain.clone(),
            has_domain: !settings.sites.sites_domain.ends_with(".localhost"),
            by_host: Table::default(),
            by_slug: Table::default(),
            by_key: Table::default(),
            releases: Bounded::new(RELEASE_BYTES),
            contents: Bounded::new(CONTENT_BYTES),
            look_ups: Semaphore::new(LOOK_UPS),
        }));
        tokio::spawn(listen(hosting.clone(), bus.clone(), stop));
        hosting
    }

    /// Returns the name of a site at built-in hosting.
    pub(crate) fn own_name(&self, slug: &str) -> String {
        format!("{slug}.{}", self.0.domain)
    }

    /// Returns the hosts of the server.
    pub(crate) fn hosts(&self) -> &Hosts {
        &self.0.hosts
    }

    /// Forgets what is known about a site, or about the report domain of a workspace; with `None` about all.
    pub(crate) fn forget(&self, owner: Option<Uuid>) {
        for table in [&self.0.by_host, &self.0.by_slug, &self.0.by_key] {
            table.forget(owner);
        }
    }
}

/// Forgets sites that have changed.
async fn listen(hosting: Hosting, bus: Bus, stop: CancellationToken) {
    let mut changes = bus.subscribe(SITES);
    loop {
        let received = tokio::select! {
            () = stop.cancelled() => return,
            received = changes.receive() => received,
        };
        match received {
            Received::Message(id) => hosting.forget(id.parse().ok()),
            Received::Gap => hosting.forget(None),
        }
    }
}

/// Routes for the proxy in front of the server.
pub(crate) fn internal() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(tls_ask::handler))
}
