//! Limits of clients on the server's memory, connections and time.

use std::time::Duration;

/// Who may register. The first account and `motherlode user create` are always possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Registration {
    /// Everybody.
    #[default]
    Open,
    /// Only addresses with an open invitation to a workspace.
    Invited,
    /// Nobody.
    Closed,
}

impl Registration {
    /// Name in settings and responses.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Invited => "invited",
            Self::Closed => "closed",
        }
    }
}

/// Limits of each workspace; `None` means no limit. See [`crate::store::usage`] for what is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WorkspaceLimits {
    /// Bytes of uploads, imported rows, versions of documents and own packs.
    pub storage_bytes: Option<i64>,
    /// Runs started on a day (UTC).
    pub runs_per_day: Option<i64>,
    /// Emails sent on a day (UTC).
    pub emails_per_day: Option<i64>,
    /// URLs of stored crawls, with the maximum of those under way.
    pub crawl_urls: Option<i64>,
}

/// Limits of clients. An address means an IPv4 address or an IPv6 /64 network.
#[derive(Debug, Clone)]
pub struct ClientLimits {
    /// Requests of one address per minute.
    pub requests_per_address: u32,
    /// Requests of one user per minute.
    pub requests_per_user: u32,
    /// Sign-ins from one address to any account, in 5 minutes.
    pub sign_ins_per_address: u32,
    /// Sign-ins to one account by strangers, in 15 minutes.
    pub sign_ins_per_account: u32,
    /// Sign-ins to one account from one address, or from one browser that signed in before, in 5 minutes.
    pub sign_ins_per_browser: u32,
    /// New accounts from one address, in 10 minutes.
    pub registrations_per_address: u32,
    /// Exchanges of refresh tokens from one address, per minute.
    pub refreshes_per_address: u32,
    /// Links opened from one address, in 5 minutes.
    pub links_per_address: u32,
    /// Emails about accounts caused by one address, in 15 minutes.
    pub emails_per_address: u32,
    /// Emails about accounts to one recipient, in 15 minutes, by kind.
    pub emails_per_recipient: u32,
    /// Invitations of one user, per hour.
    pub invitations_per_user: u32,
    /// Reports of the beacon from one address per minute.
    pub beacons_per_address: u32,
    /// Connections of all clients.
    pub connections: usize,
    /// Connections of one address. Loopback and trusted proxies are exempt, because they stand for many clients.
    pub connections_per_address: usize,
    /// Live connections that have not authenticated yet.
    pub unauthenticated: usize,
    /// The same from one address.
    pub unauthenticated_per_address: usize,
    /// Time for a live connection to authenticate.
    pub authenticate: Duration,
    /// Time for the head of a request, from its first byte; for a new connection from its start.
    pub head: Duration,
    /// Time between two requests of a connection.
    pub idle: Duration,
    /// Time between two pieces of a body.
    pub body: Duration,
    /// Time for a whole upload.
    pub upload: Duration,
    /// Time in which a client must take some of what the server writes.
    pub write: Duration,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self {
            requests_per_address: 6_000,
            requests_per_user: 3_000,
            sign_ins_per_address: 100,
            sign_ins_per_account: 100,
            sign_ins_per_browser: 20,
            registrations_per_address: 120,
            refreshes_per_address: 300,
            links_per_address: 60,
            emails_per_address: 30,
            emails_per_recipient: 5,
            invitations_per_user: 60,
            beacons_per_address: 1_200,
            connections: 10_000,
            connections_per_address: 1_024,
            unauthenticated: 1_000,
            unauthenticated_per_address: 64,
            authenticate: Duration::from_secs(10),
            head: Duration::from_secs(15),
            idle: Duration::from_secs(75),
            body: Duration::from_mins(1),
            upload: Duration::from_mins(30),
            write: Duration::from_secs(30),
        }
    }
}
