//! Limits of clients on the server's memory and time.

use std::time::Duration;

/// Live connections per user, on both channels.
pub(crate) const PER_USER: usize = 64;
/// Live connections per remote address.
pub(crate) const PER_ADDRESS: usize = 512;
/// Live connections per process.
pub(crate) const IN_ALL: usize = 50_000;
/// Maximum number of events waiting for one client …
pub(crate) const OUTBOX: usize = 128;
/// … and the time to wait for space before the client is dropped.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// Maximum bytes of a message from a client; more closes the connection with 1009.
pub(crate) const MESSAGE_BYTES: usize = 64 * 1024;
/// Maximum bytes of a message that the transport reads; up to this limit the close frame states the reason.
pub(crate) const TRANSPORT_BYTES: usize = 4 * MESSAGE_BYTES;
/// Burst of messages from a client …
pub(crate) const BURST: f64 = 60.0;
/// … and its refill per second.
pub(crate) const PER_SECOND: f64 = 10.0;
/// Maximum number of projects and rooms per connection.
pub(crate) const ROOMS: usize = 200;
/// Maximum number of replayed events.
pub(crate) const REPLAY: i64 = 100;
/// Time limit of a write to a client.
pub(crate) const WRITE: Duration = Duration::from_secs(20);
/// Ping interval of a silent client …
pub(crate) const PING_EVERY: Duration = Duration::from_secs(30);
/// … and the time of silence after which it is disconnected.
pub(crate) const SILENCE: Duration = Duration::from_secs(75);
/// Maximum interval between refreshes of memberships and sessions; reduced by up to a third at random.
pub(crate) const REFRESH: Duration = Duration::from_secs(24);
