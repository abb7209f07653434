//! What the operator decides for all targets.

use std::{
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    time::Duration,
};

use chrono::{DateTime, Utc};
use net::addresses::{AddressGuard, LookupError};
use tokio::net::TcpStream;

use crate::TargetError;

/// Longest time to open a connection.
const TO_CONNECT: Duration = Duration::from_secs(10);

/// What the operator decides for all targets.
#[derive(Debug, Clone)]
pub struct Environment {
    /// Addresses that may be called.
    pub guard: AddressGuard,
    /// Folders in which folder targets may write.
    pub folders: Vec<PathBuf>,
    /// Limits on time and on parallel work.
    pub limits: Limits,
    /// Clock.
    pub now: fn() -> DateTime<Utc>,
}

impl Environment {
    /// Creates an environment with the default limits and the clock of the system.
    #[must_use]
    pub fn new(guard: AddressGuard, folders: Vec<PathBuf>) -> Self {
        Self { guard, folders, limits: Limits::default(), now: Utc::now }
    }

    /// Returns the allowed addresses of a host name or address. Connect only to these.
    pub(crate) async fn look_up(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, TargetError> {
        let addresses = match host.parse::<IpAddr>() {
            Ok(address) if self.guard.permits(address) => vec![SocketAddr::new(address, 0)],
            Ok(_) => return Err(LookupError::OwnNetwork(host.to_owned()).into()),
            Err(_) => self.guard.look_up(host).await?,
        };
        Ok(addresses.into_iter().map(|address| SocketAddr::new(address.ip(), port)).collect())
    }

    /// Connects to the first allowed address that answers.
    pub(crate) async fn dial(&self, host: &str, port: u16) -> Result<TcpStream, TargetError> {
        let mut reason = "it has no address".to_owned();
        for address in self.look_up(host, port).await? {
            match tokio::time::timeout(TO_CONNECT, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => reason = error.to_string(),
                Err(_) => reason = "it does not answer".to_owned(),
            }
        }
        Err(TargetError::Unreachable { host: format!("{host}:{port}"), reason })
    }
}

/// Limits on time and on parallel work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Longest time for one request, including its body.
    pub request: Duration,
    /// Longest time for an operation, such as a whole upload.
    pub operation: Duration,
    /// Requests at the same time, at least 1.
    pub parallel: usize,
    /// How often a request is sent if it fails for a reason that passes, at least 1.
    pub attempts: u32,
    /// Pause before the second attempt; it doubles with each further one.
    pub pause: Duration,
    /// Longest pause that a server may ask for; a longer one ends the operation with an error that names it.
    pub longest_pause: Duration,
    /// Files that are read back, beside the home page.
    pub sample: usize,
    /// Maximum bytes of the newest commit of a repository with all its files, compressed.
    pub repository: u64,
    /// How often a public address is asked until it shows the new release, at least 1.
    pub looks: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(60),
            operation: Duration::from_mins(30),
            parallel: 8,
            attempts: 4,
            pause: Duration::from_secs(1),
            longest_pause: Duration::from_secs(60),
            sample: 10,
            repository: 1 << 30,
            looks: 6,
        }
    }
}
