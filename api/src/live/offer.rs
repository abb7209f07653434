//! Why an event is sent to a connection.

/// Reason for sending an event to a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    /// It has just happened: subscribers receive it.
    Live,
    /// The client requested missed events: it receives it regardless of subscriptions.
    Replay,
}
