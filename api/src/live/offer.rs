//! Why an event is sent to a connection.

/// Why an event is given to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    /// It has just happened: whoever subscribed gets it.
    Live,
    /// The client asked for what it missed: it gets it whatever it subscribes to.
    Replay,
}
