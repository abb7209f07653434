//! Emails, stored until they are sent.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of an email.
    MailStatus {
        /// Waiting to be sent.
        Waiting = "waiting",
        /// Accepted by the mail server.
        Sent = "sent",
        /// Kept in the outbox, because there is no mail server.
        Kept = "kept",
        /// Rejected by the mail server permanently, or too often.
        Failed = "failed",
    }
}

/// A stored email.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    /// Time-ordered; its Message-ID is derived from it.
    pub id: Uuid,
    /// Recipient.
    pub recipient: String,
    /// Name shown as its sender, if it is not that of the server.
    #[serde(skip)]
    pub from_name: Option<String>,
    /// Reply address, if it is not the sender.
    pub reply_to: Option<String>,
    /// Subject.
    pub subject: String,
    /// Text; empty after sending, because its links are secrets.
    pub body_text: String,
    /// HTML version.
    #[serde(skip)]
    pub body_html: String,
    /// Address that ends the subscription through which it was sent.
    #[serde(skip)]
    pub unsubscribe_url: Option<String>,
    /// Name of the attached PDF.
    pub attachment_name: Option<String>,
    /// The attached PDF; deleted after sending.
    #[serde(skip)]
    pub attachment: Option<Vec<u8>>,
    /// Status.
    pub status: MailStatus,
    /// Number of attempts.
    pub attempts: i32,
    /// Error of the last attempt.
    pub error: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time when the mail server accepted it.
    pub sent_at: Option<DateTime<Utc>>,
}

/// An email to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// Recipient.
    pub recipient: String,
    /// Name shown as its sender, if it is not that of the server.
    pub from_name: Option<String>,
    /// Reply address, if it is not the sender.
    pub reply_to: Option<String>,
    /// Subject.
    pub subject: String,
    /// Text.
    pub body_text: String,
    /// HTML version.
    pub body_html: String,
    /// Address that ends the subscription through which it is sent, with one POST request.
    pub unsubscribe_url: Option<String>,
    /// Name and bytes of an attached PDF.
    pub attachment: Option<(String, Vec<u8>)>,
}
