//! Mails: what is told by e-mail, kept until it is sent.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What became of a mail.
    MailStatus {
        /// It waits to be sent.
        Waiting = "waiting",
        /// The mail server took it.
        Sent = "sent",
        /// No mail server is set: it stays in the outbox.
        Kept = "kept",
        /// The mail server refused it for good, or too often.
        Failed = "failed",
    }
}

/// A mail as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    /// Time-ordered; its Message-ID follows from it.
    pub id: Uuid,
    /// To whom.
    pub recipient: String,
    /// Whom an answer goes to, if not the sender.
    pub reply_to: Option<String>,
    /// What it is about.
    pub subject: String,
    /// Its text; empty once it was sent, as links in it are secrets.
    pub body_text: String,
    /// The same in HTML.
    #[serde(skip)]
    pub body_html: String,
    /// What became of it.
    pub status: MailStatus,
    /// How often it was tried.
    pub attempts: i32,
    /// Why it could not be sent.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When the mail server took it.
    pub sent_at: Option<DateTime<Utc>>,
}

/// A mail to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// To whom.
    pub recipient: String,
    /// Whom an answer goes to, if not the sender.
    pub reply_to: Option<String>,
    /// What it is about.
    pub subject: String,
    /// Its text.
    pub body_text: String,
    /// The same in HTML.
    pub body_html: String,
}
