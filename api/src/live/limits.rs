//! What one client may take of the server's memory and time.

use std::time::Duration;

/// Live connections of one user, on both channels together.
pub(crate) const PER_USER: usize = 64;
/// Live connections from one address that is not this machine itself.
pub(crate) const PER_ADDRESS: usize = 512;
/// Live connections of this process.
pub(crate) const IN_ALL: usize = 50_000;
/// Events that wait for one client …
pub(crate) const OUTBOX: usize = 128;
/// … and how long the next one waits for room, before the client is dropped.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);
/// Bytes of a message from a client; more closes the connection with 1009.
pub(crate) const MESSAGE_BYTES: usize = 64 * 1024;
/// What the transport reads of a message before it gives up on it; between the two, the close says why.
pub(crate) const TRANSPORT_BYTES: usize = 4 * MESSAGE_BYTES;
/// Messages that a client may send at once …
pub(crate) const BURST: f64 = 60.0;
/// … and how many a second it gets back.
pub(crate) const PER_SECOND: f64 = 10.0;
/// Projects and rooms that one connection may be in.
pub(crate) const ROOMS: usize = 200;
/// Events that a client which was away gets at most.
pub(crate) const REPLAY: i64 = 100;
/// How long one write to a client may take.
pub(crate) const WRITE: Duration = Duration::from_secs(20);
/// How often a silent client is asked whether it is still there …
pub(crate) const PING_EVERY: Duration = Duration::from_secs(30);
/// … and after how long of silence it is gone.
pub(crate) const SILENCE: Duration = Duration::from_secs(75);
/// How often memberships and sessions are looked at anew, at most; spread over a third less.
pub(crate) const REFRESH: Duration = Duration::from_secs(24);
