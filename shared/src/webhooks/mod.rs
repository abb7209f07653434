//! Webhooks: how they are signed and retried, and the messages for chat services.
//!
//! A request carries `Motherlode-Signature: t=<seconds>,v1=<hex>`: the HMAC-SHA256 of `<seconds>.<body>` under the
//! webhook's secret. A receiver computes it over the raw body, compares in constant time, and rejects times more than
//! five minutes away.

pub mod address;
mod message;
mod retry;
mod signature;

pub use message::{Message, message};
pub use retry::{ATTEMPTS, DISABLE_AFTER, next_attempt};
pub use signature::{SigningSecret, verify};

/// The header with the message id: the same in every attempt, so that a receiver can drop repeats.
pub const ID_HEADER: &str = "motherlode-id";
/// The header with the event's name.
pub const EVENT_HEADER: &str = "motherlode-event";
/// The header with the time and the signature.
pub const SIGNATURE_HEADER: &str = "motherlode-signature";
