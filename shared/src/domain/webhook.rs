//! Webhooks, which send events of a workspace to other systems.

use chrono::{DateTime, Utc};
use serde::{Serialize, Serializer};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;
use crate::{
    vault::{Locked, Sealed, Vault},
    webhooks::address,
};

text_enum! {
    /// An event that a webhook can subscribe to.
    WebhookEvent {
        /// A run finished.
        RunFinished = "run:finished",
        /// An engine found something new.
        EngineInsight = "engine:insight",
        /// A run of an engine failed.
        EngineError = "engine:error",
        /// An opportunity was found or created; a run reports its ten best.
        OpportunityDiscovered = "opportunity:discovered",
        /// An opportunity changed.
        OpportunityUpdated = "opportunity:updated",
        /// An opportunity is implemented.
        OpportunityImplemented = "opportunity:implemented",
        /// A metric is outside the interval of its forecast.
        PerformanceAlert = "performance:alert",
        /// The position of a query changed by three or more; a run reports ten.
        PerformanceRanking = "performance:ranking",
        /// The ranks of a day or week: what changed, what was not checked, and what it cost.
        PerformanceDigest = "performance:digest",
    }
}

/// Event of a test delivery.
pub const TEST_EVENT: &str = "webhook:test";

text_enum! {
    /// Status of a delivery.
    DeliveryStatus {
        /// Waiting for its next attempt.
        Waiting = "waiting",
        /// The receiver responded with a 2xx status.
        Delivered = "delivered",
        /// No attempts are left, or the webhook was disabled.
        Failed = "failed",
    }
}

/// A stored webhook.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace of its events.
    pub workspace_id: Uuid,
    /// User who created it.
    pub user_id: Uuid,
    /// URL that receives the events, or what is shown of it if it is encrypted. Serialised without its secret parts.
    #[serde(serialize_with = "without_secrets")]
    pub url: String,
    /// The encrypted URL; `None` for webhooks of earlier versions.
    #[serde(skip)]
    pub sealed_url: Option<Sealed>,
    /// Description; may be empty.
    pub description: String,
    /// Events.
    pub events: Json<Vec<WebhookEvent>>,
    /// Nonce; the signing secret is derived from it and the installation's secret.
    #[serde(skip)]
    pub nonce: Vec<u8>,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Reason why the server disabled it.
    pub disabled_reason: Option<String>,
    /// Consecutive failed attempts.
    pub failures: i32,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

impl Webhook {
    /// Returns what is shown of its URL.
    #[must_use]
    pub fn shown_url(&self) -> String {
        address::shown(&self.url)
    }

    /// Returns its URL.
    ///
    /// # Errors
    /// Returns [`Locked`] if the installation's secret has changed, or the row was altered.
    pub fn address(&self, vault: &Vault) -> Result<String, Locked> {
        match &self.sealed_url {
            Some(sealed) => address::open(vault, self.workspace_id, self.id, sealed),
            None => Ok(self.url.clone()),
        }
    }
}

fn without_secrets<S: Serializer>(url: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&address::shown(url))
}

/// A delivery in its webhook's log.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Message id for the receiver, the same in every attempt.
    pub id: Uuid,
    /// The webhook.
    pub webhook_id: Uuid,
    /// The event.
    pub event: String,
    /// The JSON body of the request.
    pub body: String,
    /// Status.
    pub status: DeliveryStatus,
    /// Number of attempts.
    pub attempts: i32,
    /// HTTP status of the last response.
    pub response_code: Option<i32>,
    /// Error of the last attempt.
    pub error: Option<String>,
    /// Duration of the last attempt, in milliseconds.
    pub duration_ms: Option<i64>,
    /// Time of the next attempt; `None` if it has ended.
    pub next_at: Option<DateTime<Utc>>,
    /// Time of the event.
    pub created_at: DateTime<Utc>,
    /// Time of delivery or of giving up.
    pub finished_at: Option<DateTime<Utc>>,
}

/// Result of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// HTTP status of the response.
    pub response_code: Option<i32>,
    /// Error; `None` if it succeeded.
    pub error: Option<String>,
    /// Duration, in milliseconds.
    pub duration_ms: i64,
}
