//! Notifications. Each is stored once, in the transaction that causes it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Kind of a notification. Kinds with a colon are named after their live event.
    NotificationKind {
        /// A run has found insights or opportunities.
        Insight = "engine:insight",
        /// A run of an engine has failed.
        EngineError = "engine:error",
        /// An opportunity is implemented.
        Implemented = "opportunity:implemented",
        /// A metric is outside the interval of its forecast.
        Alert = "performance:alert",
        /// An achievement is earned.
        Achievement = "user:achievement",
        /// The trial or the plan changed.
        Subscription = "user:subscription",
        /// An import finished.
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
    /// Kind.
    pub kind: NotificationKind,
    /// `info`, `success`, `warning` or `error`.
    #[sqlx(rename = "type")]
    pub r#type: String,
    /// Title, a few words.
    pub title: String,
    /// Message, a sentence.
    pub message: String,
    /// Number of occurrences since the user last read one of the group.
    pub count: i64,
    /// Path in the web app of its object.
    pub route: Option<String>,
    /// Type of its object, such as `run`.
    pub object_type: Option<String>,
    /// Id of its object.
    pub object_id: Option<String>,
    /// Workspace of its object; `None` if it concerns the account.
    pub workspace_id: Option<Uuid>,
    /// Time of reading; `None` if unread.
    pub read_at: Option<DateTime<Utc>>,
    /// Time of the last occurrence.
    pub created_at: DateTime<Utc>,
}

/// Object of a notification, and its path in the web app.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotificationLink {
    /// Path in the web app.
    pub route: String,
    /// Type of the object, such as `run`.
    pub object_type: &'static str,
    /// Id of the object.
    pub object_id: String,
}

/// A notification to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewNotification {
    /// Kind.
    pub kind: NotificationKind,
    /// `info`, `success`, `warning` or `error`.
    pub r#type: &'static str,
    /// Title, a few words.
    pub title: String,
    /// Message, a sentence.
    pub message: String,
    /// Number of occurrences.
    pub count: i64,
    /// Object.
    pub link: Option<NotificationLink>,
    /// Workspace of its object.
    pub workspace_id: Option<Uuid>,
    /// Key of a group: replaces unread notifications with the same key and counts them.
    pub group: Option<String>,
}

impl NewNotification {
    /// Creates a notification without an object.
    #[must_use]
    pub fn new(
        kind: NotificationKind, r#type: &'static str, title: impl Into<String>, message: impl Into<String>,
    ) -> Self {
        let (title, message) = (title.into(), message.into());
        Self { kind, r#type, title, message, count: 1, link: None, workspace_id: None, group: None }
    }

    /// Sets the object and its path in the web app.
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
