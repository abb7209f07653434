//! Notifications: the inbox behind the bell. Each is stored once, in the transaction that causes it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a notification is about. Kinds with a colon are named after the live event that announces them.
    NotificationKind {
        /// A run has found insights or opportunities.
        Insight = "engine:insight",
        /// A run of an engine has failed.
        EngineError = "engine:error",
        /// An opportunity is implemented.
        Implemented = "opportunity:implemented",
        /// A figure has left the bounds of its forecast.
        Alert = "performance:alert",
        /// An achievement is earned.
        Achievement = "user:achievement",
        /// The trial or the plan has changed.
        Subscription = "user:subscription",
        /// An import has ended.
        Import = "import",
        /// A webhook was disabled.
        Webhook = "webhook",
        /// Anything else.
        Notice = "notice",
    }
}

/// A stored notification.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Time-ordered.
    pub id: Uuid,
    /// What it is about.
    pub kind: NotificationKind,
    /// `info`, `success`, `warning` or `error`.
    #[sqlx(rename = "type")]
    pub r#type: String,
    /// A few words.
    pub title: String,
    /// A sentence.
    pub message: String,
    /// How often it was raised since the user last read one like it.
    pub count: i64,
    /// The path of the web app that shows its object.
    pub route: Option<String>,
    /// The type of its object, as in `run`.
    pub object_type: Option<String>,
    /// The id of its object.
    pub object_id: Option<String>,
    /// The workspace of its object; `None` when it is about the account.
    pub workspace_id: Option<Uuid>,
    /// When it was read; `None` before.
    pub read_at: Option<DateTime<Utc>>,
    /// When it was raised last.
    pub created_at: DateTime<Utc>,
}

/// The object of a notification, and where the web app shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationLink {
    /// A path of the web app.
    pub route: String,
    /// The type of the object, as in `run`.
    pub object_type: &'static str,
    /// The id of the object.
    pub object_id: String,
}

/// A notification to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// What it is about.
    pub kind: NotificationKind,
    /// `info`, `success`, `warning` or `error`.
    pub r#type: &'static str,
    /// A few words.
    pub title: String,
    /// A sentence.
    pub message: String,
    /// How many there are of it.
    pub count: i64,
    /// Its object.
    pub link: Option<NotificationLink>,
    /// The workspace of its object.
    pub workspace_id: Option<Uuid>,
    /// Unread notifications with the same key are replaced by this one, which counts them.
    pub group: Option<String>,
}

impl NewNotification {
    /// A notification without an object.
    #[must_use]
    pub fn new(
        kind: NotificationKind, r#type: &'static str, title: impl Into<String>, message: impl Into<String>,
    ) -> Self {
        let (title, message) = (title.into(), message.into());
        Self { kind, r#type, title, message, count: 1, link: None, workspace_id: None, group: None }
    }

    /// Sets the object and where the web app shows it.
    #[must_use]
    pub fn about(mut self, object_type: &'static str, object_id: impl ToString, route: impl Into<String>) -> Self {
        self.link = Some(NotificationLink { route: route.into(), object_type, object_id: object_id.to_string() });
        self
    }

    /// Sets the workspace of the object.
    #[must_use]
    pub const fn within(mut self, workspace_id: Uuid) -> Self {
        self.workspace_id = Some(workspace_id);
        self
    }

    /// Makes it replace unread notifications with the same key.
    #[must_use]
    pub fn grouped(mut self, key: impl Into<String>) -> Self {
        self.group = Some(key.into());
        self
    }
}
