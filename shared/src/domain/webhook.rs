//! Webhooks: what is sent to other systems when something happens in a workspace.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// An event that a webhook can subscribe to.
    WebhookEvent {
        /// A run has ended.
        RunFinished = "run:finished",
        /// An engine has found something new.
        EngineInsight = "engine:insight",
        /// A run of an engine has failed.
        EngineError = "engine:error",
        /// An opportunity was found or written down; a run reports its ten best.
        OpportunityDiscovered = "opportunity:discovered",
        /// An opportunity was changed.
        OpportunityUpdated = "opportunity:updated",
        /// An opportunity is implemented.
        OpportunityImplemented = "opportunity:implemented",
        /// A figure has left the bounds of its forecast.
        PerformanceAlert = "performance:alert",
        /// A query has moved by three positions or more; a run reports ten.
        PerformanceRanking = "performance:ranking",
    }
}

/// The event of a delivery that somebody sends to try a webhook.
pub const TEST_EVENT: &str = "webhook:test";

text_enum! {
    /// What became of a delivery.
    DeliveryStatus {
        /// It waits for its next attempt.
        Waiting = "waiting",
        /// The receiver answered with a 2xx status.
        Delivered = "delivered",
        /// The attempts are spent, or the webhook was disabled.
        Failed = "failed",
    }
}

/// A stored webhook.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// Time-ordered.
    pub id: Uuid,
    /// The workspace whose events it sends.
    pub workspace_id: Uuid,
    /// The user who made it.
    pub user_id: Uuid,
    /// The address that events are sent to.
    pub url: String,
    /// What it is for; may be empty.
    pub description: String,
    /// The events it sends.
    pub events: Json<Vec<WebhookEvent>>,
    /// Its signing secret follows from this and the installation's secret.
    #[serde(skip)]
    pub nonce: Vec<u8>,
    /// Whether it sends anything.
    pub enabled: bool,
    /// Why it was disabled by the server.
    pub disabled_reason: Option<String>,
    /// Failed attempts since the last success.
    pub failures: i32,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A delivery as its webhook's log shows it.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The message id that the receiver sees; the same in every attempt.
    pub id: Uuid,
    /// The webhook.
    pub webhook_id: Uuid,
    /// The event.
    pub event: String,
    /// The JSON text that is sent.
    pub body: String,
    /// What became of it.
    pub status: DeliveryStatus,
    /// How often it was sent.
    pub attempts: i32,
    /// The HTTP status of the last answer.
    pub response_code: Option<i32>,
    /// Why the last attempt failed.
    pub error: Option<String>,
    /// How long the last attempt took, in milliseconds.
    pub duration_ms: Option<i64>,
    /// When the next attempt is due; `None` when it has ended.
    pub next_at: Option<DateTime<Utc>>,
    /// When the event happened.
    pub created_at: DateTime<Utc>,
    /// When it was delivered or given up.
    pub finished_at: Option<DateTime<Utc>>,
}

/// What one attempt came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The HTTP status of the answer.
    pub response_code: Option<i32>,
    /// Why it failed; `None` when it did not.
    pub error: Option<String>,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
}
